"""What a line game says in the middle of a step, in a dispute and on paper can be translated too."""

import json
import zlib
from urllib.parse import urlencode

import pytest

from referee.engine.messages import in_locale
from referee.export.table_files import download, written
from referee.export.texts import match_text, round_text
from referee.reports.matches import match_summary
from referee.storage.rows import NewEvent
from tests.translations import test_nothing_in_english as finder
from tests.translations.test_nothing_in_english import Brackets, left_over, names_of
from tests.web.disputes.test_disputes import BLOCK, BLOCKED, FIVES, RENEGE, TIE, TIED

bracketed = finder.bracketed
CALLED = {"record": 1, "variant": "fundex2004.all-fives", "players": ["Ana", "Ben"]}
OPENED = ({"round": 1}, {"by": "Ana", "play": "6-6"}, {"by": "Ben", "play": "6-3"})
CROSS = {"record": 1, "variant": "fundex2004.cross", "players": ["Ana", "Ben"]}
NINES = {"record": 1, "variant": "fundex2004.bergen", "players": ["Ana", "Ben", "Cal"], "tiles": 9}
SETTLED = (*BLOCKED, *({"by": name, "pips": pips} for name, pips in (("Ana", 10), ("Ben", 7), ("Cal", 12))))


def tried(**event: object) -> str:
    return "?" + urlencode({"tried": json.dumps(event)})


ASKED = ["may", "score", "count", "out", "dead", "held", "turn", "nothing", "over", "nothing&who=Ana"]
STEPS = {
    "nothing said yet": (FIVES, (), ["", "/ask?q=turn", "/elsewhere", "/log"]),
    "a tile refused": (FIVES, OPENED, ["", tried(by="Ana", play="5-4"), tried(by="Ben", play="6-4")]),
    "a tile that goes on two": (FIVES, OPENED, [tried(by="Ana", play="6-1"), tried(by="Ana", play="3-1")]),
    "an end tapped first": (FIVES, OPENED, ["?at=6-6/6", "?who=Ben", "?half=3"]),
    "nobody has opened": (FIVES, ({"round": 1},), ["", tried(play="6-6"), "/ask?q=turn"]),
    "a draw": (FIVES, (*OPENED, {"by": "Ana", "draw": 2}), ["", "/log", tried(by="Ana", draw=40)]),
    "a pass refused": (FIVES, OPENED, [tried(**{"by": "Ana", "pass": True})]),
    "a tile that was let stand": (
        FIVES,
        (*OPENED, {"by": "Ana", "play": "5-4", "stood": True, "at": "6-6", "out": 4}),
        ["", "/log", "/log/4"],
    ),
    "taken back": (FIVES, (*OPENED, {"retract": 3}), ["", "/log", "/log/2"]),
    "claims open": (CALLED, OPENED, ["", "?call=claim", "?call=muggins", "/ask?q=count", "/elsewhere"]),
    "a claim": (CALLED, (*OPENED, {"by": "Ben", "claim": 15}), ["", "?call=muggins", "/log"]),
    "a wrong claim": (CALLED, (*OPENED, {"by": "Ben", "claim": 20}), ["", "/log", "/log/4"]),
    "a call of muggins": (CALLED, (*OPENED, {"by": "Ana", "muggins": 15}), ["", "/log"]),
    "a call that comes too late": (CALLED, OPENED, [tried(by="Ana", claim=15), tried(by="Ana", muggins=10)]),
    "questions": (FIVES, OPENED, [f"/ask?q={each}" for each in ASKED]),
    "questions about a tile": (
        FIVES,
        OPENED,
        [f"/ask?q={each}&tile=6-1{at}" for each in ("may", "score") for at in ("", "&at=6-6/6", "&at=6-3/3")]
        + ["/ask?q=may&half=3", "/elsewhere?tile=6-1", "/elsewhere?tile=6-1&at=6-3/3", "/open?tile=6-1&at=6-6"],
    ),
    "questions about a cross": (CROSS, OPENED[:2], ["", "/ask?q=may&tile=6-1", tried(by="Ben", play="5-1")]),
    "a large set": (NINES, ({"round": 1},), ["", "?half=9"]),
    "a proof": (
        FIVES,
        RENEGE,
        ["", "/log"]
        + [f"/proof/renege/3{each}" for each in ("", "?remedy=leave", "?remedy=void", "?remedy=points&amount=-5")],
    ),
    "the hands": (BLOCK, BLOCKED, ["", "?hand=Ben", "?hand=Ben&pips=1", "?hand=Ben&shown=6-4", "?hand=Cal&half=6"]),
    "a hand that cannot be": (
        BLOCK,
        BLOCKED,
        [
            tried(by="Ana", hand=["3-3", "6-4"]),
            "/mend" + tried(by="Ana", hand=["3-3", "6-4"]),
            "/mend" + tried(by="Ben", pips=90),
        ],
    ),
    "a block settled": (BLOCK, SETTLED, ["", "/elsewhere", "/open", "/log?decide=1", "/match", "/round/1"]),
    "a tie": (TIED, TIE, ["", "/elsewhere", "/open", "/ask?q=over", "/ask?q=nothing", "/match", "/round/1"]),
}  # fmt: skip


def seated(app, header, events):
    store = app.extensions["referee"]
    row = store.create_table(header)
    store.append(row.id, 0, "all of it", [NewEvent(each) for each in events])
    return row


@pytest.mark.parametrize("step", STEPS)
def test_no_step_at_a_line_game_has_words_that_nobody_can_translate(bracketed, app, step):
    header, events, pages = STEPS[step]
    row = seated(app, header, events)
    names = {*names_of(app), *header["players"]}
    found = {}
    for page in pages:
        answer = bracketed.get(f"/t/{row.links['keep']}{page}")
        assert answer.status_code == 200, (page, answer.status_code)
        if texts := left_over(answer.text, names):
            found[page] = texts
    assert found == {}


@pytest.mark.parametrize("header_and_events", [(BLOCK, SETTLED), (TIED, TIE), (FIVES, RENEGE)])
def test_no_text_of_a_table_has_words_that_nobody_can_translate(app, header_and_events):
    header, events = header_and_events
    store = app.extensions["referee"]
    names = {*names_of(app), *header["players"]}
    with in_locale(Brackets()):
        table = written(store, seated(app, header, events))
        texts = [match_text(match_summary(table.log), table.about)]
        texts += [round_text(table.round(number), table.about) for number in table.settled_rounds]
    assert [
        left_over(line, names) for text in texts for line in text.splitlines() if left_over(line, names)
    ] == []


def test_a_paper_is_in_the_language_that_is_spoken(app):
    store = app.extensions["referee"]
    table = written(store, seated(app, BLOCK, SETTLED))
    plain = download(table, "pdf", 1, paper="a4").data
    with in_locale(Brackets()):
        assert download(table, "pdf", 1, paper="a4").data != plain
    assert zlib.crc32(download(table, "pdf", 1, paper="a4").data) == zlib.crc32(plain)
