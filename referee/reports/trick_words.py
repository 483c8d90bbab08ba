"""The words for an event of a trick game."""

from collections.abc import Sequence

from referee.engine.games.match import State
from referee.engine.games.tricks.state import TrickMatch, TrickRound, TrickTile
from referee.engine.log import Entry
from referee.engine.messages import Listed, _, _p, marked
from referee.engine.record.events import Bid, Concede, Hand, Play, Rest, Round, Trump
from referee.engine.rules.trick_game import CALL_WORDS
from referee.engine.rules.trump import NEAREST, TRUMPS, suit_name, trump_words
from referee.engine.rulings import Rule, Settled
from referee.engine.seating import Seating
from referee.engine.tiles import Tile
from referee.reports.told import Layer, Telling, Told, TrickLine, as_ruled


def _told(entry: Entry, by: str, _hidden: Sequence[Tile]) -> Told:
    """A bid, the trump, or what a tile does in its trick, with notes on who took the trick and how the hand ended."""
    event, ruling, setup = entry.event, entry.ruling, entry.state.setup
    notes = []
    if ruling.trick is not None:
        taker, points = setup.players[ruling.trick.seat], ruling.trick.points
        notes.append(_("{name} takes the trick: {points}", name=taker, points=points))
    if ruling.settled is not None:
        notes.append(_paid(setup, ruling.settled))
    return Told(
        _text(entry, by),
        event.tile if isinstance(event, Play) else None,
        notes=tuple(notes),
        in_tricks=isinstance(event, Bid | Play | Round | Trump),
    )


def _text(entry: Entry, by: str) -> str:
    event, ruling = entry.event, entry.ruling
    match event:
        case Play():
            return _follows(TrickMatch.of(entry.state).current)
        case Bid(amount=None) if not event.call:
            return _("passes")
        case Bid():
            bid = TrickMatch.of(entry.state).current.spoke[-1][1]
            if event.call:
                return _("bids {call} {bid}", call=CALL_WORDS[event.call], bid=bid)
            return _("bids {bid}", bid=bid)
        case Trump():
            return _("names {trump}", trump=trump_words(event.suit))
        case Hand():
            return _("shows {tiles}", tiles=Listed(event.tiles))
        case Concede():
            return _("concedes")
        case Rest():
            return _("claims the rest with {tiles}", tiles=Listed(event.tiles))
        case Round():
            return str(ruling.said[0]).removesuffix(".")
        case _:
            return as_ruled(ruling, by)


def _follows(current: TrickRound) -> str:
    """What the last tile did in its trick, in a few words."""
    last = current.laid[-1]
    asked = current.order.led_by(last.tile)
    if asked == NEAREST:
        return _("lays")
    trick = current.table or current.tricks[-1].laid
    if len(trick) == 1:
        return _("leads: {suit}", suit=suit_name(asked))
    if not last.due:
        return _("follows")
    return _("a trump") if asked == TRUMPS else _("throws off")


# How a hand ended and what it paid.
_HOW = {"made": marked("made: {paid}"), "set": marked("set: {paid}")}


def _paid(setup: Seating, settled: Settled) -> str:
    """How a hand ended and what it paid: "made: Ana & Cal 35, Ben & Dan 7"."""
    paid = ", ".join(f"{setup.sides[side]} {points}" for side, points in settled.points)
    if not paid:
        return _("nobody scores")
    return _(_HOW.get(settled.how, "{paid}"), paid=paid)


def auction_words(match: TrickMatch) -> str:
    """The auction: "Ana 30, Ben pass, Cal 31, Dan pass"."""
    names = match.setup.players
    return ", ".join(
        _p("said", "{name} pass", name=names[seat]) if amount is None else f"{names[seat]} {amount}"
        for seat, amount in match.current.spoke
    )


def contract_words(match: TrickMatch) -> str:
    """The winning bid and the trump; "" if the bidding did not get that far."""
    current = match.current
    if current.bid is None or current.bidding:
        return ""
    if current.trump is None:
        side = match.setup.side_name(current.bid.seat)
        return _("{name} bid {bid}", name=side, bid=current.bid.amount)
    bid, name = current.bid, match.setup.players[current.bid.seat]
    trump = trump_words(current.trump)
    if bid.call:
        call = CALL_WORDS[bid.call]
        return _("{name} bid {call}, {bid}: {trump}", name=name, call=call, bid=bid.amount, trump=trump)
    return _("{name} bid {bid}: {trump}", name=name, bid=bid.amount, trump=trump)


def _how(state: State, _settled: Settled) -> str:
    return contract_words(TrickMatch.of(state))


def _title(state: State, settled: Settled) -> str:
    """Whether the bid was made."""
    match = TrickMatch.of(state)
    bid = match.current.bid
    if settled.how == "void" or bid is None:
        nobody = bid is None and len(match.current.passed) == len(match.setup.players)
        return _("Nobody bid") if nobody else _("The round does not count")
    side = match.setup.side_name(bid.seat)
    if settled.how == "made":
        return _("{name} make {bid}", name=side, bid=bid.amount)
    return _("{name} are set at {bid}", name=side, bid=bid.amount)


def _rules(entry: Entry, _settled: Settled) -> tuple[Rule, ...]:
    """The rule that the judge cited, and if both sides reached the target, the rule for that."""
    match = TrickMatch.of(entry.state)
    both = (match.setup.variant.rule("both"),) if all(match.reached) else ()
    return (*entry.ruling.rules, *both)


def _tricks(state: State) -> tuple[TrickLine, ...]:
    names, current = state.setup.players, TrickMatch.of(state).current
    found = [
        TrickLine(number, _layers(names, each.laid), names[each.seat], each.points)
        for number, each in enumerate(current.tricks, 1)
    ]
    if current.table:
        found.append(TrickLine(len(found) + 1, _layers(names, current.table), "", 0))
    return tuple(found)


def _layers(names: tuple[str, ...], laid: tuple[TrickTile, ...]) -> tuple[Layer, ...]:
    return tuple(Layer(names[each.seat], each.tile) for each in laid)


TRICKS = Telling(
    _told,
    _how,
    tricks=_tricks,
    rules=_rules,
    title=_title,
    auction=lambda state: auction_words(TrickMatch.of(state)),
)
