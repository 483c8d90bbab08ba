"""Exports and imports: a table in each file format, and records that become new tables."""

import threading
from collections.abc import Iterator
from contextlib import closing, nullcontext
from functools import partial
from itertools import islice, starmap
from typing import NamedTuple

import segno
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.engine.messages import _, _n, _p, capital, locale_in_use
from referee.engine.record.reading import RecordError
from referee.export.paper.sizes import PAPERS, SHEETS
from referee.export.table_files import Download, NothingToExport, Written, as_written, download
from referee.export.texts import round_text
from referee.importing import LARGEST, Complaint, NotImported, import_record, unpacked
from referee.reports.rounds import RoundSummary, summary_of
from referee.reports.sections import Section, latest_first
from referee.storage.store import Store
from referee.web.context import store
from referee.web.infra import security, visitors
from referee.web.infra.giving_way import TakesTooLong, spend
from referee.web.parts.join_code import qr_picture
from referee.web.parts.open_tables import open_table
from referee.web.parts.table_views import LinkView
from referee.web.transfer.work import Work, begin, handed_out, unreadable

downloads = Blueprint("downloads", __name__)

# One at a time: a printed page takes a second of CPU time or more, and tables in play come first.
_press = threading.Lock()

SHOWN = 50  # events of a report
ROUNDS = 20  # on a page
LONG = 400  # events; longer work runs in the background, with a progress page and a Stop button
SCANNED = 900  # bytes; with more, the squares of a QR code are too small to scan from a screen
_FORMS = ("record", "csv", "scores", "text", "zip", "match.pdf")
_HEAVY = ("csv", "zip", "match.pdf")
_ENDINGS = {"pdf": "pdf", "svg": "svg", "png": "png", "txt": "text", "result.png": "result"}
_LOOKED_AT = ("application/pdf", "image/png")  # opened in the browser; everything else is downloaded


class RoundOffer(NamedTuple):
    """The downloads of one round: its result, and a link to each format."""

    number: int
    title: str
    result: str
    forms: tuple[LinkView, ...]


class Report(NamedTuple):
    """Why a record was not imported: a sentence, and each event that does not stand."""

    sentence: str
    complaints: tuple[Complaint, ...] = ()
    more: int = 0
    pasted: str = ""


def _table(link: str) -> Written:
    table = open_table(link)
    return as_written(table.row, table.rows, table.log)


@downloads.get("/t/<link>/exports")
def page(link: str) -> ResponseReturnValue:
    """The page of everything that this table can be exported as."""
    table = _table(link)
    whole = [
        (_("Match sheet"), _("PDF: all rounds, the totals, who won"), "match.pdf"),
        (_("For a chat"), _("Plain text, a line for each round"), "text"),
        (_("Everything in one file"), _("A zip: record, sheet, texts, drawings, spreadsheets"), "zip"),
        (_p("file", "Record"), _("Every entry, to keep or to import elsewhere"), "record"),
        (_("Entries as a spreadsheet"), _("CSV: who did what, with running totals"), "csv"),
        (_("Scores as a spreadsheet"), _("CSV: what each side made in each round"), "scores"),
    ]
    offers = [
        LinkView(title, url_for("downloads.whole", link=link, what=what), use) for title, use, what in whole
    ]
    rounds = _settled(table, request.args.get("before", default=0, type=int))
    shown = [
        RoundOffer(each.number, capital(each.name), each.title, _round_forms(table, link, each))
        for each in (summary_of(table.log, section) for section in islice(rounds, ROUNDS))
        if each is not None
    ]
    earlier = url_for("downloads.page", link=link, before=shown[-1].number) if next(rounds, None) else ""
    back = url_for("rounds.show", link=link)
    title = str(table.log.start.setup.variant.title)
    return render_template(
        "transfer/exports.html", title=title, back=back, offers=offers, rounds=shown, earlier=earlier
    )


def _settled(table: Written, before: int) -> Iterator[Section]:
    """The settled rounds, the last one first; with `before`, only those with a lower number."""
    for section in latest_first(table.log):
        spend()
        if section.settled is not None and (before <= 0 or section.number < before):
            yield section


def _round_forms(table: Written, link: str, summary: RoundSummary) -> tuple[LinkView, ...]:
    file = partial(url_for, "downloads.one_round", link=link, number=summary.number)
    forms = [("PDF", file(form="pdf")), (_("Receipt"), file(form="pdf", paper="receipt"))]
    forms.append((_p("file", "Text"), file(form="txt")))
    if summary.layout is not None:
        forms += [(_("Picture"), file(form="png")), (_p("picture", "Drawing"), file(form="svg"))]
    if _fits(round_text(summary, table.about)):
        forms.append((_p("to scan", "Code"), url_for("downloads.code", link=link, number=summary.number)))
    return tuple(starmap(LinkView, forms))


def _fits(text: str) -> bool:
    return len(text.encode()) <= SCANNED


