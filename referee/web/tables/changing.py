"""A house rule that the table changes while it plays: the switches as they are now, then what the change says."""

from typing import Any, NamedTuple

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from referee.engine.games.at_any_table import may_change
from referee.engine.games.match import Status
from referee.engine.rulings import Verdict
from referee.engine.seating import HeaderError, Seating
from referee.engine.setup import LONGEST_NAME
from referee.web.parts.beside import page_beside
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.pending_entry import dumped
from referee.web.tables.choices import TableChoices, choices_of, options_of
from referee.web.tables.rules_step import group_views
from referee.web.tables.switches import changed, switches_of
from referee.web.tables.views import GroupView

changing = Blueprint("changing", __name__)


class ChangePage(NamedTuple):
    """The switches that may be changed now; or, once some were, what the referee says to that and the entry for it.

    `refused` is why they cannot be changed so; `is_playing` if only some may be changed, in the middle of a round.
    """

    back: str
    is_playing: bool
    groups: tuple[GroupView, ...] = ()
    said: str = ""
    entry: str = ""
    refused: str = ""


@changing.get("/t/<link>/change")
def change(link: str) -> ResponseReturnValue:
    """The house rules of a match in play, to be changed from now on."""
    table = open_table(link)
    if not table.may_correct:
        abort(403)
    is_playing = table.state.status is not Status.ROUND_OVER
    page = ChangePage(url_for("history.log", link=link), is_playing)
    choices, wrong = _chosen(table.setup), dict[str, str]()
    if "done" in request.args:
        page, wrong = _ruled(table, choices, page)
    if not page.entry:
        opened = next(iter(wrong), request.args.get("open", ""))
        groups = group_views(choices, wrong, opened, lambda switch: may_change(table.state, switch))
        page = page._replace(groups=groups)
    return page_beside(table, "tables/change.html", page)


def _chosen(setup: Seating) -> TableChoices:
    """The table's house rules with what the form changes in them."""
    now = choices_of(setup)
    said = {
        name: request.args[name][:LONGEST_NAME] for name in switches_of(setup.printed) if name in request.args
    }
    switches = {name: text for name, text in {**now.switches, **said}.items() if text}  # none: as printed
    return now.with_switches(changed(setup.printed, switches, now.seats, now.high))


def _ruled(table: Table, choices: TableChoices, page: ChangePage) -> tuple[ChangePage, dict[str, str]]:
    """The page with the referee's ruling on the changes, and what is wrong with them by switch."""
    try:
        options = options_of(choices)
    except HeaderError as unreadable:
        return page, {unreadable.key: str(unreadable.message)}
    setup, before = table.setup, table.setup.options
    as_printed = {
        name: setup.printed.worked_out(name, len(setup.players), setup.tiles.high)
        for name in before
        if name not in options
    }
    changes = {name: value for name, value in {**options, **as_printed}.items() if value != before.get(name)}
    if not changes:
        return page, {}
    raw = {"ruling": changes}
    answer, _log = table.log.say(raw)
    if answer.ruling.verdict is not Verdict.STANDS:
        return page._replace(refused=answer.ruling.says), {}
    switches: dict[str, Any] = dict(choices.switches)
    back = url_for("changing.change", link=table.link, **switches)
    return page._replace(back=back, said=answer.ruling.says, entry=dumped(raw)), {}
