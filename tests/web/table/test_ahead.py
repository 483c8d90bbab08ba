"""What a phone works out by itself without a connection is what the referee says: turn, open ends, lit tiles."""

import json
import os
import random

import pytest

from referee.drawing.placing import arrange
from referee.drawing.svg import layout_svg
from referee.engine.games.line.state import LineMatch, open_mask
from referee.engine.games.match import Status
from referee.engine.seating import HeaderError
from referee.engine.sheets import LINE_GAMES
from referee.engine.tiles import tiles_in
from referee.web.table.line.claims import called_on, may_call, owner_claim
from referee.web.table.line.playing import ahead_of
from tests.simulating import seat_people
from tests.web.sitting import prepare
from tests.web.touching import Thumb

ROUNDS = 2 if os.environ.get("REFEREE_LONG") == "1" else 1  # of each game with each of these house rules
HOUSE_RULES = (
    {}, {"spinner": "first_double"}, {"spinner": "all"}, {"spinner": "first_double", "spinner_opens": "both_sides"},
    {"draw": "one"}, {"draw": "none"}, {"draw": "until_playable", "reserve": 2}, {"arms": 1},
    {"claims": "fundex"}, {"claims": "hasbro"}, {"claims": "none_lost"},
    {"claims": "fundex", "muggins_close": "round_end"},
    {"blanks": "wild_both_ways"}, {"blanks": "double_blank_only"}, {"cross_first": True, "spinner": "first_double"},
)  # fmt: skip

# From the facts before the first move to those after each, on the phone alone.
GO_ON = """([text, moves]) => {
    const { read, after, placesOf, nameOf, waysOf, callsOf } = window.referee.rules;
    const lit = (facts) => facts.unseen.filter((each) => waysOf(facts, each).length);
    let facts = read(text);
    return moves.map((move) => {
        facts = facts && after(facts, move);
        if (!facts) return null;
        const isOver = facts.turn === null;
        const [ends, tiles] = isOver ? [null, null] : [placesOf(facts).map(nameOf).sort(), lit(facts).sort()];
        const calls = Object.entries(callsOf(facts)).map(([call, { by, on, laid }]) => [call, by, on, laid]);
        return { turn: facts.turn, held: facts.held, asleep: facts.asleep, ends, lit: tiles, calls };
    });
}"""


def calls_by_engine(state):
    """The calls that may be made: who may make each, the tile, and who laid that."""
    names, newest, (seat, on) = state.setup.players, owner_claim(state), called_on(state)
    found = []
    if newest is not None and newest.taken_by is None:
        found.append(["claim", [names[newest.seat]], newest.tile.name, names[newest.seat]])
    if callers := may_call(state):
        found.append(["muggins", list(callers), on.name, names[seat]])
    return found


def seen_by_engine(state):
    """What the phone should work out, by the engine."""
    state = LineMatch.of(state)
    current = state.current
    calls = calls_by_engine(state)
    if state.status is not Status.PLAYING:
        return {
            "turn": None,
            "held": list(current.hands),
            "asleep": current.boneyard,
            "ends": None,
            "lit": None,
            "calls": calls,
        }
    return {
        "turn": current.turn,
        "held": list(current.hands),
        "asleep": current.boneyard,
        "ends": sorted(f"{each.tile}/{each.half}" for each in current.layout.places()),
        "lit": sorted(each.name for each in tiles_in(current.unseen & open_mask(state, current))),
        "calls": calls,
    }


def played(variant, options, chance):
    """A round of it: what the phone is told after each event, the events, and the states after them."""
    game = LINE_GAMES[variant]
    least, most = min(game.players), max(game.players)
    players = chance.randint(least, max(least, min(4, most)))
    if any(game.switch(name) is None for name in options) or (game.rows is not None and options):
        return None
    try:
        people = seat_people(variant, players, chance, options=options)
    except HeaderError:  # a cross with one arm
        return None
    people.deal()
    before = len(people.said)
    people.play_on()
    states = [each.state for each in people.log.entries][before - 1 :]
    return states, people.said[before:]


