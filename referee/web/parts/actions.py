"""What may be done besides laying a tile: only what this game has, in its own words, and Undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.engine.games.hands import HandsRound
from referee.engine.games.line.state import LineRound, drawable, is_dead
from referee.engine.games.line.stuck import draw_breach, pass_breach
from referee.engine.messages import _, _n, _p, msg_as
from referee.engine.record.events import Draw, Pass
from referee.engine.rules.turns import Further
from referee.engine.rulings import Ruling
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, dumped
from referee.web.parts.permissions import may_say, redo_of, undo_of, who_is
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
    state, left = table.match, drawable(table.match, current)
    drawing, knock = state.setup.variant.drawing, state.setup.variant.knock
    if drawing.is_allowed and left and is_dead(state, current):
        label, sub = _n("Draw the last tile", "Draw the last {n}", left), _("no tile fits any more")
        key = _p("key", "D")
        return [Press(label=label, name="forced", value="1", sub=sub, tone="main", keyed=key)]
    may_draw = draw_breach(state, current, Draw(seat, 1)) is None
    word = _("Done") if current.going_on is Further.MAY_LAY else str(_KNOCKS.get(knock, knock))
    return [
        *([draw_button(current, left, can=may_draw)] if drawing.is_allowed else []),
        pass_button(word, can=pass_breach(state, current, Pass(seat)) is None),
    ]


def draw_button(current: HandsRound, left: int, *, can: bool) -> Press:
    """To draw a tile of those `left`; pale if the referee would refuse it, and then it tells why."""
    label, sub, tone = _p("button", "Draw"), sleeping(current, left), "" if can else "pale"
    return Press(label=label, name="draw", value="1", sub=sub, tone=tone, keyed=_p("key", "D"))


def pass_button(word: str, *, can: bool) -> Press:
    """To pass, in the word of the game; pale if the referee would refuse it."""
    return Press(label=word, name="knock", value="1", tone="" if can else "pale", keyed=_p("key", "P"))


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
