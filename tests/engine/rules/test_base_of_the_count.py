"""All Threes says three: a sentence about the number whose multiples score takes that number as a value."""

import json
import re
from typing import Any

import pytest

from referee.engine.answers import replay_text
from referee.engine.messages import in_locale
from referee.engine.rules.counting import arithmetic
from referee.engine.rules.order import chapters
from referee.engine.setup import read_setup
from referee.engine.sheets import LINE_GAMES
from referee.translations.catalogues import translator_of
from tests.switches import switch_slots

FIVE_OR_TEN = re.compile(r"\b(fives?|tens?|cincos?|diez)\b", re.IGNORECASE)
THREES = LINE_GAMES["traditional.all-threes"]
HOUSE = {"score": "threes", "round_scope": "total", "score_unit": "per_five"}
LANGUAGES = ["en", "es"]


def test_no_sentence_names_five_or_ten_itself() -> None:
    for name, (_, switch) in switch_slots().items():
        words = [switch.title, *switch.sentences.values(), switch.template or ""]
        assert name == "score" or not [each for each in words if FIVE_OR_TEN.search(each)], name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "variant",
    [THREES, LINE_GAMES["fundex2004.all-fives"].with_options(HOUSE, 2)],
    ids=["All Threes", "a house that counts threes"],
)
def test_the_rules_of_a_game_of_threes_name_no_five(variant: Any, language: str) -> None:
    told = []
    with in_locale(translator_of(language)):
        for chapter in chapters(variant):
            for entry in chapter.entries:
                told += [str(entry.title), *(str(case.sentence) for case in entry.cases)]
                if entry.name != "score":
                    told += [str(each) for each in entry.others]
    assert [each for each in told if "three" in each or "tres" in each]
    assert not [each for each in told if FIVE_OR_TEN.search(each)]


@pytest.mark.parametrize("options", [{}, {"score_unit": "per_five"}, {"round_scope": "total"}])
def test_a_settlement_in_threes_names_no_five(options: dict[str, Any]) -> None:
    header = {
        "record": 1,
        "variant": "traditional.all-threes",
        "players": ["Ana", "Ben", "Cal"],
        "options": {"hand_size": 1, **options},
    }
    events = [{"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "hand": ["4-3"]}]
    answers = replay_text(
        "\n".join(json.dumps(each) for each in [header, *events, {"by": "Cal", "pips": 11}])
    )
    said = [str(answer.get(key)) for answer in answers[:-1] for key in ("says", "rule", "settled")]
    assert not [each for each in said if FIVE_OR_TEN.search(each)]
    assert any("three" in each for each in said)


def test_claims_in_threes_are_offered_by_threes() -> None:
    from referee.web.table.line.claims import amounts_to_claim

    setup = read_setup({"record": 1, "variant": "traditional.all-threes", "players": ["Ana", "Ben"]})
    assert amounts_to_claim(setup)[:4] == (3, 6, 9, 12)


def test_the_rules_tell_that_five_pips_left_are_a_point_where_a_house_plays_so_without_counting_ends() -> (
    None
):
    printed = LINE_GAMES["classic.draw"]
    told = [entry.name for chapter in chapters(printed) for entry in chapter.entries]
    assert "score_unit" not in told
    house = printed.with_options({"score_unit": "per_five"}, 2)
    told = [
        str(case.sentence) for chapter in chapters(house) for entry in chapter.entries for case in entry.cases
    ]
    assert "Every five pips are one point." in told


def test_a_sum_that_neither_five_nor_three_divides_says_so_in_good_spanish() -> None:
    counting = LINE_GAMES["traditional.fives-and-threes"].counting
    assert str(arithmetic(counting, [5, 2])) == "5 + 2 = 7, no multiple of five or three."
    with in_locale(translator_of("es")):
        assert str(arithmetic(counting, [5, 2])) == "5 + 2 = 7, no es múltiplo de cinco ni de tres."


@pytest.mark.parametrize(
    ("game", "tiles", "options", "largest"),
    [
        ("hasbro2003.muggins", 9, {}, 60),
        ("hasbro2003.muggins", 12, {}, 80),
        ("fundex2004.all-fives", 9, {"spinner": "all"}, 65),
        ("traditional.all-threes", 9, {}, 60),
        ("traditional.fives-and-threes", 9, {}, 16),
    ],
)
def test_whatever_a_tile_makes_may_be_claimed_also_more_than_sixty(game, tiles, options, largest) -> None:
    from referee.web.table.line.claims import amounts_to_claim

    header = {"record": 1, "variant": game, "tiles": tiles, "players": ["Ana", "Ben"], "options": options}
    amounts = amounts_to_claim(read_setup(header))
    assert largest in amounts
    assert len(amounts) % 4 == 0
