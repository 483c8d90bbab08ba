"""A hand of five, a line with two ends, and tiles drawn only when nothing goes (SO1)."""

from dataclasses import dataclass

from referee.engine.games.at_any_table import stands
from referee.engine.games.line.legal_moves import Landing, forced, one_way
from referee.engine.games.refusals import named_twice
from referee.engine.games.solitaire.state import Outcome, SolitaireKind, SolitaireMatch, SolitaireRound
from referee.engine.layout import Layout, Shape
from referee.engine.messages import Listed, Message, marked, msg, tiles_word
from referee.engine.record.events import Deal, Draw, DrawSeen, Pass, Play
from referee.engine.rules.solitaires import DrawFive
from referee.engine.rulings import Breach, Code, Settled, stood
from referee.engine.tiles import Tile, mask_of, tile_list, tiles_in

FIVE = 5
LINE = Layout(Shape())  # with two ends, still empty


@dataclass(slots=True)
class FiveRound(SolitaireRound):
    """A hand in play: `known` is the mask of its tiles that were seen, `hidden` how many were drawn unseen.

    `unseen` is the mask of tiles that are neither laid nor known, `boneyard` how many nobody has taken.
    """

    boneyard: int
    unseen: int
    layout: Layout = LINE
    known: int = 0
    hidden: int = 0
    is_dealt: bool = False

    @property
    def laid_out(self) -> Layout | None:
        """The line; None if nothing was laid."""
        return self.layout if self.layout.laid else None

    @property
    def sleeping(self) -> int:
        """How many tiles nobody has taken."""
        return self.boneyard

    @property
    def held(self) -> tuple[int, ...]:
        """How many tiles are in the hand."""
        return (self.known.bit_count() + self.hidden,)

    def places(self, tile: Tile) -> list[Landing]:
        """The ways in which the tile fits the ends of the line."""
        return [Landing(place, place.half) for place in self.layout.places() if place.half in tile.halves]

    def goes(self, tile: Tile) -> bool:
        """Whether the tile can be laid now."""
        return not self.layout.laid or bool(self.places(tile))


def deal(state: SolitaireMatch, current: FiveRound, event: Deal) -> Outcome:
    """Rule on the five tiles of the hand."""
    faces = state.faces_dealt(event, FIVE)
    if isinstance(faces, Breach):
        return faces
    hand = mask_of(each.tile for each in faces)
    current = current._replace(
        boneyard=current.boneyard - FIVE, unseen=current.unseen & ~hand, known=hand, is_dealt=True
    )
    words = msg("The hand is {tiles}.", tiles=tile_list(tiles_in(hand)))
    return stands(state._replace(round=current), words, rule=state.setup.variant.rule("line"))


def play(state: SolitaireMatch, current: FiveRound, event: Play) -> Outcome:
    """Rule on a tile of the hand that is laid."""
    tile = state.tile_of_set(event.tile, event.written)
    if isinstance(tile, Breach):
        return tile
    if any(each.tile is tile for each in current.layout.laid):
        return Breach(Code.ALREADY_PLAYED, msg("{tile} lies in the line already.", tile=tile))
    if not tile.bit & current.known and not current.hidden:
        return Breach(Code.BAD_MOVE, msg("{tile} is not in the hand.", tile=tile))
    found = _landing(state, current, event, tile)
    if isinstance(found, Breach):
        return found
    layout = current.layout.add(tile, found.place, found.touching, stood=found.breach is not None)
    words = msg("{tile} begins the line.", tile=tile)
    if found.place is not None:
        words = msg("{tile} goes on {at}.", tile=tile, at=found.place.tile)
    known = bool(tile.bit & current.known)
    current = current._replace(
        layout=layout,
        known=current.known & ~tile.bit,
        hidden=current.hidden - (not known),
        unseen=current.unseen & ~tile.bit,
    )
    return _on(state, current, words, "line", found.breach)


def _landing(state: SolitaireMatch, current: FiveRound, event: Play, tile: Tile) -> Landing | Breach:
    """How the event lays the tile; a breach if it may not, or if the event is ambiguous."""
    if not current.layout.laid:
        if event.at_written:
            words = msg("Nothing lies yet; {tile} is the first.", tile=tile)
            return Breach(Code.NO_SUCH_END, words)
        return Landing(None, tile.high)
    rule = state.setup.variant.rule("line")
    layout = current.layout
    places = layout.places_on(event.at, event.half) if event.at_written else layout.places()
    if not places:
        return Breach(Code.NO_SUCH_END, msg("{at} has no open end.", at=event.at_written), rule)
    ways = [each for each in current.places(tile) if each.place in places]
    if event.out is not None:
        ways = [each for each in ways if tile.other(each.touching) == event.out]
    if not ways:
        ends = Listed(dict.fromkeys(each.half for each in places))
        words = msg("{tile} does not go on {ends}.", tile=tile, ends=ends)
        breach = Breach(Code.DOES_NOT_MATCH, words, rule, forgivable=True)
        return forced(event, tile, places, breach)
    return one_way(tile, ways)


