"""What a ruling is made of: verdict, code, the words said, and the rule with its source. Types only."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from referee.wording import Said, said


class Verdict(StrEnum):
    """What the referee says of an event."""

    STANDS = "stands"
    REFUSED = "refused"
    STOOD = "stood"


class Code(StrEnum):
    """Why an event is refused, or which rule it broke and stood (RECORD.md, Refusal codes)."""

    UNREADABLE = "unreadable"
    NOT_IN_SET = "not-in-set"
    ALREADY_PLAYED = "already-played"
    NOT_YOUR_TURN = "not-your-turn"
    WRONG_OPENING = "wrong-opening"
    NO_SUCH_END = "no-such-end"
    DOES_NOT_MATCH = "does-not-match"
    CROSS_FIRST = "cross-first"
    CHOOSE_END = "choose-end"
    CHOOSE_OUT = "choose-out"
    MUST_DRAW = "must-draw"
    MAY_NOT_DRAW = "may-not-draw"
    BONEYARD_EMPTY = "boneyard-empty"
    RESERVE = "reserve"
    MUST_PLAY = "must-play"
    NO_TILES_LEFT = "no-tiles-left"
    NOTHING_TO_CLAIM = "nothing-to-claim"
    CLAIM_CLOSED = "claim-closed"
    WRONG_CLAIM = "wrong-claim"
    NOT_YOURS = "not-yours"
    HAND_MISMATCH = "hand-mismatch"
    IMPOSSIBLE_HAND = "impossible-hand"
    NEEDS_TILES = "needs-tiles"
    BAD_BID = "bad-bid"
    BAD_TRUMP = "bad-trump"
    MUST_FOLLOW = "must-follow"
    BAD_STAKE = "bad-stake"
    BAD_MOVE = "bad-move"
    NOT_NOW = "not-now"
    BREAKS_LATER = "breaks-later"


class Standing(StrEnum):
    """Where a rule comes from: the sheet's words, our reading of its silence, or the table's own choice."""

    PRINTED = "as printed"
    SILENT = "the sheet is silent"
    HOUSE = "house rule"

    @property
    def words(self) -> Said:
        """The same, for whoever reads it."""
        return _STANDINGS[self]


_STANDINGS = {
    Standing.PRINTED: said("as printed"),
    Standing.SILENT: said("the sheet is silent"),
    Standing.HOUSE: said("house rule"),
}


class Source(NamedTuple):
    """A citation: the sheet's title, its section, and how firmly it stands there."""

    sheet: str
    section: str
    standing: Standing = Standing.PRINTED

    def __str__(self) -> str:
        if self.standing is Standing.PRINTED:
            return f"{self.sheet}, {self.section}"
        return f"{self.sheet}, {self.section} ({self.standing.words})"


class Rule(NamedTuple):
    """One rule as a player reads it: the switch it answers, its sentence, its source."""

    name: str
    sentence: Said
    source: Source


class Breach(NamedTuple):
    """A rule that an event would break. `forgivable`: the table may let it stand (RECORD.md, stood)."""

    code: Code
    said: Said
    rule: Rule | None = None
    forgivable: bool = False


class Missed(NamedTuple):
    """Points that nobody claimed in time: the seat that laid the tile, and how many."""

    seat: int
    points: int


class Settled(NamedTuple):
    """How a round ended: `out`, `blocked`, `target`, `void` and so on; the side that won it; what the settlement
    pays each side, in points; its arithmetic, a line each; in poker the rank of each seat's hand."""

    how: str
    winner: int | None
    points: tuple[tuple[int, int], ...]
    steps: tuple[Said, ...]
    ranks: tuple[tuple[int, str], ...] = ()


class Taken(NamedTuple):
    """A trick: the seat that took it, what it counts, and what each side has taken so far."""

    seat: int
    points: int
    sides: tuple[int, ...]


class Ruling(NamedTuple):
    """The referee's answer to one event.

    `said` are the sentences, `points` what the event added to sides, `missed` what it closed unclaimed,
    `settled` the settlement of the round where this event brought it, `trick` the trick that it completed.
    """

    verdict: Verdict
    code: Code | None
    said: tuple[Said, ...]
    rule: Rule | None = None
    points: tuple[tuple[int, int], ...] = ()
    missed: tuple[Missed, ...] = ()
    settled: Settled | None = None
    trick: Taken | None = None

    @property
    def says(self) -> str:
        """The ruling in words."""
        return " ".join(str(each) for each in self.said)


def refusal(breach: Breach) -> Ruling:
    """The ruling that an event does not stand."""
    return Ruling(Verdict.REFUSED, breach.code, (breach.said,), breach.rule)
