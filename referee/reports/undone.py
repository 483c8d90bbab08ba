"""How an event reads that is no longer in force: beside the name of its player, within a sentence, or by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.engine.games.phrases import listed, points_word, tiles_word
from referee.engine.games.trains.state import PUBLIC
from referee.engine.log import Log
from referee.engine.messages import Message, _, _n, marked, msg
from referee.engine.record.events import (
    Adjust,
    Claim,
    Draw,
    Event,
    Flip,
    Hand,
    Muggins,
    Pass,
    Pips,
    Play,
    Round,
    Void,
    verb_of,
)
from referee.reports.sections import said_first


def beside_name(event: Event) -> str:
    """The words beside the name of its player, after the tile if there is one; "" if it needs a sentence."""
    match event:
        case Play(train=train) if train:
            return _("on the Mexican train") if train == PUBLIC else _("on {name}'s train", name=train)
        case Play() | Flip():
            return _("on {tile}", tile=event.at_written) if event.at_written else ""
        case Draw():
            return _("drew {tiles}", tiles=tiles_word(event.number))
        case Pass():
            return _("passed")
        case Claim() | Muggins():
            return _("called {points}", points=points_word(event.points))
        case Hand():
            return _("showed {tiles}", tiles=listed(event.tiles))
        case Pips():
            return _n("had {n} pips left", "had {n} pips left", event.pips)
        case _:
            return ""


def in_sentence(log: Log, number: int) -> str:
    """How the entry of that number, as it was said first, reads within a sentence."""
    return _told(log, number, str.lower)


def by_itself(log: Log, number: int) -> str:
    """The same by itself, with a capital letter."""
    return _told(log, number, str.upper)


def _told(log: Log, number: int, first: Callable[[str], str]) -> str:
    """The words, their first letter as `first` makes it, unless they begin with a name."""
    undone = _undone(log.start.setup.players, said_first(log, number))
    words = str(undone)
    return words if words.startswith(str(undone.values.get("name", " "))) else first(words[:1]) + words[1:]


def _undone(names: Sequence[str], event: Event | None) -> Message:
    match event:
        case Play() | Flip():
            return msg("{name}'s {tile}", name=names[event.by], tile=event.written)
        case Draw():
            return msg("{name} drew {tiles}", name=names[event.by], tiles=tiles_word(event.number))
        case Pass():
            return msg("{name}'s pass", name=names[event.by])
        case Claim() | Muggins():
            return msg("{name}'s call of {points}", name=names[event.by], points=points_word(event.points))
        case Round():
            return msg("The deal of round {number}", number=event.number)
        case None:
            return msg("A correction")
        case Adjust() | Void():
            return msg("What the table agreed")
        case _:
            by = getattr(event, "by", None)
            name = names[by] if isinstance(by, int) and by >= 0 else names[0]
            return msg(_GONE.get(verb_of(event), marked("What was said")), name=name)


# How an entry that was taken back reads in games without a line of tiles.
_GONE = {
    "hand": marked("what {name} showed"), "pips": marked("what {name} showed"), "bid": marked("{name}'s bid"),
    "trump": marked("{name}'s trump"), "ante": marked("{name}'s ante"), "bet": marked("{name}'s bet"),
    "call": marked("{name}'s call"), "raise": marked("{name}'s raise"), "check": marked("{name}'s check"),
    "fold": marked("{name}'s fold"), "deal": marked("The tiles turned up"), "remove": marked("A tile taken out"),
    "knock": marked("What was knocked out"), "move": marked("A move"), "turn": marked("A tile turned up"),
    "draw": marked("The tiles drawn"), "rest": marked("{name}'s claim to the rest"),
    "concede": marked("{name}'s concession"), "result": marked("The result told without tiles"),
}  # fmt: skip
