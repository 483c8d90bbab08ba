"""Fundex 2004: the leaflet with rules for twelve games, for sets from double-six to double-fifteen."""

from __future__ import annotations

from referee.engine.rules.claims import Claims
from referee.engine.rules.counting import Counting
from referee.engine.rules.deal import HandSizes
from referee.engine.rules.drawing import Drawing
from referee.engine.rules.joins import Joins
from referee.engine.rules.line_game import LineGame, Sheet
from referee.engine.rules.opening import Opening
from referee.engine.rules.rows import Rows
from referee.engine.rules.settling import Blocked, GoingOut, Rounding
from referee.engine.rules.solitaire_game import Patience
from referee.engine.rules.solitaires import Columns, CountingRow, Knocking
from referee.engine.rules.spinners import Doubles
from referee.engine.rules.target import Target
from referee.engine.rules.turns import Turns
from referee.engine.sheets.group_labels import ALONE, BLIND, COUNT_THE_ENDS, EQUAL_ENDS, LAY_AND_DRAW, SUMS
from referee.engine.sheets.readings import blind_block

# What the sheet does not speak of, unless a game below writes it: there the referee's own reading holds.
ASSUMED = (
    "opening_double", "lot_tie", "target_sum", "matador_crosswise", "spinner_opens", "spinner_counts_until",
    "cross_first", "arms", "bonus_trigger", "bonus_turn", "multi_play", "misplay", "false_pass", "score_unit",
    "bergen_triple", "muggins_close", "false_claim", "out_award", "team_out", "exact_overshoot", "over_tie", "mode",
    "no_double", "blanks", "next_opener", "target", "exact", "end_check",
)  # fmt: skip
SHEET = Sheet(key="fundex2004", title="Fundex 2004", assumed=ASSUMED)
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
OWN_ONCE = "Whoever wins a blocked round takes off their own pips; whether once or for each opponent is not said; once."
NO_DOUBLE = "Without a double either the highest single begins or all is dealt again; the table says which."
EACH_HAND = "Whether each hand is rounded, or only their sum, may be read both ways; each hand is."
MANY_ENDS = (
    "The sheet counts two, three or four open ends, yet every double may become a spinner; all ends count."
)
OPENS_CROSSWISE = (
    "A double opens crosswise once another tile lies on it; "
    "for a double that opens the round one tile is enough."
)
GO_ON = "The sheet says once that a further tile may be laid and once that as many as possible are; it may."

BLOCK_DRAW_GAME = LineGame(
    game="block-draw",
    name="Block and Draw",
    sheet=SHEET,
    family=LAY_AND_DRAW,
    players=(2, 4),
    tiles=6,
    deal=HandSizes(printed={2: 5}, source=BLOCK_AND_DRAW),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=BLOCK_AND_DRAW,
        silent=("next_opener",),
    ),
    joins=Joins(joins="equal", blanks="match_only", source=GENERAL),
    doubles=Doubles(spinner="none", source=GENERAL),
    drawing=Drawing(
        must_play=True, draw="until_playable", optional_draw="none", reserve=0, source=BLOCK_AND_DRAW
    ),
    turns=Turns(source=GENERAL, silent=("misplay", "false_pass")),
    counting=Counting(score="none", source=BLOCK_AND_DRAW),
    claims=Claims(claims="auto", source=BLOCK_AND_DRAW),
    rounding=Rounding(round_scope="none", source=BLOCK_AND_DRAW),
    going_out=GoingOut(out_pay="opponents", source=BLOCK_AND_DRAW),
    blocked=Blocked(
        block_pay="sum_minus_own",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=BLOCK_AND_DRAW,
        silent=("block_tie",),
    ),
    target=Target(
        target=100,
        exact=False,
        end_check="round_end",
        source=BLOCK_AND_DRAW,
        elsewhere={"end_check": SCORING},
    ),
    unclear=(OWN_ONCE,),
    unclear_about={"block_pay": OWN_ONCE},
)

