"""Rules that many sheets share, to be cited where each prints them, switches for wording that can be read in two ways,
and the groups in which variants are listed when a table chooses its game.

`HIGHEST_DOUBLE.printed_in(SETUP, silent=("next_opener",))` is that rule as one section of a sheet prints it: add what
the sheet says differently, and name in `silent` what it leaves out. Nothing here is cited by itself.
"""

from collections.abc import Iterable
from typing import Any

from referee.engine.messages import _, marked
from referee.engine.rules.counting import Claims, Counting
from referee.engine.rules.deal import DrawingRules, HandSizes, Rows
from referee.engine.rules.game import Game, Preset
from referee.engine.rules.opening import Opening
from referee.engine.rules.part import Switch
from referee.engine.rules.settling import Blocked, GoingOut, Rounding, Target
from referee.engine.rules.turns import Turns
from referee.engine.rulings import Provenance, Source


def six_players(first: int, second: int, source: Source) -> Preset:
    """The switch `hand6`: six players stand in both lines of a sheet's hand sizes (M5)."""
    return Preset(
        switch=Switch(
            "Six players",
            {
                "first": f"Six players take {first} tiles each.",
                "second": f"Six players take {second} tiles each.",
            },
        ),
        default="first",
        changes={"second": {"hand_size": second}},
        source=source._replace(standing=Provenance.SILENT),
        only_players=6,
        why="Six players are in both lines of the sheet, so the first line applies.",
    )


def blind_block(source: Source) -> Preset:
    """The switch `blind_block`: who wins when no row has a tile that goes (BL3)."""
    return Preset(
        switch=Switch(
            "Nobody can go",
            {
                "fewest_tiles": "When no row has a tile that goes, the shortest row wins, then the one with fewest pips.",
                "fewest_pips": "When no row has a tile that goes, the row with fewest pips wins.",
            },
        ),
        default="fewest_tiles",
        changes={"fewest_pips": {"block_winner": "lowest_pips"}},
        source=source._replace(standing=Provenance.SILENT),
        why="The aim is to get rid of your tiles, so the player closest to that wins.",
    )


UNCITED = Source("", "")
# Switches that no sheet mentions, unless one of its games writes them.
ASSUMED = (
    "opening_double", "lot_tie", "target_sum", "matador_crosswise", "spinner_opens", "spinner_counts_until",
    "cross_first", "arms", "bonus_turn", "misplay", "false_pass", "score_unit", "bergen_triple", "muggins_close",
    "false_claim", "out_award", "team_out", "exact_overshoot", "over_tie", "exact", "direction",
)  # fmt: skip

HIGHEST_DOUBLE = Opening(
    opening="highest_double",
    opening_tile="forced",
    no_double="redraw",
    next_opener="as_first",
    source=UNCITED,
)
HIGHEST_TILE = HIGHEST_DOUBLE.printed_in(UNCITED, opening="highest_tile", no_double="highest_single")

DRAW_UNTIL_PLAYABLE = DrawingRules(
    must_play=True, draw="until_playable", optional_draw="none", reserve=0, source=UNCITED
)
DRAW_AT_WILL = DRAW_UNTIL_PLAYABLE.printed_in(UNCITED, must_play=False, optional_draw="any", silent=("dry",))
NO_DRAWING = DRAW_UNTIL_PLAYABLE.printed_in(UNCITED, draw="none")

ONE_TILE_A_TURN = Turns(bonus_trigger="none", multi_play="none", source=UNCITED)
DOUBLES_GO_AGAIN = Turns(
    bonus_trigger="playing_double", bonus_turn="normal", source=UNCITED, silent=("bonus_turn",)
)

CLAIMS_AND_MUGGINS = Claims(
    claims="owner_then_muggins",
    muggins_close="next_play",
    false_claim="strike",
    source=UNCITED,
    silent=("muggins_close", "false_claim"),
)
LOWEST_HAND_TAKES = Blocked(
    block_pay="sum_minus_own",
    block_winner="lowest_pips",
    block_tie="no_score",
    source=UNCITED,
    silent=("block_tie",),
)
ROUNDS_TO_100 = Target(mode="rounds", target=100, exact=False, end_check="round_end", source=UNCITED)


def no_points_for_tiles(source: Source) -> dict[str, Any]:
    """Laid tiles score nothing; only the end of a round does, pip for pip."""
    return {
        "counting": Counting(score="none", source=source),
        "claims": Claims(claims="auto", source=source),
        "rounding": Rounding(round_scope="none", source=source),
    }


def rows_face_down(source: Source) -> dict[str, Any]:
    """Blind Dominoes, all but how tiles join, and the turns: each player turns up tiles of a row; nothing is drawn or
    paid, and the game is one round."""
    return {
        "deal": HandSizes(all_dealt=True, source=source),
        "opening": Opening(opening="youngest", opening_tile="free", source=source),
        "rows": Rows(starter_continues=False, leftover_opens=False, source=source),
        "drawing": NO_DRAWING.printed_in(source),
        **no_points_for_tiles(source),
        "going_out": GoingOut(out_pay="none", source=source),
        "blocked": LOWEST_HAND_TAKES.printed_in(
            source,
            block_pay="none",
            block_winner="fewest_tiles",
            silent=("block_pay", "block_winner", "block_tie"),
        ),
        "target": Target(mode="single", source=source),
        "presets": {"blind_block": blind_block(source)},
    }


COUNT_THE_ENDS = marked("Count the ends")
LAY_AND_DRAW = marked("Lay and draw")
BLOCK = marked("Block")
SUMS = marked("Make a sum")
EQUAL_ENDS = marked("Equal ends")
BLIND = marked("Blind")
PAIRS = marked("Two pairs")
TRAINS = marked("Trains")
TRICKS = marked("Tricks")
ALONE = marked("For one player")
SHOWDOWN = marked("Best hand")

# In the order of listing.
ORDER = (COUNT_THE_ENDS, LAY_AND_DRAW, BLOCK, SUMS, EQUAL_ENDS, BLIND, PAIRS, TRAINS, TRICKS, SHOWDOWN, ALONE)


def grouped(variants: Iterable[Game], *, by_sheet: bool) -> list[tuple[str, list[Game]]]:
    """Variants grouped by sheet, or by family with namesakes next to each other."""
    found: dict[str, list[Game]] = {}
    for variant in variants:
        found.setdefault(_(variant.sheet.title) if by_sheet else variant.family, []).append(variant)
    if by_sheet:
        return list(found.items())
    ordered = sorted(found.items(), key=lambda each: ORDER.index(each[0]))
    return [(_(title), sorted(group, key=lambda each: str(each.title))) for title, group in ordered]
