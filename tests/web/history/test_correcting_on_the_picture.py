"""A laid tile is corrected where it lies: four ways, what would change, and the tiles that lie on it laid again."""

import pytest

from referee.storage.rows import NewEvent
from tests.engine.explain.test_later_moves import HEADER, ROUND
from tests.web.reading import Reader
from tests.web.sitting import prepare


@pytest.fixture
def reader(app):
    store = app.extensions["referee"]
    row = store.create_table(HEADER)
    store.append(row.id, 0, "all of it", [NewEvent(dict(each)) for each in ROUND])
    reader = Reader(app.test_client())
    reader.links = row.links
    reader.open(f"/t/{row.links['keep']}")
    return reader


def test_a_laid_tile_and_its_empty_place_lead_to_its_correction(reader):
    assert reader.page.html.count('<a href="?entry=6" tabindex="-1">') == 1
    reader.follow("Correct 6-3")

    assert "6-3 · Ben · move 6" in reader.text
    assert "on 6-6, then 5-3 was laid on it" in reader.text
    assert "Wrong tile choose the right one" in reader.text
    assert "Wrong player Ana or Cal laid it" in reader.text
    assert "Wrong place fits nowhere else" in reader.text
    assert not reader.has_link("Wrong place")
    assert "Take back to here moves 6 to 9" in reader.text
    assert reader.page.html.count('class="tile tinted"') == 1


def test_nobody_else_is_led_to_it(reader):
    reader.open(f"/t/{reader.links['watch']}")

    assert "entry=6" not in reader.page.html
    assert reader.client.get(f"/t/{reader.links['watch']}/log/6").status_code == 404


def test_what_would_change_is_shown_before_it_is_written_down(reader):
    table = reader.address
    reader.follow("Correct 6-3")
    reader.follow("Wrong tile")
    reader.follow("6-5")

    assert "Preview · nothing is changed yet" in reader.text
    assert "7 Turns round its 5 touches 6-5" in reader.text
    assert "8 3 + 0 = 3 Ana loses 5 points 5 0" in reader.text
    assert "Ben loses 5 points 5 0" in reader.text
    assert "Change it 2 tiles, 10 points" in reader.text
    assert reader.page.html.count('class="tile tinted"') == 2
    assert "Ana 2 5 95 to go" in reader.open(table).text

    reader.open(table)
    reader.follow("Correct 6-3")
    reader.follow("Wrong tile")
    reader.follow("6-5")
    reader.press("Change it 2 tiles, 10 points", why="misread")
    assert "Ana 2 0 100 to go Ben 2 0 100 to go Cal 3 0 100 to go" in reader.text
    assert "Cal to play" in reader.text
    assert "first entered as Ben's 6-3" in reader.open(f"{table}/log").text


def test_in_a_large_set_the_right_tile_is_found_by_its_halves(client):
    reader = Reader(client)
    said = [{"by": "Ana", "play": "9-9"}, {"by": "Ben", "play": "9-4"}]
    address = prepare(reader, "hasbro2003.draw", ("Ana", "Ben"), [{"round": 1}, *said], tiles="9")
    reader.open(f"{address}/log/3")
    reader.follow("Wrong tile")
    reader.follow("9, ")
    assert "Which tile was it?" in reader.text
    reader.follow("9-5")
    assert "Ben lays 9-5" in reader.text
    assert any(each.startswith("Change it") for each in reader.buttons())


def test_a_draw_that_was_a_tile_asks_which(client):
    reader = Reader(client)
    said = [{"by": "Ana", "play": "6-6"}, {"by": "Ben", "draw": 1}]
    address = prepare(reader, "hasbro2003.draw", ("Ana", "Ben"), [{"round": 1}, *said], tiles="6")
    reader.open(f"{address}/log/3")
    reader.follow("A tile")
    reader.follow("6-5")
    assert "Ben lays 6-5" in reader.text


def test_where_a_tile_fits_nowhere_the_table_goes_back_to_it_and_the_correction_stays(reader):
    reader.follow("Correct 6-3")
    reader.follow("Wrong tile")
    reader.follow("6-2")

    assert "7 Fits nowhere the open ends would be 2 and 1" in reader.text
    assert "8 Is taken back Ana loses 5 points 5 0" in reader.text
    reader.press("Take back to here 6-2 stays, Cal plays again")
    assert "Cal to play" in reader.text
    assert "Ben 3 0 100 to go Cal 4 0 100 to go" in reader.text
    assert "Redo" not in reader.buttons()  # what was taken back fits nowhere now
    reader.press("Undo")
    reader.press("Redo")
    assert "Cal to play" in reader.text


def test_back_to_here_takes_back_the_tile_and_all_after_it(reader):
    reader.follow("Correct 6-3")
    reader.follow("Take back to here")
    assert "Is taken back" in reader.text
    reader.press("Take back to here 4 moves")

    assert "Ben to play" in reader.text
    assert "Correct 6-3" not in reader.page.links


