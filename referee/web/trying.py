"""An entry that is not complete, or was refused: what is still asked, or why it may not be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.events import Play, read_event
from referee.layout import Laid, Place
from referee.play.legal import fitting
from referee.play.state import RoundState
from referee.rulings import Code, Ruling, Verdict
from referee.tiles import Tile, read_tile
from referee.web.actions import bar_of
from referee.web.asked import NOTHING, Asked
from referee.web.book import Table
from referee.web.picker import picker_of
from referee.web.pictures import beside, layout_picture, tile_picture
from referee.web.spoken import refused_words
from referee.web.views import NOTHING_DRAWN, Action, Asking, Choice, Link, Press, TablePage


def tried_page(
    table: Table, current: RoundState, tried: Mapping[str, Any], page: dict[str, Any]
) -> TablePage | None:
    if "play" in tried and "by" not in tried and current.turn is None:
        return _who_laid(table, current, tried, page)
    answer, _ = table.log.say(tried)
    ruling: Ruling = answer.ruling
    if ruling.verdict is not Verdict.REFUSED:
        return None
    event = read_event(tried, table.setup.players)
    if (
        isinstance(event, Play)
        and event.tile is not None
        and ruling.code in (Code.CHOOSE_END, Code.CHOOSE_OUT)
    ):
        return _where(table, current, tried, event, ruling.code, page)
    return _refused(table, current, tried, event, ruling, page)


def _who_laid(table: Table, current: RoundState, tried: Mapping[str, Any], page: dict[str, Any]) -> TablePage:
    laid = read_tile(str(tried["play"]))
    asking = Asking(
        title=f"{tried['play']} opens",
        sub="Who laid it?",
        drawing=tile_picture(laid, label="") if laid is not None else NOTHING_DRAWN,
        choices=tuple(Choice(label=name, name="by", value=name) for name in table.setup.players),
        back=Link(label="Another tile", href=NOTHING.href(table.link)),
        fields=(("play", str(tried["play"])),),
    )
    return TablePage(**page, layout=layout_picture(table, current.layout), asking=asking)


def _where(
    table: Table, current: RoundState, tried: Mapping[str, Any], event: Play, code: Code, page: dict[str, Any]
) -> TablePage:
    tile = event.tile
    assert tile is not None
    name = table.setup.players[event.by]
    ways = _ways(table, current, event, tile)
    fields = [("play", tile.name)]
    if code is Code.CHOOSE_OUT:
        fields.append(("at", str(tried.get("at", ""))))
        choices = tuple(
            Choice(
                label=f"{tile.other(each)} outward",
                name="out",
                value=str(tile.other(each)),
                drawing=beside(current.layout, tile, place, each),
            )
            for place, each in ways
        )
        candidates: tuple[Laid, ...] = ()
        sub = "which half stays outward?"
    else:
        first = dict(reversed(ways))
        choices = tuple(
            Choice(
                label=f"on {place.tile}",
                name="at",
                value=f"{place.tile}/{place.half}",
                drawing=beside(current.layout, tile, place, first[place]),
            )
            for place in dict.fromkeys(place for place, _ in ways)
        )
        candidates = tuple(current.layout.add(tile, place, first[place]).laid[-1] for place in first)
        sub = "on which tile?"
    if event.stood:
        fields.append(("stood", "1"))
    back = Link(label="Another tile", href=NOTHING.href(table.link))
    asking = Asking(
        title=f"{name} lays {tile}",
        sub=sub,
        drawing=tile_picture(tile, label=""),
        choices=choices,
        back=back,
        fields=tuple(fields),
    )
    return TablePage(**page, layout=layout_picture(table, current.layout, candidates), asking=asking)


def _ways(table: Table, current: RoundState, event: Play, tile: Tile) -> list[tuple[Place, int]]:
    """Every way in which the tile may be laid; where the table lets it stand, every way in which it can lie."""
    layout = current.layout
    places = layout.places() if event.stood else layout.places_now()
    if event.at is not None:
        places = [each for each in places if each.tile is event.at and event.half in (None, each.half)]
    ways = [
        (each.place, each.touching)
        for each in fitting(table.log.state, places, tile)
        if each.place is not None
    ]
    if event.stood and not ways:
        ways = [(place, half) for place in places for half in tile.halves]
    if event.out is not None:
        ways = [(place, half) for place, half in ways if tile.other(half) == event.out]
    return ways


def _refused(
    table: Table,
    current: RoundState,
    tried: Mapping[str, Any],
    event: object,
    ruling: Ruling,
    page: dict[str, Any],
) -> TablePage:
    bar = bar_of(table, current)
    if {"claim", "muggins"} & set(tried):
        return _call_refused(table, current, ruling, page)
    drawing = [
        replace(each, sub=each.sub.replace(" in the boneyard", " left"), tone="")
        for each in bar
        if isinstance(each, Press) and each.name == "draw" and each.tone != "pale"
    ]
    actions: list[Action] = [*drawing]
    if may_stand(table, tried):
        actions.append(Press(label="Let it stand", name="stand", value=_dumped(tried)))
    actions.append(Link(label="Take it back", href=NOTHING.href(table.link), tone="main"))
    return TablePage(
        **page,
        layout=layout_picture(table, current.layout, refused=_where_refused(current, event)),
        words=refused_words(table, ruling),
        who=() if current.turn is not None else table.setup.players,
        picker=picker_of(table, current, NOTHING),
        bar=tuple(actions),
    )


def _call_refused(table: Table, current: RoundState, ruling: Ruling, page: dict[str, Any]) -> TablePage:
    """A call that takes nothing: the round goes on as it was."""
    return TablePage(
        **page,
        layout=layout_picture(table, current.layout),
        words=refused_words(table, ruling),
        picker=picker_of(table, current, NOTHING),
        bar=bar_of(table, current),
    )


def may_stand(table: Table, tried: Mapping[str, Any]) -> bool:
    """Whether the table may let a refused event stand."""
    if not {"play", "draw", "pass"} & set(tried):
        return False
    answer, _ = table.log.say({**tried, "stood": True})
    return answer.ruling.verdict is Verdict.STOOD or answer.ruling.code in (Code.CHOOSE_END, Code.CHOOSE_OUT)


def _dumped(tried: Mapping[str, Any]) -> str:
    return Asked(tried=tried).args()["tried"]


def _where_refused(current: RoundState, event: object) -> Laid | None:
    """Where a refused tile would lie: at the place it was meant for, or the only one that there is."""
    if not isinstance(event, Play) or event.tile is None or not current.layout.laid:
        return None
    if not event.tile.bit & current.unseen:
        return None
    places = current.layout.places()
    if event.at is not None:
        places = [each for each in places if each.tile is event.at and event.half in (None, each.half)]
    elif len(places) > 1:
        return None
    if not places:
        return None
    return current.layout.add(event.tile, places[0], event.tile.high).laid[-1]
