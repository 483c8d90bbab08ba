"""What other sheets say about a tile or a settlement, and what a sheet leaves open: the readings to choose from."""

from collections.abc import Sequence

from flask import url_for

from referee.engine.explain.open_questions import Dispute, ValueTried, left_open, left_open_about
from referee.engine.explain.other_sheets import (
    AnswerKind,
    Elsewhere,
    SheetReading,
    elsewhere_laid,
    elsewhere_play,
    elsewhere_settled,
    figure,
    paid_to,
)
from referee.engine.explain.questions import asked_play
from referee.engine.games.at_any_table import may_change
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import Status
from referee.engine.games.shown_hands import all_held
from referee.engine.log import Log
from referee.engine.messages import Listed, _, msg, points_word
from referee.engine.record.events import Play
from referee.engine.rulings import Breach, Verdict
from referee.reports.rounds import is_left_over, is_paid
from referee.reports.told import won_words
from referee.web.disputes.asked import Query, tile_in_play, way, way_back
from referee.web.disputes.asked_in_line import place_of
from referee.web.disputes.views import OpenQuestion, OpenReading, ReadingView, SheetsPage
from referee.web.parts.actions import says
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import tile_picture
from referee.web.parts.table_views import LinkView


def sheets_page(table: Table, query: Query, number: int | None) -> SheetsPage:
    """What other sheets say about the tile in question, else entry `number`, else the settlement or the last tile."""
    page, found = _question(table, query, number)
    match = table.match
    game = match.setup.variant.title
    page = page._replace(sub=_("{game} · before the first round", game=game), back=way_back(table, query))
    if match.round is not None:
        page = page._replace(sub=_("{game} · round {number}", game=game, number=match.round.number))
    if isinstance(found, Breach):
        asked = (way(table, query, q="may", tile=query.tile.name),) if query.tile is not None else ()
        onward = tuple(LinkView(label=_("Say where it goes"), href=href) for href in asked)
        return page._replace(notes=(str(found.said),), onward=onward)
    readings = tuple(map(_view, found.readings))
    notes = [str(each) for each in found.said]
    if not readings:
        notes.append(_("There is nothing to compare yet: no tile was laid, no round settled."))
    ways = [LinkView(label=_("Ask the referee"), href=way(table, query))]
    if query.tile is None and left_open(table.log):
        left = way(table, query, "disputes.left")
        ways.insert(0, LinkView(label=_("What the sheet leaves open"), href=left))
    return page._replace(
        readings=readings, notes=tuple(notes), onward=(*_house_rule(table, found.readings), *ways)
    )


def _house_rule(table: Table, readings: Sequence[SheetReading]) -> tuple[LinkView, ...]:
    """A link to change the rule that decided at this table; none if it may not be changed now."""
    rule = next((each.rule for each in readings if each.is_own), None)
    if rule is None or not table.may_rule or not may_change(table.state, rule.name):
        return ()
    if table.setup.printed.switch(rule.name) is None:
        return ()
    when = _("from now on")
    if table.state.status is Status.ROUND_OVER:
        when = _("from round {number}", number=table.state.round_number + 1)
    href = url_for("changing.change", link=table.link, open=rule.name, _anchor=rule.name)
    return (LinkView(label=_("House rule"), href=href, sub=when),)


def _question(table: Table, query: Query, number: int | None) -> tuple[SheetsPage, Elsewhere | Breach]:
    """The head of the page, which says what is in question, and what the sheets say."""
    match, tile = table.match, tile_in_play(table, query)
    if tile is not None:
        place = place_of(match, query.at)
        event = asked_play(match, tile, place, query.out)
        verdict = _("May {tile} go?", tile=tile)
        if query.question == "score":
            verdict = _("What would {tile} score?", tile=tile)
        lead = "" if place is None else _("on {place}", place=place.tile)
        return SheetsPage(verdict, lead, tile_picture(tile, label="")), elsewhere_play(match, event)
    laid = _laid(table.log, number)
    if match.round is not None and match.round.ending is not None and number is None:
        return _settlement(match), elsewhere_settled(table.log)
    if laid is None:
        return SheetsPage(_("Nothing to compare yet")), Elsewhere(())
    entry, event = laid
    assert event.tile is not None
    verdict = _("{name} laid {tile}", name=match.setup.players[event.by], tile=event.tile)
    page = SheetsPage(verdict, _("Entry {number}", number=entry), tile_picture(event.tile, label=""))
    return page, elsewhere_laid(table.log, entry)


