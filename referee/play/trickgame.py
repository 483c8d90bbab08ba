"""A table of a trick game: what rules on which event, the next deal, and what the table decides outside the rules."""

from __future__ import annotations

from referee.events import Adjust, Amend, Event, Hand, Play, Retract, Round, Unreadable, Void, verb_word
from referee.play import auction, tricks
from referee.play.match import AGREED, UNCOUNTED, agreed_points, agreed_words, no_round
from referee.play.state import Status
from referee.play.trickstate import Outcome, TrickMatch, TrickRound, add_points, close, in_play
from referee.play.turn import not_now
from referee.play.words import tiles_word
from referee.rulings import Breach, Code, Rule, Ruling, Settled, Verdict, refusal
from referee.sayings_tricks import Bid, Trump
from referee.wording import said


def rule_on_tricks(state: TrickMatch, event: Event, number: int) -> Outcome:
    """The ruling on one event at a table of a trick game, and the state after it."""
    match event:
        case Play():
            return tricks.lay(state, event, number)
        case Hand():
            return tricks.show(state, event, number)
        case Bid():
            return auction.bid(state, event)
        case Trump():
            return auction.name_trump(state, event)
        case _:
            return _between_hands(state, event)


def _between_hands(state: TrickMatch, event: Event) -> Outcome:
    match event:
        case Round():
            return deal(state, event)
        case Adjust():
            return adjust(state, event)
        case Void():
            return void(state, event)
        case Unreadable(words):
            return refusal(Breach(Code.UNREADABLE, words)), state
        case Retract() | Amend():
            return refusal(not_now("A correction is made to the log.")), state
        case _:
            return refusal(not_now("There is no {verb} in this game.", verb=verb_word(event))), state


def deal(match: TrickMatch, event: Round) -> Outcome:
    """Rule on a new deal: who speaks first is named, or sits left of who spoke first before."""
    breach = no_round(match, event)
    if breach is not None:
        return refusal(breach), match
    setup = match.setup
    opener = event.opener if event.opener is not None else _next_opener(match)
    players = len(setup.players)
    current = TrickRound(
        number=event.number,
        opener=opener,
        hands=(setup.hand,) * players,
        unseen=setup.tiles.mask,
        shown=(None,) * players,
        turn=opener,
    )
    words = said(
        "Round {n}: each player takes {tiles}; {name} speaks first.",
        n=event.number,
        tiles=tiles_word(setup.hand),
        name=setup.players[opener],
    )
    after = match._replace(round=current, status=Status.PLAYING)
    return Ruling(Verdict.STANDS, None, (words,), setup.variant.auction.rule("dealing")), after


def _next_opener(match: TrickMatch) -> int:
    return 0 if match.round is None else match.setup.left_of(match.round.opener)


def adjust(match: TrickMatch, event: Adjust) -> Outcome:
    """Rule on points that the table agrees on outside the rules."""
    points = agreed_points(match, event, begun=match.round is not None)
    if isinstance(points, Breach):
        return refusal(points), match
    rule = Rule("adjust", AGREED, match.setup.variant.goal.source)
    return Ruling(Verdict.STANDS, None, agreed_words(event), rule), add_points(match, points)


def void(match: TrickMatch, event: Void) -> Outcome:
    """Rule on a deal that the table does not count."""
    if isinstance(in_play(match), Breach):
        return refusal(not_now("No round is being played that could be void.")), match
    settled = Settled("void", None, (), (said("The round does not count."),))
    why = (said("{why}", why=event.why),) if event.why else ()
    rule = Rule("void", UNCOUNTED, match.setup.variant.goal.source)
    return Ruling(Verdict.STANDS, None, (*settled.steps, *why), rule, settled=settled), close(match, settled)
