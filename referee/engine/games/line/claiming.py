"""Claims and muggins: whose window is open, what a call takes, and what is lost unclaimed (S12, S13)."""

from collections.abc import Iterable

from referee.engine.games.line import ending
from referee.engine.games.line.state import FalseClaim, LineMatch, LineRound, OpenClaim, Outcome, Ruled
from referee.engine.games.match import Points, Status, with_item
from referee.engine.games.refusals import not_now
from referee.engine.messages import Message, counted, marked, msg, points_word
from referee.engine.record.events import Claim, Muggins
from referee.engine.rules.counting import arithmetic, overshot_words
from referee.engine.rulings import Breach, Code, Missed, Rule, Ruling, Verdict
from referee.engine.tiles import Tile

NOTHING_LAID = marked("Nobody has laid a tile yet, so there is nothing to claim.")

# How the windows open and close


def opened(current: LineRound, seat: int, tile: Tile, made: int) -> None:
    """Open the claims on a tile just laid, whether or not it scored."""
    current.claims += (OpenClaim(seat, tile, made, laid=len(current.layout.laid)),)
    current.false_claim = None


def closing(match: LineMatch, current: LineRound, passed: int | None = None) -> tuple[Missed, ...]:
    """Close the claims whose time is over after a tile, or after a pass by that seat; returns what was lost with
    them."""
    kept: list[OpenClaim] = []
    closed: list[OpenClaim] = []
    for claim_now in current.claims:
        is_passed = claim_now.passed or passed not in (None, claim_now.seat)
        each = claim_now._replace(passed=is_passed)
        (kept if owner_may(match, each) or others_may(match, each) else closed).append(each)
    current.claims = tuple(kept)
    return _missed(closed)


def owner_may(match: LineMatch, each: OpenClaim) -> bool:
    """Whether the player of a tile may claim for it now."""
    since = len(match.current.layout.laid) - each.laid
    return match.setup.variant.claims.owner_may(tiles_since=since, passed=each.passed)


def others_may(match: LineMatch, each: OpenClaim) -> bool:
    """Whether the other players may call muggins on a tile now."""
    current = match.current
    since = len(current.layout.laid) - each.laid
    return match.setup.variant.claims.others_may(tiles_since=since, is_over=current.ending is not None)


def _missed(claims: Iterable[OpenClaim]) -> tuple[Missed, ...]:
    return tuple(Missed(each.seat, each.left, each.tile) for each in claims if each.left)


def close_all(current: LineRound) -> tuple[LineRound, tuple[Missed, ...]]:
    """The round with every window closed, and what was lost."""
    return current._replace(claims=(), false_claim=None), _missed(current.claims)


# Calls


def _no_place(match: LineMatch) -> Breach | None:
    if not match.setup.variant.counting.tiles_score:
        return not_now("Nobody claims here: no tile scores.", match.setup.variant.rule("score"))
    if not match.setup.variant.claims_are_made:
        return not_now("Nobody claims here: the referee counts.", match.setup.variant.rule("claims"))
    current = match.round
    if current is None or match.status is Status.MATCH_OVER:
        return not_now("No round is being played, so nothing can be claimed.")
    if match.settled is not None:
        return not_now("The round is over, so nothing can be claimed.")
    return None


def claim(match: LineMatch, event: Claim, number: int) -> Outcome:
    """Rule on the layer's own claim."""
    seat, points = event
    breach = _no_place(match)
    if breach is not None:
        return breach
    current = match.current
    rule = match.setup.variant.rule("claims")
    last = _last_tile(current)
    newest = current.claims[-1] if current.claims and current.claims[-1].tile is last else None
    if current.last_layer not in (None, seat):
        name = match.setup.players[current.last_layer]
        words = msg("Only {name} may claim for {tile}.", name=name, tile=last)
        return Breach(Code.NOT_YOURS, words, rule)
    if newest is None or newest.taken_by is not None or not owner_may(match, newest):
        return Breach(Code.CLAIM_CLOSED, _too_late(match, seat, newest), rule)
    index = len(current.claims) - 1
    if not newest.left:
        words = _claims(match, newest, points)
        match = _remember(match, seat, newest.tile, points, 0)
        return _struck(match, index, words, match.setup.variant.rule("score"))
    return _granted(match, seat, points, index, number)


