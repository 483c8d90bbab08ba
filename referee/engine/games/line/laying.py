"""Laying a tile: what it is set against, what it scores, what it ends."""

from typing import NamedTuple

from referee.engine.audit.holdings import LaidBy, Opened
from referee.engine.games.hands import Ending, tile_breach, with_proofs
from referee.engine.games.line import claiming, ending
from referee.engine.games.line.legal_moves import Landing, find_landing
from referee.engine.games.line.premios import hanged, premios_of_tile, remark_words
from referee.engine.games.line.settlement import shown_rule
from referee.engine.games.line.state import LineMatch, LineRound, Outcome
from referee.engine.games.match import changed
from referee.engine.games.refusals import no_trains, not_now
from referee.engine.layout import Place
from referee.engine.messages import Message, counted, msg, points_word
from referee.engine.record.events import Claim, Play
from referee.engine.rules.counting import overshot_words, sum_in_words
from referee.engine.rulings import Breach, Premio, Remark, Rule, Ruling, Settled, Verdict, refusal, stood
from referee.engine.tiles import Tile


def lay(match: LineMatch, event: Play, number: int) -> Outcome:
    """Rule on a tile that is laid, and on a claim made with it."""
    if event.train:
        return no_trains()
    if match.setup.variant.rows is not None:
        return not_now("Tiles lie in rows here; the top one is turned up.")
    current = match.current
    breach = tile_breach(match, current, event) or _out_of_turn(match, current, event)
    if breach is not None and not (event.stood and breach.forgivable):
        return breach
    tile = event.tile
    assert tile is not None
    found = find_landing(match, current, event, tile)
    if isinstance(found, Breach):
        return found
    if breach is not None:
        found = found._replace(breach=breach)
    current = match.take_turn(current, event.by, number)
    return _laid(match, current, event, tile, found, number)


def _out_of_turn(match: LineMatch, current: LineRound, event: Play) -> Breach | None:
    """Why the player may not lay now; the table may let it stand only if the tile can lie somewhere."""
    breach = match.turn_breach(current, event.by)
    if breach is None or event.stood or event.tile is None:
        return breach
    found = find_landing(match, current, event._replace(stood=True), event.tile)
    return breach._replace(forgivable=isinstance(found, Landing) or bool(found.ways))


def _laid(
    match: LineMatch, current: LineRound, event: Play, tile: Tile, found: Landing, number: int
) -> Outcome:
    """Lay the tile: count it, update the claims, and check what it ends."""
    seat, place, variant = event.by, found.place, match.setup.variant
    after = match.copy()
    after.round = _with_tile(match, current, event, tile, found, number)
    missed = claiming.closing(after, after.current) if current.claims else ()
    after, proved = with_proofs(after, after.current, seat, tile.bit)
    name, at, made = match.setup.players[seat], None if place is None else place.tile, NOTHING
    if at is None:
        lies = msg("{name} opens with {tile}.", name=name, tile=tile)
    else:
        lies = msg("{name} lays {tile} on {at}.", name=name, tile=tile, at=at)
    words: tuple[Message, ...] = (lies,)
    if variant.counting.tiles_score:
        after, made = scored(after, seat, tile, number)
        words += made.said
    premios: tuple[Premio, ...] = ()
    remarks: tuple[Remark, ...] = ()
    settled: Settled | None = None
    if variant.always_partners:
        premios, remarks = premios_of_tile(match, current, seat), hanged(after, current)
        after, settled, paid = ending.pay_premios(after, premios, number)
        words = (*words, *paid, *map(remark_words, remarks))
    switch = premios[0].switch if premios else made.switch
    rule = variant.rule(switch) if switch else _rule_allowing(match, place, tile)
    has_scored = after.scores is not match.scores
    if settled is None:
        after, settled, more = _after_tile(after, seat, tile, place, number, has_scored=has_scored)
        words += more
    if settled is not None and not has_scored:
        rule = shown_rule(variant, rule, settled) or rule
    words = ending.with_proved(words, proved, settled)
    ruling = Ruling(Verdict.STANDS, None, words, rule, (), missed, settled, None, at, made.sum, made.overshot)
    if variant.always_partners:
        ruling = ruling._replace(premios=premios, remarks=remarks)
    if event.claim is not None:
        called = claiming.claim(after, Claim(seat, event.claim), number)
        claim, after = (refusal(called), after) if isinstance(called, Breach) else called
        said, missed, settled = (*words, *claim.said), (*missed, *claim.missed), settled or claim.settled
        ruling = ruling._replace(
            code=claim.code,
            said=said,
            rule=claim.rule or rule,
            missed=missed,
            settled=settled,
            overshot=claim.overshot or made.overshot,
        )
    return stood(ruling, found.breach), after


