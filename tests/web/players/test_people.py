"""The players' pages and the list of tables: what this phone's own tables say, and nothing of anybody else's."""

import json
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import Mock

import pytest

from referee.engine.answers import answer_json
from referee.engine.log import open_log
from referee.engine.setup import read_setup
from referee.importing import import_record
from referee.storage.rows import NewEvent
from referee.web.infra import visitors
from referee.web.infra.giving_way import PLACES, turns
from referee.web.players import statistics
from referee.web.tables import home
from tests.folders import PLAYTHROUGHS
from tests.web.reading import Reader
from tests.web.sitting import play_again


def played_table(app, name: str, **changes: object) -> str:
    """A table of a playthrough in the store; returns its keep link."""
    header, *lines = map(json.loads, (PLAYTHROUGHS / f"{name}.jsonl").read_text().splitlines())
    header.update(changes)
    log = open_log(read_setup(header))
    entries = []
    for raw in lines:
        answer, after = log.say(raw)
        if answer.ruling.verdict.value != "refused":
            entries.append(NewEvent(raw, answer_json(answer).get("settled")))
            log = after
    store = app.extensions["referee"]
    row = store.create_table(header)
    store.append(row.id, 0, "the whole table", entries)
    return row.links["keep"]


@pytest.fixture
def reader(client) -> Reader:
    return Reader(client)


@pytest.mark.parametrize(
    "name", ["/", "A//B", ".", "..", "A/../B", "%2E%2E", "50 %", "?x=1#y", "\\", "Ana/live"]
)
def test_whatever_a_player_is_called_their_page_opens_and_their_name_is_changed(app, reader, name):
    header = {"record": 1, "variant": "fundex2004.all-fives", "players": [name, "Ben"]}
    row = app.extensions["referee"].create_table(header)
    app.extensions["referee"].append(row.id, 0, "the deal", [NewEvent({"round": 1})])
    reader.open("/t/" + row.links["keep"])
    reader.open("/players")

    reader.follow(name)
    assert "at 1 table on this phone" in reader.text
    reader.press("Rename", new="Zoe")

    assert reader.status == 200
    assert app.extensions["referee"].table(row.id).players == ["Zoe", "Ben"]


def test_a_player_is_met_at_the_tables_of_this_phone(app, reader):
    reader.open("/t/" + played_table(app, "edge.block", date="2026-03-05"))
    reader.open("/t/" + played_table(app, "fundex2004.all-fives"))

    reader.open("/players")
    assert {"Ana", "Ben"} <= set(reader.text.replace(",", " ").split())
    page = reader.open("/players/Ana")

    assert "at 2 tables on this phone" in page.text
    assert "Block" in page.text
    assert "All Fives" in page.text
    assert "Opens most often with" in reader.open("/players/Ben").text


def test_a_players_page_says_how_many_rounds_of_each_game_were_won_and_no_average_without_points(app, reader):
    reader.open("/t/" + played_table(app, "fundex2008.solitaire"))
    reader.open("/t/" + played_table(app, "fundex2004.five-up"))

    page = reader.open("/players/Ana").text

    assert "Draw Five El Chavo 2008 Rounds won 1 of 2 Head to head" in page
    assert "Matches won 0 of 1 Rounds won 1 of 2 Average 2.5 Best 3" in page
    assert "0 of 1 match won 2 of 4 rounds won" in page


def test_the_best_round_is_told_by_game_because_points_of_two_games_are_no_comparison(app, reader):
    reader.open("/t/" + played_table(app, "fundex2004.five-up"))
    reader.open("/t/" + played_table(app, "traditional.private-trains"))

    page = reader.open("/players/Ana").text

    assert "Average 2.5 Best 3" in page
    assert "Average 7 Best 2" in page
    assert "0 of 2 matches won 1 of 4 rounds won Opens most often with" in page


def test_the_best_round_of_trains_may_be_one_without_a_pip(app, reader):
    reader.open("/t/" + played_table(app, "traditional.mexican-train"))

    assert "Rounds won 2 of 2 Average 0 Best 0" in reader.open("/players/Ana").text


def test_a_game_of_which_no_round_was_settled_is_not_among_the_games_of_a_player(app, reader):
    seen_table(app, reader, "Ana", "Ben")
    assert " Games " not in reader.open("/players/Ana").text
    reader.open("/t/" + played_table(app, "fundex2004.five-up"))

    page = reader.open("/players/Ana").text

    assert " Games Five Up" in page
    assert "0 of 0" not in page


