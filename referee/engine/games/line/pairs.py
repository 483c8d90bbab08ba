"""What a round pays in a game of two pairs, as soon as that is certain (PA3, PA5, PA14)."""

from collections.abc import Sequence

from referee.engine.games.hands import Held
from referee.engine.games.line.block_winner import NeedsTiles, compared, compared_seats, side_by_order
from referee.engine.games.line.premios import premio_steps, premios_of_round
from referee.engine.games.line.settlement import below_zero, paid_to, pay_for_hands, worth
from referee.engine.games.line.state import LineMatch
from referee.engine.messages import Message, msg
from referee.engine.rules.settling import in_words
from referee.engine.rulings import Settled, Step, StepKind
from referee.engine.tiles import tiles_in


class _Left:
    """The pips left at the end of a round, as far as they are certain: by hand, by side, and in total (PA14)."""

    def __init__(self, match: LineMatch, held: Sequence[Held | None]) -> None:
        self.held = held
        self._side_of = match.setup.side_of
        current = match.current
        shown = sum(each.pips for each in current.shown if each is not None and each.tiles is not None)
        self._hidden_and_shown = sum(each.pips for each in tiles_in(current.unseen)) + shown
        self._is_all_dealt = not current.boneyard

    def all(self) -> int | None:
        """The pips of all hands together; None if that is not certain yet."""
        known = self._sum(self.held)
        return self._hidden_and_shown if known is None and self._is_all_dealt else known

    def side(self, side: int) -> int | None:
        """The pips of a side's hands; if all tiles are dealt, the other side's pips are enough to tell."""
        found = self._of(side)
        if found is None and self._is_all_dealt:
            others = self._of(1 - side)
            return None if others is None else self._hidden_and_shown - others
        return found

    def _of(self, side: int) -> int | None:
        return self._sum([each for seat, each in enumerate(self.held) if self._side_of[seat] == side])

    def hand(self, seat: int) -> int | None:
        """The pips of one hand."""
        return self._sum([self.held[seat]])

    @staticmethod
    def _sum(hands: Sequence[Held | None]) -> int | None:
        known = [each.pips for each in hands if each is not None]
        return sum(known) if len(known) == len(hands) else None


def pay_of_pairs(match: LineMatch, held: Sequence[Held | None]) -> Settled | NeedsTiles | None:
    """What the round pays once no more tiles are laid; None while a hand has to be shown for that."""
    left, ending = _Left(match, held), match.current.ending
    assert ending is not None
    if match.setup.variant.needs_every_hand(ending.how):
        pay = pay_for_hands(match, held)
        return _with_premios(match, left, pay) if isinstance(pay, Settled) else pay
    if ending.how == "out":
        assert ending.seat is not None
        winner = match.setup.side_of[ending.seat]
        going = match.setup.variant.going_out
        if going.flat_points is not None:
            return _paid(match, left, winner, going.flat_points, [])
        return _paid_pips(match, left, winner, [], own=going.pays_partners_hand)
    return _blocked(match, left)


def _with_premios(match: LineMatch, left: _Left, pay: Settled) -> Settled:
    """A settlement by every hand, with what the side that won it is paid besides."""
    if pay.winner is None:
        return pay
    points = dict(pay.points)
    premios = premios_of_round(match, pay.winner, points.get(pay.winner, 0), left.held, pay.by)
    if not premios:
        return pay
    points[pay.winner] = points.get(pay.winner, 0) + sum(each.points for each in premios)
    rest = [each for each in pay.steps if not (isinstance(each, Step) and each.kind is StepKind.PAID)]
    last = [paid_to(match, gained, match.setup.sides[side], pays=True) for side, gained in points.items()]
    steps = (*rest, *premio_steps(match, premios), *last)
    return pay._replace(points=tuple(sorted(points.items())), steps=steps, premios=premios)


def _blocked(match: LineMatch, left: _Left) -> Settled | None:
    blocked = match.setup.variant.blocked
    steps: list[Message] = []
    found = _winner_of_block(match, left, steps)
    if found is None:
        return None
    winner, by = found
    if winner is None:
        return Settled("blocked", None, (), tuple(steps), by=by)
    if blocked.flat_points is not None:
        return _paid(match, left, winner, blocked.flat_points, steps, by)
    if blocked.adds_own or blocked.leaves_own_out:
        return _paid_pips(match, left, winner, steps, by, own=blocked.adds_own)
    own, others = left.side(winner), left.side(1 - winner)
    if own is None or others is None:
        return None
    pips = blocked.award(own, [others])
    label = msg("{others}, less {own}", others=others, own=own)
    steps.append(Step(msg("{sum}: {award}.", sum=label, award=pips), (label, pips)))
    if pips < 0:
        steps.append(below_zero())
    return _paid(match, left, winner, 0 if pips < 0 else worth(match, pips, steps), steps, by)


Won = tuple[int | None, tuple[str, ...]]


def _winner_of_block(match: LineMatch, left: _Left, steps: list[Message]) -> Won | None:
    """The side that won a blocked round, and any further rules that decided it; None if that is not certain yet."""
    setup, seats = match.setup, compared_seats(match)
    # What is compared: its name, its side, its pips.
    names = [(name, side, left.side(side)) for side, name in enumerate(setup.sides)]
    if seats:
        names = [(setup.players[seat], setup.side_of[seat], left.hand(seat)) for seat in seats]
    known = [(name, side, pips) for name, side, pips in names if pips is not None]
    if len(known) < len(names):
        return None
    steps.append(compared([(name, pips) for name, _, pips in known]))
    fewest = min(pips for _, _, pips in known)
    winners = {side for _, side, pips in known if pips == fewest}
    if len(winners) == 1:
        return winners.pop(), ()
    winner = side_by_order(match, steps)
    if winner is None:
        steps.append(msg("Equal, so nobody scores."))
    return winner, ("block_tie",)


def _paid_pips(
    match: LineMatch, left: _Left, winner: int, steps: list[Message], by: tuple[str, ...] = (), *, own: bool
) -> Settled | None:
    """The pay of a side that takes the pips of the other side, or of every hand if `own`; None if not certain yet."""
    pips = left.all() if own else left.side(1 - winner)
    if pips is None:
        return None
    setup = match.setup
    label = msg("Pips left in all hands") if own else msg("Left with {side}", side=setup.sides[1 - winner])
    paying = [each for seat, each in enumerate(left.held) if own or setup.side_of[seat] != winner]
    hands = [(setup.players[each.seat], each.pips) for each in paying if each is not None and each.number]
    words = msg("{what}: {pips}.", what=label, pips=pips)
    if None not in paying and len(hands) > 1:
        words = msg("{hands} = {total}.", hands=in_words(hands), total=pips)
    steps.append(Step(words, (label, pips)))
    points = worth(match, pips, steps)
    return _paid(match, left, winner, points, steps, by)


def _paid(
    match: LineMatch, left: _Left, winner: int, tiles: int, steps: Sequence[Message], by: tuple[str, ...] = ()
) -> Settled:
    """The pay of a side that scores `tiles` for what is left in the hands, plus premios."""
    premios = premios_of_round(match, winner, tiles, left.held, by)
    points = tiles + sum(each.points for each in premios)
    last = paid_to(match, points, match.setup.sides[winner], pays=True)
    paid = ((winner, points),) if points else ()
    assert match.current.ending is not None
    told = (*steps, *premio_steps(match, premios), last)
    return Settled(match.current.ending.how, winner, paid, told, by=by, premios=premios)
