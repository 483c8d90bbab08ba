"""Who opens, and an entry that is not complete or was refused: what is still asked, or why it may not be.

Where it is plain, a phone is told what it needs to go on by itself until the referee answers: halves need not make a
sum, a turn is one tile, no cross is owed. Nothing in that says what a tile scores. `static/js/ahead.js` goes on from it;
a property test holds both together.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from referee.drawing.placing import Arrangement
from referee.engine.games.line.state import LineMatch, LineRound, drawable
from referee.engine.games.match import Status
from referee.engine.layout import Laid, Layout, Open, Place, Spinner, SpinnerOpens
from referee.engine.messages import _
from referee.engine.record.events import Event, Flip, Play
from referee.engine.rules.opening import Opening
from referee.engine.rulings import Code, Ruling
from referee.engine.tiles import Tile, read_tile, tile, tiles_in
from referee.web.infra.answers import is_needed
from referee.web.parts.actions import after_refusal, back_link, bar_of, picker_of, sleeping
from referee.web.parts.last_ruling import cited, refused_words, words_of
from referee.web.parts.open_tables import Table, arrangement_of
from referee.web.parts.pending_entry import NOTHING, Asked, is_call, number_in
from referee.web.parts.pictures import beside, layout_picture, on_the_table, tile_picture, where_it_lies
from referee.web.parts.table_views import NOTHING_DRAWN, Action, Asking, LinkView, Press, TablePage, Words

Arranged = Callable[[Layout], Arrangement]

_COVERED = 2  # links that a double has when all of its sides are open that ever will be


def ahead_at(table: Table) -> str:
    """The facts for this phone, with how the next tile would lie if it needs to know; "" where they are not told."""
    return ahead_of(table.match, table.seat, partial(arrangement_of, table) if is_needed("places") else None)


def ahead_of(match: LineMatch, seat: int | None = None, arranged: Arranged | None = None) -> str:
    """The facts as JSON; "" where it takes the referee to say what comes next. `seat` is the only one that may act.

    If `arranged` gives the drawing of a layout, how the next tile would lie is told with each open end; not on a phone
    that has to wait for its turn.
    """
    current = match.round
    if match.status is not Status.PLAYING or current is None or not _is_plain(match, current):
        return ""
    layout, variant = current.layout, match.setup.variant
    may_act = seat is None or seat == current.turn
    arrangement = arranged(layout) if arranged is not None and may_act else None
    facts: dict[str, Any] = {
        "names": match.setup.players,
        "turn": current.turn,
        "step": match.setup.step,
        "held": current.hands,
        "asleep": current.boneyard,
        "reserve": variant.drawing.reserve,
        "draw": "" if not variant.drawing.is_allowed else "one" if variant.drawing.is_one_tile else "more",
        "drawn": current.drawn,
        "passed": [name for name in range(len(current.hands)) if current.passed >> name & 1],
        "unseen": _written(tiles_in(current.unseen)),
        "places": arrangement is not None,
        "ends": [
            _end(layout, each, arrangement, _unseen_doubles(match, each.half)) for each in layout.frontier
        ],
        "spinner": _next_double(layout),
        "at_once": layout.shape.opens is SpinnerOpens.AT_ONCE,
        "blanks": variant.joins.blanks,
        "silent": variant.claims.are_made,
        "scores": variant.counting.tiles_score or variant.claims.are_made,
        "only": seat,
    }
    return json.dumps(facts, separators=(",", ":"), ensure_ascii=False)


def _is_plain(match: LineMatch, current: LineRound) -> bool:
    """Whether what comes after a tile, a draw or a pass follows from the facts alone."""
    variant, layout = match.setup.variant, current.layout
    if variant.rows is not None or not layout.laid or current.turn is None or current.going_on:
        return False
    if variant.joins.makes_sums or not variant.turns.one_tile:
        return False
    if layout.shape.arms == 1 and len(layout.laid) == 1:
        return False  # its second half closes with the next tile
    return not layout.shape.cross_first or (layout.first_double is not None and layout.cross() is None)


def _unseen_doubles(match: LineMatch, half: int) -> bool:
    """Whether a double that nobody has seen may go on this half: its own, or the double blank if that is wild."""
    wild = tile(0, 0).bit if match.setup.variant.joins.has_wild_blanks else 0
    return bool(match.current.unseen & (tile(half, half).bit | wild))


def _end(layout: Layout, end: Open, arrangement: Arrangement | None, has_double: bool) -> list[Any]:
    """The tile, its open half, how many tiles may be set against it, and how they would lie: a single, a double.

    A tile lies at x, y (units, of its middle) along a heading. The double is left out if none is left that may go there.
    """
    room = _room(layout, end.tile, end.links)
    if arrangement is None or room <= 0:
        return [end.tile.name, end.half, room]
    tiles = [tile(end.half or 1, 0), tile(end.half, end.half)][: 1 + has_double]
    return [end.tile.name, end.half, room, *(_lying(arrangement, end, each) for each in tiles)]


def _lying(arrangement: Arrangement, end: Open, each: Tile) -> tuple[float, float, int]:
    """Where the tile would lie, and which way its arm runs there."""
    laid = Laid(each, Place(end.tile, end.half), end.half, each.other(end.half), end.links, False)
    lying = arrangement.where(laid)
    return lying.x, lying.y, lying.facing


def _room(layout: Layout, tile: Tile, links: int) -> int:
    """How many tiles may still be set against an end."""
    return layout.capacity(tile, _COVERED) - links if tile.is_double else 1


def _next_double(layout: Layout) -> str:
    """Which of the doubles to come open four ways: "all", the "next" one, or "" for none."""
    spinner = layout.shape.spinner
    if spinner is Spinner.ALL:
        return "all"
    return "next" if spinner is Spinner.FIRST_DOUBLE and layout.first_double is None else ""


def _written(tiles: Iterable[Tile]) -> str:
    """The tiles, two hexadecimal digits each."""
    return "".join(f"{each.high:x}{each.low:x}" for each in tiles)


def asks_for_double(current: LineRound, opening: Opening) -> bool:
    """Whether the round waits for the player who has the double that opens it."""
    return current.turn is None and not current.layout.laid and opening.asks_for_double


def opening_page(table: Table, current: LineRound, asked: Asked, page: TablePage) -> TablePage:
    """The doubles are lit; once the table says that nobody has one, what the game does then."""
    opening = table.match.setup.variant.opening
    layout = layout_picture(table, current.layout)
    picker = picker_of(table, current, asked)
    if not asked.no_double:
        nobody = LinkView(label=_("Nobody has a double"), href=asked.href(table.link, no_double=True))
        bar: tuple[Action, ...] = (nobody, *bar_of(table, current))
        return page._replace(layout=layout, words=words_of(table), picker=picker, bar=bar)
    single, again = opening.single_opens, opening.deals_again
    head = _("The highest single opens") if single else _("Mix the tiles and deal again")
    words = Words(head=head, rules=(cited(table, opening.rule("no_double")),), opened=True)
    back = (LinkView(label=_("Somebody has a double"), href=NOTHING.href(table.link)),)
    dealt = (LinkView(label=_("The tiles are dealt again"), href=NOTHING.href(table.link), tone="main"),)
    if single:
        page = page._replace(turn=_("Who holds the highest single?"))
    return page._replace(layout=layout, words=words, picker=picker, bar=(*back, *(dealt if again else ())))


_MOST_ENDS = 4  # at which a refused tile is drawn: at more it would hide what lies


def tried_page(table: Table, current: LineRound, asked: Asked, page: TablePage) -> TablePage | None:
    tried = asked.tried or {}
    if {"play", "flip"} & set(tried) and "by" not in tried and current.turn is None:
        anybody = {**tried, "by": table.match.setup.players[0]}
        asked = asked._replace(answer=table.log.say(anybody)[0])
        if asked.refusal is None:
            return _who_laid(table, current, tried, page)
    ruling = asked.refusal
    if ruling is None or asked.answer is None:
        return None
    event = asked.answer.event
    if ruling.ways and isinstance(event, Play | Flip) and event.tile is not None:
        return _which(table, current, event, event.tile, ruling, page)
    return _refused(table, current, tried, event, ruling, page)


def _who_laid(table: Table, current: LineRound, tried: Mapping[str, Any], page: TablePage) -> TablePage:
    verb = "play" if "play" in tried else "flip"
    laid = read_tile(str(tried[verb]))
    asking = Asking(
        title=_("{tile} opens", tile=tried[verb]),
        sub=_("Nobody has a double. Who laid it?") if _is_single(table, current, laid) else _("Who laid it?"),
        drawing=tile_picture(laid) if laid is not None else NOTHING_DRAWN,
        choices=tuple(Press(label=name, name="by", value=name) for name in table.match.setup.players),
        back=back_link(table, _("Another tile")),
        fields=((verb, str(tried[verb])), *((("stood", "1"),) if tried.get("stood") else ())),
    )
    return page._replace(layout=layout_picture(table, current.layout), asking=asking)


def _is_single(table: Table, current: LineRound, laid: Tile | None) -> bool:
    """Whether a single opens, which it may only if nobody has a double."""
    if laid is None or laid.is_double:
        return False
    return asks_for_double(current, table.match.setup.variant.opening)


def _which(
    table: Table, current: LineRound, event: Play | Flip, tile: Tile, ruling: Ruling, page: TablePage
) -> TablePage:
    """On which tile it lies, each place once in the drawing and again as a button; or which half points outward."""
    layout = layout_picture(table, current.layout)
    if ruling.code is Code.CHOOSE_END:
        number, question = number_in(page.at), _("on which tile?")
        ways = [way for way in ruling.ways if number in (None, way[0].half)]
        laid = {place: current.layout.add(tile, place, half).laid[-1] for place, half in reversed(ways)}
        choices = tuple(
            Press(
                label=_("on {tile}", tile=place.tile),
                name="at",
                value=place.written,
                drawing=on_the_table(table, laid[place]),
            )
            for place in sorted(laid, key=lambda place: where_it_lies(table, laid[place]))
        )
        layout = layout_picture(table, current.layout, tuple(laid.values()))
        page = page._replace(at="")
    else:
        question = _("which half points out?")
        choices = tuple(
            Press(
                label=_("{number} outward", number=tile.other(touching)),
                name="out",
                value=str(tile.other(touching)),
                drawing=beside(current.layout, tile, place, touching),
            )
            for place, touching in ruling.ways
        )
    asking = _asking(table, event, tile, question, choices)
    return page._replace(layout=layout, asking=asking, ahead=ahead_at(table))


def _asking(
    table: Table, event: Play | Flip, tile: Tile, question: str, choices: tuple[Press, ...]
) -> Asking:
    fields = [("flip" if isinstance(event, Flip) else "play", tile.name)]
    if event.at_written:
        fields.append(("at", event.at_written))
    if isinstance(event, Play) and event.stood:
        fields.append(("stood", "1"))
    name = table.match.setup.players[event.by]
    return Asking(
        title=_("{name} lays {tile}", name=name, tile=tile),
        sub=question,
        drawing=tile_picture(tile),
        choices=choices,
        back=back_link(table, _("Another tile")),
        fields=tuple(fields),
    )


def _refused(
    table: Table, current: LineRound, tried: Mapping[str, Any], event: Event, ruling: Ruling, page: TablePage
) -> TablePage:
    """Why it was refused, and what can be done instead; after a call the round goes on as it was."""
    words, bar = refused_words(table, ruling, event), bar_of(table, current)
    lies: tuple[Laid, ...] = ()
    if not is_call(tried):
        sub = sleeping(current, drawable(table.match, current), is_short=True)
        draws = [
            each._replace(sub=sub, tone="")
            for each in bar
            if isinstance(each, Press) and each.name == "draw" and each.tone != "pale"
        ]
        words, bar = words._replace(can_do=()), after_refusal(table, tried, ruling, draws)
        lies = _where_refused(current, event)
    return page._replace(
        layout=layout_picture(table, current.layout, refused=lies),
        words=words,
        picker=picker_of(table, current, NOTHING),
        bar=bar,
    )


def _where_refused(current: LineRound, event: object) -> tuple[Laid, ...]:
    """Where a refused tile would lie: at the place it was meant for, else at each open end, if they are few."""
    if not isinstance(event, Play) or event.tile is None or not current.layout.laid:
        return ()
    tile, layout = event.tile, current.layout
    places = layout.places() if event.at is None else layout.places_on(event.at, event.half)
    if not tile.bit & current.unseen or len(places) > _MOST_ENDS:
        return ()
    touching = [each.half if each.half in (tile.high, tile.low) else tile.high for each in places]
    found = zip(places, touching, strict=True)
    return tuple(layout.add(tile, place, half).laid[-1] for place, half in found)
