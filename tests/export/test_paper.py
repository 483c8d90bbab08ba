"""The sheets of paper: what stands on them, in which letters, and on how many pages."""

import io
import random
import re
from collections.abc import Callable

import pytest
from pypdf import PdfReader

from referee.drawing.placing import arrange
from referee.drawing.shapes import Body, Letter, OpenEnd, layout_drawing
from referee.drawing.svg import end_places
from referee.engine.games.match import Status
from referee.engine.messages import in_locale
from referee.export.about import lying_of
from referee.export.paper import fonts
from referee.export.paper.canvas import PaperSheet
from referee.export.table_files import NothingToExport, Written, download
from referee.reports.lines import told_of
from referee.reports.matches import match_summary
from referee.reports.sections import sections
from referee.translations.catalogues import translator_of
from tests.export.conftest import longest_example, playthrough
from tests.train_players import seat_train_people

ALL_FIVES = "fundex2004.all-fives"
POINTS = 72 / 25.4


def read(data: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(data))


def text_of(data: bytes) -> str:
    return "\n".join(page.extract_text() for page in read(data).pages)


def size_of(data: bytes) -> tuple[int, int]:
    box = read(data).pages[0].mediabox
    return round(float(box.width) / POINTS), round(float(box.height) / POINTS)


@pytest.fixture
def names(monkeypatch) -> Callable[..., None]:
    return lambda *chosen: monkeypatch.setattr("tests.simulating.NAMES", chosen)


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (216, 279))])
@pytest.mark.parametrize(("variant", "players"), [(ALL_FIVES, 2), (ALL_FIVES, 3), ("hasbro2003.block", 4)])
def test_an_ordinary_round_is_one_page(played, variant, players, paper, size):
    table = played(variant, players, rounds=2)
    data = download(table, "pdf", 1, paper=paper).data

    assert len(read(data).pages) == 1
    assert size_of(data) == size


def test_the_longest_round_of_a_double_fifteen_set_is_two_pages(played):
    table = played("fundex2004.bergen", 2, rounds=1, header={"tiles": 15})
    summary = table.round(1)

    assert table.log.said > 300
    assert len(summary.layout.laid) > 100
    assert len(read(download(table, "pdf", 1, paper="a4").data).pages) == 2
    assert len(read(download(table, "pdf", 1, paper="letter").data).pages) == 2


@pytest.mark.parametrize(
    ("players", "tiles", "seed", "paper"), [(4, 9, 2, "letter"), (6, 12, 5, "letter"), (7, 12, 1, "a4")]
)
def test_a_long_round_of_mexican_train_is_one_page(keep, players, tiles, seed, paper):
    people = seat_train_people("traditional.mexican-train", players, random.Random(seed), tiles, {})
    people.play_round()
    table = keep(people.log.start.setup.header, people.said)

    assert len(people.said) > (80 if tiles == 9 else 120)
    assert len(read(download(table, "pdf", 1, paper=paper).data).pages) == 1


def test_the_heads_over_hands_and_points_are_whole_in_spanish_too(keep):
    people = seat_train_people("traditional.mexican-train", 7, random.Random(5), 9, {})
    people.play_round()
    people.deal()
    people.say(adjust={people.match.setup.players[0]: 1})
    while people.match.status is Status.PLAYING:
        people.act()
    while people.match.status is Status.REVEAL:
        people.show()
    table = keep(people.log.start.setup.header, people.said)

    with in_locale(translator_of("es")):
        text = text_of(download(table, "pdf", 2).data)

    assert re.search("Jugador\\s*Fichas en mano\\s*Ronda 1\\s*Acordados\\s*De la ronda\\s*Total", text)


def test_a_receipt_is_as_wide_as_its_paper_and_one_page(played):
    data = download(played(ALL_FIVES, 3), "pdf", 2, paper="receipt").data

    assert len(read(data).pages) == 1
    assert size_of(data)[0] == 80
    assert size_of(data)[1] > 200


@pytest.mark.parametrize("paper", ["a4", "receipt"])
def test_everything_of_a_round_stands_on_its_page(played, paper):
    table = played(ALL_FIVES, 3, claims="auto", header={"place": "The Anchor"})
    summary = table.round(2)
    text = text_of(download(table, "pdf", 2, paper=paper).data)

    wanted = [summary.title, summary.how, "Round 2", "The Anchor", "Left in hand", "to 100"]
    wanted += [step.label for step in summary.steps if len(step.label) < 40]
    wanted += [line.arithmetic for line in summary.lines if line.arithmetic]
    wanted += [line.points for line in summary.lines if line.points]
    wanted += [str(score) for _, score in summary.scores]
    assert [words for words in wanted if words not in text] == []
    assert [line.number for line in summary.lines if str(line.number) not in text] == []


