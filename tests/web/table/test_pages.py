"""The pages around the table: home, a new table, links, rules, paper."""

import gzip
import re

import pytest

from referee.engine.sheets import LINE_GAMES
from tests.simulating import NAMES
from tests.web.reading import Reader
from tests.web.sitting import prepare, say, set_up

LAID = ({"round": 1}, {"by": "Ana", "play": "6-6"})


@pytest.fixture
def reader(client):
    return Reader(client)


def choose(reader, variant, n="2"):
    reader.open(f"/new?n={n}")
    return reader.open(
        next(each for each in reader.page.links.values() if f"step=2&n={n}&variant={variant}" in each)
    )


def test_saved_tables_are_those_of_this_phone_only(client, app):
    mine = Reader(client)
    set_up(mine, "fundex2004.five-up", ("Ana", "Ben"))

    assert re.search(r"Five Up Ana, Ben · [^·]+ 0 · 0", mine.open("/tables").text)
    assert "Five Up" not in Reader(app.test_client()).open("/tables").text


@pytest.mark.parametrize("typed", ["-5", "10000", ""])
def test_undo_is_not_stopped_by_what_was_typed_beside_it(client, typed):
    reader = Reader(client, htmx=True)
    address = prepare(reader, "edge.block", ("Ana", "Ben"), LAID, hand_size="1")
    reader.open(f"{address}?hand=Ben&pips=1")

    reader.press("Undo", pips=typed)

    assert reader.status == 200
    assert "Taken back Ana's 6-6" in reader.text


def test_finished_matches_are_listed_after_those_still_playing(client):
    reader = Reader(client, htmx=True)
    set_up(reader, "edge.block", ("Ana", "Ben"), hand_size="1", target="9")
    for event in ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "hand": ["5-4"]}):
        say(reader, event)
    set_up(reader, "fundex2004.five-up", ("Cal", "Dee"))

    text = reader.open("/tables").text

    assert re.search(r"Still playing Five Up Cal, Dee .* Finished Block Ana, Ben · [^·]+ Ana won", text)


def test_games_are_narrowed_by_the_number_of_players(reader):
    assert "Edge" in reader.open("/new?n=4").text
    crowded = reader.open("/new?n=6").text

    assert "Hasbro 2003" in crowded
    assert "Edge" not in crowded


def test_games_stand_by_sheet_when_asked(reader):
    by_sheet = reader.open("/new?n=2&by=sheet").html

    groups = re.findall(r'class="group">([^<]*)<', by_sheet)
    assert len(groups) == len({variant.sheet.title for variant in LINE_GAMES.values()})
    assert "Edge" in groups


def test_without_a_game_the_second_step_asks_for_one(reader):
    reader.open("/new?step=2")

    assert "Choose a game first." in reader.page.text


def test_players_sit_down_move_and_leave_without_a_script(reader):
    choose(reader, "fundex2004.all-fives", "3")
    for name in ("Ana", "Ben", "Cal"):
        reader.press("Add", typed=name)

    reader.press("Ana sits one seat later")
    assert seats(reader) == ["Ben", "Ana", "Cal"]
    reader.press("Ana does not play")
    assert seats(reader) == ["Ben", "Cal"]
    assert "2 players, 7 tiles each" in reader.page.text


def seats(reader):
    return reader.page.forms[0].fields.getlist("player")


def test_a_name_typed_but_not_added_is_not_lost(reader):
    choose(reader, "fundex2004.all-fives")
    reader.press("Add", typed="Ana")
    reader.press("Next", typed="Ben")

    assert "3 of 3" in reader.page.text
    assert reader.page.forms[0].fields.getlist("player") == ["Ana", "Ben"]


def test_two_players_of_one_name_are_told_apart(reader):
    choose(reader, "fundex2004.all-fives")
    reader.press("Add", typed="Ana")
    reader.press("Add", typed="Ana")

    assert "Ana is at this table already. Change one of the names." in reader.page.text
    assert seats(reader) == ["Ana"]
    assert reader.page.forms[0].fields["typed"] == "Ana"


def test_the_page_before_the_round_names_the_double_that_lies_first(reader):
    set_up(reader, "hasbro2003.sebastopol", ("Ana", "Ben", "Cal", "Dan"))

    shown, _, _folded = reader.page.text.partition("All rules, in order of play")
    assert "The opening double is 6-6." in shown


def test_too_few_players_are_refused_with_the_reason(reader):
    choose(reader, "fundex2004.all-fives")
    reader.press("Add", typed="Ana")
    reader.press("Next")

    assert "All Fives is for 2 to 4 players, and 1 player sits here." in reader.page.text
    assert seats(reader) == ["Ana"]


