"""A practice round: where every tile of the set is, and what happens next.

The referee never knows what the players hold. In practice there are no real tiles, so a deal is kept beside the log;
the log itself is judged like any other.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine.games.hands import HandsMatch
from referee.engine.games.line.legal_moves import Landing, ways_to_lie
from referee.engine.games.line.state import LineMatch, drawable
from referee.engine.games.match import Status
from referee.engine.games.trains.places import train_words, ways_to_lay
from referee.engine.games.trains.state import TrainMatch
from referee.engine.games.trains.stuck import draw_breach
from referee.engine.log import Entry
from referee.engine.messages import Message
from referee.engine.record.events import Draw, Play, Round
from referee.engine.tiles import Tile


class Imagined(NamedTuple):
    """Where the tiles are: each seat's hand, and the boneyard in the order in which it is drawn. `stray` is a tile
    that was laid by somebody who did not hold it."""

    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    stray: Tile | None = None


class PracticeStep(NamedTuple):
    """What happens next: `deal`, `open`, `lead` (any tile), `play`, `draw`, `pass`, `show`, `over`, or `stray`
    if an entry does not fit the imagined tiles. `tiles` are those that may be laid or shown; `on` is the tile or the
    train to lay the first of them on, if there is a choice."""

    what: str
    seat: int | None = None
    tiles: tuple[Tile, ...] = ()
    on: Tile | Message | None = None


def deal_out(tiles: Sequence[Tile], players: int, each: int) -> Imagined:
    """The shuffled tiles, dealt: `each` to every player, the rest in the boneyard."""
    hands = tuple(tuple(tiles[seat * each : (seat + 1) * each]) for seat in range(players))
    return Imagined(hands, tuple(tiles[players * each :]))


def now(dealt: Imagined, entries: Sequence[Entry]) -> Imagined:
    """Where the tiles are after the entries of the latest round."""
    hands, boneyard, stray = [list(hand) for hand in dealt.hands], list(dealt.boneyard), None
    deals = [place for place, entry in enumerate(entries) if isinstance(entry.event, Round)]
    for entry in entries[deals[-1] + 1 :] if deals else ():
        event = entry.event
        if isinstance(event, Play) and event.tile is not None:
            if event.tile in hands[event.by]:
                hands[event.by].remove(event.tile)
            else:
                stray = event.tile
        elif isinstance(event, Draw):
            hands[event.by] += boneyard[: event.number]
            del boneyard[: event.number]
    return Imagined(tuple(tuple(hand) for hand in hands), tuple(boneyard), stray)


class Player(NamedTuple):
    """How one family of games is played in practice: which tile may open the round, whether it is laid before the
    deal, and what the player to act does with a hand. Each function takes the match first."""

    may_open: Callable[[Any, Tile], bool]
    opens_before_deal: Callable[[Any], bool]
    acts: Callable[[Any, int, Sequence[Tile]], PracticeStep]


def player_of(match: HandsMatch) -> Player:
    """How the game of this match is played in practice."""
    return PLAYERS[match.setup.variant.machine]


def next_step(match: HandsMatch, imagined: Imagined) -> PracticeStep:
    """What happens next in the imagined round."""
    current = match.round
    if current is None:
        return PracticeStep("deal")
    if match.status is Status.REVEAL:
        for seat, hand in enumerate(imagined.hands):
            if hand and current.shown[seat] is None:
                return PracticeStep("show", seat, hand)
    if match.status is not Status.PLAYING:
        return PracticeStep("over")
    if imagined.stray is not None:
        return PracticeStep("stray", current.to_act, (imagined.stray,))
    if current.to_act is None:
        may_open = player_of(match).may_open
        held = [(seat, tile) for seat, hand in enumerate(imagined.hands) for tile in hand]
        doubles = [(seat, tile) for seat, tile in held if may_open(match, tile)]
        if not doubles:
            return PracticeStep("deal")
        seat, tile = max(doubles, key=lambda each: each[1].pips)
        return PracticeStep("open", seat, (tile,))
    return player_of(match).acts(match, current.to_act, imagined.hands[current.to_act])


def _acts(match: LineMatch, seat: int, hand: Sequence[Tile]) -> PracticeStep:
    current = match.current
    if not current.layout.laid:
        heaviest_first = tuple(sorted(hand, key=lambda each: -each.pips))
        return PracticeStep("play" if seat else "lead", seat, heaviest_first)
    ways = [(tile, way) for tile in hand for way in ways_to_lie(match, tile)]
    if not ways:
        return PracticeStep("draw" if drawable(match, current) else "pass", seat)

    def worth(tile: Tile, way: Landing) -> int:
        layout = current.layout.add(tile, way.place, way.touching, across=way.across)
        return match.setup.variant.counting.points(layout)

    ways.sort(key=lambda each: (-worth(*each), -each[0].pips))
    first, way = ways[0]
    places = {each.place.tile for tile, each in ways if tile is first and each.place is not None}
    on = way.place.tile if way.place is not None and len(places) > 1 else None
    return PracticeStep("play", seat, tuple(dict.fromkeys(tile for tile, _ in ways)), on)


def _acts_on_trains(match: TrainMatch, seat: int, hand: Sequence[Tile]) -> PracticeStep:
    current = match.current
    ways = ways_to_lay(match, current, seat, hand)
    if not ways:
        may_draw = draw_breach(match, current, Draw(seat, 1)) is None
        return PracticeStep("draw" if may_draw else "pass", seat)
    first, place = ways[0]
    is_choice = sum(tile is first for tile, _ in ways) > 1
    end = current.ends[place]
    on = train_words(match, current, place) if match.setup.variant.has_trains else end.tile
    tiles = tuple(dict.fromkeys(tile for tile, _ in ways))
    return PracticeStep("play", seat, tiles, on if is_choice else None)


def _opens_trains(match: TrainMatch, tile: Tile) -> bool:
    number = match.round.double if match.round is not None else match.setup.tiles.high
    return tile is match.setup.double(number)


PLAYERS: Mapping[str, Player] = {
    "line": Player(
        lambda _match, tile: tile.is_double,
        lambda match: match.setup.variant.opening.double_lies_first,
        _acts,
    ),
    "trains": Player(_opens_trains, lambda match: match.setup.variant.opening.lies_first, _acts_on_trains),
}
