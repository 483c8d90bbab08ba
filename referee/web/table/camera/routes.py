"""The routes for entering tiles by picture: upload it, check what was read, and enter it."""

import secrets
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from referee.camera import CannotLook
from referee.engine.messages import _, _n, marked
from referee.engine.tiles import Face, Tile, read_tile, tiles_in
from referee.web.context import htmx
from referee.web.parts.actions import GONE, tiles_picker
from referee.web.parts.open_tables import Table, open_table
from referee.web.parts.pending_entry import NOTHING, Asked, number_in
from referee.web.parts.pictures import picker_key, symbols_of, tile_picture
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Action, Key, LinkView, Picker, TakePicture
from referee.web.parts.taking_pictures import REFUSALS, seen_in_picture
from referee.web.table.camera.readings import (
    Readings,
    ShownPart,
    TileReading,
    drawing_of,
    read_readings,
    readings_of,
    split_by_size,
)
from referee.web.table.page import table_page, whole_page

COLUMNS = 7  # up to so many tiles of a deal are sorted left to right, whatever their height; more are in rows


class WhichTile(NamedTuple):
    """Asks which tile that is: one of two `ways`, or any in the `picker`."""

    title: str
    number: int
    ways: tuple[Key, ...] = ()
    picker: Picker | None = None


class CheckPage(NamedTuple):
    """What was read, tile by tile; the button `enter` submits the `fields`."""

    link: str
    title: str
    sub: str
    href: str
    back: str
    seen: str
    mine: int
    drawing: ShownPart
    row: tuple[Key, ...]
    total: int | None
    question: WhichTile | None
    tip: str
    enter: str
    sum: str
    fields: tuple[tuple[str, str], ...]
    bar: tuple[Action, ...]
    camera: TakePicture
    seq: int
    key: str


def check_page(table: Table, args: Mapping[str, str]) -> CheckPage | None:
    """The check page for the readings in the query string, with the last tap applied; None if nothing is left to show."""
    readings = read_readings(args.get("seen", ""))
    if readings is None:
        return None
    page = table_page(table, Asked(hand=args.get("hand", ""), deal=not args.get("hand")))
    camera = page.camera
    if camera is None:
        return None
    possible = frozenset(tiles_in(camera.possible))
    readings = readings.among(possible)
    at, on = (_number(args.get(name, ""), readings) for name in ("at", "on"))
    tile, half = read_tile(args.get("tile", "")), args.get("half", "")
    if on is not None and args.get("none"):
        readings = readings.without(on)
    elif on is not None and tile is not None and tile in possible:
        readings = readings.corrected(on, tile)
    elif half:
        at = on
    if not readings.tiles:
        return None
    mine = _number(args.get("mine", ""), readings)
    return _page(table, page, camera, readings, _hand(readings, camera, mine), at, half, mine)


def address_of(table: Table, by: str, readings: Readings) -> str:
    """The address of the page to check these readings; `by` is whose hand it is."""
    return url_for("camera.check", link=table.link, hand=by or None, seen=str(readings))


def _number(text: str, readings: Readings) -> int | None:
    number = number_in(text, 3)
    return number if number is not None and number < len(readings.tiles) else None


def _hand(readings: Readings, camera: TakePicture, mine: int | None) -> tuple[int, ...]:
    """The indices of this hand's tiles: all of them, unless the picture shows several hands."""
    corners = [each.corners for each in readings.tiles]
    own, others = camera.number, [number for _name, number in camera.others]
    for many in range(len(others), 0, -1):
        for beside in combinations(others, many):
            groups = split_by_size(corners, (own, *beside))
            if groups:
                chosen = (each for each in groups if mine in each and len(each) == own)
                return next(chosen, groups[0])
    return tuple(range(len(corners)))


def _page(
    table: Table,
    page: TablePage,
    camera: TakePicture,
    readings: Readings,
    hand: Sequence[int],
    at: int | None,
    half: str,
    mine: int | None,
) -> CheckPage:
    if not camera.by and len(hand) <= COLUMNS:
        hand = sorted(hand, key=lambda each: min(readings.tiles[each].corners))
    tiles = [readings.tiles[each].tile for each in hand]
    doubtful = [each for each in hand if readings.tiles[each].is_doubtful]
    asked = at if at is not None and at in hand else next(iter(doubtful), None)
    pips = [each.pips for each in tiles]
    missing = camera.number - len(tiles)
    return CheckPage(
        link=table.link,
        title=_("{name}'s tiles", name=camera.by) if camera.by else _("The tiles"),
        sub=_found(len(tiles), camera, len(doubtful)),
        href=address_of(table, camera.by, readings),
        back=_table_address(table, camera, ()),
        seen=str(readings),
        mine=-1 if mine is None else mine,
        drawing=drawing_of(readings, hand, asked, camera.number),
        row=tuple(_row_key(readings.tiles[each], each, asked) for each in hand),
        total=sum(pips) if camera.is_counted else None,
        question=_question(table, camera, readings, asked, half, is_open=asked == at)
        if asked is not None
        else None,
        tip=_("Tap whatever is not one of these tiles.") if missing < 0 else _("Tap any tile to correct it."),
        enter=_enter(camera, tiles) if not missing and camera.by else "",
        sum=" + ".join(map(str, pips)) if camera.is_counted and len(pips) > 1 else "",
        fields=(
            ("by", camera.by),
            ("shown", " ".join(each.name for each in tiles)),
            ("tile", tiles[-1].name),
            ("seen", str(readings)),
        ),
        bar=(
            *_onward(table, camera, [readings.tiles[each].face for each in hand]),
            camera._replace(label=_("Retake"), tone=""),
            *(each for each in page.bar if isinstance(each, LinkView) and not each.away),
        ),
        camera=camera,
        seq=table.seq,
        key=secrets.token_urlsafe(12),
    )


