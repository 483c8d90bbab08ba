"""Line game entries that take more than one step, the questions about an entry, and its refusal.

Also the form for a round without tiles, and which half-made steps survive news.
"""

from collections.abc import Mapping
from typing import Any

from referee.drawing.svg import pair_svg
from referee.engine.games.line.legal_moves import fitting
from referee.engine.games.line.state import LineMatch, LineRound, drawable, is_dead
from referee.engine.games.match import State, Status
from referee.engine.layout import Laid, Place
from referee.engine.log import Log
from referee.engine.messages import _
from referee.engine.record.events import Event, Flip, Play
from referee.engine.rulings import Code, Ruling, Verdict
from referee.engine.tiles import Tile, read_tile
from referee.storage.rows import NewEvent
from referee.web.parts.actions import (
    BOXED,
    after_refusal,
    back_link,
    correcting,
    doubles_picker,
    on_place,
    outward,
    sleeping,
)
from referee.web.parts.family import ResultField, ResultFields, Told
from referee.web.parts.last_ruling import cited, refused_words
from referee.web.parts.open_tables import Table, open_book
from referee.web.parts.pending_entry import (
    ANY,
    NOTHING,
    OTHER,
    Asked,
    EntryForm,
    event_of,
    is_call,
    number_in,
)
from referee.web.parts.pictures import beside, drawn, layout_picture, tile_picture
from referee.web.parts.submit import Entered, MayNot, may_say, own_event, said_at
from referee.web.parts.table_page import Asking, TablePage
from referee.web.parts.table_views import NOTHING_DRAWN, LinkView, Press, Words, choices_among
from referee.web.table.line.claims import called_on, owner_claim
from referee.web.table.line.hands import waiting_for
from referee.web.table.line.tray import bar_of, forced_lead, picker_of
from referee.web.table.telling_result import BLOCKED, TARGET, round_fields, round_form


def forced_end(table: Table) -> Entered:
    """If no tile fits any more: all remaining draws and passes in one go (G9), or for a seat only its own."""
    log: Log = table.log
    found: list[NewEvent] = []
    for _turn in range(2 * len(table.match.setup.tiles)):
        state = LineMatch.of(log.state)
        current = state.round
        if state.status is not Status.PLAYING or current is None or current.turn is None:
            break
        if not is_dead(state, current):
            break
        left = drawable(state, current)
        by = table.match.setup.players[current.turn]
        number = left if table.match.setup.variant.drawing.goes_on_until_playable else 1
        tries: list[dict[str, Any]] = [{"by": by, "draw": number}] if left else []
        tries.append({"by": by, "pass": True})
        if why := may_say(table, tries[0], log):
            if not found:
                raise MayNot(why)
            break
        for raw in tries:
            answer, after = log.say(raw)
            if answer.ruling.verdict is Verdict.STANDS:
                found.append(NewEvent.judged(raw, answer))
                log = after
                break
        else:
            break
    return Entered(found, log=log)


def at_number(table: Table, form: EntryForm, number: int) -> Entered:
    """Lay a tile at an open number; if several ends with that number take it, ask which."""
    raw = own_event(table, event_of(form) or {})
    del raw["at"]
    current, tile = table.match.round, read_tile(form.play.data or "")
    places: list[Place] = []
    if current is not None and tile is not None:
        there = [each for each in current.layout.places_now() if each.half == number]
        found = (way.place for way in fitting(table.match, there, tile) if way.place is not None)
        places = list(dict.fromkeys(found))
    if len(places) == 1:
        raw["at"] = places[0].written
    if len(places) > 1:
        return Entered(asked=Asked(tried=raw, at=str(number)))
    return said_at(table, raw)


def _asked_of_round(table: Table, told: Told) -> ResultFields:
    variant, how = table.match.setup.variant, told.get("how", "")
    counts_tiles = variant.blocked.by_number_of_tiles and how == BLOCKED
    fields = round_fields(table, told, counts_tiles=counts_tiles)
    if how == TARGET or (how == BLOCKED and not variant.block_needs_hands):
        fields = fields._replace(left=())  # nothing depends on it
    if not variant.counting.tiles_score:
        return fields
    if variant.target.ends_at_once:
        reached = [(TARGET, _("{target} reached", target=variant.target.target))]
        fields = fields._replace(ways=(*fields.ways, *choices_among(reached, how)))
    points = [
        ResultField(name=f"points-{number}", label=side, value=told.get(f"points-{number}", ""))
        for number, side in enumerate(table.setup.sides)
    ]
    if variant.going_out.is_one_award and how not in (BLOCKED, TARGET):
        points.append(ResultField(name="last", label=_("The last tile"), value=told.get("last", "")))
    title = _("Scored during play, not entered yet") if ROUND.begun(table) else _("Scored during play")
    return fields._replace(points=tuple(points), points_title=title)