def _on(
    state: SolitaireMatch, current: FiveRound, words: Message, name: str, breach: Breach | None
) -> Outcome:
    """The ruling once the hand has changed: won, lost, or going on; `breach` is one that the table let stand."""
    if not current.boneyard and current.hidden:  # what is left of the set must be in the hand
        current = current._replace(known=current.known | current.unseen, unseen=0, hidden=0)
    part = state.rules(DrawFive)
    state = state._replace(round=current)
    empty = not sum(current.held)
    settled: Settled | None = None
    if empty and (part.ends_with_empty_hand or not current.boneyard):
        end = msg("The hand is empty.") if part.ends_with_empty_hand else msg("Every tile is laid.")
        settled, name = Settled("out", 0, (), (end,)), "goal"
    elif not current.boneyard and not _able(current):
        left = tiles_word(sum(current.held))
        end_words = msg("Nothing goes, and nothing is left to draw: {left} in the hand.", left=left)
        settled, name = Settled("blocked", None, (), (end_words,)), "lost"
    after, steps = (state, ()) if settled is None else (state.settle(settled), settled.steps)
    ruling, after = stands(after, words, *steps, rule=state.setup.variant.rule(name), settled=settled)
    return stood(ruling, breach), after


def _able(current: FiveRound) -> list[Tile]:
    return [each for each in tiles_in(current.known) if current.goes(each)]


def _must_play(state: SolitaireMatch, current: FiveRound) -> Breach | None:
    able = _able(current)
    if not able:
        return None
    words = msg("{tile} goes, so it has to be laid.", tile=able[-1])
    return Breach(Code.MUST_PLAY, words, state.setup.variant.rule("drawing"), forgivable=True)


def _why_not_draw(
    state: SolitaireMatch, current: FiveRound, event: Draw | DrawSeen, number: int
) -> Breach | None:
    """Why this many tiles may not be drawn; includes a breach that the table let stand."""
    breach = _must_play(state, current)
    if number > current.boneyard and (breach is None or event.stood):
        left = tiles_word(current.boneyard)
        return Breach(Code.BONEYARD_EMPTY, msg("Only {left} can be drawn.", left=left))
    if breach is not None:
        return breach._replace(forgivable=number <= current.boneyard)
    if isinstance(event, DrawSeen):
        early = [each for each in event.tiles[:-1] if each is not None and current.goes(each)]
        if early:
            words = msg("{tile} goes, so nothing more is drawn after it.", tile=early[0])
            return Breach(Code.MUST_PLAY, words, state.setup.variant.rule("drawing"), forgivable=True)
    return None


def draw(state: SolitaireMatch, current: FiveRound, event: Draw) -> Outcome:
    """Rule on a number of tiles drawn unseen."""
    breach = _why_not_draw(state, current, event, event.number)
    if breach is not None and not (event.stood and breach.forgivable):
        return breach
    current = current._replace(boneyard=current.boneyard - event.number, hidden=current.hidden + event.number)
    words = msg("{tiles} drawn.", tiles=tiles_word(event.number))
    return _on(state, current, words, "drawing", breach)


def draw_seen(state: SolitaireMatch, current: FiveRound, event: DrawSeen) -> Outcome:
    """Rule on tiles that are drawn and named, in the order in which they were drawn."""
    tiles = []
    for each in event.tiles:
        tile = state.tile_of_set(each)
        if isinstance(tile, Breach):
            return tile
        if not tile.bit & current.unseen:
            return Breach(Code.ALREADY_PLAYED, msg("{tile} was seen before.", tile=tile))
        tiles.append(tile)
    breach = named_twice(tiles) or _why_not_draw(state, current, event, len(tiles))
    if breach is not None and not (event.stood and breach.forgivable):
        return breach
    drawn = mask_of(tiles)
    current = current._replace(
        boneyard=current.boneyard - len(tiles), known=current.known | drawn, unseen=current.unseen & ~drawn
    )
    words = msg("{tiles} drawn.", tiles=Listed(tiles))
    return _on(state, current, words, "drawing", breach)


def say_pass(state: SolitaireMatch, current: FiveRound, event: Pass) -> Outcome:
    """Rule on a pass: there is always something to lay or to draw, or the game is over."""
    words = msg("{left} can still be drawn.", left=tiles_word(current.boneyard))
    breach = _must_play(state, current) or Breach(
        Code.MUST_DRAW, words, state.setup.variant.rule("drawing"), forgivable=True
    )
    return (stood(stands(state)[0], breach), state) if event.stood else breach


KIND = SolitaireKind(
    lambda setup, number: FiveRound(number, len(setup.tiles), setup.tiles.mask),
    {Deal: deal, Play: play, Draw: draw, DrawSeen: draw_seen, Pass: say_pass},
    undealt=marked("Five tiles are drawn and turned up first."),
    dealt=marked("The hand is open already."),
)