def _claims(match: LineMatch, on: OpenClaim, points: int) -> Message:
    """The sentence that the player of a tile claims points for it."""
    name = match.setup.players[on.seat]
    return msg("{name} claims {points} for {tile}.", name=name, points=points_word(points), tile=on.tile)


def _struck(match: LineMatch, index: int, words: Message, rule: Rule) -> Ruled:
    """A call on an open claim that takes nothing. It says who called what; the sum stays hidden until the window closes.
    The match changes, so that the log keeps the call."""
    on = match.current.claims[index]
    is_taken = on.taken_by is not None
    why = msg("{tile} has no more points to take.", tile=on.tile)
    said = (words, why if is_taken else msg("{tile} does not score that.", tile=on.tile))
    ruling = Ruling(Verdict.REFUSED, Code.NOTHING_TO_CLAIM, said, rule)
    return ruling, _with_claim(match, index, on._replace(wrong=on.wrong + 1))


def _with_claim(match: LineMatch, index: int, each: OpenClaim) -> LineMatch:
    current = match.current
    return match._replace(round=current._replace(claims=with_item(current.claims, index, each)))


def _too_late(match: LineMatch, seat: int, newest: OpenClaim | None) -> Message:
    if match.current.last_layer is None:
        return msg(NOTHING_LAID)
    if newest is None or newest.taken_by is None:
        return msg("It is too late to claim.")
    name = match.setup.players[newest.taken_by]
    if newest.taken_by == seat:
        return msg("{name} has claimed already.", name=name)
    return msg("{name} called muggins first.", name=name)


def _last_tile(current: LineRound) -> Tile | None:
    return current.layout.laid[-1].tile if current.layout.laid else None


def _remember(
    match: LineMatch, seat: int, tile: Tile, claimed: int, given: int, *, waits: bool = False
) -> LineMatch:
    current = match.round
    if not match.setup.variant.claims.false_claim_goes_over or current is None:
        return match
    return match._replace(round=current._replace(false_claim=FalseClaim(seat, tile, claimed, given, waits)))


def _granted(match: LineMatch, seat: int, asked: int, index: int, number: int) -> Ruled:
    """A call on an open claim that takes all it asks for, or what is left."""
    setup, on = match.setup, match.current.claims[index]
    side, taken = setup.side_of[seat], min(asked, on.left)
    first = seat if on.taken_by is None else on.taken_by
    match = _with_claim(match, index, on._replace(left=on.left - taken, taken_by=first))
    words = _words_of_call(match, seat, asked, taken, on)
    code = None
    given = setup.variant.target.in_play(match.scores[side], taken)
    waits = _waits_for_hands(match, side, on.tile)
    if asked > taken:
        code = Code.WRONG_CLAIM
        match = _remember(match, seat, on.tile, asked, given, waits=waits)
    if waits:
        words.append(msg("They are added with the hands."))
        match = match._replace(round=match.current._replace(held_back=taken))
        rule = setup.variant.rule("out_award")
        return Ruling(Verdict.STANDS, code, tuple(words), rule, called=on.tile), match
    if not given:
        overshot = overshot_words(taken, setup.variant.target.target)
        rule = setup.variant.rule("exact")
        said = (words[0], overshot)
        return Ruling(Verdict.STANDS, code, said, rule, overshot=overshot, called=on.tile), match
    ruling, match = _pay(match, ((side, given),), words, code, number)
    return ruling._replace(called=on.tile), match


def _words_of_call(match: LineMatch, seat: int, asked: int, taken: int, on: OpenClaim) -> list[Message]:
    players = match.setup.players
    if seat != on.seat:
        words: Message = counted(
            "Muggins! {name} takes the point {other} missed.",
            "Muggins! {name} takes the {n} {other} missed.",
            taken,
            name=players[seat],
            other=players[on.seat],
        )
        if asked <= taken:
            return [words]
        if on.taken_by is not None:
            left = counted(
                "{asked} were called; {n} was left.",
                "{asked} were called; {n} were left.",
                taken,
                asked=asked,
            )
            return [words, left]
        return [words, msg("{asked} were called; the tile gives {taken}.", asked=asked, taken=taken)]
    words = _claims(match, on, asked)
    if asked <= taken:
        return [words]
    counts = counted("{n} point counts.", "{n} points count.", taken)
    counting, layout = match.setup.variant.counting, match.current.layout
    if not counting.counts_ends:
        return [words, counts]
    return [words, arithmetic(counting, layout.ends()), counts]


