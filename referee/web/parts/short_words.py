"""Each value of a switch in a few words, for buttons, where the whole sentence would be too long."""

from collections.abc import Mapping

from referee.engine.messages import _p, number_word
from referee.engine.rules.order import RuleEntry
from referee.engine.rules.part import Switch, Value

# By switch and value. Numbers that a switch takes stand for themselves, unless they are worded here.
WORDS: Mapping[str, Mapping[Value, str]] = {
    # The deal and the first tile
    "opening": {
        "highest_double": "Highest double", "lowest_double": "Lowest double", "highest_tile": "Highest tile",
        "lot": "By lot", "youngest": "The youngest", "agreed": "The table says", "holder": "Holder of the double",
        "starter": "A double lies first",
    },
    "opening_tile": {"forced": "That very tile", "free": "Any tile"},
    "no_double": {
        "redraw": "Deal again", "highest_single": "Highest single", "ask": "The table says",
        "draw_round": "All draw", "next_lower": "The next lower double",
    },
    "lot_tie": {"redraw": "Draw again", "higher_half": "Larger half"},
    "next_opener": {
        "as_first": "As the first round", "winner_free": "The winner", "winner_else_first": "The player who went out",
        "last_layer": "The player of the last tile", "rotate_left": "The next player",
        "winner_side": "Either winner",
    },
    "starter_continues": {False: "The next player", True: "The same player"},
    "leftover_opens": {False: "Set aside", True: "Laid first"},
    "sebastopol": {"d9_starter": "Double-nine, 6-6 lies first", "classic_d6": "Double-six, holder of 6-6"},
    # What goes where
    "joins": {"equal": "Equal halves", "sum": "Halves that make a sum"},
    "blanks": {
        "match_only": "Blank on blank", "wild_when_played": "Blank goes anywhere",
        "double_blank_only": "0-0 goes anywhere", "wild_both_ways": "Blank is wild",
    },
    "matador_crosswise": {False: "In line", True: "Across too"},
    "spinner": {
        "none": "None", "first_double": "The first double", "opening_double": "Only the opening double",
        "all": "Every double",
    },
    "spinner_opens": {
        "at_once": "At once", "after_one_tile": "After one tile", "both_sides": "After both sides",
    },
    "spinner_counts_until": {2: "Until two tiles touch", 3: "Until three touch", 4: "Until four touch"},
    "cross_first": {False: "Not needed", True: "Four tiles first"},
    "arms": {0: "All sides", 1: "One side only"},
    # Drawing, passing, turns
    "must_play": {True: "Must play", False: "May hold back"},
    "draw": {"none": "Pass", "one": "Draw one", "until_playable": "Draw until it fits"},
    "optional_draw": {"none": "Not allowed", "matador_only": "To keep a matador", "any": "Allowed"},
    "reserve": {0: "None"},
    "direction": {"cw": "Clockwise", "ccw": "Counter-clockwise"},
    "bonus_trigger": {
        "none": "None", "playing_double": "After a double", "on_double": "After a tile on a double",
        "both": "After either",
    },
    "bonus_turn": {"normal": "A full turn", "optional": "One tile, if you like"},
    "multi_play": {"none": "One tile", "may": "As many as you like", "must": "All that fit"},
    "misplay": {
        "until_next_play": "Back, until the next tile", "consent": "Back, if all agree", "strict": "It stays",
    },
    "false_pass": {"flag": "The table decides", "void_round": "The round is void"},
    # Points
    "score": {
        "none": "None", "fives": "Fives", "threes": "Threes", "fives_and_threes": "Fives and threes",
        "bergen": "Equal ends",
    },
    "score_unit": {"pips": "Its pips", "per_five": "One point each"},
    "bergen_triple": {"placed_double": "For laying the double", "any_double_end": "For a double at either end"},
    "claims": {
        "auto": "Referee counts", "fundex": "Claim, muggins after", "hasbro": "First to speak",
        "none_lost": "Claim or lose it",
    },
    "muggins_close": {"next_play": "The next tile", "round_end": "The end of the round"},
    "false_claim": {"strike": "True score counts", "opponent_gets": "Goes to a caller"},
    # The end of a round
    "out_pay": {
        "opponents": "Pips of the others", "all": "Pips of all hands", "point": "One point", "none": "Nothing",
    },
    "out_award": {"separate": "Scored first", "combined": "With the hands"},
    "team_out": {"going_out_side": "Side that went out", "lowest_total": "Side with fewer pips"},
    "block_pay": {
        "sum_minus_own": "Others less own, once", "pairwise": "Each difference", "opponents": "Pips of the others",
        "all": "Pips of all hands", "ladder": "Heavier hands less own",
        "ladder_pairwise": "Difference to heavier hands", "point": "One point", "none": "Nothing",
    },
    "block_winner": {
        "lowest_pips": "Fewest pips", "bergen_fundex": "No double, lowest double",
        "bergen_hasbro": "No double, lightest singles", "fewest_tiles": "Fewest tiles",
        "blocker_next": "Blocker or next player", "lowest_hand": "Lightest single hand",
    },
    "block_tie": {
        "no_score": "Nobody scores", "lightest_tile": "Lightest tile", "split": "They share",
        "each_tied_scores": "Each is paid", "opener_side": "The opener's side", "blocker_side": "The blocker's side",
    },
    "blind_block": {"fewest_tiles": "Shortest row", "fewest_pips": "Fewest pips"},
    "round_scope": {"none": "None", "hand": "Each hand", "total": "The sum"},
    # Two pairs
    "block_opener": {
        "blocker_or_next": "The blocker or the next", "either": "Either winner", "first_seated": "The first winner",
    },
    "tie_opener": {
        "as_first": "As the first round", "same": "The same player", "next_seat": "The next player",
        "blocker": "The blocker",
    },
    "hand_scale": {"pips": "By pips", "tens": "By tens"},
    "capicua": {0: "Nothing", "double_hand": "The tiles twice"},
    "capicua_counts": {
        "no_double": "No double", "two_numbers": "Two different ends", "no_blank": "No double, no blank",
        "any": "Any tile",
    },
    "chuchazo": {0: "Nothing"},
    "hand_bonus": {"none": "None", "100-75-50-25": "100, 75, 50, 25"},
    "tranque_bonus": {0: "Nothing"},
    "pase_corrido": {0: "Nothing"},
    "pase_salida": {0: "Nothing"},
    "pase_salida_single": {0: "Nothing"},
    "first_pass": {0: "Nothing"},
    "premio_wins": {True: "Count", False: "Do not count"},
    "false_pass_breaks": {False: "Play on", True: "Ends the round"},
    # The match
    "exact": {False: "May be passed", True: "Met exactly"},
    "exact_overshoot": {
        "bust": "Scores nothing", "partial_to_target": "Counts up to it", "ignore_exact_at_round_end": "Allowed",
    },
    "end_check": {"immediate": "At once", "round_end": "After the round"},
    "over_tie": {"highest": "Highest score", "first_in_log": "First to reach it"},
    "mode": {"rounds": "Up to the target", "single": "One round"},
    # Trick games
    "auction": {"continuous": "Goes round", "one_bid_each": "One bid each"},
    "limit_ladder": {"double": "Doubled, to 336", "cardinal_250": "Doubled, to 250", "marks": "By marks"},
    "open_84": {False: "Only over 42", True: "At once"},
    "all_pass": {"redeal": "Deal again", "dealer_30": "Dealer bids 30"},
    "limit_set": {"bid_only": "The bid", "bid_plus_own": "Bid and own points"},
    "renege": {"lose_hand": "Hand is lost", "flag": "The table decides"},
    "no_trump_doubles": {"high": "High in their suit", "own_suit": "A suit of their own"},
    "nel_o": {False: "Not played", True: "Played"},
    "sevens": {False: "Not played", True: "Played"},
    "plunge": {False: "Not played", True: "Played"},
    "splash": {False: "Not played", True: "Played"},
    "count_by": {"marks": "Marks", "points": "Points"},
    # Trains
    "opening_double": {"falling": "One lower each round"},
    "after_lead": {"again": "The same player", "next": "The next player"},
    "public_train": {True: "Played", False: "Not played"},
    "first_turn": {"one": "One tile", "whole_train": "A whole train"},
    "own_train_first": {False: "Not needed", True: "Before any other"},
    "double_rule": {
        "satisfy": "Covered at once", "several": "More doubles first", "extra_tile": "One more tile",
        "none": "Like any tile",
    },
    "double_order": {"first_laid": "The first one laid", "last_laid": "The last one laid"},
    "dead_double": {"lapses": "No longer asked for", "binds": "Blocks the round"},
    "out_on_double": {True: "Ends the round", False: "Draw for it"},
    "lead_toes": {0: "Six, or four"},
    "double_blank": {0: "Nothing"},
    "open_marker": {0: "Nothing"},
    "rounds": {0: "Every double"},
    # Poker and solitaires
    "poker_straights": {"sheet": "As the sheet names them", "classic": "Five of the suit"},
    "flush_tie": {"suit_number": "Higher suit", "highest_piece": "Highest tile"},
    "stakes": {False: "None", True: "Antes and betting"},
    "buy_in": {0: "Not counted"},
    "move_unit": {"tail": "Any lower part", "whole_run": "The whole run"},
    "knock": {"pair": "A pair", "run": "A whole run"},
    "bingo": {"d6_0_12": "28 tiles, 0 to 12", "d9_0_18": "55 tiles, 0 to 18", "as_printed": "55 tiles, 0 to 12"},
    "goal": {"empty_hand": "The hand is empty", "whole_set": "The set is laid"},
}  # fmt: skip

