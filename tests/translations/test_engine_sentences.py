"""What the engine keeps is never English yet: judged without a language, it is read in whatever language comes later."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from referee.engine.answers import answer_json, replay_text, result_json
from referee.engine.explain import explanations, questions
from referee.engine.explain.open_questions import left_open
from referee.engine.explain.other_sheets import elsewhere_settled
from referee.engine.games.line.state import LineMatch
from referee.engine.games.match import Status
from referee.engine.log import Answer, Log, open_log
from referee.engine.messages import Begun, Joined, Listed, Message, in_locale, msg
from referee.engine.record.reading import RecordError, read_record
from referee.engine.rules import order
from referee.engine.rules.order import compare
from referee.engine.rulings import Provenance, Rule
from referee.engine.seating import HeaderError
from referee.engine.setup import read_setup, read_setup_line
from referee.engine.sheets import LINE_GAMES, VARIANTS
from referee.importing import judge_record
from referee.translations.catalogues import translator_of
from tests.engine.test_examples import FILES
from tests.example_tables import check, read_examples
from tests.pinning import RECORDS
from tests.translations.extracting import everything
from tests.translations.test_nothing_in_english import CLOSE, OPEN, Brackets

WORD = re.compile(r"[^\W\d_]{2,}")
ONCE_IN = 5  # questions are asked after every so many events
LEDGERS = (
    questions.count,
    questions.who_holds_how_many,
    questions.still_out,
    questions.is_dead,
    explanations.why_my_turn,
)


def words_outside(text: str, names: Iterable[str]) -> list[str]:
    """What of a text, said in the language of brackets, stands outside of them and is no name."""
    bare, before = text, ""
    while bare != before:
        before, bare = bare, re.sub(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", " ", bare)
    return WORD.findall(without(names, bare))


def without(names: Iterable[str], text: str) -> str:
    """The text without these names, the longest first."""
    if WORD.search(text):
        for name in sorted(names, key=len, reverse=True):
            text = text.replace(name, " ")
    return text


def plain_in(value: object) -> Iterator[str]:
    """Whatever fills a sentence, and the sentences in it, as text that no language can change."""
    match value:
        case Begun():
            yield from plain_in(value.words)
        case Listed() | Joined():
            for each in value.items:
                yield from plain_in(each)
        case Message():
            for each in value.values.values():
                yield from plain_in(each)
        case _:
            yield str(value)


def templates_in(value: object) -> Iterator[tuple[str, str]]:
    """The templates of a sentence and of all sentences in it, each with its context."""
    match value:
        case Begun():
            yield from templates_in(value.words)
        case Listed() | Joined():
            yield value.template, ""
            for each in value.items:
                yield from templates_in(each)
        case Message():
            yield value.template, value.context
            for each in value.values.values():
                yield from templates_in(each)


def untranslatable(sentences: Iterable[object]) -> set[tuple[str, str]]:
    """The templates that no translator is told of; signs alone need none."""
    found = {each for sentence in sentences for each in templates_in(sentence)} - known_to_translators()
    return {(template, context) for template, context in found if template and template != "{source}"}


@cache
def known_to_translators() -> set[tuple[str, str]]:
    return {
        (each.id if isinstance(each.id, str) else each.id[0], each.context or "") for each in everything()
    }


def in_english(sentences: Iterable[object], names: Iterable[str], written: str = "") -> set[str]:
    """The sentences that keep English words: outside the language, or as what fills them.

    What a record says itself (`written`) may be quoted as it is.
    """
    known = {*names}
    found = set()
    for each in sentences:
        assert isinstance(each, Message), each
        with in_locale(Brackets()):
            words = str(each)
        if words_outside(words, known):
            found.add(words)
        for text in plain_in(each):
            if text.strip("'\"…") not in written and WORD.search(without(known, text)):
                found.add(f"{words} is filled with {text!r}")
    return found


def sheet_names() -> set[str]:
    """What stands as it is: titles of sheets, their sections, and games where they are cited."""
    found = set()
    for game in VARIANTS.values():
        found |= {game.sheet.title, game.name}
        for part in game.parts():
            sources = (part.source, *part.elsewhere.values())
            found |= {each.section for each in sources if isinstance(each.section, str)}
            found |= {each.sites for each in sources if isinstance(each.sites, str)}
    return found


# Words of one sheet that players call out, in every language.
CALLED = {game.knock for game in LINE_GAMES.values()} - {"Pass"}
SHEETS = sheet_names()


def of_rule(rule: Rule | None) -> list[object]:
    return [] if rule is None else [rule.sentence, Message("{source}", {"source": Cited(rule)})]


class Cited(Message):
    """A source, said when it is read."""

    def __init__(self, rule: Rule) -> None:
        super().__init__("", {})
        self.rule = rule

    def __str__(self) -> str:
        return f"{OPEN}{CLOSE}{self.rule.source}"


def of_answer(answer: Answer) -> Iterator[object]:
    ruling = answer.ruling
    yield from ruling.said
    yield from of_rule(ruling.rule)
    if ruling.settled is not None:
        yield from ruling.settled.steps


def of_questions(log: Log, answer: Answer) -> Iterator[object]:
    """What may be asked of a line game at this point."""
    state = log.state
    assert isinstance(state, LineMatch)
    for ask in LEDGERS:
        told = ask(state)
        yield from told.said
        for rule in told.rules:
            yield from of_rule(rule)
    yield from explanations.why_round_over(state).said
    yield from explanations.why_nothing(log).said
    if log.entries and log.entries[-1].number == answer.number:
        rules = explanations.rules_behind(log.entries[-1].ruling, state.setup.variant)
        for rule in (*rules, *state.setup.unchanged(rules)):
            yield from of_rule(rule)


def of_disputes(log: Log) -> Iterator[object]:
    """What a sheet leaves open about a settled round, and what the others pay."""
    for dispute in left_open(log):
        yield from (dispute.title, dispute.why)
        for reading in dispute.readings:
            yield from (reading.sentence, *reading.steps)
    for reading in elsewhere_settled(log).readings:
        yield from reading.steps
        for rule in reading.rules:
            yield from of_rule(rule)
        yield from (doubt.sentence for doubt in reading.doubts)


def told_by(text: str, once_in: int) -> tuple[list[object], tuple[str, ...]]:
    """Every sentence that the judging of a record brings, and the names at its table."""
    raw = read_record(text)
    log = open_log(read_setup_line(raw.header, raw.header_line, raw.header_text))
    found: list[object] = []
    for number, event in enumerate(raw.events, 1):
        answer, log = log.say(event)
        found += of_answer(answer)
        if isinstance(log.state, LineMatch) and number % once_in == 0:
            found += of_questions(log, answer)
    return [*found, *at_the_end_of(log)], names_at(log)


def at_the_end_of(log: Log) -> list[object]:
    """What a record tells when it has been judged."""
    is_over = log.state.status in (Status.ROUND_OVER, Status.MATCH_OVER)
    disputes = of_disputes(log) if isinstance(log.state, LineMatch) and is_over else ()
    return [*(flag.because for flag in log.state.flags), *disputes]


def names_at(log: Log) -> tuple[str, ...]:
    """The names at its table."""
    return (*log.start.setup.players, *log.start.setup.sides)


@pytest.mark.parametrize(
    "sentence",
    [
        msg("{sum}", sum="1 tile"),
        Listed(["Ana", msg("{held}", held="nothing")]),
        Joined(["one hand"], ", "),
    ],
    ids=str,
)
def test_english_is_found_wherever_it_hides(sentence: Message):
    assert in_english([sentence], {"Ana"})
    assert untranslatable([msg("Nobody says this {thing}.", thing=sentence)])


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_whatever_is_told_of_a_record_is_kept_without_a_language(record: Path):
    text = record.read_text(encoding="utf-8")
    told, names = told_by(text, ONCE_IN)

    assert told
    assert in_english(told, {*SHEETS, *names, *CALLED}, text) == set()
    assert untranslatable(told) == set()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_whatever_is_told_of_an_example_is_kept_without_a_language(path: Path):
    """An example is asked about after many of its events: what begins alike is judged once."""
    wrong: set[str] = set()
    judged: dict[str, tuple[Log, dict[str, object]]] = {}

    def look_at(told: list[object], log: Log, text: str) -> None:
        wrong.update(in_english(told, {*SHEETS, *names_at(log), *CALLED}, text))
        wrong.update(template for template, _ in untranslatable(told))

    @cache
    def told_of(text: str) -> list[dict[str, object]]:
        raw, lines, told = read_record(text), text.splitlines(), []
        log = open_log(read_setup_line(raw.header, raw.header_line, raw.header_text))
        for number, event in enumerate(raw.events, 2):
            begun = "\n".join(lines[:number])
            if begun not in judged:
                answer, after = log.say(event)
                look_at([*of_answer(answer)], after, begun)
                judged[begun] = after, answer_json(answer)
            log, answered = judged[begun]
            told.append(answered)
        look_at(at_the_end_of(log), log, text)
        return [*told, result_json(log.state)]

    for example in read_examples(path):
        check(example, told_of)
    assert wrong == set()


@pytest.mark.parametrize("record", RECORDS[::6], ids=lambda path: path.stem)
def test_answers_are_english_in_every_language(record: Path):
    text = record.read_text(encoding="utf-8")
    raw = read_record(text)
    log = open_log(read_setup_line(raw.header, raw.header_line, raw.header_text))
    in_brackets = []
    with in_locale(Brackets()):
        for event in raw.events:
            answer, log = log.say(event)
            in_brackets.append(answer_json(answer))
        in_brackets.append(result_json(log.state))

    assert in_brackets == replay_text(text)


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_rule_of_a_game_is_kept_without_a_language(key: str):
    game = VARIANTS[key]
    told: list[object] = []
    for chapter in order.chapters(game):
        told.append(chapter.title)
        for entry in chapter.entries:
            told += [entry.title, *entry.others, *([entry.why] if entry.why else [])]
            for case in entry.cases:
                told += [case.sentence, *([case.when] if case.when else [])]
    told += [game.rule(name).sentence for part in game.parts() for name in part.switches()]
    told += [question.title for question in compare([game]).same]

    assert in_english(told, ()) == set()
    assert untranslatable(told) == set()


def test_how_firmly_a_rule_stands_is_kept_without_a_language():
    assert in_english([standing.words for standing in Provenance], ()) == set()


@pytest.mark.parametrize(
    "wrong",
    [
        {"record": 2}, {"variant": "nobody's"}, {"tiles": 7}, {"players": "Ana"}, {"players": ["Ana"]},
        {"players": ["Ana", "Ana"]}, {"players": ["Ana", " "]}, {"players": list("ABCDEFGHIJK")}, {"options": 3},
        {"options": {"nothing": 1}}, {"options": {"draw": "all"}}, {"options": {"hand_size": 27}}, {"teams": 1},
        {"teams": [["Ana", "Ben"]]}, {"date": 3}, {"place": 3}, {"note": 3}, {"colour": 3},
        {"options": {"opening": "starter", "hand_size": 20}}, {"options": {"opening": "holder", "opening_double": 12}},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_wrong_with_a_set_up_is_kept_without_a_language(wrong: dict[str, object]):
    header = {"record": 1, "variant": "classic.draw", "players": ["Ana", "Ben"], **wrong}
    with pytest.raises(HeaderError) as raised:
        read_setup(header)

    assert in_english([raised.value.message], SHEETS, json.dumps(header, default=str)) == set()
    assert untranslatable([raised.value.message]) == set()
    with in_locale(Brackets()):
        assert str(raised.value).startswith(OPEN)


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{", b"\xff", b'{"record": 1, "record": 1}\n', b'{"record": 1.5}\n']
)
def test_what_is_wrong_with_a_record_is_kept_without_a_language(data: bytes):
    with pytest.raises(RecordError) as raised:
        judge_record(data)

    with in_locale(Brackets()):
        assert str(raised.value).startswith(OPEN)


def test_the_sources_of_games_that_no_sheet_prints_are_called_as_those_games_are():
    source = VARIANTS["traditional.mexican-train"].rule("opening").source
    printed = VARIANTS["fundex2004.all-fives"].rule("score").source

    assert str(source) == "Traditional, Mexican Train (most rule sheets: gamecabinet.com, mexicantrain.com)"
    with in_locale(translator_of("es")):
        assert str(source) == (
            "Tradicional, Tren mexicano (la mayoría de los reglamentos: gamecabinet.com, mexicantrain.com)"
        )
        assert str(printed) == "Fundex 2004, All Fives"  # a player has to find it on the sheet
