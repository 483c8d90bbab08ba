"""Trains and chickenfoot as reports, papers and statistics tell them."""

import io

import pytest
from PIL import Image

from referee.engine.log import Log, read_log
from referee.engine.record.reading import read_record
from referee.engine.setup import read_setup
from referee.export.about import About, lying_of
from referee.export.paper.match_sheet import match_pdf
from referee.export.paper.round_sheet import receipt_pdf, round_pdf
from referee.export.picture_files import layout_svg, result_png
from referee.export.spreadsheet import events_csv
from referee.export.texts import line_text, match_line, round_line, round_text
from referee.reports.lines import told_of
from referee.reports.matches import match_summary
from referee.reports.players import by_variant, facts_of, put_together
from referee.reports.rounds import round_summary
from referee.reports.sections import sections
from referee.reports.tally import tally_of
from tests.folders import PLAYTHROUGHS
from tests.short_logs import blocked, more, table

ABOUT = About(*[""] * len(About._fields))
NAMES = ("Ana", "Ben", "Cal", "Dan")
PROVED = (
    "Cal passes (marker up; proved: Cal passed holding 12-8. Move 6. The open end was 12. "
    "Cal laid 12-8 on move 12 and cannot have drawn it in between)"
)
OPEN = ("Ana 12-12", "Ana 12-7 to Ana", "Ben 12-3 to Ben", "Cal draws 1", "Cal passes")
COVERED = ("Dan 12-1 to mexican", "Ana 7-7 to Ana", "Ana draws 1", "Ana passes", "Ben 7-6")
LAST = ("Cal 12-8 to Cal", "Dan 6-5 to Ana", "Ana 5-5 to Ana", "Ana 5-4")
HANDS = ("Ben shows 2-1 3-1", "Cal shows 0-0 9-9 9-8 8-7", "Dan shows 11-11 1-0")


def train_round(*moves: str, **options: object) -> Log:
    return table("traditional.mexican-train", *moves, players=NAMES, hand_size=4, **options)


def lines(log: Log) -> list[str]:
    return [line_text(each).split(" ", 1)[1] for each in told_of(log, sections(log)[-1].judged)]


def test_a_line_tells_on_whose_train_a_tile_lies_and_what_became_of_it():
    assert lines(train_round(*OPEN, *COVERED, *LAST))[1:] == [
        "Ana 12-12 in the middle",
        "Ana 12-7 on own train",
        "Ben 12-3 on own train",
        "Cal draws 1, 74 left",
        PROVED,
        "Dan 12-1 on the Mexican train",
        "Ana 7-7 on own train (has to be covered)",
        "Ana draws 1, 73 left",
        "Ana passes (marker up)",
        "Ben 7-6 covers 7-7 on Ana's train",
        "Cal 12-8 on own train (marker down)",
        "Dan 6-5 on Ana's train",
        "Ana 5-5 on own train (marker down; has to be covered)",
        "Ana 5-4 covers 5-5 on own train",
    ]


def test_a_tile_that_the_table_let_stand_is_told_with_its_train():
    log = train_round(*OPEN[:3])
    _, log = log.say({"by": "Cal", "play": "7-0", "train": "Ana", "stood": True})
    assert "Cal 7-0 on Ana's train (against a rule, but the table let it stand" in lines(log)[-1]


def test_a_tile_that_was_taken_back_is_told_with_its_train():
    log = more(train_round(*OPEN[:3]), "Cal 12-4 to mexican", "takes back 5")
    assert lines(log)[-1] == "Cal 12-4 on the Mexican train (taken back)"


def test_the_tiles_in_search_of_the_double_are_told():
    assert lines(train_round("Ana draws 1", "Ben draws 1", "Cal 12-12"))[1:] == [
        "Ana draws 1, 74 left",
        "Ben draws 1, 73 left",
        "Cal 12-12 in the middle",
    ]


