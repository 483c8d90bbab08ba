"""Disputes on the pages: asked without scripts, proved, decided, corrected and printed, by a thumb too."""

import json
import random
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from referee.engine.sheets import LINE_GAMES
from referee.storage.rows import NewEvent
from tests.engine.games.test_decided_by_the_table import ANA_OUT, DREW_HOLDING
from tests.simulating import NAMES, seat_people
from tests.train_players import seat_train_people
from tests.trick_players import seat_four
from tests.web.looking import SMALL, faults, faults_of
from tests.web.reading import Reader
from tests.web.sitting import links_of, play_again, prepare, say, set_up
from tests.web.touching import Thumb, box_of

TRAINS_PLAYED = ("traditional.chickenfoot", "traditional.mexican-train", "traditional.private-trains")

FIVES = {
    "record": 1, "variant": "fundex2004.all-fives", "players": ["Ana", "Ben"], "options": {"claims": "auto"},
}  # fmt: skip
# Ben draws though he holds 5-0 or 5-3: one draw cannot have brought both.
RENEGE = (
    {"round": 1},
    {"by": "Ana", "play": "5-5"},
    {"by": "Ben", "draw": 1},
    {"by": "Ben", "play": "5-0"},
    {"by": "Ana", "play": "2-0"},
    {"by": "Ben", "play": "5-3", "at": "5-5"},
)
BLOCK = {
    "record": 1, "variant": "edge.block", "players": ["Ana", "Ben", "Cal"], "options": {"hand_size": 4},
}  # fmt: skip
BLOCKED = (
    {"round": 1},
    {"by": "Ana", "play": "3-3"},
    {"by": "Ben", "play": "3-1"},
    {"by": "Cal", "play": "3-2"},
    {"by": "Ana", "play": "6-1"},
    *({"by": name, "pass": True} for name in ("Ben", "Cal", "Ana")),
)
TIED = {
    "record": 1, "variant": "hasbro2003.draw", "players": ["Ana", "Ben", "Cal"],
    "options": {"hand_size": 3, "draw": "none"},
}  # fmt: skip
TIE = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    *({"by": name, "pass": True} for name in ("Ben", "Cal", "Ana")),
    *({"by": name, "pips": pips} for name, pips in (("Ana", 10), ("Ben", 10), ("Cal", 12))),
)
OUT = (*TIE[:2], {"by": "Ben", "pips": 10}, {"by": "Cal", "pips": 12})


@pytest.fixture
def seat(app):
    """Seats a table at which these events were said; gives a reader there, and the watchers' address."""

    def seated(header, events):
        store = app.extensions["referee"]
        row = store.create_table(header)
        store.append(row.id, 0, "all of it", [NewEvent(each) for each in events])
        reader = Reader(app.test_client())
        reader.open(f"/t/{row.links['keep']}")
        reader.watch = f"/t/{row.links['watch']}"
        return reader

    return seated


# Why


def test_why_opens_into_the_rule_that_decided_and_its_sheet_and_nothing_else(seat):
    reader = seat(FIVES, RENEGE[:5])

    assert "5 + 5 + 2 = 12" in reader.text
    assert (
        "A tile scores when the sum of all open ends is a multiple of five. Fundex 2004, All Fives"
        in reader.text
    )
    assert "Every five pips" not in reader.text
    assert "Tapped wrong? Undo, or fix it in the list." not in reader.text


def test_where_the_house_changed_the_rule_the_why_says_what_the_sheet_prints(seat):
    reader = seat({**FIVES, "options": {"claims": "auto", "draw": "one"}}, RENEGE[:2])
    reader.press("Pass")

    assert "House rule of this table" in reader.text
    assert "The sheet prints: If you can't play, draw until you can" in reader.text


def test_a_greyed_tile_says_why_not(seat):
    reader = seat(FIVES, RENEGE)
    reader.press("6-6, cannot go")

    assert "6-6 fits none of the open ends: 3 and 2." in reader.text
    assert "A tile is laid with a half against an open half of the same number. Fundex 2004" in reader.text
    assert "What now?" not in reader.text
    assert "Let it stand" in reader.buttons()


# Ask


def test_the_question_mark_beside_a_refused_tile_asks_about_that_tile(seat):
    reader = seat(FIVES, RENEGE)
    reader.press("6-6, cannot go")
    reader.follow("Ask the referee")

    assert "6-6 fits none of the open ends: 3 and 2." in reader.text
    assert reader.has_link("What other sheets say")


def test_the_arrow_leads_back_to_the_answer_and_then_to_the_refused_tile(seat):
    reader = seat(FIVES, RENEGE)
    reader.press("6-6, cannot go")
    reader.follow("Ask the referee")
    reader.follow("on 5-3")
    reader.follow("What would it score?")
    answer = reader.text
    reader.follow("What other sheets say")
    reader.follow("Back")
    assert reader.text == answer

    reader.follow("Back")
    assert reader.has_link("Take it back")


def test_a_question_about_a_tile_is_answered_with_the_rule_and_changes_nothing(seat):
    reader = seat(FIVES, RENEGE)
    reader.follow("Ask the referee")
    reader.follow("May this tile go there?")
    reader.follow("4-3")

    assert "4-3 may go on 5-3." in reader.text
    assert reader.text.count("What would it score?") == 1
    reader.follow("on 2-0")
    assert "4-3 has no 2 to set against 2-0." in reader.text
    reader.follow("on 5-3")
    reader.follow("What would it score?")
    assert "2 + 4 = 6, no multiple of five." in reader.text
    reader.follow("Back")
    assert "Ana to play" in reader.text
    reader.follow("All entries")
    assert reader.text.count("4-3") == 0


ANSWERS = {
    "What do the ends count?": "2 + 3 = 5, one five.",
    "Which tiles has nobody seen?": "24 tiles nobody has seen",
    "Is the round blocked?": "No: 11 tiles not seen yet can still go.",
    "Who holds how many?": "Tiles held: Ana 5 and Ben 6.",
    "Whose turn is it, and why?": "Ana's turn.",
}


@pytest.mark.parametrize("question", ANSWERS)
def test_a_watcher_may_ask_too(seat, question):
    reader = seat(FIVES, RENEGE)
    reader.open(reader.watch)
    reader.follow("Ask the referee")
    reader.follow(question)

    assert ANSWERS[question] in reader.text
    assert question not in reader.page.links


def test_who_finds_no_question_of_theirs_reads_all_rules_from_there(seat):
    reader = seat(FIVES, RENEGE)
    reader.follow("Ask the referee")
    assert list(reader.page.links)[-1] == "The rules of this game"
    reader.follow("The rules of this game")

    assert reader.address.endswith("/rules")


def test_where_tiles_score_nothing_nobody_is_offered_to_ask_what_they_score(seat):
    reader = seat(TIED, TIE[:2])
    reader.follow("Ask the referee")
    assert reader.has_link("May this tile go there?")
    assert not reader.has_link("What would it score?")
    assert not reader.has_link("What do the ends count?")
    reader.follow("May this tile go there?")
    reader.follow("6, ")
    reader.follow("6-4")
    assert "6-4 may go" in reader.text
    assert not reader.has_link("What would it score?")


def test_why_somebody_got_nothing_is_asked_by_name(seat):
    reader = seat(FIVES, RENEGE)
    reader.follow("Ask the referee")
    reader.follow("Why did I get nothing?")
    reader.follow("Ana")

    assert "So 2-0 scores nothing." in reader.text


def test_after_a_round_one_may_ask_why_it_is_over(seat):
    reader = seat(TIED, TIE)
    reader.follow("Ask the referee")
    reader.follow("Why is the round over?")

    assert "Everybody passed in turn, and nothing more may be drawn. Open: 6." in reader.text
    assert not reader.has_link("Is the round blocked?")


