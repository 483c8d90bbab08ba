"""Explanations: whose turn it is, why a round is over, why a player got nothing, and the rules behind a ruling."""

from collections.abc import Mapping, Sequence

from referee.engine.explain.questions import (
    HELD_BACK,
    Reply,
    came_round,
    has_drawn,
    no_points_by_tiles,
    of_breach,
    told_premios,
)
from referee.engine.games.line.settlement import deciding_rules
from referee.engine.games.line.state import LineMatch
from referee.engine.layout import Layout
from referee.engine.log import Entry, Log
from referee.engine.messages import Listed, Message, counted, marked, msg
from referee.engine.record.events import Claim, Muggins, Play
from referee.engine.rules.counting import arithmetic
from referee.engine.rules.line_game import LineGame
from referee.engine.rulings import Breach, Code, Premio, Rule, Ruling, Settled

# Turns


def why_my_turn(match: LineMatch) -> Reply:
    """Whose turn it is, and how it came to them."""
    current = match.in_play()
    if isinstance(current, Breach):
        return of_breach(current)
    variant, names = match.setup.variant, match.setup.players
    if current.turn is None:
        return Reply((msg("Nobody has opened yet; a tile decides who does."),), (variant.rule("opening"),))
    name = names[current.turn]
    if current.last_layer is None:
        rule = variant.rule(current.lead_by)
        return Reply((msg("{name} opens this round.", name=name),), (rule,))
    if current.drawn:
        return has_drawn(name, current.drawn, variant.rule("draw"))
    laid = current.layout.laid[-1]
    if current.last_layer == current.turn and current.going_on:
        on_double = laid.on is not None and laid.on.tile.is_double
        is_bonus = variant.turns.goes_again(laid_double=laid.tile.is_double, on_double=on_double)
        rules = ("bonus_trigger", "bonus_turn") if is_bonus else ("multi_play",)
        words = msg("{name} laid {tile} and has a further turn.", name=name, tile=laid.tile)
        return Reply((words,), tuple(variant.rule(each) for each in rules))
    return came_round(match.setup, current.turn, current.last_layer, laid.tile, current.passed)


# The end of a round


def why_round_over(match: LineMatch) -> Reply:
    """What ended the current round."""
    current = match.round
    if current is None or (current.ending is None and match.settled is None):
        return Reply((msg("The round is not over."),))
    variant, names = match.setup.variant, match.setup.players
    settled, ending = match.settled, current.ending
    if settled is not None and settled.how in ("void", "target"):
        return Reply(settled.steps, deciding_rules(variant, settled))
    assert ending is not None
    if settled is not None and settled.without_tiles:
        rule = variant.rule("out_pay" if ending.how == "out" else "block_winner")
        return Reply((ending.told(names), settled.steps[0]), (rule,))
    if ending.how == "out" and ending.seat is not None:
        last = current.layout.laid[-1].tile
        words = msg("{name} laid {tile}, the last tile held.", name=names[ending.seat], tile=last)
        return Reply((words,), (variant.rule("out_pay"),))
    ends = Listed(sorted({place.half for place in current.layout.places_now()}, reverse=True))
    if current.passed == (1 << len(names)) - 1:
        words = msg("Everybody passed in turn, and nothing more may be drawn. Open: {ends}.", ends=ends)
    else:
        words = msg("No tile left fits an open end ({ends}), and nothing more may be drawn.", ends=ends)
    return Reply((words,), (variant.rule("draw"), variant.rule("block_winner")))


# Nothing gained


def why_nothing(log: Log, seat: int | None = None) -> Reply:
    """Why the last tile, call or settlement paid a player nothing; without a seat, the player it was about."""
    now = LineMatch.of(log.state)
    if now.claims_are_open:
        return HELD_BACK
    for entry in reversed(log.entries):
        if entry.ruling.settled is not None:
            return _nothing_settled(LineMatch.of(entry.state), entry.ruling.settled, seat)
        side = None if seat is None else now.setup.side_of[seat]
        premios = [each for each in entry.ruling.premios if side in (None, each.side)]
        if premios:
            return _paid_for_a_pass(LineMatch.of(entry.state), premios)
        if isinstance(entry.event, Play | Claim | Muggins) and seat in (None, entry.event.by):
            return _nothing_laid(entry, entry.event, LineMatch.of(entry.state))
    return Reply((msg("Nothing has been laid or settled yet."),))


