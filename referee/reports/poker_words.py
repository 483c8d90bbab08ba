"""The words for an event of poker."""

from collections.abc import Sequence
from itertools import pairwise

from referee.engine.games.match import State, Status
from referee.engine.games.poker.hand_names import called, why_it_beats
from referee.engine.games.poker.state import PokerMatch
from referee.engine.log import Entry
from referee.engine.messages import Listed, _, _n, marked
from referee.engine.record.events import Hand, Stake
from referee.engine.rules.poker import Rank
from referee.engine.rulings import Rule, Settled, Step
from referee.engine.tiles import Tile, heaviest
from referee.reports.told import HandLeft, StepLine, Telling, Told, as_ruled, won_words


def _told(entry: Entry, by: str, _hidden: Sequence[Tile]) -> Told:
    """A stake, or a hand that is shown with its rank; the notes are the rest of the ruling."""
    event, words = entry.event, as_ruled(entry.ruling, by)
    if not isinstance(event, Hand | Stake):
        return Told(words)
    if isinstance(event, Hand):
        tiles = [each for each in event.tiles if each is not None]
        rank = called(PokerMatch.of(entry.state).setup.variant.ranks.strength(tiles))
        words = _("shows {tiles}: {rank}", tiles=Listed(tiles), rank=rank)
    return Told(words, notes=tuple(str(each) for each in entry.ruling.said[1:]))


def _how(state: State, settled: Settled) -> str:
    """Why somebody won without a showdown; after one, each hand tells why it beats the next."""
    if state.status is Status.MATCH_OVER:
        return _("One player has all the chips")
    return _("All others have folded") if settled.how == "folded" else ""


def _hands(state: State, settled: Settled) -> tuple[HandLeft, ...]:
    """The hands that are known, the best first, each with its rank in a player's words and why it beats the next; then
    those that were folded."""
    if settled.how == "void":
        return ()
    match = PokerMatch.of(state)
    current, ranks = match.current, match.setup.variant.ranks
    known = {seat: hand for seat, hand in enumerate(current.certain) if hand is not None}
    strengths = {seat: ranks.strength(hand) for seat, hand in known.items()}
    order = sorted(known, key=lambda seat: (seat in current.staying, *strengths[seat][:2]), reverse=True)
    beats = {
        one: str(why_it_beats(ranks, strengths[one], strengths[other], (known[one], known[other])))
        for one, other in pairwise(seat for seat in order if seat in current.staying)
    }
    found = []
    for seat in order:
        made = strengths[seat].tiles
        left = _("the tiles that are left") if current.hands[seat] is None else ""
        found.append(
            HandLeft(
                name=state.setup.players[seat],
                tiles=(*made, *heaviest(set(known[seat]) - set(made))),
                note=str(called(strengths[seat])),
                aside=left if seat in current.staying else _("folded"),
                made=len(made),
                won=settled.how == "showdown" and seat == order[0],
                why=beats.get(seat, ""),
            )
        )
    return tuple(found)


def _steps(_state: State, settled: Settled) -> tuple[StepLine, ...]:
    """Who takes each pot."""
    pots = (line for step in settled.steps if isinstance(step, Step) for line in step.lines)
    return tuple(StepLine(str(label), str(chips)) for label, chips in pots)


def _rules(entry: Entry, settled: Settled) -> tuple[Rule, ...]:
    """The rule by which the best hand won: what makes its rank, or what decides between equal ones; and the rule for side
    pots if there are some."""
    match, found = PokerMatch.of(entry.state), entry.ruling.rules
    if settled.how != "showdown":
        return found
    variant, shown = match.setup.variant, dict(settled.ranks).values()
    meaning = variant.ranks.meaning(max(rank for rank in Rank if rank.key in shown))
    found = tuple(each._replace(sentence=meaning) if each.name == "ranking" else each for each in found)
    return (*found, variant.rule("buy_in")) if len(_steps(match, settled)) > 1 else found


def _title(state: State, settled: Settled) -> str:
    if settled.winner is None:
        return _("The deal does not count")
    return won_words(state.setup, settled.winner, None)


SHOWDOWN = Telling(
    _told,
    _how,
    _hands,
    rules=_rules,
    title=_title,
    steps=_steps,
    name=marked("deal {number}"),
    one=marked("Deal"),
    by_round=marked("Deal by deal"),
    counted=lambda number: _n("1 deal", "{n} deals", number),
)
