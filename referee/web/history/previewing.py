"""The preview of a correction: the table as it would be, and a row for each later move that changes."""

from collections.abc import Mapping

from markupsafe import Markup

from referee.engine.corrections import place_of
from referee.engine.explain.later_moves import Fate, LaterMove, Mended, mended, taken_back_from
from referee.engine.games.line.state import LineMatch
from referee.engine.judge import rule_on
from referee.engine.layout import Layout
from referee.engine.log import Entry, entries_of_round
from referee.engine.messages import Listed, _, _n, marked, tiles_word
from referee.engine.record.events import Flip, Play
from referee.engine.record.readers import read_event
from referee.engine.rulings import Code, Ruling
from referee.engine.seating import Seating
from referee.engine.tiles import Tile
from referee.reports.lines import told_of
from referee.reports.sections import Judged, by_itself
from referee.reports.told import gain_words
from referee.web.history.amending import Amending
from referee.web.history.correcting import LaterRow, PreviewPage, corrected_picture
from referee.web.history.tiles_and_places import places_of, ways_round
from referee.web.parts.family import LyingView
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import dumped
from referee.web.parts.pictures import tile_picture
from referee.web.parts.previews import (
    NO_CHANGE,
    SCORES_LATER,
    change_if_put_in,
    refusal_of,
    told_change,
)
from referee.web.parts.scores import sides_of
from referee.web.parts.submit import body_of
from referee.web.parts.table_views import NOTHING_DRAWN, LinkView

MOST_ROWS = 12  # later moves listed one by one
_LIES_ELSEWHERE = (Fate.TURNS, Fate.MOVES, Fate.OTHER)


def preview_of(taps: Amending, chosen: Mapping[int, str]) -> PreviewPage:
    """What this correction would change, or why it is refused."""
    table, number, body, other = taps.table, taps.number, taps.body, taps.other
    said = [body] if other is None else [body, *(body_of(table, each) for each in (number, other.number))]
    why = next(filter(None, (refusal_of(table, {"amend": number, "with": each}) for each in said)), "")
    found = None if why else mended(table.log, number, body, chosen)
    head, tiles = taps.whose, _before_and_after(taps)
    if other is not None:
        head = _("{tile} and {other} exchanged", tile=taps.on_table, other=taps.tile)
    if found is None or found.refused is not None:
        ruling = None if found is None else found.refused
        choices = _choices(taps, ruling) if other is None else ()
        page = _page(taps, None, head)._replace(tiles=tiles, choices=choices)
        return page._replace(refused=why if ruling is None else ruling.says)
    page = _page(taps, found, head)._replace(
        tiles=tiles, rows=_rows(taps, found, chosen), changes=_changes(taps, found)
    )
    if found.asks is not None:
        return page
    fields = (("amend", str(number)), ("correct", dumped(body)), ("put", _put(chosen)))
    return page._replace(fields=fields, button=_button(taps, found))


def _reads(taps: Amending, found: Mended | None) -> str:
    """The corrected entry in words."""
    if taps.reads or found is None or found.now is None:
        return taps.reads
    return told_of(taps.table.log, [Judged(taps.number, found.now.event, found.now)])[0].words


def _choices(taps: Amending, ruling: Ruling | None) -> tuple[LinkView, ...]:
    """Links to what else the corrected tile may do, if it is refused as it is: lie the other way round, or elsewhere."""
    if ruling is not None and ruling.code is Code.CHOOSE_OUT:
        return ways_round(taps, ruling.ways)
    return places_of(taps)


def take_back_preview(taps: Amending) -> PreviewPage:
    """What taking back the entry and everything after it would change."""
    table, number = taps.table, taps.number
    found = taken_back_from(table.log, number)
    why = next((told for raw in found.raws if (told := refusal_of(table, raw))), "")
    page = _page(taps, found, _("Take back to here"))
    if why:
        return page._replace(refused=why)
    count = _n("{n} move", "{n} moves", len(found.later))
    return page._replace(
        rows=_rows(taps, found, {}),
        changes=_changes(taps, found),
        fields=(("onward", str(number)),),
        button=(_("Take back to here"), count),
    )


def missed_preview(taps: Amending) -> PreviewPage:
    """What a turn of the entry's player just before it would change, whose move is the corrected form: whose each later
    move is, the scores and the turn."""
    table, number = taps.table, taps.number
    head = _("Before move {number}", number=number)
    tiles = () if taps.tile is None else (tile_picture(taps.tile, label=None),)
    change = change_if_put_in(table, number, taps.turn())
    if change.log is None:
        ruling, _after = rule_on(taps.state_before, read_event(taps.body, table.setup.players), number)
        page = _page(taps, None, head)._replace(tiles=tiles, choices=_choices(taps, ruling))
        return page._replace(refused=change.refused)
    was = [*table.log.entries.after(place_of(table.log.entries, number))]
    missed, *now = change.log.entries.after(len(change.log.entries) - len(was) - 1)
    pairs = [*zip(was, now, strict=True)]
    later = tuple(LaterMove(old, Fate.STAYS, new) for old, new in pairs)
    given = [pair for pair in pairs if _player(pair[0]) != _player(pair[1])]
    return _page(taps, Mended((), later, change.log.state, missed), head)._replace(
        tiles=tiles,
        rows=tuple(
            LaterRow(old.number, by_itself(change.log, new.number), tile=_picture(old))
            for old, new in given[:MOST_ROWS]
        ),
        more=_more(len(given)),
        changes=change.lines,
        fields=(("before", str(number)), ("correct", dumped(taps.body)), ("drew", str(taps.drew))),
        button=(_("Enter it"), taps.reads),
    )


