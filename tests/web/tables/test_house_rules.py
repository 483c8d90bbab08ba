"""House rules: only those that come up are asked, they are kept under a name, and taken again."""

import pytest
from playwright.sync_api import expect

from referee.engine.sheets import LINE_GAMES
from referee.storage.known_phones import MOST, NameTaken, TooMany
from referee.storage.store import Store
from referee.web.tables.choices import choices_of
from referee.web.tables.switches import written
from tests.web.looking import SMALL
from tests.web.reading import Reader
from tests.web.sitting import say, set_up_by_steps, start
from tests.web.touching import Thumb, box_of

ANA, BEN = "a secret of Ana's phone", "a secret of Ben's phone"
GRANDMA = "Grandma's All Fives"
STEP = "/new?step=3&variant=fundex2004.all-fives&player=Ana&player=Ben"
CHANGE = STEP.replace("step=3", "step=4")


@pytest.fixture
def reader(client):
    return Reader(client)


def keep(reader, name=GRANDMA, **switches):
    return set_up_by_steps(reader, "fundex2004.all-fives", ("Ana", "Ben"), save_as=name, **switches)


def fields(reader):
    return reader.page.forms[0].fields


# In the store


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "referee.db") as store:
        yield store


def test_saved_house_rules_come_back_exactly(store):
    options = {"claims": "auto", "cross_first": True, "target": 150, "false_pass": "flag"}

    saved = store.house.save(ANA, "fundex2004.all-fives", "  Grandma's   All Fives ", 9, options)

    assert store.house.of(ANA) == [saved]
    assert saved.name == GRANDMA
    assert saved.options == options
    assert [type(value) for value in saved.options.values()] == [str, bool, int, str]


def test_another_phone_neither_sees_nor_changes_them(store):
    saved = store.house.save(ANA, "edge.block", "Ours", 6, {"target": 50})

    store.house.rename(BEN, saved.id, "Mine")
    store.house.remove(BEN, saved.id)

    assert store.house.of(BEN) == []
    assert store.house.of(ANA) == [saved]


def test_a_name_used_again_for_the_same_game_takes_the_place_of_the_first(store):
    store.house.save(ANA, "edge.block", "Ours", 6, {"target": 50})
    store.house.save(ANA, "edge.draw", "Ours", 6, {"target": 60})
    store.house.save(ANA, "edge.block", "Ours", 9, {"target": 70})

    found = {(each.variant, each.tiles): each.options for each in store.house.of(ANA)}

    assert found == {("edge.block", 9): {"target": 70}, ("edge.draw", 6): {"target": 60}}


def test_they_are_renamed_and_removed(store):
    one = store.house.save(ANA, "edge.block", "One", 6, {})
    two = store.house.save(ANA, "edge.block", "Two", 6, {})

    store.house.rename(ANA, one.id, "First")
    with pytest.raises(NameTaken):
        store.house.rename(ANA, two.id, "First")
    store.house.remove(ANA, two.id)

    assert [each.name for each in store.house.of(ANA)] == ["First"]


def test_a_name_is_needed(store):
    with pytest.raises(ValueError, match="name"):
        store.house.save(ANA, "edge.block", "   ", 6, {})


def test_no_more_are_kept_than_a_list_can_show(store):
    for number in range(MOST):
        store.house.save(ANA, "edge.block", f"{number}", 6, {})

    with pytest.raises(TooMany):
        store.house.save(ANA, "edge.block", "one more", 6, {})
    store.house.save(ANA, "edge.block", "0", 6, {"target": 9})
    assert len(store.house.of(ANA)) == MOST


# At a new table


def test_house_rules_kept_under_a_name_are_taken_again_with_every_switch(reader):
    keep(reader, claims="auto", spinner="first_double", target="150")
    reader.open("/new?step=3&variant=fundex2004.all-fives&player=Cal&player=Dee")

    reader.follow(f"{GRANDMA} 3 house rules")

    found = fields(reader)
    assert (found["claims"], found["spinner"], found["target"]) == ("auto", "first_double", "150")
    assert found.getlist("player") == ["Cal", "Dee"]
    assert "Start with your 3 changes" in reader.text
    start(reader)
    assert "to 150 · 3 house rules" in reader.text


def test_kept_house_rules_are_offered_with_the_games_and_lead_to_the_players(reader):
    keep(reader, target="150")
    reader.open("/new")

    reader.follow(GRANDMA)
    assert "2 of 3" in reader.text
    reader.press("Add", typed="Cal")
    reader.press("Next", typed="Dee")

    assert fields(reader)["target"] == "150"


def test_house_rules_of_one_game_are_not_offered_for_another(reader):
    keep(reader, target="150")

    assert GRANDMA not in reader.open("/new?step=3&variant=edge.block&player=Ana&player=Cal").text


