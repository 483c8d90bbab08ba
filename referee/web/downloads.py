"""Tables taken away and brought in: the forms in which a phone may keep one, and records that are read in."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

import segno
from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.events import RecordError
from referee.exporting import PAPERS, Download, NothingToExport, Written, archive, download, printed, written
from referee.exporting.texts import round_text
from referee.importing import LARGEST, Complaint, NotImported, import_record
from referee.store import Store, TableRow
from referee.summaries import match_summary
from referee.web import visitors
from referee.web.app import store
from referee.web.pictures import drawn
from referee.web.work import Stopped, Work, begin
from referee.wording import _, _n, _p

downloads = Blueprint("downloads", __name__)

# One at a time: a page of paper takes a processor for a second or more, and the tables in play come first.
_press = threading.Lock()

SHOWN = 50  # events of a report
LONG = 400  # events; what takes longer is done beside the pages, told how far it is, and may be stopped
SCANNED = 900  # bytes; a code of more has squares too small for a phone to read from a screen
_ENVELOPE = 16 * 1024  # what a form adds to the file that it sends
_FORMS = {
    "record": "record",
    "csv": "csv",
    "scores": "scores",
    "text": "text",
    "zip": "zip",
    "match.pdf": "pdf",
}
_ENDINGS = {"pdf": "pdf", "svg": "svg", "png": "png", "txt": "text"}
_LOOKED_AT = ("application/pdf", "image/png")  # opened by the phone; everything else is kept as a file


@dataclass(frozen=True, kw_only=True)
class Offer:
    """One thing to take away: what it is called, what it is good for, and where it is."""

    title: str
    use: str
    href: str


@dataclass(frozen=True, kw_only=True)
class RoundOffer:
    """What there is of a round: its result, and each form by name."""

    title: str
    result: str
    forms: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Report:
    """Why a record was not read in: a sentence, and each event that does not stand."""

    sentence: str
    complaints: tuple[Complaint, ...] = ()
    more: int = 0


def allow_files() -> None:
    """Before each request: only the page that reads in records takes something as long as a record."""
    if request.endpoint == "downloads.read_in":
        request.max_content_length = LARGEST + _ENVELOPE


def _table(link: str) -> Written:
    return written(store(), _known(link))


@downloads.get("/t/<link>/exports")
def page(link: str) -> ResponseReturnValue:
    """Everything in which this table can be taken away."""
    table = _table(link)
    match = match_summary(table.log)
    whole = [
        (_("Match sheet"), _("PDF: all rounds, the totals, who won"), "match.pdf"),
        (_("For a chat"), _("Plain text, a line for each round"), "text"),
        (_("Everything in one file"), _("A zip: record, sheet, texts, drawings, spreadsheets"), "zip"),
        (_p("file", "Record"), _("Every entry, to keep or to read in elsewhere"), "record"),
        (_("Entries as a spreadsheet"), _("CSV: who did what, with running totals"), "csv"),
        (_("Scores as a spreadsheet"), _("CSV: what each side made in each round"), "scores"),
    ]
    offers = [
        Offer(title=title, use=use, href=url_for("downloads.whole", link=link, what=what))
        for title, use, what in whole
    ]
    rounds = [
        RoundOffer(
            title=_("Round {number}", number=row.number),
            result=row.title,
            forms=tuple(_round_forms(table, link, row.number)),
        )
        for row in reversed(match.rounds)
    ]
    back = url_for("rounds.show", link=link)
    return render_template("exports.html", title=_title(table), back=back, offers=offers, rounds=rounds)


def _title(table: Written) -> str:
    return str(table.log.start.setup.variant.title)


def _round_forms(table: Written, link: str, number: int) -> list[tuple[str, str]]:
    def href(form: str, paper: str | None = None) -> str:
        return url_for("downloads.one_round", link=link, number=number, form=form, paper=paper)

    drawn = table.round(number).layout is not None
    pictures = [(_("Picture"), href("png")), (_p("picture", "Drawing"), href("svg"))] if drawn else []
    forms = [
        ("PDF", href("pdf")),
        (_("Receipt"), href("pdf", "receipt")),
        (_p("file", "Text"), href("txt")),
        *pictures,
    ]
    if _fits(_text(table, number)):
        forms.append((_p("to scan", "Code"), url_for("downloads.code", link=link, number=number)))
    return forms


def _text(table: Written, number: int) -> str:
    return round_text(table.round(number), table.about)


def _fits(text: str) -> bool:
    return len(text.encode()) <= SCANNED


@downloads.get("/t/<link>/round/<int:number>/code")
def code(link: str, number: int) -> ResponseReturnValue:
    """A whole round as a code: a phone that scans it has the text, with nothing to open and no network."""
    table = _table(link)
    try:
        text = _text(table, number)
    except NothingToExport:
        abort(404)
    if not _fits(text):
        abort(404)
    title = _("{game}, round {number}", game=_title(table), number=number)
    picture = segno.make_qr(text, error="l", mode="byte", encoding="utf-8", boost_error=False).svg_inline(
        omitsize=True, border=0, title=_("Code of {title}", title=title), svgclass="code", lineclass=None
    )
    back = url_for("downloads.page", link=link)
    return render_template("code.html", title=title, back=back, picture=drawn(picture), text=text)


@downloads.get("/t/<link>/export/<what>")
def whole(link: str, what: str) -> ResponseReturnValue:
    """A whole table in one form."""
    if what not in _FORMS:
        abort(404)
    paper, look = request.args.get("paper", "a4"), "look" in request.args
    if what in ("zip", "match.pdf") and store().head(_known(link).id) > LONG:
        return begin(
            _("To take along"), url_for("downloads.page", link=link), _packing(store(), link, what, paper)
        )
    with _press:
        table = _table(link)
        if what == "match.pdf":
            return _file(printed(table, None, paper if paper in ("a4", "letter") else "a4"))
        return _file(download(table, _FORMS[what]), look=look)


def _packing(kept: Store, link: str, what: str, paper: str) -> Callable[[Work], None]:
    """A long match made into one file, beside the pages."""

    def pack(work: Work) -> None:
        found = kept.by_link(link)
        if found is None:
            raise Stopped
        table = written(kept, found[0], work.tick)
        if what == "zip":
            work.file = archive(table, work.tick)
        else:
            work.file = printed(table, None, paper if paper in ("a4", "letter") else "a4")

    return pack


def _known(link: str) -> TableRow:
    found = store().by_link(link)
    if found is None:
        abort(404)
    return found[0]


@downloads.get("/t/<link>/export/round/<int:number>.<form>")
def one_round(link: str, number: int, form: str) -> ResponseReturnValue:
    """One round in one form; PDF also on other paper."""
    if form not in _ENDINGS:
        abort(404)
    paper, look = request.args.get("paper", "a4"), "look" in request.args
    try:
        with _press:
            table = _table(link)
            if form == "pdf":
                return _file(printed(table, number, paper if paper in PAPERS else "a4"))
            return _file(download(table, _ENDINGS[form], number), look=look)
    except NothingToExport:
        abort(404)


def _file(file: Download, *, look: bool = False) -> Response:
    """The file as a phone keeps it; with `look` a text is opened, so that it can be copied without scripts."""
    opened = file.kind in _LOOKED_AT or (look and file.kind.startswith("text/plain"))
    how = "inline" if opened else "attachment"
    headers = {"Content-Disposition": f'{how}; filename="{file.name}"', "Cache-Control": "no-store"}
    return Response(file.data, content_type=file.kind, headers=headers)


@downloads.get("/import")
def choose() -> ResponseReturnValue:
    """Where a record is chosen."""
    return _import_page(None)


@downloads.post("/import")
def read_in() -> ResponseReturnValue:
    """A record is judged, and kept as a new table if everything in it stands."""
    file = request.files.get("record")
    if file is None or not file.filename:
        return _import_page(Report(sentence=_("Choose a record first: a file that ends in .jsonl.")), 422)
    with closing(file):
        data = file.stream.read(LARGEST + 1)
    skip = "skip" in request.form
    if data.count(b"\n") > LONG:
        return begin(_("Read in a record"), url_for("downloads.choose"), _reading(store(), data, skip=skip))
    try:
        with _press:
            row, _judged = import_record(store(), data, skip_refused=skip)
    except (RecordError, NotImported) as error:
        return _import_page(_report(error), 422)
    link = row.links["owner"]
    visitors.remember(link)
    return redirect(url_for("rounds.show", link=link), 303)


def _reading(kept: Store, data: bytes, *, skip: bool) -> Callable[[Work], None]:
    """The reading in of a long record, beside the pages."""

    def read(work: Work) -> None:
        try:
            row, _judged = import_record(kept, data, skip_refused=skip, tick=work.tick)
        except (RecordError, NotImported) as error:
            work.report = _report(error)
        else:
            work.link = row.links["owner"]

    return read


def _report(error: RecordError | NotImported) -> Report:
    """Why a record was not kept, in sentences."""
    if isinstance(error, RecordError):
        return Report(
            sentence=_(
                "This cannot be read as a record. Line {line}, column {column}: {why}",
                line=error.line,
                column=error.column,
                why=error.message,
            )
        )
    number = len(error.complaints)
    return Report(
        sentence=_n(
            "One entry does not stand, so nothing was kept.",
            "{n} entries do not stand, so nothing was kept.",
            number,
        ),
        complaints=error.complaints[:SHOWN],
        more=max(0, number - SHOWN),
    )


def _import_page(report: Report | None, status: int = 200) -> ResponseReturnValue:
    return render_template("import.html", report=report, back=url_for("tables.home")), status