def test_what_is_taken_back_or_corrected_is_marked_on_paper(keep):
    header = {
        "record": 1,
        "variant": ALL_FIVES,
        "players": ["Ana", "Ben"],
        "options": {"claims": "auto", "hand_size": 2},
    }
    table = keep(
        header,
        [
            {"round": 1},
            {"by": "Ana", "play": "5-5"},
            {"by": "Ben", "play": "6-5"},
            {"retract": 3},
            {"by": "Ben", "play": "5-4"},
            {"amend": 5, "with": {"by": "Ben", "play": "5-3"}},
            {"by": "Ana", "play": "3-0"},
            {"by": "Ben", "hand": ["6-6"]},
            {"adjust": {"Ben": 7}, "why": "a bet"},
        ],
    )
    text = text_of(download(table, "pdf", 1, paper="a4").data)

    for words in (
        "taken back",
        "first entered as Ben's 5-4",
        "The table agrees: Ben 7 points",
        "a bet",
        "Agreed",
    ):
        assert words in text


def test_a_name_can_be_searched_and_copied_in_the_scripts_that_come_with_the_program(played, names):
    names("Αλέξανδρος", "Юлия", "Žofie")
    text = text_of(download(played(ALL_FIVES, 3), "pdf", 1, paper="a4").data)

    for name in ("Αλέξανδρος", "Юлия", "Žofie"):
        assert name in text


def test_arabic_and_hebrew_names_are_set_in_letters_that_are_there(played, names):
    names("محمد", "שלום", "Ana")
    table = played(ALL_FIVES, 3)

    assert fonts.unknown_in(table.log.start.setup.players, ()) == {}
    assert "Ana" in text_of(download(table, "pdf", 1, paper="a4").data)


def test_every_font_is_embedded(played):
    reader = read(download(played(ALL_FIVES, 3), "pdf", 1, paper="a4").data)
    used = reader.pages[0]["/Resources"]["/Font"]

    for font in used.values():
        descriptor = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        assert {"/FontFile2", "/FontFile3"} & set(descriptor)


def test_a_letter_that_no_font_has_is_a_question_mark_and_never_nothing(monkeypatch, played, names):
    monkeypatch.setattr(fonts, "others_for", lambda _: ())
    names("王小明", "Ben")
    table = played(ALL_FIVES, 2)

    assert fonts.unknown_in(["王 B"], ()) == {ord("王"): "?"}
    assert "???" in text_of(download(table, "pdf", 1, paper="a4").data)


def test_the_fonts_of_a_folder_of_ones_own_are_used_first(monkeypatch, tmp_path):
    (tmp_path / "mine.ttf").write_bytes(fonts.packaged("B").read_bytes())
    monkeypatch.setenv("REFEREE_FONTS", str(tmp_path))
    fonts._candidates.cache_clear()
    try:
        assert fonts._candidates()[0] == tmp_path / "mine.ttf"
    finally:
        fonts._candidates.cache_clear()


def test_a_match_stands_on_one_sheet_with_every_round_and_who_won_by_what_rule(played):
    table = played(ALL_FIVES, 3, rounds=30, claims="auto")
    match = match_summary(table.log)
    text = text_of(download(table, "pdf").data)

    assert match.is_over
    assert f"{match.sides[match.winner]} wins with {max(match.scores)}" in text
    assert str(match.rule.sentence) in text
    assert "Best plays" in text
    for row in match.rounds:
        assert all(str(score) in text for score in row.scores)


@pytest.mark.parametrize(
    "name", ["hasbro2003.texas", "hasbro2003.poker", "hasbro2003.bingo", "fundex2008.blind"]
)
def test_every_family_of_games_has_its_sheet(keep, name):
    table = keep(*longest_example(name))
    number = table.settled_rounds[-1]

    text = text_of(download(table, "pdf", number, paper="letter").data)
    assert table.round(number).title in text.replace("\n", " ")
    assert len(text_of(download(table, "pdf").data)) > 50


@pytest.mark.parametrize("paper", ["a4", "receipt"])
def test_a_game_that_goes_to_the_right_names_its_players_in_the_order_in_which_they_play(keep, paper):
    text = " ".join(
        text_of(
            download(keep(*longest_example("traditional.partners-dominican")), "pdf", 1, paper=paper).data
        ).split()
    )

    assert "Ana, Dan, Cal and Ben, counter-clockwise" in text


