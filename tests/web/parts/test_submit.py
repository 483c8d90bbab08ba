"""What one says at a table by its buttons: refusals, choices, corrections, and two phones at once."""

import re

import pytest

from tests.web.reading import HTMX, Reader
from tests.web.sitting import say, set_up, write

ANA_AND_BEN = ("Ana", "Ben")


def sit(client, *, htmx=True, variant="fundex2004.block-draw", players=ANA_AND_BEN, **switches):
    reader = Reader(client, htmx=htmx)
    address = set_up(reader, variant, players, **switches)
    return reader, address


def begin(reader, *events):
    say(reader, {"round": 1})
    for by, tile, *at in events:
        say(reader, {"by": by, "play": tile, "at": at[0] if at else ""})


@pytest.fixture(params=[True, False], ids=["with-htmx", "without-script"])
def htmx(request):
    return request.param


def test_a_tile_that_cannot_go_says_why_and_changes_nothing(client, htmx):
    reader, address = sit(client, htmx=htmx)
    begin(reader, ("Ana", "6-6"))

    reader.press("5-4, cannot go")

    assert "5-4 fits none of the open ends: 6." in reader.page.text
    assert "A tile is laid with a half against an open half of the same number." in reader.page.text
    assert "Fundex 2004" in reader.page.text
    reader.follow("Take it back")
    assert "Ben to play" in reader.page.text
    assert "5-4" not in reader.open(f"{address}/log").text


def test_a_refused_tile_may_stand_and_is_marked(client, htmx):
    reader, address = sit(client, htmx=htmx)
    begin(reader, ("Ana", "6-6"))
    reader.press("5-4, cannot go")

    reader.press("Let it stand")
    assert "which half points out?" in reader.page.text
    reader.press("5 outward")

    assert "Ana to play" in reader.page.text
    assert 'class="tile last stood"' in reader.page.html
    assert "5 on 5-4" in reader.page.text
    assert "the table let it stand" in reader.open(f"{address}/log").text


def test_a_pass_that_is_too_early_says_what_is_owed(client, htmx):
    reader, _ = sit(client, htmx=htmx)
    begin(reader, ("Ana", "6-6"))

    reader.press("Pass")

    assert "Ben can't pass yet: 18 tiles left to draw." in reader.page.text


