"""What the players agreed on: how they sit, the set, the target and the house rules."""

from collections.abc import Iterable

from referee.engine.games.match import State, Status
from referee.engine.log import Log
from referee.engine.messages import Listed, _, _n
from referee.engine.record.events import TableRuling
from referee.engine.rules.game import Game
from referee.engine.rulings import Rule
from referee.engine.seating import Seating
from referee.reports.families import round_name


def facts_of(setup: Seating) -> str:
    """The sheet, the set and the target, in one line."""
    parts = [_(setup.variant.sheet.title), str(setup.tiles.word), goal_of(setup.variant, setup.tiles.high)]
    return " · ".join(each for each in parts if each)


def seated_words(setup: Seating) -> str:
    """The players in the order in which they play, and which way round that is; the sides in games of tricks."""
    first, *others = setup.players
    if setup.takes_tricks:
        return str(Listed(setup.sides))
    if len(others) < 2:
        return str(Listed(setup.players))
    if setup.step > 0:
        return _("{players}, clockwise", players=Listed(setup.players))
    return _("{players}, counter-clockwise", players=Listed((first, *reversed(others))))


def carried_words(start: State) -> str:
    """The points or chips that a match begins with, if they were carried over from another; else ""."""
    setup = start.setup
    if not any(setup.carried):
        return ""
    scores = amounts_words(zip(setup.sides, start.amounts, strict=True))
    if not setup.rounds_before:
        return _("Carried over: {scores}", scores=scores)
    return _n(
        "Carried over after {n} round: {scores}",
        "Carried over after {n} rounds: {scores}",
        setup.rounds_before,
        scores=scores,
    )


def amounts_words(amounts: Iterable[tuple[str, int]]) -> str:
    """What each side has, in one line that does not break between a name and its points."""
    return ", ".join(f"{side}\u00a0{points}" for side, points in amounts)


def goal_of(variant: Game, highest: int | None = None) -> str:
    """The target of a match, in a few words; "" if a table plays for as long as it likes. `highest` is the highest
    double of the set, if one was chosen."""
    aim = variant.aim
    if variant.lowest_wins:
        rounds = variant.rounds_with(highest) if highest is not None else 0
        words = _("lowest total wins")
        return _n("{n} round, {who}", "{n} rounds, {who}", rounds, who=words) if rounds else words
    if aim is None:
        return _("solitaire") if variant.players == (1, 1) else ""
    if aim.to is None:
        return _("one round")
    if aim.in_marks:
        return _n("to {n} mark", "to {n} marks", aim.to)
    return _("exactly {points}", points=aim.to) if aim.exact else _("to {points}", points=aim.to)


def told_house_rules(log: Log, setup: Seating, until: int) -> tuple[str, ...]:
    """The house rules of `setup`, in force after entry `until`; one ruled during the match names its
    first round."""
    ruled = dict[str, int]()
    for each in log.entries if setup.options != log.start.setup.options else ():
        if each.number <= until and isinstance(each.event, TableRuling):
            is_between = each.state.status is Status.ROUND_OVER and each.ruling.settled is None
            first = each.state.round_number + is_between
            ruled |= {name: first for name, _value in each.event.options}
    return tuple(
        _("{rule} (Since {round}.)", rule=rule.sentence, round=round_name(setup, ruled[rule.name]))
        if rule.name in ruled
        else str(rule.sentence)
        for rule in setup.house_rules
    )


def house_words(number: int) -> str:
    """How many house rules there are; "" for none."""
    return _n("1 house rule", "{n} house rules", number) if number else ""


def deciding_rule(variant: Game) -> Rule | None:
    """The rule that decides who wins a match; None if the game has only rounds."""
    if variant.lowest_wins:
        return variant.rule("wins")
    return None if variant.aim is None else variant.rule(variant.aim.rule)
