"""Hasbro 2003: the sheet of the double-nine set."""

from dataclasses import replace

from referee.engine.rules.counting import Claims, Counting
from referee.engine.rules.deal import HandSizes
from referee.engine.rules.game import Preset, Sheet
from referee.engine.rules.joins import Doubles, Joins
from referee.engine.rules.line_game import LineGame
from referee.engine.rules.opening import Opening
from referee.engine.rules.part import Switch
from referee.engine.rules.poker import Ranks, Showdown, Stakes
from referee.engine.rules.settling import GoingOut, Rounding, Target
from referee.engine.rules.solitaires import Bingo, Patience
from referee.engine.rules.trick_game import TrickGame
from referee.engine.rules.tricks import Auction, Contract, Goal, Reneges, Tricks
from referee.engine.rules.trump import Trumps
from referee.engine.sheets import shared_rules as shared
from referee.engine.sheets.shared_rules import (
    ALONE,
    BLOCK,
    COUNT_THE_ENDS,
    EQUAL_ENDS,
    LAY_AND_DRAW,
    SHOWDOWN,
    SUMS,
    TRICKS,
    six_players,
)

SHEET = Sheet(
    key="hasbro2003",
    title="Hasbro 2003",
    assumed=(*shared.ASSUMED, "mode", "blanks", "no_double", "buy_in", "all_pass"),
)
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
            "d9_starter": "The 6-6 of a double-nine set lies on the table first, and the players say who begins.",
            "classic_d6": "All tiles of a double-six set are dealt, and the holder of 6-6 opens with it.",
        },
    ),
    default="d9_starter",
    changes={"classic_d6": {"opening": "holder", "opening_tile": "forced", "next_opener": "as_first"}},
    tiles={"classic_d6": 6},
    source=SEBASTOPOL,
)
LADDER = (
    "The sheet may also mean the difference to each heavier hand; here one's own pips are taken off once, "
    "from their sum."
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
    all_sets=(9,),
    deal=HandSizes(printed={2: 7}, source=SETUP),
    opening=shared.HIGHEST_DOUBLE.printed_in(BASIC),
    joins=Joins(joins="equal", blanks="match_only", source=BASIC),
    doubles=Doubles(spinner="none", source=BASIC),
    drawing=shared.DRAW_UNTIL_PLAYABLE.printed_in(BASIC, silent=("must_play",)),
    turns=shared.ONE_TILE_A_TURN.printed_in(BASIC),
    **shared.no_points_for_tiles(WIN),
    going_out=GoingOut(out_pay="opponents", source=WIN),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(WIN),
    target=shared.ROUNDS_TO_100.printed_in(OBJECT),
)

BLOCK_GAME = replace(
    DRAW_GAME,
    game="block",
    name="Block",
    family=BLOCK,
    deal=HandSizes(printed={2: 7}, source=BLOCK_SECTION),
    opening=shared.HIGHEST_DOUBLE.printed_in(BASIC, silent=("opening",)),
    joins=Joins(joins="equal", blanks="match_only", source=BLOCK_SECTION),
    drawing=shared.NO_DRAWING.printed_in(BLOCK_SECTION, silent=("must_play",)),
    turns=shared.ONE_TILE_A_TURN.printed_in(BLOCK_SECTION),
    **shared.no_points_for_tiles(BLOCK_SECTION),
    going_out=GoingOut(out_pay="opponents", source=BLOCK_SECTION, silent=("out_pay",)),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(BLOCK_SECTION, block_pay="opponents"),
    target=Target(target=100, exact=False, end_check="round_end", source=BLOCK_SECTION),
)

MUGGINS_GAME = replace(
    DRAW_GAME,
    game="muggins",
    name="Muggins",
    family=COUNT_THE_ENDS,
    players=(2, 4),
    deal=HandSizes(printed={2: 7, 3: 5}, source=MUGGINS),
    opening=shared.HIGHEST_DOUBLE.printed_in(MUGGINS, elsewhere={"no_double": BASIC, "next_opener": BASIC}),
    doubles=Doubles(spinner="first_double", spinner_opens="at_once", source=MUGGINS),
    drawing=shared.DRAW_AT_WILL.printed_in(MUGGINS),
    counting=Counting(score="fives", score_unit="pips", source=MUGGINS),
    claims=shared.CLAIMS_AND_MUGGINS.printed_in(MUGGINS, claims="first_to_speak"),
    rounding=Rounding(round_scope="none", source=MUGGINS),
    going_out=GoingOut(out_pay="opponents", out_award="separate", source=MUGGINS, silent=("out_award",)),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(MUGGINS, block_pay="ladder"),
    target=Target(mode="rounds", target=100, end_check="immediate", source=MUGGINS),
    also_unclear=(
        "One sentence speaks of all ends, another of an end; all open ends are added.",
        "The heading says four players, but the text says two, three or four.",
    ),
    unclear_about={"block_pay": LADDER},
)

