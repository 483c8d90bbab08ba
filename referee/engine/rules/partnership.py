"""What only games of two pairs have: who leads after a block, what the tiles left are worth, and premios (PA3-PA13)."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.engine.messages import marked
from referee.engine.rules.part import Part, Value, choice, number, unless, where
from referee.engine.tiles import Tile

HAND_PRIZES = (100, 75, 50, 25)
# Who leads after a block, or after a round that nobody won, is said by switches of their own.
LEADS_IN_PAIRS: dict[Value, str] = {
    "winner_free": marked("The player who went out leads any tile in the next round.")
}


@dataclass(frozen=True, kw_only=True)
class Partnership(Part):
    """Rules of games for two pairs, partners sitting opposite. A premio is points for something other than tiles."""

    block_opener: str = choice(
        "Who leads after a blocked round",
        {
            "blocker_or_next": "After a blocked round the player who blocked it leads if their side won it; "
            "else the next player does.",
            "either": "After a blocked round either player of the side that won it leads.",
            "first_seated": "After a blocked round the first player of the side that won it leads.",
        },
    )
    tie_opener: str = choice(
        "Who leads after a round nobody won",
        {
            "as_first": "After a round that nobody won, the next is opened like the first.",
            "same": "After a round that nobody won, the same player leads again.",
            "next_seat": "After a round that nobody won, the player after the last leader leads.",
            "blocker": "After a round that nobody won, the player of its last tile leads.",
        },
        default="next_seat",
    )
    hand_scale: str = choice(
        "What the tiles left are worth",
        {
            "pips": "Every pip that is paid is one point.",
            "tens": "Of the pips that are paid, up to 20 are 2 points, 21 to 30 are 3, 31 to 40 are 4, and so on.",
        },
    )
    capicua: str | int = number(
        "Capicúa",
        "Going out with a tile that fits both ends (capicúa) pays {n} more.",
        sentences={
            0: "Going out with a tile that fits both ends pays nothing more.",
            "double_hand": "Going out with a tile that fits both ends (capicúa) pays the tiles twice.",
        },
    )
    capicua_counts: str = choice(
        "What is a capicúa",
        {
            "no_double": "A double is not a capicúa.",
            "two_numbers": "A capicúa needs two ends that differ; a double is not one.",
            "no_blank": "A double or a tile with a blank is not a capicúa.",
            "any": "A double can be a capicúa too.",
        },
    )
    chuchazo: int = number(
        "Chuchazo",
        "Going out with 0-0 (chuchazo) pays {n} more, unless it closes both ends.",
        sentences={0: "Going out with 0-0 pays nothing more."},
    )
    hand_bonus: str = choice(
        "The first rounds that are won",
        {
            "none": "No round pays more for being one of the first.",
            "100-75-50-25": "The first four rounds that are won pay 100, 75, 50 and 25 more.",
        },
    )
    tranque_bonus: int = number(
        "Winning a blocked round",
        "The side that wins a blocked round scores {n} more.",
        sentences={0: "Winning a blocked round pays nothing more."},
    )
    pase_corrido: int = number(
        "Three passes",
        "If all three others pass after a tile (pase corrido), its side scores {n}.",
        sentences={0: "Three passes in a row pay nothing."},
    )
    pase_salida: int = number(
        "A pass on the first tile",
        "If the next player passes on a double that opens, and the leader's partner can go (pase de salida), "
        "their side scores {n}.",
        sentences={0: "A pass on a double that opens pays nothing."},
    )
    pase_salida_single: int = number(
        "A pass on a first tile that is not a double",
        "If the next player passes on a first tile that is not a double, and the leader's partner can go, "
        "their side scores {n}.",
        sentences={0: "A pass on a first tile that is not a double pays nothing."},
    )
    first_pass: int = number(
        "The first pass of the match",
        "On the first pass of the match the side that laid the last tile scores {n}.",
        sentences={0: "The first pass of the match pays nothing."},
    )
    premio_wins: bool = choice(
        "Points for a pass at the target",
        {
            True: "Points for a pass count even if they reach the target.",
            False: "Points for a pass do not count if they would reach the target.",
        },
    )
    false_pass_breaks: bool = choice(
        "A false pass and the round",
        {
            False: "After a false pass the round is played to its end.",
            True: "A false pass that a tile proves ends the round at once; it does not count and is dealt again.",
        },
    )

    either_leads_after_block = where("block_opener", "either")
    blocker_or_next_leads = where("block_opener", "blocker_or_next")
    counts_tens = where("hand_scale", "tens")
    doubles_hand = where("capicua", "double_hand")
    pays_first_rounds = unless("hand_bonus", "none")

    @property
    def paid_passes(self) -> tuple[str, ...]:
        """The switches by which a pass pays somebody."""
        found = ("pase_corrido", "pase_salida", "pase_salida_single", "first_pass")
        return tuple(each for each in found if getattr(self, each))

    def worth(self, pips: int) -> int:
        """The points for pips that are paid (42: by tens, rounded up, at least 2)."""
        return max(2, -(-pips // 10)) if self.counts_tens else pips

    def is_capicua(self, tile: Tile, ends: Sequence[int]) -> bool:
        """Whether a last tile that fits all `ends`, the open halves before it, is a capicúa (PA6)."""
        if not self.capicua:
            return False
        match self.capicua_counts:
            case "any":
                return True
            case "two_numbers":
                return not tile.is_double and len({*ends}) > 1
            case "no_blank":
                return not tile.is_double and 0 not in tile.halves
            case _:
                return not tile.is_double

    def prize(self, won_before: int) -> int:
        """What a round pays for being one of the first won; `won_before` is how many were won before it (PA10)."""
        return HAND_PRIZES[won_before] if self.pays_first_rounds and won_before < len(HAND_PRIZES) else 0
