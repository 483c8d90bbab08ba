"""Pages for Mexican Train, private trains and chickenfoot: lanes or a foot, a number pad, the hands at the end."""

from referee.web.parts.family import Family
from referee.web.table.hands import pips_instead
from referee.web.table.trains.asking import ROUND, enter
from referee.web.table.trains.between import broken_by, coached, facts_of, opens_again, printed
from referee.web.table.trains.lanes import lying_tiles
from referee.web.table.trains.playing import page_of

TRAINS = Family(
    page_of,
    facts_of,
    enter,
    opens_again=opens_again,
    broken=broken_by,
    lying=lying_tiles,
    printed=printed,
    instead=pips_instead,
    result_form=ROUND,
    sheet="trains",
    coached=coached,
    is_asked=True,
    # The smallest set keeps the round short and still shows everything.
    practised={
        "traditional.mexican-train": {"tiles": 6},
        "traditional.private-trains": {"tiles": 6},
        "traditional.chickenfoot": {"tiles": 9},
    },
)
