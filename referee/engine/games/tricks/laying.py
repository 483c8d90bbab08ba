"""Tricks: laying a tile, whether it follows, who takes the trick, and hands that are laid open."""

from collections.abc import Sequence

from referee.engine.games.match import Status, changed, with_item
from referee.engine.games.refusals import no_trains, not_in_set, not_now, wrong_hand
from referee.engine.games.tricks.settlement import settle_hand, what_is_certain
from referee.engine.games.tricks.state import Outcome, Ruled, Trick, TrickMatch, TrickRound, TrickTile
from referee.engine.messages import Begun, Joined, Message, marked, msg
from referee.engine.record.events import Hand, Play, Rest
from referee.engine.rules.trump import NEAREST, SEVENS, TRUMPS, asked_words, suit_name
from referee.engine.rulings import Breach, Code, Rule, Ruling, TrickTaken, Verdict, stood
from referee.engine.tiles import Tile, mask_of, tile_list, tiles_in


def lay(match: TrickMatch, event: Play, number: int) -> Outcome:
    """Rule on a tile that is laid to a trick."""
    if event.train:
        return no_trains()
    current = match.current
    breach = _no_laying(match, current, event)
    if breach is not None:
        return breach
    asked = [_turn(match, current, event.by), _placed(event), _unfollowed(match, current, event)]
    found = [each for each in asked if each is not None]
    may_stand = all(each.forgivable for each in found)
    if found and not (event.stood and may_stand):
        breach = next(each for each in found if not (event.stood and each.forgivable))
        return breach._replace(forgivable=may_stand)
    assert event.tile is not None
    ruling, after = _laid(match, current, event.by, event.tile, number)
    if event.claim is not None:
        nobody = msg("Nobody claims here: the referee counts.")
        ruling = ruling._replace(code=Code.NOT_NOW, said=(*ruling.said, nobody))
    return stood(ruling, found[0] if found else None), after


def _no_laying(match: TrickMatch, current: TrickRound, event: Play) -> Breach | None:
    """Why nothing can be laid yet, or why this player cannot hold the tile."""
    if current.bidding:
        return not_now("The auction comes first.")
    if current.trump is None and current.turn is not None:
        return not_now("{name} names the trump first.", name=match.setup.players[current.turn])
    tile, setup, own = event.tile, match.setup, current.shown[event.by]
    if tile is not None and tile.bit & (current.unseen if own is None else own):
        return None
    if tile is None or tile not in setup.tiles:
        return not_in_set(setup, tile or event.written)
    for seat, shown in enumerate(current.shown):
        if shown is not None and shown & tile.bit:
            words = msg("{tile} lies open in {name}'s hand.", tile=tile, name=setup.players[seat])
            return Breach(Code.ALREADY_PLAYED, words)
    if not tile.bit & current.unseen:
        return Breach(Code.ALREADY_PLAYED, msg("{tile} was laid before.", tile=tile))
    words = msg(
        "{name} laid the hand open, and {tile} is not in it.", name=setup.players[event.by], tile=tile
    )
    return Breach(Code.IMPOSSIBLE_HAND, words)


def _turn(match: TrickMatch, current: TrickRound, seat: int) -> Breach | None:
    breach = match.turn_breach(seat, match.setup.variant.rule("turn"))
    if breach is not None and (seat == current.out or any(each.seat == seat for each in current.table)):
        return breach._replace(forgivable=False)
    return breach


def _placed(event: Play) -> Breach | None:
    """The refusal of a tile that is set against another."""
    if not event.at_written and event.out is None:
        return None
    return Breach(Code.NO_SUCH_END, msg("Tiles are laid to a trick here, not set against each other."))


def _unfollowed(match: TrickMatch, current: TrickRound, event: Play) -> Breach | None:
    """The refusal of a tile that does not follow, although the player's open hand has one that would."""
    own, tile = current.shown[event.by], event.tile
    assert tile is not None
    due = current.order.due(tile, current.led) & own if own else 0
    if not due:
        return None
    asked = asked_words(current.order.led_by(current.led or tile))
    words = msg(
        "{asked}, and {name} holds {tiles}.",
        asked=Begun(asked),
        name=match.setup.players[event.by],
        tiles=tile_list(tiles_in(due)),
    )
    return Breach(Code.MUST_FOLLOW, words, trick_rule(match, "follow"), forgivable=True)


def trick_rule(match: TrickMatch, name: str) -> Rule:
    """The rule for following or taking a trick, or the one for sevens if they were named."""
    return match.setup.variant.rule("sevens" if match.current.trump == SEVENS else name)


def _laid(match: TrickMatch, current: TrickRound, seat: int, tile: Tile, number: int) -> Ruled:
    """Lay the tile: check what it proves, and who takes the trick if it completes one."""
    led, order = current.led, current.order
    laid = TrickTile(seat, number, tile, order.led_by(led or tile), order.due(tile, led))
    words, rule = _lays(match, current, laid)
    current = current.copy()
    own = current.shown[seat]
    if own is not None:
        current.shown = with_item(current.shown, seat, own & ~tile.bit)
    if laid.due:
        current.unfollowed += (laid,)
    current.hands = changed(current.hands, seat, -1)
    current.unseen &= ~tile.bit
    current.table += (laid,)
    there = [current.out, *[each.seat for each in current.table]]
    turn = match.setup.after[seat]
    while turn in there and turn != seat:
        turn = match.setup.after[turn]
    current.turn = turn
    seen = (tile, *tiles_in(current.shown[seat] or 0))
    match, proofs = match._replace(round=current).proved_by(seat, seen, number)
    if len(current.table) < len(match.setup.players) - (current.out is not None):
        return Ruling(Verdict.STANDS, None, (words, *proofs), rule), match
    return _trick_over(match, (words, *proofs), number)


