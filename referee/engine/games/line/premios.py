"""Premios of games of two pairs (points not for tiles), and doubles that can never be laid (PA6-PA10, PA15)."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.games.hands import Held
from referee.engine.games.line.block_winner import after_block
from referee.engine.games.line.state import LineMatch, LineRound, is_dead
from referee.engine.messages import Begun, Message, marked, msg, points_word
from referee.engine.rules.partnership import HAND_PRIZES, Partnership
from referee.engine.rulings import Premio, Remark, Step
from referee.engine.tiles import Tile, tile

PREMIO_NAMES = {
    "capicua": marked("capicúa"),
    "chuchazo": marked("chuchazo"),
    "hand": marked("one of the first rounds won"),
    "tranque": marked("the block"),
    "pase_corrido": marked("three passes"),
    "pase_salida": marked("pass on the lead"),
    "first_pass": marked("first pass"),
}
_FOR = {
    "pase_corrido": marked("For {side}: nobody could answer {tile}."),
    "pase_salida": marked("For {side}: {name} passed, and {partner} did not."),
    "first_pass": marked("For {side}: nobody had passed before."),
}
_WON = (
    marked("First round won"),
    marked("Second round won"),
    marked("Third round won"),
    marked("Fourth round won"),
)


def pairs_of(match: LineMatch) -> Partnership:
    """The partnership rules of a game of two pairs; asking for those of another game is a program error."""
    found = match.setup.variant.partnership
    assert found is not None
    return found


def premios_of_round(
    match: LineMatch, winner: int, tiles: int, held: Sequence[Held | None], by: Sequence[str]
) -> tuple[Premio, ...]:
    """What going out, the block and the first rounds pay the winner besides `tiles` points (PA6, PA7, PA10).

    `by` are the switches that decided the winner, as in `Settled`.
    """
    current, pairs = match.current, pairs_of(match)
    assert current.ending is not None
    out, seat = current.ending.how == "out", current.ending.seat
    if seat is not None and match.setup.side_of[seat] != winner:  # the other side's hands were lighter (S18)
        seat = None
    found: list[tuple[str, int | None, int]] = []
    if seat is not None:
        last, ends = _last_tile(current)
        fits_all = all(match.setup.fits[end] & last.bit for end in ends)
        if len(ends) > 1 and fits_all and pairs.is_capicua(last, ends):
            found.append(("capicua", seat, tiles if pairs.doubles_hand else int(pairs.capicua)))
        if last is tile(0, 0) and not is_dead(match, current):
            found.append(("chuchazo", seat, pairs.chuchazo))
    won = sum(each.winner is not None for each in match.rounds[: current.number - 1])
    found.append(("hand", seat, pairs.prize(match.setup.rounds_before + won)))
    if not out and pairs.tranque_bonus:
        led = after_block(match, current, winner, held, by).seats
        found.append(("tranque", led[0] if len(led) == 1 else None, pairs.tranque_bonus))
    return tuple(Premio(kind, earner, winner, points) for kind, earner, points in found if points)


def _last_tile(current: LineRound) -> tuple[Tile, tuple[int, ...]]:
    """The last tile, and the open halves before it was laid; none if it was the first tile as well.

    A tile that should not have been laid, but stands, may have opened a third end.
    """
    last = current.layout.laid[-1]
    if len(current.layout.laid) == 1:
        return last.tile, ()
    others = [place.half for place in current.layout.places() if place.tile is not last.tile]
    half = last.on.half if last.on is not None else last.touching
    return last.tile, (half, *others)


def premios_of_pass(match: LineMatch, current: LineRound, seat: int) -> tuple[Premio, ...]:
    """What a pass pays the side that laid the tile before it; `current` already includes that pass (PA8, 42)."""
    layer = current.last_layer
    # None: only the double of the deal lies on the table. The player's own: that tile was this turn's.
    if layer is None or layer == seat:
        return ()
    found = []
    if current.passed == 0b1111 & ~(1 << layer):
        found.append("pase_corrido")
    if not current.has_passed:
        found.append("first_pass")
    return _that_count(match, layer, found)


def premios_of_tile(match: LineMatch, before: LineRound, seat: int) -> tuple[Premio, ...]:
    """What the second tile pays if the leader's partner laid it after the player between them passed (PA8)."""
    opener = before.opener
    if len(before.layout.laid) != 1 or opener is None:
        return ()
    between = match.setup.after[opener]
    if before.passed != 1 << between or seat != match.setup.after[between]:
        return ()
    is_double = before.layout.laid[0].tile.is_double
    return _that_count(match, opener, ["pase_salida" if is_double else "pase_salida_single"])


