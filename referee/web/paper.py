"""All that was said, as a list; and the page of paper for each round."""

from __future__ import annotations

import secrets
from dataclasses import replace

from flask import url_for

from referee.links import Link
from referee.play.state import Match, State, Status
from referee.play.trickstate import TrickMatch
from referee.web.app import store
from referee.web.asked import Asked
from referee.web.book import Table
from referee.web.families import family_of
from referee.web.history import told
from referee.web.logbook import by_round, settled_in
from referee.web.pages import LogLine, LogPage, RoundLog
from referee.wording import _, _p


def line_of(table: Table, number: int) -> LogLine | None:
    """One entry in force as the list shows it; None for any other."""
    for _number, judged in by_round(table):
        for each in judged:
            if each.number == number and each.entry is not None:
                return family_of(table).lines(table, [each])[0]
    return None


def log_page(table: Table, notice: str = "", *, decides: bool = False) -> LogPage:
    """Everything said, the last round first; `decides` opens what the table may decide."""
    found = []
    entered = store().links.entered(table.row.id)
    if len({each.id for each in entered.values()}) < 2:
        entered = {}  # one phone enters everything
    for number, judged in reversed(by_round(table)):
        lines = tuple(
            replace(_with_way(table, line), entered=_entered_by(table, entered.get(line.number), line.by))
            for line in told(table, judged, family_of(table).lines)
        )
        href = url_for("rounds.summary", link=table.link, number=number) if settled_in(judged) else ""
        found.append(
            RoundLog(
                number=number,
                title=_("Round {number}", number=number) if number else _p("the first round", "Before"),
                lines=lines,
                href=href,
            )
        )
    state = table.state
    return LogPage(
        title=str(table.setup.variant.title),
        back=url_for("rounds.show", link=table.link),
        say=url_for("rounds.say", link=table.link),
        rounds=tuple(found),
        may_write=table.may_correct,
        sides=table.setup.sides if table.log.entries and state.status is not Status.MATCH_OVER else (),
        seq=table.seq,
        key=secrets.token_urlsafe(12),
        may_void=state.status in (Status.PLAYING, Status.REVEAL),
        out_of_turn=_out_of_turn(table),
        notice=notice,
        decides=decides,
    )


def _entered_by(table: Table, link: Link | None, by: str) -> str:
    """Who entered it, where that does not go without saying: a seat enters what its own player does."""
    if link is None:
        return ""
    if link.seat is None:
        return _("entered by the keeper") if link.role == "keep" else _("entered by the owner")
    name = table.setup.players[link.seat]
    return "" if name == by else _("entered by {name}", name=name)


def _out_of_turn(table: Table) -> tuple[tuple[str, str], ...]:
    """Who may have acted though it was another's turn, each with the way to say so."""
    turn = table.state.to_act
    if turn is None or not _lays_in_turn(table.state):
        return ()
    others = [name for seat, name in enumerate(table.setup.players) if seat != turn]
    return tuple((name, Asked(who=name).href(table.link)) for name in others)


def _lays_in_turn(state: State) -> bool:
    """Whether tiles are being laid in turn by whoever holds them, so that somebody can lay one too early."""
    if isinstance(state, TrickMatch):
        return state.current.trump is not None
    return isinstance(state, Match) and state.setup.variant.rows is None


def _with_way(table: Table, line: LogLine) -> LogLine:
    """The line with the way to its corrections, for whoever may make them."""
    if line.struck or not table.may_correct or line.number not in {each.number for each in table.log.entries}:
        return line
    return replace(line, href=url_for("entries.show", link=table.link, number=line.number))
