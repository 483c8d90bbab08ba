"""The routes of the rulebook: every variant's rules in order of play, and variants side by side."""

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.drawing.symbols import symbols
from referee.engine.messages import _, marked
from referee.engine.rules.game import Game
from referee.engine.sheets import VARIANTS
from referee.engine.sheets.shared_rules import grouped
from referee.web.families import FAMILIES, facts_of
from referee.web.parts.open_tables import open_table
from referee.web.parts.pictures import drawn
from referee.web.parts.rules import chapters_shown, table_of
from referee.web.parts.table_views import LinkView
from referee.web.rulebook.compared import compare_page
from referee.web.rulebook.overview import overview_at, overview_of
from referee.web.rulebook.views import RulebookPage

rulebook = Blueprint("rulebook", __name__)

PICK_TWO = marked("Tick two games or more to see them side by side.")
NOT_PRINTED = marked("This game is not from a printed sheet. Its rules come from these sources:")


@rulebook.get("/rules")
def index(wrong: str = "") -> ResponseReturnValue:
    """The list of all variants, by family or by sheet, with tick boxes for a comparison."""
    by_sheet = request.args.get("by") == "sheet"
    return render_template(
        "rulebook/index.html",
        by_sheet=by_sheet,
        groups=grouped(VARIANTS.values(), by_sheet=by_sheet),
        facts_of=facts_of,
        keys=[each.key for each in _picked()],
        wrong=wrong,
    )


@rulebook.get("/rules/compare")
def side_by_side() -> ResponseReturnValue:
    """Two or more variants side by side, differences first."""
    picked = _picked()
    if len(picked) < 2:
        return index(_(PICK_TWO))
    return render_template("rulebook/compare.html", page=compare_page(picked))


@rulebook.get("/rules/<key>")
def show(key: str) -> ResponseReturnValue:
    """The rules of a variant as its sheet prints them."""
    variant = VARIANTS.get(key)
    if variant is None:
        abort(404)
    namesakes = [each.key for each in VARIANTS.values() if each.name == variant.name and each is not variant]
    compare = url_for("rulebook.side_by_side", v=[key, *namesakes])
    cited = (part.source.place for part in variant.parts())
    page = RulebookPage(
        game=variant,
        sub=_(variant.sheet.title),
        back=url_for("rulebook.index"),
        overview=overview_of(variant),
        highest=variant.tiles,
        chapters=chapters_shown(variant, None),
        compare=compare if namesakes else url_for("rulebook.index", v=key),
        unprinted=() if variant.sheet.is_printed else tuple(dict.fromkeys(cited)),
        besides=_besides(variant),
        play=url_for("tables.new", step=2, variant=key, n=variant.player_range(variant.tiles)[0]),
        practised=key if key in FAMILIES[variant.machine].practised else "",
        more=FAMILIES[variant.machine].more(key, ""),
    )
    return _shown(page)


@rulebook.get("/t/<link>/rules")
def table_rules(link: str) -> ResponseReturnValue:
    """The rules of one table, including its house rules."""
    table = open_table(link)
    setup = table.setup
    page = RulebookPage(
        game=setup.variant,
        sub=f"{_(setup.variant.sheet.title)} · {setup.tiles.word}",
        back=url_for("rounds.show", link=link),
        overview=overview_at(setup, table_of(setup)),
        highest=setup.tiles.high,
        chapters=chapters_shown(setup.variant, table_of(setup), setup.printed),
        more=FAMILIES[setup.variant.machine].more(setup.variant.key, link),
        change=url_for("changing.change", link=link) if table.may_rule else "",
    )
    return _shown(page)


def _shown(page: RulebookPage) -> str:
    return render_template(
        "rulebook/variant.html", page=page, not_printed=_(NOT_PRINTED), symbols=drawn(symbols(page.highest))
    )


def _besides(variant: Game) -> tuple[LinkView, ...]:
    """Links to comparisons with similar games, namesakes first, then the family."""
    others = (each for each in VARIANTS.values() if each.key != variant.key)
    kin = [each for each in others if each.name == variant.name or each.family == variant.family]
    return tuple(
        LinkView(
            label=str(each.title),
            sub=_(each.sheet.title),
            href=url_for("rulebook.side_by_side", v=[variant.key, each.key]),
        )
        for each in sorted(kin, key=lambda each: each.name != variant.name)
    )


def _picked() -> list[Game]:
    return [VARIANTS[key] for key in dict.fromkeys(request.args.getlist("v")) if key in VARIANTS]