@downloads.get("/t/<link>/round/<int:number>/code")
def code(link: str, number: int) -> ResponseReturnValue:
    """A whole round as a QR code of its text: it can be scanned without a link to open or a network."""
    table = _table(link)
    try:
        summary = table.round(number)
        text = round_text(summary, table.about)
    except NothingToExport:
        abort(404)
    if not _fits(text):
        abort(404)
    squares = segno.make_qr(text, error="l", mode="byte", encoding="utf-8", boost_error=False)
    picture = qr_picture(squares, _("Code of {title}", title=summary.heading))
    back = url_for("downloads.page", link=link)
    return render_template("tables/code.html", title=summary.heading, back=back, picture=picture, text=text)


@downloads.get("/t/<link>/export/<what>")
def whole(link: str, what: str) -> ResponseReturnValue:
    """A whole table in one format."""
    if what not in _FORMS:
        abort(404)
    paper, look = request.args.get("paper", "a4"), "look" in request.args
    table, is_pdf = _table(link), what == "match.pdf"
    of_paper = paper if is_pdf and paper in SHEETS else ""
    write = partial(download, table, "pdf" if is_pdf else what, paper=of_paper)
    is_heavy = what in _HEAVY
    if not is_heavy or len(table.bodies) <= LONG:
        try:
            with _press if is_pdf else nullcontext():
                return _file(write(tick=spend), look=look)
        except TakesTooLong:  # on a slow computer a short table is long work too
            if not is_heavy:
                raise
    same = (link, what, paper, locale_in_use(), len(table.bodies), table.log.start.setup.players)

    def pack(work: Work) -> None:
        work.file = write(tick=work.tick)

    return begin(_("Export this game"), url_for("downloads.page", link=link), pack, same, by=link)


@downloads.get("/t/<link>/export/round/<int:number>.<form>")
def one_round(link: str, number: int, form: str) -> ResponseReturnValue:
    """One round in one format; a PDF also for other paper."""
    if form not in _ENDINGS:
        abort(404)
    paper, look = request.args.get("paper", ""), "look" in request.args
    of_paper = (paper if paper in PAPERS else "a4") if form == "pdf" else ""
    table = _table(link)
    try:
        with _press if form in ("pdf", "result.png") else nullcontext():
            return _file(download(table, _ENDINGS[form], number, paper=of_paper), look=look)
    except NothingToExport:
        abort(404)


def _file(file: Download, *, look: bool = False) -> Response:
    """The file as a download; PDFs and PNGs are opened instead, and with `look` plain text, to be copied without
    scripts."""
    opened = file.kind in _LOOKED_AT or (look and file.kind.startswith("text/plain"))
    return handed_out(file, opened=opened)


@downloads.get("/import")
def choose(report: Report | None = None) -> str:
    """The page on which a record is chosen; `report` says why the one before was not kept."""
    return render_template("transfer/import.html", report=report, back=url_for("tables.home"))


@downloads.post("/import")
def read_in() -> ResponseReturnValue:
    """Judge a record and keep it as a new table if every event stands; with `skip`, without those that do not."""
    pasted = request.form.get("pasted", "")
    try:
        data = unpacked(_sent())
    except RecordError as error:
        return choose(Report(sentence=str(error.message), pasted=pasted)), 422
    if not data:
        words = _("Choose a record first, a file that ends in .jsonl, or paste its text.")
        return choose(Report(sentence=words)), 422
    security.open_a_table()
    skip = "skip" in request.form
    # Judging takes long if there are many events or many corrections.
    lines, corrections = data.count(b"\n"), data.count(b'"retract"') + data.count(b'"amend"')
    if lines > LONG or lines * corrections > 10 * LONG:
        task = partial(_read, store(), data, pasted, skip=skip)
        return begin(_("Import a game"), url_for("downloads.choose"), task)
    try:
        with _press:
            row, _judged = import_record(store(), data, skip_refused=skip)
    except (RecordError, NotImported) as error:
        return choose(_report(error, pasted)), 422
    link = row.links["owner"]
    visitors.remember(link)
    return redirect(url_for("rounds.show", link=link), 303)


def _sent() -> bytes:
    """The posted record, from a file or as pasted text; empty if there is neither."""
    file = request.files.get("record")
    if file is None or not file.filename:
        return request.form.get("pasted", "").replace("\r\n", "\n").encode("utf-8", "surrogatepass")
    with closing(file):
        return file.stream.read(LARGEST + 1) or b"\n"


def _read(kept: Store, data: bytes, pasted: str, work: Work, *, skip: bool) -> None:
    """Import a long record in the background."""
    try:
        row, _judged = import_record(kept, data, skip_refused=skip, tick=work.tick)
    except (RecordError, NotImported) as error:
        work.report = _report(error, pasted)
    else:
        work.link = row.links["owner"]


def _report(error: RecordError | NotImported, pasted: str) -> Report:
    """Why a record was not kept, in sentences, with the text that was pasted."""
    if isinstance(error, RecordError):
        return Report(sentence=unreadable(error), pasted=pasted)
    number = len(error.complaints)
    return Report(
        sentence=_n(
            "One entry does not stand, so nothing was kept.",
            "{n} entries do not stand, so nothing was kept.",
            number,
        ),
        complaints=error.complaints[:SHOWN],
        more=max(0, number - SHOWN),
        pasted=pasted,
    )
