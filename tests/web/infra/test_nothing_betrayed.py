"""While a claim is open no address tells whether the last tile scores: every GET of a table, with every parameter.

Two tables are asked the same. They have the same tiles, and fours and fives have changed places on them: at one the
last tile makes the ends 4 + 4, at the other 5 + 5, which is ten points. Where an answer names a four or a five, it
may name the other; nothing else may differ.
"""

import ast
import io
import json
import re
import zipfile
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import unquote_plus, urlencode

import pytest
from flask import request
from werkzeug.datastructures import ImmutableMultiDict

import referee.web
from referee.engine.sheets import VARIANTS
from referee.export.paper.sizes import PAPERS
from referee.export.table_files import FORMS
from referee.storage.rows import NewEvent
from referee.web import create_app
from referee.web.infra import presence
from referee.web.tables.switches import switches_of, written
from tests.web.infra.test_guards import _token_of
from tests.web.reading import HTMX, Reader

PLAYERS = ("Ana", "Ben", "Cal")
# On a busy machine one of the two might give a page up that the other finishes.
ALIKE = {"TESTING": True, "PACED": False, "SECRET_KEY": "k", "PAGE_SECONDS": 3600.0}
LOG: tuple[dict[str, Any], ...] = (
    {"round": 1},
    {"by": "Ana", "play": "6-6"},
    {"by": "Ben", "play": "6-P"},
    {"by": "Cal", "play": "6-Q"},
    {"by": "Ana", "play": "P-Q", "at": "6-P"},
)
TABLES = {
    "fundex": ("fundex2004.all-fives", {}),
    "fundex, a false claim pays": ("fundex2004.all-fives", {"false_claim": "opponent_gets"}),
    "hasbro": ("hasbro2003.muggins", {}),
    "the last tile": ("fundex2004.all-fives", {"hand_size": 2, "draw": "none"}),
}

