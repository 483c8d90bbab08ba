"""Knock-out: neighbours whose touching halves are equal leave a line, which closes up (KO1)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from referee.engine.games.at_any_table import stands
from referee.engine.games.solitaire.state import Outcome, SolitaireKind, SolitaireMatch, SolitaireRound
from referee.engine.messages import Listed, Message, marked, msg, tiles_word
from referee.engine.record.events import Deal, Knock
from referee.engine.rules.solitaires import Knocking
from referee.engine.rulings import Breach, Code, Settled
from referee.engine.tiles import Face, Tile


@dataclass(slots=True)
class KnockOutRound(SolitaireRound):
    """A line in play, from the left; `best` is the fewest tiles that it could have been reduced to."""

    tiles: int
    line: tuple[Face, ...] = ()
    is_dealt: bool = False
    best: int = 0

    @property
    def held(self) -> tuple[int, ...]:
        """How many tiles are still in the line."""
        return (len(self.line) if self.is_dealt else self.tiles,)


def touches(left: Face, right: Face) -> bool:
    """Whether the touching halves of two neighbours are equal."""
    return left.second == right.first


def fewest_left(line: Sequence[Face], *, runs: bool) -> int:
    """The fewest tiles that the line can be reduced to: an exact search.

    Tiles can leave together once everything between them has left. So what leaves is a nesting of groups, and
    whether a stretch can leave as a whole follows from shorter stretches: a pair, or with `runs` a group of any
    size, with stretches between its members that leave as a whole. Every set of places is a bit mask.
    """
    size = len(line)
    beginning = [
        sum(1 << place for place, each in enumerate(line) if each.first == half) for half in range(16)
    ]
    partners = [0] * size  # for each tile, the later ones that can end a group which it begins
    clears = [1 << start for start in range(size + 1)]  # the ends of stretches from here that can all leave
    fewest = [0] * (size + 1)
    for start in reversed(range(size)):
        found = beginning[line[start].second] & clears[start + 1]
        if runs:
            for second in _places(found):
                found |= partners[second]
        partners[start] = found
        for last in _places(found):
            clears[start] |= clears[last + 1]
        left = [fewest[end] for end in _places(clears[start]) if end > start]
        fewest[start] = min([fewest[start + 1] + 1, *left])
    return fewest[0]


def _places(mask: int) -> Iterator[int]:
    """The places in a mask, from the left."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def deal(state: SolitaireMatch, current: KnockOutRound, event: Deal) -> Outcome:
    """Rule on the line as it is turned up."""
    line = state.faces_dealt(event, len(state.setup.tiles))
    if isinstance(line, Breach):
        return line
    best = fewest_left(line, runs=state.rules(Knocking).takes_runs)
    current = current._replace(line=line, is_dealt=True, best=best)
    return _on(state, current, msg("{tiles} lie in the line.", tiles=tiles_word(len(line))))


def _on(state: SolitaireMatch, current: KnockOutRound, words: Message) -> Outcome:
    """The ruling once the line has changed; if no touching halves are equal any more, the game is over."""
    state = state._replace(round=current)
    part = state.rules(Knocking)
    if any(touches(left, right) for left, right in pairwise(current.line)):
        return stands(state, words, rule=state.setup.variant.rule("knock"))
    left = len(current.line)
    steps = (
        msg("{tiles} left.", tiles=tiles_word(left)),
        msg("The best that this line allowed was {best} left.", best=current.best),
    )
    points = ((0, left),) if left and part.counts_rest else ()
    settled = Settled("blocked" if left else "out", None if left else 0, points, steps)
    state = state.add_points(points, 0).settle(settled)  # there is no target to reach
    return stands(state, words, *steps, rule=state.setup.variant.rule("rest"), settled=settled)


def knock(state: SolitaireMatch, current: KnockOutRound, event: Knock) -> Outcome:
    """Rule on neighbours that are knocked out together."""
    place = _place(state, current, event)
    if isinstance(place, Breach):
        return place
    gone = current.line[place : place + len(event.tiles)]
    line = (*current.line[:place], *current.line[place + len(event.tiles) :])
    words = msg("{tiles} leave the line; {left} left.", tiles=Listed(gone), left=tiles_word(len(line)))
    return _on(state, current._replace(line=line), words)


def _place(state: SolitaireMatch, current: KnockOutRound, event: Knock) -> int | Breach:
    """The tiles' place in the line; a breach if they may not leave together."""
    tiles: list[Tile] = []
    lying = [each.tile for each in current.line]
    for each in event.tiles:
        tile = state.tile_of_set(each)
        if isinstance(tile, Breach):
            return tile
        if tile not in lying:
            return Breach(Code.ALREADY_PLAYED, msg("{tile} has left the line already.", tile=tile))
        tiles.append(tile)
    rule = state.setup.variant.rule("knock")
    if len(set(tiles)) < len(tiles) or len(tiles) < 2:
        return Breach(Code.BAD_MOVE, msg("A tile is knocked out with a neighbour."), rule)
    if len(tiles) > 2 and not state.rules(Knocking).takes_runs:
        return Breach(Code.BAD_MOVE, msg("Two tiles are knocked out at a time."), rule)
    place = lying.index(tiles[0])
    if lying[place : place + len(tiles)] != tiles:
        words = msg("{tiles} do not lie side by side, from the left.", tiles=Listed(tiles))
        return Breach(Code.BAD_MOVE, words, rule)
    for left, right in pairwise(current.line[place : place + len(tiles)]):
        if not touches(left, right):
            words = msg("{left} and {right} do not touch with equal halves.", left=left, right=right)
            return Breach(Code.BAD_MOVE, words, rule)
    return place


KIND = SolitaireKind(
    lambda setup, number: KnockOutRound(number, len(setup.tiles)),
    {Deal: deal, Knock: knock},
    undealt=marked("First the line is turned up."),
    dealt=marked("The line is face up already."),
)
