"""The match sheet, and what stands beside a page of paper: other papers, files, a text to copy, a card for chats."""

import html
import io
import json
import random
import re
from typing import Any
from urllib.parse import urljoin

import pytest
from pypdf import PdfReader

from referee.engine.games.match import State, Status
from referee.engine.log import Log, open_log
from referee.engine.setup import read_setup
from referee.importing import import_record
from referee.storage.rows import NewEvent
from tests.folders import PLAYTHROUGHS
from tests.pinning import RECORDS
from tests.reports.test_told_once import BLOCKED
from tests.simulating import seat_people
from tests.train_players import seat_train_people
from tests.web.beforehand import tables_of
from tests.web.looking import BROKEN, faults
from tests.web.reading import Reader
from tests.web.sitting import prepare, say, set_up
from tests.web.touching import Thumb, box_of, until


def kept(app, header: dict[str, Any], events: list[dict[str, Any]]):
    """A table at which Moves so far; its row."""
    store = app.extensions["referee"]
    row = store.create_table({"options": {}, **header})
    store.append(row.id, 0, "all", [NewEvent(each) for each in events])
    return row


def judged(header: dict[str, Any], events: list[dict[str, Any]]) -> Log:
    log = open_log(read_setup(header))
    for each in events:
        _, log = log.say(each)
    return log


def totals_on(page: str) -> list[int]:
    """The totals at the foot of the sheet."""
    return [
        int(each)
        for each in re.findall(r'<td class="total[^"]*">(-?[0-9]+)</td>', page.replace("\N{MINUS SIGN}", "-"))
    ]


def last_scores_on(page: str, state: State) -> list[int]:
    """The scores after the last round of the list."""
    rows = re.findall(
        r"<td>(?:<small>[^<]*</small> )?<b>(-?[0-9]+)</b></td>", page.replace("\N{MINUS SIGN}", "-")
    )
    return [int(each) for each in rows[-len(state.scores) :]]


@pytest.fixture
def match(app):
    """A match of All Fives for three to its end: its row and its log."""
    people = seat_people("fundex2004.all-fives", 3, random.Random(4), options={"claims": "auto"})
    while people.log.state.status is not Status.MATCH_OVER:
        people.play_round()
    return kept(app, people.log.start.setup.header, people.said), people.log


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_the_sheet_of_every_game_has_the_judge_s_totals_and_leads_to_each_round(client, app, record):
    header, *events = (json.loads(line) for line in record.read_text(encoding="utf-8").splitlines())
    state = judged(header, events).state
    link = kept(app, header, events).links["watch"]
    reader = Reader(client)

    page = reader.open(f"/t/{link}/match").html

    if totals_on(page):
        assert totals_on(page) == list(state.scores)
        assert last_scores_on(page, state) == list(state.scores)
    else:
        assert not any(state.scores)
    rounds = dict.fromkeys(re.findall(rf'href="(/t/{link}/round/[0-9]+)"', page))
    assert len(rounds) == len(state.rounds) > 0
    for each in rounds:
        of_the_round = reader.open(each).links
        assert reader.status == 200
        for name in ("A4", "Letter", "80 mm", *(["Match sheet"] if each == next(iter(rounds)) else [])):
            reader.open(urljoin(each, of_the_round[name]))
            assert reader.status == 200
        assert urljoin(each, of_the_round["Match sheet"]).startswith(f"/t/{link}/match")


@pytest.mark.parametrize(("name", "word"), [("hasbro2003.poker", "Deal"), ("fundex2008.solitaire", "Game")])
def test_the_list_the_paper_and_the_files_of_poker_and_solitaires_have_their_word_for_a_round(
    client, app, name, word
):
    record = (PLAYTHROUGHS / f"{name}.jsonl").read_bytes()
    table, _ = import_record(app.extensions["referee"], record)
    address = f"/t/{table.links['owner']}"

    for page in ("log", "round/1", "exports", "export/text"):
        told = client.get(f"{address}/{page}").text
        assert f"{word} 1" in told, page
        assert "Round 1" not in told, page
    sheet = Reader(client)
    assert f"{word} by {word.lower()}" in sheet.open(f"{address}/match").text
    assert f"{word.lower()}s, " in sheet.text
    assert "Round" not in sheet.text


def test_it_says_who_won_by_what_rule_and_what_the_best_plays_were(client, match):
    row, log = match
    reader = Reader(client)

    reader.open(f"/t/{row.links['keep']}/log")
    reader.follow("Match sheet")

    winner = log.state.setup.sides[log.state.winner]
    assert f"{winner} wins with {log.state.scores[log.state.winner]}" in reader.text
    assert str(log.start.setup.variant.rule("target").sentence) in html.unescape(reader.text)
    assert f"{len(log.state.rounds)} rounds, {log.said} entries" in reader.text
    assert "Best plays" in reader.text
    assert re.search(r"\+[0-9]+ (Ana|Ben|Cal|Dan|Eva): [0-6]-[0-6], .* = [0-9]+", reader.text)
    assert len(re.findall('<g class="run( won)?">', reader.page.html)) == 3


