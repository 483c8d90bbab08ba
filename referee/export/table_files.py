"""Exports a table of the store in every format. Only this module of the exports reads the store."""

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.drawing.shapes import VectorDrawing
from referee.engine.log import Log, Tick, read_log, unwatched
from referee.engine.messages import _
from referee.engine.setup import read_setup
from referee.export.about import About, about, lying_of
from referee.export.spreadsheet import events_csv, scores_csv
from referee.export.texts import match_text, round_text
from referee.reports.matches import match_summary
from referee.reports.rounds import RoundSummary, round_summary, summary_of
from referee.reports.sections import sections
from referee.reports.tally import tally_of
from referee.storage.rows import EventRow, TableRow
from referee.storage.store import Store

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the timestamp in an archive, so that the same match gives the same bytes


class NothingToExport(Exception):
    """The export is not possible, or not yet; the text is a sentence that says why."""


class Written(NamedTuple):
    """A stored table with its judged log, ready to export."""

    header: dict[str, Any]
    bodies: tuple[dict[str, Any], ...]
    log: Log
    about: About
    name: str

    def round(self, number: int) -> RoundSummary:
        """The summary of a round. Raises NothingToExport if it was not settled."""
        found = round_summary(self.log, number)
        if found is None:
            raise NothingToExport(_("Round {number} has not been settled.", number=number))
        return found

    @property
    def settled_rounds(self) -> tuple[int, ...]:
        """The numbers of the settled rounds."""
        return tuple(each.number for each in sections(self.log) if each.settled is not None)


class Download(NamedTuple):
    """A file to download: its name, its content type and its bytes."""

    name: str
    kind: str
    data: bytes


def written(store: Store, row: TableRow) -> Written:
    """Read a table from the store and judge it."""
    events = store.events(row.id)
    log = read_log(read_setup(row.header), [each.body for each in events])
    return as_written(row, events, log)


def as_written(row: TableRow, events: Sequence[EventRow], log: Log) -> Written:
    """The same for a log that has been judged already."""
    times = (events[0].at, events[-1].at) if events else ()
    told = about(row.header, row.day, times)
    safe = "".join(each if each.isalnum() and each.isascii() else "-" for each in row.day)[:20]
    name = f"{row.header['variant'].replace('.', '-')}-{safe}-{row.id}"
    return Written(row.header, tuple(each.body for each in events), log, told, name)


def record_text(header: Mapping[str, Any], bodies: Iterable[Mapping[str, Any]]) -> str:
    """The record as in record/README.md: the header and the events, one JSON object per line.

    Keys keep the order in which they were written, so that an imported record is exported unchanged.
    """
    encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False)  # json.dumps would create one per line
    return "".join(f"{encoder.encode(each)}\n" for each in (header, *bodies))


class ExportFormat(NamedTuple):
    """An export format: the ending of its file name, its content type, and the function that writes it."""

    ending: str
    kind: str
    write: Callable[..., str | bytes]


def _match_pdf(table: Written, tick: Tick, paper: str = "a4") -> bytes:
    # PDF fonts are slow to load, and few runs need them.
    from referee.export.paper.match_sheet import match_pdf

    return match_pdf(match_summary(table.log, tick), table.about, paper)


def _round_pdf(table: Written, summary: RoundSummary, paper: str = "a4") -> bytes:
    from referee.export.paper.round_sheet import receipt_pdf, round_pdf

    if paper == "receipt":
        return receipt_pdf(summary, table.about)
    return round_pdf(summary, table.about, paper)


def _layout(summary: RoundSummary) -> VectorDrawing:
    drawing = lying_of(summary)
    if drawing is None:
        raise NothingToExport(_("There is no layout to draw here."))
    return drawing


def _svg(_table: Written, summary: RoundSummary) -> str:
    from referee.export.picture_files import layout_svg

    return layout_svg(_layout(summary), summary.heading)


def _png(_table: Written, summary: RoundSummary) -> bytes:
    from referee.export.picture_files import layout_png

    return layout_png(_layout(summary))


