"""A hand of five, a line with two ends, and tiles drawn only when nothing goes (SO1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.events import Draw, Pass, Play
from referee.layout import Layout, Place, Shape
from referee.moves import Deal, DrawSeen
from referee.play.dealing import faces_dealt, first_twice, tile_of_set
from referee.play.legal import Landing, forced, one_way
from referee.play.rounds import Outcome, Rounds, Rulings, not_now, refused, settle, stands, why_not_playing
from referee.play.words import listed, tile_list, tiles_word
from referee.rules.solitaires import DrawFive
from referee.rulings import Breach, Code, Settled, Verdict, refusal
from referee.setup import PatienceSetup
from referee.tiles import Tile, mask_of, tiles_in
from referee.wording import Said, marked, said

FIVE = 5


class FiveRound(NamedTuple):
    """A hand in play: `known` is the mask of its tiles that were seen, `hidden` how many were drawn unseen.

    `unseen` is the mask of tiles that are neither laid nor known, `sleeping` how many nobody has taken.
    """

    number: int
    sleeping: int
    unseen: int
    layout: Layout = Layout(Shape())
    known: int = 0
    hidden: int = 0
    is_dealt: bool = False

    @property
    def to_act(self) -> int:
        """Whoever plays alone is always to act."""
        return 0

    @property
    def held(self) -> tuple[int, ...]:
        """The tiles in the hand."""
        return (self.known.bit_count() + self.hidden,)

    @property
    def counted(self) -> dict[str, Any] | None:
        """Nothing is counted in this game."""
        return None

    def places(self, tile: Tile) -> list[Landing]:
        """The ways in which the tile fits the ends of the line."""
        return [Landing(place, place.half) for place in self.layout.places() if place.half in tile.halves]

    def goes(self, tile: Tile) -> bool:
        """Whether the tile can be laid now."""
        return not self.layout.laid or bool(self.places(tile))


def fresh(setup: PatienceSetup, number: int) -> FiveRound:
    """The round before its five tiles are seen."""
    return FiveRound(number, len(setup.tiles), setup.tiles.mask)


def _part(state: Rounds) -> DrawFive:
    found = state.setup.variant.part_of("goal")
    assert isinstance(found, DrawFive)
    return found


def _in_play(state: Rounds) -> FiveRound | Outcome:
    """The round in play, or why nothing can be laid or drawn."""
    why = why_not_playing(state)
    if why is not None:
        return why
    current: FiveRound = state.round
    return (
        current if current.is_dealt else not_now(state, marked("First five tiles are drawn and turned up."))
    )


def deal(state: Rounds, event: Deal) -> Outcome:
    """Rule on the five tiles of the hand."""
    why = why_not_playing(state)
    if why is not None:
        return why
    current: FiveRound = state.round
    if current.is_dealt:
        return not_now(state, marked("The hand is open already."))
    faces = faces_dealt(state, event, FIVE)
    if isinstance(faces, Breach):
        return refusal(faces), state
    hand = mask_of(each.tile for each in faces)
    current = current._replace(
        sleeping=current.sleeping - FIVE, unseen=current.unseen & ~hand, known=hand, is_dealt=True
    )
    words = said("The hand is {tiles}.", tiles=tile_list(tiles_in(hand)))
    return stands(state._replace(round=current), words, rule=_part(state).rule("line"))


def play(state: Rounds, event: Play) -> Outcome:
    """Rule on a tile of the hand that is laid."""
    current = _in_play(state)
    if not isinstance(current, FiveRound):
        return current
    tile = tile_of_set(state, event.tile, event.written)
    if isinstance(tile, Breach):
        return refusal(tile), state
    breach = _not_in_hand(current, tile)
    if breach is not None:
        return refusal(breach), state
    found = _landing(state, current, event, tile)
    if isinstance(found, Breach):
        return refusal(found), state
    if found.place is None:
        layout, words = current.layout.lead(tile), said("{tile} begins the line.", tile=tile)
    else:
        layout = current.layout.add(tile, found.place, found.touching, stood=found.breach is not None)
        words = said("{tile} goes on {at}.", tile=tile, at=found.place.tile)
    known = bool(tile.bit & current.known)
    current = current._replace(
        layout=layout,
        known=current.known & ~tile.bit,
        hidden=current.hidden - (not known),
        unseen=current.unseen & ~tile.bit,
    )
    return _let_stand(_on(state, current, words, "line"), found.breach)


def _not_in_hand(current: FiveRound, tile: Tile) -> Breach | None:
    if any(each.tile is tile for each in current.layout.laid):
        return Breach(Code.ALREADY_PLAYED, said("{tile} lies in the line already.", tile=tile))
    if tile.bit & current.known or current.hidden:
        return None
    return Breach(Code.BAD_MOVE, said("{tile} is not in the hand.", tile=tile))


def _landing(state: Rounds, current: FiveRound, event: Play, tile: Tile) -> Landing | Breach:
    """How the tile lies as the event says; a breach where it may not, or where it is not plain."""
    if not current.layout.laid:
        if event.at_written:
            words = said("Nothing lies yet; {tile} is the first.", tile=tile)
            return Breach(Code.NO_SUCH_END, words)
        return Landing(None, tile.high)
    rule = _part(state).rule("line")
    places: Sequence[Place] = current.layout.places()
    if event.at_written:
        places = [each for each in places if each.tile is event.at and event.half in (None, each.half)]
        if not places:
            return Breach(Code.NO_SUCH_END, said("{at} has no open end.", at=event.at_written), rule)
    ways = [each for each in current.places(tile) if each.place in places]
    if event.out is not None:
        ways = [each for each in ways if tile.other(each.touching) == event.out]
    if not ways:
        ends = listed(dict.fromkeys(each.half for each in places))
        words = said("{tile} does not go on {ends}.", tile=tile, ends=ends)
        breach = Breach(Code.DOES_NOT_MATCH, words, rule, forgivable=True)
        return forced(event, tile, places, breach)
    return one_way(tile, ways)


def _on(state: Rounds, current: FiveRound, words: Said, name: str) -> Outcome:
    """The table with the hand as it is now: won, lost, or going on."""
    if not current.sleeping and current.hidden:  # what is left of the set must be in the hand
        current = current._replace(known=current.known | current.unseen, unseen=0, hidden=0)
    part = _part(state)
    state = state._replace(round=current)
    empty = not sum(current.held)
    if empty and (part.goal == "empty_hand" or not current.sleeping):
        end = said("The hand is empty.") if part.goal == "empty_hand" else said("Every tile is laid.")
        settled, name = Settled("out", 0, (), (end,)), "goal"
    elif not current.sleeping and not _able(current):
        left = tiles_word(sum(current.held))
        end_words = said("Nothing goes, and nothing is left to draw: {left} stay.", left=left)
        settled, name = Settled("blocked", None, (), (end_words,)), "lost"
    else:
        return stands(state, words, rule=part.rule(name))
    return stands(settle(state, settled), words, *settled.steps, rule=part.rule(name), settled=settled)


def _able(current: FiveRound) -> list[Tile]:
    """The tiles known to be in the hand that go."""
    return [each for each in tiles_in(current.known) if current.goes(each)]


def _let_stand(outcome: Outcome, breach: Breach | None) -> Outcome:
    """The same, marked where it broke a rule and the table let it stand."""
    if breach is None:
        return outcome
    ruling, state = outcome
    words = (*ruling.said, breach.said, said("The table lets it stand."))
    return ruling._replace(verdict=Verdict.STOOD, code=breach.code, said=words, rule=breach.rule), state


def _must_play(state: Rounds, current: FiveRound) -> Breach | None:
    able = _able(current)
    if not able:
        return None
    words = said("{tile} goes, so it has to be laid.", tile=able[-1])
    return Breach(Code.MUST_PLAY, words, _part(state).rule("drawing"), forgivable=True)


def _why_not_draw(state: Rounds, current: FiveRound, event: Draw | DrawSeen, number: int) -> Breach | None:
    """Why so many tiles may not be drawn; a breach that the table let stand among them."""
    breach = _must_play(state, current)
    if number > current.sleeping and (breach is None or event.stood):
        left = tiles_word(current.sleeping)
        return Breach(Code.BONEYARD_EMPTY, said("Only {left} can be drawn.", left=left))
    if breach is None and isinstance(event, DrawSeen):
        early = [each for each in event.tiles[:-1] if each is not None and current.goes(each)]
        if early:
            words = said("{tile} goes, so nothing more is drawn after it.", tile=early[0])
            return Breach(Code.MUST_PLAY, words, _part(state).rule("drawing"), forgivable=True)
    return breach


def draw(state: Rounds, event: Draw) -> Outcome:
    """Rule on tiles that are drawn, so many."""
    current = _in_play(state)
    if not isinstance(current, FiveRound):
        return current
    breach = _why_not_draw(state, current, event, event.number)
    if breach is not None and not (event.stood and breach.forgivable):
        return refusal(breach), state
    current = current._replace(sleeping=current.sleeping - event.number, hidden=current.hidden + event.number)
    words = said("{tiles} drawn.", tiles=tiles_word(event.number))
    return _let_stand(_on(state, current, words, "drawing"), breach)


def draw_seen(state: Rounds, event: DrawSeen) -> Outcome:
    """Rule on tiles that are drawn and named, in the order in which they came."""
    current = _in_play(state)
    if not isinstance(current, FiveRound):
        return current
    tiles = []
    for each in event.tiles:
        tile = tile_of_set(state, each)
        if isinstance(tile, Breach):
            return refusal(tile), state
        if not tile.bit & current.unseen:
            return refused(state, Code.ALREADY_PLAYED, said("{tile} was seen before.", tile=tile))
        tiles.append(tile)
    if first_twice(tiles) is not None:
        return refused(state, Code.IMPOSSIBLE_HAND, said("{tile} is there twice.", tile=first_twice(tiles)))
    breach = _why_not_draw(state, current, event, len(tiles))
    if breach is not None and not (event.stood and breach.forgivable):
        return refusal(breach), state
    drawn = mask_of(tiles)
    current = current._replace(
        sleeping=current.sleeping - len(tiles),
        known=current.known | drawn,
        unseen=current.unseen & ~drawn,
    )
    words = said("{tiles} drawn.", tiles=listed(tiles))
    return _let_stand(_on(state, current, words, "drawing"), breach)


def say_pass(state: Rounds, event: Pass) -> Outcome:
    """Rule on a pass: there is always something to lay or to draw, or the game is over."""
    current = _in_play(state)
    if not isinstance(current, FiveRound):
        return current
    words = said("{left} can be drawn still.", left=tiles_word(current.sleeping))
    breach = _must_play(state, current) or Breach(Code.MUST_DRAW, words, _part(state).rule("drawing"))
    if event.stood:
        return _let_stand(stands(state), breach)
    return refusal(breach), state


RULINGS: Rulings = {Deal: deal, Play: play, Draw: draw, DrawSeen: draw_seen, Pass: say_pass}
