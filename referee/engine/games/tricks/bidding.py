"""The auction: whose turn it is, what may be bid, and the trump that the highest bidder names."""

from referee.engine.games.at_any_table import stands
from referee.engine.games.refusals import not_now
from referee.engine.games.tricks.state import HighBid, Outcome, TrickMatch, TrickRound
from referee.engine.messages import Begun, Listed, Message, marked, msg
from referee.engine.record.events import Bid, Trump
from referee.engine.rules.trick_game import CALL_WORDS
from referee.engine.rules.trump import HIGHEST_SUIT, NEL_O, NO_TRUMP, SEVENS, trump_words
from referee.engine.rulings import Breach, Code, Rule, Settled


def bid(match: TrickMatch, event: Bid, _number: int) -> Outcome:
    """Rule on a bid or a pass."""
    current = match.current
    if not current.bidding and current.bid is not None:
        winner, high = match.setup.players[current.bid.seat], current.bid.amount
        return not_now("The auction is over: {name} won the bid with {bid}.", name=winner, bid=high)
    speaking = match.setup.variant.rule("speaking")
    breach = match.turn_breach(event.by, speaking) or _bad_bid(match, current, event)
    if breach is not None:
        return breach
    name = match.setup.players[event.by]
    amount = event.amount if not event.call else _called(match, current, event.call)
    if amount is None:
        words = msg("{name} passes.", name=name)
    else:
        words = msg("{name} bids {bid}.", name=name, bid=amount)
        if event.call:
            words = msg("{name} bids {call} {bid}.", name=name, call=CALL_WORDS[event.call], bid=amount)
        current = current._replace(bid=HighBid(event.by, amount, event.call))
    current = current._replace(spoke=(*current.spoke, (event.by, amount)))
    variant = match.setup.variant
    rule = variant.rule_of(event.call) if event.call else variant.rule("auction")
    return _after_bid(match._replace(round=current), event.by, words, rule)


def _called(match: TrickMatch, current: TrickRound, call: str) -> int | None:
    """The amount that a call by name bids now; None if the house does not play it, or it cannot beat the last bid."""
    specials = match.setup.variant.specials
    if specials is None or not specials.allows(call):
        return None
    return specials.amount(call, None if current.bid is None else current.bid.amount)


def _bad_bid(match: TrickMatch, current: TrickRound, event: Bid) -> Breach | None:
    rules = match.setup.variant.auction
    standing = None if current.bid is None else current.bid.amount
    if event.call:
        return _bad_call(match, current, event.call)
    last = len(current.passed) == len(match.setup.players) - 1
    may_pass = not rules.dealer_must_bid or not last or standing is not None
    if event.amount is None:
        if may_pass:
            return None
        words = msg("Three have passed, so {name} has to bid.", name=match.setup.players[event.by])
        return Breach(Code.BAD_BID, words, match.setup.variant.rule("all_pass"))
    may = rules.bids_over(standing)
    if event.amount in may:
        return None
    rule = "lowest_bid"
    if event.amount > rules.limit or (standing or 0) >= rules.limit:  # it breaks the ladder
        rule = "open_84" if event.amount == 84 and (standing or 0) < rules.limit else "limit_ladder"
    calls = [words for call, words in CALL_WORDS.items() if _called(match, current, call) is not None]
    others = [*calls, msg("a pass")] if may_pass else calls
    return Breach(Code.BAD_BID, _cannot_be_bid(event.amount, may, others), match.setup.variant.rule(rule))


def _bad_call(match: TrickMatch, current: TrickRound, call: str) -> Breach | None:
    specials = match.setup.variant.specials
    if specials is None:
        return Breach(Code.UNREADABLE, msg("A bid is a whole number here, or pass."))
    if _called(match, current, call) is not None:
        return None
    words = msg("{call} cannot be bid now.", call=Begun(CALL_WORDS[call]))
    if not specials.allows(call):
        words = msg("{name} is not played at this table.", name=Begun(CALL_WORDS[call]))
    return Breach(Code.BAD_BID, words, match.setup.variant.rule_of(call))


