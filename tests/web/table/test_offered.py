"""What a page offers can be entered: every button beside the tiles, on the page of a turn and on that of a refusal."""

import re

import pytest

from referee.engine.log import Log
from referee.engine.rulings import Code
from referee.importing import import_record
from tests.folders import PLAYTHROUGHS
from tests.web.reading import Button, Reader

GAMES = [
    "edge.draw", "fundex2004.fours", "fundex2004.solitaire", "fundex2008.blind", "hasbro2003.muggins",
    "hasbro2003.poker", "hasbro2003.tiddle-a-wink", "traditional.chickenfoot", "traditional.forty-two",
    "traditional.mexican-train", "traditional.partners-dominican", "traditional.private-trains",
]  # fmt: skip
TILE = re.compile(r"\d+-\d+")


def _opened(reader: Reader, variant: str) -> str:
    """Open a new table in the middle of the game's playthrough."""
    lines = (PLAYTHROUGHS / f"{variant}.jsonl").read_text().splitlines()
    row, _ = import_record(
        reader.client.application.extensions["referee"], "\n".join(lines[: len(lines) // 2]).encode()
    )
    reader.open(f"/t/{row.links['owner']}")
    return reader.address


def _beside_the_tiles(reader: Reader) -> list[Button]:
    found = [
        each
        for form in reader.page.forms
        if form.action.startswith("/t/") and form.name != "picture"
        for each in form.buttons
    ]
    return [each for each in found if not TILE.match(each.label)]


def _ways(reader: Reader, variant: str) -> list[tuple[Button, ...]]:
    """No tap, and each tap after which the page may offer others: a button beside the tiles, a tile that cannot go."""
    _opened(reader, variant)
    tiles = [each for form in reader.page.forms for each in form.buttons if "cannot go" in each.label]
    return [(), *((each,) for each in (*_beside_the_tiles(reader), *tiles[:1]))]


@pytest.mark.parametrize("variant", GAMES)
def test_every_button_of_a_page_says_all_that_its_entry_needs(reader, monkeypatch, variant):
    said: list[tuple[object, Code | None]] = []
    say = Log.say

    def noted(log: Log, raw: dict[str, object]) -> object:
        answer, after = say(log, raw)
        said.append((raw, answer.ruling.code))
        return answer, after

    monkeypatch.setattr(Log, "say", noted)
    pressed = 0
    for way in _ways(reader, variant):
        _opened(reader, variant)
        for each in way:
            reader.choose(each.name, each.value)
        for each in _beside_the_tiles(reader):
            _opened(reader, variant)
            for one in (*way, each):
                reader.choose(one.name, one.value)
                pressed += 1
            assert reader.status in (200, 422), (way, each)
    assert pressed > 3
    assert [raw for raw, code in said if code is Code.UNREADABLE] == []
