"""Answers in the form that record/README.md defines: plain values with fixed names, always in English."""

from typing import Any

from referee.engine.games.match import State
from referee.engine.log import Answer, open_log
from referee.engine.messages import in_locale
from referee.engine.record.reading import read_record
from referee.engine.rulings import Premio, Remark, Settled
from referee.engine.seating import Seating
from referee.engine.setup import read_setup_line


@in_locale(None)
def answer_json(answer: Answer) -> dict[str, Any]:
    """One answer with the fixed names of record/README.md, always in English."""
    state, ruling = answer.state, answer.ruling
    setup = state.setup
    found: dict[str, Any] = {
        "event": answer.number,
        "verdict": ruling.verdict.value,
        "code": ruling.code.value if ruling.code else None,
        "says": ruling.says,
        "rule": str(ruling.rule.sentence) if ruling.rule else None,
        "source": str(ruling.rule.source) if ruling.rule else None,
        "points": {setup.sides[side]: gained for side, gained in ruling.points},
        "count": state.counted,
        "next": None if state.to_act is None else setup.players[state.to_act],
        "hands": dict(zip(setup.players, state.hands_held, strict=True)),
        "boneyard": state.sleeping,
        "scores": dict(zip(setup.sides, state.scores, strict=True)),
        "status": state.status.value,
    }
    found |= state.facts()
    if ruling.settled is not None:
        found["settled"] = settled_json(setup, ruling.settled)
    settled = ruling.settled
    paid = tuple(each for each in ruling.premios if each.points)
    if premios := (*paid, *(settled.premios if settled is not None else ())):
        found["bonus"] = [_premio_json(setup, each) for each in premios]
    if remarks := (*ruling.remarks, *(settled.remarks if settled is not None else ())):
        found["remarks"] = [_remark_json(setup, each) for each in remarks]
    if ruling.trick is not None:
        found["trick"] = {
            "winner": setup.players[ruling.trick.seat],
            "points": ruling.trick.points,
            "taken": dict(zip(setup.sides, ruling.trick.sides, strict=True)),
        }
    if ruling.missed:
        missed = [{"by": setup.players[each.seat], "points": each.points} for each in ruling.missed]
        found["missed"] = missed[0] if len(missed) == 1 else missed
    return found


def _premio_json(setup: Seating, premio: Premio) -> dict[str, Any]:
    by = None if premio.seat is None else setup.players[premio.seat]
    return {"kind": premio.kind, "by": by, "points": premio.points}


def _remark_json(setup: Seating, remark: Remark) -> dict[str, Any]:
    if remark.tile is not None:
        return {"kind": remark.kind, "tile": str(remark.tile)}
    return {"kind": remark.kind, "by": None if remark.side is None else setup.sides[remark.side]}


@in_locale(None)
def settled_json(setup: Seating, settled: Settled) -> dict[str, Any]:
    """A settlement with the fixed names of record/README.md, always in English."""
    points: dict[str, int] = {}
    for side, gained in settled.points:
        points[setup.sides[side]] = points.get(setup.sides[side], 0) + gained
    found: dict[str, Any] = {
        "how": settled.how,
        "winner": None if settled.winner is None else setup.sides[settled.winner],
        "points": points,
        "steps": [str(each) for each in settled.steps],
    }
    if settled.premios:
        found["bonus"] = [_premio_json(setup, each) for each in settled.premios]
    if settled.without_tiles:
        found["without_tiles"] = True
    if settled.ranks:
        found["ranks"] = {setup.players[seat]: rank for seat, rank in settled.ranks}
    return found


@in_locale(None)
def result_json(state: State) -> dict[str, Any]:
    """The last line of a replay."""
    setup = state.setup
    return {
        "result": {
            "scores": dict(zip(setup.sides, state.scores, strict=True)),
            "winner": None if state.winner is None else setup.sides[state.winner],
            "rounds": [settled_json(setup, each) for each in state.rounds],
            "flags": [
                {
                    "kind": flag.kind,
                    "by": None if flag.seat is None else setup.players[flag.seat],
                    "or_by": [setup.players[each] for each in flag.or_by],
                    "event": flag.event,
                    "or_at": list(flag.or_at),
                    "because": str(flag.because),
                }
                for flag in state.flags
            ],
        }
    }


def replay_text(text: str) -> list[dict[str, Any]]:
    """The answers to a record, one for each event, and then its result; before them the points that it carries over.

    Raises RecordError if it cannot be read.
    """
    raw = read_record(text)
    setup = read_setup_line(raw.header, raw.header_line, raw.header_text)
    log = open_log(setup)
    answers: list[dict[str, Any]] = []
    while len(answers) < len(raw.events):
        found, log = log.say_next(raw.events, len(answers))
        answers += map(answer_json, found)
    carried = dict(zip(setup.sides, setup.carried, strict=True))
    return [*([{"start": carried}] if any(setup.carried) else []), *answers, result_json(log.state)]
