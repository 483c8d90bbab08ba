"""El Chavo 2008: a sheet whose text has gaps; its family is the same as the Classic sheet's."""

from dataclasses import replace

from referee.engine.rules.counting import Claims, Counting
from referee.engine.rules.deal import HandSizes
from referee.engine.rules.game import Sheet
from referee.engine.rules.joins import Doubles, Joins
from referee.engine.rules.line_game import LineGame
from referee.engine.rules.settling import GoingOut, Rounding, Target
from referee.engine.rules.solitaires import DrawFive, Knocking, Patience
from referee.engine.rules.turns import Turns
from referee.engine.sheets import shared_rules as shared
from referee.engine.sheets.shared_rules import ALONE, BLIND, COUNT_THE_ENDS, LAY_AND_DRAW

SHEET = Sheet(key="fundex2008", title="El Chavo 2008", assumed=(
    *shared.ASSUMED, "bonus_trigger", "multi_play", "mode", "no_double", "next_opener", "target", "end_check",
))  # fmt: skip
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
    all_sets=(6,),
    deal=HandSizes(printed={2: 5}, source=PLAY),
    opening=shared.HIGHEST_DOUBLE.printed_in(
        PLAY, silent=("opening", "opening_tile", "no_double", "next_opener")
    ),
    joins=Joins(joins="equal", blanks="match_only", source=PLAY),
    doubles=Doubles(spinner="all", spinner_opens="at_once", source=PLAY),
    drawing=shared.DRAW_UNTIL_PLAYABLE.printed_in(PLAY),
    turns=Turns(direction="cw", source=PLAY),
    **shared.no_points_for_tiles(PLAY),
    going_out=GoingOut(out_pay="opponents", source=PLAY),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(PLAY, block_pay="pairwise"),
    target=shared.ROUNDS_TO_100.printed_in(PLAY),
    also_unclear=("The sentence about who opens is lost from the sheet; the highest double opens.",),
)

ALL_FIVES_GAME = replace(
    DRAW_GAME,
    game="all-fives",
    name="All Fives",
    family=COUNT_THE_ENDS,
    deal=HandSizes(printed={2: 7, 3: 5}, source=ALL_FIVES),
    opening=shared.HIGHEST_DOUBLE.printed_in(ALL_FIVES, silent=("opening_tile", "no_double", "next_opener")),
    joins=Joins(joins="equal", blanks="match_only", source=ALL_FIVES),
    doubles=Doubles(spinner="none", source=ALL_FIVES, silent=("spinner",)),
    drawing=shared.DRAW_UNTIL_PLAYABLE.printed_in(ALL_FIVES, silent=("must_play",)),
    counting=Counting(score="fives", score_unit="pips", source=ALL_FIVES, silent=("score_unit",)),
    claims=Claims(claims="auto", source=ALL_FIVES, silent=("claims",)),
    rounding=Rounding(round_scope="hand", source=ALL_FIVES),
    going_out=GoingOut(out_pay="opponents", source=ALL_FIVES),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(ALL_FIVES, silent=("block_pay", "block_winner", "block_tie")),
    target=Target(
        target=100,
        end_check="round_end",
        source=ALL_FIVES,
        silent=("target", "end_check"),
    ),
    also_unclear=(
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
    all_sets=(6,),
    joins=Joins(joins="equal", blanks="match_only", source=BLIND_SECTION),
    doubles=Doubles(spinner="none", source=BLIND_SECTION, silent=("spinner",)),
    turns=Turns(source=PLAY),
    **shared.rows_face_down(BLIND_SECTION),
)

DRAW_FIVE_GAME = Patience(
    game="solitaire",
    name="Draw Five",
    sheet=SHEET,
    family=ALONE,
    draw_five=DrawFive(goal="empty_hand", source=DRAW_FIVE, silent=("lost",)),
    also_unclear=("The sheet gives the game no title; it begins with five tiles drawn.",),
)

KNOCK_OUT_GAME = Patience(
    game="knock-out",
    name="Knock-Out",
    sheet=SHEET,
    family=ALONE,
    knock_out=Knocking(knock="pair", rest="nothing", source=KNOCK_OUT, silent=("rest",)),
)
