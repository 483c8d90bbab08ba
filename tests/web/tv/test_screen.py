"""The screen for everybody: what it shows and to whom, the code that it may show, and what it asks for."""

import json
import re
from datetime import timedelta

import pytest

from referee.engine.sheets import VARIANTS
from referee.storage import links
from referee.storage.rows import NewEvent
from tests.folders import PLAYTHROUGHS
from tests.web.reading import HTMX, Reader
from tests.web.sitting import links_of, play_again, say, set_up
from tests.web.test_growth import Steps

PLAYERS = ("Ana", "Ben", "Cal")
TAPPED = re.compile(r"<(?:a|button|form|input|select|summary|details)\b")


@pytest.fixture
def keeper(app) -> Reader:
    """The scorekeeper of a new table of All Fives."""
    reader = Reader(app.test_client(), htmx=True)
    reader.table = set_up(reader, "fundex2004.all-fives", PLAYERS, claims="auto")
    return reader


def code_of(keeper) -> str:
    page = keeper.open(f"{keeper.table}/share")
    code = re.search(r'class="short-code">([^<]*)<', page.html)[1].replace(" ", "")
    keeper.open(keeper.table)
    return code


def television(app, address) -> Reader:
    screen = Reader(app.test_client())
    screen.open(address)
    return screen


def with_code(app, keeper) -> Reader:
    return television(app, f"/tv?code={code_of(keeper)}")


def ask(screen, address=""):
    """The answer to what the screen asks for."""
    return screen.client.get(address or screen.page.live, headers=HTMX)


def minutely(screen) -> str:
    """Where the screen asks once a minute."""
    return re.search(r'<i hx-get="([^"]*)"', screen.page.html)[1].replace("&amp;", "&")


# The way there


def test_the_code_is_put_together_key_by_key_and_leads_to_the_screen(app, keeper):
    screen = television(app, "/tv")
    for key in code_of(keeper):
        assert screen.address.startswith("/tv")
        screen.press(key)

    assert screen.address.startswith("/tv/")
    assert "All Fives" in screen.text


def test_a_key_deletes_the_last_letter(app):
    screen = television(app, "/tv?code=AC")
    screen.press("Delete")

    assert 'value="A"' in screen.page.html
    assert screen.status == 200


def test_a_code_that_nobody_has_is_told_and_counts_as_tried(app):
    screen = television(app, "/tv?code=QQQQQQ")

    assert screen.status == 404
    assert "No table has that code." in screen.text


def test_the_share_page_says_how_a_television_gets_there(app, keeper):
    keeper.open(f"{keeper.table}/share")

    assert "open http://localhost/tv there and type the same code" in keeper.text
    assert keeper.page.links["Show it on this screen"] == f"/tv?code={code_of(keeper)}"
    watch = links_of(keeper, keeper.table)["watch"].removeprefix("/t/")
    assert f"http://localhost/tv/{watch}" in keeper.open(f"{keeper.table}/share").html


def test_a_link_that_may_do_more_gives_way_to_the_one_that_watches(app, keeper):
    links = links_of(keeper, keeper.table)
    for which in ("owner", "keep", "seat-1"):
        screen = television(app, links[which].replace("/t/", "/tv/"))
        assert screen.address == links["watch"].replace("/t/", "/tv/")
        assert links[which].removeprefix("/t/") not in screen.page.html


# The code


def test_a_screen_that_came_by_the_code_shows_it_and_one_that_came_by_a_link_does_not(app, keeper):
    code = code_of(keeper)
    shown = f"{code[:3]} {code[3:]}"
    watch = links_of(keeper, keeper.table)["watch"].replace("/t/", "/tv/")

    assert shown in with_code(app, keeper).text
    plain = television(app, watch)
    assert shown not in plain.text
    assert 'class="qr"' not in plain.page.html


@pytest.mark.parametrize("change", ["ended", "another", "locked", "ran out"])
def test_a_code_that_lets_nobody_join_leaves_the_screen_within_a_minute(app, keeper, change, monkeypatch):
    screen = with_code(app, keeper)
    assert ask(screen, minutely(screen)).status_code == 204
    store = app.extensions["referee"]
    table = store.open(keeper.table.removeprefix("/t/"))[0].id
    if change == "ended":
        store.links.end_code(table)
    elif change == "another":
        store.links.new_code(table)
    elif change == "locked":
        store.links.lock(table, locked=True)
    else:
        monkeypatch.setattr(links, "CODE_LASTS", timedelta(hours=-1))
        store.links.new_code(table)

    answer = ask(screen, minutely(screen))

    assert answer.status_code == 200
    assert 'class="qr"' not in answer.text


def test_where_the_server_listens_on_this_computer_alone_there_is_no_code_to_scan(app, keeper):
    app.config["ONLY_HERE"] = True
    screen = with_code(app, keeper)

    assert "Other devices cannot reach this one yet" in screen.text
    assert 'class="qr"' not in screen.page.html
    assert ask(screen, minutely(screen)).status_code == 204


# Who may see what


