"""The tables that are open on this server: each with its log judged so far, kept so that a move costs one ruling."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Container
from typing import Any, NamedTuple

from flask import abort, current_app

from referee.drawing import Arrangement, arrange
from referee.growing import Growing
from referee.layout import Layout
from referee.links import Link
from referee.play.state import Match, State
from referee.replay import Log, open_log
from referee.setup import Seating, read_setup
from referee.store import EventRow, Json, Store, TableRow
from referee.web.app import store

KEPT = 256  # tables whose log is kept in memory: about 300 kB each after a hundred entries


def line_state(state: State) -> Match:
    """The state as that of a line game, whose pages alone may ask for it."""
    assert isinstance(state, Match)
    return state


class Table(NamedTuple):
    """A table as one link opens it: `rows` is everything said at it, `log` the same, judged."""

    row: TableRow
    role: str
    link: str
    rows: Growing[EventRow]
    log: Log
    opened: Link

    @property
    def seat(self) -> int | None:
        """The seat that this link acts for; None for a link that acts for all, or for nobody."""
        return self.opened.seat

    @property
    def mine(self) -> Container[int]:
        """The numbers of the events that this seat has entered; none where the link is of no seat."""
        return frozenset() if self.seat is None else _Entered(self.row.id, self.seat)

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
    def match(self) -> Match:
        """The same at a table of a line game."""
        return line_state(self.log.state)

    @property
    def may_write(self) -> bool:
        """Whether this link may enter what happens, of everybody or of one seat."""
        return self.role == "owner" or (self.role in ("keep", "seat") and not self.row.locked)

    @property
    def may_correct(self) -> bool:
        """Whether this link may also correct what others entered, and enter what the table decides."""
        return self.may_write and self.seat is None


class _Entered(NamedTuple):
    """The events that a seat has entered: looked up where one is asked for, which is seldom."""

    table_id: int
    seat: int

    def __contains__(self, number: object) -> bool:
        link = store().links.entered_by(self.table_id, number) if isinstance(number, int) else None
        return link is not None and link.seat == self.seat


class _Judged(NamedTuple):
    rows: Growing[EventRow]
    log: Log


class _Ahead(NamedTuple):
    before: Log
    said: Json
    after: Log


class Book:
    """The logs and the drawings of the tables used last; everything in it can be made again from the store."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._judged: OrderedDict[int, _Judged] = OrderedDict()
        self._arranged: OrderedDict[int, Arrangement] = OrderedDict()
        self._ahead: OrderedDict[int, _Ahead] = OrderedDict()
        self._worked_out: OrderedDict[tuple[int, str], tuple[Log, Any]] = OrderedDict()

    def foresee(self, table_id: int, before: Log, said: Json, after: Log) -> None:
        """An event has been judged and is about to be written down: when it is read again, this is its log."""
        self._keep(self._ahead, table_id, _Ahead(before, said, after))

    def judged(self, score: Store, row: TableRow, head: int) -> _Judged:
        """The table's log up to event `head` at least: only what was said since the last time is judged."""
        with self._lock:
            known = self._judged.get(row.id)
        if known is None or known.log.start.setup.header != row.header:  # somebody has another name now
            known = _Judged(Growing(), open_log(read_setup(row.header)))
        new = score.events(row.id, after=len(known.rows)) if len(known.rows) < head else ()
        rows, log = known
        for each in new:
            rows, log = rows.plus(each), self._heard(row.id, log, each.body)
        found = _Judged(rows, log) if new else known
        self._keep(self._judged, row.id, found)
        return found

    def _heard(self, table_id: int, log: Log, said: Json) -> Log:
        """The log with one event more, as it was foreseen where that is what was written down."""
        with self._lock:
            ahead = self._ahead.pop(table_id, None)
        if ahead is not None and ahead.before is log and ahead.said == said:
            return ahead.after
        _, after = log.say(said)
        return after

    def arranged(self, table_id: int, layout: Layout) -> Arrangement:
        """Where the tiles of the layout lie in the drawing; a tile that lies is never placed again."""
        with self._lock:
            known = self._arranged.get(table_id)
        if known is not None and 0 < len(known.lying) <= len(layout.laid):
            laid = tuple(each.laid for each in known.lying)
            if known.shape == layout.shape and laid == layout.laid[: len(laid)]:
                for each in layout.laid[len(laid) :]:
                    known = known.add(each)
                self._keep(self._arranged, table_id, known)
                return known
        known = arrange(layout)
        self._keep(self._arranged, table_id, known)
        return known

    def once(self, table: Table, what: str, work_out: Callable[[], Any]) -> Any:
        """What follows from the table's log and takes long: worked out once for all phones that show it."""
        with self._lock:
            known = self._worked_out.get((table.row.id, what))
        if known is not None and known[0] is table.log:
            return known[1]
        found = work_out()
        self._keep(self._worked_out, (table.row.id, what), (table.log, found))
        return found

    def forget(self, table_id: int) -> None:
        """Read the table again when it is opened next: its players have other names now."""
        with self._lock:
            self._judged.pop(table_id, None)
            self._arranged.pop(table_id, None)
            self._ahead.pop(table_id, None)

    def _keep(self, shelf: OrderedDict[Any, Any], key: object, value: object) -> None:
        with self._lock:
            shelf[key] = value
            shelf.move_to_end(key)
            while len(shelf) > KEPT:
                shelf.popitem(last=False)


def open_book() -> Book:
    """The book of the application that answers the present request."""
    book: Book = current_app.extensions.setdefault("referee-book", Book())
    return book


def open_table(link: str) -> Table:
    """The table that the link opens; 404 where it opens none."""
    found = store().open(link)
    if found is None:
        abort(404)
    row, opened, head = found
    judged = open_book().judged(store(), row, head)
    return Table(row, opened.role, link, judged.rows, judged.log, opened)


def table_after(table: Table, last: int) -> Table:
    """The same table after what was just written down by its link, up to the event of the number `last`."""
    judged = open_book().judged(store(), table.row, last)
    return table._replace(rows=judged.rows, log=judged.log)


def arrangement_of(table: Table, layout: Layout) -> Arrangement:
    """Where the tiles of the table's layout lie."""
    return open_book().arranged(table.row.id, layout)
