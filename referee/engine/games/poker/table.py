"""Poker: hands are shown, as many as it takes to be certain, and the best one wins (PK1-PK6)."""

from itertools import pairwise

from referee.engine.games.at_any_table import adjust, stands, table_rules
from referee.engine.games.match import ON, Points, Rulings, Status, with_item
from referee.engine.games.poker.betting import Pot, Won, net, open_betting, stake, won_by
from referee.engine.games.poker.hand_names import why_it_beats
from referee.engine.games.poker.state import PokerMatch, PokerRound, Tiles
from referee.engine.games.refusals import named_twice, not_now, wrong_number
from referee.engine.messages import Listed, Message, counted, marked, msg, of_side
from referee.engine.record.events import Adjust, Hand, Round, Stake, TableRuling
from referee.engine.rules.poker import HAND, TILES, Strength
from referee.engine.rulings import Breach, Code, Ruling, Settled, Step

Outcome = tuple[Ruling, PokerMatch] | Breach


def _deal(state: PokerMatch, event: Round, _number: int) -> Outcome:
    why = state.why_no_round(event)
    if why is not None:
        return why
    seats = len(state.setup.players)
    stakes = state.setup.variant.betting.stakes
    betting = open_betting(seats, event.opener, state.chips) if stakes else None
    if betting is not None and event.opener is not None and event.opener not in betting.seated:
        name = state.setup.players[event.opener]
        return not_now("{name} has no chips left and sits out; another player acts first.", name=name)
    dealt = PokerRound(event.number, (None,) * seats, betting)
    after = state._replace(round=dealt, status=Status.REVEAL if betting is None else Status.PLAYING)
    words = [msg("Deal {n}: each player takes five tiles.", n=event.number)]
    absent = [seat for seat in range(seats) if seat not in dealt.seated]
    if absent:
        names = Listed(_names(state, absent))
        words.append(counted("{names} sits out.", "{names} sit out.", len(absent), names=names))
    words.append(msg("Everyone shows them.") if betting is None else msg("Everyone antes."))
    return stands(after, *words, rule=state.setup.variant.rule("stakes"))


def _adjust(state: PokerMatch, event: Adjust, number: int) -> Outcome:
    """Rule on chips that the table agrees on: only between rounds; nobody may go below zero, nor everybody to it."""
    outcome = adjust(state, event, number, once_over=True)
    if isinstance(outcome, Breach):
        return outcome
    ruling, after = outcome
    if after.chips is None:
        return outcome
    if state.status in ON:
        return not_now("Chips are agreed on between rounds.")
    return _with_chips(ruling, after)


def _table_rules(state: PokerMatch, event: TableRuling, number: int) -> Outcome:
    """Rule on house rules for the rest of the match: they may change how many chips everybody has."""
    outcome = table_rules(state, event, number)
    return outcome if isinstance(outcome, Breach) else _with_chips(*outcome)


def _with_chips(ruling: Ruling, after: PokerMatch) -> Outcome:
    """The same ruling, if nobody would have less than no chips and somebody has some; the match is over if one player
    has them all."""
    chips = after.chips
    if chips is not None and min(chips) < 0:
        name = after.setup.players[chips.index(min(chips))]
        return not_now("{name} does not have so many chips.", name=name)
    if chips is not None and not any(chips):
        return not_now("Nobody would have any chips left.")
    return ruling, _closed(after)


def _closed(state: PokerMatch) -> PokerMatch:
    """The table between rounds: the match is over if one player has all the chips."""
    chips = state.chips
    rich = [] if chips is None else [seat for seat, each in enumerate(chips) if each]
    if len(rich) != 1:
        return state._replace(status=Status.ROUND_OVER, winner=None)
    return state._replace(status=Status.MATCH_OVER, winner=state.setup.side_of[rich[0]])


def _paid(state: PokerMatch, settled: Settled, number: int) -> PokerMatch:
    return _closed(state.add_points(settled.points, number).settle(settled))


def _stake(state: PokerMatch, event: Stake, number: int) -> Outcome:
    if not state.setup.variant.betting.stakes:
        return not_now("Nothing is staked at this table.", state.setup.variant.rule("stakes"))
    current = state.round
    is_on = state.status in ON
    if current is None or current.betting is None or not is_on:
        return not_now("No round is being played; the next one has to be dealt first.")
    spoken = stake(current.betting, event, state.setup)
    if isinstance(spoken, Breach):
        return spoken if spoken.rule is not None else spoken._replace(rule=state.setup.variant.rule("stakes"))
    betting, words = spoken
    rule = state.setup.variant.rule("buy_in" if betting.is_all_in(event.by) else "stakes")
    after = state._replace(round=current._replace(betting=betting))
    if not betting.is_over:
        is_last_ante = event.act == "ante" and betting.has_antes
        return stands(after, words, *((msg("Everyone is in."),) if is_last_ante else ()), rule=rule)
    if len(betting.staying) > 1:
        then = msg("Now {names} show their hands.", names=Listed(_names(state, betting.staying)))
        return stands(after._replace(status=Status.REVEAL), words, then, rule=rule)
    winner = betting.staying[0]
    won = won_by(betting, betting.staying)
    steps = takes(state, won)
    settled = Settled("folded", state.setup.side_of[winner], net(betting, won, state.setup), steps)
    return stands(_paid(after, settled, number), words, *steps, rule=rule, settled=settled)


