"""The words for an event of poker."""

from collections.abc import Sequence

from referee.engine.games.match import State
from referee.engine.games.poker.hand_names import called
from referee.engine.games.poker.state import PokerMatch
from referee.engine.log import Entry
from referee.engine.messages import Listed, _, _n, marked
from referee.engine.record.events import Hand, Stake
from referee.engine.rulings import Settled
from referee.engine.tiles import Tile, heaviest
from referee.reports.told import HandLeft, Telling, Told, as_ruled, won_words


def _told(entry: Entry, by: str, _hidden: Sequence[Tile]) -> Told:
    """A stake, or a hand that is shown with its rank; the notes are the rest of the ruling."""
    event, words = entry.event, as_ruled(entry.ruling, by)
    if not isinstance(event, Hand | Stake):
        return Told(words)
    if isinstance(event, Hand):
        tiles = [each for each in event.tiles if each is not None]
        rank = called(PokerMatch.of(entry.state).setup.variant.ranks.strength(tiles))
        words = _("shows {tiles}: {rank}", tiles=Listed(tiles), rank=rank)
    return Told(words, notes=tuple(str(each) for each in entry.ruling.said[1:]))


def _how(_state: State, settled: Settled) -> str:
    return _("All others have folded") if settled.how == "folded" else _("The best hand wins")


def _hands(state: State, settled: Settled) -> tuple[HandLeft, ...]:
    """The hands that were shown, each with its rank in a player's words, or that it was folded."""
    match = PokerMatch.of(state)
    current, ranks = match.round, match.setup.variant.ranks
    if settled.how in ("target", "void") or current is None:
        return ()
    names, ranked = state.setup.players, dict(settled.ranks)
    found = []
    for seat, hand in enumerate(current.certain):
        if hand:
            rank = str(called(ranks.strength(hand))) if seat in ranked else ""
            note = rank if seat in current.staying else _("folded")
            found.append(HandLeft(names[seat], heaviest(hand), note))
    return tuple(found)


def _title(state: State, settled: Settled) -> str:
    return "" if settled.winner is None else won_words(state.setup, settled.winner, None)


SHOWDOWN = Telling(
    _told,
    _how,
    _hands,
    title=_title,
    name=marked("deal {number}"),
    one=marked("Deal"),
    by_round=marked("Deal by deal"),
    counted=lambda number: _n("1 deal", "{n} deals", number),
)
