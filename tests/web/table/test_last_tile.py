"""The last tile of a round where players claim: the page asks for claims, and one button goes on to the hands."""

import pytest

from tests.web.reading import Reader
from tests.web.sitting import links_of, say, set_up

# Ben draws the whole boneyard, so all that he is left with is certain: 143 pips.
CERTAIN = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "draw": 24},
    {"by": "Ben", "play": "6-2"},
)
UNCERTAIN = ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-2"})
SCORES, SCORES_NOT = {"by": "Ana", "play": "3-2"}, {"by": "Ana", "play": "2-1"}


def table_after(app, *events, variant="fundex2004.all-fives"):
    reader = Reader(app.test_client(), htmx=True)
    address = set_up(
        reader, variant, ("Ana", "Ben"), tiles="6", hand_size="2", must_play="false", optional_draw="any"
    )
    for event in events:
        say(reader, event)
    return reader, address


@pytest.mark.parametrize("variant", ["fundex2004.all-fives", "hasbro2003.muggins"])
def test_where_the_hands_are_certain_one_button_says_that_nobody_claims(app, variant):
    reader, _ = table_after(app, *CERTAIN, SCORES, variant=variant)

    assert "Any claims on 3-2?" in reader.text
    assert reader.has_link("Claim")
    assert reader.has_link("Muggins")
    assert reader.buttons("main") == ["No claims: settle"]

    reader.press("No claims: settle")
    assert "143" in reader.text
    assert "Next round" in " ".join(reader.buttons()) or "wins" in reader.text


def test_a_claim_on_the_last_tile_counts_before_the_hands_are_settled(app):
    reader, _ = table_after(app, *CERTAIN, SCORES, {"by": "Ana", "claim": 15})

    assert "Ana claims 15 points for 3-2" in reader.text or "Ana has claimed" in reader.text
    reader.press("No claims: settle")
    assert "160" in reader.text


def test_another_player_may_call_the_last_tile(app):
    reader, _ = table_after(app, *CERTAIN, SCORES, {"by": "Ben", "muggins": 15})

    assert not reader.has_link("Claim")
    reader.press("No claims: settle")
    assert "145" in reader.text
    assert "160" not in reader.text


def test_the_player_of_the_last_tile_may_call_the_tile_before(app):
    before = ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-3"})
    reader, address = table_after(app, *before, SCORES)
    at_ana = Reader(app.test_client(), htmx=True)
    at_ana.open(links_of(reader, address)["seat-0"])
    assert at_ana.has_link("Muggins")

    reader.open(address)
    reader.follow("Muggins")
    assert "on 3-2 or earlier" in reader.text
    assert "Ana calls" in reader.text
    assert "Ben calls" in reader.text
    reader.open(address)
    say(reader, {"by": "Ana", "muggins": 15})
    assert "Ana takes the 15 Ben missed" in reader.text


def test_a_call_on_the_last_tile_is_answered(app):
    wrong = {"by": "Ben", "muggins": 5}
    for tile, called, told in (
        (SCORES, {"by": "Ana", "claim": 15}, "Ana claims 15 points for 3-2"),
        (SCORES_NOT, wrong, "Ben calls 5 points 2-1 does not score that"),
    ):
        reader, _ = table_after(app, *UNCERTAIN, tile, called)
        assert told in reader.text
        assert "Any claims on" in reader.text


def test_where_hands_have_to_be_shown_the_button_leads_to_the_first(app):
    reader, address = table_after(app, *UNCERTAIN, SCORES)

    assert "Any claims on 3-2?" in reader.text
    reader.follow("No claims: show the hands")
    assert "Ben holds 1 tile" in reader.text
    reader.press("5-5")
    assert "Ana missed 15 points" in reader.open(f"{address}/log").text


@pytest.mark.parametrize("played", [CERTAIN, UNCERTAIN], ids=["certain", "uncertain"])
def test_the_page_is_the_same_whether_or_not_the_last_tile_scores(app, played):
    pages = []
    for last in (SCORES, SCORES_NOT):
        reader, _ = table_after(app, *played, last)
        links = [name.replace(last["play"], "the last tile") for name in reader.page.links]
        pages.append((reader.buttons(), links))
    assert pages[0] == pages[1]


def test_a_seat_settles_with_its_own_hand_only(app):
    reader, address = table_after(app, *CERTAIN, SCORES)
    links = links_of(reader, address)
    at_ana, at_ben = (Reader(app.test_client(), htmx=True) for _ in range(2))

    at_ana.open(links["seat-0"])
    assert at_ana.buttons("main") == ["No claims: settle"]
    at_ben.open(links["seat-1"])
    at_ben.press("No claims: settle")
    assert "145" in at_ben.text
