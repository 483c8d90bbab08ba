"""The line games: which function rules on which event, the next deal, and who leads it (G2-G4, PA4, PA12)."""

from referee.engine.audit.holdings import Witness
from referee.engine.games import at_any_table
from referee.engine.games.hands import Ending, draw_unseen, opener_in_turn
from referee.engine.games.line import claiming, ending, flipping, laying, reveal, stuck
from referee.engine.games.line.block_winner import after_block
from referee.engine.games.line.reveal import end_by_result
from referee.engine.games.line.settlement import shown_rule
from referee.engine.games.line.state import LineMatch, LineRound, Openers, Outcome, Ruled
from referee.engine.games.match import Rulings, State, Status
from referee.engine.games.refusals import not_now
from referee.engine.games.shown_hands import all_held
from referee.engine.layout import Layout
from referee.engine.messages import OR, Listed, msg, tiles_word
from referee.engine.record import events
from referee.engine.rulings import Breach, Code, Ruling, Verdict
from referee.engine.tiles import tile


def deal_round(match: LineMatch, event: events.Round, number: int) -> Outcome:
    """Rule on a new round; one that waits only for claims on its last tile is settled first."""
    if ending.waits_for_claims_only(match):
        return _deal_after_claims(match, event, number)
    breach = match.why_no_round(event)
    if breach is not None:
        return breach
    setup, variant, leads = match.setup, match.setup.variant, openers(match)
    rule = variant.rule(leads.by)
    if leads.seats and event.opener is not None and event.opener not in leads.seats:
        names = Listed([setup.players[seat] for seat in leads.seats], OR)
        code = Code.WRONG_OPENING if variant.always_partners else Code.NOT_YOUR_TURN
        return Breach(code, msg("{name} opens this round.", name=names), rule)
    named = event.opener if event.opener is not None or len(leads.seats) != 1 else leads.seats[0]
    first_tile_opens = variant.always_partners and not variant.opening.double_lies_first
    if named is None and not leads.seats and variant.opening.is_named_by_table and not first_tile_opens:
        named = opener_in_turn(match)
    match = match._replace(round=_dealt(match, event.number, named, leads), status=Status.PLAYING)
    words = [msg("Round {n}: each player takes {tiles}.", n=event.number, tiles=tiles_word(setup.hand))]
    if named is not None:
        words.append(msg("{name} opens.", name=setup.players[named]))
    return Ruling(Verdict.STANDS, None, tuple(words), rule), match


def _has_passed(match: LineMatch) -> bool:
    """Whether anybody has passed in this match; a void round is forgotten."""
    before = match.round
    if before is None:
        return match.setup.rounds_before > 0
    is_void = match.settled is not None and match.settled.how == "void"
    return before.had_passed if is_void else before.has_passed


def claims_over(state: State, number: int) -> Ruled:
    """Settle a round that waits only for claims on its last tile: nobody claims any more."""
    match = LineMatch.of(state)
    current, missed = claiming.close_all(match.current)
    match, settled, words = ending.try_to_settle(match._replace(round=current), number)
    rule = shown_rule(match.setup.variant, None, settled)
    return Ruling(Verdict.STANDS, None, words, rule, missed=missed, settled=settled), match


def _deal_after_claims(match: LineMatch, event: events.Round, number: int) -> Outcome:
    settling, settled = claims_over(match, number)
    if settled.status is Status.MATCH_OVER:
        return not_now("The hands may end the match, so show one before the next deal.", settling.rule)
    dealt = deal_round(settled, event, number)
    if isinstance(dealt, Breach):
        return dealt
    dealing, after = dealt
    words_of_both = (*settling.said, *dealing.said)
    return dealing._replace(said=words_of_both, missed=settling.missed, settled=settling.settled), after


