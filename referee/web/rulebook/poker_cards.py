"""The cards of poker."""

from __future__ import annotations

from referee.engine.explain.samples.poker import PokerSample
from referee.engine.messages import _, capital
from referee.engine.rules.order import RuleTable, entries
from referee.engine.rules.poker import HAND, TILES, Showdown
from referee.engine.seating import ShowdownSetup
from referee.web.rulebook import cards
from referee.web.rulebook.views import Drawn, OverviewCard

SHOWN = 2  # hands at the end


def poker_aim(variant: Showdown) -> str:  # noqa: ARG001 - the same at every table
    """What the game is about, in a sentence."""
    return _("Hold the best five tiles.")


def poker_cards(
    setup: ShowdownSetup, table: RuleTable | None, sample: PokerSample | None
) -> tuple[OverviewCard, ...]:
    """The three cards; without drawings if there is no sample."""
    told = entries(setup.variant, table)
    has_stakes = "stakes" in told and told["stakes"].value
    ante = _("Stakes are paid before the tiles are looked at.") if has_stakes else ""
    dealt = _("Play with {tiles} tiles, without blanks and without 1-1.", tiles=len(TILES))
    each = _("Each player takes {n} tiles.", n=HAND)
    return (
        OverviewCard(
            sentences=tuple(filter(None, (dealt, each, ante))),
            drawn=(cards.hand(sample.hand),) if sample is not None else (),
        ),
        OverviewCard(
            title=_("The hands."),
            sentences=(_("Two doubles are a pair, five of one suit a flush, five doubles a royal."),),
            drawn=tuple(
                Drawn(
                    drawings=cards.upright(tiles, found.tiles),
                    caption=capital(found.rank.title),
                    tone="hand",
                )
                for tiles, found in (sample.ranks if sample is not None else ())
            ),
        ),
        OverviewCard(
            sentences=(_("Everybody shows, and the highest rank wins."),),
            drawn=tuple(
                Drawn(
                    drawings=cards.upright(tiles, found.tiles),
                    caption=f"{setup.players[seat]}: {found.rank.words}",
                    tone="hand won" if not place else "hand",
                )
                for place, (seat, tiles, found) in enumerate(
                    sample.hands[:SHOWN] if sample is not None else ()
                )
            ),
        ),
    )