def _lays(match: TrickMatch, current: TrickRound, laid: TrickTile) -> tuple[Message, Rule]:
    """The sentence about the tile, which says what it leads or whether it follows, and the rule."""
    name, tile, rules = match.setup.players[laid.seat], laid.tile, match.setup.variant
    if laid.asked == NEAREST:
        return msg("{name} lays {tile}.", name=name, tile=tile), trick_rule(match, "follow")
    if current.led is None:
        words = msg("{name} leads {tile}: {suit}.", name=name, tile=tile, suit=suit_name(laid.asked))
        return words, rules.rule("led_suit")
    template = marked("{name} lays {tile} and follows.")
    if laid.due:
        template = marked("{name} throws off {tile}.")
        if current.order.led_by(tile) == TRUMPS:
            template = marked("{name} lays {tile}, a trump.")
    return msg(template, name=name, tile=tile), rules.rule("follow")


def _trick_over(match: TrickMatch, words: tuple[Message, ...], number: int) -> Ruled:
    """Give the trick to its winner, who leads the next; after the last one settle the hand."""
    current, setup = match.current, match.setup
    laid = current.table
    tiles = [each.tile for each in laid]
    winner = laid[current.order.winner(tiles)]
    points = setup.variant.tricks.worth(tiles)
    before = match.taken()
    current.tricks += (Trick(laid, winner.seat, points),)
    current.table, current.turn = (), winner.seat
    taken = changed(before, setup.side_of[winner.seat], points)
    template = marked("{name} takes the trick with {tile}: {points}. {sides}.")
    sides = Joined(
        [msg("{name} {number}", name=side, number=has) for side, has in zip(setup.sides, taken, strict=True)],
        ", ",
    )
    told = msg(template, name=setup.players[winner.seat], tile=winner.tile, points=points, sides=sides)
    trick = TrickTaken(winner.seat, points, taken)
    rule = trick_rule(match, "takes")
    if any(held for seat, held in enumerate(current.hands) if seat != current.out):
        more = what_is_certain(match, before, taken)
        return Ruling(Verdict.STANDS, None, (*words, told, *more), rule, trick=trick), match
    match, settled, more, rule = settle_hand(match, number)
    return Ruling(Verdict.STANDS, None, (*words, told, *more), rule, settled=settled, trick=trick), match


def show(match: TrickMatch, event: Hand, number: int) -> Outcome:
    """Rule on a hand that is laid open."""
    breach = _no_showing(match, match.round, event)
    tiles = tuple(each for each in event.tiles if each is not None)
    return lay_open(match, event.by, tiles, number) if breach is None else breach


def lay_open(match: TrickMatch, seat: int, tiles: Sequence[Tile], number: int) -> Ruled:
    """The ruling on a hand that may be laid open, and the match with it."""
    current = match.current
    shown = with_item(current.shown, seat, mask_of(tiles))
    current = current._replace(shown=shown, unseen=current.unseen & ~mask_of(tiles))
    match, proofs = match._replace(round=current).proved_by(seat, tiles, number)
    name = match.setup.players[seat]
    if tiles:
        words = msg("{name} shows {tiles}.", name=name, tiles=tile_list(tiles))
    else:
        words = msg("{name} shows no tile.", name=name)
    return Ruling(Verdict.STANDS, None, (words, *proofs), match.setup.variant.rule("laid_open")), match


def _no_showing(match: TrickMatch, current: TrickRound | None, event: Hand) -> Breach | None:
    if current is None:
        return not_now("No round has been played yet.")
    if match.status is Status.PLAYING and current.trump is None:
        return not_now("A hand is laid open once the trump is named.")
    name = match.setup.players[event.by]
    if current.without_tiles:
        return not_now("This round was entered without tiles, so no hands are shown.")
    if current.shown[event.by] is not None:
        return not_now("{name} has shown already; correct that entry if it was wrong.", name=name)
    return wrong_tiles(match, current, event)


def wrong_tiles(match: TrickMatch, current: TrickRound, event: Hand | Rest) -> Breach | None:
    """Why these tiles cannot be the player's whole hand."""
    name, own = match.setup.players[event.by], current.shown[event.by]
    may = current.unseen if own is None else own
    return wrong_hand(
        match.setup,
        name,
        current.hands[event.by],
        event.tiles,
        may,
        lambda tile: _seen_elsewhere(match, current, tile, name),
    )


def _seen_elsewhere(match: TrickMatch, current: TrickRound, tile: Tile, name: str) -> Message:
    for seat, shown in enumerate(current.shown):
        if shown is not None and shown & tile.bit:
            return msg(
                "{tile} cannot be in {name}'s hand: it lies open in {other}'s.",
                tile=tile,
                name=name,
                other=match.setup.players[seat],
            )
    return msg("{tile} cannot be in {name}'s hand: it was laid before.", tile=tile, name=name)
