"""The cards of a solitaire."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engine.explain.samples.solitaire import EARLY, SolitaireSample
from referee.engine.layout import Layout
from referee.engine.log import Answer
from referee.engine.messages import Listed, _, _n, tiles_word
from referee.engine.rules.order import RuleTable, entries
from referee.engine.rules.solitaires import Patience
from referee.engine.seating import PatienceSetup
from referee.engine.tiles import Face
from referee.web.parts.pictures import face_picture, finished_picture
from referee.web.rulebook import cards
from referee.web.rulebook.views import Drawn, OverviewCard

LOWEST = 2  # tiles of a column drawn on the last card


# The drawings of the deal, of a move, and of the end.
Pictures = tuple[tuple[Drawn, ...], tuple[Drawn, ...], tuple[Drawn, ...]]


def solitaire_aim(variant: Patience) -> str:
    """What the game is about, in a sentence."""
    match variant.solitaire:
        case "counting_row":
            return _("Count along the row until every tile has left it.")
        case "knock_out":
            return _("Knock out tiles until as few as possible are left.")
        case "columns":
            return _("Turn every tile face up.")
    ends = variant.draw_five is not None and variant.draw_five.ends_with_empty_hand
    return _("Use up the tiles in your hand.") if ends else _("Lay every tile of the set.")


def solitaire_cards(
    setup: PatienceSetup, table: RuleTable | None, sample: SolitaireSample | None
) -> tuple[OverviewCard, ...]:
    """The three cards; without drawings if there is no sample."""
    told = entries(setup.variant, table)
    draw, turn, end = KINDS[setup.variant.solitaire]
    shown = draw(setup, sample) if sample is not None else ((), (), ())
    return (
        OverviewCard(sentences=(_dealt_words(setup),), drawn=shown[0]),
        OverviewCard(sentences=cards.told(told, *turn), drawn=shown[1]),
        OverviewCard(title=_("The end."), sentences=cards.told(told, *end), drawn=shown[2]),
    )


def _dealt_words(setup: PatienceSetup) -> str:
    number = len(setup.tiles)
    match setup.variant.solitaire:
        case "counting_row":
            return _("Turn up {n} tiles in a row.", n=number)
        case "knock_out":
            return _("Turn up {n} tiles in a line.", n=number)
        case "columns":
            return _(
                "Lay {n} tiles face down in columns of seven to one, and turn up the lowest of each.",
                n=number,
            )
    return _("Take five tiles and turn them up.")


def _row(setup: PatienceSetup, sample: SolitaireSample) -> Pictures:
    """A counted row: its start, the first tile that leaves, the last one."""
    first = _now(sample.move).last.place
    lying = cards.faces(sample.dealt[:first], sample.dealt[first - 1 : first])
    last = _now(sample.last).last.tile
    gone = [each for each in sample.dealt if each.tile is last]
    return (
        _begins(setup, sample),
        (Drawn(lying, _said(sample), "lying"),),
        (Drawn(cards.faces(gone, gone), _result(sample), "lying"),),
    )


def _line(setup: PatienceSetup, sample: SolitaireSample) -> Pictures:
    """A line in which neighbours leave: its start, the first ones to leave, what is left."""
    gone = set(sample.dealt) - set(_now(sample.move).line)
    shown = cards.faces(sample.dealt[:EARLY], gone)
    left = cards.faces(_now(sample.last).line)
    return (
        _begins(setup, sample),
        (Drawn(shown, _said(sample), "lying"),),
        (Drawn(left, _result(sample), "lying"),),
    )


def _columns(_setup: PatienceSetup, sample: SolitaireSample) -> Pictures:
    """Seven columns: the tiles turned up, a run that grew, and the lowest tiles at the end."""
    begun, moved, ended = (_now(each).columns for each in (sample.begun, sample.move, sample.last))
    run = next(each.seen for each in moved if len(each.seen) > 1)
    return (
        tuple(_column(each.seen, _n("{n} below", "{n} below", each.down)) for each in begun),
        (_column(run, _said(sample), run[-1:]),),
        tuple(_column(each.seen[-LOWEST:], str(tiles_word(len(each.seen)))) for each in ended if each.seen),
    )


def _five(_setup: PatienceSetup, sample: SolitaireSample) -> Pictures:
    """A hand of five: the deal, a tile that goes, the line at the end."""
    dealt = tuple(each.tile for each in sample.dealt)
    return (
        (cards.heap(_now(sample.begun).boneyard), cards.hand(dealt)),
        (_laid(_now(sample.move).layout, _said(sample)),),
        (_laid(_now(sample.last).layout, _result(sample)),),
    )


# By kind of solitaire: the function that draws it, and the rules for the turn card and the end card.
KINDS: Mapping[str, tuple[Callable[[PatienceSetup, Any], Pictures], tuple[str, ...], tuple[str, ...]]] = {
    "counting_row": (_row, ("count", "row_end"), ("lost",)),
    "knock_out": (_line, ("knock",), ("rest",)),
    "columns": (_columns, ("match", "turning", "new_column"), ("won",)),
    "draw_five": (_five, ("line", "drawing"), ("goal", "lost")),
}


def _begins(setup: PatienceSetup, sample: SolitaireSample) -> tuple[Drawn, ...]:
    words = _("The first tiles of {n}", n=len(setup.tiles))
    return (Drawn(drawings=cards.faces(sample.dealt[:EARLY]), caption=words, tone="lying"),)


def _now(answer: Answer) -> Any:
    """The round after an answer."""
    return answer.state.current


def _said(sample: SolitaireSample) -> str:
    return str(sample.move.ruling.said[0])


def _result(sample: SolitaireSample) -> str:
    settled = sample.last.ruling.settled
    return str(settled.steps[0]) if settled is not None else ""


def _column(seen: Sequence[Face], words: str, lit: Sequence[Face] = ()) -> Drawn:
    states = [(each, "last" if each in lit else "") for each in seen]
    pictures = (face_picture(each, upright=True, state=state, label=str(each)) for each, state in states)
    return Drawn(tuple(pictures), words, "column")


def _laid(layout: Layout, words: str) -> Drawn:
    label = _("On the table: {tiles}", tiles=Listed(each.tile for each in layout.laid))
    picture = finished_picture(layout, label, counts_ends=False, mark_last=True, least=9)
    return Drawn(drawings=(picture,), caption=words, tone="laid")
