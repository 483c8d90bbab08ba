"""A hand that ends before its last trick: the rest is claimed, a side concedes, or only its result is entered."""

from enum import StrEnum
from typing import NamedTuple

from referee.engine.games.at_any_table import no_such_side
from referee.engine.games.refusals import not_now
from referee.engine.games.tricks.laying import lay_open, wrong_tiles
from referee.engine.games.tricks.settlement import settle_hand
from referee.engine.games.tricks.state import HighBid, Outcome, TrickMatch, TrickRound
from referee.engine.messages import Message, counted, msg
from referee.engine.record.events import Concede, HandResult, Rest, Result, RoundResult
from referee.engine.rules.trump import NEL_O, TRUMPS, Order
from referee.engine.rulings import Breach, Code, Ruling, Verdict
from referee.engine.tiles import Tile, mask_of, tile_list, tiles_in


class Why(StrEnum):
    """Why a tile of a claim takes its trick: it is the last trump or the highest, nothing of its suit is higher, or
    whatever is higher has been drawn by the tiles led before it."""

    LAST_TRUMP = "last trump"
    HIGHEST_TRUMP = "highest trump"
    HIGHEST = "highest"
    NEAREST = "nearest"
    DRAWN = "drawn"


class Led(NamedTuple):
    """A tile of a claim, in the order of leading: why it takes its trick, or what may beat it."""

    tile: Tile
    asked: int | str
    why: Why | None
    beaten_by: Tile | None = None


def judged(match: TrickMatch, seat: int, tiles: tuple[Tile, ...]) -> tuple[Led, ...]:
    """The tiles of a claim in the best order to lead them, each with why it cannot lose or what may beat it.

    Any tile that others may hold counts as out; at worst one hand has them all. A lead can only help later ones: a
    player who keeps a tile back has to follow with others. So it is always right to lead a safe tile next.
    """
    current = match.current
    pools = [current.unseen & ~mask_of(tiles)]
    pools += [mask for other, mask in enumerate(current.shown) if mask and other not in (seat, current.out)]
    order, left, done = current.order, list(tiles), list[Led]()
    while left:
        found = [(tile, _beaters(order, tile, [each.tile for each in done], pools)) for tile in left]
        safe = [tile for tile, beaters in found if not beaters]
        if not safe:
            done += [Led(tile, order.led_by(tile), None, next(iter(beaters))) for tile, beaters in found]
            break
        tile = max(
            safe, key=lambda each: (order.led_by(each) == TRUMPS, not _over(order, each, pools), each.pips)
        )
        done.append(Led(tile, order.led_by(tile), _why(order, tile, left, pools)))
        left.remove(tile)
    return tuple(done)


def _over(order: Order, tile: Tile, pools: list[int]) -> list[Tile]:
    """The tiles that others may hold and that would beat this one if it were led."""
    return [each for pool in pools for each in tiles_in(pool) if order.winner((tile, each))]


def _beaters(order: Order, tile: Tile, before: list[Tile], pools: list[int]) -> list[Tile]:
    """Those of them that a player may still hold after the tiles led before, the likeliest first."""
    found = [
        each
        for pool in pools
        for each in tiles_in(pool)
        if order.winner((tile, each)) and _may_be_kept(order, each, before, pool)
    ]
    return sorted(found, key=lambda each: (order.led_by(each) == TRUMPS, each.pips))


def _may_be_kept(order: Order, kept: Tile, before: list[Tile], pool: int) -> bool:
    """Whether a player can hold tiles from the pool with which this one is kept back through everything led before.

    A tile laid to one lead is held at the leads before it and may be due there, so the last lead is looked at first. Of
    tiles that are due at the same leads one is tried.
    """
    due = {each: tuple(order.due(each, led) for led in before) for each in tiles_in(pool)}

    def lays(leads: int, held: int) -> bool:
        if not leads:
            return True
        able = (each for each in tiles_in(pool & ~held) if not due[each][leads - 1] & held)
        return any(lays(leads - 1, held | each.bit) for each in {due[each]: each for each in able}.values())

    return lays(len(before), kept.bit)


def _why(order: Order, tile: Tile, left: list[Tile], pools: list[int]) -> Why:
    over, asked = _over(order, tile, pools), order.led_by(tile)
    if over:
        return Why.DRAWN
    if asked == TRUMPS:
        mine = [each for each in left if order.led_by(each) == TRUMPS]
        out = any(order.led_by(each) == TRUMPS for pool in pools for each in tiles_in(pool))
        return Why.HIGHEST_TRUMP if out or len(mine) > 1 else Why.LAST_TRUMP
    return Why.HIGHEST if isinstance(asked, int) or asked == "doubles" else Why.NEAREST


def claim_rest(match: TrickMatch, event: Rest, number: int) -> Outcome:
    """Rule on a claim to all remaining tricks."""
    current = match.current
    breach = _no_claim(match, current, event)
    if breach is not None:
        return breach
    tiles = tuple(each for each in event.tiles if each is not None)
    lost = next((each for each in judged(match, event.by, tiles) if each.beaten_by is not None), None)
    if lost is not None:
        words = msg("{tile} may still be out, and it beats {led}.", tile=lost.beaten_by, led=lost.tile)
        return Breach(Code.MAY_LOSE, words, match.setup.variant.rule("takes"))
    rest = match.setup.variant.tricks.total - sum(match.taken())
    words = counted(
        "{name} claims the rest with {tiles}: no tile left can win, so {n} point goes to {side}.",
        "{name} claims the rest with {tiles}: no tile left can win, so {n} points go to {side}.",
        rest,
        name=match.setup.players[event.by],
        tiles=tile_list(tiles),
        side=match.setup.side_name(event.by),
    )
    proofs: tuple[Message, ...] = ()
    if current.shown[event.by] is None:
        shown, match = lay_open(match, event.by, tiles, number)
        proofs = shown.said[1:]
    return _give_rest(match, match.setup.side_of[event.by], rest, (words, *proofs), number)