def test_why_a_round_is_over_is_answered_by_the_rules_that_settled_it(seat):
    out = [{"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "pips": 5}, {"by": "Cal", "pips": 7}]
    header = {**BLOCK, "options": {"hand_size": 1}}
    reader = seat(header, [*out, {"ruling": {"out_pay": "point"}}])
    reader.open(f"{reader.address}/ask?q=over")
    assert "scores the pips left in the opponents' hands." in reader.text
    assert "one point" not in reader.text


def test_after_a_round_told_by_its_result_nobody_asks_what_only_its_tiles_could_tell(seat):
    reader = seat(FIVES, [{"round": 1}, {"result": {"out": "Ana", "left": {"Ben": 13}}}])
    reader.open(f"{reader.address}/ask")
    for asked in ("What do the ends count?", "Which tiles were never seen?", "Who holds how many?"):
        assert not reader.has_link(asked)
    reader.follow("Why is the round over?")
    assert "Ana went out." in reader.text
    assert "Entered without tiles." in reader.text


def test_what_a_claim_could_rest_on_is_not_answered_before_its_window_closes(seat):
    reader = seat(
        {**FIVES, "options": {}}, [{"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-3"}]
    )
    address = reader.address
    for question in ("count", "nothing&who=Ben", "score&tile=6-1"):
        reader.open(f"{address}/ask?q={question}")
        assert "Shown when claims are closed." in reader.text
        assert "15" not in reader.text
    reader.open(f"{address}/elsewhere")
    assert "Shown when claims are closed." in reader.text
    assert "15" not in reader.text


@pytest.mark.parametrize("key", sorted(LINE_GAMES))
def test_every_question_has_an_answer_in_every_line_game(app, key):
    """In the middle of a round, at its end, and about a tile that lies, goes, or does not."""
    seats = LINE_GAMES[key].player_range(LINE_GAMES[key].tiles)[0]
    people = seat_people(key, max(seats, 2), random.Random(7))
    people.play_round()
    store = app.extensions["referee"]
    header = {"record": 1, "variant": key, "players": list(NAMES[: max(seats, 2)])}
    client = app.test_client()
    every = [f"&tile={each}" for each in ("6-6", "5-2", "0-0")]
    middle = len(people.said) // 2
    # Each tile in the middle; one of them at each other moment.
    for part, tiles in ((0, every[:1]), (1, every[1:2]), (middle, every), (len(people.said), every[2:])):
        row = store.create_table(header)
        store.append(row.id, 0, "all of it", [NewEvent(dict(each)) for each in people.said[:part]])
        address = f"/t/{row.links['keep']}"
        asked = [f"/ask?q={each}" for each in ("count", "out", "dead", "held", "turn", "over", "nothing")]
        asked += [f"/ask?q={each}{tile}" for each in ("may", "score") for tile in tiles]
        asked += ["/ask", "/ask?q=may", "/ask?q=nothing&who=Ana", "/elsewhere", "/open", "/log", "/log/2"]
        asked += (
            [f"/elsewhere?{tile}" for tile in tiles]
            + [f"/open?{tile}" for tile in tiles]
            + ["/log/2?correct=1"]
        )
        for path in asked:
            assert client.get(address + path).status_code in (200, 404 if "/log/2" in path else 200), path


# Other sheets


def test_the_hands_stand_side_by_side_under_every_sheet_the_tables_own_first(seat):
    reader = seat(TIED, TIE)
    reader.follow("What other sheets say")

    assert "Ana 10 · Ben 10 · Cal 12" in reader.text
    own, others = reader.text.index("Draw, this table"), reader.text.index("Hasbro 2003 Muggins")
    assert own < others
    assert (
        "every player adds up the hands heavier than their own, takes off their own pips once" in reader.text
    )
    assert "Ana: Cal 12, less 10: 2" in reader.text
    assert "2 Ana 2 points and Ben 2 points" in reader.text
    assert "Hasbro 2003: The sheet may also mean" in reader.text


def test_from_the_other_sheets_the_rule_that_decided_is_changed_for_the_next_round(seat):
    reader = seat(TIED, TIE)
    reader.follow("What other sheets say")
    reader.follow("House rule from round 2")
    reader.pick("block_pay", "opponents")
    reader.press("Done")
    reader.press("Make this ruling")
    told = reader.open(f"{reader.address}/log").text
    assert "The table rules: The winner of a blocked round scores the opponents' pips" in told
    assert "It holds from the next round on" in told


# Proofs


def test_a_proof_is_told_at_the_table_and_shows_everything_that_it_rests_on(seat):
    reader = seat(FIVES, RENEGE)
    assert "Ben drew holding 5-0 or 5-3" in reader.text
    assert reader.has_link("See proof")
    reader.follow("Proved · 1")

    assert "Ben drew holding 5-0 or 5-3" in reader.text
    assert "Move 3. The open end was 5." in reader.text
    assert "Ben laid or showed 5-0 and 5-3 later, and only one of them can have been drawn." in reader.text
    assert "A player draws only when nothing fits." in reader.text
    assert "no penalty at this table" in reader.text
    assert "· no penalty" not in reader.text
    reader.follow("Points")
    assert "Points made in the round since then: Ben 15." in reader.text
    assert "cheat" not in reader.text.lower()


FOUR_PASSES = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    *({"by": name, "pass": True} for name in ("Ben", "Cal", "Dan", "Ana")),
)


def test_a_breach_that_may_be_anybodys_shows_every_pass_and_charges_nobody(seat):
    table = {"record": 1, "variant": "edge.block", "players": ["Ana", "Ben", "Cal", "Dan"]}
    reader = seat(table, FOUR_PASSES)
    assert "Everybody has passed." in reader.text
    assert "Nobody can go" not in reader.text
    reader.follow("Proved · 1")

    assert "One of Ana, Ben, Cal and Dan passed with a tile that could go" in reader.text
    assert "Move 3, 4, 5 or 6. The open end was 6." in reader.text
    assert (
        "19 tiles in hand would have to be ones that could not go, and only 15 such tiles are left."
        in reader.text
    )
    assert not reader.has_link("Points")
    reader.press("Forgive")

    assert not reader.has_link("Proved")


@pytest.mark.parametrize(
    ("steps", "press", "line", "scores"),
    [
        ((), "Forgive", "The table agrees: no points. Reason:", ["10", "15"]),
        (
            ("Points", "\N{MINUS SIGN}15"),
            "Enter it",
            "The table agrees: Ben \N{MINUS SIGN}15 points.",
            ["10", "0"],
        ),
        (("Points", "Void"), "Void the round", "does not count", ["0", "0"]),
    ],
)
def test_the_table_decides_by_one_tap_after_it_saw_what_would_change(seat, steps, press, line, scores):
    reader = seat(FIVES, RENEGE)
    address = reader.address
    reader.follow("Proved")
    for step in steps:
        reader.follow(step)
    if scores == ["10", "0"]:
        assert "Ben: 15 becomes 0" in reader.text
    reader.press(press, **({"why": "agreed by both"} if steps else {}))

    assert not reader.has_link("Proved")
    assert "Ben drew holding 5-0 or 5-3" in reader.open(f"{address}/proof").text or press == "Void the round"
    log = reader.open(f"{address}/log").text
    assert line in log
    assert "Ben drew holding 5-0 or 5-3, on move 3." in log
    assert ("agreed by both" in log) == bool(steps)
    shown = re.findall(r'class="score[^"]*">(\d+)|class="total[^"]*">(\d+)', reader.open(address).html)
    assert [one or other for one, other in shown][:2] == scores


def test_other_points_may_be_agreed_on(seat):
    reader = seat(FIVES, RENEGE)
    reader.follow("Proved")
    reader.follow("Points")
    reader.press("Preview", amount="-7")

    assert "Ben loses 7 points" in reader.text
    assert "Ben: 15 becomes 8" in reader.text


def test_a_watcher_sees_the_proof_and_decides_nothing(seat):
    reader = seat(FIVES, RENEGE)
    reader.open(reader.watch)
    reader.follow("Proved")

    assert reader.buttons() == []
    assert not reader.has_link("Points")


# Eight draws and a pass of one player, as quick as they are tapped; the hands shown prove every one of them.
STACKED = (
    {"round": 1},
    {"by": "Cal", "play": "6-6"},
    {"by": "Dan", "play": "6-5"},
    {"by": "Ana", "play": "5-5"},
    *({"by": "Ben", "draw": 1} for _ in range(8)),
    *({"by": name, "pass": True} for name in ("Ben", "Cal", "Dan", "Ana")),
    {"by": "Ana", "hand": ["4-4", "3-3", "2-2", "1-1"]},
    {
        "by": "Ben",
        "hand": ["6-4", "6-3", "6-2", "6-1", "6-0", "5-4", "5-3", "5-2", "5-1", "5-0", "4-0", "3-0", "2-0"],
    },
)
FOUR_AT_BLOCK_DRAW = {
    "record": 1,
    "variant": "fundex2004.block-draw",
    "players": ["Ana", "Ben", "Cal", "Dan"],
}


def test_nine_proofs_of_one_turn_are_two_cases_and_one_chip(seat):
    reader = seat(FOUR_AT_BLOCK_DRAW, STACKED)
    assert reader.text.count("Proved") == 1
    assert "Everybody has passed." in reader.text
    reader.follow("Proved · 2")

    assert "Ben drew 8 tiles with a tile that could go" in reader.text
    assert "Moves 5 to 12. The open ends were 6 and 5." in reader.text
    assert "Ben laid or showed 9 such tiles later, and only 8 of them can have been drawn." in reader.text
    assert "Ben passed holding 6-4" in reader.text
    assert "Move 13. The open ends were 6 and 5." in reader.text
    assert "Ben showed 6-4 at the end and cannot have drawn it in between." in reader.text
    assert "cheat" not in reader.text.lower()


def test_a_decided_case_pales_and_leaves_the_number_and_at_none_the_chip_goes(seat):
    reader = seat(FOUR_AT_BLOCK_DRAW, STACKED)
    table = reader.address
    reader.follow("Proved · 2")
    reader.press("Forgive")
    assert reader.page.html.count('class="case pale"') == 1
    assert reader.has_link("Points")

    reader.open(table)
    reader.follow("Proved · 1")
    reader.press("Forgive")
    assert not reader.open(table).links.get("Proved")
    assert not reader.has_link("Proved")


@pytest.mark.parametrize(
    ("header", "events", "reason"),
    [
        (FIVES, RENEGE, "Ben robó teniendo 5-0 o 5-3, en la jugada 3. La mesa lo perdona"),
        (
            {"record": 1, "variant": "edge.block", "players": ["Ana", "Ben", "Cal", "Dan"]},
            FOUR_PASSES,
            "pasó con una ficha que servía, en la jugada 3, 4, 5 o 6. La mesa lo perdona",
        ),
    ],
)
def test_the_reason_of_a_decision_is_in_the_language_of_who_decides(seat, header, events, reason):
    reader = seat(header, events)
    reader.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "es"
    reader.open(reader.address)
    reader.follow("Probado")
    reader.press("Perdonar")

    log = reader.open(f"{reader.address.split('/proof')[0]}/log").text
    assert reason in log


def test_what_is_decided_is_not_offered_again_until_its_entry_is_taken_back(seat):
    reader = seat(FIVES, RENEGE)
    table = reader.address
    reader.follow("Proved · 1")
    one = reader.page.links["Points"]
    reader.press("Forgive")

    reader.open(f"{table}/proof")
    assert "The table agrees: no points." in reader.text
    assert "Forgive" not in reader.buttons()
    assert not reader.has_link("Points")
    assert "The table decides" not in reader.open(one).text
    reader.open(f"{table}/proof")
    assert reader.page.links["Show in list"].endswith(f"#entry-{len(RENEGE) + 1}")

    reader.open(table)
    reader.press("Undo")
    reader.open(f"{table}/proof")
    assert "Forgive" in reader.buttons()


def test_a_decision_names_its_entry_and_its_reason_may_be_any(seat):
    ben = {"adjust": {"Ben": -5}, "why": "Ben drew on move 3 and could have gone."}
    assert seat(FIVES, [*RENEGE, ben]).has_link("Proved")
    assert seat(FIVES, [*RENEGE, {**ben, "about": 4}]).has_link("Proved")
    assert not seat(FIVES, [*RENEGE, {**ben, "why": "as agreed", "about": 3}]).has_link("Proved")


def test_the_penalty_of_the_table_is_one_tap(seat):
    fined = {**BLOCK, "players": ["Ana", "Ben"], "options": {"hand_size": 4, "false_pass": 10}}
    events = (
        {"round": 1},
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "pass": True},
        {"by": "Ana", "play": "6-1"},
        {"by": "Ben", "play": "6-4", "at": "6-6"},
    )
    reader = seat(fined, events)
    reader.follow("Proved · 1")

    assert "this table: 10 points off" in reader.text
    reader.press("Take 10 from Ben")
    assert not reader.has_link("Proved")


