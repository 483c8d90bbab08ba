"""A line game in three positions: a hand as dealt, a tile that shows what the game is about, a finished round."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Any, NamedTuple

from referee.engine.explain.samples import Unplayable, heard, mixed, said
from referee.engine.games.hands import Ending, Held
from referee.engine.games.line.legal_moves import ways_to_lie
from referee.engine.games.line.pairs import pay_of_pairs
from referee.engine.games.line.settlement import pay_for_hands
from referee.engine.games.line.state import LineMatch
from referee.engine.layout import Layout
from referee.engine.log import Answer, Log, open_log
from referee.engine.rulings import Settled
from referee.engine.seating import LineSetup
from referee.engine.tiles import Tile, mask_of

DEEPEST = 4  # tiles after the first one
MOST = 2000  # positions that are looked at after each tile
FEW = 200  # if there are more, the search goes on from the plainest ones, because it may not come to all of them
LEFT = 2  # tiles that each player still holds at the end
Node = tuple[Log, Answer | None, dict[str, Any]]


class LineSample(NamedTuple):
    """`hand` as dealt, with the tile that `opens` the round if a tile decides it; `sleeping` tiles are left over.

    `turn` is the answer to a tile, `layout` the layout after it. `held` is what everybody has left when a player goes
    out (that player's hand is empty), `pay` what the round then pays.
    """

    hand: tuple[Tile, ...]
    opens: Tile | None
    sleeping: int
    turn: Answer
    layout: Layout
    held: tuple[Held, ...]
    pay: Settled


def line_sample(setup: LineSetup) -> LineSample:
    """The three positions; Unplayable if none is found."""
    named = {"opener": setup.players[0]} if setup.variant.opening.is_named_by_table else {}
    _, log = said(open_log(setup), {"round": 1, **named})
    current = LineMatch.of(log.state).current
    first, turn = _turn(setup, log)
    after = LineMatch.of(turn.state)
    held = _left(after)
    ending = after.current._replace(ending=Ending("out", next(each.seat for each in held if not each.number)))
    over = after._replace(round=ending)
    pay = pay_of_pairs(over, held) if setup.variant.always_partners else pay_for_hands(over, held)
    assert isinstance(pay, Settled)  # nobody ties, and every tile is known
    opening = setup.variant.opening
    opens = first if first is not None and opening.is_forced and not opening.is_named_by_table else None
    hand = _hand(setup, opens)
    return LineSample(hand, opens, current.boneyard, turn, after.current.layout, held, pay)


def _hand(setup: LineSetup, opens: Tile | None) -> tuple[Tile, ...]:
    """A hand in which nothing outranks the tile that opens."""
    outranks = setup.variant.opening.outranks
    others = [
        each
        for each in mixed(setup.tiles.tiles, 1)
        if each is not opens and not (opens and outranks(each, opens)) and not each.is_double
    ]
    hand = others[: setup.hand - (opens is not None)]
    return (*([opens] if opens else []), *sorted(hand, key=lambda each: -each.number))


# A tile that shows what the game is about


def _turn(setup: LineSetup, log: Log) -> tuple[Tile | None, Answer]:
    """The first tile, and the answer to the tile that makes the plainest of the earliest positions to show the game."""

    def plainness(node: Node) -> tuple[int, ...]:
        return _plainness(setup, LineMatch.of(node[0].state).current.layout)

    first, nodes = _led(setup, log)
    for _ in range(DEEPEST):
        moves = (after for node in nodes for after in _moves(setup, node))
        nodes = [*islice(moves, MOST)]
        shown = [node for node in nodes if _shows(setup, LineMatch.of(node[0].state))]
        if shown:
            return first, _claimed(setup, min(shown, key=plainness))
        if len(nodes) > FEW:
            nodes.sort(key=plainness)
    raise Unplayable(setup.variant.key)


def _led(setup: LineSetup, log: Log) -> tuple[Tile | None, list[Node]]:
    """The tile that opens, if one is laid, and the table after it."""
    opening = setup.variant.opening
    if LineMatch.of(log.state).current.layout.laid:
        return None, [(log, None, {})]
    lowest = opening.lowest_first
    for each in sorted(
        setup.tiles.tiles, key=lambda tile: (not tile.is_double, tile.pips if lowest else -tile.pips)
    ):
        found = heard(log, {"by": _to_act(setup, log), _verb(setup): each.name})
        if found is not None and opening.allows(each, setup.tiles.high):
            return each, [(found[1], found[0], {})]
    raise Unplayable(setup.variant.key)


def _verb(setup: LineSetup) -> str:
    return "play" if setup.variant.rows is None else "flip"


def _to_act(setup: LineSetup, log: Log) -> str:
    return setup.players[log.state.to_act or 0]


def _moves(setup: LineSetup, node: Node) -> Iterator[Node]:
    """Every tile that may be laid next, and every way in which it may lie."""
    log, match = node[0], LineMatch.of(node[0].state)
    laid = mask_of(each.tile for each in match.current.layout.laid)
    for each in setup.tiles.tiles:
        if each.bit & laid:
            continue
        for way in ways_to_lie(match, each):
            assert way.place is not None
            event: dict[str, Any] = {
                "by": _to_act(setup, log),
                _verb(setup): each.name,
                "at": way.place.written,
            }
            if _verb(setup) == "play":
                event["out"] = each.other(way.touching)
            found = heard(log, event)
            if found is not None:
                yield found[1], found[0], {"log": log, "event": event}


def _shows(setup: LineSetup, match: LineMatch) -> bool:
    """Whether the last tile shows what the game is about: points, a cross, else three tiles."""
    layout, counting = match.current.layout, setup.variant.counting
    if setup.variant.doubles.cross_first:
        return layout.cross() is None
    return len(layout.laid) > 2 and (not counting.tiles_score or bool(counting.points(layout)))


def _plainness(setup: LineSetup, layout: Layout) -> tuple[int, ...]:
    """Sorts the plainest positions first: both sides of the first tile in use, no doubles or blanks, small numbers."""
    ends = layout.ends()
    both = len({each.on.tile for each in layout.laid if each.on is not None}) == 1
    odd = sum(each.tile.is_double or each.tile.low == 0 for each in layout.laid[1:])
    smallest = sum(ends) if setup.variant.counting.counts_ends else -sum(ends)
    return (not both, odd, smallest, max(ends))


def _claimed(setup: LineSetup, node: Node) -> Answer:
    """The answer to the last tile, with its points claimed if players claim them."""
    log, answer, how = node
    assert answer is not None
    points = setup.variant.counting.points(LineMatch.of(log.state).current.layout)
    if not points or not setup.variant.claims_are_made:
        return answer
    return said(how["log"], {**how["event"], "claim": points})[0]


# A round that is over


def _left(match: LineMatch) -> tuple[Held, ...]:
    """What everybody holds when the player of the last tile goes out: two tiles each, whose totals show the rounding."""
    setup, unit = match.setup, match.setup.variant.counting.unit
    laid = {each.tile for each in match.current.layout.laid}
    free = [each for each in mixed(setup.tiles.tiles, 2) if each not in laid]
    out = match.current.last_layer if match.current.last_layer is not None else 0
    found, rounded = [], False
    for seat in range(len(setup.players)):
        tiles: Sequence[Tile] = () if seat == out else _pair(free, unit, is_round=not rounded)
        rounded = not rounded if tiles else rounded
        free = [each for each in free if each not in tiles]
        found.append(Held(seat, len(tiles), sum(each.pips for each in tiles), tuple(tiles)))
    return tuple(found)


def _pair(free: Sequence[Tile], unit: int, *, is_round: bool) -> Sequence[Tile]:
    """Two tiles whose pips are a multiple of `unit`, or are not."""
    return next(
        pair for pair in combinations(free, LEFT) if (sum(each.pips for each in pair) % unit == 0) is is_round
    )
