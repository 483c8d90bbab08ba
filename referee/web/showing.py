"""The table as a phone shows it: which of its faces, and everything on it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from referee.drawing import layout_svg, tile_svg
from referee.events import Play, read_event
from referee.layout import Laid, Layout, Place
from referee.placing import arrange
from referee.play.claiming import are_open
from referee.play.legal import fitting
from referee.play.state import Match, RoundState, Status
from referee.play.words import listed, tiles_word
from referee.rulings import Code, Ruling, Verdict
from referee.tiles import Tile, read_tile
from referee.web.asked import NOTHING, Asked
from referee.web.book import Table, arrangement_of
from referee.web.ended import hands_page, settled_page
from referee.web.start import before_page
from referee.web.tray import (
    bar_of,
    callable_claims,
    owner_claim,
    picker_of,
    refused_words,
    words_of,
)
from referee.web.views import Amounts, Asking, Choice, Link, Press, Seat, Side, TablePage

COUNTED_FIVES = tuple(range(5, 61, 5))
COUNTED_ONES = tuple(range(1, 13))


def table_page(table: Table, asked: Asked = NOTHING, notice: str = "") -> TablePage:
    """Everything that the table's page shows, in the middle of what the phone asks."""
    state = table.log.state
    common: dict[str, Any] = {
        "link": table.link,
        "seq": table.seq,
        "key": secrets.token_urlsafe(12),
        "title": table.setup.variant.name,
        "sub": _sub(table),
        "may_write": table.may_write,
        "sides": sides_of(table),
        "notice": notice,
    }
    if state.round is None or (state.status is Status.ROUND_OVER and asked.deal):
        return before_page(table, common)
    if state.status in (Status.PLAYING, Status.REVEAL) and asked.call and table.may_write:
        page = _claiming(table, state, state.round, asked, common)
        if page is not None:
            return page
    if state.status is Status.REVEAL:
        return hands_page(table, asked, common)
    if state.status is not Status.PLAYING:
        return settled_page(table, common)
    return _playing(table, state, state.round, asked, common)


def _sub(table: Table) -> str:
    state = table.log.state
    target = table.setup.variant.target
    house = len(house_rules(table))
    number = state.round.number if state.round is not None else 1
    if state.status is Status.REVEAL and state.round is not None and state.round.ending is not None:
        return f"Round {number} · {state.round.ending.how}"
    if state.status is Status.ROUND_OVER and state.round is not None:
        return f"Round {number} · settled"
    if state.status is Status.MATCH_OVER:
        return "The match is over"
    goal = "one round" if target.mode == "single" else f"{'exactly' if target.exact else 'to'} {target.target}"
    words = [f"Round {number}", goal]
    if house:
        words.append("1 house rule" if house == 1 else f"{house} house rules")
    return " · ".join(words)


def house_rules(table: Table) -> list[str]:
    """The switches that the table set otherwise than its sheet."""
    setup = table.setup
    return [name for name, value in setup.options.items() if setup.printed.value(name) != value]


def sides_of(table: Table) -> tuple[Side, ...]:
    """The scores, with the tiles that everybody holds."""
    state = table.log.state
    setup = table.setup
    current = state.round
    in_play = state.status is Status.PLAYING
    found = []
    for number, _ in enumerate(setup.sides):
        seats = tuple(
            Seat(
                name=name,
                held=current.hands[seat] if current is not None else None,
                now=in_play and current is not None and current.turn == seat,
            )
            for seat, name in enumerate(setup.players)
            if setup.side_of[seat] == number
        )
        found.append(Side(seats=seats, score=state.scores[number], to_go=_to_go(state, number)))
    return tuple(found)


def _to_go(state: Match, side: int) -> str:
    target = state.setup.variant.target
    if target.mode == "single":
        return ""
    missing = target.target - state.scores[side]
    return f"{missing} to go" if missing > 0 else ""


# The round in play


def _playing(
    table: Table, state: Match, current: RoundState, asked: Asked, common: Mapping[str, Any]
) -> TablePage:
    by = table.setup.players[current.turn] if current.turn is not None else ""
    page: dict[str, Any] = {
        **common,
        "screen": "play",
        "turn": turn_words(table, current),
        "by": by,
        "layout_words": layout_words(state, current),
        "at": asked.at,
    }
    if asked.tried is not None and table.may_write:
        tried = _tried(table, current, asked.tried, page)
        if tried is not None:
            return tried
    if not table.may_write:
        return TablePage(**page, layout=drawn(table, current.layout), words=words_of(table))
    return TablePage(
        **page,
        layout=drawn(table, current.layout),
        words=words_of(table),
        who=() if by else table.setup.players,
        picker=picker_of(table, current, asked),
        bar=bar_of(table, current),
    )


