"""A table in every form that it can be taken away in."""

import csv
import io
import json
import zipfile
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from referee.engine.answers import result_json
from referee.engine.messages import in_locale
from referee.export.about import day_in_words
from referee.export.spreadsheet import csv_text
from referee.export.table_files import FORMS, NothingToExport, archive, download, record_text
from referee.importing import import_record
from referee.reports.rounds import round_summary
from referee.storage.store import Store
from referee.translations.catalogues import translator_of
from tests.export.conftest import EXAMPLES, longest_example
from tests.export.test_paper import text_of

ALL_FIVES = "fundex2004.all-fives"
HEADER = {"record": 1, "variant": ALL_FIVES, "players": ["Ana", "Ben"], "options": {"claims": "auto"}}
ROUND = [
    {"round": 1},
    {"by": "Ana", "play": "5-5"},
    {"by": "Ben", "play": "5-0", "at": "5-5"},
    {"by": "Ana", "draw": 1},
    {"by": "Ana", "draw": 2},
    {"by": "Ana", "play": "5-1", "at": "5-5"},
    {"amend": 3, "with": {"by": "Ben", "play": "5-3", "at": "5-5"}},
]


def cells(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))


def test_the_record_is_written_as_the_contract_shows_it():
    assert record_text({"record": 1, "players": ["Žofie"]}, [{"by": "Žofie", "draw": 2}]) == (
        '{"record": 1, "players": ["Žofie"]}\n{"by": "Žofie", "draw": 2}\n'
    )


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.txt")))
def test_a_table_exported_imported_and_exported_again_is_the_same_to_the_byte(keep, tmp_path, name):
    first = download(keep(*longest_example(name)), "record").data

    with Store(tmp_path / "empty" / "referee.db") as empty:
        row, judged = import_record(empty, first)
        again = record_text(row.header, [each.body for each in empty.events(row.id)]).encode()

    assert again == first
    assert judged.complaints == ()


def test_an_imported_table_is_the_same_as_one_written_event_by_event(played, store):
    table = played(ALL_FIVES, 3)

    row, judged = import_record(store, download(table, "record").data)

    assert result_json(judged.log.state) == result_json(table.log.state)
    settled = [each.settled for each in store.events(row.id) if each.settled is not None]
    assert [each["how"] for each in settled] == [each.how for each in table.log.state.rounds]


def test_the_spreadsheet_of_events_tells_each_in_a_row_with_the_running_totals(keep):
    rows = cells(download(keep(HEADER, ROUND), "csv").data)

    assert rows[0][:10] == [
        "number",
        "round",
        "by",
        "verb",
        "what",
        "where",
        "points",
        "count",
        "code",
        "note",
    ]
    assert rows[0][10:] == ["Ana", "Ben"]
    assert rows[2] == ["2", "1", "Ana", "play", "5-5", "", "10", "10", "", "", "10", "0"]
    assert rows[3][:8] == ["3", "1", "Ben", "play", "5-3", "5-5", "", "13"]
    assert rows[3][9] == "first entered as Ben's 5-0"
    assert [row[4] for row in rows[4:6]] == ["1", "2"]
    assert rows[7][3:5] == ["amend", "3"]


@pytest.mark.parametrize(
    ("undone", "tile"),
    [
        ([{"retract": 7}], "5-0"),
        ([{"amend": 3, "with": {"by": "Ben", "play": "5-2", "at": "5-5"}}, {"retract": 8}], "5-3"),
    ],
)
def test_in_the_spreadsheet_an_entry_whose_correction_was_undone_reads_as_before_it(keep, undone, tile):
    rows = cells(download(keep(HEADER, [*ROUND, *undone]), "csv").data)

    assert rows[3][4] == tile


def test_the_spreadsheet_marks_a_correction_that_was_taken_back_like_any_other_entry(keep):
    undone = [{"retract": 7, "why": "it was right"}, {"retract": 8}, {"retract": 7}]
    rows = cells(download(keep(HEADER, [*ROUND, *undone]), "csv").data)

    assert [row[9] for row in rows[7:]] == ["taken back", "taken back", "", ""]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@cmd", "\t=1", "\uff1d1+1", '=HYPERLINK("x")'])
