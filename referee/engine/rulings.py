"""What a ruling is made of: verdict, code, sentences, and the rule with its source. Types only."""

from enum import StrEnum
from typing import NamedTuple

from referee.engine.layout import Place
from referee.engine.messages import Message, marked, msg
from referee.engine.tiles import Tile


class Verdict(StrEnum):
    """The referee's verdict on an event."""

    STANDS = "stands"
    REFUSED = "refused"
    LET_STAND = "stood"


class Code(StrEnum):
    """Why an event is refused, or which rule it broke if it stood (record/README.md, Refusal codes)."""

    UNREADABLE = "unreadable"
    NOT_IN_SET = "not-in-set"
    ALREADY_PLAYED = "already-played"
    NOT_YOUR_TURN = "not-your-turn"
    WRONG_OPENING = "wrong-opening"
    NO_SUCH_END = "no-such-end"
    DOES_NOT_MATCH = "does-not-match"
    CROSS_FIRST = "cross-first"
    DOUBLE_OPEN = "double-open"
    TRAIN_CLOSED = "train-closed"
    OWN_TRAIN_FIRST = "own-train-first"
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
    MAY_LOSE = "may-lose"
    IMPOSSIBLE_POINTS = "impossible-points"
    NOT_NOW = "not-now"
    BREAKS_LATER = "breaks-later"


class Provenance(StrEnum):
    """Where a rule comes from: the sheet's words, our reading of its silence, or the table's own choice."""

    PRINTED = marked("as printed")
    SILENT = marked("the sheet is silent")
    HOUSE = marked("house rule")

    @property
    def words(self) -> Message:
        """The same as a message that can be translated."""
        return msg(self.value)


class Source(NamedTuple):
    """A citation: the sheet's title, its section, and whether the rule is printed there.

    A section is called as it is printed. The sheet of games that none prints is our own: its section is a game, perhaps a
    message, and `sites` are where the rule was found.
    """

    sheet: str
    section: str | Message
    standing: Provenance = Provenance.PRINTED
    sites: str | Message = ""

    @property
    def place(self) -> str:
        """The section, with its sites."""
        return f"{self.section} ({self.sites})" if self.sites else str(self.section)

    def __str__(self) -> str:
        if self.standing is Provenance.PRINTED:
            return f"{msg(self.sheet)}, {self.place}"
        return f"{msg(self.sheet)}, {self.place} ({self.standing.words})"


class Rule(NamedTuple):
    """One rule as a player reads it: the switch it answers, its sentence, its source."""

    name: str
    sentence: Message
    source: Source


Way = tuple[Place, int]


class Breach(NamedTuple):
    """A rule that an event would break, or a choice that it leaves open.

    `forgivable`: the table may let the event stand (record/README.md, stood). `ways` are the ways in which
    the tile may lie, if the player has to choose one: the place, and the half that touches there.
    """

    code: Code
    said: Message
    rule: Rule | None = None
    forgivable: bool = False
    ways: tuple[Way, ...] = ()


class Missed(NamedTuple):
    """Points that nobody claimed in time: the seat that laid the tile, how many points, and the tile."""

    seat: int
    points: int
    tile: Tile


class StepKind(StrEnum):
    """What a step of a settlement is about: what is left in the hands, the rounding of one of them, something proved,
    that the round does not count, what a side is paid, or how that is worked out."""

    LEFT_OVER = "left over"
    ROUNDED = "rounded"
    PROVED = "proved"
    UNCOUNTED = "uncounted"
    PAID = "paid"
    WORKED_OUT = "worked out"


class Step(Message):
    """A step of a settlement: a sentence, and the same as `lines` of a sum, each a label and an amount.

    `whom` is the player whose hand is rounded, or the side that is paid.
    """

    __slots__ = ("kind", "lines", "whom")

    def __init__(
        self,
        words: Message,
        *lines: tuple[Message, int],
        kind: StepKind = StepKind.WORKED_OUT,
        whom: str = "",
    ) -> None:
        super().__init__(words.template, words.values, words.context)
        self.lines = lines
        self.kind = kind
        self.whom = whom

    @property
    def figure(self) -> int | None:
        """The result of the step's sum; None if it has none."""
        return self.lines[-1][1] if self.lines else None