ALL_FIVES_GAME = LineGame(
    game="all-fives",
    name="All Fives",
    sheet=SHEET,
    family=COUNT_THE_ENDS,
    players=(2, 4),
    tiles=6,
    deal=HandSizes(printed={2: 7, 3: 5}, source=ALL_FIVES),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="ask",
        next_opener="as_first",
        source=ALL_FIVES,
        elsewhere={"no_double": GENERAL},
        silent=("next_opener",),
    ),
    joins=Joins(joins="equal", blanks="match_only", source=ALL_FIVES, elsewhere={"blanks": GENERAL}),
    doubles=Doubles(spinner="none", source=GENERAL, elsewhere={"spinner_counts_until": ALL_FIVES}),
    drawing=Drawing(
        must_play=True,
        draw="until_playable",
        optional_draw="none",
        reserve=0,
        source=ALL_FIVES,
        elsewhere={"must_play": BLOCK_AND_DRAW},
    ),
    turns=Turns(source=GENERAL, silent=("misplay", "false_pass")),
    counting=Counting(score="fives", score_unit="pips", source=ALL_FIVES),
    claims=Claims(
        claims="owner_then_muggins",
        muggins_close="next_play",
        false_claim="strike",
        source=ALL_FIVES,
        silent=("muggins_close", "false_claim"),
    ),
    rounding=Rounding(round_scope="hand", source=ALL_FIVES),
    going_out=GoingOut(out_pay="opponents", out_award="separate", source=ALL_FIVES),
    blocked=Blocked(
        block_pay="sum_minus_own",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=ALL_FIVES,
        silent=("block_tie",),
    ),
    target=Target(mode="rounds", target=100, exact=False, end_check="round_end", source=ALL_FIVES),
    unclear=(
        NO_DOUBLE,
        OWN_ONCE,
        EACH_HAND,
    ),
    unclear_about={"no_double": NO_DOUBLE, "block_pay": OWN_ONCE, "round_scope": EACH_HAND},
)

FIVE_UP_GAME = LineGame(
    game="five-up",
    name="Five Up",
    sheet=SHEET,
    family=COUNT_THE_ENDS,
    players=(2, 4),
    tiles=6,
    deal=HandSizes(printed={2: 7, 3: 5}, source=FIVE_UP),
    opening=Opening(
        opening="lot",
        opening_tile="free",
        next_opener="as_first",
        source=FIVE_UP,
        silent=("next_opener", "lot_tie"),
    ),
    joins=Joins(joins="equal", blanks="match_only", source=GENERAL),
    doubles=Doubles(spinner="all", spinner_opens="after_one_tile", source=FIVE_UP),
    drawing=Drawing(
        must_play=True, draw="until_playable", optional_draw="none", reserve=0, source=BLOCK_AND_DRAW
    ),
    turns=Turns(source=GENERAL, silent=("misplay", "false_pass")),
    counting=Counting(score="fives", score_unit="per_five", source=FIVE_UP),
    claims=Claims(claims="auto", source=FIVE_UP, silent=("claims",)),
    rounding=Rounding(round_scope="hand", source=FIVE_UP),
    going_out=GoingOut(out_pay="opponents", out_award="separate", source=FIVE_UP, silent=("out_award",)),
    blocked=Blocked(
        block_pay="sum_minus_own",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=FIVE_UP,
        silent=("block_tie",),
    ),
    target=Target(
        mode="rounds",
        target=61,
        exact=True,
        exact_overshoot="bust",
        end_check="immediate",
        source=FIVE_UP,
        silent=("exact_overshoot",),
    ),
    unclear=(
        MANY_ENDS,
        OPENS_CROSSWISE,
        OWN_ONCE,
    ),
    unclear_about={"spinner": MANY_ENDS, "spinner_opens": OPENS_CROSSWISE, "block_pay": OWN_ONCE},
)

MATADOR_GAME = LineGame(
    game="matador",
    name="Matador",
    sheet=SHEET,
    family=SUMS,
    players=(2, 4),
    tiles=6,
    sets=(6,),
    deal=HandSizes(printed={2: 7, 3: 5}, source=MATADOR),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="ask",
        next_opener="as_first",
        source=MATADOR,
        elsewhere={"no_double": GENERAL},
        silent=("next_opener",),
    ),
    joins=Joins(joins="sum", target_sum=7, source=MATADOR),
    doubles=Doubles(spinner="none", in_line=True, source=MATADOR),
    drawing=Drawing(
        must_play=False,
        draw="until_playable",
        optional_draw="any",
        reserve=0,
        source=MATADOR,
        silent=("dry",),
    ),
    turns=Turns(source=GENERAL, silent=("misplay", "false_pass")),
    counting=Counting(score="none", source=MATADOR),
    claims=Claims(claims="auto", source=MATADOR),
    rounding=Rounding(round_scope="none", source=MATADOR),
    going_out=GoingOut(out_pay="opponents", source=MATADOR),
    blocked=Blocked(
        block_pay="sum_minus_own",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=MATADOR,
        silent=("block_tie",),
    ),
    target=Target(mode="rounds", target=100, exact=False, end_check="round_end", source=MATADOR),
    unclear=(
        NO_DOUBLE,
        OWN_ONCE,
    ),
    unclear_about={"no_double": NO_DOUBLE, "block_pay": OWN_ONCE},
)

