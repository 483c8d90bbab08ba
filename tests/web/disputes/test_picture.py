"""A picture of the layout held against the record: an answer, never an entry."""

from tests.camera.eyes import PICTURE
from tests.web.reading import Reader
from tests.web.sitting import links_of, say, set_up

QUESTION = "Did we enter every tile?"
LAID = ["3-3", "5-3", "5-4"]


def ask(client) -> Reader:
    """The question at a table with 3 tiles."""
    reader = Reader(client, htmx=True)
    set_up(reader, "fundex2004.all-fives", ("Ana", "Ben"))
    say(reader, {"round": 1})
    for by, tile in zip(("Ana", "Ben", "Ana"), LAID, strict=True):
        say(reader, {"by": by, "play": tile})
    reader.follow("Ask the referee")
    reader.follow(QUESTION)
    return reader


def test_tiles_that_were_not_entered_and_entered_tiles_that_are_not_there_are_told(client, eyes):
    reader = ask(client)
    store = client.application.extensions["referee"]
    before = store.head(1)
    eyes.sees = [*LAID[:2], "6-5", "4-1?4-0"]
    text = reader.photograph(PICTURE).text
    assert "The picture shows 6-5 and 4-1; the record does not." in text
    assert "The record has 5-4; the picture does not." in text
    assert "Not sure: 4-1. Look at the table." in text
    assert store.head(1) == before


def test_a_picture_that_agrees_says_so_and_one_that_cannot_be_read_says_why(client, eyes):
    reader = ask(client)
    eyes.sees = LAID
    assert "The picture and the record agree: 3 tiles." in reader.photograph(PICTURE).text
    eyes.refuses = "busy"
    assert "The referee is looking at another picture." in reader.photograph(PICTURE).text
    assert reader.status == 503


def test_the_arrow_beside_the_answer_leads_back_to_the_refused_tile(client, eyes):
    reader = ask(client)
    reader.open(reader.address.partition("/ask")[0])
    reader.press("6-6, cannot go")
    refused = "6-6 fits none of the open ends"
    assert refused in reader.text
    reader.follow("Ask the referee")
    reader.follow(QUESTION)
    eyes.sees = LAID
    reader.photograph(PICTURE)
    reader.follow("Back")
    assert refused in reader.text


def test_who_only_watches_is_not_asked_for_a_picture(client, eyes):
    reader = ask(client)
    address = reader.address.partition("/ask")[0]
    watch = links_of(reader, address)["watch"]
    assert QUESTION not in reader.open(f"{watch}/ask").text
