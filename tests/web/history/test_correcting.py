"""An earlier entry is taken back or corrected, and what would change is told before anybody confirms."""

import re

import pytest

from tests.web.reading import Reader
from tests.web.sitting import prepare, say, set_up


@pytest.fixture
def reader(client):
    reader = Reader(client)
    address = set_up(reader, "fundex2004.all-fives", ("Ana", "Ben"), claims="auto")
    for event in (
        {"round": 1},
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "play": "6-3"},
        {"by": "Ana", "play": "6-1", "at": "6-6/6"},
    ):
        say(reader, event)
    reader.open(f"{address}/log")
    return reader


def test_every_entry_leads_to_its_correction_and_the_link_says_what_was_done(reader):
    reader.follow("Entry 4: Ana 6-1 on 6-6")
    assert "on 6-6" in reader.page.text
    reader.follow("Something else")

    assert "Take it back" in reader.buttons()
    assert not any("play" in form.fields for form in reader.page.forms)  # a tile is tapped


def test_a_tile_of_a_past_round_lies_beside_the_scores_at_the_end_of_that_round(client):
    reader = Reader(client)
    plays = zip(("Ana", "Ben", "Cal", "Ana"), ("6-6", "6-5", "6-4", "5-1"), strict=True)
    said = [{"round": 1}, *({"by": name, "play": tile} for name, tile in plays)]
    said += [{"by": "Ben", "pips": 3}, {"by": "Cal", "pips": 7}]
    later = [{"round": 2}, {"adjust": {"Ben": 40}}]
    address = prepare(reader, "fundex2004.block-draw", ("Ana", "Ben", "Cal"), [*said, *later], hand_size="2")
    assert "Ben 2 40 60 to go" in reader.page.text

    reader.open(f"{address}/log/3")
    assert "6-5 · Ben · move 3" in reader.page.text
    assert "40" not in reader.page.text
    assert "Ana 0 10" in reader.page.text
    reader.follow("Wrong player")
    assert reader.has_link("Cal")
    assert reader.has_link("Cal, after Ben laid a tile")


def test_what_a_correction_would_change_is_told_first(reader):
    address = reader.address.removesuffix("/log")
    reader.follow("Entry 3")
    reader.follow("Wrong tile")
    reader.follow("6-2")

    assert "Ben lays 6-2" in reader.page.text
    assert "Change it 1 tile, 15 points" in reader.buttons()
    reader.press("Change it")
    assert "Ben 6 0 100 to go" in reader.page.text
    assert "first entered as Ben's 6-3" in reader.open(f"{address}/log").text


def test_undo_after_a_correction_takes_the_correction_back_and_redo_makes_it_again(reader):
    address = reader.address.removesuffix("/log")
    reader.follow("Entry 3")
    reader.follow("Wrong tile")
    reader.follow("6-2")
    reader.press("Change it")
    assert "Corrected Ben lays 6-2 on 6-6" in " ".join(reader.open(address).text.split())

    reader.press("Undo")
    assert "Taken back" in reader.page.text
    assert "The correction: Ben's 6-3" in reader.page.text
    assert "Ana lays 6-1" not in reader.page.text
    assert "first entered as" not in reader.open(f"{address}/log").text
    reader.open(address)
    reader.press("Redo")

    assert "Corrected Ben lays 6-2 on 6-6" in " ".join(reader.page.text.split())
    assert "first entered as Ben's 6-3" in reader.open(f"{address}/log").text
    reader.open(address)
    assert "Redo" not in reader.buttons()


def test_undo_names_the_tile_that_was_corrected_and_not_one_that_was_turned_round_by_it(client):
    reader = Reader(client)
    opened = ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-3"})
    turned = {"by": "Ana", "play": "3-1", "at": "6-3/3"}
    address = prepare(reader, "fundex2004.block-draw", ("Ana", "Ben"), (*opened, turned))
    reader.open(f"{address}/log/3?step=tile")
    reader.follow("6-1")
    reader.press("Change it")
    reader.open(address)
    reader.press("Undo")

    assert "The correction: Ben's 6-3" in reader.page.text
    assert "Redo" in reader.buttons()


