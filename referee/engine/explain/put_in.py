"""Entries that were forgotten are put in where they belong, or one that never was is left out, and everything after it is
entered again."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from referee.engine.corrections import find, place_of
from referee.engine.explain.later_moves import taken_back_from
from referee.engine.games.match import State
from referee.engine.log import Answer, Entry, Log, could_not_stand, together
from referee.engine.messages import Joined, Message, msg
from referee.engine.record.events import Claim, Draw, Pass, Play
from referee.engine.record.readers import MOST_TOGETHER
from referee.engine.rulings import Verdict

Bodies = Callable[[int], Mapping[str, Any]]  # how the entry with this number reads now, in record form


class PutIn(NamedTuple):
    """The entries that put them in or leave one out, in record form and with their answers, and the log after them.

    There are none if `refused` says why that cannot be; `log` is then the log as it was.
    """

    said: tuple[tuple[dict[str, Any], Answer], ...]
    log: Log
    refused: Message | None = None


def put_in(log: Log, number: int, new: Sequence[Mapping[str, Any]], bodies: Bodies) -> PutIn:
    """Put new entries in before entry `number`, which is taken back with all entries after it and said again; without any
    new ones that entry itself is left out.

    Each later move of the round that was made in turn goes to the player whose turn it then is: if a pass was forgotten,
    that is the next player. Nothing is written. It is refused if there is no such entry in force, if a new entry or one
    of those after it could not stand, or if they are too many for one Undo.
    """
    if find(log.entries, number) is None:
        return PutIn((), log, msg("Entry {number} is not in the log.", number=number))
    back = taken_back_from(log, number).raws
    place = place_of(log.entries, number) + (not new)
    later = [*log.entries.after(place)]
    if len(back) + len(new) + len(later) > MOST_TOGETHER:
        return PutIn((), log, msg("Too much was entered after it to enter all of it again in one step."))
    first = ((None, each) for each in (*together(back, len(new) + len(later)), *map(dict, new)))
    again = ((each, dict(bodies(each.number))) for each in later)
    said: list[tuple[dict[str, Any], Answer]] = []
    now: dict[int, int] = {}  # the new number of each entry that is said again
    turns = _Turns(log, place)
    after = log
    for entry, raw in chain(first, again):
        if raw.get("about") in now:
            raw["about"] = now[raw["about"]]
        before = after.state
        if entry is not None:
            turns.give(entry, raw, before)
        answer, after = after.say(raw)
        if answer.ruling.verdict is Verdict.REFUSED and after.state is before:
            if entry is not None:
                return PutIn((), log, could_not_stand(entry.number, answer.ruling))
            return PutIn((), log, Joined(answer.ruling.said, " "))
        said.append((raw, answer))
        if entry is not None:
            now[entry.number] = answer.number
    return PutIn(tuple(said), after)


class _Turns:
    """Whose move each entry of the round is, from this place of the log on, after something changed before it."""

    def __init__(self, log: Log, place: int) -> None:
        self.players = log.start.setup.players
        # The state before an entry as it was said first, and the player of the last move then and now.
        self.was = log.entries[place - 1].state if place else log.start
        self.last: dict[str, str] = {}
        self.round = self.was.round_number if len(self.players) > 1 else 0

    def give(self, entry: Entry, raw: dict[str, Any], before: State) -> None:
        """Make `raw` the move of the player whose turn it is in the state `before`, if the entry was made in turn.

        Players claim for a tile of their own, so such a claim goes with its tile.
        """
        to_act, self.was = self.was.to_act, entry.state
        if entry.state.round_number != self.round:
            return
        is_move = isinstance(entry.event, Play | Draw | Pass) and entry.event.by == to_act
        if is_move and before.to_act is not None:
            self.last = {raw["by"]: self.players[before.to_act]}
        elif not isinstance(entry.event, Claim):
            return
        raw["by"] = self.last.get(raw["by"], raw["by"])
