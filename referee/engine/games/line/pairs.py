"""Rounds of two pairs: who leads the next one, what one pays as soon as that is certain, and premios (PA3-PA15)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.games.hands import Held
from referee.engine.games.line.settlement import Pay, paid_to, pips_left, sum_of_hands
from referee.engine.games.line.settlement import settle as settle_hands
from referee.engine.games.line.state import LineMatch, LineRound
from referee.engine.games.phrases import points_word
from referee.engine.messages import Message, marked, msg
from referee.engine.rules.partnership import Partnership
from referee.engine.rulings import Premio, Remark, Step
from referee.engine.tiles import Tile, mask_of, tile, tiles_in

PREMIO_NAMES = {
    "capicua": marked("capicúa"),
    "chuchazo": marked("chuchazo"),
    "hand": marked("one of the first rounds won"),
    "tranque": marked("the block"),
    "pase_corrido": marked("pase corrido"),
    "pase_salida": marked("pase de salida"),
    "first_pass": marked("the first pass"),
}
BLANKS = mask_of(tile(0, half) for half in range(7))


def pairs_of(match: LineMatch) -> Partnership:
    """The rules of a game of two pairs; asking for those of another game is a program error."""
    found = match.setup.variant.partnership
    assert found is not None
    return found


def other_side(side: int) -> int:
    """The side that plays against this one."""
    return 1 - side


# Who leads


def leaders(match: LineMatch, held: Sequence[Held | None]) -> tuple[tuple[int, ...], bool]:
    """The seats that may lead the next round, none if the rule of the first round finds one; and whether any tile may
    be led (PA4, PA12). `held` are the hands of the last round."""
    before, opening, pairs = match.round, match.setup.variant.opening, pairs_of(match)
    if before is None or before.settled is None or before.opener is None:
        return (), False
    if before.settled.how == "void":
        return before.may_lead, before.free_lead
    if opening.repeats_first:
        return (), False
    if opening.passes_on:
        return (match.setup.seat_after(before.opener),), True
    if before.settled.winner is None:
        led = {
            "same": before.opener,
            "next_seat": match.setup.seat_after(before.opener),
            "blocker": before.last_layer,
        }.get(pairs.tie_opener)
        return ((led,), True) if led is not None else ((), False)
    if opening.only_out_leads and before.settled.how != "out":
        return (), False
    if opening.last_layer_leads and before.last_layer is not None:
        return (before.last_layer,), True
    return _of_winners(match, before, before.settled.winner, held), True


def _of_winners(
    match: LineMatch, before: LineRound, winner: int, held: Sequence[Held | None]
) -> tuple[int, ...]:
    """Who leads where the winner of the round does."""
    setup, pairs = match.setup, pairs_of(match)
    either = tuple(seat for seat, side in enumerate(setup.side_of) if side == winner)
    out = before.ending.seat if before.ending is not None else None
    if setup.variant.opening.winning_side_leads:
        return either
    if out is not None and setup.side_of[out] == winner:
        return (out,)
    if pairs.either_leads_after_block:
        return either
    if not pairs.blocker_or_next_leads:
        return either[:1]
    return _after_block(match, before, winner, held)


def _after_block(
    match: LineMatch, before: LineRound, winner: int, held: Sequence[Held | None]
) -> tuple[int, ...]:
    """The blocker or the next player, whoever is of the side that won; the owner of the hand that decided it alone."""
    setup, blocked = match.setup, match.setup.variant.blocked
    if before.settled is not None and "block_tie" in before.settled.by and blocked.opener_wins_tie:
        assert before.opener is not None
        return (before.opener,)
    if blocked.lowest_hand_wins:
        known = [each for each in held if each is not None and setup.side_of[each.seat] == winner]
        fewest = min(each.pips for each in known)
        return tuple(each.seat for each in known if each.pips == fewest)
    assert before.last_layer is not None
    is_blockers = setup.side_of[before.last_layer] == winner
    return (before.last_layer if is_blockers else setup.seat_after(before.last_layer),)


# What a round pays


class _Left:
    """The pips left at the end of a round, as far as they are certain: each hand's, a side's, all of them (PA14)."""

    def __init__(self, match: LineMatch, held: Sequence[Held | None]) -> None:
        self.held = held
        self._side_of = match.setup.side_of
        current = match.current
        shown = sum(each.pips for each in current.shown if each is not None and each.tiles is not None)
        self._hidden_and_shown = sum(each.pips for each in tiles_in(current.unseen)) + shown
        self._is_all_dealt = not current.boneyard

    def all(self) -> int | None:
        """The pips of every hand; None if that is not certain yet."""
        known = self._sum(self.held)
        return self._hidden_and_shown if known is None and self._is_all_dealt else known

    def side(self, side: int) -> int | None:
        """The pips of a side's hands; where all tiles are dealt it has what the other side has not."""
        found = self._of(side)
        if found is None and self._is_all_dealt:
            others = self._of(other_side(side))
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
    """What a round that is over for tiles pays; None while a hand has to be shown for that."""
    current, left = match.current, _Left(match, held)
    assert current.ending is not None
    if current.ending.how == "out":
        assert current.ending.seat is not None
        pay = _out(match, left, match.setup.side_of[current.ending.seat])
    elif match.setup.variant.blocked.ties_by_hands:
        pay = _by_hands(match, held)
    else:
        pay = _blocked(match, left)
    if pay is None or pay.winner is None:
        return pay
    return _with_premios(match, pay, held)


