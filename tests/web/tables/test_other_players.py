"""Somebody comes late or goes home: the others go on at another table with the points that they have; or the next match
has other players, or is another game."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from referee.web.context import store
from tests.web.looking import BROKEN, SMALL, faults_of
from tests.web.reading import Reader
from tests.web.sitting import links_of, play_again, prepare, say, write
from tests.web.touching import Thumb

BLOCK = "edge.block"
TRIO = ("Ana", "Ben", "Cal")
# Ana goes out in each round; Ben's and Cal's tiles are hers.
NINE = ({"by": "Ana", "play": "6-6"}, {"by": "Ben", "hand": ["5-4"]}, {"by": "Cal", "hand": ["0-0"]})
AFTER = ({"round": 1}, *NINE, {"adjust": {"Ben": 20, "Cal": 14}})  # Ana 9, Ben 20, Cal 14


def table(hand, *more, players=TRIO, variant=BLOCK, **switches) -> str:
    events = (*(AFTER if players == TRIO else ()), *more)
    return prepare(hand, variant, players, events, **{"hand_size": "1", "target": "50", **switches})


def change(hand, leaves: int | None, comes: str = "") -> None:
    """Tap Other players, the one who leaves, the name of the one who comes, and Next."""
    hand.follow("Other players")
    if leaves is not None:
        hand.choose("leave", str(leaves))
    if comes:
        hand.press("Add", typed=comes)
    hand.press("Next")


def header_at(app, address: str) -> dict[str, Any]:
    with app.app_context():
        return store().open(address.removeprefix("/t/").partition("?")[0]).table.header


def scores_at(app, address: str) -> dict[str, int]:
    return header_at(app, address).get("start", {})


@pytest.fixture
def old(reader) -> str:
    return table(reader)


def offered(reader) -> list[str]:
    return [
        label
        for label in ("Ana 9, Cal 14, Eva 9", "Ana 9, Cal 14, Eva 0", "Ana 0, Cal 0, Eva 0")
        if label in reader.text
    ]


def test_who_stays_keeps_the_points_and_who_is_new_begins_like_the_last_of_them(reader, old, app):
    change(reader, 1, "Eva")
    assert len(offered(reader)) == 3

    reader.press("Start")

    assert scores_at(app, reader.address) == {"Ana": 9, "Cal": 14, "Eva": 9}
    assert "Carried over after 1 round: Ana 9, Cal 14, Eva 9" in reader.text
    assert "to 50" in reader.text  # the house rules stay


@pytest.mark.parametrize(
    ("start", "kept"),
    [({"Ana": 9, "Cal": 14, "Eva": 0},) * 2, ({"Ana": 0, "Cal": 0, "Eva": 0},) * 2],
)
def test_the_table_may_say_that_somebody_new_begins_with_none_or_all_do(reader, old, app, start, kept):
    change(reader, 1, "Eva")
    reader.press("Start", start=json.dumps(start))

    assert scores_at(app, reader.address) == kept


def test_if_somebody_only_leaves_the_others_keep_their_points_or_begin_again(reader, old, app):
    change(reader, 0)

    assert "Ben 20, Cal 14" in reader.text
    assert reader.page.html.count('name="start"') == 2
    reader.press("Start")
    assert scores_at(app, reader.address) == {"Ben": 20, "Cal": 14}


def test_a_new_table_asks_nothing_about_points(reader, old):
    reader.open(f"/new?step=3&variant={BLOCK}&player=Ana&player=Eva")
    assert "They begin with" not in reader.text


def test_partners_keep_the_points_of_their_side_when_one_of_them_is_replaced(reader, app):
    events = (
        {"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "hand": ["5-4"]}, {"by": "Cal", "hand": ["0-0"]},
        {"by": "Dan", "hand": ["1-0"]}, {"adjust": {"Ben & Dan": 20}},
    )  # fmt: skip
    table(reader, *events, players=(*TRIO, "Dan"), paired="yes")
    change(reader, 3, "Eva")
    reader.press("Start")

    start = scores_at(app, reader.address)
    assert start["Ben & Eva"] == 20
    assert start["Ana & Cal"] > 0


def test_all_phones_are_led_on_and_those_of_players_who_left_watch(reader, old, app):
    links = links_of(reader, old)
    phones = {each: Reader(app.test_client(), htmx=True) for each in ("watch", "seat-1", "seat-2", "keep")}
    for kind, phone in phones.items():
        phone.open(links[kind])
        assert "To the other table" not in phone.buttons()
    reader.open(old)
    change(reader, 1, "Eva")  # Ben goes home, so Cal sits where he sat
    reader.press("Start")
    new = links_of(reader, reader.address)

    for kind, there in {"watch": "watch", "seat-1": "watch", "seat-2": "seat-1", "keep": "keep"}.items():
        phones[kind].open(phones[kind].page.live)
        assert not any(each.startswith("Next round") for each in phones[kind].buttons())
        assert "The match goes on at another table, with other players." in phones[kind].text
        phones[kind].press("To the other table")
        assert phones[kind].address.partition("?")[0] == new[there]


def test_of_the_two_tables_of_a_match_the_list_tells_only_the_later_as_still_playing(reader, old):
    change(reader, 1, "Eva")
    reader.press("Start")

    playing, _, finished = reader.open("/tables").text.partition("Finished")
    assert "Ana, Cal, Eva" in playing
    assert "Ana, Ben, Cal" in finished


def test_the_home_page_shows_only_the_table_where_the_match_goes_on(reader, old):
    change(reader, 1, "Eva")
    reader.press("Start")

    running = [each for each in reader.open("/").links.values() if each.startswith("/t/")]
    assert len(running) == 1
    assert old.partition("?")[0] not in running[0]


def test_a_television_goes_to_the_other_table_too(reader, old, app):
    watch = links_of(reader, old)["watch"].removeprefix("/t/")
    reader.open(old)
    change(reader, 1)
    reader.press("Start")
    new = links_of(reader, reader.address)["watch"].removeprefix("/t/")

    answer = app.test_client().get(f"/tv/{watch}/live?since=1")
    assert answer.headers["HX-Redirect"] == f"/tv/{new}"


def test_starting_twice_or_on_two_phones_is_one_table(reader, old, app):
    change(reader, 1, "Eva")
    form = next(each for each in reader.page.forms if each.method == "post")
    reader.send(form)
    first = reader.address.partition("?")[0]
    reader.send(form)

    assert reader.address.partition("?")[0] == first


def test_a_table_that_was_deleted_gives_the_old_one_its_next_round_back(reader, old, app):
    change(reader, 1)
    reader.press("Start")
    app.extensions["referee"].remove_tables([2])

    reader.open(old)

    assert any(each.startswith("Next round") for each in reader.buttons())
    assert reader.has_link("Other players")


def test_points_that_change_before_the_start_are_shown_again(reader, old, app):
    change(reader, 1, "Eva")
    form = next(each for each in reader.page.forms if each.method == "post")
    write(reader, old, [{"adjust": {"Cal": 1}}])
    reader.send(form)

    assert "The points have changed meanwhile" in reader.text
    assert "Ana 9, Cal 15, Eva 9" in reader.text
    assert len(app.extensions["referee"].tables()) == 1


def test_a_round_that_was_dealt_meanwhile_is_played_first(reader, old, app):
    change(reader, 1, "Eva")
    form = next(each for each in reader.page.forms if each.method == "post")
    write(reader, old, [{"round": 2}])
    reader.send(form)

    assert reader.address == old
    assert len(app.extensions["referee"].tables()) == 1


def test_points_at_the_target_are_refused_with_a_sentence(reader, app):
    table(reader, {"adjust": {"Cal": 40}})
    change(reader, 1)
    reader.press("Start")

    assert "Cal would begin with 54, but the match is to 50." in reader.text
    assert len(app.extensions["referee"].tables()) == 1


@pytest.mark.parametrize("kind", ["watch", "seat-1"])
def test_a_phone_that_only_watches_or_plays_one_seat_cannot_lead_the_others_away(reader, old, app, kind):
    link, phone = links_of(reader, old)[kind], Reader(app.test_client())
    assert not phone.open(link).text.count("Other players")
    phone.open(f"{link}/others")
    assert phone.address == link

    phone.open(f"/new?step=3&variant={BLOCK}&player=Ana&player=Eva&after={link.removeprefix('/t/')}")
    form = next(each for each in phone.page.forms if each.method == "post")
    phone.send(form)
    assert phone.address == link
    assert len(app.extensions["referee"].tables()) == 1


def test_it_is_not_offered_before_the_first_round_or_in_one(reader):
    address = table(reader, players=("Ana", "Ben"))
    assert not reader.has_link("Other players")
    write(reader, address, [{"round": 1}, NINE[0]])
    assert not reader.open(address).text.count("Other players")


@pytest.fixture
def over(reader) -> str:
    """A finished match of Ana, Ben and Cal, to 50."""
    return table(reader, {"adjust": {"Ana": 45}}, {"round": 2}, *NINE)


def test_after_the_match_others_play_the_next_one_from_nothing(reader, over, app):
    assert "Same players again" in reader.buttons()
    change(reader, 1, "Eva")
    assert "They begin with" not in reader.text
    assert "to 50" in reader.text  # the house rules stay

    reader.press("Start")

    assert scores_at(app, reader.address) == {}
    assert header_at(app, reader.address)["players"] == ["Ana", "Cal", "Eva"]


def test_after_the_match_the_next_one_may_be_another_game(reader, over, app):
    reader.follow("Another game")
    assert over in reader.page.links.values()  # back
    reader.follow("Draw")
    reader.press("Next")
    reader.press("Play as printed")
    new = reader.address.partition("?")[0]

    header = header_at(app, new)
    assert (header["variant"], header["players"]) == ("hasbro2003.draw", [*TRIO])
    reader.open(over)
    reader.press("To the next match")
    assert reader.address.partition("?")[0] == new


def test_all_phones_are_led_from_a_finished_match_to_the_one_with_other_players(reader, over, app):
    links = links_of(reader, over)
    phones = {each: Reader(app.test_client(), htmx=True) for each in ("watch", "seat-1", "seat-2", "keep")}
    for kind, phone in phones.items():
        phone.open(links[kind])
        assert phone.has_link("Other players") is phone.has_link("Another game") is (kind == "keep")
    reader.open(over)
    change(reader, 1, "Eva")  # Ben goes home, so Cal sits where he sat
    reader.press("Start")
    new = links_of(reader, reader.address)

    for kind, there in {"watch": "watch", "seat-1": "watch", "seat-2": "seat-1", "keep": "keep"}.items():
        phones[kind].open(phones[kind].page.live)
        assert not phones[kind].has_link("Other players")
        phones[kind].press("To the next match")
        assert phones[kind].address.partition("?")[0] == new[there]


def test_once_the_match_with_other_players_is_over_those_of_the_one_before_may_have_a_rematch(
    reader, over, app
):
    change(reader, 2)
    reader.press("Start")
    between = reader.address.partition("?")[0]
    write(reader, between, [{"round": 1}, {"by": "Ana", "play": "6-6"}, {"adjust": {"Ana": 45}}, NINE[1]])
    watch = Reader(app.test_client())

    own = play_again(watch, links_of(reader, over)["watch"])
    rematch = play_again(reader, over)

    assert rematch not in (over, between, own)
    assert header_at(app, rematch)["players"] == [*TRIO]
    assert play_again(reader, over) == rematch


def test_another_game_cannot_go_on_with_the_points_of_a_match(reader, old, app):
    reader.open(f"/new?step=3&variant=edge.draw&player=Ana&player=Ben&after={old.removeprefix('/t/')}")
    reader.press("Play as printed")

    assert reader.address == old
    assert len(app.extensions["referee"].tables()) == 1


def trains(reader) -> None:
    events = [{"round": 1}, {"void": True}]
    for number in (2, 3):
        events += [{"round": number}, {"result": {"out": "Ana", "left": {"Ben": 30, "Cal": 8}}}]
    prepare(reader, "traditional.mexican-train", TRIO, events)


def test_a_match_of_trains_goes_on_with_the_double_of_its_next_round(reader):
    trains(reader)
    change(reader, 1, "Eva")
    assert "Ana 0, Cal 16, Eva 16" in reader.text

    reader.press("Play as usual")

    assert "Carried over after 2 rounds: Ana 0, Cal 16, Eva 16" in reader.text
    assert "It begins with 10-10" in reader.text
    reader.press("The tiles are dealt")
    assert "Round 1 of 11" in reader.text


def test_a_match_of_trains_where_all_begin_with_nothing_has_all_its_rounds(reader):
    trains(reader)
    change(reader, 1, "Eva")
    reader.press("Play as usual", start=json.dumps({"Ana": 0, "Cal": 0, "Eva": 0}))

    assert "Carried over" not in reader.text
    assert "It begins with 12-12" in reader.text


def test_fewer_rounds_than_were_played_are_refused_with_a_sentence(reader):
    trains(reader)
    change(reader, 1, "Eva")
    reader.follow("Change a rule")
    reader.press("Done", rounds="2")
    reader.press("Start")

    assert "2 rounds were played before, but the match has only 2." in reader.text


def test_once_a_finished_match_goes_on_by_undo_its_rematch_is_not_the_other_table(reader):
    address = table(reader, {"round": 2}, NINE[0], {"adjust": {"Ana": 40}}, *NINE[1:])
    rematch = play_again(reader, address)
    reader.open(address)
    reader.press("Undo")
    write(reader, address, [{"adjust": {"Ana": -40}}, NINE[2]])
    reader.open(address)

    assert any(each.startswith("Next round") for each in reader.buttons())
    change(reader, 1)
    reader.press("Start")
    assert reader.address.partition("?")[0] not in (rematch, address)


# The names that a text parts from their points, on a phone of any width.
PARTED = r"""part => {
  const found = [], range = document.createRange(), text = part.firstChild;
  for (const name of text.data.matchAll(/[A-Z]\w+\s\d+/g)) {
    range.setStart(text, name.index);
    range.setEnd(text, name.index + name[0].length);
    if (range.getClientRects().length > 1) found.push(name[0]);
  }
  return found;
}"""


def test_no_line_parts_a_name_from_the_points_that_were_carried_over(thumb: Thumb):
    table(thumb)
    change(thumb, 1, "Eva")
    choice = thumb.phone.locator(".options b").first
    for width in range(180, 280, 4):
        thumb.phone.set_viewport_size({"width": width, "height": 640})
        assert choice.evaluate(PARTED) == []
    thumb.press("Start")
    carried = thumb.phone.locator(".notice")
    for width in range(200, 420, 4):
        thumb.phone.set_viewport_size({"width": width, "height": 640})
        assert carried.evaluate(PARTED) == []


def test_it_is_done_by_thumb_on_a_small_phone_without_faults(thumb: Thumb):
    thumb.phone.set_viewport_size(SMALL)
    table(thumb)
    change(thumb, 1, "Eva")
    assert faults_of(thumb.phone, [thumb.phone.url], sizes=[(360, 640)]) == {}
    thumb.phone.get_by_label("Ana 9, Cal 14, Eva 0").tap()
    thumb.press("Start")
    expect(thumb.phone.locator("#table")).to_be_visible()
    assert "Carried over after 1 round: Ana 9, Cal 14, Eva 0" in thumb.text
    thumb.press("The tiles are dealt")
    say(thumb, {"by": "Ana", "play": "6-6"})
    say(thumb, {"by": "Cal", "hand": ["5-4"]})
    say(thumb, {"by": "Eva", "hand": ["1-0"]})
    assert "Before" in thumb.text
    thumb.follow("Match sheet")
    assert thumb.phone.get_by_role("rowheader", name="Carried over").evaluate(BROKEN) == []