def test_the_same_round_is_always_the_same_file(played):
    def of(table: Written) -> bytes:
        return download(table, "pdf", 1, paper="a4").data

    assert of(played(ALL_FIVES, 2)) == of(played(ALL_FIVES, 2))


def test_what_is_not_there_is_not_printed(played):
    table = played(ALL_FIVES, 2, rounds=1)

    with pytest.raises(NothingToExport, match="Round 7 has not been settled"):
        download(table, "pdf", 7, paper="a4")
    with pytest.raises(NothingToExport, match="too wide for a receipt"):
        download(table, "pdf", paper="receipt")


def test_single_players_are_called_players_and_partners_sides(played, keep):
    alone = text_of(download(played(ALL_FIVES, 3), "pdf", 1, paper="a4").data)
    assert "Player" in alone
    assert "Side" not in alone

    partners = text_of(download(keep(*longest_example("hasbro2003.texas")), "pdf", 1, paper="a4").data)
    assert "Side" in partners


def test_a_move_has_the_same_number_on_paper_as_in_the_list_of_moves(played):
    table = played(ALL_FIVES, 3, rounds=2)
    listed = {
        line.number: line for section in sections(table.log) for line in told_of(table.log, section.judged)
    }
    printed_lines = [line for number in (1, 2) for line in table.round(number).lines]

    assert all(line.text.startswith(listed.pop(line.number).text) for line in printed_lines)
    assert {line.text for line in listed.values()} == {"passes"}  # beside the draw before
    assert any(line.drawn > 1 for line in printed_lines)
    text = text_of(download(table, "pdf", 2, paper="a4").data)
    assert [line.number for line in table.round(2).lines if f"{line.number} " not in text] == []


def test_every_open_end_has_its_number_on_paper(played):
    layout = played(ALL_FIVES, 3).round(1).layout
    ends = [each for each in layout_drawing(layout, ends=True).shapes if isinstance(each, OpenEnd)]

    places = end_places(arrange(layout), layout)
    assert len(places) == 2
    assert [(each.x, each.y, each.number) for each in ends] == [
        (each.x, each.y, each.number) for each in places
    ]
    assert not any(isinstance(each, OpenEnd) for each in layout_drawing(layout).shapes)


RENEGE = {"record": 1, "variant": "edge.block", "players": ["Ana", "Ben"], "options": {"hand_size": 2}}
PASSED_HOLDING = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "pass": True},
    {"by": "Ana", "play": "6-1"},
    {"by": "Ben", "hand": ["6-5", "5-4"]},
)


@pytest.mark.parametrize("paper", ["a4", "receipt"])
def test_a_renege_stands_once(keep, paper):
    table = keep(RENEGE, [*PASSED_HOLDING])
    assert [flag.kind for flag in table.log.state.flags] == ["renege"]

    text = " ".join(text_of(download(table, "pdf", 1, paper=paper).data).split())
    assert text.count("proved:") == 1
    assert text.count("Ben passed holding 6-5.") == 1


@pytest.mark.parametrize("form", ["pdf", "text"])
def test_what_was_proved_stands_under_a_head_of_its_own_in_a_match(keep, form):
    data = download(keep(RENEGE, [*PASSED_HOLDING]), form).data

    text = " ".join((text_of(data) if form == "pdf" else data.decode()).split())
    assert "Proved by the hands shown Round 1: Ben passed holding 6-5." in text


@pytest.mark.parametrize("number", [1, None], ids=["round", "match"])
def test_a_renege_that_the_table_forgave_is_told_with_that(keep, number):
    forgiven = {"adjust": {"Ben": 0}, "why": "The table forgives it.", "about": 3}
    table = keep(RENEGE, [*PASSED_HOLDING, forgiven])

    text = " ".join(text_of(download(table, "pdf", number, paper="a4").data).split())
    decided = "The table agrees: no points. Reason: The table forgives it"
    assert f"Ben showed 6-5 at the end and cannot have drawn it in between. {decided}" in text


def test_a_match_on_paper_has_the_names_of_eight_players_whole_and_says_which_round_is_being_played(keep):
    names = [
        "Grandma Rosa", "Maximiliano", "Guadalupe M", "Bernardo José", "Concepción", "Alejandrina", "Christopher",
        "Uncle Ferdinand",
    ]  # fmt: skip
    left = dict.fromkeys(names[1:], 100)
    header = {"record": 1, "variant": "traditional.mexican-train", "players": names}
    table = keep(header, [{"round": 1}, {"result": {"out": names[0], "left": left}}, {"round": 2}])
    text = text_of(download(table, "pdf").data)

    assert "…" not in text
    assert "Total so far" in text
    assert "Round 2 is being played." in text