def turn_words(table: Table, current: RoundState) -> str:
    """Whose turn it is, or who is asked for before the first tile."""
    opening = table.setup.variant.opening
    if current.turn is None:
        if opening.opening_tile == "forced" and opening.opening in ("highest_double", "lowest_double"):
            return f"Who holds the {opening.opening.replace('_', ' ')}?"
        return "Who opens?"
    name = table.setup.players[current.turn]
    if not current.layout.laid:
        return f"{name} opens"
    if current.going_on == "optional":
        return f"{name} may lay another"
    return f"{name} goes again" if current.going_on else f"{name} to play"


def layout_words(state: Match, current: RoundState) -> str:
    """The layout for a screen reader: its tiles in order, the open ends, and the count where it may be told."""
    layout = current.layout
    if not layout.laid:
        return "No tile lies yet."
    tiles = listed(each.tile for each in layout.laid)
    ends = listed(f"{place.half} on {place.tile}" for place in layout.places())
    words = f"{tiles_word(len(layout.laid))}: {tiles}. Open: {ends}."
    if state.setup.variant.counting.counts_ends and not are_open(state):
        words += f" The ends count {sum(layout.ends())}."
    return words


def drawn(table: Table, layout: Layout, candidates: tuple[Laid, ...] = (), refused: Laid | None = None) -> Markup:
    """The drawing of the layout; silent as long as a claim is open."""
    arrangement = arrangement_of(table, layout) if layout.laid else arrange(layout)
    return Markup(
        layout_svg(
            arrangement,
            layout,
            silent=are_open(table.log.state),
            mark_last=not candidates,
            candidates=candidates,
            refused=refused,
            label="",
        )
    )


# An entry that is not complete, or was refused


def _tried(
    table: Table, current: RoundState, tried: Mapping[str, Any], page: dict[str, Any]
) -> TablePage | None:
    if "play" in tried and "by" not in tried and current.turn is None:
        return _who_laid(table, current, tried, page)
    answer, _ = table.log.say(tried)
    ruling: Ruling = answer.ruling
    if ruling.verdict is not Verdict.REFUSED:
        return None
    event = read_event(tried, table.setup.players)
    if isinstance(event, Play) and event.tile is not None and ruling.code in (Code.CHOOSE_END, Code.CHOOSE_OUT):
        return _where(table, current, tried, event, ruling.code, page)
    return _refused(table, current, tried, event, ruling, page)


def _who_laid(
    table: Table, current: RoundState, tried: Mapping[str, Any], page: dict[str, Any]
) -> TablePage:
    laid = read_tile(str(tried["play"]))
    asking = Asking(
        title=f"{tried['play']} opens",
        sub="Who laid it?",
        drawing=Markup(tile_svg(laid, label="")) if laid is not None else Markup(),
        choices=tuple(Choice(label=name, name="by", value=name) for name in table.setup.players),
        back=Link(label="Another tile", href=NOTHING.href(table.link)),
        fields=(("play", str(tried["play"])),),
    )
    return TablePage(**page, layout=drawn(table, current.layout), asking=asking)


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
            Choice(label=f"{tile.other(each)} outward", name="out", value=str(tile.other(each)),
                   drawing=_beside(current.layout, tile, place, each))
            for place, each in ways
        )
        candidates: tuple[Laid, ...] = ()
        sub = "which half stays outward?"
    else:
        first = {place: touching for place, touching in reversed(ways)}
        choices = tuple(
            Choice(label=f"on {place.tile}", name="at", value=f"{place.tile}/{place.half}",
                   drawing=_beside(current.layout, tile, place, first[place]))
            for place in dict.fromkeys(place for place, _ in ways)
        )
        candidates = tuple(current.layout.add(tile, place, first[place]).laid[-1] for place in first)
        sub = "on which tile?"
    if event.stood:
        fields.append(("stood", "1"))
    back = Link(label="Another tile", href=NOTHING.href(table.link))
    asking = Asking(title=f"{name} lays {tile}", sub=sub, drawing=Markup(tile_svg(tile, label="")),
                    choices=choices, back=back, fields=tuple(fields))
    return TablePage(**page, layout=drawn(table, current.layout, candidates), asking=asking)


def _ways(table: Table, current: RoundState, event: Play, tile: Tile) -> list[tuple[Place, int]]:
    """Every way in which the tile may be laid; where the table lets it stand, every way in which it can lie."""
    layout = current.layout
    places = layout.places() if event.stood else layout.places_now()
    if event.at is not None:
        places = [each for each in places if each.tile is event.at and event.half in (None, each.half)]
    ways = [(each.place, each.touching) for each in fitting(table.log.state, places, tile) if each.place is not None]
    if event.stood and not ways:
        ways = [(place, half) for place in places for half in tile.halves]
    if event.out is not None:
        ways = [(place, half) for place, half in ways if tile.other(half) == event.out]
    return ways