def test_a_withdrawn_link_shows_the_way_to_another_table(app, keeper):
    screen = with_code(app, keeper)
    store = app.extensions["referee"]
    store.links.revoke(store.open(keeper.table.removeprefix("/t/"))[0].id, "watch")

    answer = ask(screen)
    assert answer.status_code == 404
    after = television(app, answer.headers["HX-Redirect"])
    assert after.status == 404
    assert "link no longer works" in after.text
    assert "A" in after.buttons("amount")
    assert "This table cannot be watched" in with_code(app, keeper).text


def test_an_open_claim_shows_no_number_at_any_end_and_no_sum(app):
    keeper = Reader(app.test_client(), htmx=True)
    keeper.table = set_up(keeper, "fundex2004.all-fives", PLAYERS)
    for event in ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-3"}):
        say(keeper, event)
    screen = with_code(app, keeper)

    assert "Ben may claim" in screen.text
    assert "15" not in screen.text
    ends = re.findall(r'<g class="place[^>]*>(.*?)</g>', screen.page.html)
    assert ends
    assert not [each for each in ends if "<text" in each]


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_every_game_is_shown_from_its_deal_to_its_end_with_nothing_to_tap(app, name):
    header, *events = map(json.loads, (PLAYTHROUGHS / f"{name}.jsonl").read_text("utf-8").splitlines())
    store = app.extensions["referee"]
    titles = set()
    for number in sorted({0, 1, len(events) // 2, len(events)}):
        row = store.import_table(header, [NewEvent(each) for each in events[:number]])
        screen = television(app, f"/tv/{row.links['watch']}")
        main = screen.page.html.partition("<main")[2]
        assert screen.status == 200
        assert not TAPPED.search(main), TAPPED.search(main)
        assert str(VARIANTS[name].title) in screen.text
        titles.add(re.search(r"<main[^>]* data-said=\"([^\"]*)\"", screen.page.html)[1])
    assert len(titles) > 1


# What it follows


def test_the_screen_follows_each_tile_and_the_next_round(app, keeper):
    screen = with_code(app, keeper)
    assert ask(screen).status_code == 204
    say(keeper, {"round": 1})
    say(keeper, {"by": "Ana", "play": "5-5"})
    screen.open(screen.page.live)

    assert "10 points for Ana" in screen.text
    assert "Ben to play" in screen.text
    assert "13 in the boneyard" in screen.text
    assert ask(screen).status_code == 204


def test_at_the_end_the_winner_stands_there_and_where_play_goes_on(app):
    name = "fundex2004.five-up"
    header, *events = map(json.loads, (PLAYTHROUGHS / f"{name}.jsonl").read_text("utf-8").splitlines())
    row = app.extensions["referee"].import_table(header, [NewEvent(each) for each in events])
    screen = television(app, f"/tv/{row.links['watch']}")

    assert "Ben wins with 61" in screen.text
    assert re.search(r'class="party now".*?Ben.*?61', screen.page.html, re.DOTALL)
    assert "Another match has a code of its own: open localhost/tv and type it." in screen.text


def test_once_the_same_players_play_again_the_screen_goes_to_their_new_table(app, keeper):
    keeper.table = set_up(keeper, "edge.block", PLAYERS, hand_size="1", target="9")
    for each in (
        {"round": 1},
        {"by": "Ana", "play": "6-6"},
        {"by": "Ben", "hand": ["5-4"]},
        {"by": "Cal", "hand": ["3-2"]},
    ):
        say(keeper, each)
    screen = television(app, links_of(keeper, keeper.table)["watch"].replace("/t/", "/tv/"))
    assert "Ana wins" in screen.text
    assert ask(screen).status_code == 204

    rematch = links_of(keeper, play_again(keeper, keeper.table))
    followed = ask(screen).headers["HX-Redirect"]

    assert followed == rematch["watch"].replace("/t/", "/tv/")
    assert "Ana wins" not in screen.open(followed).text


def test_a_player_with_another_name_is_shown_by_it(app, keeper):
    screen = with_code(app, keeper)
    keeper.open("/players")
    app.extensions["referee-presence"].change(
        app.extensions["referee"].open(keeper.table.removeprefix("/t/"))[0].id
    )

    assert ask(screen).status_code == 200


def test_who_comes_and_goes_changes_where_the_screen_asks_and_nothing_else(app, keeper):
    screen = with_code(app, keeper)
    guest = television(app, links_of(keeper, keeper.table)["seat-0"])
    assert guest.status == 200

    answer = ask(screen)
    assert answer.headers["HX-Retarget"] == "#live"
    assert "<main" not in answer.text
    screen.open(screen.page.live)
    assert ask(screen).status_code == 204


def test_the_screen_asks_at_no_more_cost_than_a_phone(app, keeper):
    say(keeper, {"round": 1})
    say(keeper, {"by": "Ana", "play": "5-5"})
    screen = with_code(app, keeper)
    phone = television(app, links_of(keeper, keeper.table)["watch"])
    screen.open(screen.address)
    costs = {}
    for who, reader in (("phone", phone), ("screen", screen)):
        for what, address in (
            ("nothing", reader.page.live),
            ("news", reader.page.live.replace("since=", "since=0")),
        ):
            ask(reader, address)
            with Steps() as steps:
                ask(reader, address)
            costs[who, what] = steps.number

    assert costs["screen", "nothing"] <= 1.1 * costs["phone", "nothing"], costs
    assert costs["screen", "news"] <= 2 * costs["phone", "news"], costs