@pytest.mark.parametrize("scores", [True, False])
def test_a_correction_while_a_claim_is_open_says_that_the_scores_follow(client, scores):
    reader = Reader(client)
    address = set_up(reader, "hasbro2003.muggins", ("Ana", "Ben"), tiles="6")
    for event in ({"round": 1}, {"by": "Ana", "play": "5-5"}, {"by": "Ben", "play": "5-0"}):
        say(reader, event)
    for taps in (("Entry 3", "Wrong tile"), ("Entry 3", "Take back to here")):
        reader.open(f"{address}/log")
        for each in taps:
            reader.follow(each)
        if taps[1] == "Wrong tile":
            reader.follow("5-1" if scores else "5-2")
        assert reader.page.text.count("Scores follow when the claim is settled.") == 1
        assert "becomes" not in reader.page.text
    reader.open(f"{address}/log")
    reader.follow("Entry 3")
    reader.follow("Something else")
    assert "Scores follow when the claim is settled." in reader.page.text


def test_a_tile_that_lay_elsewhere_is_not_told_as_if_it_had_been_another(client):
    reader = Reader(client)
    address = set_up(reader, "fundex2004.block-draw", ("Ana", "Ben"))
    laid = (("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "6-3"), ("Ben", "5-3"))
    for event in ({"round": 1}, *({"by": by, "play": tile, "at": "6-5/5"} for by, tile in laid)):
        say(reader, event)
    reader.open(f"{address}/log")
    reader.follow("Entry 5")
    reader.follow("Wrong place")
    reader.follow("on 6-3")
    reader.press("Change it")

    log = reader.open(f"{address}/log").text
    assert "first entered in another place" in log
    assert "corrects entry 5, which read: Ben's 5-3 on 6-5" in log


def test_a_second_correction_of_an_entry_tells_how_it_read_after_the_first(client):
    reader = Reader(client)
    said = [{"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-5"}]
    corrected = [{"amend": 3, "with": {"by": "Ben", "play": tile}} for tile in ("6-4", "6-3")]
    address = prepare(reader, "fundex2004.block-draw", ("Ana", "Ben"), [*said, *corrected])

    log = reader.open(f"{address}/log").text
    assert "corrects entry 3, which read: Ben's 6-5" in log
    assert "corrects entry 3, which read: Ben's 6-4" in log
    assert "first entered as Ben's 6-5" in log


def test_the_last_entry_may_be_taken_back_from_the_list_too(reader):
    reader.follow("Entry 4")
    reader.follow("Take back to here")
    assert "Round 1, Ana to play" in reader.page.text
    reader.press("Take back to here")

    assert "Ana to play" in reader.page.text


def test_a_refused_correction_shows_the_tile_that_was_and_the_one_that_is_proposed(reader):
    reader.follow("Entry 3")
    reader.follow("Wrong tile")
    reader.follow("5-4")
    assert "Ben lays 5-4" in reader.page.text
    assert re.findall(r'class="words-tile"><svg[^>]*aria-label="([^"]*)"', reader.page.html) == ["6-3", "5-4"]


def test_of_many_tiles_that_were_drawn_a_few_more_can_be_tapped(client):
    reader = Reader(client)
    said = [
        {"round": 1},
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "draw": 8},
        {"by": "Ben", "play": "6-5"},
    ]
    address = prepare(reader, "hasbro2003.draw", ("Ana", "Ben"), said, tiles="6")
    reader.open(f"{address}/log/3")
    assert "How many were drawn? 1 2 3 4 5 6 7 8 9 10 11 Who was it?" in reader.text
    reader.follow("9")
    assert "Ben draws 9 tiles" in reader.text


def test_what_nobody_can_read_is_refused_with_a_sentence(reader):
    reader.open(f"{reader.address}/3?correct=1&by=Ben&kind=play&play=a+duck")

    assert "a duck is not a tile; a tile is written like 6-4." in reader.page.text


def test_an_entry_that_is_not_there_has_no_page(reader, client):
    address = reader.address.removesuffix("/log")

    for number in (0, 99):
        assert client.get(f"{address}/log/{number}").status_code == 404
