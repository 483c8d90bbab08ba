"""What a table of trains may ask: where a tile may go, what can be done, and what other tables would say."""

from typing import Any

from referee.engine.explain.train_questions import (
    at_other_tables,
    can_do,
    is_dead,
    may_go,
    why_charged,
    why_my_turn,
    why_round_over,
)
from referee.engine.games.trains.state import TrainMatch
from referee.engine.log import Log, open_log
from referee.engine.setup import read_setup
from referee.engine.tiles import Tile, read_tile

MEXICAN = "traditional.mexican-train"
OWN, BENS, PUBLIC = 0, 1, 3


def a(text: str) -> Tile:
    found = read_tile(text)
    assert found is not None
    return found


def table(
    *moves: str, variant: str = MEXICAN, tiles: int = 9, players: str = "Ana Ben Cal", **options: Any
) -> Log:
    header = {
        "record": 1,
        "variant": variant,
        "players": players.split(),
        "tiles": tiles,
        "options": options,
    }
    log = open_log(read_setup(header))
    for event in ({"round": 1}, *map(moved, moves)):
        answer, log = log.say(event)
        assert answer.ruling.verdict == "stands", answer.ruling.says
    return log


def moved(text: str) -> dict[str, Any]:
    """ "Ana 9-5 >Ana", "Ben draws", "Ben passes", "Cal hand 9-8", and "Ana 9-5 on 9-9" in chickenfoot."""
    by, what, *more = text.split()
    if what in ("draws", "passes"):
        return {"by": by, "draw": 1} if what == "draws" else {"by": by, "pass": True}
    if what == "hand":
        return {"by": by, "hand": more}
    train = more[0][1:] if more and more[0].startswith(">") else ""
    at = {"at": more[1]} if more and more[0] == "on" else {}
    return {"by": by, "play": what, **({"train": train} if train else {}), **at}


def match_of(*moves: str, **options: Any) -> TrainMatch:
    return TrainMatch.of(table(*moves, **options).state)


DOUBLE = ("Ana 9-9", "Ana 9-5 >Ana", "Ben 9-3 >mexican", "Cal 9-7 >Cal", "Ana 5-5 >Ana")


def test_a_tile_may_go_on_every_train_that_is_open_and_fits():
    log = table("Ana 9-9")

    assert may_go(log, a("9-4")).says == "9-4 may go on Ana's train or the Mexican train."
    assert may_go(log, a("9-4"), PUBLIC).says == "9-4 may go on the Mexican train."


def test_why_not_here_names_the_rule():
    log = table("Ana 9-9", "Ana 9-5 >Ana")
    told = may_go(log, a("5-4"), OWN)

    assert told.says == "Ana's train is closed to Ben."
    assert [rule.name for rule in told.rules] == ["places"]
    assert may_go(table(*DOUBLE), a("3-1"), PUBLIC).rules[0].name == "double_rule"
    assert "begins with 9-9" in may_go(table(), a("8-8")).says
    assert may_go(table(), a("9-9")).says == "9-9 may open the round."


def test_another_tables_rule_by_which_the_tile_would_go_is_told_and_no_other():
    others = list(at_other_tables(table(*DOUBLE), a("9-4"), BENS))
    assert others == []  # not begun by Ben, and not Ana's to lay on
    others = list(at_other_tables(table(*DOUBLE), a("3-1"), PUBLIC))
    assert [str(each.verdict) for each in others] == ["3-1 may go there."]
    assert "one more tile" in str(others[0].sentence)
    others = list(at_other_tables(table(*DOUBLE), a("3-3"), PUBLIC))
    assert sorted(str(each.sentence)[:30] for each in others) == [
        "A double has to be covered bef",
        "A player who lays a double lay",
    ]


def test_by_a_house_rule_the_answer_is_another_one():
    log = table("Ana 9-9", own_train_first=True)

    assert may_go(log, a("9-4"), PUBLIC).says == "Ana has to lay on their own train first."
    assert [str(each.verdict) for each in at_other_tables(log, a("9-4"), PUBLIC)] == ["9-4 may go there."]


def test_what_can_be_done_is_told_with_the_double_that_waits():
    assert can_do(match_of()).says == "The double in the middle is not laid yet."
    told = can_do(match_of("Ana 9-9", "Ana 9-5 >mexican"))
    assert (
        told.says
        == "Ben may lay a 9 on Ben's train and a 5 on the Mexican train. If nothing fits, Ben draws."
    )
    told = can_do(match_of(*DOUBLE, "Ana draws"))
    assert told.says == "Ana may lay a 5 on Ana's train. If nothing fits, Ana passes."
    assert [rule.name for rule in told.rules] == ["double_rule", "marker"]


