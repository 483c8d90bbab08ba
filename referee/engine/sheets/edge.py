"""Edge: the leaflet of a double-six set with three games."""

from __future__ import annotations

from referee.engine.rules.claims import Claims
from referee.engine.rules.counting import Counting
from referee.engine.rules.deal import HandSizes
from referee.engine.rules.drawing import Drawing
from referee.engine.rules.joins import Joins
from referee.engine.rules.line_game import LineGame, Sheet
from referee.engine.rules.opening import Opening
from referee.engine.rules.settling import Blocked, GoingOut, Rounding
from referee.engine.rules.spinners import Doubles
from referee.engine.rules.target import Target
from referee.engine.rules.turns import Turns
from referee.engine.sheets.group_labels import BLOCK, COUNT_THE_ENDS, LAY_AND_DRAW

# What the sheet does not speak of, unless a game below writes it: there the referee's own reading holds.
ASSUMED = (
    "opening_double", "lot_tie", "target_sum", "matador_crosswise", "spinner_opens", "spinner_counts_until",
    "cross_first", "arms", "bonus_turn", "misplay", "false_pass", "score_unit", "bergen_triple", "muggins_close",
    "false_claim", "out_award", "team_out", "exact", "exact_overshoot", "over_tie",
)  # fmt: skip
SHEET = Sheet(key="edge", title="Edge", assumed=ASSUMED)
MATCHING = SHEET.source("Matching")
FIRST = SHEET.source("First draw, first play")
PLAY = SHEET.source("The play")
BLOCK_SECTION = SHEET.source("Game 1: Block")
DRAW_SECTION = SHEET.source("Game 2: Draw")
MUGGINS = SHEET.source("Game 3: Muggins")
BLANKS_UNCLEAR = (
    "The sheet first says that blanks match blanks, then that a blank tile goes next to any number; "
    "a blank half may be laid against any number, an open blank takes only blanks."
)
NO_CALL = "The sheet names the game Muggins but has no muggins call; the referee counts."

BLOCK_GAME = LineGame(
    game="block",
    name="Block",
    sheet=SHEET,
    family=BLOCK,
    players=(2, 4),
    tiles=6,
    sets=(6,),
    deal=HandSizes(printed={2: 7, 3: 5}, source=BLOCK_SECTION),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=FIRST,
        silent=("next_opener", "opening_tile"),
    ),
    joins=Joins(joins="equal", blanks="wild_when_played", source=MATCHING),
    doubles=Doubles(spinner="none", source=MATCHING),
    drawing=Drawing(
        must_play=True,
        draw="none",
        optional_draw="none",
        reserve=0,
        source=PLAY,
        elsewhere={"draw": BLOCK_SECTION},
    ),
    turns=Turns(bonus_trigger="none", multi_play="none", source=PLAY, silent=("misplay", "false_pass")),
    counting=Counting(score="none", source=BLOCK_SECTION),
    claims=Claims(claims="auto", source=BLOCK_SECTION),
    rounding=Rounding(round_scope="none", source=BLOCK_SECTION),
    going_out=GoingOut(out_pay="opponents", source=BLOCK_SECTION),
    blocked=Blocked(
        block_pay="sum_minus_own", block_winner="lowest_pips", block_tie="lightest_tile", source=BLOCK_SECTION
    ),
    target=Target(mode="rounds", target=100, end_check="round_end", source=BLOCK_SECTION),
    asks_target=True,
    unclear=(BLANKS_UNCLEAR,),
    unclear_about={"blanks": BLANKS_UNCLEAR},
)

DRAW_GAME = LineGame(
    game="draw",
    name="Draw",
    sheet=SHEET,
    family=LAY_AND_DRAW,
    players=(2, 4),
    tiles=6,
    sets=(6,),
    deal=HandSizes(printed={2: 7, 3: 5}, source=BLOCK_SECTION),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=FIRST,
        silent=("next_opener", "opening_tile"),
    ),
    joins=Joins(joins="equal", blanks="wild_when_played", source=MATCHING),
    doubles=Doubles(spinner="none", source=MATCHING),
    drawing=Drawing(
        must_play=True,
        draw="until_playable",
        optional_draw="none",
        reserve=0,
        source=DRAW_SECTION,
        elsewhere={"must_play": PLAY},
    ),
    turns=Turns(bonus_trigger="none", multi_play="none", source=PLAY, silent=("misplay", "false_pass")),
    counting=Counting(score="none", source=BLOCK_SECTION),
    claims=Claims(claims="auto", source=BLOCK_SECTION),
    rounding=Rounding(round_scope="none", source=BLOCK_SECTION),
    going_out=GoingOut(out_pay="opponents", source=BLOCK_SECTION),
    blocked=Blocked(
        block_pay="sum_minus_own", block_winner="lowest_pips", block_tie="lightest_tile", source=BLOCK_SECTION
    ),
    target=Target(mode="rounds", target=100, end_check="round_end", source=BLOCK_SECTION),
    reserve_by_players={2: 2, 3: 1},
    asks_target=True,
    unclear=(BLANKS_UNCLEAR,),
    unclear_about={"blanks": BLANKS_UNCLEAR},
)

MUGGINS_GAME = LineGame(
    game="muggins",
    name="Muggins",
    sheet=SHEET,
    family=COUNT_THE_ENDS,
    players=(2, 4),
    tiles=6,
    sets=(6,),
    deal=HandSizes(printed={2: 5}, source=MUGGINS),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=FIRST,
        silent=("next_opener", "opening_tile"),
    ),
    joins=Joins(joins="equal", blanks="wild_when_played", source=MATCHING),
    doubles=Doubles(
        spinner="none", spinner_counts_until=2, source=MATCHING, elsewhere={"spinner_counts_until": MUGGINS}
    ),
    drawing=Drawing(
        must_play=True,
        draw="until_playable",
        optional_draw="none",
        reserve=0,
        source=MUGGINS,
        elsewhere={"must_play": PLAY},
    ),
    turns=Turns(bonus_trigger="none", multi_play="none", source=PLAY, silent=("misplay", "false_pass")),
    counting=Counting(score="fives", score_unit="per_five", source=MUGGINS),
    claims=Claims(claims="auto", source=MUGGINS),
    rounding=Rounding(round_scope="total", source=MUGGINS),
    going_out=GoingOut(
        out_pay="opponents",
        out_award="separate",
        team_out="lowest_total",
        source=MUGGINS,
        elsewhere={"team_out": MUGGINS},
        silent=("out_award",),
    ),
    blocked=Blocked(
        block_pay="opponents",
        block_winner="lowest_pips",
        block_tie="lightest_tile",
        source=MUGGINS,
        silent=("block_tie",),
    ),
    target=Target(mode="rounds", target=61, exact=False, end_check="immediate", source=MUGGINS),
    reserve_by_players={2: 2, 3: 1},
    unclear=(BLANKS_UNCLEAR, NO_CALL),
    unclear_about={"blanks": BLANKS_UNCLEAR, "claims": NO_CALL},
)

GAMES = (BLOCK_GAME, DRAW_GAME, MUGGINS_GAME)
