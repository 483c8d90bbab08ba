"""The READMEs are true: what they say about the code, files and commands is correct."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from referee.cli.main import main
from referee.engine.sheets import VARIANTS, traditional
from tests import papers
from tests.chromium import NO_CHROMIUM, find_chromium
from tests.folders import ROOT

RECORD = ROOT / "referee" / "engine" / "record" / "README.md"
SHEETS = ROOT / "referee" / "engine" / "sheets" / "README.md"
RULES = ROOT / "referee" / "engine" / "rules" / "README.md"
LEFT_OUT = {".venv", ".git", ".pytest_cache", "node_modules", "instance"}
PAPERS = sorted(path for path in ROOT.rglob("*.md") if not LEFT_OUT.intersection(path.parts))
MOST_WORDS = 900  # in the README: what people read before they try the program
HEAVIEST, WIDE = 60_000, 390  # the bytes and the width in pixels of a picture


def test_the_list_of_switches_is_the_code_s():
    assert papers.SWITCHES.read_text("utf-8") == papers.switches_paper(), "run python3 -m tests.papers"


def test_the_table_of_games_is_the_code_s():
    text = papers.README.read_text("utf-8")

    assert text == papers.with_table(text, papers.games_table()), "run python3 -m tests.papers"
    cells = [cell for row in papers.games_table().splitlines()[2:] for cell in row.split("|")[2:-1] if cell]
    assert len(cells) == len(VARIANTS)


def test_the_table_of_figures_is_that_of_the_last_measurement():
    text = papers.MEASURED.read_text("utf-8")

    assert text == papers.with_table(text, papers.figures_table()), "run python3 -m tests.papers"
    text = papers.DEPLOYED.read_text("utf-8")
    assert text == papers.with_table(text, papers.figures_table("evening.")), "run python3 -m tests.papers"


def test_the_list_of_switches_names_every_switch_that_a_table_may_set():
    text = papers.SWITCHES.read_text("utf-8")
    settable = {
        name
        for game in VARIANTS.values()
        for name in (*game.presets, *(each for part in game.parts() for each in part.switches()))
        if game.switch(name)
    }

    assert set(re.findall(r"^### `(\w+)`$", text, re.MULTILINE)) == settable


def test_the_switches_and_values_in_the_rules_are_those_of_the_code():
    listed: dict[str, set[str]] = {}
    for chapter in papers.SWITCHES.read_text("utf-8").split("\n### ")[1:]:
        name = chapter[1 : chapter.index("`", 1)]
        listed.setdefault(name, set()).update(re.findall(r"^\| `([^`]+)` \|", chapter, re.MULTILINE))
    wrong = [
        f"{name} = {values}"
        for name, values in re.findall(r"`(\w+) = ([^`]+)`", RULES.read_text("utf-8"))
        if not set(values.split(" | ")) <= listed.get(name, set())
    ]

    assert wrong == []


def test_the_round_in_the_record_s_readme_is_judged_as_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = indented(RECORD.read_text("utf-8"))
    record = next(block for block in blocks if block[0].startswith('{"record"'))
    shown = next(block for block in blocks if block[0].startswith("$ python3 -m referee replay"))
    file = tmp_path / "round.jsonl"
    file.write_text("\n".join(record), "utf-8")

    assert main(["replay", str(file)]) == 1
    assert capsys.readouterr().out.splitlines() == shown[1:]


def test_the_variant_in_the_sheets_readme_can_be_played_and_leaves_no_switch_unsaid():
    from referee.engine.rulings import Provenance

    printed = re.search(r"```python\n(.*?)```", SHEETS.read_text("utf-8"), re.DOTALL)[1]
    assert printed in Path(traditional.__file__).read_text("utf-8")

    names = {**vars(traditional), "replace": replace}
    exec(printed, names)
    game = names["FIVES_NINE_GAME"]

    assert (game.key, game.value("claims"), game.value("target")) == ("traditional.fives-nine", "fundex", 150)
    assert game.for_players(2).deal.tiles_each(2, 9) == 9
    for part in game.parts():
        for name, switch in part.switches().items():
            stated = part.cited(name).standing is Provenance.PRINTED
            assert stated or name in (*game.sheet.assumed, *part.silent), name
            assert (
                switch.takes(game.value(name))
                or not switch.is_open
                or name in ("hand_size", "opening_double")
            )


def test_the_record_s_readme_names_every_verb_and_every_code():
    from referee.engine.record.events import VERB_WORDS
    from referee.engine.rulings import Code

    text = RECORD.read_text("utf-8")

    listed = {
        word
        for cell in re.findall(r"^\|([^|]+)\|", text, re.MULTILINE)
        for word in re.findall(r"`([\w-]+)`", cell)
    }
    assert set(VERB_WORDS) - listed == set()
    assert {code.value for code in Code} - listed == set()
    assert [example for example in re.findall(r'`(\{"[^`…]*\})`', text) if not json.loads(example)] == []


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_to_a_file_leads_to_one(paper: Path):
    text = paper.read_text("utf-8")
    found = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text) + re.findall(r'src="([^":]+)"', text)

    assert [each for each in found if not (paper.parent / each).exists()] == []


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_a_paper_names_by_its_path_is_there(paper: Path):
    named = re.findall(r"`((?:referee|tests|templates|static|\.\w+)/[\w./-]*\w)`", paper.read_text("utf-8"))

    assert [each for each in named if not (ROOT / each).exists()] == []


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_that_a_paper_runs_is_there(paper: Path):
    run = set(re.findall(r"-m ((?:tests|referee)(?:\.\w+)*)", paper.read_text("utf-8")))

    missing = [
        each
        for each in sorted(run)
        if not (ROOT / each.replace(".", "/") / "__main__.py").exists()
        and not (ROOT / f"{each.replace('.', '/')}.py").exists()
    ]
    assert missing == []


def test_the_readme_is_short_and_begins_with_a_picture():
    text = papers.README.read_text("utf-8")

    assert len(text.split()) <= MOST_WORDS
    assert "<img" in text[: text.index("python3 -m referee")]


@pytest.mark.parametrize("name", re.findall(r'src="([^"]+)"', papers.README.read_text("utf-8")))
def test_a_picture_of_the_readme_is_small(name: str):
    file = ROOT / name

    assert file.stat().st_size <= HEAVIEST
    with Image.open(file) as picture:
        assert picture.width == WIDE


@pytest.mark.skipif(find_chromium() is None, reason=NO_CHROMIUM)
def test_the_pictures_can_be_taken_anew(tmp_path: Path):
    command = [sys.executable, "-m", "tests.pictures", str(tmp_path)]

    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)

    taken = {f".pictures/{file.name}" for file in tmp_path.iterdir()}
    assert taken == set(re.findall(r'src="([^"]+)"', papers.README.read_text("utf-8")))


def indented(text: str) -> list[list[str]]:
    """The indented blocks of a README, without their indentation."""
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.startswith("    "):
            blocks[-1].append(line[4:])
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]
