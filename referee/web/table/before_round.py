"""The page before the first tile of a round of any game: how many tiles each, who opens, and the house rules in words."""

from collections.abc import Iterable

from referee.engine.games.match import State
from referee.engine.messages import _, _n, capital, number_word
from referee.engine.rulings import Provenance, Rule
from referee.engine.seating import Seating
from referee.reports.agreed import carried_words
from referee.reports.families import round_name
from referee.web.parts.actions import back_link, correcting
from referee.web.parts.last_ruling import cited
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.rules import chapters_shown, table_of
from referee.web.parts.settlement_views import without_tiles
from referee.web.parts.table_page import Before, TablePage
from referee.web.parts.table_views import Action, LinkView, Press


def next_number(state: State) -> int:
    """The number of the next round."""
    return len(state.rounds) + 1


def tiles_each(setup: Seating) -> str:
    """How many tiles everybody takes, in words."""
    count = number_word(setup.hand)
    return capital(_n("{count} tile each", "{count} tiles each", setup.hand, count=count))


def next_round(table: Table, sub: str = "", label: str = "", *, asks: bool = False) -> tuple[Action, ...]:
    """The button that deals again, with who leads as `sub`; if it `asks`, a link to the question of who opens."""
    label = label or _("Next round")
    if asks:
        return (LinkView(label=label, href=Asked(deal=True).href(table.link), tone="main"),)
    return (Press(label=label, name="round", value=str(next_number(table.state)), sub=sub, tone="main"),)


def page_before_round(
    table: Table,
    common: TablePage,
    *,
    title: str,
    sub: str,
    rules: Iterable[Rule],
    openers: tuple[str, ...],
    ask: str,
    more: tuple[Action, ...] = (),
) -> TablePage:
    """The page; with `openers` it asks which of them opens, else it waits for the deal. `more` are further buttons."""
    setup, is_first, number = table.setup, table.state.round is None, next_number(table.state)
    chapters = chapters_shown(setup.variant, table_of(setup), setup.printed)
    again = str(common.step.get("opener", "")) if is_first else ""
    before = Before(
        title=title,
        sub=sub,
        carried=carried_words(table.log.start) if is_first else "",
        rules=tuple(cited(table, rule) for rule in rules),
        house=tuple(
            line for each in chapters for line in each.lines if line.rule.source.standing is Provenance.HOUSE
        ),
        unclear=tuple(_(each) for each in setup.variant.unclear),
        chapters=chapters,
        openers=openers,
        ask=ask if openers else "",
        next_opener=again if again in openers else "",
        ways=without_tiles(table),
    )
    dealt = Press(label=_("The tiles are dealt"), name="round", value=str(number), tone="main")
    begins = () if openers else (dealt,)
    sub_of_page, bar = common.sub, (*begins, *more, *correcting(table))
    if not is_first:
        sub_of_page, bar = capital(round_name(setup, number)), (*begins, back_link(table, _("Back")), *more)
    return common._replace(
        sub=sub_of_page,
        screen="before",
        template="table/_before.html",
        before=before,
        bar=bar,
        round_number=number,
    )
