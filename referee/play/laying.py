"""Laying a tile: what it is set against, what it scores, what it ends."""

from __future__ import annotations

from referee.audit import Laid, Opened
from referee.events import Play
from referee.layout import Place
from referee.play import claiming, ending
from referee.play.legal import Landing, find_landing, with_tile
from referee.play.proving import audited
from referee.play.state import Ending, Match, RoundState
from referee.play.turn import (
    Outcome,
    changed,
    dead_and_dry,
    further,
    in_play,
    not_now,
    take_turn,
    turn_breach,
)
from referee.play.words import points_word, sum_in_words
from referee.rulings import Breach, Code, Missed, Ruling, Settled, Verdict, refusal
from referee.tiles import Tile
from referee.wording import Said, marked, said

_STANDS = Verdict.STANDS  # looked up once: most tiles stand
WOULD_PASS = marked("{points} would pass {target}, so they do not count.")


def lay(match: Match, event: Play, number: int) -> Outcome:
    """Rule on a tile that is laid, and on a claim that rides on it."""
    if match.setup.variant.rows is not None:
        return refusal(not_now("Tiles lie in rows here; the top one is turned up.")), match
    current = in_play(match)
    if isinstance(current, Breach):
        return refusal(current), match
    breach = tile_breach(match, current, event)
    if current.turn != event.by:
        breach = breach or turn_breach(match, current, event.by)
    if breach is not None and not (event.stood and breach.forgivable):
        return refusal(breach), match
    tile = event.tile
    assert tile is not None
    found = find_landing(match, current, event, tile)
    if isinstance(found, Breach):
        return refusal(found), match
    if breach is not None:
        found = found._replace(breach=breach)
    if current.turn != event.by:
        current = take_turn(match, current, event.by, number)
    return _laid(match, current, event, tile, found, number)


def tile_breach(match: Match, current: RoundState, event: Play) -> Breach | None:
    """Why the tile cannot be laid by anybody, or not by a player without tiles."""
    tile = event.tile
    if tile is not None and tile.bit & current.unseen and current.hands[event.by]:
        return None
    setup = match.setup
    if tile is None or tile not in setup.tiles:
        words = said("A {set} set has no {tile}.", set=setup.tiles.word, tile=tile or event.written)
        return Breach(Code.NOT_IN_SET, words)
    if not tile.bit & current.unseen:
        return Breach(Code.ALREADY_PLAYED, said("{tile} lies on the table already.", tile=tile))
    return Breach(Code.NO_TILES_LEFT, said("{name} has no tiles left.", name=setup.players[event.by]))


def _laid(match: Match, current: RoundState, event: Play, tile: Tile, found: Landing, number: int) -> Outcome:
    """The tile lies: count it, move the claims on, and see what it ends."""
    seat, place = event.by, found.place
    missed: tuple[Missed, ...] = ()
    if current.claims:
        current, missed = claiming.tile_laid(match, current)
    after = match.copy()
    after.round = _with_tile(match, current, event, tile, found, number)
    after = audited(after, seat, tile.bit)
    words: tuple[Said, ...] = (_lays(match, seat, tile, place),)
    if not match.setup.variant.tiles_make_nothing:
        after, more = _scored(after, seat, tile, number)
        words += more
    scored = after.scores is not match.scores
    after, settled, more = _after_tile(after, seat, tile, place, number)
    if more:
        words += more
    if event.claim is None and found.breach is None:
        rule = match.setup.variant.rule("score" if scored else "joins")
        return Ruling(_STANDS, None, words, rule, (), missed, settled), after
    claimed: Ruling | None = None
    if event.claim is not None:
        claimed, after = claiming.claim(after, seat, event.claim, number)
    return _ruling(after, found.breach, claimed, words, missed, settled, scored=scored), after


def _with_tile(
    match: Match, current: RoundState, event: Play, tile: Tile, found: Landing, number: int
) -> RoundState:
    """The round with the tile on the table, before anything follows from it."""
    seat, stood = event.by, found.breach is not None
    after = current.copy()
    witness = current.witness
    if not current.layout.laid:
        outranked = 0 if stood or current.free_lead else match.setup.outranking(tile)
        witness = witness.saw(Opened(seat, number, tile, outranked))
    after.witness = witness.saw(Laid(seat, number, tile))
    after.layout = with_tile(current.layout, tile, found, stood=stood)
    after.hands = changed(current.hands, seat, -1)
    after.unseen = current.unseen & ~tile.bit
    after.passed = 0
    after.last_layer = after.turn = seat
    if current.opener is None:
        after.opener = seat
    return after


def _ruling(
    match: Match,
    breach: Breach | None,
    claimed: Ruling | None,
    words: tuple[Said, ...],
    missed: tuple[Missed, ...],
    settled: Settled | None,
    *,
    scored: bool,
) -> Ruling:
    """The tile has the verdict; a claim that rides on it has the code."""
    variant = match.setup.variant
    rule = variant.rule("score" if scored else "joins")
    code = None
    if claimed is not None:
        words = (*words, *claimed.said)
        code, settled = claimed.code, settled or claimed.settled
    if breach is None:
        return Ruling(_STANDS, code, words, rule, (), missed, settled)
    words = (*words, breach.said, said("The table lets it stand."))
    return Ruling(Verdict.STOOD, breach.code, words, breach.rule, (), missed, settled)


def _lays(match: Match, seat: int, tile: Tile, place: Place | None) -> Said:
    name = match.setup.players[seat]
    if place is None:
        return said("{name} opens with {tile}.", name=name, tile=tile)
    return said("{name} lays {tile} on {at}.", name=name, tile=tile, at=place.tile)


def _scored(match: Match, seat: int, tile: Tile, number: int) -> tuple[Match, tuple[Said, ...]]:
    """Count the layout and give the points, or open the tile's claims where players claim."""
    variant = match.setup.variant
    current = match.current
    ends = current.layout.ends() if variant.counting.counts_ends else []
    made = variant.counting.points(current.layout, ends)
    if variant.claims.are_made:
        return claiming.opened(match, seat, tile, made), ()
    words: tuple[Said, ...] = (said("{sum}.", sum=sum_in_words(ends)),) if ends else ()
    if not made:
        return match, words
    if variant.going_out.out_award == "combined" and not current.hands[seat]:
        waiting = said("{points} wait for the hands.", points=points_word(made))
        return match._replace(round=current._replace(held_back=made)), (*words, waiting)
    side = match.setup.side_of[seat]
    target = variant.target
    if not target.in_play(match.scores[side], made):
        return match, (*words, said(WOULD_PASS, points=points_word(made), target=target.target))
    scored = said("{points} for {side}.", points=points_word(made), side=match.setup.sides[side])
    return ending.add_points(match, ((side, made),), number), (*words, scored)


def _after_tile(
    match: Match, seat: int, tile: Tile, place: Place | None, number: int
) -> tuple[Match, Settled | None, tuple[Said, ...]]:
    """What the tile ends, or whose turn it is now: that is written into the match, which nobody else has seen yet."""
    setup = match.setup
    won = ending.won_in_play(match, setup.side_of[seat])
    if won is not None:
        return won
    current = match.current
    if not current.hands[seat]:
        return ending.end_round(match, Ending("out", seat), number)
    if dead_and_dry(match, current):
        return ending.end_round(match, Ending("blocked", None), number)
    current.going_on = "" if setup.variant.turns.one_tile else further(match, tile, place)
    current.turn = seat if current.going_on else setup.left_of(seat)
    current.drawn = 0
    return match, None, ()
