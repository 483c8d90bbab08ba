"""Games as books, leagues and players describe them: a sheet of our own making, not a printed one."""

from dataclasses import replace

from referee.engine.messages import marked, msg
from referee.engine.rules.counting import Claims, Counting
from referee.engine.rules.deal import HandSizes
from referee.engine.rules.game import Sheet
from referee.engine.rules.joins import Doubles, Joins
from referee.engine.rules.line_game import LineGame
from referee.engine.rules.opening import Opening
from referee.engine.rules.partnership import Partnership
from referee.engine.rules.settling import Blocked, GoingOut, Rounding, Target
from referee.engine.rules.trick_game import Specials, TrickGame
from referee.engine.rules.tricks import Auction, Contract, Goal, Marks, Reneges, Tricks
from referee.engine.rules.trump import Trumps
from referee.engine.rules.turns import Turns
from referee.engine.sheets import shared_rules as shared
from referee.engine.sheets.shared_rules import COUNT_THE_ENDS, PAIRS, TRICKS

SHEET = Sheet(key="traditional", title=marked("Traditional"), is_printed=False, assumed=(
    *shared.ASSUMED, "no_double", "bonus_trigger", "multi_play",
    "all_pass", "no_trump_doubles", "nel_o", "sevens", "plunge", "splash",
    "double_order", "dead_double", "open_marker",
))  # fmt: skip
PAGAT = SHEET.source("All Fives, pagat.com")
LEAGUE = SHEET.source(msg("Fives and Threes, British league rules"), "gambiter.com, bcad5sand3s.co.uk")
THREES = SHEET.source(msg("All Threes, digitain.com and cardsdicedominoes.com"))
TEXANS = SHEET.source(msg("Forty-two, Texas tournament rules"), "n42pa.org, austin42.org, 42-online.com")

ALL_FIVES_GAME = LineGame(
    game="all-fives",
    name="All Fives with a spinner",
    sheet=SHEET,
    family=COUNT_THE_ENDS,
    players=(2, 4),
    tiles=6,
    all_sets=(6,),
    deal=HandSizes(printed={2: 9, 3: 7, 4: 5}, source=PAGAT),
    opening=Opening(opening="lot", opening_tile="free", next_opener="winner_else_first", source=PAGAT),
    joins=Joins(joins="equal", blanks="match_only", source=PAGAT),
    doubles=Doubles(spinner="first_double", spinner_opens="both_sides", spinner_counts_until=2, source=PAGAT),
    drawing=shared.DRAW_UNTIL_PLAYABLE.printed_in(PAGAT),
    turns=Turns(source=PAGAT),
    counting=Counting(score="fives", score_unit="pips", source=PAGAT),
    claims=Claims(claims="auto", source=PAGAT),
    rounding=Rounding(round_scope="hand", source=PAGAT),
    going_out=GoingOut(out_pay="opponents", source=PAGAT),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(PAGAT),
    target=Target(mode="rounds", target=250, end_check="round_end", source=PAGAT),
)

NINES = SHEET.source(msg("A house game: All Fives with double-nine tiles"))
FIVES_NINE_GAME = replace(
    ALL_FIVES_GAME,
    game="fives-nine",
    name="Fives to nine",
    tiles=9,
    all_sets=(9,),
    deal=HandSizes(printed={2: 9, 3: 7}, source=NINES),
    claims=Claims(claims="owner_then_muggins", muggins_close="next_play", source=NINES),
    target=Target(mode="rounds", target=150, end_check="round_end", source=NINES),
)

FIVES_AND_THREES_GAME = replace(
    ALL_FIVES_GAME,
    game="fives-and-threes",
    name="Fives and Threes",
    deal=HandSizes(printed={2: 9, 3: 6}, source=LEAGUE),
    opening=Opening(opening="lot", opening_tile="free", next_opener="rotate_left", source=LEAGUE),
    joins=Joins(joins="equal", blanks="match_only", source=LEAGUE),
    doubles=Doubles(spinner="none", source=LEAGUE),
    drawing=shared.NO_DRAWING.printed_in(LEAGUE),
    turns=Turns(source=LEAGUE),
    counting=Counting(score="fives_and_threes", source=LEAGUE),
    claims=Claims(claims="auto", source=LEAGUE),
    rounding=Rounding(round_scope="none", source=LEAGUE),
    going_out=GoingOut(out_pay="point", out_award="combined", source=LEAGUE),
    blocked=shared.LOWEST_HAND_TAKES.printed_in(LEAGUE, block_pay="none", silent=()),
    target=Target(
        mode="rounds", target=61, exact=True, exact_overshoot="bust", end_check="immediate", source=LEAGUE
    ),
    knock="Knock",
)

