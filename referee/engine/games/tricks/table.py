"""A table of a trick game: what rules on which event, and the next deal."""

from __future__ import annotations

from referee.engine.games.at_any_table import rule_at_any_table
from referee.engine.games.match import Status, why_no_round
from referee.engine.games.phrases import tiles_word
from referee.engine.games.tricks import bidding, ending_early, laying
from referee.engine.games.tricks.state import Outcome, TrickMatch, TrickRound
from referee.engine.messages import msg
from referee.engine.record.events import Event, Hand, Play, Round
from referee.engine.record.result_events import Concede, HandResult, Rest, RoundResult
from referee.engine.record.trick_events import Bid, Trump
from referee.engine.rulings import Ruling, Verdict, refusal


def rule_on_tricks(state: TrickMatch, event: Event, number: int) -> Outcome:
    """The ruling on one event at a table of a trick game, and the state after it."""
    match event:
        case Play():
            return laying.lay(state, event, number)
        case Hand():
            return laying.show(state, event, number)
        case Rest():
            return ending_early.claim_rest(state, event, number)
        case Concede():
            return ending_early.concede(state, event, number)
        case RoundResult() | HandResult():
            return ending_early.end_by_result(state, event, number)
        case Bid():
            return bidding.bid(state, event)
        case Trump():
            return bidding.name_trump(state, event)
        case Round():
            return deal(state, event)
        case _:
            return rule_at_any_table(state, event, number)


def deal(match: TrickMatch, event: Round) -> Outcome:
    """Rule on a new deal: the first bidder is named, or is the player left of the last first bidder."""
    breach = why_no_round(match, event)
    if breach is not None:
        return refusal(breach), match
    setup = match.setup
    opener = (
        event.opener
        if event.opener is not None
        else setup.opener_after(match.round.opener if match.round is not None else None)
    )
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
    return Ruling(Verdict.STANDS, None, (words,), setup.variant.auction.rule("dealing")), after
