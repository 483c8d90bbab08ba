"""Home: the match in play first, the same players again in one tap, quick games; and one tap away from every page."""

import re

import pytest
from playwright.sync_api import expect

from referee.web.parts import open_tables
from referee.web.tables import home
from tests.web.looking import SMALL, faults_of, resized
from tests.web.reading import Reader
from tests.web.sitting import prepare, say, set_up_by_steps
from tests.web.touching import Thumb, box_of

SIZES = [(390, 844), (390, 664), (360, 640)]
CROSS = [
    {"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-3"}, {"by": "Cal", "play": "6-4"},
    {"by": "Ana", "play": "6-5"},
]  # fmt: skip
OVER = [{"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "hand": ["5-4"]}]


def running(reader):
    address = set_up_by_steps(
        reader, "fundex2004.all-fives", ("Ana", "Ben", "Cal"), spinner="first_double", claims="auto"
    )
    for event in CROSS:
        say(reader, event)
    return address


def finished(reader, **switches):
    address = set_up_by_steps(reader, "edge.block", ("Ana", "Ben"), hand_size="1", target="9", **switches)
    for event in OVER:
        say(reader, event)
    return address


def card(page):
    return re.search(r'<a class="panel".*?</a>', page.html, re.DOTALL)[0]


def test_the_match_in_play_comes_first_with_its_layout_its_scores_and_whose_turn_it_is(reader):
    address = running(reader)

    shown = card(reader.open("/"))

    assert f'href="{address}"' in shown
    assert shown.count('<g class="tile') == 4
    assert re.search(r'party now"><b class="name">Ben</b> <b class="score">\d+</b>', shown)
    assert "Resume · Ben to play" in shown
    assert reader.text.index("All Fives") < reader.text.index("New game")


def test_while_a_claim_is_open_the_card_tells_no_more_than_the_table(reader):
    address = set_up_by_steps(reader, "fundex2004.all-fives", ("Ana", "Ben"))
    say(reader, {"round": 1})
    say(reader, {"by": "Ana", "play": "5-5"})

    places = re.findall(r'<g class="place[^"]*"', reader.open(address).html)

    assert places
    assert re.findall(r'<g class="place[^"]*"', card(reader.open("/"))) == places
    assert '<g class="place counts"' not in card(reader.page)


def test_names_of_one_letter_and_of_two_stand_on_the_card_in_either_language(reader):
    prepare(reader, "edge.block", ("Al", "B"))
    for language in ("en", "es"):
        page = reader.client.get("/", headers={"Accept-Language": language}).text
        assert re.findall(r'<b class="name">(.*?)</b>', page) == ["Al", "B"]


def test_other_matches_in_play_are_lines_under_the_card(reader):
    finished(reader)
    set_up_by_steps(reader, "fundex2004.five-up", ("Flo", "Gus"))
    running(reader)

    text = reader.open("/").text

    assert text.index("Cal") < text.index("Flo, Gus") < text.index("Same players again")


def test_the_same_players_sit_again_in_one_tap_with_their_house_rules_at_the_deal(reader, app):
    old = finished(reader)
    reader.open("/")
    assert "Ana and Ben · Block" in reader.text

    reader.press("Same players again")

    assert reader.address not in (old, "/")
    assert "to 9 · 2 house rules" in reader.text
    assert "The tiles are dealt" in reader.buttons()
    one, other = (app.extensions["referee"].table(number).header for number in (1, 2))
    assert {**one, "date": ""} == {**other, "date": ""}


def test_only_who_has_a_link_can_play_the_same_again(reader, app):
    finished(reader)
    reader.open("/")
    form = next(each for each in reader.page.forms if each.action.endswith("/rematch"))
    stranger = Reader(app.test_client())
    stranger.open("/")
    fields = {"csrf_token": next(each for each in stranger.page.forms).fields["csrf_token"]}

    assert stranger.client.post("/t/nothing/rematch", data=fields).status_code == 404
    assert stranger.client.post(form.action, data=fields).status_code == 303  # a link is all that it takes


def test_a_first_visit_shows_a_played_cross_and_three_games_to_begin_with(reader):
    page = reader.open("/")

    assert page.html.count('class="place') == 4
    assert [each for each in ("Block and Draw", "All Fives", "Muggins") if each not in page.text] == []
    assert "Resume" not in page.text
    assert "Same players again" not in page.text


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("es-DO,es;q=0.9", "Dominó dominicano"),
        ("es-ES", "Dominó español"),
        ("es-419,es;q=0.9", "Parejas"),
        ("es", "Parejas"),
        ("en-US,es-MX;q=0.8", "Block and Draw"),
    ],
)
def test_the_game_of_the_country_where_a_phones_language_is_spoken_comes_first(client, asked, first):
    page = client.get("/", headers={"Accept-Language": asked}).text

    assert re.findall(r"<b[^>]*>([^<]+)</b><small>", page)[0] == first


