"""The report of a round of two pairs: premios are scores of their own, and pairs are named in the reader's language."""

from referee.engine.games.line.ending import pay_of
from referee.engine.games.line.state import LineMatch
from referee.engine.log import Log
from referee.engine.messages import in_locale
from referee.engine.rulings import Settled
from referee.reports.lines import told_of
from referee.reports.players import by_variant, facts_of
from referee.reports.rounds import round_summary
from referee.reports.sections import section_of
from referee.translations.catalogues import translator_of
from tests.reports.test_players import log_of, played

NAMES = ["Ana", "Ben", "Cal", "Dan"]
FIRST = ({"round": 1}, {"by": "Ana", "play": "6-6"})
THREE_PASSES = tuple({"by": name, "pass": True} for name in ("Dan", "Cal", "Ben"))


def dominican(*events: dict, **options: object) -> Log:
    return log_of("traditional.partners-dominican", NAMES, [*FIRST, *events], options=options)


def out_after_three_passes() -> Log:
    """Ana's 6-6 goes round unanswered, and then she is out."""
    hands = [
        {"by": name, "hand": tiles} for name, tiles in (("Ben", ["5-5", "4-4"]), ("Cal", ["3-3", "2-2"]))
    ]
    return dominican(
        *THREE_PASSES,
        {"by": "Ana", "play": "6-1"},
        *hands,
        {"by": "Dan", "hand": ["5-4", "0-0"]},
        hand_size=2,
    )


def test_what_passes_earned_stands_among_the_lines_of_the_settlement_and_is_a_column_of_its_own() -> None:
    summary = round_summary(out_after_three_passes(), 1)
    assert summary is not None
    assert summary.totals is not None
    assert summary.title == "Ana & Cal take 87"
    assert [(each.label, each.figure) for each in summary.steps] == [
        ("Pips left in all hands", "37"),
        ("Capicúa: 6-1 fits both ends", "25"),
        ("Three passes, counted earlier", "25"),
        ("For Ana & Cal", "87"),
    ]
    assert summary.totals.columns == ("Tiles", "Bonus")
    assert [(row.figures, row.total) for row in summary.totals.rows] == [((37, 50), 87), ((0, 0), 0)]


def test_a_side_that_earned_a_premio_keeps_it_when_the_other_wins_the_round() -> None:
    summary = round_summary(played("traditional.partners-dominican"), 1)
    assert summary is not None
    assert summary.totals is not None
    assert (summary.title, summary.how) == ("Ana & Cal take 41", "Ana goes out with 2-0: capicúa")
    assert [(each.label, each.figure) for each in summary.steps] == [
        ("Pips left in all hands", "16"),
        ("Capicúa: 2-0 fits both ends", "25"),
        ("For Ana & Cal", "41"),
    ]
    assert [(row.figures, row.total) for row in summary.totals.rows] == [((16, 25), 41), ((0, 25), 25)]


def test_a_round_that_does_not_count_takes_the_premios_back_and_tells_no_points() -> None:
    summary = round_summary(dominican(*THREE_PASSES, {"void": True}), 1)
    assert summary is not None
    assert summary.totals is not None
    assert summary.title == "The round does not count"
    assert [row.total for row in summary.totals.rows] == [0, 0]


def test_a_line_of_the_log_tells_for_whom_a_pass_was_worth_points() -> None:
    lines = told_of(log := dominican(*THREE_PASSES), section_of(log, 1).judged)
    assert [each.note for each in lines][-1] == "Three passes: 25 points for Ana & Cal"
    near = dominican({"adjust": {"Ana & Cal": 175}, "why": "agreed"}, *THREE_PASSES)
    assert near.state.scores == (175, 0)
    assert [str(each) for each in near.entries[-1].ruling.said][1:] == [
        "Three passes: no points.",
        "It may not reach 200.",
    ]


