"""What a table of Texas or Forty-two may ask: may this tile be laid, who took which trick, whose turn is it."""

from typing import Any

from referee.engine.explain.trick_questions import may_be_laid, who_took, why_my_turn
from referee.engine.games.tricks.state import TrickMatch
from referee.engine.log import Log, open_log
from referee.engine.setup import read_setup
from referee.engine.tiles import Tile, read_tile

TEXAS, FORTY_TWO = "hasbro2003.texas", "traditional.forty-two"
DEAL = ("Ana bid 42", "Ben bid pass", "Cal bid pass", "Dan bid pass")


def a(text: str) -> Tile:
    found = read_tile(text)
    assert found is not None
    return found


def table(*moves: str, variant: str = TEXAS, trump: int | str | None = 6, **options: Any) -> Log:
    header = {"record": 1, "variant": variant, "players": ["Ana", "Ben", "Cal", "Dan"], "options": options}
    log = open_log(read_setup(header))
    named = [] if trump is None else [{"by": "Ana", "trump": trump}]
    events = [{"round": 1, "opener": "Ana"}, *map(moved, DEAL), *named, *map(moved, moves)]
    for event in events:
        answer, log = log.say(event)
        assert answer.ruling.verdict == "stands", answer.ruling.says
    return log


def moved(text: str) -> dict[str, Any]:
    """ "Ana bid 35", "Ben bid pass", "Ana 6-6", "Cal hand 6-5 5-5"."""
    by, what, *more = text.split()
    if what == "bid":
        return {"by": by, "bid": int(more[0]) if more[0].isdigit() else more[0]}
    return {"by": by, "hand": more} if what == "hand" else {"by": by, "play": what}


def taken(*moves: str, **how: Any) -> str:
    return who_took(TrickMatch.of(table(*moves, **how).state)).says


def turn(*moves: str, **how: Any) -> str:
    return why_my_turn(TrickMatch.of(table(*moves, **how).state)).says


def test_the_tile_that_leads_says_which_suit_it_asks_for():
    told = may_be_laid(table(), a("5-3"))

    assert told.says == "5-3 may be led: it asks for fives."
    assert [rule.name for rule in told.rules] == ["led_suit"]
    assert may_be_laid(table(), a("6-3")).says == "6-3 may be led: it asks for trumps."


def test_a_tile_of_the_suit_led_follows():
    told = may_be_laid(table("Ana 5-3"), a("5-1"))

    assert told.says == "5-1 may be laid: it follows fives."
    assert [rule.name for rule in told.rules] == ["follow"]


def test_a_tile_that_does_not_follow_is_laid_only_by_a_player_who_has_none_of_the_suit():
    told = may_be_laid(table("Ana 5-3"), a("4-1"))

    assert told.says == "4-1 does not follow fives. It may be laid only by a player who holds none of these."
    assert {each.name for each in told.tiles} == {"5-0", "5-1", "5-2", "5-4", "5-5"}
    assert [rule.name for rule in told.rules] == ["follow"]


def test_a_trump_belongs_to_no_other_suit():
    told = may_be_laid(table("Ana 5-3"), a("6-5"))

    assert told.says == (
        "6-5 is a trump and does not follow fives. It may be laid only by a player who holds none of these."
    )
    assert a("6-5") not in told.tiles


def test_once_no_tile_of_the_suit_is_left_any_tile_may_be_laid():
    hands = ("Dan hand 4-4 4-3 4-2 4-1 4-0 3-3 3-2",)
    log = table(*hands, "Ana 5-3", "Ben 5-1", "Cal 5-5")

    told = may_be_laid(log, a("4-4"))
    assert told.says == "4-4 does not follow fives. Dan holds none, so it may be laid."
    assert told.tiles == ()


def test_who_laid_a_hand_open_is_told_which_tile_follows():
    log = table("Ben hand 5-1 5-2 4-2 4-1 4-0 3-3 3-2", "Ana 5-3")

    assert may_be_laid(log, a("4-2")).says == "Fives were led, and Ben holds 5-2 and 5-1."


def test_a_tile_that_is_out_before_the_trump_or_after_the_hand_may_not_be_laid():
    assert may_be_laid(table("Ana 5-3"), a("5-3")).says == "5-3 was laid before."
    assert may_be_laid(table(trump=None), a("5-3")).says == "Ana names the trump first."


