"""Laying a tile: the double in the middle, a tile on a train or on an open end, and what follows for the turn."""

from referee.engine.audit.holdings import LaidBy, Opened
from referee.engine.games.hands import Ending, tile_breach, with_proofs
from referee.engine.games.match import changed
from referee.engine.games.refusals import not_in_set
from referee.engine.games.trains import ending
from referee.engine.games.trains.ending import lap_goes_on, pass_turn, take_turn, turn_breach
from referee.engine.games.trains.places import Landing, find_landing, find_misplay, train_words, unreadable
from referee.engine.games.trains.state import End, Laid, Outcome, TrainMatch, TrainRound, drawable, toes_of
from referee.engine.messages import Message, counted, marked, msg
from referee.engine.record.events import Play
from referee.engine.rulings import Breach, Code, Rule, Ruling, Settled, Verdict, stood
from referee.engine.seating import TrainSetup
from referee.engine.tiles import Tile, mask_of


def lay(match: TrainMatch, event: Play, number: int) -> Outcome:
    """Rule on a tile that is laid."""
    why = unreadable(match, event)
    if why is not None:
        return why
    setup, tile = match.setup, event.tile
    if tile is None or tile not in setup.tiles:
        return not_in_set(setup, tile or event.written)
    if not match.current.laid:
        return _lay_hub(match, event, tile, number)
    late = turn_breach(match, match.current, event.by)
    current = take_turn(match.current, event.by)
    found, why = _landing(match, current, event, tile)
    can_lie = isinstance(found, Landing) or bool(found.ways)
    if late is not None and not (event.stood and late.forgivable):
        return late._replace(forgivable=late.forgivable and can_lie)
    if why is not None and not event.stood:
        return why._replace(forgivable=why.forgivable and can_lie)
    if isinstance(found, Breach):
        return found
    return _laid(match, current, event, tile, found, late or why, number)


def _landing(
    match: TrainMatch, current: TrainRound, event: Play, tile: Tile
) -> tuple[Landing | Breach, Breach | None]:
    """How the tile lies, or would if the table let it stand, else what is in the way; and the rule that it breaks."""
    why = tile_breach(match, current, event)
    if why is not None:
        return why, why
    found = find_landing(match, current, event, tile)
    if not isinstance(found, Breach):
        return found, None
    misplay = find_misplay(match, current, event, tile) if found.forgivable else None
    return misplay or found, found


# The double in the middle


def _lay_hub(match: TrainMatch, event: Play, tile: Tile, number: int) -> Outcome:
    setup, current = match.setup, match.current
    opening = setup.variant.opening
    has_place = bool(event.train or event.at_written)
    breach = None
    if not opening.allows(tile, current.double):
        why = msg("The round begins with {double}.", double=setup.double(current.double))
        if opening.by_highest:
            why = msg("The round begins with a double.")
        rule = setup.variant.rule("opening")
        breach = Breach(Code.WRONG_OPENING, why, rule, forgivable=tile.is_double and not has_place)
        if not (event.stood and breach.forgivable):
            return breach
    if has_place:
        why = msg("Nothing lies on the table yet; {tile} is the first.", tile=tile)
        return Breach(Code.NO_SUCH_END, why, setup.variant.rule("places"))
    after = with_hub(setup, current, Laid(tile, event.by, None, tile.high, breach is not None))
    higher = mask_of(
        setup.double(each)
        for each in opening.outranked_by(tile, current.double)
        if each <= setup.tiles.high and breach is None and not any(current.searched)
    )
    after.witness = current.witness.saw(Opened(event.by, number, tile, higher)).saw(
        LaidBy(event.by, number, tile)
    )
    after.hands = changed(current.hands, event.by, -1)
    after.turn = event.by if opening.layer_goes_on else setup.after[event.by]
    words = [msg("{name} lays {tile} in the middle.", name=setup.players[event.by], tile=tile)]
    match, proved = with_proofs(match, after, event.by, tile.bit)
    words += proved
    settled: Settled | None = None
    if not after.hands[event.by]:
        match, settled, more = ending.end_round(match, Ending("out", event.by), number)
        words += more
    rule = setup.variant.rule("opening" if settled is None else "out_pay")
    return stood(Ruling(Verdict.STANDS, None, tuple(words), rule, settled=settled), breach, 1), match


def with_hub(setup: TrainSetup, current: TrainRound, laid: Laid) -> TrainRound:
    """The round with that double in the middle and nothing on it yet."""
    after, tile = current.copy(), laid.tile
    after.laid = (laid,)
    after.unseen &= ~tile.bit
    after.double, after.opener, after.drawn = tile.high, laid.seat, 0
    if setup.variant.has_trains:
        after.ends = tuple(End(tile, tile.high, seat=each) for each in range(len(setup.players)))
        if setup.variant.has_public_train:
            after.ends += (End(tile, tile.high, is_open=True),)
    else:
        after.ends = (End(tile, tile.high, toes_of(current, 0)),)
        after.waiting = (0,)
    return after


# A tile on a train or an open end


