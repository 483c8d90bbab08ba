"""The steps in which a table was entered: the last one is what Undo takes back, and Redo brings it back."""

from typing import NamedTuple

from referee.engine.persistent_list import PersistentList
from referee.engine.record.events import Amend, Event, Result, Retract, Round


class Done(NamedTuple):
    """The numbers of the events that were entered together: one move, or a correction with all that it changes."""

    numbers: tuple[int, ...]
    is_deal: bool = False


class Undone(NamedTuple):
    """The numbers of the retracts of one Undo, and the steps that they take back, the first one first."""

    by: tuple[int, ...]
    steps: tuple[Done, ...]


class Steps(NamedTuple):
    """The steps of a table in force, and the undone ones that Redo can bring back.

    `last` are the events that were entered last. Events up to number `until` belong to the last step.
    """

    done: PersistentList[Done] = PersistentList()
    undone: PersistentList[Undone] = PersistentList()
    last: tuple[int, ...] = ()
    until: int = 0

    def plus(self, first: int, *events: Event) -> "Steps":
        """The steps after events that stand and are judged together, numbered from `first` on.

        Retracts of just the last steps are an Undo, and retracts of just the last Undo a Redo. Any others are a
        correction, such as an entry taken back in the list: a step that Undo takes back, too.
        """
        numbers = tuple(range(first, first + len(events)))
        if first <= self.until:
            numbers = self.last + numbers
            return self._replace(done=self.done.upto(len(self.done) - 1).plus(Done(numbers)), last=numbers)
        event = events[0]
        until = first + event.with_next if isinstance(event, Retract | Amend) else first
        targets = {each.event for each in events if isinstance(each, Retract)}
        if len(targets) == len(events) and until <= numbers[-1]:
            found = self._undone(numbers, targets) or self._redone(targets)
            if found is not None:
                return found._replace(last=numbers)
        done, step = self.done, Done(numbers, isinstance(event, Round))
        if isinstance(event, Result) and done and done[-1].is_deal:  # a whole round, which one form enters
            done, step = done.upto(len(done) - 1), Done(done[-1].numbers + numbers)
        return Steps(done.plus(step), last=numbers, until=until)

    def _undone(self, by: tuple[int, ...], targets: set[int]) -> "Steps | None":
        left, place = targets, len(self.done)
        while left and place and left.issuperset(self.done[place - 1].numbers):
            left = left.difference(self.done[place - 1].numbers)
            place -= 1
        if left:
            return None
        undone = Undone(by, tuple(self.done.after(place)))
        return self._replace(done=self.done.upto(place), undone=self.undone.plus(undone))

    def _redone(self, targets: set[int]) -> "Steps | None":
        if not self.undone or targets != {*self.undone[-1].by}:
            return None
        done = self.done.plus_all(self.undone[-1].steps)
        return self._replace(done=done, undone=self.undone.upto(len(self.undone) - 1))

    @property
    def undo(self) -> tuple[int, ...]:
        """The numbers of the events that Undo takes back, in the order in which it does; empty if there are none."""
        return self.done[-1].numbers[::-1] if self.done else ()

    @property
    def redo(self) -> tuple[int, ...]:
        """The numbers of the retracts that Redo takes back, in the order in which it does; empty if there are none."""
        return self.undone[-1].by[::-1] if self.undone else ()
