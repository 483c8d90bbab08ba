"""The solitaires on the pages: turned up, played to the end by one thumb, taken back to the beginning, kept."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.engine.log import Log, open_log
from referee.engine.setup import read_setup
from referee.engine.sheets import VARIANTS
from referee.engine.tiles import read_face, read_tile
from referee.reports.solitaire_words import game_title
from referee.web.table.solitaire import entering
from tests.folders import PLAYTHROUGHS
from tests.pinning import lines_of
from tests.web.looking import BROKEN, SMALL, faults_of
from tests.web.reading import Reader
from tests.web.sitting import Hand, links_of, prepare, set_up, start
from tests.web.touching import Thumb, box_of

ALONE = sorted(key for key, game in VARIANTS.items() if game.players == (1, 1))
AROUND = "No connection. The table is as you last saw it. That was not taken. Load the table again"
WON = ("The row is cleared", "Nothing is left", "Won")
READY = ("Count this row", "Play this line", "Play these columns", "Play this hand")
# A line in which three and more touch one after the other; the rest of it does not matter.
LINE = (
    "1-2 2-2 2-3 3-4 4-4 5-5 5-6 6-6 6-1 1-1 0-0 0-1 0-2 0-3 0-4 0-5 0-6 1-3 1-4 1-5 2-4 2-5 2-6 3-3 3-5 3-6 "
    "4-5 4-6"
)


def record(key: str) -> list[list[dict[str, Any]]]:
    """The games of the playthrough, each from its deal."""
    games: list[list[dict[str, Any]]] = []
    for event in lines_of(PLAYTHROUGHS / f"{key}.jsonl")[1:]:
        if "round" in event:
            games.append([])
        else:
            games[-1].append(event)
    return games


def judged(key: str, games: list[list[dict[str, Any]]]) -> Log:
    """The same, judged."""
    log = open_log(read_setup(lines_of(PLAYTHROUGHS / f"{key}.jsonl")[0]))
    for number, game in enumerate(games, 1):
        for event in [{"round": number}, *game]:
            _, log = log.say(event)
    return log


def begin(hand: Hand, key: str, **switches: str) -> str:
    return set_up(hand, key, ("Ana",), **switches)


def say(hand: Hand, event: dict[str, Any]) -> None:
    """One event of a record, by what can be tapped on the page."""
    match event:
        case {"deal": tiles}:
            deal(hand, tiles)
        case {"remove": tile}:
            hand.press(f"Take {read_tile(tile)} out")
        case {"knock": [left, right]}:
            hand.press(f"Knock out {left} and {right}")
        case {"move": tile, "onto": onto}:
            if hand.has_link(tile):
                hand.follow(tile)
            hand.press(f"{tile} starts column" if onto == "column" else f"{tile} under {onto}")
        case {"turn": written, "column": column}:
            turn(hand, written, column)
        case _:
            lay_or_draw(hand, event)


def lay_or_draw(hand: Hand, event: dict[str, Any]) -> None:
    for tile in event.get("draw", [event.get("play")]):
        hand.press(tile)
    if "On which tile?" in hand.text:
        hand.press(f"on {event['at']}")


def deal(hand: Hand, tiles: list[str], known: int = 0) -> None:
    """Every tile but the first ones tapped in its turn, and turned round where it lies the other way.

    The last one of a set is left.
    """
    if hand.has_link("Another game"):
        hand.follow("Another game")
    for number, written in enumerate(tiles[known:], known):
        tile = read_tile(written)
        if number < 27:
            hand.press(str(tile))
        if len(tiles) > 5 and written != str(tile):
            hand.choose("tile", f"turn-{number}")
    ready = next(each for each in hand.buttons("main") if each in READY)
    hand.press(ready)


def turn(hand: Hand, written: str, column: int) -> None:
    if f"Column {column}: which" not in hand.text:
        hand.follow(f"Turn up the tile of column {column}")
    face = read_face(written)
    assert face is not None
    hand.press(str(face.tile))
    if not face.tile.is_double:
        hand.press(f"{face.second} below")


@pytest.mark.parametrize("key", ALONE)
def test_games_are_played_as_their_record_tells_and_every_result_is_kept(client, key):
    games = record(key)
    reader = Reader(client, htmx=True)
    address = begin(reader, key)
    for number, game in enumerate(games, 1):
        for event in game:
            say(reader, event)
        log = judged(key, games[:number])
        assert game_title(log.state, log.state.rounds[-1]) in reader.text
        assert f"Best ever on this phone: {min(log.state.left)} " in reader.text
    reader.open("/")
    assert f"{len(games)} games" in reader.text
    for number in range(1, len(games) + 1):
        assert f"Game {number}" in reader.open(f"{address}/round/{number}").text


def table_in(reader: Reader) -> str:
    """The table as it stands on the page, without what stands around it."""
    return reader.text.removeprefix(AROUND).strip()


@pytest.mark.parametrize("key", ALONE)
def test_everything_is_taken_back_to_the_very_beginning_and_comes_again(client, key):
    reader = Reader(client, htmx=True)
    begin(reader, key)
    start = table_in(reader)
    game = min(record(key), key=len)
    for event in game:
        say(reader, event)
    end = table_in(reader)

    taps = 0
    while "Undo" in reader.buttons():
        reader.press("Undo")
        taps += 1
    assert taps > len(game)
    assert table_in(reader).removesuffix(" Redo") == start
    for _ in range(taps):
        reader.press("Redo")
    assert table_in(reader) == end


@pytest.mark.parametrize("key", ALONE)
def test_a_game_is_played_by_thumb_to_its_end(phone, key):
    thumb = Thumb(phone)
    game = min(record(key), key=len)
    address = begin(thumb.beforehand, key)
    tiles = game[0]["deal"]
    known = max(0, len(tiles) - 3)  # the first ones lie there already
    thumb.open(f"{address}?deal=1&faces={'+'.join(tiles[:known])}")
    deal(thumb, tiles, known)
    for event in game[1:]:
        say(thumb, event)

    log = judged(key, [game])
    settled = log.state.rounds[-1]
    verdict = phone.locator(".verdict")
    expect(verdict).to_have_text(game_title(log.state, settled))
    assert (verdict.text_content() in WON) == (settled.how == "out")


@pytest.mark.parametrize("key", ALONE)
def test_a_game_is_played_without_any_script(client, key):
    reader = Reader(client)
    game = min(record(key), key=len)
    begin(reader, key)
    for event in game:
        say(reader, event)

    assert "Best ever on this phone" in reader.text


def test_knock_out_by_its_frames_without_scripts(open_phone):
    plain = open_phone(java_script_enabled=False)
    thumb = Thumb(plain)
    begin(thumb, "fundex2008.knock-out")
    for tile in LINE.split()[:2]:
        thumb.press(str(read_tile(tile)))
    thumb.press("2-1, turn it round")
    expect(plain.get_by_role("button", name="1-2, turn it round")).to_have_count(1)
    thumb.press("Remove 2-2")
    thumb.press("Remove 1-2")
    pairs = plain.get_by_role("button", name=re.compile("^Knock out"))
    thumb.press("Shuffle for practice")
    while pairs.count() < 4:  # so that the first pair, which may take two others with it, is not the last
        begin(thumb, "fundex2008.knock-out")
        thumb.press("Shuffle for practice")
    pairs.first.click()
    expect(plain.locator(".score").first).to_contain_text("26")
    thumb.press("Undo")
    expect(plain.locator(".score").first).to_contain_text("28")


def test_a_tile_that_lies_the_other_way_is_turned_by_a_tap_on_it(client):
    reader = Reader(client, htmx=True)
    begin(reader, "fundex2004.knock-out")
    reader.press("4-1")
    reader.press("4-1, turn it round")
    reader.press("6-2")

    assert "1-4, turn it round" in reader.buttons()
    reader.press("Remove 6-2")
    assert "Tile 2 of 28" in reader.text


def test_a_page_loaded_again_still_has_the_tiles_that_were_tapped(phone):
    thumb = Thumb(phone)
    thumb.open(begin(thumb.beforehand, "fundex2004.elimination"))
    thumb.press("4-1")
    thumb.press("6-2")
    phone.wait_for_url(re.compile("faces=.*6-2"))
    phone.reload()

    assert "Tile 3 of 28" in thumb.text


def test_a_deal_taken_back_can_be_put_right(client):
    reader = Reader(client, htmx=True)
    begin(reader, "fundex2004.solitaire")
    say(reader, record("fundex2004.solitaire")[0][0])
    reader.press("Undo")

    reader.press("2-1, turn it round")
    reader.press("Play these columns")
    assert reader.has_link("1-2") or "1-2 under" in " ".join(reader.buttons())


@pytest.mark.parametrize("key", ALONE)
def test_a_shuffle_is_a_deal_like_any_other(client, key):
    reader = Reader(client, htmx=True)
    address = begin(reader, key)
    reader.press("Shuffle for practice")
    reader.open(f"{address}/log")

    assert "Game 1: the tiles are mixed and laid out" in reader.text


def test_what_chance_turns_up_and_draws_was_not_seen_before(client):
    reader = Reader(client, htmx=True)
    begin(reader, "fundex2004.solitaire")
    say(reader, record("fundex2004.solitaire")[0][0])
    reader.press("4-5 under 4-4")
    assert "Turn it for me" not in reader.buttons("main")
    reader.press("Turn it for me")
    assert "is turned up in column 2" in reader.text

    begin(reader, "fundex2008.solitaire")
    for event in record("fundex2008.solitaire")[0][:3]:
        say(reader, event)
    assert "Nothing goes" in reader.text
    assert "Draw for me" not in " ".join(reader.buttons("main"))
    reader.press("Draw for me")
    assert "drawn" in reader.text
    assert "Lay a tile" in reader.text


def test_a_draw_before_the_first_deal_changes_nothing(client):
    reader = Reader(client)
    begin(reader, "fundex2008.solitaire")
    shuffle = next(each for form in reader.page.forms for each in form.buttons if each.name == "chance")
    shuffle.value = "draw"

    reader.press("Shuffle for practice")

    assert reader.status == 200
    assert "Shuffle for practice" in reader.buttons()


def test_in_a_shuffled_game_the_referee_turns_up_what_a_move_uncovers(client, monkeypatch):
    game = record("fundex2004.solitaire")[0]
    dealt = iter([read_face(each) for each in game[0]["deal"]])
    any_way = entering._any_way
    monkeypatch.setattr(entering, "_any_way", lambda tile: next(dealt, None) or any_way(tile))
    reader = Reader(client, htmx=True)
    begin(reader, "fundex2004.solitaire")
    reader.press("Shuffle for practice")
    reader.press("4-5 under 4-4")

    assert "is turned up in column 2" in reader.text
    assert "which tile is it?" not in reader.text
    reader.press("Undo")
    assert "Column 2: which tile is it?" in reader.text
    assert "Turn it for me" in reader.buttons("main")
    reader.press("Undo")
    assert "4-5 under 4-4" in reader.buttons()


def test_any_tile_of_a_row_can_be_changed_while_it_is_entered(client):
    reader = Reader(client, htmx=True)
    begin(reader, "fundex2004.knock-out")
    for tile in ("4-1", "6-2", "5-3", "2-0"):
        reader.press(tile)
    reader.press("6-2, turn it round")

    reader.follow("Change one")
    assert "Tap the tile that is wrong" in reader.text
    reader.follow("4-1 is wrong")
    assert "Which tile is it, if not 4-1?" in reader.text
    reader.press("6-6")
    assert row_of(reader) == ["6-6", "2-6", "5-3", "2-0"]

    reader.follow("Change one")
    reader.follow("2-6 is wrong")
    reader.press("2-0 lies there")
    assert row_of(reader) == ["6-6", "2-0", "5-3", "2-6"]

    reader.follow("Change one")
    reader.follow("5-3 is wrong")
    reader.press("Take 5-3 out")
    assert row_of(reader) == ["6-6", "2-0", "2-6"]

    reader.follow("Change one")
    reader.follow("Back")
    assert "Tile 4 of 28" in reader.text


def test_a_row_is_not_thrown_away_by_one_wrong_tap(client):
    reader = Reader(client, htmx=True)
    begin(reader, "hasbro2003.bingo")
    for tile in ("4-1", "6-2"):
        reader.press(tile)
    assert "Start over" not in reader.buttons()
    reader.follow("Change one")
    reader.press("Start over")
    assert "Tile 1 of 28" in reader.text


def test_no_way_back_to_the_table_loses_the_row(open_phone):
    thumb = Thumb(open_phone())
    begin(thumb, "fundex2004.elimination")
    address = thumb.address
    for tile in ("4-1", "6-2", "5-5"):
        thumb.press(tile)
    thumb.follow("All entries")
    thumb.follow("Back")
    expect(thumb.phone.get_by_role("heading", name="Tile 4 of 28")).to_be_visible()

    thumb.press("5-5, turn it round")
    thumb.press("Remove 5-5")
    thumb.open("/")
    thumb.open(address)
    expect(thumb.phone.get_by_role("heading", name="Tile 3 of 28")).to_be_visible()

    thumb.press("6-2, turn it round")
    thumb.follow("Change one")
    thumb.press("Start over")
    thumb.open(address)
    expect(thumb.phone.get_by_role("heading", name="Tile 1 of 28")).to_be_visible()


def test_the_button_that_removes_the_last_tile_of_a_row_does_not_break_its_name(open_phone):
    thumb = Thumb(open_phone())
    begin(thumb, "fundex2008.solitaire")
    for tile in ("3-3", "3-1", "6-1", "0-0", "2-2"):
        thumb.press(tile)

    assert not thumb.phone.get_by_text("2-2").evaluate(BROKEN)


def row_of(reader: Reader) -> list[str]:
    return [each.removesuffix(", turn it round") for each in reader.buttons() if "turn it round" in each]


def test_tiles_of_a_whole_row_change_places(client):
    reader = Reader(client, htmx=True)
    begin(reader, "fundex2004.elimination")
    for tile in record("fundex2004.elimination")[0][0]["deal"][:27]:
        reader.press(str(read_tile(tile)))
    before = row_of(reader)

    reader.follow("Change one")
    reader.follow(f"{before[0]} is wrong")
    reader.press(f"{before[-1]} lies there")
    assert row_of(reader) == [before[-1], *before[1:-1], before[0]]
    assert "All 28 are here" in reader.text


def test_a_row_tells_nothing_of_its_end_and_is_walked_to_it_in_one_tap(client):
    reader = Reader(client, htmx=True)
    begin(reader, "fundex2004.elimination")
    first, second = record("fundex2004.elimination")
    say(reader, first[0])
    assert "stay" not in reader.text
    assert "4-4 is next, at 8" in reader.text
    reader.press("To the end")
    assert "Lost: 13 left" in reader.text
    say(reader, second[0])
    assert "Left 28 Best 13" in reader.text


def test_the_best_that_the_line_allowed_stands_beside_what_was_reached(client):
    reader = Reader(client, htmx=True)
    begin(reader, "fundex2004.knock-out")
    for event in record("fundex2004.knock-out")[0]:
        say(reader, event)

    assert "20 left" in reader.text
    assert "The best that this line allowed: 18" in reader.text


def test_the_line_and_the_hand_at_the_end_of_draw_five_are_drawn_once_on_the_page_and_on_paper(client):
    reader = Reader(client)
    events = lines_of(PLAYTHROUGHS / "fundex2008.solitaire.jsonl")[1:]
    address = prepare(reader, "fundex2008.solitaire", ("Ana",), events)

    for where in (address, f"{address}/round/2"):
        html = reader.open(where).html
        assert len(re.findall('aria-label="[0-9]+ tiles"', html)) == 1
        assert html.count('class="held-tile"') == 13


def test_the_points_so_far_are_told_from_the_second_game_on(client):
    reader = Reader(client, htmx=True)
    begin(reader, "fundex2004.knock-out")
    first, second, *_ = record("fundex2004.knock-out")
    for event in first:
        say(reader, event)
    assert "20 left" in reader.text
    assert "Points so far" not in reader.text

    for event in second:
        say(reader, event)
    assert "Points so far: 38; fewer is better" in reader.text


def test_with_runs_the_player_says_how_many_leave(client):
    reader = Reader(client, htmx=True)
    begin(reader, "fundex2004.knock-out", knock="run")
    deal(reader, LINE.split())
    reader.follow("Knock out from 2-2")
    assert "How many leave?" in reader.text
    reader.press("1-2 2-2 2-3 3-4")

    assert "1-2, 2-2, 2-3 and 3-4 leave the line; 24 tiles left" in reader.text


REFUSED = [
    ("fundex2004.elimination", 1, {"remove": "6-6"}, "6-6 does not leave now: 4-4 does, at 8."),
    ("fundex2004.knock-out", 1, {"knock": ["3-1", "2-1"]}, "3-1 and 2-1 do not touch with equal halves."),
    ("fundex2008.solitaire", 2, {"draw": 1}, "5-4 goes, so it has to be laid."),
    ("fundex2008.solitaire", 2, {"play": "6-6"}, "6-6 does not go on"),
]


@pytest.mark.parametrize(("key", "known", "wrong", "words"), REFUSED, ids=lambda each: str(each)[:24])
def test_what_may_not_be_is_explained_when_it_is_tapped(client, key, known, wrong, words):
    reader = Reader(client, htmx=True)
    begin(reader, key)
    for event in record(key)[0][:known]:
        say(reader, event)
    before = reader.text.partition("Why?")[0]

    reader.choose("say", json.dumps(wrong, separators=(",", ":")))
    assert words in reader.text
    assert VARIANTS[key].sheet.title in reader.text
    assert before[:40] == reader.text[:40]


def test_a_tile_of_a_column_says_why_it_stays_or_why_not_there(client):
    reader = Reader(client, htmx=True)
    begin(reader, "fundex2004.solitaire")
    say(reader, record("fundex2004.solitaire")[0][0])

    reader.follow("6-5")
    assert "Nothing open ends in a 6, so 6-5 stays" in reader.text
    assert "no tile is ever turned round" in reader.text
    reader.press("6-5 under 2-1")
    assert "The upper half of 6-5 is 6; the lower half of 2-1 is 1." in reader.text


def test_a_hint_tells_a_move_from_what_is_seen(client):
    reader = Reader(client, htmx=True)
    begin(reader, "fundex2004.solitaire")
    say(reader, record("fundex2004.solitaire")[0][0])
    reader.follow("Hint")
    assert "4-5 can go under 4-4" in reader.text
    assert "It frees a tile of column 2." in reader.text
    reader.press("Do that")

    assert "Column 2: which tile is it?" in reader.text


def test_a_tile_entered_the_wrong_way_round_is_put_right_in_the_list(client):
    reader = Reader(client, htmx=True)
    address = begin(reader, "fundex2004.solitaire")
    for event in record("fundex2004.solitaire")[0][:3]:
        say(reader, event)
    number = re.findall(r"/log/(\d+)", reader.open(f"{address}/log").html)[-1]
    reader.open(f"{address}/log/{number}")
    reader.follow("6-3")
    assert f"Ana, move {number}" in reader.text
    reader.press("Change it")
    assert "Taken back" not in reader.text
    reader.open(f"{address}/log")

    assert "6-3 is turned up in column 2" in reader.text
    assert "first entered as a tile turned up" in reader.text


LENGTHENED = """(column, most) => {
  const tile = column.querySelector(".spot");
  while (column.querySelectorAll(".spot").length < most) column.append(tile.cloneNode(true));
}"""


@pytest.mark.parametrize(("down", "seen"), [(0, 7), (0, 8), (0, 9), (0, 10), (4, 5), (4, 6), (4, 8), (3, 9)])
def test_a_half_of_each_tile_of_a_long_column_is_in_sight_on_a_small_phone(open_phone, down, seen):
    thumb = Thumb(open_phone(viewport={"width": 320, "height": 568}))
    prepare(
        thumb, "fundex2004.solitaire", ("Ana",), lines_of(PLAYTHROUGHS / "fundex2004.solitaire.jsonl")[1:7]
    )
    columns = [each for each in thumb.phone.locator(".column").all() if each.locator(".back").count() == down]
    columns[-1].evaluate(LENGTHENED, seen)

    boxes = [box_of(each) for each in columns[-1].locator(".spot").all()]
    half = box_of(columns[-1].locator(".spot svg").last)["height"] / 2
    assert len(boxes) == seen
    assert min(below["y"] - above["y"] for above, below in pairwise(boxes)) > 0.8 * half


def test_a_won_game_goes_on_to_use_fewer_columns(client):
    reader = Reader(client, htmx=True)
    begin(reader, "fundex2004.solitaire")
    for event in record("fundex2004.solitaire")[1]:
        say(reader, event)
    assert "in 7 columns" in reader.text
    reader.follow("Use fewer columns")
    assert "Tap a tile to use fewer columns" in reader.text
    moves = [label for label in reader.buttons() if " under " in label]
    reader.press(moves[0])

    assert "in 6 columns" in reader.text or "in 7 columns" in reader.text
    assert "Won" in reader.text


def test_a_game_is_given_up_and_counts_for_no_best(client):
    reader = Reader(client, htmx=True)
    begin(reader, "fundex2004.solitaire")
    reader.press("Shuffle for practice")
    reader.press("Give up")
    assert "Given up" in reader.text
    assert "round" not in reader.text
    assert "Best ever" not in reader.text
    reader.press("Another game shuffled")
    assert "game 2" in reader.text


@pytest.mark.parametrize("key", ALONE)
def test_a_game_that_was_given_up_before_its_deal_can_be_read_and_printed(client, key):
    reader = Reader(client)
    address = prepare(reader, key, ("Ana",), ({"round": 1}, {"void": True}))
    reader.open(f"{address}/round/1")
    assert reader.status == 200
    assert "As it was turned up" not in reader.text


def test_a_phone_that_may_not_give_a_game_up_is_not_offered_it(client):
    reader = Reader(client, htmx=True)
    address = begin(reader, "fundex2004.solitaire")
    reader.press("Shuffle for practice")
    assert "Give up" in reader.buttons()
    reader.open(links_of(reader, address)["seat-0"])
    assert reader.has_link("Hint")
    assert "Give up" not in reader.buttons()


def test_the_best_is_known_from_other_tables_of_this_phone(client):
    reader = Reader(client, htmx=True)
    key = "fundex2004.elimination"
    first, second = record(key)
    begin(reader, key)
    for event in second:
        say(reader, event)
    begin(reader, key)
    for event in first:
        say(reader, event)

    assert "Lost: 13 left" in reader.text
    assert "Best ever on this phone: 0" in reader.text
    other = Reader(client.application.test_client(), htmx=True)
    begin(other, key)
    say(other, first[0])
    other.press("To the end")
    assert "Best ever on this phone: 13" in other.text
    other.open("/")
    assert "1 game, 13 left" in other.text


@pytest.mark.parametrize("key", ALONE)
def test_a_watcher_sees_all_and_can_change_nothing(client, key):
    reader = Reader(client, htmx=True)
    address = begin(reader, key)
    watch = links_of(reader, address)["watch"]
    watcher = Reader(client.application.test_client())
    watcher.open(watch)
    assert "The tiles are being laid out." in watcher.text
    assert not watcher.buttons()
    game = record(key)[0]
    reader.open(address)
    for event in game[:2]:
        say(reader, event)
    watcher.open(watch)
    assert not watcher.buttons()
    for event in game[2:]:
        say(reader, event)
    watcher.open(watch)
    assert not watcher.buttons()
    assert "Best ever" in watcher.text


def test_one_who_plays_alone_is_seated_in_one_tap(client):
    reader = Reader(client)
    reader.open("/new?n=1")
    assert "Elimination" in reader.text
    reader.open("/new?step=2&n=1&variant=fundex2004.elimination")
    reader.press("Next", typed="Ana")
    start(reader)
    reader.open("/new?step=2&n=1&variant=fundex2008.solitaire")
    reader.press("Ana")

    assert "Play as printed" in " ".join(reader.buttons())


def test_bingo_by_house_rule_lies_with_fifty_five(client):
    reader = Reader(client, htmx=True)
    begin(reader, "hasbro2003.bingo", bingo="d9_0_18", tiles="9")
    assert "Tile 1 of 55" in reader.text
    reader.follow("9, 10 left")
    reader.press("9-4")
    assert "Tile 2 of 55" in reader.text
    reader.press("Remove 9-4")
    reader.press("Shuffle for practice")
    reader.press("To the end")

    assert "Best ever on this phone" in reader.text


# Every phone


def faces_of_games(reader: Reader) -> list[str]:
    """A page of every kind, by its address."""
    found = ["/new?n=1", "/new?step=2&n=1&variant=fundex2004.elimination"]
    for key in ALONE:
        address = begin(reader, key)
        game = record(key)[0]
        found.append(f"{address}?faces=1-4+6-6&deal=1")
        other = begin(reader, key)
        say_deal(reader, game[0])
        found.append(other)
    found += [f"{found[-1]}/log", f"{found[-1]}/log/2"]
    over = begin(reader, "fundex2004.knock-out")
    for event in record("fundex2004.knock-out")[0]:
        say_deal(reader, event) if "deal" in event else say(reader, event)
    columns = begin(reader, "fundex2004.solitaire")
    say_deal(reader, record("fundex2004.solitaire")[0][0])
    found += [over, f"{over}/round/1", f"{columns}?at=hint", f"{columns}?at=6-5"]
    reader.press("4-5 under")
    found += [columns, f"{columns}?at=c2&shown=6-3"]
    runs = begin(reader, "fundex2004.knock-out", knock="run")
    say_deal(reader, {"deal": LINE.split()})
    return [*found, runs, f"{runs}?at=2-2"]


def say_deal(reader: Reader, event: dict[str, Any]) -> None:
    """A deal in two steps: the tiles come by the address, as on a page that is loaded again."""
    reader.open(f"{reader.address.partition('?')[0]}?deal=1&faces={'+'.join(event['deal'])}")
    reader.press(next(each for each in reader.buttons("main") if each in READY))


def test_nothing_stands_in_the_way_of_a_screen_reader_or_of_a_thumb_on_a_small_phone(open_phone):
    phone = open_phone(viewport=SMALL)

    assert faults_of(phone, faces_of_games(Thumb(phone).beforehand)) == {}


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_the_buttons_after_a_game_stand_in_one_row_on_a_phone_held_across(open_phone, locale):
    thumb = Thumb(open_phone(viewport={"width": 640, "height": 360}, locale=locale))
    key = "fundex2004.solitaire"
    prepare(thumb, key, ("Ana",), [{"round": 1}, *record(key)[0]])
    buttons = thumb.phone.locator(".foot .actions > .button")

    boxes = [box_of(each) for each in buttons.all()]
    assert len(boxes) == 4
    assert len({round(each["y"]) for each in boxes}) == 1
    assert max(each["x"] + each["width"] for each in boxes) <= 640


def test_a_won_game_of_columns_fits_one_page_of_paper(phone):
    thumb = Thumb(phone)
    reader = thumb.beforehand
    address = begin(reader, "fundex2004.solitaire")
    for event in record("fundex2004.solitaire")[1]:
        say_deal(reader, event) if "deal" in event else say(reader, event)
    thumb.open(f"{address}/round/1")

    printed = phone.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) == 1


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_which_tile_is_next_is_told_on_one_line_on_small_phones(open_phone, locale):
    phone = open_phone(locale=locale, viewport=SMALL)
    _header, *said = lines_of(PLAYTHROUGHS / "fundex2004.elimination.jsonl")
    prepare(Thumb(phone), "fundex2004.elimination", ("Ana",), said[:8])
    assert phone.locator(".turn h2").evaluate(
        "each => each.offsetHeight < 1.5 * parseFloat(getComputedStyle(each).fontSize)"
    )
