"""The summary of a match: its rounds, the running scores, who won and by which rule, and the best plays."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from referee.engine.explain.incidents import incidents_of
from referee.engine.games.match import ON, State, Status
from referee.engine.log import Entry, Log, Tick, unwatched
from referee.engine.messages import Listed, _, _n, capital, marked, of_side
from referee.engine.record.events import Adjust, Claim, Flip, Muggins, Play, Void
from referee.engine.rulings import Rule, Settled
from referee.engine.seating import Seating
from referee.engine.tiles import Tile
from referee.reports.agreed import deciding_rule, facts_of, told_house_rules
from referee.reports.families import round_name, telling_of
from referee.reports.line_words import arithmetic
from referee.reports.lines import made_in_play
from referee.reports.rounds import how_of, title_of
from referee.reports.sections import Section, sections
from referee.reports.told import best_of, over_words

Scores = tuple[int, ...]
BEST = 5  # plays that are listed


class RoundRow(NamedTuple):
    """A round in one row: who won it and how, what each side made in it, and the scores after it.

    `agreed` says what the table agreed on, and why a round does not count; `scores` counts that, `made` does not.
    `agreed_besides` leaves out what is told with a proved breach.
    """

    number: int
    name: str
    ended: str
    how: str
    agreed: str
    agreed_besides: str
    made: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def words(self) -> str:
        """Who won it and how, and what was agreed on besides proved breaches."""
        return _in_one_line(self.ended, self.how, self.agreed_besides)

    @property
    def alone(self) -> str:
        """Who won it, and all that was agreed on, where nothing tells of breaches."""
        return _in_one_line(self.ended, self.agreed)


def _in_one_line(*sentences: str) -> str:
    return ". ".join(dict.fromkeys(each.removesuffix(".") for each in sentences if each))


class BestPlay(NamedTuple):
    """One of the plays that made the most points."""

    points: int
    by: str
    text: str
    round: int
    number: int

    @property
    def words(self) -> str:
        """The play in one line: "Ana +20 in round 2, entry 14: 6-3 on 6-6"."""
        return _(
            "{name} {points} in round {round}, entry {entry}: {words}",
            name=self.by,
            points=f"{self.points:+d}",
            round=self.round,
            entry=self.number,
            words=self.text,
        )


class MatchSummary(NamedTuple):
    """A match so far, or to its end.

    What was agreed is told as it is in force at the end. The sides `began` with these points or chips, carried over from
    another match if `carries_over`. `result` says who won or who leads. `rule` decides who wins; None if it is told among
    the `house_rules`. `is_over` is False while the match goes on. `going_on` is the round in play, which is not among
    `rounds` yet; "" if none is. `one`, `by_round` and `counted` are what a round, the list of them, and their number are
    called.
    """

    game: str
    facts: str
    players: tuple[str, ...]
    sides: tuple[str, ...]
    house_rules: tuple[str, ...]
    rounds: tuple[RoundRow, ...]
    began: Scores
    carries_over: bool
    scores: tuple[int, ...]
    keeps_score: bool
    winner: int | None
    is_over: bool
    going_on: str
    result: str
    rule: Rule | None
    target: int
    best: tuple[BestPlay, ...]
    flags: tuple[str, ...]
    events: int
    one: str
    by_round: str
    counted: str

    @property
    def rows(self) -> tuple[RoundRow, ...]:
        """The rounds, after a row with the number 0 for points that were carried over."""
        if not self.carries_over:
            return self.rounds
        words = _("Carried over")
        return (RoundRow(0, words, words, "", "", "", (0,) * len(self.sides), self.began), *self.rounds)

    @property
    def ran(self) -> tuple[Scores, ...]:
        """The scores after each round."""
        return tuple(each.scores for each in self.rounds)

    @property
    def has_plot(self) -> bool:
        """Whether the scores can be plotted: from two rounds on."""
        return self.keeps_score and len(self.rounds) > 1


def match_summary(log: Log, tick: Tick = unwatched) -> MatchSummary:
    """The match so far; `tick` is called after each round."""
    state = log.state
    setup = state.setup
    parts = sections(log)
    over = state.status is Status.MATCH_OVER
    is_played = state.status in ON
    deciding = deciding_rule(setup.variant)
    proved = incidents_of(log)
    rows = _rows(log, parts, {each.decision.number for each in proved if each.decision is not None}, tick)
    return MatchSummary(
        game=str(setup.variant.title),
        facts=facts_of(setup),
        players=setup.players,
        sides=tuple(map(str, setup.sides)),
        house_rules=told_house_rules(log, setup, log.said),
        rounds=rows,
        began=log.start.amounts,
        carries_over=any(setup.carried),
        scores=state.amounts,
        keeps_score=state.keeps_score,
        winner=state.winner,
        is_over=over,
        going_on=capital(round_name(setup, len(state.rounds) + 1)) if is_played else "",
        result=_result(setup, state),
        rule=None if deciding in setup.house_rules else deciding,
        target=setup.to_reach or 0,
        best=_best(setup.players, parts, state.untold),
        flags=tuple(_("Round {round}: {what}", round=each.flag.round, what=each.words) for each in proved),
        events=log.said,
        one=_(telling_of(setup).one),
        by_round=_(telling_of(setup).by_round),
        counted=telling_of(setup).counted(len(rows)),
    )


def _result(setup: Seating, state: State) -> str:
    """Who won or who leads; for a solitaire, the number of games played."""
    if state.winner is not None or state.status is Status.MATCH_OVER:
        return over_words(state)
    if len(setup.sides) < 2:
        return _n("1 game played", "{n} games played", len(state.rounds))
    if not state.keeps_score:
        return _("Nothing is settled yet")
    best, ahead = best_of(state)
    if len(ahead) == len(setup.sides):
        return _("{points} all", points=best)
    one, several = marked("{name} leads with {points}"), marked("{name} lead with {points}")
    if len(ahead) == 1:
        return str(of_side(one, several, ahead[0], points=best))
    return _(several, name=Listed(ahead), points=best)


def _rows(log: Log, parts: Sequence[Section], told: Collection[int], tick: Tick) -> tuple[RoundRow, ...]:
    rows = []
    for done, part in enumerate(parts, 1):
        row = _row(log.start.setup, part, told)
        if row is not None:
            rows.append(row)
        tick(done, len(parts))
    return tuple(rows)


def _row(setup: Seating, part: Section, told: Collection[int]) -> RoundRow | None:
    """The row of a round; None if it was not settled. The decisions `told` stand with the breaches."""
    entry, settled = part.settling, part.settled
    if entry is None or settled is None:
        return None
    title = title_of(settled, part.end)
    if settled.without_tiles:
        if any(isinstance(each.event, Play | Flip) for each in part.entries):
            title = _("{title} (not every tile entered)", title=title)
        else:
            title = _("{title} (without tiles)", title=title)
    how = "" if settled.how == "void" else how_of(settled, entry, part.end)
    agreed, besides = _agreed(part, entry, settled), _agreed(part, entry, settled, told)
    name = round_name(setup, part.number)
    return RoundRow(part.number, name, title, how, agreed, besides, part.made, part.end.amounts)


def _agreed(part: Section, entry: Entry, settled: Settled, told: Collection[int] = ()) -> str:
    """What the table agreed on in the round that this entry settled, and why it does not count, without the reasons of
    the decisions `told`."""
    decided = [each for each in part.entries if isinstance(each.event, Adjust) and each.number not in told]
    said = [each.ruling.says for each in decided]
    if settled.how == "void":
        voided = entry._replace(event=Void(why="")) if entry.number in told else entry
        said.insert(0, how_of(settled, voided, part.end))
    return ". ".join(each.removesuffix(".") for each in said if each)  # the same may be agreed on twice


def _best(players: Sequence[str], parts: Sequence[Section], hidden: Sequence[Tile]) -> tuple[BestPlay, ...]:
    """The tiles and calls that made the most points, in rounds that count; only these are put into words."""
    made: list[tuple[int, int, Entry, Play | Claim | Muggins]] = []
    for part in parts:
        is_void = part.settled is not None and part.settled.how == "void"
        for entry in () if is_void else part.entries:
            event = entry.event
            if isinstance(event, Play | Claim | Muggins):
                points = max((gained for _, gained in made_in_play(entry)), default=0)
                if points > 0:
                    made.append((points, part.number, entry, event))
    return tuple(
        BestPlay(points, players[event.by], _told(entry, event, hidden), number, entry.number)
        for points, number, entry, event in sorted(made, key=lambda each: -each[0])[:BEST]
    )


def _told(entry: Entry, event: Play | Claim | Muggins, hidden: Sequence[Tile]) -> str:
    if isinstance(event, Play):
        counted = arithmetic(entry, hidden)
        return f"{event.tile}, {counted}" if counted else str(event.tile)
    called = entry.ruling.called
    if isinstance(event, Claim):
        return _("{tile}, claimed", tile=called)
    return _("{tile}, muggins", tile=called)
