"""`python3 -m tests.pinning [NAME ...]`: write what the referee now says into the playthroughs' answers.

Run it only after a change of sentences, rules or sources that you meant, and read the difference before you commit it:
the answers are what the tests hold the referee to. It changes `says`, `rule`, `source` and the steps of a settlement,
nothing else. For a record
that has no answers yet it writes whole answers. NAME is a variant, such as `edge.muggins`; without one all are written.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tests.folders import PLAYTHROUGHS

# The record of every playthrough.
RECORDS = sorted(path for path in PLAYTHROUGHS.glob("*.jsonl") if not path.name.endswith(".answers.jsonl"))
PINNED = ("says", "rule", "source")


def answers_file(record: Path) -> Path:
    """The file of answers that belongs to a record."""
    return record.with_name(f"{record.stem}.answers.jsonl")


def lines_of(path: Path) -> list[dict[str, Any]]:
    """The objects of a file, one a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def pinned(before: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """An expected answer with the words that the referee says now."""
    if "event" not in said:
        rounds = zip(before["result"]["rounds"], said["result"]["rounds"], strict=True)
        return {"result": {**before["result"], "rounds": [_with_steps(*each) for each in rounds]}}
    facts = {name: value for name, value in before.items() if name not in PINNED}
    if before.get("settled"):
        facts["settled"] = _with_steps(before["settled"], said["settled"])
    return {**facts, **{name: said[name] for name in PINNED}}


def _with_steps(before: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    return {**before, "steps": said["steps"]} if "steps" in before else before


def pin(record: Path) -> None:
    """Write the words of one playthrough into its answers."""
    from referee.engine.answers import replay_text

    said = replay_text(record.read_text(encoding="utf-8"))
    path = answers_file(record)
    before = lines_of(path) if path.exists() else said
    answers = (pinned(one, other) for one, other in zip(before, said, strict=True))
    text = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in answers)
    path.write_text(text, encoding="utf-8")


def main(names: list[str]) -> None:
    """Write the words of the named playthroughs, or of all."""
    for record in RECORDS:
        if not names or record.stem in names:
            pin(record)


if __name__ == "__main__":
    main(sys.argv[1:])
