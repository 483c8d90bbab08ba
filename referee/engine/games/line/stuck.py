"""Drawing and passing: for a player who cannot go, or does not want to."""

from referee.engine.audit.holdings import Passed
from referee.engine.games.hands import Ending, able_breach, cannot_pass_yet, drew, pass_too_late, with_proofs
from referee.engine.games.line import claiming, ending
from referee.engine.games.line.premios import premios_of_pass
from referee.engine.games.line.settlement import shown_rule
from referee.engine.games.line.state import (
    LineMatch,
    LineRound,
    Outcome,
    drawable,
    draws_one,
    open_mask,
    pass_denies,
)
from referee.engine.games.refusals import not_now
from referee.engine.messages import Message, msg, tiles_word
from referee.engine.record.events import Draw, Pass
from referee.engine.rules.line_game import LineGame
from referee.engine.rules.turns import Further
from referee.engine.rulings import Breach, Code, Missed, Ruling, Settled, Verdict, stood
from referee.engine.tiles import tiles_in


def draw(match: LineMatch, event: Draw, number: int) -> Outcome:
    """Rule on tiles drawn from the boneyard."""
    current, variant = match.current, match.setup.variant
    if variant.rows is not None:  # a drawn tile would have no place in a row
        return nobody_draws(variant)._replace(rule=variant.rule("rows"), forgivable=False)
    at_no_time = variant.always_partners and not variant.drawing.is_allowed
    if at_no_time and not event.stood:
        may_stand = bool(current.layout.laid) and event.number <= current.boneyard
        return nobody_draws(variant)._replace(forgivable=may_stand)
    if not current.layout.laid:
        return not_now("The round has to be opened first.")
    breach = None if at_no_time else match.turn_breach(current, event.by)
    current = match.take_turn(current, event.by, number)
    breach = breach or draw_breach(match, current, event)
    if breach is not None:
        breach = breach._replace(forgivable=breach.forgivable and event.number <= current.boneyard)
        if not (event.stood and breach.forgivable):
            return breach
    denied = _draw_denies(match, current, breach)
    current = current._replace(turn=event.by, drawn=current.drawn + event.number)
    match, words = drew(match, current, event, number, denied)
    is_dead = match.dead_and_dry(match.current)
    match, settled, more = ending.end_if(is_dead, match, Ending("blocked", None), number)
    return _ruling(match, breach, (*words, *more), (), settled), match


def _passes(knock: str, name: str) -> Message:
    """The sentence that a player passes, with the game's own word for it."""
    if knock == "Pass":
        return msg("{name} passes.", name=name)
    if knock == "Knock":
        return msg("{name} knocks.", name=name)
    return msg("{name} says {word}.", name=name, word=knock)


def _ruling(
    match: LineMatch,
    breach: Breach | None,
    words: tuple[Message, ...],
    missed: tuple[Missed, ...],
    settled: Settled | None,
) -> Ruling:
    """The ruling on a draw or a pass that is entered, whether or not it broke a rule."""
    variant = match.setup.variant
    rule = shown_rule(variant, variant.rule("draw"), settled)
    return stood(Ruling(Verdict.STANDS, None, words, rule, (), missed, settled), breach, 1)


def _draw_denies(match: LineMatch, current: LineRound, breach: Breach | None = None) -> int:
    drawing = match.setup.variant.drawing
    if breach is not None and breach.code is not Code.MUST_PLAY:
        return 0
    if not drawing.draw_proves_stuck:
        return 0
    mask = open_mask(match, current)
    if drawing.may_spare_matadors:
        for each in tiles_in(mask):
            if match.setup.variant.joins.is_matador(each):
                mask &= ~each.bit
    return mask


def nobody_draws(variant: LineGame) -> Breach:
    """The refusal of a draw in a game without drawing."""
    words = msg("Nobody draws in this game.")
    return Breach(Code.MAY_NOT_DRAW, words, variant.rule("draw"), forgivable=True)


