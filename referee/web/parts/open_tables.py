"""The open tables, cached with their logs judged so far, so that a move costs one ruling."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from flask import abort, current_app

from referee.drawing.placing import Arrangement, arrange
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import State, Status
from referee.engine.layout import Layout
from referee.engine.log import Log, open_log, read_log
from referee.engine.persistent_list import PersistentList
from referee.engine.seating import Seating
from referee.engine.setup import read_setup
from referee.storage.rows import KEEPERS, EventRow, Link, TableRow
from referee.storage.store import Store
from referee.web.context import store
from referee.web.infra.giving_way import give_way, turns

KEPT = 256  # tables whose log is kept in memory
MOST = 12_000  # events of all of them together, about 4 kB each
LONG = 400  # events; judging more takes a while, so the reader thread does it


class Table(NamedTuple):
    """A table as one link opens it: `rows` is everything said at it, `log` the same, judged."""

    row: TableRow
    role: str
    link: str
    rows: PersistentList[EventRow]
    log: Log
    opened: Link

    @property
    def seat(self) -> int | None:
        """The seat that this link acts for; None for a link that acts for all, or for nobody."""
        return self.opened.seat

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.rows)

    @property
    def setup(self) -> Seating:
        """What was agreed when the table was set up."""
        return self.state.setup

    @property
    def state(self) -> State:
        """The table as it is now."""
        return self.log.state

    @property
    def match(self) -> LineMatch:
        """The state of a table at which a line game is played."""
        return LineMatch.of(self.log.state)

    def before(self, number: int) -> "Table":
        """The table as it was before the event with this number, to judge another in its place."""
        return self._replace(log=self.log.before_entry(number))

    @property
    def may_write(self) -> bool:
        """Whether this link may make entries, for everybody or for one seat."""
        return self.role == "owner" or (self.role in ("keep", "seat") and not self.row.locked)

    @property
    def may_correct(self) -> bool:
        """Whether this link may also correct what others entered, and enter what the table decides."""
        return self.may_write and self.seat is None

    @property
    def may_rule(self) -> bool:
        """Whether this link may change the rules now: from the first round on, until the match is over."""
        return (
            self.may_correct and self.state.round is not None and self.state.status is not Status.MATCH_OVER
        )

    def has_entered(self, number: int) -> bool:
        """Whether the seat that this link acts for has entered that event."""
        link = store().links.entered_by(self.row.id, number)
        return link is not None and link.seat == self.seat


def holds_record(row: TableRow, role: str) -> bool:
    """Whether a phone with a link of this role holds the record: only one that keeps score, and not of practice."""
    return role in KEEPERS and not row.practice


class _Judged(NamedTuple):
    rows: PersistentList[EventRow]
    log: Log


@dataclass(slots=True)
class _Kept:
    """What is kept of one table."""

    judged: _Judged | None = None
    arranged: Arrangement | None = None
    worked_out: dict[str, tuple[Log, Any]] = field(default_factory=dict)


class Book:
    """A cache of the logs and drawings of the tables used last; all of it can be rebuilt from the store."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[int, _Kept] = OrderedDict()
        self._events = 0  # of all tables that are kept

    def judged(self, stored: Store, row: TableRow, head: int) -> _Judged:
        """The table's log up to event `head` at least: only new events are judged.

        One thread judges a table; the others wait for it. Raises Crowded if that takes too long, or if too many wait.
        """
        known = self._known(row)
        if head - len(known.rows) > LONG:
            return turns().read(("log", row.id), lambda: self._read_on(stored, row, head))
        if len(known.rows) < head:
            with turns().judging(row.id):
                return self._read_on(stored, row, head)
        return known

    def _read_on(self, stored: Store, row: TableRow, head: int) -> _Judged:
        known = self._known(row)
        if len(known.rows) < head:
            known = self._caught_up(stored, row, known)
            self._keep(row.id, known)
        return known

    def _known(self, row: TableRow) -> _Judged:
        with self._of(row.id) as kept:
            known = kept.judged
        if known is None or known.log.start.setup.header != row.header:  # a player has a new name
            return _Judged(PersistentList(), open_log(read_setup(row.header)))
        return known

    def _caught_up(self, stored: Store, row: TableRow, known: _Judged) -> _Judged:
        new = stored.events(row.id, after=len(known.rows))
        if known.rows and len(new) <= LONG:
            log, bodies, at = known.log, [each.body for each in new], 0
            while at < len(bodies):
                answers, log = log.say_next(bodies, at)
                at += len(answers)
            return _Judged(known.rows.plus_all(new), log)
        everything = [*known.rows, *new]
        return _Judged(
            PersistentList(everything),
            read_log(known.log.start.setup, [each.body for each in everything], give_way),
        )

    def go_on(self, table: Table, rows: Sequence[EventRow], log: Log) -> Table:
        """The table after these events, which were judged before they were written down and are not judged again."""
        after = table._replace(rows=table.rows.plus_all(rows), log=log)
        with self._of(table.row.id) as kept:
            is_next = kept.judged is None or kept.judged.log is table.log
        if is_next:  # else another thread has read on, or a player has another name
            self._keep(table.row.id, _Judged(after.rows, log))
        return after

    def arranged(self, table: Table, layout: Layout) -> Arrangement:
        """Where the tiles of the table's layout lie in the drawing; a tile that lies never moves."""
        with self._of(table.row.id) as kept:
            found = kept.arranged
        laid = tuple(each.laid for each in found.lying) if found is not None else ()
        if found is None or not laid or found.shape != layout.shape or laid != layout.laid[: len(laid)]:
            found = arrange(layout)
        else:
            for each in layout.laid[len(laid) :]:
                found = found.add(each)
        with self._of(table.row.id) as kept:
            kept.arranged = found
        return found

    def once(self, table: Table, what: str, work_out: Callable[[], Any]) -> Any:
        """What `work_out` derives from the table's log at some cost: computed once for all phones that show it."""
        with self._of(table.row.id) as kept:
            known = kept.worked_out.get(what)
        if known is not None and known[0] is table.log:
            return known[1]
        found = work_out()
        with self._of(table.row.id) as kept:
            kept.worked_out[what] = (table.log, found)
        return found

    def forget(self, table_id: int) -> None:
        """Drop a table from the cache, so that it is read again: its players have other names now."""
        with self._lock:
            if table_id in self._kept:
                self._drop(table_id)

    @contextmanager
    def _of(self, table_id: int) -> Iterator[_Kept]:
        """Lock the cache and yield a table's entry; the tables used longest ago are dropped to make room."""
        with self._lock:
            kept = self._kept.setdefault(table_id, _Kept())
            self._kept.move_to_end(table_id)
            while len(self._kept) > KEPT:
                self._drop(next(iter(self._kept)))
            yield kept

    def _keep(self, table_id: int, judged: _Judged) -> None:
        with self._of(table_id) as kept:
            self._events += len(judged.rows) - (len(kept.judged.rows) if kept.judged is not None else 0)
            kept.judged = judged
            while self._events > MOST and len(self._kept) > 1:
                self._drop(next(iter(self._kept)))

    def _drop(self, table_id: int) -> None:
        dropped = self._kept.pop(table_id)
        self._events -= len(dropped.judged.rows) if dropped.judged is not None else 0


def open_book() -> Book:
    """The current application's book."""
    book: Book | None = current_app.extensions.get("referee-book")
    return book if book is not None else current_app.extensions.setdefault("referee-book", Book())


def open_table(link: str) -> Table:
    """The table that the link opens; 404 if it opens none."""
    found = store().open(link)
    if found is None:
        abort(404)
    row, opened, head = found
    judged = open_book().judged(store(), row, head)
    return Table(row, opened.role, link, judged.rows, judged.log, opened)
