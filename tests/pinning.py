"""`python3 -m tests.pinning [NAME ...]`: updates the answers of the playthroughs with what the referee says now.

Run it only after an intended change of sentences, rules or sources, and read the diff before you commit it: the tests
hold the referee to these answers. It changes only `says`, `rule`, `source` and the steps of a settlement. For a record
without answers it writes complete ones. NAME is a variant, such as `edge.muggins`; the default is all of them.
"""

import json
import sys
from pathlib import Path
from typing import Any

from tests.folders import PLAYTHROUGHS

# The record of every playthrough.
RECORDS = sorted(path for path in PLAYTHROUGHS.glob("*.jsonl") if not path.name.endswith(".answers.jsonl"))
PINNED = ("says", "rule", "source")


def answers_file(record: Path) -> Path:
    """The file with the answers to a record."""
    return record.with_name(f"{record.stem}.answers.jsonl")


def lines_of(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSON Lines file."""
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