def test_where_several_doubles_may_be_laid_the_player_is_told_that_another_may_come_first():
    told = can_do(match_of(*DOUBLE, double_rule="several"))
    assert told.says == (
        "Ana may lay a 5 on Ana's train. Ana may also lay another double first, on any train that is open to them. "
        "If nothing fits, Ana draws."
    )
    told = can_do(match_of(*DOUBLE, "Ana draws", "Ana passes", double_rule="several"))
    assert told.says == "Ben may lay a 5 on Ana's train. If nothing fits, Ben draws."


def test_such_a_double_is_among_the_tiles_that_can_still_go():
    log = table(
        "Ana 9-9", "Ana 9-5 >Ana", "Ben 9-2 >mexican", "Cal 9-3 >Cal", "Ana 5-5 >Ana", double_rule="several"
    )
    assert log.say(moved("Ana 2-2 >mexican"))[0].ruling.verdict == "stands"
    assert a("2-2") in is_dead(TrainMatch.of(log.state)).tiles
    assert a("3-3") not in is_dead(TrainMatch.of(log.state)).tiles


def test_whose_turn_it_is_and_why():
    def why(*moves: str) -> str:
        return why_my_turn(match_of(*moves)).says

    assert why("Ana 9-9") == "Ana laid 9-9 and has a further turn."
    assert why(*DOUBLE) == "Ana laid 5-5 and has a further turn."
    assert why(*DOUBLE, "Ana draws") == "Ana drew 1 tile and is still to act."
    assert why("Ana 9-9", "Ana 9-5 >Ana", "Ben draws", "Ben passes") == (
        "Cal's turn. Ana just laid 9-5. Ben passed."
    )
    passed = (*DOUBLE, "Ana draws", "Ana passes")
    assert why(*passed) == "Ben's turn. Ana just laid 5-5. Ana passed."
    assert why(*passed, "Ben draws", "Ben passes") == "Cal's turn. Ana just laid 5-5. Ana and Ben passed."


def test_a_foot_asks_for_its_toes():
    log = table("Ana 9-9", variant="traditional.chickenfoot")

    assert may_go(log, a("8-7")).rules[0].name in ("toes", "lead_toes", "double_rule")
    assert can_do(TrainMatch.of(log.state)).says == "Ben may lay a 9 on 9-9. If nothing fits, Ben draws."
    assert is_dead(TrainMatch.of(log.state)).tiles[0].high == 9


def test_a_round_blocked_by_a_foot_says_how_many_toes_the_double_still_needs():
    log = table(
        "Ana 6-6", "Ben 6-0", "Ana 6-1", "Ben 6-2", "Ana 6-3", "Ben 3-2 on 6-2", "Ana 3-1 on 6-1", "Ben 3-0 on 6-0",
        "Ana 3-3 on 3-1", "Ben 4-3", "Ana 5-3",
        variant="traditional.chickenfoot", tiles=6, players="Ana Ben", hand_size=14,
    )  # fmt: skip

    told = why_round_over(TrainMatch.of(log.state))
    assert told.says == "Nobody can go: 3-3 still needs 1 toe."
    assert [rule.name for rule in told.rules] == ["toes", "dead_double", "block_pay"]


def test_a_round_blocked_at_a_double_on_a_train_names_it():
    log = table(
        "Ana 6-6", "Ana 6-5 >Ana", "Ben 6-1 >Ben", "Ana 5-5 >Ana", "Ana passes", "Ben passes",
        tiles=6, players="Ana Ben", hand_size=14,
    )  # fmt: skip

    told = why_round_over(TrainMatch.of(log.state))
    assert told.says == "Nobody can go: 5-5 still has to be covered."
    assert [rule.name for rule in told.rules] == ["double_rule", "block_pay"]


def test_the_end_of_a_round_and_what_everybody_is_charged_are_explained():
    log = table(
        "Ana 9-9", "Ana 9-1 >Ana", "Ben 9-2 >Ben", "Cal 9-3 >Cal", "Ana 1-0 >Ana", "Ben hand 3-2 0-0", "Cal hand 5-5 4-4",
        hand_size=3, double_blank=50,
    )  # fmt: skip

    assert why_round_over(TrainMatch.of(log.state)).says == "Ana laid 1-0, the last tile held."
    told = why_charged(log, 1)
    assert "55 points for Ben." in told.says
    assert [rule.name for rule in told.rules] == ["out_pay", "double_blank"]
    assert why_charged(log, 0).says == "Ana is charged nothing."


def test_before_a_round_is_dealt_a_question_about_a_tile_is_refused_in_words():
    header = {"record": 1, "variant": "traditional.mexican-train", "players": ["Ana", "Ben"]}

    assert may_go(open_log(read_setup(header)), a("6-4")).says.startswith("No round is being played")
