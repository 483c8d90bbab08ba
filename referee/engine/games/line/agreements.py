"""The table rules: from now on it plays by another value of a switch, if the sheet leaves it open or everybody agrees."""

from __future__ import annotations

from referee.engine.games.hands import Ending
from referee.engine.games.line import ending
from referee.engine.games.line.state import LineMatch
from referee.engine.games.line.turn import Outcome, dead_and_dry
from referee.engine.games.match import Status, not_now
from referee.engine.messages import Message, msg
from referee.engine.record.events import TableRuling
from referee.engine.rules.part import is_same
from referee.engine.rulings import Breach, Code, Provenance, Rule, Ruling, Verdict
from referee.engine.seating import HeaderError, LineSetup
from referee.engine.setup import with_rules

# What a deal, a layout or its points rest on: another rule for it begins with a round.
OF_A_ROUND = ("deal", "opening", "rows", "joins", "doubles", "counting", "claims")
AT_ANY_TIME = ("next_opener",)


def table_rules(match: LineMatch, event: TableRuling, number: int) -> Outcome:
    """Rule on what the table decides for the rest of the match; what is settled stays settled."""
    ruled = ruled_setup(match, event)
    if isinstance(ruled, Breach):
        return ruled
    after = match._replace(setup=ruled, reached=_reached(match, ruled, number))
    rules = [_rule(ruled, name) for name, _ in event.options]
    words = [msg("The table rules: {sentence}", sentence=rule.sentence) for rule in rules]
    words.append(_from_when(match))
    words += [msg("Reason: {why}", why=event.why)] if event.why else []
    is_over = after.status is Status.PLAYING and dead_and_dry(after, after.current)
    after, settled, more = ending.end_if(is_over, after, Ending("blocked", None), number)
    return Ruling(Verdict.STANDS, None, (*words, *more), rules[0], settled=settled), after


def ruled_setup(match: LineMatch, event: TableRuling) -> LineSetup | Breach:
    """The table with what it rules, or why that has no place: too early, too late, unknown, or not to be played."""
    if match.round is None:
        return not_now("Nothing has been played yet; house rules are chosen when the table is set up.")
    if match.status is Status.MATCH_OVER:
        return not_now("The match is over.")
    try:
        ruled = with_rules(match.setup, dict(event.options))
    except HeaderError as wrong:
        return Breach(Code.UNREADABLE, wrong.message)
    if match.status is Status.ROUND_OVER:
        return ruled
    for name, _ in event.options:
        if _waits(ruled, name):
            return not_now(
                "{title}: this can only change between rounds; settle the round in play first.",
                title=_title(ruled, name),
            )
    return ruled


def _waits(setup: LineSetup, name: str) -> bool:
    preset = setup.printed.presets.get(name)
    if preset is None:
        return setup.printed.slot_of(name) in OF_A_ROUND and name not in AT_ANY_TIME
    return any(_waits(setup, each) for changed in preset.changes.values() for each in changed)


def _title(setup: LineSetup, name: str) -> Message:
    switch = setup.variant.switch(name)
    assert switch is not None
    return switch.heading


def _rule(setup: LineSetup, name: str) -> Rule:
    """The rule as the table now has it."""
    preset = setup.printed.presets.get(name)
    if preset is None:
        return setup.variant.rule(name)
    value = setup.options[name]
    rule = preset.rule(name, value)
    if is_same(value, preset.default):
        return rule
    return rule._replace(source=rule.source._replace(standing=Provenance.HOUSE))


def _from_when(match: LineMatch) -> Message:
    if match.status is Status.ROUND_OVER:
        return msg("It holds from the next round on; what is settled stays.")
    return msg("It holds from now on.")


def _reached(match: LineMatch, ruled: LineSetup, number: int) -> tuple[int, ...]:
    """When each side first reached the target, which the table may have moved."""
    target = ruled.variant.target.target
    if target == match.setup.variant.target.target:
        return match.reached
    return tuple(
        (before or number) if score >= target else 0
        for before, score in zip(match.reached, match.scores, strict=True)
    )
