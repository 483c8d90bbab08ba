"""The cards of a trick game."""

from referee.engine.explain.samples.tricks import TrickSample
from referee.engine.games.tricks.state import TrickMatch
from referee.engine.messages import _, points_word
from referee.engine.rules.order import RuleTable, entries
from referee.engine.rules.trick_game import TrickGame
from referee.engine.seating import TrickSetup
from referee.reports.told import StepLine
from referee.web.parts.pictures import tile_picture
from referee.web.rulebook import cards
from referee.web.rulebook.views import Drawn, OverviewCard


def trick_aim(variant: TrickGame) -> str:  # noqa: ARG001 - the same for all of them
    """What the game is about, in a sentence."""
    return _("Bid for the points that your side will take, and take them.")


def trick_cards(
    setup: TrickSetup, table: RuleTable | None, sample: TrickSample | None
) -> tuple[OverviewCard, ...]:
    """The three cards; without drawings if there is no sample."""
    told = entries(setup.variant, table)
    dealt = _("Partners sit opposite, and each player takes {n} tiles.", n=setup.hand)
    aim = setup.variant.rule(setup.variant.aim.rule)
    pays = cards.told(told, "mark_worth" if setup.variant.aim.in_marks else "pays_made", "pays_set")
    begun = OverviewCard(sentences=(dealt, _("Bid in turn; the highest bidder names the trump.")))
    turn = OverviewCard(sentences=cards.told(told, "follow", "takes", "counts"))
    ended = OverviewCard(sentences=(*pays, str(aim.sentence))[: cards.MOST])
    if sample is None:
        return begun, turn, ended
    lit = [(each, "last" if each.seat == sample.trick.seat else "") for each in sample.trick.laid]
    trick = tuple(
        Drawn((tile_picture(each.tile, state=state, label=None),), setup.players[each.seat], "trick")
        for each, state in lit
    )
    return (
        begun._replace(drawn=(cards.hand(sample.hand),)),
        turn._replace(drawn=trick, figure=str(points_word(sample.trick.points))),
        ended._replace(steps=tuple(_steps(setup, sample))),
    )


def _steps(setup: TrickSetup, sample: TrickSample) -> list[StepLine]:
    """The bid, what each side took, and what the bidders are paid."""
    state, settled = TrickMatch.of(sample.last.state), sample.last.ruling.settled
    bid = state.current.bid
    assert bid is not None
    taken, paid = state.taken(), dict(settled.points if settled is not None else ())
    bidders = setup.side_of[bid.seat]
    lines = [StepLine(label=_("{name} bid", name=setup.sides[bidders]), figure=str(bid.amount))]
    lines += [
        StepLine(label=_("{name} took", name=name), figure=str(points))
        for name, points in zip(setup.sides, taken, strict=True)
    ]
    label = _("The bid is made: marks") if setup.variant.aim.in_marks else _("The bid is made: points")
    return [*lines, StepLine(label=label, figure=str(paid.get(bidders, 0)))]
