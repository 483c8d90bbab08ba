"""What the sheet leaves to the table: each reading with what it brings here, and the choice."""

from __future__ import annotations

from flask import url_for

from referee.engine.explain.open_questions import Choice, Dispute, left_open, left_open_about
from referee.engine.explain.questions import asked_play
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import Status
from referee.engine.games.phrases import listed, points_word
from referee.engine.messages import _, msg
from referee.engine.rulings import Verdict
from referee.reports.told import won_words
from referee.web.disputes.asked import place_of
from referee.web.disputes.query import Query, tile_in_play
from referee.web.disputes.views import OpenPage, OpenQuestion, OpenReading
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import dumped
from referee.web.parts.submit import envelope_of
from referee.web.parts.table_views import Press


def open_page(table: Table, query: Query) -> OpenPage:
    """The open questions of the settlement, of the last tile, or of a tile that is asked about."""
    match, tile = table.match, tile_in_play(table, query)
    if tile is None:
        found = left_open(table.log)
    else:
        found = left_open_about(match, asked_play(match, tile, place_of(match, query.at), query.out))
    return OpenPage(
        title=_("The sheet leaves it open"),
        sub=str(match.setup.variant.title),
        back=url_for("rounds.show", link=table.link),
        form=envelope_of(table),
        questions=tuple(_question(table, match, each) for each in found),
        may_rule=table.may_correct and match.status is not Status.MATCH_OVER,
    )


def _question(table: Table, match: LineMatch, dispute: Dispute) -> OpenQuestion:
    readings = tuple(_reading(table, match, dispute, each) for each in dispute.readings)
    ordered = sorted(readings, key=lambda each: not each.is_current)
    return OpenQuestion(title=str(dispute.title), why=str(dispute.why), readings=tuple(ordered))


def _reading(table: Table, match: LineMatch, dispute: Dispute, choice: Choice) -> OpenReading:
    raw = {"ruling": {dispute.switch: choice.value}}
    answer, _log = table.log.say(raw)
    may = table.may_correct and not choice.is_current and answer.ruling.verdict is Verdict.STANDS
    refused = (
        str(answer.ruling.said[0])
        if not choice.is_current and table.may_correct and not may and match.status is not Status.MATCH_OVER
        else ""
    )
    steps = tuple(str(each) for each in choice.steps)
    return OpenReading(
        sentence=str(choice.sentence),
        steps=(*steps, refused) if refused else steps,
        figure=_figure(match, choice),
        is_current=choice.is_current,
        press=Press(label=_("The table rules so"), name="say", value=dumped(raw)) if may else None,
    )


def _figure(match: LineMatch, choice: Choice) -> str:
    """What the reading brings, in a few words."""
    if not choice.is_known:
        return _("Not known yet")
    sides = match.setup.sides
    if choice.points:
        paid = (
            msg("{points} for {name}", points=points_word(points), name=sides[side])
            for side, points in choice.points
        )
        return str(listed(paid))
    if choice.winner is None:
        return _("Nobody scores")
    return won_words(match.setup, choice.winner, None)
