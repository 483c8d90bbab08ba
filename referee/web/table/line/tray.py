"""The tray of a line game: the last ruling, the tiles to choose from, and the buttons to draw and to pass."""

from referee.engine.games.line.legal_moves import fitting
from referee.engine.games.line.premios import told_premio
from referee.engine.games.line.state import LineMatch, LineRound, drawable, is_dead, open_mask
from referee.engine.games.line.stuck import draw_breach, pass_breach
from referee.engine.log import Entry
from referee.engine.messages import _, _n, _p, msg_as, tiles_word
from referee.engine.record.events import Claim, Draw, Flip, Muggins, Pass, Play, Round
from referee.engine.rules.turns import Further
from referee.engine.rulings import Verdict
from referee.engine.tiles import Tile, mask_of, tile, tiles_in
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
from referee.web.parts.flags import proved_now
from referee.web.parts.last_ruling import sentences_of, why_of
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import ANY, Asked, number_in
from referee.web.parts.pictures import tile_picture
from referee.web.parts.submit import last_step
from referee.web.parts.table_views import Action, Picker, Press, Words
from referee.web.table.line.claims import calls_of, claim_words


def words_of(table: Table) -> Words:
    """The last ruling of a line game, as the tray shows it."""
    if step := last_step(table):
        return step._replace(calls=calls_of(table, table.match))
    entry = table.log.entries[-1]
    if entry.ruling.premios:
        words = _of_premios(entry)
    elif isinstance(entry.event, Play | Flip) and entry.event.tile is not None:
        words = _of_tile(table, entry, entry.event, entry.event.tile)
        if LineMatch.of(entry.state).claims_are_open:
            return words
    else:
        head, *rest = sentences_of(entry.ruling)
        if isinstance(entry.event, Draw):
            left = table.match.round.boneyard if table.match.round is not None else 0
            head = _of_draws(table, entry.event)
            rest = [_n("{n} left in the boneyard", "{n} left in the boneyard", left)]
        if isinstance(entry.event, Round):
            current = LineMatch.of(entry.state).current
            if current.turn is not None and not current.layout.laid:
                rest = rest[:-1]  # the turn says who opens
        if calls := calls_of(table, table.match):
            is_call = isinstance(entry.event, Claim | Muggins)
            sub = ". ".join(rest) or claim_words(table, table.match, is_told=is_call)
            return Words(head=head, sub=sub, calls=calls)
        words = Words(head=head, sub=". ".join(rest))
    return words._replace(proof=proved_now(table), **why_of(table, entry.ruling))


def _of_premios(entry: Entry) -> Words:
    """What premios were earned, such as by a pass: a ruling of its own."""
    first, *others = (told_premio(LineMatch.of(entry.state), each) for each in entry.ruling.premios)
    told = (first.why, *(words for each in others for words in each[:2]))
    return Words(
        head=str(first.what).removesuffix("."),
        sub=". ".join(str(each).removesuffix(".") for each in told),
        drawing=tile_picture(first.tile),
    )


def _of_tile(table: Table, entry: Entry, event: Play | Flip, laid: Tile) -> Words:
    """A tile just laid: the sum and whose points, or who laid it where."""
    drawing = tile_picture(laid)
    state = LineMatch.of(entry.state)
    name = table.match.setup.players[event.by]
    if state.claims_are_open:
        sub = claim_words(table, state)
        if entry.ruling.verdict is Verdict.LET_STAND:
            sub = _("{words}, which the table lets stand", words=sub)
        head = _("{name} lays {tile}", name=name, tile=laid)
        return Words(head=head, sub=sub, drawing=drawing, calls=calls_of(table, state))
    head, *rest = sentences_of(entry.ruling)
    if entry.ruling.sum is not None:
        total = str(entry.ruling.sum).removesuffix(".")
        head, rest = total, [each for each in rest if each != total] or [head]
    else:
        place = entry.ruling.at
        if place is not None:
            head, rest = _("{name} lays {tile}", name=name, tile=laid), [_("on {tile}", tile=place), *rest]
        if state.current.hands[event.by] == 1:
            rest.append(_("{name} has one tile left", name=name))
    return Words(head=head, sub=". ".join(rest), drawing=drawing)


