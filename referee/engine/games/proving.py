"""Passes and draws as line games and trains have them alike: what they do, and what is proved once it is certain."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TypeVar

from referee.engine.audit.flag_words import reneges, wrong_opening
from referee.engine.audit.histories import SeenHand
from referee.engine.audit.holdings import RENEGE, WRONG_OPENING, Flag, Holding, Opened, Witness
from referee.engine.audit.matching import Places, shortage
from referee.engine.games.hands import HandsMatch, HandsRound
from referee.engine.games.match import changed
from referee.engine.games.phrases import tiles_word
from referee.engine.messages import Message, msg
from referee.engine.record.events import Draw
from referee.engine.record.family_events import DrawSeen
from referee.engine.rulings import Breach, Code, Rule

H = TypeVar("H", bound=HandsRound)


def with_drawn(current: H, event: Draw) -> H:
    """The round with the tiles taken from the boneyard into the hand."""
    after = current.copy()
    after.hands = changed(current.hands, event.by, event.number)
    after.boneyard -= event.number
    return after


def drawn_words(match: HandsMatch, current: HandsRound, event: Draw) -> Message:
    """Who drew how many, and how many are left."""
    return msg(
        "{name} draws {tiles}, {left} left.",
        name=match.setup.players[event.by],
        tiles=tiles_word(event.number),
        left=current.boneyard,
    )


def draw_unseen(_match: HandsMatch, _event: DrawSeen, _number: int) -> Breach:
    """The refusal of drawn tiles that are named, where nobody sees them."""
    return Breach(Code.UNREADABLE, msg("Drawn tiles are not seen in this game; say how many they are."))


def cannot_pass_yet(match: HandsMatch, seat: int, left: int, rule: Rule) -> Breach:
    """That tiles have to be drawn before a pass."""
    words = msg(
        "{name} can't pass yet: {tiles} left to draw.", tiles=tiles_word(left), name=match.setup.players[seat]
    )
    return Breach(Code.MUST_DRAW, words, rule, forgivable=True)


def able_breach(
    match: HandsMatch, current: HandsRound, seat: int, could_go: int, rule: Rule
) -> Breach | None:
    """Why the player can certainly go: every tile that nobody has seen yet can (`could_go` is their mask)."""
    if not could_go or not current.hands[seat] or current.unseen & ~could_go:
        return None
    words = msg("Every tile not seen yet can go, so {name} can.", name=match.setup.players[seat])
    return Breach(Code.MUST_PLAY, words, rule, forgivable=True)


M = TypeVar("M", bound=HandsMatch)


def audited(match: M, seat: int | None = None, tiles: int = 0) -> M:
    """The match with what is proved now; `tiles` is the mask of those that `seat` just laid or showed."""
    current = match.current
    opened = current.witness.opening
    if any(current.witness.doubts) and _may_be_renege(match, current, seat, tiles):
        match = _with_flags(match, RENEGE, reneges(*_evidence(match), known=match.flags))
    if opened is not None and _may_be_wrong(current, opened, tiles):
        found = wrong_opening(*_evidence(match))
        match = _with_flags(match, WRONG_OPENING, () if found is None else (found,))
    return match


def said_of(before: HandsMatch, after: HandsMatch) -> tuple[Message, ...]:
    """What is proved now and was not before."""
    if after.flags is before.flags:
        return ()
    known = {each.of for each in before.flags}
    return tuple(each.because for each in after.flags if each.of not in known)


def _with_flags(match: M, kind: str, found: tuple[Flag, ...]) -> M:
    """The match with these flags for the round in hand in place of those of the same kind."""
    number = match.current.number
    if not found and not match.flags:
        return match
    kept = [each for each in match.flags if (each.kind, each.round) != (kind, number)]
    return match._replace(flags=tuple(sorted((*kept, *found), key=lambda each: each.event)))


def _may_be_renege(match: HandsMatch, current: HandsRound, seat: int | None, tiles: int) -> bool:
    """Whether a look at all the hands can prove anything new of passes and draws: a quick answer, mostly no.

    A tile that its player never denied can always have come somehow, because as many tiles came as
    went. And while tiles that nobody saw can fill every hand so that none holds what its player denied, all is possible;
    mostly there are enough of those that nobody denied.
    """
    doubts = current.witness.doubts
    hidden = [_hidden(current, each) for each in range(len(doubts))]
    if (current.unseen & ~reduce(or_, doubts)).bit_count() < sum(hidden):
        hands = [
            Places(current.unseen & ~denied, number) for denied, number in zip(doubts, hidden, strict=True)
        ]
        if shortage(hands) is not None:
            return True
    if seat is None or not tiles & doubts[seat]:
        return False
    hand = SeenHand(current.witness, seat, _holding(match, seat))
    return hand.free(hand.shown, hand.denials) is None


def _may_be_wrong(current: HandsRound, opened: Opened, tiles: int) -> bool:
    """The same of the opening: a tile that outranks it was just seen, or the boneyard has no room for all of these."""
    outranking = current.unseen & opened.outranked_by
    return bool(tiles & opened.outranked_by) or outranking.bit_count() > current.boneyard


def _hidden(current: HandsRound, seat: int) -> int:
    shown = current.shown[seat]
    return 0 if shown is not None and shown.tiles is not None else current.hands[seat]


def _evidence(match: HandsMatch) -> tuple[Witness, list[Holding], tuple[str, ...], int]:
    current = match.current
    holdings = [_holding(match, each) for each in range(len(current.hands))]
    return current.witness, holdings, match.setup.players, current.number


def _holding(match: HandsMatch, seat: int) -> Holding:
    current = match.current
    shown = current.shown[seat]
    tiles = shown.tiles if shown is not None and shown.tiles is not None else ()
    return Holding(match.setup.hand, tiles, current.unseen)
