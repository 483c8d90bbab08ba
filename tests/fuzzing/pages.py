"""Bad input for the web application: every address and every form, at tables of every family at every stage."""

import json
import logging
import random
import re
import shutil
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

from flask import Flask, got_request_exception
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

import referee.web
from referee.engine.log import open_log
from referee.engine.rulings import Verdict
from referee.engine.setup import read_setup
from referee.storage.rows import NewEvent
from referee.storage.store import Store
from referee.web import create_app
from referee.web.transfer.work import Work, works_of
from tests.fuzzing import values
from tests.fuzzing.judging import Records, records
from tests.fuzzing.watching import Fault, Watch
from tests.web.reading import Form, Page

TABLES = 8
RENEWED = 1500  # inputs after which new tables are made
LONGEST_TABLE = 260  # events; longer tables are dropped, because their pages are slow
LARGEST = 3_000_000  # bytes of a response; a zip of a whole match has a tenth of it
TRACES = ("Traceback (most recent", 'File "/', "object at 0x", "werkzeug.debug", "sqlite3.", "jinja2.")
_ASKED = re.compile(r"""(?:args|form)(?:\.get|\.getlist)?[(\[]\s*"([a-z_-]+)"|"([a-z_-]+)" in request\.""")
_FIELDS = re.compile(r"^    (\w+) = \w+Field\(", re.MULTILINE)  # the fields of a form
# A PDF takes as long as fifty pages
SLOW = {
    "downloads.whole": 0.2,
    "downloads.one_round": 0.2,
}
HTMX = {"HX-Request": "true"}
HEADERS = (
    "Accept-Language", "Cookie", "HX-Request", "HX-Current-URL", "HX-Target", "If-None-Match", "If-Modified-Since",
    "Range", "Accept-Encoding", "Content-Type", "Origin", "Referer", "Host", "X-Forwarded-For", "X-CSRFToken",
)  # fmt: skip
# The variable parts of an address that `Pages._part` can fill
PLACES = ("link", "number", "key", "what", "form", "kind", "size", "name")


def words_of_the_pages() -> list[str]:
    """Every name of a query or form field that a page reads, extracted from the source code."""
    found = {f"adjust-{seat}" for seat in range(4)} | {"player", "variant", "tiles", "paired", "typed"}
    for path in Path(referee.web.__file__).parent.rglob("*.py"):
        text = path.read_text("utf-8")
        found |= {one or other for one, other in _ASKED.findall(text)} | set(_FIELDS.findall(text))
    return sorted(found)


def methods_of(rule: Rule) -> list[str]:
    """The HTTP methods of a URL rule, without HEAD and OPTIONS."""
    return sorted((rule.methods or {"GET"}) - {"HEAD", "OPTIONS"})