ALL_THREES_GAME = replace(
    ALL_FIVES_GAME,
    game="all-threes",
    name="All Threes",
    deal=HandSizes(printed={2: 7, 3: 5}, source=THREES),
    opening=shared.HIGHEST_DOUBLE.printed_in(THREES),
    joins=ALL_FIVES_GAME.joins.printed_in(THREES),
    doubles=Doubles(spinner="first_double", spinner_opens="both_sides", source=THREES),
    drawing=ALL_FIVES_GAME.drawing.printed_in(THREES),
    turns=ALL_FIVES_GAME.turns.printed_in(THREES),
    counting=Counting(score="threes", score_unit="pips", source=THREES),
    claims=ALL_FIVES_GAME.claims.printed_in(THREES),
    rounding=ALL_FIVES_GAME.rounding.printed_in(THREES),
    going_out=ALL_FIVES_GAME.going_out.printed_in(THREES),
    blocked=ALL_FIVES_GAME.blocked.printed_in(THREES),
    target=Target(mode="rounds", target=100, end_check="round_end", source=THREES),
)

FORTY_TWO_GAME = TrickGame(
    game="forty-two",
    name="Forty-two",
    sheet=SHEET,
    family=TRICKS,
    players=(4, 4),
    tiles=6,
    auction=Auction(auction="one_bid_each", limit_ladder="marks", open_84=True, source=TEXANS),
    trumps=Trumps(source=TEXANS),
    specials=Specials(source=TEXANS),
    tricks=Tricks(source=TEXANS),
    contract=Contract(limit_set="bid_only", source=TEXANS),
    marks=Marks(count_by="marks", marks_to_win=7, source=TEXANS),
    reneges=Reneges(renege="lose_hand", source=TEXANS),
    goal=Goal(target=250, source=TEXANS),
)

PAIRED = SHEET.source("Dominó por parejas", "dominoarteociencia, tiendamab.com")
PATIO = SHEET.source("Dominó dominicano de patio", "dr1.com, dominoesonline.com")
BORICUA = SHEET.source("Dominó boricua", "sacitc.blog, reddit.com/r/PuertoRico")
CUBAN = SHEET.source("Dominó cubano", "pagat.com")
ORIENTE = SHEET.source("Dominó cubano oriental", "libreonline.com")
VENEZUELAN = SHEET.source("Dominó venezolano", "es.wikipedia.org")
MEXICAN = SHEET.source("Dominó mexicano", "aquigorka.github.io")
FEDERATION = SHEET.source("Reglamento de la federación de España", "joomag.com, fallas.com")
FEMUNDO = SHEET.source("Reglamento de FEMUNDO")
FEW = marked("Few sources tell what this game pays. Agree on it before you play.")
FEW_TELL = {"out_pay": FEW}
FIRST_SIX = Opening(
    opening="holder",
    opening_double=6,
    opening_tile="forced",
    no_double="redraw",
    next_opener="winner_free",
    source=PAIRED,
)
LOT = Opening(opening="lot", opening_double=6, opening_tile="free", next_opener="winner_side", source=PAIRED)
SIDES_TAKE_ALL = Blocked(block_pay="all", block_winner="lowest_pips", block_tie="no_score", source=PAIRED)
LOSERS_TILES = GoingOut(out_pay="opponents", team_out="going_out_side", source=PAIRED)
LOSERS_TILES_IN_BLOCK = SIDES_TAKE_ALL.printed_in(PAIRED, block_pay="opponents")
NO_PREMIOS = Partnership(
    block_opener="blocker_or_next",
    tie_opener="next_seat",
    hand_scale="pips",
    capicua=0,
    capicua_counts="no_double",
    chuchazo=0,
    hand_bonus="none",
    tranque_bonus=0,
    pase_corrido=0,
    pase_salida=0,
    pase_salida_single=0,
    first_pass=0,
    premio_wins=True,
    false_pass_breaks=False,
    source=PAIRED,
)

PARTNERS_GAME = LineGame(
    game="partners",
    name="Partners",
    sheet=SHEET,
    family=PAIRS,
    players=(4, 4),
    tiles=6,
    all_sets=(6,),
    deal=HandSizes(printed={4: 7}, source=PAIRED),
    opening=FIRST_SIX,
    joins=Joins(joins="equal", blanks="match_only", source=PAIRED),
    doubles=Doubles(spinner="none", arms=0, source=PAIRED),
    drawing=shared.NO_DRAWING.printed_in(PAIRED),
    turns=Turns(direction="ccw", bonus_trigger="none", multi_play="none", source=PAIRED),
    **shared.no_points_for_tiles(PAIRED),
    going_out=GoingOut(out_pay="all", team_out="going_out_side", source=PAIRED),
    blocked=SIDES_TAKE_ALL,
    partnership=NO_PREMIOS,
    target=Target(mode="rounds", target=200, exact=False, end_check="round_end", source=PAIRED),
)

