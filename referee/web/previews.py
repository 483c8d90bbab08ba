"""What would change if something were entered: scores, the turn, proofs; or why it cannot be entered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.play.state import State, Status
from referee.rulings import Verdict
from referee.web.book import Table
from referee.web.may import may_say, who_is
from referee.web.pages import Change
from referee.wording import _


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
        _("{side}: {before} becomes {now}", side=side, before=old, now=new)
        for side, old, new in zip(table.setup.sides, before.scores, now.scores, strict=True)
        if old != new
    ]
    if where(before) != where(now):
        lines.append(_("{before} becomes {now}", before=where(before), now=where(now)))
    was, will = _proved(before), _proved(now)
    lines += [_("Then this is proved: {what}", what=each) for each in will if each not in was]
    lines += [_("No longer proved: {what}", what=each) for each in was if each not in will]
    return Change(lines=tuple(lines) or (_("No score and no turn changes."),))


def _proved(state: State) -> list[str]:
    return [str(flag.because) for flag in state.flags]


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
    return _("Round {number} settled", number=settled) if settled else _("Before the first round")