BERGEN_GAME = LineGame(
    game="bergen",
    name="Bergen",
    sheet=SHEET,
    family=EQUAL_ENDS,
    players=(2, 4),
    tiles=6,
    deal=HandSizes(printed={2: 6}, source=BERGEN),
    opening=Opening(
        opening="lowest_double",
        opening_tile="forced",
        no_double="ask",
        next_opener="as_first",
        source=BERGEN,
        elsewhere={"no_double": GENERAL},
        silent=("next_opener",),
    ),
    joins=Joins(joins="equal", blanks="match_only", source=BERGEN),
    doubles=Doubles(spinner="none", source=GENERAL),
    drawing=Drawing(
        must_play=True, draw="one", optional_draw="none", reserve=0, source=BERGEN, silent=("must_play",)
    ),
    turns=Turns(source=GENERAL, silent=("misplay", "false_pass")),
    counting=Counting(score="bergen", bergen_triple="placed_double", source=BERGEN),
    claims=Claims(claims="auto", source=BERGEN, silent=("claims",)),
    rounding=Rounding(round_scope="none", source=BERGEN),
    going_out=GoingOut(out_pay="point", source=BERGEN),
    blocked=Blocked(
        block_pay="point",
        block_winner="no_double_then_lowest_double",
        block_tie="no_score",
        source=BERGEN,
        silent=("block_tie",),
    ),
    target=Target(mode="rounds", target=15, exact=False, end_check="round_end", source=BERGEN),
    unclear=(NO_DOUBLE,),
    unclear_about={"no_double": NO_DOUBLE},
)

BLIND_GAME = LineGame(
    game="blind",
    name="Blind Dominoes",
    sheet=SHEET,
    family=BLIND,
    players=(2, 5),
    tiles=6,
    deal=HandSizes(all_dealt=True, source=BLIND_SECTION),
    opening=Opening(opening="youngest", opening_tile="free", source=BLIND_SECTION),
    rows=Rows(starter_continues=False, leftover_opens=False, source=BLIND_SECTION),
    joins=Joins(joins="equal", blanks="match_only", source=GENERAL, elsewhere={"joins": BLIND_SECTION}),
    doubles=Doubles(spinner="none", source=GENERAL),
    drawing=Drawing(must_play=True, draw="none", optional_draw="none", reserve=0, source=BLIND_SECTION),
    turns=Turns(source=GENERAL, silent=("misplay", "false_pass")),
    counting=Counting(score="none", source=BLIND_SECTION),
    claims=Claims(claims="auto", source=BLIND_SECTION),
    rounding=Rounding(round_scope="none", source=BLIND_SECTION),
    going_out=GoingOut(out_pay="none", source=BLIND_SECTION),
    blocked=Blocked(
        block_pay="none",
        block_winner="fewest_tiles",
        block_tie="no_score",
        source=BLIND_SECTION,
        silent=("block_pay", "block_winner", "block_tie"),
    ),
    target=Target(mode="single", source=BLIND_SECTION),
    presets={"blind_block": blind_block(BLIND_SECTION)},
)

CROSS_GAME = LineGame(
    game="cross",
    name="Cross Dominoes",
    sheet=SHEET,
    family=LAY_AND_DRAW,
    players=(2, 4),
    tiles=6,
    deal=HandSizes(printed={2: 7, 3: 5}, source=CROSS),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=CROSS,
        elsewhere={"no_double": BLOCK_AND_DRAW},
        silent=("next_opener",),
    ),
    joins=Joins(joins="equal", blanks="match_only", source=GENERAL),
    doubles=Doubles(spinner="first_double", spinner_opens="at_once", cross_first=True, source=CROSS),
    drawing=Drawing(
        must_play=True,
        draw="until_playable",
        optional_draw="none",
        reserve=0,
        source=CROSS,
        elsewhere={"must_play": BLOCK_AND_DRAW, "draw": BLOCK_AND_DRAW},
    ),
    turns=Turns(source=GENERAL, silent=("misplay", "false_pass")),
    counting=Counting(score="none", source=CROSS),
    claims=Claims(claims="auto", source=CROSS),
    rounding=Rounding(round_scope="none", source=CROSS),
    going_out=GoingOut(out_pay="opponents", source=BLOCK_AND_DRAW),
    blocked=Blocked(
        block_pay="sum_minus_own",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=BLOCK_AND_DRAW,
        silent=("block_tie",),
    ),
    target=Target(mode="rounds", target=100, exact=False, end_check="round_end", source=BLOCK_AND_DRAW),
    unclear=(OWN_ONCE,),
    unclear_about={"block_pay": OWN_ONCE},
)

