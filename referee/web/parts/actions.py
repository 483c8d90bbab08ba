"""What may be done besides laying a tile: only what this game has, in its own words, and Undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.games.hands import HandsRound
from referee.engine.games.line.state import LineRound, drawable
from referee.engine.games.line.stuck import draw_breach, pass_breach
from referee.engine.games.line.turn import is_dead
from referee.engine.messages import _, _n, _p, msg_as
from referee.engine.record.events import Draw, Pass
from referee.engine.rules.turns import Further
from referee.engine.rulings import Ruling
from referee.web.parts.corrections import redo_of, undo_of
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, dumped
from referee.web.parts.permissions import may_say, who_is
from referee.web.parts.table_views import Action, LinkView, Press

# What a player says who cannot go, as each sheet has it.
_KNOCKS = {
    "Pass": msg_as("button", "Pass"),
    "Knock": msg_as("button", "Knock"),
    "G": msg_as("button", "G"),
    "Gee": msg_as("button", "Gee"),
}


def bar_of(table: Table, current: LineRound) -> tuple[Action, ...]:
    """What may be done besides laying a tile: only what this game has, in its own words."""
    state = table.match
    found: list[Action] = []
    if current.layout.laid and current.turn is not None and table.match.setup.variant.rows is None:
        found += _stuck_actions(table, current, current.turn)
    found += correcting(table)
    return spaced(found, sleeping(current, drawable(state, current), is_short=True))


def _stuck_actions(table: Table, current: LineRound, seat: int) -> list[Action]:
    state = table.match
    variant = table.match.setup.variant
    left = drawable(state, current)
    found: list[Action] = []
    if variant.drawing.is_allowed:
        if left and is_dead(state, current):
            return [
                Press(
                    label=_n("Draw the last tile", "Draw the last {n}", left),
                    name="forced",
                    value="1",
                    sub=_("no tile fits any more"),
                    tone="main",
                    keyed=_p("key", "D"),
                )
            ]
        tone = "" if draw_breach(state, current, Draw(seat, 1)) is None else "pale"
        found.append(
            Press(
                label=_p("button", "Draw"),
                name="draw",
                value="1",
                sub=sleeping(current, left),
                tone=tone,
                keyed=_p("key", "D"),
            )
        )
    tone = "" if pass_breach(state, current, Pass(seat)) is None else "pale"
    word = (
        _("Done") if current.going_on is Further.MAY_LAY else str(_KNOCKS.get(variant.knock, variant.knock))
    )
    found.append(Press(label=word, name="knock", value="1", tone=tone, keyed=_p("key", "P")))
    return found


def sleeping(current: HandsRound, left: int, *, is_short: bool = False) -> str:
    """How many tiles sleep, or may still be drawn; `is_short` if there is little room."""
    if not left:
        if not current.boneyard:
            return _("none left")
        return _n("{n} stay", "{n} stay", current.boneyard)
    if is_short:
        return _n("{n} left", "{n} left", left)
    if current.boneyard == left:
        return _n("{n} in the boneyard", "{n} in the boneyard", left)
    return _n("{n} may be drawn", "{n} may be drawn", left)


def correcting(table: Table) -> list[Action]:
    """Undo, and Redo left of it after an undo, each as far as this link may do it."""
    found: list[Action] = []
    if _may_retract(table, redo_of(table.log, table.seq)):
        found.append(Press(label=_("Redo"), name="redo", value="1", keyed=_p("key", "R")))
    if _may_retract(table, undo_of(table.log)):
        found.append(Press(label=_("Undo"), name="undo", value="1", keyed=_p("key", "U")))
    return found


def _may_retract(table: Table, number: int | None) -> bool:
    return number is not None and may_say(who_is(table), {"retract": number}, table.log) is None


def back_link(table: Table, label: str, tone: str = "") -> LinkView:
    """The way out of a step: to the table with nothing asked, also by Escape."""
    return LinkView(label=label, href=NOTHING.href(table.link), tone=tone, keyed="Escape")


def after_refusal(
    table: Table, tried: Mapping[str, Any], ruling: Ruling, draws: Iterable[Action] = ()
) -> tuple[Action, ...]:
    """After a refused move: to draw instead, to let it stand if the table may, or to take it back."""
    stand = Press(label=_("Let it stand"), name="stand", value=dumped(tried))
    may_stand = ruling.may_stand and {"play", "draw", "pass"} & set(tried)
    return (*draws, *((stand,) if may_stand else ()), back_link(table, _("Take it back"), "main"))


def spaced(actions: Sequence[Action], short: str) -> tuple[Action, ...]:
    """The first of three is wide; with four of them the words under Draw are short."""
    if not actions or not isinstance(actions[0], Press):
        return tuple(actions)
    first = actions[0]
    if len(actions) > 3:
        first = first._replace(sub=short if first.name == "draw" else first.sub)
    elif len(actions) == 3 and not first.tone:
        first = first._replace(tone="wide")
    return (first, *actions[1:])
