"""Games side by side: what differs first, computed from the parts."""

import re
from itertools import combinations

import pytest

from referee.engine.rules.order import compare, entries, seating
from referee.engine.sheets import LINE_GAMES
from referee.web.rulebook import compared
from tests.switches import switch_slots
from tests.web.looking import faults
from tests.web.reading import Reader
from tests.web.touching import box_of, until

FIVES = ("fundex2004.all-fives", "edge.muggins", "hasbro2003.muggins")
PAIRS = [
    pair
    for pair in combinations(sorted(LINE_GAMES), 2)
    if LINE_GAMES[pair[0]].family == LINE_GAMES[pair[1]].family
]


def address(keys):
    return "/rules/compare?" + "&".join(f"v={key}" for key in keys)


def printed(variant, name):
    """How a switch of a part stands, or None if it does not come up; by the parts alone."""
    if not variant.matters(name, partners=variant.may_have_partners):
        return None
    reserve = tuple(variant.reserve_by_players.items())
    if name == "reserve" and reserve:
        return reserve
    if not variant.has_switch(name):
        return None
    value, switch = variant.value(name), switch_slots()[name][1]
    has_number = re.search("{(base|double)}", switch.sentences.get(value, ""))
    return value, variant.counting.unit if has_number else None


def fixed_rules(variant):
    """The rules that no table sets and that come up in the variant."""
    return {
        name
        for part in variant.parts()
        for name, switch in part.switches().items()
        if not switch.is_open and variant.matters(name, partners=variant.may_have_partners)
    }


@pytest.mark.parametrize("keys", PAIRS, ids="-".join)
def test_the_differences_of_two_games_are_the_differences_of_their_parts(keys):
    one, other = (LINE_GAMES[key] for key in keys)
    besides = {"hand_size", "opening_double"}

    found = compare([one, other])

    differ = {each.name for each in found.differ} - {"players", "tiles"} - besides
    by_parts = {
        name for name in switch_slots() if name not in besides and printed(one, name) != printed(other, name)
    }
    by_parts |= fixed_rules(one) ^ fixed_rules(other)
    assert differ - set(one.presets) - set(other.presets) == by_parts


@pytest.mark.parametrize("keys", PAIRS, ids="-".join)
def test_every_question_that_comes_up_is_asked_once(keys):
    variants = [LINE_GAMES[key] for key in keys]

    found = compare(variants)

    names = [each.name for each in (*found.differ, *found.same)]
    assert len(names) == len(set(names))
    assert set(names) == {name for each in variants for name in entries(each)}


def test_the_order_in_which_games_are_picked_changes_no_difference():
    found, turned = (
        compare([LINE_GAMES[key] for key in FIVES]),
        compare([LINE_GAMES[key] for key in FIVES[::-1]]),
    )

    assert {each.name for each in found.differ} == {each.name for each in turned.differ}
    assert [each.answers for each in turned.same] == [each.answers for each in found.same]


def test_a_game_does_not_differ_from_itself():
    variant = LINE_GAMES["classic.draw"]

    assert compare([variant, variant]).differ == ()


def test_players_sets_and_the_deal_are_compared_too():
    found = compare([LINE_GAMES["classic.draw"], LINE_GAMES["edge.draw"]])

    differ = {each.name: each.answers for each in found.differ}
    assert {"players", "tiles", "hand_size"} <= set(differ)
    assert differ["tiles"][1] == seating(LINE_GAMES["edge.draw"])[1].cases


def test_games_are_ticked_in_the_list_and_compared_without_a_script(client):
    reader = Reader(client)
    reader.open("/rules")
    form = reader.page.forms[0]
    for key in FIVES:
        form.fields.add("v", key)

    page = reader.press("Compare")

    assert page.text.index("differences") < page.text.index("Blanks") < page.text.index("The same in all")
    for key in FIVES:
        assert f"{LINE_GAMES[key].name} {LINE_GAMES[key].sheet.title}" in page.text
    assert page.html.count('<th scope="col">') == 3
    head = page.html.partition("<header")[2].partition("</header>")[0]
    assert not [key for key in FIVES if LINE_GAMES[key].name in head]  # it has no room for them


