"""Fundex 2004: the sheet with rules for twelve games, for sets from double-six to double-fifteen."""

from dataclasses import replace

from referee.engine.rules.counting import Claims, Counting
from referee.engine.rules.deal import HandSizes
from referee.engine.rules.game import Sheet
from referee.engine.rules.joins import Doubles, Joins
from referee.engine.rules.line_game import LineGame
from referee.engine.rules.opening import Opening
from referee.engine.rules.settling import GoingOut, Rounding, Target
from referee.engine.rules.solitaires import Columns, CountingRow, Knocking, Patience
from referee.engine.rules.turns import Turns
from referee.engine.sheets import shared_rules as shared
from referee.engine.sheets.shared_rules import ALONE, BLIND, COUNT_THE_ENDS, EQUAL_ENDS, LAY_AND_DRAW, SUMS

SHEET = Sheet(key="fundex2004", title="Fundex 2004", assumed=(
    *shared.ASSUMED, "bonus_trigger", "multi_play", "mode", "no_double", "blanks", "next_opener", "target", "end_check",
))  # fmt: skip
GENERAL = SHEET.source("General domino play")
SCORING = SHEET.source("Scoring")
BLOCK_AND_DRAW = SHEET.source("Block & Draw Dominoes")
ALL_FIVES = SHEET.source("All Fives")
FIVE_UP = SHEET.source("Five Up")
MATADOR = SHEET.source("Matador")
BERGEN = SHEET.source("Bergen")
BLIND_SECTION = SHEET.source("Blind Dominoes")
CROSS = SHEET.source("Cross Dominoes")
FOURS = SHEET.source("Fours")
ONE_ARM_JOE = SHEET.source("One-Arm Joe")
ELIMINATION = SHEET.source("Domino Elimination")
SOLITAIRE = SHEET.source("Domino Solitaire")
KNOCK_OUT = SHEET.source("Knock-Out")
OWN_ONCE = (
    "The winner of a blocked round takes off their own pips. The sheet doesn't say if that is once or per opponent. "
    "We do it once."
)
NO_DOUBLE = "Without a double either the highest single begins or all is dealt again; the table says which."
EACH_HAND = "The sheet can be read as rounding each hand or only their sum; each hand is rounded."
MANY_ENDS = (
    "The sheet counts two, three or four open ends, yet every double may become a spinner; all ends count."
)
OPENS_CROSSWISE = (
    "A double opens crosswise once another tile lies on it; "
    "for a double that opens the round one tile is enough."
)
GO_ON = "The sheet says once that a further tile may be laid and once that as many as possible are; it is optional."

BLOCK_DRAW_GAME = LineGame(
    game="block-draw",
    name="Block and Draw",
    sheet=SHEET,
    family=LAY_AND_DRAW,
    players=(2, 4),
    tiles=6,
    deal=HandSizes(printed={2: 5}, source=BLOCK_AND_DRAW),
    opening=shared.HIGHEST_DOUBLE.printed_in(BLOCK_AND_DRAW, silent=("next_opener",)),
    joins=Joins(joins="equal", blanks="match_only", source=GENERAL),
    doubles=Doubles(spinner="none", source=GENERAL),
    drawing=shared.DRAW_UNTIL_PLAYABLE.printed_in(BLOCK_AND_DRAW),
    turns=Turns(direction="cw", source=GENERAL),
    **shared.no_points_for_tiles(BLOCK_AND_DRAW),
    going_out=GoingOut(out_pay="opponents", source=BLOCK_AND_DRAW),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(BLOCK_AND_DRAW),
    target=Target(
        target=100,
        exact=False,
        end_check="round_end",
        source=BLOCK_AND_DRAW,
        elsewhere={"end_check": SCORING},
    ),
    unclear_about={"block_pay": OWN_ONCE},
)

