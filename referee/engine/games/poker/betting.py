"""The betting in a round of poker, and the pots that it makes."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.games.match import changed
from referee.engine.games.refusals import not_in_turn, not_now
from referee.engine.messages import Listed, Message, chips_word, marked, msg
from referee.engine.record.events import Stake
from referee.engine.rulings import Breach, Code
from referee.engine.seating import Seating

ACTS = {
    "check": marked("{name} checks"),
    "bet": marked("{name} bets {n}"),
    "call": marked("{name} calls and pays {paid}"),
    "raise": marked("{name} raises by {n} and pays {paid}"),
    "fold": marked("{name} folds"),
}


class Betting(NamedTuple):
    """What was staked in a round: chips by seat, including antes.

    `bet` is what a player must have paid besides the ante to stay (0: nobody has bet), `acted` the mask of seats
    that have acted since the last bet or raise, `folded` that of seats that are out; `first` acts first,
    `turn` acts now (None while antes are paid, and when betting is over). `chips` are what each seat had
    when the round was dealt, None if they are not counted; `absent` is the mask of seats that had none.
    """

    paid: tuple[int, ...]
    first: int | None
    ante: int = 0
    bet: int = 0
    acted: int = 0
    folded: int = 0
    turn: int | None = None
    is_over: bool = False
    chips: tuple[int, ...] | None = None
    absent: int = 0

    @property
    def pot(self) -> int:
        """All chips that were paid."""
        return sum(self.paid)

    @property
    def seated(self) -> list[int]:
        """The seats that were dealt tiles."""
        return [seat for seat in range(len(self.paid)) if not self.absent & 1 << seat]

    @property
    def staying(self) -> list[int]:
        """The seats that were dealt tiles and have not folded."""
        return [seat for seat in self.seated if not self.folded & 1 << seat]

    @property
    def has_antes(self) -> bool:
        """Whether everyone has paid the ante."""
        return all(self.paid[seat] for seat in self.seated)

    def missing(self, seat: int) -> int:
        """What the seat has to pay to stay, but no more than it has."""
        asked = self.ante + self.bet - self.paid[seat]
        left = self.left(seat)
        return asked if left is None else min(asked, left)

    def left(self, seat: int) -> int | None:
        """How many chips the seat has not staked yet; None if they are not counted."""
        return None if self.chips is None else self.chips[seat] - self.paid[seat]

    def is_all_in(self, seat: int) -> bool:
        """Whether the seat has staked all it has."""
        return self.left(seat) == 0

    def can_answer(self, seat: int) -> bool:
        """Whether anybody else who stays has chips left to answer a bet from this seat."""
        return any(each != seat and not self.is_all_in(each) for each in self.staying)

    def most(self, seat: int) -> int | None:
        """The highest bet or raise that the seat's chips allow; 0 if nobody has chips to answer it, None if any is."""
        left = self.left(seat)
        if left is None:
            return None
        return left - self.missing(seat) if self.can_answer(seat) else 0


def open_betting(seats: int, opener: int | None, chips: tuple[int, ...] | None) -> Betting:
    """The betting before the antes; players without chips sit this round out."""
    absent = 0 if chips is None else sum(1 << seat for seat, each in enumerate(chips) if each < 1)
    return Betting((0,) * seats, opener, chips=chips, absent=absent)


def stake(betting: Betting, event: Stake, seating: Seating) -> tuple[Betting, Message] | Breach:
    """The betting after a player paid, checked or folded, and the words for it; a breach if that is not allowed.

    A breach that depends on the player's last chips names the rule of `buy_in`; any other none.
    """
    if betting.absent & 1 << event.by:
        template = marked("{name} has no chips left and sits out this round.")
        return not_now(template, seating.variant.rule("buy_in"), name=seating.players[event.by])
    if event.act == "ante":
        return _ante(betting, event, seating)
    if not betting.has_antes:
        waiting = Listed(seating.players[seat] for seat in betting.seated if not betting.paid[seat])
        return not_now("Everyone antes first. Still to ante: {names}.", names=waiting)
    breach = _out_of_turn(betting, event, seating) or _bad_stake(betting, event, seating)
    return breach or _spoken(betting, event, seating)


def _out_of_turn(betting: Betting, event: Stake, seating: Seating) -> Breach | None:
    name = seating.players[event.by]
    if betting.is_over or betting.turn is None:
        return not_now("Betting is over; show the hands now.")
    if event.by == betting.turn:
        return None
    if betting.folded & 1 << event.by:
        return Breach(Code.NOT_YOUR_TURN, msg("{name} has folded.", name=name))
    return not_in_turn(seating, betting.turn, event.by)


def _ante(betting: Betting, event: Stake, seating: Seating) -> tuple[Betting, Message] | Breach:
    name = seating.players[event.by]
    if betting.paid[event.by]:
        return not_now("{name} has anted already.", name=name)
    if event.chips < 1:
        return Breach(Code.BAD_STAKE, msg("An ante is one chip or more."))
    if betting.ante not in (0, event.chips):
        return Breach(Code.BAD_STAKE, msg("Everyone antes the same: {n}.", n=betting.ante))
    left = betting.left(event.by)
    if not betting.ante and left is not None and left < event.chips:
        template = marked(
            "{name} has {left}, less than {n}. The first ante sets what everyone pays, so the player must have it."
        )
        words = msg(template, name=name, left=chips_word(left), n=event.chips)
        return Breach(Code.BAD_STAKE, words, seating.variant.rule("buy_in"))
    first = event.by if betting.first is None else betting.first
    chips = event.chips if left is None else min(left, event.chips)
    betting = betting._replace(ante=event.chips, paid=changed(betting.paid, event.by, chips), first=first)
    if betting.has_antes:
        betting = _next_turn(betting, first, seating)
    return betting, _told(betting, event.by, msg("{name} antes {n}", name=name, n=chips))