def test_a_game_for_one_at_which_nobody_sits_says_so(reader):
    choose(reader, "fundex2004.solitaire", "1")
    reader.press("Next")

    assert "Domino Solitaire is for 1 player, and nobody sits here yet." in reader.page.text


def test_players_met_before_can_be_seated_by_a_tap(client):
    reader = Reader(client)
    set_up(reader, "fundex2004.five-up", ("Ana", "Ben"))
    choose(reader, "fundex2004.all-fives")

    reader.press("Ben")

    assert seats(reader) == ["Ben"]
    assert "Ben" not in reader.buttons("chip")


def test_partners_sit_opposite_and_share_a_score(client):
    reader = Reader(client, htmx=True)
    set_up(reader, "edge.muggins", ("Ana", "Ben", "Cal", "Dee"), paired="yes")
    say(reader, {"round": 1})
    say(reader, {"by": "Ana", "play": "5-5"})

    assert reader.page.html.count('class="score"') == 2
    assert "Ben to play" in reader.page.text
    assert "2 points for Ana & Cal" in reader.page.text


@pytest.mark.parametrize("key", sorted(LINE_GAMES))
def test_a_table_opened_as_the_form_stands_has_no_house_rules(client, key):
    reader = Reader(client)
    least, _ = LINE_GAMES[key].player_range(LINE_GAMES[key].tiles)

    set_up(reader, key, NAMES[:least])

    assert "each" in reader.page.text
    assert "house rule" not in reader.page.text


def test_a_house_rule_is_kept_and_shown_before_the_first_tile(reader):
    set_up(reader, "fundex2004.all-fives", ("Ana", "Ben"), spinner="first_double", target="150")

    assert "to 150 · 2 house rules" in reader.page.text
    assert "The first double is open on both sides and both ends." in reader.page.text
    assert "The highest double opens the round." in reader.page.text
    assert "Seven tiles each" in reader.page.text


def test_what_cannot_be_played_is_refused_at_its_rule_and_nothing_typed_is_lost(reader):
    reader.open("/new?step=4&variant=fundex2004.all-fives&player=Ana&player=Ben")
    reader.press("Done", hand_size="15", target="150")

    assert reader.status == 422
    assert "2 players with 15 tiles each need 30 tiles" in reader.page.text
    assert reader.page.forms[0].fields["target"] == "150"
    assert reader.page.forms[0].fields["hand_size"] == "15"
    assert reader.page.forms[0].fields.getlist("player") == ["Ana", "Ben"]


def test_a_target_that_is_no_number_is_refused(reader):
    reader.open("/new?step=4&variant=fundex2004.all-fives&player=Ana&player=Ben")
    reader.press("Done", target="many")

    assert reader.status == 422
    assert "many is not a number that this rule can have." in reader.page.text


def test_who_opens_is_named_where_lots_decide(reader):
    set_up(reader, "fundex2004.five-up", ("Ana", "Ben"))

    reader.press("Ben")

    assert reader.page.text.count("Ben opens") == 1
    reader.press("6-4")
    assert "2 points for Ben" in reader.page.text


def test_a_claim_is_told_once(reader):
    laid = ({"round": 1}, {"by": "Ana", "play": "5-5"}, {"by": "Ana", "claim": 10})
    prepare(reader, "hasbro2003.muggins", ("Ana", "Ben"), laid, tiles="6")

    assert reader.page.text.count("Ana claims 10 points") == 1
    assert "has claimed" not in reader.page.text
    assert "Muggins may be called" in reader.page.text


def test_after_a_claim_the_page_says_on_which_tile_muggins_may_be_called(reader):
    laid = ({"round": 1}, {"by": "Ana", "play": "5-5"}, {"by": "Ben", "play": "5-0"})
    prepare(reader, "fundex2004.all-fives", ("Ana", "Ben", "Cal"), laid, tiles="6")

    say(reader, {"by": "Ben", "claim": 10})

    assert "Muggins may be called on 5-5" in reader.page.text


def test_a_rematch_begins_with_the_same_players_and_rules(client):
    reader = Reader(client, htmx=True)
    old = set_up(reader, "edge.block", ("Ana", "Ben"), hand_size="1", target="9")
    for event in ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "hand": ["5-4"]}):
        say(reader, event)

    reader.press("Same players again")
    assert "to 9 · 2 house rules" in reader.page.text
    assert "The tiles are dealt" in reader.buttons()
    assert reader.address != old


def test_a_link_that_nobody_made_opens_nothing(client):
    for path in ("/t/nothing", "/t/nothing/log", "/t/nothing/share", "/t/nothing/round/1", "/rules/nothing"):
        assert client.get(path).status_code == 404


