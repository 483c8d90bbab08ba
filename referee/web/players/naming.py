"""Rename a player, merge two into one, or remove a name: at every table that this phone may correct."""

from flask import Blueprint, abort, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import BooleanField, StringField
from wtforms.validators import AnyOf, Length, Optional

from referee.engine.messages import _, marked
from referee.engine.seating import HeaderError
from referee.engine.setup import LONGEST_NAME, UNSEEN
from referee.engine.spelling import is_visible, name_key, tidy_name, visible
from referee.storage.player_names import NOBODY, BothSitThere
from referee.storage.rows import RecentRow
from referee.web.context import store
from referee.web.infra import presence, visitors
from referee.web.infra.giving_way import give_way, turns
from referee.web.parts.open_tables import open_book
from referee.web.players.routes import show
from referee.web.players.statistics import reach, stays, tables_words

naming = Blueprint("naming", __name__)

NO_NAME = marked("Type the new name first.")
TOO_LONG = marked("A name has at most {number} letters.")


class NameForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """`do` says what happens to a name; `sure` is set once the player has confirmed what cannot be undone."""

    do = StringField(validators=[AnyOf(("rename", "forget", "hide", "list"))])
    new = StringField(validators=(Optional(), Length(max=4 * LONGEST_NAME)))
    sure = BooleanField()


@naming.post("/players/<player:name>")
def change(name: str) -> ResponseReturnValue:
    """Rename the player, remove their name, or hide or show it in this phone's list."""
    form = NameForm()
    if name not in _known():
        abort(404)
    if not form.validate():
        abort(422)
    if form.do.data == "hide":
        store().phones.hide(visitors.new_owner(), name)
        return redirect(url_for("players.index"), 303)
    if form.do.data == "list":
        store().phones.unhide(visitors.owner(), name)
        return redirect(url_for("players.show", name=name), 303)
    if not reach(_tables_of(name))[0]:
        abort(403)
    if form.do.data == "forget":
        return _forget(name, is_sure=form.sure.data)
    return _rename(name, tidy_name(form.new.data or ""), is_sure=form.sure.data)


def _known() -> set[str]:
    return {name for row in visitors.tables_known() for name in row.table.players}


def _tables_of(*names: str) -> list[RecentRow]:
    """The tables at which all of these players sit."""
    return [row for row in visitors.tables_known() if {*names} <= {*row.table.players}]


def _rename(name: str, new: str, *, is_sure: bool) -> ResponseReturnValue:
    if not new or len(new) > LONGEST_NAME:
        return show(name, wrong=_(TOO_LONG if new else NO_NAME, number=LONGEST_NAME), typed=new), 422
    if not is_visible(new):
        return show(name, wrong=_(UNSEEN), typed=visible(new)), 422
    # A name that looks the same means the same player.
    others = (each for each in sorted(_known() - {name}) if name_key(each) == name_key(new) != name_key(name))
    new = next(others, new)
    if new == name:
        return redirect(url_for("players.show", name=name), 303)
    if new in _known() and not is_sure:
        both = len(_tables_of(name, new))
        return _both(name, new, both) if both else _sure(name, new)
    try:
        with turns().place():
            changed = store().names.rename(visitors.known_links(), name, new, visitors.owner(), give_way)
    except BothSitThere as both:
        return _both(name, new, both.tables)
    except HeaderError as wrong:
        return show(name, wrong=str(wrong.message), typed=new), 422
    _read_again(changed)
    visitors.called(name, new)
    return redirect(url_for("players.show", name=new), 303)


def _both(name: str, new: str, tables: int) -> ResponseReturnValue:
    wrong = _(
        "{name} and {other} sit together at {tables}, so they cannot be one player. "
        "Choose a name that nobody has there.",
        name=name,
        other=new,
        tables=tables_words(tables),
    )
    return show(name, wrong=wrong, typed=new), 422


def _forget(name: str, *, is_sure: bool) -> ResponseReturnValue:
    if not is_sure:
        return _sure(name)
    with turns().place():
        changed = store().names.rename(visitors.known_links(), name, None, tick=give_way)
    _read_again(changed)
    visitors.called(name, "")
    return redirect(url_for("players.index"), 303)


def _read_again(tables: list[int]) -> None:
    """Forget what is cached under the old name, and have the phones at those tables show the new one."""
    for number in tables:
        open_book().forget(number)
        presence.presence().change(number)


def _sure(name: str, new: str = "") -> ResponseReturnValue:
    """Ask before a change that cannot be undone: the player merges with the one called `new`, or becomes nobody."""
    mine, others = reach(_tables_of(name))
    asked = {
        "name": name,
        "new": new,
        "tables": tables_words(mine),
        "stays": stays(others),
        "nobody": _(NOBODY),
    }
    return render_template("players/sure.html", **asked)
