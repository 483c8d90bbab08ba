"""Long work in the background: it shows its progress and can be stopped."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace

from flask import Blueprint, Flask, Response, abort, current_app, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import TooManyRequests

from referee.engine.messages import Translator, _, in_locale, locale_in_use
from referee.engine.record.reading import RecordError
from referee.export.table_files import Download
from referee.web.context import htmx, store
from referee.web.infra import visitors
from referee.web.infra.giving_way import give_way

works = Blueprint("works", __name__)

AT_ONCE = 2  # few, because tables in play come first
KEPT = 40  # jobs; the oldest are dropped first
MOST = 16 * 1024 * 1024  # bytes of the files that finished jobs made; the latest one is always kept


class Stopped(Exception):
    """The work was stopped."""


@dataclass(kw_only=True)
class Work:
    """One job: `done` of `total` steps; then the `file` it made, the `link` of a table, a `report` for the import
    page, or what went `wrong`. Jobs that make the same thing have an equal `same`."""

    title: str
    back: str
    by: str = ""  # the link that started it, if it is about a table
    name: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    done: int = 0
    total: int = 0
    file: Download | None = None
    link: str = ""
    report: object = None
    wrong: str = ""
    is_over: bool = False
    is_stopping: bool = False  # it ends at its next step, leaving nothing behind
    same: Hashable = None

    def tick(self, done: int, total: int) -> None:
        """Report progress and give way to pages; raises Stopped if the job should end."""
        self.done, self.total = done, total
        give_way()
        if self.is_stopping:
            raise Stopped

    @property
    def is_good(self) -> bool:
        """Whether it has made its file, or may still do so."""
        return self.file is not None or not (self.is_over or self.is_stopping)

    @property
    def percent(self) -> int:
        """How much of it is done."""
        return 100 * self.done // self.total if self.total else 0


class Works:
    """All jobs by name; the names cannot be guessed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Work] = OrderedDict()

    def get(self, name: str) -> Work | None:
        """The job of that name, or None."""
        with self._lock:
            return self._kept.get(name)

    def start(self, work: Work, task: Callable[[Work], None]) -> Work:
        """Start a job, or join one that makes the same if it is running or done; 429 if too many are running."""
        with self._lock:
            for each in self._kept.values():
                if work.same is not None and each.same == work.same and each.is_good:
                    return each
            if sum(not each.is_over for each in self._kept.values()) >= AT_ONCE:
                raise TooManyRequests(retry_after=10)
            self._kept[work.name] = work
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        try:
            threading.Thread(target=self._do, args=(work, task, locale_in_use()), daemon=True).start()
        except RuntimeError as error:  # the system cannot start another thread
            with self._lock:
                self._kept.pop(work.name, None)
            raise TooManyRequests(retry_after=10) from error
        return work

    def _do(self, work: Work, task: Callable[[Work], None], translator: Translator | None) -> None:
        """Run the job in its own thread, in the language of the phone that started it."""
        with in_locale(translator):
            try:
                task(work)
            except Stopped:
                work.wrong = _("It was stopped, and nothing was kept.")
            except MemoryError:
                work.wrong = _(
                    "There was not enough memory for this, so it was not finished. Nothing was changed. Try it later."
                )
            except Exception:  # reported on the page and on the terminal
                work.wrong = _("It could not be finished. Nothing was changed.")
                raise
            finally:
                work.is_over = True
        # Drop the oldest files beyond MOST bytes, but never the latest one.
        taken = 0
        with self._lock:
            for each in reversed(list(self._kept.values())):
                taken += len(each.file.data) if each.file is not None else 0
                if taken > MOST and each.file is not None and taken > len(each.file.data):
                    del self._kept[each.name]


def works_of(app: Flask) -> Works:
    """The jobs of an application."""
    found: Works = app.extensions.setdefault("referee-works", Works())
    return found


def begin(
    title: str, back: str, task: Callable[[Work], None], same: Hashable = None, by: str = ""
) -> ResponseReturnValue:
    """Start a job and redirect to its progress page, which is open until the link `by` is withdrawn.

    All requests for the `same` share one job.
    """
    work = works_of(current_app).start(Work(title=title, back=back, same=same, by=by), task)
    return redirect(url_for("works.show", name=work.name), 303)


def unreadable(error: RecordError) -> str:
    """Where and why a record cannot be read, in a sentence."""
    return _(
        "This cannot be read as a record. Line {line}, column {column}: {why}",
        line=error.line,
        column=error.column,
        why=error.message,
    )


def handed_out(file: Download, *, opened: bool = False) -> Response:
    """The file as a download; `opened` if the browser should show it."""
    how = "inline" if opened else "attachment"
    headers = {"Content-Disposition": f'{how}; filename="{file.name}"', "Cache-Control": "no-store"}
    return Response(file.data, content_type=file.kind, headers=headers)


def _found(name: str) -> Work:
    work = works_of(current_app).get(name)
    if work is None or (work.by and store().links.glance(work.by) is None):
        abort(404)
    return work


@works.get("/errand/<name>")
def show(name: str) -> ResponseReturnValue:
    """The progress of a job; once it has made a table, a redirect there."""
    work = _found(name)
    work = replace(work, is_over=work.is_over)  # it may end while its page is made
    if work.is_over and work.link:
        visitors.remember(work.link)
        table = url_for("rounds.show", link=work.link)
        return Response("", headers={"HX-Redirect": table}) if htmx else redirect(table, 303)
    if work.is_over and work.report is not None:
        if htmx:
            return Response("", headers={"HX-Redirect": url_for("works.show", name=name)})
        return render_template("transfer/import.html", report=work.report, back=url_for("tables.home"))
    return render_template("transfer/errand.html", work=work)


@works.get("/errand/<name>/file")
def take(name: str) -> ResponseReturnValue:
    """Download the file that the job made."""
    work = _found(name)
    if work.file is None:
        abort(404)
    return handed_out(work.file)


@works.post("/errand/<name>/stop")
def stop(name: str) -> ResponseReturnValue:
    """Stop the job."""
    _found(name).is_stopping = True
    return redirect(url_for("works.show", name=name, stopping=1), 303)
