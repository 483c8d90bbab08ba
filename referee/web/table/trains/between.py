"""The pages before and after a round of trains: what is agreed, the hands shown, what everybody is charged."""

from __future__ import annotations

from referee.engine.games.trains.ending import must_show, why_blocked
from referee.engine.games.trains.state import TrainMatch
from referee.engine.messages import _, msg
from referee.reports.rounds import RoundSummary
from referee.reports.sections import Section
from referee.web.parts.family import RoundPaper
from referee.web.parts.flags import proved_in
from referee.web.parts.last_ruling import cited, refused_words
from referee.web.parts.logbook import told
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked
from referee.web.parts.results import without_tiles
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Words
from referee.web.table.before_round import next_round, page_before_round, sub_before_round, tiles_each
from referee.web.table.hands import hidden_hands, shown_page
from referee.web.table.results import page_of_result, printed_result, result_of
from referee.web.table.trains.facts import match_of
from referee.web.table.trains.lying import lies_of


def asks_who_begins(table: Table) -> bool:
    """Whether the table must name who begins: in the first round, if the double is laid before the deal."""
    match = match_of(table)
    return match.setup.variant.opening.lies_first and match.round is None


def before_page(table: Table, common: TablePage) -> TablePage:
    """What is agreed before the first tile of the next round."""
    match = match_of(table)
    setup, opening = match.setup, match.setup.variant.opening
    double = setup.double(opening.number_of(match.rounds_counted, setup.tiles.high))
    asks = asks_who_begins(table)
    return page_before_round(
        table,
        sub_before_round(table, common),
        title=tiles_each(setup),
        sub=_("It begins with the highest double.")
        if opening.by_highest
        else _("It begins with {tile}.", tile=double),
        rules=[setup.variant.rule(name) for name in ("opening", "no_double")[: 1 if asks else 2]],
        openers=setup.players if asks else (),
        ask=_("Who goes first?"),
    )


LIES = "table/trains/_lies.html"


def hands_page(table: Table, asked: Asked, common: TablePage) -> TablePage:
    """The page for showing the hands that the settlement needs, or that nobody has seen yet."""
    match = match_of(table)
    waiting = must_show(match) or hidden_hands(match)
    return shown_page(table, match, asked, common, waiting, _words(table, asked))


def _words(table: Table, asked: Asked) -> Words:
    """Why the round is over, or why the shown hand was refused."""
    match = match_of(table)
    if asked.refusal is not None:
        return refused_words(table, asked.refusal)
    ending = match.current.ending
    seat = ending.seat if ending is not None else None
    said, rules = why_blocked(match)
    if seat is not None:
        said, rules = msg("{name} went out.", name=match.setup.players[seat]), ()
    charging = match.setup.variant.charging_rule("blocked" if seat is None else "out")
    cites = tuple(cited(table, rule) for rule in (*rules, charging))
    return Words(head=str(said), sub=_("Show the tiles left in each hand."), rules=cites)


def settled_page(table: Table, common: TablePage) -> TablePage:
    """The settled round, and what comes next."""
    match = match_of(table)
    settlement = result_of(table)._replace(more=LIES, links=without_tiles(table))
    onward = next_round(table, asks=asks_who_begins(table))
    return page_of_result(table, common, settlement, onward, hidden=hidden_hands(match), face=lies_of(match))


def paper_of(table: Table, section: Section, summary: RoundSummary) -> RoundPaper:
    """The printed round: each train as a row, or the foot."""
    return RoundPaper(
        settlement=printed_result(table, summary)._replace(lies=LIES, notes=proved_in(table, section.number)),
        lines=told(table, section.judged),
        face=lies_of(TrainMatch.of(section.end)),
        is_dense=True,
    )