# What is asked. P and Q are the five and the four at one table, the four and the five at the other.
CALLS = tuple({"by": name, verb: 5} for name in PLAYERS for verb in ("claim", "muggins"))
TRIED: tuple[dict[str, Any], ...] = (
    *CALLS,
    {"by": "Ana", "claim": 95},
    {"by": "Ben", "muggins": 10},
    {"by": "Ben", "play": "Q-Q", "claim": 5},
    {"by": "Ben", "play": "3-2", "claim": 5},
    {"by": "Ben", "play": "3-2"},
    {"by": "Ben", "play": "Q-3"},
    {"play": "Q-3"},
    {"by": "Cal", "draw": 2},
    {"by": "Ben", "pass": True},
    {"by": "Ben", "hand": ["6-6"]},
    {"by": "Ben", "hand": ["6-1", "4-1"]},
    {"by": "Ben", "pips": 9},
    {"amend": 5, "with": {"by": "Ana", "claim": 5}, "claim": 5},
)
STEP: dict[str, tuple[str, ...]] = {
    "half": ("P", "Q", "6"),
    "at": ("P-Q/Q", "6-Q/Q", "6-Q"),
    "tried": tuple(json.dumps(each) for each in TRIED),
    "call": ("claim", "muggins"),
    "hand": ("Ana", "Ben"),
    "shown": ("6-1 3-2",),
    "pips": ("1",),
    "deal": ("1",),
    "who": ("Ben",),
    "faces": ("6-1 3-2",),
    "opener": ("Ben",),
    "no_double": ("1",),
}
QUESTION = {
    "q": ("may", "score", "count", "out", "dead", "held", "turn", "nothing", "over", "picture"),
    "tile": ("Q-3", "P-P", "P-Q", "6-1"),
    "at": ("P-Q/Q", "6-Q/Q"),
    "out": ("3", "Q"),
    "who": ("Ana",),
    "half": ("Q", "6"),
    "seen": ("P-Q 6-P Q-3?",),
    "tried": STEP["tried"][:2],
}
CORRECTED = {
    "by": ("Ben",), "kind": ("play", "draw", "pass"), "half": ("Q", "6"), "play": ("P-Q", "6-1", "Q-3"),
    "flip": ("6-1",), "at": ("6-P", "6-Q", "6-P/P"), "out": ("P", "Q"), "draw": ("1", "6-1"), "claim": ("5", "95"),
    "muggins": ("5", "95"), "pips": ("9",), "hand": ("6-1 3-2",), "bid": ("30",), "trump": ("6",), "ante": ("5",),
    "bet": ("5",), "raise": ("5",), "deal": ("6-1",), "remove": ("6-1",), "knock": ("6-1",), "move": ("6-1",),
    "turn": ("6-1",), "column": ("1",), "rest": ("6-1",), "pass": ("true",), "concede": ("true",),
    "check": ("true",), "call": ("true",), "fold": ("true",),
}  # fmt: skip
SWITCHES = {
    name: (*map(written, switch.sentences), *(("10",) if switch.template is not None else ()))
    for variant in ("fundex2004.all-fives", "hasbro2003.muggins")
    for name, switch in switches_of(VARIANTS[variant]).items()
}
CORNERS = "1,1,9,1,9,5,1,5"
PAPER = {"paper": tuple(PAPERS)}
SINCE = {"since": ("0", "3", "4", "5", "99"), "here": ("x",), "me": ("x",)}
NEITHER: dict[str, tuple[str, ...]] = {}
PARAMETERS: dict[str, dict[str, tuple[str, ...]]] = {
    "rounds.show": {**STEP, "entry": ("4", "99")},
    "rounds.live": {**STEP, **SINCE, "tried": STEP["tried"][:2]},
    "without.page": {
        "instead": ("2", "99"),
        "how": ("0", "blocked", "target"),
        "left-0": ("10", "6-1 3-2"),
        "left-1": ("10",),
        "count-1": ("2",),
        "points-0": ("5",),
        "last": ("5",),
        "pick": ("0",),
        "tile": ("1-0",),
    },
    "camera.check": {
        "hand": ("Ana",),
        "seen": (f"99x99 6-1,50,{CORNERS},P-Q Q-3,90,{CORNERS}", f"99x99 P-Q,90,{CORNERS}"),
        "at": ("0",),
        "on": ("0",),
        "tile": ("Q-3",),
        "half": ("Q",),
        "none": ("1",),
        "mine": ("1",),
    },
    "tv.show": NEITHER,
    "tv.live": {**SINCE, "code": ("QQQQQQ",)},
    "history.log": {
        "decide": ("1", "buy-in"),
        "void": ("1",),
        "notice": ("anybody's",),
        "before": ("3", "5"),
        "adjust-0": ("5",),
        "adjust-1": ("",),
        "adjust-2": ("",),
        "why": ("late",),
    },
    "history.summary": PAPER,
    "second_book.events": {"from": ("1", "4", "5"), "words": ()},
    "matchsheet.show": PAPER,
    "entries.show": {
        "correct": ("1",),
        "step": ("tile", "player", "place", "back", "missed", "other"),
        "put": ("5:P-Q/Q",),
        "train": ("Ana",),
        "drew": ("1", "2"),
        **CORRECTED,
    },
    "disputes.ask": QUESTION,
    "disputes.elsewhere": {
        "tile": QUESTION["tile"],
        "at": ("P-Q/Q",),
        "out": ("3",),
        "q": (),
        "who": (),
        "half": (),
        "seen": (),
        "tried": (),
        "entry": ("5", "6"),
    },
    "disputes.left": {
        "tile": QUESTION["tile"],
        "at": ("P-Q/Q",),
        "out": ("3",),
        "q": (),
        "who": (),
        "half": (),
        "seen": (),
        "tried": (),
    },
    "disputes.proofs": {"round": ("1", "2")},
    "disputes.proof": {"remedy": ("points", "void"), "amount": ("-5", "5"), "by": ("Ana", "Ben")},
    "disputes.mend": {"tried": tuple(each for each in STEP["tried"] if "hand" in each or "pips" in each)},
    "disputes.count": {"by": ("Ana", "Ben"), "held": ("2", "9")},
    "downloads.page": {"before": ("1", "2")},
    "downloads.code": NEITHER,
    "downloads.whole": {**PAPER, "look": ("1",)},
    "downloads.one_round": {**PAPER, "look": ("1",)},
    "sharing.share": NEITHER,
    "changing.change": {"done": ("1",), "open": ("end",), **SWITCHES},
    "rulebook.table_rules": NEITHER,
    "tables.others": {"game": ("1",)},
    "ranks.table_ranks": NEITHER,
    # What shows tables without being under one of their links.
    "tables.home": NEITHER,
    "finding.index": {"q": ("Ana",), "n": ("50",)},
    "players.index": {"q": ("Ana",)},
    "players.show": NEITHER,
}
# These show no table.
OF_NO_TABLE = {
    "static": {"v"}, "tables.new": None, "joining.ask": {"code"}, "tv.ask": {"code", "key"}, "rulebook.index": {"by"},
    "rulebook.side_by_side": {"v"}, "rulebook.show": set(), "ranks.show": set(), "house.show": set(),
    "phones.show": {"saved"}, "phones.worker": set(), "phones.picture": set(),
    "downloads.choose": set(), "health.healthz": set(), "works.show": set(), "works.take": set(),
}  # fmt: skip
PLACES: dict[str, tuple[Any, ...]] = {
    "number": (1, 4, 5, 6),
    "kind": ("renege", "wrong-opening"),
    "what": ("record", "csv", "scores", "text", "zip"),
    "form": ("pdf", "svg", "png", "txt"),
    "name": ("Ana", "Ben"),
}


