"""The cards of trains and chickenfoot."""

from referee.drawing.foot import foot_svg, placed
from referee.drawing.svg import train_svg
from referee.engine.explain.samples.trains import TrainSample
from referee.engine.games.trains.state import TrainMatch
from referee.engine.messages import _
from referee.engine.rules.order import RuleEntry, RuleTable, entries
from referee.engine.rules.train_game import TrainGame
from referee.engine.seating import TrainSetup
from referee.reports.families import telling_of
from referee.web.parts.pictures import drawn, tile_key
from referee.web.parts.table_views import HandRow
from referee.web.rulebook import cards
from referee.web.rulebook.views import Drawn, OverviewCard

LONGEST = 5  # tiles drawn at the end of a train


def train_aim(variant: TrainGame) -> str:
    """What the game is about, in a sentence."""
    if variant.has_trains:
        return _("Lay your tiles on trains; what is left in your hand at the end counts against you.")
    return _("Use up your tiles; what is left in your hand at the end counts against you.")


def train_cards(
    setup: TrainSetup, table: RuleTable | None, sample: TrainSample | None
) -> tuple[OverviewCard, ...]:
    """The three cards; without drawings if there is no sample."""
    variant = setup.variant
    told = entries(variant, table)
    deal = (cards.hands_dealt(variant),) if table is None else cards.told(told, "hand_size")
    begins = cards.told(told, "opening")
    if variant.opening.lies_first:
        begins = (_("The round's double is put in the middle before the tiles are dealt."),)
    ends = ("out_pay", *(["double_blank"] if variant.charges.double_blank else []), "wins", "rounds")
    begun = OverviewCard(sentences=(*deal, *begins, *cards.told(told, "opening_double"))[: cards.MOST])
    turn = OverviewCard(sentences=_turn(variant, told))
    ended = OverviewCard(sentences=cards.told(told, *ends)[: cards.MOST])
    if sample is None:
        return begun, turn, ended
    return (
        begun._replace(drawn=_dealt(setup, sample)),
        turn._replace(drawn=_laid(setup, sample)),
        ended._replace(hands=_hands_left(setup, sample)),
    )


def _turn(variant: TrainGame, told: dict[str, RuleEntry]) -> tuple[str, ...]:
    if not variant.has_trains:
        return cards.told(told, "places", "toes", "draw")
    stuck = cards.told(told, "draw")
    if variant.drawing.is_one_tile:
        one = _("If nothing fits, draw one tile; if that does not fit either, your train is open to all.")
        stuck = (one,)
    return (*cards.told(told, "places"), *stuck, *cards.told(told, "double_rule"))


def _dealt(setup: TrainSetup, sample: TrainSample) -> tuple[Drawn, ...]:
    heap = (cards.heap(sample.sleeping),) if sample.sleeping else ()
    hand = cards.hand(sample.hand, (sample.hub,))
    if not setup.variant.opening.lies_first:
        return *heap, hand
    return *heap, Drawn(drawings=cards.upright((sample.hub,)), caption=_("In the middle"), tone="hand"), hand


def _laid(setup: TrainSetup, sample: TrainSample) -> tuple[Drawn, ...]:
    """Every train, or the chickenfoot just completed; the last tile is highlighted."""
    state = TrainMatch.of(sample.turn.state)
    current = state.current
    last = current.laid[-1].tile
    if setup.variant.has_trains:
        found = []
        for lane in telling_of(setup).lanes(state):
            faces = [each.face for each in lane.tiles[-LONGEST:]]
            lit = [(each, "last" if each.tile is last else "") for each in faces]
            picture = drawn(train_svg(lit, label=" ".join(map(str, faces))))
            found.append(Drawn(drawings=(picture,), caption=lane.name, tone="laid"))
        return tuple(each for each in found if each.caption)
    foot = placed(current.laid, *current.toes)
    return (Drawn(drawings=(drawn(foot_svg(foot, ends=False)),), tone="laid"),)


def _hands_left(setup: TrainSetup, sample: TrainSample) -> tuple[HandRow, ...]:
    """Everybody's tiles left, and what they cost."""
    settled = sample.last.ruling.settled
    charged = dict(settled.points if settled is not None else ())
    return tuple(
        HandRow(
            name=setup.players[seat],
            note=str(charged.get(seat, 0)),
            tiles=tuple(tile_key(each) for each in sorted(hand, key=lambda tile: -tile.pips)),
        )
        for seat, hand in enumerate(sample.left)
    )
