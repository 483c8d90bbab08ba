"""What is wrong with an impossible hand, and what would fix it: an earlier entry that was probably tapped wrong, or a
draw or a pass that nobody entered.

A proposal is offered only after it was tried: the log stands with it, and then so does the hand.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, NamedTuple

from referee.engine.explain.put_in import Bodies, put_in
from referee.engine.log import Log, entries_of_round
from referee.engine.messages import Message, marked, msg, pips_word, tiles_word
from referee.engine.record.events import Draw, Hand, Pass, Pips, Play
from referee.engine.rulings import Code, Rule, Verdict
from referee.engine.seating import Seating
from referee.engine.tiles import Tile, mask_of, tiles_in

MOST_PROPOSALS = 5
MOST_TRIALS = 60
RECONCILABLE = (Code.HAND_MISMATCH, Code.IMPOSSIBLE_HAND)


class Proposal(NamedTuple):
    """A correction that fixes it: the event to enter, in the form of record/README.md, the entry that it corrects (None:
    the hand or the total itself was wrong, and `raw` replaces it), and the sentence that offers it.

    If it `puts_in` something that was forgotten, that belongs before the entry `corrects`.
    """

    raw: dict[str, Any]
    corrects: int | None
    said: Message
    puts_in: bool = False


class Reconciliation(NamedTuple):
    """What is wrong, in sentences, the rule if one decided, and what would put it right, the likeliest first.

    All are empty if nothing is wrong.
    """

    wrong: tuple[Message, ...]
    rule: Rule | None
    proposals: tuple[Proposal, ...]


def reconcile(log: Log, raw: Mapping[str, Any], bodies: Bodies) -> Reconciliation:
    """What is wrong with a `hand` or `pips` that the referee refuses as impossible, and what would fix it.

    `bodies` gives the entries in record form. Nothing is changed: the scorekeeper enters the proposal, and then the
    hand again.
    """
    answer, _ = log.say(raw)
    event, ruling = answer.event, answer.ruling
    is_impossible = ruling.verdict is Verdict.REFUSED and ruling.code in RECONCILABLE
    if not is_impossible or not isinstance(event, Hand | Pips):
        return Reconciliation((), None, ())

    def fits(after: Log) -> Log | None:
        again, found = after.say(raw)
        return None if again.ruling.verdict is Verdict.REFUSED else found

    table = _Table(log, event, bodies, fits)
    wrong = (*ruling.said, *table.what_was_seen())
    return Reconciliation(wrong, ruling.rule, tuple(table.mending()))


def may_recount(setup: Seating) -> bool:
    """Whether a draw or a pass that nobody entered may explain another number of tiles in a hand."""
    return setup.variant.has_draws or setup.lays_in_line


def recount(log: Log, seat: int, held: int, bodies: Bodies) -> Reconciliation:
    """How the log arrives at the number of tiles that a seat holds, and which draws or passes would make it `held`
    instead."""

    def fits(after: Log) -> Log | None:
        return after if after.state.hands_held[seat] == held else None

    table = _Table(log, Hand(seat, (None,) * held), bodies, fits)
    return Reconciliation((table.counted(),), None, tuple(table.mending()) if held != table.held else ())


class _Table:
    """The current round according to its log, and the hand that does not fit.

    `fits` gives the log after a correction and, if it was shown, the hand; None if the hand still does not fit.
    """

    def __init__(
        self, log: Log, event: Hand | Pips, bodies: Bodies, fits: Callable[[Log], Log | None]
    ) -> None:
        self.log, self.event, self.bodies, self.fits = log, event, bodies, fits
        self.setup = log.start.setup
        self.name = self.setup.players[event.by]
        self.entries = entries_of_round(log, log.state.round_number)
        self.hand = [each for each in event.tiles if each is not None] if isinstance(event, Hand) else []
        self.laid = [
            (each.number, each.event, each.event.tile)
            for each in self.entries
            if isinstance(each.event, Play) and each.event.tile is not None
        ]
        self.shown = [(each.number, each.event) for each in self.entries if isinstance(each.event, Hand)]
        self.told = [(each.number, each.event) for each in self.entries if isinstance(each.event, Pips)]
        self.draws = [(each.number, each.event) for each in self.entries if isinstance(each.event, Draw)]
        self.held = log.state.hands_held[event.by]
        seen = mask_of(tile for _, _, tile in self.laid)
        seen |= mask_of(each for _, hand in self.shown for each in hand.tiles if each is not None)
        unseen = getattr(log.state.round, "unseen", ~seen)  # not every family keeps it
        self.unseen = list(tiles_in(self.setup.tiles.mask & unseen))

    def what_was_seen(self) -> Iterator[Message]:
        """What the log says about the tiles and numbers that do not fit."""
        for tile in dict.fromkeys(self.hand):
            for number, event, other in self.laid:
                if other is tile:
                    name = self.setup.players[event.by]
                    yield msg("{name} laid {tile} on move {number}.", name=name, tile=tile, number=number)
            for number, hand in self.shown:
                if tile in hand.tiles:
                    name = self.setup.players[hand.by]
                    yield msg("{name} showed {tile} on move {number}.", name=name, tile=tile, number=number)
        if isinstance(self.event, Hand) and len(self.event.tiles) != self.held:
            yield self.counted()

    def counted(self) -> Message:
        """How the log arrives at the number of tiles held."""
        laid = sum(event.by == self.event.by for _, event, _ in self.laid)
        drawn = sum(event.number for _, event in self.draws if event.by == self.event.by)
        template = marked("{name} took {dealt}, drew {drawn} and laid {laid}: {held} left.")
        if not (drawn or self.setup.variant.has_draws):
            template = marked("{name} took {dealt} and laid {laid}: {held} left.")
        return msg(
            template,
            name=self.name,
            dealt=self.held + laid - drawn,
            drawn=drawn,
            laid=laid,
            held=tiles_word(self.held),
        )

    def mending(self) -> list[Proposal]:
        """The corrections that fix it, each of them tried, the likeliest first: earlier entries before the hand itself,
        and within each group last those that would prove a false pass or draw. Of the places where the same draw may
        have been forgotten it names one: which it was changes no score."""
        tried = ((self._flags_after(each), each) for each in islice(self._possible(), MOST_TRIALS))
        mending = [(flags, each) for flags, each in tried if flags is not None]
        found = [each for _, each in sorted(mending, key=lambda pair: (pair[1].corrects is None, pair[0]))]
        forgotten = [each for each in found if each.puts_in and "draw" in each.raw]
        return [each for each in found if each not in forgotten[1:]][:MOST_PROPOSALS]

    def _flags_after(self, proposal: Proposal) -> int | None:
        if proposal.puts_in:
            assert proposal.corrects is not None
            found = put_in(self.log, proposal.corrects, [proposal.raw], self.bodies)
            after = self.fits(found.log) if found.refused is None else None
        else:
            answer, log = self.log.say(proposal.raw)
            stands = answer.ruling.verdict is not Verdict.REFUSED
            after = (log if proposal.corrects is None else self.fits(log)) if stands else None
        return len(after.state.flags) if after is not None else None

    def _possible(self) -> Iterator[Proposal]:
        """Everything that may have been entered wrong, in the order of trying."""
        if isinstance(self.event, Pips):
            yield from self._other_totals(self.event.pips)
            yield from self._other_draws((1, -1, 2, -2))
            yield from self._forgotten_draws(1)
            yield from self._nearby_totals(self.event)
            yield from self._laid_tapped_wrong([tile for _, _, tile in reversed(self.laid)])
            return
        surplus = len(self.event.tiles) - self.held
        if surplus:
            yield from self._fewer_tiles()
            yield from self._other_draws((surplus,))
            yield from self._forgotten_draws(surplus)
            if surplus in (1, -1) and self.setup.lays_in_line:
                yield from self._forgotten_passes()
            return
        twice = [each for each in self.hand if self.hand.count(each) > 1]
        laid = [tile for _, _, tile in self.laid if tile in self.hand]
        yield from self._laid_tapped_wrong(laid)
        yield from self._others_showed_wrong()
        yield from self._other_totals(None)
        for tile in dict.fromkeys([*twice, *laid]):
            yield from self._hand_tapped_wrong(tile)

    def _laid_tapped_wrong(self, tiles: Iterable[Tile]) -> Iterator[Proposal]:
        """One of these tiles was another one."""
        places = {tile: (number, event) for number, event, tile in self.laid}
        for tile in tiles:
            number, event = places[tile]
            for other in self._instead_of(tile):
                out = event.out if event.out in other.halves else None
                words = msg(
                    "Entry {number}: {name}'s {tile} may have been {other}.",
                    number=number,
                    name=self.setup.players[event.by],
                    tile=tile,
                    other=other,
                )
                yield _amend(number, event._replace(tile=other, out=out).in_record(self.setup.players), words)

    def _others_showed_wrong(self) -> Iterator[Proposal]:
        """A tile in a hand that was shown before was another one."""
        for number, hand in reversed(self.shown):
            for tile in hand.tiles:
                if tile is None or tile not in self.hand:
                    continue
                for other in self._instead_of(tile):
                    name = self.setup.players[hand.by]
                    tiles = [str(other if each is tile else each) for each in hand.tiles]
                    words = msg(
                        "Entry {number}: the {tile} that {name} showed may have been {other}.",
                        number=number,
                        name=name,
                        tile=tile,
                        other=other,
                    )
                    yield _amend(number, {"by": name, "hand": tiles}, words)

    def _other_draws(self, differences: Sequence[int]) -> Iterator[Proposal]:
        """This player drew another number of tiles, or did not draw."""
        for more in differences:
            for number, event in reversed(self.draws):
                if event.by != self.event.by or event.number + more < 0:
                    continue
                drew = event.number + more
                template = marked("Entry {number}: {name} may have drawn {tiles}, not {entered}.")
                if not drew:
                    template = marked("Entry {number}: {name} may not have drawn there.")
                words = msg(
                    template, number=number, name=self.name, tiles=tiles_word(drew), entered=event.number
                )
                if drew:
                    stood = {"stood": True} if event.stood else {}
                    yield _amend(number, {"by": self.name, "draw": drew, **stood}, words)
                else:
                    yield Proposal({"retract": number}, number, words)

    def _forgotten_draws(self, more: int) -> Iterator[Proposal]:
        """This player drew before one of their moves, the last one first, and nobody entered it.

        Moves right after a draw of theirs are left out: that draw may have been larger.
        """
        if more < 1:
            return
        for before, entry in reversed([*pairwise(self.entries)]):
            event = entry.event
            is_own = isinstance(event, Play | Pass) and event.by == self.event.by
            if is_own and not isinstance(before.event, Draw):
                words = msg(
                    "Before entry {number}: {name} may have drawn {tiles}.",
                    number=entry.number,
                    name=self.name,
                    tiles=tiles_word(more),
                )
                raw = {"by": self.name, "draw": more}
                yield Proposal(raw, entry.number, words, puts_in=True)

    def _forgotten_passes(self) -> Iterator[Proposal]:
        """A player passed before a move that was entered as theirs, the last one first, and nobody entered it: each move
        since was the next player's."""
        for entry in reversed(self.entries):
            event = entry.event
            if isinstance(event, Play | Pass) and not event.stood:
                name = self.setup.players[event.by]
                words = msg("Before entry {number}: {name} may have passed.", number=entry.number, name=name)
                yield Proposal({"by": name, "pass": True}, entry.number, words, puts_in=True)

    def _other_totals(self, pips: int | None) -> Iterator[Proposal]:
        """A total given before was wrong: this player's own, or one that is no longer possible."""
        own = sum(each.pips for each in self.hand) if pips is None else pips
        for number, told in reversed(self.told):
            name = self.setup.players[told.by]
            totals = [own] if told.by == self.event.by else _around(told.pips)
            for total in totals:
                words = msg(
                    "Entry {number}: {name}'s {told} may have been {total}.",
                    number=number,
                    name=name,
                    told=pips_word(told.pips),
                    total=total,
                )
                yield _amend(number, {"by": name, "pips": total}, words)

    def _nearby_totals(self, event: Pips) -> Iterator[Proposal]:
        """The total itself was added up wrong."""
        for total in _around(event.pips):
            words = msg(
                "{name} may have {total}, not {told}.",
                name=self.name,
                total=pips_word(total),
                told=event.pips,
            )
            yield Proposal({"by": self.name, "pips": total}, None, words)

    def _fewer_tiles(self) -> Iterator[Proposal]:
        """Tiles of the hand that are seen elsewhere, or are named twice, do not belong to it."""
        fewer = [each for each in dict.fromkeys(self.hand) if each in self.unseen]
        gone = [each for each in dict.fromkeys(self.hand) if each not in self.unseen]
        if len(fewer) < len(self.hand):
            words = msg("Without what was seen elsewhere {name}'s hand counts right.", name=self.name)
            if not gone:
                words = msg("With each tile named once {name}'s hand counts right.", name=self.name)
            yield Proposal({"by": self.name, "hand": [str(each) for each in fewer]}, None, words)

    def _hand_tapped_wrong(self, tile: Tile) -> Iterator[Proposal]:
        """A tile of the hand itself was another one."""
        at = len(self.hand) - 1 - self.hand[::-1].index(tile)
        for other in self._instead_of(tile):
            tiles = [str(other if place == at else each) for place, each in enumerate(self.hand)]
            words = msg("The {tile} in {name}'s hand may be {other}.", tile=tile, name=self.name, other=other)
            yield Proposal({"by": self.name, "hand": tiles}, None, words)

    def _instead_of(self, tile: Tile) -> list[Tile]:
        """The unseen tiles that are not in the hand either, those most easily confused with this one first."""
        return [each for each in nearest(tile, self.unseen) if each not in self.hand]


def _amend(number: int, correct: dict[str, Any], words: Message) -> Proposal:
    return Proposal({"amend": number, "with": correct}, number, words)


def nearest(tile: Tile, others: Iterable[Tile]) -> list[Tile]:
    """The other tiles, the most easily confused first: those that share a half, then by distance in pips."""

    def distance(other: Tile) -> tuple[int, int, int]:
        rest = abs(other.high - tile.high) + abs(other.low - tile.low)
        return (0 if set(tile.halves) & set(other.halves) else 1, rest, other.number)

    return sorted((each for each in others if each is not tile), key=distance)


def _around(total: int) -> list[int]:
    return [each for step in range(1, 6) for each in (total - step, total + step) if each >= 0]