ALL_FIVES_GAME = replace(
    BLOCK_DRAW_GAME,
    game="all-fives",
    name="All Fives",
    family=COUNT_THE_ENDS,
    deal=HandSizes(printed={2: 7, 3: 5}, source=ALL_FIVES),
    opening=shared.HIGHEST_DOUBLE.printed_in(
        ALL_FIVES, no_double="ask", elsewhere={"no_double": GENERAL}, silent=("next_opener",)
    ),
    joins=Joins(joins="equal", blanks="match_only", source=ALL_FIVES, elsewhere={"blanks": GENERAL}),
    doubles=Doubles(spinner="none", source=GENERAL, elsewhere={"spinner_counts_until": ALL_FIVES}),
    drawing=shared.DRAW_UNTIL_PLAYABLE.printed_in(ALL_FIVES, elsewhere={"must_play": BLOCK_AND_DRAW}),
    counting=Counting(score="fives", score_unit="pips", source=ALL_FIVES),
    claims=shared.CLAIMS_AND_MUGGINS.printed_in(ALL_FIVES),
    rounding=Rounding(round_scope="hand", source=ALL_FIVES),
    going_out=GoingOut(out_pay="opponents", out_award="separate", source=ALL_FIVES),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(ALL_FIVES),
    target=shared.ROUNDS_TO_100.printed_in(ALL_FIVES),
    unclear_about={"no_double": NO_DOUBLE, "block_pay": OWN_ONCE, "round_scope": EACH_HAND},
)

FIVE_UP_GAME = replace(
    BLOCK_DRAW_GAME,
    game="five-up",
    name="Five Up",
    family=COUNT_THE_ENDS,
    deal=HandSizes(printed={2: 7, 3: 5}, source=FIVE_UP),
    opening=Opening(
        opening="lot",
        opening_tile="free",
        next_opener="as_first",
        source=FIVE_UP,
        silent=("next_opener",),
    ),
    doubles=Doubles(spinner="all", spinner_opens="after_one_tile", source=FIVE_UP),
    counting=Counting(score="fives", score_unit="per_five", source=FIVE_UP),
    claims=Claims(claims="auto", source=FIVE_UP, silent=("claims",)),
    rounding=Rounding(round_scope="hand", source=FIVE_UP),
    going_out=GoingOut(out_pay="opponents", out_award="separate", source=FIVE_UP, silent=("out_award",)),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(FIVE_UP),
    target=Target(
        mode="rounds",
        target=61,
        exact=True,
        exact_overshoot="bust",
        end_check="immediate",
        source=FIVE_UP,
        silent=("exact_overshoot",),
    ),
    unclear_about={"spinner": MANY_ENDS, "spinner_opens": OPENS_CROSSWISE, "block_pay": OWN_ONCE},
)

MATADOR_GAME = replace(
    BLOCK_DRAW_GAME,
    game="matador",
    name="Matador",
    family=SUMS,
    all_sets=(6,),
    deal=HandSizes(printed={2: 7, 3: 5}, source=MATADOR),
    opening=ALL_FIVES_GAME.opening.printed_in(MATADOR, elsewhere={"no_double": GENERAL}),
    joins=Joins(joins="sum", target_sum=7, source=MATADOR),
    doubles=Doubles(spinner="none", in_line=True, source=MATADOR),
    drawing=shared.DRAW_AT_WILL.printed_in(MATADOR),
    **shared.no_points_for_tiles(MATADOR),
    going_out=GoingOut(out_pay="opponents", source=MATADOR),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(MATADOR),
    target=shared.ROUNDS_TO_100.printed_in(MATADOR),
    unclear_about={"no_double": NO_DOUBLE, "block_pay": OWN_ONCE},
)

BERGEN_GAME = replace(
    BLOCK_DRAW_GAME,
    game="bergen",
    name="Bergen",
    family=EQUAL_ENDS,
    deal=HandSizes(printed={2: 6}, source=BERGEN),
    opening=ALL_FIVES_GAME.opening.printed_in(
        BERGEN, opening="lowest_double", elsewhere={"no_double": GENERAL}
    ),
    joins=Joins(joins="equal", blanks="match_only", source=BERGEN),
    drawing=shared.DRAW_UNTIL_PLAYABLE.printed_in(BERGEN, draw="one", silent=("must_play",)),
    counting=Counting(score="bergen", bergen_triple="placed_double", source=BERGEN),
    claims=Claims(claims="auto", source=BERGEN, silent=("claims",)),
    rounding=Rounding(round_scope="none", source=BERGEN),
    going_out=GoingOut(out_pay="point", source=BERGEN),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(
        BERGEN, block_pay="point", block_winner="no_double_then_lowest_double"
    ),
    target=Target(mode="rounds", target=15, exact=False, end_check="round_end", source=BERGEN),
    unclear_about={"no_double": NO_DOUBLE},
)

