"""How a turn and a round of trains end, and rounds entered by their result alone."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from referee.engine.games.at_any_table import no_such_side
from referee.engine.games.hands import Ending, Held
from referee.engine.games.match import Status, wins_with
from referee.engine.games.refusals import not_in_turn, not_now
from referee.engine.games.shown_hands import all_held, missing_hand, tiles_missing, with_hands, wrong_hands
from referee.engine.games.trains.places import toes_needed
from referee.engine.games.trains.state import Outcome, TrainMatch, TrainRound, drawable, due
from referee.engine.messages import Listed, Message, counted, msg, points_word
from referee.engine.record.events import HandResult, Left, Result
from referee.engine.rulings import Breach, Code, Rule, Ruling, Settled, Step, StepKind, Verdict
from referee.engine.tiles import tile

Ended = tuple[TrainMatch, Settled | None, tuple[Message, ...]]
DOUBLE_BLANK = tile(0, 0)
BLOCKED = Ending("blocked", None)


class ExtraCharges(NamedTuple):
    """What a player is charged besides pips, as entered instead of seen: the double blank, a marker that is up."""

    blank: bool = False
    marker: bool = False


def is_dead_and_dry(match: TrainMatch, current: TrainRound) -> bool:
    """Whether nothing is left to draw, and no unseen tile fits any end, or the double that waits (TR8)."""
    if drawable(match, current):
        return False
    place, having = due(match, current), match.setup.tiles.having
    if place is not None:
        return not current.unseen & having[current.ends[place].half]
    return not any(end.room and current.unseen & having[end.half] for end in current.ends)


def end_round(match: TrainMatch, how: Ending, number: int) -> Ended:
    """End the laying of tiles: settle the round if every hand is certain, else wait for them."""
    over = match.current.copy()
    over.ending, over.turn, over.goes_on = how, None, False
    match = match._replace(round=over)
    match.status = Status.REVEAL
    words = msg("Nobody can go: the round is blocked.")
    if how.seat is not None:
        words = how.told(match.setup.players)
    match, settled, more = try_to_settle(match, number)
    return match, settled, (words, *more)


def why_blocked(match: TrainMatch) -> tuple[Message, tuple[Rule, ...]]:
    """Why nobody could go, and the rules that say so: perhaps a double still waited."""
    current, variant = match.current, match.setup.variant
    place = due(match, current)
    if place is None:
        return msg("Nobody can go."), (variant.rule("block"),)
    end = current.ends[place]
    if variant.has_trains:
        words = msg("Nobody can go: {double} still has to be covered.", double=end.tile)
        return words, (variant.rule("double_rule"),)
    words = msg("Nobody can go: {needs}.", needs=toes_needed(end))
    return words, (variant.rule("toes" if place else "lead_toes"), variant.rule("dead_double"))


def must_show(match: TrainMatch) -> list[int]:
    """The seats whose hands the settlement still waits for."""
    if match.status is not Status.REVEAL:
        return []
    return [seat for seat, held in enumerate(all_held(match)) if held is None]


def try_to_settle(
    match: TrainMatch, number: int, told: Mapping[int, ExtraCharges] = MappingProxyType({})
) -> Ended:
    """Settle the round if it is over and every hand is known; `told` has the extra charges by seat if it was entered
    without tiles."""
    current = match.current
    if match.status is not Status.REVEAL or current.ending is None:
        return match, None, ()
    held = [each for each in all_held(match) if each is not None]
    if len(held) < len(match.setup.players):
        return match, None, ()
    is_told = current.without_tiles
    steps: list[Message] = (
        [tiles_missing(sum(each.seat is not None for each in current.laid))] if is_told else []
    )
    charges = [_charge(match, each, told.get(each.seat, ExtraCharges()), steps) for each in held]
    how, winner = current.ending
    if winner is None:
        lowest = [seat for seat, charge in enumerate(charges) if charge == min(charges)]
        winner = lowest[0] if len(lowest) == 1 else None
        names = Listed(match.setup.players[seat] for seat in lowest)
        words = msg("{name} has the lowest hand and wins the round.", name=names)
        if winner is None:
            words = msg("{names} have the lowest hands, so nobody wins the round.", names=names)
        steps.append(Step(words, kind=StepKind.LEFT_OVER))
    points = tuple((seat, charge) for seat, charge in enumerate(charges) if charge)
    match = match.add_points(points, number)
    settled = Settled(how, winner, points, tuple(steps), without_tiles=is_told)
    match = match.settle(settled)
    match, more = match_end(match)
    return match, settled, (*settled.steps, *more)


def _charge(match: TrainMatch, held: Held, told: ExtraCharges, steps: list[Message]) -> int:
    """What a player is charged; its step is added to `steps`."""
    charges, trains = match.setup.variant.charges, match.setup.variant.trains
    name = match.setup.players[held.seat]
    besides: list[tuple[Message, Message, int]] = []
    if n := charges.double_blank if told.blank else double_blank_of(match, held):
        besides.append((msg("with the double blank"), msg("{n} for the double blank", n=n), n))
    if trains is not None and trains.open_marker:
        n, current = trains.open_marker, match.current
        if told.marker if current.without_tiles else current.ends[held.seat].is_open:
            besides.append((msg("with the marker that is up"), msg("{n} for a marker that is up", n=n), n))
    total = held.pips
    lines: list[tuple[Message, int]] = [(msg("{name}'s pips", name=name), total)]
    worked_out: object = total
    for label, more, points in besides:
        total += points
        lines.append((label, total))
        worked_out = msg("{sum} + {more}", sum=worked_out, more=more)
    if not (held.number or total):
        return 0
    charged = msg("{points} for {name}.", points=points_word(total), name=name)
    if besides:
        words = msg("{sum}: {charged}", sum=worked_out, charged=charged)
        steps.append(Step(words, *lines, kind=StepKind.WORKED_OUT, whom=name))
    else:
        steps.append(Step(charged, *lines, kind=StepKind.LEFT_OVER, whom=name))
    return total


def double_blank_of(match: TrainMatch, held: Held) -> int:
    """What a player is charged for the double blank in this hand, besides its pips."""
    return match.setup.variant.charges.double_blank if _has_double_blank(held) else 0


def wants_tiles(match: TrainMatch, seat: int) -> Breach | None:
    """The refusal of a player's total where the hand may have a double blank that counts."""
    current = match.current
    hides_blank = current.hands[seat] and current.unseen & DOUBLE_BLANK.bit
    if not (match.setup.variant.charges.double_blank and hides_blank):
        return None
    name = match.setup.players[seat]
    words = msg("The double blank counts more than its pips, so {name} shows the tiles.", name=name)
    return Breach(Code.NEEDS_TILES, words, match.setup.variant.rule("double_blank"))