def _laid(log: Log, number: int | None) -> tuple[int, Play] | None:
    """The number and event of that entry, or of the last tile laid in the current round; None if there is none."""
    now = log.state.round_number
    for entry in reversed(log.entries):
        is_it = entry.state.round_number == now if number is None else entry.number == number
        if is_it and isinstance(entry.event, Play):
            return entry.number, entry.event
    return None


def _settlement(match: LineMatch) -> SheetsPage:
    """The head of the page for a settlement: how the round ended, and the pips of the tiles left."""
    ending = match.current.ending
    verdict = _("Blocked: what is that worth?")
    if ending is not None and ending.how == "out" and ending.seat is not None:
        verdict = _("{name} went out: what is that worth?", name=match.setup.players[ending.seat])
    held = zip(match.setup.players, all_held(match), strict=True)
    pips = (f"{name} {each.pips}" for name, each in held if each and each.number)
    return SheetsPage(verdict, " · ".join(pips))


def _view(reading: SheetReading) -> ReadingView:
    doubts = []
    for doubt in reading.doubts:
        sheets = dict.fromkeys(_(each.sheet.title) for each in doubt.variants)
        doubts.append(f"{', '.join(sheets)}: {doubt.sentence}")
    is_refused = reading.kind is AnswerKind.REFUSED
    # The pips of the hands are on the page already; the figure tells who is paid.
    steps = [str(each) for each in reading.steps if not is_left_over(each) and not is_paid(each)]
    said = " ".join(steps) if is_refused else " · ".join(each.removesuffix(".") for each in steps)
    whose = paid_to(reading) if reading.kind in (AnswerKind.PAYS, AnswerKind.PAYS_NOTHING) else ""
    return ReadingView(
        names=_names(reading),
        is_own=reading.is_own,
        sentence=str(reading.rule.sentence) if reading.rule is not None else "",
        sum=said,
        figure=str(figure(reading)),
        whose=whose,
        doubts=tuple(doubts),
    )


def _names(reading: SheetReading) -> tuple[tuple[str, str], ...]:
    """The names of the games by sheet, the table's own first."""
    found: dict[str, list[str]] = {}
    for place, each in enumerate(reading.variants):
        name = str(each.title)
        if reading.is_own and place == 0:
            name = _("{game}, this table", game=each.title)
        found.setdefault(_(each.sheet.title), []).append(name)
    return tuple((sheet, ", ".join(names)) for sheet, names in found.items())


def open_questions(table: Table, query: Query) -> tuple[OpenQuestion, ...]:
    """The open questions about the tile in question, else about the settlement or the last tile."""
    match, tile = table.match, tile_in_play(table, query)
    if tile is None:
        found = left_open(table.log)
    else:
        found = left_open_about(match, asked_play(match, tile, place_of(match, query.at), query.out))
    return tuple(_open_question(table, match, each) for each in found)


def _open_question(table: Table, match: LineMatch, dispute: Dispute) -> OpenQuestion:
    readings = (_reading(table, match, dispute, each) for each in dispute.readings)
    ordered = sorted(readings, key=lambda each: not each.is_current)
    return OpenQuestion(title=str(dispute.title), why=str(dispute.why), readings=tuple(ordered))


def _reading(table: Table, match: LineMatch, dispute: Dispute, choice: ValueTried) -> OpenReading:
    raw = {"ruling": {dispute.switch: choice.value}}
    answer, _log = table.log.say(raw)
    may = table.may_correct and not choice.is_current and answer.ruling.verdict is Verdict.STANDS
    is_over = match.status is Status.MATCH_OVER
    refused = not choice.is_current and table.may_correct and not may and not is_over
    return OpenReading(
        sentence=str(choice.sentence),
        steps=tuple(
            str(each) for each in (*choice.steps, *answer.ruling.said[:refused]) if not is_paid(each)
        ),
        figure=_figure(match, choice),
        is_current=choice.is_current,
        press=says(_("Make this ruling"), raw) if may else None,
    )


def _figure(match: LineMatch, choice: ValueTried) -> str:
    """The outcome of the reading, in a few words."""
    if not choice.is_known:
        return _("Not known yet")
    sides = match.setup.sides
    if choice.points:
        paid = (
            msg("{points} for {name}", points=points_word(points), name=sides[side])
            for side, points in choice.points
        )
        return str(Listed(paid))
    if choice.winner is None:
        return _("Nobody scores")
    return won_words(match.setup, choice.winner, None)