class Noting(ImmutableMultiDict[str, str]):
    """The parameters of an address; it notes which of them are looked at, and by which page."""

    seen: ClassVar[set[tuple[str, str]]] = set()

    def _note(self, key: str) -> None:
        if request and request.method == "GET" and request.endpoint:
            Noting.seen.add((request.endpoint, key))

    def get(self, key, *more, **others):
        self._note(key)
        return super().get(key, *more, **others)

    def getlist(self, key, *more, **others):
        self._note(key)
        return super().getlist(key, *more, **others)

    def __contains__(self, key):
        self._note(key)
        return super().__contains__(key)


class TwoTables:
    """The table at which the last tile scores nothing, and the one at which it scores, each in an application."""

    def __init__(self, folder, variant, options, events=LOG):
        self.apps = [create_app(folder / half, ALIKE) for half in "PQ"]
        self.links, self.tokens = [], []
        self.phones: dict[str, Any] = {}
        for app, halves in zip(self.apps, ("54", "45"), strict=True):
            app.request_class = type("Noted", (app.request_class,), {"parameter_storage_class": Noting})
            store = app.extensions["referee"]
            row = store.create_table(
                {"record": 1, "variant": variant, "players": list(PLAYERS), "options": options}
            )
            bodies = [json.loads(halved(json.dumps(each), halves)) for each in events]
            store.append(row.id, 0, "all-of-it", [NewEvent(each) for each in bodies])
            links = store.links.of(row.id)
            self.links.append({each.role + str(each.seat or ""): each.token for each in links})
            code = store.links.code(row.id).text
            self.tokens.append({each.token for each in links} | {code, f"{code[:3]} {code[3:]}"})

    def close(self):
        for app in self.apps:
            app.extensions["referee"].close()

    def ask(self, role, address, query=(), headers=()):
        """What both answer, each as its status and a bag of the pieces that it is made of."""
        found = []
        for app, links, halves in zip(self.apps, self.links, ("54", "45"), strict=True):
            client = self._phone(app, links[role])
            asked = urlencode({name: halved(value, halves) for name, value in query})
            answer = client.get(f"{address.replace('LINK', links[role])}?{asked}", headers=dict(headers))
            text = answer.headers.get("Location", "") + answer.headers.get("HX-Redirect", "")
            told = contents(answer)
            if address.endswith("/elsewhere"):
                # Games of other sums say otherwise of a four than of a five where it goes: points are compared.
                told = "".join(re.findall(r'class="fact"><b>[^<]*', told))
            found.append((answer.status_code, text + told))
        (one_status, one), (other_status, other) = found
        texts = zip(apart(one, other), self.tokens, strict=True)
        return list(zip((one_status, other_status), (levelled(*each) for each in texts), strict=True))

    def _phone(self, app, link):
        """A phone that knows the table by that link."""
        if link not in self.phones:
            self.phones[link] = app.test_client()
            self.phones[link].get(f"/t/{link}")
        return self.phones[link]


