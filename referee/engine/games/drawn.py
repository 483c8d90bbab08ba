"""Drawing and passing as line games and trains have it alike: a tile drawn, and a player who can certainly go."""

from __future__ import annotations

from typing import TypeVar

from referee.engine.games.hands import HandsMatch, HandsRound
from referee.engine.games.match import changed
from referee.engine.games.phrases import tiles_word
from referee.engine.messages import Message, msg
from referee.engine.record.events import Draw
from referee.engine.record.poker_and_solitaire_events import DrawSeen
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
