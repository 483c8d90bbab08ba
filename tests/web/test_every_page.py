"""On every kind of page, axe finds nothing, nothing is wider than a small phone, and targets are large enough to tap,
in English and in Spanish."""

import json
import urllib.request
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

import pytest

from referee.storage.rows import NewEvent
from referee.storage.store import Store
from tests.engine.explain.test_later_moves import HEADER, ROUND
from tests.folders import PLAYTHROUGHS
from tests.web.looking import SMALL, faults_of

BREACH = (
    {"round": 1},
    {"by": "Ana", "play": "5-5"},
    {"by": "Ben", "draw": 1},
    {"by": "Ben", "play": "5-0"},
    {"by": "Cal", "play": "2-0"},
    {"by": "Ana", "draw": 1},
    {"by": "Ana", "play": "2-1"},
    {"by": "Ben", "play": "5-3", "at": "5-5"},
)
ALONE = {"record": 1, "variant": "edge.block", "players": ["Ana", "Ben"], "options": {"hand_size": 1}}
FREE = (
    "/", "/new", "/new?step=2&variant=fundex2004.five-up", "/new?step=2&variant=fundex2004.solitaire",
    "/new?step=3&variant=fundex2004.five-up&player=Ana&player=Ben",
    "/new?step=4&variant=fundex2004.five-up&player=Ana&player=Ben&open=tiles",
    "/phone", "/join", "/players", "/tables", "/import", "/house-rules", "/rules", "/rules/fundex2004.five-up",
    "/rules/compare?v=fundex2004.five-up&v=traditional.all-fives", "/rules/hasbro2003.poker/ranks",
)  # fmt: skip
LINE = (
    "", "?entry=6", "/log/6", "/log/6?step=tile", "/log/6?step=other",
    "/log/6?correct=1&by=Ben&kind=play&play=6-5", "/log/6?step=back", "/log", "/log?void=1", "/log?decide=1", "/ask",
    "/elsewhere", "/match", "/exports", "/share", "/rules", '?tried={"by":"Cal","play":"4-4"}',
    '?tried={"by":"Cal","play":"5-0"}',
)  # fmt: skip
# Tables with a playthrough entered up to an event, and the pages to check there.
TABLES: Sequence[tuple[str, int, tuple[str, ...]]] = (
    ("traditional.forty-two", 3, ("",)),
    ("traditional.forty-two", 12, ("", "/log/9", "/log/9?step=back")),
    ("hasbro2003.texas", 99, ("", "/round/1")),
    ("hasbro2003.poker", 5, ("", "/log")),
    ("hasbro2003.poker", 99, ("", "/match")),
    ("fundex2004.solitaire", 6, ("", "/log/4?step=back")),
    ("fundex2004.elimination", 6, ("",)),
    ("fundex2004.knock-out", 5, ("",)),
    ("traditional.mexican-train", 1, ("",)),
    (
        "traditional.mexican-train",
        6,
        ("", "?entry=5", "/log/5?step=back", '?tried={"by":"Ana","play":"5-5"}'),
    ),
    ("traditional.mexican-train", 99, ("", "/round/1", "/match")),
    ("traditional.chickenfoot", 6, ("",)),
    ("traditional.chickenfoot", 99, ("", "/round/1")),
    ("traditional.private-trains", 0, ("",)),
    ("fundex2008.solitaire", 6, ("", "/log/4?step=back")),
    ("fundex2004.five-up", 99, ("", "/match")),
)


@pytest.fixture
def addresses(server) -> list[str]:
    """A page of every kind."""
    with Store(server.database) as store:
        found = [*FREE, *_at(store, HEADER, ROUND, LINE)]
        found += _at(store, HEADER, BREACH, ("", "/proof", "/proof/renege/3"))
        found += _at(store, ALONE, BREACH[:1], ("",))
        found += _at(store, ALONE, [BREACH[0], {"by": "Ana", "play": "6-6"}], ("", "?hand=Ben&pips=1"))
        for key, last, pages in TABLES:
            lines = (PLAYTHROUGHS / f"{key}.jsonl").read_text(encoding="utf-8").splitlines()
            header, *said = [json.loads(each) for each in lines]
            found += _at(store, header, said[:last], pages)
    for each in found:  # a missing page raises an error
        urllib.request.urlopen(server.local_url + quote(each, safe="/?=&"), timeout=60).close()
    return found


def _at(
    store: Store, header: Mapping[str, Any], said: Sequence[Mapping[str, Any]], pages: Sequence[str]
) -> list[str]:
    row = store.create_table(dict(header))
    store.append(row.id, 0, "all of it", [NewEvent(dict(each)) for each in said])
    return [f"/t/{row.links['keep']}{page}" for page in pages]


def test_nothing_stands_in_the_way_on_any_page(open_phone, addresses):
    # One test, so that axe does not check in one language what it has passed in the other.
    for locale in ("en-GB", "es-ES"):
        assert faults_of(open_phone(viewport=SMALL, locale=locale), addresses) == {}, locale
