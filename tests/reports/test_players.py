"""What a log says of its players: matches, rounds, points by round, calls, reneges, openings, and against whom."""

import json

import pytest

from referee.engine.log import Log, open_log
from referee.engine.setup import read_setup
from referee.reports.players import (
    Facts,
    PlayerCard,
    by_variant,
    everybody,
    facts_of,
    put_together,
    read_facts,
    rounds_of,
)
from referee.reports.sections import sections
from tests.folders import PLAYTHROUGHS

RECORDS = sorted(path for path in PLAYTHROUGHS.glob("*.jsonl") if ".answers" not in path.name)


def log_of(variant: str, players: list[str], events: list[dict], **header: object) -> Log:
    log = open_log(read_setup({"record": 1, "variant": variant, "players": players, **header}))
    for event in events:
        answer, log = log.say(event)
        assert answer.ruling.verdict.value != "refused", answer.ruling.says
    return log


def played(name: str) -> Log:
    header, *events = (PLAYTHROUGHS / f"{name}.jsonl").read_text().splitlines()
    log = open_log(read_setup(json.loads(header)))
    for event in events:
        _, log = log.say(json.loads(event))
    return log


def card(facts: Facts, name: str) -> PlayerCard:
    return next(each for each in facts.cards if each.name == name)


# A short block game: Ana goes out and takes what Ben holds.
FIRST = [
    {"round": 1},
    {"by": "Ben", "play": "6-6"},
    {"by": "Ana", "play": "6-5"},
    {"by": "Ben", "play": "5-4"},
]


def test_a_round_in_play_counts_for_nothing_but_its_opening():
    facts = facts_of(log_of("edge.block", ["Ana", "Ben"], FIRST))

    assert not facts.is_over
    assert card(facts, "Ben").openings == {"6-6": 1}
    assert card(facts, "Ana") == PlayerCard(name="Ana")


def test_a_round_that_does_not_count_counts_no_round():
    facts = facts_of(log_of("edge.block", ["Ana", "Ben"], [*FIRST, {"void": True, "why": "a tile lay open"}]))

    assert card(facts, "Ana").rounds == card(facts, "Ben").rounds == 0


def test_missed_points_count_for_the_player_who_missed_them_and_called_ones_for_the_caller():
    opened = [{"round": 1}, {"by": "Ben", "play": "5-5"}]  # two fives: ten
    called = log_of(
        "fundex2004.all-fives",
        ["Ana", "Ben"],
        [*opened, {"by": "Ana", "play": "5-0"}, {"by": "Ana", "muggins": 10}],
    )
    assert card(facts_of(called), "Ana").called == (10,)
    assert card(facts_of(called), "Ben").missed == ()

    missed = log_of(
        "fundex2004.all-fives",
        ["Ana", "Ben"],
        [*opened, {"by": "Ana", "play": "5-0"}, {"by": "Ben", "play": "5-1"}, {"by": "Ana", "play": "4-1"}],
    )
    assert card(facts_of(missed), "Ben").missed[:1] == (10,)


def test_what_was_called_and_missed_in_a_round_that_does_not_count_is_not_counted():
    said = [
        {"round": 1},
        {"by": "Ben", "play": "5-5"},
        {"by": "Ana", "play": "5-0"},
        {"by": "Ana", "muggins": 10},
        {"by": "Ben", "play": "5-1"},
        {"by": "Ana", "play": "4-1"},
    ]
    going_on = facts_of(log_of("fundex2004.all-fives", ["Ana", "Ben"], said))
    assert card(going_on, "Ana").called == (10,)
    uncounted = facts_of(log_of("fundex2004.all-fives", ["Ana", "Ben"], [*said, {"void": True}]))

    assert card(uncounted, "Ana").called == ()
    assert [*card(going_on, "Ana").missed, *card(going_on, "Ben").missed]
    assert card(uncounted, "Ana").missed == card(uncounted, "Ben").missed == ()


