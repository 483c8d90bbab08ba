"""What holds in every round: rounds are played by chance with real hands, and the referee must agree with them."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.engine.answers import answer_json, result_json
from referee.engine.games.match import Status
from referee.engine.log import open_log
from referee.engine.seating import Agreed, HeaderError
from referee.engine.sheets import LINE_GAMES
from referee.engine.tiles import mask_of, tiles_in
from tests.simulating import NAMES, People, seat_people
from tests.switches import switch_slots

KEYS = sorted(LINE_GAMES)
# House rules that people with honest hands can play by, as this module plays them.
PLAYABLE_SWITCHES = {
    "spinner",
    "spinner_opens",
    "spinner_counts_until",
    "reserve",
    "draw",
    "blanks",
    "score_unit",
    "round_scope",
    "out_pay",
    "block_pay",
    "block_tie",
    "next_opener",
    "end_check",
    "exact_overshoot",
    "out_award",
    "arms",
    "hand_size",
    "cross_first",
}


def _options(chance: random.Random) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for name in chance.sample(sorted(PLAYABLE_SWITCHES), chance.randint(0, 3)):
        switch = switch_slots()[name][1]
        values = list(switch.sentences) or [chance.randint(3, 6)]
        options[name] = chance.choice(values)
    return options


def _people(key: str, seed: int, *, house: bool = False) -> People | None:
    chance = random.Random(seed)
    tiles = chance.choice((6, 6, 9, 12, 15)) if house else LINE_GAMES[key].tiles
    least, most = LINE_GAMES[key].player_range(tiles)
    options = _options(chance) if house else {}
    try:
        return seat_people(key, chance.randint(least, most), chance, tiles=tiles, options=options)
    except HeaderError:
        return None  # a combination that cannot be played is refused when the table is set up


def _some_rounds(key: str, seed: int, *, house: bool = False, rounds: int = 2) -> People | None:
    people = _people(key, seed, house=house)
    while people is not None and people.log.state.status is not Status.MATCH_OVER and rounds:
        if people.log.start.setup.variant.opening.next_opener != "as_first" and people.log.state.rounds:
            break
        people.play_round()
        people.show_everything()
        rounds -= 1
    return people


@pytest.mark.parametrize("key", KEYS)
def test_honest_people_are_never_refused_and_never_flagged(key: str) -> None:
    played = 0
    for seed in range(24):
        people = _some_rounds(key, seed, house=seed % 2 == 1)
        if people is None:
            continue
        played += 1
        refused = [answer_json(each) for each in people.answers if each.ruling.verdict != "stands"]
        assert not refused, (seed, people.said[-3:], refused[0])
        assert not people.log.state.flags, seed
        assert people.log.state.rounds
    assert played >= 12


@pytest.mark.parametrize("key", KEYS)
def test_every_tile_is_somewhere_exactly_once(key: str) -> None:
    people = _people(key, 5)
    assert people is not None
    people.deal()
    while people.log.state.status is Status.PLAYING:
        current = people.log.state.current
        laid = mask_of(each.tile for each in current.layout.laid)
        assert laid & current.unseen == 0
        assert laid | current.unseen == people.log.start.setup.tiles.mask
        rows = [each for row in current.rows for each in row if each is not None]
        assert len(rows) == mask_of(rows).bit_count()
        assert sum(current.hands) + current.boneyard == current.unseen.bit_count()
        assert list(current.hands) == [len(hand) for hand in people.hands]
        people.act()


@pytest.mark.parametrize("key", KEYS)
def test_a_replay_of_what_was_said_gives_the_same_answers(key: str) -> None:
    people = _some_rounds(key, 3)
    assert people is not None
    log = people.log
    again = open_log(log.start.setup)
    for event, before in zip(people.said, people.answers, strict=True):
        answer, again = again.say(event)
        assert answer_json(answer) == answer_json(before)
    assert result_json(again.state) == result_json(log.state)


@pytest.mark.parametrize("key", KEYS)
def test_undo_is_the_log_without_its_last_and_redo_brings_it_back(key: str) -> None:
    people = _people(key, 8)
    assert people is not None
    people.deal()
    for _ in range(6):
        if people.log.state.status is not Status.PLAYING:
            break
        before = people.log.state
        people.act()
        after = people.log.state
        number = people.log.said
        answer, undone = people.log.say({"retract": number})
        assert answer.ruling.verdict == "stands"
        assert undone.state == before
        answer, redone = undone.say({"retract": number + 1})
        assert answer.ruling.verdict == "stands"
        assert redone.state == after


@pytest.mark.parametrize("key", KEYS)
def test_renaming_the_players_renames_the_answers(key: str) -> None:
    people = _some_rounds(key, 11)
    assert people is not None
    setup = people.log.start.setup
    names = dict(
        zip(NAMES, ("Zoë", "Yan", "Xia", "Wim", "Vic", "Uma", "Tom", "Sue", "Ron", "Pia"), strict=True)
    )
    other = seat_people(setup.variant.key, len(setup.players), random.Random(0), tiles=setup.tiles.high)
    renamed = [names[name] for name in setup.players]
    agreed = Agreed({}, renamed, False, setup.tiles.high, {})
    log = open_log(type(other.log.start.setup)(setup.printed, agreed))
    for event in people.said:
        _, log = log.say(
            {
                key: names.get(value, value) if key in ("by", "opener") else value
                for key, value in event.items()
            }
        )
    assert log.state.scores == people.log.state.scores


# What a blocked round pays, by sheet (rules/README.md 1.F).
SUM_MINUS_OWN, PAIRWISE, NO_SUB, LADDER, POINT, NOTHING = range(6)
BLOCK_PAY = {
    "hasbro2003.block": NO_SUB,
    "hasbro2003.sebastopol": NO_SUB,
    "hasbro2003.muggins": LADDER,
    "classic.draw": PAIRWISE,
    "classic.matador": PAIRWISE,
    "fundex2008.draw": PAIRWISE,
    "edge.muggins": NO_SUB,
    "fundex2004.bergen": POINT,
    "hasbro2003.bergen": POINT,
    "fundex2004.blind": NOTHING,
    "fundex2008.blind": NOTHING,
}
NEAREST_FIVE_EACH = ("fundex2004.all-fives", "fundex2004.five-up", "fundex2008.all-fives")
PER_FIVE = ("fundex2004.five-up", "edge.muggins")


SELDOM_BLOCKED = ("classic.tiddle-a-wink", "fundex2004.one-arm-joe")


def _near(pips: int) -> int:
    return 5 * round(pips / 5)  # no half ever occurs, so rounding is plain


def _expected(people: People) -> dict[str, int]:
    """A settlement worked out from the real hands alone, by the printed formulas of rules/README.md 1.F."""
    key = people.log.start.setup.variant.key
    pips = [sum(each.pips for each in hand) for hand in people.hands]
    pay = BLOCK_PAY.get(key, SUM_MINUS_OWN)
    if people.log.state.rounds[-1].how == "out":
        out = next(seat for seat, hand in enumerate(people.hands) if not hand)
        award = sum(_near(each) for each in pips) if key in NEAREST_FIVE_EACH else sum(pips)
        award = {POINT: 1, NOTHING: 0}.get(pay, award)
        return {people.name(out): _in_points(key, award)}
    if pay == NOTHING:
        return {}
    if pay == POINT:
        winner = _bergen_winner(people, key)
        return {} if winner is None else {people.name(winner): 1}
    if pay == LADDER:
        heavier = [sum(each for each in pips if each > own) for own in pips]
        return {people.name(seat): max(0, heavier[seat] - own) for seat, own in enumerate(pips)}
    lowest = [seat for seat, each in enumerate(pips) if each == min(pips)]
    if len(lowest) > 1 and key.startswith("edge"):
        lowest = _lightest(people, lowest)
    if len(lowest) > 1:
        return {}
    others = sum(pips) - min(pips)
    less = {SUM_MINUS_OWN: 1, PAIRWISE: len(pips) - 1, NO_SUB: 0}[pay]
    award = others - less * min(pips)
    award = _near(award) if key in NEAREST_FIVE_EACH else award
    return {people.name(lowest[0]): max(0, _in_points(key, award))}


def _in_points(key: str, award: int) -> int:
    return _near(award) // 5 if key in PER_FIVE else award


def _bergen_winner(people: People, key: str) -> int | None:
    """B5 and B6: the lightest hand without a double; else by the lowest double, or by the other tiles."""
    seats = range(len(people.hands))
    free = [seat for seat in seats if not any(each.is_double for each in people.hands[seat])]
    if free:
        weight = {seat: sum(each.pips for each in people.hands[seat]) for seat in free}
    elif key == "fundex2004.bergen":
        weight = {seat: min(each.high for each in people.hands[seat] if each.is_double) for seat in seats}
    else:
        weight = {seat: sum(each.pips for each in people.hands[seat] if not each.is_double) for seat in seats}
    best = [seat for seat in weight if weight[seat] == min(weight.values())]
    return best[0] if len(best) == 1 else None


def _lightest(people: People, seats: list[int]) -> list[int]:
    tiles = {seat: sorted(each.pips for each in people.hands[seat]) for seat in seats}
    best = min(tiles.values())
    return [seat for seat in seats if tiles[seat] == best]


@pytest.mark.parametrize("key", [key for key in KEYS if LINE_GAMES[key].sheet.is_printed])
def test_a_settlement_equals_the_formula_worked_out_from_the_real_hands(key: str) -> None:
    seen: Counter[str] = Counter()
    chance = random.Random(100)
    for seed in range(400):
        if seen["out"] >= 12 and seen["blocked"] >= 3:
            break
        least, most = LINE_GAMES[key].player_range(LINE_GAMES[key].tiles)
        crowded = seed % 3 and least == 2 and LINE_GAMES[key].rows is None
        players = 2 if crowded else chance.randint(least, most)
        options = {"hand_size": 12} if crowded else {}
        people = seat_people(
            key, players, chance, tiles=6 if crowded else LINE_GAMES[key].tiles, options=options
        )
        people.play_round()
        settled = people.log.state.rounds[-1]
        seen[settled.how] += 1
        if settled.how == "target":
            continue
        sides = people.log.start.setup.sides
        paid = {sides[side]: points for side, points in settled.points}
        expected = {name: points for name, points in _expected(people).items() if points}
        if people.log.start.setup.variant.target.exact:
            assert paid in (expected, {})
        else:
            assert paid == expected, (seed, settled)
    assert seen["out"] >= 3
    assert seen["blocked"] >= 3 or key in SELDOM_BLOCKED


def test_a_planted_false_pass_that_shows_is_named_and_nothing_else_is() -> None:
    found = planted = 0
    for seed in range(150):
        chance = random.Random(seed)
        people = seat_people("edge.block", 3, chance, options={"blanks": "match_only"})
        people.deal()
        false: tuple[str, int] | None = None
        while people.log.state.status is Status.PLAYING:
            current = people.log.state.current
            seat = current.turn
            assert seat is not None
            fits = {each for each in people.hands[seat] if each.bit & _open_mask(people)}
            if fits and false is None and len(people.log.entries) > 4 and chance.random() < 0.5:
                answer = people.say(**{"by": people.name(seat), "pass": True})
                if answer.ruling.verdict == "stands":
                    false = (people.name(seat), len(people.said))
                    continue
            people.act()
        while people.log.state.status is Status.REVEAL:
            people.show()
        people.show_everything()
        flags = [(people.name(flag.seat), flag.event) for flag in people.log.state.flags]
        assert flags == ([] if false is None else [false]), seed
        planted += false is not None
        found += len(flags)
    assert planted > 50
    assert found == planted


def _open_mask(people: People) -> int:
    current = people.log.state.current
    fits = people.log.start.setup.fits
    mask = 0
    for place in current.layout.places_now():
        mask |= fits[place.half]
    return mask


TILE_TEXT = st.one_of(
    st.sampled_from([str(each) for each in tiles_in((1 << 136) - 1)]),
    st.text(max_size=6),
    st.integers(),
    st.none(),
)
NAME = st.one_of(st.sampled_from(["Ana", "Ben", "Cal"]), st.text(max_size=4), st.integers())
ANYTHING = st.one_of(
    TILE_TEXT,
    st.booleans(),
    st.lists(TILE_TEXT, max_size=7),
    st.dictionaries(st.text(max_size=4), st.integers()),
)
VERBS = st.sampled_from(
    [
        "play",
        "draw",
        "pass",
        "claim",
        "muggins",
        "hand",
        "pips",
        "round",
        "retract",
        "amend",
        "adjust",
        "ruling",
        "void",
        "bid",
    ]
)
EVENT = st.builds(
    lambda verb, value, by, more: {"by": by, verb: value, **more},
    VERBS,
    ANYTHING,
    NAME,
    st.dictionaries(
        st.sampled_from(["at", "out", "claim", "stood", "with", "why", "opener", "x"]), ANYTHING, max_size=2
    ),
)
LIKELY = st.one_of(
    st.builds(lambda by, tile: {"by": by, "play": tile}, st.sampled_from(["Ana", "Ben"]), TILE_TEXT),
    st.builds(lambda by, n: {"by": by, "draw": n}, st.sampled_from(["Ana", "Ben"]), st.integers(-1, 20)),
    st.builds(lambda by: {"by": by, "pass": True, "stood": True}, st.sampled_from(["Ana", "Ben"])),
    st.builds(lambda n: {"retract": n}, st.integers(0, 30)),
    st.builds(lambda n: {"amend": n, "with": {"by": "Ana", "draw": 1}}, st.integers(0, 30)),
    st.builds(lambda by, n: {"by": by, "pips": n}, st.sampled_from(["Ana", "Ben"]), st.integers(0, 60)),
    st.builds(lambda n: {"by": "Ben", "muggins": n}, st.integers(0, 30)),
    st.builds(
        lambda options: {"ruling": options},
        st.dictionaries(
            st.sampled_from(["block_pay", "draw", "target", "spinner", "must_play", "mode", "colour"]),
            st.sampled_from(["pairwise", "none", "one", "all", 50, True, "single"]),
            max_size=2,
        ),
    ),
)


@settings(max_examples=150, deadline=None)
@given(
    key=st.sampled_from(KEYS), seed=st.integers(0, 50), events=st.lists(st.one_of(EVENT, LIKELY), max_size=12)
)
def test_nothing_that_can_be_said_makes_the_judge_fall_over(
    key: str, seed: int, events: list[dict[str, Any]]
) -> None:
    people = seat_people(key, LINE_GAMES[key].players[0], random.Random(seed))
    people.deal()
    for _ in range(seed % 20):
        if people.log.state.status is Status.PLAYING:
            people.act()
    for event in events:
        before = people.log.state
        answer, log = people.log.say(event)
        assert isinstance(answer_json(answer)["says"], str)
        if (
            answer.ruling.verdict == "refused"
            and people.log.start.setup.variant.claims.false_claim == "strike"
        ):
            if answer.ruling.code == "nothing-to-claim":
                assert (log.state.scores, log.state.status) == (before.scores, before.status)
            else:
                assert log.state == before
        assert log.said == people.log.said + 1
        people.log = log
