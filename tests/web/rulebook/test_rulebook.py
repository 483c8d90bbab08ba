"""The rulebook: every game's rules in order of play, each sentence the one that rulings quote."""

import html
import json
import re

import pytest
from playwright.sync_api import expect

from referee.engine.answers import replay_text
from referee.engine.rules.order import AGREED, NEXT, TITLES, chapters, entries, headings, names_in_order
from referee.engine.rulings import Provenance
from referee.engine.setup import read_setup
from referee.engine.sheets import LINE_GAMES, VARIANTS
from referee.web.parts.rules import table_of
from tests.folders import PLAYTHROUGHS
from tests.simulating import NAMES
from tests.web.looking import SMALL, TAPPED, faults
from tests.web.reading import Reader
from tests.web.sitting import set_up, set_up_by_steps
from tests.web.touching import Thumb, box_of

PLAYTHROUGHS = sorted(path for path in PLAYTHROUGHS.glob("*.jsonl") if path.stem in LINE_GAMES)
BY_AGREEMENT = "The table may agree on points outside the rules; they are marked."
# rules/README.md 2.10: the switches that matter at every line game whatever its other rules are.
EVERYWHERE = {
    "hand_size", "opening", "joins", "spinner", "score", "out_pay", "block_pay", "mode", "misplay",
}  # fmt: skip


def shown(client, address):
    """The sentences of the rules on a page, and its text."""
    page = html.unescape(client.get(address).text)
    lines = re.findall(r'<article class="rule-line" id="(\w+)">(.*?)</article>', page, re.DOTALL)
    found = {}
    for name, line in lines:
        stated = re.split('<details|class="quoted', line, maxsplit=1)[0]
        found[name] = [plain(each) for each in re.findall(r'<p class="rule">(.*?)</p>', stated, re.DOTALL)]
    return found, page


def plain(words):
    """Without the mark that says for whom a sentence is."""
    return re.sub(r'<span class="when">.*?</span> ', "", words)


def fixed_rules(variant):
    """The rules that no switch changes and that come up in the variant, by name."""
    return {
        name: str(variant.rule(name).sentence)
        for part in variant.parts()
        for name, switch in part.switches().items()
        if not switch.is_open and variant.matters(name, partners=variant.may_have_partners)
    }


def sentences_of(variant, name):
    """Every sentence that a rule of the variant can have, for any number of players and any of its sets."""
    if name in variant.presets:
        switch = variant.presets[name].switch
        return {str(switch.sentence(value)) for value in switch.sentences}
    if name in fixed_rules(variant):
        return {fixed_rules(variant)[name]}
    if name == "hand_size":
        return {
            str(variant.rule_for("hand_size", players, high).sentence)
            for high in variant.all_sets
            for players in range(variant.player_range(high)[0], variant.player_range(high)[1] + 1)
        }
    return {str(variant.for_players(players).rule(name).sentence) for players in range(2, 11)}


@pytest.mark.parametrize("key", sorted(LINE_GAMES))
def test_each_sentence_on_a_variants_page_is_one_of_its_parts_sentences(client, key):
    variant = LINE_GAMES[key]

    found, _ = shown(client, f"/rules/{key}")

    for name, sentences in found.items():
        if name not in ("players", "tiles"):
            assert sentences, name
            assert set(sentences) <= sentences_of(variant, name), name


@pytest.mark.parametrize("key", sorted(LINE_GAMES))
def test_every_switch_that_applies_is_on_the_page_with_all_its_values(client, key):
    variant = LINE_GAMES[key]

    found, page = shown(client, f"/rules/{key}")

    applying = {
        name
        for name in names_in_order(variant)
        if variant.matters(name, partners=variant.may_have_partners) and name != "opening_double"
    }
    assert applying >= EVERYWHERE
    assert applying <= set(found)
    assert set(found) - applying - {"opening_double"} == {"players", "tiles", *fixed_rules(variant)}
    for name in applying:
        switch = variant.switch(name)
        for value in switch.sentences:
            assert str(switch.sentence(value)) in page, (name, value)


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_no_sentence_is_shown_with_a_number_left_open(client, key):
    _, page = shown(client, f"/rules/{key}")

    assert re.findall(r"\{\w*\}", page.split("<main", 1)[1].split("</main>", 1)[0]) == []


