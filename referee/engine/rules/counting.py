"""What a tile scores when it is laid, in figures and in words; who has to claim it, and until when."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.engine.layout import Layout
from referee.engine.messages import Counted, Listed, Message, counted, msg, number_word, paired
from referee.engine.rules.part import Part, choice, unless, where

FIVE = 5
# For each `score`, the numbers whose multiples score; a sum scores for each number that divides it.
MULTIPLES = {"fives": (5,), "threes": (3,), "fives_and_threes": (5, 3)}
PAIR, TRIPLE = 2, 3  # what equal ends score in Bergen


def nearest(pips: int, unit: int = FIVE) -> int:
    """The multiple of `unit` (3 or 5) nearest to `pips`; there is never a tie (rules/README.md part 0)."""
    return unit * ((pips + unit // 2) // unit)


@dataclass(frozen=True, kw_only=True)
class Counting(Part):
    """Points in play (S1-S11, B1, B2)."""

    score: str = choice(
        "Points for a tile",
        {
            "none": "No points are made while tiles are laid.",
            "fives": "A tile scores when the sum of all open ends is a multiple of five.",
            "threes": "A tile scores when the sum of all open ends is a multiple of three.",
            "fives_and_threes": "A tile scores a point for every five when the sum of all open ends is a multiple of "
            "five, and a point for every three when it is a multiple of three.",
            "bergen": "A tile scores two points when the open ends show the same number.",
        },
    )
    score_unit: str = choice(
        "What a multiple of {base} is worth",
        {
            "pips": "Points are pips: a sum of {double} is {double} points.",
            "per_five": "Every {base} pips are one point.",
        },
        reasons={"pips": "The text is lost; the same game on the other sheet of its maker scores pips."},
    )
    bergen_triple: str = choice(
        "Three points",
        {
            "placed_double": "Laying a double that equals the other end makes three points.",
            "any_double_end": "Equal ends make three points when either end tile is a double.",
        },
    )

    tiles_score = unless("score", "none")
    counts_ends = where("score", *MULTIPLES)
    pays_equal_ends = where("score", "bergen")
    counts_twice = where("score", "fives_and_threes")
    pays_multiples = where("score_unit", "per_five")  # one point for every five or three, rather than pips

    @cached_property
    def divisors(self) -> tuple[int, ...]:
        """What a sum of the ends has to be a multiple of to score; () if the ends are not added."""
        return MULTIPLES.get(self.score, ())

    @cached_property
    def points_are_pips(self) -> bool:
        """Whether a tile scores as many points as the ends have pips."""
        return not self.pays_multiples and not self.counts_twice

    @cached_property
    def unit(self) -> int:
        """What hands are rounded to, if they are: threes or fives."""
        return min(self.divisors or (FIVE,), key=lambda unit: (unit != FIVE, unit))

    def points(self, layout: Layout, ends: list[int] | None = None) -> int:
        """What the tile just laid scores, in points; `ends` are the layout's counted halves, if they are known."""
        if self.counts_ends:
            total = sum(layout.ends() if ends is None else ends)
            divisors = [each for each in self.divisors if total % each == 0]
            if self.points_are_pips:
                return total if divisors else 0
            return sum(total // each for each in divisors)
        if self.pays_equal_ends:
            return self._bergen(layout)
        return 0

    def switch_behind(self, points: int) -> str:
        """The switch whose rule gives a tile that many points."""
        return "bergen_triple" if self.pays_equal_ends and points == TRIPLE else "score"

    def _bergen(self, layout: Layout) -> int:
        open_ends = [each for each in layout.frontier if layout.counted(each)]
        if len({each.half for each in open_ends}) != 1:
            return 0
        if len(layout.laid) == 1:
            return PAIR if layout.laid[0].tile.is_double else 0
        new = layout.laid[-1].tile
        if self.bergen_triple == "placed_double":
            return TRIPLE if new.is_double else PAIR
        return TRIPLE if any(each.tile.is_double for each in open_ends) else PAIR


@dataclass(frozen=True, kw_only=True)
class Claims(Part):
    """Claims, muggins and their windows (S12, S13)."""

    claims: str = choice(
        "Claiming points",
        {
            "auto": "The referee counts every tile; nobody has to claim.",
            "fundex": "The player of a tile claims its points before the next tile is laid; after that, until one more "
            "tile is laid, an opponent may call muggins. On the last tile both may speak until a hand is shown.",
            "hasbro": "Until the next tile is laid the player of a tile may claim its points, and any other player may "
            "call muggins: the first to speak has them.",
            "none_lost": "The player of a tile claims its points before the next player lays or passes; later they are "
            "lost.",
        },
        spellings={"owner_then_muggins": "fundex", "first_to_speak": "hasbro"},
        reasons={"auto": "The sheet asks nobody to claim, so points count whether or not they are called."},
    )
    muggins_close: str = choice(
        "Until when muggins may be called",
        {
            "next_play": "Muggins may be called until the next tile is laid.",
            "round_end": "Muggins may be called until the round is over and the first hand is shown.",
        },
        reasons={
            "next_play": "The sheet says when calling begins and not when it ends; the next tile ends it."
        },
    )
    false_claim: str = choice(
        "A wrong claim",
        {
            "strike": "A claim counts for what the tile really scored.",
            "opponent_gets": "Points claimed wrongly go to the next player who calls muggins before the next tile.",
        },
        reasons={"strike": "A slip is put right and costs nothing else, as no penalty is printed."},
    )

    are_made = unless("claims", "auto")  # if players claim, no sum is shown while a claim is open
    has_muggins = where("claims", "fundex", "hasbro")
    false_claim_goes_over = where("false_claim", "opponent_gets")

    def owner_may(self, *, tiles_since: int, passed: bool) -> bool:
        """Whether the player of a tile may claim for it, `tiles_since` tiles later; `passed`: another player has passed
        since. Draws close no window."""
        return tiles_since == 0 and not (passed and self.claims == "none_lost")

    def others_may(self, *, tiles_since: int, is_over: bool) -> bool:
        """Whether the other players may call muggins; `is_over`: no more tiles are laid in the round, so anybody may
        still call for its last tile."""
        if not self.has_muggins:
            return False
        if self.claims == "fundex" and not is_over and tiles_since == 0:
            return False
        last = 1 if self.claims == "fundex" else 0
        return tiles_since <= last or self.muggins_close == "round_end"


# How often a divisor goes into a count, in the singular and the plural.
WORTH = {3: paired("{number} three", "{number} threes"), 5: paired("{number} five", "{number} fives")}


def sum_in_words(ends: Sequence[int]) -> Message:
    """The count as it is added: "6 + 6 + 3 = 15"."""
    if len(ends) == 1:
        return msg("{sum}", sum=ends[0])
    return msg("{ends} = {sum}", ends=" + ".join(map(str, ends)), sum=sum(ends))


def arithmetic(counting: Counting, ends: Sequence[int]) -> Message:
    """The sentence of the count and what it is worth: "6 + 6 + 3 = 15, three fives.", or that nothing divides it."""
    divisors = counting.divisors
    total = sum(ends)
    worth: Message = Listed(_times(total // each, each) for each in divisors if total and total % each == 0)
    if not total:
        worth = msg("nothing")
    elif not any(total % each == 0 for each in divisors):
        worth = _no_multiple(*map(number_word, divisors))
    return msg("{sum}, {worth}.", sum=sum_in_words(ends), worth=worth)


def _no_multiple(number: Message, other: Message | None = None) -> Message:
    if other is None:
        return msg("no multiple of {number}", number=number)
    return msg("no multiple of {number} or {other}", number=number, other=other)


def _times(times: int, divisor: int) -> Message:
    one, many = WORTH[divisor]
    return Counted(one, many, times, {"number": number_word(times)})


def overshot_words(points: int, target: int) -> Message:
    """The sentence that points do not count because they would pass an exact target."""
    return counted(
        "{n} point would pass {target}, so it does not count.",
        "{n} points would pass {target}, so they do not count.",
        points,
        target=target,
    )
