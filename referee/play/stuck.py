"""Drawing and passing: what a player does who cannot go, or would rather not."""

from __future__ import annotations

from referee.audit import Drew, Passed
from referee.events import Draw, Pass
from referee.play import claiming, ending
from referee.play.proving import audited
from referee.play.state import Ending, Match, RoundState, Status, draw_rule, drawable, may_be_drawn, open_mask
from referee.play.turn import (
    FURTHER_TILES,
    Outcome,
    changed,
    dead_and_dry,
    in_play,
    not_now,
    take_turn,
    turn_breach,
)
from referee.play.words import tiles_word
from referee.rulings import Breach, Code, Missed, Ruling, Settled, Verdict, refusal
from referee.tiles import tiles_in
from referee.wording import Said, marked, said

_STANDS = Verdict.STANDS  # looked up once
STOPS = marked("{name} stops here.")  # who may lay another tile, and does not


def draw(match: Match, event: Draw, number: int) -> Outcome:
    """Rule on tiles drawn from the boneyard."""
    current = in_play(match)
    if isinstance(current, Breach):
        return refusal(current), match
    if not current.layout.laid:
        return refusal(not_now("The round has to be opened first.")), match
    breach = turn_breach(match, current, event.by)
    if breach is not None and not event.stood:
        return refusal(breach), match
    current = take_turn(match, current, event.by, number)
    breach = breach or draw_breach(match, current, event)
    if breach is not None and not (event.stood and breach.forgivable and event.number <= current.boneyard):
        return refusal(breach), match
    tested = 0 if breach else _draw_denies(match, current)
    remark = _counted_out(match, current, event.by, tested, current.hands[event.by] + event.number - 1)
    current = claiming.turn_taken(current, event.by, drew=True)
    current = current.copy()
    current.hands = changed(current.hands, event.by, event.number)
    current.boneyard -= event.number
    current.drawn += event.number
    current.turn = event.by
    current.witness = current.witness.saw(Drew(event.by, number, event.number, tested))
    words = said(
        "{name} draws {tiles}, {left} left.",
        name=match.setup.players[event.by],
        tiles=tiles_word(event.number),
        left=current.boneyard,
    )
    match = audited(match.with_round(current))
    settled: Settled | None = None
    more: tuple[Said, ...] = ()
    if dead_and_dry(match, current):
        match, settled, more = ending.end_round(match, Ending("blocked", None), number)
    return _ruling(match, breach, (words, *remark, *_let_stand(breach), *more), (), settled), match


def _let_stand(breach: Breach | None) -> tuple[Said, ...]:
    """What is said of a rule that was broken."""
    return () if breach is None else (breach.said, said("The table lets it stand."))


def _ruling(
    match: Match,
    breach: Breach | None,
    words: tuple[Said, ...],
    missed: tuple[Missed, ...],
    settled: Settled | None,
) -> Ruling:
    """The ruling on a draw or a pass that is entered, whether or not it broke a rule."""
    if breach is None:
        return Ruling(_STANDS, None, words, match.setup.variant.rule("draw"), (), missed, settled)
    return Ruling(Verdict.STOOD, breach.code, words, breach.rule, (), missed, settled)


def _draw_denies(match: Match, current: RoundState) -> int:
    """The tiles that a player who draws says not to hold."""
    drawing = match.setup.variant.drawing
    if not drawing.draw_proves_stuck:
        return 0
    mask = open_mask(match, current)
    if drawing.optional_draw == "matador_only":
        for each in tiles_in(mask):
            if match.setup.variant.joins.is_matador(each):
                mask &= ~each.bit
    return mask


def draw_breach(match: Match, current: RoundState, event: Draw) -> Breach | None:
    """Why these tiles may not be drawn; None where they may."""
    variant = match.setup.variant
    name = match.setup.players[event.by]
    if variant.drawing.draw == "none":
        words = said("Nobody draws in this game.")
        return Breach(Code.MAY_NOT_DRAW, words, variant.rule("draw"), forgivable=True)
    if current.going_on in FURTHER_TILES:
        words = said("Nothing is drawn for a further tile; {name} may stop here.", name=name)
        return Breach(Code.MAY_NOT_DRAW, words, variant.rule("draw"), forgivable=True)
    if draw_rule(match, current) == "one" and current.drawn + event.number > 1:
        words = said("{name} draws one tile in a turn and no more.", name=name)
        return Breach(Code.MAY_NOT_DRAW, words, variant.rule("draw"), forgivable=True)
    if event.number > current.boneyard:
        words = said(
            "The boneyard has {left}, {name} cannot draw {number}.",
            left=tiles_word(current.boneyard),
            name=name,
            number=event.number,
        )
        return Breach(Code.BONEYARD_EMPTY, words, variant.rule("reserve"))
    if event.number > drawable(match, current):
        words = said(
            "{left} may still be drawn; the reserve stays asleep.", left=tiles_word(drawable(match, current))
        )
        return Breach(Code.RESERVE, words, variant.rule("reserve"), forgivable=True)
    return _able_breach(match, current, event.by, _draw_denies(match, current))


