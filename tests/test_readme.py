"""The README tells the truth: the round in it is judged as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli import main

README = Path(__file__).parents[1] / "README.md"


def _blocks(text: str) -> list[list[str]]:
    """The indented blocks of the README, without their indent."""
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.startswith("    "):
            blocks[-1].append(line[4:])
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def test_the_round_in_the_readme_is_judged_as_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = _blocks(README.read_text("utf-8"))
    record = next(block for block in blocks if block[0].startswith('{"record"'))
    shown = next(block for block in blocks if block[0].startswith("$ python3 -m referee replay"))
    file = tmp_path / "round.jsonl"
    file.write_text("\n".join(record), "utf-8")
    assert main(["replay", str(file)]) == 1
    assert capsys.readouterr().out.splitlines() == shown[1:]