ROUND = round_form(_asked_of_round)


def keep(table: Table, asked: Asked, before: State) -> Asked:
    """The step that survives news; dropped if it would now be about another tile, turn or hand."""
    now, then = table.match, LineMatch.of(before)
    if asked.call:
        return asked if _same_call(asked.call, now, then) else NOTHING
    if asked.tried is not None:
        return asked if _still_asked(table, asked, then) else NOTHING
    if asked.hand:
        waiting = (now.setup.players[seat] for seat in waiting_for(now))
        return asked if asked.hand in waiting else NOTHING
    if asked.deal:
        return asked if now.status is Status.ROUND_OVER else NOTHING
    if now.status is not Status.PLAYING:
        return NOTHING
    return asked if _is_open(asked.at, now) else asked._replace(at="")


def _same_call(call: str, now: LineMatch, then: LineMatch) -> bool:
    """Whether the claim is still about the same tile and may still be made."""
    if call == "claim":
        one, other = owner_claim(now), owner_claim(then)
        return one is not None and other is not None and one.tile is other.tile and one.taken_by is None
    return now.round is not None and then.round is not None and called_on(now) == called_on(then)


def _still_asked(table: Table, asked: Asked, then: LineMatch) -> bool:
    """Whether the same player is still to act, and the entry is still in question or refused."""
    now = table.match
    if now.round is None or then.round is None or now.round.turn != then.round.turn or asked.tried is None:
        return False
    if "by" not in asked.tried:
        return now.round.turn is None
    return asked.refusal is not None


def _is_open(at: str, now: LineMatch) -> bool:
    """Whether a tile can still go where the step says: any number always can, another lead until there is one."""
    if at in ("", ANY):
        return True
    if now.round is None:
        return False
    if at == OTHER:
        return not now.round.layout.laid
    return any(
        at in (str(place.half), str(place.tile), place.written) for place in now.round.layout.places_now()
    )


def opening_page(table: Table, current: LineRound, asked: Asked, page: TablePage) -> TablePage:
    """The page for the opening double, or once nobody has one, what the game does then."""
    opening = table.match.setup.variant.opening
    if not asked.no_double and table.setup.tiles.high > BOXED:
        page = page._replace(picker=doubles_picker(table, current.unseen))
    else:
        page = page._replace(picker=picker_of(table, current, asked))
    if not asked.no_double:
        nobody = LinkView(label=_("Nobody has a double"), href=asked.href(table.link, no_double=True))
        return page._replace(bar=(nobody, *bar_of(table, current)))
    single, again = opening.single_opens, opening.deals_again
    head = _("The highest single opens") if single else _("Mix the tiles and deal again")
    words = Words(head=head, rules=(cited(table, table.match.setup.variant.rule("no_double")),), opened=True)
    back = back_link(table, _("Somebody has a double"))
    if again:
        back = back._replace(label=_("The tiles are dealt again"), tone="main")
    if single:
        page = page._replace(turn=_("Who holds the highest single?"))
    return page._replace(words=words, bar=(back,))


_MOST_ENDS = 4  # up to so many ends a refused tile is drawn at each; at more it would hide the layout


def tried_page(table: Table, current: LineRound, asked: Asked, page: TablePage) -> TablePage | None:
    tried = asked.tried or {}
    if {"play", "flip"} & set(tried) and "by" not in tried and current.turn is None:
        opener = {**tried, "by": table.match.setup.players[(current.may_lead or (0,))[0]]}
        asked = asked._replace(answer=table.log.say(opener)[0])
        if asked.refusal is None:
            return who_laid(table, current, tried, page)
    ruling = asked.refusal
    if ruling is None or asked.answer is None:
        return None
    event = asked.answer.event
    if ruling.ways and isinstance(event, Play | Flip) and event.tile is not None:
        return _which(table, current, event, event.tile, ruling, page)
    return _refused(table, current, tried, event, ruling, page)


