"""The words for an event of a solitaire."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from referee.engine.games.match import State
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.log import Entry
from referee.engine.messages import _
from referee.engine.record.events import Play
from referee.engine.record.family_events import Deal, Remove
from referee.engine.rulings import Settled, Verdict
from referee.reports.told import Telling, Told


def _told(entry: Entry, _by: str, _hidden: AbstractSet[str]) -> Told:
    """What was done, with notes on the tiles after a deal and on how the game ended."""
    event, ruling = entry.event, entry.ruling
    text, *more = [str(each).removesuffix(".") for each in ruling.said]
    if ruling.verdict is Verdict.LET_STAND:
        del more[-2:]  # for every game, `lines` adds the broken rule and that it stood
    if isinstance(event, Deal) and _lies_open(entry):
        more.insert(0, " ".join(str(face) for face in event.faces))
    tile = event.tile if isinstance(event, Play | Remove) else None
    return Told(text.removeprefix(f"{tile} ") if tile is not None else text, tile, notes=tuple(more))


def _lies_open(entry: Entry) -> bool:
    """Whether the tiles of a deal lie on the table, and not in a hand."""
    assert isinstance(entry.state, SolitaireMatch)
    return entry.state.setup.variant.solitaire != "draw_five"


def _how(_state: State, settled: Settled) -> str:
    return _("Solved") if settled.how == "out" else _("Nothing goes any more")


PATIENCE = Telling(_told, _how)
