"""Hidden hands and a boneyard, as in line games and trains: draws, passes, and what is proved once it is certain."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeVar

from referee.engine.audit.flag_words import reneges, wrong_opening
from referee.engine.audit.histories import SeenHand
from referee.engine.audit.holdings import RENEGE, WRONG_OPENING, Drew, Flag, Opened, Places, Witness, shortage
from referee.engine.games.match import Match, RoundOfHands, Status, changed
from referee.engine.games.refusals import not_in_set
from referee.engine.messages import Message, msg, tiles_word
from referee.engine.record.events import Draw, DrawSeen, Play
from referee.engine.rulings import Breach, Code, Rule, Ruling, Verdict
from referee.engine.seating import Seating
from referee.engine.tiles import Tile


class Held(NamedTuple):
    """A hand at the end of a round: how many tiles, their pips, and the tiles if they are known."""

    seat: int
    number: int
    pips: int
    tiles: tuple[Tile, ...] | None


class Ending(NamedTuple):
    """How the laying of tiles ended: `out` or `blocked`, and if out, who laid the last tile."""

    how: str
    seat: int | None

    def told(self, players: Sequence[str]) -> Message:
        """The sentence that somebody went out, or that the round is blocked."""
        if self.seat is None:
            return msg("The round is blocked.")
        return msg("{name} went out.", name=players[self.seat])


@dataclass(slots=True)
class HandsRound(RoundOfHands):
    """A round with hidden hands and a boneyard.

    `turn` is None before anybody opened, `dealt` how many tiles each player took, which the table may change for the next
    round, and `shown` what each seat has shown. `ending` is set once no more tiles are laid.
    `without_tiles`: somebody entered how the round ended, so not all its tiles were seen and nothing can be proved.
    """

    dealt: int
    boneyard: int
    shown: tuple[Held | None, ...]
    witness: Witness
    ending: Ending | None
    without_tiles: bool
    opener: int | None

    @property
    def sleeping(self) -> int:
        """How many tiles are in the boneyard."""
        return self.boneyard

    def seen_with(self, seat: int) -> int:  # noqa: ARG002 - only rows show what stays with a player
        """The mask of tiles that everybody saw and that the seat still has."""
        return 0


HandsMatch = Match[Seating, HandsRound]
H = TypeVar("H", bound=HandsRound)
M = TypeVar("M", bound=HandsMatch)


def pass_too_late(match: M, rule: Rule) -> tuple[Ruling, M] | None:
    """The ruling on a pass after the referee has closed a blocked round and before a hand is shown; else None."""
    current = match.round
    if current is None or current.ending is None or current.ending.how != "blocked" or any(current.shown):
        return None
    if match.status not in (Status.REVEAL, Status.ROUND_OVER):
        return None
    words = msg("The round is blocked already; the pass changes nothing.")
    return Ruling(Verdict.STANDS, None, (words,), rule), match


def tile_breach(match: HandsMatch, current: HandsRound, event: Play) -> Breach | None:
    """Why nobody can lay the tile, or why a player without tiles cannot."""
    tile, setup = event.tile, match.setup
    if tile is not None and tile.bit & current.unseen:
        if current.hands[event.by]:
            return None
        return Breach(Code.NO_TILES_LEFT, msg("{name} has no tiles left.", name=setup.players[event.by]))
    if tile is None or tile not in setup.tiles:
        return not_in_set(setup, tile or event.written)
    return Breach(Code.ALREADY_PLAYED, msg("{tile} lies on the table already.", tile=tile))


def drew(
    match: M, current: HandsRound, event: Draw, number: int, denied: int
) -> tuple[M, tuple[Message, ...]]:
    """The match after tiles were drawn, and the words: who drew how many, and what is now proved.

    `denied` is the mask of tiles that the player denied holding.
    """
    after = current.copy()
    after.hands = changed(current.hands, event.by, event.number)
    after.boneyard -= event.number
    after.witness = current.witness.saw(Drew(event.by, number, event.number, denied))
    match, proved = with_proofs(match, after)
    words = msg(
        "{name} draws {tiles}, {left} left.",
        name=match.setup.players[event.by],
        tiles=tiles_word(event.number),
        left=after.boneyard,
    )
    return match, (words, *proved)


def draw_unseen(_match: HandsMatch, _event: DrawSeen, _number: int) -> Breach:
    """The refusal of a draw that names its tiles: nobody sees them here."""
    return Breach(Code.UNREADABLE, msg("Drawn tiles are not seen in this game; say how many they are."))


def cannot_pass_yet(
    match: HandsMatch, seat: int, left: int, rule: Rule, able: Breach | None, *, one: bool
) -> Breach:
    """The refusal of a pass before drawing: before all tiles are drawn, or with `one` before a single one is. `able`: why
    a draw would be refused, too; then that is said instead."""
    if able is not None:
        return able._replace(code=Code.MUST_DRAW)
    name = match.setup.players[seat]
    if one:
        words = msg("{name} can't pass yet: draw one tile first.", name=name)
    else:
        words = msg("{name} can't pass yet: {tiles} left to draw.", tiles=tiles_word(left), name=name)
    return Breach(Code.MUST_DRAW, words, rule, forgivable=True)


def able_breach(
    match: HandsMatch, current: HandsRound, seat: int, could_go: int, rule: Rule
) -> Breach | None:
    """The breach if the player can certainly go: every unseen tile can (`could_go` is the mask of those that can)."""
    if not could_go or not current.hands[seat] or current.unseen & ~could_go:
        return None
    words = msg("Every tile not seen yet can go, so {name} can.", name=match.setup.players[seat])
    return Breach(Code.MUST_PLAY, words, rule, forgivable=True)


def audited(match: M, seat: int | None, tiles: int) -> M:
    """The match with what is now proved; `tiles` is the mask of those that `seat` just laid or showed."""
    current = match.current
    opened = current.witness.opening
    if any(current.witness.doubts) and _may_be_renege(match, current, seat, tiles):
        found = reneges(seen_hands(match), match.setup.players, current.number, match.flags)
        match = _with_flags(match, RENEGE, found)
    if opened is not None and _may_be_wrong(current, opened, tiles):
        wrong = wrong_opening(opened, seen_hands(match), match.setup.players, current.number)
        match = _with_flags(match, WRONG_OPENING, () if wrong is None else (wrong,))
    return match


def with_proofs(
    match: M, current: HandsRound, seat: int | None = None, tiles: int = 0
) -> tuple[M, tuple[Message, ...]]:
    """The match with this round and what is now proved, and that in words; `seat` and `tiles` as for `audited`."""
    after = audited(match._replace(round=current), seat, tiles)
    known = {each.of for each in match.flags}
    return after, tuple(each.because for each in after.flags if each.of not in known)


def _with_flags(match: M, kind: str, found: tuple[Flag, ...]) -> M:
    """The match with these flags for the current round, replacing those of the same kind."""
    number = match.current.number
    kept = [each for each in match.flags if (each.kind, each.round) != (kind, number)]
    return match._replace(flags=tuple(sorted((*kept, *found), key=lambda each: each.event)))


def _may_be_renege(match: HandsMatch, current: HandsRound, seat: int | None, tiles: int) -> bool:
    """Whether a check of all hands can prove anything new about passes and draws: a quick test, usually negative.

    There is always an explanation for a tile that its player never denied, because as many tiles came as went. And as
    long as unseen tiles can fill every hand with none that its player denied, nothing is proved; usually there are
    enough tiles that nobody denied.
    """
    doubts = current.witness.doubts
    hidden = [
        0 if shown is not None and shown.tiles is not None else held
        for shown, held in zip(current.shown, current.hands, strict=True)
    ]
    if (current.unseen & ~reduce(or_, doubts)).bit_count() < sum(hidden):
        hands = [
            Places(current.unseen & ~denied, number) for denied, number in zip(doubts, hidden, strict=True)
        ]
        if shortage(hands) is not None:
            return True
    if seat is None or not tiles & doubts[seat]:
        return False
    hand = _seen_hand(match, seat)
    return hand.free(hand.shown, hand.denials) is None


def _may_be_wrong(current: HandsRound, opened: Opened, tiles: int) -> bool:
    """The same for the opening: a tile that outranks it was just seen, or these do not all fit in the boneyard."""
    outranking = current.unseen & opened.outranked_by
    return bool(tiles & opened.outranked_by) or outranking.bit_count() > current.boneyard


def seen_hands(match: HandsMatch) -> list[SeenHand]:
    """The current round of every seat as the table saw it."""
    return [_seen_hand(match, each) for each in range(len(match.current.hands))]


def _seen_hand(match: HandsMatch, seat: int) -> SeenHand:
    current = match.current
    shown = current.shown[seat]
    tiles = shown.tiles if shown is not None and shown.tiles is not None else ()
    return SeenHand(current.witness, seat, current.dealt, tiles, current.unseen)


def opener_in_turn(match: HandsMatch) -> int:
    """Who opens if the lead passes on: one seat further each round, but a void round is dealt again with its own lead."""
    last = None if match.round is None else match.round.opener
    is_void = bool(match.rounds) and match.rounds[-1].how == "void"
    return last if is_void and last is not None else match.setup.opener_after(last)
