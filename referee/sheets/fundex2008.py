"""El Chavo 2008: a leaflet whose text has gaps; its family is the same as the Classic sheet's."""

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
from referee.sheets.families import LAY_AND_DRAW

SHEET = Sheet(key="fundex2008", title="El Chavo 2008")
PLAY = SHEET.source("Domino Instructions")

DRAW_GAME = Variant(
    game="draw",
    name="Draw",
    sheet=SHEET,
    family=LAY_AND_DRAW,
    players=(2, 4),
    tiles=6,
    deal=Deal(printed={2: 5}, source=PLAY),
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
    target=Target(target=100, end_check="round_end", source=PLAY),
    unclear=("The sentence about who opens is lost from the sheet; the highest double opens.",),
)

GAMES = (DRAW_GAME,)
