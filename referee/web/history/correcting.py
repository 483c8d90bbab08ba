"""A wrong tile, highlighted in the layout, with four ways to correct it and the question that each asks."""

from collections.abc import Collection
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from referee.drawing.placing import arrange
from referee.drawing.svg import layout_svg
from referee.engine.games.line.state import LineMatch
from referee.engine.layout import Laid, Layout
from referee.engine.log import entries_of_round
from referee.engine.messages import OR, Listed, _, _n
from referee.engine.tiles import Tile, read_tile
from referee.web.history.amending import Amending
from referee.web.history.tiles_and_places import picker_of, places_of, trains_of
from referee.web.parts.family import LyingView
from referee.web.parts.logbook import LogLine, way_to
from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import drawn, tile_picture
from referee.web.parts.scores import SideView, sides_of
from referee.web.parts.table_views import NOTHING_DRAWN, LinkView, Picker


class CorrectPage(NamedTuple):
    """A tile, highlighted where it lies, and the ways to correct it; in the second step, one way's choices.

    `layout` is for line games, `lying` for others. `after_another` are links to the move that came before it and is
    missing.
    """

    back: str
    close: str
    head: str
    lies: str
    tile: Markup
    sides: tuple[SideView, ...] = ()
    layout: Markup = NOTHING_DRAWN
    lying: LyingView | None = None
    question: str = ""
    picker: Picker | None = None
    hint: str = ""
    choices: tuple[LinkView, ...] = ()
    after_another: tuple[LinkView, ...] = ()


class LaterRow(NamedTuple):
    """What happens to one later move: `was` and `now` are its points, if they change."""

    number: int
    title: str
    sub: str = ""
    tile: Markup = NOTHING_DRAWN
    was: str = ""
    now: str = ""
    wrong: bool = False
    choices: tuple[LinkView, ...] = ()


class PreviewPage(NamedTuple):
    """The preview of a correction: the table as it would be, and each later move that changes.

    `reads` is the corrected entry in words. `layout` is for line games, `lying` for others. `fields` are what the button
    submits, `button` is its label and second line; both are empty if the correction cannot be carried out yet.
    """

    sides: tuple[SideView, ...]
    layout: Markup
    head: str = ""
    reads: str = ""
    lying: LyingView | None = None
    tiles: tuple[Markup, ...] = ()
    rows: tuple[LaterRow, ...] = ()
    more: str = ""
    changes: tuple[str, ...] = ()
    refused: str = ""
    choices: tuple[LinkView, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    button: tuple[str, str] = ("", "")


def correct_page(taps: Amending, step: str, line: LogLine) -> CorrectPage:
    """The ways to correct a tile, told by its `line`, or the question of the tapped one: `tile`, `player`, `place` or
    `missed`."""
    table, tile = taps.table, taps.on_table
    assert tile is not None
    close = url_for("rounds.show", link=table.link) if taps.is_in_hand else way_to(table, taps.number)
    by = taps.body.get("by", "")
    page = CorrectPage(
        back=close,
        close=close,
        head=_("{tile} · {name} · move {number}", tile=tile, name=by, number=taps.number),
        lies=line.told.text,
        tile=tile_picture(tile, label=None),
        lying=taps.lying(entries_of_round(table.log, taps.round_number)),
    )
    if taps.laid is not None:
        match = LineMatch.of(taps.round_end)
        layout = match.current.layout
        lies = _("As it lies: {tiles}.", tiles=Listed(each.tile for each in layout.laid))
        page = page._replace(
            lies=_where(layout, taps.laid),
            sides=sides_of(match),
            layout=corrected_picture(table, layout, (tile,), lies),
        )
    if step == "tile":
        picker = picker_of(taps)
        page = page._replace(question=_("Which tile was it?"), picker=picker, hint=_about_pale(picker))
    elif step == "player":
        page = page._replace(
            question=_("Who was it?"), choices=taps.who(), after_another=taps.after_another()
        )
    elif step == "missed":
        question = _("Which tile did {name} lay before it?", name=by)
        page = page._replace(question=question, picker=picker_of(taps))
    elif step == "place":
        question = _("On which train?") if trains_of(taps) else _("How did it lie?")
        page = page._replace(question=question, choices=places_of(taps))
    else:
        return page._replace(choices=_ways(taps))
    return page._replace(back=taps.steps())


def _about_pale(picker: Picker | None) -> str:
    """What a tap on a pale tile of the picker does; "" if it shows none."""
    keys = picker.keys if picker is not None else ()
    if not any(each.state == "off" and read_tile(each.value) for each in keys):
        return ""
    return _("Tap a pale tile to exchange the two.")


def _where(layout: Layout, laid: Laid) -> str:
    """Where the tile lies, and which tiles were laid on it, in words."""
    on_it = [each.tile for each in layout.laid if each.on is not None and each.on.tile is laid.tile]
    lies = _("on {place}", place=laid.on.tile) if laid.on is not None else _("the first tile")
    if not on_it:
        return lies
    return _n(
        "{place}, then {tiles} was laid on it",
        "{place}, then {tiles} were laid on it",
        len(on_it),
        place=lies,
        tiles=Listed(on_it),
    )


def _ways(taps: Amending) -> tuple[LinkView, ...]:
    """Wrong tile, wrong player, wrong place, and take back to here; a way that is no use says why. In a trick a tile has
    no other place."""
    others = [each.label for each in taps.who()]
    places = places_of(taps)
    player = LinkView(label=_("Wrong player"), sub=_("nobody else plays"))
    if others:
        laid_by = _("another player laid it")
        if len(others) <= 3:
            laid_by = _("{names} laid it", names=Listed(others, OR))
        player = player._replace(sub=laid_by, href=taps.steps("player"))
    place = [LinkView(label=_("Wrong place"), sub=_("fits nowhere else"))]
    if taps.table.setup.takes_tricks:
        place = []
    elif trains_of(taps):
        place = [LinkView(label=_("Wrong train"), sub=_("it is on another one"), href=taps.steps("place"))]
    elif places:
        fits = _n("it fits {n} other place", "it fits {n} other places", len(places))
        if len(places) <= 2:
            fits = str(Listed([each.label for each in places], OR))
        place = [place[0]._replace(sub=fits, href=taps.steps("place"))]
    last = taps.table.log.entries[-1].number
    moves = _("move {number}", number=last)
    if last != taps.number:
        moves = _("moves {first} to {last}", first=taps.number, last=last)
    return (
        LinkView(label=_("Wrong tile"), sub=_("choose the right one"), href=taps.steps("tile")),
        player,
        *place,
        LinkView(label=_("Take back to here"), sub=moves, href=taps.steps("back")),
    )


def corrected_picture(table: Table, layout: Layout, tinted: Collection[Tile], label: str) -> Markup:
    """The drawing of a corrected layout, with the tiles tinted that the correction is about; no place can be tapped."""
    svg = layout_svg(
        arrange(layout),
        layout,
        silent=table.match.claims_are_open,
        counts_ends=table.match.setup.variant.counting.counts_ends,
        mark_last=False,
        tinted=tinted,
        label=label,
    )
    return drawn(svg)
