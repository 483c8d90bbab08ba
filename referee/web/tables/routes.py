"""The routes of the home page, of setting up a new table, and of a rematch."""

import secrets
from hashlib import sha256

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.drawing.symbols import symbols
from referee.engine.games.match import Status
from referee.engine.messages import _
from referee.engine.seating import HeaderError
from referee.engine.setup import check_new_names, read_setup
from referee.engine.sheets import VARIANTS
from referee.storage.annotations import CONFIRMING, COUNT
from referee.storage.known_phones import TooMany
from referee.web.context import store
from referee.web.families import family_of
from referee.web.infra import presence, security, visitors
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.pictures import drawn, symbols_of_all
from referee.web.parts.rematch import may_go_on, rematch_key, rematch_link
from referee.web.tables import choices as choosing
from referee.web.tables import house_rules, rules_step, steps
from referee.web.tables.carrying import table_before, ways_to_begin, with_start
from referee.web.tables.choices import TableChoices
from referee.web.tables.home import home_page
from referee.web.tables.rules_step import group_views

tables = Blueprint("tables", __name__)

FIRST_STEPS = {"2": 2, "3": 3, "4": 4}


@tables.get("/")
def home() -> ResponseReturnValue:
    """The home page: the match in play, a rematch, and links to everything else."""
    return render_template("tables/home.html", page=home_page(), symbols=symbols_of_all())


# A new table


@tables.get("/new")
def new() -> ResponseReturnValue:
    """The steps of a new table."""
    choices = choosing.read_choices(request.args)
    # The form has its own step as a hidden field; a button for another step comes after it.
    step = FIRST_STEPS.get(request.args.getlist("step")[-1] if "step" in request.args else "", 1)
    if step == 1:
        return _game(choices)
    if choices.printed is None:
        return _game(choices, _("Choose a game first."))
    unnamed = request.args.get("unnamed", type=int)
    if unnamed:
        choices, step = choosing.unnamed(choices, unnamed), 3
    before = len(choices.players)
    choices, stays, wrong = choosing.seated(choices, request.args)
    leads_on = choices.is_alone and len(choices.players) > before  # a solitaire needs no second player
    if (step == 2 and not leads_on) or stays or wrong:
        return _players(choices, wrong)
    wrong = choosing.wrong_seating(choices)
    if wrong:
        return _players(choices, wrong)
    if not choices.may_pair:
        choices = choices._replace(paired=False)  # wished for, until somebody left
    if step == 4:
        return _change(choices, {}, request.args.get("open", ""))
    # These players' last house rules, if nobody has chosen any yet
    last = None if choices.ruled or choices.switches else house_rules.last_rules(choices)
    return _rules(last or choices._replace(ruled=True))


@tables.post("/new")
def create() -> ResponseReturnValue:
    """Set up the table, or show the step with the error."""
    choices = choosing.read_choices(request.form)
    if choices.printed is None:
        return _game(choices, _("Choose a game first."), 422)
    played = choices.with_switches({}) if "printed" in request.form else choices
    before = table_before(choices)
    if choices.after and before is None:
        return redirect(url_for("rounds.show", link=choices.after), 303)
    try:
        played = with_start(played, before, request.form.get("start", ""))
        header = choosing.header_of(played)
        read_setup(header)
        check_new_names(header)
    except HeaderError as wrong:
        if wrong.key in ("players", "teams", "tiles"):
            return _players(choices, str(wrong.message), 422)
        if wrong.key in ("start", "rounds_before"):
            return _rules(choices, str(wrong.message), 422)
        return _change(choices, {wrong.key: str(wrong.message)}, wrong.key, 422)
    if choices.save_as:
        try:
            house_rules.save(choices)
        except TooMany as full:
            return _rules(choices, str(full), 422)
    return _opened(played, before)


