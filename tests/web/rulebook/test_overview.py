"""A game in a minute: what the cards show is what the engine judges, at every game and with house rules."""

import html
import re

import pytest

from referee.engine.explain.samples import line
from referee.engine.explain.samples.line import line_sample
from referee.engine.explain.samples.poker import poker_sample
from referee.engine.explain.samples.solitaire import solitaire_sample
from referee.engine.explain.samples.trains import train_sample
from referee.engine.explain.samples.tricks import trick_sample
from referee.engine.log import open_log
from referee.engine.rulings import Verdict
from referee.engine.setup import read_setup
from referee.engine.sheets import LINE_GAMES, VARIANTS
from referee.web.rulebook.overview import KINDS, overview_of
from tests.simulating import NAMES
from tests.web.looking import faults_of
from tests.web.reading import Reader
from tests.web.sitting import set_up

SCORING = sorted(key for key, game in LINE_GAMES.items() if game.counting.tiles_score)
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
OF_EACH_KIND = (
    "fundex2004.all-fives", "fundex2004.blind", "fundex2004.cross", "hasbro2003.texas", "hasbro2003.poker",
    "fundex2004.elimination", "fundex2004.solitaire", "fundex2004.knock-out", "fundex2008.solitaire",
)  # fmt: skip


def seated(key, number=0, **options):
    """A table at a game, with as many players as its drawings show."""
    least, most = VARIANTS[key].player_range(VARIANTS[key].tiles)
    number = number or min(max(3, least), most)
    header = {"record": 1, "variant": key, "players": list(NAMES[:number]), "options": options}
    return read_setup(header)


def cards(client, address):
    """The three cards of a page, each as plain words with its drawings."""
    page = html.unescape(client.get(address).text)
    return re.findall(r'<section class="panel">(.*?)</section>', page, re.DOTALL)


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_game_has_an_aim_and_three_cards_each_with_a_drawing_and_three_sentences_at_most(key):
    overview = overview_of(VARIANTS[key])

    assert overview.aim.endswith(".")
    assert overview.facts
    assert len(overview.cards) == 3
    for card in overview.cards:
        assert 1 <= len(card.sentences) <= 3
        assert all(each.endswith(".") and len(each) < 170 for each in card.sentences)
        assert card.drawn or card.hands or card.steps
        assert all(picture for each in card.drawn for picture in each.drawings)


@pytest.mark.parametrize("key", SCORING)
def test_the_sum_that_is_shown_is_what_the_engine_scores(client, key):
    setup = seated(key)
    sample = line_sample(setup)

    points = sum(points for _side, points in sample.turn.ruling.points)
    ends = sample.layout.ends()
    assert sample.turn.ruling.verdict is Verdict.STANDS
    assert points == setup.variant.counting.points(
        sample.layout, ends if setup.variant.counting.counts_ends else []
    )
    shown = cards(client, f"/rules/{key}")[1]
    if setup.variant.counting.counts_ends:
        assert f"{' + '.join(map(str, ends))} = {sum(ends)}" in shown
    assert points == sum(ends) or f"{points} point" in shown


@pytest.mark.parametrize("key", sorted(key for key, game in LINE_GAMES.items() if game.going_out.pays_pips))
def test_what_going_out_pays_on_the_card_is_what_its_hands_come_to(client, key):
    setup = seated(key)
    sample = line_sample(setup)
    unit, scope = setup.variant.counting.unit, setup.variant.rounding.round_scope

    pays_own, winner = setup.variant.going_out.pays_partners_hand, sample.pay.winner
    paying = [each for each in sample.held if pays_own or setup.side_of[each.seat] != winner]
    pips = [sum(each.pips for each in held.tiles) for held in paying]
    hands = [unit * round(each / unit) if scope == "hand" else each for each in pips]
    total = unit * round(sum(hands) / unit) if scope == "total" else sum(hands)
    paid = total // unit if setup.variant.counting.pays_multiples else total
    if setup.variant.partnership is not None:
        paid = setup.variant.partnership.worth(total) + sum(each.points for each in sample.pay.premios)
    assert dict(sample.pay.points) == {winner: paid}
    out = next(setup.players[each.seat] for each in sample.held if not each.tiles)
    last = cards(client, f"/rules/{key}")[2]
    assert f"<dt>{out} goes out and scores</dt><dd>{paid}</dd>" in last
    assert scope != "hand" or "rounded to" in last


