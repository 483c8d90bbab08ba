"""The summary of one round, to print and sign: the layout, the hands left, and the settlement."""

from collections.abc import Sequence
from typing import NamedTuple, TypeGuard

from referee.engine.games.line.premios import PREMIO_NAMES
from referee.engine.games.match import State, Status
from referee.engine.layout import Layout
from referee.engine.log import Entry, Log
from referee.engine.messages import Listed, Message, _, capital, marked, of_side
from referee.engine.record.events import Void
from referee.engine.rulings import Premio, Rule, Settled, Step, StepKind
from referee.reports.agreed import facts_of, seated_words, told_house_rules
from referee.reports.families import round_name, telling_of
from referee.reports.lines import Line, told_of
from referee.reports.sections import Section, section_of
from referee.reports.told import HandLeft, Lane, StepLine, TrickLine, over_words
from referee.reports.totals import Totals, made_by_kind, totals_of

LONG_SUM = 40  # letters; a longer sum is a line of its own, before the one that says who is paid


class RoundSummary(NamedTuple):
    """A settled round.

    `name` is what players call it; `title` says who won it, `how` why, in a few words, and `made`, at the end of a
    match, what its winner made in this round. `layout` is None if the game has none; `lanes` are rows of tiles, if it
    has those. `scores` are those of the match after the round, from the judge. `lines` are what the `auction` and the
    `tricks` do not tell; `rules` are those that decided; `seated` names the players in the order of play. `tells_ends`
    is False while a claim is open that the numbers at the ends would give away. `has_premios` if passes or the
    settlement brought any.
    """

    game: str
    facts: str
    number: int
    name: str
    players: tuple[str, ...]
    seated: str
    house_rules: tuple[str, ...]
    lines: tuple[Line, ...]
    layout: Layout | None
    counts_ends: bool
    tells_ends: bool
    auction: str
    tricks: tuple[TrickLine, ...]
    lanes: tuple[Lane, ...]
    hands: tuple[HandLeft, ...]
    title: str
    how: str
    made: str
    steps: tuple[StepLine, ...]
    rules: tuple[Rule, ...]
    totals: Totals | None
    scores: tuple[tuple[str, int], ...]
    is_last: bool
    has_premios: bool

    @property
    def heading(self) -> str:
        """The game and the round: "Bergen, round 2"."""
        return f"{self.game}, {self.name}"

    @property
    def charges_hands(self) -> bool:
        """Whether all players are charged what they held, so that one table can tell hands and points."""
        if not self.hands or self.totals is None:
            return False
        charged = {row.name: str(row.figures[-1]) for row in self.totals.rows if row.figures}
        return all(charged.get(each.name) == each.told for each in self.hands)

    @property
    def further_house_rules(self) -> tuple[str, ...]:
        """The house rules that are not among the rules that decided, for a sheet that tells both."""
        decided = {str(rule.sentence) for rule in self.rules}
        return tuple(each for each in self.house_rules if each not in decided)


def round_summary(log: Log, number: int) -> RoundSummary | None:
    """The summary of round `number`; None if no such round was settled. The cost grows with the length of that round
    and of all rounds after it."""
    section = section_of(log, number)
    return None if section is None else summary_of(log, section)


def summary_of(log: Log, section: Section) -> RoundSummary | None:
    """The summary of that round; None if it was not settled. The cost grows with the length of the round, and of the log
    if a house rule was ruled during the match."""
    entry, settled = section.settling, section.settled
    if entry is None or settled is None:
        return None
    setup, number = log.start.setup, section.number
    telling = telling_of(setup)
    state = section.end
    hands = telling.hands(state, settled)
    return RoundSummary(
        game=str(setup.variant.title),
        facts=facts_of(state.setup),
        number=number,
        name=round_name(setup, number),
        players=setup.players,
        seated=seated_words(setup),
        house_rules=told_house_rules(log, state.setup, entry.number),
        lines=told_of(log, section.judged, in_brief=True),
        layout=state.layout,
        counts_ends=state.ends is not None,
        tells_ends=not log.state.untold,
        auction=telling.auction(state),
        tricks=telling.tricks(state),
        lanes=telling.lanes(state),
        hands=hands,
        title=title_of(settled, state),
        how=how_of(settled, entry, state),
        made=_made_last(section, state, settled),
        steps=telling.steps(state, settled)
        if telling.steps is not None
        else told_steps(settled, told_hands=bool(hands), earlier=_earlier(state, settled)),
        rules=telling.rules(entry, settled),
        totals=totals_of(log, section, settled.winner)
        if state.keeps_score and len(setup.sides) > 1
        else None,
        scores=tuple(zip(map(str, setup.sides), state.amounts, strict=True)),
        is_last=state.status is Status.MATCH_OVER,
        has_premios=bool(settled.premios or state.premios),
    )


_MADE = {
    "Laid": marked("{n} laid"),
    "Called": marked("{n} called"),
    "Agreed": marked("{n} agreed"),
    "Bonus": marked("{n} bonus"),
}
_PAID = {"out": marked("{n} for going out"), "blocked": marked("{n} for the block")}


