"""What a round pays in a game of two pairs, as soon as that is certain (PA3, PA5, PA14)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.games.line.premios import pairs_of, premio_steps, premios_of_round
from referee.engine.games.line.settlement import Pay, paid_to, pay_for_hands
from referee.engine.games.line.state import LineMatch
from referee.engine.games.shown_hands import Held
from referee.engine.messages import Listed, Message, marked, msg, points_word
from referee.engine.rules.settling import in_words
from referee.engine.rulings import Step
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


def pay_of_pairs(match: LineMatch, held: Sequence[Held | None]) -> Pay | None:
    """What the round pays once no more tiles are laid; None while a hand has to be shown for that."""
    left, ending = _Left(match, held), match.current.ending
    assert ending is not None
    if ending.how == "out":
        assert ending.seat is not None
        winner = match.setup.side_of[ending.seat]
        going = match.setup.variant.going_out
        if going.flat_points is not None:
            return _paid(match, left, winner, going.flat_points, [])
        return _paid_pips(match, left, winner, [], own=going.pays_partners_hand)
    if match.setup.variant.blocked.ties_by_hands:
        known = [each for each in left.held if each is not None]
        pay = pay_for_hands(match, known) if len(known) == len(left.held) else None
        if not isinstance(pay, Pay):
            return None
        if pay.winner is None:
            return pay
        points = dict(pay.points).get(pay.winner, 0)
        with_premios = _paid(match, left, pay.winner, points, pay.steps[:-1], pay.by)
        return with_premios if with_premios.premios else pay
    return _blocked(match, left)


def seats_to_show(match: LineMatch, held: Sequence[Held | None]) -> list[int]:
    """The seats whose hands the settlement may still need."""
    current = match.current
    out = current.ending.seat if current.ending is not None else None
    pays_own = match.setup.variant.going_out.pays_partners_hand
    return [
        seat
        for seat, each in enumerate(held)
        if each is None and (out is None or pays_own or match.setup.side_of[seat] != match.setup.side_of[out])
    ]


def _blocked(match: LineMatch, left: _Left) -> Pay | None:
    blocked = match.setup.variant.blocked
    steps: list[Message] = []
    found = _winner_of_block(match, left, steps)
    if found is None:
        return None
    winner, by = found
    if winner is None:
        return Pay(None, (), tuple(steps), by)
    if blocked.flat_points is not None:
        return _paid(match, left, winner, blocked.flat_points, steps, by)
    if blocked.adds_own or blocked.leaves_own_out:
        return _paid_pips(match, left, winner, steps, by, own=blocked.adds_own)
    own, others = left.side(winner), left.side(1 - winner)
    if own is None or others is None:
        return None
    pips = max(0, blocked.award(own, [others]))
    words = msg("{others}, less {own}: {award}.", others=others, own=own, award=pips)
    steps.append(Step(words, (msg("{others}, less {own}", others=others, own=own), pips)))
    return _paid(match, left, winner, pairs_of(match).worth(pips), steps, by)


Won = tuple[int | None, tuple[str, ...]]


def _winner_of_block(match: LineMatch, left: _Left, steps: list[Message]) -> Won | None:
    """The side that won a blocked round, and any further rules that decided it; None if that is not certain yet."""
    setup, blocked, current = match.setup, match.setup.variant.blocked, match.current
    opener = current.opener or 0
    blocker = opener if current.last_layer is None else current.last_layer
    compared: list[tuple[str, int, int | None]]  # what is compared: its name, its side, its pips
    if blocked.blocker_or_next_wins:
        seats: Sequence[int] = (blocker, setup.after[blocker])
        compared = [(setup.players[seat], setup.side_of[seat], left.hand(seat)) for seat in seats]
    elif blocked.lowest_hand_wins:
        compared = [(name, setup.side_of[seat], left.hand(seat)) for seat, name in enumerate(setup.players)]
    else:
        compared = [(name, side, left.side(side)) for side, name in enumerate(setup.sides)]
    known = [(name, side, pips) for name, side, pips in compared if pips is not None]
    if len(known) < len(compared):
        return None
    compared_words = Listed(msg("{name} {number}", name=name, number=pips) for name, _, pips in known)
    steps.append(msg("Compared: {sums}.", sums=compared_words))
    fewest = min(pips for _, _, pips in known)
    winners = {side for _, side, pips in known if pips == fewest}
    if len(winners) == 1:
        return winners.pop(), ()
    if blocked.opener_wins_tie:
        steps.append(msg("Equal, so the side that opened the round wins it."))
        return setup.side_of[opener], ("block_tie",)
    if blocked.blocker_wins_tie:
        steps.append(msg("Equal, so the side that blocked the round wins it."))
        return setup.side_of[blocker], ("block_tie",)
    steps.append(msg("Equal, so nobody scores."))
    return None, ("block_tie",)


def _paid_pips(
    match: LineMatch, left: _Left, winner: int, steps: list[Message], by: tuple[str, ...] = (), *, own: bool
) -> Pay | None:
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
    points = pairs_of(match).worth(pips)
    if points != pips:
        template = marked("1 pip makes {points}.") if pips == 1 else marked("{pips} pips make {points}.")
        words = msg(template, pips=pips, points=points_word(points))
        steps.append(Step(words, (msg("By tens"), points)))
    return _paid(match, left, winner, points, steps, by)


def _paid(
    match: LineMatch, left: _Left, winner: int, tiles: int, steps: Sequence[Message], by: tuple[str, ...] = ()
) -> Pay:
    """The pay of a side that scores `tiles` for what is left in the hands, plus premios."""
    premios = premios_of_round(match, winner, tiles, left.held)
    points = tiles + sum(each.points for each in premios)
    last = paid_to(match, points, match.setup.sides[winner], pays=True)
    paid = ((winner, points),) if points else ()
    return Pay(winner, paid, (*steps, *premio_steps(match, premios), last), by, premios)
