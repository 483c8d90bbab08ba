"""The page for showing the hands of poker: five tiles each, tapped among the twenty."""

from collections.abc import Collection, Iterable
from typing import Any

from markupsafe import Markup

from referee.engine.games.match import Status
from referee.engine.games.poker.hand_names import called
from referee.engine.games.poker.state import PokerMatch, PokerRound
from referee.engine.log import Entry
from referee.engine.messages import Listed, _, _n
from referee.engine.record.events import Hand, Round, Stake
from referee.engine.rules.poker import HAND, TILES
from referee.engine.tiles import Tile, mask_of
from referee.web.parts.actions import hand_picker
from referee.web.parts.last_ruling import last_words, refused_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import HandRow, Key, Words
from referee.web.parts.taking_pictures import take_picture
from referee.web.table.hands import bar_of_shown, being_shown, page_of_hands, row_being_shown, row_not_shown

# The doubles first, because most ranks are made of them; then by the higher half.
IN_BOX = sorted(TILES, key=lambda each: (not each.is_double, -each.high, -each.low))


def hands_page(table: Table, asked: Asked, common: TablePage) -> TablePage:
    """The hands still to be shown; `asked` says whose is being shown, and its tiles so far.

    A folded hand may be shown once the deal is settled.
    """
    match = PokerMatch.of(table.state)
    current, names = match.current, table.setup.players
    seats = current.staying if match.status is Status.REVEAL else current.seated
    waiting = [seat for seat in _in_order(current, hidden_hands(current)) if seat in seats]
    step = being_shown(names, asked, waiting if table.may_write else (), [HAND] * len(names), current.unseen)
    rows = (_row(table, current, each, step, waiting) for each in _in_order(current, current.seated))
    page = page_of_hands(common, step, rows)._replace(
        template="table/poker/_hands.html",
        words=words_of(table, asked),
        aside=_("Pot {n}", n=current.betting.pot) if current.betting is not None else "",
    )
    if not step.hand:
        return page._replace(turn=_("Still to show: {names}", names=Listed(names[each] for each in waiting)))
    others = [(names[each], HAND) for each in waiting if names[each] != step.hand]
    left = HAND - len(step.shown)
    turn = _n("{name}: one more tile", "{name}: {n} more tiles", left, name=step.hand)
    return page._replace(
        turn=turn if step.shown else _("{name}: five tiles", name=step.hand),
        picker=hand_picker("twenty", IN_BOX, current.unseen & ~mask_of(step.shown)),
        bar=(*take_picture(table, HAND, current.unseen, step.hand, others), *bar_of_shown(table, step)),
    )


def hidden_hands(current: PokerRound) -> list[int]:
    """The seats in this deal whose tiles nobody knows yet."""
    return [seat for seat in current.seated if current.certain[seat] is None]


def _in_order(current: PokerRound, seats: Iterable[int]) -> list[int]:
    """These seats: first those who stayed, then those who folded."""
    return sorted(seats, key=lambda seat: seat not in current.staying)


def _row(table: Table, current: PokerRound, seat: int, step: Asked, waiting: Collection[int]) -> HandRow:
    name = table.setup.players[seat]
    hand = current.hands[seat]
    if name == step.hand:
        return row_being_shown(table, step, HAND)
    if hand is None:
        row = row_not_shown(table, name, HAND, "" if seat in current.staying else _("folded"))
        return row if seat in waiting else row._replace(href="")
    strength = PokerMatch.of(table.state).setup.variant.ranks.strength(hand)
    tiles = tuple(Key(label="", state="go", drawing=each) for each in drawn_hand(hand, strength.tiles))
    return HandRow(name=name, note=str(strength.rank.title), tiles=tiles)


def drawn_hand(hand: tuple[Tile, ...], made_of: tuple[Tile, ...]) -> tuple[Markup, ...]:
    """The drawings of a hand: the tiles that make its rank first, then the others, pale."""
    rest = sorted((each for each in hand if each not in made_of), key=lambda each: (-each.high, -each.low))
    pale = (tile_picture(each, state="cannot", label=None) for each in rest)
    return (*(tile_picture(each, label=None) for each in made_of), *pale)


def words_of(table: Table, asked: Asked) -> Words:
    """The refusal of the last try, else what was just undone, else the last ruling."""
    if asked.refusal is not None:
        return refused_words(table, asked.refusal)

    def tell(entry: Entry, said: list[str]) -> dict[str, Any]:
        if isinstance(entry.event, Round) and PokerMatch.of(table.state).setup.variant.betting.stakes:
            return {"sub": ". ".join(said[1:-1])}  # the turn says that everybody antes
        if isinstance(entry.event, Stake) and entry.event.act == "ante" and len(said) > 1:
            return {
                "head": said[1],
                "sub": "",
            }  # one tap may have anted for all, not only for the last of them
        if not isinstance(entry.event, Hand):
            return {}
        tiles = [each for each in entry.event.tiles if each is not None]
        rank = called(PokerMatch.of(table.state).setup.variant.ranks.strength(tiles))
        return {"head": _("{name}: {rank}", name=table.setup.players[entry.event.by], rank=rank)}

    return last_words(table, tell)
