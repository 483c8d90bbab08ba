"""Questions at a table of trains or chickenfoot, answered in sentences with the rule; asking changes nothing."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.engine.explain.open_questions import judged_again
from referee.engine.explain.questions import Reply, came_round, has_drawn, how_dead, of_breach
from referee.engine.games.match import Status
from referee.engine.games.trains.ending import why_blocked
from referee.engine.games.trains.places import (
    may_lay_more_doubles,
    open_to,
    place_said,
    playable,
    train_words,
    where,
)
from referee.engine.games.trains.state import TrainMatch, TrainRound, drawable, due
from referee.engine.games.trains.stuck import draw_breach
from referee.engine.judge import rule_on
from referee.engine.log import Log
from referee.engine.messages import OR, Listed, Message, marked, msg, with_article
from referee.engine.record.events import Draw, Event
from referee.engine.rulings import Breach, Code, Rule, Ruling, Verdict
from referee.engine.seating import HeaderError, TrainSetup
from referee.engine.setup import with_rules
from referee.engine.tiles import Tile

# The rules that a tile can depend on and that tables play differently.
OF_A_TILE = (
    "double_rule",
    "double_order",
    "dead_double",
    "first_turn",
    "own_train_first",
    "lead_toes",
    "toes",
)


def place_name(match: TrainMatch, current: TrainRound, place: int) -> Message | Tile:
    """A place within a sentence: whose train, or the tile that is touched."""
    if match.setup.variant.has_trains:
        return train_words(match, current, place)
    return current.ends[place].tile


# A tile


def _said(match: TrainMatch, tile: Tile, place: int | None) -> dict[str, Any]:
    """The entry by which the player to act would lay the tile, in record form."""
    current = match.current
    said = {} if place is None else place_said(match, current, place)
    return {"by": match.setup.players[current.turn or 0], "play": tile.name, **said}


def may_go(log: Log, tile: Tile, place: int | None = None) -> Reply:
    """Whether the player to act may lay the tile, there or anywhere, and by which rule; no matter who holds it."""
    match = TrainMatch.of(log.state)
    current = match.in_play()
    if isinstance(current, Breach):
        return of_breach(current)
    ruling = log.say(_said(match, tile, place))[0].ruling
    if not _goes(ruling):
        return Reply(ruling.said[:1], ruling.rules)
    if not current.laid:
        return Reply((msg("{tile} may open the round.", tile=tile),), ruling.rules)
    places = where(match, current, current.turn or 0, tile) if place is None else (place,)
    on = Listed((place_name(match, current, each) for each in places), OR)
    return Reply((msg("{tile} may go on {on}.", tile=tile, on=on),), ruling.rules)


class OtherTable(NamedTuple):
    """How other tables play a rule, and the answer about the tile there."""

    sentence: Message
    verdict: Message


def at_other_tables(log: Log, tile: Tile, place: int | None) -> Iterator[OtherTable]:
    """Every value of a switch that would change the answer about the tile.

    The round is judged again by that rule. Values by which it could not have been played so far are left out.
    """
    match = TrainMatch.of(log.state)
    if match.status is not Status.PLAYING:
        return
    said, setup = _said(match, tile, place), match.setup
    own = log.say(said)[0]
    for name in OF_A_TILE:
        if not setup.variant.has_switch(name) or not setup.variant.matters(name, partners=False):
            continue
        switch = setup.variant.worded(name)
        for value in switch.sentences:
            try:
                ruled = with_rules(setup, {name: value})
            except HeaderError:
                continue
            there = _asked_under(log, ruled, own.event)
            if there is not None and _goes(there) is not _goes(own.ruling):
                verdict = msg("{tile} may go there.", tile=tile) if _goes(there) else there.said[0]
                yield OtherTable(switch.sentence(value), verdict)


def _goes(ruling: Ruling) -> bool:
    return ruling.verdict is not Verdict.REFUSED or ruling.code is Code.CHOOSE_END


def _asked_under(log: Log, setup: TrainSetup, event: Event) -> Ruling | None:
    """The ruling on the tile after the same round under other rules; None if it could not have been played by them."""
    state = judged_again(log, setup)
    if isinstance(state, Ruling):
        return None
    same = TrainMatch.of(state).round is not None and state.to_act == log.state.to_act
    return rule_on(state, event, len(log.entries) + 1)[0] if same else None


# The turn


def can_do(match: TrainMatch) -> Reply:
    """What the player to act may do now, and what has to be done first."""
    current = match.in_play()
    if isinstance(current, Breach):
        return of_breach(current)
    variant = match.setup.variant
    if current.turn is None or not current.laid:
        return _not_begun(match)
    seat, waiting = current.turn, due(match, current)
    name = match.setup.players[seat]
    places = open_to(match, current, seat) if waiting is None else (waiting,)
    ends = Listed(
        with_article(
            marked("a {number} on {tile}"),
            marked("an {number} on {tile}"),
            current.ends[each].half,
            tile=place_name(match, current, each),
        )
        for each in places
    )
    words = [msg("{name} may lay {ends}.", name=name, ends=ends)]
    if current.goes_on:
        return Reply((*words, msg("{name} may stop here.", name=name)), (variant.rule("first_turn"),))
    if waiting is not None and may_lay_more_doubles(match, current):
        also = marked("{name} may also lay another double first, on any train that is open to them.")
        words.append(msg(also, name=name))
    rules = [variant.rule("places" if waiting is None else "double_rule")]
    if draw_breach(match, current, Draw(seat, 1)) is None:
        words.append(msg("If nothing fits, {name} draws.", name=name))
        rules.append(variant.rule("draw"))
    else:
        words.append(msg("If nothing fits, {name} passes.", name=name))
        rules.append(variant.rule("marker" if variant.has_trains else "draw"))
    return Reply(tuple(words), tuple(rules))


def _not_begun(match: TrainMatch) -> Reply:
    variant = match.setup.variant
    words = msg("The double in the middle is not laid yet.")
    return Reply((words,), (variant.rule("opening"), variant.rule("no_double")))


def why_my_turn(match: TrainMatch) -> Reply:
    """Whose turn it is, and how it came to them."""
    current = match.in_play()
    if isinstance(current, Breach):
        return of_breach(current)
    variant, names = match.setup.variant, match.setup.players
    if current.turn is None or not current.laid:
        return _not_begun(match)
    name, last = names[current.turn], current.laid[-1]
    if current.drawn:
        return has_drawn(name, current.drawn, variant.rule("draw"))
    if last.seat is None:
        return Reply((msg("{name} opens this round.", name=name),), (variant.rule("opening"),))
    is_lead = len(current.laid) == 1
    if last.seat == current.turn and (current.own_double or current.goes_on or is_lead):
        rule = "after_lead" if is_lead else "first_turn" if current.goes_on else "double_rule"
        words = msg("{name} laid {tile} and has a further turn.", name=name, tile=last.tile)
        return Reply((words,), (variant.rule(rule),))
    others = ~(1 << last.seat)  # they passed, even if a marker that went up has begun a new lap since
    return came_round(match.setup, current.turn, last.seat, last.tile, current.passed | others)


# The end of a round


def is_dead(match: TrainMatch) -> Reply:
    """Whether any unseen tile can still go, and if not, whether the round is blocked; `tiles` are those that can go."""
    current = match.in_play()
    if isinstance(current, Breach):
        return of_breach(current)
    variant = match.setup.variant
    if not current.laid:
        return _not_begun(match)
    waiting = due(match, current)
    ends = current.ends if waiting is None else (current.ends[waiting],)
    halves = dict.fromkeys(each.half for each in ends if each.room)
    going = sum(each.bit for each in match.setup.tiles.tiles if halves.keys() & set(each.halves))
    if current.turn is not None:  # it may also be another double before the one that waits
        going |= playable(match, current, current.turn)
    rules = (variant.rule("places"), variant.rule("block"))
    return how_dead(current.unseen & going, halves, drawable(match, current), rules)


def why_round_over(match: TrainMatch) -> Reply:
    """What ended the current round."""
    current, variant = match.round, match.setup.variant
    if current is None or current.ending is None:
        return Reply((msg("The round is not over."),))
    seat = current.ending.seat
    if seat is not None:
        name = match.setup.players[seat]
        last = next((each.tile for each in reversed(current.laid) if each.seat == seat), None)
        words = current.ending.told(match.setup.players)
        if last is not None and not current.without_tiles:
            words = msg("{name} laid {tile}, the last tile held.", name=name, tile=last)
        return Reply((words,), (variant.rule("out_pay"),))
    words, rules = why_blocked(match)
    return Reply((words,), (*rules, variant.rule("block_pay")))


def why_charged(log: Log, seat: int) -> Reply:
    """What a player was charged in the last settled round, and by which rules."""
    for entry in reversed(log.entries):
        settled = entry.ruling.settled
        if settled is None or settled.how == "void":
            continue
        setup = TrainMatch.of(entry.state).setup
        name, variant = setup.players[seat], setup.variant
        said = tuple(each for each in settled.steps if getattr(each, "whom", None) == name)
        said = said or (msg("{name} is charged nothing.", name=name),)
        extra: Mapping[str, bool] = {
            "double_blank": bool(variant.charges.double_blank),
            "open_marker": variant.trains is not None and bool(variant.trains.open_marker),
        }
        rules: list[Rule] = [variant.charging_rule(settled.how)]
        rules += [variant.rule(rule) for rule, counts in extra.items() if counts]
        return Reply(said, tuple(rules))
    return Reply((msg("Nothing has been laid or settled yet."),))
