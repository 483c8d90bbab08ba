"""A new table: the game, the players, the rules; few taps, nothing typed where players are known, nothing lost."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from referee.engine.rules.order import RuleTable
from referee.engine.seating import HeaderError
from referee.engine.setup import read_setup
from referee.engine.sheets import LINE_GAMES, VARIANTS
from referee.engine.tiles import SET_NAMES
from referee.web.parts.short_words import WORDS, short_words
from referee.web.tables.choices import TableChoices
from referee.web.tables.rules_step import group_views, in_short
from referee.web.tables.switches import GROUPS, switches_of
from tests.simulating import NAMES
from tests.web.looking import faults_of
from tests.web.reading import Reader
from tests.web.sitting import set_up_by_steps
from tests.web.touching import Thumb, box_of

SIZES = [(390, 844), (390, 664), (360, 640)]
THREE = "&player=Ana&player=Ben&player=Cal"
ALL_FIVES = "fundex2004.all-fives"
STEPS = ("/new", f"/new?step=2&variant={ALL_FIVES}{THREE}", f"/new?step=3&variant={ALL_FIVES}{THREE}",
         f"/new?step=4&open=doubles&variant={ALL_FIVES}{THREE}&spinner=all")  # fmt: skip


# The printed rules in short


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_the_printed_rules_are_at_most_four_short_sentences_of_the_game_s_own(key):
    game = VARIANTS[key]

    found = in_short(game, RuleTable(game.players[0], game.tiles, game.always_partners))

    assert 1 <= len(found) <= 4
    assert len(set(found)) == len(found)
    assert max(map(len, found)) <= 120


@pytest.mark.parametrize("key", sorted(LINE_GAMES))
def test_they_say_how_many_tiles_are_taken_and_how_the_match_is_won(key):
    game = LINE_GAMES[key]
    number = game.players[0]

    found = in_short(game, RuleTable(number, game.tiles, game.always_partners))

    assert found[0] == f"Each player takes {game.tiles_each(number, game.tiles)} tiles."
    won = "One round is played" if game.target.is_one_round else f"to {game.target.target} points"
    assert won in found[-1]


@pytest.mark.parametrize("key", ["edge.block", "edge.draw", "edge.muggins"])
def test_the_games_whose_blanks_go_anywhere_say_so_before_they_begin(key):
    game = VARIANTS[key]

    found = in_short(game, RuleTable(game.players[0], game.tiles, game.always_partners))

    assert "A blank half may be laid against any number; an open blank still takes only blanks." in found


@pytest.mark.parametrize("key", ["traditional.mexican-train", "traditional.private-trains"])
def test_games_of_trains_in_short_say_whose_the_trains_are(key):
    game = VARIANTS[key]

    found = in_short(game, RuleTable(4, game.tiles, game.always_partners))

    assert any("train, " in each for each in found)


def test_chickenfoot_in_short_names_the_three_toes_and_the_cost_of_the_double_blank():
    game = VARIANTS["traditional.chickenfoot"]

    found = in_short(game, RuleTable(4, game.tiles, game.always_partners))

    assert "A double gets three toes before anything else is laid." in found
    assert "The double blank in hand costs 50 points." in found


def test_eastern_cuba_in_short_says_that_tiles_are_paid_by_tens():
    game = VARIANTS["traditional.partners-cuban-east"]

    found = in_short(game, RuleTable(4, game.tiles, game.always_partners))

    assert any("up to 20 are 2 points" in each for each in found)


def test_poker_in_short_says_what_wins():
    game = VARIANTS["hasbro2003.poker"]

    found = in_short(game, RuleTable(4, game.tiles, game.always_partners))

    assert (
        found[0] == "Each player takes five tiles; the highest rank wins, a royal, five doubles, above all."
    )


def test_blind_is_listed_as_its_sheet_has_it(client):
    page = Reader(client).open("/new?n=2").text

    assert re.search(r"Blind Dominoes one round [^.]*?Fundex 2004", page)


# Players


@pytest.mark.parametrize(
    "key", ["traditional.chickenfoot", "traditional.mexican-train", "traditional.private-trains"]
)
def test_partners_are_not_offered_in_a_game_in_which_everybody_plays_alone(client, key):
    four = "".join(f"&player={name}" for name in NAMES[:4])
    reader = Reader(client)

    assert "Partners" not in reader.open(f"/new?step=2&variant={key}{four}").text
    assert "Partners" in reader.open(f"/new?step=2&variant={ALL_FIVES}{four}").text


@pytest.mark.parametrize("key", ["classic.matador", "hasbro2003.matador"])
def test_the_hands_of_six_players_are_asked_for_at_a_table_of_six_only(client, key):
    reader = Reader(client)
    for names, is_asked in ((NAMES[:4], False), (NAMES[:6], True)):
        seats = "".join(f"&player={name}" for name in names)
        assert ("Six players" in reader.open(f"/new?step=3&variant={key}{seats}").text) == is_asked
        assert ("Six players" in reader.open(f"/new?step=4&variant={key}{seats}").text) == is_asked


# Words for every switch


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_value_of_every_switch_has_a_word_or_three(key):
    for name, switch in switches_of(VARIANTS[key]).items():
        for value in switch.sentences:
            words = short_words(name, switch, value)
            assert len(words) <= 30, (name, value, words)
            assert words != str(switch.sentence(value)) or name == "hand6", (name, value)


RULES_OF_PAIRS = {
    ("next_opener", "winner_side"), ("block_winner", "blocker_next"), ("block_winner", "lowest_hand"),
    ("block_tie", "opener_side"), ("block_tie", "blocker_side"),
}  # fmt: skip


def offered_in(key):
    most = LINE_GAMES[key].player_range(LINE_GAMES[key].tiles)[1]
    views = group_views(TableChoices(variant=key, players=NAMES[: min(most, 4)]), {}, "")
    return {(each.name, value.value) for group in views for each in group.switches for value in each.values}


@pytest.mark.parametrize("key", sorted(LINE_GAMES))
def test_a_tile_is_drawn_to_keep_a_matador_only_where_there_are_matadors(key):
    offered = offered_in(key)
    can_be_chosen = ("optional_draw", "any") in offered

    has_matadors = LINE_GAMES[key].joins.makes_sums
    assert (("optional_draw", "matador_only") in offered) == (can_be_chosen and has_matadors)


@pytest.mark.parametrize("key", sorted(LINE_GAMES))
def test_rules_of_games_of_two_pairs_are_offered_in_no_other_game(key):
    offered = offered_in(key)

    if LINE_GAMES[key].always_partners:
        assert offered >= RULES_OF_PAIRS
    else:
        assert offered.isdisjoint(RULES_OF_PAIRS)


def test_no_words_are_kept_for_values_that_no_switch_has():
    known = {
        (name, type(value), value)
        for game in VARIANTS.values()
        for name, switch in switches_of(game).items()
        for value in switch.sentences
    }

    assert [
        (name, value)
        for name, words in WORDS.items()
        for value in words
        if (name, type(value), value) not in known
    ] == []


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_switch_stands_in_one_group_and_no_game_has_more_than_five(reader, key):
    game = VARIANTS[key]
    number = game.players[0]
    page = reader.open(f"/new?step=4&variant={key}" + "".join(f"&player={name}" for name in NAMES[:number]))

    groups = re.findall(r'<details class="fold" name="group" id="(\w+)"', page.html)
    assert len(groups) <= 5
    assert set(groups) <= {group for group, _title, _slots in GROUPS}
    assert len(set(groups)) == len(groups)


# The rules at a glance


def test_what_the_same_players_did_last_time_is_taken_and_each_rule_is_dropped_with_one_tap(reader):
    set_up_by_steps(reader, ALL_FIVES, ("Ana", "Ben", "Cal"), spinner="first_double", claims="auto")

    reader.open(f"/new?step=2&variant={ALL_FIVES}{THREE}")
    reader.press("Next")
    assert "Your table last time Spinners: the first double printed: none As printed" in reader.text
    assert "Claiming points: referee counts printed: claim, muggins after" in reader.text
    reader.follow("Spinners: the first double: as printed")
    assert "Your changes Claiming points" in reader.text
    assert reader.buttons("main") == ["Start with your change"]
    reader.follow("Claiming points: referee counts: as printed")

    assert reader.buttons() == ["Play as printed"]
    assert reader.has_link("As last time")


@pytest.mark.parametrize(
    ("variant", "chosen", "who"),
    [
        ("hasbro2003.bergen", "&paired=yes", "Hasbro 2003 · Ana & Cal, Ben & Dan"),
        ("hasbro2003.bergen", "", "Hasbro 2003 · Ana, Ben, Cal, Dan"),
        ("traditional.partners-cuban", "", "Traditional · Ana & Cal, Ben & Dan"),
        ("hasbro2003.texas", "", "Hasbro 2003 · Ana & Cal, Ben & Dan"),
    ],
)
def test_the_last_step_names_the_partners(reader, variant, chosen, who):
    reader.open(f"/new?step=3&variant={variant}{chosen}{THREE}&player=Dan")

    assert who in reader.text


def test_where_the_sheet_is_silent_a_change_replaces_our_reading(reader):
    reader.open(f"/new?step=3&variant=hasbro2003.poker&stakes=true{THREE}&player=Dan")

    assert "Your changes Stakes: antes and betting our reading: none As printed" in reader.text


def test_play_as_printed_starts_without_the_house_rules_in_one_tap(reader):
    set_up_by_steps(reader, ALL_FIVES, ("Ana", "Ben", "Cal"), target="150")
    reader.open(f"/new?step=3&variant={ALL_FIVES}{THREE}")

    reader.press("Play as printed")

    assert "Round 1 · to 100" in reader.text
    assert "house rule" not in reader.text


def test_what_the_sheet_leaves_open_leads_to_its_switch(reader):
    page = reader.open(f"/new?step=3&variant={ALL_FIVES}{THREE}")
    assert re.search(
        r"Not on the sheet Blocked, two hands equally light: nobody scores our reading, and \d+ more",
        page.text,
    )

    reader.follow("Change Blocked")

    assert 'id="end" open' in reader.page.html


def test_a_game_that_no_sheet_prints_says_where_tables_differ(reader):
    page = reader.open(
        "/new?step=3&variant=traditional.partners-mexican&player=Ana&player=Ben&player=Cal&player=Dan"
    )

    assert "Tables differ A wrong tile: back, until the next tile" in page.text
    assert "Not on the sheet" not in page.text


def test_each_group_says_how_it_stands_to_the_sheet(reader):
    page = reader.open(f"/new?step=4&variant={ALL_FIVES}{THREE}&spinner=all&spinner_opens=both_sides")

    assert "Tiles and spinners 2 changes" in page.text
    assert re.search(r"End and target not on the sheet: \d", page.text)
    assert (
        "Points and claims as printed"
        in reader.open(f"/new?step=4&variant=fundex2004.block-draw{THREE}").text
    )


def test_the_game_in_short_has_the_target_that_was_typed(reader):
    reader.open(f"/new?step=4&variant=fundex2004.block-draw{THREE}")
    assert "Done as printed" not in reader.buttons("main")
    reader.press("Done", target="30")
    assert "The match is to 30 points." in reader.text
    assert "The match is to 100 points." not in reader.text


def test_a_rule_that_another_one_brings_along_is_no_change_of_its_own(reader):
    reader.open(f"/new?step=4&variant={ALL_FIVES}{THREE}")
    reader.press("Show the rules that go with these", opening="lot")
    reader.press("Done")

    assert reader.buttons("main") == ["Start with your change"]


def test_these_players_rules_of_the_last_time_do_not_look_chosen_twice(reader):
    set_up_by_steps(reader, "edge.block", ("Ana", "Ben"), hand_size="1", target="9")

    page = reader.open("/new?step=3&variant=edge.block&player=Ana&player=Ben")

    assert "aria-current" not in page.html.partition("<main")[2]
    assert page.text.count("As printed") == 2
    assert reader.buttons("main") == ["Start with your 2 changes"]


def test_another_game_begins_without_the_house_rules_of_the_one_before(reader):
    reader.open(f"/new?step=1&variant={ALL_FIVES}{THREE}&claims=auto&ruled=yes&n=3")
    reader.follow("Block to 100")

    fields = reader.page.forms[0].fields
    assert fields.getlist("player") == ["Ana", "Ben", "Cal"]
    assert "claims" not in fields


def test_a_name_and_tiles_that_were_chosen_are_kept_from_tap_to_tap(reader):
    reader.open(f"/new?step=2&variant={ALL_FIVES}&player=Ana")
    next(form for form in reader.page.forms).fields["typed"] = "Ben"
    reader.choose("tiles", "9")
    reader.press("Next", typed="Cal")

    fields = reader.page.forms[0].fields
    assert fields.getlist("player") == ["Ana", "Ben", "Cal"]
    assert fields["tiles"] == "9"


def test_next_is_not_lit_before_enough_players_sit(reader):
    reader.open(f"/new?step=2&variant={ALL_FIVES}&player=Ana")
    assert reader.buttons("pale") == ["Next 2 to 4 players"]

    reader.press("Add", typed="Ben")

    assert reader.buttons("main") == ["Next 2 players, 7 tiles each"]


def test_next_says_how_many_tiles_each_player_takes_by_the_house_rules(reader):
    reader.open(f"/new?step=2&variant={ALL_FIVES}&player=Ana&player=Ben&hand_size=5&ruled=yes")
    assert reader.buttons("main") == ["Next 2 players, 5 tiles each"]


def test_next_is_not_lit_if_too_many_players_sit(reader):
    sitting = "".join(f"&player={name}" for name in NAMES[:5])
    reader.open(f"/new?step=2&variant={ALL_FIVES}{sitting}")

    assert reader.buttons("main") == []
    assert reader.buttons("pale") == ["Next 2 to 4 players"]


# By thumb


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_three_known_players_sit_down_to_a_game_in_under_ten_taps_without_typing(open_phone, width, height):
    thumb = Thumb(open_phone(viewport={"width": width, "height": height}))
    set_up_by_steps(thumb.beforehand, "edge.block", ("Ana", "Ben", "Cal"))
    phone = thumb.phone
    phone.goto("/")
    taps = [
        phone.get_by_role("link", name="All Fives"),
        *(phone.get_by_role("button", name=name, exact=True) for name in ("Ana", "Ben", "Cal")),
        phone.get_by_role("button", name="Next"),
        phone.get_by_role("button", name="Play as printed"),
    ]
    for number, each in enumerate(taps):
        each.tap()
        if number in (1, 2, 3):  # who taps on before the name stands there taps a page that is going
            expect(phone.locator("ol b")).to_have_count(number)

    expect(phone.get_by_role("button", name="The tiles are dealt")).to_be_visible()
    assert len(taps) < 10
    expect(phone.locator(".top h1")).to_have_text("All Fives")


@pytest.mark.parametrize("number", [2, 3, 5, 7, 10])
def test_names_are_whole_however_many_sit_down(open_phone, number):
    phone = open_phone(viewport={"width": 360, "height": 640})
    names = [f"Maximiliana {seat}" for seat in range(1, number + 1)]
    phone.goto("/new?step=2&variant=hasbro2003.tiddle-a-wink" + "".join(f"&player={name}" for name in names))

    expect(phone.locator("ol b")).to_have_text(names)
    assert all(
        each.strip() in {*" ".join(names).split(), *map(str, range(11))}
        for each in phone.locator(".ring text").all_text_contents()
    )
    cut = "() => [...document.querySelectorAll('ol b')].filter(each => each.scrollWidth > each.clientWidth).length"
    assert phone.evaluate(cut) == 0


def test_the_numbers_on_the_first_page_say_what_they_count(phone):
    phone.goto("/new")
    heading = box_of(phone.get_by_role("heading", name="Players"))
    numbers = box_of(phone.get_by_role("navigation", name="Players"))
    assert 0 < numbers["y"] - heading["y"] < 60


def test_a_name_of_two_words_stays_within_its_plate_on_the_ring(phone):
    names = ("Grandma Rosa", "Tío Manolo", "Maximilianus Rex", "Great-uncle Jo")
    phone.goto("/new?step=2&variant=traditional.forty-two" + "".join(f"&player={name}" for name in names))

    room = """() => [...document.querySelectorAll(".ring g:has(rect)")].map((each) => {
        const plate = each.querySelector("rect").getBBox();
        return plate.width - Math.max(...[...each.querySelectorAll("text")].map((line) => line.getBBox().width));
    })"""
    left = phone.evaluate(room)
    assert len(left) == 4
    assert min(left) > 8


def test_name_after_name_is_typed_without_scrolling(open_phone):
    phone = open_phone(viewport={"width": 360, "height": 640})
    phone.goto("/new?step=2&n=6&variant=traditional.mexican-train")
    field = phone.get_by_role("textbox", name="Name")
    for name in NAMES[:6]:
        field.fill(name)
        phone.get_by_role("button", name="Add", exact=True).click()
        expect(phone.get_by_text(name, exact=True).first).to_be_attached()
        expect(field).to_be_focused()
        typed, foot = box_of(field), box_of(phone.locator(".foot"))
        assert typed["y"] + typed["height"] <= foot["y"]


def test_the_next_name_is_typed_while_the_last_one_is_added(phone):
    phone.goto("/new?step=2&n=2&variant=fundex2004.five-up")
    late = []
    phone.route("**/new?*", lambda route: late.insert(0, route))
    field = phone.get_by_role("textbox", name="Name")
    field.press_sequentially("Ana")
    field.press("Enter")
    field.press_sequentially("Be")
    phone.wait_for_function("document.querySelector('.htmx-request')")
    late.pop().continue_()
    expect(phone.get_by_text("Ana", exact=True)).to_be_visible()
    expect(field).to_be_focused()
    phone.unroute("**/new?*")
    field.press_sequentially("n")
    field.press("Enter")
    expect(phone.get_by_text("Ben", exact=True).first).to_be_visible()
    expect(field).to_have_value("")


def test_a_name_comes_back_if_it_could_not_be_sent(phone):
    phone.goto("/new?step=2&n=2&variant=fundex2004.five-up")
    phone.route("**/new?*", lambda route: route.abort())
    field = phone.get_by_role("textbox", name="Name")
    field.fill("Ana")
    field.press("Enter")
    expect(field).to_have_value("Ana")


def test_the_keyboard_goes_once_everybody_sits(phone):
    phone.goto("/new?step=2&n=4&variant=traditional.partners-dominican")
    field = phone.get_by_role("textbox", name="Name")
    for name in NAMES[:4]:
        field.fill(name)
        field.press("Enter")
        phone.get_by_role("button", name=f"{name} does not play").wait_for()
    expect(field).to_have_count(0)
    phone.get_by_role("button", name="Ana does not play").tap()
    expect(field).to_be_visible()


def test_why_a_name_is_not_taken_is_read_where_it_was_typed(open_phone):
    phone = open_phone(viewport={"width": 360, "height": 640})
    phone.goto("/new?step=2&variant=hasbro2003.tiddle-a-wink&n=6")
    field = phone.locator("#typed")
    for name in (*NAMES[:6], "Ana"):
        field.fill(name)
        phone.get_by_role("button", name="Add").tap()
        phone.locator("html:not(:has(.htmx-request))").wait_for(state="attached")

    why = phone.get_by_role("alert")
    expect(why).to_be_in_viewport(ratio=1)
    assert box_of(why)["y"] < box_of(field)["y"] < box_of(phone.locator(".foot"))["y"]


def test_the_last_step_begins_at_its_top_however_far_down_the_names_were_typed(open_phone):
    phone = open_phone(viewport={"width": 360, "height": 640})
    phone.goto(
        "/new?step=2&n=6&variant=traditional.chickenfoot" + "".join(f"&player={name}" for name in NAMES[:6])
    )
    phone.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    phone.get_by_role("button", name="Next").click()
    expect(phone.get_by_role("heading", name="Chickenfoot")).to_be_visible()
    assert phone.evaluate("window.scrollY") == 0


def test_only_the_field_is_outlined_while_a_name_is_typed(phone):
    phone.goto("/new?step=2&n=2&variant=fundex2004.five-up")
    phone.get_by_role("textbox", name="Name").focus()

    add = phone.get_by_role("button", name="Add", exact=True)
    assert add.evaluate("each => getComputedStyle(each).outlineStyle") == "none"


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_nothing_stands_in_the_way_at_a_new_table(open_phone, locale):
    thumb = Thumb(open_phone(locale=locale))
    set_up_by_steps(thumb.beforehand, ALL_FIVES, ("Ana", "Ben", "Cal"), spinner="first_double", claims="auto")

    assert faults_of(thumb.phone, STEPS, sizes=SIZES) == {}


def test_one_group_lies_open_at_a_time(phone):
    phone.goto(STEPS[3])
    expect(phone.locator("details[open]")).to_have_count(1)

    phone.locator("#end summary").tap()

    expect(phone.locator("details[open]")).to_have_count(1)
    expect(phone.locator("#end[open]")).to_have_count(1)


def test_the_rules_are_changed_without_scripts(open_phone):
    thumb = Thumb(open_phone(java_script_enabled=False))
    thumb.phone.goto(f"/new?step=3&variant={ALL_FIVES}{THREE}")
    thumb.phone.get_by_role("link", name="Change a rule").click()
    thumb.phone.locator("#doubles summary").click()
    thumb.phone.locator("label", has_text="Every double").click()
    thumb.phone.get_by_role("button", name="Done").click()

    expect(thumb.phone.locator("main")).to_contain_text("Spinners: every double")
    thumb.phone.get_by_role("button", name="Start").click()
    expect(thumb.phone.locator("#table")).to_contain_text("1 house rule")


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_set_that_is_offered_can_be_played_with_and_no_other_is_taken(client, key):
    game = VARIANTS[key]
    for highest in SET_NAMES:
        number = game.player_range(highest)[0]
        asked = [("variant", key), ("step", "2"), ("tiles", str(highest))]
        asked += [("player", str(seat)) for seat in range(number)]
        page = client.get("/new", query_string=asked).text
        offered = {int(each) for each in re.findall(r'name="tiles" value="(\d+)" aria-pressed', page)}
        offered = offered or {game.tiles}

        header = {"record": 1, "variant": key, "tiles": highest, "players": list(map(str, range(number)))}
        try:
            is_used = read_setup(header).tiles.high == highest
        except HeaderError:
            is_used = False
        assert (highest in offered) == is_used

        form = {name: value for name, value in asked if name != "player"} | {"step": "3"}
        players = [str(seat) for seat in range(game.player_range(highest if is_used else game.tiles)[0])]
        reader = Reader(client)
        reader.open("/new?" + urlencode([*form.items(), *(("player", name) for name in players)]))
        reader.press("Play as ")
        link = reader.address.rsplit("/", 1)[-1].partition("?")[0]
        tiles = client.application.extensions["referee"].open(link)[0].header["tiles"]
        assert tiles == (highest if is_used else game.tiles)


def test_a_game_for_one_set_asks_for_none(client):
    page = client.get("/new?step=2&variant=hasbro2003.texas&player=a&player=b&player=c&player=d").text

    assert 'name="tiles" value="6" aria-pressed' not in page


def test_a_game_of_no_printed_sheet_is_played_as_usual_and_not_as_printed(client):
    reader = Reader(client)
    players = "".join(f"&player={name}" for name in ("Ana", "Ben", "Cal"))
    step = f"/new?variant=traditional.mexican-train{players}&double_rule=none"
    reader.open(f"{step}&step=3")
    assert reader.has_link("The usual rules")
    assert reader.buttons()[-1] == "Play as usual"
    assert "usual: " in reader.text
    assert "printed" not in reader.text.lower()
    reader.open(f"{step}&step=4")
    assert "as usual" in reader.text
    assert "printed" not in reader.text.lower()


@pytest.mark.parametrize("step", [3, 4])
def test_partners_who_were_chosen_before_somebody_left_change_no_rule(reader, step):
    address = f"/new?step={step}&variant=edge.block{THREE}"
    alone = reader.open(address).text

    assert reader.open(f"{address}&paired=yes").text == alone