def test_partners_are_joined_in_the_language_of_the_phone_in_the_list_of_tables(app, reader):
    reader.open("/t/" + played_table(app, "traditional.partners"))

    assert "Ana & Cal, Ben & Dan" in reader.open("/tables").text
    reader.open("/")
    reader.press("Español")
    assert "Ana y Cal, Ben y Dan" in reader.open("/tables").text


def test_nobody_is_told_of_players_whose_tables_this_phone_has_no_link_to(app, reader):
    played_table(app, "edge.block")

    assert "Ana" not in reader.open("/players").text
    assert reader.open("/players/Ana") is not None
    assert reader.status == 404
    assert "Ana" not in reader.open("/tables").text


def test_missed_points_are_told_on_the_page_of_the_player_who_missed_them(app, reader):
    store = app.extensions["referee"]
    row = store.create_table({"record": 1, "variant": "fundex2004.all-fives", "players": ["Ana", "Ben"]})
    plays = [("Ben", "5-5"), ("Ana", "5-0"), ("Ben", "5-1"), ("Ana", "4-1")]  # the first made ten
    events = [{"round": 1}, *({"by": by, "play": tile} for by, tile in plays)]
    store.append(row.id, 0, "five events", [NewEvent(event) for event in events])
    reader.open("/t/" + row.links["keep"])

    assert "Points missed once, 10 points" in reader.open("/players/Ben").text


@pytest.mark.parametrize(
    ("asked", "found"),
    [("block", True), ("Ana edge", True), ("5 March 2026", True), ("2026-03-05", True), ("Zoe", False)],
)
def test_tables_are_found_by_player_game_sheet_and_day(app, reader, asked, found):
    reader.open("/t/" + played_table(app, "edge.block", date="2026-03-05"))

    page = reader.open(f"/tables?q={asked}")

    assert ("Ana" in page.text) == found


def test_tables_still_playing_stand_before_the_finished_ones(app, reader):
    over = played_table(app, "hasbro2003.tiddle-a-wink")
    reader.open("/t/" + over)
    store = app.extensions["referee"]
    begun = store.create_table({"record": 1, "variant": "edge.draw", "players": ["Zoe", "Yan"]})
    reader.open("/t/" + begun.links["keep"])

    text = reader.open("/tables").text

    assert text.index("Still playing") < text.index("Zoe")
    if "Finished" in text:
        assert text.index("Zoe") < text.index("Finished")


def test_home_shows_the_last_tables_in_play_and_leads_to_all_others(app, reader):
    store = app.extensions["referee"]
    for number in range(8):
        row = store.create_table({"record": 1, "variant": "edge.draw", "players": ["Zoe", f"Yan {number}"]})
        reader.open("/t/" + row.links["keep"])

    home = reader.open("/").text
    assert [number for number in range(8) if f"Yan {number}" in home] == [5, 6, 7]
    assert "Yan 0" in reader.follow("Saved tables").text


# Other names


def seen_table(app, reader, *players: str, variant: str = "edge.draw", role: str = "keep"):
    """A table that the reader's phone has opened by a link of that role."""
    row = app.extensions["referee"].create_table({"record": 1, "variant": variant, "players": list(players)})
    reader.open("/t/" + row.links[role])
    return row


def players_at(app, row) -> list[str]:
    return app.extensions["referee"].table(row.id).header["players"]


def test_a_player_gets_another_name_at_every_table_that_this_phone_may_correct(app, reader):
    link = played_table(app, "edge.block")
    reader.open("/t/" + link)
    watched = seen_table(app, reader, "Ana", "Zoe", role="watch")

    before = reader.open("/players/Ana").text
    assert "A new name applies at 1 table" in before
    assert "At 1 more table" in before
    reader.press("Rename", new="  Anna   Maria ")

    assert reader.address == "/players/Anna%20Maria" or reader.address == "/players/Anna Maria"
    assert "Anna Maria" in reader.open("/t/" + link).text
    assert "Ana" not in reader.open(f"/t/{link}/log").text.split()
    assert "Anna Maria" in reader.open("/players").text
    assert players_at(app, watched) == ["Ana", "Zoe"]