def test_the_page_of_a_settlement_leads_to_the_sheet_for_those_who_watch_too(client, match):
    row, _ = match
    for role in ("keep", "watch"):
        reader = Reader(client)
        reader.open(f"/t/{row.links[role]}")
        reader.follow("Match sheet")
        assert reader.address == f"/t/{row.links[role]}/match"


def test_before_anything_is_settled_the_sheet_says_so(client):
    reader = Reader(client)
    address = set_up(reader, "edge.block", ("Ana", "Ben"))
    say(reader, {"round": 1})

    reader.open(f"{address}/match")

    assert "Nothing has been settled yet." in reader.text
    assert "Round 1 is being played." in reader.text


def test_a_chat_shows_the_settlement_in_a_line_and_the_layout_by_the_link_that_only_reads(client, match):
    row, log = match
    page = client.get(f"/t/{row.links['owner']}/round/1").text

    card = dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', page))

    watch = row.links["watch"]
    assert card["title"] == f"{log.start.setup.variant.name}, round 1"
    assert card["url"] == f"http://localhost/t/{watch}/round/1"
    assert card["image"] == f"http://localhost/t/{watch}/export/round/1.png"
    assert client.get(card["image"]).content_type == "image/png"
    first = next(each.state for each in log.entries if each.ruling.settled is not None)
    scores = zip(first.setup.sides, first.scores, strict=True)
    assert card["description"].endswith(", ".join(f"{name} {score}" for name, score in scores))
    assert row.links["owner"] not in "".join(card.values())


def test_where_the_link_to_watch_was_withdrawn_a_chat_is_shown_nothing(client, app, match):
    row, _ = match
    app.extensions["referee"].links.revoke(row.id, "watch", None)

    for page in ("round/1", "match"):
        text = client.get(f"/t/{row.links['owner']}/{page}").text
        assert "og:" not in text
        assert "data-share" not in text


def test_the_text_for_a_chat_opens_without_scripts(client, match):
    row, _ = match
    reader = Reader(client)
    reader.open(f"/t/{row.links['watch']}/round/1")

    answer = client.get(reader.page.links["As text"])

    assert answer.headers["Content-Disposition"].startswith("inline")
    assert answer.content_type == "text/plain; charset=utf-8"
    assert answer.text == client.get(f"/t/{row.links['watch']}/export/round/1.txt").text


