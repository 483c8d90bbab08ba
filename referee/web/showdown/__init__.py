"""Poker on the pages: the betting, the hands tile by tile, the showdown, and a page of the ranks."""

from __future__ import annotations

from referee.web.family import Family
from referee.web.showdown.entering import enter
from referee.web.showdown.paper import paper_of
from referee.web.showdown.playing import page_of
from referee.web.showdown.settled import facts_of, result_line
from referee.web.showdown.start import more_pages
from referee.web.showdown.telling import lines_of

SHOWDOWN = Family(page_of, result_line, facts_of, lines_of, paper_of, enter, more_pages)