class Premio(NamedTuple):
    """Points for something other than tiles: what for, the seat that made them, if any, and the side that scores them.

    `switch` names the rule that pays it during a round, or the one by which it does not count.
    """

    kind: str
    seat: int | None
    side: int
    points: int
    switch: str = ""


class Remark(NamedTuple):
    """Something worth mentioning that pays nothing: a double that can never be laid, a match won to nil."""

    kind: str
    side: int | None = None
    tile: Tile | None = None


class Settled(NamedTuple):
    """How a round ended: `out`, `blocked`, `target`, `void` and so on; the side that won it; what the settlement
    pays each side, in points; its arithmetic, line by line; in poker the rank of each seat's hand.

    `by` are the switches that decided it besides those of every settlement of its kind, the most important first: the
    one for passing an exact target, for a tie, for partners, for a false pass, for a renege. `without_tiles`: somebody
    entered how the round ended, but not every tile.
    """

    how: str
    winner: int | None
    points: tuple[tuple[int, int], ...]
    steps: tuple[Message, ...]
    ranks: tuple[tuple[int, str], ...] = ()
    by: tuple[str, ...] = ()
    premios: tuple[Premio, ...] = ()
    remarks: tuple[Remark, ...] = ()
    without_tiles: bool = False


class TrickTaken(NamedTuple):
    """A trick: the seat that took it, what it counts, and what each side has taken so far."""

    seat: int
    points: int
    sides: tuple[int, ...]


class Ruling(NamedTuple):
    """The referee's answer to one event.

    `said` are the sentences, `points` what the event added to each side, `missed` the points that it let lapse,
    `settled` the settlement if this event ended the round, `trick` the trick that it completed. For a tile laid in a
    line, `at` is the tile that it lies on (None: it opens), `sum` the sentence that adds up the ends, and `overshot`
    the sentence that says its points, or those of a call, would pass the target. `forgiven` is the breach that the
    table let stand. `stops`: a pass by which a player declines to lay a further tile. `closes`: a tile that takes
    down the marker of its player's own train. For a refusal, `may_stand` says that the table may let the event stand
    anyway, and `ways` are the ways in which the tile may lie, if one has to be chosen. `premios` are those for passes
    and `remarks` those on tiles; a settlement has its own. `called` is the tile whose points a claim or muggins took.
    """

    verdict: Verdict
    code: Code | None
    said: tuple[Message, ...]
    rule: Rule | None = None
    points: tuple[tuple[int, int], ...] = ()
    missed: tuple[Missed, ...] = ()
    settled: Settled | None = None
    trick: TrickTaken | None = None
    at: Tile | None = None
    sum: Message | None = None
    overshot: Message | None = None
    forgiven: Message | None = None
    stops: bool = False
    closes: bool = False
    may_stand: bool = False
    ways: tuple[Way, ...] = ()
    premios: tuple[Premio, ...] = ()
    remarks: tuple[Remark, ...] = ()
    called: Tile | None = None

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rule that it cites; () if it cites none."""
        return () if self.rule is None else (self.rule,)

    @property
    def says(self) -> str:
        """The ruling in words."""
        return " ".join(str(each) for each in self.said)


def refusal(breach: Breach) -> Ruling:
    """The ruling that refuses an event."""
    return Ruling(
        Verdict.REFUSED,
        breach.code,
        (breach.said,),
        breach.rule,
        may_stand=breach.forgivable,
        ways=breach.ways,
    )


def stood(ruling: Ruling, breach: Breach | None, place: int | None = None) -> Ruling:
    """The ruling on an event that broke a rule and that the table lets stand; unchanged if there is no breach.

    The breach is reported after the first `place` sentences, or at the end. A wrong claim that rides on a tile keeps
    its own code.
    """
    if breach is None:
        return ruling
    rest = ruling.said[place:] if place is not None else ()
    said = (*ruling.said[:place], breach.said, msg("The table lets it stand."), *rest)
    code = ruling.code or breach.code
    return ruling._replace(
        verdict=Verdict.LET_STAND, code=code, said=said, rule=breach.rule, forgiven=breach.said
    )
