"""Line games on the pages: the layout, the tiles not seen yet, claims, hands and settlements."""

from __future__ import annotations

from referee.web.family import Family
from referee.web.line.entering import enter
from referee.web.line.facts import facts_of
from referee.web.line.keeping import keep
from referee.web.line.paper import paper_of
from referee.web.line.playing import page_of
from referee.web.line.seat import page_for_seat
from referee.web.line.settled import result_line
from referee.web.line.start import opens_again
from referee.web.line.telling import lines_of

LINE = Family(
    page=page_of,
    result=result_line,
    facts=facts_of,
    lines=lines_of,
    paper=paper_of,
    enter=enter,
    opens_again=opens_again,
    keep=keep,
    for_seat=page_for_seat,
)