def _nothing_settled(match: LineMatch, settled: Settled, seat: int | None) -> Reply:
    rules = deciding_rules(match.setup.variant, settled)
    paid = {side for side, gained in settled.points if gained > 0}
    if seat is not None and match.setup.side_of[seat] in paid:
        name = match.setup.side_name(seat)
        return Reply((msg("{name} did score when the round was settled.", name=name), *settled.steps), rules)
    return Reply(settled.steps, rules)


def _paid_for_a_pass(match: LineMatch, premios: Sequence[Premio]) -> Reply:
    found = told_premios(match, premios)
    if not any(each.points for each in premios):
        return found
    name = match.setup.sides[premios[0].side]
    return Reply((msg("{name} did score.", name=name), *found.said), found.rules)


def _nothing_laid(entry: Entry, event: Play | Claim | Muggins, match: LineMatch) -> Reply:
    variant, ruling = match.setup.variant, entry.ruling
    if any(gained > 0 for side, gained in ruling.points if side == match.setup.side_of[event.by]):
        words = msg("{name} did score.", name=match.setup.players[event.by])
        return Reply((words, *ruling.said), ruling.rules)
    if not isinstance(event, Play):
        return Reply(ruling.said, ruling.rules)
    if not variant.counting.tiles_score:
        return no_points_by_tiles(variant, event.tile)
    layout = match.current.layout
    ends = layout.ends() if variant.counting.counts_ends else []
    made = variant.counting.points(layout, ends)
    words_of = [arithmetic(variant.counting, ends) if ends else _open_ends(layout)]
    if not made:
        return Reply((*words_of, msg("So {tile} scores nothing.", tile=event.tile)), (variant.rule("score"),))
    if variant.claims_are_made:
        words = counted(
            "{n} point was there, and nobody claimed it in time.",
            "{n} points were there, and nobody claimed them in time.",
            made,
        )
        return Reply((*words_of, words), (variant.rule("claims"),))
    if variant.going_out.is_one_award and not match.current.hands[event.by]:
        return Reply(ruling.said, (variant.rule("out_award"),))
    return Reply(ruling.said, (variant.rule("exact"),))


def _open_ends(layout: Layout) -> Message:
    halves = {each.half for each in layout.frontier if layout.counted(each)}
    return msg("The open ends were {ends}.", ends=Listed(sorted(halves, reverse=True)))


# Behind a ruling


LOOK_AGAIN = marked("Look again at what was entered.")
CAN_DO: Mapping[Code | None, str] = {
    Code.HAND_MISMATCH: marked(
        "Count the hand again, or correct the draw or the tile that was entered wrong."
    ),
    Code.IMPOSSIBLE_HAND: marked("Look at the hand again, or correct the entry that was wrong."),
    Code.NEEDS_TILES: marked("Show the tiles instead of the total."),
    Code.CLAIM_CLOSED: marked("The call takes nothing, unless the table agrees on an adjustment."),
}


def what_to_do(refused: Ruling) -> Message:
    """What a player can do after a call or a hand was refused; after a refused move, buttons say that."""
    return msg(CAN_DO.get(refused.code, LOOK_AGAIN))


def rules_behind(ruling: Ruling, variant: LineGame) -> tuple[Rule, ...]:
    """The rules that decided a ruling, the most important first."""
    rules = [*ruling.rules]
    if ruling.settled is not None:
        rules += [each for each in deciding_rules(variant, ruling.settled) if each != ruling.rule]
    if ruling.rule is not None and ruling.rule.name == "score" and variant.counting.pays_multiples:
        rules.append(variant.rule("score_unit"))
    return tuple(rules)
