"""The result of a round or a match as a picture: what is written on it, and that every game has one."""

import io
from itertools import pairwise

import pytest
from PIL import Image

from referee.engine.messages import in_locale
from referee.export.paper import fonts
from referee.export.paper.blocks import draw_totals
from referee.export.picture_sheet import PRINTED, PictureSheet
from referee.export.table_files import NothingToExport, download
from referee.reports.totals import Totals, TotalsRow
from referee.translations.catalogues import translator_of
from tests.export.conftest import playthrough

ALL_FIVES = "fundex2004.all-fives"
NAMES = ("Ana María Fernández", "Bernardo", "Cal", "Dan", "Eva", "Fay", "Gus", "Hal")


@pytest.fixture
def told(monkeypatch) -> list[str]:
    """What is written on pictures, in order."""
    found: list[str] = []
    write_at = PictureSheet.write_at

    def write(self, x, y, width, text, size, **how):
        assert 0 <= x <= x + width <= 76.1, text
        found.append(text)
        write_at(self, x, y, width, text, size, **how)

    monkeypatch.setattr(PictureSheet, "write_at", write)
    return found


def test_the_picture_of_a_round_tells_what_the_page_tells(played, told):
    table = played(ALL_FIVES, 3, rounds=2, claims="auto")
    summary = table.round(2)

    picture = Image.open(io.BytesIO(download(table, "result", 2).data))

    assert (picture.format, picture.width) == ("PNG", 1140)
    written = " ".join(told)
    for words in (summary.title, summary.how, *(each.told for each in summary.hands)):
        assert words in written
    for step in summary.steps:
        assert step.label in written
        assert step.figure in told
    for name, score in summary.scores:
        assert name in told
        assert str(score) in told
    assert "100" not in told  # there is no plot before the match is over


def test_the_picture_of_a_match_has_the_plot_and_the_best_side_first(played, told):
    table = played(ALL_FIVES, 3, rounds=30, claims="auto")
    last = table.settled_rounds[-1]
    scores = dict(table.round(last).scores)

    download(table, "result", last)

    half = told[: len(told) // 2]  # it is measured first, then drawn
    assert "The match is over" in half[1]
    assert {f"{name} {score}" for name, score in scores.items()} <= set(half)
    names = [each for each in half[half.index("Total") :] if each in scores]
    assert names[:3] == sorted(scores, key=lambda name: -scores[name])
    assert half[2].startswith(max(scores, key=lambda name: scores[name]))


def test_a_figure_keeps_its_distance_from_a_name_in_the_letters_of_another_font(monkeypatch):
    sheet = PictureSheet((76.0, 20.0), 15)
    monkeypatch.setattr(fonts, "others_for", lambda _texts: (fonts.packaged("B"),))
    monkeypatch.setattr(fonts, "unknown_in", lambda _texts, _others: {})
    monkeypatch.setattr(fonts, "has_only", lambda _path, letter, _own: letter == "王")
    begins = {}
    monkeypatch.setattr(sheet._canvas, "text", lambda at, part, *_, **__: begins.setdefault(part, at[0]))

    sheet.write_at(0, 0, 76, "王 61", 9)

    first, last = begins["王 "], begins["61"]
    assert (last - first) / (15 * 2) > sheet.width_of("王", 9) + sheet.width_of("i", 9) / 2


def test_eight_players_with_long_names_fit(monkeypatch, played, told):
    monkeypatch.setattr("tests.simulating.NAMES", NAMES)
    table = played("classic.draw", 8, rounds=1, header={"tiles": 12})

    assert download(table, "result", 1).data.startswith(b"\x89PNG")
    assert set(NAMES) <= set(told)


@pytest.mark.parametrize("variant", ["hasbro2003.texas", "traditional.partners"])
def test_the_names_of_partners_are_whole_on_the_picture(monkeypatch, long_named, variant):
    drawn: list[str] = []
    monkeypatch.setattr(
        PictureSheet, "put_text", lambda _self, _x, _y, _wide, text, *_how: drawn.append(text)
    )
    table = long_named(variant)
    download(table, "result", table.settled_rounds[-1])

    assert "Guadalupe" in " ".join(drawn)
    assert [text for text in drawn if "…" in text] == []


def test_the_scores_of_a_long_match_are_whole_and_apart(monkeypatch):
    columns = ("1-25", "26", "27", "28", "29", "30")
    rows = (
        TotalsRow("Anastasia", (1703, 138, 188, 112, 145, 173), 2459, won=True),
        TotalsRow("Ben", (885, 128, 0, 0, 0, 0), 1013, won=False),
    )
    drawn: list[tuple[float, float, float, str]] = []

    def put(self, x, y, width, text, size, look):
        wide = self.width_of(text, size, bold=look.bold)
        left = x + width - wide if look.align == "R" else x
        drawn.append((round(y), left, left + wide, text))

    monkeypatch.setattr(PictureSheet, "put_text", put)
    draw_totals(PictureSheet((76.0, 60.0), 15), 5.0, 5.0, 66.0, Totals("Round", columns, rows))

    texts = [text for *_, text in drawn]
    assert {"2459", "1013", "1703", "173", "1-25", "Total"} <= set(texts)
    for (line, _, right, _), (next_line, left, _, _) in pairwise(drawn):
        assert line != next_line or left - right > 0.5


@pytest.mark.parametrize("name", ["דנה כהן", "محمد عبد الله"])
def test_a_figure_stands_after_its_name_also_if_the_name_runs_from_right_to_left(name):
    def line(text: str) -> Image.Image:
        sheet = PictureSheet((76.0, 8.0), 15, PRINTED)
        sheet.write_at(0, 0, 76.0, text, 9)
        return Image.open(io.BytesIO(sheet.finish()))

    wide = round(PictureSheet((76.0, 8.0), 15).width_of(name, 9) * 15)
    first = (0, 0, wide, 120)

    assert line(f"{name} 9 + James 12 +").crop(first).tobytes() == line(name).crop(first).tobytes()


def test_it_is_written_in_the_language_of_the_phone(played, told):
    table = played(ALL_FIVES, 3, rounds=2, claims="auto")
    with in_locale(translator_of("es")):
        download(table, "result", 2)

    assert "Ronda" in told
    assert any("para" in each for each in told)


@pytest.mark.parametrize(
    "name",
    [
        "fundex2004.five-up",
        "hasbro2003.texas",
        "hasbro2003.poker",
        "fundex2008.blind",
        "fundex2008.solitaire",
    ],
)
def test_every_family_of_games_has_a_picture_of_its_result(keep, name):
    table = keep(*playthrough(name))

    assert download(table, "result", table.settled_rounds[-1]).data.startswith(b"\x89PNG")


def test_what_is_not_settled_has_no_picture(played):
    with pytest.raises(NothingToExport):
        download(played(ALL_FIVES, 2, rounds=1), "result", 2)