FINED = {
    "record": 1,
    "variant": "fundex2004.block-draw",
    "players": ["Ana", "Ben"],
    "options": {"hand_size": 4, "false_pass": 10},
}


def test_several_draws_of_one_turn_cost_on_the_card_what_the_settlement_takes(seat):
    reader = seat(FINED, DREW_HOLDING)
    reader.follow("Proved · 1")
    assert "this table: 10 points off" in reader.text
    assert "Take 10 from Ben" in reader.buttons()

    reader = seat(FINED, [*DREW_HOLDING, *ANA_OUT])
    assert reader.text.count("Ben loses 10 points") == 1
    assert not reader.has_link("Proved")
    table = reader.address
    reader.open(f"{table}/proof/renege/3")
    assert "The settlement took 10 points off." in reader.text
    reader.open(f"{table}/proof")
    reader.press("Forgive 10 points back")
    *_, last = reader.client.get(f"{table}/export/scores").text.split()
    assert last.endswith(",0")  # Ben's score


SHARED = (
    {
        "record": 1, "variant": "fundex2004.fours", "players": ["Ana", "Ben", "Cal", "Dan"],
        "options": {"hand_size": 2, "multi_play": "must"},
    },
    [
        {"round": 1, "opener": "Dan"},
        {"by": "Dan", "play": "6-6"}, {"by": "Ana", "draw": 1},  # this says that Dan stopped, too
        {"by": "Ana", "play": "6-3"}, {"by": "Ana", "play": "6-1"}, {"by": "Ben", "play": "3-2"},
        {"by": "Ben", "play": "5-2"}, {"by": "Dan", "hand": ["6-4"]},
    ],
)  # fmt: skip


def test_two_breaches_that_share_an_entry_are_decided_one_by_one(seat):
    reader = seat(*SHARED)
    table, dans = reader.address, "Dan stopped holding 6-4"

    def case_of(name):
        reader.open(f"{table}/proof/renege/3?by={SHARED[0]['players'].index(name)}")
        return reader.text

    assert "Ana drew holding 6-3 or 6-1" in case_of("Ana")
    assert dans in case_of("Dan")
    reader.press("Preview", amount="-7")
    assert dans in reader.text
    reader.press("Enter it")
    assert "Points for Ana" in case_of("Ana")
    assert "Points for Dan" not in case_of("Dan")
    hrefs = re.findall(r'href="([^"]*/proof/[^"]*)"', reader.open(f"{table}/proof").html)
    assert hrefs == [f"{table}/proof/renege/3?by=0"]


def test_the_address_of_a_proof_outlives_a_new_name_of_its_player(seat):
    reader = seat(*SHARED)
    table = reader.address
    hrefs = re.findall(r'href="([^"]*/proof/[^"]*)"', reader.open(f"{table}/proof").html)
    reader.open("/players/Dan")
    reader.press("Rename", new="Zoe")

    told = [reader.open(href).text for href in hrefs]
    assert "Ana drew holding 6-3 or 6-1" in told[0]
    assert "Zoe stopped holding 6-4" in told[1]