def _bad_stake(betting: Betting, event: Stake, seating: Seating) -> Breach | None:
    name = seating.players[event.by]
    if event.act in ("check", "bet") and betting.bet:
        return _bet_before(betting, event.by, seating)
    if event.act in ("call", "raise") and not betting.bet:
        return Breach(Code.BAD_STAKE, msg("Nobody has bet yet: check, bet or fold."))
    if event.act not in ("bet", "raise"):
        return None
    if event.chips < 1:
        return Breach(Code.BAD_STAKE, msg("A bet or a raise is one chip or more."))
    most = betting.most(event.by)
    if most is None:
        return None
    if not betting.can_answer(event.by):
        words = msg("Nobody else has chips left to answer a raise: {name} calls or folds.", name=name)
        return Breach(Code.BAD_STAKE, words, seating.variant.rule("buy_in"))
    if event.chips <= most:
        return None
    has = chips_word(most + betting.missing(event.by))
    if most and event.act == "bet":
        words = msg("{name} has {has}: that is the highest bet.", name=name, has=has)
    elif most:
        words = msg(
            "{name} has {has}. The call takes {call}, so the highest raise is {most} more.",
            name=name, has=has, call=betting.missing(event.by), most=most,
        )  # fmt: skip
    else:
        words = msg("{name} has {has}, no more than the call.", name=name, has=has)
    return Breach(Code.BAD_STAKE, words, seating.variant.rule("buy_in"))


def _bet_before(betting: Betting, seat: int, seating: Seating) -> Breach:
    """The refusal of a check or a bet after a bet; it names a raise only if the seat may raise."""
    if betting.most(seat) == 0:
        words = msg("There is a bet of {n}: call it or fold.", n=betting.bet)
        return Breach(Code.BAD_STAKE, words, seating.variant.rule("buy_in"))
    return Breach(Code.BAD_STAKE, msg("There is a bet of {n}: call it, raise it or fold.", n=betting.bet))


def _spoken(betting: Betting, event: Stake, seating: Seating) -> tuple[Betting, Message]:
    seat, chips = event.by, betting.missing(event.by)
    acted, folded, bet = betting.acted | 1 << seat, betting.folded, betting.bet
    if event.act == "fold":
        chips, folded = 0, folded | 1 << seat
    elif event.act in ("bet", "raise"):
        chips, bet, acted = chips + event.chips, bet + event.chips, 1 << seat
    words = msg(ACTS[event.act], name=seating.players[seat], n=event.chips, paid=chips)
    betting = betting._replace(paid=changed(betting.paid, seat, chips), bet=bet, acted=acted, folded=folded)
    return _next_turn(betting, seating.after[seat], seating), _told(betting, seat, words)


def _told(betting: Betting, seat: int, words: Message) -> Message:
    """The sentence about a stake; it says so if the seat is now all in."""
    if betting.is_all_in(seat) and not betting.folded & 1 << seat:
        return msg("{words}: all in.", words=words)
    return msg("{words}.", words=words)


def _next_turn(betting: Betting, seat: int, seating: Seating) -> Betting:
    """The betting with the next seat to act, from `seat` on; it is over when nobody who stays has to act."""
    # A seat has to act if there is something to pay, or another player to bet against.
    able = [each for each in betting.staying if not (betting.acted & 1 << each or betting.is_all_in(each))]
    waiting = [each for each in able if betting.missing(each) > 0 or betting.can_answer(each)]
    if not waiting:
        return betting._replace(turn=None, is_over=True)
    while seat not in waiting:
        seat = seating.after[seat]
    return betting._replace(turn=seat)


class Pot(NamedTuple):
    """Chips that only the players who paid enough can win; `is_returned`: one player paid them all."""

    chips: int
    seats: tuple[int, ...]
    is_returned: bool


class Won(NamedTuple):
    """A pot, and the seat that takes it."""

    pot: Pot
    seat: int


def pots_of(betting: Betting) -> tuple[Pot, ...]:
    """The pots that the stakes make: the first for all who stay, each further one without those whose chips end below it.

    If nobody is all in, there is one pot.
    """
    found: list[Pot] = []
    below = 0
    most = max(betting.paid[seat] for seat in betting.staying)
    steps = sorted({most, *(betting.paid[seat] for seat in betting.staying if betting.is_all_in(seat))})
    for step in steps:
        chips = sum(min(paid, step) - min(paid, below) for paid in betting.paid)
        seats = tuple(
            seat for seat in betting.staying if betting.chips is None or betting.chips[seat] > below
        )
        found.append(Pot(chips, seats, sum(paid > below for paid in betting.paid) == 1))
        below = step
    return tuple(found)


def won_by(betting: Betting, order: Sequence[int]) -> tuple[Won, ...]:
    """Each pot with the seat that takes it; `order` are the seats that stay, the best hand first."""
    return tuple(Won(pot, next(seat for seat in order if seat in pot.seats)) for pot in pots_of(betting))


def net(betting: Betting, won: Sequence[Won], seating: Seating) -> tuple[tuple[int, int], ...]:
    """What each side wins or loses by the pots, in chips that add up to zero."""
    change = [0] * len(seating.sides)
    for seat, paid in enumerate(betting.paid):
        change[seating.side_of[seat]] -= paid
    for pot, seat in won:
        change[seating.side_of[seat]] += pot.chips
    return tuple((side, chips) for side, chips in enumerate(change) if chips)