def test_in_sevens_only_what_is_nearest_counts():
    log = table(variant=FORTY_TWO, trump="sevens", sevens=True)

    told = may_be_laid(log, a("6-2"))
    assert told.says == "6-2 may be laid only by a player who holds none of these."
    assert {each.name for each in told.tiles} == {"4-3", "5-2", "6-1"}
    assert [rule.name for rule in told.rules] == ["sevens"]
    assert may_be_laid(log, a("6-1")).says == "6-1 may be laid: no tile is nearer to seven."


def test_every_trick_names_the_tile_that_took_it_and_why():
    assert taken() == "No tile has been laid yet."
    assert taken("Ana 5-3", "Ben 5-1") == "So far Ana takes it with 5-3, the highest of the fives."
    first = ("Ana 5-3", "Ben 5-5", "Cal 6-1", "Dan 6-4")
    assert taken(*first) == "Trick 1: Dan with 6-4, the highest trump."
    told = who_took(TrickMatch.of(table(*first, "Dan 4-3", "Ana 4-1").state))
    assert [str(each) for each in told.said] == [
        "So far Dan takes it with 4-3, the highest of the fours.",
        "Trick 1: Dan with 6-4, the highest trump.",
    ]
    assert [rule.name for rule in told.rules] == ["takes"]


def test_in_sevens_the_trick_goes_to_the_tile_nearest_to_seven():
    how = {"variant": FORTY_TWO, "trump": "sevens", "sevens": True}
    assert taken("Ana 6-2", "Ben 6-1", **how) == "So far Ben takes it with 6-1, the nearest to seven."


def test_whose_turn_it_is_comes_with_how_it_came_to_them():
    assert turn(trump=None) == "Ana won the bid with 42 and names the trump."
    assert turn() == "Ana won the bid and leads to the first trick."
    assert turn("Ana 5-3") == "Ben's turn. Ana just laid 5-3."
    assert turn("Ana 5-3", "Ben 5-5", "Cal 6-1", "Dan 6-4") == "Dan took the last trick and leads."


def test_in_the_auction_whoever_bids_next_is_told_who_spoke_before():
    header = {"record": 1, "variant": TEXAS, "players": ["Ana", "Ben", "Cal", "Dan"]}
    _answer, log = open_log(read_setup(header)).say({"round": 1, "opener": "Ana"})
    assert why_my_turn(TrickMatch.of(log.state)).says == "Ana bids first."
    _answer, log = log.say({"by": "Ana", "bid": 35})
    told = why_my_turn(TrickMatch.of(log.state))
    assert told.says == "Ben's turn. Ana just bid 35."
    assert [rule.name for rule in told.rules] == ["auction"]
    _answer, log = log.say({"by": "Ben", "bid": "pass"})
    assert why_my_turn(TrickMatch.of(log.state)).says == "Cal's turn. Ben just passed."


def test_after_a_call_the_partner_names_the_trump_and_leads_and_is_not_said_to_have_won_the_bid():
    header = {
        "record": 1,
        "variant": FORTY_TWO,
        "players": ["Ana", "Ben", "Cal", "Dan"],
        "options": {"plunge": True},
    }
    log = open_log(read_setup(header))
    passes = [{"by": name, "bid": "pass"} for name in ("Ben", "Cal", "Dan")]
    for event in ({"round": 1, "opener": "Ana"}, {"by": "Ana", "bid": "plunge"}, *passes):
        _answer, log = log.say(event)
    told = why_my_turn(TrickMatch.of(log.state))
    assert told.says == "Ana won the bid with 168; Cal names the trump."
    assert [rule.name for rule in told.rules] == ["plunge"]
    _answer, log = log.say({"by": "Cal", "trump": 5})
    told = why_my_turn(TrickMatch.of(log.state))
    assert told.says == "Cal named the trump and leads to the first trick."
    assert [rule.name for rule in told.rules] == ["plunge"]


def test_before_a_hand_is_dealt_a_question_about_a_tile_is_refused_in_words():
    header = {"record": 1, "variant": TEXAS, "players": ["Ana", "Ben", "Cal", "Dan"]}

    assert may_be_laid(open_log(read_setup(header)), a("6-4")).says.startswith("No round is being played")