def _laid(
    match: TrainMatch,
    before: TrainRound,
    event: Play,
    tile: Tile,
    found: Landing,
    breach: Breach | None,
    number: int,
) -> Outcome:
    setup = match.setup
    seat, place, touched = event.by, found.place, before.ends[found.place]
    words = [_words(match, before, event, tile, place)]
    current = before.copy()
    current.laid = (*before.laid, Laid(tile, seat, place, found.out, breach is not None))
    current.unseen &= ~tile.bit
    current.hands = changed(before.hands, seat, -1)
    current.witness = before.witness.saw(LaidBy(seat, number, tile))
    current.passed, current.turn = 0, seat
    made = _with_end(setup, current, tile, found, seat)
    asked = current.waiting
    asks = _lapse(match, current, tile, made)
    lapsed = marked("{tile} needs no more toes: every other {half} is on the table.")
    if setup.variant.has_trains:
        lapsed = marked("{tile} need not be covered: every other {half} is on the table.")
    doubles = [current.ends[each].tile for each in asked if each not in current.waiting]
    words += [msg(lapsed, tile=each, half=each.high) for each in doubles]
    closes = touched.is_open and touched.seat == seat
    if closes:
        words.append(msg("{name}'s train is closed again.", name=setup.players[seat]))
    match, proved = with_proofs(match, current, seat, tile.bit)
    words += proved
    match, settled, more = _after_tile(match, tile, made, number, asks=asks)
    ruled = _rule(match, tile, touched, settled, was_due=place in before.waiting, frees=bool(doubles))
    ruling = Ruling(
        Verdict.STANDS, None, (*words, *more), ruled, settled=settled, at=touched.tile, closes=closes
    )
    return stood(ruling, breach, 1), match


def _words(match: TrainMatch, current: TrainRound, event: Play, tile: Tile, place: int) -> Message:
    values = {"name": match.setup.players[event.by], "tile": tile, "at": current.ends[place].tile}
    if not match.setup.variant.has_trains:
        return msg("{name} lays {tile} on {at}.", **values)
    train = train_words(match, current, place)
    if place in current.waiting:
        return msg("{name} covers {at} with {tile} on {train}.", train=train, **values)
    return msg("{name} lays {tile} on {train}.", train=train, **values)


def _with_end(setup: TrainSetup, current: TrainRound, tile: Tile, found: Landing, seat: int) -> int:
    """Update the round's ends after the tile, in place; returns the place of the end that it makes."""
    place, half = found
    touched = current.ends[place]
    ends = list(current.ends)
    if setup.variant.has_trains:
        made = place
        is_open = touched.is_open and touched.seat != seat
        ends[place] = touched._replace(tile=tile, half=half, is_open=is_open, tiles=touched.tiles + 1)
        current.waiting = tuple(each for each in current.waiting if each != place)
    else:
        made = len(ends)
        ends[place] = touched._replace(room=touched.room - 1)
        ends.append(End(tile, half, toes_of(current, made) if tile.is_double else 1))
        current.waiting = tuple(each for each in current.waiting if ends[each].room)
    current.ends = tuple(ends)
    if tile.is_double and setup.variant.doubles.has_to_be_covered:
        current.waiting = (*current.waiting, made)
    return made


def _lapse(match: TrainMatch, current: TrainRound, tile: Tile, made: int) -> bool:
    """Let the doubles lapse that nobody can play on any more (TR10). Returns whether the tile asks its player for
    another one; it does even if it lapses itself, while one that the player laid before it waits."""
    doubles, having = match.setup.variant.doubles, match.setup.tiles.having
    on_table = current.on_table
    if doubles.lapses:
        dead = {each for each in current.waiting if not having[current.ends[each].half] & ~on_table}
        current.waiting = tuple(each for each in current.waiting if each not in dead)
        if not match.setup.variant.has_trains:  # a foot is closed then; a train still has its end
            current.ends = tuple(
                end._replace(room=0) if place in dead else end for place, end in enumerate(current.ends)
            )
    if not tile.is_double or match.is_first_lap(current):
        return False
    if doubles.gives_one_more or (doubles.allows_several and current.waiting):
        return True
    return made in current.waiting


def _after_tile(match: TrainMatch, tile: Tile, made: int, number: int, *, asks: bool) -> ending.Ended:
    """What the tile ends, or whose turn is next; that is set in place, because nobody else holds this match yet."""
    current, setup = match.current, match.setup
    doubles, seat = setup.variant.doubles, current.turn
    assert seat is not None
    current.drawn = 0
    if match.is_first_lap(current):
        return lap_goes_on(match, seat, number)
    if not current.hands[seat]:
        goes_on = asks and not doubles.out_on_double and drawable(match, current) > 0
        if not goes_on:
            return ending.end_round(match, Ending("out", seat), number)
    if ending.is_dead_and_dry(match, current):
        return ending.end_round(match, ending.BLOCKED, number)
    own_turn = asks and setup.variant.has_trains
    if own_turn:
        current.own_double = True
    else:
        pass_turn(match, current)
    if not (asks and made in current.waiting):
        return match, None, ()
    if setup.variant.has_trains:
        return match, None, (msg("{tile} has to be covered.", tile=tile),)
    toes = counted("{tile} needs {n} toe.", "{tile} needs {n} toes.", toes_of(current, made), tile=tile)
    return match, None, (toes,)


def _rule(
    match: TrainMatch, tile: Tile, touched: End, settled: Settled | None, *, was_due: bool, frees: bool
) -> Rule:
    """The rule that decides about the tile; `was_due`: it is laid on a double that waited; `frees`: one lapses by it."""
    variant = match.setup.variant
    if settled is not None:
        return variant.charging_rule(settled.how)
    if frees:
        return variant.rule("dead_double")
    if not variant.has_trains:
        is_toe = was_due or tile.is_double
        lead = touched.tile == match.current.hub and was_due
        return variant.rule("lead_toes" if lead else "toes") if is_toe else variant.rule("places")
    return variant.rule("double_rule") if tile.is_double or was_due else variant.rule("places")
