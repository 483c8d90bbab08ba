"""Fundex 2004: the leaflet with rules for twelve games, for sets from double-six to double-fifteen."""

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
from referee.sheets.families import COUNT_THE_ENDS, LAY_AND_DRAW

SHEET = Sheet(key="fundex2004", title="Fundex 2004")
GENERAL = SHEET.source("General domino play")
SCORING = SHEET.source("Scoring")
BLOCK_AND_DRAW = SHEET.source("Block & Draw Dominoes")
ALL_FIVES = SHEET.source("All Fives")
FIVE_UP = SHEET.source("Five Up")

BLOCK_DRAW_GAME = Variant(
    game="block-draw",
    name="Block and Draw",
    sheet=SHEET,
    family=LAY_AND_DRAW,
    players=(2, 4),
    tiles=6,
    deal=Deal(printed={2: 5}, source=BLOCK_AND_DRAW),
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
    target=Target(target=100, end_check="round_end", source=BLOCK_AND_DRAW, elsewhere={"end_check": SCORING}),
)

ALL_FIVES_GAME = Variant(
    game="all-fives",
    name="All Fives",
    sheet=SHEET,
    family=COUNT_THE_ENDS,
    players=(2, 4),
    tiles=6,
    deal=Deal(printed={2: 7, 3: 5}, source=ALL_FIVES),
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
        claims="fundex",
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
    target=Target(target=100, end_check="round_end", source=ALL_FIVES),
)

FIVE_UP_GAME = Variant(
    game="five-up",
    name="Five Up",
    sheet=SHEET,
    family=COUNT_THE_ENDS,
    players=(2, 4),
    tiles=6,
    deal=Deal(printed={2: 7, 3: 5}, source=FIVE_UP),
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
    going_out=GoingOut(out_pay="opponents", out_award="separate", source=FIVE_UP),
    blocked=Blocked(
        block_pay="sum_minus_own",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=FIVE_UP,
        silent=("block_tie",),
    ),
    target=Target(
        target=61,
        exact=True,
        exact_overshoot="bust",
        end_check="immediate",
        source=FIVE_UP,
        silent=("exact_overshoot",),
    ),
    unclear=(
        "The sheet counts two, three or four open ends, yet every double may become a spinner; all ends count.",
    ),
)

GAMES = (BLOCK_DRAW_GAME, ALL_FIVES_GAME, FIVE_UP_GAME)