def _has_double_blank(hand: Held | Left) -> bool:
    """Whether a hand with tiles has the double blank: no other tile has no pips."""
    return hand.number != 0 and (not hand.pips or DOUBLE_BLANK in (hand.tiles or ()))


def match_end(match: TrainMatch) -> tuple[TrainMatch, tuple[Message, ...]]:
    """The match after a round, and who won it, if it is over: it was the last, or somebody is at the target."""
    setup = match.setup
    target = setup.variant.target.target
    if not match.is_played_out and not (target and max(match.scores) >= target):
        return match, ()
    best = min(match.scores)
    lowest = [seat for seat, score in enumerate(match.scores) if score == best]
    winner = lowest[0] if len(lowest) == 1 else None
    after = match._replace(status=Status.MATCH_OVER, winner=winner)
    if winner is None:
        names = Listed(setup.players[seat] for seat in lowest)
        words = counted(
            "{names} share the match with {n} point each.", "{names} share the match with {n} points each.", best,
            names=names,
        )  # fmt: skip
        return after, (words,)
    return after, (wins_with(setup.players[winner], best),)


def turn_breach(match: TrainMatch, current: TrainRound, seat: int) -> Breach | None:
    """Why the seat may not act now; None if it may."""
    turn = current.turn
    if turn is None or turn == seat:
        return None
    setup = match.setup
    if current.goes_on and setup.after[turn] == seat:
        if not _closes_lap(match, current):
            return None
        return not_now("Every first turn is over, and a player is out: show the hands now.")
    rule = setup.variant.rule("direction")
    return not_in_turn(setup, turn, seat, rule, forgivable=not current.goes_on)


def take_turn(current: TrainRound, seat: int) -> TrainRound:
    """The round with the seat to act; if another player had the turn, it ends."""
    if current.turn is None or current.turn == seat:
        return current
    after = current.copy()
    after.begun |= (1 << current.turn) if current.goes_on else 0
    after.turn, after.drawn, after.own_double, after.goes_on = seat, 0, False, False
    return after


def pass_turn(match: TrainMatch, current: TrainRound) -> None:
    """Give the turn to the next player, in place."""
    assert current.turn is not None
    if match.is_first_lap(current):
        current.begun |= 1 << current.turn
    current.turn = match.setup.after[current.turn]
    current.drawn, current.own_double, current.goes_on = 0, False, False


def _closes_lap(match: TrainMatch, current: TrainRound) -> bool:
    """Whether ending this turn completes the lap of whole trains, and a player went out in it."""
    assert current.turn is not None
    everybody = (1 << len(match.setup.players)) - 1
    return current.first_out is not None and current.begun | 1 << current.turn == everybody


def lap_goes_on(match: TrainMatch, seat: int, number: int) -> Ended:
    """The match after a tile in a first turn that lays a whole train: its player may go on unless it was the last."""
    current = match.current
    if current.hands[seat]:
        current.goes_on = True
        return _unless_dead(match, number)
    if current.first_out is None:
        current.first_out = seat
    match, settled, words = end_first_turn(match, number)
    if match.current.ending is None:
        name = match.setup.players[seat]
        words = (msg("{name} has no tiles left; the others still have their first turn.", name=name),)
    return match, settled, words