class Pages:
    """An application with a few tables; each input is one request to it."""

    kind = "page"

    def __init__(self, watch: Watch, chance: random.Random, app: Flask | None = None) -> None:
        self.watch, self.chance = watch, chance
        self.words = words_of_the_pages()
        self.reached: dict[tuple[str, str], set[int]] = {}  # the statuses by endpoint and method
        self._sent = 0
        self._folder: Path | None = None
        self._app: Flask | None = app
        self._raised: list[Exception] = []
        self._begin()

    @property
    def app(self) -> Flask:
        """The application under test."""
        assert self._app is not None
        return self._app

    def close(self) -> None:
        """Close the application and delete its files."""
        if self._app is not None:
            self._app.extensions["referee"].close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _begin(self) -> None:
        """Make new tables, each in the middle of a match of a different game, and a phone that owns all of them."""
        self.close()
        shared = Path("/dev/shm")
        self._folder = Path(tempfile.mkdtemp(prefix="referee-fuzz-", dir=shared if shared.is_dir() else None))
        self._app = create_app(self._folder, {"PACED": False, "TABLES_PER_HOUR": 10**9})
        self._app.logger = logging.getLogger("fuzzing")  # all applications of a process share the default one
        self._app.logger.disabled = True
        got_request_exception.connect(self._heard, self._app)
        self.rules = [each for each in self._app.url_map.iter_rules() if each.endpoint != "static"]
        self.store: Store = self._app.extensions["referee"]
        self.tables = [self._table(number) for number in range(TABLES)]
        self.links = [link.token for table in self.tables for link in self.store.links.of(table)]
        self.keys: list[str] = []
        errand = works_of(self._app).start(Work(title="An errand", back="/"), lambda _: None)
        self.errands = [errand.name]
        self.client: FlaskClient = self._app.test_client()
        for table in self.tables:
            self.client.get(f"/t/{self.store.table(table).links['owner']}")
        self.token = ""

    def _heard(self, _: object, exception: Exception, **__: object) -> None:
        self._raised.append(exception)

    def _table(self, number: int) -> int:
        lines = records()[(number * 5 + self.chance.randrange(5)) % len(records())][1]
        said = [json.loads(line) for line in lines[1 : self.chance.randrange(1, min(len(lines), 120) + 1)]]
        return self.store.import_table(json.loads(lines[0]), [NewEvent(each) for each in said]).id

    # One input

    def one(self) -> None:
        """Try one request."""
        self._sent += 1
        if self._sent % RENEWED == 0:
            self._begin()
        rule = self.chance.choice(self.rules)
        if rule.endpoint in SLOW and self.chance.random() < 0.8:  # keep most slow pages out of the mix
            rule = self.chance.choice(self.rules)
        if self.chance.random() < 0.35:
            rule = next(each for each in self.rules if each.endpoint == "rounds.say")
        self.ask(rule, self.chance.choice(methods_of(rule)))

    def ask(self, rule: Rule, method: str) -> None:
        """Try one request to an address of that rule."""
        asked = self._asked(rule, method)
        kind = f"{method} {rule.rule}"
        with self.watch.one(kind, asked):
            before = self._state()
            self._raised.clear()
            answer = self.client.open(**asked)
            self.reached.setdefault((rule.endpoint, method), set()).add(answer.status_code)
            if answer.status_code == 400:  # a new session has begun
                self.token = ""
            if "/errand/" in (answer.location or ""):
                self.errands.append(str(answer.location).rpartition("/errand/")[2].partition("?")[0])
            self._check(answer, method, before)
            self.watch.outcomes[f"{method} {answer.status_code}"] += 1
            self.watch.size(len(answer.data), asked)

    def _asked(self, rule: Rule, method: str) -> dict[str, Any]:
        chance = self.chance
        path = self._path(rule)
        asked: dict[str, Any] = {"path": path, "method": method}
        if chance.random() < 0.6:
            asked["query_string"] = self._query()
        asked["headers"] = self._headers()
        if method == "POST":
            asked.update(self._body(rule, path))
        return asked

    def _headers(self) -> dict[str, str]:
        """Headers as a browser sends them, and sometimes a bad one."""
        found = dict(HTMX) if self.chance.random() < 0.5 else {}
        if self.chance.random() < 0.1:
            said = _sent(values.text(self.chance)).encode("latin-1", "replace").decode("latin-1")
            found[self.chance.choice(HEADERS)] = re.sub(r"[\r\n\0]", " ", said)
        return found

    def _path(self, rule: Rule) -> str:
        parts = {name: self._part(name) for name in rule.arguments}
        return re.sub(r"<(?:[a-z]+:)?([a-z]+)>", lambda found: quote(parts[found[1]], safe="/-_."), rule.rule)

    def _part(self, name: str) -> str:
        chance = self.chance
        if name not in PLACES:
            raise Fault(f"an address has a part that nobody has thought of: {name}")
        if chance.random() < 0.12:
            return values.text(chance).encode("utf-8", "replace").decode() or "x"
        match name:
            case "link":
                return chance.choice(self.links)
            case "number":
                return str(chance.choice((0, 1, 1, 1, 1, 2, 3, 9, 40, 10**18, 10**30)))
            case "key":
                return chance.choice(records())[0]
            case "what" | "form" | "kind":
                words = (
                    "record csv scores text match.pdf pdf svg png txt renege opening play pass flag draw hand"
                )
                return chance.choice(words.split())
            case "size":
                return chance.choice(("180", "192", "512", "7"))
            case "name" if self.errands and chance.random() < 0.5:
                return chance.choice(self.errands)
        return chance.choice(values.NAMES)

    def _query(self) -> list[tuple[str, str]]:
        return [self._field() for _ in range(self.chance.choice((1, 1, 2, 4)))]

    def _field(self) -> tuple[str, str]:
        chance = self.chance
        name = chance.choice(self.words) if chance.random() < 0.9 else values.text(chance)
        kind = chance.randrange(6)
        if kind < 2:
            said = values.written(chance, values.event(chance, 0.1))
        elif kind == 2:
            said = str(values.number(chance))
        elif kind == 3:
            said = chance.choice(
                ("1", "a4", "receipt", "claim", "muggins", "rename", "forget", "hide", "lock", "code")
            )
        else:
            said = values.text(chance)
        return _sent(name), _sent(said)

    def _body(self, rule: Rule, path: str) -> dict[str, Any]:
        """The body of a form: one from the page with random changes, or one made up."""
        if rule.endpoint == "downloads.read_in":
            return self._file()
        if rule.endpoint == "second_book.give":
            return self._given_back(path)
        return self._form(path)

    def _form(self, path: str) -> dict[str, Any]:
        chance = self.chance
        kind = chance.randrange(20)
        if kind == 0:
            return {
                "data": values.text(chance).encode("utf-8", "surrogatepass"),
                "content_type": "text/plain",
            }
        if kind == 1:
            said = values.written(chance, values.value(chance)).encode("utf-8", "surrogatepass")
            return {"data": said, "content_type": chance.choice(("application/json", "multipart/form-data"))}
        fields = self._printed(path) if kind < 9 else []
        if not fields:
            fields = [("key", self._key()), ("seq", str(self._head(path)))]
            if chance.random() < 0.15:
                fields.append((chance.choice(("back", "after")), chance.choice(("1", self._key()))))
            if chance.random() < 0.5:
                said = values.event(chance, chance.choice((0, 0.2)))
                fields.append(
                    (chance.choice(("say", "say", "stand", "correct", "then")), values.written(chance, said))
                )
            else:
                fields += self._query()
        elif chance.random() < 0.7:
            place = chance.randrange(len(fields))
            fields[place] = (fields[place][0], self._field()[1])
        if chance.random() < 0.3:
            fields.append(self._field())
        if chance.random() < 0.97:
            fields = [each for each in fields if each[0] != "csrf_token"]
            fields.append(("csrf_token", self._csrf()))
        body = "&".join(f"{quote(_sent(name))}={quote(_sent(said))}" for name, said in fields)
        return {"data": body, "content_type": "application/x-www-form-urlencoded"}

    def _key(self) -> str:
        """The key of a form: a new one, or one that was used before."""
        if self.keys and self.chance.random() < 0.2:
            return self.chance.choice(self.keys)
        self.keys.append(f"fuzz-key-{self.chance.randrange(10**9):09}")
        return self.keys[-1]

    def _given_back(self, path: str) -> dict[str, Any]:
        """A record to give back: that of the table with events added, removed or changed, or a forged one."""
        chance, found = self.chance, self.store.open(path.split("/")[2])
        data = Records(self.watch, chance).made()
        if found is not None and chance.random() < 0.8:
            said = [each.body for each in self.store.events(found.table.id)]
            said = said[: chance.choice((len(said), len(said), chance.randrange(len(said) + 1)))]
            said += [values.event(chance, 0.1) for _ in range(chance.choice((0, 1, 1, 3)))]
            if said and chance.random() < 0.3:
                place = chance.randrange(len(said))
                said[place] = dict(values.changed(chance, said[place]))
            header = (
                found.table.header if chance.random() < 0.8 else values.changed(chance, found.table.header)
            )
            lines = [json.dumps(each, ensure_ascii=chance.random() < 0.5) for each in (header, *said)]
            data = ("\n".join(lines) + "\n").encode("utf-8", "surrogatepass")
        fields = {
            "csrf_token": self._csrf(),
            "do": chance.choice(("compare", "show", "give", "give", _sent(values.text(chance)))),
            "record": data.decode("utf-8", "replace"),
        }
        return {"data": fields, "content_type": "multipart/form-data"}

    def _file(self) -> dict[str, Any]:
        data = Records(self.watch, self.chance).made()
        fields: dict[str, Any] = {"csrf_token": self._csrf()}
        if self.chance.random() < 0.5:
            fields["pasted"] = data.decode("utf-8", "replace")
        if self.chance.random() < 0.7:
            fields["record"] = (BytesIO(data), _sent(values.text(self.chance)) or "x")
        if self.chance.random() < 0.3:
            fields["skip"] = "1"
        return {"data": fields, "content_type": "multipart/form-data"}

    def _printed(self, path: str) -> list[tuple[str, str]]:
        """The fields of a form on the page, with one of its buttons pressed."""
        with self.client.get(path) as answer:
            page = Page(answer.text) if answer.mimetype == "text/html" else Page("")
        forms = [each for each in page.forms if each.method.lower() == "post"]
        if not forms:
            return []
        form: Form = self.chance.choice(forms)
        fields = list(form.fields.items(multi=True))
        if form.buttons:
            button = self.chance.choice(form.buttons)
            if button.name:
                fields.append((button.name, button.value))
        return fields

    def _head(self, path: str) -> int:
        found = self.store.links.glance(path.split("/")[2]) if path.startswith("/t/") else None
        return found.head if found is not None and self.chance.random() < 0.95 else values.number(self.chance)

    def _csrf(self) -> str:
        """The CSRF token for the forms of this phone."""
        if not self.token:
            page = self.client.get("/phone").text
            found = re.search(r'name="csrf_token" value="([^"]*)"', page)
            self.token = found[1] if found else ""
        return self.token

    # What must never happen

    def _state(self) -> tuple[Any, ...]:
        """A summary of the stored data: the tables, their events, and their links."""
        rows = self.store._file.rows
        return (
            tuple(rows("SELECT table_id, max(seq) FROM event GROUP BY table_id")),
            rows("SELECT count(*), max(id), sum(locked) FROM game_table")[0],
            rows("SELECT count(*), sum(revoked) FROM link")[0],
        )

    def _check(self, answer: TestResponse, method: str, before: tuple[Any, ...]) -> None:
        if self._raised:
            raise self._raised[0]
        if answer.status_code >= 500:
            raise Fault(f"answered {answer.status_code}")
        if len(answer.data) > LARGEST:
            raise Fault("an answer that is larger than anything to be seen")
        if answer.mimetype.startswith("text/") and answer.status_code != 200:
            told = [each for each in TRACES if each in answer.text]
            if told:
                raise Fault(f"the answer shows {told[0]}")
        after = self._state()
        if after == before:
            return
        if method != "POST":
            raise Fault("a page that was only looked at changed something")
        if answer.status_code not in (200, 302, 303, 204):
            raise Fault(f"answered {answer.status_code}, and yet something changed")
        self._check_written(dict(before[0]), dict(after[0]))

    def _check_written(self, before: dict[int, int], after: dict[int, int]) -> None:
        """Judge the changed tables again; every new event must stand."""
        for table, head in after.items():
            known = before.get(table, 0)
            if head == known:
                continue
            log = open_log(read_setup(self.store.table(table).header))
            for row in self.store.events(table):
                answer, then = log.say(row.body)
                if row.seq > known and answer.ruling.verdict is Verdict.REFUSED and then.state is log.state:
                    raise Fault(f"written down, though refused: {row.body!r:.200} {answer.ruling.says:.200}")
                log = then
            if head > LONGEST_TABLE:
                self.tables = [each for each in self.tables if each != table]
                gone = {link.token for link in self.store.links.of(table)}
                self.links = [each for each in self.links if each not in gone] or self.links


def _sent(text: str) -> str:
    """A text that can be sent as UTF-8."""
    return text.encode("utf-8", "replace").decode()
