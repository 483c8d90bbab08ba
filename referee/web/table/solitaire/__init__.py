"""The solitaires on the pages: tiles turned up or by chance, boards for one thumb, and results that are kept."""

from __future__ import annotations

from referee.web.parts.family import Family
from referee.web.table.solitaire.ended import lying_tiles
from referee.web.table.solitaire.entering import enter
from referee.web.table.solitaire.kept import facts_of, result_line
from referee.web.table.solitaire.paper import paper_of
from referee.web.table.solitaire.playing import page_of

PATIENCE = Family(page_of, result_line, facts_of, paper_of, enter, lying=lying_tiles, sheet="solitaire")
