"""From round to round: dealing the next, and what the table decides outside the rules."""

from __future__ import annotations

from referee.audit import Witness
from referee.events import Adjust, Round, Void
from referee.layout import Layout
from referee.play import claiming, ending
from referee.play.state import Match, RoundState, State, Status
from referee.play.turn import Outcome, not_now
from referee.play.words import listed, points_word, tiles_word
from referee.rulings import Breach, Code, Missed, Rule, Ruling, Verdict, refusal
from referee.tiles import tile
from referee.wording import Said, said

AGREED = said("The table may agree on points outside the rules; they are marked.")
UNCOUNTED = said("The table may decide that a round does not count.")


def deal_round(match: Match, event: Round) -> Outcome:
    """Rule on a new round."""
    breach = no_round(match, event)
    if breach is not None:
        return refusal(breach), match
    opener, free_lead = next_opener(match)
    if opener is not None and event.opener is not None and opener != event.opener:
        theirs = said("{name} opens this round.", name=match.setup.players[opener])
        return refusal(Breach(Code.NOT_YOUR_TURN, theirs, match.setup.variant.rule("next_opener"))), match
    named = opener if event.opener is None else event.opener
    if named is None and match.setup.variant.opening.is_named_by_table:
        named = _unnamed_opener(match)
    missed: tuple[Missed, ...] = ()
    if match.round is not None:
        _, missed = claiming.close_all(match.round)
    match = match._replace(round=_dealt(match, event.number, named, free_lead), status=Status.PLAYING)
    setup = match.setup
    words = [said("Round {n}: each player takes {tiles}.", n=event.number, tiles=tiles_word(setup.hand))]
    if named is not None:
        words.append(said("{name} opens.", name=setup.players[named]))
    rule = setup.variant.rule("next_opener" if free_lead else "opening")
    return Ruling(Verdict.STANDS, None, tuple(words), rule, missed=missed), match


def no_round(match: State, event: Round) -> Breach | None:
    """Why no new round can be dealt now; None where one can."""
    if match.status is Status.MATCH_OVER:
        return not_now("The match is over.")
    if match.status is not Status.ROUND_OVER:
        return not_now("The round in play has to end first.")
    expected = len(match.rounds) + 1
    if event.number != expected:
        return Breach(Code.NOT_NOW, said("The next round is round {n}.", n=expected))
    return None


def _dealt(match: Match, number: int, opener: int | None, free_lead: bool) -> RoundState:
    setup = match.setup
    players = len(setup.players)
    layout = Layout(setup.shape)
    unseen = setup.tiles.mask
    boneyard = len(setup.tiles) - players * setup.hand
    opening = setup.variant.opening
    if opening.opening == "starter":
        half = opening.named_double(setup.tiles.high)
        starter = tile(half, half)
        layout = layout.lead(starter)
        unseen &= ~starter.bit
        boneyard -= 1
    return RoundState(
        number=number,
        layout=layout,
        turn=opener,
        opener=opener,
        free_lead=free_lead,
        hands=(setup.hand,) * players,
        boneyard=boneyard,
        unseen=unseen,
        earned=(0,) * len(setup.sides),
        shown=(None,) * players,
        witness=Witness(doubts=(0,) * players),
        rows=((None,) * setup.hand,) * players if setup.variant.rows is not None else (),
        turned=(0,) * players,
    )


def next_opener(match: Match) -> tuple[int | None, bool]:
    """The seat that opens the next round where that is certain, and whether it may then lead any tile."""
    before = match.round
    policy = match.setup.variant.opening.next_opener
    if before is None or before.settled is None or policy == "as_first":
        return None, False
    if policy == "rotate_left":
        return (None, False) if before.opener is None else (match.setup.left_of(before.opener), True)
    if policy == "last_layer":
        return before.last_layer, before.last_layer is not None
    if policy == "winner_else_first" and before.settled.how != "out":
        return None, False
    seat = _winning_seat(match, before)
    return seat, seat is not None


def _unnamed_opener(match: Match) -> int:
    """Who opens where the table names the opener and did not: the first player, then one seat on each round."""
    before = match.round
    return 0 if before is None or before.opener is None else match.setup.left_of(before.opener)


def _winning_seat(match: Match, before: RoundState) -> int | None:
    """The player who stands for the side that won a round: who went out, or its member who sits first."""
    assert before.settled is not None
    winner = before.settled.winner
    if winner is None:
        return None
    out = before.ending.seat if before.ending is not None else None
    if out is not None and match.setup.side_of[out] == winner:
        return out
    return match.setup.side_of.index(winner)


def adjust(match: Match, event: Adjust, number: int) -> Outcome:
    """Rule on points that the table agrees on outside the rules."""
    points = agreed_points(match, event, begun=match.round is not None)
    if isinstance(points, Breach):
        return refusal(points), match
    match = ending.add_points(match, points, number, in_play=False)
    rule = Rule("adjust", AGREED, match.setup.variant.turns.source)
    return Ruling(Verdict.STANDS, None, agreed_words(event), rule), match


def agreed_points(state: State, event: Adjust, *, begun: bool) -> tuple[tuple[int, int], ...] | Breach:
    """The points of an adjustment by side, or why it has no place: too early, too late, or no such side."""
    if not begun:
        return not_now("Nothing has been played yet, so nothing can be adjusted.")
    if state.status is Status.MATCH_OVER:
        return not_now("The match is over.")
    setup = state.setup
    for name, _ in event.points:
        if name not in setup.sides:
            words = said(
                "There is no side {name} at this table; there are {sides}.",
                name=name,
                sides=listed(setup.sides),
            )
            return Breach(Code.UNREADABLE, words)
    return tuple((setup.sides.index(name), value) for name, value in event.points if value)


def agreed_words(event: Adjust) -> tuple[Said, ...]:
    """An adjustment in words, with its reason where one was given."""
    given = listed(
        said("{name} {points}", name=name, points=points_word(value)) for name, value in event.points
    )
    why = (said("{why}", why=event.why),) if event.why else ()
    return (said("The table agrees: {given}.", given=given), *why)


def void(match: Match, event: Void, number: int) -> Outcome:
    """Rule on a round that the table does not count."""
    if match.status not in (Status.PLAYING, Status.REVEAL) or match.round is None:
        return refusal(not_now("No round is being played that could be void.")), match
    match, settled = ending.void_round(match, number)
    why = (said("{why}", why=event.why),) if event.why else ()
    rule = Rule("void", UNCOUNTED, match.setup.variant.turns.source)
    return Ruling(Verdict.STANDS, None, (*settled.steps, *why), rule, settled=settled), match