def _no_claim(match: TrickMatch, current: TrickRound, event: Rest) -> Breach | None:
    if current.trump is None:
        return not_now("The rest is claimed once the trump is named.")
    if current.trump == NEL_O:
        return not_now("In Nel-O nobody claims the rest; a side can concede.")
    breach = match.turn_breach(event.by, match.setup.variant.rule("lead"))
    if breach is not None:
        return breach._replace(forgivable=False)
    if current.table:
        return not_now("This trick is finished first; the rest is claimed by the player who leads.")
    return wrong_tiles(match, current, event)


def concede(match: TrickMatch, event: Concede, number: int) -> Outcome:
    """Rule on a side that gives all remaining points to the other.

    In Nel-O the bidders lose by taking a trick: a side that concedes there takes what is left.
    """
    current = match.current
    if current.trump is None:
        return not_now("A side concedes once the trump is named.")
    setup = match.setup
    own = setup.side_of[event.by]
    rest = setup.variant.tricks.total - sum(match.taken())
    if current.trump == NEL_O:
        words = msg("{side} concede.", side=setup.sides[own])
        return _give_rest(match, own, rest, (words,), number)
    words = counted(
        "{side} concede: the {n} point left goes to {other}.",
        "{side} concede: the {n} points left go to {other}.",
        rest,
        side=setup.sides[own],
        other=setup.sides[1 - own],
    )
    return _give_rest(match, 1 - own, rest, (words,), number)


def _give_rest(match: TrickMatch, side: int, rest: int, words: tuple[Message, ...], number: int) -> Outcome:
    """End the hand and give all remaining points to one side."""
    given = (rest, 0) if side == 0 else (0, rest)
    match = match._replace(round=match.current._replace(given=given, ended=words[0]))
    match, settled, more, rule = settle_hand(match, number)
    return Ruling(Verdict.STANDS, None, (*words, *more[1:]), rule, settled=settled), match


# A hand entered by its result


def end_by_result(match: TrickMatch, event: Result, number: int) -> Outcome:
    """Rule on a hand entered by its result, without its tiles."""
    current = match.current
    if isinstance(event, RoundResult):
        words = msg("Say who bid, how much, and the points that side took.")
        return Breach(Code.UNREADABLE, words)
    bid = _bid_told(match, current, event)
    if isinstance(bid, Breach):
        return bid
    given = _points_told(match, event, bid)
    if isinstance(given, Breach):
        return given
    told = msg("Not every tile was entered.") if current.laid else msg("Entered without tiles.")
    current = current._replace(bid=bid, given=given, told_made=event.made, ended=told, without_tiles=True)
    match, settled, words_of_it, rule = settle_hand(match._replace(round=current), number)
    return Ruling(Verdict.STANDS, None, words_of_it, rule, settled=settled), match


def _bid_told(match: TrickMatch, current: TrickRound, event: HandResult) -> HighBid | Breach:
    """The bid as entered, or as the auction left it; or why there can be no such bid."""
    setup, known = match.setup, None if current.bidding else current.bid
    if event.bidders is not None and event.bidders not in setup.sides:
        return no_such_side(match, event.bidders)
    if known is not None:
        if event.bid not in (None, known.amount) or event.bidders not in (None, setup.side_name(known.seat)):
            words = msg(
                "The auction is over: {name} won the bid with {bid}.",
                name=setup.players[known.seat],
                bid=known.amount,
            )
            return Breach(Code.BAD_BID, words)
        return known
    if event.bidders is None or event.bid is None:
        return Breach(Code.BAD_BID, msg("Say who won the bid, and what it was."))
    if event.bid not in setup.variant.all_bids:
        words = msg("Nobody can bid {bid} in this game.", bid=event.bid)
        rule = "lowest_bid" if event.bid < setup.variant.auction.lowest else "limit_ladder"
        return Breach(Code.BAD_BID, words, setup.variant.rule(rule))
    return HighBid(setup.side_of.index(setup.sides.index(event.bidders)), event.bid)


def _points_told(match: TrickMatch, event: HandResult, bid: HighBid) -> tuple[int, ...] | Breach:
    """What the sides took besides the tricks entered, or why that is impossible."""
    setup, taken = match.setup, match.taken()
    total, bidders = setup.variant.tricks.total, setup.side_of[bid.seat]
    told = event.taken
    if told is None:
        if event.made is None or not setup.variant.is_paid_by_bid(bid.amount, made=event.made):
            return Breach(Code.IMPOSSIBLE_POINTS, msg("Say how many points the side that bid took."))
        return tuple(0 for _each in taken)
    if told > total:
        words = msg("A hand has {total} points, not {n}.", total=total, n=told)
        return Breach(Code.IMPOSSIBLE_POINTS, words, setup.variant.rule("counts"))
    given = [total - told - taken[1 - bidders]] * len(taken)
    given[bidders] = told - taken[bidders]
    for side, more in enumerate(given):
        if more < 0:
            words = msg(
                "{side} have taken {taken} in the tricks already entered.",
                side=setup.sides[side],
                taken=taken[side],
            )
            return Breach(Code.IMPOSSIBLE_POINTS, words)
    return tuple(given)
