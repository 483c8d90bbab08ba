"""The words for an event of a line game."""

from collections.abc import Iterator, Sequence

from referee.engine.games.line.premios import PREMIO_NAMES, remark_words
from referee.engine.games.line.settlement import deciding_rules
from referee.engine.games.line.state import LineMatch, is_dead
from referee.engine.games.match import State
from referee.engine.games.shown_hands import all_held
from referee.engine.log import Entry
from referee.engine.messages import Listed, _, _n, capital, points_word
from referee.engine.record.events import Claim, Draw, Flip, Hand, Muggins, Pass, Pips, Play
from referee.engine.rules.counting import sum_in_words
from referee.engine.rulings import Code, Rule, Settled, Step, StepKind
from referee.engine.tiles import Tile
from referee.reports.told import HandLeft, Telling, Told, as_ruled, hands_left


def _told(entry: Entry, by: str, hidden: Sequence[Tile]) -> Told:
    """The tile and its place, or what was done without a tile; the sums of `hidden` tiles are left out."""
    event, ruling = entry.event, entry.ruling
    tile = event.tile if isinstance(event, Play | Flip) else None
    is_wrong = isinstance(event, Claim | Muggins) and ruling.code is not None
    called = tuple(str(each) for each in ruling.said[1:]) if is_wrong and ruling.overshot is None else ()
    overshot = (str(ruling.overshot),) if ruling.overshot is not None else ()
    notes = (*called, *overshot, *_earned(entry), *map(str, map(remark_words, ruling.remarks)))
    return Told(words_of(entry, by), tile, arithmetic(entry, hidden), notes)


def _earned(entry: Entry) -> Iterator[str]:
    """The premios that the event earned, each with its side."""
    sides = entry.state.setup.sides
    for each in entry.ruling.premios:
        what = capital(_(PREMIO_NAMES[each.kind]))
        points = points_word(each.points)
        yield _("{what}: {points} for {side}", what=what, points=points, side=sides[each.side])


def words_of(entry: Entry, by: str) -> str:
    """What was done, in words to follow the player's name."""
    event, ruling = entry.event, entry.ruling
    match event:
        case Play():
            return _("on {tile}", tile=ruling.at) if ruling.at is not None else _("opens")
        case Flip():
            return _("goes") if went(entry, event.tile) else _("goes to the bottom")
        case Draw():
            return drawn(event.number, entry)
        case Pass():
            return _passed(entry)
        case Claim():
            return _("claims {points}", points=points_word(event.points))
        case Muggins():
            called = ruling.called
            return _("calls muggins") if called is None else _("calls muggins on {tile}", tile=called)
        case Hand():
            return _("shows {tiles}", tiles=Listed(event.tiles)) if event.tiles else _("shows no tile")
        case Pips():
            return _n("has {n} pip left", "has {n} pips left", event.pips)
        case _:
            return as_ruled(ruling, by)


def _passed(entry: Entry) -> str:
    """A pass, in the game's own word."""
    if entry.ruling.stops:
        return _("stops here")
    knock = LineMatch.of(entry.state).setup.variant.knock
    if knock == "Pass":
        return _("passes")
    return _("knocks") if knock == "Knock" else _("says {word}", word=knock)


def drawn(number: int, entry: Entry) -> str:
    """How many tiles were drawn, perhaps in several draws, and how many are left."""
    return _("draws {number}, {left} left", number=number, left=entry.state.sleeping)


def went(entry: Entry, tile: Tile | None) -> bool:
    """Whether a tile that was turned up could be laid; otherwise it is at the bottom of its row."""
    layout = entry.state.layout
    return layout is not None and layout.laid[-1].tile is tile


def arithmetic(entry: Entry, hidden: Sequence[Tile]) -> str:
    """The sum of the ends after a tile or a claim for nothing, "6 + 6 + 3 = 15"; "" if not counted or not to be told."""
    event, ends, layout = entry.event, entry.state.ends, entry.state.layout
    is_for_nothing = isinstance(event, Claim) and entry.ruling.code is Code.NOTHING_TO_CLAIM
    if not (isinstance(event, Play) or is_for_nothing) or ends is None or layout is None:
        return ""
    return "" if layout.laid[-1].tile in hidden else str(sum_in_words(ends))


def _hands(state: State, settled: Settled) -> tuple[HandLeft, ...]:
    """The hands left at the end, with their rounded pips."""
    rounded = {
        each.whom: str(each.figure)
        for each in settled.steps
        if isinstance(each, Step) and each.kind is StepKind.ROUNDED
    }
    return hands_left(LineMatch.of(state), settled, rounded)


def _how(state: State, settled: Settled) -> str:
    match = LineMatch.of(state)
    ending = match.round.ending if match.round is not None else None
    if ending is not None and ending.seat is not None:
        name = match.setup.players[ending.seat]
        if match.layout is None or settled.without_tiles:
            return _("{name} went out", name=name)
        words = _("{name} goes out with {tile}", name=name, tile=match.layout.laid[-1].tile)
        called = [each.kind for each in settled.premios if each.kind in ("capicua", "chuchazo")]
        return ": ".join((words, *(_(PREMIO_NAMES[kind]) for kind in called)))
    if match.setup.variant.always_partners and not settled.without_tiles:
        last = match.current.layout.laid[-1]
        if is_dead(match, match.current) and match.current.last_layer is not None:
            name = match.setup.players[match.current.last_layer]
            return _("{name} blocks the round with {tile}", name=name, tile=last.tile)
        return _("Blocked: nobody could answer {tile}", tile=last.tile)
    if not match.setup.variant.block_needs_hands:
        return _("Blocked")
    if match.setup.variant.blocked.needs_tiles:
        return _blocked_by_doubles(match, settled)
    if settled.winner is None:
        return _("Blocked, and nobody alone has the lightest hand")
    if match.setup.variant.blocked.by_number_of_tiles:
        return _("Blocked, with fewest tiles")
    if not match.setup.in_pairs:
        return _("Blocked, with the lightest hand")
    return _("Blocked, with the lightest hands")


def _blocked_by_doubles(match: LineMatch, settled: Settled) -> str:
    """By what a side won a block in which doubles decide; all hands have one if the winner's has."""
    setup, winner = match.setup, settled.winner
    if winner is None:
        return _("Blocked, and nobody alone wins it")
    hands = (each for each in all_held(match) if each is not None and setup.side_of[each.seat] == winner)
    if not any(tile.is_double for each in hands for tile in each.tiles or ()):
        return _("Blocked, with the lightest hand without a double")
    if setup.variant.blocked.lowest_double_wins:
        return _("Blocked, with the lowest double")
    return _("Blocked, with the lightest hand apart from doubles")


def _rules(entry: Entry, settled: Settled) -> tuple[Rule, ...]:
    """The rules that decided what was paid."""
    return deciding_rules(LineMatch.of(entry.state).setup.variant, settled)


LINE = Telling(_told, _how, _hands, rules=_rules)