DOMINICAN_GAME = replace(
    PARTNERS_GAME,
    game="partners-dominican",
    name="Dominican dominoes",
    blocked=SIDES_TAKE_ALL.printed_in(PATIO, block_winner="blocker_next", block_tie="opener_side"),
    partnership=NO_PREMIOS.printed_in(
        PATIO, capicua=25, pase_corrido=25, pase_salida=25, pase_salida_single=25, premio_wins=False
    ),
)

PUERTO_RICO_500_GAME = replace(
    PARTNERS_GAME,
    game="partners-puerto-rico-500",
    name="Puerto Rican dominoes to 500",
    partnership=NO_PREMIOS.printed_in(
        BORICUA, tie_opener="same", capicua=100, chuchazo=100, hand_bonus="100-75-50-25"
    ),
    target=PARTNERS_GAME.target.printed_in(BORICUA, target=500),
)

PUERTO_RICO_200_GAME = replace(
    PUERTO_RICO_500_GAME,
    game="partners-puerto-rico-200",
    name="Puerto Rican dominoes to 200",
    partnership=NO_PREMIOS.printed_in(BORICUA, tie_opener="same", capicua=25, chuchazo=25),
    target=PARTNERS_GAME.target,
)

CUBAN_GAME = replace(
    PARTNERS_GAME,
    game="partners-cuban",
    name="Cuban dominoes",
    tiles=9,
    all_sets=(9,),
    deal=HandSizes(printed={4: 10}, source=CUBAN),
    opening=LOT,
    going_out=LOSERS_TILES.printed_in(CUBAN),
    blocked=LOSERS_TILES_IN_BLOCK.printed_in(CUBAN),
    partnership=NO_PREMIOS.printed_in(CUBAN, block_opener="either", tie_opener="same"),
    target=PARTNERS_GAME.target.printed_in(CUBAN, target=100),
    unclear_about=FEW_TELL,
)

CUBAN_EAST_GAME = replace(
    PARTNERS_GAME,
    game="partners-cuban-east",
    name="Eastern Cuban dominoes",
    opening=LOT.printed_in(ORIENTE),
    blocked=SIDES_TAKE_ALL.printed_in(ORIENTE, block_winner="lowest_hand", block_tie="opener_side"),
    partnership=NO_PREMIOS.printed_in(
        ORIENTE, block_opener="either", tie_opener="same", hand_scale="tens", first_pass=2
    ),
    target=PARTNERS_GAME.target.printed_in(ORIENTE, target=20),
    unclear_about=FEW_TELL,
)

VENEZUELAN_GAME = replace(
    PARTNERS_GAME,
    game="partners-venezuelan",
    name="Venezuelan dominoes",
    opening=FIRST_SIX.printed_in(VENEZUELAN, next_opener="rotate_left"),
    going_out=LOSERS_TILES.printed_in(VENEZUELAN),
    blocked=LOSERS_TILES_IN_BLOCK.printed_in(VENEZUELAN),
    target=PARTNERS_GAME.target.printed_in(VENEZUELAN, target=100),
    unclear_about=FEW_TELL,
)

MEXICAN_GAME = replace(
    PARTNERS_GAME,
    game="partners-mexican",
    name="Mexican dominoes",
    opening=FIRST_SIX.printed_in(MEXICAN),
    going_out=LOSERS_TILES.printed_in(MEXICAN),
    blocked=LOSERS_TILES_IN_BLOCK.printed_in(MEXICAN),
    target=PARTNERS_GAME.target.printed_in(MEXICAN, target=100),
    unclear_about=FEW_TELL,
)

SPANISH_GAME = replace(
    PARTNERS_GAME,
    game="partners-spanish",
    name="Spanish dominoes",
    opening=LOT.printed_in(FEDERATION, next_opener="rotate_left"),
    target=PARTNERS_GAME.target.printed_in(FEDERATION, target=300),
)

FEMUNDO_GAME = replace(
    PARTNERS_GAME,
    game="partners-femundo",
    name="Championship dominoes",
    turns=PARTNERS_GAME.turns.printed_in(FEMUNDO, false_pass=80),
    partnership=NO_PREMIOS.printed_in(FEMUNDO, false_pass_breaks=True),
)
