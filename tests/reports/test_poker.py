"""What the reports tell about a round of poker."""

import json

import pytest

from referee.engine.log import open_log
from referee.engine.messages import in_locale
from referee.engine.setup import read_setup
from referee.export.about import About
from referee.export.texts import round_text
from referee.reports.matches import match_summary
from referee.reports.rounds import RoundSummary, round_summary
from referee.reports.tally import tally_of
from referee.translations.catalogues import translator_of
from tests.folders import PLAYTHROUGHS


def text_of(summary: RoundSummary, language: str) -> str:
    """The text that is sent to others."""
    with in_locale(translator_of(language)):
        return round_text(summary, About())


@pytest.mark.parametrize(
    ("language", "ranks"),
    [
        ("en", ["five straight in threes", "full hand", "highest tile 2-2", "highest tile 6-5"]),
        ("es", ["escalera de cincos en treses", "full", "ficha alta 2-2", "ficha alta 6-5"]),
    ],
)
def test_the_rank_of_a_hand_is_told_in_the_words_of_players(language, ranks):
    text = (PLAYTHROUGHS / "hasbro2003.poker.jsonl").read_text(encoding="utf-8")
    header, *said = map(json.loads, text.splitlines())
    log = open_log(read_setup(header))
    for each in said:
        _, log = log.say(each)

    with in_locale(translator_of(language)):
        summary = round_summary(log, 3)

    assert summary is not None
    assert [each.told for each in summary.hands] == ranks
    text = text_of(summary, language)
    assert f"{'Hands' if language == 'en' else 'Manos'}\nDan: " in text
    assert f"\nAna: 6-6 5-5 4-4 5-2 2-1 ({ranks[1]})\n" in text


def test_of_a_hand_that_is_known_although_it_was_folded_that_is_told_beside_its_rank():
    header = {"record": 1, "variant": "hasbro2003.poker", "players": ["Ana", "Ben", "Cal", "Dee"]}
    log = open_log(read_setup({**header, "options": {"stakes": True}}))
    for each in (
        {"round": 1, "opener": "Ana"},
        *({"by": name, "ante": 2} for name in header["players"]),
        *({"by": name, "check": True} for name in ("Ana", "Ben", "Cal")),
        {"by": "Dee", "fold": True},
        {"by": "Ana", "hand": ["6-6", "4-4", "6-5", "5-1", "3-2"]},
        {"by": "Ben", "hand": ["6-4", "5-4", "4-3", "4-2", "2-1"]},
        {"by": "Cal", "hand": ["5-5", "3-3", "2-2", "6-3", "6-1"]},
    ):
        answer, log = log.say(each)
        assert answer.ruling.verdict == "stands", answer.ruling.says

    summary = round_summary(log, 1)
    assert summary is not None
    assert [each.told for each in summary.hands] == [
        "full hand",
        "pair, double six high",
        "highest tile 6-4",
        "highest tile 6-2, folded",
    ]


def test_chips_are_told_as_they_lie_and_a_buy_in_is_not_won():
    header = {"record": 1, "variant": "hasbro2003.poker", "tiles": 6, "players": ["Ana", "Ben", "Cal", "Dee"]}
    log = open_log(read_setup({**header, "options": {"stakes": True, "buy_in": 20}}))
    for each in (
        {"round": 1, "opener": "Ana"},
        *({"by": name, "ante": 2} for name in header["players"]),
        {"by": "Ana", "bet": 18},
        *({"by": name, "fold": True} for name in ("Ben", "Cal", "Dee")),
        {"adjust": {"Dee": 20}, "why": "buys in"},
    ):
        _, log = log.say(each)

    match, deal = match_summary(log), round_summary(log, 1)

    assert match.began == (20, 20, 20, 20)
    assert match.scores == (26, 18, 18, 38)
    assert match.result == "Dee leads with 38"
    (row,) = match.rounds
    assert row.made == (6, -2, -2, -2)
    assert row.scores == match.scores
    assert row.words == "Ana wins. All others have folded. The table agrees: Dee 20 chips. Reason: buys in"
    assert deal is not None
    assert deal.totals is not None
    assert deal.totals.columns == ("Before", "Agreed", "Settled")
    assert deal.totals.rows[3][1:3] == ((20, 20, -2), 38)
    assert deal.scores == (("Ana", 26), ("Ben", 18), ("Cal", 18), ("Dee", 38))


def test_the_columns_of_chips_add_up_to_what_each_player_has():
    header = {"record": 1, "variant": "hasbro2003.poker", "tiles": 6, "players": ["Ana", "Ben", "Cal", "Dee"]}
    log = open_log(read_setup({**header, "options": {"stakes": True, "buy_in": 20}}))
    for number in (1, 2):
        for each in (
            {"round": number, "opener": "Ana"},
            *({"by": name, "ante": 2} for name in header["players"]),
            {"by": "Ana", "bet": 1},
            *({"by": name, "fold": True} for name in ("Ben", "Cal", "Dee")),
        ):
            _, log = log.say(each)

        deal, tally = round_summary(log, number), tally_of(log, number, by_rank=False)

        assert tally.columns == ("Before", "1", "2")[: number + 1]
        assert deal is not None
        assert deal.totals is not None
        assert deal.totals.columns == ("Before", "Settled")
        for row in (*tally.rows, *deal.totals.rows):
            assert sum(map(int, row.figures)) == row.total


def test_the_hand_that_wins_for_a_pair_is_told_by_what_makes_its_rank():
    header = {
        "record": 1,
        "variant": "hasbro2003.poker",
        "players": ["Ana", "Ben", "Cal", "Dee"],
        "teams": [["Ana", "Cal"], ["Ben", "Dee"]],
    }
    log = open_log(read_setup(header))
    for each in (
        {"round": 1},
        {"by": "Ana", "hand": ["6-6", "4-4", "6-5", "5-1", "3-2"]},
        {"by": "Ben", "hand": ["6-4", "5-4", "4-3", "4-2", "2-1"]},
        {"by": "Cal", "hand": ["5-5", "3-3", "2-2", "6-3", "6-1"]},
    ):
        _, log = log.say(each)

    deal = round_summary(log, 1)

    assert deal is not None
    assert deal.title == "Ana & Cal win"
    assert [str(each.sentence) for each in deal.rules] == [
        "Three doubles, and two tiles that share a number."
    ]