def test_reasons_that_fill_more_than_a_page_go_on_on_the_next(keep):
    why = "looked at a tile " * 29
    agreed = [{"adjust": {"Ben": -5}, "why": f"{number} {why}".strip()} for number in range(10)]
    table = keep(
        {"record": 1, "variant": ALL_FIVES, "players": ["Ana", "Ben"]},
        [{"round": 1}, *agreed, {"void": True}],
    )
    lowest: list[float] = []
    pages = read(download(table, "pdf").data).pages
    for page in pages:
        page.extract_text(
            visitor_text=lambda text, _, place, *__: lowest.append(place[5]) if text.strip() else None
        )

    assert min(lowest) > 10 * POINTS
    assert text_of(download(table, "pdf").data).count("looked") == 290


def test_a_match_that_is_over_has_its_total_on_paper(played):
    text = text_of(download(played(ALL_FIVES, 3, rounds=40, target=30), "pdf").data)

    assert "Total" in text
    assert "so far" not in text
    assert "being played" not in text


@pytest.mark.parametrize("paper", ["a4", "letter", "receipt"])
@pytest.mark.parametrize(
    "variant",
    [
        "hasbro2003.texas",
        "traditional.forty-two",
        "hasbro2003.poker",
        "classic.tiddle-a-wink",
        "edge.muggins",
    ],
)
def test_no_name_and_no_move_of_a_round_is_cut_on_paper(long_named, variant, paper):
    assert "…" not in text_of(download(long_named(variant), "pdf", 1, paper=paper).data)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("variant", ["classic.tiddle-a-wink", "traditional.partners"])
def test_no_name_is_cut_on_the_sheet_of_a_match(long_named, variant, paper):
    assert "…" not in text_of(download(long_named(variant), "pdf", paper=paper).data)


def test_on_paper_a_dot_marks_the_tile_that_led_each_trick(long_named, monkeypatch):
    dots = []
    monkeypatch.setattr(PaperSheet, "dot_at", lambda _sheet, *where, **_how: dots.append(where))
    text = text_of(download(long_named("hasbro2003.texas"), "pdf", 1, paper="a4").data)

    assert len({y for _x, y, *_ in dots}) == 7
    assert "The tile that led has a dot, and the one that took the trick is outlined." in " ".join(
        text.split()
    )


@pytest.mark.parametrize("name", ["hasbro2003.bingo", "fundex2008.solitaire"])
def test_each_move_of_a_player_alone_has_its_tile_on_paper(keep, monkeypatch, name):
    drawn = []
    monkeypatch.setattr(PaperSheet, "tile", lambda _sheet, *where, **_how: drawn.append(where[-1]) or 0.0)
    table = keep(*longest_example(name))
    number = table.settled_rounds[-1]
    download(table, "pdf", number)

    tiles = [line.tile for line in table.round(number).lines if line.tile is not None]
    assert tiles
    assert drawn == tiles


@pytest.mark.parametrize(
    ("name", "number", "seen", "face_down"),
    [("fundex2004.solitaire", 1, 10, 18), ("fundex2008.knock-out", 1, 18, 0), ("hasbro2003.bingo", 2, 13, 0)],
)
def test_the_tiles_at_the_end_of_a_solitaire_are_on_its_paper(keep, name, number, seen, face_down):
    drawing = lying_of(keep(*playthrough(name)).round(number))

    assert sum(isinstance(each, Body) for each in drawing.shapes) == seen
    told = [each.text for each in drawing.shapes if isinstance(each, Letter)]
    assert sum(int(each.removesuffix(" face down")) for each in told) == face_down


def test_the_line_and_the_hand_at_the_end_of_draw_five_are_on_its_paper(keep):
    summary = keep(*playthrough("fundex2008.solitaire")).round(2)

    assert len(summary.layout.laid) == 15
    assert [(each.name, len(each.tiles)) for each in summary.hands] == [("Ana", 13)]


def test_a_long_move_has_two_lines_on_paper_in_letters_of_one_size(long_named):
    text = text_of(download(long_named("hasbro2003.poker"), "pdf", 1, paper="letter").data)

    assert "shows 6-6, 5-5, 4-3, 2-1 and 3-1: pair,\ndouble six high" in text


def test_the_names_of_partners_stand_whole_beside_their_totals_where_the_figures_leave_room(long_named):
    text = text_of(download(long_named("hasbro2003.texas"), "pdf", 1, paper="a4").data)

    assert "Grandma Rosa & Guadalupe M 35 35" in text.replace("\n", " ")
    assert not re.search(r"& \w+…", text)
