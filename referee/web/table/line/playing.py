"""The page of a line game: picks the screen to show and fills it, including the open ends.

In simple positions the page also carries the facts with which a phone can go on by itself until the server answers:
no halves that make a sum, one tile a turn, no cross due. These facts never tell what a tile scores.
`static/js/ahead.js` uses them; a property test keeps the two in step.
"""

import json
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from referee.drawing.placing import Arrangement
from referee.engine.games.line.claiming import owner_may
from referee.engine.games.line.state import LineMatch, LineRound
from referee.engine.games.match import ON, Status
from referee.engine.layout import Laid, Layout, Open, Place, Spinner, SpinnerOpens
from referee.engine.messages import OR, Listed, Message, _, _n, msg, msg_as
from referee.engine.rules.turns import Further
from referee.engine.tiles import tile, tiles_in
from referee.web.infra.responses import is_needed
from referee.web.parts.actions import BOXED
from referee.web.parts.open_tables import Table, open_book
from referee.web.parts.pending_entry import ANY, OTHER, Asked, EntryForm, number_in
from referee.web.parts.pictures import layout_picture, layout_words
from referee.web.parts.scores import ring_of, sides_of, sub_of
from referee.web.parts.submit import Entered
from referee.web.parts.table_page import EndButton, TablePage
from referee.web.table.line.between import before_page, settled_page
from referee.web.table.line.claims import amounts_of, amounts_to_claim
from referee.web.table.line.entering import at_number, forced_end, opening_page, tried_page, who_laid
from referee.web.table.line.hands import asks_for_claims, claims_page, hands_page
from referee.web.table.line.tray import bar_of, forced_lead, picker_of, words_of


def enter(table: Table, form: EntryForm) -> Entered | None:
    """Enter the forced end of a round, or a tile at an open number; None for any other form."""
    if form.forced.data:
        return forced_end(table)
    if form.play.data and (number := number_in(form.at.data or "")) is not None:
        return at_number(table, form, number)
    return None


# The halves as read aloud.
_HALVES = (
    msg_as("half", "blank"), msg_as("half", "one"), msg_as("half", "two"), msg_as("half", "three"),
    msg_as("half", "four"), msg_as("half", "five"), msg_as("half", "six"), msg_as("half", "seven"),
    msg_as("half", "eight"), msg_as("half", "nine"), msg_as("half", "ten"), msg_as("half", "eleven"),
    msg_as("half", "twelve"), msg_as("half", "thirteen"), msg_as("half", "fourteen"),
    msg_as("half", "fifteen"),
)  # fmt: skip


def _double(half: int) -> Message:
    return msg("double {half}", half=_HALVES[half]) if half else msg("double blank")


def ends_words(state: LineMatch, current: LineRound) -> str:
    """The ends as read aloud, with their sum if the game counts it: "Ends: five and double six, 17 in all."

    "" while a claim is open, or if there is no tile or no open end.
    """
    layout = current.layout
    if state.claims_are_open or not layout.laid:
        return ""
    if state.setup.variant.counting.counts_ends:
        counted = [each for each in layout.frontier if layout.counted(each)]
        ends = Listed(_double(each.half) if each.tile.is_double else _HALVES[each.half] for each in counted)
        return _("Ends: {ends}, {sum} in all.", ends=ends, sum=sum(layout.ends()))
    halves = [_HALVES[place.half] for place in layout.places()]
    return _("Ends: {ends}.", ends=Listed(halves)) if halves else ""


def end_buttons(table: Table, current: LineRound, asked: Asked) -> tuple[EndButton, ...]:
    """A button for each open number, the highest first.

    Empty while a claim is open, because the numbers would give the sum away, and if the picker is a number pad.
    """
    match = table.match
    if match.claims_are_open or match.setup.tiles.high > BOXED or match.setup.variant.rows is not None:
        return ()
    if not current.layout.laid or current.turn is None:
        return ()
    numbers = Counter(place.half for place in current.layout.places_now())
    chosen = asked.at.rpartition("/")[2]
    return tuple(
        EndButton(
            number=number,
            times=times,
            label=_n("Open end {end}", "{n} open ends {end}", times, end=number),
            href=asked.href(table.link, at="" if chosen == str(number) else str(number)),
            chosen=chosen == str(number),
        )
        for number, times in sorted(numbers.items(), reverse=True)
    )


