"""Pages for line games: the layout, the tiles not seen yet, claims, hands and settlements."""

from referee.web.parts.family import Family
from referee.web.table.line.between import broken_by, coached, facts_of, opens_again
from referee.web.table.line.claims import said_instead
from referee.web.table.line.entering import ROUND, keep
from referee.web.table.line.playing import enter, page_of

LINE = Family(
    page=page_of,
    facts=facts_of,
    enter=enter,
    opens_again=opens_again,
    keep=keep,
    coached=coached,
    broken=broken_by,
    instead=said_instead,
    result_form=ROUND,
    is_asked=True,
    # The first shows best what the referee does: it counts the ends and scores at once. The second has partners.
    practised={
        "fundex2004.all-fives": {"options": {"claims": "auto"}},
        "traditional.partners-dominican": {"players": ["Ana", "Ben", "Cal", "Dan"]},
    },
)