def test_who_has_played_here_is_not_told_again_what_this_is(reader):
    introduction = "Play with your own dominoes"
    assert introduction in reader.open("/").text

    finished(reader)

    assert introduction not in reader.open("/").text
    assert 'class="place' not in reader.page.html


def test_the_games_played_most_on_this_phone_are_offered_first(reader):
    for _ in range(2):
        set_up_by_steps(reader, "edge.draw", ("Ana", "Ben"))
    set_up_by_steps(reader, "fundex2004.matador", ("Ana", "Ben"))
    page = reader.open("/")

    games = re.findall(r'class="button choice" href="[^"]*variant=([^"&]*)', page.html)
    assert games == ["edge.draw", "fundex2004.matador", "fundex2004.block-draw"]
    reader.follow("Draw Edge")
    assert "2 of 3" in reader.text


@pytest.mark.parametrize("key", sorted(home.VARIANTS))
def test_every_game_has_a_still_life_of_its_own_opening(key):
    from referee.web.tables.small_pictures import still_life

    assert "<svg" in still_life(key)


def test_home_draws_and_judges_nothing_that_is_kept(reader, monkeypatch):
    running(reader)
    first = reader.open("/").html

    def never(*_: object, **__: object) -> object:
        raise AssertionError("judged or drawn again")

    monkeypatch.setattr(open_tables, "read_log", never)
    monkeypatch.setattr(open_tables, "arrange", never)
    monkeypatch.setattr("referee.web.parts.pictures.layout_svg", never)

    assert card(reader.open("/")) in first


def test_home_judges_no_more_tables_than_it_shows(app, reader, monkeypatch):
    for number in range(8):
        set_up_by_steps(reader, "edge.draw", ("Ana", f"Ben {number}"))
    reader.open("/")
    app.extensions.pop("referee-book")
    judged = []
    open_table = home.open_table
    monkeypatch.setattr(home, "open_table", lambda link: judged.append(link) or open_table(link))

    reader.open("/")

    assert len(judged) == home.RUNNING


# One tap away

# What is no page, and pages that only come up in the middle of something: all of these are made with the same top bar.
NOT_WALKED = {
    "static", "phones.worker", "phones.picture", "rounds.live", "health.healthz",
    "second_book.events", "works.take", "downloads.whole",
    "downloads.one_round", "works.show", "disputes.proof", "disputes.mend", "disputes.count",
    "camera.check", "ranks.table_ranks", "tables.home", "tables.others",
    "tv.show", "tv.live",  # a television has nothing to tap
}  # fmt: skip


