"""What the coach of a practice round says at trains."""

from __future__ import annotations

from referee.engine.messages import _
from referee.engine.practice_deal import PracticeStep
from referee.web.parts.open_tables import Table
from referee.web.table.trains.facts import match_of


def coached(step: PracticeStep, table: Table) -> str:
    """What is said otherwise than in other games; "" for the rest."""
    match = match_of(table)
    setup, first = match.setup, step.tiles[0] if step.tiles else ""
    name = setup.players[step.seat or 0]
    if step.what == "deal" and setup.variant.opening.lies_first:
        return _(
            "Imagine the tiles on a table: {tile} in the middle, {n} in each hand, the rest face down."
            " You tap for everybody. Tap who goes first.",
            tile=setup.double(setup.tiles.high),
            n=setup.hand,
        )
    if step.what == "open":
        return _("{name} holds {tile} and lays it in the middle. Tap {name}.", name=name, tile=first)
    if step.what == "pass" and match.current.drawn:
        return _("The tile drawn does not fit either. {name} passes: tap Pass.", name=name)
    if step.seat and step.on and setup.variant.has_trains:
        return _(
            "{name} lays {tile} on {train}. Tap {tile}, then the train.", name=name, tile=first, train=step.on
        )
    return ""