def seats_to_show(match: LineMatch, held: Sequence[Held | None]) -> list[int]:
    """The seats whose hands can still settle the round."""
    current = match.current
    out = current.ending.seat if current.ending is not None else None
    pays_own = match.setup.variant.going_out.pays_partners_hand
    return [
        seat
        for seat, each in enumerate(held)
        if each is None and (out is None or pays_own or match.setup.side_of[seat] != match.setup.side_of[out])
    ]


def _by_hands(match: LineMatch, held: Sequence[Held | None]) -> Pay | None:
    """A blocked round whose ties are decided by the hands, all of which have to be seen."""
    known = [each for each in held if each is not None]
    found = settle_hands(match, known) if len(known) == len(held) else None
    return found if isinstance(found, Pay) else None


def _out(match: LineMatch, left: _Left, winner: int) -> Pay | None:
    going = match.setup.variant.going_out
    if going.flat_points is not None:
        return _paid(match, winner, going.flat_points, [])
    pips = left.all() if going.pays_partners_hand else left.side(other_side(winner))
    if pips is None:
        return None
    paying = [
        seat for seat, side in enumerate(match.setup.side_of) if going.pays_partners_hand or side != winner
    ]
    return _paid_pips(match, left, winner, pips, paying, [])


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
        return _paid(match, winner, blocked.flat_points, steps, by)
    own, others, every = left.side(winner), left.side(other_side(winner)), left.all()
    if blocked.adds_own:
        return None if every is None else _paid_pips(match, left, winner, every, range(4), steps, by)
    losers = [seat for seat, side in enumerate(match.setup.side_of) if side != winner]
    if blocked.leaves_own_out:
        return None if others is None else _paid_pips(match, left, winner, others, losers, steps, by)
    if own is None or others is None:
        return None
    pips = max(0, blocked.award(own, [others]))
    words = msg("{others}, less {own}: {award}.", others=others, own=own, award=pips)
    steps.append(Step(words, (msg("{others}, less {own}", others=others, own=own), pips)))
    return _paid(match, winner, pairs_of(match).worth(pips), steps, by)


Won = tuple[int | None, tuple[str, ...]]


def _winner_of_block(match: LineMatch, left: _Left, steps: list[Message]) -> Won | None:
    """The side that won a blocked round and the rules besides that decided it; None if that is not certain yet."""
    setup, blocked, current = match.setup, match.setup.variant.blocked, match.current
    opener = current.opener or 0
    blocker = opener if current.last_layer is None else current.last_layer
    compared: list[tuple[str, int, int | None]]  # what is compared: its name, its side, its pips
    if blocked.blocker_or_next_wins:
        seats: Sequence[int] = (blocker, setup.seat_after(blocker))
        compared = [(setup.players[seat], setup.side_of[seat], left.hand(seat)) for seat in seats]
    elif blocked.lowest_hand_wins:
        compared = [(name, setup.side_of[seat], left.hand(seat)) for seat, name in enumerate(setup.players)]
    else:
        compared = [(name, side, left.side(side)) for side, name in enumerate(setup.sides)]
    known = [(name, side, pips) for name, side, pips in compared if pips is not None]
    if len(known) < len(compared):
        return None
    steps.append(pips_left([(name, pips) for name, _, pips in known]))
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
    match: LineMatch,
    left: _Left,
    winner: int,
    pips: int,
    paying: Sequence[int],
    steps: list[Message],
    by: tuple[str, ...] = (),
) -> Pay:
    """The pay of a side that takes these pips, which the hands of `paying` hold."""
    hands = [each for each in (left.held[seat] for seat in paying) if each is not None]
    if len(hands) == len(paying):
        steps += sum_of_hands(match, [each for each in hands if each.number])[1]
    else:
        steps.append(Step(msg("Left over: {pips}.", pips=pips), (msg("Left over"), pips)))
    points = pairs_of(match).worth(pips)
    if points != pips:
        words = msg("{pips} pips make {points}.", pips=pips, points=points_word(points))
        steps.append(Step(words, (msg("By tens"), points)))
    return _paid(match, winner, points, steps, by)


def _paid(match: LineMatch, winner: int, points: int, steps: list[Message], by: tuple[str, ...] = ()) -> Pay:
    paid = ((winner, points),) if points else ()
    step = paid_to(match, points, match.setup.sides[winner], pays=True)
    return Pay(winner, paid, (*steps, step), by)


# Premios


