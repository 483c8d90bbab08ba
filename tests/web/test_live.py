"""A phone that another one overtakes: it shows what was said and loses nothing of what was begun on it."""

from __future__ import annotations

from tests.web.reading import Reader
from tests.web.sitting import say, set_up

BLOCK = "fundex2004.block-draw"
FIVES = "fundex2004.all-fives"


def sit(client, variant=BLOCK, players=("Ana", "Ben"), **switches):
    reader = Reader(client, htmx=True)
    return reader, set_up(reader, variant, players, **switches)


def begin(reader, *events):
    say(reader, {"round": 1})
    for by, tile, *at in events:
        say(reader, {"by": by, "play": tile, "at": at[0] if at else ""})


def other_phone(app, address):
    other = Reader(app.test_client(), htmx=True)
    other.open(address)
    return other


def look(reader):
    """The phone asks for news, as its page tells it to."""
    address = reader.page.live
    assert address
    return reader.open(address)


def test_a_phone_in_the_middle_of_nothing_is_told_nothing_but_the_table(app, client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"))
    other = other_phone(app, address)
    say(reader, {"by": "Ben", "play": "6-4"})

    look(other)

    assert "Ben lays 6-4 on 6-6" in other.text
    assert "Meanwhile" not in other.text


def test_a_number_chosen_on_the_pad_stays_chosen(app, client):
    reader, address = sit(client, tiles="9")
    say(reader, {"round": 1})
    say(reader, {"by": "Ana", "play": "9-9"}, 9)
    other = other_phone(app, address)
    other.follow("9, ")
    assert "9-7" in other.buttons()
    say(reader, {"by": "Ben", "play": "9-8"}, 9)

    look(other)

    assert "Meanwhile: Ben lays 9-8 on 9-9." in other.text
    assert "9-7" in other.buttons()
    assert "Ana to play" in other.text


def show_hands(client):
    """A round that Ana ended; Ben and Cal hold three tiles each."""
    reader, address = sit(client, "edge.block", ("Ana", "Ben", "Cal"), hand_size="3")
    begin(reader, ("Ana", "6-6"))
    for tile in ("6-5", "5-4"):
        say(reader, {"by": "Ben", "pass": True})
        say(reader, {"by": "Cal", "pass": True})
        say(reader, {"by": "Ana", "play": tile})
    assert "Ana is out." in reader.text
    return reader, address


def test_a_hand_that_is_being_shown_keeps_its_tiles_when_another_hand_comes_in(app, client):
    reader, address = show_hands(client)
    other = other_phone(app, address)
    other.follow("Cal")
    other.press("3-3")
    say(reader, {"by": "Ben", "hand": ["3-2", "2-2", "1-1"]})

    look(other)

    assert "Cal holds 3 tiles, 1 shown" in other.text
    assert "Meanwhile: Ben" in other.text
    assert "1-1" not in other.buttons()
    for tile in ("2-0", "1-0"):
        other.press(tile)
    assert "settled" in other.text


def test_a_hand_that_somebody_else_has_shown_is_not_shown_again(app, client):
    reader, address = show_hands(client)
    other = other_phone(app, address)
    other.press("3-3")
    assert "Ben holds 3 tiles, 1 shown" in other.text
    say(reader, {"by": "Ben", "hand": ["3-2", "2-2", "1-1"]})

    look(other)

    assert "Cal holds 3 tiles, none shown" in other.text
    assert "What you had begun no longer fits." in other.text


def test_a_question_about_a_tile_goes_away_with_the_turn(app, client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "5-5"), ("Ben", "6-1", "6-6/6"))
    other = other_phone(app, address)
    other.press("5-1")
    assert "on which tile?" in other.text
    say(reader, {"by": "Ana", "play": "5-4"})

    look(other)

    assert "on which tile?" not in other.text
    assert "Meanwhile: Ana lays 5-4 on 5-5. What you had begun no longer fits." in other.text
    assert "Ben to play" in other.text


def test_a_question_about_a_tile_stays_while_its_player_is_to_act(app, client):
    reader, address = sit(client, FIVES)
    begin(reader, ("Ana", "6-6"), ("Ben", "6-3"), ("Ana", "3-3"), ("Ben", "6-4", "6-6/6"))
    other = other_phone(app, address)
    other.press("4-3")
    assert "on which tile?" in other.text
    say(reader, {"by": "Ben", "claim": 10})

    look(other)

    assert "Meanwhile: Ben claims 10 points" in other.text
    assert "Ana lays 4-3 on which tile?" in other.text


def test_a_claim_is_never_moved_to_another_tile(app, client):
    reader, address = sit(client, FIVES, ("Ana", "Ben", "Cal"))
    begin(reader, ("Ana", "6-6"), ("Ben", "6-3"))
    claiming, calling = other_phone(app, address), other_phone(app, address)
    claiming.follow("Claim")
    assert "Ben claims" in claiming.text
    calling.follow("Muggins")
    assert "Muggins on 6-6" in calling.text or "Muggins on 6-3" in calling.text
    say(reader, {"by": "Cal", "play": "6-1", "at": "6-6/6"})

    look(claiming)

    assert "Cal claims" not in claiming.text
    assert "What you had begun no longer fits." in claiming.text


def test_a_call_goes_on_while_its_tile_may_be_called_on(app, client):
    reader, address = sit(client, FIVES, ("Ana", "Ben", "Cal"))
    begin(reader, ("Ana", "6-6"), ("Ben", "6-3"))
    calling = other_phone(app, address)
    calling.follow("Muggins")
    on = calling.text
    say(reader, {"by": "Cal", "draw": 1})

    look(calling)

    assert calling.text[calling.text.index("Muggins on") :] == on[on.index("Muggins on") :]
    assert "Meanwhile: Cal draws" in calling.text


def test_a_place_that_is_covered_is_not_asked_for_any_more(app, client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"), ("Ben", "6-5"))
    other, another = other_phone(app, address), other_phone(app, address)
    other.open(f"{address}?at=6-5/5")
    another.open(f"{address}?at=6-6/6")
    assert "Ana to play on 6-5" in other.text
    say(reader, {"by": "Ana", "play": "5-4"})

    look(other)
    look(another)

    assert "Ben to play on" not in other.text
    assert "Ben to play on 6-6" in another.text


def test_what_was_taken_back_is_told_and_a_question_does_not_outlive_it(app, client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "5-5"), ("Ben", "6-1", "6-6/6"))
    other = other_phone(app, address)
    other.press("5-1")
    reader.press("Undo")

    look(other)

    assert "on which tile?" not in other.text
    assert "Meanwhile: taken back: Ben's 6-1" in other.text


def test_whoever_was_away_for_long_is_told_the_last_of_it(app, client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"))
    other = other_phone(app, address)
    for by, tile, *at in (("Ben", "6-5"), ("Ana", "5-5"), ("Ben", "6-1", "6-6/6"), ("Ana", "1-1")):
        say(reader, {"by": by, "play": tile, "at": at[0] if at else ""})

    other.press("6-4")

    assert other.status == 409
    assert "Meanwhile 4 entries, the last: Ana lays 5-5 on 6-5. " in other.text
    assert "Ana lays 1-1 on 6-1. What you tapped was not written down." in other.text