def test_no_name_is_taken_for_a_formula_by_a_spreadsheet(name):
    ((cell, number),) = cells(csv_text([(name, -5)]).encode())

    assert cell == "'" + name
    assert number == "-5"


def test_the_scores_by_round_add_up(played):
    table = played(ALL_FIVES, 3, rounds=3, claims="auto")
    head, *rows = cells(download(table, "scores").data)

    assert head == ["round", "ended", "Ana", "Ben", "Cal", "Ana, total", "Ben, total", "Cal, total"]
    made = [sum(int(row[2 + side]) for row in rows) for side in range(3)]
    assert made == list(table.log.state.scores) == [int(each) for each in rows[-1][5:]]


DECIDED = [
    {"round": 1},
    {"adjust": {"Ana": -5}, "why": "a false call"},
    {"ruling": {"block_tie": "split"}, "why": "as at home"},
    {"adjust": {"Ben": 1}, "why": "a slip"},
    {"retract": 4, "why": "not agreed"},
    {"void": True, "why": "a tile lay face up"},
]


@pytest.mark.parametrize("form", ["pdf", "text", "scores"])
def test_why_points_were_agreed_on_and_a_round_does_not_count_is_told_of_the_match(keep, form):
    data = download(keep(HEADER, DECIDED), form).data

    told = " ".join((text_of(data) if form == "pdf" else data.decode()).split())
    assert (
        "The round does not count. Reason: a tile lay face up. "
        "The table agrees: Ana \N{MINUS SIGN}5 points. Reason: a false call"
    ) in told.replace("-5", "\N{MINUS SIGN}5")
    assert "a slip" not in told


def test_the_spreadsheet_of_events_tells_why_the_table_decided_and_took_back(keep):
    rows = cells(download(keep(HEADER, DECIDED), "csv").data)

    assert [row[9] for row in rows[1:]] == [
        "", "a false call", "as at home", "taken back", "not agreed", "a tile lay face up"
    ]  # fmt: skip


def test_the_text_tells_in_sentences_that_a_round_does_not_count_and_what_that_takes_back(keep):
    said = [{"round": 1}, {"by": "Ana", "play": "5-5"}, {"void": True, "why": "the cat"}]
    text = download(keep(HEADER, said), "text", 1).data.decode()

    assert "3 The round does not count. Reason: the cat. Ana \N{MINUS SIGN}10" in text.splitlines()


def test_a_round_is_told_in_short_lines(keep):
    events = [
        {"round": 1, "opener": "Ana"},
        {"by": "Ana", "play": "5-5"},
        {"by": "Ben", "play": "5-4"},
        {"by": "Ana", "play": "4-0"},
        {"by": "Ben", "play": "5-0"},
        {"by": "Ben", "hand": ["6-5"]},
        {"by": "Ana", "hand": ["6-6"]},
    ]
    del events[0]["opener"]
    table = keep({**HEADER, "options": {"claims": "auto", "hand_size": 2}, "date": "2026-11-21"}, events[:4])
    table = keep(table.header, [*events[:4], {"by": "Ben", "hand": ["6-5"]}])

    text = download(table, "text", 1).data.decode()

    assert text.startswith(
        "All Fives, round 1\nFundex 2004 · double-six · to 100\n21 November 2026\nAna and Ben\n"
    )
    assert "2 Ana 5-5 opens: 5 + 5 = 10, +10\n3 Ben 5-4 on 5-5: 5 + 5 + 4 = 14\n" in text
    assert "Left in hand\nBen: 6-5 (11 → 10)\n" in text
    assert "Ana takes 10\nAna goes out with 4-0\nFor Ana: 10\n" in text
    assert text.endswith("Ana 30, Ben 0\n")
    assert max(map(len, text.splitlines())) <= 80


def test_draws_that_follow_each_other_are_one_line_and_what_is_taken_back_is_marked(keep):
    table = keep(HEADER, [*ROUND, {"retract": 6}])
    from referee.reports.lines import told_of
    from referee.reports.sections import sections

    lines = told_of(table.log, sections(table.log)[0].judged)

    assert [line.text for line in lines if line.drawn] == ["draws 3, 11 left"]
    assert [(line.number, str(line.tile), line.text) for line in lines if line.struck] == [
        (6, "5-1", "on 5-5")
    ]