def _page(taps: Amending, found: Mended | None, head: str) -> PreviewPage:
    """The page as the table would be; as it is, if there is no correction because it was refused."""
    is_open = taps.table.state.claims_are_open  # then the present scores, so that nothing gives it away
    state = taps.table.state if found is None or is_open else found.state
    return PreviewPage(
        sides=sides_of(LineMatch.of(state)) if _shows_scores(taps) else (),
        layout=_layout(taps, found),
        head=head,
        reads=_reads(taps, found),
        lying=_lying(taps, found),
        more="" if found is None else _more(len(_changed(found, held_back=is_open))),
    )


def _shows_scores(taps: Amending) -> bool:
    """Whether the scores stand above the layout; else they are told in words."""
    return taps.table.setup.lays_in_line and not taps.is_result


def _more(rows: int) -> str:
    """How many of so many rows are not listed, in words; "" if all are."""
    more = rows - MOST_ROWS
    return _n("and {n} more move", "and {n} more moves", more) if more > 0 else ""


def _changes(taps: Amending, found: Mended) -> tuple[str, ...]:
    """What changes besides later moves; or that nothing changes. While a claim is open, that the scores follow."""
    table = taps.table
    lines = told_change(table, found.state, with_scores=not _shows_scores(taps))
    if table.state.claims_are_open:
        return (*lines, _(SCORES_LATER))
    is_same = found.state.scores == table.state.scores
    nothing = is_same and all(each.fate is Fate.STAYS for each in found.later)
    return lines or ((_(NO_CHANGE),) if nothing else ())


def _layout(taps: Amending, found: Mended | None) -> Markup:
    """The entry's round as it would lie, with the changed tiles highlighted."""
    layout = _round_layout(taps, found)
    if layout is None or not layout.laid:
        return NOTHING_DRAWN
    changed: set[Tile] = set()
    if found is not None:
        changed |= {each.on.tile for each in found.later if each.fate in _LIES_ELSEWHERE and each.on}
        changed |= {tile for tile in [_tile_of(found.now)] if tile is not None}
    words = _("As it would lie: {tiles}.", tiles=Listed(each.tile for each in layout.laid))
    return corrected_picture(taps.table, layout, changed, words)


def _lying(taps: Amending, found: Mended | None) -> LyingView | None:
    """For games without a line: the tiles as they would lie at the end of the entry's round."""
    if found is None:
        return taps.lying(entries_of_round(taps.table.log, taps.round_number))
    after = [each.now for each in found.later if each.now is not None]
    again = [*([found.now] if found.now is not None else []), *after]
    first = again[0].number if again else taps.number
    kept = entries_of_round(taps.table.log, taps.round_number)
    entries = [*(each for each in kept if each.number < min(first, taps.number)), *again]
    return taps.lying([each for each in entries if each.state.round_number == taps.round_number])


def _round_layout(taps: Amending, found: Mended | None) -> Layout | None:
    """The layout at the end of the entry's round, or the latest one, after the correction."""
    states = [taps.round_end]
    if found is not None:
        again = [found.now, *(each.now for each in found.later)]
        states = [found.state, *(each.state for each in reversed(again) if each is not None)]
    rounds = (LineMatch.of(state).round for state in states if state.setup.lays_in_line)
    return next(
        (each.layout for each in rounds if each is not None and each.number == taps.round_number), None
    )


def _before_and_after(taps: Amending) -> tuple[Markup, ...]:
    tiles = [each for each in (_tile_of(taps.entry), taps.tile) if each is not None]
    if taps.other is not None:
        return ()  # the rows show both
    if len(tiles) < 2 or tiles[0] is tiles[1]:
        return tuple(tile_picture(each, label=None) for each in tiles[:1])
    return tile_picture(tiles[0], state="cannot", label=None), tile_picture(tiles[1], label=None)


# One row for each later move


def _changed(found: Mended, *, held_back: bool) -> list[LaterMove]:
    """The later moves that change; while a claim is open, changes of points are left out."""
    if held_back:
        return [each for each in found.later if each.fate not in (Fate.STAYS, Fate.FALLS)]
    return [
        each for each in found.later if each.fate is not Fate.STAYS or _points(each.was) != _points(each.now)
    ]


def _points(entry: Entry | None) -> tuple[tuple[int, int], ...]:
    return entry.ruling.points if entry is not None else ()


