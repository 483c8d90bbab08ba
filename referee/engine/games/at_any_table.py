"""Events of any game: what the table decides for itself, and events that the game does not have."""

from referee.engine.games.match import ON, M, Points, State, Status
from referee.engine.games.refusals import not_now
from referee.engine.messages import Listed, Message, msg
from referee.engine.record.events import (
    VERB_WORDS,
    Adjust,
    Amend,
    Event,
    Retract,
    TableRuling,
    Unreadable,
    Void,
    verb_of,
)
from referee.engine.rulings import Breach, Code, Rule, Ruling, Settled, Step, StepKind, Verdict
from referee.engine.seating import HeaderError, Seating
from referee.engine.setup import NO_SUCH_SIDE, with_rules

AGREED = msg("The table may agree on points outside the rules; they are marked.")
UNCOUNTED = msg("The table may decide that a round does not count.")


def stands(
    match: M, *words: Message, rule: Rule | None = None, settled: Settled | None = None
) -> tuple[Ruling, M]:
    """The ruling that an event stands, with the state after it."""
    return Ruling(Verdict.STANDS, None, words, rule, settled=settled), match


def rule_at_any_table(match: M, event: Event, number: int) -> tuple[Ruling, M] | Breach:
    """Rule on an event that every game has; any other is refused."""
    match event:
        case Adjust():
            return adjust(match, event, number)
        case Void():
            return void(match, event, number)
        case TableRuling():
            return table_rules(match, event, number)
        case Unreadable(words):
            return Breach(Code.UNREADABLE, words)
        case Retract() | Amend():
            return not_now("Corrections are made in the log.")
        case _:
            return not_now("There is no {verb} in this game.", verb=VERB_WORDS[verb_of(event)])


def _why(event: Adjust | TableRuling | Void) -> tuple[Message, ...]:
    return (msg("Reason: {why}", why=event.why),) if event.why else ()


def adjust(match: M, event: Adjust, number: int, *, once_over: bool = False) -> tuple[Ruling, M] | Breach:
    """Rule on points that the table agrees on outside the rules. `once_over`: even when the match is over."""
    if match.status is Status.MATCH_OVER and not once_over:
        return not_now("The match is over.")
    points = _agreed_points(match, event)
    if isinstance(points, Breach):
        return points
    sides = match.setup.sides
    given = Listed(  # each side as it is seated, so that partners are named in the reader's language
        msg("{name} {points}", name=sides[sides.index(name)], points=match.setup.counts_in(value))
        for name, value in event.points
    )
    words = msg("The table agrees: {given}.", given=given) if points else msg("The table agrees: no points.")
    rule = Rule("adjust", AGREED, match.setup.variant.house)
    named = (sides.index(name) for name, _ in event.points)
    match = match.add_points(points, number).with_decision(number, event.about, named)
    return stands(match, words, *_why(event), rule=rule)


def _agreed_points(match: M, event: Adjust) -> Points | Breach:
    """The points of an adjustment by side, or why it is refused: too early, or no such side."""
    if match.round is None:
        return not_now("Nothing has been played yet, so nothing can be adjusted.")
    sides = match.setup.sides
    for name, _ in event.points:
        if name not in sides:
            return no_such_side(match, name)
    return tuple((sides.index(name), value) for name, value in event.points if value)


def no_such_side(match: State, name: str) -> Breach:
    """The refusal of an entry that names a side that is not at the table."""
    sides = Listed(match.setup.sides)
    return Breach(Code.UNREADABLE, msg(NO_SUCH_SIDE, name=name, sides=sides))


def void(match: M, event: Void, number: int) -> tuple[Ruling, M] | Breach:
    """Rule on a round that the table does not count, or that a player gives up."""
    if match.status not in ON:
        return not_now("No round is being played, so there is none to void.")
    after, settled = void_round(match, number)
    after = after.with_decision(number, event.about, range(len(after.scores)))
    rule = Rule("void", UNCOUNTED, match.setup.variant.house)
    return stands(after, *settled.steps, *_why(event), rule=rule, settled=settled)


def void_round(match: M, number: int, *, by: tuple[str, ...] = ()) -> tuple[M, Settled]:
    """The match without the round: the points of its tiles and claims are taken back. `by`: the switch that voids it."""
    back = tuple((side, -gained) for side, gained in enumerate(match.current.to_take_back) if gained)
    uncounted = Step(msg("The round does not count."), kind=StepKind.UNCOUNTED)
    settled = Settled("void", None, (), (uncounted,), by=by)
    return match.add_points(back, number).settle(settled), settled


def table_rules(match: M, event: TableRuling, number: int) -> tuple[Ruling, M] | Breach:
    """Rule on house rules for the rest of the match; what is settled stays settled."""
    ruled = _ruled(match, event)
    if isinstance(ruled, Breach):
        return ruled
    rules = [ruled.rule(name) for name, _ in event.options]
    first, *others = (rule.sentence for rule in rules)
    words = [msg("The table rules: {sentence}", sentence=first), *others]
    after = match._replace(setup=ruled)
    if not after.is_played_out:
        later = msg("It holds from the next round on; what is settled stays.")
        words.append(later if match.status is Status.ROUND_OVER else msg("It holds from now on."))
    after.reached = after.reached_with(match.scores, number)  # the table may have moved the target
    there = [name for side, name in enumerate(ruled.sides) if after.reached[side] and not match.reached[side]]
    if there and ruled.variant.aim is not None and not ruled.variant.aim.exact:
        words.append(
            msg("Already there: {names}. The next round that is settled ends the match.", names=Listed(there))
        )
    return stands(after, *words, *_why(event), rule=rules[0])


def _ruled(match: State, event: TableRuling) -> Seating | Breach:
    """The table with the new house rules, or why they are refused: too early, too late, unknown or unplayable."""
    if match.round is None:
        return not_now("Nothing has been played yet; house rules are chosen when the table is set up.")
    if match.status is Status.MATCH_OVER:
        return not_now("The match is over.")
    try:
        ruled = with_rules(match.setup, dict(event.options))
    except HeaderError as wrong:
        return Breach(Code.UNREADABLE, wrong.message)
    if ruled.counts_in is not match.setup.counts_in and any(match.scores):
        return not_now("The scores so far count something else; this needs a new table.")
    for name, _ in event.options:
        if not may_change(match, name):
            switch = ruled.variant.switch(name)
            assert switch is not None
            return not_now(
                "{title}: this can only change between rounds; settle the round in play first.",
                title=switch.heading,
            )
    return ruled


def may_change(match: State, switch: str) -> bool:
    """Whether the table may change a switch now: most only between rounds."""
    if match.status is Status.ROUND_OVER:
        return True
    printed = match.setup.printed
    preset = printed.presets.get(switch)
    if preset is None:
        return printed.changes_in_play(switch)
    return all(may_change(match, each) for changed in preset.changes.values() for each in changed)
