"""A tile of a train, a chickenfoot or a trick is corrected where it lies, as a tile in a line is."""

from tests.web.reading import Reader
from tests.web.sitting import prepare

BID = (
    {"round": 1, "opener": "Ana"},
    {"by": "Ana", "bid": 35},
    *({"by": name, "bid": "pass"} for name in ("Ben", "Cal", "Dan")),
    {"by": "Ana", "trump": 6},
)
BEGUN = (
    {"round": 1},
    {"by": "Ana", "play": "9-9"},
    {"by": "Ana", "play": "9-1", "train": "Ana"},
    {"by": "Ben", "play": "9-2", "train": "Ben"},
    {"by": "Cal", "play": "9-3", "train": "Cal"},
    {"by": "Ana", "play": "1-0", "train": "Ana"},
)


def begin(client, *said):
    """Opens a table of three at which each has begun a train, and more was entered."""
    reader = Reader(client)
    players = ("Ana", "Ben", "Cal")
    return reader, prepare(reader, "traditional.mexican-train", players, [*BEGUN, *said], tiles="9")


def test_in_trains_a_tile_is_corrected_where_it_lies_and_a_pass_that_nobody_tapped_is_put_in(client):
    """Ben drew and passed: 9-6 was Cal's, and 6-5 was Ana's."""
    said = [
        {"by": "Ben", "play": "9-6", "train": "mexican"},
        {"by": "Cal", "play": "6-5", "train": "mexican"},
    ]
    reader, table = begin(client, {"by": "Ben", "draw": 1}, *said)
    reader.open(f"{table}/log/8")
    assert "9-6 · Ben · move 8 on the Mexican train" in reader.text
    assert "Wrong train it is on another one" in reader.text
    reader.follow("Wrong player")
    reader.follow("Cal, after Ben passed")
    assert "Before move 8 Ben passes 8 Cal's 9-6 9 Ana's 6-5" in reader.text
    reader.press("Enter it Ben passes")
    assert "Ben to play" in reader.open(table).text


def test_a_tile_on_the_wrong_number_that_stood_still_stands_on_another_train(client):
    let = {"by": "Ben", "play": "6-4", "train": "Ben", "out": 4, "stood": True}
    reader, table = begin(client, let)
    reader.open(f"{table}/log/7")
    reader.follow("Wrong train")
    reader.follow("Mexican train")
    reader.press("Change it 1 tile")
    assert "Ben on the Mexican train" in reader.open(f"{table}/log").text
    assert "Mexican train: 6-4; 4 is wanted" in client.get(table).text


def test_another_tile_that_stands_on_the_wrong_number_asks_which_half_points_out(client):
    """Ben's 8-2 stood on Cal's train, which ends in a 3; it was 6-4."""
    reader, table = begin(client, {"by": "Ben", "play": "8-2", "train": "Cal", "stood": True, "out": 8})
    reader.open(f"{table}/log/7")
    reader.follow("Wrong tile")
    reader.follow("6, ")
    reader.follow("6-4")
    assert "Say which half stays open: 6 or 4." in reader.text
    reader.follow("6 outward")
    reader.press("Change it 1 tile")
    assert "train: 9-3 and 6-4; 6 is wanted" in client.get(table).text


def test_a_draw_and_a_pass_that_nobody_tapped_are_put_in_together(client):
    """Ben drew and passed, and the phone still waited for Ben when Cal laid 9-6."""
    reader, table = begin(client, {"by": "Ben", "play": "9-6", "train": "mexican"})
    reader.open(f"{table}/log/7")
    reader.follow("Wrong player")
    reader.follow("Cal, after Ben drew 1 tile and passed")
    assert "Before move 7 Ben draws 1 tile and passes 7 Cal's 9-6" in reader.text
    reader.press("Enter it Ben draws 1 tile and passes")
    assert "Ana to play" in reader.open(table).text
    log = reader.open(f"{table}/log").text
    assert "Ben draws 1, 27 left" in log
    assert "Ben passes marker up" in log


def test_a_tile_that_nobody_tapped_may_fit_on_two_trains_and_the_page_asks_which(client):
    """Ben laid 4-2, and 6-4 was Cal's."""
    said = [{"by": "Ben", "play": "9-4", "train": "mexican"}, {"by": "Cal", "play": "3-0", "train": "Cal"}]
    said += [{"by": "Ana", "play": "5-0", "train": "Ana"}, {"by": "Ben", "play": "6-4", "train": "mexican"}]
    reader, table = begin(client, *said)
    reader.open(f"{table}/log/10?step=player")
    reader.follow("Cal, after Ben laid a tile")
    reader.follow("4, ")
    reader.follow("4-2")
    assert "Enter it" not in " ".join(reader.buttons())
    reader.follow("Ben")
    reader.press("Enter it Ben lays 4-2")
    log = reader.open(f"{table}/log").text
    assert log.count("Ben on own train") == 2
    assert "Cal on the Mexican train" in log


def test_at_a_chickenfoot_a_tile_may_lie_at_another_end(client):
    reader = Reader(client)
    tiles = [("Ana", "6-6"), ("Ben", "6-0"), ("Cal", "6-1"), ("Ana", "6-4"), ("Ben", "6-2")]
    said = [{"by": name, "play": tile} for name, tile in tiles]
    said.append({"by": "Cal", "play": "2-1", "at": "6-1/1"})
    table = prepare(
        reader, "traditional.chickenfoot", ("Ana", "Ben", "Cal"), [{"round": 1}, *said], tiles="6"
    )
    reader.open(f"{table}/log/7")
    reader.follow("Wrong place")
    assert not reader.has_link("on 6-1")
    reader.follow("on 6-2")
    assert "Cal lays 2-1 on 6-2" in reader.text
    reader.press("Change it 1 tile")
    assert "Cal on 6-2" in reader.open(f"{table}/log").text


def test_a_tile_of_a_trick_has_no_other_place_and_one_that_nobody_tapped_is_put_in(client):
    reader = Reader(client)
    said = [*BID, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-2"}]
    table = prepare(reader, "traditional.forty-two", ("Ana", "Ben", "Cal", "Dan"), said)
    reader.open(f"{table}/log/{len(said)}")
    assert "Wrong tile" in reader.text
    assert "place" not in reader.text
    reader.follow("Wrong player")
    reader.follow("Cal, after Ben laid a tile")
    reader.follow("6-4")
    reader.press("Enter it Ben lays 6-4")
    assert "Dan to follow" in reader.open(table).text