def halved(text, halves):
    """The text with P and Q as the halves that they are at this table, tiles with the higher half first."""
    text = re.sub(r"\bP(?!\w)|\bQ(?!\w)", lambda each: halves["PQ".index(each[0])], text)
    return re.sub(r"\b([0-6])-([0-6])\b", lambda tile: "-".join(sorted(tile.groups(), reverse=True)), text)


def contents(answer):
    """What an answer says, as text."""
    if answer.mimetype == "application/zip":
        with zipfile.ZipFile(io.BytesIO(answer.data)) as packed:
            return "".join(
                f"<{name}>{packed.read(name).decode()}"
                for name in packed.namelist()
                if name.endswith(("txt", "csv", "jsonl", "svg"))
            )
    return answer.get_data(as_text=True)


def apart(one, other):
    """What stands in only one of two answers: to make everything equal takes long, and what is equal needs none of it."""
    ones, others = Counter(one.split("<")), Counter(other.split("<"))
    return ["<".join((mine - theirs).elements()) for mine, theirs in ((ones, others), (others, ones))]


def levelled(text, tokens):
    """The pieces of an answer, with everything made equal that names a table, a form, a four or a five.

    17 and 16 are what the ends counted after the second tile, of which all may be told.
    """
    for each in tokens:
        text = text.replace(each, "TOKEN")
    text = unescape(unquote_plus(text))
    text = re.sub(
        r'(name="(?:key|csrf_token)" value|data-(?:phone|token)|content|datetime)="[^"]*"', "", text
    )
    text = re.sub(r"\bgroup-\d+", "", text)  # the name of the folds of a page: made anew for each answer
    text = re.sub(r"\bkey=[\w-]{12}(?![\w-])", "", text)  # of a set-up: made anew for each rematch
    text = re.sub(r"\d\d:\d\d|\d{4}-\d\d-\d\d\S*|Z?\b[\w-]{16}\b(?=\.)", "", text)
    text = re.sub(r'\b(?:d|x|y|cx|cy|width|height|points|viewBox|transform)="[^"]*"', "", text)
    text = re.sub(r"\b1[67]\b", "y", text)
    text = re.sub(r"(?<!\d)[45](?!\d)", "x", text)
    text = re.sub(r"\b([0-6xX])-([0-6xX])\b", lambda tile: "-".join(sorted(tile.groups())), text)
    return Counter(re.split(r"[<,;\n]| · ", text))


def rules_of_tables(app):
    return [
        each for each in app.url_map.iter_rules() if "GET" in each.methods and each.endpoint in PARAMETERS
    ]


def addresses(rule):
    """The addresses that a rule stands for."""
    found = [rule.rule]
    for name in rule.arguments:
        values = ("LINK",) if name == "link" else PLACES[name]
        found = [re.sub(rf"<(?:\w+:)?{name}>", str(value), each) for each in found for value in values]
    return found


def queries(parameters):
    """Every parameter with every value, by itself, and then those that say something only together."""
    yield ()
    for name, values in parameters.items():
        for value in values:
            if "correct" in parameters and name not in ("correct", "half"):
                yield from corrections(name, value)
            else:
                yield ((name, value),)
            if name in ("tile", "at", "out", "half", "who") and "q" in parameters:
                for question in ("may", "score", "nothing"):
                    yield (("q", question), ("tile", "Q-3"), (name, value))
            if "how" in parameters:
                yield (("how", "1"), ("left-0", "10"), ("left-2", "10"), (name, value))
            if name == "amount":
                yield (("remedy", "points"), (name, value))
            if "done" in parameters:
                yield (("done", "1"), (name, value))
            if "since" in parameters and name in ("tried", "call"):
                yield (("since", "3"), (name, value))


def corrections(name, value):
    """What asks how an entry would read with this, and how one that is missing before it would."""
    yield (("correct", "1"), ("by", "Ana"), (name, value))
    if name in ("kind", "play", "at", "claim"):
        yield ((name, value), ("step", "missed"), ("kind", "play"), ("play", "6-1"))