FOOT = (
    "Ana 9-9",
    "Ben 9-1",
    "Ana 9-2",
    "Ben 9-3",
    "Ana 9-4",
    "Ben 9-5",
    "Ana 9-6",
    "Ben 4-4 on 9-4",
    "Ana 4-2",
)


def chickenfoot(*moves: str, **options: object) -> Log:
    return table("traditional.chickenfoot", *moves, players=("Ana", "Ben"), hand_size=7, **options)


def test_a_double_of_chickenfoot_is_told_with_its_toes():
    told = lines(chickenfoot(*FOOT))
    assert told[1] == "Ana 9-9 in the middle (needs 6 toes)"
    assert told[-2:] == ["Ben 4-4 on 9-4 (needs 3 toes)", "Ana 4-2 on 4-4"]


def test_the_round_is_won_by_the_player_who_is_out_and_everybody_else_is_charged():
    log = train_round(*OPEN, *COVERED, *LAST, *HANDS, double_blank=50)
    summary = round_summary(log, 1)
    assert (summary.title, summary.how) == ("Ana wins the round", "Ana goes out with 5-4")
    assert [(each.name, each.told) for each in summary.hands] == [
        ("Ben", "7"),
        ("Cal", "50 → 100"),
        ("Dan", "23"),
    ]
    assert [(each.label, each.figure) for each in summary.steps] == [
        ("Cal's pips", "50"),
        ("With the double blank", "100"),
    ]
    assert round_line(summary) == "Ana wins the round. Ana goes out with 5-4. Ana 0, Ben 7, Cal 100, Dan 23"
    assert [(row.name, row.total, row.won) for row in summary.totals.rows] == [
        ("Ana", 0, True),
        ("Ben", 7, False),
        ("Cal", 100, False),
        ("Dan", 23, False),
    ]
    assert summary.facts == "Traditional · double-twelve · 13 rounds, lowest total wins"


def test_after_the_winner_the_tally_goes_from_the_lowest_total_to_the_highest():
    log = table("traditional.mexican-train", players=("Ana", "Ben", "Cal"), rounds=1)
    answer, log = log.say({"result": {"out": "Ana", "left": {"Ben": 10, "Cal": 4}}})
    assert answer.ruling.verdict == "stands", answer.ruling.says

    rows = tally_of(log, 1, by_rank=True).rows
    assert [(row.name, row.total) for row in rows] == [("Ana", 0), ("Cal", 4), ("Ben", 10)]


def short_match(**options: object) -> Log:
    """Ben is out first, but has the higher total after two rounds."""
    log = table(
        "traditional.mexican-train", "Ana 9-9", "Ana 9-1 to Ana", "Ben 9-2 to Ben", "Ana 1-0 to Ana",
        "Ben shows 3-3 2-2", players=("Ana", "Ben"), tiles=9, hand_size=3, **options,
    )  # fmt: skip
    return more(log, "round", "Ben 8-8", "Ben 8-5 to Ben", "Ana 8-1 to Ana", "Ben 5-0 to Ben")


def test_the_lowest_total_leads_wins_and_comes_first():
    log = short_match(rounds=2)
    assert match_line(match_summary(log)) == "Ana leads with 0. Ana 0, Ben 10"
    log = more(log, "Ana shows 7-0 9-7")
    match = match_summary(log)
    assert match_line(match) == "Ben wins with 10. Ana 23, Ben 10"
    assert str(match.rule.sentence).startswith("The lowest total wins the match")
    assert [row.name for row in tally_of(log, 2, by_rank=True).rows] == ["Ben", "Ana"]
    assert match.has_plot
    assert match.ran == ((0, 10), (23, 10))


def test_a_blocked_round_that_ends_the_match_still_names_who_won_the_round():
    played = read_record((PLAYTHROUGHS / "traditional.chickenfoot.jsonl").read_text(encoding="utf-8"))
    summary = round_summary(read_log(read_setup(played.header), played.events), 2)
    assert summary is not None
    assert summary.title == "Ana wins with 28"
    assert summary.how == "Ben wins the round. Blocked, with the lightest hand"