def test_another_phone_is_not_offered_them(reader, app):
    keep(reader, target="150")
    other = Reader(app.test_client())

    assert GRANDMA in reader.open("/new").text
    for address in ("/new", STEP, "/house-rules"):
        assert GRANDMA not in other.open(address).text


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_on_a_small_phone_a_changed_rule_has_more_room_than_its_button(open_phone, locale):
    phone = open_phone(locale=locale, viewport=SMALL)
    four = "&player=Ana&player=Ben&player=Cal&player=Dan"
    phone.goto(f"/new?step=3&variant=hasbro2003.poker{four}&ruled=yes&stakes=true")
    line = phone.locator("li.line", has=phone.locator(".button"))
    words, button = box_of(line.locator("span")), box_of(line.locator(".button"))
    assert words["width"] > button["width"]


def test_all_can_be_taken_back_to_what_is_printed(reader):
    keep(reader, target="150")
    reader.open(f"{STEP}&target=150")

    reader.follow("Target: 150: as printed")

    assert "target" not in fields(reader)
    assert reader.buttons("main") == ["Play as printed"]


def test_kept_house_rules_are_renamed_and_removed_on_their_page(reader):
    keep(reader, target="150")
    reader.open("/house-rules")
    assert "The match is to 150 points." in reader.text

    reader.press("Rename", name="Sunday")
    assert "Sunday" in reader.text
    assert GRANDMA not in reader.text
    reader.press("Remove Sunday")

    assert "None are kept here yet." in reader.text


def test_a_name_that_is_taken_is_refused_and_nothing_is_renamed(reader):
    keep(reader, "One", target="150")
    keep(reader, "Two", target="151")
    reader.open("/house-rules")

    reader.press("Rename", name="One")

    assert reader.status == 422
    assert "This game already has house rules called 'One'." in reader.text
    assert 'value="One"' in reader.page.html.partition("This game already has")[2].partition("Remove")[0]
    assert {"One", "Two"} <= set(reader.open("/new").text.split())


def test_a_name_that_cannot_be_seen_is_none(reader):
    keep(reader, target="150")
    reader.open("/house-rules")

    reader.press("Rename", name="\u200b\u202e\0")

    assert reader.status == 422
    assert "Give these house rules a name." in reader.text
    assert GRANDMA in reader.text


@pytest.mark.parametrize("number", ["0", "-1", "9" * 19, "9" * 5000, "NaN", ""])
@pytest.mark.parametrize("what", [{"remove": "1"}, {"name": "Sunday"}])
def test_a_number_that_no_house_rules_have_is_refused_in_a_sentence(reader, number, what):
    keep(reader, target="150")
    reader.open("/house-rules")

    form = next(each for each in reader.page.forms if "number" in each.fields)
    for name, value in {"number": number, **what}.items():
        form.fields.setlist(name, [value])
    reader.send(form)

    assert reader.status == 422
    assert "Something in the form is missing or not right." in reader.text
    assert GRANDMA in reader.open("/house-rules").text


def test_the_last_set_up_of_the_same_players_is_offered_first(reader):
    set_up_by_steps(reader, "edge.block", ("Ana", "Ben", "Cal"))
    set_up_by_steps(reader, "fundex2004.five-up", ("Ana", "Ben", "Cal"), target="101", hand_size="6")
    set_up_by_steps(reader, "edge.draw", ("Ana", "Ben"))
    page = reader.open("/new")

    assert page.text.index("Ana, Ben Draw") < page.text.index("Ana, Ben, Cal Five Up, 2 house rules")
    assert page.text.count("Ana, Ben, Cal") == 1
    reader.follow("Ana, Ben, Cal Five Up, 2 house rules")
    assert (fields(reader)["target"], fields(reader)["hand_size"]) == ("101", "6")
    start(reader)
    assert "to exactly 101" in reader.text or "2 house rules" in reader.text


def test_once_players_sit_their_own_last_set_up_is_offered_in_the_order_in_which_they_sit(reader):
    set_up_by_steps(reader, "fundex2004.five-up", ("Ana", "Ben", "Cal"), target="101")
    reader.open("/new?step=2&variant=edge.block&player=Cal&player=Ana&player=Ben")

    reader.follow("Cal, Ana, Ben Five Up, 1 house rule")

    assert fields(reader).getlist("player") == ["Cal", "Ana", "Ben"]
    assert "Your table last time" in reader.text


# What is asked


def test_only_rules_that_come_up_are_asked(reader):
    reader.open(CHANGE)

    asked = set(reader.page.forms[0].radios) | reader.page.forms[0].texts
    assert {"spinner", "claims", "muggins_close", "target"} <= asked
    assert (
        asked & {"spinner_opens", "cross_first", "target_sum", "lot_tie", "team_out", "bergen_triple"}
        == set()
    )


def test_without_a_script_a_button_shows_what_goes_with_what_was_chosen(reader):
    reader.open(CHANGE)
    reader.press("Show the rules that go with these", spinner="first_double", target="150")

    asked = set(reader.page.forms[0].radios)
    assert {"spinner_opens", "cross_first"} <= asked
    assert (fields(reader)["spinner"], fields(reader)["target"]) == ("first_double", "150")