def test_a_short_round_can_be_scanned_whole_and_a_long_one_is_not_offered(client, app, match):
    header = {"record": 1, "variant": "edge.block", "players": ["Ana", "Ben"], "options": {"hand_size": 1}}
    short = kept(app, header, [{"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "hand": ["5-4"]}])
    reader = Reader(client)

    reader.open(f"/t/{short.links['watch']}/exports")
    reader.follow("Round 1: Code")

    assert client.get(f"/t/{short.links['watch']}/export/round/1.txt").text.split() == (
        html.unescape(re.search(r"<pre[^>]*>(.*?)</pre>", reader.page.html, re.DOTALL)[1]).split()
    )
    assert 'class="code"' in reader.page.html
    long = match[0].links["watch"]
    assert "Code" not in client.get(f"/t/{long}/exports").text
    assert client.get(f"/t/{long}/round/1/code").status_code == 404


@pytest.fixture
def settled(phone):
    """A phone at a match of All Fives that is over; the address of its table."""
    thumb = Thumb(phone)
    people = seat_people(
        "fundex2004.all-fives", 2, random.Random(11), options={"claims": "auto", "target": 60}
    )
    while people.log.state.status is not Status.MATCH_OVER:
        people.play_round()
    address = prepare(
        thumb,
        "fundex2004.all-fives",
        people.log.start.setup.players,
        people.said,
        claims="auto",
        target="60",
    )
    return thumb, address


def test_all_that_stands_beside_a_round_on_paper_is_large_enough_to_tap(settled):
    thumb, address = settled
    thumb.open(f"{address}/round/1")
    boxes = [box_of(each) for each in thumb.phone.locator(".off-paper :is(a, button):visible").all()]
    assert len(boxes) > 5
    assert min(min(each["width"], each["height"]) for each in boxes) >= 44


def test_a_match_fits_one_page_of_paper_and_has_nothing_against_it(settled):
    thumb, address = settled
    thumb.open(f"{address}/match")
    assert faults(thumb.phone) == []
    printed = thumb.phone.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) == 1
    assert re.search(rb"/MediaBox \[0 0 594[.0-9]* 841", printed)

    thumb.open(f"{address}/round/1?paper=receipt")
    assert faults(thumb.phone) == []
    printed = thumb.phone.pdf(prefer_css_page_size=True)
    assert re.search(rb"/MediaBox \[0 0 227[.0-9]* 841", printed)


def test_on_paper_the_names_of_eight_players_stand_whole_over_their_totals_and_the_head_is_in_line(
    open_phone,
):
    names = ("Benjamin", "Christopher", "Maximilian", "Grandma Rosa", "Grandpa", "Ana", "Bob", "Lucía")
    thumb = Thumb(open_phone(viewport={"width": 703, "height": 1000}))  # A4 without its margins
    left = dict.fromkeys(names[1:], 20)
    address = prepare(
        thumb,
        "traditional.mexican-train",
        names,
        [{"round": 1}, {"result": {"out": "Benjamin", "left": left}}],
    )
    thumb.open(f"{address}/match")
    thumb.phone.emulate_media(media="print")

    head, title = box_of(thumb.phone.locator("header")), box_of(thumb.phone.locator("header b"))
    assert title["x"] + title["width"] == pytest.approx(head["x"] + head["width"], abs=1)
    for name in thumb.phone.locator(".match-rounds thead th + th").all():
        assert not name.evaluate(BROKEN), name.inner_text()
    assert thumb.phone.locator(".match-rounds").evaluate(
        "each => each.offsetWidth <= each.parentElement.clientWidth"
    )


def test_the_number_of_what_the_table_agreed_stands_within_its_column_on_paper(open_phone):
    thumb = Thumb(open_phone(viewport={"width": 703, "height": 1000}))  # A4 without its margins
    agreed = {"adjust": {"Ana": -5}, "why": "as all of us agreed in the morning"}
    said = [{"round": 1}, agreed, {"by": "Ana", "play": "6-6"}, {"void": True, "why": "a tile lay face up"}]
    address = prepare(thumb, "fundex2004.all-fives", ("Ana", "Ben"), said)
    thumb.open(f"{address}/round/1")
    thumb.phone.emulate_media(media="print")

    column = box_of(thumb.phone.locator(".events"))["x"]
    numbers = [box_of(each)["x"] for each in thumb.phone.locator(".by-table .number-of").all()]
    assert len(numbers) == 2
    assert min(numbers) >= column  # what is left of its column is not printed


@pytest.mark.parametrize(
    ("game", "paper"),
    [
        ("classic.matador", "letter"),
        ("classic.tiddle-a-wink", "a4"),
        ("hasbro2003.bergen", "letter"),
        ("traditional.partners-cuban", "letter"),
    ],
)
def test_a_round_with_many_players_or_moves_is_printed_on_one_page(thumb, game, paper):
    record = (PLAYTHROUGHS / f"{game}.jsonl").read_bytes()
    with tables_of(thumb) as store:
        row, _ = import_record(store, record)
    thumb.open(f"/t/{row.links['owner']}/round/1?paper={paper}")
    printed = thumb.phone.pdf(prefer_css_page_size=True)

    assert len(PdfReader(io.BytesIO(printed)).pages) == 1


def long_train_round(thumb: Thumb, players: int, tiles: int, seed: int) -> str:
    people = seat_train_people("traditional.mexican-train", players, random.Random(seed), tiles, {})
    people.play_round()
    assert len(people.said) > (80 if tiles == 9 else 110)
    names = people.log.start.setup.players
    return prepare(thumb, "traditional.mexican-train", names, people.said, tiles=str(tiles))


@pytest.mark.parametrize(("players", "tiles", "seed"), [(4, 9, 2), (6, 12, 0)])
def test_a_long_round_of_mexican_train_is_printed_on_one_page(thumb, players, tiles, seed):
    thumb.open(f"{long_train_round(thumb, players, tiles, seed)}/round/1?paper=letter")
    printed = thumb.phone.pdf(prefer_css_page_size=True)

    assert len(PdfReader(io.BytesIO(printed)).pages) == 1


def test_a_round_of_sixty_moves_with_sums_is_printed_on_one_page(thumb):
    people = seat_people("fundex2004.all-fives", 4, random.Random(2), tiles=9)
    people.play_round()
    assert len(people.said) == 60
    address = prepare(thumb, "fundex2004.all-fives", people.log.start.setup.players, people.said, tiles="9")
    thumb.open(f"{address}/round/1?paper=letter")
    printed = thumb.phone.pdf(prefer_css_page_size=True)

    assert len(PdfReader(io.BytesIO(printed)).pages) == 1


def test_on_paper_a_short_remark_stands_beside_the_words_of_its_move(open_phone):
    thumb = Thumb(open_phone(viewport={"width": 703, "height": 1000}))  # A4 without its margins
    thumb.open(f"{long_train_round(thumb, 4, 9, 2)}/round/1")
    thumb.phone.emulate_media(media="print")

    covered = thumb.phone.locator(".event").filter(has_text="marker down", has_not_text="covered").first
    words, remark = box_of(covered.locator(".what")), box_of(covered.locator("small"))
    assert remark["y"] < words["y"] + words["height"] / 2
    assert remark["x"] >= words["x"] + words["width"]


def test_a_sum_of_five_ends_stands_in_one_line_on_paper(open_phone):
    thumb = Thumb(open_phone(viewport={"width": 703, "height": 1000}))  # A4 without its margins
    said = map(json.loads, (PLAYTHROUGHS / "traditional.all-threes.jsonl").read_text().splitlines()[1:])
    address = prepare(thumb, "traditional.all-threes", ("Ana", "Ben", "Cal"), [*said])
    thumb.open(f"{address}/round/1")
    thumb.phone.emulate_media(media="print")

    two, five = (thumb.phone.locator(".sum").get_by_text(each) for each in ("4 + 4 = 8", "3 + 2 + 0 + 0 + 6"))
    assert box_of(five)["height"] == box_of(two)["height"]


def test_a_sum_of_six_ends_stands_in_one_line_on_paper_beside_its_points(open_phone):
    thumb = Thumb(open_phone(viewport={"width": 703, "height": 1000}))  # A4 without its margins
    people = seat_people("traditional.all-threes", 4, random.Random(1), tiles=6)
    people.play_round()
    address = prepare(thumb, "traditional.all-threes", people.log.start.setup.players, people.said)
    thumb.open(f"{address}/round/1")
    thumb.phone.emulate_media(media="print")

    two, six = (
        thumb.phone.locator(".sum").get_by_text(each) for each in ("6 + 6 = 12", "5 + 5 + 1 + 1 + 0 + 0")
    )
    assert box_of(six)["height"] == box_of(two)["height"]


def test_a_round_of_fifty_four_moves_fits_one_page_of_paper_and_a_name_of_eleven_letters_is_whole(open_phone):
    thumb = Thumb(open_phone(viewport={"width": 703, "height": 1000}))  # A4 without its margins
    people = seat_people("hasbro2003.bergen", 3, random.Random(129))
    people.play_round()
    assert len(people.said) == 54
    said = json.loads(json.dumps(people.said).replace('"Cal"', '"Christopher"'))
    address = prepare(thumb, "hasbro2003.bergen", ("Ana", "Ben", "Christopher"), said)
    thumb.open(f"{address}/round/1")

    thumb.phone.emulate_media(media="print")
    assert not thumb.phone.locator(".left-hands dt").get_by_text("Christopher").evaluate(BROKEN)
    printed = thumb.phone.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) == 1


def test_the_text_is_copied_with_one_tap(settled):
    thumb, address = settled
    thumb.phone.add_init_script(
        "Object.defineProperty(navigator, 'clipboard',"
        " { value: { writeText: async (text) => { window.copied = text; } } });"
    )
    thumb.open(f"{address}/match")

    thumb.phone.get_by_role("link", name="Copy as text").click()

    until(thumb.phone, "window.copied")
    assert "Round 1: " in thumb.phone.evaluate("copied")


def test_a_house_rule_that_decided_a_round_stands_once_on_its_page(client, app):
    options = {"hand_size": 2, "draw": "none", "opening": "agreed", "block_pay": "opponents"}
    header = {"record": 1, "variant": "fundex2004.block-draw", "players": ["Ana", "Ben"], "options": options}
    row = kept(app, header, [*BLOCKED])
    rule = "The winner of a blocked round scores the opponents"

    told = client.get(f"/t/{row.links['keep']}/round/1").text

    assert told.count(rule) == 1
    assert "House rule: Each player takes 2 tiles." in told


def test_what_happened_in_a_round_is_told_whole_on_a_small_phone(open_phone):
    small = Thumb(open_phone(viewport={"width": 360, "height": 640}))
    said = [
        {"round": 1},
        {"adjust": {"Ana": 5, "Ben": -5}},
        {"void": True, "why": "a tile lay face up for a while"},
    ]
    address = prepare(small, "fundex2004.all-fives", ("Ana", "Ben"), said)
    small.open(f"{address}/match")

    words = small.phone.locator(".match-rounds a > span")
    assert words.evaluate("each => each.scrollWidth <= each.offsetWidth")
    assert words.inner_text().startswith(
        "The round does not count. Reason: a tile lay face up for a while. The table"
    )
    assert box_of(words)["height"] > 30
    assert faults(small.phone) == []
