"""Drawing and passing: for a player who cannot go, and in search of the double that begins a round."""

from collections.abc import Sequence

from referee.engine.audit.holdings import Passed
from referee.engine.games.hands import able_breach, cannot_pass_yet, drew, pass_too_late, with_proofs
from referee.engine.games.match import changed, with_item
from referee.engine.games.trains import ending
from referee.engine.games.trains.ending import end_first_turn, pass_turn, take_turn, turn_breach
from referee.engine.games.trains.places import playable
from referee.engine.games.trains.state import Outcome, TrainMatch, TrainRound, drawable, due
from referee.engine.messages import Message, msg
from referee.engine.record.events import Draw, Pass
from referee.engine.rulings import Breach, Code, Ruling, Settled, Verdict, stood


def draw(match: TrainMatch, event: Draw, number: int) -> Outcome:
    """Rule on a tile that is drawn."""
    current = match.current
    if not current.laid:
        return _search(match, event, number)
    late = turn_breach(match, current, event.by)
    current = take_turn(current, event.by)
    breach = draw_breach(match, current, event)
    may_stand = (breach is None or breach.forgivable) and event.number <= current.boneyard
    for why in (late, breach):
        if why is not None and not (event.stood and why.forgivable and may_stand):
            return why._replace(forgivable=why.forgivable and may_stand)
    breach = late or breach
    denied = (
        0 if breach is not None and breach.code is not Code.MUST_PLAY else playable(match, current, event.by)
    )
    current = current._replace(turn=event.by, drawn=current.drawn + event.number)
    match, words = drew(match, current, event, number, denied)
    ruling = Ruling(Verdict.STANDS, None, words, match.setup.variant.rule("draw"))
    return stood(ruling, breach, 1), match


def draw_breach(match: TrainMatch, current: TrainRound, event: Draw) -> Breach | None:
    """Why the tiles may not be drawn; None if they may."""
    variant, name = match.setup.variant, match.setup.players[event.by]
    rule = variant.rule("draw")
    if not variant.drawing.is_allowed:
        return Breach(Code.MAY_NOT_DRAW, msg("Nobody draws in this game."), rule, forgivable=True)
    if current.goes_on:
        words = msg("Nothing is drawn for a further tile; {name} may stop here.", name=name)
        return Breach(Code.MAY_NOT_DRAW, words, variant.rule("first_turn"), forgivable=True)
    if event.number > 1:
        return Breach(Code.MAY_NOT_DRAW, msg("Tiles are drawn one at a time."), rule, forgivable=True)
    if variant.drawing.is_one_tile and current.drawn:
        words = msg("{name} has drawn already; lay the tile, or pass.", name=name)
        return Breach(Code.MAY_NOT_DRAW, words, rule, forgivable=True)
    if not current.boneyard:
        return Breach(Code.BONEYARD_EMPTY, msg("The boneyard is empty."), rule)
    could_go = playable(match, current, event.by)
    return able_breach(match, current, event.by, could_go, variant.rule("must_play"))


def _search(match: TrainMatch, event: Draw, number: int) -> Outcome:
    """Rule on a tile drawn in search of the double that begins the round (TR2)."""
    current, rule = match.current, match.setup.variant.rule("no_double")
    searched = changed(current.searched, event.by, event.number)
    breach = _search_breach(match, event, searched)
    if breach is not None and not (event.stood and breach.forgivable):
        return breach
    if not current.boneyard:
        return Breach(Code.BONEYARD_EMPTY, msg("The boneyard is empty."), rule)
    after, said = drew(match, current._replace(searched=searched), event, number, 0)
    return stood(Ruling(Verdict.STANDS, None, said, rule), breach, 1), after


