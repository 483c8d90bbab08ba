"""Pages for the solitaires: tiles tapped or shuffled by the referee, boards for one thumb, and saved results."""

from referee.web.parts.family import Family
from referee.web.table.solitaire.columns import turned_instead
from referee.web.table.solitaire.ended import lying_tiles, printed
from referee.web.table.solitaire.entering import enter
from referee.web.table.solitaire.playing import page_of
from referee.web.table.solitaire.row import knocked_instead
from referee.web.table.solitaire.standing import facts_of, result_line

PATIENCE = Family(
    page_of,
    facts_of,
    enter,
    result=result_line,
    lying=lying_tiles,
    printed=printed,
    instead=lambda table, event: knocked_instead(table, event) or turned_instead(table, event),
    sheet="solitaire",
)