@pytest.mark.parametrize(
    ("which", "role"),
    [
        ("fundex", "watch"),
        ("fundex, a false claim pays", "owner"),
        ("hasbro", "owner"),
        ("the last tile", "owner"),
        ("the last tile", "seat1"),
    ],
)
def test_every_address_with_every_parameter_answers_alike(tmp_path, monkeypatch, which, role):
    # The sheet in the archive is not looked into (`contents`), and to draw it takes as long as all the rest.
    monkeypatch.setitem(FORMS, "pdf", FORMS["pdf"]._replace(write=lambda *_: b""))
    # On a busy machine a phone that asked one of them last could be gone when both are asked who is here.
    monkeypatch.setattr(presence, "LASTS", 3600.0)
    tables = TwoTables(tmp_path, *TABLES[which])
    try:
        told = [
            (address, query)
            for rule in rules_of_tables(tables.apps[0])
            for address in addresses(rule)
            for query in queries(PARAMETERS[rule.endpoint])
            if differs(tables.ask(role, address, query))
        ]
    finally:
        tables.close()

    assert told == []


def differs(answers):
    (one_status, one), (other_status, other) = answers
    return one_status != other_status or one != other


def test_what_is_compared_would_show_a_score(tmp_path):
    """The same two tables with the last claim closed: that the tile scored is told at one of them."""
    after = (*LOG, {"by": "Ben", "play": "Q-3", "at": "6-Q"}, {"by": "Cal", "play": "3-1"})
    tables = TwoTables(tmp_path, *TABLES["fundex"], after)
    try:
        for address in ("/t/LINK/log", "/t/LINK/export/csv"):
            assert differs(tables.ask("watch", address)), address
    finally:
        tables.close()


# No parameter is left out


def test_every_rule_is_either_walked_or_shows_no_table(app):
    """Guards: a new page is put in one of the lists above."""
    walked = {each.endpoint for each in app.url_map.iter_rules() if "GET" in each.methods}

    assert walked == set(PARAMETERS) | set(OF_NO_TABLE)
    of_tables = {
        each.endpoint
        for each in app.url_map.iter_rules()
        if "GET" in each.methods and "link" in each.arguments
    }
    assert of_tables <= set(PARAMETERS)


def test_every_parameter_that_a_page_reads_is_walked(tmp_path):
    """Guards: a new parameter is put in the list above, so that it is tried."""
    tables = TwoTables(tmp_path, *TABLES["fundex"])
    Noting.seen.clear()
    try:
        for rule in rules_of_tables(tables.apps[0]):
            for address in addresses(rule):
                for headers in ({}, HTMX):
                    every = tuple(
                        (name, values[0]) for name, values in PARAMETERS[rule.endpoint].items() if values
                    )
                    tables.ask("owner", address, every, headers)
    finally:
        tables.close()

    missing = {(page, name) for page, name in Noting.seen if name not in PARAMETERS.get(page, (name,))}
    assert missing == set()
    assert len(Noting.seen) > 60


# What reads the steps of a new table, which has no claims yet.
OF_A_NEW_TABLE = {f"tables/{name}.py" for name in ("choices", "routes", "rules_step", "steps")}


def test_every_parameter_that_stands_in_the_source_is_known():
    """The same for parameters that are read in some case only: their names as the source has them."""
    known = {name for each in PARAMETERS.values() for name in each}
    known |= {name for each in OF_NO_TABLE.values() for name in each or ()}
    known |= {"step"}
    found = {
        name: path.name
        for path in Path(referee.web.__file__).parent.rglob("*.py")
        for name in names_read(path)
        if name not in known and f"{path.parent.name}/{path.name}" not in OF_A_NEW_TABLE
    }

    assert found == {}


