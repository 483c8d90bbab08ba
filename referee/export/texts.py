"""A round and a match as plain text, in short lines to paste into a chat."""

from collections.abc import Iterator, Sequence

from referee.engine.messages import Listed, _, _n, capital
from referee.engine.spelling import as_read
from referee.export.about import About
from referee.reports.lines import Line
from referee.reports.matches import MatchSummary
from referee.reports.rounds import RoundSummary
from referee.reports.told import TrickLine, are_by_pips


def round_text(summary: RoundSummary, about: About) -> str:
    """A round: every move, the hands left, the settlement line by line, the totals."""
    hands = []
    for hand in summary.hands:
        tiles = "".join(f"{each} " for each in hand.tiles)
        hands.append(f"{hand.name}: {tiles}({hand.told})".replace(" ()", ""))
    parts: list[list[str]] = [
        [
            summary.heading,
            summary.facts,
            *_where(about),
            summary.seated,
        ],
        [_("House rule: {rule}", rule=each) for each in summary.house_rules],
        [_("The auction"), summary.auction] if summary.auction else [],
        [_("Trick by trick"), *map(trick_text, summary.tricks)] if summary.tricks else [],
        [line_text(each) for each in summary.lines],
        [_("Left in hand") if are_by_pips(summary.hands) else _("Hands"), *hands] if hands else [],
        [
            *(each for each in dict.fromkeys((summary.title, summary.how)) if each),
            *(f"{step.label}: {step.figure}" if step.figure else step.label for step in summary.steps),
        ],
        [totals_text(summary.scores)] if summary.totals is not None else [],
    ]
    return _joined(parts)


def match_text(match: MatchSummary, about: About) -> str:
    """A match: each round in a line or two, and the result."""
    rounds = []
    for row in match.rows:
        rounds.append(f"{capital(row.name)}: {row.words}" if row.number else row.words)
        if match.keeps_score:
            rounds.append(f"  {totals_text(tuple(zip(match.sides, row.scores, strict=True)))}")
    played = [_("Played in {time}.", time=about.played)] if about.played else []
    parts: list[list[str]] = [
        [match.game, match.facts, *_where(about), str(Listed(match.players))],
        [_("House rule: {rule}", rule=each) for each in match.house_rules],
        rounds,
        [
            f"{match.result}.",
            *([str(match.rule.sentence)] if match.rule is not None and match.is_over else []),
            *played,
        ],
        [_("Best plays"), *(each.words for each in match.best)] if match.best else [],
        [_("Proved by the hands shown"), *match.flags] if match.flags else [],
    ]
    return _joined(parts)


def round_line(summary: RoundSummary) -> str:
    """A round in one line: "Ana takes 20. Ana went out. Ana 35, Ben 5"."""
    told = [each.removesuffix(".") for each in dict.fromkeys((summary.title, summary.how)) if each]
    return as_read(". ".join([*told, *([totals_text(summary.scores)] if summary.totals is not None else [])]))


def match_line(match: MatchSummary) -> str:
    """A match in one line: "Ana wins with 61. Ana 61, Ben 40"."""
    scores = tuple(zip(match.sides, match.scores, strict=True))
    return as_read(". ".join([match.result, *([totals_text(scores)] * match.keeps_score)]))


def played_text(match: MatchSummary, about: About) -> str:
    """The length of a match: "3 rounds, 40 entries, played in 1 h 5 min"."""
    found = [match.counted, _n("1 entry", "{n} entries", match.events)]
    return ", ".join([*found, *([_("played in {time}", time=about.played)] if about.played else [])])


def line_text(line: Line) -> str:
    """One move: "3 Ana 6-3 on 6-6: 6 + 6 + 3 = 15, +15"."""
    if not line.is_move:
        return f"{line.number} {line.sentence}"
    words = line.words
    result = ", ".join(each for each in (line.arithmetic, line.points) if each)
    note = f" ({line.note})" if line.note else ""
    return f"{line.number} {words}{': ' if result else ''}{result}{note}"


def trick_text(trick: TrickLine) -> str:
    """One trick in the order laid: "3 Cal 5-5, Dan 5-3, Ana 5-0, Ben 5-1: Cal 16"."""
    laid = ", ".join(f"{each.name} {each.tile}" for each in trick.laid)
    return f"{trick.number} {laid}" + (f": {trick.taken_by} {trick.points}" if trick.taken_by else "")


def totals_text(scores: Sequence[tuple[str, int]]) -> str:
    """The scores in one line."""
    return ", ".join(f"{name} {score}" for name, score in scores)


def _where(about: About) -> Iterator[str]:
    found = ", ".join(each for each in (about.day, about.place) if each)
    if found:
        yield found


def _joined(parts: Sequence[Sequence[str]]) -> str:
    blocks = ("\n".join(part) for part in parts if part)
    return as_read("\n\n".join(blocks)) + "\n"