def page_of(table: Table, asked: Asked, common: TablePage) -> TablePage:
    """The page of a line game at the phone's step."""
    state = table.match
    may_earn = bool(state.setup.variant.paid_passes)
    sides = tuple(each._replace(may_earn=may_earn) for each in sides_of(state))
    common = common._replace(sub=sub_of(state), sides=sides)
    if state.round is None or (state.status is Status.ROUND_OVER and asked.deal):
        return before_page(table, common)
    if state.status in ON and asked.call and table.may_write:
        amounts = amounts_of(table, asked)
        if amounts is not None:
            turn = turn_words(table, state.round) if state.round.ending is None else ""
            return _with_layout(table, state.round, common)._replace(turn=turn, amounts=amounts)
    if state.status is Status.REVEAL and asks_for_claims(table, asked):
        page = claims_page(table, asked, _with_layout(table, state.round, common))
        return page._replace(ahead=ahead_of(state, table.seat))
    if state.status is Status.REVEAL or (state.status is not Status.PLAYING and asked.hand):
        return hands_page(table, asked, common)
    if state.status is not Status.PLAYING:
        return settled_page(table, common)
    return _playing(table, state, state.round, asked, common)


def _with_layout(table: Table, current: LineRound, page: TablePage) -> TablePage:
    match, layout = table.match, current.layout
    told_ends = ends_words(match, current)
    laid = [each.tile for each in layout.laid]
    words = layout_words(laid, layout.places(), silent=match.claims_are_open)
    if match.setup.variant.counting.counts_ends:
        words = f"{words} {told_ends}".rstrip()
    return page._replace(layout=layout_picture(table), layout_words=words, ends_words=told_ends)


def _playing(
    table: Table, state: LineMatch, current: LineRound, asked: Asked, common: TablePage
) -> TablePage:
    names, seat, left = state.setup.players, current.turn, current.boneyard
    by = "" if seat is None else asked.who if asked.who in names else names[seat]
    turn = turn_words(table, current)
    if seat is not None and asked.who in names:
        turn = _("{name} laid out of turn", name=asked.who)
    if "/" in asked.at:
        turn = _("{words} on {tile}", words=turn, tile=asked.at.partition("/")[0])
    page = _with_layout(table, current, common)._replace(
        turn=turn,
        beside=_unusual(table, current) if table.seat is not None and table.seat == seat else "",
        by=by,
        aside=_n("{n} in the boneyard", "{n} in the boneyard", left) if left else "",
        ring=ring_of(state, table.seat),
        at="" if asked.at in (OTHER, ANY) else asked.at,
    )
    arranged = partial(open_book().arranged, table) if is_needed("places") else None
    if asked.tried is not None and table.may_write:
        tried = tried_page(table, current, asked, page)
        if tried is not None:
            goes_on = tried.asking is not None
            return tried._replace(ahead=ahead_of(state, table.seat, arranged)) if goes_on else tried
    page = page._replace(words=words_of(table))
    if not table.may_write:
        return page
    lead = forced_lead(state, current)
    if lead is not None and asked.at != OTHER:
        return who_laid(table, current, {"play": lead.name}, page)
    if seat is None and not current.layout.laid and state.setup.variant.opening.asks_for_double:
        return opening_page(table, current, asked, page)
    picker, ahead = picker_of(table, current, asked), ahead_of(state, table.seat, arranged)
    return page._replace(
        ends=end_buttons(table, current, asked),
        picker=picker,
        pad=picker_of(table, current, Asked(at=ANY)) if ahead and picker.is_row else None,
        bar=bar_of(table, current),
        ahead=ahead,
    )


def turn_words(table: Table, current: LineRound) -> str:
    """Whose turn it is, or before the first tile, the question who opens."""
    words = _unusual(table, current)
    if words or current.turn is None:
        return words
    return _("{name} to play", name=table.match.setup.players[current.turn])


def _unusual(table: Table, current: LineRound) -> str:
    """The turn's words if it is not just the next player's plain turn; else ""."""
    opening = table.match.setup.variant.opening
    if current.turn is None:
        if lead := forced_lead(table.match, current):
            return _("Who holds {tile}?", tile=lead)
        if current.may_lead:
            names = Listed([table.match.setup.players[seat] for seat in current.may_lead], OR)
            return _("{name} opens", name=names)
        if not opening.asks_for_double:
            return _("Who opens?")
        return _("Whose double is lowest?") if opening.lowest_first else _("Whose double is highest?")
    name = table.match.setup.players[current.turn]
    if not current.layout.laid:
        return _("{name} opens", name=name)
    if table.match.setup.variant.rows is not None:
        return _("{name} turns up a tile", name=name)
    if current.going_on is Further.MAY_LAY:
        return _("{name} may lay another", name=name)
    if current.going_on or (current.passed and current.last_layer == current.turn):
        return _("{name} goes again", name=name)
    return ""


