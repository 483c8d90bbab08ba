"""The round in the engine's README is played as it stands there."""

import re

from tests.folders import ROOT

README = ROOT / "referee" / "engine" / "README.md"


def test_the_round_in_the_readme_prints_what_it_says(capsys):
    code, printed = re.findall(r"```(?:python)?\n(.*?)```", README.read_text("utf-8"), re.DOTALL)

    exec(compile(code, str(README), "exec"), {})

    assert capsys.readouterr().out == printed


def test_the_readme_names_every_module_of_the_engine():
    text = README.read_text("utf-8")
    inside = [each for each in (ROOT / "referee" / "engine").iterdir() if not each.name.startswith("_")]

    missing = [each.name for each in inside if each.suffix in ("", ".py") and each.name not in text]
    assert missing == []