def test_a_false_pass_is_forgiven_for_what_it_cost_though_the_table_agrees_on_another_price_since(seat):
    for agreed in (50, "flag"):
        reader = seat(FINED, [*DREW_HOLDING, *ANA_OUT, {"ruling": {"false_pass": agreed}}])
        reader.open(f"{reader.address}/proof")
        assert "this table: 10 points off" in reader.text
        assert "The settlement took 10 points off." in reader.text
        assert reader.buttons() == ["Forgive 10 points back"]


def test_two_false_passes_that_break_a_round_with_one_tile_cost_once_on_their_cards_too(seat):
    header = {"record": 1, "variant": "traditional.partners-femundo", "players": ["Ana", "Ben", "Cal", "Dan"]}
    passes = [{"by": name, "pass": True} for name in ("Ben", "Ana", "Dan")]
    dan = {"by": "Dan", "play": "6-5", "at": "6-6"}
    first = ({"round": 1}, {"by": "Ana", "play": "6-6"}, passes[2], {"by": "Cal", "play": "6-1"})
    reader = seat(header, [*first, *passes, {"by": "Cal", "play": "1-1"}, *passes[:2], dan])

    reader.open(f"{reader.address}/proof")
    assert reader.text.count("The settlement took 80 points off.") == 1
    assert reader.text.count("The settlement has counted it.") == 1
    assert reader.buttons() == ["Forgive 80 points back"]


def test_a_false_pass_that_breaks_the_hand_and_was_paid_for_is_decided(seat):
    header = {"record": 1, "variant": "traditional.partners-femundo", "players": ["Ana", "Ben", "Cal", "Dan"]}
    six = {"by": "Cal", "play": "6-1"}
    passes = [{"by": name, "pass": True} for name in ("Ben", "Ana")]
    first = ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Dan", "pass": True})
    reader = seat(header, [*first, six, *passes, {"by": "Dan", "play": "6-5", "at": "6-6"}])

    assert "Ben & Dan lose 80 points" in reader.text
    assert not reader.has_link("Proved")
    reader.open(f"{reader.address}/proof/renege/3")
    assert "The settlement took 80 points off." in reader.text
    assert not any("80" in each for each in reader.page.links)


@pytest.mark.parametrize(("rule", "is_decided"), [("lose_hand", True), ("flag", False)])
def test_a_renege_that_lost_the_hand_is_decided(seat, rule, is_decided):
    names = ["Ana", "Ben", "Cal", "Dan"]
    header = {"record": 1, "variant": "hasbro2003.texas", "players": names, "options": {"renege": rule}}
    said = [{"by": "Ana", "bid": 30}, *({"by": name, "bid": "pass"} for name in names[1:])]
    tiles = zip([*names, "Ana", "Ben"], ["6-6", "5-4", "6-2", "4-4", "6-3", "6-4"], strict=True)
    said += [{"by": "Ana", "trump": 6}, *({"by": name, "play": tile} for name, tile in tiles)]
    reader = seat(header, [{"round": 1, "opener": "Ana"}, *said, {"by": "Ben", "concede": True}])

    assert reader.has_link("Proved") is not is_decided
    reader.open(f"{reader.address}/proof")
    assert ("The settlement has counted it." in reader.text) is is_decided
    assert ("Forgive" in reader.buttons()) is not is_decided


@pytest.mark.parametrize("rule", ["flag", 10, "void_round"])
def test_what_is_forgiven_during_the_round_the_settlement_leaves_at_that(seat, rule):
    reader = seat({**FINED, "options": {"hand_size": 4, "false_pass": rule}}, DREW_HOLDING)
    reader.follow("Proved · 1")
    assert reader.has_link("Points") is (rule != 10)
    reader.press("Forgive")
    for each in ANA_OUT:
        say(reader, each)

    assert "Ben loses" not in reader.text
    *_, last = reader.client.get(f"{reader.address}/export/scores").text.split()
    assert last.endswith(",21,0")


def test_a_false_draw_that_has_voided_its_round_is_not_offered_to_be_forgiven(seat):
    reader = seat(
        {**FINED, "options": {"hand_size": 4, "false_pass": "void_round"}}, [*DREW_HOLDING, *ANA_OUT]
    )
    reader.open(f"{reader.address}/proof")

    assert "The settlement has counted it." in reader.text
    assert reader.buttons() == []


def test_a_case_of_a_round_that_was_settled_before_it_was_proved_offers_the_penalty_in_the_next_round_too(
    seat,
):
    said = (
        {"round": 1},
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "draw": 1},
        {"by": "Ben", "play": "6-5"},
        {"by": "Ana", "play": "5-1"},
        {"by": "Ben", "pips": 13},
        {"by": "Ben", "hand": ["6-4", "2-1"]},
        {"round": 2},
    )
    reader = seat({**FINED, "options": {"hand_size": 2, "false_pass": 10}}, said)
    reader.open(f"{reader.address}/proof/renege/3")

    assert "−10 as agreed" in " ".join(reader.page.links)


def test_what_a_later_settlement_takes_is_not_said_to_be_for_what_was_proved_after_an_earlier_one(seat):
    def round_of(number, bens):
        passes = ({"by": name, "pass": True} for name in ("Ben", "Cal", "Dan"))
        yield from ({"round": number}, {"by": "Ana", "play": "6-6"}, *passes, {"by": "Ana", "play": "6-5"})
        yield from ({"by": "Ben", "hand": bens}, {"by": "Dan", "hand": ["3-3", "3-1"]})

    cals = {"by": "Cal", "hand": ["6-2", "4-4"]}
    pairs = {"players": ["Ana", "Ben", "Cal", "Dan"], "teams": [["Ana", "Cal"], ["Ben", "Dan"]]}
    header = {**FINED, **pairs, "options": {"hand_size": 2, "draw": "none", "false_pass": 5}}
    reader = seat(header, [*round_of(1, ["1-1", "2-1"]), cals, *round_of(2, ["6-1", "2-1"])])

    reader.open(f"{reader.address}/proof?round=1")
    assert "Cal passed holding 6-2" in reader.text
    assert "The settlement took" not in reader.text
    reader.open(f"{reader.address}/proof/renege/12")
    assert "The settlement took 5 points off." in reader.text


def test_what_was_proved_in_an_earlier_round_is_decided_from_the_list_of_moves(seat):
    passed = ({"by": "Ana", "play": "6-6"}, {"by": "Ben", "pass": True}, {"by": "Ana", "play": "6-5"})
    shown = ({"by": "Ben", "play": "6-4"}, {"by": "Ana", "play": "4-3"}, {"by": "Ben", "hand": ["2-1"]})
    options = {"hand_size": 3, "false_pass": "flag"}
    header = {**BLOCK, "players": ["Ana", "Ben"], "options": options}
    reader = seat(header, [{"round": 1}, *passed[:2], *passed[2:], *shown[:1], {"void": True}, {"round": 2}])
    assert not reader.has_link("Proved")

    reader.open(f"{reader.address}/log")
    reader.follow("Proved")
    assert "Ben passed holding 6-4" in reader.text
    reader.follow("Points")
    reader.press("Preview", amount="-5")
    reader.press("Enter it")
    assert "Ben −5" in reader.open(f"{reader.address}/log").text


def test_a_proof_that_no_longer_holds_leads_back_to_the_table(seat):
    reader = seat(FIVES, [*RENEGE, {"amend": 6, "with": {"by": "Ben", "play": "2-1"}}])
    reader.open(f"{reader.address}/proof/renege/3")

    assert "Ana to play" in reader.text