def test_equal_lowest_totals_share_the_match():
    log = more(short_match(rounds=2), "Ana shows 7-0 3-0")
    assert match_line(match_summary(log)) == "Ana and Ben share the match with 10. Ana 10, Ben 10"
    assert round_summary(log, 2).title == "Ana and Ben share the match with 10"


def test_a_match_that_the_table_ends_after_a_round_is_won_on_the_sheet_of_that_round():
    _, log = more(short_match(), "Ana shows 7-0 9-7").say({"ruling": {"rounds": 2}})
    told = "The table rules: The match is 2 rounds. Ben wins the match with 10."
    assert log.entries[-1].ruling.says == told
    assert match_line(match_summary(log)) == "Ben wins with 10. Ana 23, Ben 10"
    assert round_line(round_summary(log, 2)).startswith("Ben wins with 10.")
    assert round_line(round_summary(log, 1)).startswith("Ana wins the round.")
    assert match_summary(log).house_rules[-1] == "The match is 2 rounds. (Since round 2.)"


def test_the_points_of_a_round_entered_without_tiles_are_told_once():
    log = table("traditional.mexican-train", players=("Ana", "Ben"), hand_size=4)
    _, log = log.say({"result": {"out": "Ana", "left": {"Ben": 7}}})
    assert lines(log)[-1] == "Entered without tiles. Ana went out. 7 points for Ben"
    assert match_summary(log).rounds[-1].ended == "Ana wins the round (without tiles)"


def test_a_round_that_was_begun_with_tiles_and_ended_without_them_says_so_in_the_match():
    log = table("traditional.mexican-train", "Ana 12-12", players=("Ana", "Ben"), hand_size=4)
    _, log = log.say({"result": {"out": "Ana", "left": {"Ben": 7}}})
    assert match_summary(log).rounds[-1].ended == "Ana wins the round (not every tile entered)"


def test_players_who_lead_together_are_named():
    log = table("traditional.mexican-train", players=NAMES, hand_size=4)
    assert match_summary(log).result == "0 all"
    _, log = log.say({"adjust": {"Ben": 10, "Dan": 10}, "why": "late"})
    assert match_summary(log).result == "Ana and Cal lead with 0"


def test_the_best_round_of_a_player_is_the_one_that_cost_least():
    facts = [facts_of(more(short_match(rounds=2), "Ana shows 7-0 9-7"))]
    ben = by_variant(facts, "Ben")["traditional.mexican-train"]
    assert (ben.won, ben.rounds, ben.rounds_won, ben.made, ben.best, ben.average) == (1, 2, 1, (10, 0), 0, 5)
    block = facts_of(table("edge.block", "Ana 6-6", "Ben 6-5", "Ana 5-4", players=("Ana", "Ben")))
    everywhere = by_variant([*facts, block], "Ben")
    assert put_together("Ben", everywhere.values()).best == 0


def test_what_lies_is_drawn_row_by_row_with_its_open_ends():
    summary = round_summary(train_round(*OPEN, *COVERED, *LAST, *HANDS), 1)
    rows = [(each.name, " ".join(str(laid.face) for laid in each.tiles), each.end) for each in summary.lanes]
    assert rows == [
        ("", "12-12", None),
        ("Ana", "12-7 7-7 7-6 6-5 5-5 5-4", None),
        ("Ben", "12-3", None),
        ("Cal", "12-8", None),
        ("Mexican train", "12-1", 1),
    ]
    drawn = layout_svg(lying_of(summary), "Round 1")
    assert ">Mexican train</text>" in drawn
    assert (
        drawn.count("<rect") == 1 + sum(len(each.tiles) for each in summary.lanes) + 1
    )  # ground and open end


