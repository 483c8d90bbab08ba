"""A table of a trick game: which function rules on which event, and the next deal."""

from referee.engine.games.match import Rulings, Status
from referee.engine.games.tricks import bidding, ending_early, laying
from referee.engine.games.tricks.state import Outcome, TrickMatch, TrickRound
from referee.engine.messages import msg, tiles_word
from referee.engine.record.events import Bid, Concede, Hand, HandResult, Play, Rest, Round, RoundResult, Trump
from referee.engine.rulings import Ruling, Verdict


def deal(match: TrickMatch, event: Round, _number: int) -> Outcome:
    """Rule on a new deal: the first bidder is named, or is the player left of the last first bidder."""
    breach = match.why_no_round(event)
    if breach is not None:
        return breach
    setup = match.setup
    before = None if match.round is None else match.round.opener
    opener = setup.opener_after(before) if event.opener is None else event.opener
    players = len(setup.players)
    current = TrickRound(
        number=event.number,
        opener=opener,
        hands=(setup.hand,) * players,
        unseen=setup.tiles.mask,
        shown=(None,) * players,
        turn=opener,
    )
    words = msg(
        "Round {n}: each player takes {tiles}; {name} bids first.",
        n=event.number,
        tiles=tiles_word(setup.hand),
        name=setup.players[opener],
    )
    after = match._replace(round=current, status=Status.PLAYING)
    return Ruling(Verdict.STANDS, None, (words,), setup.variant.rule("dealing")), after


RULINGS: Rulings = {
    Play: laying.lay,
    Hand: laying.show,
    Rest: ending_early.claim_rest,
    Concede: ending_early.concede,
    RoundResult: ending_early.end_by_result,
    HandResult: ending_early.end_by_result,
    Bid: bidding.bid,
    Trump: bidding.name_trump,
    Round: deal,
}
