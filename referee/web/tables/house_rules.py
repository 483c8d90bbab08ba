"""Earlier choices offered again: the last set-up of the same players, and saved house rules."""

from collections.abc import Iterator
from contextlib import suppress

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import IntegerField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional

from referee.engine.messages import _, marked
from referee.engine.rules.game import Game
from referee.engine.seating import HeaderError, Seating
from referee.engine.setup import read_setup
from referee.engine.sheets import VARIANTS
from referee.engine.spelling import visible
from referee.engine.tiles import SET_NAMES
from referee.reports.agreed import house_words
from referee.storage.known_phones import LONGEST_NAME, HouseRules, NameTaken
from referee.web.context import store
from referee.web.infra import visitors
from referee.web.parts.table_views import LinkView
from referee.web.tables.choices import TableChoices, choices_of, options_of
from referee.web.tables.switches import switch_of, written
from referee.web.tables.views import KeptRules

OFFERED = 3  # groups of players offered before any player is chosen


def last_setups(choices: TableChoices) -> tuple[LinkView, ...]:
    """The last set-up of each group of players, latest first; once players are seated, only theirs."""
    if choices.players:
        return last_of_these(choices)
    return tuple(_offer_of(setup, choices_of(setup)) for setup in _latest())[:OFFERED]


def last_of_these(choices: TableChoices) -> tuple[LinkView, ...]:
    """The last set-up of the seated players, in their present order, if it was another game; none while other players
    are looked for."""
    if choices.after:
        return ()
    for setup in _latest():
        if set(setup.players) == set(choices.players) and setup.variant.key != choices.variant:
            return (_offer_of(setup, choices_of(setup)._replace(players=choices.players)),)
    return ()


def _latest() -> Iterator[Seating]:
    """The last set-up of every group of players in this phone's recent tables, latest first."""
    met: set[frozenset[str]] = set()
    for setup in _set_ups():
        if frozenset(setup.players) not in met:
            met.add(frozenset(setup.players))
            yield setup


def _set_ups() -> Iterator[Seating]:
    """The set-ups of the tables that this phone opened last, latest first."""
    for row in visitors.tables_known(visitors.LATELY):
        with suppress(HeaderError):  # one of its rules no longer exists
            yield read_setup(row.table.header)


def _offer_of(setup: Seating, chosen: TableChoices) -> LinkView:
    about = _about(setup.variant, len(setup.house_rules))
    return LinkView(label=", ".join(chosen.players), sub=about, href=chosen.href(3))


def _about(game: Game, changes: int) -> str:
    words = ", ".join(filter(None, (str(game.title), house_words(changes))))
    return f"{words} · {_(game.sheet.title)}"


# House rules kept under a name


def save(choices: TableChoices) -> HouseRules:
    """Save the chosen house rules for this phone."""
    options = options_of(choices)
    return store().house.save(visitors.new_owner(), choices.variant, choices.save_as, choices.high, options)


def kept() -> list[HouseRules]:
    """All house rules saved by this phone, for games that still exist."""
    owner = visitors.owner()
    return [each for each in store().house.of(owner) if each.variant in VARIANTS] if owner else []


def with_rules(choices: TableChoices, rules: HouseRules) -> TableChoices:
    """The same players with the game and options of saved house rules."""
    switches = {name: written(value) for name, value in rules.options.items()}
    chosen = choices.of_game(rules.variant)
    return chosen._replace(tiles=rules.tiles, switches=switches, ruled=True, save_as="")


def kept_games(choices: TableChoices) -> tuple[LinkView, ...]:
    """The saved house rules, each with a link to its players step."""
    return tuple(
        LinkView(
            label=each.name,
            sub=_about(VARIANTS[each.variant], len(each.options)),
            href=with_rules(choices, each).href(2),
        )
        for each in kept()
    )


def last_rules(choices: TableChoices) -> TableChoices | None:
    """These players' last house rules for this game; None if they never played it here."""
    for setup in _set_ups():
        if setup.variant.key == choices.variant and set(setup.players) == set(choices.players):
            return choices._replace(switches=choices_of(setup).switches, ruled=True)
    return None


def rules_to_take(choices: TableChoices) -> tuple[LinkView, ...]:
    """The sets of house rules to offer for the chosen game: the last ones, and the saved ones."""
    last = last_rules(choices)
    found = [(_("As last time"), last)] if last is not None and last.switches else []
    found += [(each.name, with_rules(choices, each)) for each in kept() if each.variant == choices.variant]
    return tuple(
        LinkView(label=title, sub=house_words(len(chosen.switches)), href=chosen.href(3))
        for title, chosen in found
        if _options(chosen) != _options(choices)
    )


def _options(choices: TableChoices) -> dict[str, object] | None:
    try:
        return dict(options_of(choices))
    except HeaderError:
        return None


house = Blueprint("house", __name__)

NO_NAME = marked("Give these house rules a name.")
_LARGEST = 2**63 - 1  # number that SQLite has


class KeptForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF has no types
    """One set of house rules: its id and its new name."""

    number = IntegerField(validators=[InputRequired(), NumberRange(min=1, max=_LARGEST)])
    name = StringField(validators=[Optional(), Length(max=LONGEST_NAME)])


@house.get("/house-rules")
def show(number: int = 0, typed: str = "", wrong: str = "") -> str:
    """The page of all house rules saved by this phone; for one set of them perhaps with the name that was `typed`, and
    what is `wrong` with it."""
    shown = (
        each._replace(typed=typed, wrong=wrong) if each.number == number else each
        for each in map(_shown, kept())
    )
    return render_template("tables/house_rules.html", kept=tuple(shown), longest=LONGEST_NAME)


@house.post("/house-rules")
def change() -> ResponseReturnValue:
    """Rename or remove one set of house rules."""
    form = KeptForm()
    owner = visitors.owner()
    if not form.validate() or not owner:
        abort(422)
    number, typed = int(form.number.data or 0), str(form.name.data or "")
    name = visible(typed).strip()
    if "remove" in request.form:
        store().house.remove(owner, number)
    elif not name:
        return show(number, typed, _(NO_NAME)), 422
    else:
        try:
            store().house.rename(owner, number, name)
        except NameTaken as taken:
            return show(number, typed, str(taken)), 422
    return redirect(url_for("house.show"), 303)


def _shown(rules: HouseRules) -> KeptRules:
    variant = VARIANTS[rules.variant]
    known = {
        name: value
        for name, value in rules.options.items()
        if (switch := variant.switch(name)) is not None and switch.takes(value)
    }
    now = variant.with_options(known, variant.players[0])
    return KeptRules(
        number=rules.id,
        name=rules.name,
        sub=f"{variant.title} · {_(variant.sheet.title)} · {_(SET_NAMES[rules.tiles])}",
        sentences=tuple(str(switch_of(now, name).sentence(value)) for name, value in known.items()),
        play=with_rules(TableChoices(), rules).href(2),
        typed=rules.name,
    )
