"""A practice table, for a player without tiles: each step says what would lie on a real table."""

from __future__ import annotations

import random
import secrets
from typing import NamedTuple

from flask import Blueprint, redirect, session, url_for
from flask.typing import ResponseReturnValue

from referee.engine.games.line.state import LineMatch
from referee.engine.messages import _
from referee.engine.practice_deal import Imagined, PracticeStep, deal_out, next_step, now
from referee.web.context import store
from referee.web.infra import rate_limit, visitors
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_views import Key

practice = Blueprint("practice", __name__)

# Two players, the ends counted, the points written down at once: what the referee does, in the shortest form.
VARIANT = "fundex2004.all-fives"
OPTIONS = {"claims": "auto"}
PLAYERS = ("Ana", "Ben")
_KEY = "practice"


class Coach(NamedTuple):
    """What happens in the practice round, what to tap, and the tiles of the player to act."""

    words: str
    hand: str = ""
    tiles: tuple[Key, ...] = ()
    is_over: bool = False


@practice.post("/practice")
def begin() -> ResponseReturnValue:
    """A new practice table; the one before it on this phone goes."""
    rate_limit.open_a_table()
    header = {"record": 1, "variant": VARIANT, "players": list(PLAYERS), "options": OPTIONS}
    row = store().create_table(header, practice=secrets.token_hex(8), instead_of=_last())
    session[_KEY] = row.id
    link = row.links["owner"]
    visitors.remember(link)
    return redirect(url_for("rounds.show", link=link), 303)


def _last() -> int | None:
    """The number of the phone's last practice table."""
    known = session.get(_KEY)
    return known if isinstance(known, int) else None


def coach_of(table: Table) -> Coach | None:
    """What the practice round says now; None at a real table."""
    if not table.row.practice or not table.setup.lays_in_line or not table.may_write:
        return None
    match = table.match
    number = match.round.number if match.round is not None else 1
    imagined = now(dealt(table.row.practice, number, match), table.log.entries)
    step = next_step(match, imagined)
    return Coach(
        words=_words(step, match),
        hand=_("{name} holds", name=PLAYERS[step.seat or 0]) if step.what not in ("deal", "over") else "",
        tiles=_hand(step, imagined) if step.what not in ("deal", "over") else (),
        is_over=step.what == "over",
    )


def dealt(seed: str, number: int, match: LineMatch) -> Imagined:
    """The imagined deal of a round, always the same one; at least one hand has a double to open with."""
    chance = random.Random(f"{seed} {number}")  # noqa: S311 - nobody plays for anything here
    while True:
        tiles = list(match.setup.tiles.tiles)
        chance.shuffle(tiles)
        found = deal_out(tiles, len(PLAYERS), match.setup.hand)
        if any(tile.is_double for hand in found.hands for tile in hand):
            return found


def _words(step: PracticeStep, match: LineMatch) -> str:
    name = PLAYERS[step.seat or 0]
    first = step.tiles[0] if step.tiles else ""
    if step.what == "deal":
        return _(
            "Imagine the tiles on a table: {n} for Ana, {n} for Ben, the rest face down. You tap for both.",
            n=match.setup.hand,
        )
    if step.what == "open":
        return _(
            "{name} holds the highest double, {tile}, and lays it. Tap {tile} below, then {name}.",
            name=name,
            tile=first,
        )
    if step.what == "stray":
        return _("In this practice round nobody could lay {tile} just then. Tap Undo.", tile=first)
    if step.what == "draw":
        return _("Nothing that {name} holds fits. Tap Draw: a tile comes from the boneyard.", name=name)
    if step.what == "pass":
        return _("Nothing fits and nothing is left to draw. {name} passes: tap Pass.", name=name)
    if step.what == "show":
        return _("The round is over. {name} shows what is left: tap each of these tiles.", name=name)
    if step.what == "over":
        return _("That was a round. With real tiles it works the same way: lay a tile, tap it.")
    if step.seat:
        return (
            _("{name} lays {tile} on {on}. Tap {tile}, then the end.", name=name, tile=first, on=step.on)
            if step.on
            else _("{name} lays {tile}. Tap it, as you tap everybody's tiles.", name=name, tile=first)
        )
    if not match.current.layout.laid:
        return _("{name} opens with any tile. Choose one and tap it.", name=name)
    return _("You play for {name}. Choose one of the bright tiles and tap it below.", name=name)


def _hand(step: PracticeStep, imagined: Imagined) -> tuple[Key, ...]:
    hand = imagined.hands[step.seat or 0]
    shown = {step.tiles[0]} if step.seat and step.what == "play" else set(step.tiles)
    return tuple(
        Key(
            label=each.name,
            state="" if each in shown else "cannot",
            drawing=tile_picture(each, label=each.name),
        )
        for each in sorted(hand, key=lambda tile: (-tile.high, -tile.low))
    )