BLIND_GAME = LineGame(
    game="blind",
    name="Blind Dominoes",
    sheet=SHEET,
    family=BLIND,
    players=(2, 5),
    tiles=6,
    joins=Joins(joins="equal", blanks="match_only", source=GENERAL, elsewhere={"joins": BLIND_SECTION}),
    doubles=Doubles(spinner="none", source=GENERAL),
    turns=Turns(direction="cw", source=GENERAL),
    **shared.rows_face_down(BLIND_SECTION),
)

CROSS_GAME = replace(
    BLOCK_DRAW_GAME,
    game="cross",
    name="Cross Dominoes",
    deal=HandSizes(printed={2: 7, 3: 5}, source=CROSS),
    opening=BLOCK_DRAW_GAME.opening.printed_in(CROSS, elsewhere={"no_double": BLOCK_AND_DRAW}),
    doubles=Doubles(spinner="first_double", spinner_opens="at_once", cross_first=True, source=CROSS),
    drawing=shared.DRAW_UNTIL_PLAYABLE.printed_in(
        CROSS, elsewhere={"must_play": BLOCK_AND_DRAW, "draw": BLOCK_AND_DRAW}
    ),
    **shared.no_points_for_tiles(CROSS),
    target=shared.ROUNDS_TO_100.printed_in(BLOCK_AND_DRAW),
)

FOURS_GAME = replace(
    BLOCK_DRAW_GAME,
    game="fours",
    name="Fours",
    players=(4, 4),
    deal=HandSizes(printed={4: 5}, source=FOURS),
    opening=FIVE_UP_GAME.opening.printed_in(FOURS),
    drawing=shared.DRAW_UNTIL_PLAYABLE.printed_in(BLOCK_AND_DRAW, silent=("draw",)),
    turns=Turns(direction="cw", multi_play="may", source=FOURS),
    **shared.no_points_for_tiles(FOURS),
    target=Target(mode="rounds", target=100, end_check="round_end", source=FOURS),
    unclear_about={"multi_play": GO_ON, "block_pay": OWN_ONCE},
)

ONE_ARM_JOE_GAME = replace(
    BLOCK_DRAW_GAME,
    game="one-arm-joe",
    name="One-Arm Joe",
    deal=HandSizes(printed={2: 3}, source=ONE_ARM_JOE),
    opening=BLOCK_DRAW_GAME.opening.printed_in(ONE_ARM_JOE, elsewhere={"no_double": BLOCK_AND_DRAW}),
    doubles=Doubles(spinner="none", arms=1, source=ONE_ARM_JOE),
    turns=Turns(bonus_trigger="on_double", bonus_turn="optional", source=ONE_ARM_JOE),
    **shared.no_points_for_tiles(ONE_ARM_JOE),
    target=Target(mode="rounds", target=100, end_check="round_end", source=ONE_ARM_JOE),
)

ELIMINATION_GAME = Patience(
    game="elimination",
    name="Elimination",
    sheet=SHEET,
    family=ALONE,
    counting_row=CountingRow(source=ELIMINATION, silent=("lost",)),
)

SOLITAIRE_GAME = Patience(
    game="solitaire",
    name="Domino Solitaire",
    sheet=SHEET,
    family=ALONE,
    columns=Columns(move_unit="tail", source=SOLITAIRE),
)

KNOCK_OUT_GAME = Patience(
    game="knock-out",
    name="Knock-Out",
    sheet=SHEET,
    family=ALONE,
    knock_out=Knocking(knock="pair", rest="scores", source=KNOCK_OUT),
)
