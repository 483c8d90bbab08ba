"""What scripts say comes with the page, in its language."""

import json
import re

from referee import paths
from referee.web.infra import visitors
from referee.web.infra.script_words import SPEECH, WORDS
from tests.translations.test_nothing_in_english import Brackets

OURS = [paths.STATIC / "sw.js", *sorted((paths.STATIC / "js").glob("*.js"))]
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in OURS}


def handed_over(client):
    block = re.search(r'<script type="application/json" id="words">(.*?)</script>', client.get("/").text)
    return json.loads(block.group(1))


def test_a_page_hands_its_scripts_their_words(client):
    words = handed_over(client)

    assert words["waits"] == "Not sent yet: {what}."
    assert words.keys() == WORDS.keys()


def test_the_words_of_scripts_are_in_the_language_of_the_page(client, monkeypatch):
    monkeypatch.setattr(visitors, "translator_of", lambda _code: Brackets())

    words = handed_over(client)

    assert words["waits"] == "⟦Not sent yet: {what}.⟧"
    assert [each for each in words.values() if not each.startswith("⟦")] == []


def test_scripts_ask_for_the_words_that_there_are():
    code = {name: text for name, text in SCRIPTS.items() if name != "speech.js"}
    check_words("\n".join(code.values()), WORDS)
    check_words(SCRIPTS["speech.js"], SPEECH)


def check_words(code, words):
    assert set(re.findall(r'\b(?:say|told|ways)\("(\w+)"', code)) <= words.keys()
    assert [name for name in words if f'"{name}"' not in code and f"words.{name}" not in code] == []


def test_no_script_has_a_sentence_of_its_own():
    code = {name: re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE) for name, text in SCRIPTS.items()}

    assert "live.js" in code
    assert {
        name: found
        for name, text in code.items()
        if (found := re.findall(r'"[A-Z][a-z]+[ .][^"]*"|"[^"=]*[a-z] [a-z]+[^"=]*\."', text))
    } == {}
