"""A practice table for a player without tiles: each step describes what would be on a real table."""

import random
import secrets
from typing import NamedTuple, cast

from flask import Blueprint, abort, redirect, request, session, url_for
from flask.typing import ResponseReturnValue

from referee.engine.games.hands import HandsMatch
from referee.engine.messages import _, marked
from referee.engine.practice_deal import Imagined, PracticeStep, deal_out, next_step, now, player_of
from referee.engine.sheets import VARIANTS
from referee.web.context import store
from referee.web.families import FAMILIES, family_of
from referee.web.infra import security, visitors
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_views import Key

practice = Blueprint("practice", __name__)

VARIANT = "fundex2004.all-fives"  # unless another game is asked for
PLAYERS = ("Ana", "Ben")
_KEY = "practice"


class Coach(NamedTuple):
    """What is happening in the practice round, what to tap, and the hand of the player to act."""

    words: str
    is_over: bool
    hand: str = ""
    tiles: tuple[Key, ...] = ()


@practice.post("/practice")
def begin() -> ResponseReturnValue:
    """Open a practice table for the game named in the form; it replaces this phone's previous one."""
    variant = request.form.get("variant", VARIANT)
    about = FAMILIES[VARIANTS[variant].machine].practised.get(variant) if variant in VARIANTS else None
    if about is None:
        abort(404)
    security.open_a_table()
    header = {"record": 1, "variant": variant, "players": list(PLAYERS), **about}
    last = session.get(_KEY)
    instead_of = last if isinstance(last, int) else None
    row = store().create_table(header, practice=secrets.token_hex(8), instead_of=instead_of)
    session[_KEY] = row.id
    link = row.links["owner"]
    visitors.remember(link)
    return redirect(url_for("rounds.show", link=link), 303)


def coach_of(table: Table) -> Coach:
    """The coach's words and tiles for the current step."""
    match = cast(HandsMatch, table.state)  # only games with hands have a practice round
    imagined = now(dealt(table.row.practice, match.round_number or 1, match), table.log.entries)
    step = next_step(match, imagined)
    coach = Coach(words=_words(step, table), is_over=step.what == "over")
    if step.what in ("deal", "over"):
        return coach
    name = table.setup.players[step.seat or 0]
    return coach._replace(hand=_("{name} holds", name=name), tiles=_hand(step, imagined))


def dealt(seed: str, number: int, match: HandsMatch) -> Imagined:
    """The imagined deal of a round, always the same for a seed and number. At least one hand can open,
    unless the first double is already in the middle."""
    chance = random.Random(f"{seed} {number}")  # noqa: S311 - nobody plays for anything here
    player = player_of(match)
    in_middle = player.opens_before_deal(match)
    tiles = [each for each in match.setup.tiles.tiles if not (in_middle and player.may_open(match, each))]
    while True:
        mixed = list(tiles)
        chance.shuffle(mixed)
        found = deal_out(mixed, len(match.setup.players), match.setup.hand)
        if in_middle or any(player.may_open(match, tile) for hand in found.hands for tile in hand):
            return found


def _words(step: PracticeStep, table: Table) -> str:
    own = family_of(table).coached(step, table)
    name, first = table.setup.players[step.seat or 0], step.tiles[0] if step.tiles else ""
    if own:
        return own
    if step.what == "play" and step.seat:
        return (
            _("{name} lays {tile} on {on}. Tap {tile}, then the end.", name=name, tile=first, on=step.on)
            if step.on
            else _("{name} lays {tile}. Tap it, as you tap everybody's tiles.", name=name, tile=first)
        )
    return _(PLAIN[step.what], name=name, tile=first, n=table.setup.hand)


# The sentences in which only names, tiles and numbers vary.
PLAIN = {
    "deal": marked("Imagine the tiles on a table, {n} in each hand. You tap for everybody."),
    "open": marked("{name} holds the highest double, {tile}, and lays it. Tap {tile} below, then {name}."),
    "lead": marked("{name} opens with any tile. Choose one and tap it."),
    "stray": marked("In this practice round nobody could lay {tile} just then. Tap Undo."),
    "draw": marked("Nothing that {name} holds fits. Tap Draw: a tile comes from the boneyard."),
    "pass": marked("Nothing fits, and nothing can be drawn. {name} passes: tap Pass."),
    "show": marked("The round is over. {name} shows what is left: tap each of these tiles."),
    "over": marked("That was a round. With real tiles it works the same way: lay a tile, tap it."),
    "play": marked("You play for {name}. Choose one of the bright tiles and tap it below."),
}


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
