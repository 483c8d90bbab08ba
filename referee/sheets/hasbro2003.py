"""Hasbro 2003: the leaflet of the double-nine set."""

from __future__ import annotations

from referee.rules.claims import Claims
from referee.rules.counting import Counting
from referee.rules.deal import Deal
from referee.rules.drawing import Drawing
from referee.rules.joins import Joins
from referee.rules.opening import Opening
from referee.rules.settling import Blocked, GoingOut, Rounding
from referee.rules.spinners import Doubles
from referee.rules.target import Target
from referee.rules.turns import Turns
from referee.rules.variant import Sheet, Variant
from referee.sheets.families import BLOCK, COUNT_THE_ENDS, LAY_AND_DRAW

SHEET = Sheet(key="hasbro2003", title="Hasbro 2003")
SETUP = SHEET.source("Setup")
OBJECT = SHEET.source("Object")
BASIC = SHEET.source("How to Play (Basic Rules)")
WIN = SHEET.source("How to Win")
MUGGINS = SHEET.source("Muggins")
BLOCK_SECTION = SHEET.source("Block")

DRAW_GAME = Variant(
    game="draw",
    name="Draw",
    sheet=SHEET,
    family=LAY_AND_DRAW,
    players=(2, 6),
    tiles=9,
    deal=Deal(printed={2: 7}, source=SETUP),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=BASIC,
    ),
    joins=Joins(joins="equal", blanks="match_only", source=BASIC),
    doubles=Doubles(spinner="none", source=BASIC),
    drawing=Drawing(
        must_play=True,
        draw="until_playable",
        optional_draw="none",
        reserve=0,
        source=BASIC,
        silent=("must_play",),
    ),
    turns=Turns(source=BASIC, silent=("misplay", "false_pass")),
    counting=Counting(score="none", source=WIN),
    claims=Claims(claims="auto", source=WIN),
    rounding=Rounding(round_scope="none", source=WIN),
    going_out=GoingOut(out_pay="opponents", source=WIN),
    blocked=Blocked(
        block_pay="sum_minus_own",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=WIN,
        silent=("block_tie",),
    ),
    target=Target(target=100, end_check="round_end", source=OBJECT),
)

BLOCK_GAME = Variant(
    game="block",
    name="Block",
    sheet=SHEET,
    family=BLOCK,
    players=(2, 6),
    tiles=9,
    deal=Deal(printed={2: 7}, source=BLOCK_SECTION),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=BASIC,
    ),
    joins=Joins(joins="equal", blanks="match_only", source=BLOCK_SECTION),
    doubles=Doubles(spinner="none", source=BASIC),
    drawing=Drawing(
        must_play=True,
        draw="none",
        optional_draw="none",
        reserve=0,
        source=BLOCK_SECTION,
        silent=("must_play",),
    ),
    turns=Turns(source=BLOCK_SECTION, silent=("misplay", "false_pass")),
    counting=Counting(score="none", source=BLOCK_SECTION),
    claims=Claims(claims="auto", source=BLOCK_SECTION),
    rounding=Rounding(round_scope="none", source=BLOCK_SECTION),
    going_out=GoingOut(out_pay="opponents", source=BLOCK_SECTION, silent=("out_pay",)),
    blocked=Blocked(
        block_pay="opponents",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=BLOCK_SECTION,
        silent=("block_tie",),
    ),
    target=Target(target=100, end_check="round_end", source=BLOCK_SECTION),
)

MUGGINS_GAME = Variant(
    game="muggins",
    name="Muggins",
    sheet=SHEET,
    family=COUNT_THE_ENDS,
    players=(2, 4),
    tiles=9,
    deal=Deal(printed={2: 7, 3: 5}, source=MUGGINS),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=MUGGINS,
        elsewhere={"no_double": BASIC, "next_opener": BASIC},
    ),
    joins=Joins(joins="equal", blanks="match_only", source=BASIC),
    doubles=Doubles(spinner="first_double", spinner_opens="at_once", source=MUGGINS),
    drawing=Drawing(must_play=False, draw="until_playable", optional_draw="any", reserve=0, source=MUGGINS),
    turns=Turns(source=BASIC, silent=("misplay", "false_pass")),
    counting=Counting(score="fives", score_unit="pips", source=MUGGINS),
    claims=Claims(
        claims="hasbro",
        muggins_close="next_play",
        false_claim="strike",
        source=MUGGINS,
        silent=("muggins_close", "false_claim"),
    ),
    rounding=Rounding(round_scope="none", source=MUGGINS),
    going_out=GoingOut(out_pay="opponents", out_award="separate", source=MUGGINS),
    blocked=Blocked(
        block_pay="ladder",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=MUGGINS,
        silent=("block_tie",),
    ),
    target=Target(target=100, end_check="immediate", source=MUGGINS),
    unclear=(
        "The sheet speaks once of all ends and once of an end; all open ends are added.",
        "The heading says four players, the text says two, three or four.",
    ),
)

GAMES = (DRAW_GAME, BLOCK_GAME, MUGGINS_GAME)