def _rule_allowing(match: LineMatch, place: Place | None, tile: Tile) -> Rule:
    """The rule that allows a legal tile, before it is laid at `place`."""
    variant = match.setup.variant
    if place is None:
        return variant.rule(match.current.lead_by)
    wild = variant.joins.has_wild_blanks and 0 in tile.halves and place.half not in tile.halves
    return variant.rule("blanks" if wild else "joins")


def _with_tile(
    match: LineMatch, current: LineRound, event: Play, tile: Tile, found: Landing, number: int
) -> LineRound:
    seat, stood = event.by, found.breach is not None
    after = current.copy()
    witness = current.witness
    if not current.layout.laid:
        outranked = 0 if stood or current.free_lead else match.setup.outranking(tile)
        witness = witness.saw(Opened(seat, number, tile, outranked))
    after.witness = witness.saw(LaidBy(seat, number, tile))
    after.layout = current.layout.add(tile, found.place, found.touching, stood=stood, across=found.across)
    after.hands = changed(current.hands, seat, -1)
    after.unseen = current.unseen & ~tile.bit
    after.passed = 0
    after.last_layer = after.turn = seat
    if current.opener is None:
        after.opener = seat
    return after


class Made(NamedTuple):
    """What a tile scores, in sentences: the sum of the ends, who gets it, and that it would pass the target.

    `switch` names the rule that decides it; "" if the tile scores nothing in a game without a sum, or if players claim.
    """

    sum: Message | None = None
    then: Message | None = None
    overshot: Message | None = None
    switch: str = ""

    @property
    def said(self) -> tuple[Message, ...]:
        """The sentences, in the order in which they are said."""
        return tuple([each for each in (self.sum, self.then, self.overshot) if each is not None])


NOTHING = Made()


def scored(match: LineMatch, seat: int, tile: Tile, number: int) -> tuple[LineMatch, Made]:
    """The match with what the tile just laid scores, and that in words; if players claim it, its claims open."""
    variant = match.setup.variant
    current = match.current
    ends = current.layout.ends() if variant.counting.counts_ends else []
    made = variant.counting.points(current.layout, ends)
    if variant.claims_are_made:
        claiming.opened(current, seat, tile, made)
        return match, NOTHING
    total = msg("{sum}.", sum=sum_in_words(ends)) if ends else None
    if not made:
        return match, Made(total, switch="score" if variant.counting.counts_ends else "")
    if variant.going_out.is_one_award and not current.hands[seat]:
        waiting = counted("{n} point waits for the hands.", "{n} points wait for the hands.", made)
        return match._replace(round=current._replace(held_back=made)), Made(
            total, waiting, switch="out_award"
        )
    side = match.setup.side_of[seat]
    target = variant.target
    if not target.in_play(match.scores[side], made):
        return match, Made(total, overshot=overshot_words(made, target.target), switch="exact")
    then = msg("{points} for {side}.", points=points_word(made), side=match.setup.sides[side])
    told = Made(total, then, switch=variant.counting.switch_behind(made))
    return ending.made_in_play(match, ((side, made),), number), told


def _after_tile(
    match: LineMatch, seat: int, tile: Tile, place: Place | None, number: int, *, has_scored: bool
) -> ending.Ended:
    """What the tile ends, or whose turn is next; that is set in place, because nobody else holds this match yet."""
    setup = match.setup
    won: ending.Ended | None = None
    if has_scored:
        won = ending.won_in_play(match, setup.side_of[seat], number)
    if won is None and setup.variant.always_partners:
        won = ending.broken(match, number)
    if won is not None:
        return won
    current = match.current
    if not current.hands[seat]:
        return ending.end_round(match, Ending("out", seat), number)
    if match.dead_and_dry(current):
        return ending.end_round(match, Ending("blocked", None), number)
    on_double = place is not None and place.tile.is_double
    current.going_on = setup.variant.turns.further(laid_double=tile.is_double, on_double=on_double)
    current.turn = seat if current.going_on else setup.after[seat]
    current.drawn = 0
    return match, None, ()