def test_the_links_come_with_a_code_each(reader):
    address = set_up(reader, "fundex2004.five-up", ("Ana", "Ben"))

    page = reader.open(f"{address}/share")

    assert page.html.count('class="code"') == 6
    assert f"http://localhost{address}" in page.links


@pytest.mark.parametrize("key", sorted(LINE_GAMES))
def test_the_rules_of_each_variant_stand_with_their_sources(client, key):
    page = client.get(f"/rules/{key}").text

    assert page.count('class="rule"') > 20
    assert LINE_GAMES[key].sheet.title in page


def test_a_ruling_leads_to_its_rule(client):
    reader = Reader(client, htmx=True)
    set_up(reader, "fundex2004.block-draw", ("Ana", "Ben"))
    say(reader, {"round": 1})
    say(reader, {"by": "Ana", "play": "6-6"})
    reader.press("Pass")

    address = next(each for name, each in reader.page.links.items() if name.startswith("Fundex 2004"))
    path, _, anchor = address.partition("#")

    assert f'id="{anchor}"' in client.get(path).text


ROUND = (
    {"round": 1},
    {"by": "Ben", "play": "6-6"},
    {"by": "Ana", "play": "6-3"},
    {"by": "Ben", "draw": 2},
    {"by": "Ben", "play": "3-1"},
    {"by": "Ana", "play": "6-2", "at": "6-6/6"},
)


def test_a_round_on_paper_holds_everything_that_was_said(client):
    reader = Reader(client, htmx=True)
    address = set_up(reader, "fundex2004.all-fives", ("Ana", "Ben"), claims="auto", hand_size="2")
    for event in ROUND:
        say(reader, event)
    say(reader, {"by": "Ben", "hand": ["5-5", "4-4"]})

    page = reader.open(f"{address}/round/1")

    for words in (
        "All Fives", "Fundex 2004 · double-six · to 100", "Round 1", "Ana and Ben",
        "House rule: The referee counts every tile; nobody has to claim.", "opens", "draws 2", "on 6-6",
        "6 + 6 + 3 = 15", "+15", "Ana goes out with 6-2", "Left in hand", "20", "Total",
    ):  # fmt: skip
        assert words in page.text, words
    assert page.html.count("<footer>") == 1


@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_page_of_a_round_that_is_not_over_leads_to_the_table(client, number):
    reader = Reader(client, htmx=True)
    address = set_up(reader, "fundex2004.all-fives", ("Ana", "Ben"))
    say(reader, {"round": 1})

    assert client.get(f"{address}/round/{number}").headers["Location"] == address


def test_the_pages_are_small_enough_for_a_bad_connection(client):
    reader = Reader(client, htmx=True)
    address = set_up(reader, "fundex2004.block-draw", tuple("ABCD"), tiles="15")
    say(reader, {"round": 1})
    say(reader, {"by": "A", "play": "15-15"}, 15)
    part = len(gzip.compress(reader.page.html.encode()))

    page = client.get(address).text
    first = len(gzip.compress(page.encode()))
    for found in re.findall(r'(?:src|href)="(/static/[^"]*)"', page):
        answer = client.get(found, headers={"Accept-Encoding": "gzip"})
        first += len(answer.data)
        answer.close()

    assert part < 12_000
    assert first < 57_000


@pytest.mark.parametrize(
    ("game", "sheets"),
    [
        ("fundex2004.five-up", ""),
        ("traditional.mexican-train", "trains"),
        ("traditional.forty-two", "tricks"),
        ("hasbro2003.poker", "poker"),
        ("fundex2004.elimination", "solitaire"),
    ],
)
def test_a_table_loads_the_style_sheet_of_its_own_family_alone(client, game, sheets):
    people = tuple("ABCD") if game != "fundex2004.elimination" else ("A",)
    page = client.get(set_up(Reader(client, htmx=True), game, people)).text
    [loaded] = re.findall(r"/css/([\w+]+)\.css", page)
    assert loaded.split("+") == [
        "tokens",
        "base",
        "tiles",
        "table",
        *filter(None, [sheets]),
        "results",
        "camera",
        "letters",
    ]


def test_pages_hold_no_script_or_style_of_their_own(client):
    reader = Reader(client, htmx=True)
    address = set_up(reader, "fundex2004.block-draw", ("Ana", "Ben"))
    say(reader, {"round": 1})
    say(reader, {"by": "Ana", "play": "6-6"})

    for path in ("/", "/new", "/rules/edge.block", address, f"{address}/log", f"{address}/share"):
        html = client.get(path).text
        assert " style=" not in html, path
        assert "<style" not in html, path
        assert not re.search(r'<script(?![^>]* (?:src=|type="application/json"))', html), path
        assert not re.search(r" on[a-z]+=", html), path
