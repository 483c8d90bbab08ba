"""Pages for poker: the betting, the hands tile by tile, the showdown, and a list of the ranks."""

from referee.web.parts.family import Family
from referee.web.table.poker.between import facts_of, link_to_ranks, printed
from referee.web.table.poker.playing import enter, page_of, said_instead

SHOWDOWN = Family(
    page_of, facts_of, enter, printed=printed, more=link_to_ranks, instead=said_instead, sheet="poker"
)
