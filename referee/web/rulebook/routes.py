"""The rulebook: every variant's rules in order of play, and variants side by side."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.drawing.symbols import symbols
from referee.engine.messages import _, marked
from referee.engine.rules.game import Game
from referee.engine.sheets.shared_rules import grouped
from referee.web.families import FAMILIES, OFFERED, facts_of
from referee.web.parts.open_tables import open_table
from referee.web.parts.pictures import drawn
from referee.web.parts.rules import chapters_shown, table_of
from referee.web.rulebook.compared import compare_page
from referee.web.rulebook.overview import overview_at, overview_of
from referee.web.rulebook.views import IndexLine, IndexPage, RulebookPage

rulebook = Blueprint("rulebook", __name__)

PICK_TWO = marked("Tick two games or more to see them side by side.")
NOT_PRINTED = marked(
    "This game is not from a printed sheet. It is written down here as these sources have it:"
)


@rulebook.get("/rules")
def index() -> ResponseReturnValue:
    """All variants."""
    return render_template("rulebook/index.html", page=_index_page())


@rulebook.get("/rules/compare")
def side_by_side() -> ResponseReturnValue:
    """Two variants or more, what differs first."""
    picked = _picked()
    if len(picked) < 2:
        return render_template("rulebook/index.html", page=_index_page(_(PICK_TWO)))
    return render_template("rulebook/compare.html", page=compare_page(picked))


@rulebook.get("/rules/<key>")
def show(key: str) -> ResponseReturnValue:
    """A variant as its sheet prints it."""
    variant = OFFERED.get(key)
    if variant is None:
        abort(404)
    least, _most = variant.player_range(variant.tiles)
    page = RulebookPage(
        title=str(variant.title),
        sub=_(variant.sheet.title),
        back=url_for("rulebook.index"),
        overview=overview_of(variant),
        highest=variant.tiles,
        chapters=chapters_shown(variant, None),
        compare=_with_namesakes(variant),
        unclear=_unclear(variant),
        unprinted=() if variant.sheet.is_printed else _sources(variant),
        besides=_besides(variant),
        play=url_for("tables.new", step=2, variant=key, n=least),
        practised=key if key in FAMILIES[variant.machine].practised else "",
        more=FAMILIES[variant.machine].more(key, ""),
    )
    return _shown(page)


@rulebook.get("/t/<link>/rules")
def table_rules(link: str) -> ResponseReturnValue:
    """The rules of one table, its own among them."""
    table = open_table(link)
    setup = table.setup
    page = RulebookPage(
        title=str(setup.variant.title),
        sub=f"{_(setup.variant.sheet.title)} · {_(setup.tiles.name)}",
        back=url_for("rounds.show", link=link),
        overview=overview_at(setup, table_of(setup)),
        highest=setup.tiles.high,
        chapters=chapters_shown(setup.variant, table_of(setup), setup.printed),
        unclear=_unclear(setup.variant),
        more=FAMILIES[setup.variant.machine].more(setup.variant.key, link),
    )
    return _shown(page)


# One variant


def _shown(page: RulebookPage) -> str:
    return render_template(
        "rulebook/variant.html", page=page, not_printed=_(NOT_PRINTED), symbols=drawn(symbols(page.highest))
    )


def _unclear(variant: Game) -> tuple[str, ...]:
    """What the sheet leaves unclear in general; what is unclear about one rule is told with the rule."""
    told = set(variant.unclear_about.values())
    return tuple(_(each) for each in variant.unclear if each not in told)


def _with_namesakes(variant: Game) -> str:
    """The game side by side with those of its name; if there is none, the list with this one ticked."""
    keys = [each.key for each in OFFERED.values() if each.name == variant.name and each.key != variant.key]
    if not keys:
        return url_for("rulebook.index", v=variant.key)
    return url_for("rulebook.side_by_side", v=[variant.key, *keys])


def _sources(variant: Game) -> tuple[str, ...]:
    """The sections that its parts cite, each once."""
    return tuple(dict.fromkeys(part.source.section for part in variant.parts()))


def _besides(variant: Game) -> tuple[tuple[str, str, str], ...]:
    """Namesakes first, then the family: name, sheet, and the two side by side."""
    others = [each for each in OFFERED.values() if each.key != variant.key]
    kin = [each for each in others if each.name == variant.name]
    kin += [each for each in others if each.family == variant.family and each not in kin]
    return tuple(
        (str(each.title), _(each.sheet.title), url_for("rulebook.side_by_side", v=[variant.key, each.key]))
        for each in kin
    )


# All of them


def _picked() -> list[Game]:
    return [OFFERED[key] for key in dict.fromkeys(request.args.getlist("v")) if key in OFFERED]


def _index_page(wrong: str = "") -> IndexPage:
    by_sheet = request.args.get("by") == "sheet"
    picked = _picked()
    keys = [each.key for each in picked]
    groups = grouped(OFFERED.values(), by_sheet=by_sheet)
    return IndexPage(
        by_sheet=by_sheet,
        groups=tuple((title, tuple(_index_line(each, picked) for each in group)) for title, group in groups),
        by_family_href=url_for("rulebook.index", v=keys),
        by_sheet_href=url_for("rulebook.index", by="sheet", v=keys),
        wrong=wrong,
    )


def _index_line(variant: Game, picked: Sequence[Game]) -> IndexLine:
    return IndexLine(
        key=variant.key,
        href=url_for("rulebook.show", key=variant.key),
        name=str(variant.title),
        facts=facts_of(variant),
        sheet=_(variant.sheet.title),
        picked=variant in picked,
    )
