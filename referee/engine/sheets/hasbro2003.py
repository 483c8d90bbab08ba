"""Hasbro 2003: the leaflet of the double-nine set."""

from __future__ import annotations

from referee.engine.rules.auction import Auction
from referee.engine.rules.claims import Claims
from referee.engine.rules.contract import Contract, Goal
from referee.engine.rules.counting import Counting
from referee.engine.rules.deal import HandSizes
from referee.engine.rules.drawing import Drawing
from referee.engine.rules.joins import Joins
from referee.engine.rules.line_game import LineGame, Preset, Sheet
from referee.engine.rules.opening import Opening
from referee.engine.rules.part import Switch
from referee.engine.rules.poker import Ranks, Stakes
from referee.engine.rules.poker_game import Showdown
from referee.engine.rules.settling import Blocked, GoingOut, Rounding
from referee.engine.rules.solitaire_game import Patience
from referee.engine.rules.solitaires import Bingo
from referee.engine.rules.spinners import Doubles
from referee.engine.rules.target import Target
from referee.engine.rules.trick_game import TrickGame
from referee.engine.rules.tricks import Reneges, Tricks
from referee.engine.rules.trump import Trumps
from referee.engine.rules.turns import Turns
from referee.engine.sheets.group_labels import (
    ALONE,
    BLOCK,
    COUNT_THE_ENDS,
    EQUAL_ENDS,
    LAY_AND_DRAW,
    SHOWDOWN,
    SUMS,
    TRICKS,
)
from referee.engine.sheets.readings import six_players

# What the sheet does not speak of, unless a game below writes it: there the referee's own reading holds.
ASSUMED = (
    "opening_double", "lot_tie", "target_sum", "matador_crosswise", "spinner_opens", "spinner_counts_until",
    "cross_first", "arms", "bonus_turn", "misplay", "false_pass", "score_unit", "bergen_triple", "muggins_close",
    "false_claim", "out_award", "team_out", "exact_overshoot", "over_tie", "mode", "exact", "blanks", "no_double",
    "buy_in", "all_pass",
)  # fmt: skip
SHEET = Sheet(key="hasbro2003", title="Hasbro 2003", assumed=ASSUMED)
SETUP = SHEET.source("Setup")
OBJECT = SHEET.source("Object")
BASIC = SHEET.source("How to Play (Basic Rules)")
WIN = SHEET.source("How to Win")
MUGGINS = SHEET.source("Muggins")
BLOCK_SECTION = SHEET.source("Block")
BERGEN = SHEET.source("Bergen")
TIDDLE = SHEET.source("Tiddle-a-Wink")
MATADOR = SHEET.source("Matador")
SEBASTOPOL = SHEET.source("Sebastopol")
TEXAS = SHEET.source("Four Hand Texas")
BINGO = SHEET.source("Bingo")
POKER = SHEET.source("Poker")
SEBASTOPOL_SETS = Preset(
    switch=Switch(
        "The set of Sebastopol",
        {
            "d9_starter": "The 6-6 of a double-nine set lies on the table first, and the table names who begins.",
            "classic_d6": "All tiles of a double-six set are dealt, and the holder of 6-6 opens with it.",
        },
    ),
    default="d9_starter",
    changes={"classic_d6": {"opening": "holder", "opening_tile": "forced", "next_opener": "as_first"}},
    tiles={"classic_d6": 6},
    source=SEBASTOPOL,
)
LADDER = (
    "The ladder may also be read as a difference to each heavier hand; all heavier hands less its own once."
)
LIGHTEST_WITH_DOUBLE = (
    "If the lightest hand holds a double, the sheet may mean that nobody wins; the lightest without one does."
)

DRAW_GAME = LineGame(
    game="draw",
    name="Draw",
    sheet=SHEET,
    family=LAY_AND_DRAW,
    players=(2, 6),
    tiles=9,
    sets=(9,),
    deal=HandSizes(printed={2: 7}, source=SETUP),
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
    turns=Turns(bonus_trigger="none", multi_play="none", source=BASIC, silent=("misplay", "false_pass")),
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
    target=Target(mode="rounds", target=100, exact=False, end_check="round_end", source=OBJECT),
)

BLOCK_GAME = LineGame(
    game="block",
    name="Block",
    sheet=SHEET,
    family=BLOCK,
    players=(2, 6),
    tiles=9,
    sets=(9,),
    deal=HandSizes(printed={2: 7}, source=BLOCK_SECTION),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=BASIC,
        silent=("opening",),
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
    turns=Turns(
        bonus_trigger="none", multi_play="none", source=BLOCK_SECTION, silent=("misplay", "false_pass")
    ),
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
    target=Target(target=100, exact=False, end_check="round_end", source=BLOCK_SECTION),
)

