"""Who lays the first tile of a round, and which tile that is."""

from dataclasses import dataclass, replace
from typing import Self

from referee.engine.rules.part import Part, Value, choice, number, unless, where
from referee.engine.rulings import Source
from referee.engine.tiles import Tile

HIGHEST_DOUBLE = "highest_double"
LOWEST_DOUBLE = "lowest_double"
HIGHEST_TILE = "highest_tile"
NAMED_BY_TABLE = ("lot", "youngest", "agreed", "starter")


@dataclass(frozen=True, kw_only=True)
class Opening(Part):
    """Who opens, with what, and who opens the rounds after the first (G1-G4)."""

    opening: str = choice(
        "Who opens",
        {
            "highest_double": "The highest double opens the round.",
            "lowest_double": "The lowest double opens the round.",
            "highest_tile": "The highest double opens the round. If nobody has a double, the tile with most pips does.",
            "lot": "Each player draws a tile; the most pips opens the round.",
            "youngest": "The youngest player opens the round.",
            "agreed": "The table names who opens the round.",
            "holder": "The player with the opening double opens the round.",
            "starter": "The opening double lies on the table before the tiles are dealt. The players say who goes first.",
        },
        reasons={
            "highest_double": "Sheets of the same family with no text missing let the highest double open.",
        },
    )
    opening_double: int = number("The opening double", "The opening double is {n}-{n}.", default=-1)
    opening_tile: str = choice(
        "The first tile",
        {
            "forced": "Lead the tile that won you the start.",
            "free": "The opener may lead any tile.",
        },
        reasons={
            "forced": "Other sheets have the opener lead with that double; this one only says who begins."
        },
    )
    no_double: str = choice(
        "Nobody holds a double",
        {
            "redraw": "When nobody holds a double, all tiles go back, are mixed and drawn again.",
            "highest_single": "When nobody holds a double, the highest single opens; with equal pips, the larger half.",
            "ask": "When nobody holds a double, the table lets the highest single open or deals again.",
        },
        reasons={"redraw": "Sheets of the same family with no text missing mix and draw again."},
    )
    lot_tie: str = choice(
        "A tie for the lead",
        {
            "redraw": "Players who draw equal pips for the lead draw again.",
            "higher_half": "If equal pips are drawn for the lead, the larger half opens.",
        },
        reasons={"redraw": "Drawing again favours nobody, and it is what players do."},
    )
    next_opener: str = choice(
        "Who opens the next round",
        {
            "as_first": "Every round is opened in the same way as the first.",
            "winner_free": "The winner of a round leads any tile in the next; after a round nobody won, as in the first.",
            "winner_else_first": "The player who went out leads any tile in the next round; after a block, "
            "as in the first.",
            "last_layer": "The player of the last tile leads any tile in the next round.",
            "rotate_left": "The lead passes to the next player each round.",
            "winner_side": "Either player of the side that won a round leads the next, with any tile.",
        },
        reasons={
            "as_first": "What is printed for the first round is the only opening there is, so it is repeated.",
            "rotate_left": "The table named who began; passing that on in turn is fair to everybody.",
        },
    )

    def with_house_rule(self, name: str, value: Value, source: Source) -> Self:
        """Another way to open also sets the first tile: any tile if the table or a lot names the opener. Where the tile
        with most pips opens, a single does if nobody has a double."""
        changed = super().with_house_rule(name, value, source)
        if name == "opening":
            changed = replace(changed, opening_tile="free" if value in ("lot", "agreed") else "forced")
            if value == HIGHEST_TILE and not changed.single_opens:
                changed = replace(changed, no_double="highest_single")
        return changed

    single_opens = unless("no_double", "redraw")
    deals_again = unless("no_double", "highest_single")
    by_named_double = where("opening", "holder")
    double_lies_first = where("opening", "starter")
    by_lot = where("opening", "lot")
    takes_best_tile = where("opening", HIGHEST_DOUBLE, LOWEST_DOUBLE, HIGHEST_TILE)
    by_double = where("opening", HIGHEST_DOUBLE, LOWEST_DOUBLE)
    lowest_first = where("opening", LOWEST_DOUBLE)
    is_forced = where("opening_tile", "forced")  # the opener leads the tile that made them the opener
    repeats_first = where("next_opener", "as_first")
    passes_on = where("next_opener", "rotate_left")
    last_layer_leads = where("next_opener", "last_layer")
    winning_side_leads = where("next_opener", "winner_side")
    winner_leads = where("next_opener", "winner_free", "winner_else_first")
    # Only a player who went out leads the next round.
    only_out_leads = where("next_opener", "winner_else_first")
    is_named_by_table = where("opening", *NAMED_BY_TABLE)  # no tile decides it

    def named_double(self, highest: int) -> int:
        """The half of the double that `holder` and `starter` refer to; by default the highest of the set."""
        return self.opening_double if self.opening_double >= 0 else highest

    def allows(self, first: Tile, highest: int) -> bool:
        """Whether this tile can be the forced first tile, as far as one tile alone can tell."""
        if not self.is_forced or self.is_named_by_table:
            return True
        if self.by_named_double:
            return first.is_double and first.high == self.named_double(highest)
        return first.is_double or self.single_opens

    @property
    def asks_for_double(self) -> bool:
        """Whether the table looks first for a double to open with, and only then for anything else."""
        return self.is_forced and self.takes_best_tile

    def asks_for(self, first: Tile, highest: int, *, no_double: bool) -> bool:
        """Whether the round may open with this tile, as far as the table knows: `no_double` if nobody holds one."""
        if self.asks_for_double and first.is_double == (no_double and self.single_opens):
            return False
        return self.allows(first, highest)

    def outranks(self, held: Tile, led: Tile) -> bool:
        """Whether a player dealt `held` should have opened with it, instead of another with `led`."""
        if not self.asks_for_double:
            return False
        if held.is_double and led.is_double:
            return held.high < led.high if self.lowest_first else held.high > led.high
        if held.is_double or led.is_double:
            return held.is_double
        if self.opening == HIGHEST_TILE:
            return held.pips > led.pips
        return (held.pips, held.high) > (led.pips, led.high)
