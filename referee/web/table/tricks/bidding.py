"""The keys for bids and trumps: those allowed now are lit; the others say why not when tapped."""

from markupsafe import Markup

from referee.engine.games.tricks.state import TrickMatch
from referee.engine.messages import _, _p, capital, marks_word
from referee.engine.record.events import Bid, Event, Trump
from referee.engine.rules.trick_game import CALL_WORDS
from referee.engine.rules.tricks import LADDERS
from referee.engine.rules.trump import DOUBLES, NAMED, SUIT_NAMES, suit_name
from referee.engine.tiles import tile
from referee.web.parts.actions import said_button
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import half_picture, tile_picture
from referee.web.parts.table_views import NOTHING_DRAWN, Press
from referee.web.table.tricks.views import Rung


def bid_rungs(table: Table, match: TrickMatch, name: str) -> tuple[Rung, ...]:
    """Every bid of this variant: the points, the steps of the ladder, and the named calls."""
    rules, in_marks = match.setup.variant.auction, match.setup.variant.aim.in_marks
    points = tuple(_bid(table, name, bid, str(bid)) for bid in range(rules.lowest, rules.limit))
    steps = tuple(
        _bid(table, name, bid, str(bid), str(marks_word(bid // rules.limit)) if in_marks else "")
        for bid in LADDERS[rules.limit_ladder]
    )
    rungs = [
        Rung(shape="bids", label=_("Bids"), keys=points),
        Rung(shape="steps", label=_("Limit bids"), keys=steps),
    ]
    calls = tuple(
        _bid(table, name, call, capital(words), _call_worth(match, call))
        for call, words in CALL_WORDS.items()
        if match.setup.variant.allows(call)
    )
    return (*rungs, Rung(shape="named", label=_("Calls"), keys=calls)) if calls else tuple(rungs)


def said_instead(table: Table, event: Event) -> tuple[Press, ...]:
    """The keys from which a bid or a trump was chosen at this table; none for anything else."""
    if not isinstance(event, Bid | Trump):
        return ()
    name, rungs_of = table.setup.players[event.by], bid_rungs if isinstance(event, Bid) else trump_rungs
    rungs = rungs_of(table, TrickMatch.of(table.state), name)
    return (*(key for rung in rungs for key in rung.keys), pass_of(table, name))


def _bid(table: Table, name: str, bid: int | str, label: str, note: str = "") -> Press:
    return said_button(table, {"by": name, "bid": bid}, label, note)


def _call_worth(match: TrickMatch, call: str) -> str:
    specials, current = match.setup.variant.specials, match.current
    amount = (
        None
        if specials is None
        else specials.amount(call, None if current.bid is None else current.bid.amount)
    )
    return "" if amount is None else _("bids {bid}", bid=amount)


def pass_of(table: Table, name: str) -> Press:
    """The pass button, pale if the player has to bid."""
    press = said_button(table, {"by": name, "bid": "pass"}, _p("auction", "Pass"))
    return press._replace(tone=f"{press.tone} wide".lstrip(), keyed=_p("key", "P"))


# The trump


def trump_rungs(table: Table, match: TrickMatch, name: str) -> tuple[Rung, ...]:
    """The trumps: the seven suits as half tiles, doubles, no trump, and the variant's special ones."""
    suits = tuple(
        _trump(table, name, number, capital(suit_name(number)), half_picture(number))
        for number in reversed(range(len(SUIT_NAMES)))
    )
    doubles = _trump(table, name, DOUBLES, capital(suit_name(DOUBLES)), tile_picture(tile(6, 6)))
    others = tuple(
        _trump(table, name, each, capital(words))
        for each, words in NAMED.items()
        if match.setup.variant.allows(each)
    )
    return (
        Rung(shape="suits", label=_("Suits"), keys=(*suits, doubles)),
        Rung(shape="named", label=_("Without trumps"), keys=others),
    )


def _trump(table: Table, name: str, suit: int | str, label: str, drawing: Markup = NOTHING_DRAWN) -> Press:
    return said_button(table, {"by": name, "trump": suit}, label, drawing=drawing)