@pytest.mark.parametrize(
    ("switches", "key", "words"),
    [
        ("spinner=none&cross_first=true", "cross_first", "A cross needs a spinner"),
        ("spinner=all&cross_first=true&arms=1", "arms", "A cross has four arms"),
        ("score=bergen&arms=1", "arms", "with one arm there is only one end"),
        ("joins=sum&target_sum=13", "target_sum", "No two halves of a double-six set make 13."),
        ("opening=holder&opening_double=9", "opening_double", "A double-six set has no double 9."),
        ("hand_size=15", "hand_size", "2 players with 15 tiles each need 30 tiles"),
        ("target=many", "target", "many is not a number that this rule can have."),
        ("target=--5", "target", "--5 is not a number that this rule can have."),
        ("target=-", "target", "- is not a number that this rule can have."),
        ("target=0", "target", "0 is not a number that this rule can have."),
    ],
)
def test_what_cannot_be_played_is_refused_at_the_switch_and_nothing_typed_is_lost(
    reader, switches, key, words
):
    reader.open(f"{STEP}&{switches}&save_as=Ours")

    if words in reader.text:
        at = reader.page.html.index(f'id="{key}"')
        assert words in reader.page.html[at : at + 300].replace("&#39;", "'")
        assert reader.status == 422
        for each in switches.split("&"):
            name, value = each.split("=")
            assert fields(reader)[name] == value
        assert fields(reader)["save_as"] == "Ours"
        assert "Ours" not in reader.open("/house-rules").text
    else:
        pytest.fail(reader.text[:300])


def test_every_set_up_is_made_again_exactly_as_it_was(client):
    from referee.engine.setup import read_setup

    header = {
        "record": 1, "variant": "edge.muggins", "tiles": 9, "players": ["Ana", "Ben", "Cal", "Dee"],
        "teams": [["Ana", "Cal"], ["Ben", "Dee"]], "options": {"blanks": "match_only", "exact": True, "target": 99},
    }  # fmt: skip
    setup = read_setup(header)

    again = choices_of(setup)

    assert again.paired
    assert again.high == 9
    assert again.switches == {name: written(value) for name, value in setup.options.items()}
    assert again.variant in LINE_GAMES


def test_a_rematch_of_kept_rules_needs_no_name(client):
    reader = Reader(client, htmx=True)
    address = set_up_by_steps(
        reader, "edge.block", ("Ana", "Ben"), hand_size="1", target="9", save_as="Short"
    )
    for event in ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "hand": ["5-4"]}):
        say(reader, event)

    reader.press("Same players again")
    assert reader.address != address
    reader.open("/new?step=3&variant=edge.block&player=Ana&player=Ben")

    assert fields(reader)["save_as"] == ""
    assert "Your table last time" in reader.text


# On a phone


def test_a_switch_that_is_turned_brings_its_rules_and_loses_nothing_typed(phone):
    thumb = Thumb(phone)
    thumb.open(f"{CHANGE}&open=end")
    phone.locator('input[name="target"]').fill("151")
    phone.locator("#doubles summary").tap()
    expect(phone.locator("details[open]")).to_have_count(1)
    expect(phone.locator('[name="spinner_opens"]')).to_have_count(0)

    phone.locator("label", has_text="The first double").tap()

    expect(phone.locator("#spinner_opens").get_by_text("At once")).to_be_visible()
    expect(phone.get_by_role("button", name="Done 2 changes")).to_be_visible()
    expect(phone.locator('input[name="target"]')).to_have_value("151")
    phone.locator("label", has_text="After both sides").tap()
    expect(phone.get_by_role("button", name="Done 3 changes")).to_be_visible()
    phone.locator(".drawn label", has_text="None").tap()
    expect(phone.get_by_role("button", name="Done 2 changes")).to_be_visible()
    expect(phone.locator('[name="spinner_opens"]')).to_have_count(3)
    thumb.press("Done")
    start(thumb)
    assert "to 151" in thumb.text


@pytest.mark.parametrize("switches", ["target=0", "spinner=none&cross_first=true"])
def test_why_a_rule_is_refused_is_in_sight_at_once(phone, switches):
    phone.goto(f"{STEP}&{switches}")

    expect(phone.get_by_role("alert")).to_be_in_viewport(ratio=1)


def test_house_rules_are_kept_taken_and_removed_without_scripts(open_phone):
    thumb = Thumb(open_phone(java_script_enabled=False))
    set_up_by_steps(thumb, "edge.block", ("Ana", "Ben"), target="150", save_as="Ours")
    thumb.open("/new")

    thumb.follow("Ours")

    expect(thumb.phone.locator("main")).to_contain_text("2 of 3")
    thumb.open("/house-rules")
    thumb.phone.locator("summary").click()
    thumb.phone.get_by_role("button", name="Remove Ours").click()
    expect(thumb.phone.locator("main")).to_contain_text("None are kept here yet.")
