"""Edge: the sheet of a double-six set with three games."""

from dataclasses import replace

from referee.engine.rules.counting import Claims, Counting
from referee.engine.rules.deal import HandSizes
from referee.engine.rules.game import Sheet
from referee.engine.rules.joins import Doubles, Joins
from referee.engine.rules.line_game import LineGame
from referee.engine.rules.settling import GoingOut, Rounding, Target
from referee.engine.sheets import shared_rules as shared
from referee.engine.sheets.shared_rules import BLOCK, COUNT_THE_ENDS, LAY_AND_DRAW

SHEET = Sheet(key="edge", title="Edge", assumed=shared.ASSUMED)
MATCHING = SHEET.source("Matching")
FIRST = SHEET.source("First draw, first play")
PLAY = SHEET.source("The play")
BLOCK_SECTION = SHEET.source("Game 1: Block")
DRAW_SECTION = SHEET.source("Game 2: Draw")
MUGGINS = SHEET.source("Game 3: Muggins")
BLANKS_UNCLEAR = (
    "The sheet first says that blanks match blanks, then that a blank tile goes next to any number; "
    "a blank half may be laid against any number, but an open blank takes only blanks."
)
NO_CALL = "The sheet names the game Muggins but has no muggins call; the referee counts."

BLOCK_GAME = LineGame(
    game="block",
    name="Block",
    sheet=SHEET,
    family=BLOCK,
    players=(2, 4),
    tiles=6,
    all_sets=(6,),
    deal=HandSizes(printed={2: 7, 3: 5}, source=BLOCK_SECTION),
    opening=shared.HIGHEST_DOUBLE.printed_in(FIRST, silent=("next_opener", "opening_tile")),
    joins=Joins(joins="equal", blanks="wild_when_played", source=MATCHING),
    doubles=Doubles(spinner="none", source=MATCHING),
    drawing=shared.NO_DRAWING.printed_in(PLAY, elsewhere={"draw": BLOCK_SECTION}),
    turns=shared.ONE_TILE_A_TURN.printed_in(PLAY),
    **shared.no_points_for_tiles(BLOCK_SECTION),
    going_out=GoingOut(out_pay="opponents", source=BLOCK_SECTION),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(BLOCK_SECTION, block_tie="lightest_tile", silent=()),
    target=Target(mode="rounds", target=100, end_check="round_end", source=BLOCK_SECTION),
    asks_target=True,
    unclear_about={"blanks": BLANKS_UNCLEAR},
)

DRAW_GAME = replace(
    BLOCK_GAME,
    game="draw",
    name="Draw",
    family=LAY_AND_DRAW,
    drawing=shared.DRAW_UNTIL_PLAYABLE.printed_in(DRAW_SECTION, elsewhere={"must_play": PLAY}),
    reserve_by_players={2: 2, 3: 1},
)

MUGGINS_GAME = replace(
    DRAW_GAME,
    game="muggins",
    name="Muggins",
    family=COUNT_THE_ENDS,
    deal=HandSizes(printed={2: 5}, source=MUGGINS),
    doubles=Doubles(
        spinner="none", spinner_counts_until=2, source=MATCHING, elsewhere={"spinner_counts_until": MUGGINS}
    ),
    drawing=shared.DRAW_UNTIL_PLAYABLE.printed_in(MUGGINS, elsewhere={"must_play": PLAY}),
    counting=Counting(score="fives", score_unit="per_five", source=MUGGINS),
    claims=Claims(claims="auto", source=MUGGINS),
    rounding=Rounding(round_scope="total", source=MUGGINS),
    going_out=GoingOut(
        out_pay="opponents",
        out_award="separate",
        team_out="lowest_total",
        source=MUGGINS,
        silent=("out_award",),
    ),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(MUGGINS, block_pay="opponents", block_tie="lightest_tile"),
    target=Target(mode="rounds", target=61, exact=False, end_check="immediate", source=MUGGINS),
    unclear_about={"blanks": BLANKS_UNCLEAR, "claims": NO_CALL},
    asks_target=False,
)