def _able_breach(match: Match, current: RoundState, seat: int, could_go: int) -> Breach | None:
    """Why the player can certainly go: every tile that nobody has seen yet can."""
    if not could_go or current.unseen & ~could_go:
        return None
    variant = match.setup.variant
    words = said("Every tile not seen yet can go, so {name} can.", name=match.setup.players[seat])
    rule = variant.rule("must_play" if variant.drawing.must_play else "draw")
    return Breach(Code.MUST_PLAY, words, rule, forgivable=True)


def _counted_out(match: Match, current: RoundState, seat: int, could_go: int, held: int) -> tuple[Said, ...]:
    """A remark where counting alone shows that one of `held` tiles could go, though not which."""
    others = (current.unseen & ~could_go).bit_count()
    if not could_go or others >= held:
        return ()
    words = said(
        "Only {others} of the tiles not seen yet cannot go, and {name} holds {held}: one of them could.",
        name=match.setup.players[seat],
        held=held,
        others=others,
    )
    return (words,)


def knock(match: Match, event: Pass, number: int) -> Outcome:
    """Rule on a pass."""
    if match.setup.variant.rows is not None:
        return refusal(not_now("Nobody passes here; a tile that does not go ends the turn.")), match
    if _after_block(match):
        words = said("The round is blocked already; the pass changes nothing.")
        return Ruling(Verdict.STANDS, None, (words,), match.setup.variant.rule("draw")), match
    current = in_play(match)
    if isinstance(current, Breach):
        return refusal(current), match
    if not current.layout.laid:
        return refusal(not_now("The round has to be opened first; nobody can pass.")), match
    breach = turn_breach(match, current, event.by)
    if breach is not None and not event.stood:
        return refusal(breach), match
    stops = current.going_on == "optional" and current.turn == event.by
    current = take_turn(match, current, event.by, number)
    breach = breach or pass_breach(match, current, event)
    if breach is not None and not (event.stood and breach.forgivable):
        return refusal(breach), match
    return _passed(match, current, event, breach, number, stops=stops)


def _after_block(match: Match) -> bool:
    """Whether the referee has closed a blocked round and no hand is shown yet."""
    current = match.round
    if current is None or current.ending is None or current.ending.how != "blocked":
        return False
    return match.status in (Status.REVEAL, Status.ROUND_OVER) and not any(current.shown)


def _passed(
    match: Match, current: RoundState, event: Pass, breach: Breach | None, number: int, *, stops: bool
) -> Outcome:
    tested = 0 if stops else _pass_denies(match, current, breach)
    remark = _counted_out(match, current, event.by, tested, current.hands[event.by])
    current, missed = claiming.passed_by(match, current, event.by)
    current = current.copy()
    if not stops:
        current.passed |= 1 << event.by
    current.turn = match.setup.left_of(event.by)
    current.drawn = 0
    current.going_on = ""
    current.witness = current.witness.saw(Passed(event.by, number, tested))
    match = audited(match.with_round(current))
    name = match.setup.players[event.by]
    words = said(STOPS, name=name) if stops else said("{name} passes.", name=name)
    settled: Settled | None = None
    more: tuple[Said, ...] = ()
    everybody = current.passed == (1 << len(match.setup.players)) - 1
    if everybody and not may_be_drawn(match, current):
        match, settled, more = ending.end_round(match, Ending("blocked", None), number)
    return _ruling(match, breach, (words, *remark, *_let_stand(breach), *more), missed, settled), match


def _pass_denies(match: Match, current: RoundState, breach: Breach | None) -> int:
    """The tiles that a player who passes says not to hold."""
    if not match.setup.variant.drawing.pass_proves_stuck:
        return 0
    if breach is not None and breach.code is not Code.MUST_DRAW:
        return 0
    return open_mask(match, current)


def pass_breach(match: Match, current: RoundState, event: Pass) -> Breach | None:
    """Why the player may not pass now; None where passing is open."""
    if current.going_on in FURTHER_TILES:
        return None
    variant = match.setup.variant
    left = drawable(match, current)
    drawing = variant.drawing
    rule = draw_rule(match, current)
    owes = rule == "until_playable" or (rule == "one" and not current.drawn)
    if owes and left:
        words = said(
            "{tiles} may still be drawn; {name} draws before passing.",
            tiles=tiles_word(left),
            name=match.setup.players[event.by],
        )
        return Breach(Code.MUST_DRAW, words, variant.rule("draw"), forgivable=True)
    if not drawing.pass_proves_stuck:
        return None
    return _able_breach(match, current, event.by, open_mask(match, current))