# Short sentences for rules whose own sentence is too long for a short description of a game.
BRIEFLY: Mapping[str, Mapping[Value, str]] = {
    "opening": {
        "highest_double": "The highest double goes first.", "lowest_double": "The lowest double goes first.",
        "highest_tile": "The highest tile goes first.", "lot": "Draw a tile each to see who goes first.",
        "youngest": "The youngest goes first.", "agreed": "Agree on who goes first.",
    },
    "joins": {
        "equal": "Lay a tile that matches an open end.",
        "sum": "A tile goes where the two touching halves make the sum; matadors go anywhere.",
    },
    "score": {
        "fives": "You score when the ends make a multiple of five.",
        "threes": "You score when the ends make a multiple of three.",
        "fives_and_threes": "You score for every five and every three in the sum of the ends.",
        "bergen": "You score when the open ends show the same number.",
    },
    "claims": {
        "fundex": "Claim your points yourself; after that an opponent may call muggins.",
        "hasbro": "Claim your points yourself, before somebody else calls muggins.",
        "none_lost": "Claim your points before the next player goes, or they are lost.",
    },
    "draw": {
        "none": "If nothing fits, you pass.",
        "one": "If nothing fits, draw one tile.",
        "until_playable": "If nothing fits, draw until a tile does.",
    },
    "out_pay": {
        "opponents": "Use up your tiles and score the pips that the others hold.",
        "all": "Use up your tiles and score the pips of every hand.",
        "point": "Use up your tiles and score one point.",
        "none": "Use up your tiles first and you win.",
    },
    "double_rule": {
        "satisfy": "A double has to be covered before anything else, by its player or else by the next who can.",
        "several": "A double has to be covered; first its player may lay more doubles.",
    },
    "ranking": {"printed": "Each player takes five tiles; the highest rank wins, a royal, five doubles, above all."},
    "toes": {3: "A double gets three toes before anything else is laid."},
    "round_scope": {
        "hand": "Each hand is rounded to the nearest {base}.",
        "total": "Their sum is rounded to the nearest {base}.",
    },
}  # fmt: skip


def briefly(entry: RuleEntry) -> str:
    """A rule in a short sentence, if there is one; else its own."""
    words = BRIEFLY.get(entry.name, {}).get(entry.value)
    if words is None or entry.switch is None:
        return str(entry.cases[0].sentence)
    return _p(entry.name, words, base=number_word(entry.switch.base))


def has_short_words(name: str, value: Value) -> bool:
    """Whether there are short words for the value of the switch called `name`."""
    return any(type(each) is type(value) and each == value for each in WORDS.get(name, {}))


def short_words(name: str, switch: Switch, value: Value) -> str:
    """A value of the switch called `name` in a few words; if it has none, the number, or else its sentence."""
    if has_short_words(name, value):
        return _p(name, WORDS[name][value])
    return str(value) if type(value) is int else str(switch.sentence(value))
