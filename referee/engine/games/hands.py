"""Hidden hands: shown as tiles or told as a total when a round is over, and checked against what can be left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from referee.engine.audit.holdings import Witness, can_make
from referee.engine.games.match import Match, RoundInHand, Status, not_in_set, not_now, with_item, wrong_hand
from referee.engine.games.phrases import tile_list
from referee.engine.messages import Message, marked, msg
from referee.engine.record.events import Hand, Pips, Play
from referee.engine.rulings import Breach, Code
from referee.engine.seating import Seating
from referee.engine.tiles import Tile, mask_of, tiles_in


class Shown(NamedTuple):
    """What a player showed at the end: the tiles, or only their total in pips."""

    pips: int
    tiles: tuple[Tile, ...] | None


class Ending(NamedTuple):
    """That a round is over for tiles: `out` or `blocked`, and who laid last when out."""

    how: str
    seat: int | None


class Held(NamedTuple):
    """A hand at the end of a round: how many tiles, their pips, and the tiles if they are known."""

    seat: int
    number: int
    pips: int
    tiles: tuple[Tile, ...] | None


@dataclass(slots=True)
class HandsRound(RoundInHand):
    """A round with hidden hands and a boneyard.

    `hands` are the numbers of tiles by seat, `turn` is the seat to act (None before anybody opened), `unseen` the mask of
    tiles neither laid nor shown, `shown` what each seat has shown. `ending` is there once the round is over for tiles.
    `without_tiles`: it was told how the round ended, so its tiles were not all seen and nothing can be proved.
    """

    hands: tuple[int, ...]
    boneyard: int
    unseen: int
    shown: tuple[Shown | None, ...]
    witness: Witness
    ending: Ending | None
    without_tiles: bool
    turn: int | None
    opener: int | None

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is."""
        return self.turn

    @property
    def held(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        return self.hands

    @property
    def sleeping(self) -> int:
        """How many tiles are in the boneyard."""
        return self.boneyard


HandsMatch = Match[Seating, HandsRound]
H = TypeVar("H", bound=HandsRound)


def is_after_block(match: HandsMatch) -> bool:
    """Whether the referee has closed a blocked round and no hand is shown yet."""
    current = match.round
    if current is None or current.ending is None or current.ending.how != "blocked":
        return False
    return match.status in (Status.REVEAL, Status.ROUND_OVER) and not any(current.shown)


def tile_breach(match: HandsMatch, current: HandsRound, event: Play) -> Breach | None:
    """Why the tile cannot be laid by anybody, or not by a player without tiles."""
    tile = event.tile
    if tile is not None and tile.bit & current.unseen and current.hands[event.by]:
        return None
    setup = match.setup
    if tile is None or tile not in setup.tiles:
        return not_in_set(setup, tile or event.written)
    if not tile.bit & current.unseen:
        return Breach(Code.ALREADY_PLAYED, msg("{tile} lies on the table already.", tile=tile))
    return Breach(Code.NO_TILES_LEFT, msg("{name} has no tiles left.", name=setup.players[event.by]))


def round_to_show(match: Match[Seating, H], seat: int) -> H | Breach:
    """The round of which the seat may show its hand, or why it may not."""
    current = match.round
    if current is None:
        return not_now("No round has been played yet.")
    if match.status is Status.PLAYING:
        return not_now("The round is still being played; hands are shown when it is over.")
    if current.without_tiles:
        return not_now("This round was entered without tiles, so no hands are shown.")
    shown = current.shown[seat]
    if shown is not None and shown.tiles is not None:
        return not_now(
            "{name} has shown already; correct that entry if it was wrong.", name=match.setup.players[seat]
        )
    return current


def with_hand(match: Match[Seating, H], event: Hand) -> tuple[H, Message] | Breach:
    """The round with the tiles that a player shows, and the words for it; or why they cannot be the hand."""
    current = round_to_show(match, event.by)
    if isinstance(current, Breach):
        return current
    tiles = tuple([each for each in event.tiles if each is not None])
    seen = mask_of(tiles)
    breach = _wrong_tiles(match, current, event, seen)
    if breach is not None:
        return breach
    pips = sum([each.pips for each in tiles])
    after = _with_shown(current, event.by, Shown(pips, tiles))
    after.unseen &= ~seen
    breach = _others_impossible(match, after, event.by)
    if breach is not None:
        return breach
    return after, msg(
        "{name} shows {tiles}: {pips}.",
        name=match.setup.players[event.by],
        tiles=tile_list(tiles) or msg("nothing"),
        pips=pips,
    )


def with_total(match: Match[Seating, H], event: Pips) -> tuple[H, Message] | Breach:
    """The round with the total that a player tells, and the words for it; or why it cannot be."""
    current = round_to_show(match, event.by)
    if isinstance(current, Breach):
        return current
    name = match.setup.players[event.by]
    if current.shown[event.by] is not None:
        return not_now("{name} has already given a total; correct that entry if it was wrong.", name=name)
    if not can_make(current.unseen, current.hands[event.by], event.pips):
        number = current.hands[event.by]
        template = marked("No {number} tiles of those not seen yet make {pips}.")
        if number == 1:
            template = marked("No tile of those not seen yet has {pips}.")
        return Breach(Code.IMPOSSIBLE_HAND, msg(template, number=number, pips=event.pips))
    after = _with_shown(current, event.by, Shown(event.pips, None if current.hands[event.by] else ()))
    breach = _others_impossible(match, after, event.by)
    if breach is not None:
        return breach
    return after, msg("{name} has {pips} pips left.", name=name, pips=event.pips)


def _with_shown(current: H, seat: int, shown: Shown) -> H:
    after = current.copy()
    after.shown = with_item(current.shown, seat, shown)
    return after


def _wrong_tiles(match: HandsMatch, current: HandsRound, event: Hand, seen_now: int) -> Breach | None:
    """Why these tiles, whose mask is `seen_now`, cannot be the player's hand."""
    told = current.shown[event.by]
    number = current.hands[event.by]
    if told is None and seen_now.bit_count() == len(event.tiles) == number and not seen_now & ~current.unseen:
        return None  # the usual case: as many as are held, each another one that nobody has seen yet
    name = match.setup.players[event.by]
    breach = wrong_hand(
        match, event.by, event.tiles, current.unseen, lambda tile: _seen_elsewhere(match, current, tile, name)
    )
    if breach is not None:
        return breach
    pips = sum(each.pips for each in tiles_in(seen_now))
    if told is not None and told.pips != pips:
        words = msg("{name} told {told} pips, and these are {pips}.", name=name, told=told.pips, pips=pips)
        return Breach(Code.IMPOSSIBLE_HAND, words)
    return None


def _seen_elsewhere(match: HandsMatch, current: HandsRound, tile: Tile, name: str) -> Message:
    """Where the tile was seen, so that everybody can look."""
    for seat, shown in enumerate(current.shown):
        if shown is not None and tile in (shown.tiles or ()):
            other = match.setup.players[seat]
            return msg(
                "{tile} cannot be in {name}'s hand: {other} showed it.", tile=tile, name=name, other=other
            )
    return msg("{tile} cannot be in {name}'s hand: it lies on the table.", tile=tile, name=name)


def _others_impossible(match: HandsMatch, after: HandsRound, seat: int) -> Breach | None:
    """Why a total that was told before is impossible, now that this hand is seen."""
    for other, shown in enumerate(after.shown):
        if other == seat or shown is None or shown.tiles is not None:
            continue
        if not can_make(after.unseen, after.hands[other], shown.pips):
            words = msg(
                "Then {other} could not hold {pips} pips, as was told.",
                other=match.setup.players[other],
                pips=shown.pips,
            )
            return Breach(Code.IMPOSSIBLE_HAND, words)
    return _sum_impossible(match, after, seat)


def _sum_impossible(match: HandsMatch, after: HandsRound, seat: int) -> Breach | None:
    """Why the totals cannot all be right, although each could: together they are made of the unseen tiles too."""
    told = {
        each: shown for each, shown in enumerate(after.shown) if shown is not None and shown.tiles is None
    }
    if not told:
        return None
    number = sum(after.hands[each] for each in told)
    given = sum(shown.pips for shown in told.values())
    if can_make(after.unseen, number, given):
        return None
    left = sum(each.pips for each in match.setup.tiles.tiles if each.bit & after.unseen)
    if after.boneyard:
        words = marked(
            "The hidden hands told so far hold {given} pips, and no {number} tiles of those not seen yet make that. "
            "Count {name}'s hand again."
        )
    elif number == after.unseen.bit_count():
        words = marked(
            "Nothing sleeps, so the hidden hands hold {left} pips together, and {given} are told. "
            "Count {name}'s hand again."
        )
    else:
        words = marked(
            "Nothing sleeps, so the hidden hands hold {left} pips together; with {given} told, the rest cannot be. "
            "Count {name}'s hand again."
        )
    counted = msg(
        words,
        left=left,
        given=given,
        number=number,
        name=match.setup.players[seat],
    )
    return Breach(Code.IMPOSSIBLE_HAND, counted)


def held_by(match: HandsMatch, seat: int) -> Held | None:
    """What a seat holds at the end of the round, as far as it is certain; None if it has to be shown."""
    current = match.current
    number = current.hands[seat]
    shown = current.shown[seat]
    if shown is not None:
        return Held(seat, number, shown.pips, shown.tiles)
    if not number:
        return Held(seat, 0, 0, ())
    if current.without_tiles or current.boneyard:
        return None
    hidden = [
        each
        for each, shown in enumerate(current.shown)
        if current.hands[each] and (shown is None or shown.tiles is None)
    ]
    if hidden == [seat]:
        tiles = tuple(tiles_in(current.unseen))
        return Held(seat, number, sum(each.pips for each in tiles), tiles)
    unknown = [each for each in hidden if current.shown[each] is None]
    if unknown == [seat]:
        told = sum(shown.pips for shown in current.shown if shown is not None and shown.tiles is None)
        return Held(seat, number, sum(each.pips for each in tiles_in(current.unseen)) - told, None)
    return None


def all_held(match: HandsMatch) -> list[Held | None]:
    """The same of every seat."""
    return [held_by(match, seat) for seat in range(len(match.setup.players))]
