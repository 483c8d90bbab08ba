"""How long a turn lasts, and what is done about turns that went wrong."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from referee.engine.rules.part import Part, choice, number, unless, where


class Further(StrEnum):
    """What the player of a tile does next in the same turn."""

    NOTHING = ""
    PLAYS_AGAIN = "plays again"
    MAY_LAY = "may lay"  # or stop; nothing is drawn for it
    LAYS_WHAT_FITS = "lays what fits"  # and nothing is drawn for it

    @property
    def is_tile_only(self) -> bool:
        """Whether only a tile may follow: nothing is drawn for it, and the next player may take the turn as over."""
        return self in (Further.MAY_LAY, Further.LAYS_WHAT_FITS)


DIRECTIONS = {"cw": "Players act in turn, clockwise.", "ccw": "Players act in turn, counter-clockwise."}
_BONUS = {"normal": Further.PLAYS_AGAIN, "optional": Further.MAY_LAY}
_MULTI = {"none": Further.NOTHING, "may": Further.MAY_LAY, "must": Further.LAYS_WHAT_FITS}


@dataclass(frozen=True, kw_only=True)
class Turns(Part):
    """Further tiles in a turn, misplays and false passes (F1, F2, O1-O3, T2-T4, G6, G7)."""

    direction: str = choice(
        "The order of turns",
        DIRECTIONS,
        reasons={"cw": "Turns go clockwise wherever a sheet says how they go."},
    )
    bonus_trigger: str = choice(
        "A further turn",
        {
            "none": "One tile is laid in a turn.",
            "playing_double": "Lay a double and you go again.",
            "on_double": "Lay a tile on a double and you go again.",
            "both": "Lay a double, or a tile on a double, and you go again.",
        },
        reasons={"none": "One tile a turn is the custom; another is allowed only if the sheet says so."},
    )
    bonus_turn: str = choice(
        "What the further turn is",
        {
            "normal": "A further turn is like any other: a player who can go must go.",
            "optional": "In a further turn a tile may be laid, but need not be; nothing is drawn for it.",
        },
        reasons={"normal": "The sheet only gives another turn, so it is a turn like any other."},
    )
    multi_play: str = choice(
        "Several tiles in a turn",
        {
            "none": "A turn ends with its tile.",
            "may": "After a tile the player may go on laying tiles that fit.",
            "must": "After a tile the player goes on as long as a tile fits.",
        },
        reasons={"none": "One tile a turn is the custom; more are allowed only if the sheet says so."},
    )
    misplay: str = choice(
        "A wrong tile",
        {
            "until_next_play": "A wrong tile is taken back if it is seen before the next one; after that it stands.",
            "consent": "A wrong tile is taken back whenever the table agrees.",
            "strict": "A wrong tile stays where it lies.",
        },
        reasons={
            "until_next_play": "Printed rules that mention it say so: a slip is put right at once, "
            "and nobody unpicks a round.",
        },
    )
    false_pass: str | int = number(
        "A false pass",
        "A false pass or draw costs {n} points once it is proved.",
        default="flag",
        least=1,
        one="A false pass or draw costs 1 point once it is proved.",
        sentences={
            "flag": "A false pass or draw is named once it is proved; the table decides.",
            "void_round": "A false pass or draw voids the round once it is proved.",
        },
        reasons={"flag": "No sheet sets a penalty, so the referee proves and the table decides."},
    )

    goes_counter_clockwise = where("direction", "ccw")
    gives_bonus = unless("bonus_trigger", "none")
    false_pass_voids = where("false_pass", "void_round")

    @property
    def false_pass_costs(self) -> int:
        """The points that a false pass costs once it is proved; 0 if none."""
        return self.false_pass if isinstance(self.false_pass, int) else 0

    @cached_property
    def one_tile(self) -> bool:
        """Whether every turn ends with its tile."""
        return not self.gives_bonus and self.multi_play == "none"

    def goes_again(self, *, laid_double: bool, on_double: bool) -> bool:
        """Whether the tile just laid gives its player a further turn."""
        trigger = self.bonus_trigger
        return (laid_double and trigger in ("playing_double", "both")) or (
            on_double and trigger in ("on_double", "both")
        )

    def further(self, *, laid_double: bool, on_double: bool) -> Further:
        """What the player of the tile just laid does next."""
        if self.goes_again(laid_double=laid_double, on_double=on_double):
            return _BONUS[self.bonus_turn]
        return _MULTI[self.multi_play]

    def gives(self, further: Further) -> str:
        """The switch by which a tile may follow; if both allow it, the one that asks for no double."""
        return "multi_play" if further is _MULTI[self.multi_play] else "bonus_turn"