def _waits_for_hands(match: LineMatch, side: int, tile: Tile) -> bool:
    """Whether the points for going out on this tile are one award with those for the hands (S17)."""
    setup, current = match.setup, match.current
    ending = current.ending
    if ending is None or ending.seat is None or tile is not _last_tile(current):
        return False
    return setup.variant.going_out.is_one_award and setup.side_of[ending.seat] == side


def _pay(match: LineMatch, points: Points, words: list[Message], code: Code | None, number: int) -> Ruled:
    """Pay the points of a call, and check whether they win the match; then every other claim is lost."""
    match = ending.made_in_play(match, points, number)
    open_claims = match.current.claims
    match, settled, more = ending.won_by(match, points, number) or (match, None, ())
    missed = _missed(open_claims) if match.status is Status.MATCH_OVER else ()
    rule = match.setup.variant.rule("claims" if code is None else "false_claim")
    return Ruling(Verdict.STANDS, code, (*words, *more), rule, missed=missed, settled=settled), match


def muggins(match: LineMatch, event: Muggins, number: int) -> Outcome:
    """Rule on another player's call for points that were missed."""
    seat, points = event
    breach = _no_place(match)
    if breach is not None:
        return breach
    current = match.current
    false, side_of = current.false_claim, match.setup.side_of
    if false is not None and side_of[false.seat] != side_of[seat]:
        return _false_claim_taken(match, false, seat, number)
    rule = match.setup.variant.rule("claims")
    if not match.setup.variant.claims.has_muggins:
        return not_now("Nobody calls muggins here: a score not claimed is lost.", rule)
    callable_now = [n for n, each in enumerate(current.claims) if others_may(match, each)]
    others = [n for n in callable_now if side_of[current.claims[n].seat] != side_of[seat]]
    if not others:
        return _no_call(match, seat, rule, is_time=bool(callable_now))
    scoring = [n for n in others if current.claims[n].left]
    if not scoring:
        called = msg("{name} calls {points}.", name=match.setup.players[seat], points=points_word(points))
        return _struck(match, others[-1], called, rule)
    index = next((n for n in reversed(scoring) if current.claims[n].left == points), scoring[-1])
    return _granted(match, seat, points, index, number)


def _no_call(match: LineMatch, seat: int, rule: Rule, *, is_time: bool) -> Breach:
    """Why a call finds no open claim of another side; `is_time`: others may call one of the caller's own side."""
    setup, newest = match.setup, match.current.claims[-1] if match.current.claims else None
    if is_time and newest is not None and setup.side_of[newest.seat] == setup.side_of[seat]:
        return Breach(Code.NOT_YOURS, msg("Muggins is for an opponent to call."), rule)
    if newest is not None and owner_may(match, newest):
        owner = setup.players[newest.seat]
        return Breach(Code.CLAIM_CLOSED, msg("It is still {name}'s time to claim.", name=owner), rule)
    if match.current.last_layer is None:
        return Breach(Code.CLAIM_CLOSED, msg(NOTHING_LAID), rule)
    return Breach(Code.CLAIM_CLOSED, msg("The time to call muggins is over."), rule)


def _false_claim_taken(match: LineMatch, false: FalseClaim, seat: int, number: int) -> Ruled:
    """The points that were claimed wrongly go to the first player who calls (Hoyle, S13)."""
    setup, current = match.setup, match.current
    held_back = 0 if false.waits else current.held_back
    match = match._replace(round=current._replace(false_claim=None, held_back=held_back))
    gained = setup.variant.target.in_play(match.scores[setup.side_of[seat]], false.claimed)
    points = [(setup.side_of[seat], gained)] if gained else []
    if false.given and not false.waits:
        points.append((setup.side_of[false.seat], -false.given))
    words = [
        msg(
            "{name} takes the {points} that {other} claimed wrongly.",
            name=setup.players[seat],
            points=points_word(false.claimed),
            other=setup.players[false.seat],
        )
    ]
    overshot = None if gained else overshot_words(false.claimed, setup.variant.target.target)
    if overshot is not None:
        words.append(overshot)
    ruling, match = _pay(match, tuple(points), words, None, number)
    rule = setup.variant.rule("false_claim" if gained else "exact")
    return ruling._replace(rule=rule, overshot=overshot, called=false.tile), match


# The same whether or not there is anything to call.
TOLD_LATER = marked("Shown when claims are closed.")