@pytest.mark.parametrize("key", sorted(LINE_GAMES))
def test_where_a_sheet_is_silent_the_page_says_so_and_why(client, key):
    _, page = shown(client, f"/rules/{key}")

    for name, entry in entries(LINE_GAMES[key]).items():
        if entry.is_silent:
            assert entry.why, name
            assert str(entry.why) in page
    silent = sum(entry.is_silent for entry in entries(LINE_GAMES[key]).values())
    assert page.count("Not said on the sheet") == silent > 0


@pytest.mark.parametrize("key", sorted(LINE_GAMES))
def test_what_is_unclear_on_the_sheet_stands_under_the_rule_that_it_is_about(client, key):
    game = LINE_GAMES[key]
    _, page = shown(client, f"/rules/{key}")
    articles = dict(re.findall(r'<article class="rule-line" id="(\w+)">(.*?)</article>', page, re.DOTALL))

    assert all(page.count(words) == 1 for words in game.unclear)
    for name, words in game.unclear_about.items():
        assert "Not clear on the sheet" in articles[name]
        assert words in articles[name]
    general = set(game.unclear) - set(game.unclear_about.values())
    assert ("Also unclear on the sheet" in page) == bool(general)


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_the_rules_are_folded_and_each_fold_counts_what_its_sheet_leaves_open(client, key):
    _, page = shown(client, f"/rules/{key}")
    folds = re.findall(r'<details class="fold chapter"><summary>(.*?)</summary>', page, re.DOTALL)
    told = chapters(VARIANTS[key])

    assert len(folds) >= len(told)
    for fold, chapter in zip(folds, told, strict=False):
        silent = sum(entry.is_silent for entry in chapter.entries)
        assert str(chapter.title) in fold
        assert (f">{silent} not said<" in fold) == bool(silent)


def test_rules_stand_in_the_order_of_play(client):
    found, _ = shown(client, "/rules/fundex2004.all-fives")

    order = list(found)
    places = [order.index(name) for name in ("players", "hand_size", "opening", "joins", "spinner", "draw")]
    places += [order.index(name) for name in ("bonus_trigger", "score", "claims", "out_pay", "block_pay")]
    places += [order.index(name) for name in ("round_scope", "target", "next_opener")]
    assert places == sorted(places)
    assert order[-1] == "next_opener"


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_switch_is_in_one_chapter(key):
    game = VARIANTS[key]
    listed = [name for heading in headings(game) for name in heading.switches]

    assert sorted(listed) == sorted(name for kind in game.kinds.values() for name in kind.switches())
    assert set(game.slots) <= set(TITLES)
    assert (NEXT[1] in listed) == (game.machine == "line")


@pytest.mark.parametrize(
    ("key", "absent"),
    [
        ("fundex2004.block-draw", {"target_sum", "spinner_opens", "cross_first", "muggins_close", "lot_tie"}),
        ("fundex2004.matador", {"blanks", "opening_double", "bergen_triple"}),
        ("fundex2004.blind", {"must_play", "draw", "reserve", "bonus_trigger", "target", "next_opener"}),
        ("edge.muggins", {"muggins_close", "false_claim", "exact_overshoot", "bonus_turn"}),
        ("hasbro2003.muggins", {"block_winner", "block_tie"}),
        ("hasbro2003.sebastopol", {"no_double", "opening_tile", "optional_draw"}),
    ],
)
def test_a_rule_that_does_not_come_up_is_not_told(client, key, absent):
    found, _ = shown(client, f"/rules/{key}")

    assert absent & set(found) == set()


def test_what_depends_on_the_number_of_players_is_told_for_each(client):
    page = Reader(client).open("/rules/edge.draw").text

    assert "2 players The last 2 tiles of the boneyard are never drawn." in page
    assert "3 or 4 players The last tile of the boneyard is never drawn." in page
    assert "2 players Each player takes 7 tiles. 3 or 4 players Each player takes 5 tiles." in page


