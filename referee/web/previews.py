"""What would change if something were entered: scores, the turn, proofs; or why it cannot be entered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.play.state import State, Status
from referee.rulings import Verdict
from referee.web.book import Table
from referee.web.may import may_say, who_is
from referee.web.pages import Change


def change_of(table: Table, *raws: Mapping[str, Any]) -> Change:
    """What these events, said one after the other, would change; or the sentence that refuses one of them."""
    log, who = table.log, who_is(table)
    for raw in raws:
        if why := may_say(who, raw, log):
            return Change(refused=why)
        answer, log = log.say(raw)
        if answer.ruling.verdict is Verdict.REFUSED:
            return Change(refused=answer.ruling.says)
    before, now = table.state, log.state
    lines = [
        f"{side}: {old} becomes {new}"
        for side, old, new in zip(table.setup.sides, before.scores, now.scores, strict=True)
        if old != new
    ]
    if where(before) != where(now):
        lines.append(f"{where(before)} becomes {where(now)}")
    was, will = _proved(before), _proved(now)
    lines += [f"Then this is proved: {each}" for each in will if each not in was]
    lines += [f"No longer proved: {each}" for each in was if each not in will]
    return Change(lines=tuple(lines) or ("No score and no turn changes.",))


def _proved(state: State) -> list[str]:
    return [str(flag.because) for flag in state.flags]


def where(state: State) -> str:
    """Where the match stands, in a few words."""
    settled = len(state.rounds)
    if state.status is Status.PLAYING:
        name = state.setup.players[state.to_act] if state.to_act is not None else "somebody"
        return f"Round {settled + 1}, {name} to play"
    return {
        Status.REVEAL: f"Round {settled + 1}, hands to show",
        Status.ROUND_OVER: f"Round {settled} settled" if settled else "Before the first round",
        Status.MATCH_OVER: "The end of the match",
    }[state.status]