def test_chickenfoot_is_drawn_from_double_to_double():
    log = chickenfoot(*FOOT, "Ben 4-3", "Ana 4-0 on 4-4", "Ben 3-1 on 4-3", "Ana 2-0 on 4-2", "Ben shows 0-0")
    summary = round_summary(log, 1)
    assert [
        (each.name, " ".join(str(laid.face) for laid in each.tiles), each.end) for each in summary.lanes
    ] == [
        ("", "9-9", None),
        ("9-9", "9-1", 1),
        ("9-9", "9-2", 2),
        ("9-9", "9-3", 3),
        ("9-9", "9-4 4-4", None),
        ("9-9", "9-5", 5),
        ("9-9", "9-6", 6),
        ("4-4", "4-2 2-0", 0),
        ("4-4", "4-3 3-1", 1),
        ("4-4", "4-0", 0),
    ]
    assert [each.told for each in summary.hands] == ["0 → 50"]


@pytest.mark.parametrize("to_paper", [round_pdf, receipt_pdf], ids=lambda each: each.__name__)
def test_a_round_of_trains_is_printed(to_paper):
    summary = round_summary(train_round(*OPEN, *COVERED, *LAST, *HANDS), 1)
    assert to_paper(summary, ABOUT).startswith(b"%PDF")


def test_a_match_of_trains_is_printed_and_sent_as_a_picture_and_a_text():
    log = more(short_match(rounds=2), "Ana shows 7-0 9-7")
    match, summary = match_summary(log), round_summary(log, 2)
    assert match_pdf(match, ABOUT).startswith(b"%PDF")
    picture = Image.open(io.BytesIO(result_png(summary, tally_of(log, 2, by_rank=True), match, ABOUT)))
    assert picture.width == 1140
    assert "\n8 Ben 8-8 in the middle\n" in round_text(summary, ABOUT)


def test_a_spreadsheet_tells_the_train():
    said = [
        {"round": 1},
        {"by": "Ana", "play": "12-12"},
        {"by": "Ana", "play": "12-7", "train": "mexican"},
    ]
    log = train_round("Ana 12-12", "Ana 12-7 to mexican")
    assert events_csv(log, said).splitlines()[-1].startswith("3,1,Ana,play,12-7,mexican,")


def test_on_paper_a_pass_stands_in_the_line_of_the_draw_before_it_unless_something_is_proved_of_it():
    log = train_round(*OPEN, *COVERED, *LAST, *HANDS)
    (section,) = sections(log)

    brief = [line_text(each) for each in told_of(log, section.judged, in_brief=True)]

    assert "9 Ana draws 1, 73 left; passes (marker up)" in brief
    assert len(brief) == len(lines(log)) - 1
    assert brief[4:6] == ["5 Cal draws 1, 74 left", f"6 {PROVED}"]


def test_on_paper_a_pass_that_was_first_entered_as_another_move_has_its_own_number():
    log = train_round(*OPEN[:4], "Cal 12-8 to Cal")
    _, log = log.say({"amend": 6, "with": {"by": "Cal", "pass": True}})
    (section,) = sections(log)

    brief = [line_text(each) for each in told_of(log, section.judged, in_brief=True)]

    assert brief[-2:] == ["5 Cal draws 1, 74 left", "6 Cal passes (first entered as Cal's 12-8; marker up)"]


def test_one_table_tells_hands_and_points_only_where_all_are_charged_what_they_held():
    trains = round_summary(train_round(*OPEN, *COVERED, *LAST, *HANDS), 1)
    line = round_summary(blocked("hasbro2003.block", (5, 9, 7)), 1)

    assert trains is not None
    assert trains.charges_hands
    assert [(each.name, each.told) for each in trains.hands] == [("Ben", "7"), ("Cal", "50"), ("Dan", "23")]
    assert [row.figures for row in trains.totals.rows] == [(0,), (7,), (50,), (23,)]
    assert line is not None
    assert line.hands
    assert not line.charges_hands