def test_what_depends_on_the_set_is_told_for_each(client):
    page = Reader(client).open("/rules/classic.draw").text

    assert "Double-nine For 2 to 7 players." in page
    assert "Double-twelve Each player takes 9 tiles." in page


def test_a_target_that_is_agreed_before_the_start_says_so(client):
    assert str(AGREED) in client.get("/rules/edge.block").text
    assert str(AGREED) not in client.get("/rules/edge.muggins").text


def test_a_game_that_no_sheet_prints_names_its_sources(client):
    reader = Reader(client)

    page = reader.open("/rules/traditional.fives-and-threes").text

    assert "This game is not from a printed sheet." in page
    assert "bcad5sand3s.co.uk" in page
    assert "not from a printed sheet" not in reader.open("/rules/edge.block").text


def test_all_games_stand_by_game_and_by_sheet(client):
    reader = Reader(client)
    for address in ("/rules", "/rules?by=sheet"):
        page = reader.open(address)
        assert all(f"/rules/{key}" in page.html for key in LINE_GAMES)

    groups = re.findall(r'class="group">([^<]*)<', page.html)
    assert groups == list(dict.fromkeys(each.sheet.title for each in LINE_GAMES.values()))


def test_the_rules_are_found_from_home_and_lead_to_a_table(client):
    reader = Reader(client)
    reader.open("/")
    reader.follow("Rules of all games")
    reader.follow("Five Up")
    reader.follow("Play Five Up")

    assert "2 of 3" in reader.text


def test_a_table_s_rules_show_what_it_plays_otherwise_and_what_is_printed(client):
    reader = Reader(client)
    address = set_up(reader, "fundex2004.all-fives", ("Ana", "Ben"), spinner="first_double", target="150")

    found, page = shown(client, f"{address}/rules")

    assert found["spinner"] == ["The first double is open on both sides and both ends."]
    assert found["hand_size"] == ["Each player takes 7 tiles."]
    assert page.count("<span>house rule</span>") == 2
    assert "The match is to 100 points." in page
    assert "spinner_opens" in found


def test_a_house_rule_on_which_the_sheet_is_silent_stands_beside_our_reading(client):
    reader = Reader(client)
    set_up(reader, "hasbro2003.poker", ("Ana", "Ben", "Cal", "Dan"), stakes="true")

    assert "takes the pot. Our reading: Nothing is staked; the best hand scores one point." in reader.text


def test_a_house_rule_of_a_traditional_game_stands_beside_the_usual_one(client):
    reader = Reader(client)
    players = ("Ana", "Ben", "Cal", "Dan")
    address = set_up(reader, "traditional.partners-dominican", players, capicua="50")

    assert "pays 50 more. Usually: Going out with a tile that fits both ends (capicúa) pays 25" in reader.text
    reader.open(f"{address}/rules")
    assert "pays 50 more. Usually: Going out" in reader.text


def test_before_the_first_tile_the_table_reads_what_is_printed_changed_and_unclear(client):
    reader = Reader(client)
    set_up(reader, "edge.muggins", ("Ana", "Ben"), blanks="match_only")

    text = reader.text

    assert (
        "House rules in this game A blank goes only on a blank. On the sheet: A blank half may be laid"
        in text
    )
    for words in LINE_GAMES["edge.muggins"].unclear:
        assert words in text
    setup = read_setup({"record": 1, "variant": "edge.muggins", "players": ["Ana", "Ben"]})
    for entry in entries(setup.variant).values():
        if entry.name not in ("players", "tiles", "blanks", "team_out", "hand_size", "reserve"):
            assert str(entry.cases[0].sentence) in text, entry.name