def _that_count(match: LineMatch, seat: int, switches: Sequence[str]) -> tuple[Premio, ...]:
    """The premios for passes; worth nothing if they would reach the target and the table does not allow that (PA9), or
    pass one that must be met exactly."""
    side, pairs, premios = match.setup.side_of[seat], pairs_of(match), []
    score, target = match.scores[side], match.setup.variant.target
    for switch in switches:
        if points := getattr(pairs, switch):
            by = switch
            if not target.in_play(score, points):
                by = "exact"
            elif target.reached(score + points) and not pairs.premio_wins:
                by = "premio_wins"
            paid = points if by == switch else 0
            premios.append(Premio(switch.removesuffix("_single"), seat, side, paid, by))
            score += paid
    return tuple(premios)


class PremioWords(NamedTuple):
    """A premio for a pass in words: what it is and pays, whose it is and why, and the tile that nobody answered."""

    what: Message
    why: Message
    tile: Tile


def told_premio(match: LineMatch, premio: Premio) -> PremioWords:
    """The words for a premio for a pass that has just been earned, or that does not count."""
    setup, laid = match.setup, match.current.layout.laid
    answered = laid[0 if premio.kind == "pase_salida" else -1].tile
    between = setup.after[premio.seat or 0]
    why = msg(
        _FOR[premio.kind],
        side=setup.sides[premio.side],
        tile=answered,
        name=setup.players[between],
        partner=setup.players[setup.after[between]],
    )
    what = Begun(msg(PREMIO_NAMES[premio.kind]))
    if not premio.points:
        template = marked("It may not reach {target}.")
        if premio.switch == "exact":
            template = marked("It would pass {target}.")
        why = msg(template, target=setup.variant.target.target)
        return PremioWords(msg("{what}: no points.", what=what), why, answered)
    return PremioWords(msg("{what}: {points}.", what=what, points=points_word(premio.points)), why, answered)


def premio_words(match: LineMatch, premios: Sequence[Premio]) -> tuple[Message, ...]:
    """The sentences for premios for a pass that have just been earned."""
    return tuple(words for each in premios for words in told_premio(match, each)[:2])


def premio_steps(match: LineMatch, premios: Sequence[Premio]) -> tuple[Step, ...]:
    """A step of the settlement for each premio of a round."""
    last = match.current.layout.laid[-1].tile
    found = []
    for each in premios:
        label = {
            "capicua": msg("Capicúa: {tile} fits both ends", tile=last),
            "chuchazo": msg("Chuchazo: 0-0 goes out"),
            "tranque": msg("For winning the block"),
        }.get(each.kind) or msg(_WON[HAND_PRIZES.index(each.points)])
        words = msg("{what}, {points} more.", what=label, points=points_word(each.points))
        found.append(Step(words, (label, each.points)))
    return tuple(found)


def remark_words(remark: Remark) -> Message:
    """The sentence for a remark, which pays nothing."""
    if remark.tile is not None:
        return msg("{tile} can never be laid any more.", tile=remark.tile)
    return msg("Zapato: the other side has nothing.")


def hanged(match: LineMatch, before: LineRound) -> tuple[Remark, ...]:
    """The doubles that can never be laid any more, and still could in the round `before` the last tile (PA15)."""
    now = _hanging(match, match.current)
    known = _hanging(match, before) if now else []
    return tuple(Remark("ahorcado", tile=each) for each in now if each not in known)


def _hanging(match: LineMatch, current: LineRound) -> list[Tile]:
    """The doubles that are not laid and go on no open end, nor on any tile that may still be laid."""
    fits, having = match.setup.fits, match.setup.tiles.having
    numbers = range(len(having))
    doubles = [tile(number, number) for number in numbers]
    waiting = current.unseen & ~current.layout.going(fits)
    return [
        each
        for each in doubles
        if each.bit & waiting
        and not any(having[half] & current.unseen & ~each.bit for half in numbers if fits[half] & each.bit)
    ]