def test_a_double_that_can_never_be_laid_is_named_where_the_last_of_its_tiles_lies() -> None:
    laid = (
        ("Dan", "6-3", "6-6"), ("Cal", "3-1", "6-3"), ("Ben", "6-2", "6-6"), ("Ana", "3-2", "6-2"), ("Dan", "4-3", "3-2"),
        ("Cal", "5-1", "3-1"), ("Ben", "5-3", "5-1"), ("Ana", "3-0", "5-3"),
    )  # fmt: skip
    log = dominican(*({"by": by, "play": tile, "at": at} for by, tile, at in laid))
    assert told_of(log, section_of(log, 1).judged)[-1].note == "3-3 can never be laid any more"


def test_a_blocked_round_tells_who_blocked_it_and_what_was_compared() -> None:
    hands = (("Ana", ["5-4"]), ("Dan", ["3-0", "2-0"]), ("Ben", ["1-0", "1-1"]), ("Cal", ["5-5", "3-3"]))
    events = [{"by": "Ana", "pass": True}, *({"by": name, "hand": tiles} for name, tiles in hands)]
    summary = round_summary(dominican(*THREE_PASSES, *events, hand_size=2), 1)
    assert summary is not None
    assert summary.how == "Blocked: nobody could answer 6-6"
    assert [(each.label, each.figure) for each in summary.steps] == [
        ("Compared: Ana 9 and Dan 5", ""),
        ("Pips left in all hands, for Ben & Dan", "33"),
    ]
    assert [each.name for each in summary.rules] == ["block_pay", "block_winner"]


def test_the_prize_of_a_first_round_is_that_round_s_also_when_it_is_worked_out_again() -> None:
    log = played("traditional.partners-puerto-rico-500")
    match = LineMatch.of(log.state)
    assert match.rounds
    pay = pay_of(match)
    assert isinstance(pay, Settled)
    assert [(each.kind, each.points) for each in pay.premios if each.kind == "hand"] == [("hand", 100)]


def test_a_player_s_card_counts_the_premios_of_rounds_that_counted() -> None:
    tables = [facts_of(played("traditional.partners-dominican"))] * 2
    tables.append(facts_of(dominican(*THREE_PASSES, {"void": True})))
    assert {name: by_variant(tables, name)["traditional.partners-dominican"].premios for name in NAMES} == {
        "Ana": {"capicua": 2}, "Ben": {}, "Cal": {}, "Dan": {"pase_corrido": 2},
    }  # fmt: skip


def test_in_spanish_the_pairs_and_the_premios_have_the_names_that_players_use() -> None:
    with in_locale(translator_of("es")):
        log = out_after_three_passes()
        summary = round_summary(log, 1)
        assert summary is not None
        assert summary.totals is not None
        passes = [str(each) for each in log.entries[4].ruling.said]
        assert passes == ["Ben pasa.", "Pase corrido: 25 puntos.", "Para Ana y Cal: nadie respondió al 6-6."]
        assert summary.title == "87 para Ana y Cal"
        assert summary.how == "Ana dominó con el 6-1: capicúa"
        assert [each.label for each in summary.steps] == [
            "Pintas en las manos", "Capicúa: el 6-1 va por las dos puntas", "Pase corrido, ya anotado", "Para Ana y Cal",
        ]  # fmt: skip
        assert summary.totals.columns == ("Fichas", "Premios")
        assert [str(row.name) for row in summary.totals.rows] == ["Ana y Cal", "Ben y Dan"]


def test_what_a_pair_is_paid_for_a_block_begins_with_the_sum_of_the_other_two_hands() -> None:
    passes = ({"by": name, "pass": True} for name in ("Ben", "Cal", "Dan", "Ana"))
    hands = zip(NAMES, (["0-0"], ["6-4", "5-3"], ["1-0", "2-0"], ["4-3", "3-3"]), strict=True)
    log = log_of(
        "edge.muggins",
        NAMES,
        [*FIRST, *passes, *({"by": name, "hand": tiles} for name, tiles in hands)],
        options={"hand_size": 2, "draw": "none"},
        teams=[["Ana", "Cal"], ["Ben", "Dan"]],
    )

    summary = round_summary(log, 1)
    assert summary is not None
    assert [(each.label, each.figure) for each in summary.steps] == [
        ("Ben & Dan", "31"),
        ("To the nearest five", "30"),
        ("A point for every five, for Ana & Cal", "6"),
    ]