def test_a_wrong_opening_is_shown_with_the_tile_that_should_have_opened(seat):
    events = (
        {"round": 1},
        {"by": "Ana", "play": "5-5"},
        {"by": "Ben", "play": "6-5"},
        {"by": "Ana", "pass": True},
        {"by": "Ben", "play": "6-6"},
    )
    reader = seat({**BLOCK, "players": ["Ana", "Ben"]}, events)
    reader.follow("Proved · 1")

    assert "Ana opened with 5-5, but another tile should have opened" in reader.text
    assert "Ben laid 6-6 on move 5 and had it from the deal." in reader.text
    assert "Forgive" in reader.buttons()


def test_a_renege_at_tricks_has_a_proof_too(app):
    store, shown = app.extensions["referee"], 0
    for seed in range(8):
        people = seat_four("hasbro2003.texas", random.Random(seed), cheats=(1,))
        people.play_hand()
        log = people.log
        if not log.state.flags:
            continue
        row = store.create_table(
            {"record": 1, "variant": "hasbro2003.texas", "players": ["Ana", "Ben", "Cal", "Dan"]}
        )
        store.append(row.id, 0, "all of it", [NewEvent(dict(each)) for each in people.said])
        flag = log.state.flags[0]
        reader = Reader(app.test_client())
        reader.open(f"/t/{row.links['keep']}/proof/renege/{flag.event}")
        assert "were led, and Ben laid" in reader.text or "nearest to seven" in reader.text
        assert "Ben did not follow in trick " in reader.text
        assert f", holding {flag.tile}" in reader.text
        shown += 1
    assert shown


# Reconciliation


def test_a_hand_that_cannot_be_is_mended_by_one_tap(seat):
    reader = seat(BLOCK, BLOCKED)
    address = reader.address
    tried = quote(json.dumps({"by": "Cal", "hand": ["6-1", "5-4", "4-4"]}))
    reader.open(f"{address}?hand=Cal&tried={tried}")
    reader.follow("What may be wrong")

    assert "6-1 cannot be in Cal's hand: it lies on the table." in reader.text
    assert "Ana laid 6-1 on move 5." in reader.text
    assert "Entry 5: Ana's 6-1 may have been 5-1." in reader.text
    reader.press("Make this correction")
    log = reader.open(f"{address}/log").text
    assert "corrects entry 5, which read: Ana's 6-1" in log
    assert "shows 6-1, 5-4 and 4-4" in log


def test_a_total_that_cannot_be_leads_to_what_may_be_wrong(seat):
    reader = seat(TIED, TIE[:5])
    address = reader.address
    reader.open(f"{address}?hand=Ben&pips=1")
    reader.press("Enter", pips="90")
    reader.follow("What may be wrong")

    assert "Ben said 90 pips" in reader.text
    assert reader.has_link("Enter the hand again")


DREW = {"record": 1, "variant": "fundex2008.draw", "players": ["Ana", "Ben"], "options": {"hand_size": 3}}
# Ben drew twice, and only the first draw was entered.
DRAWN = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "draw": 1},
    {"by": "Ben", "play": "6-1"},
    {"by": "Ana", "play": "6-2", "at": "6-6"},
    {"by": "Ben", "play": "2-1", "at": "6-2"},
    {"by": "Ana", "play": "1-1", "at": "2-1"},
)


def test_who_holds_more_tiles_than_the_referee_counts_drew_one_that_nobody_entered(seat):
    reader = seat(DREW, DRAWN)
    address = reader.address
    assert "Ben holds 2 tiles" in reader.text
    reader.follow("Not 2?")

    assert "Ben took 3, drew 1 and laid 2: 2 tiles left." in reader.text
    assert "Make this correction" not in reader.buttons()
    reader.follow("4")
    assert "Entry 3: Ben may have drawn 3 tiles, not 1." in reader.text
    assert "Before entry 6: Ben may have drawn 2 tiles." in reader.text
    put_in = reader.page.forms[-1]
    put_in.fields.add("before", "6")
    reader.send(put_in)
    assert "Ben holds 4 tiles" in reader.text
    log = reader.open(f"{address}/log").text
    assert "Ben draws 2" in log
    assert "taken back" in log


def test_no_single_draw_may_explain_a_number_of_tiles_but_one_leads_nearer(seat):
    reader = seat({**DREW, "options": {"hand_size": 3, "draw": "one"}}, DRAWN)
    reader.follow("Not 2?")
    reader.follow("4")

    assert "No single slip explains it. Make one of these corrections, then look again." in reader.text
    reader.press("Make this correction")
    assert "Ben holds 3 tiles" in reader.text


def test_who_holds_fewer_tiles_did_not_draw_or_a_tile_is_missing(seat):
    reader = seat(DREW, DRAWN)
    reader.open(f"{reader.address}/count?by=1&held=1")
    assert "Entry 3: Ben may not have drawn there." in reader.text

    reader = seat(DREW, [*DRAWN[:2], *DRAWN[3:]])
    reader.open(f"{reader.address}/count?by=1&held=0")
    assert "No single slip explains it. Look at the list of moves: a tile may be missing there" in reader.text
    reader.follow("All moves")
    assert "Moves so far" in reader.text
    assert "Make this correction" not in reader.buttons()


def test_the_address_that_asks_how_many_tiles_a_player_holds_outlives_a_new_name(seat):
    reader = seat(DREW, DRAWN)
    reader.follow("Not 2?")
    address = reader.address
    reader.open("/players/Ben")
    reader.press("Rename", new="Zoe")

    assert "How many tiles does Zoe really hold?" in reader.open(address).text


def test_only_who_may_correct_is_asked_about_the_number_of_tiles(seat):
    reader = seat(DREW, DRAWN)
    reader.open(reader.watch)
    assert not reader.has_link("Not 2?")
    assert "Make this correction" not in reader.open(f"{reader.watch}/count?by=1&held=4").text


def test_a_seat_cannot_put_in_what_another_drew(app):
    store = app.extensions["referee"]
    row = store.create_table(DREW)
    store.append(row.id, 0, "all of it", [NewEvent(each) for each in DRAWN[:6]])
    seats = {each.seat: each.token for each in store.links.of(row.id)}
    reader = Reader(app.test_client())
    reader.open(f"/t/{seats[0]}")
    token = re.findall(r'name="csrf_token" value="([^"]+)"', reader.page.html)[0]
    form = {
        "csrf_token": token,
        "seq": "6",
        "key": "k" * 16,
        "before": "6",
        "correct": '{"by":"Ben","draw":1}',
    }
    answer = reader.client.post(f"/t/{seats[0]}", data=form)
    assert answer.status_code == 409
    assert "From a seat you can take back only" in answer.text
    assert store.head(row.id) == 6


def test_who_holds_another_number_of_tiles_may_have_passed_and_nobody_entered_it(seat):
    """Ben passed after 3-3: what was entered as Ben's, Cal's and Ana's was the next player's."""
    reader = seat(
        BLOCK, [*BLOCKED[:5], {"by": "Ben", "play": "2-2"}, *BLOCKED[6:], {"by": "Ben", "pass": True}]
    )
    reader.follow("Not 2?")
    assert "Ana took 4 and laid 2: 2 tiles left." in reader.text
    reader.open(f"{reader.address.partition('?')[0]}?by=1&held=3")
    assert "Ben took 4 and laid 2: 2 tiles left." in reader.text
    assert "Before entry 3: Ben may have passed." in reader.text
    reader.press("Make this correction")
    assert "Ana 0 of 2 Not 2? Ben 0 of 3 Cal 0 of 2" in reader.text


def test_a_game_of_tricks_has_no_page_for_draws_and_passes(seat):
    header = {"record": 1, "variant": "traditional.forty-two", "players": ["Ana", "Ben", "Cal", "Dan"]}
    reader = seat(header, [{"round": 1, "opener": "Ana"}])
    assert reader.client.get(f"{reader.address}/count?by=0").status_code == 404


