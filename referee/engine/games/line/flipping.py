"""Blind games: the top tile of a row is turned up; it is laid if it fits, else it goes to the bottom."""

from referee.engine.games.hands import Ending, Held
from referee.engine.games.line import claiming, ending
from referee.engine.games.line.laying import scored
from referee.engine.games.line.legal_moves import Landing, find_landing, ways_to_lie
from referee.engine.games.line.settlement import shown_rule
from referee.engine.games.line.state import LineMatch, LineRound, Outcome
from referee.engine.games.match import changed, with_item
from referee.engine.games.refusals import not_in_set, not_now
from referee.engine.messages import msg
from referee.engine.record.events import Flip, Play
from referee.engine.rulings import Breach, Code, Ruling, Verdict
from referee.engine.tiles import Tile


def flip(match: LineMatch, event: Flip, number: int) -> Outcome:
    """Rule on a tile that is turned up (BL1-BL4)."""
    if match.setup.variant.rows is None:
        return not_now("Nobody turns tiles up in this game; they are held.")
    current = match.current
    leftover = match.setup.variant.rows.leftover_opens and not current.layout.laid
    breach = _tile_breach(match, current, event) or match.turn_breach(current, event.by)
    breach = breach or (None if leftover else _row_breach(match, current, event))
    if breach is not None:
        return breach
    tile = event.tile
    assert tile is not None
    if leftover:
        seat = event.by
        current = current._replace(
            layout=current.layout.lead(tile),
            boneyard=current.boneyard - 1,
            unseen=current.unseen & ~tile.bit,
            turn=seat,
            opener=seat if current.opener is None else current.opener,
        )
        words = msg("{tile} was left over and lies first.", tile=tile)
        rule = match.setup.variant.rule("leftover_opens")
        return Ruling(Verdict.STANDS, None, (words,), rule), match._replace(round=current)
    if not current.layout.laid:
        return _laid(match, current, event.by, tile, Landing(None, tile.high), number)
    if not ways_to_lie(match, tile):
        return _to_the_bottom(match, current, event.by, tile, number)
    play = Play(event.by, tile, event.at, event.half, event.out, at_written=event.at_written)
    way = find_landing(match, current, play, tile)
    if isinstance(way, Breach):
        return way._replace(forgivable=False)
    return _laid(match, current, event.by, tile, way, number)


def _tile_breach(match: LineMatch, current: LineRound, event: Flip) -> Breach | None:
    """Why nobody can turn up this tile: it is not in the set, is on the table, or was seen in another row."""
    setup, tile = match.setup, event.tile
    if tile is None or tile not in setup.tiles:
        return not_in_set(setup, event.written)
    if not tile.bit & current.unseen:
        return Breach(Code.ALREADY_PLAYED, msg("{tile} lies on the table already.", tile=tile))
    for seat, row in enumerate(current.rows):
        if tile in row and seat != event.by:
            words = msg("{tile} was seen in {name}'s row.", tile=tile, name=setup.players[seat])
            return Breach(Code.ALREADY_PLAYED, words)
    return None


def _row_breach(match: LineMatch, current: LineRound, event: Flip) -> Breach | None:
    """Why this tile cannot be on top of its row: the tiles that went to the bottom are known."""
    row = current.rows[event.by]
    top = row[0]
    name = match.setup.players[event.by]
    if top is event.tile:
        return None
    if top is not None:
        words = msg("{name}'s next tile is {top}; it went to the bottom before.", name=name, top=top)
        return Breach(Code.IMPOSSIBLE_HAND, words)
    if event.tile in row:
        words = msg(
            "{tile} went to the bottom of {name}'s row; others come first.", tile=event.tile, name=name
        )
        return Breach(Code.IMPOSSIBLE_HAND, words)
    return None


def _laid(match: LineMatch, current: LineRound, seat: int, tile: Tile, way: Landing, number: int) -> Outcome:
    """Lay the tile; its player goes on, except after the round's first tile unless `starter_continues`."""
    rows = match.setup.variant.rows
    assert rows is not None
    is_first = way.place is None
    name = match.setup.players[seat]
    goes_on = rows.starter_continues or not is_first
    current = current._replace(
        layout=current.layout.add(tile, way.place, way.touching, across=way.across),
        hands=changed(current.hands, seat, -1),
        unseen=current.unseen & ~tile.bit,
        rows=with_item(current.rows, seat, current.rows[seat][1:]),
        turned=(0,) * len(current.turned),
        turn=seat if goes_on else match.setup.after[seat],
        opener=seat if current.opener is None else current.opener,
        last_layer=seat,
    )
    before, match = match, match._replace(round=current)
    missed = claiming.closing(match, current)
    variant, words = match.setup.variant, [msg("{name} turns up {tile}: it goes.", name=name, tile=tile)]
    own = variant.rule("starter_continues" if is_first else "joins")
    if variant.counting.tiles_score:
        match, made = scored(match, seat, tile, number)
        words += made.said
    won: ending.Ended | None = None
    if match.scores is not before.scores:
        own, won = variant.rule("score"), ending.won_in_play(match, match.setup.side_of[seat], number)
    is_out = not match.current.hands[seat]
    match, settled, more = won or ending.end_if(is_out, match, Ending("out", seat), number)
    rule = shown_rule(variant, own, settled)
    return Ruling(Verdict.STANDS, None, (*words, *more), rule, missed=missed, settled=settled), match


def _to_the_bottom(match: LineMatch, current: LineRound, seat: int, tile: Tile, number: int) -> Outcome:
    """Put a tile that fits nowhere at the bottom of its row, and end the turn."""
    row = (*current.rows[seat][1:], tile)
    current = current._replace(
        rows=with_item(current.rows, seat, row),
        turned=changed(current.turned, seat, 1),
        turn=match.setup.after[seat],
    )
    missed = claiming.closing(match, current, seat)
    match = match._replace(round=current)
    words = msg("{name} turns up {tile}: it does not go.", name=match.setup.players[seat], tile=tile)
    is_blocked = all(turned >= held for turned, held in zip(current.turned, current.hands, strict=True))
    if is_blocked:
        seen, lost = claiming.close_all(_all_seen(current))
        match, missed = match._replace(round=seen), (*missed, *lost)
    match, settled, more = ending.end_if(is_blocked, match, Ending("blocked", None), number)
    variant = match.setup.variant
    rule = shown_rule(variant, variant.rule("rows"), settled)
    return Ruling(Verdict.STANDS, None, (words, *more), rule, missed=missed, settled=settled), match


def _all_seen(current: LineRound) -> LineRound:
    """The round once every row was turned up in vain, so that every tile in it is known."""
    known = [tuple(each for each in row if each is not None) for row in current.rows]
    hands = (Held(seat, len(row), sum(each.pips for each in row), row) for seat, row in enumerate(known))
    return current._replace(shown=tuple(hands))
