"""The words for an event of a solitaire."""

from collections.abc import Iterable, Sequence

from referee.engine.games.match import State
from referee.engine.games.solitaire.columns import ColumnsRound
from referee.engine.games.solitaire.counting_row import RowRound
from referee.engine.games.solitaire.draw_five import FiveRound
from referee.engine.games.solitaire.knock_out import KnockOutRound
from referee.engine.games.solitaire.state import SolitaireMatch
from referee.engine.games.trains.state import Laid
from referee.engine.log import Entry
from referee.engine.messages import _, _n, _p, capital, marked, msg, msg_as
from referee.engine.record.events import Deal, Play, Remove
from referee.engine.rulings import Settled, Verdict
from referee.engine.tiles import Face, Tile, heaviest, tiles_in
from referee.reports.told import HandLeft, Lane, StepLine, Telling, Told


def _told(entry: Entry, _by: str, _hidden: Sequence[Tile]) -> Told:
    """What was done, with notes on the tiles after a deal and on how the game ended."""
    event, ruling = entry.event, entry.ruling
    text, *more = [str(each).removesuffix(".") for each in ruling.said]
    if ruling.verdict is Verdict.LET_STAND:
        del more[-2:]  # for every game, `lines` adds the broken rule and that it stood
    # The tiles of draw five are dealt to a hand, those of all others lie on the table.
    lies_open = SolitaireMatch.of(entry.state).setup.variant.solitaire != "draw_five"
    if isinstance(event, Deal) and lies_open:
        more.insert(0, " ".join(str(face) for face in event.faces))
    tile = event.tile if isinstance(event, Play | Remove) else None
    return Told(
        text.removeprefix(f"{tile} ") if tile is not None else text,
        tile,
        notes=(". ".join(more),) if more else (),
    )


def game_title(state: State, settled: Settled) -> str:
    """How a game ended: won, or how many tiles were left."""
    if settled.how == "void":
        return _("Given up")
    kind, left = SolitaireMatch.of(state).setup.variant.solitaire, state.left[-1]
    if settled.how == "out":
        if kind == "counting_row":
            return _("The row is cleared")
        return _("Nothing is left") if kind == "knock_out" else _p("solitaire", "Won")
    words = left_words(kind, left)
    return capital(words) if kind == "knock_out" else _("Lost: {words}", words=words)


_WON = msg_as("solitaire", "won")
_NONE_LEFT = {
    "counting_row": msg_as("row", "cleared"), "knock_out": msg("none left"), "columns": _WON, "draw_five": _WON,
}  # fmt: skip


def left_words(kind: str, left: int) -> str:
    """What was left after a game, in a few words."""
    if not left:
        return str(_NONE_LEFT[kind])
    return _("{n} face down", n=left) if kind == "columns" else _n("{n} left", "{n} left", left)


def _lanes(state: State) -> tuple[Lane, ...]:
    """The tiles on the table at the end: the columns, each named by what still lies face down in it, or one row."""
    current = SolitaireMatch.of(state).round
    match current:
        case ColumnsRound():
            return tuple(
                Lane(_("{n} face down", n=each.down) if each.down else "", _lying(each.seen))
                for each in current.columns
                if each.has_tiles
            )
        case RowRound():
            left = [Face(each.high, each.low) for each in current.dealt if not each.bit & current.out]
        case KnockOutRound():
            left = [*current.line]
        case _:
            left = []
    return (Lane("", _lying(left)),) if left else ()


def _lying(faces: Iterable[Face]) -> tuple[Laid, ...]:
    return tuple(Laid(each.tile, None, None, each.second) for each in faces)


def _hand(state: State, _settled: Settled) -> tuple[HandLeft, ...]:
    """The tiles left in the hand of draw five."""
    current = SolitaireMatch.of(state).round
    if not isinstance(current, FiveRound) or not current.known:
        return ()
    held = heaviest(tiles_in(current.known))
    return (HandLeft(state.setup.players[0], held, str(sum(each.pips for each in held))),)


def _how(state: State, settled: Settled) -> str:
    """What the judge said; "" in a game whose title says it all."""
    if SolitaireMatch.of(state).setup.variant.solitaire == "knock_out":
        return ""
    return " ".join(map(str, settled.steps)).removesuffix(".")


def games_of(state: SolitaireMatch) -> list[int | None]:
    """What was left after each game, None if it was given up."""
    return [
        None if settled.how == "void" else left
        for settled, left in zip(state.rounds, state.left, strict=True)
    ]


def fewest_left(state: SolitaireMatch) -> int | None:
    """The fewest left after any game at the table; None before the first."""
    return min((each for each in games_of(state) if each is not None), default=None)


def _steps(state: State, _settled: Settled) -> tuple[StepLine, ...]:
    """What the result, which the title tells, is compared with: the best for this line and at this table."""
    match = SolitaireMatch.of(state)
    current, games = match.round, len(match.rounds)
    found = []
    if isinstance(current, KnockOutRound):
        found.append(_("The best that this line allowed: {left}", left=current.best))
    here = fewest_left(match)
    if here is not None and games > 1:
        found.append(_("Best of {n} games here: {left}", n=games, left=here))
    if any(match.scores) and games > 1:
        found.append(_("Points so far: {points}; fewer is better", points=match.scores[0]))
    return tuple(map(StepLine, found))


PATIENCE = Telling(
    _told,
    _how,
    _hand,
    rules=lambda entry, settled: () if settled.how == "void" else entry.ruling.rules,
    title=game_title,
    steps=_steps,
    lanes=_lanes,
    name=marked("game {number}"),
    one=marked("Game"),
    by_round=marked("Game by game"),
    counted=lambda number: _n("1 game", "{n} games", number),
)
