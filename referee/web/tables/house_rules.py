"""The house rules that this phone has kept: each in full, to be renamed or removed."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import IntegerField, StringField
from wtforms.validators import InputRequired, Length, Optional

from referee.engine.messages import _, marked
from referee.engine.tiles import SET_NAMES
from referee.storage.house_rules import LONGEST_NAME, HouseRules, NameTaken
from referee.web import families
from referee.web.context import store
from referee.web.infra import visitors
from referee.web.parts.setup_views import KeptRules
from referee.web.parts.switches import switches_of
from referee.web.tables import again
from referee.web.tables.choices import TableChoices

house = Blueprint("house", __name__)

NO_NAME = marked("Give these house rules a name.")


class KeptForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """One set of house rules: its number and its new name."""

    number = IntegerField(validators=[InputRequired()])
    name = StringField(validators=[Optional(), Length(max=LONGEST_NAME)])


@house.get("/house-rules")
def show() -> ResponseReturnValue:
    """Every set that this phone has kept."""
    return _page()


@house.post("/house-rules")
def change() -> ResponseReturnValue:
    """One set gets another name, or is forgotten."""
    form = KeptForm()
    owner = visitors.owner()
    if not form.validate() or not owner:
        return _page(status=422)
    number, name = int(form.number.data or 0), str(form.name.data or "").strip()
    if "remove" in request.form:
        store().house.remove(owner, number)
    elif not name:
        return _page({number: _(NO_NAME)}, 422)
    else:
        try:
            store().house.rename(owner, number, name)
        except NameTaken as taken:
            return _page({number: str(taken)}, 422)
    return redirect(url_for("house.show"), 303)


def _page(wrong: dict[int, str] | None = None, status: int = 200) -> ResponseReturnValue:
    kept = tuple(_shown(each, (wrong or {}).get(each.id, "")) for each in again.kept())
    return render_template("tables/house_rules.html", kept=kept, longest=LONGEST_NAME), status


def _shown(rules: HouseRules, wrong: str) -> KeptRules:
    variant = families.OFFERED[rules.variant]
    known = {
        name: value
        for name, value in rules.options.items()
        if (switch := variant.switch(name)) is not None and switch.takes(value)
    }
    switches = switches_of(variant.with_options(known, variant.players[0]))
    return KeptRules(
        number=rules.id,
        name=rules.name,
        sub=f"{variant.title} · {_(variant.sheet.title)} · {_(SET_NAMES[rules.tiles])}",
        sentences=tuple(str(switches[name].sentence(value)) for name, value in known.items()),
        play=again.with_rules(TableChoices(), rules).href(2),
        wrong=wrong,
    )
