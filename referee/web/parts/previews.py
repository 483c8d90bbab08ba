"""What would change if something were entered: scores, the turn, proofs; or why it cannot be entered."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.engine.games.line.claiming import TOLD_LATER
from referee.engine.games.match import State, Status
from referee.engine.log import Log
from referee.engine.messages import _, marked
from referee.engine.rulings import Verdict
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import is_call
from referee.web.parts.submit import MayNot, may_say, put_in_at

NO_CHANGE = marked("No score and no turn changes.")
# The same whether or not a correction changes a score.
SCORES_LATER = marked("Scores follow when the claim is settled.")


class Change(NamedTuple):
    """What a correction would change, a line each, and the log after it; `refused` says why it cannot be made."""

    lines: tuple[str, ...] = ()
    refused: str = ""
    log: Log | None = None


def change_of(table: Table, *raws: Mapping[str, Any]) -> Change:
    """What these events, said one after the other, would change; or the sentence that refuses one of them.

    While a claim is open it tells neither what a call would score nor how a correction changes the scores.
    """
    log = table.log
    for raw in raws:
        if why := refusal_of(table, raw):
            return Change(refused=why)
        answer, log = log.say(raw)
        if answer.ruling.verdict is Verdict.REFUSED:
            return Change(refused=answer.ruling.says)
    return _change(table, log, corrects=any({"amend", "retract"} & set(raw) for raw in raws))


def change_if_put_in(
    table: Table, number: int, new: Sequence[Mapping[str, Any]], *then: Mapping[str, Any]
) -> Change:
    """The same for moves that were forgotten before entry `number`, or without any for leaving that entry out, and the
    events said `then`."""
    try:
        entered = put_in_at(table, number, new, *then)
    except MayNot as why:
        return Change(refused=str(why))
    return _change(table, entered.log or table.log, corrects=True)


def _change(table: Table, log: Log, *, corrects: bool) -> Change:
    """What differs from the table after this log."""
    is_open = table.state.claims_are_open
    if is_open and corrects:
        lines = (*told_change(table, log.state, with_scores=False), _(SCORES_LATER))
        return Change(lines, log=log)
    lines = told_change(table, log.state, with_scores=True)
    nothing = TOLD_LATER if is_open else NO_CHANGE
    return Change(lines or (_(nothing),), log=log)


def refusal_of(table: Table, raw: Mapping[str, Any]) -> str:
    """Why this link may not say the event, or not now; "" if it may. The event itself is not judged."""
    if why := may_say(table, raw):
        return why
    return _(TOLD_LATER) if table.state.claims_are_open and is_call(raw.get("with", raw)) else ""


def told_change(table: Table, now: State, *, with_scores: bool) -> tuple[str, ...]:
    """What differs in the state `now`: the scores if they may be told, the turn, and what is proved."""
    before = table.state
    scores = zip(table.setup.sides, before.amounts, now.amounts, strict=True)
    lines = [
        _("{side}: {before} becomes {now}", side=side, before=old, now=new)
        for side, old, new in scores
        if with_scores and old != new
    ]
    if where(before) != where(now):
        lines.append(where(now))
    was, will = _proved(before), _proved(now)
    lines += [_("Then this is proved: {what}", what=each) for each in will if each not in was]
    lines += [_("No longer proved: {what}", what=each) for each in was if each not in will]
    return tuple(lines)


def _proved(state: State) -> list[str]:
    return list(dict.fromkeys(str(flag.headline) for flag in state.flags))


def where(state: State) -> str:
    """Where the match stands, in a few words."""
    settled = len(state.rounds)
    if state.status is Status.PLAYING:
        if state.to_act is None:
            return _("Round {number}, somebody to play", number=settled + 1)
        name = state.setup.players[state.to_act]
        return _("Round {number}, {name} to play", number=settled + 1, name=name)
    if state.status is Status.REVEAL:
        return _("Round {number}, hands to show", number=settled + 1)
    if state.status is Status.MATCH_OVER:
        return _("The end of the match")
    if not settled:
        return _("Before the first round")
    if state.rounds[-1].how == "void":
        return _("Round {number} ends without points", number=settled)
    return _("Round {number} settled", number=settled)
