"""View models of the trick game pages."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from referee.reports.rounds import StepLine
from referee.web.parts.table_views import NOTHING_DRAWN, Action, Cited, HandRow


class Pair(NamedTuple):
    """One side: its score, its bid, and what it has taken and still needs in this hand."""

    name: str
    score: int
    bid: str = ""
    taken: str = ""
    needs: str = ""
    now: bool = False
    lost: bool = False


class SeatPlace(NamedTuple):
    """One player at the table: the tile that lies in front of them, or what they said; `turn` marks whose turn it is."""

    side: str
    name: str
    drawing: Markup = NOTHING_DRAWN
    said: str = ""
    before: str = ""
    turn: bool = False
    best: bool = False


class RoundView(NamedTuple):
    """The four as they sit round the table, and what stands in the middle; `trump` is told if the ruling does not."""

    places: tuple[SeatPlace, ...]
    figure: str
    caption: str
    words: str
    over: bool = False
    trump: str = ""


class TakenTrick(NamedTuple):
    """A trick that is complete, small."""

    number: int
    winner: str
    points: int
    tiles: tuple[Markup, ...]


class Word(NamedTuple):
    """A bid or a trump as a button: `text` is seen, `label` is for a screen reader, `pale` says that it is refused."""

    text: str
    label: str
    value: str
    note: str = ""
    pale: bool = False
    drawing: Markup = NOTHING_DRAWN


class Rung(NamedTuple):
    """A row of buttons that look alike: bids, calls, suits."""

    shape: str
    label: str
    keys: tuple[Word, ...]


class PlayFace(NamedTuple):
    """The table while a hand is bid and played: the scores, the four seats, the tricks taken by each side, open hands.

    `rungs` are the bids or the trumps to choose from, `ways` those to end the hand, where that is what is asked;
    `so_far` is the hand as a list for large screens.
    """

    pairs: tuple[Pair, ...]
    round: RoundView
    taken: tuple[tuple[TakenTrick, ...], ...] = ()
    open_hands: tuple[HandRow, ...] = ()
    rungs: tuple[Rung, ...] = ()
    ways: tuple[Action, ...] = ()
    so_far: SettledFace | None = None


class ClaimedTile(NamedTuple):
    """A tile that the rest is claimed with, and why it takes its trick, or what may beat it."""

    drawing: Markup
    why: str
    safe: bool


class ClaimFace(NamedTuple):
    """A claim to the rest of a hand, judged tile by tile; with what the hand comes to, if nothing can beat them."""

    title: str
    sub: str
    tiles: tuple[ClaimedTile, ...]
    steps: tuple[StepLine, ...]
    rules: tuple[Cited, ...]


class TakenColumn(NamedTuple):
    """One player's tile in a row of the list of tricks: who led is marked, who took it is bold."""

    drawing: Markup = NOTHING_DRAWN
    name: str = ""
    led: bool = False
    won: bool = False


class TrickRow(NamedTuple):
    """One trick with a column for each player, its winner and its points."""

    number: int
    columns: tuple[TakenColumn, ...]
    winner: str
    points: int


class SettledFace(NamedTuple):
    """A hand that is over, from the auction to the last trick."""

    players: tuple[str, ...]
    auction: str
    tricks: tuple[TrickRow, ...]
    contract: str = ""
    held: tuple[HandRow, ...] = ()
