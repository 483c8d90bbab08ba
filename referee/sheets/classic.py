"""Classic: the general leaflet of double-six, double-nine and double-twelve sets."""

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

SHEET = Sheet(key="classic", title="Classic")
SETUP = SHEET.source("Set Up")
PLAY = SHEET.source("Play")

DRAW_GAME = Variant(
    game="draw",
    name="Draw",
    sheet=SHEET,
    family=LAY_AND_DRAW,
    players=(2, 10),
    tiles=6,
    deal=Deal(by_set={6: 5, 9: 7, 12: 9}, source=SETUP),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=SETUP,
        elsewhere={"next_opener": PLAY},
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
    players_by_set={6: (2, 4), 9: (2, 7), 12: (2, 10)},
)

GAMES = (DRAW_GAME,)