def who_laid(table: Table, current: LineRound, tried: Mapping[str, Any], page: TablePage) -> TablePage:
    """Asks who laid the first tile."""
    verb = "play" if "play" in tried else "flip"
    laid, opening = read_tile(str(tried[verb])), table.match.setup.variant.opening
    # A single may open only if nobody has a double.
    is_single = (
        laid is not None and not laid.is_double and not current.layout.laid and opening.asks_for_double
    )
    names = table.match.setup.players
    back = NOTHING._replace(at=OTHER if forced_lead(table.match, current) else "")
    asking = Asking(
        title=_("{tile} opens", tile=tried[verb]),
        sub=_("Nobody has a double. Who laid it?") if is_single else _("Who laid it?"),
        drawing=tile_picture(laid) if laid is not None else NOTHING_DRAWN,
        choices=tuple(
            Press(label=name, name="by", value=name)
            for name in (names if table.seat is None else (names[table.seat],))
        ),
        back=back_link(table, _("Another tile"), to=back),
        more=tuple(correcting(table)),
        fields=((verb, str(tried[verb])), *((("stood", "1"),) if tried.get("stood") else ())),
    )
    return page._replace(asking=asking)


def _on_which_tile(table: Table, laid: Mapping[Place, Laid]) -> tuple[Press, ...]:
    """A button for each place where a tile may be laid, from the left: it shows the tile and the one that it touches, as
    they lie on the table."""
    arrangement = open_book().arranged(table, table.match.current.layout)
    lying = {each.laid.tile: each for each in arrangement.lying}
    found = {place: arrangement.where(each) for place, each in laid.items()}
    return tuple(
        on_place(place, drawn(pair_svg(lying[place.tile], each)))
        for place, each in sorted(found.items(), key=lambda pair: (pair[1].x, pair[1].y))
    )


def _which(
    table: Table, current: LineRound, event: Play | Flip, tile: Tile, ruling: Ruling, page: TablePage
) -> TablePage:
    """Asks which tile it goes on, each place once in the drawing and once as a button; or which half points outward."""
    if ruling.code is Code.CHOOSE_END:
        number, question = number_in(page.at), _("on which tile?")
        ways = [way for way in ruling.ways if number in (None, way[0].half)]
        laid = {place: current.layout.add(tile, place, half).laid[-1] for place, half in reversed(ways)}
        choices = _on_which_tile(table, laid)
        page = page._replace(layout=layout_picture(table, tuple(laid.values())), at="")
    else:
        question = _("which half points out?")
        choices = tuple(
            outward(tile.other(touching), beside(current.layout, tile, place, touching))
            for place, touching in ruling.ways
        )
    fields = [("flip" if isinstance(event, Flip) else "play", tile.name)]
    if event.at_written:
        fields.append(("at", event.at_written))
    if isinstance(event, Play) and event.stood:
        fields.append(("stood", "1"))
    asking = Asking(
        title=_("{name} lays {tile}", name=table.match.setup.players[event.by], tile=tile),
        sub=question,
        drawing=tile_picture(tile),
        choices=choices,
        back=back_link(table, _("Another tile")),
        fields=tuple(fields),
    )
    return page._replace(asking=asking)


def _refused(
    table: Table, current: LineRound, tried: Mapping[str, Any], event: Event, ruling: Ruling, page: TablePage
) -> TablePage:
    """Why it was refused, and what can be done instead; a refused call leaves the page as it was."""
    words, bar = refused_words(table, ruling, event), bar_of(table, current)
    if not is_call(tried):
        sub = sleeping(current, drawable(table.match, current), is_short=True)
        draws = [
            each._replace(sub=sub, tone="")
            for each in bar
            if isinstance(each, Press) and each.name == "draw" and each.tone != "pale"
        ]
        words, bar = words._replace(can_do=""), after_refusal(table, tried, ruling, draws)
        page = page._replace(layout=layout_picture(table, refused=_where_refused(current, event)))
    return page._replace(words=words, picker=picker_of(table, current, NOTHING), bar=bar)


def _where_refused(current: LineRound, event: object) -> tuple[Laid, ...]:
    """Where to draw a refused tile: at its intended place, else at each open end if there are few."""
    if not isinstance(event, Play) or event.tile is None or not current.layout.laid:
        return ()
    tile, layout = event.tile, current.layout
    places = layout.places() if event.at is None else layout.places_on(event.at, event.half)
    if not tile.bit & current.unseen or len(places) > _MOST_ENDS:
        return ()
    touching = [each.half if each.half in (tile.high, tile.low) else tile.high for each in places]
    found = zip(places, touching, strict=True)
    return tuple(layout.add(tile, place, half).laid[-1] for place, half in found)
