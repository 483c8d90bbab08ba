"""The tally of a match, round by round."""

from itertools import islice

from referee.engine.log import Log
from referee.engine.messages import _, _p
from referee.engine.seating import Seating
from referee.reports.families import telling_of
from referee.reports.sections import Section, latest_first
from referee.reports.totals import Totals, TotalsRow, made_by_kind

SHOWN = 5  # rounds with a column of their own
_ROOMY = 3  # with more columns than this, there is no room for the winner's sum


def tally_of(log: Log, number: int, *, by_rank: bool) -> Totals:
    """Each side's points round by round up to round `number`; early rounds of a long match share one column, also with
    the points or chips with which the match began.

    `by_rank` puts the best side first. The cost grows with the length of the rounds shown.
    """
    setup = log.start.setup
    settled = (each for each in latest_first(log) if each.settled is not None and each.number <= number)
    shown = list(islice(settled, SHOWN))[::-1]
    made = [[now - was for now, was in zip(each.end.amounts, each.began, strict=True)] for each in shown]
    first, early = shown[0].number, shown[0].began
    columns = [str(each.number) for each in shown]
    begins_with = any(log.start.amounts)
    has_early = first > 1 or begins_with
    if begins_with:
        columns.insert(0, _p("points", "Before"))
    elif first > 1:
        columns.insert(0, f"1-{first - 1}" if first > 2 else "1")
    scores, winner = shown[-1].end.amounts, log.state.winner
    if winner is None and number <= len(log.state.rounds):
        winner = log.state.rounds[number - 1].winner
    rows = [
        TotalsRow(
            str(name),
            (*((early[side],) if has_early else ()), *(each[side] for each in made)),
            scores[side],
            winner == side,
            _sum_of(shown[-1], setup, side) if winner == side and len(columns) <= _ROOMY else "",
        )
        for side, name in enumerate(setup.sides)
    ]
    if by_rank:
        sign = 1 if setup.variant.lowest_wins else -1
        rows.sort(key=lambda row: (not row.won, sign * row.total))
    return Totals(_(telling_of(setup).one), tuple(columns), tuple(rows))


def _sum_of(section: Section, setup: Seating, side: int) -> str:
    """A side's points in a round by source, as "25 + 25" or "33 - 10"; "" if there is only one source."""
    parts = [each[side] for each in made_by_kind(setup, section.entries).values() if each[side]]
    if len(parts) < 2:
        return ""
    first, *more = sorted(parts, key=lambda points: points < 0)
    return "".join([str(first), *(f" {'-' if each < 0 else '+'} {abs(each)}" for each in more)])
