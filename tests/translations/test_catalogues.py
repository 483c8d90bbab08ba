"""Every sentence has its translation, and the translation says the same things."""

import re
from string import Formatter

import pytest
from babel.messages.catalog import Message

from referee import paths
from referee.engine.messages import Listed, Partners, counted, in_locale, msg, msg_as
from referee.engine.rules.order import people
from referee.translations.catalogues import read_translator, translator_of
from tests.translations.extracting import everything, of_calls, read

LANGUAGES = sorted(paths.LANGUAGES.glob("*.po"))


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def names(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("path", LANGUAGES, ids=lambda path: path.stem)
def test_every_sentence_has_its_translation(path):
    catalogue = read(path)
    missing = []
    for message in everything():
        if message.id:
            found = catalogue.get(forms(message.id)[0], message.context)
            if found is None or not found.string or not all(forms(found.string)) or found.fuzzy:
                missing.append(message.id)
    assert missing == []


@pytest.mark.parametrize("path", LANGUAGES, ids=lambda path: path.stem)
def test_a_translation_is_filled_with_the_same_things_as_the_sentence(path):
    def is_wrong(message: Message) -> bool:
        if not message.string or not all(forms(message.string)):
            return False
        asked = {name for each in forms(message.id) for name in names(each)}
        told = [names(each) for each in forms(message.string)]
        marks = [sorted(re.findall(r"</?\w+", each)) for each in (*forms(message.id), *forms(message.string))]
        one_for_all = all(each <= asked and asked - each <= {"n"} for each in told)
        return not one_for_all or any(each != marks[0] for each in marks)

    assert [each.id for each in read(path) if each.id and is_wrong(each)] == []


@pytest.mark.parametrize("path", LANGUAGES, ids=lambda path: path.stem)
def test_nothing_is_translated_that_nobody_says(path):
    known = {(forms(each.id)[0], each.context) for each in everything()}
    assert [
        each.id for each in read(path) if each.id and (forms(each.id)[0], each.context) not in known
    ] == []


def test_a_sentence_is_said_in_the_language_of_its_reader(tmp_path):
    words = tmp_path / "es.po"
    words.write_text(
        'msgid ""\nmsgstr ""\n"Language: es\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
        'msgid "{name} lays {tiles}."\nmsgstr "{name} pone {tiles}."\n\n'
        'msgid "{n} tile"\nmsgid_plural "{n} tiles"\nmsgstr[0] "{n} ficha"\nmsgstr[1] "{n} fichas"\n\n'
        'msgctxt "the game"\nmsgid "Draw"\nmsgstr "Robar"\n',
        encoding="utf-8",
    )
    sentence = msg("{name} lays {tiles}.", name="Ana", tiles=counted("{n} tile", "{n} tiles", 3))
    assert str(sentence) == "Ana lays 3 tiles."
    with in_locale(read_translator(words)):
        assert str(sentence) == "Ana pone 3 fichas."
        assert str(msg_as("the game", "Draw")) == "Robar"
        assert str(msg("Draw")) == "Draw"
    assert str(sentence) == "Ana lays 3 tiles."


def test_a_sentence_within_another_call_and_within_a_formatted_string_is_found(tmp_path):
    (tmp_path / "speaking.py").write_text(
        """def tell(n):
    return msg(WORDS.get(n, marked("one in another")), name=f"{_('one in a string')} {_p('verb', 'Draw')}")


def count(n):
    return f"{_n('{n} tile', '{n} tiles', n)}"
""",
        encoding="utf-8",
    )
    found = {(message, context) for _file, message, context in of_calls(tmp_path)}
    assert found == {
        ("one in another", None),
        ("one in a string", None),
        ("Draw", "verb"),
        (("{n} tile", "{n} tiles"), None),
    }


@pytest.mark.parametrize(
    ("said", "spanish"),
    [
        (people([7, 8]), "7 u 8 jugadores"),
        (people([10, 11]), "10 u 11 jugadores"),
        (people([3, 4]), "3 o 4 jugadores"),
        (people([17, 18]), "17 o 18 jugadores"),
        (Listed(["Ana", "Cal"]), "Ana y Cal"),
        (Listed(["Ana", "Ben", "Ida"]), "Ana, Ben e Ida"),
        (Listed(["Ana", "Hielo"]), "Ana y Hielo"),
        (Listed(["Ana", "Yolanda"]), "Ana y Yolanda"),
        (Listed([Partners("Ana & Cal"), Partners("Ben & Dan")]), "Ana y Cal, y Ben y Dan"),
        (Listed([Partners("Ana & Ida"), "Ben"]), "Ana e Ida, y Ben"),
        (Partners("Al"), "Al"),
        (Listed(["Ana", "Olga"], "{some} or {last}"), "Ana u Olga"),
        (Listed(["6-3", "8-1"], "{some} or {last}"), "6-3 u 8-1"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_spanish_joins_words_by_the_sound_of_what_comes_next(said, spanish):
    with in_locale(translator_of("es")):
        assert str(said) == spanish


def test_a_source_that_is_no_sheet_has_a_name_in_spanish(client):
    page = client.get("/rules/traditional.all-threes", headers={"Accept-Language": "es-MX"}).text

    assert "Tradicional" in page
    assert "Traditional" not in page


def test_no_name_of_a_game_stands_where_spanish_needs_an_article():
    """One plays "al dominó venezolano", but "a Muggins": the sentences do without."""
    needs = re.compile(r"\b(?:a|al|con|de|del|en) \{(?:game|title)\}", re.IGNORECASE)
    told = [text for each in read(paths.LANGUAGES / "es.po") for text in forms(each.string)]

    assert [each for each in told if needs.search(each)] == []