BERGEN_GAME = replace(
    DRAW_GAME,
    game="bergen",
    name="Bergen",
    family=EQUAL_ENDS,
    deal=HandSizes(printed={2: 6}, source=BERGEN),
    opening=shared.HIGHEST_DOUBLE.printed_in(BERGEN, elsewhere={"no_double": BASIC, "next_opener": BASIC}),
    joins=Joins(joins="equal", blanks="match_only", source=BERGEN),
    doubles=Doubles(spinner="none", source=BERGEN),
    drawing=shared.DRAW_UNTIL_PLAYABLE.printed_in(BERGEN, silent=("must_play",)),
    counting=Counting(score="bergen", bergen_triple="any_double_end", source=BERGEN),
    claims=Claims(claims="auto", source=BERGEN, silent=("claims",)),
    rounding=Rounding(round_scope="none", source=BERGEN),
    going_out=GoingOut(out_pay="point", source=BERGEN),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(
        BERGEN, block_pay="point", block_winner="no_double_then_lightest_singles"
    ),
    target=Target(mode="rounds", target=15, end_check="immediate", source=BERGEN),
    unclear_about={"block_winner": LIGHTEST_WITH_DOUBLE},
)

TIDDLE_GAME = replace(
    DRAW_GAME,
    game="tiddle-a-wink",
    name="Tiddle-a-Wink",
    family=BLOCK,
    players=(6, 10),
    deal=HandSizes(printed={6: 5}, source=TIDDLE),
    opening=shared.HIGHEST_DOUBLE.printed_in(TIDDLE, elsewhere={"no_double": BASIC, "next_opener": BASIC}),
    doubles=Doubles(spinner="none", source=BASIC, silent=("spinner",)),
    drawing=shared.NO_DRAWING.printed_in(TIDDLE, silent=("must_play",)),
    turns=shared.DOUBLES_GO_AGAIN.printed_in(TIDDLE, multi_play="none"),
    **shared.no_points_for_tiles(TIDDLE),
    going_out=GoingOut(out_pay="opponents", source=TIDDLE),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(TIDDLE),
    target=Target(mode="rounds", target=100, end_check="round_end", source=TIDDLE),
    knock="Gee",
    also_unclear=("The cover says up to six players, this game says six to ten; we go by the game.",),
)

MATADOR_GAME = replace(
    DRAW_GAME,
    game="matador",
    name="Matador",
    family=SUMS,
    players=(3, 8),
    deal=HandSizes(printed={3: 7, 7: 5}, source=MATADOR),
    opening=shared.HIGHEST_TILE.printed_in(MATADOR, elsewhere={"next_opener": BASIC}),
    joins=Joins(joins="sum", target_sum=10, source=MATADOR),
    drawing=shared.DRAW_UNTIL_PLAYABLE.printed_in(MATADOR, optional_draw="matador_only"),
    **shared.no_points_for_tiles(MATADOR),
    going_out=GoingOut(out_pay="opponents", source=MATADOR),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(MATADOR),
    target=shared.ROUNDS_TO_100.printed_in(MATADOR),
    presets={"hand6": six_players(7, 5, MATADOR)},
    also_unclear=(
        "Six players are in both lines about hand sizes; the first line applies.",
        "The cover says up to six players, this game says three to eight; we go by the game.",
    ),
)

SEBASTOPOL_GAME = replace(
    DRAW_GAME,
    game="sebastopol",
    name="Sebastopol",
    family=BLOCK,
    players=(4, 4),
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
    drawing=shared.NO_DRAWING.printed_in(SEBASTOPOL, silent=("must_play",)),
    **shared.no_points_for_tiles(SEBASTOPOL),
    going_out=GoingOut(out_pay="opponents", source=SEBASTOPOL, silent=("out_pay",)),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(SEBASTOPOL, block_pay="opponents"),
    target=Target(target=100, end_check="round_end", source=SEBASTOPOL),
    presets={"sebastopol": SEBASTOPOL_SETS},
    also_unclear=(
        (
            "Four hands of seven and the starter are 29 tiles, one more than a double-six set has; "
            "the double-nine set is used, or all 28 are dealt and the holder of 6-6 opens."
        ),
    ),
)

BINGO_GAME = Patience(
    game="bingo",
    name="Bingo",
    sheet=SHEET,
    family=ALONE,
    counting_row=Bingo(bingo="d6_0_12", source=BINGO, silent=("lost", "bingo")),
    also_unclear=(
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
    also_unclear=(
        "Twenty tiles are left only if those with seven pips or more on a half are taken out too.",
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