def _search_breach(match: TrainMatch, event: Draw, searched: Sequence[int]) -> Breach | None:
    """Why nothing may be drawn in search of the double; `searched` is how many everybody would have drawn then."""
    setup = match.setup
    if not setup.variant.opening.is_searched:
        words = msg("Nobody draws before the double in the middle is laid.")
    elif event.number > 1:
        words = msg("Tiles are drawn one at a time.")
    elif searched[event.by] - min(searched) > 1:
        name = setup.players[event.by]
        words = msg("{name} has drawn already; now the others draw.", name=name)
    else:
        return None
    rule, may_stand = setup.variant.rule("no_double"), event.number <= match.current.boneyard
    return Breach(Code.MAY_NOT_DRAW, words, rule, forgivable=may_stand)


def knock(match: TrainMatch, event: Pass, number: int) -> Outcome:
    """Rule on a pass."""
    variant = match.setup.variant
    too_late = pass_too_late(match, variant.rule("block")) or match.why_not_playing()
    if too_late is not None:
        return too_late
    current = match.current
    if not current.laid:
        words = msg("The double in the middle has to be laid first; nobody can pass.")
        return Breach(Code.MUST_DRAW, words, variant.rule("no_double"))
    late = turn_breach(match, current, event.by)
    if late is not None and not (event.stood and late.forgivable):
        return late
    current = take_turn(current, event.by)
    if current.goes_on:
        words = msg("{name} stops here.", name=match.setup.players[event.by])
        match, settled, more = end_first_turn(match._replace(round=current.copy()), number)
        rule = match.setup.variant.rule("first_turn" if settled is None else "out_pay")
        return Ruling(Verdict.STANDS, None, (words, *more), rule, settled=settled, stops=True), match
    breach = pass_breach(match, current, event.by)
    if breach is not None and not event.stood:
        return breach
    return _passed(match, current, event, late or breach, number)


def pass_breach(match: TrainMatch, current: TrainRound, seat: int) -> Breach | None:
    """Why the player may not pass now; None if passing is allowed."""
    drawing = match.setup.variant.drawing
    could_go = playable(match, current, seat)
    able = able_breach(match, current, seat, could_go, match.setup.variant.rule("must_play"))
    if drawable(match, current) and not (drawing.is_one_tile and current.drawn):
        rule = match.setup.variant.rule("draw")
        return cannot_pass_yet(match, seat, current.boneyard, rule, able, one=drawing.is_one_tile)
    return able


def _passed(
    match: TrainMatch, before: TrainRound, event: Pass, breach: Breach | None, number: int
) -> Outcome:
    setup, seat = match.setup, event.by
    in_lap = match.is_first_lap(before)
    current = before.copy()
    current.turn = seat
    is_new = setup.variant.has_trains and not before.ends[seat].is_open
    words = [msg("{name} passes.", name=setup.players[seat])]
    if setup.variant.has_trains:
        words = [msg("{name} passes: {name}'s train is open.", name=setup.players[seat])]
        current.ends = with_item(before.ends, seat, before.ends[seat]._replace(is_open=True))
    if not in_lap:
        starts_lap = is_new and due(match, before) is None
        current.passed = 1 << seat if starts_lap else before.passed | 1 << seat
    denied = 0
    if breach is None or breach.code in (Code.MUST_DRAW, Code.MUST_PLAY):
        denied = playable(match, before, seat)
    current.witness = before.witness.saw(Passed(seat, number, denied))
    match, proved = with_proofs(match, current)
    words += proved
    settled: Settled | None = None
    more: tuple[Message, ...] = ()
    current = match.current
    everybody = current.passed == (1 << len(setup.players)) - 1
    if in_lap:
        match, settled, more = end_first_turn(match, number)
    elif (everybody and not drawable(match, current)) or ending.is_dead_and_dry(match, current):
        match, settled, more = ending.end_round(match, ending.BLOCKED, number)
    else:
        pass_turn(match, current)
    rule = setup.variant.rule("marker" if setup.variant.has_trains else "draw")
    if settled is not None:
        rule = setup.variant.charging_rule(settled.how)
    ruling = Ruling(Verdict.STANDS, None, (*words, *more), rule, settled=settled)
    return stood(ruling, breach, 1), match