Arranged = Callable[[Layout], Arrangement]
_COVERED = 2  # number of links from which a double has all its open sides


def ahead_of(match: LineMatch, seat: int | None = None, arranged: Arranged | None = None) -> str:
    """The facts as JSON; "" if only the referee can tell what comes next. `seat` is the only one that may act.

    With `arranged`, which gives the drawing of a layout, each open end also has the position of the next tile; not for
    a phone that has to wait for its turn.
    """
    current = match.round
    if current is None or not (
        _is_plain(match, current) or (match.status is Status.REVEAL and match.claims_are_open)
    ):
        return ""
    layout, variant = current.layout, match.setup.variant
    may_act = seat is None or seat == current.turn
    arrangement = arranged(layout) if arranged is not None and may_act else None
    # Which of the coming doubles open four ways
    spinner = "all" if layout.shape.spinner is Spinner.ALL else ""
    if layout.shape.spinner is Spinner.FIRST_DOUBLE and layout.first_double is None:
        spinner = "next"
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
        "unseen": "".join(f"{each.high:x}{each.low:x}" for each in tiles_in(current.unseen)),
        "places": arrangement is not None,
        "ends": [_end(match, current, each, arrangement) for each in layout.frontier],
        "spinner": spinner,
        "at_once": layout.shape.opens is SpinnerOpens.AT_ONCE,
        "blanks": variant.joins.blanks,
        "claims": _claims_ahead(match),
        "scores": variant.counting.tiles_score,
        "only": seat,
    }
    return json.dumps(facts, separators=(",", ":"), ensure_ascii=False)


def _claims_ahead(state: LineMatch) -> dict[str, Any] | None:
    """What a phone needs to offer calls by itself; None if nobody claims in this game.

    `open` has the tiles that may be claimed or called on: the seat, the tile, and whether that seat may still claim.
    `muggins` says after how many more tiles others may call, and 2 stands for all above; `sides` is by seat. Nothing here
    depends on whether a tile scores.
    """
    variant = state.setup.variant
    if state.round is None or not variant.claims_are_made:
        return None
    return {
        "amounts": amounts_to_claim(state.setup),
        "open": [
            (each.seat, each.tile.name, each.taken_by is None and owner_may(state, each))
            for each in state.round.claims
        ],
        "muggins": [each for each in range(3) if variant.claims.others_may(tiles_since=each, is_over=False)],
        "sides": state.setup.side_of,
    }


def _is_plain(match: LineMatch, current: LineRound) -> bool:
    """Whether the facts alone determine what comes after a tile, a draw or a pass."""
    variant, layout = match.setup.variant, current.layout
    if match.status is not Status.PLAYING or current.turn is None or current.going_on:
        return False
    if variant.rows is not None or not layout.laid:
        return False
    if variant.joins.makes_sums or not variant.turns.one_tile:
        return False
    if layout.shape.arms == 1 and len(layout.laid) == 1:
        return False  # its second half closes with the next tile
    return not layout.shape.cross_first or (layout.first_double is not None and layout.cross() is None)


def _end(match: LineMatch, current: LineRound, end: Open, arrangement: Arrangement | None) -> list[Any]:
    """The tile, its open half, how many more tiles may join it, and the positions of a single and of a double there.

    A position is x, y (of the tile's centre, in units) and a heading. The double's is left out if no double that fits
    is left: that of the open half, or the double blank if blanks are wild.
    """
    half, double = end.half, tile(end.half, end.half)
    room = current.layout.capacity(end.tile, _COVERED) - end.links if end.tile.is_double else 1
    found: list[Any] = [end.tile.name, half, room]
    if arrangement is None or room <= 0:
        return found
    wild = tile(0, 0).bit if match.setup.variant.joins.has_wild_blanks else 0
    for each in (tile(half or 1, 0), double)[: 1 + bool(current.unseen & (double.bit | wild))]:
        lying = arrangement.where(Laid(each, Place(end.tile, half), half, each.other(half), False))
        found.append((lying.x, lying.y, lying.facing))
    return found