def _of_draws(table: Table, last: Draw) -> str:
    """The draws of one tile after the other, told as one draw."""
    number = 0
    for entry in reversed(table.log.entries):
        if not isinstance(entry.event, Draw) or entry.event.by != last.by:
            break
        number += entry.event.number
    name = table.match.setup.players[last.by]
    return _("{name} draws {tiles}", name=name, tiles=tiles_word(number))


def picker_of(table: Table, current: LineRound, asked: Asked) -> Picker:
    """The picker of unseen tiles, each in its place; those that can go are lit, and so are the halves that fit. If only
    one half of a large set fits, its tiles are shown at once."""
    match, lit = table.match, None
    if match.setup.variant.rows is not None:
        return tiles_picker(table, asked, current.unseen, _may_be_turned(current), "flip")
    goes = _can_go(match, current, asked)
    if current.layout.laid and match.setup.tiles.high > BOXED:
        left, places = tiles_in(current.unseen & goes), current.layout.places_now()
        lit = {way.touching for each in left for way in fitting(match, places, each)}
        if len(lit) == 1 and asked.half is None and not asked.at:
            return only_tiles(table, asked, min(lit), current.unseen, goes, asked.href(table.link, at=ANY))
    return tiles_picker(table, asked, current.unseen, goes, "play", lit)


def _may_be_turned(current: LineRound) -> int:
    """The tiles that can be next in a row, whether they fit or not; a tile that went to the bottom is known."""
    if current.turn is None:
        return current.unseen
    row = current.rows[current.turn]
    if row and row[0] is not None:
        return row[0].bit
    return current.unseen & ~mask_of(each for held in current.rows for each in held if each is not None)


def _can_go(match: LineMatch, current: LineRound, asked: Asked) -> int:
    """The tiles that may be laid now, as far as the table shows; before the lead, those that may open."""
    if not current.layout.laid:
        opening, high = match.setup.variant.opening, match.setup.tiles.high
        if current.free_lead:
            return match.setup.tiles.mask
        return mask_of(
            each
            for each in match.setup.tiles.tiles
            if opening.asks_for(each, high, no_double=asked.no_double)
        )
    if asked.at and asked.at != ANY:
        half = number_in(asked.at.rpartition("/")[2])
        return match.setup.fits[half] if half is not None and half < len(match.setup.fits) else 0
    return open_mask(match, current)


def forced_lead(match: LineMatch, current: LineRound) -> Tile | None:
    """The tile with which the round has to open while nobody has laid it; None if it may be any of several."""
    opening = match.setup.variant.opening
    if current.turn is not None or current.free_lead or not (opening.by_named_double and opening.is_forced):
        return None
    half = opening.named_double(match.setup.tiles.high)
    return tile(half, half)


# What players who cannot go say, as the sheets print it.
_KNOCKS = {
    "Pass": msg_as("button", "Pass"),
    "Knock": msg_as("button", "Knock"),
    "G": msg_as("button", "G"),
    "Gee": msg_as("button", "Gee"),
}


def bar_of(table: Table, current: LineRound) -> tuple[Action, ...]:
    """The buttons besides the tiles: only what this game has, in its own words."""
    state, seat, left = table.match, current.turn, drawable(table.match, current)
    variant = state.setup.variant
    found: list[Action] = []
    if seat is None or not current.layout.laid or variant.rows is not None:
        pass  # nobody draws or passes
    elif variant.drawing.is_allowed and left and is_dead(state, current):
        label, sub = _n("Draw the last tile", "Draw the last {n}", left), _("no tile fits any more")
        found.append(Press(label=label, name="forced", value="1", sub=sub, tone="main", keyed=_p("key", "D")))
    else:
        if variant.drawing.is_allowed:
            can = draw_breach(state, current, Draw(seat, 1)) is None
            found.append(draw_button(current, left, can=can))
        word = (
            _("Done")
            if current.going_on is Further.MAY_LAY
            else str(_KNOCKS.get(variant.knock, variant.knock))
        )
        found.append(pass_button(word, can=pass_breach(state, current, Pass(seat)) is None))
    found += correcting(table)
    return spaced(found, sleeping(current, left, is_short=True))
