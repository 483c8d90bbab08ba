"""The preview of a correction shows the tiles as they would lie in the games that are not laid in a line, too."""

import json

import pytest

from referee.storage.rows import NewEvent
from tests.folders import PLAYTHROUGHS
from tests.web.reading import Reader


@pytest.fixture
def preview(app):
    """Opens a step of the correction of an entry at a table where a playthrough was said up to an event."""

    def open_one(key: str, last: int, step: str) -> Reader:
        lines = (PLAYTHROUGHS / f"{key}.jsonl").read_text(encoding="utf-8").splitlines()
        header, *said = [json.loads(each) for each in lines]
        store = app.extensions["referee"]
        row = store.create_table(header)
        store.append(row.id, 0, "all of it", [NewEvent(each) for each in said[:last]])
        reader = Reader(app.test_client())
        reader.open(f"/t/{row.links['keep']}/log/{step}")
        assert "nothing is changed yet" in reader.text
        return reader

    return open_one


def test_a_corrected_tile_is_lit_in_its_trick_though_the_next_one_lies(preview):
    reader = preview("traditional.forty-two", 12, "9?correct=1&by=Cal&kind=play&play=5-2")

    assert reader.page.html.count('class="tile tinted"') == 1
    assert "Ana 6-6, Ben 6-4, Cal 5-2, Dan 5-4. Best: Ana." in reader.text


def test_a_trick_is_shown_without_the_tiles_that_are_taken_back(preview):
    reader = preview("traditional.forty-two", 12, "9?step=back")

    assert "Ana 6-6, Ben 6-4. Best: Ana." in reader.text
    assert "tinted" not in reader.page.html


def test_nothing_lies_before_the_first_trick(preview):
    assert "felt-round" not in preview("traditional.forty-two", 12, "3?step=back").page.html


@pytest.mark.parametrize(
    ("key", "number", "lying"),
    [
        ("fundex2004.elimination", 4, 27),
        ("fundex2004.knock-out", 4, 26),
        ("fundex2004.solitaire", 4, 7),
    ],
)
def test_a_solitaire_lies_as_it_did_before_the_moves_that_are_taken_back(preview, key, number, lying):
    reader = preview(key, 6, f"{number}?step=back")

    assert reader.page.html.count('class="spot ') == lying


def test_the_line_of_a_solitaire_is_shown_with_its_hand(preview):
    reader = preview("fundex2008.solitaire", 6, "5?step=back")

    assert reader.page.html.count('<g class="tile') == 2


def test_one_who_plays_alone_is_named_in_what_is_corrected(preview):
    assert "Ana lays 5-4" in preview("fundex2008.solitaire", 6, "4?step=back").text


def test_tiles_that_are_no_longer_turned_up_are_not_shown(preview):
    assert 'class="spot ' not in preview("fundex2004.solitaire", 6, "2?step=back").page.html