def _found(number: int, camera: TakePicture, doubtful: int) -> str:
    if number < camera.number:
        return _("{n} of {all} tiles found", n=number, all=camera.number)
    if number > camera.number and camera.by:
        return _("{n} tiles found, {name} holds {all}", n=number, name=camera.by, all=camera.number)
    if number > camera.number:
        return _("{n} tiles found, the deal has {all}", n=number, all=camera.number)
    if doubtful:
        return _n(
            "{n} tile found, {doubtful} to check",
            "{n} tiles found, {doubtful} to check",
            number,
            doubtful=doubtful,
        )
    return _n("{n} tile found", "{n} tiles found", number)


def _enter(camera: TakePicture, tiles: Sequence[Tile]) -> str:
    pips = sum(each.pips for each in tiles)
    return _n("Count {n} pip", "Count {n} pips", pips) if camera.is_counted else _("Show this hand")


def _table_address(table: Table, camera: TakePicture, faces: Sequence[Face]) -> str:
    """The address of the table, with these tiles already tapped."""
    if camera.by:
        return Asked(hand=camera.by, shown=tuple(each.tile for each in faces)).href(table.link)
    return Asked(faces=tuple(faces), deal=True).href(table.link)


def _onward(table: Table, camera: TakePicture, faces: Sequence[Face]) -> tuple[LinkView, ...]:
    """The link to tapping: tiles of a deal can still be turned round there, missing ones added."""
    missing = camera.number - len(faces)
    if missing < 0 or (camera.by and not missing):
        return ()
    label = (
        _n("Choose the missing tile", "Choose the {n} missing tiles", missing)
        if missing
        else _n("Use this tile", "Use these {n} tiles", len(faces))
    )
    return (LinkView(label=label, href=_table_address(table, camera, faces), tone="main"),)


def _row_key(reading: TileReading, number: int, asked: int | None) -> Key:
    state = f"{'unsure' if reading.is_doubtful else 'sure'}{' this-one' if number == asked else ''}"
    drawing = tile_picture(reading.tile)
    return Key(label=reading.tile.name, state=state, name="at", value=str(number), drawing=drawing)


def _question(
    table: Table, camera: TakePicture, readings: Readings, number: int, half: str, *, is_open: bool
) -> WhichTile:
    """Asks which tile that is: one of the two likeliest, or (`is_open`) any possible one."""
    reading = readings.tiles[number]
    known = {each.tile for each in readings.tiles if not each.is_doubtful}
    others = [each for each in reading.others if each not in known]
    if not is_open and others:
        two = (reading.tile, others[0])
        first, second = (picker_key(each, name="tile") for each in two)
        title = _("Is this {one} or {other}?", one=two[0], other=two[1])
        return WhichTile(title, number, ways=(first._replace(state="on"), second))
    asked = Asked(half=number_in(half, 2))
    found = tiles_picker(table, asked, camera.possible, camera.possible, "tile")
    keys = tuple(
        each._replace(href="", name=each.name or "half") if each.state == "go" else GONE
        for each in found.keys
    )
    return WhichTile(_("Which tile is this?"), number, picker=found._replace(keys=keys, close=""))


cameras = Blueprint("camera", __name__)
_NO_HAND = (409, marked("There is no hand to show now."))


@cameras.post("/t/<link>/picture")
def look(link: str) -> ResponseReturnValue:
    """Read the tiles in a picture, then redirect to the check page. The picture is not kept, and nothing is entered."""
    table, hand = open_table(link), request.form.get("hand", "")[:40]
    asked = Asked(hand=hand, deal=not hand)
    taken = table_page(table, asked).camera
    if taken is None:
        return _refused(table, asked, "") if table.may_write else abort(403)
    number = None if taken.others else taken.number  # the picture may show other hands too
    try:
        seen = seen_in_picture(table, taken.possible, number)
    except CannotLook as why:
        return _refused(table, asked, why.reason)
    return redirect(address_of(table, taken.by, readings_of(seen)), 303)


@cameras.get("/t/<link>/picture")
def check(link: str) -> ResponseReturnValue:
    """The page to check and correct the readings; redirects to the table if nothing is left to check."""
    table = open_table(link)
    page = check_page(table, request.args)
    if page is None:
        return redirect(url_for("rounds.show", link=link), 303)
    return render_template("table/camera/check.html", page=page, symbols=symbols_of(table))


@cameras.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge) -> ResponseReturnValue:
    """The answer to a request too large to parse: the table, and why."""
    link = (request.view_args or {})["link"]
    return _refused(open_table(link), NOTHING, "too-large")


def _refused(table: Table, asked: Asked, reason: str) -> ResponseReturnValue:
    """The table again, and why no tile was read. Always 200 for htmx, which would not swap in an error response."""
    status, why = REFUSALS.get(reason, _NO_HAND)
    return whole_page(table, asked, _(why)), 200 if htmx else status