def end_first_turn(match: TrainMatch, number: int) -> Ended:
    """End the first turn of the player to act; the round is over if the lap is and a player went out in it."""
    current = match.current
    closes = _closes_lap(match, current)
    pass_turn(match, current)
    if closes:
        return end_round(match, Ending("out", current.first_out), number)
    return _unless_dead(match, number)


def _unless_dead(match: TrainMatch, number: int) -> Ended:
    """The match unchanged, unless nobody can ever lay another tile: then the round is over (TR8)."""
    current = match.current
    if not is_dead_and_dry(match, current):
        return match, None, ()
    how = BLOCKED if current.first_out is None else Ending("out", current.first_out)
    return end_round(match, how, number)


def end_by_result(match: TrainMatch, event: Result, number: int) -> Outcome:
    """Rule on a round entered by its result, without its tiles."""
    if isinstance(event, HandResult):
        return Breach(Code.UNREADABLE, msg("There is no bid in this game."))
    how = Ending(event.how, event.seat)
    why: Breach | None = None
    first = match.current.first_out
    if first is not None and how.seat != first:
        name = match.setup.players[first]
        told = msg("{name} was the first without tiles and has won this round.", name=name)
        why = Breach(Code.HAND_MISMATCH, told, match.setup.variant.rule("first_turn"))
    elif how.how == "target":
        why = Breach(Code.UNREADABLE, msg("Say who went out, or that the round was blocked."))
    elif event.last:
        why = Breach(Code.IMPOSSIBLE_POINTS, msg("No points are made in play in this game."))
    in_lap = match.is_first_lap(match.current)
    left = _with_empty_hands(match.current, event.left) if in_lap else event.left
    why = why or missing_hand(match, range(len(match.setup.players)), how, left)
    why = why or wrong_hands(match, how, left, drawable(match, match.current), fewest=0 if in_lap else 1)
    besides = why or _besides(match, how, event.points, left)
    if isinstance(besides, Breach):
        return besides
    current = with_hands(match.current, how, left)
    current.ending, current.turn, current.goes_on = how, None, False
    after = match._replace(round=current, status=Status.REVEAL)
    after, settled, words = try_to_settle(after, number, besides)
    rule = match.setup.variant.charging_rule(how.how)
    said = (*words[:1], how.told(match.setup.players), *words[1:])  # that tiles are missing is said first
    return Ruling(Verdict.STANDS, None, said, rule, settled=settled), after


def _with_empty_hands(current: TrainRound, left: Sequence[Left]) -> list[Left]:
    """The hands told after a lap of whole trains, in which several players may go out (TR3): one without pips has no
    tiles if 0-0 is elsewhere."""
    elsewhere = not current.unseen & DOUBLE_BLANK.bit or any(
        DOUBLE_BLANK in (each.tiles or ()) for each in left
    )
    return [
        each._replace(number=0, tiles=())
        if each.number == 0 or (each.number is None and not each.pips and elsewhere)
        else each
        for each in left
    ]


def _besides(
    match: TrainMatch, how: Ending, given: Sequence[tuple[str, int]], left: Sequence[Left]
) -> Mapping[int, ExtraCharges] | Breach:
    """What each seat is charged besides the pips, or why the charges given are impossible."""
    charges, trains, setup = match.setup.variant.charges, match.setup.variant.trains, match.setup
    marker = trains.open_marker if trains is not None else 0
    in_pips = {each.seat for each in left if each.tiles is None and each.seat != how.seat}
    is_hidden = bool(match.current.unseen & DOUBLE_BLANK.bit)
    others = [each for each in left if each.seat != how.seat]
    holder = next((each.seat for each in others if _has_double_blank(each)), None)
    found: dict[int, ExtraCharges] = {}
    for name, points in given:
        if name not in setup.sides:
            return no_such_side(match, name)
        seat = setup.sides.index(name)
        may_hold = is_hidden and seat in in_pips and charges.double_blank > 0
        ways = [
            ExtraCharges(blank=blank, marker=is_up)
            for blank in ((False, True) if may_hold else (False,))
            for is_up in ((False, True) if marker else (False,))
        ]
        worth = {each: charges.double_blank * each.blank + marker * each.marker for each in reversed(ways)}
        way = next((each for each in worth if worth[each] == points), None)
        if way is None:
            amounts = Listed(sorted(set(worth.values())))
            words = msg("{name} can be charged {amounts} besides the pips.", name=name, amounts=amounts)
            return Breach(Code.IMPOSSIBLE_POINTS, words)
        if way.blank and holder not in (None, seat):
            words = msg("{name} cannot hold 0-0: {other} has it.", name=name, other=setup.players[holder])
            return Breach(Code.IMPOSSIBLE_POINTS, words)
        holder = seat if way.blank else holder
        found[seat] = way
    return found