FOURS_GAME = LineGame(
    game="fours",
    name="Fours",
    sheet=SHEET,
    family=LAY_AND_DRAW,
    players=(4, 4),
    tiles=6,
    deal=HandSizes(printed={4: 5}, source=FOURS),
    opening=Opening(
        opening="lot",
        opening_tile="free",
        next_opener="as_first",
        source=FOURS,
        silent=("next_opener", "lot_tie"),
    ),
    joins=Joins(joins="equal", blanks="match_only", source=GENERAL),
    doubles=Doubles(spinner="none", source=GENERAL),
    drawing=Drawing(
        must_play=True,
        draw="until_playable",
        optional_draw="none",
        reserve=0,
        source=BLOCK_AND_DRAW,
        silent=("draw",),
    ),
    turns=Turns(multi_play="may", source=FOURS, silent=("misplay", "false_pass")),
    counting=Counting(score="none", source=FOURS),
    claims=Claims(claims="auto", source=FOURS),
    rounding=Rounding(round_scope="none", source=FOURS),
    going_out=GoingOut(out_pay="opponents", source=BLOCK_AND_DRAW),
    blocked=Blocked(
        block_pay="sum_minus_own",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=BLOCK_AND_DRAW,
        silent=("block_tie",),
    ),
    target=Target(mode="rounds", target=100, end_check="round_end", source=FOURS),
    unclear=(
        GO_ON,
        OWN_ONCE,
    ),
    unclear_about={"multi_play": GO_ON, "block_pay": OWN_ONCE},
)

ONE_ARM_JOE_GAME = LineGame(
    game="one-arm-joe",
    name="One-Arm Joe",
    sheet=SHEET,
    family=LAY_AND_DRAW,
    players=(2, 4),
    tiles=6,
    deal=HandSizes(printed={2: 3}, source=ONE_ARM_JOE),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=ONE_ARM_JOE,
        elsewhere={"no_double": BLOCK_AND_DRAW},
        silent=("next_opener",),
    ),
    joins=Joins(joins="equal", blanks="match_only", source=GENERAL),
    doubles=Doubles(spinner="none", arms=1, source=ONE_ARM_JOE),
    drawing=Drawing(
        must_play=True, draw="until_playable", optional_draw="none", reserve=0, source=BLOCK_AND_DRAW
    ),
    turns=Turns(
        bonus_trigger="on_double", bonus_turn="optional", source=ONE_ARM_JOE, silent=("misplay", "false_pass")
    ),
    counting=Counting(score="none", source=ONE_ARM_JOE),
    claims=Claims(claims="auto", source=ONE_ARM_JOE),
    rounding=Rounding(round_scope="none", source=ONE_ARM_JOE),
    going_out=GoingOut(out_pay="opponents", source=BLOCK_AND_DRAW),
    blocked=Blocked(
        block_pay="sum_minus_own",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=BLOCK_AND_DRAW,
        silent=("block_tie",),
    ),
    target=Target(mode="rounds", target=100, end_check="round_end", source=ONE_ARM_JOE),
    unclear=(OWN_ONCE,),
    unclear_about={"block_pay": OWN_ONCE},
)

GAMES = (
    BLOCK_DRAW_GAME,
    ALL_FIVES_GAME,
    FIVE_UP_GAME,
    MATADOR_GAME,
    BERGEN_GAME,
    BLIND_GAME,
    CROSS_GAME,
    FOURS_GAME,
    ONE_ARM_JOE_GAME,
)

ELIMINATION_GAME = Patience(
    game="elimination",
    name="Elimination",
    sheet=SHEET,
    family=ALONE,
    players=(1, 1),
    tiles=6,
    counting_row=CountingRow(source=ELIMINATION, silent=("lost",)),
)

SOLITAIRE_GAME = Patience(
    game="solitaire",
    name="Domino Solitaire",
    sheet=SHEET,
    family=ALONE,
    players=(1, 1),
    tiles=6,
    columns=Columns(move_unit="tail", source=SOLITAIRE),
)

KNOCK_OUT_GAME = Patience(
    game="knock-out",
    name="Knock-Out",
    sheet=SHEET,
    family=ALONE,
    players=(1, 1),
    tiles=6,
    knock_out=Knocking(knock="pair", rest="scores", source=KNOCK_OUT),
)

PATIENCES = (ELIMINATION_GAME, SOLITAIRE_GAME, KNOCK_OUT_GAME)
