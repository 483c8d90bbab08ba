"""How many tiles each player takes, in the hand or face down in rows, and what a player who cannot go does."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from referee.engine.rules.game import Game
from referee.engine.rules.part import Part, Value, choice, fixed, number, unless, where


@dataclass(frozen=True, kw_only=True)
class HandSizes(Part):
    """Hand sizes: `printed` by number of players, the highest number that is not above the table's own.

    `tables` prints it so for single sets, `all_dealt` shares the whole set out evenly; `hand_size` is the table's own
    choice, 0 as printed.
    """

    told_by: ClassVar[Mapping[str, tuple[str, ...]]] = {"hand_size": ("printed", "tables", "all_dealt")}

    printed: Mapping[int, int] = field(default_factory=dict)
    tables: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    all_dealt: bool = False
    hand_size: int = number(
        "Tiles to start with", "Each player takes {n} tiles.", least=1, one="Each player takes 1 tile."
    )

    def tiles_each(self, players: int, highest: int) -> int:
        """How many tiles each of `players` takes from a set whose highest double is `highest`."""
        if self.hand_size:
            return self.hand_size
        if self.all_dealt:
            return (highest + 1) * (highest + 2) // 2 // players
        printed = self.tables.get(highest, self.printed)
        return printed[max(each for each in printed if each <= players)]


@dataclass(frozen=True, kw_only=True)
class DealtGame(Game):
    """What line games and trains share: the deal, and all the sets that the sheet is for."""

    deal: HandSizes
    all_sets: tuple[int, ...] = (6, 9, 12, 15)

    def tiles_each(self, players: int, highest: int) -> int:
        """How many tiles each player takes."""
        return self.deal.tiles_each(players, highest)

    def worked_out(self, switch: str, players: int, highest: int) -> Value:
        """The value of a switch for this number of players with this set, also if it depends on them."""
        if switch == "hand_size":
            return self.tiles_each(players, highest)
        return super().worked_out(switch, players, highest)

    def goes_by_set(self, switch: str) -> bool:
        """Whether hands are dealt by the set."""
        return switch == "hand_size" and bool(self.deal.tables)


@dataclass(frozen=True, kw_only=True)
class Rows(Part):
    """Blind games: rows that lie face down (BL1, BL2, BL4)."""

    rows: str = fixed(
        "A tile that does not go", "A tile that does not go is put face down at the bottom of its row."
    )
    starter_continues: bool = choice(
        "After the first tile",
        {
            False: "After the first tile the next player goes on.",
            True: "The player who turns up the first tile goes on turning.",
        },
    )
    leftover_opens: bool = choice(
        "Tiles left over by the deal",
        {
            False: "Tiles that cannot be shared out evenly are set aside.",
            True: "A tile left over by the deal is laid as the first.",
        },
    )


IF_STUCK = {
    "none": "Nobody draws: a player who cannot go passes.",
    "one": "If you can't play, draw one tile. Play it if it fits; if not, pass.",
    "until_playable": "If you can't play, draw until you can. Pass only when there is nothing left to draw.",
}


@dataclass(frozen=True, kw_only=True)
class DrawingRules(Part):
    """Playing and drawing (G5, G15, S22, M4, B4)."""

    dry: str = fixed("Nothing left to draw", "Once nothing more may be drawn, a player who can go must go.")
    must_play: bool = choice(
        "A player who can go",
        {True: "A player who can go must go.", False: "A player who can go may hold the tile back."},
        reasons={True: "Holding a tile back is allowed only if the sheet says so; this one does not."},
    )
    draw: str = choice(
        "A player who cannot go",
        IF_STUCK,
        default="until_playable",
        reasons={
            "until_playable": "The sheet calls the game much like its Block and Draw, where players draw so."
        },
    )
    optional_draw: str = choice(
        "Drawing by choice",
        {
            "none": "A player draws only when nothing fits.",
            "matador_only": "A player whose only fitting tiles are matadors may draw instead of laying one.",
            "any": "A player may draw though holding a tile that fits.",
        },
    )
    reserve: int = number(
        "The reserve",
        "The last {n} tiles of the boneyard are never drawn.",
        sentences={
            0: "The boneyard may be drawn to its last tile.",
            1: "The last tile of the boneyard is never drawn.",
        },
    )

    is_allowed = unless("draw", "none")
    is_one_tile = where("draw", "one")
    goes_on_until_playable = where("draw", "until_playable")
    may_spare_matadors = where("optional_draw", "matador_only")
    may_replace_any_tile = where("optional_draw", "any")

    @cached_property
    def draw_proves_stuck(self) -> bool:
        """Whether a draw proves that nothing held could go, matadors aside if they may be kept."""
        return self.must_play and not self.may_replace_any_tile