def _rows(taps: Amending, found: Mended, chosen: Mapping[int, str]) -> tuple[LaterRow, ...]:
    told = _changed(found, held_back=taps.table.state.claims_are_open)[:MOST_ROWS]
    return tuple(_row(taps, each, chosen) for each in told)


def _row(taps: Amending, each: LaterMove, chosen: Mapping[int, str]) -> LaterRow:
    title, sub = _told(taps.table, each)
    was, now = _total(each.was), _total(each.now)
    shows_points = was != now and not taps.table.state.claims_are_open
    if shows_points and each.fate in (Fate.STAYS, Fate.OTHER, Fate.FOLLOWS, Fate.FALLS):
        sub = _loses(taps.table.setup, each)
    choices = tuple(
        LinkView(
            _("on {place}", place=place.tile), taps.way(put=_put({**chosen, each.was.number: place.written}))
        )
        for place in each.places
        if each.fate is Fate.ASKS
    )
    return LaterRow(
        number=each.was.number,
        title=title,
        sub=sub,
        tile=_picture(each.was),
        was=str(was) if shows_points else "",
        now=str(now) if shows_points else "",
        wrong=each.fate is Fate.CANNOT,
        choices=choices,
    )


def _player(entry: Entry) -> int | None:
    return getattr(entry.event, "by", None)


def _picture(entry: Entry) -> Markup:
    tile = entry.event.tile if isinstance(entry.event, Play | Flip) else None
    return tile_picture(tile) if tile is not None else NOTHING_DRAWN


def _put(chosen: Mapping[int, str]) -> str:
    return " ".join(f"{number}:{end}" for number, end in sorted(chosen.items()))


_TITLES = {
    Fate.TURNS: marked("Turns round"),
    Fate.ASKS: marked("Where does it go?"),
    Fate.FALLS: marked("This call is taken back"),
    Fate.FOLLOWS: marked("Is taken back"),
}


def _told(table: Table, each: LaterMove) -> tuple[str, str]:
    """What happens to a later move, in two short lines."""
    event = each.was.event
    if isinstance(event, Play) and each.fate in (Fate.OTHER, Fate.ASKS):
        lays = _("{name} lays {tile}", name=table.setup.players[event.by], tile=event.tile)
        return (lays, "") if each.fate is Fate.OTHER else (_(_TITLES[each.fate]), lays)
    if each.fate is Fate.CANNOT and each.places:
        halves = sorted({place.half for place in each.places}, reverse=True)
        return _("Fits nowhere"), _("the open ends would be {ends}", ends=Listed(halves))
    if each.fate is Fate.CANNOT:
        why = each.why.says if each.why is not None else ""
        shows_tile = isinstance(each.was.event, Play | Flip)
        return _("Cannot stand"), why if shows_tile else f"{by_itself(table.log, each.was.number)}. {why}"
    if each.fate is Fate.MOVES and each.on is not None and each.on.on is not None:
        return _("Moves to {tile}", tile=each.on.on.tile), by_itself(table.log, each.was.number)
    if each.fate is Fate.TURNS and each.on is not None:
        on, half = each.on.on, each.on.touching
        assert on is not None
        return _(_TITLES[each.fate]), _("its {half} touches {tile}", half=half, tile=on.tile)
    if each.fate is Fate.STAYS and each.now is not None:
        sum_now = each.now.ruling.sum
        return str(sum_now).rstrip(".") if sum_now else by_itself(table.log, each.was.number), ""
    return _(_TITLES[each.fate]), by_itself(table.log, each.was.number)


def _loses(setup: Seating, each: LaterMove) -> str:
    """The points that each side would lose or gain on a move."""
    was, now = dict(_points(each.was)), dict(_points(each.now))
    gained = {side: now.get(side, 0) - was.get(side, 0) for side in {*was, *now}}
    return ", ".join(
        gain_words(setup, setup.sides[side], points) for side, points in sorted(gained.items()) if points
    )


def _button(taps: Amending, found: Mended) -> tuple[str, str]:
    """The main button: make the change, or if a later move no longer fits, take back to there."""
    state, tile = found.state, _tile_of(found.now)
    if found.stops_at is not None:
        name = state.setup.players[state.to_act] if state.to_act is not None else ""
        sub = _("{tile} stays, {name} plays again", tile=tile, name=name) if tile and name else ""
        return _("Take back to here"), sub
    tiles = sum(each.fate in _LIES_ELSEWHERE for each in found.later) + (tile is not None)
    parts = [str(tiles_word(tiles))] if tiles else []
    if not taps.table.state.claims_are_open:
        entries = [(each.was, each.now) for each in found.later if each.now is not None]
        entries += [(taps.entry, found.now)] if taps.entry is not None and found.now is not None else []
        points = sum(abs(_total(was) - _total(now)) for was, now in entries)
        parts += [str(taps.table.setup.counts_in(points))] if points else []
    return _("Change it"), ", ".join(parts)


def _total(entry: Entry | None) -> int:
    return sum(points for _side, points in _points(entry))


def _tile_of(entry: Entry | None) -> Tile | None:
    return entry.event.tile if entry is not None and isinstance(entry.event, Play | Flip) else None