@pytest.mark.parametrize(("players", "sleeping", "hand"), [(2, 14, 7), (3, 13, 5), (4, 8, 5)])
def test_the_boneyard_and_the_hand_are_as_large_as_the_deal_leaves_them(client, players, sleeping, hand):
    address = set_up(Reader(client), "fundex2004.all-fives", NAMES[:players])

    first = cards(client, f"{address}/rules")[0]

    assert f"Boneyard: {sleeping} tiles" in first
    assert f"Your hand: {hand} tiles" in first
    assert first.count('<rect class="face"') == sleeping
    assert len(re.findall(r'<svg class="tile', first)) == hand


def test_house_rules_change_the_drawings_and_the_sentences(client):
    rules = {"hand_size": "6", "round_scope": "none", "spinner": "first_double", "target": "150"}
    address = set_up(Reader(client), "fundex2004.all-fives", ("Ana", "Ben", "Cal"), **rules)

    first, _turn, last = cards(client, f"{address}/rules")
    assert "Boneyard: 10 tiles" in first
    assert "Each player takes 6 tiles." in first
    assert "rounded" not in last
    assert "The match is to 150 points." in last
    assert "rounded to" in cards(client, "/rules/fundex2004.all-fives")[2]


def test_a_tile_that_opens_is_the_highest_double_of_the_hand_that_is_shown():
    for key in LINE_GAMES:
        setup = seated(key)
        sample = line_sample(setup)
        assert len(sample.hand) == setup.hand
        if sample.opens is not None:
            assert sample.opens is sample.hand[0]
            assert not any(setup.variant.opening.outranks(each, sample.opens) for each in sample.hand[1:])


def test_a_trick_goes_to_the_player_whose_tile_is_lit_and_the_bid_is_paid_as_judged():
    for key in ("hasbro2003.texas", "traditional.forty-two"):
        sample = trick_sample(seated(key))
        laid = [each.tile for each in sample.trick.laid]
        order = sample.last.state.current.order
        assert sample.trick.laid[order.winner(laid)].seat == sample.trick.seat
        assert sample.trick.points == seated(key).variant.tricks.worth(laid)
        assert sample.last.ruling.settled.how == "made"


def test_the_first_hand_that_poker_shows_is_the_one_that_wins():
    setup = seated("hasbro2003.poker")
    sample = poker_sample(setup)
    _, log = open_log(setup).say({"round": 1})
    for seat, tiles, _worth in sample.hands:
        _, log = log.say({"by": setup.players[seat], "hand": [each.name for each in tiles]})

    assert sample.hands[0][0] == log.state.rounds[-1].winner
    assert [worth.rank for _tiles, worth in sample.ranks] == sorted(
        worth.rank for _tiles, worth in sample.ranks
    )


@pytest.mark.parametrize("key", sorted(key for key, game in VARIANTS.items() if game.machine == "patience"))
def test_a_solitaire_is_played_to_an_end_that_its_player_likes(key):
    sample = solitaire_sample(seated(key))

    assert sample.last.ruling.settled is not None
    assert sample.last.ruling.settled.how == "out" or sum(sample.last.state.current.held) <= 8
    assert sample.move.ruling.verdict is Verdict.STANDS


def test_house_rules_that_leave_no_position_to_be_found_leave_the_sentences(monkeypatch):
    from referee.engine.explain.samples import Unplayable
    from referee.web.rulebook import overview

    def refuse(_setup):
        raise Unplayable

    monkeypatch.setitem(overview.KINDS, "line", (refuse, *KINDS["line"][1:]))
    overview.sampled.cache_clear()
    try:
        found = overview_of(VARIANTS["edge.block"])
    finally:
        overview.sampled.cache_clear()
    assert [bool(card.sentences) for card in found.cards] == [True, True, True]
    assert not any(card.drawn for card in found.cards)


