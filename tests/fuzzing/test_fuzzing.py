"""A slice of the long campaign (`python3 -m tests.fuzzing`), and proof that it can find faults."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.datastructures import ImmutableMultiDict

from referee.engine.answers import replay_text
from referee.engine.log import Log
from referee.engine.record import parsing
from referee.importing import judge_record
from referee.storage.rows import NewEvent
from referee.web.parts.submit import Entered
from referee.web.table import routes
from tests.fuzzing import values
from tests.fuzzing.campaign import campaign, together
from tests.fuzzing.judging import AtTables, read, records, say, stages
from tests.fuzzing.pages import Pages, methods_of, words_of_the_pages
from tests.fuzzing.watching import Watch
from tests.web.reading import Reader
from tests.web.sitting import set_up_by_steps

HEADER = '{"record": 1, "variant": "edge.block", "players": ["Ana", "Ben"]}\n'


@pytest.mark.parametrize(
    ("kind", "inputs"), [("event", 800), ("record", 40), ("header", 150), ("page", 60), ("book", 120)]
)
def test_a_slice_of_the_campaign_finds_no_fault(kind, inputs):
    report = campaign(20261121, inputs, kind)

    assert report["faults"] == {}
    assert report["inputs"] == inputs
    assert len(report["outcomes"]) > 3


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None), max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(values.VERBS + values.WORDS), inner)
    ),
    max_leaves=8,
)


@settings(max_examples=60, derandomize=True)
@given(st.dictionaries(st.sampled_from(values.VERBS + values.WORDS), JSON, max_size=4), st.integers(0, 10**6))
def test_whatever_json_is_said_at_a_table_is_answered_by_a_ruling(said, where):
    logs, _ = stages(where % len(records()))
    log: Log = logs[where % len(logs)]

    say(log, said, Watch())


@settings(max_examples=100, derandomize=True)
@given(st.binary(max_size=300), st.booleans())
def test_whatever_bytes_are_read_as_a_record_are_refused_in_words_or_judged(data, with_header):
    read(HEADER.encode() * with_header + data)


# A QR code fits only a short round, and random input cannot guess the six characters of a table's code.
BY_LUCK = ("downloads.code", "joining.join")
ELSEWHERE = {400, 404, 405, 410, 429, 500}  # statuses that do not come from the page itself


def test_every_address_is_asked_with_each_of_its_methods_and_answers_by_itself():
    """Makes sure that a new address is really fuzzed, and not always rejected early."""
    watch = Watch()
    pages = Pages(watch, random.Random(3))
    asked, requests = set[tuple[str, str]](), pages.app.request_class
    pages.app.request_class = noting(requests, asked)
    wanted = [(rule, method) for rule in pages.rules for method in methods_of(rule)]
    for rule, method in wanted:
        least = 60 if rule.endpoint == "rounds.say" else 1  # it has a field for every kind of event
        for done in range(1, 3000):
            pages.ask(rule, method)
            if done < least:
                continue
            if rule.endpoint in BY_LUCK or pages.reached.get((rule.endpoint, method), set()) - ELSEWHERE:
                break
    missed = [
        (rule.endpoint, how) for rule, how in wanted if not pages.reached[rule.endpoint, how] - ELSEWHERE
    ]
    missed = [each for each in missed if each[0] not in BY_LUCK]
    pages.close()

    assert watch.faults == {}
    assert missed == []
    assert len(asked) > 60


def noting(requests, asked):
    """A request class that records which query and form fields are read."""

    class Noting(ImmutableMultiDict):
        def __getitem__(self, name):
            asked.add(("field", name))
            return super().__getitem__(name)

        def __contains__(self, name):
            asked.add(("field", name))
            return super().__contains__(name)

        def getlist(self, name, *more):
            asked.add(("field", name))
            return super().getlist(name, *more)

    return type("NotingRequest", (requests,), {"parameter_storage_class": Noting})


# What the campaign found


@pytest.mark.parametrize("deep", [600, 800])
def test_corrections_within_corrections_are_refused_however_deep_they_are(deep):
    line = '{"amend": 1, "with": ' * deep + "1" + "}" * deep

    answer = replay_text(HEADER + line)[0]

    assert answer["code"] == "unreadable"
    assert "cannot itself be a correction" in answer["says"]


def test_a_value_too_deep_to_be_quoted_is_still_refused_in_words():
    deep: list[object] = []
    for _ in range(3000):
        deep = [deep]

    assert parsing.shown(deep) == "…"


def test_half_a_letter_is_quoted_so_that_every_page_can_show_it():
    answer = replay_text(HEADER + '{"by": "\\ud800na", "play": "6-4"}')[0]

    assert "\N{REPLACEMENT CHARACTER}na does not sit at this table." in answer["says"]
    answer["says"].encode()


def test_half_a_letter_in_a_reason_is_not_written_down(app):
    """It would be on every page of the table from then on, and none of them could be encoded."""

    phone = Reader(app.test_client())
    table = set_up_by_steps(phone, "fundex2004.all-fives", ("Ana", "Ben"))
    form = phone.page.forms[0].fields
    sent = {"csrf_token": form["csrf_token"], "seq": form["seq"], "key": "half-a-letter"}
    said = {"void": True, "why": "\ud800"}

    phone.client.post(table, data={**sent, "say": '{"round": 1}'})
    phone.client.post(table, data={**sent, "key": "half-a-letter-2", "seq": 1, "say": json.dumps(said)})

    assert phone.client.get(table).status_code == 200
    assert app.extensions["referee"].head(1) == 1


@pytest.mark.parametrize(
    "header", ['"players": ["\\ud800", "Ben"]', '"players": ["Ana", "Ben"], "note": "\\udfff"']
)
def test_half_a_letter_is_in_no_header(header):
    data = '{"record": 1, "variant": "edge.block", ' + header + "}\n"

    for reader in (replay_text, lambda text: judge_record(text.encode())):
        with pytest.raises(Exception, match=r"name, of 40 letters|short text|half a character"):
            reader(data)


@pytest.mark.parametrize("variant", ["edge.muggins", "fundex2004.blind", "traditional.forty-two"])
@pytest.mark.parametrize("verb", ["play", "flip", "remove"])
def test_a_tile_of_a_larger_set_is_refused_on_the_page_too(app, variant, verb):
    lines = next(lines for name, lines in records() if name == variant)
    said = [json.loads(line) for line in lines]
    row = app.extensions["referee"].import_table(said[0], [NewEvent(each) for each in said[1:9]])
    table = f"/t/{row.links['owner']}"
    tried = {"by": said[0]["players"][1], verb: "13-1"}

    for other in ({}, {"stood": True}, {"at": "20-11"}):
        asked = {"tried": json.dumps({**tried, **other})}
        assert app.test_client().get(table, query_string=asked).status_code == 200
    for number in (2, 3):
        asked = {"correct": json.dumps(tried), "tile": "13-1", "play": "13-1"}
        assert app.test_client().get(f"{table}/log/{number}", query_string=asked).status_code == 200


# It can find faults


def test_a_sentence_that_no_page_can_show_would_be_found(monkeypatch):
    monkeypatch.setattr(parsing, "is_text", lambda _: True)
    watch = Watch()
    taker = AtTables(watch, random.Random(5))
    for _ in range(1500):
        taker.one()

    assert any("UnicodeEncodeError" in each for each in watch.faults)


def test_an_entry_written_down_without_a_ruling_would_be_found(monkeypatch):
    """Simulates a route that stores events without a ruling."""
    monkeypatch.setattr(routes, "said_at", lambda _, *raws: Entered([NewEvent(dict(raws[0]))]))
    watch = Watch()
    taker = Pages(watch, random.Random(2))
    for _ in range(100):
        taker.one()
        if watch.faults:
            break
    taker.close()

    assert watch.faults


def test_the_campaign_knows_every_word_that_a_page_asks_for():
    words = words_of_the_pages()

    assert {"say", "seq", "key", "paper", "which", "do", "tried", "since", "adjust-0"} <= set(words)


def test_reports_of_several_processes_are_added_up():
    one, other = campaign(1, 40, "header"), campaign(2, 60, "header")

    both = together([one, other])

    assert both["inputs"] == both["counts"]["header"] == 100
    assert len(both["slowest"]) == 5
