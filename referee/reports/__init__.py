"""The report of a round and of a match, for pages, paper, texts and spreadsheets."""

from __future__ import annotations

from referee.reports.lines import Line, proved_words, told_in
from referee.reports.matches import MatchSummary, match_summary
from referee.reports.rounds import RoundSummary, StepLine, round_summary, summary_of
from referee.reports.sections import Judged, Section, latest_first, sections
from referee.reports.tally import tally_of
from referee.reports.told import HandLeft, Layer, TrickLine
from referee.reports.totals import Totals, TotalsRow

__all__ = [
    "HandLeft",
    "Judged",
    "Layer",
    "Line",
    "MatchSummary",
    "RoundSummary",
    "Section",
    "StepLine",
    "Totals",
    "TotalsRow",
    "TrickLine",
    "latest_first",
    "match_summary",
    "proved_words",
    "round_summary",
    "sections",
    "summary_of",
    "tally_of",
    "told_in",
]
