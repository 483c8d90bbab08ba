"""Points that a match carried over from another are told wherever its rounds are."""

import json

from referee.cli.main import main
from referee.drawing.plots import PlotFrame, Scores, score_plot
from referee.engine.log import Log, open_log
from referee.engine.setup import read_setup
from referee.export.about import About
from referee.export.paper.match_sheet import match_pdf
from referee.export.paper.round_sheet import round_pdf
from referee.export.spreadsheet import scores_csv
from referee.export.texts import match_text
from referee.reports.agreed import carried_words
from referee.reports.matches import match_summary
from referee.reports.players import facts_of
from referee.reports.rounds import round_summary
from referee.reports.tally import tally_of
from tests.export.test_paper import text_of

HEADER = {
    "record": 1,
    "variant": "edge.block",
    "players": ["Ana", "Ben"],
    "options": {"hand_size": 1},
    "start": {"Ana": 35, "Ben": 20},
}
NINE = ({"by": "Ana", "play": "6-6"}, {"by": "Ben", "hand": ["5-4"]})


def after(rounds: int, **header: object) -> Log:
    """The match after that many rounds, each of which brings Ana nine points."""
    log = open_log(read_setup({**HEADER, **header}))
    for number in range(1, rounds + 1):
        for event in ({"round": number}, *NINE):
            _, log = log.say(event)
    return log


def test_every_total_counts_the_points_that_were_carried_over_in_a_column_of_their_own():
    for number in (1, 2, 7):
        log = after(number)
        for totals in (round_summary(log, number).totals, tally_of(log, number, by_rank=False)):
            assert totals.columns[0] == "Before"
            assert [sum(row.figures) for row in totals.rows] == [row.total for row in totals.rows]
    assert tally_of(after(2), 2, by_rank=False).rows[0].figures == (35, 9, 9)


def test_the_match_has_a_first_row_for_them_and_counts_only_its_rounds():
    match = match_summary(after(2))

    assert (match.rows[0].words, match.rows[0].scores) == ("Carried over", (35, 20))
    assert match.counted == "2 rounds"
    assert match_summary(after(0)).result == "Ana leads with 35"


def test_paper_text_and_spreadsheet_tell_them_first():
    match, nothing = match_summary(after(1)), About()

    assert (
        "\n\nCarried over\n  Ana 35, Ben 20\nRound 1: Ana takes 9. Ana goes out with 6-6\n  Ana 44, Ben 20"
        in match_text(match, nothing)
    )
    assert scores_csv(match).splitlines()[1] == ",Carried over,0,0,35,20"
    paper = text_of(match_pdf(match, nothing))
    assert paper.index("Carried over") < paper.index("Ana takes 9")
    assert "35" in paper
    assert "Before" in text_of(round_pdf(round_summary(after(1), 1), nothing))


def test_the_plot_begins_where_each_side_began():
    match = match_summary(after(2))
    plot = score_plot(Scores(match.sides, match.ran, began=match.began), PlotFrame(300, 100, 10))

    (ana, *_), (ben, *_) = (run.points for run in plot.runs)
    assert ana[1] < ben[1]  # higher up


def test_before_the_first_round_they_are_told_and_nothing_is_in_any_other_match():
    assert carried_words(after(0).start) == "Carried over: Ana\u00a035, Ben\u00a020"
    assert (
        carried_words(after(0, rounds_before=1).start)
        == "Carried over after 1 round: Ana\u00a035, Ben\u00a020"
    )
    assert (
        carried_words(after(0, rounds_before=2).start)
        == "Carried over after 2 rounds: Ana\u00a035, Ben\u00a020"
    )
    assert carried_words(open_log(read_setup({**HEADER, "start": None})).start) == ""


def test_players_are_credited_only_with_what_they_made_at_this_table():
    assert [card.points for card in facts_of(after(2)).cards] == [(9, 9), (0, 0)]


def test_replay_tells_them_before_the_first_event(tmp_path, capsys):
    record = tmp_path / "late.jsonl"
    record.write_text("\n".join(map(json.dumps, (HEADER, {"round": 1}, *NINE))))

    assert main(["replay", str(record)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "      Carried over: Ana 35, Ben 20"


def test_replay_refuses_an_unknown_name_with_line_and_column(tmp_path, capsys):
    record = tmp_path / "late.jsonl"
    record.write_text(json.dumps({**HEADER, "start": {"Eva": 35}}))

    assert main(["replay", str(record)]) == 2
    assert "late.jsonl:1:" in capsys.readouterr().err
