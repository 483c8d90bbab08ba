"""What the summary of a round tells."""

from __future__ import annotations

import json

import pytest

from referee.engine.log import open_log
from referee.engine.setup import read_setup
from referee.reports.rounds import round_summary
from tests.folders import PLAYTHROUGHS


@pytest.mark.parametrize(("name", "winner"), [("fundex2004.blind", "Ben"), ("fundex2008.blind", "Ana")])
def test_who_wins_is_told_once(name, winner):
    header, *said = map(json.loads, (PLAYTHROUGHS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
    log = open_log(read_setup(header))
    for each in said:
        _, log = log.say(each)

    summary = round_summary(log, 1)

    assert summary is not None
    assert summary.title == f"{winner} wins"
    assert [step.label for step in summary.steps] == []
