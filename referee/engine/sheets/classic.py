"""Classic: the general sheet of double-six, double-nine and double-twelve sets."""

from referee.engine.rules.deal import HandSizes
from referee.engine.rules.game import Sheet
from referee.engine.rules.joins import Doubles, Joins
from referee.engine.rules.line_game import LineGame
from referee.engine.rules.settling import GoingOut, Target
from referee.engine.rules.turns import Turns
from referee.engine.sheets import shared_rules as shared
from referee.engine.sheets.shared_rules import BLOCK, LAY_AND_DRAW, SUMS, six_players

SHEET = Sheet(
    key="classic", title="Classic", assumed=(*shared.ASSUMED, "bonus_trigger", "multi_play", "blanks")
)
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
    all_sets=(6, 9, 12),
    deal=HandSizes(printed={2: 9}, tables={6: {2: 5}, 9: {2: 7}}, source=SETUP),
    opening=shared.HIGHEST_DOUBLE.printed_in(SETUP, elsewhere={"next_opener": PLAY}),
    joins=Joins(joins="equal", blanks="match_only", source=PLAY),
    doubles=Doubles(spinner="all", spinner_opens="at_once", source=PLAY),
    drawing=shared.DRAW_UNTIL_PLAYABLE.printed_in(PLAY),
    turns=Turns(direction="cw", source=PLAY),
    **shared.no_points_for_tiles(PLAY),
    going_out=GoingOut(out_pay="opponents", source=PLAY),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(PLAY, block_pay="pairwise"),
    target=shared.ROUNDS_TO_100.printed_in(PLAY),
    players_by_set={6: (2, 4), 9: (2, 7), 12: (2, 10)},
)

MATADOR_GAME = LineGame(
    game="matador",
    name="Matador",
    sheet=SHEET,
    family=SUMS,
    players=(3, 8),
    tiles=9,
    all_sets=(9, 12),
    deal=HandSizes(printed={3: 5, 7: 6}, source=MATADOR),
    opening=shared.HIGHEST_TILE.printed_in(MATADOR, elsewhere={"next_opener": PLAY}),
    joins=Joins(joins="sum", target_sum=10, source=MATADOR),
    doubles=Doubles(spinner="none", source=MATADOR, silent=("spinner",)),
    drawing=shared.DRAW_UNTIL_PLAYABLE.printed_in(
        MATADOR, optional_draw="matador_only", elsewhere={"must_play": PLAY}
    ),
    turns=Turns(source=PLAY),
    **shared.no_points_for_tiles(MATADOR),
    going_out=GoingOut(out_pay="opponents", source=MATADOR),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(MATADOR, block_pay="pairwise"),
    target=shared.ROUNDS_TO_100.printed_in(MATADOR),
    presets={"hand6": six_players(5, 6, MATADOR)},
    also_unclear=(
        "Six players are in both lines about hand sizes; the first line applies.",
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
    all_sets=(9, 12),
    deal=HandSizes(printed={6: 5}, source=TIDDLE),
    opening=shared.HIGHEST_DOUBLE.printed_in(TIDDLE, elsewhere={"no_double": SETUP, "next_opener": PLAY}),
    joins=Joins(joins="equal", blanks="match_only", source=PLAY),
    doubles=Doubles(spinner="all", spinner_opens="at_once", source=PLAY, silent=("spinner",)),
    drawing=shared.NO_DRAWING.printed_in(TIDDLE, elsewhere={"must_play": PLAY}),
    turns=shared.DOUBLES_GO_AGAIN.printed_in(TIDDLE),
    **shared.no_points_for_tiles(TIDDLE),
    going_out=GoingOut(out_pay="opponents", source=TIDDLE),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(TIDDLE),
    target=Target(mode="rounds", target=200, end_check="round_end", source=TIDDLE),
    knock="G",
)