def _made_last(section: Section, state: State, settled: Settled) -> str:
    """What the match winner made in the last round: "60 in round 4: 10 laid, 50 for going out."; otherwise ""."""
    if state.winner is None or settled.how not in _PAID or not state.setup.lays_in_line:
        return ""
    words = {**_MADE, "Settled": _PAID[settled.how]}
    kinds = made_by_kind(state.setup, section.entries)
    made = {kind: kinds[kind][state.winner] for kind in words if kinds[kind][state.winner]}
    if not made or not state.keeps_score:
        return ""
    if len(made) == 1:
        ((kind, points),) = made.items()
        return _("{made} in round {number}.", made=_(words[kind], n=points), number=section.number)
    parts = ", ".join(_(words[kind], n=points) for kind, points in made.items())
    return _(
        "{points} in round {number}: {parts}.", points=sum(made.values()), number=section.number, parts=parts
    )


def title_of(settled: Settled, state: State) -> str:
    """Who takes how many points for the round; at the end of a match, who wins it."""
    if state.status is Status.MATCH_OVER:
        return over_words(state)
    if special := telling_of(state.setup).title(state, settled):
        return special
    if settled.how == "void":
        return _("The round does not count")
    more = [(each.side, each.points) for each in _earlier(state, settled)]
    paid = [
        (side, points + sum(premio for of, premio in more if of == side))
        for side, points in settled.points
        if points > 0
    ]
    if not paid:
        if settled.winner is None:
            return _("Nobody scores")
        return _wins_round(state, settled.winner)
    one, several = marked("{name} takes {points}"), marked("{name} take {points}")
    return str(Listed(of_side(one, several, state.setup.sides[side], points=points) for side, points in paid))


def _wins_round(state: State, side: int) -> str:
    name = state.setup.sides[side]
    return str(of_side(marked("{name} wins the round"), marked("{name} win the round"), name))


def _earlier(state: State, settled: Settled) -> tuple[Premio, ...]:
    """The premios that the round's winning side had earned from passes."""
    found = state.premios if settled.how in _PAID else ()
    return tuple(each for each in found if each.side == settled.winner)


def how_of(settled: Settled, entry: Entry, state: State) -> str:
    """How the round that this entry settled ended, in a few words; `state` is the table at its end."""
    if settled.how == "void":
        return _why_void(entry)
    if settled.how == "target":
        return ""  # the title names who won the match, and the steps say how
    words = telling_of(state.setup).how(state, settled)
    if settled.how == "blocked" and settled.winner is not None and state.winner not in (None, settled.winner):
        return ". ".join((_wins_round(state, settled.winner), words))  # the title names who won the match
    return words


def _why_void(entry: Entry) -> str:
    """Why the table does not count the round, if it said so, and whether that takes points back."""
    event, state = entry.event, entry.state
    why = _("Reason: {why}", why=event.why) if isinstance(event, Void) and event.why else ""
    takes_back = state.keeps_score and any(state.current.to_take_back)
    return " ".join(filter(None, (_("Its points are taken back.") if takes_back else "", why)))


def told_steps(settled: Settled, *, told_hands: bool, earlier: Sequence[Premio]) -> tuple[StepLine, ...]:
    """The arithmetic of a settlement, line by line. The last line names the side that is paid and includes what it
    earned `earlier` in the round.

    Left out: payments of zero, who wins where nothing is paid, and that the round does not count (the title says it),
    what was proved (its move shows that), and the hands if they are shown anyway (`told_hands`).
    """
    found: list[StepLine] = []
    for each in settled.steps:
        kind = each.kind if isinstance(each, Step) else None
        is_of_hands = kind in (StepKind.LEFT_OVER, StepKind.ROUNDED)
        is_zero = is_paid(each) and (each.figure is None or not (each.figure or settled.points))
        if kind in (StepKind.PROVED, StepKind.UNCOUNTED) or is_zero or (told_hands and is_of_hands):
            continue
        lines = _lines_of(each)
        if is_paid(each) and each.whom and earlier:
            for premio in earlier:
                what = _("{what}, counted earlier", what=capital(_(PREMIO_NAMES[premio.kind])))
                found.append(StepLine(what, str(premio.points)))
            lines = (
                StepLine(lines[0].label, str((each.figure or 0) + sum(premio.points for premio in earlier))),
            )
        if (
            found
            and is_paid(each)
            and found[-1].figure == lines[0].figure
            and len(found[-1].label) < LONG_SUM
        ):
            label = _("{sum}, for {name}", sum=found.pop().label, name=each.whom)
            lines = (StepLine(label, lines[0].figure),)
        found += lines
    return tuple(found)


def _lines_of(step: Message) -> tuple[StepLine, ...]:
    if isinstance(step, Step) and step.lines:
        return tuple(StepLine(capital(label), str(figure)) for label, figure in step.lines)
    return (StepLine(str(step).removesuffix(".")),)


def is_left_over(step: Message) -> bool:
    """Whether a step of a settlement only says what everybody has left."""
    return isinstance(step, Step) and step.kind is StepKind.LEFT_OVER


def is_paid(step: Message) -> TypeGuard[Step]:
    """Whether a step says what a side is paid."""
    return isinstance(step, Step) and step.kind is StepKind.PAID