def test_a_tile_of_another_player_was_laid_out_of_turn_and_stands(reader):
    reader.follow("Correct 0-0")
    reader.follow("Wrong player")
    reader.follow("Cal")

    assert "Cal, move 9" in reader.text
    reader.press("Change it 1 tile")
    assert "Cal 2" in reader.text


def test_a_round_is_voided_only_after_it_was_asked(reader):
    table = reader.address
    reader.open(f"{table}/log")
    reader.follow("This round does not count")

    assert "Ana: 5 becomes 0" in reader.text
    assert "Ana 2 5" in reader.open(table).text
    reader.open(f"{table}/log?void=1")
    reader.press("Void the round", why="a tile lay face up")
    assert "a tile lay face up" in reader.text
    reader.press("Undo")
    assert "Taken back That the round does not count" in reader.text


def test_a_draw_that_could_no_longer_stand_is_named(client):
    reader = Reader(client)
    said = [{"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-5"}, {"by": "Ana", "draw": 1}]
    address = prepare(reader, "hasbro2003.draw", ("Ana", "Ben"), [{"round": 1}, *said], tiles="6")
    reader.open(f"{address}/log/3")
    reader.follow("Wrong player")
    reader.follow("Ana")
    assert "Cannot stand Ana drew 1 tile. It is Ben's turn, not Ana's." in reader.text


def test_a_row_of_the_list_leads_there_too_and_other_entries_have_their_page(reader):
    reader.open(f"{reader.address}/log")
    reader.follow("Entry 6")
    assert "Wrong tile" in reader.text
    reader.follow("Something else")
    assert reader.has_link("A pass")
    reader.follow("A pass")
    assert "Preview" in reader.text


def test_a_tile_that_may_lie_either_way_round_is_turned_or_asks_which_half_points_out(client):
    reader = Reader(client)
    said = [{"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "4-3", "out": 3}]
    address = prepare(reader, "fundex2004.matador", ("Ana", "Ben"), [{"round": 1}, *said])
    reader.open(f"{address}/log/3")
    reader.follow("Wrong place")
    reader.follow("4 outward")
    reader.press("Change it")
    assert "Open: 6 on 6-6 and 4 on 4-3." in reader.open(address).text

    reader.open(f"{address}/log/3")
    reader.follow("Wrong tile")
    reader.follow("5-2")
    assert "Say which half stays open: 2 or 5." in reader.text
    reader.follow("5 outward")
    reader.press("Change it")
    assert "Open: 6 on 6-6 and 5 on 5-2." in reader.open(address).text


# Ben knocked after 6-6, and nobody tapped it: 6-3 was Cal's, 3-1 was Ana's and 4-1 was Ben's.
KNOCKED = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "play": "6-3"},
    {"by": "Cal", "play": "3-1", "at": "6-3"},
    {"by": "Ana", "play": "4-1", "at": "3-1"},
)


def test_after_a_pass_that_nobody_tapped_each_tile_since_goes_to_the_next_player(client):
    reader = Reader(client)
    table = prepare(reader, "edge.block", ("Ana", "Ben", "Cal"), KNOCKED)
    assert "Ben to play" in reader.open(table).text
    reader.follow("Correct 6-3")
    reader.follow("Wrong player")
    reader.follow("Cal, after Ben passed")

    assert "Preview · nothing is changed yet" in reader.text
    assert "Before move 3 Ben passes 3 Cal's 6-3 4 Ana's 3-1 5 Ben's 4-1 Round 1, Cal to play" in reader.text
    assert "proved" not in reader.text
    reader.press("Enter it Ben passes", why="he knocked")
    assert "Cal to play" in reader.text
    log = reader.open(f"{table}/log").text
    assert "he knocked" in log
    assert "Ben passes" in log

    reader.open(table)
    reader.press("Undo")
    assert "Ben to play" in reader.text
    assert "Redo" in reader.buttons()


def test_no_pass_may_be_missing_where_its_player_had_to_draw_or_was_not_to_act(client):
    reader = Reader(client)
    table = prepare(reader, "fundex2008.draw", ("Ana", "Ben", "Cal"), KNOCKED)
    reader.open(f"{table}/log/3?step=player")
    assert reader.has_link("Cal")
    assert not reader.has_link("Cal, after Ben passed")
    reader.open(f"{table}/log/3?step=missed&kind=pass")
    assert "Enter it Ben passes" not in reader.buttons()

    stood = {"by": "Cal", "play": "6-5", "at": "6-6", "stood": True}
    table = prepare(reader, "edge.block", ("Ana", "Ben", "Cal"), [*KNOCKED, stood])
    reader.open(f"{table}/log/6?step=player")
    assert reader.has_link("Ben")
    assert "passed" not in reader.text


def test_no_pass_may_be_missing_that_would_have_ended_the_round(client):
    reader = Reader(client)
    passed = {"by": "Ben", "pass": True}
    said = [*KNOCKED[:2], passed, {"by": "Ana", "play": "6-3"}]
    table = prepare(reader, "edge.block", ("Ana", "Ben"), said)
    reader.open(f"{table}/log/4?step=player")
    assert reader.has_link("Ben")
    assert "passed" not in reader.text