def _beside(layout: Layout, tile: Tile, place: Place, touching: int) -> Markup:
    """The tile against the one that it touches, by themselves."""
    pair = Layout(layout.shape).lead(place.tile)
    laid = pair.add(tile, place, touching).laid[-1]
    arrangement = arrange(pair)
    drawing = layout_svg(arrangement, pair, open_places=False, mark_last=False, candidates=(laid,), label="")
    boxes = [each.box for each in arrangement.add(laid).lying]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    frame = f'viewBox="{left - 0.1:g} {top - 0.1:g} {right - left + 0.2:g} {bottom - top + 0.25:g}"'
    before = " ".join(f"{each:g}" for each in arrangement.frame)
    head, _, rest = drawing.partition(">")
    return Markup(_with_frame(head, before, frame) + ">" + rest)


def _with_frame(head: str, before: str, frame: str) -> str:
    start = head.index('viewBox="')
    end = head.index('"', start + len('viewBox="')) + 1
    return head[:start] + frame + head[end:]


def _refused(
    table: Table, current: RoundState, tried: Mapping[str, Any], event: object, ruling: Ruling, page: dict[str, Any]
) -> TablePage:
    bar = bar_of(table, current)
    draw = [each for each in bar if isinstance(each, Press) and each.name == "draw" and not each.tone.startswith("pale")]
    stand = []
    if may_stand(table, tried):
        stand = [Press(label="Let it stand", name="stand", value=_dumped(tried))]
    back = Link(label="Take it back", href=NOTHING.href(table.link), tone="main")
    actions = (*_shortened(draw), *stand, back)
    return TablePage(
        **page,
        layout=drawn(table, current.layout, refused=_where_refused(table, current, event)),
        words=refused_words(table, ruling),
        who=() if current.turn is not None else table.setup.players,
        picker=picker_of(table, current, NOTHING),
        bar=actions,
    )


def may_stand(table: Table, tried: Mapping[str, Any]) -> bool:
    """Whether the table may let a refused event stand."""
    if not {"play", "draw", "pass"} & set(tried):
        return False
    answer, _ = table.log.say({**tried, "stood": True})
    return answer.ruling.verdict is Verdict.STOOD or answer.ruling.code in (Code.CHOOSE_END, Code.CHOOSE_OUT)


def _dumped(tried: Mapping[str, Any]) -> str:
    return Asked(tried=tried).args()["tried"]


def _shortened(draw: list[Press]) -> list[Press]:
    return [
        Press(label=each.label, name=each.name, value=each.value, sub=each.sub.replace(" in the boneyard", " left"))
        for each in draw
    ]


def _where_refused(table: Table, current: RoundState, event: object) -> Laid | None:
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


# Claims


def _claiming(
    table: Table, state: Match, current: RoundState, asked: Asked, common: Mapping[str, Any]
) -> TablePage | None:
    """The amounts of a claim: always the same ones, in the same places."""
    players = table.setup.players
    if asked.call == "claim":
        newest = owner_claim(state)
        if newest is None:
            return None
        title, sub, on = f"{players[newest.seat]} claims", f"for {newest.tile}", newest.tile
        callers: tuple[str, ...] = (players[newest.seat],)
    else:
        on_tiles = callable_claims(state)
        if not on_tiles and current.false_claim is None:
            return None
        seat = on_tiles[-1].seat if on_tiles else current.false_claim.seat  # type: ignore[union-attr]
        on = on_tiles[-1].tile if on_tiles else current.layout.laid[-1].tile
        title, sub = f"Muggins on {on}", f"{players[seat]} laid it"
        callers = _may_call(table, seat)
    per_five = table.setup.variant.counting.score_unit == "per_five"
    amounts = Amounts(
        name=asked.call,
        title=title,
        sub=sub,
        drawing=Markup(tile_svg(on, label="")),
        callers=callers,
        caller=callers[0] if callers else "",
        amounts=COUNTED_ONES if per_five else COUNTED_FIVES,
        close=NOTHING.href(table.link),
    )
    return TablePage(
        **common,
        screen="play",
        turn=turn_words(table, current) if state.status is Status.PLAYING else "",
        layout=drawn(table, current.layout),
        layout_words=layout_words(state, current),
        amounts=amounts,
    )


def _may_call(table: Table, seat: int) -> tuple[str, ...]:
    """The players who may call muggins on a seat's tile, nearest to its left first."""
    setup = table.setup
    around = [(seat + step) % len(setup.players) for step in range(1, len(setup.players))]
    return tuple(setup.players[each] for each in around if setup.side_of[each] != setup.side_of[seat])