def _with_premios(match: LineMatch, pay: Pay, held: Sequence[Held | None]) -> Pay:
    """The pay with what going out, the block and the first rounds bring besides the tiles (PA6, PA7, PA10)."""
    winner, current = pay.winner, match.current
    assert winner is not None
    assert current.ending is not None
    pairs, out, seat = pairs_of(match), current.ending.how == "out", current.ending.seat
    tiles = dict(pay.points).get(winner, 0)
    found: list[tuple[str, int | None, int]] = []
    if out:
        last, ends = _last_tile(current)
        if pairs.is_capicua(last, ends):
            found.append(("capicua", seat, tiles if pairs.doubles_hand else int(pairs.capicua)))
        if last is tile(0, 0) and pairs.chuchazo and not _closes(current):
            found.append(("chuchazo", seat, pairs.chuchazo))
    won_before = sum(each.winner is not None for each in match.rounds)
    if prize := pairs.prize(won_before):
        found.append(("hand", seat, prize))
    if not out and pairs.tranque_bonus:
        led = _after_block(match, current, winner, held)
        found.append(("tranque", led[0] if len(led) == 1 else None, pairs.tranque_bonus))
    premios = tuple(Premio(kind, by, winner, points) for kind, by, points in found if points)
    if not premios:
        return pay
    total = tiles + sum(each.points for each in premios)
    steps = tuple(
        Step(
            msg("{points} more: {what}.", points=points_word(each.points), what=msg(PREMIO_NAMES[each.kind])),
            (msg("{what}", what=msg(PREMIO_NAMES[each.kind])), each.points),
        )
        for each in premios
    )
    last_step = paid_to(match, total, match.setup.sides[winner], pays=True)
    return pay._replace(
        points=((winner, total),), steps=(*pay.steps[:-1], *steps, last_step), premios=premios
    )


def _last_tile(current: LineRound) -> tuple[Tile, tuple[int, int]]:
    """The last tile, and the open halves before it was laid."""
    last = current.layout.laid[-1]
    others = [place.half for place in current.layout.places() if place.tile is not last.tile]
    half = last.on.half if last.on is not None else last.touching
    return last.tile, (half, others[0] if others else half)


def _closes(current: LineRound) -> bool:
    """Whether both ends are blank and every blank lies."""
    return not current.unseen & BLANKS and all(place.half == 0 for place in current.layout.places())


def premios_of_pass(match: LineMatch, current: LineRound, seat: int) -> tuple[Premio, ...]:
    """What a pass brings the side of the tile before it; `current` has that pass already (PA8, 42)."""
    pairs, layer = pairs_of(match), current.last_layer
    assert layer is not None
    found = []
    if seat != layer and current.passed == 0b1111 & ~(1 << layer):
        found.append(("pase_corrido", pairs.pase_corrido))
    if not current.has_passed:
        found.append(("first_pass", pairs.first_pass))
    return _that_count(match, layer, found)


def premios_of_tile(match: LineMatch, before: LineRound, seat: int) -> tuple[Premio, ...]:
    """What the second tile brings if it is the leader's partner's, and the player between them has passed (PA8)."""
    opener = before.opener
    if len(before.layout.laid) != 1 or opener is None:
        return ()
    between = match.setup.seat_after(opener)
    if before.passed != 1 << between or seat != match.setup.seat_after(between):
        return ()
    pairs, led = pairs_of(match), before.layout.laid[0].tile
    points = pairs.pase_salida if led.is_double else pairs.pase_salida_single
    return _that_count(match, opener, [("pase_salida", points)])


def _that_count(match: LineMatch, seat: int, found: Sequence[tuple[str, int]]) -> tuple[Premio, ...]:
    """The premios for passes that are paid: some tables let none of them reach the target (PA9)."""
    side, premios = match.setup.side_of[seat], []
    score, target = match.scores[side], match.setup.variant.target
    for kind, points in found:
        if points and (pairs_of(match).premio_wins or not target.reached(score + points)):
            premios.append(Premio(kind, seat, side, points))
            score += points
    return tuple(premios)


def premio_words(match: LineMatch, premios: Sequence[Premio]) -> tuple[Message, ...]:
    """A sentence for each."""
    return tuple(
        msg(
            "{points} for {side}: {what}.",
            points=points_word(each.points),
            side=match.setup.sides[each.side],
            what=msg(PREMIO_NAMES[each.kind]),
        )
        for each in premios
    )


def hanged(match: LineMatch, laid: Tile) -> tuple[Remark, ...]:
    """The doubles that can never be laid any more since this tile lies (PA15)."""
    current = match.current
    open_halves = {place.half for place in current.layout.places()}
    lying = mask_of(each.tile for each in current.layout.laid)
    found = []
    for half in laid.halves:
        double = tile(half, half)
        others = mask_of(
            each for each in match.setup.tiles.tiles if half in each.halves and each is not double
        )
        if half not in open_halves and double.bit & current.unseen and not others & ~lying:
            found.append(Remark("ahorcado", tile=double))
    return tuple(found)
