"""What is told of a round and of a match, whoever shows it: a page, a sheet of paper, a text, a spreadsheet."""

from __future__ import annotations

from referee.summaries.lines import Line, Section, sections, told_in
from referee.summaries.matches import MatchSummary, match_summary
from referee.summaries.rounds import HandLeft, Layer, RoundSummary, Step, TrickLine, round_summary
from referee.summaries.totals import Totals, TotalsRow

__all__ = [
    "HandLeft",
    "Layer",
    "Line",
    "MatchSummary",
    "RoundSummary",
    "Section",
    "Step",
    "Totals",
    "TotalsRow",
    "TrickLine",
    "match_summary",
    "round_summary",
    "sections",
    "told_in",
]
