"""The cards of poker."""

from referee.engine.explain.samples.poker import PokerSample
from referee.engine.messages import _, capital
from referee.engine.rules.order import RuleTable, entries
from referee.engine.rules.poker import HAND, TILES, Showdown
from referee.engine.seating import ShowdownSetup
from referee.web.rulebook import cards
from referee.web.rulebook.views import Drawn, OverviewCard

TONES = ("hand won", "hand")  # CSS classes of the hands at the showdown, best first


def poker_aim(variant: Showdown) -> str:  # noqa: ARG001 - the same at every table
    """What the game is about, in a sentence."""
    return _("Hold the best five tiles.")


def poker_cards(
    setup: ShowdownSetup, table: RuleTable | None, sample: PokerSample | None
) -> tuple[OverviewCard, ...]:
    """The three cards; without drawings if there is no sample."""
    told = entries(setup.variant, table)
    has_stakes = "stakes" in told and told["stakes"].value
    ante = [_("Stakes are paid before the tiles are looked at.")] if has_stakes else []
    dealt = _("Play with {tiles} tiles, without blanks and without 1-1.", tiles=len(TILES))
    ranks = _("Two doubles are a pair, five of one suit a flush, five doubles a royal.")
    begun = OverviewCard(sentences=(dealt, _("Each player takes {n} tiles.", n=HAND), *ante))
    known = OverviewCard(title=_("The hands."), sentences=(ranks,))
    shown = OverviewCard(sentences=(_("Everybody shows, and the highest rank wins."),))
    if sample is None:
        return begun, known, shown
    kinds = [
        Drawn(cards.upright(tiles, found.tiles), capital(found.rank.title), "hand")
        for tiles, found in sample.ranks
    ]
    hands = [
        Drawn(cards.upright(tiles, found.tiles), f"{setup.players[seat]}: {found.rank.words}", tone)
        for tone, (seat, tiles, found) in zip(TONES, sample.hands, strict=False)
    ]
    return (
        begun._replace(drawn=(cards.hand(sample.hand),)),
        known._replace(drawn=tuple(kinds)),
        shown._replace(drawn=tuple(hands)),
    )
