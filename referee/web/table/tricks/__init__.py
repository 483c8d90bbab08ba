"""Pages for trick games: the auction, the trump, the trick in front of four players, the settlement."""

from referee.web.parts.family import Family
from referee.web.table.tricks.between import HAND, broken_by, facts_of, next_to_act, opens_again, printed
from referee.web.table.tricks.bidding import said_instead
from referee.web.table.tricks.ending_early import enter
from referee.web.table.tricks.playing import page_of
from referee.web.table.tricks.seats import lying_trick

TRICK_GAMES = Family(
    page_of,
    facts_of,
    enter,
    printed=printed,
    next_to_act=next_to_act,
    opens_again=opens_again,
    broken=broken_by,
    lying=lying_trick,
    instead=said_instead,
    result_form=HAND,
    sheet="tricks",
    is_asked=True,
)
