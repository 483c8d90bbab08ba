"""El Chavo 2008: a leaflet whose text has gaps; its family is the same as the Classic sheet's."""

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
from referee.engine.rules.solitaires import DrawFive, Knocking
from referee.engine.rules.spinners import Doubles
from referee.engine.rules.target import Target
from referee.engine.rules.turns import Turns
from referee.engine.sheets.group_labels import ALONE, BLIND, COUNT_THE_ENDS, LAY_AND_DRAW
from referee.engine.sheets.readings import blind_block

# What the sheet does not speak of, unless a game below writes it: there the referee's own reading holds.
ASSUMED = (
    "opening_double", "lot_tie", "target_sum", "matador_crosswise", "spinner_counts_until", "cross_first", "arms",
    "bonus_trigger", "bonus_turn", "multi_play", "misplay", "false_pass", "score_unit", "bergen_triple",
    "muggins_close", "false_claim", "out_award", "team_out", "exact_overshoot", "over_tie", "spinner_opens",
    "exact", "mode", "no_double", "next_opener", "target", "end_check",
)  # fmt: skip
SHEET = Sheet(key="fundex2008", title="El Chavo 2008", assumed=ASSUMED)
PLAY = SHEET.source("Domino Instructions")
ALL_FIVES = SHEET.source("All Fives")
BLIND_SECTION = SHEET.source("Blind")
DRAW_FIVE = SHEET.source("Solitaire (no title)")
KNOCK_OUT = SHEET.source("Knock Out")

DRAW_GAME = LineGame(
    game="draw",
    name="Draw",
    sheet=SHEET,
    family=LAY_AND_DRAW,
    players=(2, 4),
    tiles=6,
    sets=(6,),
    deal=HandSizes(printed={2: 5}, source=PLAY),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=PLAY,
        silent=("opening", "opening_tile", "no_double", "next_opener"),
    ),
    joins=Joins(joins="equal", blanks="match_only", source=PLAY),
    doubles=Doubles(spinner="all", spinner_opens="at_once", source=PLAY),
    drawing=Drawing(must_play=True, draw="until_playable", optional_draw="none", reserve=0, source=PLAY),
    turns=Turns(source=PLAY, silent=("misplay", "false_pass")),
    counting=Counting(score="none", source=PLAY),
    claims=Claims(claims="auto", source=PLAY),
    rounding=Rounding(round_scope="none", source=PLAY),
    going_out=GoingOut(out_pay="opponents", source=PLAY),
    blocked=Blocked(
        block_pay="pairwise",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=PLAY,
        silent=("block_tie",),
    ),
    target=Target(mode="rounds", target=100, exact=False, end_check="round_end", source=PLAY),
    unclear=("The sentence about who opens is lost from the sheet; the highest double opens.",),
)

ALL_FIVES_GAME = LineGame(
    game="all-fives",
    name="All Fives",
    sheet=SHEET,
    family=COUNT_THE_ENDS,
    players=(2, 4),
    tiles=6,
    sets=(6,),
    deal=HandSizes(printed={2: 7, 3: 5}, source=ALL_FIVES),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=ALL_FIVES,
        silent=("opening_tile", "no_double", "next_opener"),
    ),
    joins=Joins(joins="equal", blanks="match_only", source=ALL_FIVES),
    doubles=Doubles(spinner="none", source=ALL_FIVES, silent=("spinner",)),
    drawing=Drawing(
        must_play=True,
        draw="until_playable",
        optional_draw="none",
        reserve=0,
        source=ALL_FIVES,
        silent=("must_play",),
    ),
    turns=Turns(source=PLAY, silent=("misplay", "false_pass")),
    counting=Counting(score="fives", score_unit="pips", source=ALL_FIVES, silent=("score_unit",)),
    claims=Claims(claims="auto", source=ALL_FIVES, silent=("claims",)),
    rounding=Rounding(round_scope="hand", source=ALL_FIVES),
    going_out=GoingOut(out_pay="opponents", source=ALL_FIVES),
    blocked=Blocked(
        block_pay="sum_minus_own",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=ALL_FIVES,
        silent=("block_pay", "block_winner", "block_tie"),
    ),
    target=Target(
        target=100,
        end_check="round_end",
        source=ALL_FIVES,
        silent=("target", "end_check"),
    ),
    unclear=(
        "The end of the text is lost; blocks and the target are played as on the other sheets of its maker.",
    ),
)

BLIND_GAME = LineGame(
    game="blind",
    name="Blind Dominoes",
    sheet=SHEET,
    family=BLIND,
    players=(2, 5),
    tiles=6,
    sets=(6,),
    deal=HandSizes(all_dealt=True, source=BLIND_SECTION),
    opening=Opening(opening="youngest", opening_tile="free", source=BLIND_SECTION),
    rows=Rows(starter_continues=False, leftover_opens=False, source=BLIND_SECTION),
    joins=Joins(joins="equal", blanks="match_only", source=BLIND_SECTION),
    doubles=Doubles(spinner="none", source=BLIND_SECTION, silent=("spinner",)),
    drawing=Drawing(must_play=True, draw="none", optional_draw="none", reserve=0, source=BLIND_SECTION),
    turns=Turns(source=PLAY, silent=("misplay", "false_pass")),
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

DRAW_FIVE_GAME = Patience(
    game="solitaire",
    name="Draw Five",
    sheet=SHEET,
    family=ALONE,
    players=(1, 1),
    tiles=6,
    draw_five=DrawFive(goal="empty_hand", source=DRAW_FIVE, silent=("lost",)),
    unclear=("The sheet gives the game no title; it begins with five tiles drawn.",),
)

KNOCK_OUT_GAME = Patience(
    game="knock-out",
    name="Knock-Out",
    sheet=SHEET,
    family=ALONE,
    players=(1, 1),
    tiles=6,
    knock_out=Knocking(knock="pair", rest="nothing", source=KNOCK_OUT, silent=("rest",)),
)

GAMES = (DRAW_GAME, ALL_FIVES_GAME, BLIND_GAME)
PATIENCES = (DRAW_FIVE_GAME, KNOCK_OUT_GAME)