MUGGINS_GAME = LineGame(
    game="muggins",
    name="Muggins",
    sheet=SHEET,
    family=COUNT_THE_ENDS,
    players=(2, 4),
    tiles=9,
    sets=(9,),
    deal=HandSizes(printed={2: 7, 3: 5}, source=MUGGINS),
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
    drawing=Drawing(
        must_play=False,
        draw="until_playable",
        optional_draw="any",
        reserve=0,
        source=MUGGINS,
        silent=("dry",),
    ),
    turns=Turns(bonus_trigger="none", multi_play="none", source=BASIC, silent=("misplay", "false_pass")),
    counting=Counting(score="fives", score_unit="pips", source=MUGGINS),
    claims=Claims(
        claims="first_to_speak",
        muggins_close="next_play",
        false_claim="strike",
        source=MUGGINS,
        silent=("muggins_close", "false_claim"),
    ),
    rounding=Rounding(round_scope="none", source=MUGGINS),
    going_out=GoingOut(out_pay="opponents", out_award="separate", source=MUGGINS, silent=("out_award",)),
    blocked=Blocked(
        block_pay="ladder",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=MUGGINS,
        silent=("block_tie",),
    ),
    target=Target(mode="rounds", target=100, end_check="immediate", source=MUGGINS),
    unclear=(
        "The sheet speaks once of all ends and once of an end; all open ends are added.",
        "The heading says four players, the text says two, three or four.",
        LADDER,
    ),
    unclear_about={"block_pay": LADDER},
)

BERGEN_GAME = LineGame(
    game="bergen",
    name="Bergen",
    sheet=SHEET,
    family=EQUAL_ENDS,
    players=(2, 6),
    tiles=9,
    sets=(9,),
    deal=HandSizes(printed={2: 6}, source=BERGEN),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=BERGEN,
        elsewhere={"no_double": BASIC, "next_opener": BASIC},
    ),
    joins=Joins(joins="equal", blanks="match_only", source=BERGEN),
    doubles=Doubles(spinner="none", source=BERGEN),
    drawing=Drawing(
        must_play=True,
        draw="until_playable",
        optional_draw="none",
        reserve=0,
        source=BERGEN,
        silent=("must_play",),
    ),
    turns=Turns(bonus_trigger="none", multi_play="none", source=BASIC, silent=("misplay", "false_pass")),
    counting=Counting(score="bergen", bergen_triple="any_double_end", source=BERGEN),
    claims=Claims(claims="auto", source=BERGEN, silent=("claims",)),
    rounding=Rounding(round_scope="none", source=BERGEN),
    going_out=GoingOut(out_pay="point", source=BERGEN),
    blocked=Blocked(
        block_pay="point",
        block_winner="no_double_then_lightest_singles",
        block_tie="no_score",
        source=BERGEN,
        silent=("block_tie",),
    ),
    target=Target(mode="rounds", target=15, end_check="immediate", source=BERGEN),
    unclear=(LIGHTEST_WITH_DOUBLE,),
    unclear_about={"block_winner": LIGHTEST_WITH_DOUBLE},
)

