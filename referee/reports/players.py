"""Player statistics, computed from the log alone so that they always agree with it.

A player is a name at a table. The points of a side count for each of its players.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain
from typing import Any, NamedTuple

from referee.engine.audit.holdings import RENEGE
from referee.engine.games.match import Status
from referee.engine.log import Entry, Log
from referee.engine.record.events import Muggins, Play, Round
from referee.engine.rulings import Premio, Verdict
from referee.reports.sections import Section, sections

COUNTING = 1  # raise it if the same log gives other figures than before: those that are stored are then counted again
UNCOUNTED = "void"


class RoundOf(NamedTuple):
    """One settled round: the points of each side from tiles, claims and settlement, how it ended, and its premios without
    the prize that a first round pays a whole pair."""

    points: tuple[int, ...]
    how: str
    winner: int | None
    premios: tuple[Premio, ...]


@dataclass(frozen=True, kw_only=True)
class PlayerCard:
    """One player at one table, or at many.

    `points` are those of each round that counted, in order; `charges` the same if fewer are better. `won` counts
    matches; one that nobody won alone counts as played. `called` and `missed` are the points of each muggins call made,
    and of each chance missed, but none of a round that does not count. `beat` and `lost_to` count matches by opponent,
    `premios` those that the player earned for a pair, by kind.
    """

    name: str
    matches: int = 0
    won: int = 0
    rounds_won: int = 0
    points: tuple[int, ...] = ()
    charges: tuple[int, ...] = ()
    called: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    reneges: int = 0
    openings: Mapping[str, int] = field(default_factory=Counter)
    beat: Mapping[str, int] = field(default_factory=Counter)
    lost_to: Mapping[str, int] = field(default_factory=Counter)
    premios: Mapping[str, int] = field(default_factory=Counter)

    @property
    def rounds(self) -> int:
        """How many rounds counted."""
        return len(self.points) + len(self.charges)

    @property
    def made(self) -> tuple[int, ...]:
        """The points of each round, or the charges if there are no points."""
        return self.points or self.charges

    @property
    def average(self) -> float | None:
        """The average points of a round; None before the first."""
        return sum(self.made) / len(self.made) if self.made else None

    @property
    def best(self) -> int | None:
        """The points of the best round, or the lowest charge; None before the first."""
        return max(self.points) if self.points else min(self.charges, default=None)


class Facts(NamedTuple):
    """The statistics of one table: the game, whether its match is over, and a card for each player in seating order."""

    variant: str
    is_over: bool
    cards: tuple[PlayerCard, ...]

    def written(self) -> dict[str, Any]:
        """The same as JSON, to be stored with the table."""
        return {**self._asdict(), "cards": [vars(each) for each in self.cards]}


def read_facts(written: Mapping[str, Any]) -> Facts:
    """The facts from the JSON that `Facts.written` returned."""
    return Facts(written["variant"], written["is_over"], tuple(map(_read_card, written["cards"])))


def _read_card(written: Mapping[str, Any]) -> PlayerCard:
    lists = {name: tuple(written[name]) for name in ("points", "charges", "called", "missed")}
    return PlayerCard(**{**written, **lists})


def facts_of(log: Log) -> Facts:
    """The statistics from one table's log."""
    setup = log.state.setup
    parts = [each for each in sections(log) if each.settled is None or each.settled.how != UNCOUNTED]
    rounds, entries = rounds_of(parts), [entry for part in parts for entry in part.entries]
    cards = tuple(_card(log, seat, rounds, entries) for seat in range(len(setup.players)))
    return Facts(setup.variant.key, log.state.status is Status.MATCH_OVER, cards)


def rounds_of(parts: Iterable[Section]) -> list[RoundOf]:
    """Those that were settled, in order, each with the points of the sides; points by agreement are left out."""
    found = []
    for part in parts:
        settled = part.settled
        if settled is None:
            continue
        premios = [each for entry in part.entries for each in entry.ruling.premios if each.points]
        premios += (each for each in settled.premios if each.kind != "hand")
        found.append(RoundOf(part.made, settled.how, settled.winner, tuple(premios)))
    return found


def _card(log: Log, seat: int, rounds: Sequence[RoundOf], entries: Sequence[Entry]) -> PlayerCard:
    """The card of the player in that seat, from the rounds and entries that count."""
    state, setup = log.state, log.state.setup
    side = setup.side_of[seat]
    name = setup.players[seat]
    is_shared = state.winner is None and len(setup.sides) > 1 and bool(rounds)
    is_over = state.status is Status.MATCH_OVER and (is_shared or state.winner is not None)
    others = [each for each in range(len(setup.players)) if setup.side_of[each] != side]
    won = is_over and state.winner == side
    made = tuple(each.points[side] for each in rounds)
    are_charges = setup.variant.points_are_charges
    return PlayerCard(
        name=name,
        matches=int(is_over),
        won=int(won),
        rounds_won=sum(each.winner == side for each in rounds),
        points=() if are_charges else made,
        charges=made if are_charges else (),
        called=tuple(_called(entries, seat, side)),
        missed=tuple(each.points for entry in entries for each in entry.ruling.missed if each.seat == seat),
        reneges=sum(flag.kind == RENEGE and flag.seat == seat for flag in state.flags),
        openings=Counter(tile for by, tile in openings_of(log) if by == seat),
        beat=Counter(setup.players[each] for each in others if won),
        lost_to=Counter(
            setup.players[each] for each in others if is_over and setup.side_of[each] == state.winner
        ),
        premios=Counter(each.kind for round_of in rounds for each in round_of.premios if each.seat == seat),
    )


def _called(entries: Iterable[Entry], seat: int, side: int) -> Iterator[int]:
    """The points that a player won with each muggins call."""
    for entry in entries:
        if not isinstance(entry.event, Muggins) or entry.event.by != seat:
            continue
        if entry.ruling.verdict is Verdict.STANDS:
            yield sum(points for each, points in entry.ruling.points if each == side)


def openings_of(log: Log) -> Iterator[tuple[int, str]]:
    """The seat and the tile that opened each round."""
    is_open = False
    for entry in log.entries:
        if isinstance(entry.event, Round):
            is_open = True
        elif isinstance(entry.event, Play) and is_open and entry.event.tile is not None:
            yield entry.event.by, entry.event.tile.name
            is_open = False


def everybody(facts: Iterable[Facts]) -> list[PlayerCard]:
    """A card for every player of these tables, in order of first appearance."""
    found: dict[str, list[PlayerCard]] = {}
    for each in facts:
        for card in each.cards:
            found.setdefault(card.name, []).append(card)
    return [put_together(name, cards) for name, cards in found.items()]


def by_variant(facts: Iterable[Facts], name: str) -> dict[str, PlayerCard]:
    """One player's card for each variant."""
    found: dict[str, list[PlayerCard]] = {}
    for each in facts:
        for card in each.cards:
            if card.name == name:
                found.setdefault(each.variant, []).append(card)
    return {variant: put_together(name, cards) for variant, cards in found.items()}


def put_together(name: str, cards: Collection[PlayerCard]) -> PlayerCard:
    """One card from several of one player: numbers and counts are added, values by round are concatenated."""
    kept = [each.name for each in fields(PlayerCard) if each.name != "name"] if cards else []
    return PlayerCard(name=name, **{each: _added([getattr(card, each) for card in cards]) for each in kept})


def _added(values: Sequence[Any]) -> Any:
    if isinstance(values[0], Mapping):
        return sum(map(Counter, values), Counter[str]())
    return tuple(chain.from_iterable(values)) if isinstance(values[0], tuple) else sum(values)
