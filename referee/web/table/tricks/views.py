"""View models of the trick game pages."""

from typing import NamedTuple

from markupsafe import Markup

from referee.reports.told import StepLine, TrickLine
from referee.web.parts.table_views import NOTHING_DRAWN, Action, Cited, HandRow, Press


class NeedView(NamedTuple):
    """What a side has bid, has taken and still needs in this hand."""

    bid: str
    taken: str
    needs: str


class SeatPlace(NamedTuple):
    """One player at the table: the tile in front of them, or what they said; `turn` marks the player to act."""

    side: str
    name: str
    drawing: Markup = NOTHING_DRAWN
    said: str = ""
    before: str = ""
    turn: bool = False
    best: bool = False


class RoundView(NamedTuple):
    """The four players round the table, and the text in the middle; `trump` is set if the ruling does not say it."""

    places: tuple[SeatPlace, ...]
    figure: str
    caption: str
    words: str
    over: bool = False
    trump: str = ""


class TrickRow(NamedTuple):
    """A trick and its tiles: in the order in which they were laid; in the list of tricks a column for each player."""

    told: TrickLine
    tiles: tuple[Markup, ...]


class Rung(NamedTuple):
    """A row of buttons that look alike: bids, calls, suits."""

    shape: str
    label: str
    keys: tuple[Press, ...]


class PlayFace(NamedTuple):
    """The table during bidding and play: what each side needs, the four seats, the tricks of each side, open hands.

    `rungs` are the bids or trumps to choose from; `ways` are the ways to end the hand, if the page asks for one;
    `so_far` is the hand as a list, for large screens.
    """

    needs: tuple[NeedView, ...]
    round: RoundView
    taken: tuple[tuple[TrickRow, ...], ...] = ()
    open_hands: tuple[HandRow, ...] = ()
    rungs: tuple[Rung, ...] = ()
    ways: tuple[Action, ...] = ()
    so_far: "SettledFace | None" = None


class ClaimedTile(NamedTuple):
    """A tile of a claim, with why it takes its trick, or what may beat it."""

    drawing: Markup
    why: str
    safe: bool


class ClaimFace(NamedTuple):
    """A claim to the rest of a hand, judged tile by tile, with the hand's result if no tile can be beaten."""

    title: str
    sub: str
    tiles: tuple[ClaimedTile, ...]
    steps: tuple[StepLine, ...]
    rules: tuple[Cited, ...]


class SettledFace(NamedTuple):
    """A finished hand, from the auction to the last trick."""

    players: tuple[str, ...]
    auction: str
    tricks: tuple[TrickRow, ...]
    contract: str = ""
    held: tuple[HandRow, ...] = ()
