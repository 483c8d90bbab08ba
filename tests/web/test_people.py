"""The players' pages and the list of tables: what this phone's own tables say, and nothing of anybody else's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.replay import answer_json, open_log
from referee.setup import read_setup
from referee.store import Entry
from tests.web.reading import Reader

PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"


def played_table(app, name: str, **changes: object) -> str:
    """A table of a playthrough in the store; returns its keep link."""
    header, *lines = map(json.loads, (PLAYTHROUGHS / f"{name}.jsonl").read_text().splitlines())
    header.update(changes)
    log = open_log(read_setup(header))
    entries = []
    for raw in lines:
        answer, after = log.say(raw)
        if answer.ruling.verdict.value != "refused":
            entries.append(Entry(raw, answer_json(answer).get("settled")))
            log = after
    store = app.extensions["referee"]
    row = store.create_table(header)
    store.append(row.id, 0, "the whole table", entries)
    return row.links["keep"]


@pytest.fixture
def reader(client) -> Reader:
    return Reader(client)


def test_a_player_is_met_at_the_tables_of_this_phone(app, reader):
    reader.open("/t/" + played_table(app, "edge.block", date="2026-03-05"))
    reader.open("/t/" + played_table(app, "fundex2004.all-fives"))

    reader.open("/players")
    assert {"Ana", "Ben"} <= set(reader.text.replace(",", " ").split())
    page = reader.open("/players/Ana")

    assert "at 2 tables on this phone" in page.text
    assert "Block" in page.text
    assert "All Fives" in page.text
    assert "Opens most with" in reader.open("/players/Ben").text


def test_nobody_is_told_of_players_whose_tables_this_phone_has_no_link_to(app, reader):
    played_table(app, "edge.block")

    assert "Ana" not in reader.open("/players").text
    assert reader.open("/players/Ana") is not None
    assert reader.status == 404
    assert "Ana" not in reader.open("/tables").text


def test_missed_points_are_told_on_the_page_of_whoever_missed_them(app, reader):
    store = app.extensions["referee"]
    row = store.create_table({"record": 1, "variant": "fundex2004.all-fives", "players": ["Ana", "Ben"]})
    plays = [("Ben", "5-5"), ("Ana", "5-0"), ("Ben", "5-1"), ("Ana", "4-1")]  # the first made ten
    events = [{"round": 1}, *({"by": by, "play": tile} for by, tile in plays)]
    store.append(row.id, 0, "five events", [Entry(event) for event in events])
    reader.open("/t/" + row.links["keep"])

    assert "Points missed once, 10 points" in reader.open("/players/Ben").text


@pytest.mark.parametrize(
    ("asked", "found"),
    [("block", True), ("Ana edge", True), ("5 March 2026", True), ("2026-03-05", True), ("Zoe", False)],
)
def test_tables_are_found_by_player_game_sheet_and_day(app, reader, asked, found):
    reader.open("/t/" + played_table(app, "edge.block", date="2026-03-05"))

    page = reader.open(f"/tables?q={asked}")

    assert ("Ana" in page.text) == found


def test_tables_still_playing_stand_before_the_finished_ones(app, reader):
    over = played_table(app, "hasbro2003.tiddle-a-wink")
    reader.open("/t/" + over)
    store = app.extensions["referee"]
    begun = store.create_table({"record": 1, "variant": "edge.draw", "players": ["Zoe", "Yan"]})
    reader.open("/t/" + begun.links["keep"])

    text = reader.open("/tables").text

    assert text.index("Still playing") < text.index("Zoe")
    if "Finished" in text:
        assert text.index("Zoe") < text.index("Finished")


def test_home_leads_to_all_tables_once_there_are_more_than_it_shows(app, reader):
    store = app.extensions["referee"]
    for number in range(8):
        row = store.create_table({"record": 1, "variant": "edge.draw", "players": ["Zoe", f"Yan {number}"]})
        reader.open("/t/" + row.links["keep"])

    home = reader.open("/")
    assert "All tables" in home.links
    assert "Yan 0" not in home.text
    assert "Yan 0" in reader.open("/tables").text