def _names(state: PokerMatch, seats: list[int]) -> list[str]:
    return [state.setup.players[seat] for seat in seats]


def takes(state: PokerMatch, won: tuple[Won, ...]) -> tuple[Step, ...]:
    """Who takes each pot, the main pot last; only players who sit alone can have side pots."""
    told = (_takes(number, pot, state.setup.side_name(seat)) for number, (pot, seat) in enumerate(won))
    return tuple(reversed(tuple(told)))


def _takes(number: int, pot: Pot, name: str) -> Step:
    if pot.is_returned:
        words = msg("{name} takes {pot} back: nobody else was in for as much.", name=name, pot=pot.chips)
        label = msg("{name} takes back", name=name)
    elif number:
        words = msg("{name} takes the side pot of {pot}.", name=name, pot=pot.chips)
        label = msg("{name} takes the side pot", name=name)
    else:
        one, several = marked("{name} takes the pot of {pot}."), marked("{name} take the pot of {pot}.")
        words = of_side(one, several, name, pot=pot.chips)
        label = of_side(marked("{name} takes the pot"), marked("{name} take the pot"), name)
    return Step(words, (label, pot.chips))


def _show(state: PokerMatch, event: Hand, number: int) -> Outcome:
    """Rule on a hand that is shown, and settle the round if every hand still in it is then certain."""
    current = state.round
    if current is None:
        return not_now("No round has been dealt yet.")
    if state.status is Status.PLAYING:
        return not_now("Hands are shown when betting is over.")
    name = state.setup.players[event.by]
    if current.hands[event.by] is not None:
        template = marked("{name} has shown already; correct that entry if it was wrong.")
        return not_now(template, name=name)
    if event.by not in current.seated:
        return not_now("{name} sits out this round and holds no tiles.", name=name)
    tiles = _shown(current, event, name)
    if isinstance(tiles, Breach):
        return tiles
    current = current._replace(hands=with_item(current.hands, event.by, tiles))
    strength = state.setup.variant.ranks.strength(tiles)
    words = msg("{name} shows {tiles}: {rank}.", name=name, tiles=Listed(tiles), rank=strength.rank.words)
    after = state._replace(round=current)
    certain = current.certain
    if state.status is not Status.REVEAL or any(certain[seat] is None for seat in current.staying):
        return stands(after, words, rule=state.setup.variant.rule("ranking"))
    return _settle(after, current, words, number)


def _shown(current: PokerRound, event: Hand, name: str) -> Tiles | Breach:
    if len(event.tiles) != HAND:
        return wrong_number(name, msg("five tiles"), len(event.tiles))
    tiles = []
    for each in event.tiles:
        if each is None or each not in TILES:
            what = msg("{tile} is not among the twenty tiles of this game.", tile=each or msg("This"))
            return Breach(Code.NOT_IN_SET, what)
        tiles.append(each)
    if (twice := named_twice(tiles)) is not None:
        return twice
    seen = {each for hand in current.hands if hand is not None for each in hand}
    for each in tiles:
        if each in seen:
            words = msg("{tile} cannot be in {name}'s hand: it was shown.", tile=each, name=name)
            return Breach(Code.IMPOSSIBLE_HAND, words)
    return tuple(tiles)


def _settle(state: PokerMatch, current: PokerRound, words: Message, number: int) -> Outcome:
    ranks = state.setup.variant.ranks
    certain = current.certain
    known = {seat: hand for seat in current.staying if (hand := certain[seat]) is not None}
    strengths = {seat: ranks.strength(hand) for seat, hand in known.items()}
    order = sorted(strengths, key=lambda seat: strengths[seat][:2], reverse=True)
    winner = order[0]
    rule = state.setup.variant.rule(ranks.deciding(strengths[order[0]], strengths[order[1]]))
    steps = [
        msg(
            "{name}: {rank}, {tiles}.",
            name=state.setup.players[seat],
            rank=strengths[seat].rank.words,
            tiles=Listed(strengths[seat].tiles),
        )
        for seat in order
    ]
    steps += _beats(state, order, known, strengths)
    side = state.setup.side_of[winner]
    points: Points = ((side, 1),)
    if current.betting is not None:
        won = won_by(current.betting, order)
        points = net(current.betting, won, state.setup)
        steps += takes(state, won)
    keys = tuple((seat, strengths[seat].rank.key) for seat in sorted(strengths))
    settled = Settled("showdown", side, points, tuple(steps), keys)
    wins = of_side(
        marked("{name} wins with {rank}."),
        marked("{name} win with {rank}."),
        state.setup.side_name(winner),
        rank=strengths[winner].rank.words,
    )
    return stands(_paid(state, settled, number), words, wins, rule=rule, settled=settled)


def _beats(
    state: PokerMatch, order: list[int], hands: dict[int, Tiles], strengths: dict[int, Strength]
) -> list[Message]:
    """Why each of two hands of the same rank beats the other, from the best down."""
    names, ranks = state.setup.players, state.setup.variant.ranks
    return [
        msg(
            "{one} beats {other}. {why}",
            one=names[one],
            other=names[other],
            why=why_it_beats(ranks, strengths[one], strengths[other], (hands[one], hands[other])),
        )
        for one, other in pairwise(order)
        if strengths[one].rank is strengths[other].rank
    ]


RULINGS: Rulings = {Round: _deal, Hand: _show, Stake: _stake, Adjust: _adjust, TableRuling: _table_rules}