def test_a_table_that_was_open_goes_on_with_the_new_name(app, client, reader):
    row = seen_table(app, reader, "Ana", "Ben")
    reader.press("The tiles are dealt")
    live = reader.page.live
    assert client.get(live).status_code == 204

    reader.open("/players/Ana")
    reader.press("Rename", new="Zoe")

    answer = client.get(live)
    assert answer.status_code == 200
    assert "Zoe" in answer.text
    assert "Ana" not in answer.text
    assert client.get(Reader(client).open("/t/" + row.links["keep"]).live).status_code == 204
    store = app.extensions["referee"]
    reader.open("/t/" + row.links["keep"])
    assert "Zoe" in reader.text
    assert store.head(row.id) == 1


def test_two_names_become_one_player_once_somebody_is_sure(app, reader):
    first, second = seen_table(app, reader, "Ana", "Ben"), seen_table(app, reader, "Anna", "Ben")

    reader.open("/players/Ana")
    reader.press("Rename", new="Anna")
    assert "Anna is known on this phone already" in reader.text
    assert players_at(app, first) == ["Ana", "Ben"]

    reader.press("Make them one player")
    assert "at 2 tables on this phone" in reader.text
    assert players_at(app, first) == players_at(app, second) == ["Anna", "Ben"]


def test_two_who_sit_together_are_never_made_one(app, reader):
    row = seen_table(app, reader, "Ana", "Ben")

    reader.open("/players/Ana")
    reader.press("Rename", new="Ben")

    assert reader.status == 422
    assert "Ana and Ben sit together at 1 table" in reader.text
    assert players_at(app, row) == ["Ana", "Ben"]


def test_nobody_gets_a_name_that_the_game_of_one_of_their_tables_cannot_have(app, reader):
    link = played_table(app, "traditional.mexican-train")
    reader.open("/t/" + link)
    other = seen_table(app, reader, "Ana", "Zoe")

    reader.open("/players/Ana")
    reader.press("Rename", new="mexican")

    assert reader.status == 422
    assert "Nobody can be called mexican in this game" in reader.text
    assert players_at(app, other) == ["Ana", "Zoe"]
    assert "Ana" in reader.open("/t/" + link).text


@pytest.mark.parametrize("new", ["", "   ", "x" * 41])
def test_a_name_that_is_none_is_asked_for_again(app, reader, new):
    row = seen_table(app, reader, "Ana", "Ben")

    reader.open("/players/Ana")
    reader.press("Rename", new=new)

    assert reader.status == 422
    assert "name" in reader.text
    assert players_at(app, row) == ["Ana", "Ben"]


def test_a_name_may_have_any_letters_and_a_page_of_its_own(app, reader):
    seen_table(app, reader, "Ana", "Ben")

    reader.open("/players/Ana")
    reader.press("Rename", new="Ana/Žofie? #1")

    assert reader.status == 200
    assert "Ana/Žofie? #1" in reader.text
    assert reader.open("/players").links


def test_a_hidden_name_is_in_no_list_until_it_is_listed_again(app, reader):
    seen_table(app, reader, "Ana", "Ben")

    reader.open("/players/Ana")
    reader.press("Hide on this phone")
    assert reader.has_link("Ben")
    assert "Hidden names Ana" in reader.text
    assert "Ana" not in reader.open("/new?n=2&variant=edge.draw&step=2").text

    reader.open("/players/Ana")
    reader.press("List on this phone again")
    assert "Hidden names" not in reader.open("/players").text


def test_a_player_is_deleted_with_everything_about_them_once_somebody_is_sure(app, reader):
    link = played_table(app, "edge.block")
    reader.open("/t/" + link)
    scores = [word for word in reader.text.split() if word.isdigit()]

    reader.open("/players/Ana")
    reader.press("Delete Ana")
    assert "cannot be undone" in reader.text
    assert "Ana" in reader.open("/t/" + link).text

    reader.open("/players/Ana")
    reader.press("Delete Ana")
    reader.press("Delete Ana")
    assert "Ana" not in reader.text
    assert reader.open("/players/Ana") is not None
    assert reader.status == 404
    table = reader.open("/t/" + link).text
    assert "Somebody" in table
    assert [word for word in table.split() if word.isdigit()] == scores


def test_a_removed_player_is_called_somebody_in_the_language_of_the_phone(app, reader):
    link = played_table(app, "edge.block")
    reader.open("/t/" + link)
    reader.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "es"

    reader.open("/players/Ana")
    reader.press("Borrar a Ana")
    assert "«Alguien» sustituye a Ana" in reader.text
    reader.press("Borrar a Ana")

    assert "Alguien" in reader.open("/t/" + link).text


