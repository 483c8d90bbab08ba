"""The page of a table of trains: picks the screen to show and fills it."""

from referee.drawing.svg import half_svg
from referee.engine.games.match import Status
from referee.engine.games.trains.places import halves_for, may_lay_more_doubles, playable
from referee.engine.games.trains.state import TrainMatch, TrainRound, drawable, due
from referee.engine.games.trains.stuck import draw_breach, pass_breach
from referee.engine.messages import _, _n, _p
from referee.engine.record.events import Draw
from referee.engine.tiles import tiles_in
from referee.web.parts.actions import (
    BOXED,
    correcting,
    draw_button,
    only_tiles,
    pass_button,
    sleeping,
    spaced,
    tiles_picker,
)
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import ANY, NOTHING, Asked, number_in
from referee.web.parts.pictures import drawn
from referee.web.parts.scores import sides_of, sub_of
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Action, Picker
from referee.web.table.trains.asking import hub_page, tried_page, turn_words, words_of
from referee.web.table.trains.between import before_page, hands_page, settled_page
from referee.web.table.trains.lanes import face_of, place_words


def page_of(table: Table, asked: Asked, common: TablePage) -> TablePage:
    """The page of a game of trains at the phone's step."""
    match = TrainMatch.of(table.state)
    common = common._replace(sub=sub_of(match), sides=sides_of(match))
    current = match.round
    if current is None or (match.status is Status.ROUND_OVER and asked.deal):
        return before_page(table, common)
    if match.status is Status.REVEAL or (match.status is not Status.PLAYING and asked.hand):
        return hands_page(table, asked, common)
    if match.status is not Status.PLAYING:
        return settled_page(table, common)
    return _playing(table, match, current, asked, common)


def _playing(
    table: Table, match: TrainMatch, current: TrainRound, asked: Asked, common: TablePage
) -> TablePage:
    place = chosen_place(match, current, asked)
    turn = turn_words(match, current)
    face = face_of(table, match, asked)
    waiting = due(match, current)
    if waiting is not None:
        face = face._replace(due=drawn(half_svg(current.ends[waiting].half, label="")))
    page = common._replace(
        template="table/trains/_play.html",
        turn=turn,
        by=match.setup.players[current.turn] if current.turn is not None else "",
        beside=turn if waiting is not None and table.seat == current.turn else "",
        face=face,
        aside=_n("{n} in the boneyard", "{n} in the boneyard", current.boneyard) if current.boneyard else "",
    )
    if not table.may_write:
        return page._replace(words=words_of(table))
    if not current.laid:
        return hub_page(table, match, current, asked, page)
    bar = bar_of(table, match, current)
    tried = tried_page(table, match, asked, page, bar)
    if tried is not None:
        return tried
    if place is not None and asked.at.isdigit() and waiting is None:
        turn = _("{words}: {place}", words=turn, place=place_words(match, current, place))
    picker = picker_of(table, match, current, asked)
    return page._replace(
        turn=turn,
        at=str(place) if place is not None and asked.at.isdigit() else "",
        words=words_of(table),
        picker=picker,
        pad=picker_of(table, match, current, Asked(at=ANY)) if picker.is_row else None,
        bar=bar,
    )


def chosen_place(match: TrainMatch, current: TrainRound, asked: Asked) -> int | None:
    """The place that was tapped, else the double that waits to be covered; None if a number comes first."""
    at = number_in(asked.at)
    if at is not None and at < len(current.ends):
        return at
    if asked.at == ANY or asked.half is not None:
        return None
    return None if may_lay_more_doubles(match, current) else due(match, current)


def picker_of(table: Table, match: TrainMatch, current: TrainRound, asked: Asked) -> Picker:
    """The picker of unseen tiles: a number pad, or only the tiles with the number wanted at the chosen place, or with the
    only number wanted anywhere."""
    assert current.turn is not None
    place = chosen_place(match, current, asked)
    if place is not None:
        half = current.ends[place].half
        elsewhere = NOTHING._replace(at="" if asked.at else ANY).href(table.link)
        return only_tiles(table, asked, half, current.unseen, match.setup.tiles.having[half], elsewhere)
    goes = current.unseen & playable(match, current, current.turn)
    lit = {*halves_for(match, current, current.turn)}
    if may_lay_more_doubles(match, current):
        lit |= {each.high for each in tiles_in(goes) if each.is_double}
    lit = {half for half in lit if goes & match.setup.tiles.having[half]}
    shows_all = match.setup.tiles.high <= BOXED
    if shows_all or len(lit) > 1 or not lit or asked.half is not None or asked.at:
        return tiles_picker(table, asked, current.unseen, goes, "play", lit)
    return only_tiles(table, asked, min(lit), current.unseen, goes, NOTHING._replace(at=ANY).href(table.link))


def bar_of(table: Table, match: TrainMatch, current: TrainRound) -> tuple[Action, ...]:
    """The buttons to draw, pass and undo."""
    found: list[Action] = []
    seat = current.turn
    assert seat is not None
    if match.setup.variant.drawing.is_allowed:
        left = drawable(match, current)
        found.append(draw_button(current, left, can=draw_breach(match, current, Draw(seat, 1)) is None))
    label = _("Done") if current.goes_on else _p("button", "Pass")
    can = current.goes_on or pass_breach(match, current, seat) is None
    found += [pass_button(label, can=can), *correcting(table)]
    return spaced(found, sleeping(current, current.boneyard, is_short=True))