def _opened(choices: TableChoices, before: Table | None = None) -> ResponseReturnValue:
    """Open the table. However often and whenever this phone starts it, it is one table, until its match is over.

    What follows the table `before` is one table for all its phones, no matter who asks first. If that is a rematch that
    is over too, its own rematch is meant.
    """
    header = choosing.header_of(choices)
    if before is None:
        about = (
            visitors.new_owner(),
            choices.key or secrets.token_urlsafe(9),
            {**header, "date": ""},
            choices.confirmed,
        )
        set_up = sha256(repr(about).encode()).digest()
    else:
        set_up = rematch_key(before)
    link = store().started(set_up)
    if store().open(link) is None or open_table(link).state.status is Status.MATCH_OVER:
        if before is not None and (later := rematch_link(before)):
            return same_again(later)
        security.open_a_table()
        row = store().start_table(set_up, header, instead_of=link)
        if before is not None:
            presence.presence().change(before.row.id)
        if row is not None and choices.confirmed and len(choices.players) > 1:
            store().append(row.id, 0, secrets.token_urlsafe(12), (), {CONFIRMING: True, COUNT: 1})
    if before is not None:
        link = rematch_link(before) or before.link
    else:
        link = store().started(set_up)
        visitors.remember(link)
    return redirect(Asked(opener=choices.opener).href(link), 303)


def _game(choices: TableChoices, wrong: str = "", status: int = 200) -> ResponseReturnValue:
    wizard = steps.wizard(choices, 1, error=wrong)
    return render_template("tables/new/game.html", wizard=wizard, step=steps.game_step(choices)), status


def _players(choices: TableChoices, wrong: str, status: int = 200) -> ResponseReturnValue:
    step = steps.players_step(choices)
    wizard = steps.wizard(choices, 2, error=wrong)
    return render_template("tables/new/players.html", wizard=wizard, step=step, choices=choices), status


def _rules(choices: TableChoices, wrong: str = "", status: int = 200) -> ResponseReturnValue:
    try:
        read_setup(choosing.header_of(choices))
    except HeaderError as unplayable:
        return _change(choices, {unplayable.key: str(unplayable.message)}, unplayable.key, 422)
    visitors.new_owner()  # before two taps on Start at once, each of which would make one
    page = render_template(
        "tables/new/rules.html",
        wizard=steps.wizard(choices, 3, error=wrong),
        step=rules_step.rules_step(choices),
        starts=ways_to_begin(choices, table_before(choices)),
        choices=choices,
        about=f"{_(VARIANTS[choices.variant].sheet.title)} · {', '.join(steps.who_plays(choices))}",
        name=str(VARIANTS[choices.variant].title),
    )
    return page, status, {"HX-Reswap": "outerHTML show:window:top"}


def _change(
    choices: TableChoices, wrong: dict[str, str], opened: str, status: int = 200
) -> ResponseReturnValue:
    choices = choices._replace(ruled=True)
    groups = group_views(choices, wrong, opened)
    known = {view.name for group in groups for view in group.switches}
    error = next((words for key, words in wrong.items() if key not in known), "")
    return render_template(
        "tables/new/change.html",
        wizard=steps.wizard(choices, 4, error=error),
        groups=groups,
        sub=rules_step.changes_words(len(choices.switches)),
        symbols=drawn(symbols(6)),
    ), status


@tables.get("/t/<link>/others")
def others(link: str) -> ResponseReturnValue:
    """The step of a new table that asks who plays, or with `game` the one that asks what, filled in: somebody comes late
    to this match or leaves it, or the next one is another game."""
    table = open_table(link)
    if not may_go_on(table):
        return redirect(url_for("rounds.show", link=link), 303)
    return redirect(_same(table)._replace(after=link).href(1 if "game" in request.args else 2), 303)


@tables.post("/t/<link>/rematch")
def same_again(link: str) -> ResponseReturnValue:
    """Open a new table at once with the same game, players, seats and house rules.

    A phone that may enter nothing goes where the others went, or gets a table of its own if there is no rematch yet. So
    does any phone while the match is not over.
    """
    table = open_table(link)
    leads_all = table.may_write and table.state.status is Status.MATCH_OVER
    if not leads_all and not rematch_link(table):
        return _opened(_same(table)._replace(key=link))
    return _opened(_same(table), table)


def _same(table: Table) -> TableChoices:
    return choosing.choices_of(table.setup)._replace(
        opener=family_of(table).opens_again(table.state),
        confirmed=store().notes.is_confirming(table.row.id),
    )