def _picture(table: Written, summary: RoundSummary) -> bytes:
    from referee.export.picture_files import result_png

    ran = match_summary(table.log) if summary.is_last else None
    return result_png(summary, tally_of(table.log, summary.number, by_rank=summary.is_last), ran, table.about)


JSONL = "application/jsonl; charset=utf-8"
CSV, TEXT, PDF = "text/csv; charset=utf-8", "text/plain; charset=utf-8", "application/pdf"
# `write` takes the table and a tick for a form of a whole table, and the table and the summary for one of a round; for a
# PDF perhaps the paper, too.
FORMS: dict[str, ExportFormat] = {
    "record": ExportFormat(".jsonl", JSONL, lambda table, _tick: record_text(table.header, table.bodies)),
    "csv": ExportFormat("-events.csv", CSV, lambda table, tick: events_csv(table.log, table.bodies, tick)),
    "scores": ExportFormat(
        "-scores.csv", CSV, lambda table, tick: scores_csv(match_summary(table.log, tick))
    ),
    "text": ExportFormat(
        ".txt", TEXT, lambda table, tick: match_text(match_summary(table.log, tick), table.about)
    ),
    "pdf": ExportFormat(".pdf", PDF, _match_pdf),
}
ROUND_FORMS: dict[str, ExportFormat] = {
    "text": ExportFormat(".txt", TEXT, lambda table, summary: round_text(summary, table.about)),
    "svg": ExportFormat(".svg", "image/svg+xml; charset=utf-8", _svg),
    "png": ExportFormat(".png", "image/png", _png),
    "pdf": ExportFormat(".pdf", PDF, _round_pdf),
    "result": ExportFormat("-result.png", "image/png", _picture),
}


def download(
    table: Written, form: str, number: int | None = None, tick: Tick = unwatched, paper: str = ""
) -> Download:
    """A table or one of its rounds, in a form of FORMS or ROUND_FORMS; a PDF on `paper` of PAPERS, if not on A4.

    Raises NothingToExport if that is not possible. `tick` is called after each step.
    """
    if form == "zip" and number is None:
        return archive(table, tick)
    if number is None and form not in FORMS:
        raise NothingToExport(_("SVG and PNG show one round; add --round N."))
    if number is not None and form not in ROUND_FORMS:
        raise NothingToExport(_("That format is for a whole table: leave the round out."))
    if number is None and paper == "receipt":
        raise NothingToExport(
            _("A whole match is too wide for a receipt: name a round, or choose another paper.")
        )
    of_paper = (paper,) if paper else ()
    if number is None:
        return _file(table.name, FORMS[form], table, tick, *of_paper)
    return _of_round(table, form, table.round(number), *of_paper)


def _of_round(table: Written, form: str, summary: RoundSummary, *of_paper: str) -> Download:
    name = "-".join((f"{table.name}-round-{summary.number}", *of_paper))
    return _file(name, ROUND_FORMS[form], table, summary, *of_paper)


def _file(name: str, form: ExportFormat, *of: object) -> Download:
    data = form.write(*of)
    return Download(f"{name}{form.ending}", form.kind, data.encode() if isinstance(data, str) else data)


def archive(table: Written, tick: Tick = unwatched) -> Download:
    """All exports of a match in one zip file; the same match gives the same bytes.

    `tick` is called before each file.
    """
    most = len(FORMS) + 2 * len(table.settled_rounds)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as files:
        for done, each in enumerate(_everything(table, tick)):
            tick(done, most)
            entry = zipfile.ZipInfo(f"{table.name}/{each.name}", _EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            files.writestr(entry, each.data)
    return Download(f"{table.name}.zip", "application/zip", packed.getvalue())


def _everything(table: Written, tick: Tick) -> Iterator[Download]:
    for form in FORMS:
        yield download(table, form, tick=tick)
    for section in sections(table.log):
        summary = summary_of(table.log, section)
        if summary is not None:
            for form in ("text", "svg") if lying_of(summary) is not None else ("text",):
                yield _of_round(table, form, summary)