def names_read(path):
    """The names of parameters that a module asks for: args.get("x"), args["x"], "x" in request.args."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        asked: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_args(node.func.value):
            asked = node.args[:1]
        elif isinstance(node, ast.Subscript) and is_args(node.value):
            asked = [node.slice]
        elif isinstance(node, ast.Compare) and is_args(node.comparators[0]):
            asked = [node.left]
        yield from (
            each.value for each in asked if isinstance(each, ast.Constant) and isinstance(each.value, str)
        )


def is_args(node):
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name == "args"


# What is posted and refused


POSTS: tuple[dict[str, Any], ...] = (
    {"say": {"by": "Ana", "claim": 5}, "then": {"by": "Ana", "play": "6-6"}},
    {"say": {"by": "Ben", "muggins": 5}, "then": {"by": "Ana", "play": "6-6"}},
    {"say": {"by": "Ben", "draw": 1}, "then": {"by": "Ana", "claim": 5}},
    {"say": {"amend": 4, "with": {"by": "Ana", "claim": 5}}},
    {"say": {"amend": 5, "with": {"by": "Ana", "claim": 5}}},
    {"say": {"amend": 2, "with": {"by": "Ben", "muggins": 5}}, "then": {"by": "Ana", "play": "6-6"}},
    {"amend": 4, "correct": {"by": "Ana", "claim": 5}},
    {"before": 4, "correct": {"by": "Ana", "claim": 5}},
    {"before": 4, "correct": {"by": "Ana", "draw": 1}, "then": {"by": "Ana", "claim": 5}},
    {"before": 4, "correct": {"by": "Ana", "draw": 1}},
    {"before": 4, "correct": {"by": "Cal", "pass": True}},
    {"before": 4, "correct": {"by": "Cal", "pass": True}, "drew": 1},
    {"before": 4, "correct": {"by": "Cal", "play": "6-1"}},
    {"without": 4},
    {"before": 4, "correct": {"by": "Cal", "play": "6-1", "claim": 5}},
    {"say": {"by": "Ben", "play": "3-2", "claim": 5}},
    {"say": {"by": "Ben", "play": "3-2"}},
    {"say": {"by": "Ben", "hand": ["6-6"]}},
    {"stand": {"by": "Ben", "play": "6-6", "claim": 5}},
)


@pytest.mark.parametrize("said", POSTS, ids=str)
@pytest.mark.parametrize("which", TABLES)
def test_what_is_refused_tells_nothing_and_leaves_nothing(tmp_path, which, said):
    tables = TwoTables(tmp_path, *TABLES[which])
    try:
        answers = [post(tables, number, "owner", said) for number in range(2)]
        logs = [app.extensions["referee"].head(1) for app in tables.apps]
    finally:
        tables.close()

    assert not differs(answers)
    assert logs[0] == logs[1]


@pytest.mark.parametrize("role", ["watch", "seat1"])
@pytest.mark.parametrize("call", [{"by": "Ana", "claim": 5}, {"by": "Cal", "muggins": 5}])
def test_a_link_that_may_not_call_learns_nothing(tmp_path, role, call):
    tables = TwoTables(tmp_path, *TABLES["fundex"])
    try:
        answers = [post(tables, number, role, {"say": call}) for number in range(2)]
    finally:
        tables.close()

    assert not differs(answers)


def post(tables, number, role, said):
    app, link, halves = tables.apps[number], tables.links[number][role], ("54", "45")[number]
    client = app.test_client()
    fields = {name: halved(json.dumps(each), halves) for name, each in said.items()}
    data = {"csrf_token": _token_of(Reader(client)), "seq": len(LOG), "key": "the-key-of-it", **fields}
    answer = client.post(f"/t/{link}", data=data)
    return answer.status_code, levelled(
        answer.headers.get("Location", "") + answer.text, tables.tokens[number]
    )


def test_a_call_that_takes_nothing_stands_in_the_log_and_is_never_answered_by_an_address(tmp_path):
    """Guards: who calls leaves a trace; a page that is made up tells nothing."""
    tables = TwoTables(tmp_path, *TABLES["fundex"])
    app, link = tables.apps[0], tables.links[0]["owner"]
    try:
        made_up = {"tried": json.dumps({"by": "Ana", "claim": 10})}
        assert "does not score" not in app.test_client().get(f"/t/{link}?{urlencode(made_up)}").text
        for headers in ({}, HTMX):
            client = app.test_client()
            data = {
                "csrf_token": _token_of(Reader(client)), "seq": len(LOG), "key": f"key-of-{len(headers)}",
                "by": "Ana", "claim": "10",
            }  # fmt: skip
            answer = client.post(f"/t/{link}", data=data, headers=headers, follow_redirects=True)
            assert "Ana claims 10 points for 5-4" in answer.text
            assert "5-4 does not score that" in answer.text
            assert "tried" not in answer.headers.get("HX-Replace-Url", "") + answer.text
    finally:
        tables.close()
