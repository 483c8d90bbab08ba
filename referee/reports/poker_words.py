"""What is told of an event of poker."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from referee.engine.games.phrases import listed
from referee.engine.games.poker.hand_names import called
from referee.engine.games.poker.state import PokerMatch
from referee.engine.log import Entry
from referee.engine.messages import _
from referee.engine.record.events import Hand
from referee.engine.record.poker_and_solitaire_events import Stake
from referee.reports.told import Told, without_name


def told_of_poker(entry: Entry, by: str, _hidden: AbstractSet[str]) -> Told:
    """A stake, or a hand that is shown with its rank; what else the referee says of it."""
    event, said = entry.event, entry.ruling.said
    if not isinstance(event, Hand | Stake):
        return Told(without_name(str(said[0]) if by else entry.ruling.says, by))
    words = _shows(entry, event) if isinstance(event, Hand) else without_name(str(said[0]), by)
    return Told(words, notes=tuple(str(each) for each in said[1:]))


def _shows(entry: Entry, event: Hand) -> str:
    assert isinstance(entry.state, PokerMatch)
    tiles = [each for each in event.tiles if each is not None]
    rank = called(entry.state.setup.variant.ranks.strength(tiles))
    return _("shows {tiles}: {rank}", tiles=listed(tiles), rank=rank)