TIDDLE_GAME = LineGame(
    game="tiddle-a-wink",
    name="Tiddle-a-Wink",
    sheet=SHEET,
    family=BLOCK,
    players=(6, 10),
    tiles=9,
    sets=(9,),
    deal=HandSizes(printed={6: 5}, source=TIDDLE),
    opening=Opening(
        opening="highest_double",
        opening_tile="forced",
        no_double="redraw",
        next_opener="as_first",
        source=TIDDLE,
        elsewhere={"no_double": BASIC, "next_opener": BASIC},
    ),
    joins=Joins(joins="equal", blanks="match_only", source=BASIC),
    doubles=Doubles(spinner="none", source=BASIC, silent=("spinner",)),
    drawing=Drawing(
        must_play=True, draw="none", optional_draw="none", reserve=0, source=TIDDLE, silent=("must_play",)
    ),
    turns=Turns(
        multi_play="none",
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
    target=Target(mode="rounds", target=100, end_check="round_end", source=TIDDLE),
    knock="Gee",
    unclear=("The cover is for up to six players, this game for six to ten; its own numbers hold.",),
)

MATADOR_GAME = LineGame(
    game="matador",
    name="Matador",
    sheet=SHEET,
    family=SUMS,
    players=(3, 8),
    tiles=9,
    sets=(9,),
    deal=HandSizes(printed={3: 7, 7: 5}, source=MATADOR),
    opening=Opening(
        opening="highest_tile",
        no_double="highest_single",
        opening_tile="forced",
        next_opener="as_first",
        source=MATADOR,
        elsewhere={"next_opener": BASIC},
    ),
    joins=Joins(joins="sum", target_sum=10, source=MATADOR),
    doubles=Doubles(spinner="none", source=BASIC),
    drawing=Drawing(
        must_play=True, draw="until_playable", optional_draw="matador_only", reserve=0, source=MATADOR
    ),
    turns=Turns(bonus_trigger="none", multi_play="none", source=BASIC, silent=("misplay", "false_pass")),
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
    presets={"hand6": six_players(7, 5, MATADOR)},
    unclear=(
        "Six players stand in both lines of hand sizes; the first one holds.",
        "The cover is for up to six players, this game for three to eight; its own numbers hold.",
    ),
)

SEBASTOPOL_GAME = LineGame(
    game="sebastopol",
    name="Sebastopol",
    sheet=SHEET,
    family=BLOCK,
    players=(4, 4),
    tiles=9,
    sets=(9,),
    deal=HandSizes(printed={4: 7}, source=SEBASTOPOL),
    opening=Opening(
        opening="starter",
        opening_double=6,
        opening_tile="free",
        next_opener="rotate_left",
        source=SEBASTOPOL,
        silent=("next_opener",),
    ),
    joins=Joins(joins="equal", blanks="match_only", source=SEBASTOPOL),
    doubles=Doubles(spinner="first_double", spinner_opens="at_once", cross_first=True, source=SEBASTOPOL),
    drawing=Drawing(
        must_play=True, draw="none", optional_draw="none", reserve=0, source=SEBASTOPOL, silent=("must_play",)
    ),
    turns=Turns(bonus_trigger="none", multi_play="none", source=BASIC, silent=("misplay", "false_pass")),
    counting=Counting(score="none", source=SEBASTOPOL),
    claims=Claims(claims="auto", source=SEBASTOPOL),
    rounding=Rounding(round_scope="none", source=SEBASTOPOL),
    going_out=GoingOut(out_pay="opponents", source=SEBASTOPOL, silent=("out_pay",)),
    blocked=Blocked(
        block_pay="opponents",
        block_winner="lowest_pips",
        block_tie="no_score",
        source=SEBASTOPOL,
        silent=("block_tie",),
    ),
    target=Target(target=100, end_check="round_end", source=SEBASTOPOL),
    presets={"sebastopol": SEBASTOPOL_SETS},
    unclear=(
        (
            "Four hands of seven and the starter are 29 tiles, one more than a double-six set has; "
            "the double-nine set is used, or all 28 are dealt and the holder of 6-6 opens."
        ),
    ),
)

GAMES = (DRAW_GAME, BLOCK_GAME, MUGGINS_GAME, BERGEN_GAME, TIDDLE_GAME, MATADOR_GAME, SEBASTOPOL_GAME)

BINGO_GAME = Patience(
    game="bingo",
    name="Bingo",
    sheet=SHEET,
    family=ALONE,
    players=(1, 1),
    tiles=6,
    counting_row=Bingo(bingo="d6_0_12", source=BINGO, silent=("lost", "bingo")),
    unclear=(
        "The count goes to 12, and twelve tiles of a double-nine set have more pips; 28 tiles are used.",
    ),
)

POKER_GAME = Showdown(
    game="poker",
    name="Poker",
    sheet=SHEET,
    family=SHOWDOWN,
    players=(4, 4),
    tiles=6,
    ranks=Ranks(
        poker_straights="sheet",
        flush_tie="suit_number",
        source=POKER,
        silent=("flush_tie", "pairs"),
    ),
    betting=Stakes(stakes=False, source=POKER, silent=("stakes", "buy_in")),
    unclear=(
        "Twenty tiles are left only where those with seven pips or more on a half are taken out too.",
        "A five straight is printed with an example in threes.",
    ),
)

TEXAS_GAME = TrickGame(
    game="texas",
    name="Four Hand Texas",
    sheet=SHEET,
    family=TRICKS,
    players=(4, 4),
    tiles=6,
    auction=Auction(
        auction="continuous",
        limit_ladder="double",
        open_84=False,
        source=TEXAS,
        silent=("dealing", "open_84", "all_pass"),
    ),
    trumps=Trumps(source=TEXAS),
    tricks=Tricks(source=TEXAS, silent=("laid_open",)),
    contract=Contract(limit_set="bid_only", source=TEXAS),
    reneges=Reneges(renege="lose_hand", source=TEXAS, silent=("renege", "shown")),
    goal=Goal(target=250, source=TEXAS, silent=("tested",)),
)

PATIENCES = (BINGO_GAME,)
SHOWDOWNS = (POKER_GAME,)
TRICK_GAMES = (TEXAS_GAME,)