def plain_rounds():
    """Rounds of every game with every house rule, as far as the game has it, begun where they become plain."""
    chance = random.Random(26)
    for variant in LINE_GAMES:
        for options in HOUSE_RULES:
            for _ in range(ROUNDS):
                found = played(variant, options, chance)
                if found is None:
                    break
                states, said = found
                told = [ahead_of(LineMatch.of(each)) for each in states]
                first = next((number for number, text in enumerate(told) if text), None)
                if first is not None:
                    yield variant, options, states[first:], told[first:], said[first:]


@pytest.fixture(scope="module")
def rounds():
    return list(plain_rounds())


def at_a_table(phone):
    """Open the page that has the scripts."""
    prepare(Thumb(phone), "fundex2004.block-draw", ("Ana", "Ben"))


def test_most_line_games_are_plain(rounds):
    games = {variant for variant, *_ in rounds}
    assert len(games) >= 12, games


def test_the_phone_and_the_referee_agree_after_each_tile_of_random_rounds(open_phone, rounds):
    phone = open_phone()
    at_a_table(phone)
    compared = 0
    for variant, options, states, told, said in rounds:
        seen = phone.evaluate(GO_ON, [told[0], said])
        for number, (state, mine) in enumerate(zip(states[1:], seen, strict=False)):
            theirs = seen_by_engine(state)
            where = (variant, options, said[: number + 1], json.loads(told[0]))
            if state.status is Status.MATCH_OVER and mine is not None and mine["turn"] is not None:
                break  # somebody reached the target with a tile: points are counted by the referee
            assert mine == theirs, where
            compared += 1
            if mine["turn"] is None or not told[number + 1]:
                break
    assert compared > 1500


# A tile laid on a drawing: how it lies, and what is shown.
LAY = """(rounds) => rounds.map(([text, move, svg]) => {
    const { read, after } = window.referee.rules;
    const place = document.createElement("div");
    place.innerHTML = svg;
    const facts = read(text);
    window.referee.drawing.lay(place.firstChild, move, facts, after(facts, move));
    const use = place.querySelector(".waits use");
    const at = (name) => Number(use.getAttribute(name) || 0);
    const view = place.firstChild.getAttribute("viewBox").split(" ").map(Number);
    return use && [[use.getAttribute("href") === "#tall", at("x"), at("y")], view];
})"""


def test_a_tile_lies_ahead_of_the_answer_where_and_as_large_as_the_answer_lays_it(open_phone, rounds):
    phone = open_phone()
    at_a_table(phone)
    asked, theirs, views = [], [], 0
    for _, _, states, told, said in rounds[:: len(rounds) // 16]:
        arrangement = arrange(LineMatch.of(states[0]).current.layout)
        for text, move, before, after in zip(told, said, states, states[1:], strict=False):
            if not text or "play" not in move:
                continue
            layout, grown = (LineMatch.of(each).current.layout for each in (before, after))
            last, arrangement = arrangement, arrangement.add(grown.laid[-1])
            lying = arrangement.lying[-1]
            if arrangement.anew == last.anew:  # else all of it is laid anew
                text = ahead_of(LineMatch.of(before), arranged=lambda _, lying=last: lying)
                asked.append([text, move, layout_svg(last, layout, silent=bool(json.loads(text)["claims"]))])
                theirs.append([[lying.upright, lying.x, lying.y], list(arrangement.view.box)])
                views += last.view != arrangement.view
    mine = phone.evaluate(LAY, asked)
    assert all(mine)
    assert [each[0] for each in mine] == [each[0] for each in theirs]
    other = [view for view, theirs in zip(mine, theirs, strict=True) if view != theirs]
    assert views > 20
    assert (
        len(other) <= len(mine) / 100
    )  # the sides of a spinner that are not open yet are not in the drawing


def test_a_game_that_is_not_plain_tells_the_phone_nothing(rounds):
    plain = {variant for variant, *_ in rounds}
    for variant, game in LINE_GAMES.items():
        if game.rows is not None or game.joins.makes_sums or not game.turns.one_tile:
            assert variant not in plain