@pytest.mark.parametrize("key", ["fundex2004.cross", "fundex2004.bergen", "hasbro2003.sebastopol"])
@pytest.mark.parametrize("options", [{}, {"blanks": "wild_both_ways"}, {"joins": "sum"}], ids=str)
def test_a_large_set_in_which_every_blank_fits_is_soon_searched(monkeypatch, key, options):
    tried = 0

    def heard(*event):
        nonlocal tried
        tried += 1
        assert tried < 10_000
        return of_the_table(*event)

    of_the_table = line.heard
    monkeypatch.setattr(line, "heard", heard)
    number = max(2, VARIANTS[key].player_range(15)[0])
    header = {"record": 1, "variant": key, "tiles": 15, "players": [*NAMES[:number]]}
    header["options"] = options
    assert line_sample(read_setup(header)).turn.ruling.verdict is Verdict.STANDS


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desktop"])
@pytest.mark.parametrize("language", ["en-GB", "es-MX"])
def test_nothing_on_an_overview_stands_in_the_way_of_a_screen_reader_or_of_a_thumb(
    open_phone, viewport, language
):
    phone = open_phone(viewport=viewport, locale=language)

    assert (
        faults_of(
            phone, [f"/rules/{key}" for key in OF_EACH_KIND], "main button, main a.button, main summary"
        )
        == {}
    )


# Trains


@pytest.mark.parametrize("key", [key for key in sorted(VARIANTS) if VARIANTS[key].lowest_wins])
def test_a_turn_of_trains_shows_what_sets_the_game_apart_and_the_last_card_charges_every_hand(client, key):
    setup = seated(key)
    sample = train_sample(setup)

    assert sample.turn.ruling.verdict is Verdict.STANDS
    current = sample.turn.state.round
    on = current.laid[-1].on
    if setup.variant.has_trains:
        assert current.ends[on].is_open
        assert current.ends[on].seat != current.laid[-1].seat
    else:
        assert [each.on for each in current.laid].count(on) == 3
        assert current.laid[on].tile.is_double
    blank = setup.variant.charges.double_blank
    charged = {
        seat: sum(each.pips for each in hand) + blank * any(not each.pips for each in hand)
        for seat, hand in enumerate(sample.left)
        if hand
    }
    assert dict(sample.last.ruling.settled.points) == charged
    last = cards(client, f"/rules/{key}")[2]
    assert all(f">{points}</" in last for points in charged.values())
    assert "The lowest total wins the match" in last


@pytest.mark.parametrize("key", sorted(key for key, game in VARIANTS.items() if game.machine == "trains"))
def test_every_set_and_every_number_of_players_finds_its_round_of_trains(key):
    for tiles in VARIANTS[key].all_sets:
        least, most = VARIANTS[key].player_range(tiles)
        for number in {least, most}:
            header = {"record": 1, "variant": key, "players": list(NAMES[:number]), "tiles": tiles}
            assert train_sample(read_setup(header)).last.ruling.settled.how == "out", (tiles, number)


def test_the_first_card_of_trains_deals_by_the_set_of_the_table(client):
    address = set_up(Reader(client), "traditional.mexican-train", NAMES[:4], tiles="9")

    first = cards(client, f"{address}/rules")[0]

    assert "Boneyard: 19 tiles" in first
    assert "Your hand: 9 tiles" in first


def test_the_first_card_of_trains_has_no_boneyard_where_all_tiles_are_dealt(client):
    address = set_up(Reader(client), "traditional.private-trains", NAMES[:3], tiles="6", hand_size="9")

    first = cards(client, f"{address}/rules")[0]

    assert "Boneyard" not in first
    assert "Your hand: 9 tiles" in first


def test_trains_and_chickenfoot_are_held_side_by_side(client):
    page = client.get("/rules/compare?v=traditional.mexican-train&v=traditional.private-trains").text
    assert "The round's double is put in the middle, then tiles are dealt." in html.unescape(page)
    assert "Double-twelve, 7 or 8 players" in page
