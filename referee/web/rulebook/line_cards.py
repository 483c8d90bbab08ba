"""The cards of a line game."""

from referee.engine.explain.samples.line import LineSample
from referee.engine.messages import Listed, _, number_word, points_word, tiles_word
from referee.engine.rules.line_game import LineGame
from referee.engine.rules.order import RuleEntry, RuleTable, entries
from referee.engine.rulings import Step, StepKind
from referee.engine.seating import LineSetup
from referee.reports.told import StepLine
from referee.web.parts.pictures import finished_picture, tile_key
from referee.web.parts.table_views import HandRow
from referee.web.rulebook import cards
from referee.web.rulebook.views import Drawn, OverviewCard

# Switches worth a sentence on the turn card, in order, each with the plain value that is not.
SPECIAL = (
    ("cross_first", False), ("arms", 0), ("bonus_trigger", "none"), ("multi_play", "none"), ("spinner", "none"),
    ("pase_corrido", 0), ("first_pass", 0),
)  # fmt: skip


def line_aim(variant: LineGame) -> str:
    """What the game is about, in a sentence."""
    counting = variant.counting
    if counting.counts_ends and len(counting.divisors) > 1:
        return _("Make the open ends count as many fives and threes as you can.")
    if counting.counts_ends:
        one, two, three = (counting.unit * each for each in (1, 2, 3))
        return _("Make the open ends come to {one}, {two}, {three} and so on.", one=one, two=two, three=three)
    if counting.tiles_score:
        return _("Make both ends of the line show the same number.")
    if variant.rows is not None:
        return _("Use up your row without looking at it.")
    if variant.joins.makes_sums:
        return _(
            "Use up your tiles: halves that touch make {sum}.", sum=number_word(variant.joins.target_sum)
        )
    if variant.doubles.cross_first:
        return _("Build a cross, then be the first to use up your tiles.")
    return _("Be the first to use up your tiles.")


def line_cards(
    setup: LineSetup, table: RuleTable | None, sample: LineSample | None
) -> tuple[OverviewCard, ...]:
    """The three cards; without drawings if there is no sample."""
    told = entries(setup.variant, table)
    deal = (cards.hands_dealt(setup.variant),) if table is None else cards.told(told, "hand_size")
    begun = OverviewCard(sentences=(*deal, *cards.told(told, "opening")))
    turn = OverviewCard(sentences=_turn_words(setup.variant, told))
    ended = OverviewCard(sentences=_end_words(setup.variant, told))
    if sample is None:
        return begun, turn, ended
    figure, more = _made(setup, sample)
    return (
        begun._replace(drawn=_dealt(setup, sample)),
        turn._replace(drawn=(_laid(setup, sample),), figure=figure, more=more),
        ended._replace(hands=tuple(_hands_left(setup, sample)), steps=tuple(_steps(setup, sample))),
    )


def _dealt(setup: LineSetup, sample: LineSample) -> tuple[Drawn, ...]:
    if setup.variant.rows is not None:
        return (cards.heap(setup.hand, _("Your row, face down: {n} tiles", n=setup.hand)),)
    hand = cards.hand(sample.hand, (sample.opens,) if sample.opens is not None else ())
    return (cards.heap(sample.sleeping), hand) if sample.sleeping else (hand,)


def _turn_words(variant: LineGame, told: dict[str, RuleEntry]) -> tuple[str, ...]:
    sentences = [*cards.told(told, "joins")]
    if variant.rows is not None:
        sentences = [_("Turn up the top tile of your row and lay it if it fits."), *cards.told(told, "rows")]
    if variant.claims_are_made and variant.counting.counts_ends and len(variant.counting.divisors) == 1:
        unit = number_word(variant.counting.unit)
        sentences.append(_("If the ends make a multiple of {unit}, claim the points.", unit=unit))
    elif variant.counting.tiles_score:
        sentences += cards.told(told, "score")
    special = [name for name, plain in SPECIAL if name in told and told[name].value != plain]
    sentences += cards.told(told, *special[: cards.MOST - 1 - len(sentences)])
    if variant.rows is None:
        sentences += cards.told(told, "draw")
    return tuple(sentences[: cards.MOST])


def _laid(setup: LineSetup, sample: LineSample) -> Drawn:
    words = _("On the table: {tiles}", tiles=Listed(each.tile for each in sample.layout.laid))
    counts = setup.variant.counting.counts_ends
    picture = finished_picture(sample.layout, words, counts_ends=counts, mark_last=True, least=0)
    return Drawn(drawings=(picture,), tone="laid")


def _made(setup: LineSetup, sample: LineSample) -> tuple[str, str]:
    """What the last tile makes: the sum, and its points if they differ from the sum."""
    counting, ends = setup.variant.counting, sample.layout.ends()
    points = sum(points for _side, points in sample.turn.ruling.points)
    if counting.counts_ends:
        words = f"{' + '.join(map(str, ends))} = {sum(ends)}"
        return words, "" if points == sum(ends) else str(points_word(points))
    if counting.tiles_score:
        return str(points_word(points)), ""
    last = sample.layout.laid[-1]
    if setup.variant.joins.makes_sums and last.on is not None:
        return f"{last.on.half} + {last.touching} = {last.on.half + last.touching}", ""
    return "", ""


def _end_words(variant: LineGame, told: dict[str, RuleEntry]) -> tuple[str, ...]:
    names = ["out_pay"]
    if variant.rounding.rounds and variant.going_out.pays_pips:
        names.append("round_scope")
    if variant.partnership is not None and variant.partnership.capicua:
        names.append("capicua")
    aim = [] if variant.aim.to is None else [str(variant.rule(variant.aim.rule).sentence)]
    return (*cards.told(told, *names), *aim)[: cards.MOST]


def _hands_left(setup: LineSetup, sample: LineSample) -> list[HandRow]:
    variant = setup.variant
    found = []
    for each in sample.held:
        if not each.number:
            continue
        note = str(each.pips) if variant.going_out.pays_pips else ""
        if variant.rows is not None:
            note = str(tiles_word(each.number))
        rounded = variant.rounding.hand(each.pips, variant.counting.unit)
        if variant.going_out.pays_pips and rounded != each.pips:
            note = _("{pips}, rounded to {n}", pips=each.pips, n=rounded)
        shown = tuple(map(tile_key, each.tiles or ())) if variant.rows is None else ()
        found.append(HandRow(name=setup.players[each.seat], note=note, tiles=shown))
    return found


def _steps(setup: LineSetup, sample: LineSample) -> list[StepLine]:
    """How the hands become points, and who scores them."""
    winner, points = sample.pay.winner, dict(sample.pay.points)
    lines = [
        line
        for step in sample.pay.steps
        if isinstance(step, Step) and step.kind is StepKind.WORKED_OUT
        for line in step.lines
    ]
    name = next(setup.players[each.seat] for each in sample.held if not each.number)
    if not points:
        return [StepLine(label=_("{name} goes out and wins", name=name))]
    paid = points[winner] if winner is not None else 0
    shown = lines if len(lines) > 1 or (lines and lines[0][1] != paid) else []
    worked = [StepLine(label=str(label), figure=str(figure)) for label, figure in shown]
    return [*worked, StepLine(label=_("{name} goes out and scores", name=name), figure=str(paid))]
