"""How long a turn lasts, and what is done about turns that went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from referee.rules.part import Part, choice, number

if TYPE_CHECKING:
    from referee.rules.variant import Variant


@dataclass(frozen=True, kw_only=True)
class Turns(Part):
    """Further tiles in a turn, misplays and false passes (F1, F2, O1-O3, T2-T4, G6, G7)."""

    unspoken: ClassVar[tuple[str, ...]] = ("misplay", "false_pass")
    fixed: ClassVar[Mapping[str, tuple[str, str]]] = {
        "turn": ("The order of turns", "Players act in turn, clockwise."),
    }

    bonus_trigger: str = choice(
        "A further turn",
        {
            "none": "One tile is laid in a turn.",
            "playing_double": "Whoever lays a double goes again.",
            "on_double": "Whoever lays a tile on a double goes again.",
            "both": "Whoever lays a double, or a tile on a double, goes again.",
        },
        "none",
    )
    bonus_turn: str = choice(
        "What the further turn is",
        {
            "normal": "A further turn is like any other: who can go must go.",
            "optional": "In a further turn a tile may be laid, but need not be; nothing is drawn for it.",
        },
        "normal",
    )
    multi_play: str = choice(
        "Several tiles in a turn",
        {
            "none": "A turn ends with its tile.",
            "may": "After a tile the player may go on laying tiles that fit.",
            "must": "After a tile the player goes on as long as a tile fits.",
        },
        "none",
    )
    misplay: str = choice(
        "A wrong tile",
        {
            "until_next_play": "A wrong tile is taken back if it is seen before the next one; after that it stands.",
            "consent": "A wrong tile is taken back whenever the table agrees.",
            "strict": "A wrong tile stays where it lies.",
        },
        "until_next_play",
        reasons={
            "until_next_play": "So printed rules have it where they speak of it: a slip is mended at once, "
            "and nobody unpicks a round.",
        },
    )
    false_pass: str | int = number(
        "A false pass",
        "A pass or draw by somebody who could go costs {n} points once it is proved.",
        "flag",  # type: ignore[arg-type]
        least=1,
        sentences={
            "flag": "A pass or draw by somebody who could go is named once it is proved; the table decides.",
            "void_round": "A pass or draw by somebody who could go, once proved, voids the round.",
        },
        reasons={"flag": "No leaflet sets a penalty, so the referee proves and the table decides."},
    )

    def matters(self, name: str, rules: Variant, *, partners: bool) -> bool:  # noqa: ARG002
        """Rows have turns of their own; what a further turn is only where there is one."""
        if name == "bonus_turn":
            return rules.rows is None and self.bonus_trigger != "none"
        return name == "misplay" or rules.rows is None

    @cached_property
    def one_tile(self) -> bool:
        """Whether every turn ends with its tile."""
        return self.bonus_trigger == "none" and self.multi_play == "none"

    def goes_again(self, *, laid_double: bool, on_double: bool) -> bool:
        """Whether the tile just laid gives its player a further turn."""
        trigger = self.bonus_trigger
        return (laid_double and trigger in ("playing_double", "both")) or (
            on_double and trigger in ("on_double", "both")
        )
