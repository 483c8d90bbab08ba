"""A table of trains: the last ruling, whose turn it is, the question or refusal after a tile, and the forms."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from referee.drawing.svg import train_svg
from referee.engine.games.trains.ending import take_turn
from referee.engine.games.trains.places import place_said, ways_to_lie
from referee.engine.games.trains.state import Laid, TrainMatch, TrainRound, drawable, due
from referee.engine.log import Entry
from referee.engine.messages import _, marked, with_article
from referee.engine.record.events import Play
from referee.engine.rulings import Verdict
from referee.engine.tiles import Face, Tile, mask_of, read_tile
from referee.web.parts.actions import after_refusal, back_link, correcting, outward, says, tiles_picker
from referee.web.parts.family import ResultField, ResultFields, Told
from referee.web.parts.last_ruling import cited, last_words, refused_words
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, OTHER, Asked, EntryForm, event_of, number_in
from referee.web.parts.pictures import drawn, tile_picture
from referee.web.parts.submit import Entered, own_event, said_at
from referee.web.parts.table_page import Asking, TablePage
from referee.web.parts.table_views import Action, LinkView, Press, Words
from referee.web.table.telling_result import round_fields, round_form
from referee.web.table.trains.lanes import NOWHERE, face_of, place_words


def words_of(table: Table) -> Words:
    """The last ruling."""

    def tell(entry: Entry, said: list[str]) -> dict[str, Any]:
        event = entry.event
        if not isinstance(event, Play) or event.tile is None:
            return {}
        drawing = tile_picture(event.tile)
        if entry.ruling.verdict is not Verdict.STANDS:
            return {"drawing": drawing}
        told = said[1:-1] if _is_told_by_turn(entry, event.tile) else said[1:]
        sub = ". ".join([_where(entry), *told])
        return {"drawing": drawing, "head": _of_tile(table, entry, event), "sub": sub}

    return last_words(table, tell)


def _is_told_by_turn(entry: Entry, tile: Tile) -> bool:
    """Whether the turn says what the ruling says last: that the double just laid has to be covered."""
    match = TrainMatch.of(entry.state)
    current = match.current
    place = None if current.turn is None else due(match, current)
    return place is not None and match.setup.variant.has_trains and current.ends[place].tile is tile


def _of_tile(table: Table, entry: Entry, event: Play) -> str:
    name = table.setup.players[event.by]
    before = TrainMatch.of(table.log.state_before(entry.number))
    place = TrainMatch.of(entry.state).current.laid[-1].on
    if before.round is not None and place in before.round.waiting and before.setup.variant.has_trains:
        return _("{name} covers {tile}", name=name, tile=entry.ruling.at)
    return _("{name} lays {tile}", name=name, tile=event.tile)


def _where(entry: Entry) -> str:
    if entry.ruling.at is None:
        return _("in the middle")
    match = TrainMatch.of(entry.state)
    place = match.current.laid[-1].on
    if not match.setup.variant.has_trains:
        return _("on {tile}", tile=entry.ruling.at)
    owner = match.current.ends[place].seat if place is not None else None
    if owner is None:
        return _("on the Mexican train")
    return _("on {name}'s train", name=match.setup.players[owner])


def turn_words(match: TrainMatch, current: TrainRound) -> str:
    """Whose turn it is, and which double must be covered first, if any."""
    if current.turn is None:
        return ""
    name = match.setup.players[current.turn]
    place = due(match, current)
    if place is not None:
        end = current.ends[place]
        if match.setup.variant.has_trains:
            return _("{name} must cover {tile}", name=name, tile=end.tile)
        a, an = marked("{name} must play a {number}"), marked("{name} must play an {number}")
        return str(with_article(a, an, end.half, name=name))
    if current.goes_on:
        return _("{name} may lay another", name=name)
    if current.own_double:
        return _("{name} goes again", name=name)
    return _("{name} to play", name=name)


def hub_page(
    table: Table, match: TrainMatch, current: TrainRound, asked: Asked, page: TablePage
) -> TablePage:
    """Asks who lays the double in the middle, and says what happens if nobody has it."""
    opening, names = match.setup.variant.opening, match.setup.players
    tried = asked.tried or {}
    if asked.refusal is not None and "by" in tried:
        words = refused_words(table, asked.refusal)
        return page._replace(words=words, bar=after_refusal(table, tried, asked.refusal))
    tile = read_tile(str(tried.get("play", "")))
    is_other = opening.by_highest or asked.at == OTHER
    if tile is None and is_other:
        doubles = mask_of(each for each in match.setup.tiles.tiles if opening.allows(each, current.double))
        picker = tiles_picker(table, asked, match.setup.tiles.mask, doubles, "play")
        bar = (*((back_link(table, _("Back")),) if asked.at == OTHER else ()), *correcting(table))
        return page._replace(
            by="",
            turn=_("Which double is laid in the middle?"),
            words=words_of(table),
            picker=picker,
            bar=bar,
        )
    tile = tile or match.setup.double(current.double)
    who = [table.seat] if table.seat is not None else range(len(names))
    layers = tuple(Press(label=names[seat], name="by", value=names[seat]) for seat in who)
    draws: tuple[Press, ...] = ()
    if opening.is_searched and drawable(match, current) and not is_other:
        draws = tuple(
            says(_("{name} draws", name=name), {"by": name, "draw": 1}, str(current.searched[seat] or ""))
            for seat, name in ((seat, names[seat]) for seat in who)
        )
    rule = cited(table, match.setup.variant.rule("no_double"))
    words = Words(head=_("Who lays {tile}?", tile=tile), sub=rule.sentence, drawing=tile_picture(tile))
    other = LinkView(label=_("Another double"), href=NOTHING._replace(at=OTHER).href(table.link))
    face = page.face._replace(layers=layers, draws=draws, double=tile.name)
    bar = (*((other,) if opening.takes_next_lower and not is_other else ()), *correcting(table))
    return page._replace(turn="", by="", face=face, words=words, bar=bar)


# A tile that was tried


def tried_page(
    table: Table, match: TrainMatch, asked: Asked, page: TablePage, bar: Sequence[Action]
) -> TablePage | None:
    """Asks how the tile lies if there are several ways, else says why it was refused; None if it was not."""
    ruling, tried = asked.refusal, asked.tried or {}
    if ruling is None or asked.answer is None:
        return None
    event = asked.answer.event
    tile = event.tile if isinstance(event, Play) else None
    if ruling.ways and isinstance(event, Play) and tile is not None:
        return _which(table, match, event, tile, page)
    draws = [each for each in bar if getattr(each, "name", "") == "draw" and each.tone != "pale"]
    words = refused_words(table, ruling)
    if tile is not None:
        words = words._replace(drawing=tile_picture(tile, state="refused"))
    return page._replace(words=words, bar=after_refusal(table, tried, ruling, draws))


def _which(table: Table, match: TrainMatch, event: Play, tile: Tile, page: TablePage) -> TablePage:
    """Asks for the train or end, in the drawing and again as buttons that show the tile it would touch; or if the tile
    fits neither way round, which half points outward."""
    current = match.current
    ways = ways_to_lie(match, take_turn(current, event.by), event, tile)
    lying = [(way.place, Laid(tile, event.by, *way)) for way in ways]
    tried = dict(reversed(lying))  # one way for each place, the first
    fields = [("play", tile.name), *([("stood", "1")] if event.stood else [])]
    if len(tried) > 1:
        question = _("on which train?") if match.setup.variant.has_trains else _("on which tile?")
        choices = [
            Press(
                place_words(match, current, place), "at", str(place), drawing=_touching(current, place, each)
            )
            for place, each in sorted(tried.items())
        ]
    else:
        question = _("which half points out?")
        fields.append(("at", str(ways[0].place)))
        choices = [outward(each.out, _touching(current, place, each)) for place, each in lying]
    asking = Asking(
        title=_("{name} lays {tile}", name=match.setup.players[event.by], tile=tile),
        sub=question,
        drawing=tile_picture(tile),
        choices=tuple(choices),
        back=back_link(table, _("Another tile")),
        fields=tuple(fields),
    )
    face = face_of(table, match, NOTHING, tried if len(tried) > 1 else NOWHERE)
    return page._replace(face=face, by=match.setup.players[event.by], asking=asking)


def _touching(current: TrainRound, place: int, laid: Laid) -> Markup:
    """A drawing of just the tile and the one that it touches."""
    end = current.ends[place]
    touched = Face(end.tile.other(end.half), end.half)
    return drawn(train_svg([(touched, ""), (laid.face, "cand")]))


def enter(table: Table, form: EntryForm) -> Entered | None:
    """Enter a tile at a numbered place; None for any other form."""
    match, place = TrainMatch.of(table.state), number_in(form.at.data or "")
    if form.play.data and place is not None and match.round is not None:
        raw = own_event(table, event_of(form) or {})
        del raw["at"]
        return said_at(table, {**raw, **place_said(match, match.round, place)})
    return None


def _asked_of_round(table: Table, told: Told) -> ResultFields:
    """What is left, and the charges beyond the pips. A hand entered tile by tile already shows its double blank."""
    variant = TrainMatch.of(table.state).setup.variant
    blank, marker = variant.charges.double_blank, variant.trains.open_marker if variant.trains else 0
    how = told.get("how", "")
    points = []
    for seat, name in enumerate(table.setup.players):
        is_seen = str(seat) == how or "-" in told.get(f"left-{seat}", "")
        notes = [_("{n} for the double blank", n=blank)] if blank and not is_seen else []
        notes += [_("{n} for a marker that is up", n=marker)] if marker else []
        if notes:
            value = told.get(f"points-{seat}", "")
            points.append(ResultField(name=f"points-{seat}", label=name, value=value, note=" · ".join(notes)))
    fields = round_fields(table, told)
    return fields._replace(points=tuple(points), points_title=_("Charged besides the pips"))


ROUND = round_form(_asked_of_round)