@pytest.mark.parametrize("query", ["", "by=", "by=2", "by=-1", "by=Ben", "by=\u00b2"])
def test_nobody_is_asked_about_the_tiles_of_a_seat_that_is_not_there(seat, query):
    reader = seat(DREW, DRAWN)
    assert reader.client.get(f"{reader.address}/count?{query}").status_code == 404


def test_a_draw_that_was_forgotten_is_put_in_before_the_move_it_belongs_to(seat):
    reader = seat(DREW, DRAWN[:6])
    address = reader.address
    reader.open(f"{address}/log/6")
    reader.follow("Something else")
    reader.follow("2")

    assert "No score and no turn changes." in reader.text
    reader.press("Enter it Ben drew 2 tiles", why="he drew while we talked")
    log = reader.open(f"{address}/log").text
    assert "Ben draws 2" in log
    assert "he drew while we talked" in log
    assert "Ana to play" in reader.open(address).text

    reader.press("Undo")
    assert "Taken back Ben drew 2 tiles" in " ".join(reader.text.split())
    assert "Ben draws 2" not in reader.open(f"{address}/log").text
    reader.open(address)
    reader.press("Redo")
    assert "Ana to play" in reader.text
    assert "Redo" not in reader.buttons()
    assert "Ben draws 2" in reader.open(f"{address}/log").text


def test_a_draw_that_the_rules_refuse_is_not_put_in_and_the_page_says_why(seat):
    reader = seat({**DREW, "options": {"hand_size": 3, "draw": "one"}}, DRAWN[:6])
    reader.open(f"{reader.address}/log/6")
    reader.follow("Something else")
    reader.follow("2")

    assert "Ben draws one tile in a turn and no more." in reader.text
    assert "Enter it Ben drew 2 tiles" not in reader.buttons()


# Corrections


def test_a_wrong_tile_is_corrected_by_tapping_the_right_one_and_the_log_says_why(seat):
    reader = seat(FIVES, RENEGE)
    address = reader.address
    reader.open(f"{address}/log/6")
    reader.follow("Wrong tile")
    reader.follow("5-4")

    assert "Ben lays 5-4 on 5-5" in reader.text
    reader.press("Change it 1 tile, 5 points", why="misread the pips")
    reader.open(f"{address}/log")
    assert "misread the pips" in reader.text
    assert "first entered as Ben's 5-3" in reader.text
    assert "corrects entry 6, which read: Ben's 5-3" in reader.text
    reader.open(address)
    assert "Ben 6 10" in reader.text


def test_what_was_a_pass_may_have_been_a_tile_and_a_draw_another_number(seat):
    reader = seat(FIVES, RENEGE[:4])
    address = reader.address
    reader.open(f"{address}/log/3")
    reader.follow("2")

    assert "Ben draws 2 tiles" in reader.text
    reader.follow("Back")
    reader.follow("A pass")
    assert "Ben passes" in reader.text


def test_where_the_other_tile_fits_several_places_it_is_asked_where(seat):
    reader = seat(FIVES, [{"round": 1}, {"by": "Ana", "play": "6-5"}, {"by": "Ben", "play": "6-4"}])
    reader.open(f"{reader.address}/log/3")
    reader.follow("Wrong tile")
    reader.follow("6-6")
    assert "Ben lays 6-6" in reader.text
    reader.follow("Back")
    reader.follow("Wrong tile")
    reader.follow("5-5")
    assert "Ben lays 5-5" in reader.text
    assert any(each.startswith("Change it") for each in reader.buttons())


def test_what_was_taken_back_is_struck_out_with_its_time_and_reason(seat):
    reader = seat(FIVES, RENEGE[:4])
    address = reader.address
    reader.open(f"{address}/log/4")
    reader.follow("Take back to here")
    reader.press("Take back to here", why="it was Ana's tile")
    reader.open(f"{address}/log")

    assert re.search(r"taken back at \d\d:\d\d: it was Ana's tile", reader.text)


def test_two_people_who_correct_at_once_are_told(seat, app):
    one = seat(FIVES, RENEGE[:4])
    other = Reader(app.test_client())
    address = one.address
    other.open(f"{address}/log/4")
    other.follow("Take back to here")
    one.press("2-0")
    other.press("Take back to here")

    assert other.status == 409
    assert "Meanwhile: Ana lays 2-0 on 5-0. What you tapped was not saved." in other.text


def test_undo_and_redo_work_across_the_end_of_a_round(seat):
    reader = seat(TIED, TIE)
    reader.press("Undo")
    assert "Cal holds" in reader.text or "Pips in Cal" in reader.text
    reader.press("Redo")
    assert "Nobody scores" in reader.text
    reader.press("Next round")
    reader.press("Undo")
    assert "Nobody scores" in reader.text
    reader.press("Redo")
    assert "Round 2" in reader.text


# Rulings of the table


def test_the_table_rules_where_the_sheet_leaves_it_open_and_it_is_printed(seat):
    reader = seat(TIED, TIE)
    address = reader.address
    reader.follow("The sheet leaves this open")

    assert "6 points for Ana and 6 points for Ben" in reader.text
    assert "The table plays this way now When the lightest hands are equal, nobody scores." in reader.text
    raw = json.dumps({"ruling": {"block_tie": "split"}}, separators=(",", ":"))
    form = reader.page.forms[0]
    form.fields.setlist("why", ["as last week"])
    reader.choose("say", raw)
    assert "they share the points." in reader.open(f"{address}/log").text
    assert "as last week" in reader.text
    reader.open(address)
    reader.press("Next round")
    for event in TIE[1:5]:
        say(reader, event, 9)
    for name, pips in (("Ana", "10"), ("Ben", "10"), ("Cal", "12")):
        reader.open(f"{address}?hand={name}&pips=1")
        reader.press("Enter", pips=pips)
    assert "Ana takes 6 and Ben takes 6" in reader.text
    printed = reader.open(f"{address}/round/2").text
    assert "they share the points. (Since round 2.)" in printed
    assert "(Since" not in reader.open(f"{address}/round/1").text


def test_a_table_that_rules_that_totals_are_enough_sees_the_round_settled_at_once(seat):
    waits = {**TIED, "options": {**TIED["options"], "block_tie": "lightest_tile"}}
    reader = seat(waits, [*TIE, {"ruling": {"block_tie": "split"}}])
    assert "Ana takes 6 and Ben takes 6" in reader.text
    assert "share it: 6 points each." not in reader.text  # the lines of the settlement say it


def test_what_a_reading_pays_is_said_once(seat):
    reader = seat({**TIED, "variant": "hasbro2003.block", "options": {"hand_size": 1}}, OUT)
    reader.follow("The sheet leaves this open")
    assert "Ben 10 + Cal 12 = 22." in reader.text
    assert "22 points for Ana." not in reader.text
    assert "22 points for Ana" in reader.text
    reader.open(reader.address.replace("/open", "/elsewhere"))
    assert "Ben 10 + Cal 12 = 22" in reader.text
    assert "22 points for Ana" not in reader.text


def test_a_ruling_on_a_settled_round_is_told_on_the_page_that_it_leads_back_to(seat):
    reader = seat(TIED, TIE)
    table = reader.address
    reader.follow("The sheet leaves this open")
    reader.choose("say", json.dumps({"ruling": {"block_tie": "split"}}, separators=(",", ":")))
    assert reader.address == table
    assert "The table rules:" in reader.text
    assert "they share the points." in reader.text
    reader.press("Undo")
    assert "The table rules:" not in reader.text


def test_points_agreed_on_after_a_round_are_told_on_the_page_of_its_result(seat):
    spilled = {"adjust": {"Ben": -7}, "why": "Ben spilled the wine."}
    assert (
        "The table agrees: Ben \u22127 points. Reason: Ben spilled the wine."
        in seat(TIED, [*TIE, spilled]).text
    )