def test_a_watcher_changes_no_name(app, reader):
    row = seen_table(app, reader, "Ana", "Ben", role="watch")

    reader.open("/players/Ana")
    assert "Rename" not in " ".join(reader.buttons())
    form = next(each for each in reader.page.forms if each.method == "post")
    form.fields.setlist("new", ["Zoe"])
    form.fields.setlist("do", ["rename"])
    reader.send(form)

    assert reader.status == 403
    assert players_at(app, row) == ["Ana", "Ben"]


def test_nobody_changes_a_name_of_tables_that_their_phone_does_not_know(app, reader):
    known = seen_table(app, reader, "Cal", "Dan")
    store = app.extensions["referee"]
    other = store.create_table({"record": 1, "variant": "edge.draw", "players": ["Cal", "Ben"]})

    reader.open("/players/Cal")
    reader.press("Rename", new="Zoe")

    assert players_at(app, known) == ["Zoe", "Dan"]
    assert players_at(app, other) == ["Cal", "Ben"]


def test_this_phone_goes_on_knowing_who_plays_with_it(app, reader):
    seen_table(app, reader, "Ana", "Ben")
    reader.open("/phone")
    form = next(each for each in reader.page.forms if each.method == "post")
    form.fields.setlist("name", ["Ana"])
    reader.send(form)

    reader.open("/players/Ana")
    reader.press("Rename", new="Zoe")

    assert 'value="Zoe"' in reader.open("/phone").html


# Many tables


def test_a_phone_knows_more_tables_than_its_session_holds(app, reader):
    seen_table(app, reader, "Zoe", "Ben")
    for number in range(44):
        seen_table(app, reader, f"Ana {number}", "Ben")

    assert "Zoe" in reader.open("/tables?q=zoe").text
    assert "at 45 tables on this phone" in reader.open("/players/Ben").text


def test_links_that_only_the_session_has_are_known_too(app, client, reader):
    row = seen_table(app, reader, "Ana", "Ben")
    with client.session_transaction() as session:
        session.pop("owner")

    assert "Ana" in reader.open("/tables").text
    assert row.links["keep"]


def test_a_long_list_shows_the_first_and_leads_to_the_rest(app, reader):
    for number in range(25):
        seen_table(app, reader, f"Ana {number}", "Ben")

    assert "Ana 24" in reader.open("/tables").text
    assert "Ana 3," not in reader.text
    assert "Show more" not in reader.follow("Show more").text
    assert "Ana 3," in reader.text


def test_a_list_reads_no_more_links_than_it_needs_for_what_it_shows(app, reader, monkeypatch):
    monkeypatch.setattr(home, "LINKS", 1)
    for number in range(25):
        seen_table(app, reader, f"Ana {number}", "Ben")
    asked = []
    known = visitors.tables_known
    monkeypatch.setattr(visitors, "tables_known", lambda most=-1: asked.append(most) or known(most))

    assert "Show more" in reader.open("/tables").text
    assert "Ana 3," in reader.follow("Show more").text
    assert asked == [20, 40]


def test_only_the_tables_that_are_listed_are_judged_once_it_is_known_which_are_over(app, reader, monkeypatch):
    over = played_table(app, "edge.block")
    reader.open("/t/" + over)
    for number in range(12):
        seen_table(app, reader, f"Ana {number}", "Ben")
    first = reader.open("/tables").html
    app.extensions.pop("referee-book")
    judged = []

    open_table = home.open_table
    monkeypatch.setattr(home, "open_table", lambda link: judged.append(link) or open_table(link))

    again = reader.open("/tables").html

    assert again == first
    assert len(judged) <= 13


def test_the_players_page_judges_no_table_twice_not_even_after_a_new_start(
    app, tmp_path, reader, monkeypatch
):
    """Guards: the figures beside the tables; else the page grows with everything that was ever said at them."""
    reader.open("/t/" + played_table(app, "edge.block"))
    reader.open("/t/" + played_table(app, "fundex2004.all-fives"))
    first = reader.open("/players").html
    monkeypatch.setattr(statistics, "read_log", Mock(wraps=statistics.read_log))

    app.extensions.pop("referee-book")
    assert reader.open("/players").html == first
    assert statistics.read_log.call_count == 0

    seen_table(app, reader, "Zoe", "Ben")
    assert "Zoe" in reader.open("/players").text
    assert statistics.read_log.call_count == 1


