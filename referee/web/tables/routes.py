"""Tables: those that this phone knows, and a new one."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.engine.messages import _
from referee.engine.seating import HeaderError
from referee.engine.setup import check_new_names, read_setup
from referee.storage.house_rules import TooMany
from referee.web.context import htmx, store
from referee.web.families import family_of
from referee.web.infra import rate_limit, visitors
from referee.web.parts.open_tables import open_table
from referee.web.parts.pending_entry import Asked
from referee.web.tables import again, new_table
from referee.web.tables.finding import grouped

tables = Blueprint("tables", __name__)

SHOWN = 6  # of each kind, at home
# What somebody plays who only wants to begin: the game that most people know, with the tiles that most have.
AT_ONCE = "fundex2004.block-draw"
AT_ONCE_FOR = (2, 3, 4)


@tables.get("/")
def home() -> ResponseReturnValue:
    """The tables that this phone used last, those still playing first, and the ways to everything else."""
    found = grouped(visitors.tables_known(), SHOWN)
    is_first = not any(lines for _title, lines in found.groups)
    at_once = new_table.at_once(AT_ONCE, AT_ONCE_FOR) if is_first else None
    return render_template("tables/home.html", groups=found.groups, more=found.left, at_once=at_once)


@tables.post("/start")
def start() -> ResponseReturnValue:
    """A table for so many players without names, of the game that most people know, as it is printed."""
    number = request.form.get("n", type=int)
    if number not in AT_ONCE_FOR:
        return redirect(url_for("tables.new"), 303)
    return _opened(new_table.unnamed(new_table.TableChoices(number=number, variant=AT_ONCE)))


# A new table


@tables.get("/new")
def new() -> ResponseReturnValue:
    """The three steps of a new table."""
    choices = new_table.read_choices(request.args)
    # The form carries its own step; a button that leads on to another one comes after it.
    step = {"2": 2, "3": 3}.get(request.args.getlist("step")[-1] if "step" in request.args else "", 1)
    if step == 1:
        return _game(choices)
    if choices.printed is None:
        return _game(choices, _("Choose a game first."))
    before = len(choices.players)
    choices, stays, wrong = new_table.seated(choices, request.args)
    leads_on = choices.is_alone and len(choices.players) > before  # whoever plays alone waits for nobody
    if (step == 2 and not leads_on) or stays or wrong:
        return _players(choices, wrong)
    wrong = new_table.wrong_seating(choices)
    if wrong:
        return _players(choices, wrong)
    return _rules(choices, {})


@tables.post("/new")
def create() -> ResponseReturnValue:
    """The table is set up, if it can be played."""
    choices = new_table.read_choices(request.form)
    if choices.printed is None:
        return _game(choices, _("Choose a game first."), 422)
    if "again" in request.form:
        return _asked_again(choices)
    try:
        read_setup(new_table.header_of(choices))
        check_new_names(new_table.header_of(choices))
    except HeaderError as wrong:
        if wrong.key in ("players", "teams", "tiles"):
            return _players(choices, str(wrong.message), 422)
        return _rules(choices, {wrong.key: str(wrong.message)}, 422)
    if choices.save_as:
        try:
            again.save(choices)
        except TooMany as full:
            return _rules(choices, {"save_as": str(full)}, 422)
    return _opened(choices)


def _opened(choices: new_table.TableChoices) -> ResponseReturnValue:
    rate_limit.open_a_table()
    row = store().create_table(new_table.header_of(choices))
    link = row.links["owner"]
    visitors.remember(link)
    return redirect(Asked(opener=choices.opener).href(link), 303)


def _asked_again(choices: new_table.TableChoices) -> ResponseReturnValue:
    """A switch was turned: the rules that come up now and did not before, and those that no longer do."""
    if not htmx:
        return redirect(choices.href(3), 303)
    step = new_table.rules_step(choices, {})
    turned = [view for view in (*step.first, *step.others) if view.asked != (view.name in request.form)]
    return render_template("tables/new/_turned.html", turned=turned, step=step)


def _game(choices: new_table.TableChoices, wrong: str = "", status: int = 200) -> ResponseReturnValue:
    step = replace(
        new_table.game_step(choices), again=again.last_setups(choices), saved=again.saved_games(choices)
    )
    return render_template(
        "tables/new/game.html", wizard=new_table.wizard(choices, 1, error=wrong), step=step
    ), status


def _players(choices: new_table.TableChoices, wrong: str, status: int = 200) -> ResponseReturnValue:
    step = replace(new_table.players_step(choices), again=again.last_of_these(choices))
    return render_template(
        "tables/new/players.html", wizard=new_table.wizard(choices, 2, error=wrong), step=step
    ), status


def _rules(choices: new_table.TableChoices, wrong: dict[str, str], status: int = 200) -> ResponseReturnValue:
    step = replace(new_table.rules_step(choices, wrong), again=again.saved_rules(choices))
    known = {view.name for view in (*step.first, *step.others)}
    error = next((words for key, words in wrong.items() if key not in known), "")
    return render_template(
        "tables/new/rules.html", wizard=new_table.wizard(choices, 3, error=error), step=step
    ), status


@tables.get("/t/<link>/rematch")
def rematch(link: str) -> ResponseReturnValue:
    """The same game with the same players, ready to be opened by whoever is next."""
    table = open_table(link)
    opener = family_of(table).opens_again(table.state)
    return redirect(replace(new_table.choices_of(table.setup), opener=opener).href(3), 303)
