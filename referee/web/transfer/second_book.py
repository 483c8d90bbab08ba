"""The second book: phones that keep score hold the record of their tables, and can give it back."""

import json
from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf

from referee.engine.messages import _, _n
from referee.engine.record.reading import RecordError
from referee.giving_back import WentOnDifferently, beyond, give_back
from referee.importing import NotImported, ParsedRecord, judge_on
from referee.storage.rows import Conflict, EventRow, Locked, Withdrawn
from referee.web.context import store
from referee.web.infra import security
from referee.web.infra.errors import MISHAPS
from referee.web.parts.logbook import sentences
from referee.web.parts.open_tables import Table, holds_record, open_book, open_table
from referee.web.parts.submit import LOCKED
from referee.web.transfer.work import Work, begin, unreadable

second_book = Blueprint("second_book", __name__)

PIECE = 200  # events in one response
MOST_LETTERS = 128 * 1024  # characters in one response, unless one event is longer
SHOWN = 200  # moves on the page that shows what would be given back
LONG = 400  # events; more are judged in the background
GIVEN = security.Limit(20, 60)
# Why a record is not given back.
NOT_GIVEN = (RecordError, NotImported, WentOnDifferently, Locked, Withdrawn, Conflict)


@second_book.get("/t/<link>/second-book")
def events(link: str) -> ResponseReturnValue:
    """The events from number `from` on, or the last one if there are fewer, for a phone that holds the record up to
    there.

    These are the raw events, without scores. The response also has the sentences to show if the phone asks for them,
    has more events than the server, or has a table that the server does not know. `forget` means that a phone may
    keep nothing under this link.
    """
    known = max(0, request.args.get("from", default=0, type=int))
    found = store().open(link)
    if found is None:
        if store().links.is_withdrawn(link):
            return jsonify(forget=True), 410
        return jsonify(words=_words_of_lost(known)), 404
    if not holds_record(found.table, found.link.role):
        return jsonify(forget=True), 403
    first = max(1, min(known, found.head))
    rows = store().events(found.table.id, after=first - 1, most=PIECE)
    pieces = [(each.seq, each.at, _line(each.body)) for each in rows]
    fit = sum(letters <= MOST_LETTERS for letters in accumulate(len(line) for _seq, _at, line in pieces))
    pieces = pieces[: max(1, fit)]
    head = max(found.head, pieces[-1][0]) if pieces else found.head
    answer = {"header": _line(found.table.header), "head": head, "events": pieces}
    if known > head or "words" in request.args:
        answer["words"] = _words(known - head)
    return jsonify(answer)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _words(more: int) -> dict[str, str]:
    return {
        "ahead": _knows(more),
        "show": _("Show them"),
        "parted": _("Play went on differently from what this phone has."),
        "save": _("Keep the record as a file"),
        "remove": _("Remove it from this phone"),
        "token": generate_csrf(),
    }


def _knows(more: int) -> str:
    return _n("This phone has 1 more move.", "This phone has {n} more moves.", more)


def _words_of_lost(known: int) -> dict[str, str]:
    return {
        "lost": _n(
            "The referee does not know the table of {what}. This phone holds its record: 1 entry.",
            "The referee does not know the table of {what}. This phone holds its record: {n} entries.",
            known,
            what="{what}",
        ),
        "read": _("Import it as a new table"),
        "refused": _("It could not be imported. Keep the record as a file."),
        "save": _("Keep the record as a file"),
        "remove": _("Remove it from this phone"),
        "token": generate_csrf(),
        "import": url_for("downloads.read_in"),
    }


@second_book.post("/t/<link>/second-book")
def give(link: str) -> ResponseReturnValue:
    """Take a phone's record and say whether it continues the table's log (`compare`), show what it has beyond the log
    (`show`), or add that to the log (`give`). 410 if the link was withdrawn or its table removed, 404 if it was never
    known here, 403 if phones with such a link hold no record."""
    found = store().open(link)
    if found is None:
        abort(410 if store().links.is_withdrawn(link) else 404)
    if not holds_record(found.table, found.link.role):
        abort(403)
    security.count(("second book", link, GIVEN))
    table, record = open_table(link), request.form.get("record", "")
    data, do = record.encode("utf-8", "replace"), request.form.get("do")
    try:
        more = beyond(table.row.header, table.rows, data)
        match do:
            case "compare":
                return jsonify(same=True)
            case "show":
                return _shown(table, record, more)
            case "give":
                return _given(table, data, more)
            case _:
                abort(422)
    except NOT_GIVEN as error:
        return jsonify(same=False) if do == "compare" else _refused(table, record, error)


def _shown(table: Table, record: str, more: ParsedRecord) -> ResponseReturnValue:
    if not more.events:
        return redirect(url_for("rounds.show", link=table.link), 303)
    if not table.may_write:
        raise Locked
    judged = judge_on(table.log, more._replace(events=more.events[:SHOWN], lines=more.lines[:SHOWN]))
    if judged.complaints:
        raise NotImported(judged.complaints)
    rows = table.rows
    for seq, entry in enumerate(judged.entries, table.seq + 1):
        rows = rows.plus(EventRow(seq, entry.body, entry.settled, ""))
    after = table._replace(rows=rows, log=judged.log)
    moves = tuple(sentences(after, table.seq))
    left = len(more.events) - len(judged.entries)
    return _page(table, record, _knows(len(more.events)), moves=moves, more=left)


def _given(table: Table, data: bytes, more: ParsedRecord) -> ResponseReturnValue:
    task = partial(give_back, store(), table.link, data, partial(open_book().judged, store()))
    back = url_for("rounds.show", link=table.link)
    if len(more.events) > LONG:
        return begin(_("Given back"), back, partial(_beside, task, table.link))
    task()
    return redirect(back, 303)


def _beside(task: Any, link: str, work: Work) -> None:
    """Give back many events in the background."""
    try:
        task(tick=work.tick)
    except NOT_GIVEN as error:
        work.wrong = _why(error)
    else:
        work.link = link


def _refused(table: Table, record: str, error: Exception) -> ResponseReturnValue:
    if isinstance(error, Withdrawn):
        abort(410)
    status = 422 if isinstance(error, RecordError | NotImported) else 409
    title = _("Nothing was given back")
    return _page(table, record, title, wrong=_why(error)), status


def _why(error: Exception) -> str:
    """Why nothing was given back, in a sentence."""
    match error:
        case RecordError():
            return unreadable(error)
        case NotImported():
            first = error.complaints[0]
            return _("Entry {number} does not stand: {why}", number=first.event, why=first.says)
        case WentOnDifferently(entry=0):
            return _("The table was set up differently from what this phone has.")
        case WentOnDifferently():
            return _(
                "Play went on differently from what this phone has: entry {number} is not the same.",
                number=error.entry,
            )
        case Locked():
            return _(LOCKED)
        case Withdrawn():
            return _(MISHAPS[410].what)
    return _(MISHAPS[409].what)


def _page(
    table: Table,
    record: str,
    title: str,
    *,
    moves: Sequence[tuple[int, str]] = (),
    more: int = 0,
    wrong: str = "",
) -> str:
    """The page with what would be given back, in players' words, or with the reason why nothing is."""
    told = {"title": title, "record": record, "moves": moves, "more": more, "wrong": wrong}
    return render_template("transfer/second_book.html", link=table.link, **told)