def test_a_record_that_is_read_in_brings_its_figures(app, reader, monkeypatch):
    data = (PLAYTHROUGHS / "edge.block.jsonl").read_bytes()
    row, _ = import_record(app.extensions["referee"], data)
    reader.open("/t/" + row.links["keep"])
    monkeypatch.setattr(statistics, "read_log", Mock(side_effect=AssertionError("judged again")))

    assert "Ana" in reader.open("/players").text


def test_a_finished_table_is_played_again_in_one_tap_from_the_list(app, reader):
    from referee.engine.games.match import Status
    from referee.engine.log import open_log as opened

    name = next(
        path.stem
        for path in sorted(PLAYTHROUGHS.glob("*.jsonl"))
        if ".answers" not in path.name and _is_over(path, opened, Status)
    )
    reader.open("/t/" + played_table(app, name))
    header = json.loads((PLAYTHROUGHS / f"{name}.jsonl").read_text().splitlines()[0])

    reader.open("/tables")
    reader.press("Rematch")

    again = app.extensions["referee"].table(2).header
    assert "The tiles are dealt" in reader.buttons()
    assert {name: again[name] for name in ("variant", "players", "options")} == {
        name: header[name] for name in ("variant", "players", "options")
    }


@pytest.mark.parametrize(
    ("name", "opener"), [("hasbro2003.sebastopol", "Ana"), ("traditional.forty-two", "Ben")]
)
def test_a_rematch_offers_first_the_player_who_opens_next_by_the_match_before(app, reader, name, opener):
    play_again(reader, f"/t/{played_table(app, name)}")

    assert f"After the match before it is {opener}." in reader.text
    main = [each for form in reader.page.forms for each in form.buttons if "main" in each.classes.split()]
    assert [(each.name, each.value) for each in main] == [("opener", opener)]
    reader.choose("opener", opener)
    assert "After the match before" not in reader.text


def test_a_rematch_names_nobody_where_either_of_the_pair_that_won_opens(app, reader):
    play_again(reader, f"/t/{played_table(app, 'traditional.partners-cuban')}")

    assert "After the match before" not in reader.text
    assert "Who drew the most pips and opens?" in reader.text


def test_a_rematch_asks_for_nobody_where_the_tiles_say_who_opens(app, reader):
    play_again(reader, f"/t/{played_table(app, 'edge.block')}")

    assert "After the match before" not in reader.text


def _is_over(path: Path, opened, status) -> bool:
    header, *lines = map(json.loads, path.read_text().splitlines())
    log = opened(read_setup(header))
    for raw in lines:
        _, log = log.say(raw)
    return log.state.status is status.MATCH_OVER


def test_a_new_name_is_written_with_whole_letters(app, reader):
    """Guards: the composing of letters and their accents; the two spellings would be two players."""
    row = seen_table(app, reader, "Ana", "Ben")
    reader.open("/players/Ana")
    reader.press("Rename", new="Jose\N{COMBINING ACUTE ACCENT}")

    assert players_at(app, row) == ["Jos\N{LATIN SMALL LETTER E WITH ACUTE}", "Ben"]


def test_a_list_of_players_that_takes_too_long_goes_on_where_it_stopped(app, reader, monkeypatch):
    """Guards: the time that the page may take; else a phone that knows thousands of tables keeps others waiting."""
    for name in ("Ana", "Bea", "Cyd"):
        seen_table(app, reader, name, "Dan")
    spent = iter([False, True, True])
    monkeypatch.setattr(statistics, "is_spent", lambda: next(spent, False))
    monkeypatch.setattr(statistics, "read_log", Mock(wraps=statistics.read_log))

    read = []
    for _ in range(3):
        reader.open("/players")
        read.append((reader.status, statistics.read_log.call_count))

    assert read == [(503, 1), (503, 1), (200, 3)]


@pytest.mark.parametrize("what", ["Rename", "Forget"])
def test_a_name_is_not_changed_while_as_much_long_work_is_done_as_may_be(app, client, reader, what):
    """Guards: the place that another name takes; else renamings hold every thread that answers pages."""
    row = seen_table(app, reader, "Ana", "Ben")
    page = reader.open("/players/Ana")
    form = {"csrf_token": page.forms[-1].fields["csrf_token"], "do": what.lower(), "new": "Zoe", "sure": "1"}
    with app.app_context(), ExitStack() as held:
        for _ in range(PLACES):
            held.enter_context(turns().place())
        answer = client.post("/players/Ana", data=form)

    assert answer.status_code == 503
    assert players_at(app, row) == ["Ana", "Ben"]