def draw_breach(match: LineMatch, current: LineRound, event: Draw) -> Breach | None:
    """Why these tiles may not be drawn; None if they may."""
    variant = match.setup.variant
    name = match.setup.players[event.by]
    if not variant.drawing.is_allowed:
        return nobody_draws(variant)
    if current.going_on and current.going_on.is_tile_only:
        words = msg("Nothing is drawn for a further tile; {name} may stop here.", name=name)
        rule = variant.rule(variant.turns.gives(current.going_on))
        return Breach(Code.MAY_NOT_DRAW, words, rule, forgivable=True)
    if draws_one(match, current) and current.drawn + event.number > 1:
        words = msg("{name} draws one tile in a turn and no more.", name=name)
        rule = variant.rule("draw" if variant.drawing.is_one_tile else "cross_draw")
        return Breach(Code.MAY_NOT_DRAW, words, rule, forgivable=True)
    if event.number > current.boneyard:
        words = msg("The boneyard is empty, so {name} cannot draw.", name=name)
        if current.boneyard:
            words = msg(
                "The boneyard has {left}, so {name} cannot draw {number}.",
                left=tiles_word(current.boneyard),
                name=name,
                number=event.number,
            )
        return Breach(Code.BONEYARD_EMPTY, words, variant.rule("reserve"))
    left = drawable(match, current)
    if event.number > left:
        words = msg("Only the reserve is left, and nobody draws from it.")
        if left:
            words = msg(
                "{name} may draw {left} at most; the rest is the reserve.", name=name, left=tiles_word(left)
            )
        return Breach(Code.RESERVE, words, variant.rule("reserve"), forgivable=True)
    return able_breach(match, current, event.by, _draw_denies(match, current), variant.must_rule)


def knock(match: LineMatch, event: Pass, number: int) -> Outcome:
    """Rule on a pass."""
    if match.setup.variant.rows is not None:
        return not_now("Nobody passes here; a tile that does not go ends the turn.")
    too_late = pass_too_late(match, match.setup.variant.rule("draw")) or match.why_not_playing()
    if too_late is not None:
        return too_late
    current = match.current
    if not current.layout.laid:
        why = not_now("The round has to be opened first; nobody can pass.")
        if match.setup.variant.always_partners:
            why = why._replace(code=Code.MUST_PLAY, rule=match.setup.variant.rule("must_play"))
        return why
    breach = match.turn_breach(current, event.by)
    stops = current.going_on is Further.MAY_LAY and current.turn == event.by
    current = match.take_turn(current, event.by, number)
    breach = breach or pass_breach(match, current, event)
    if breach is not None and not (event.stood and breach.forgivable):
        return breach
    return _passed(match, current, event, breach, number, stops=stops)


def _passed(
    match: LineMatch, current: LineRound, event: Pass, breach: Breach | None, number: int, *, stops: bool
) -> Outcome:
    denies = breach is None or breach.code in (Code.MUST_DRAW, Code.MUST_PLAY)
    tested = pass_denies(match, current) if denies and not stops else 0
    current = current.copy()
    missed = claiming.closing(match, current, event.by)
    if not stops:
        current.passed |= 1 << event.by
    current.turn = match.setup.after[event.by]
    current.opener = event.by if current.opener is None else current.opener
    current.drawn = 0
    current.going_on = Further.NOTHING
    current.witness = current.witness.saw(Passed(event.by, number, tested))
    premios = premios_of_pass(match, current, event.by) if match.setup.variant.always_partners else ()
    current.has_passed |= event.by != current.last_layer
    match, proved = with_proofs(match, current)
    match, settled, paid = ending.pay_premios(match, premios, number)
    name = match.setup.players[event.by]
    words = msg("{name} stops here.", name=name) if stops else _passes(match.setup.variant.knock, name)
    more: tuple[Message, ...] = ()
    everybody = current.passed == (1 << len(match.setup.players)) - 1
    if settled is None:
        is_over = everybody and not drawable(match, current)
        match, settled, more = ending.end_if(is_over, match, Ending("blocked", None), number)
    ruling = _ruling(match, breach, (words, *proved, *paid, *more), missed, settled)
    if premios:
        ruling = ruling._replace(premios=premios, rule=match.setup.variant.rule(premios[0].switch))
    if stops:
        variant = match.setup.variant
        own = variant.rule(variant.turns.gives(Further.MAY_LAY))
        ruling = ruling._replace(rule=own if breach is None and settled is None else ruling.rule, stops=True)
    return ruling, match


def pass_breach(match: LineMatch, current: LineRound, event: Pass) -> Breach | None:
    """Why the player may not pass now; None if passing is allowed."""
    if current.going_on and current.going_on.is_tile_only:
        return None
    variant = match.setup.variant
    left = drawable(match, current)
    one = draws_one(match, current)
    if left and not (one and current.drawn):
        why = variant.rule("cross_draw" if one and not variant.drawing.is_one_tile else "draw")
        able = able_breach(match, current, event.by, _draw_denies(match, current), variant.must_rule)
        return cannot_pass_yet(match, event.by, left, why, able, one=one)
    if not variant.pass_proves_stuck(is_dry=not left):
        return None
    return able_breach(match, current, event.by, open_mask(match, current), variant.must_rule)
