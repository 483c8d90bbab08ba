"""Questions at a table of Texas or Forty-two, answered in sentences with the rule; asking changes nothing."""

from collections.abc import Sequence

from referee.engine.explain.questions import Reply, of_breach
from referee.engine.games.tricks.laying import trick_rule
from referee.engine.games.tricks.state import TrickMatch, TrickRound, TrickTile
from referee.engine.log import Log
from referee.engine.messages import Message, marked, msg
from referee.engine.rules.trump import NEAREST, TRUMPS, suit_name
from referee.engine.rulings import Breach, Verdict
from referee.engine.tiles import Tile, tiles_in


def may_be_laid(log: Log, tile: Tile) -> Reply:
    """Whether the player to act may lay the tile, and by which rule (TX6); no matter who holds it.

    `tiles` are those of which the player must lay one instead, if they hold any.
    """
    match = TrickMatch.of(log.state)
    current = match.in_play()
    if isinstance(current, Breach):
        return of_breach(current)
    seat = current.turn or 0
    name, own = match.setup.players[seat], current.shown[seat]
    ruling = log.say({"by": name, "play": tile.name})[0].ruling
    if ruling.verdict is Verdict.REFUSED:
        return Reply(ruling.said[:1], ruling.rules)
    instead = current.order.due(tile, current.led) & (current.unseen if own is None else own)
    rule = trick_rule(match, "led_suit" if current.led is None else "follow")
    return Reply(_how_it_goes(current, tile, name, instead), (rule,), tuple(tiles_in(instead)))


def _how_it_goes(current: TrickRound, tile: Tile, name: str, instead: int) -> tuple[Message, ...]:
    """What the tile asks for, or whether it follows and who may lay it if it does not."""
    order, led = current.order, current.led
    asked = order.led_by(led or tile)
    if asked == NEAREST:
        if instead:
            return (msg("{tile} may be laid only by a player who holds none of these.", tile=tile),)
        return (msg("{tile} may be laid: no tile is nearer to seven.", tile=tile),)
    suit = suit_name(asked)
    if led is None:
        return (msg("{tile} may be led: it asks for {suit}.", tile=tile, suit=suit),)
    if not order.due(tile, led):
        return (msg("{tile} may be laid: it follows {suit}.", tile=tile, suit=suit),)
    template = marked("{tile} does not follow {suit}.")
    if order.led_by(tile) == TRUMPS:
        template = marked("{tile} is a trump and does not follow {suit}.")
    last = msg("{name} holds none, so it may be laid.", name=name)
    if instead:
        last = msg("It may be laid only by a player who holds none of these.")
    return msg(template, tile=tile, suit=suit), last


def who_took(match: TrickMatch) -> Reply:
    """Who took each trick of the round, with which tile and why, the last one first; and who takes the one on the
    table so far."""
    current, said = match.round, list[Message]()
    if current is None or not current.laid:
        return Reply((msg("No tile has been laid yet."),))
    if current.table:
        said.append(_taken(match, current.table, marked("So far {name} takes it with {tile}, {why}.")))
    for number, trick in reversed([*enumerate(current.tricks, 1)]):
        said.append(_taken(match, trick.laid, marked("Trick {n}: {name} with {tile}, {why}."), n=number))
    return Reply(tuple(said), (trick_rule(match, "takes"),))


def _taken(match: TrickMatch, laid: Sequence[TrickTile], template: str, **values: int) -> Message:
    order = match.current.order
    best = laid[order.winner([each.tile for each in laid])]
    suit = order.led_by(best.tile)
    why = msg("the highest trump")
    if suit == NEAREST:
        why = msg("the nearest to seven")
    elif suit != TRUMPS:
        why = msg("the highest of the {suit}", suit=suit_name(laid[0].asked))
    return msg(template, name=match.setup.players[best.seat], tile=best.tile, why=why, **values)


def why_my_turn(match: TrickMatch) -> Reply:
    """Whose turn it is to bid, to name the trump or to lay a tile, and how it came to them."""
    current = match.in_play()
    if isinstance(current, Breach):
        return of_breach(current)
    names, rules = match.setup.players, match.setup.variant
    name, bid = names[current.turn or 0], current.bid
    turn = msg("{name}'s turn.", name=name)
    if current.bidding:
        if not current.spoke:
            return Reply((msg("{name} bids first.", name=name),), (rules.rule("speaking"),))
        seat, amount = current.spoke[-1]
        said = msg("{name} just passed.", name=names[seat])
        if amount is not None:
            said = msg("{name} just bid {bid}.", name=names[seat], bid=amount)
        return Reply((turn, said), (rules.rule("auction"),))
    if current.table:
        last = current.table[-1]
        said = msg("{name} just laid {tile}.", name=names[last.seat], tile=last.tile)
        return Reply((turn, said), (rules.rule("turn"),))
    if current.tricks:
        said = msg("{name} took the last trick and leads.", name=name)
        return Reply((said,), (rules.rule("lead"),))
    if bid is not None and bid.call:
        said = msg("{name} named the trump and leads to the first trick.", name=name)
        if current.trump is None:
            template = marked("{name} won the bid with {bid}; {partner} names the trump.")
            said = msg(template, name=names[bid.seat], bid=bid.amount, partner=name)
        return Reply((said,), (rules.rule_of(bid.call),))
    if current.trump is None and bid is not None:
        said = msg("{name} won the bid with {bid} and names the trump.", name=name, bid=bid.amount)
        return Reply((said,), (rules.rule("named"),))
    said = msg("{name} won the bid and leads to the first trick.", name=name)
    return Reply((said,), (rules.rule("lead"),))