def test_the_settled_page_leads_to_what_the_table_may_decide(seat):
    reader = seat(TIED, TIE)
    reader.follow("Change something")
    reader.press("Add", **{"adjust-0": "-5", "why": "talked across the table"})

    assert "The table agrees: Ana \N{MINUS SIGN}5 points. Reason: talked across the table" in reader.text
    assert "talked across the table" in reader.open(reader.address.removesuffix("/log") + "/round/1").text


def test_a_tile_that_stood_is_marked_in_the_log_on_paper_and_in_the_drawing(seat):
    events = [*RENEGE[:2], {"by": "Ben", "play": "6-4", "at": "5-5", "out": 4, "stood": True}]
    reader = seat(FIVES, [*events, {"void": True}])
    address = reader.address

    assert "against a rule, but the table let it stand" in reader.open(f"{address}/log").text
    assert "against a rule, but the table let it stand" in reader.open(f"{address}/round/1").text
    assert "stood" in reader.page.html


# A second player confirms


def test_the_next_round_waits_until_somebody_else_has_confirmed_the_settled_one(app):
    owner, ben = Reader(app.test_client()), Reader(app.test_client())
    address = set_up(owner, "hasbro2003.draw", ("Ana", "Ben", "Cal"), hand_size="3", draw="none")
    for event in TIE[:5]:
        say(owner, event, 9)
    for name, pips in (("Ana", "10"), ("Ben", "10"), ("Cal", "12")):
        owner.open(f"{address}?hand={name}&pips=1")
        owner.press("Enter", pips=pips)
    late = Reader(app.test_client())
    late.open(address)
    owner.press("A second player confirms each round")
    assert not [each for each in owner.buttons() if each in ("Confirm the round", "Next round")]
    late.press("Next round")
    assert late.status == 409
    assert "The next round waits until another player confirms this one" in late.text
    (seat, *_) = [each for each in app.extensions["referee"].links.of(1) if each.seat == 1]
    ben.open(f"/t/{seat.token}")
    ben.press("Confirm the round")
    assert "The round is confirmed." in ben.text
    owner.open(address)
    owner.press("Next round")
    assert "Round 2" in owner.text


def one_tile_each(app, **chosen):
    """A round of one tile each that is settled, at a table that was set up so; its owner."""
    owner = Reader(app.test_client())
    players = "".join(f"&player={name}" for name in ("Ana", "Ben"))
    more = "".join(f"&{name}={value}" for name, value in chosen.items())
    owner.open(f"/new?step=3&variant=edge.block&hand_size=1&ruled=yes{players}{more}")
    owner.press("Start")
    owner.press("The tiles are dealt")
    for event in ({"by": "Ana", "play": "6-6"}, {"by": "Ben", "hand": ["5-4"]}):
        say(owner, event)
    return owner


def test_a_table_may_ask_for_it_from_the_start_and_a_rematch_asks_again(app):
    owner = one_tile_each(app, confirmed="yes")
    address = owner.address.partition("?")[0]
    assert "Next round" not in owner.buttons()
    assert "The next round waits" in owner.text
    assert not owner.has_link("Score the next round without tiles")
    ben = Reader(app.test_client())
    ben.open(links_of(owner, address)["seat-1"])
    ben.press("Confirm the round")
    owner.open(address)
    assert owner.has_link("Score the next round without tiles")
    ben.press("Next round")
    assert "Round 2" in ben.text

    play_again(owner, address)
    assert app.extensions["referee"].notes.is_confirming(2)


def test_every_phone_is_told_when_the_round_is_confirmed_and_when_the_table_asks_for_it(app):
    owner = one_tile_each(app, confirmed="yes")
    address = owner.address.partition("?")[0]
    ben = Reader(app.test_client(), htmx=True)
    ben.open(links_of(owner, address)["seat-1"])
    assert "Next round" not in news_of(owner.open(address), owner)

    ben.press("Confirm the round")
    assert "Next round" in news_of(owner.page, owner)

    owner.open(address)
    owner.press("No longer wait for a second player")
    told = news_of(ben.page, ben)
    assert "Next round" in told
    assert "The round is confirmed." not in told


def news_of(page, reader):
    """What a phone that shows this page is told when it next asks for news."""
    asks = re.search(r'hx-get="([^"]*/live[^"]*)"', page.html)[1].replace("&amp;", "&")
    return reader.client.get(asks, headers={"HX-Request": "true"}).text


def test_a_table_that_does_not_ask_waits_for_nobody(app):
    owner = one_tile_each(app)
    assert "Next round" in owner.buttons()
    assert not app.extensions["referee"].notes.is_confirming(1)


def test_it_is_one_of_the_steps_of_a_new_table_and_goes_with_the_players(client):
    reader = Reader(client, htmx=True)
    reader.open("/new?step=2&variant=hasbro2003.texas&player=Ana&player=Ben&player=Cal&player=Dan")
    reader.pick("confirmed", "yes")
    reader.press("Next")
    assert 'name="confirmed" value="yes"' in reader.page.html
    reader.open("/new?step=2&variant=fundex2004.solitaire&player=Ana")
    assert "confirmed" not in reader.page.html


# By thumb

BEFORE_THE_SLIP = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "draw": 1},  # though he holds 6-1 or 6-2
    {"by": "Ben", "play": "6-1"},
    {"by": "Ana", "play": "6-5", "at": "6-6/6"},  # it was 6-4
    {"by": "Ben", "play": "1-0", "at": "6-1/1"},
)
AFTER_IT = (
    {"by": "Ana", "play": "4-4", "at": "6-4/4"},
    {"by": "Ben", "play": "3-0", "at": "1-0/0"},
    {"by": "Ana", "play": "4-3", "at": "4-4/4"},
    {"by": "Ben", "hand": ["6-2", "5-5"]},
)


def test_a_renege_is_proved_at_the_reveal_decided_and_printed_with_a_tile_corrected_on_the_way(open_phone):
    thumb = Thumb(open_phone())
    address = prepare(thumb, "fundex2004.block-draw", ("Ana", "Ben"), BEFORE_THE_SLIP, hand_size="4")
    thumb.follow("All entries")
    thumb.follow("Entry 5")
    assert faults(thumb.phone) == []
    thumb.follow("Wrong tile")
    thumb.follow("6-4")
    assert "Ana lays 6-4" in thumb.text
    assert faults(thumb.phone) == []
    thumb.press("Change it", why="tapped the one beside it")
    reader = thumb.beforehand
    reader.open(address)
    for event in AFTER_IT[:-1]:
        say(reader, event)
    thumb.open(address)
    say(thumb, AFTER_IT[-1])

    assert "Ana takes 18" in thumb.text
    thumb.follow("Proved · 1")
    assert "Ben drew holding 6-1 or 6-2" in thumb.text
    assert faults(thumb.phone) == []
    thumb.follow("Points")
    assert faults(thumb.phone) == []
    thumb.follow("\N{MINUS SIGN}5")
    assert "Ben: 0 becomes \N{MINUS SIGN}5" in thumb.text
    assert faults(thumb.phone) == []
    thumb.press("Enter it", why="we always take five")
    expect(thumb.phone.locator("td.total")).to_have_text(["18", "\N{MINUS SIGN}5"])

    thumb.follow("Print")
    thumb.phone.emulate_media(media="print")
    paper = " ".join(thumb.phone.locator("main").inner_text().split())
    assert "Ben drew holding 6-1 or 6-2. Move 3." in paper
    assert "The table agrees: Ben \N{MINUS SIGN}5 points." in paper
    assert "we always take five" in paper
    assert "first entered as Ana's 6-5" in paper
    assert "tapped the one beside it" in paper
    assert thumb.phone.pdf(format="A4").startswith(b"%PDF")
    expect(thumb.phone.locator("td.total")).to_have_text(["18", "\N{MINUS SIGN}5"])
    thumb.open(f"{address}/log")
    assert faults(thumb.phone) == []


