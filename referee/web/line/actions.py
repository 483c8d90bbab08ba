"""What may be done besides laying a tile: only what this game has, in its own words, and Undo."""

from __future__ import annotations

from dataclasses import replace

from referee.events import read_event
from referee.judge import rule_on
from referee.play.state import RoundState, drawable
from referee.play.turn import is_dead
from referee.rulings import Verdict
from referee.web.book import Table
from referee.web.corrections import redo_of, undo_of
from referee.web.line.claims import muggins_action
from referee.web.views import Action, Press


def bar_of(table: Table, current: RoundState) -> tuple[Action, ...]:
    """What may be done besides laying a tile: only what this game has, in its own words."""
    state = table.match
    found: list[Action] = []
    if current.layout.laid and current.turn is not None and table.match.setup.variant.rows is None:
        name = table.match.setup.players[current.turn]
        found += _stuck_actions(table, current, name)
    muggins = muggins_action(table, state)
    if muggins is not None:
        found.append(muggins)
    found += correcting(table)
    return _spaced(found)


def _stuck_actions(table: Table, current: RoundState, name: str) -> list[Action]:
    state = table.match
    variant = table.match.setup.variant
    left = drawable(state, current)
    found: list[Action] = []
    if variant.drawing.draw != "none":
        if left and is_dead(state, current):
            return [
                Press(
                    label=f"Draw the last {left}" if left > 1 else "Draw the last tile",
                    name="forced",
                    value="1",
                    sub="no tile fits any more",
                    tone="main",
                )
            ]
        tone = "" if _stands(table, {"by": name, "draw": 1}) else "pale"
        found.append(Press(label="Draw", name="draw", value="1", sub=_sleeping(current, left), tone=tone))
    tone = "" if _stands(table, {"by": name, "pass": True}) else "pale"
    word = "Done" if current.going_on == "optional" else variant.knock
    found.append(Press(label=word, name="knock", value="1", tone=tone))
    return found


def _sleeping(current: RoundState, left: int) -> str:
    if not left:
        return "none left" if not current.boneyard else f"{current.boneyard} stay"
    return f"{current.boneyard} in the boneyard" if current.boneyard == left else f"{left} may be drawn"


def _stands(table: Table, raw: dict[str, object]) -> bool:
    ruling, _ = rule_on(table.state, read_event(raw, table.setup.players), table.seq + 1)
    return ruling.verdict is Verdict.STANDS


def correcting(table: Table) -> list[Action]:
    """Undo, and Redo left of it after an undo."""
    found: list[Action] = []
    if redo_of(table.log, table.seq) is not None:
        found.append(Press(label="Redo", name="redo", value="1"))
    if undo_of(table.log) is not None:
        found.append(Press(label="Undo", name="undo", value="1"))
    return found


def short(sub: str) -> str:
    """How many tiles sleep, where there is little room."""
    return sub.replace(" in the boneyard", " left").replace(" may be drawn", " left")


def _spaced(actions: list[Action]) -> tuple[Action, ...]:
    """The first of three is wide; with four of them the words under Draw are short."""
    if not actions or not isinstance(actions[0], Press):
        return tuple(actions)
    first = actions[0]
    if len(actions) > 3:
        first = replace(first, sub=short(first.sub))
    elif len(actions) == 3 and not first.tone:
        first = replace(first, tone="wide")
    return (first, *actions[1:])