# After 6-6 Ben laid 6-1, which nobody tapped: 6-3 was Cal's and 3-3 was Ana's.
UNTAPPED = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "play": "6-3"},
    {"by": "Cal", "play": "3-3", "at": "6-3"},
)


def test_a_tile_that_nobody_tapped_is_laid_where_it_was_and_each_since_goes_to_the_next_player(client):
    reader = Reader(client)
    table = prepare(reader, "traditional.all-fives", ("Ana", "Ben", "Cal"), UNTAPPED, claims="auto")
    reader.open(f"{table}/log/3?step=player")
    reader.follow("Cal, after Ben laid a tile")
    assert "Which tile did Ben lay before it?" in reader.text
    assert not reader.has_link("6-3")
    reader.follow("6-1")

    assert "Preview · nothing is changed yet" in reader.text
    assert "Before move 3 Ben lays 6-1 3 Cal's 6-3 4 Ana's 3-3" in reader.text
    assert reader.page.html.count('class="tile tinted"') == 1
    reader.press("Enter it Ben lays 6-1")
    assert "Ben to play" in reader.text
    log = reader.open(f"{table}/log").text
    assert "Ben on 6-6 6 + 6 + 1 = 13" in log
    assert "Cal on 6-6 1 + 3 = 4" in log


def test_a_missed_tile_that_is_entered_again_by_redo_is_not_told_as_taken_back(client):
    reader = Reader(client)
    table = prepare(reader, "traditional.all-fives", ("Ana", "Ben", "Cal"), UNTAPPED, claims="auto")
    reader.open(f"{table}/log/3?step=missed&kind=play&play=6-1")
    reader.press("Enter it Ben lays 6-1")
    reader.press("Undo")
    assert "Taken back Ben's 6-1" in reader.text
    reader.press("Redo")

    assert "Ana lays 3-3" in reader.text
    assert "Taken back" not in reader.text


def test_a_tile_that_nobody_tapped_may_fit_at_two_ends_and_the_page_asks_which(client):
    reader = Reader(client)
    said = [*UNTAPPED[:2], {"by": "Ben", "play": "6-1"}, {"by": "Cal", "play": "6-3", "at": "6-6"}]
    said += [{"by": "Ana", "play": "3-3", "at": "6-3"}, {"by": "Ben", "play": "3-0", "at": "3-3"}]
    table = prepare(reader, "traditional.all-fives", ("Ana", "Ben", "Cal"), said, claims="auto")
    reader.open(f"{table}/log/6?step=missed&kind=play&play=3-1")
    assert "Enter it" not in " ".join(reader.buttons())
    reader.follow("on 6-1")
    assert "Ben lays 3-1 on 6-1" in reader.text
    assert "Before move 6" in reader.text
    reader.press("Enter it Ben lays 3-1 on 6-1")
    assert "Ana to play" in reader.text


def test_a_missed_tile_after_which_another_could_not_stand_is_not_offered_the_place_where_it_would_lie(
    client,
):
    reader = Reader(client)
    said = [*UNTAPPED[:2], {"by": "Ben", "play": "6-1"}, {"by": "Cal", "play": "6-3", "at": "6-6"}]
    said += [{"by": "Ana", "play": "3-3", "at": "6-3"}]
    table = prepare(reader, "traditional.all-fives", ("Ana", "Ben", "Cal"), said, claims="auto")
    reader.open(f"{table}/log/5?step=missed&kind=play&play=3-0")
    assert "Then entry 5 could not stand" in reader.text
    assert not reader.has_link("on 6-3")


def test_a_pass_that_never_was_is_taken_back_alone_and_each_tile_since_goes_to_whose_turn_it_was(client):
    reader = Reader(client)
    passed = {"by": "Ben", "pass": True}
    said = [*KNOCKED[:2], passed, {"by": "Cal", "play": "6-3"}, {"by": "Ana", "play": "3-1", "at": "6-3"}]
    table = prepare(reader, "edge.block", ("Ana", "Ben", "Cal"), said)
    reader.open(f"{table}/log/3")
    assert "Each move since then goes to the player whose turn it was." in reader.text
    assert "Round 1, Ana to play" in reader.text
    reader.press("Take it back", why="nobody knocked")
    assert "Ana to play" in reader.open(table).text
    log = reader.open(f"{table}/log").text
    assert "Ben on 6-6" in log
    assert "Cal on 6-3" in log
    assert "nobody knocked" in log

    reader.open(table)
    reader.press("Undo")
    assert "Ben to play" in reader.text


def test_a_tile_on_which_others_lie_cannot_be_taken_back_alone(client):
    reader = Reader(client)
    table = prepare(reader, "edge.block", ("Ana", "Ben", "Cal"), KNOCKED)
    reader.open(f"{table}/log/3?step=other")
    assert "could not stand" in reader.text
    assert "Take it back" not in reader.buttons()
