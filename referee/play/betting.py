"""The stakes of poker: antes, one round of betting, and what each has paid."""

from __future__ import annotations

from typing import NamedTuple

from referee.moves import Stake
from referee.play.words import listed, said
from referee.rulings import Breach, Code, Said
from referee.setup import Seating


class Betting(NamedTuple):
    """What was staked in a round: chips by seat, antes among them.

    `bet` is what whoever stays has to have paid besides the ante (0: nobody has bet), `acted` the mask of seats
    that have spoken since the last bet or raise, `folded` that of seats that are out; `first` speaks first,
    `turn` is to speak now (None while antes are paid, and when betting is over).
    """

    paid: tuple[int, ...]
    first: int | None
    ante: int = 0
    bet: int = 0
    acted: int = 0
    folded: int = 0
    turn: int | None = None
    is_over: bool = False

    @property
    def pot(self) -> int:
        """All chips that were paid."""
        return sum(self.paid)

    @property
    def staying(self) -> list[int]:
        """The seats that have not folded."""
        return [seat for seat in range(len(self.paid)) if not self.folded & 1 << seat]

    @property
    def has_antes(self) -> bool:
        """Whether everyone has paid the ante."""
        return all(self.paid)

    def missing(self, seat: int) -> int:
        """What the seat has to pay to stay."""
        return self.ante + self.bet - self.paid[seat]


def open_betting(seats: int, opener: int | None) -> Betting:
    """Nobody has paid anything yet."""
    return Betting((0,) * seats, opener)


def stake(betting: Betting, event: Stake, seating: Seating) -> tuple[Betting, Said] | Breach:
    """The betting after somebody paid, checked or folded, and the words for it; a breach where it may not be."""
    if event.act == "ante":
        return _ante(betting, event, seating)
    name = seating.players[event.by]
    if not betting.has_antes:
        waiting = listed(seating.players[seat] for seat, paid in enumerate(betting.paid) if not paid)
        return Breach(Code.NOT_NOW, said("First everyone antes; {names} did not yet.", names=waiting))
    if betting.is_over or betting.turn is None:
        return Breach(Code.NOT_NOW, said("Betting is over; the hands are to be shown now."))
    if event.by != betting.turn:
        if betting.folded & 1 << event.by:
            return Breach(Code.NOT_YOUR_TURN, said("{name} has folded.", name=name))
        turn = seating.players[betting.turn]
        return Breach(Code.NOT_YOUR_TURN, said("It is {turn}'s turn, not {name}'s.", turn=turn, name=name))
    breach = _bad_stake(betting, event)
    return breach or _spoken(betting, event, seating)


def _ante(betting: Betting, event: Stake, seating: Seating) -> tuple[Betting, Said] | Breach:
    name = seating.players[event.by]
    if betting.paid[event.by]:
        return Breach(Code.NOT_NOW, said("{name} has anted already.", name=name))
    if event.chips < 1:
        return Breach(Code.BAD_STAKE, said("An ante is one chip or more."))
    if betting.ante not in (0, event.chips):
        return Breach(Code.BAD_STAKE, said("Everyone antes the same: {n}.", n=betting.ante))
    first = event.by if betting.first is None else betting.first
    betting = betting._replace(ante=event.chips, paid=_paid(betting, event.by, event.chips), first=first)
    if betting.has_antes:
        betting = betting._replace(turn=first)
    return betting, said("{name} antes {n}.", name=name, n=event.chips)


def _bad_stake(betting: Betting, event: Stake) -> Breach | None:
    if event.act in ("check", "bet") and betting.bet:
        words = said("There is a bet of {n}: call it, raise it or fold.", n=betting.bet)
        return Breach(Code.BAD_STAKE, words)
    if event.act in ("call", "raise") and not betting.bet:
        return Breach(Code.BAD_STAKE, said("Nobody has bet yet: check, bet or fold."))
    if event.act in ("bet", "raise") and event.chips < 1:
        return Breach(Code.BAD_STAKE, said("A bet or a raise is one chip or more."))
    return None


def _paid(betting: Betting, seat: int, chips: int) -> tuple[int, ...]:
    return (*betting.paid[:seat], betting.paid[seat] + chips, *betting.paid[seat + 1 :])


def _spoken(betting: Betting, event: Stake, seating: Seating) -> tuple[Betting, Said]:
    seat, chips = event.by, betting.missing(event.by)
    acted, folded, bet = betting.acted | 1 << seat, betting.folded, betting.bet
    if event.act == "fold":
        chips, folded = 0, folded | 1 << seat
    elif event.act in ("bet", "raise"):
        chips, bet, acted = chips + event.chips, bet + event.chips, 1 << seat
    template = {
        "check": "{name} checks.",
        "bet": "{name} bets {n}.",
        "call": "{name} calls and pays {paid}.",
        "raise": "{name} raises by {n} and pays {paid}.",
        "fold": "{name} folds.",
    }[event.act]
    words = said(template, name=seating.players[seat], n=event.chips, paid=chips)
    betting = betting._replace(paid=_paid(betting, seat, chips), bet=bet, acted=acted, folded=folded)
    return _next_turn(betting, seat, seating), words


def _next_turn(betting: Betting, seat: int, seating: Seating) -> Betting:
    """Whose turn it is now; betting is over when all who stay have spoken, or only one stays."""
    waiting = [each for each in betting.staying if not betting.acted & 1 << each]
    if not waiting or len(betting.staying) == 1:
        return betting._replace(turn=None, is_over=True)
    turn = seating.left_of(seat)
    while turn not in waiting:
        turn = seating.left_of(turn)
    return betting._replace(turn=turn)


def net(betting: Betting, winner: int, seating: Seating) -> tuple[tuple[int, int], ...]:
    """What the pot makes each side win or lose, in chips that sum to nothing."""
    change = [0] * len(seating.sides)
    for seat, paid in enumerate(betting.paid):
        change[seating.side_of[seat]] -= paid
    change[seating.side_of[winner]] += betting.pot
    return tuple((side, chips) for side, chips in enumerate(change) if chips)
