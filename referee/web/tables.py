"""Tables: those that this phone knows, a new one, and the links for other phones."""

from __future__ import annotations

from dataclasses import replace

import segno
from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.house import TooMany
from referee.network import lan_addresses
from referee.play.state import Status
from referee.setup import HeaderError, read_setup
from referee.store import RecentRow
from referee.web import again, newtable, visitors
from referee.web.app import htmx, store
from referee.web.book import open_table
from referee.web.families import family_of
from referee.web.pages import SharedLink, TableLine
from referee.web.pictures import drawn

tables = Blueprint("tables", __name__)


@tables.get("/")
def home() -> ResponseReturnValue:
    """The tables that this phone has links for, those still playing first."""
    playing: list[TableLine] = []
    finished: list[TableLine] = []
    for row in visitors.tables_known():
        line, is_over = _line(row)
        (finished if is_over else playing).append(line)
    groups = (("Still playing", playing), ("Finished", finished))
    return render_template("home.html", groups=groups)


def _line(row: RecentRow) -> tuple[TableLine, bool]:
    table = open_table(row.token)
    state = table.state
    line = TableLine(
        href=url_for("rounds.show", link=row.token),
        title=table.setup.variant.name,
        players=", ".join(table.setup.sides),
        state=family_of(table).result(state),
    )
    return line, state.status is Status.MATCH_OVER


# A new table


@tables.get("/new")
def new() -> ResponseReturnValue:
    """The three steps of a new table."""
    choices = newtable.read_choices(request.args)
    # The form carries its own step; a button that leads on to another one comes after it.
    step = {"2": 2, "3": 3}.get(request.args.getlist("step")[-1] if "step" in request.args else "", 1)
    if step == 1:
        return _game(choices)
    if choices.printed is None:
        return _game(choices, "Choose a game first.")
    before = len(choices.players)
    choices, stays, wrong = newtable.seated(choices, request.args)
    leads_on = choices.is_alone and len(choices.players) > before  # whoever plays alone waits for nobody
    if (step == 2 and not leads_on) or stays or wrong:
        return _players(choices, wrong)
    wrong = newtable.wrong_seating(choices)
    if wrong:
        return _players(choices, wrong)
    return _rules(choices, {})


@tables.post("/new")
def create() -> ResponseReturnValue:
    """The table is set up, if it can be played."""
    choices = newtable.read_choices(request.form)
    if choices.printed is None:
        return _game(choices, "Choose a game first.", 422)
    if "again" in request.form:
        return _asked_again(choices)
    try:
        header = newtable.header_of(choices)
        read_setup(header)
    except HeaderError as wrong:
        if wrong.key in ("players", "teams", "tiles"):
            return _players(choices, wrong.message, 422)
        return _rules(choices, {wrong.key: wrong.message}, 422)
    if choices.save_as:
        try:
            again.save(choices)
        except TooMany as full:
            return _rules(choices, {"save_as": str(full)}, 422)
    row = store().create_table(header)
    link = row.links["keep"]
    visitors.remember(link)
    return redirect(url_for("rounds.show", link=link), 303)


def _asked_again(choices: newtable.Choices) -> ResponseReturnValue:
    """A switch was turned: the rules that come up now and did not before, and those that no longer do."""
    if not htmx:
        return redirect(choices.href(3), 303)
    step = newtable.rules_step(choices, {})
    turned = [view for view in (*step.first, *step.others) if view.asked != (view.name in request.form)]
    return render_template("new/_turned.html", turned=turned, step=step)


def _game(choices: newtable.Choices, wrong: str = "", status: int = 200) -> ResponseReturnValue:
    step = replace(
        newtable.game_step(choices), again=again.last_setups(choices), saved=again.saved_games(choices)
    )
    return render_template(
        "new/game.html", wizard=newtable.wizard(choices, 1, error=wrong), step=step
    ), status


def _players(choices: newtable.Choices, wrong: str, status: int = 200) -> ResponseReturnValue:
    step = replace(newtable.players_step(choices), again=again.last_of_these(choices))
    return render_template(
        "new/players.html", wizard=newtable.wizard(choices, 2, error=wrong), step=step
    ), status


def _rules(choices: newtable.Choices, wrong: dict[str, str], status: int = 200) -> ResponseReturnValue:
    step = replace(newtable.rules_step(choices, wrong), again=again.saved_rules(choices))
    known = {view.name for view in (*step.first, *step.others)}
    error = next((words for key, words in wrong.items() if key not in known), "")
    return render_template(
        "new/rules.html", wizard=newtable.wizard(choices, 3, error=error), step=step
    ), status


@tables.get("/t/<link>/rematch")
def rematch(link: str) -> ResponseReturnValue:
    """The same game with the same players, ready to be opened."""
    return redirect(newtable.choices_of(open_table(link).setup).href(3), 303)


# Links for other phones


@tables.get("/t/<link>/share")
def share(link: str) -> ResponseReturnValue:
    """The links to the table, each with its code; whoever only watches can only let others watch."""
    table = open_table(link)
    shown = []
    if table.may_write:
        shown.append(("Keep score", "Whoever opens this may enter what is laid.", table.row.links["keep"]))
    shown.append(
        ("Watch", "Whoever opens this sees the table and changes nothing.", table.row.links["watch"])
    )
    links = [_shared(title, sub, token) for title, sub, token in shown]
    back = url_for("rounds.show", link=link)
    return render_template("share.html", title=table.setup.variant.name, links=links, back=back)


def _shared(title: str, sub: str, token: str) -> SharedLink:
    url = _reachable() + url_for("rounds.show", link=token)
    code = segno.make(url, error="m")
    picture = code.svg_inline(
        omitsize=True, border=0, title=f"Code for: {title}", svgclass="code", lineclass=None
    )
    return SharedLink(title=title, sub=sub, url=url, picture=drawn(picture))


def _reachable() -> str:
    """This server as another phone can reach it: not by the name that only this computer has for itself."""
    host, _, port = request.host.partition(":")
    if host in ("localhost", "127.0.0.1") and not current_app.testing:
        addresses = lan_addresses()
        if addresses:
            host = addresses[0]
    return f"{request.scheme}://{host}{':' + port if port else ''}"