def pages_of(reader):
    """An address of every kind of page that somebody can come to."""
    over = finished(reader, save_as="Ours")
    address = running(reader)
    return [
        address, f"{address}/log", f"{address}/log/3", f"{address}/share", f"{address}/exports", f"{address}/match",
        f"{address}/ask", f"{address}/rules", f"{address}/proof", over, f"{over}/round/1", f"{over}/match",
        f"{over}/elsewhere", f"{address}/without-tiles", f"{address}/change",
        f"{over}/open", f"{over}/round/1/code", "/rules/hasbro2003.poker/ranks", "/new", "/new?step=2&variant=edge.block",
        "/new?step=3&variant=edge.block&player=Ana&player=Ben",
        "/new?step=4&variant=edge.block&player=Ana&player=Ben", "/join", "/tables", "/players", "/players/Ana",
        "/phone", "/tv", "/house-rules", "/import", "/rules", "/rules/fundex2004.all-fives",
        "/rules/compare?v=edge.block&v=edge.draw", "/nothing",
    ]  # fmt: skip


def test_home_is_one_tap_from_every_page(reader):
    without = []
    for address in pages_of(reader):
        page = reader.open(address)
        assert reader.status == (404 if address == "/nothing" else 200), address
        if page.links.get("Home") != "/":
            without.append(address)

    assert without == []


def test_every_kind_of_page_is_walked(app, reader):
    walked = {
        app.url_map.bind("").match(each.partition("?")[0])[0]
        for each in pages_of(reader)
        if each != "/nothing"
    }
    pages = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and rule.endpoint not in walked
    }

    assert pages <= NOT_WALKED, pages - NOT_WALKED


def test_home_is_tapped_from_the_table_and_back_on_every_phone(thumb):
    address = prepare(thumb, "fundex2004.block-draw", ("Ana", "Ben"), [{"round": 1}])
    for _ in resized(thumb.phone, SIZES):
        thumb.phone.get_by_role("link", name="Home").tap()
        thumb.phone.get_by_role("link", name="Resume").tap()

        expect(thumb.phone.locator("#table")).to_be_visible()
        assert thumb.address == address


def test_the_match_in_play_is_whole_on_the_first_screen_of_every_phone(thumb):
    running(thumb.beforehand)
    thumb.open("/")
    for _, height in resized(thumb.phone, SIZES):
        box = box_of(thumb.phone.locator(".panel"))

        assert box["y"] + box["height"] <= height


def test_a_first_visit_has_the_games_to_begin_with_on_a_phone_held_sideways(open_phone):
    phone = open_phone(viewport={"width": 640, "height": 360})
    phone.goto("/")

    bottoms = phone.locator(".quick svg").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().bottom)"
    )
    assert max(bottoms) <= 360


BROKEN = """all => all.flatMap(each => {
    const text = each.firstChild, range = document.createRange();
    return [...text.data.matchAll(/\\S+/g)].filter(({0: word, index}) => {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
    }).map(each => each[0]);
})"""


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_the_names_of_the_games_to_begin_are_whole_words(open_phone, locale):
    thumb = Thumb(open_phone(locale=locale, viewport=SMALL))
    for game in ("traditional.partners-femundo", "traditional.partners-venezuelan"):
        prepare(thumb, game, ("Ana", "Ben", "Cal", "Dan"))
    prepare(thumb, "fundex2004.elimination", ("Ana",))
    thumb.open("/")

    assert thumb.phone.eval_on_selector_all(".quick b", BROKEN) == []


def test_names_of_eleven_letters_are_whole_in_the_scores_of_the_last_table(open_phone):
    thumb = Thumb(open_phone(viewport=SMALL))
    prepare(thumb, "traditional.all-fives", ("Ana", "Wilhelmina", "Christopher", "Dan"), [{"round": 1}])
    thumb.open("/")

    names = thumb.phone.locator(".panel .party .name")
    assert names.count() == 4
    assert names.evaluate_all(BROKEN) == []


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_nothing_stands_in_the_way_at_home(open_phone, locale):
    thumb = Thumb(open_phone(locale=locale, viewport=SMALL))
    reader = thumb.beforehand
    finished(reader)
    set_up_by_steps(reader, "fundex2004.five-up", ("Flo", "Gus"))
    running(reader)

    assert faults_of(thumb.phone, ["/"]) == {}