def _dealt(match: LineMatch, number: int, opener: int | None, leads: Openers) -> LineRound:
    setup, has_passed = match.setup, _has_passed(match)
    players = len(setup.players)
    layout = Layout(setup.shape)
    unseen = setup.tiles.mask
    boneyard = len(setup.tiles) - players * setup.hand
    opening = setup.variant.opening
    if opening.double_lies_first:
        half = opening.named_double(setup.tiles.high)
        starter = tile(half, half)
        layout = layout.lead(starter)
        unseen &= ~starter.bit
        boneyard -= 1
    return LineRound(
        number=number,
        layout=layout,
        turn=opener,
        opener=opener,
        lead_by=leads.by,
        may_lead=leads.seats,
        hands=(setup.hand,) * players,
        dealt=setup.hand,
        boneyard=boneyard,
        unseen=unseen,
        earned=(0,) * len(setup.sides),
        shown=(None,) * players,
        witness=Witness(doubts=(0,) * players),
        ending=None,
        without_tiles=False,
        rows=((None,) * setup.hand,) * players if setup.variant.rows is not None else (),
        turned=(0,) * players,
        has_passed=has_passed,
        had_passed=has_passed,
    )


AS_FIRST = Openers((), "opening")


def openers(match: LineMatch) -> Openers:
    """Who may open the next round (G4, PA4, PA12). If the first opening does not decide it, any tile may be led."""
    before, opening, pairs = match.round, match.setup.variant.opening, match.setup.variant.partnership
    settled = match.settled
    if before is None or settled is None:
        return AS_FIRST
    led, by = before.opener, "next_opener"
    if settled.how == "void":
        return AS_FIRST if led is None else Openers(before.may_lead, before.lead_by)
    if opening.repeats_first:
        return AS_FIRST
    if opening.passes_on:
        led = None if led is None else match.setup.after[led]
    elif pairs is not None and settled.winner is None:
        after = None if led is None else match.setup.after[led]
        led = {"same": led, "next_seat": after, "blocker": before.last_layer}.get(pairs.tie_opener)
        by = "tie_opener"
    elif opening.last_layer_leads:
        led = before.last_layer
    elif settled.winner is None or (opening.only_out_leads and settled.how != "out"):
        led = None
    else:
        return _of_winners(match, before, settled.winner)
    return AS_FIRST if led is None else Openers((led,), by)


def _of_winners(match: LineMatch, before: LineRound, winner: int) -> Openers:
    """The player who went out leads, or those of the winning side whom the rules for pairs name after a block.

    If a player of the other side went out, the winner who sits first leads.
    """
    setup, pairs = match.setup, match.setup.variant.partnership
    either = tuple(seat for seat, side in enumerate(setup.side_of) if side == winner)
    out = before.ending.seat if before.ending is not None else None
    if setup.variant.opening.winning_side_leads:
        return Openers(either, "next_opener")
    if out is not None and setup.side_of[out] == winner:
        return Openers((out,), "next_opener")
    if pairs is None or out is not None:
        return Openers(either[:1], "next_opener")
    if pairs.blocker_or_next_leads:
        settled_by = match.settled.by if match.settled is not None else ()
        return after_block(match, before, winner, all_held(match), settled_by)
    return Openers(either if pairs.either_leads_after_block else either[:1], "block_opener")


def table_rules(match: LineMatch, event: events.TableRuling, number: int) -> Outcome:
    """Rule on house rules for the rest of the match. Without drawing, a dead layout is blocked at once; and a round whose
    hands are enough by the new rules is settled at once, unless its last tile may still be claimed."""
    outcome = at_any_table.table_rules(match, event, number)
    if isinstance(outcome, Breach):
        return outcome
    ruling, after = outcome
    is_over = after.status is Status.PLAYING and after.dead_and_dry(after.current)
    after, settled, more = ending.end_if(is_over, after, Ending("blocked", None), number)
    if after.status is Status.REVEAL and not after.claims_are_open:
        after, settled, more = ending.try_to_settle(after, number)
    return ruling._replace(said=(*ruling.said, *more), settled=settled), after


RULINGS: Rulings = {
    events.Play: laying.lay,
    events.Flip: flipping.flip,
    events.Draw: stuck.draw,
    events.Pass: stuck.knock,
    events.Claim: claiming.claim,
    events.Muggins: claiming.muggins,
    events.Hand: reveal.show_hand,
    events.Pips: reveal.tell_pips,
    events.Round: deal_round,
    events.RoundResult: end_by_result,
    events.HandResult: end_by_result,
    events.TableRuling: table_rules,
    events.DrawSeen: draw_unseen,
}