@pytest.mark.parametrize("record", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_every_rule_that_a_ruling_quotes_can_be_read_among_the_table_s_rules(record):
    text = record.read_text("utf-8")
    setup = read_setup(json.loads(text.splitlines()[0]))
    told = entries(setup.variant, table_of(setup)).values()

    quoted = {answer["rule"] for answer in replay_text(text) if answer.get("rule")}

    assert quoted - {str(case.sentence) for entry in told for case in entry.cases} <= {BY_AGREEMENT}


def test_what_the_house_sets_is_never_told_as_silent():
    setup = read_setup(
        {
            "record": 1,
            "variant": "fundex2004.all-fives",
            "players": list(NAMES[:2]),
            "options": {"misplay": "strict", "block_tie": "split"},
        }
    )

    told = entries(setup.variant)

    assert told["misplay"].source.standing is told["block_tie"].source.standing is Provenance.HOUSE
    assert not told["misplay"].why


# On a phone

COMPARED = "/rules/compare?v=fundex2004.all-fives&v=edge.muggins&v=hasbro2003.muggins"


TAPPED_HERE = f"{TAPPED}, main label"


def read_pages(phone):
    """Every page of the rulebook and of house rules, folds open, one after another."""
    switches = {"spinner": "first_double", "save_as": "Grandma's All Fives"}
    table = set_up_by_steps(Thumb(phone).beforehand, "fundex2004.all-fives", ("Ana", "Ben"), **switches)
    for address in (
        "/rules", "/rules?by=sheet&v=edge.block", "/rules/compare", "/rules/fundex2004.blind", "/rules/classic.draw",
        "/rules/traditional.fives-and-threes", COMPARED, table, f"{table}/rules", "/house-rules", "/new",
        "/new?step=2&variant=edge.block&player=Ana&player=Ben",
        "/new?step=3&variant=fundex2004.all-fives&player=Ana&player=Ben",
    ):  # fmt: skip
        phone.goto(address, wait_until="load")
        phone.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        yield address


def test_nothing_in_the_rulebook_stands_in_the_way_of_a_screen_reader_or_of_a_thumb_on_a_small_phone(
    open_phone,
):
    phone = open_phone(viewport=SMALL)

    found = {address: faults(phone, TAPPED_HERE) for address in read_pages(phone)}

    assert {address: wrong for address, wrong in found.items() if wrong} == {}


def test_on_paper_every_fold_is_open_and_nothing_hangs_over_its_card(open_phone):
    phone = open_phone(viewport={"width": 700, "height": 1000})
    phone.goto("/rules/fundex2004.all-fives", wait_until="load")
    assert phone.get_by_role("button", name="Print").is_visible()
    phone.emulate_media(media="print")

    told = phone.locator(".chapter > .rule-line").all()
    assert told
    assert all(box_of(each)["height"] > 10 for each in told)
    assert phone.evaluate(
        "[...document.querySelectorAll('.panel')].every(each => each.scrollWidth <= each.clientWidth + 1)"
    )
    assert not phone.get_by_text("Play All Fives").is_visible()


def test_a_citation_opens_the_fold_of_its_rule(open_phone):
    phone = open_phone(viewport={"width": 390, "height": 844})
    phone.goto("/rules/fundex2004.all-fives#round_scope", wait_until="load")

    expect(phone.locator("#round_scope")).to_be_in_viewport()
    assert phone.locator("details.chapter[open]").count() == 1


def test_what_a_sheet_leaves_open_is_dashed_wherever_the_rules_are_read(open_phone):
    phone = open_phone(viewport={"width": 390, "height": 844})
    for address in (
        "/rules/fundex2004.all-fives",
        "/rules/compare?v=fundex2004.all-fives&v=fundex2008.all-fives",
    ):
        phone.goto(address, wait_until="load")
        lines = phone.locator(".unclear").evaluate_all(
            "all => all.map(each => getComputedStyle(each).borderStyle)"
        )
        assert set(lines) == {"dashed"}


def test_games_side_by_side_stand_in_columns_on_a_wide_screen_and_on_paper(open_phone):
    thumb = Thumb(open_phone(viewport={"width": 1000, "height": 700}))
    thumb.open(COMPARED)

    tops = {box_of(each)["y"] for each in thumb.phone.locator(".versus tbody").first.locator("td").all()}
    assert len(tops) == 1
    assert thumb.phone.pdf(prefer_css_page_size=True).startswith(b"%PDF")