def test_every_difference_stands_before_what_is_the_same(client):
    text = Reader(client).open(address(FIVES)).text
    found = compare([LINE_GAMES[key] for key in FIVES])
    differing, same = text.split("The same in all")

    for question in found.differ:
        assert str(question.title) in differing or not question.is_for_all
        for answer in question.answers:
            assert answer is None or all(str(case.sentence) in differing for case in answer)
    for question in found.same:
        assert question.answers[0] is not None
        assert all(str(case.sentence) in same for case in question.answers[0])


@pytest.mark.parametrize(
    "query", ["", "?v=edge.block", "?v=edge.block&v=edge.block", "?v=edge.block&v=nothing"]
)
def test_with_fewer_than_two_games_more_are_asked_for(client, query):
    page = Reader(client).open(f"/rules/compare{query}")

    assert "Tick two games or more" in page.text
    ticked = re.findall(r'value="([^"]*)" checked', page.html)
    assert ticked == (["edge.block"] if query else [])


def test_other_games_can_be_chosen_with_those_compared_still_ticked(client):
    reader = Reader(client)
    reader.open(address(FIVES))

    page = reader.follow("Back")

    assert sorted(re.findall(r'value="([^"]*)" checked', page.html)) == sorted(FIVES)


def test_a_variant_s_page_leads_to_its_namesakes_side_by_side(client):
    reader = Reader(client)
    reader.open("/rules/edge.muggins")

    reader.follow("Muggins Hasbro 2003")

    assert "Compare" in reader.text
    assert "Blanks" in reader.text


def test_what_follows_from_a_difference_is_told_with_it_and_counts_as_none(client):
    page = Reader(client).open(address(("fundex2004.all-fives", "fundex2008.all-fives")))
    told = page.text.split("The same in both")[0]

    assert "3 differences" in told
    assert page.html.count('<th scope="rowgroup"') == 3
    assert "Muggins may be called until the next tile is laid." in told
    assert "Does not come up." not in told
    assert told.count("sheet does not say") == 2


def test_what_only_one_sheet_says_stands_under_the_name_of_the_other(client):
    page = Reader(client).open(address(("fundex2004.all-fives", "fundex2008.all-fives")))
    found = compare([LINE_GAMES["fundex2004.all-fives"], LINE_GAMES["fundex2008.all-fives"]])
    filled_in = [each for each in found.same if [told.is_silent for told in each.told] == [False, True]]

    rest = page.text.split("Not on El Chavo 2008")[1]
    assert f"{len(filled_in)} rules" in rest
    assert filled_in
    assert all(str(each.answers[0][0].sentence) in rest for each in filled_in)


def test_one_difference_is_told_in_the_singular_and_none_as_the_same_game(client, monkeypatch):
    monkeypatch.setattr(compared, "_grouped", lambda differ: [(question, []) for question in differ][:1])
    assert "1 difference " in Reader(client).open(address(FIVES)).text

    monkeypatch.setattr(compared, "_grouped", lambda _differ: [])
    assert "The same game" in Reader(client).open(address(FIVES)).text


@pytest.mark.parametrize("width", [360, 390, 1440])
def test_two_sheets_fit_a_screen_and_of_three_the_first_stays_in_sight(open_phone, width):
    phone = open_phone(viewport={"width": width, "height": 800})
    phone.goto(address(("fundex2004.all-fives", "fundex2008.all-fives")), wait_until="load")
    assert phone.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    phone.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    phone.mouse.wheel(0, 300)
    until(phone, "window.scrollY > 200")
    assert 0 <= box_of(phone.locator(".versus thead th").first)["y"] <= 1

    phone.goto(address(FIVES), wait_until="load")
    assert phone.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    phone.evaluate("document.querySelector('.across').scrollBy(300, 200)")
    heads = [box_of(each) for each in phone.locator(".versus thead th").all()]
    top = box_of(phone.locator(".across"))
    assert abs(heads[0]["x"] - top["x"]) <= 1
    assert {abs(each["y"] - top["y"]) <= 1 for each in heads} == {True}
    assert faults(phone) == []


def test_all_games_at_once_can_be_compared(client):
    assert client.get(address(sorted(LINE_GAMES))).status_code == 200