def _cannot_be_bid(bid: int, may: list[int], others: list[Message]) -> Message:
    """The sentence that this cannot be bid, and what can: these numbers, calls and perhaps a pass."""
    if not may and len(others) == 1:
        return msg(
            "{bid} cannot be bid now; the top of the ladder is reached, so only a pass is left.", bid=bid
        )
    ladder = [each for each in may if each > 42]
    below = [each for each in may if each <= 42]
    run: list[object] = [*below]
    if len(below) > 1:
        run = [msg("{lowest} to {highest}", lowest=below[0], highest=below[-1])]
    bids = Listed([*run, *ladder, *others])
    return msg("{bid} cannot be bid now; possible bids are {bids}.", bid=bid, bids=bids)


def _after_bid(match: TrickMatch, seat: int, words: Message, rule: Rule) -> Outcome:
    current, rules = match.current, match.setup.variant.auction
    players = len(match.setup.players)
    if len(current.passed) == players:
        settled = Settled("void", None, (), (msg("All have passed, so nobody scores."),))
        rule = match.setup.variant.rule("all_pass")
        return stands(match.settle(settled), words, *settled.steps, rule=rule, settled=settled)
    ended = len(current.passed) == players - 1 if rules.goes_round else len(current.spoke) == players
    if ended and current.bid is not None:
        won = current.bid
        namer = match.setup.partner_of(won.seat) if won.call else won.seat
        current = current._replace(bidding=False, turn=namer)
        name = match.setup.players[won.seat]
        template = marked("{name} wins the bid with {bid} and names the trump.")
        if won.call:
            template = marked("{name} wins the bid with {bid}; {partner} names the trump.")
        more = msg(template, name=name, bid=won.amount, partner=match.setup.players[namer])
        return stands(match._replace(round=current), words, more, rule=rule)
    turn = match.setup.after[seat]
    while turn in current.passed and rules.goes_round:
        turn = match.setup.after[turn]
    return stands(match._replace(round=current._replace(turn=turn)), words, rule=rule)


def name_trump(match: TrickMatch, event: Trump, _number: int) -> Outcome:
    """Rule on the trump that is named."""
    current = match.current
    if current.bidding:
        return not_now("The trump is named when the auction is over.")
    if current.trump is not None:
        return not_now("The trump has been named already: {trump}.", trump=trump_words(current.trump))
    variant = match.setup.variant
    who_names = variant.rule_of(current.bid.call if current.bid is not None else "")
    breach = match.turn_breach(event.by, who_names) or _bad_trump(match, current, event)
    if breach is not None:
        return breach
    out = match.setup.partner_of(event.by) if event.suit == NEL_O else None
    order = match.setup.variant.order(event.suit)
    current = current._replace(trump=event.suit, named=order, out=out)
    name = match.setup.players[event.by]
    words = msg("{name} names {trump} and leads.", name=name, trump=trump_words(event.suit))
    rule = who_names if isinstance(event.suit, int) or event.suit == NO_TRUMP else variant.rule_of(event.suit)
    return stands(match._replace(round=current), words, rule=rule)


def _bad_trump(match: TrickMatch, current: TrickRound, event: Trump) -> Breach | None:
    variant, suit = match.setup.variant, event.suit
    if isinstance(suit, int):
        if 0 <= suit <= HIGHEST_SUIT:
            return None
        words = msg("{suit} cannot be trumps; a suit is 0 to 6.", suit=suit)
        return Breach(Code.BAD_TRUMP, words, variant.rule("named"))
    if variant.specials is None and not variant.allows(suit):
        return Breach(Code.UNREADABLE, msg("A trump is a number here, doubles or none."))
    if not variant.allows(suit):
        words = msg("{name} is not played at this table.", name=trump_words(suit))
        return Breach(Code.BAD_TRUMP, words, variant.rule_of(suit))
    bid = current.bid
    special = suit in (NEL_O, SEVENS)
    if special and bid is not None and (bid.call or not variant.auction.is_limit(bid.amount)):
        words = msg("{name} needs a bid of 42 or more, and no call.", name=trump_words(suit))
        return Breach(Code.BAD_TRUMP, words, variant.rule_of(suit))
    return None
