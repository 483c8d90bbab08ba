"""Classic: the general leaflet of double-six, double-nine and double-twelve sets."""

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
from referee.engine.sheets.group_labels import BLOCK, LAY_AND_DRAW, SUMS
from referee.engine.sheets.readings import six_players

# What the sheet does not speak of, unless a game below writes it: there the referee's own reading holds.
ASSUMED = (
    "opening_double", "lot_tie", "target_sum", "matador_crosswise", "spinner_counts_until", "cross_first", "arms",
    "bonus_trigger", "bonus_turn", "multi_play", "misplay", "false_pass", "score_unit", "bergen_triple",
    "muggins_close", "false_claim", "out_award", "team_out", "exact_overshoot", "over_tie", "blanks",
    "spinner_opens", "exact",
)  # fmt: skip
SHEET = Sheet(key="classic", title="Classic", assumed=ASSUMED)
SETUP = SHEET.source("Set Up")
PLAY = SHEET.source("Play")
MATADOR = SHEET.source("Matador")
TIDDLE = SHEET.source("Tiddle-a-Wink")

DRAW_GAME = LineGame(
    game="draw",
    name="Draw",
    sheet=SHEET,
    family=LAY_AND_DRAW,
    players=(2, 10),
    tiles=6,
    sets=(6, 9, 12),
    deal=HandSizes(by_set={6: 5, 9: 7, 12: 9}, source=SETUP),
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
    target=Target(mode="rounds", target=100, exact=False, end_check="round_end", source=PLAY),
    players_by_set={6: (2, 4), 9: (2, 7), 12: (2, 10)},
)

MATADOR_GAME = LineGame(
    game="matador",
    name="Matador",
    sheet=SHEET,
    family=SUMS,
    players=(3, 8),
    tiles=9,
    sets=(9, 12),
    deal=HandSizes(printed={3: 5, 7: 6}, source=MATADOR),
    opening=Opening(
        opening="highest_tile",
        no_double="highest_single",
        opening_tile="forced",
        next_opener="as_first",
        source=MATADOR,
        elsewhere={"next_opener": PLAY},
    ),
    joins=Joins(joins="sum", target_sum=10, source=MATADOR),
    doubles=Doubles(spinner="none", source=MATADOR, silent=("spinner",)),
    drawing=Drawing(
        must_play=True,
        draw="until_playable",
        optional_draw="matador_only",
        reserve=0,
        source=MATADOR,
        elsewhere={"must_play": PLAY},
    ),
    turns=Turns(source=PLAY, silent=("misplay", "false_pass")),
    counting=Counting(score="none", source=MATADOR),
    claims=Claims(claims="auto", source=MATADOR),
    rounding=Rounding(round_scope="none", source=MATADOR),
    going_out=GoingOut(out_pay="opponents", source=MATADOR),
    blocked=Blocked(
        block_pay="pairwise",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=MATADOR,
        silent=("block_tie",),
    ),
    target=Target(mode="rounds", target=100, exact=False, end_check="round_end", source=MATADOR),
    presets={"hand6": six_players(5, 6, MATADOR)},
    unclear=(
        "Six players stand in both lines of hand sizes; the first one holds.",
        "With a double-twelve set an 11 or 12 can never make ten; only matadors go there, or the house plays to 13.",
    ),
)

TIDDLE_GAME = LineGame(
    game="tiddle-a-wink",
    name="Tiddle-a-Wink",
    sheet=SHEET,
    family=BLOCK,
    players=(6, 10),
    tiles=9,
    sets=(9, 12),
    deal=HandSizes(printed={6: 5}, source=TIDDLE),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=TIDDLE,
        elsewhere={"no_double": SETUP, "next_opener": PLAY},
    ),
    joins=Joins(joins="equal", blanks="match_only", source=PLAY),
    doubles=Doubles(spinner="all", spinner_opens="at_once", source=PLAY, silent=("spinner",)),
    drawing=Drawing(
        must_play=True,
        draw="none",
        optional_draw="none",
        reserve=0,
        source=TIDDLE,
        elsewhere={"must_play": PLAY},
    ),
    turns=Turns(
        bonus_trigger="playing_double",
        bonus_turn="normal",
        source=TIDDLE,
        silent=("misplay", "false_pass", "bonus_turn"),
    ),
    counting=Counting(score="none", source=TIDDLE),
    claims=Claims(claims="auto", source=TIDDLE),
    rounding=Rounding(round_scope="none", source=TIDDLE),
    going_out=GoingOut(out_pay="opponents", source=TIDDLE),
    blocked=Blocked(
        block_pay="sum_minus_own",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=TIDDLE,
        silent=("block_tie",),
    ),
    target=Target(mode="rounds", target=200, end_check="round_end", source=TIDDLE),
    knock="G",
)

GAMES = (DRAW_GAME, MATADOR_GAME, TIDDLE_GAME)
