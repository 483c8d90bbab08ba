"""A table of the store in every form that it can be taken away in. Only this module reads the store."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from referee.exporting.about import About, about
from referee.exporting.record import record_text
from referee.exporting.spreadsheet import events_csv, scores_csv
from referee.exporting.texts import match_text, round_text
from referee.layout import Layout
from referee.replay import Log, open_log
from referee.setup import read_setup
from referee.store import EventRow, Store, TableRow
from referee.summaries import RoundSummary, match_summary, round_summary
from referee.wording import _

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the time in an archive, so that the same match gives the same bytes

PAPERS = ("a4", "letter", "receipt")


class NothingToExport(Exception):
    """What was asked for is not there yet; the text is a sentence that says why."""


class Written(NamedTuple):
    """A table as it was written down, judged."""

    header: dict[str, Any]
    bodies: tuple[dict[str, Any], ...]
    log: Log
    about: About
    name: str

    def round(self, number: int) -> RoundSummary:
        """The summary of a round; NothingToExport where it was not settled."""
        found = round_summary(self.log, number)
        if found is None:
            raise NothingToExport(_("Round {number} has not been settled.", number=number))
        return found

    @property
    def settled_rounds(self) -> tuple[int, ...]:
        """The rounds that were settled, by number."""
        return tuple(row.number for row in match_summary(self.log).rounds)


class Download(NamedTuple):
    """A file to hand out: its name, its content type and its bytes."""

    name: str
    kind: str
    data: bytes


def written(store: Store, row: TableRow, tick: Callable[[int, int], None] | None = None) -> Written:
    """A table read from the store and judged; `tick` is told after each event how many of all have been judged."""
    events = store.events(row.id)
    log = open_log(read_setup(row.header))
    for done, each in enumerate(events, 1):
        _, log = log.say(each.body)
        if tick is not None:
            tick(done, len(events))
    return as_written(row, events, log)


def as_written(row: TableRow, events: Sequence[EventRow], log: Log) -> Written:
    """The same where the log has been judged already."""
    told = about(row.header, row.created_at, [each.at for each in events])
    day = str(row.header.get("date") or row.created_at[:10])
    safe = "".join(each if each.isalnum() and each.isascii() else "-" for each in day)[:20]
    name = f"{row.header['variant'].replace('.', '-')}-{safe}-{row.id}"
    return Written(row.header, tuple(each.body for each in events), log, told, name)


# Forms of a whole table


def _record(table: Written) -> bytes:
    return record_text(table.header, table.bodies).encode()


def _events(table: Written) -> bytes:
    return events_csv(table.log, table.bodies).encode()


def _scores(table: Written) -> bytes:
    return scores_csv(match_summary(table.log)).encode()


def _text(table: Written) -> bytes:
    return match_text(match_summary(table.log), table.about).encode()


def _match_pdf(table: Written) -> bytes:
    from referee.exporting.paper import (
        match_pdf,  # fonts and pages are heavy, and few starts of the program need them
    )

    return match_pdf(match_summary(table.log), table.about)


class Form(NamedTuple):
    """A form: what its file's name ends with, its content type, and what writes it."""

    ending: str
    kind: str
    write: Callable[..., bytes]


# Forms of a round


def _round_text(table: Written, number: int) -> bytes:
    return round_text(table.round(number), table.about).encode()


def _layout(table: Written, number: int) -> Layout:
    layout = table.round(number).layout
    if layout is None:
        raise NothingToExport(_("There is no layout to draw here."))
    return layout


def _svg(table: Written, number: int) -> bytes:
    title = _("{game}, round {number}", game=table.log.start.setup.variant.title, number=number)
    from referee.exporting.pictures import layout_svg

    return layout_svg(_layout(table, number), title).encode()


def _png(table: Written, number: int) -> bytes:
    from referee.exporting.pictures import layout_png

    return layout_png(_layout(table, number))


def _round_pdf(table: Written, number: int) -> bytes:
    from referee.exporting.paper import round_pdf

    return round_pdf(table.round(number), table.about)


FORMS: dict[str, Form] = {
    "record": Form(".jsonl", "application/jsonl; charset=utf-8", _record),
    "csv": Form("-events.csv", "text/csv; charset=utf-8", _events),
    "scores": Form("-scores.csv", "text/csv; charset=utf-8", _scores),
    "text": Form(".txt", "text/plain; charset=utf-8", _text),
    "pdf": Form(".pdf", "application/pdf", _match_pdf),
}
ROUND_FORMS: dict[str, Form] = {
    "text": Form(".txt", "text/plain; charset=utf-8", _round_text),
    "svg": Form(".svg", "image/svg+xml; charset=utf-8", _svg),
    "png": Form(".png", "image/png", _png),
    "pdf": Form(".pdf", "application/pdf", _round_pdf),
}


def download(table: Written, form: str, number: int | None = None) -> Download:
    """A table, or one round of it, in a form of FORMS or ROUND_FORMS; NothingToExport where there is nothing yet."""
    if form == "zip" and number is None:
        return archive(table)
    if number is None and form not in FORMS:
        raise NothingToExport(_("That is a form of a round: name which one."))
    if number is not None and form not in ROUND_FORMS:
        raise NothingToExport(_("That is a form of a whole table: leave the round out."))
    if number is None:
        found = FORMS[form]
        return Download(f"{table.name}{found.ending}", found.kind, found.write(table))
    found = ROUND_FORMS[form]
    return Download(f"{table.name}-round-{number}{found.ending}", found.kind, found.write(table, number))


def printed(table: Written, number: int | None, paper: str) -> Download:
    """The match sheet, or the summary of one round, as PDF on paper of PAPERS; NothingToExport where it is not there."""
    from referee.exporting.paper import match_pdf, receipt_pdf, round_pdf

    if number is None and paper == "receipt":
        raise NothingToExport(
            _("A whole match is too wide for a receipt: name a round, or take another paper.")
        )
    if number is None:
        return Download(
            f"{table.name}.pdf", "application/pdf", match_pdf(match_summary(table.log), table.about, paper)
        )
    summary = table.round(number)
    data = receipt_pdf(summary, table.about) if paper == "receipt" else round_pdf(summary, table.about, paper)
    return Download(f"{table.name}-round-{number}-{paper}.pdf", "application/pdf", data)


def archive(table: Written, tick: Callable[[int, int], None] | None = None) -> Download:
    """Everything of a match in one zip file; the same match gives the same bytes.

    `tick` is told before each file how many are done and how many there may be; what it raises ends the work.
    """
    most = len(FORMS) + 2 * len(table.settled_rounds)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as files:
        for done, each in enumerate(_everything(table)):
            if tick is not None:
                tick(done, most)
            entry = zipfile.ZipInfo(f"{table.name}/{each.name}", _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            files.writestr(entry, each.data)
    return Download(f"{table.name}.zip", "application/zip", packed.getvalue())


def _everything(table: Written) -> Iterator[Download]:
    for form in FORMS:
        yield download(table, form)
    for number in table.settled_rounds:
        pictured = table.round(number).layout is not None
        for form in ("text", "svg") if pictured else ("text",):
            yield download(table, form, number)
