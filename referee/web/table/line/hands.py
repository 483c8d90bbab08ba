"""The page for showing the hands at the end of a round, one after the other."""

from typing import Any

from referee.engine.games.line.ending import must_show, waits_for_claims_only
from referee.engine.games.line.reveal import wants_tiles
from referee.engine.games.line.state import LineMatch, is_dead
from referee.engine.games.shown_hands import all_held
from referee.engine.messages import _, marked, number_word
from referee.engine.record.events import Claim, Hand, Muggins, Pips, TableRuling
from referee.web.parts.actions import correcting, says
from referee.web.parts.last_ruling import cited, refused_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.submit import may_say
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Action, LinkView, Words
from referee.web.table.hands import hidden_hands, shown_page
from referee.web.table.line.claims import calls_of, claim_words
from referee.web.table.line.tray import words_of

NOBODY = marked("Nobody can go.")
# The reason for a block that anyone can see from the layout, by the number at all its ends.
_ALL_LIE = (
    marked("All {number} blanks are played."), marked("All {number} ones are played."),
    marked("All {number} twos are played."), marked("All {number} threes are played."),
    marked("All {number} fours are played."), marked("All {number} fives are played."),
    marked("All {number} sixes are played."), marked("All {number} sevens are played."),
    marked("All {number} eights are played."), marked("All {number} nines are played."),
    marked("All {number} tens are played."), marked("All {number} elevens are played."),
    marked("All {number} twelves are played."), marked("All {number} thirteens are played."),
    marked("All {number} fourteens are played."), marked("All {number} fifteens are played."),
)  # fmt: skip


def hands_page(table: Table, asked: Asked, common: TablePage) -> TablePage:
    """The hands that the settlement needs; `asked` says whose is being shown, and its tiles so far."""
    state = table.match
    waiting = waiting_for(state)
    by_tiles = [seat for seat in waiting if wants_tiles(state, seat) is not None]
    return shown_page(table, state, asked, common, waiting, _hands_words(table, asked), by_tiles)


def claims_page(table: Table, asked: Asked, common: TablePage) -> TablePage:
    """The question for claims on the last tile, below the layout."""
    last = table.match.current.layout.laid[-1].tile
    return common._replace(
        words=_hands_words(table, asked), turn=_("Any claims on {tile}?", tile=last), bar=_claims_bar(table)
    )


def asks_for_claims(table: Table, asked: Asked) -> bool:
    """Whether to ask for claims on the last tile before any hand is shown, because that closes them (S12)."""
    return table.match.claims_are_open and table.may_write and not asked.hand and asked.tried is None


def _claims_bar(table: Table) -> tuple[Action, ...]:
    """The button if nobody claims: settle if every hand is certain, else show the first hand."""
    state = table.match
    names, waiting = state.setup.players, waiting_for(state)
    found: list[Action] = []
    if waits_for_claims_only(state):
        said = next((raw for raw in certain_hands(state) if may_say(table, raw) is None), None)
        if said is not None:
            found.append(says(_("No claims: settle"), said, tone="main"))
    elif table.seat is None or table.seat in waiting:
        first = waiting[0] if table.seat is None else table.seat
        href = Asked(hand=names[first]).href(table.link)
        found.append(LinkView(label=_("No claims: show the hands"), href=href, tone="main"))
    return (*found, *correcting(table))


def certain_hands(state: LineMatch) -> list[dict[str, Any]]:
    """The hands that are certain without being shown, as raw events; those with tiles first."""
    known = [each for each in all_held(state) if each is not None and each.tiles is not None]
    return [
        {"by": state.setup.players[each.seat], "hand": [tile.name for tile in each.tiles or ()]}
        for each in sorted(known, key=lambda each: not each.tiles)
    ]


def waiting_for(state: LineMatch) -> list[int]:
    """The seats whose hands are to be shown: those that the settlement needs, else those that nobody has seen."""
    return list(must_show(state) or hidden_hands(state))


def _hands_words(table: Table, asked: Asked) -> Words:
    """Why the round is over, why the shown hand was refused, or what was called or ruled last."""
    state = table.match
    if asked.answer is not None and asked.refusal is not None:
        return refused_words(table, asked.refusal, asked.answer.event)
    if isinstance(table.log.entries[-1].event, Claim | Muggins | TableRuling):
        return words_of(table)
    all_lie = False
    ending = state.current.ending
    if ending is not None and ending.seat is not None:
        head = _("{name} went out.", name=table.match.setup.players[ending.seat])
        rule = table.match.setup.variant.rule("out_pay")
    else:
        head, all_lie = _all_lie(state)
        rule = table.match.setup.variant.rule("block_pay")
    sub = _(NOBODY) if all_lie else _("Show the tiles left in each hand.")
    calls = calls_of(table, state)
    if state.current.claims:
        sub = claim_words(table, state)
    more = _last_words(table)
    return Words(head=head, sub=more or sub, calls=calls, rules=() if calls else (cited(table, rule),))


def _all_lie(state: LineMatch) -> tuple[str, bool]:
    """Why the round is blocked, and whether anyone can see that from the layout."""
    current = state.current
    if not is_dead(state, current):
        return _("Everybody has passed."), False
    each, numbers = state.setup.tiles.high + 1, {place.half for place in current.layout.places()}
    number = min(numbers, default=0)
    lie = sum(number in (laid.tile.high, laid.tile.low) for laid in current.layout.laid)
    if len(numbers) > 1 or lie < each:
        return _(NOBODY), False
    return _(_ALL_LIE[number], number=number_word(each)), True


def _last_words(table: Table) -> str:
    """What the referee still needs if the last hand did not settle the round, or what that hand proved."""
    entry = table.log.entries[-1]
    said = entry.ruling.said
    return str(said[-1]) if isinstance(entry.event, Hand | Pips) and len(said) > 1 else ""