def test_a_tile_that_fits_two_ends_asks_for_its_place(client, htmx):
    reader, _ = sit(client, htmx=htmx)
    begin(reader, ("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "5-5"), ("Ben", "6-1"))

    reader.press("5-1")
    assert "Ana lays 5-1 on which tile?" in reader.page.text
    assert {"on 5-5", "on 6-1"} <= set(reader.buttons("choice"))
    assert (
        reader.page.html.count('class="tile cand"') == 4
    )  # each place in the drawing, and again in the tray
    reader.press("on 6-1")

    assert "Ana lays 5-1 on 6-1" in reader.page.text


def test_a_wild_blank_asks_which_half_stays_outward(client, htmx):
    reader, _ = sit(client, htmx=htmx, variant="edge.draw", blanks="wild_both_ways")
    begin(reader, ("Ana", "6-6"))

    reader.press("6-0")
    assert "which half points out?" in reader.page.text
    reader.press("6 outward")

    assert "Ben lays 6-0 on 6-6" in reader.page.text
    assert "6 on 6-0" in reader.page.text


def test_a_tile_turned_up_in_a_blind_game_asks_which_half_stays_outward(client, htmx):
    reader, _ = sit(client, htmx=htmx, variant="fundex2004.blind", joins="sum")
    say(reader, {"round": 1, "opener": "Ana"})
    say(reader, {"by": "Ana", "flip": "6-6"})

    reader.press("6-1")
    assert "which half points out?" in reader.page.text
    reader.press("6 outward")

    assert "2 tiles: 6-6 and 6-1" in reader.page.text
    assert "6 on 6-1" in reader.page.text


def test_the_first_tile_asks_who_laid_it(client, htmx):
    reader, _ = sit(client, htmx=htmx)
    say(reader, {"round": 1})

    reader.press("6-6")
    assert "Who laid it?" in reader.page.text
    reader.press("Ben")
    assert "Ben opens with 6-6" in reader.page.text


def test_undo_and_redo_go_back_and_forth_across_the_end_of_a_round(client, htmx):
    reader, _ = sit(client, htmx=htmx, variant="edge.block", hand_size="1")
    begin(reader, ("Ana", "6-6"))
    assert "Ana went out." in reader.page.text
    say(reader, {"by": "Ben", "hand": ["5-4"]})
    assert "Ana takes 9" in reader.page.text

    reader.press("Undo")
    assert "Ben holds 1 tile" in reader.page.text
    assert "shown" not in reader.page.text
    reader.press("Undo")
    assert "Whose double is highest?" in reader.page.text
    reader.press("Redo")
    reader.press("Redo")

    assert "Ana takes 9" in reader.page.text
    assert "Redo" not in reader.buttons()


def test_after_redo_the_table_tells_again_what_was_entered(client):
    reader, _ = sit(client)
    begin(reader, ("Ana", "6-6"), ("Ben", "6-5"))
    reader.press("Undo")
    assert "Taken back" in reader.page.text
    reader.press("Redo")

    assert "Ben lays 6-5" in reader.page.text
    assert "Taken back" not in reader.page.text


def test_undo_gives_back_an_entry_that_was_taken_back_in_the_list(client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"), ("Ben", "6-5"))
    said = ({"adjust": {"Ana": -5}, "why": "peeked"}, {"by": "Ana", "play": "5-4"}, {"retract": 4})
    write(reader, address, said)
    assert "Taken back What the table agreed" in reader.open(address).text

    reader.press("Undo")
    assert "Back again What the table agreed" in reader.page.text
    reader.press("Redo")
    assert "Taken back What the table agreed" in reader.page.text
    reader.press("Undo")
    reader.press("Undo")
    assert "Taken back Ana's 5-4" in reader.page.text


def test_undo_takes_back_the_end_of_a_match(client, htmx):
    reader, _ = sit(client, htmx=htmx, variant="edge.block", hand_size="1", target="9")
    begin(reader, ("Ana", "6-6"))
    say(reader, {"by": "Ben", "hand": ["5-4"]})
    assert "Ana wins" in reader.page.text

    reader.press("Undo")

    assert "Ben holds 1 tile" in reader.page.text


def test_something_new_after_an_undo_leaves_nothing_to_redo(client):
    reader, _ = sit(client)
    begin(reader, ("Ana", "6-6"), ("Ben", "6-5"))

    reader.press("Undo")
    assert "Redo" in reader.buttons()
    say(reader, {"by": "Ben", "play": "6-4"})

    assert "Redo" not in reader.buttons()


def test_a_form_sent_twice_is_written_down_once(client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"))
    form = reader.page.forms[0]
    form.fields.add("draw", "1")

    first = client.post(address, data=form.fields, headers=HTMX)
    second = client.post(address, data=form.fields, headers=HTMX)

    assert first.status_code == second.status_code == 200
    assert "17 in the boneyard" in second.text
    assert reader.open(f"{address}/log").text.count("draws 1") == 1


def test_an_entry_that_is_too_late_shows_the_table_as_it_is_and_what_was_said(client, app):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"))
    late = Reader(app.test_client(), htmx=True)
    late.open(address)
    say(reader, {"by": "Ben", "play": "6-4"})

    late.press("6-5")

    assert late.status == 409
    assert "Meanwhile: Ben lays 6-4 on 6-6. What you tapped was not saved." in late.page.text
    assert "Ana to play" in late.page.text
    say(late, {"by": "Ana", "play": "6-5"})
    assert "Ana lays 6-5" in late.page.text


def test_a_late_form_without_script_gets_a_whole_page(client, app):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"))
    late = Reader(app.test_client())
    late.open(address)
    say(reader, {"by": "Ben", "play": "6-4"})

    late.press("Draw")

    assert late.status == 409
    assert late.page.html.startswith("<!doctype html>")


def test_two_phones_that_tap_that_the_tiles_are_dealt_have_both_dealt_them(client, app, htmx):
    reader, address = sit(client, htmx=htmx)
    late = Reader(app.test_client(), htmx=htmx)
    late.open(address)
    reader.press("The tiles are dealt")

    late.press("The tiles are dealt")

    assert late.status == 200
    assert "not saved" not in late.page.text
    assert "Whose double is highest?" in late.page.text
    assert late.open(f"{address}/log").text.count("Round 1") == reader.open(f"{address}/log").text.count(
        "Round 1"
    )


def test_two_phones_that_tap_next_round_have_both_dealt_it_although_a_tile_lies_there(client, app):
    reader, address = sit(client, variant="edge.block", hand_size="1")
    begin(reader, ("Ana", "6-6"))
    say(reader, {"by": "Ben", "hand": ["5-4"]})
    late = Reader(app.test_client(), htmx=True)
    late.open(address)
    reader.press("Next round")
    reader.press("3-2")

    late.press("Next round")

    assert late.status == 200
    assert "not saved" not in late.page.text
    assert late.page.text == reader.open(address).text


def test_a_deal_that_names_another_player_to_open_is_not_saved_and_says_so(client, app):
    reader, address = sit(client, variant="traditional.forty-two", players=("Ana", "Ben", "Cal", "Dee"))
    late = Reader(app.test_client(), htmx=True)
    late.open(address)
    reader.press("Ana")

    late.press("Ben")

    assert late.status == 409
    assert "What you tapped was not saved." in late.page.text


def test_a_deal_that_was_taken_back_in_the_meantime_is_not_saved_and_says_so(client, app):
    reader, address = sit(client)
    late = Reader(app.test_client(), htmx=True)
    late.open(address)
    reader.press("The tiles are dealt")
    reader.press("Undo")

    late.press("The tiles are dealt")

    assert late.status == 409
    assert "What you tapped was not saved." in late.page.text


def test_a_watcher_sees_the_table_and_can_say_nothing(client, app):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"))
    watcher = Reader(app.test_client())
    watch = f"/t/{app.extensions['referee'].table(1).links['watch']}"
    watcher.open(watch)

    assert "Ben to play" in watcher.page.text
    assert watcher.page.forms == []
    assert watcher.open(watcher.address + "/share").text.count("Keep score") == 0
    form = reader.open(address).forms and reader.page.forms[0]
    form.fields.add("draw", "1")
    form.fields.setlist("csrf_token", [])
    refused = app.test_client().post(watch, data=form.fields)
    assert refused.status_code in (400, 403)


def test_a_watching_phone_is_told_only_what_is_new(client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"))
    seq = re.search(r'data-seq="([0-9]+)"', reader.page.html)
    assert seq is not None

    nothing = client.get(f"{address}/live?since={seq[1]}")
    assert (nothing.status_code, nothing.text) == (204, "")
    say(reader, {"by": "Ben", "play": "6-4"})
    news = client.get(f"{address}/live?since={seq[1]}")

    assert news.status_code == 200
    assert "Ben lays 6-4 on 6-6. Ana to play." in news.text
    assert "<html" not in news.text


def test_draws_are_entered_tile_by_tile_and_read_as_one(client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"))

    say(reader, {"by": "Ben", "draw": 3})

    assert "Ben draws 3 tiles" in reader.page.text
    assert "15 left in the boneyard" in reader.page.text
    assert "draws 3, 15 left" in reader.open(f"{address}/log").text


def test_the_table_may_agree_on_points_with_a_reason(client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"))
    reader.open(f"{address}/log")

    reader.press("Add", **{"adjust-0": "-5", "why": "spilled the boneyard"})

    assert "The table agrees: Ana \N{MINUS SIGN}5 points. Reason: spilled the boneyard" in reader.page.text
    assert "\N{MINUS SIGN}5" in reader.open(address).text


def test_points_that_are_refused_say_why_once_and_stay_in_their_fields(client, htmx):
    players = ("Ana", "Ben", "Cal", "Dan")
    reader, address = sit(
        client, htmx=htmx, variant="hasbro2003.poker", players=players, stakes="true", buy_in="20"
    )
    reader.press("Ana")
    reader.open(f"{address}/log")

    reader.press("Add", **{"adjust-0": "5", "why": "buys in again"})

    assert "Chips are agreed on between rounds." in reader.text
    form = next(each for each in reader.page.forms if "adjust-0" in each.fields)
    typed = [form.fields[each] for each in ("adjust-0", "adjust-1", "why")]
    assert typed == ["5", "", "buys in again"]
    assert "Chips are agreed on between rounds." not in reader.open(f"{address}/log").text


def test_the_table_may_say_that_a_round_does_not_count(client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"))
    reader.open(f"{address}/log")

    reader.follow("This round does not count")
    reader.press("Void the round", why="a tile lay face up")
    reader.open(address)

    assert "The round does not count" in reader.page.text
    reader.press("Next round")
    assert "Round 2" in reader.page.text


def test_a_round_that_does_not_count_says_so_once_with_its_reason_and_leads_to_the_next(client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"))
    reader.open(f"{address}/log")

    reader.follow("This round does not count")
    assert "Round 1 ends without points" in reader.page.text
    reader.press("Void the round", why="a tile lay face up")

    assert reader.page.text.count("The round does not count") == 1
    assert "Reason: a tile lay face up" in reader.page.text
    assert "taken back" not in reader.page.text  # nobody had any
    reader.press("Next round")


@pytest.mark.parametrize(
    "fields",
    [
        {"seq": "x"},
        {"key": "short"},
        {"key": "<script>123456"},
        {"draw": "-3"},
        {"stand": "not json"},
        {"play": "6" * 40},
    ],
)
def test_a_form_that_cannot_be_read_is_answered_in_a_players_words(client, fields):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"))
    form = reader.page.forms[0]
    for name, value in fields.items():
        form.fields.setlist(name, [value])

    answer = client.post(address, data=form.fields)

    assert answer.status_code == 422
    assert "Something is missing" in answer.text


def test_nothing_is_written_without_the_forms_own_secret(client):
    reader, address = sit(client)
    begin(reader, ("Ana", "6-6"))
    form = reader.page.forms[0]
    form.fields.setlist("csrf_token", ["wrong"])
    form.fields.add("draw", "1")

    assert client.post(address, data=form.fields).status_code == 400
    assert "draws 1" not in client.get(f"{address}/log").text


def test_a_dead_layout_is_drawn_out_in_one_tap(client, htmx):
    reader, _ = sit(client, htmx=htmx, hand_size="7")
    line = (
        "6-6",
        "6-5",
        "5-4",
        "6-4 5-4/4",
        "6-3 6-4/6",
        "3-2",
        "6-2 3-2/2",
        "6-1 6-6/6",
        "1-0",
        "6-0 1-0/0",
    )
    begin(reader, *(((("Ana", "Ben")[n % 2]), *laid.split()) for n, laid in enumerate(line)))
    assert "Ana to play" in reader.page.text

    reader.press("Draw the last 14")

    assert "All seven sixes are played. Nobody can go." in reader.page.text
    assert "Ana holds 16 tiles" in reader.page.text
    assert "Pips only" in reader.page.links


def test_after_a_hand_in_pips_the_next_one_is_asked_for_in_pips(client, htmx):
    reader, _ = sit(client, htmx=htmx, players=("Ana", "Ben", "Cal"), hand_size="2")
    begin(reader, ("Ana", "6-6"), ("Ben", "6-5"), ("Cal", "6-4"), ("Ana", "5-1"))
    reader.follow("Pips only")
    reader.press("Enter", pips="7")

    assert "Pips in Cal's 1 tile" in reader.page.text
    reader.follow("Show the tiles")
    assert "Cal holds 1 tile" in reader.page.text

    reader.press("Undo")
    assert "Ben holds 1 tile" in reader.page.text


def test_equal_hands_given_in_pips_are_asked_for_in_tiles_and_the_page_says_why(client, htmx):
    names = ("Ana", "Ben", "Cal")
    reader, _ = sit(
        client, htmx=htmx, variant="edge.block", players=names, blanks="match_only", hand_size="3"
    )
    begin(reader, ("Ana", "6-6"))
    for _each in names:
        reader.press("Pass")
    reader.follow("Pips only")
    for pips in ("10", "10", "21"):
        reader.press("Enter", pips=pips)

    assert "Ana and Ben are equal; the lightest tile decides, so they show their tiles." in reader.page.text
    assert "Ana holds 2 tiles" in reader.page.text
    assert "Pips only" not in reader.page.links


def test_where_doubles_decide_a_block_nobody_is_offered_to_give_pips(client, htmx):
    reader, _ = sit(client, htmx=htmx, variant="fundex2004.bergen", draw="none", hand_size="3")
    begin(reader, ("Ana", "0-0"))
    reader.press("Pass")
    reader.press("Pass")

    assert "Ana holds 2 tiles" in reader.page.text
    assert "Pips only" not in reader.page.links


def test_a_hand_may_still_be_shown_after_the_settlement_and_proves_a_false_pass(client, htmx):
    reader, _ = sit(client, htmx=htmx, variant="edge.block", blanks="match_only", hand_size="2")
    begin(reader, ("Ana", "6-6"))
    reader.press("Pass")
    say(reader, {"by": "Ana", "play": "6-1"})
    reader.follow("Pips only")
    reader.press("Enter", pips="7")
    assert "Ana takes 7" in reader.page.text

    reader.follow("Show a hand that nobody has seen")
    assert "Ben holds 2 tiles" in reader.page.text
    assert "1 shown" not in reader.page.text
    reader.press("6-0")
    reader.press("1-0")

    assert "Ana takes 7" in reader.page.text
    assert reader.has_link("Proved · 1")


def test_a_tile_laid_out_of_turn_is_refused_and_may_stand(client, htmx):
    reader, address = sit(client, htmx=htmx, players=("Ana", "Ben", "Cal"))
    begin(reader, ("Ana", "6-6"))
    reader.open(f"{address}/log")
    reader.follow("Cal")
    assert "Cal laid out of turn" in reader.page.text

    reader.press("6-5")
    assert "It is Ben's turn, not Cal's." in reader.page.text
    reader.press("Let it stand")

    assert "Cal lays 6-5" in reader.page.text
    assert "Ana to play" in reader.page.text