def test_a_match_that_two_share_is_one_that_both_have_played_and_nobody_has_won_or_lost():
    said = []
    for number in range(1, 8):
        out, other, left = ("Ana", "Ben", 12) if number % 2 else ("Ben", "Ana", 16)
        said += [{"round": number}, {"result": {"out": out, "left": {other: left}}}]
    header = {"record": 1, "variant": "traditional.mexican-train", "tiles": 6, "players": ["Ana", "Ben"]}
    log = open_log(read_setup(header))
    for each in said:
        answer, log = log.say(each)
        assert answer.ruling.verdict == "stands", answer.ruling.says
    assert log.state.scores == (48, 48)
    assert log.state.status == "match-over"

    for name in ("Ana", "Ben"):
        found = card(facts_of(log), name)
        assert (found.matches, found.won, found.lost_to) == (1, 0, {})


def test_the_best_game_of_a_solitaire_that_adds_up_the_tiles_left_is_the_one_with_the_fewest():
    knock_out = card(facts_of(played("fundex2004.knock-out")), "Ana")
    assert (knock_out.made, knock_out.best) == ((20, 18, 0), 0)


def test_points_by_agreement_are_no_points_of_a_round():
    log = played("fundex2004.all-fives")
    _, agreed = log.say({"adjust": {"Ana": 50}, "why": "a bet"})

    assert rounds_of(sections(agreed)) == rounds_of(sections(log))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_rounds_of_a_match_make_its_scores(path):
    log = played(path.stem)
    rounds = rounds_of(sections(log))

    assert len(rounds) == len(log.state.rounds)
    together = tuple(sum(each.points[side] for each in rounds) for side in range(len(log.state.scores)))
    adjusted = [0] * len(log.state.scores)
    for entry in log.entries:
        if type(entry.event).__name__ == "Adjust":
            for side, gained in entry.ruling.points:
                adjusted[side] += gained
    assert together == tuple(
        score - more for score, more in zip(log.state.scores, adjusted, strict=True)
    ) or any(each.how == "void" for each in rounds)


# Ana and Cal against Ben and Dan: who won together beat both of the others.
def test_partners_win_together_and_against_each_of_the_others():
    texas = facts_of(played("hasbro2003.texas"))
    assert texas.is_over == (played("hasbro2003.texas").state.status.value == "match-over")

    over = [
        facts for path in RECORDS if (facts := facts_of(played(path.stem))).is_over and len(facts.cards) > 1
    ]
    assert over
    for facts in over:
        for one in facts.cards:
            for other in facts.cards:
                wins, losses = _head_to_head(facts, one.name, other.name)
                assert (losses, wins) == _head_to_head(facts, other.name, one.name)


def test_a_player_at_many_tables_has_one_card_and_one_for_each_game():
    tables = [
        facts_of(played(name)) for name in ("fundex2004.all-fives", "edge.block", "fundex2004.all-fives")
    ]

    together = put_together("Ana", by_variant(tables, "Ana").values())
    apart = by_variant(tables, "Ana")

    assert set(apart) == {"fundex2004.all-fives", "edge.block"}
    assert together.rounds == sum(each.rounds for each in apart.values())
    assert apart["fundex2004.all-fives"].points == card(tables[0], "Ana").points * 2
    assert by_variant(tables, "Nobody") == {}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_figures_that_are_written_down_are_read_as_they_were(path):
    facts = facts_of(played(path.stem))

    assert read_facts(json.loads(json.dumps(facts.written()))) == facts


def test_everybody_has_the_figures_that_they_have_alone():
    tables = [facts_of(played(name)) for name in ("fundex2004.all-fives", "hasbro2003.texas")]

    met = everybody(tables)

    assert [card.name for card in met] == list(
        dict.fromkeys(card.name for each in tables for card in each.cards)
    )
    for each in met:
        alone = put_together(each.name, by_variant(tables, each.name).values())
        figures = (alone.matches, alone.won, alone.rounds, alone.best, alone.reneges)
        assert (each.matches, each.won, each.rounds, each.best, each.reneges) == figures


def _head_to_head(facts: Facts, one: str, other: str) -> tuple[int, int]:
    """The matches that `one` won against `other`, and lost."""
    card = put_together(one, by_variant([facts], one).values())
    return card.beat.get(other, 0), card.lost_to.get(other, 0)