def test_a_sum_is_told_only_when_nobody_can_claim_it_any_more(keep):
    open_claim = keep({**HEADER, "options": {}}, ROUND[:2])

    told = download(open_claim, "csv").data + download(open_claim, "text").data

    assert cells(download(open_claim, "csv").data)[2][6:8] == ["", ""]
    assert b"10" not in told.replace(b"to 100", b"")


def test_a_layout_is_a_drawing_that_needs_nothing_else(played):
    table = played("fundex2004.cross", 4, header={"tiles": 9})
    drawing = ET.fromstring(download(table, "svg", 1).data)
    layout = round_summary(table.log, 1).layout

    kinds = {each.tag.rpartition("}")[2] for each in drawing.iter()}
    assert kinds == {"svg", "title", "rect", "g", "path", "circle", "text"}
    pips = [each for each in drawing.iter() if each.tag.endswith("circle") and each.get("fill") is None]
    assert len(pips) == sum(each.tile.pips for each in layout.laid)


def test_a_layout_is_a_picture_with_all_its_pips(played):
    table = played(ALL_FIVES, 3)
    picture = Image.open(io.BytesIO(download(table, "png", 1).data))
    layout = round_summary(table.log, 1).layout

    dark = sum(picture.histogram()[:128])
    assert picture.mode == "L"
    assert dark > 0.9 * sum(each.tile.pips for each in layout.laid) * 3.14 * (0.108 * 48) ** 2


def test_tricks_are_told_trick_by_trick(keep):
    table = keep(*longest_example("hasbro2003.texas"))
    summary = round_summary(table.log, 1)

    assert len(summary.tricks) == 7
    assert [str(each.tile) for each in summary.tricks[0].laid] == ["6-0", "6-1", "6-5", "0-0"]
    assert (summary.tricks[0].taken_by, summary.tricks[0].points) == ("Cal", 1)
    text = download(table, "text", 1).data.decode()
    assert "\n1 Ana 6-0, Ben 6-1, Cal 6-5, Dan 0-0: Cal 1\n" in text
    with pytest.raises(NothingToExport, match="no layout"):
        download(table, "svg", 1)


def test_a_round_that_is_being_played_has_no_summary(keep):
    table = keep(HEADER, ROUND)

    with pytest.raises(NothingToExport, match="Round 1 has not been settled"):
        download(table, "text", 1)


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.txt")))
def test_totals_are_the_judges_in_every_form_and_family(keep, name):
    table = keep(*longest_example(name))
    rows = cells(download(table, "csv").data)
    sides = len(table.log.state.scores)

    assert [int(each) for each in rows[-1][-sides:]] == list(table.log.state.scores)
    for number in table.settled_rounds:
        summary = table.round(number)
        if summary.totals is not None:
            assert [row.total for row in summary.totals.rows] == [score for _, score in summary.scores]
            assert [sum(row.figures) for row in summary.totals.rows] == [
                row.total for row in summary.totals.rows
            ]


def test_an_archive_holds_everything_and_is_always_the_same(played):
    table = played(ALL_FIVES, 3)
    packed = archive(table)

    assert archive(table) == packed
    files = zipfile.ZipFile(io.BytesIO(packed.data))
    assert files.testzip() is None
    endings = {name.rpartition(table.name)[2] for name in files.namelist()}
    assert {".jsonl", "-events.csv", "-scores.csv", ".txt", "-round-2.svg", "-round-1.txt", ".pdf"} <= endings
    record = next(name for name in files.namelist() if name.endswith(".jsonl"))
    assert json.loads(files.read(record).splitlines()[0]) == table.header


def test_every_form_has_a_name_of_its_own(played):
    table = played(ALL_FIVES, 2)
    names = [download(table, form).name for form in FORMS]

    assert len(set(names)) == len(names)
    assert all(name.startswith("fundex2004-all-fives-") for name in names)


def test_days_are_written_as_the_language_writes_them_and_short_ones_on_one_line():
    assert day_in_words("2026-09-01") == "1 September 2026"
    assert day_in_words("2026-09-01", short=True) == "1\u00a0Sep\u00a02026"
    with in_locale(translator_of("es")):
        assert day_in_words("2026-09-01") == "1 de septiembre de 2026"
        assert day_in_words("2026-09-01T10:00:00Z", short=True) == "1\u00a0sept\u00a02026"