def test_every_page_of_a_dispute_can_be_used_by_everybody(open_phone):
    phone = open_phone(viewport=SMALL)
    address = prepare(Thumb(phone), "fundex2004.all-fives", ("Ana", "Ben"), RENEGE, claims="auto")
    pages = (
        "", "/ask", "/ask?q=may", "/ask?q=may&tile=4-3", "/ask?q=out", "/elsewhere", "/open?tile=4-3", "/proof",
        "/proof/renege/3", "/log", "/log?void=1", "/log/6", "/log/6?step=tile", "/log/6?step=player", "/log/6?step=back",
        "/log/6?step=other", "/log/6?correct=1&by=Ben&kind=play&play=5-1",
    )  # fmt: skip

    assert faults_of(phone, [address + page for page in pages]) == {}


# Trains


TRAINS = {
    "record": 1, "variant": "traditional.mexican-train", "players": ["Ana", "Ben", "Cal"], "options": {},
}  # fmt: skip
# Cal passes and then lays a tile that could have gone.
FALSE_PASS = (
    {"round": 1},
    {"by": "Ana", "play": "12-12"},
    {"by": "Ana", "play": "12-7", "train": "Ana"},
    {"by": "Ben", "play": "12-3", "train": "Ben"},
    {"by": "Cal", "draw": 1},
    {"by": "Cal", "pass": True},
    {"by": "Ana", "play": "7-5", "train": "Ana"},
    {"by": "Ben", "play": "3-1", "train": "Ben"},
    {"by": "Cal", "play": "12-8", "train": "Cal"},
)


def test_a_false_pass_at_trains_is_proved_with_the_rule_and_costs_points_that_are_added(seat):
    reader = seat(TRAINS, FALSE_PASS)
    table = reader.address
    reader.open(f"{table}/proof/renege/6")

    assert "Cal passed holding 12-8" in reader.text
    assert "The open end was 12." in reader.text
    assert "A player who can go must go." in reader.text
    reader.follow("+5")
    assert "Cal gains 5 points" in reader.text
    assert "Cal: 0 becomes 5" in reader.text
    reader.press("Enter it")
    reader.open(f"{table}/log")
    assert "The table agrees: Cal 5 points." in reader.text


def test_a_table_of_trains_asks_why_not_here_and_hears_what_other_tables_play(seat):
    reader = seat({**TRAINS, "options": {"own_train_first": True}}, FALSE_PASS[:2])
    reader.follow("Ask the referee")
    reader.follow("May this tile go there?")
    reader.follow("12, ")
    reader.follow("12-5")
    reader.follow("The Mexican train")

    assert "Ana has to lay on their own train first." in reader.text
    assert "House rule of this table" in reader.text
    assert "Usually: A player may lay on any open train before beginning their own." in reader.text
    assert (
        "Other tables A player may lay on any open train before beginning their own. 12-5 may go there."
        in reader.text
    )


@pytest.mark.parametrize("key", sorted(TRAINS_PLAYED))
def test_every_question_has_an_answer_in_every_game_of_trains(app, key):
    people = seat_train_people(key, 3, random.Random(7), 9, {})
    people.play_round()
    store = app.extensions["referee"]
    header = {"record": 1, "variant": key, "tiles": 9, "players": list(NAMES[:3])}
    client = app.test_client()
    for part in (0, 1, 2, 3, len(people.said) // 2, len(people.said)):
        row = store.create_table(header)
        store.append(row.id, 0, "all of it", [NewEvent(dict(each)) for each in people.said[:part]])
        address = f"/t/{row.links['keep']}/ask?q="
        asked = ["can", "out", "dead", "held", "turn", "over", "charged&who=Ana", "", "may", "may&half=9"]
        asked += [f"may&tile={tile}&at={at}" for tile in ("9-9", "5-2", "0-0") for at in ("", "0", "1", "x")]
        for question in asked:
            assert client.get(address + question).status_code == 200, question


@pytest.mark.parametrize("key", ["hasbro2003.texas", "traditional.forty-two"])
def test_every_question_has_an_answer_in_every_trick_game(app, key):
    people = seat_four(key, random.Random(7))
    people.play_hand()
    store, client = app.extensions["referee"], app.test_client()
    header = {"record": 1, "variant": key, "players": list(people.log.state.setup.players)}
    tiles = ("", "&tile=6-6", "&tile=5-2", "&tile=0-0", "&tile=9-9", "&half=9")
    for part in range(len(people.said) + 1):
        row = store.create_table(header)
        store.append(row.id, 0, "all of it", [NewEvent(dict(each)) for each in people.said[:part]])
        for question in ("took", "out", "turn", "over", "", *(f"may{each}" for each in tiles)):
            assert client.get(f"/t/{row.links['keep']}/ask?q={question}").status_code == 200, question


def test_an_argument_at_texas_is_settled_by_the_tiles_that_lie_and_the_rule(thumb):
    thumb.phone.set_viewport_size(SMALL)
    names = ("Ana", "Ben", "Cal", "Dan")
    bids = [{"by": name, "bid": bid} for name, bid in zip(names, (35, "pass", "pass", "pass"), strict=True)]
    said = [*bids, {"by": "Ana", "trump": 6}, {"by": "Ana", "play": "5-3"}, {"by": "Ben", "play": "6-5"}]
    prepare(thumb, "hasbro2003.texas", names, [{"round": 1, "opener": "Ana"}, *said])
    thumb.follow("Ask the referee")

    thumb.follow("May this tile be laid?")
    thumb.follow("6-1")
    assert "6-1 is a trump and does not follow fives." in thumb.text
    assert thumb.phone.locator("div[role=status] .held-tile").count() == 5
    assert "If you have a tile of the suit led, play one" in thumb.text
    assert faults(thumb.phone) == []
    thumb.follow("Who took which trick?")
    assert "So far Ben takes it with 6-5, the highest trump." in thumb.text
    thumb.follow("Whose turn is it, and why?")
    assert "Cal's turn. Ben just laid 6-5." in thumb.text


def test_pages_about_other_sheets_are_not_there_for_trains(seat):
    reader = seat(TRAINS, FALSE_PASS)
    for page in ("open", "elsewhere"):
        assert reader.client.get(f"{reader.address}/{page}").status_code == 404


def test_what_another_sheet_pays_stands_over_who_takes_it_and_each_sheet_on_its_own_line(phone):
    passed = [{"by": "Ben", "pass": True}, {"by": "Ana", "pass": True}]
    hands = [{"by": "Ana", "hand": ["5-4"]}, {"by": "Ben", "hand": ["3-2", "1-0"]}]
    said = [{"round": 1}, {"by": "Ana", "play": "6-6"}, *passed, *hands]
    address = prepare(Thumb(phone), "edge.block", ("Ana", "Ben"), said, hand_size="2")
    Thumb(phone).open(f"{address}/elsewhere")

    figure, name = (box_of(phone.locator(f".reading.own .fact {each}")) for each in ("b", "small"))
    assert figure["y"] + figure["height"] <= name["y"]
    sheets = [box_of(each)["x"] for each in phone.locator(".reading p:not(.fact) > b").all()]
    assert len(sheets) > 3
    assert len(set(sheets)) == 1


def test_other_sheets_are_asked_what_was_asked_of_this_one_over_the_whole_width(open_phone):
    thumb = Thumb(open_phone(viewport=SMALL))
    said = [{"round": 1, "opener": "Ana"}, {"by": "Ana", "play": "5-5"}]
    address = prepare(thumb, "traditional.all-fives", ("Ana", "Ben"), said)
    thumb.open(f"{address}/ask?q=score&tile=5-4")
    thumb.follow("What other sheets say")
    assert "What would 5-4 score?" in thumb.text

    refusing = thumb.phone.locator(".reading", has_text="may not go").first
    figure, rule = box_of(refusing.locator(".fact b")), box_of(refusing.locator(".rule"))
    assert figure["height"] < 30
    assert rule["x"] + rule["width"] >= figure["x"] + figure["width"]
