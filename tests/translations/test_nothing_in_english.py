"""Every word on every page can be translated: a made-up language that puts brackets round them shows it."""

import html
import os
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from referee.importing import import_record
from referee.web.infra import visitors
from tests.pinning import RECORDS

OPEN, CLOSE = "⟦", "⟧"
READ_OUT = ("aria-label", "title", "placeholder", "alt", "value", "content")
# What is a name and not a word: the referee's own, the sheets' and their games', and what a record writes.
NAMES = re.compile(
    r"\b[2-9A-Z]{3} [2-9A-Z]{3}\b"  # the short code of a table, which may begin with one of the names below
    r"|Referee|Español|English|Edge|Fundex|Hasbro|El Chavo|Classic|CSV|PDF|SVG|PNG|QR|A4|JSON|https?://\S+"
    r"|\b\d\d?\s(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sep|Oct|Nov|Dec)[a-z]*\s\d{4}\b"  # written by the locale
)


class Brackets:
    """A language in which every sentence stands in brackets."""

    def gettext(self, message: str) -> str:
        return f"{OPEN}{message}{CLOSE}"

    def ngettext(self, message1: str, message2: str, n: int) -> str:
        return self.gettext(message1 if n == 1 else message2)

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002
        return self.gettext(message)


class Words(HTMLParser):
    """The words of a page that somebody reads or hears; what stands in bold amid a sentence belongs to it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0
        self._goes_on = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style")
        self._goes_on = self._is_amid(tag)
        given = dict(attrs)
        for name in READ_OUT:
            read = given.get(name) or ""
            if name == "value" and (tag != "input" or given.get("type") not in ("submit", "button")):
                continue
            if name == "content" and given.get("property") not in ("og:title", "og:description"):
                continue
            if read:
                self.found.append(read)

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")
        self._goes_on = self._is_amid(tag)

    def _is_amid(self, tag: str) -> bool:
        before = self.found[-1] if self.found else ""
        return tag in ("a", "b", "i", "small", "span", "strong") and before.count(OPEN) > before.count(CLOSE)

    def handle_data(self, data: str) -> None:
        if self._silent:
            return
        if self._goes_on:
            self.found[-1] += data
            self._goes_on = False
        else:
            self.found.append(data)


def left_over(page: str, names: set[str]) -> list[str]:
    """The texts of a page with words outside brackets that are no names."""
    reader = Words()
    reader.feed(page)
    found = []
    known = re.compile("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)))
    for text in reader.found:
        bare, before = html.unescape(text), ""
        while bare != before:
            before, bare = bare, re.sub(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", " ", bare)
        bare = known.sub(" ", NAMES.sub(" ", bare))  # an address may hold a name by chance
        bare = NAMES.sub(" ", bare)
        if re.search(r"[^\W\d_]{2,}", bare):
            found.append(" ".join(text.split()))
    return found


@pytest.fixture
def bracketed(monkeypatch, app):
    monkeypatch.setattr(visitors, "translator_of", lambda _code: Brackets())
    return app.test_client()


def addresses(link: str, last_event: int) -> list[str]:
    pages = [
        "",
        "/log",
        "/round/1",
        "/match",
        "/rules",
        "/ask",
        "/elsewhere",
        "/open",
        "/mend",
        "/share",
        "/exports",
    ]
    pages += [
        "/proof/false/1",
        "/ranks",
        "/round/1/code",
        f"/log/{last_event}",
        f"/log/{max(1, last_event // 2)}",
    ]
    return [f"/t/{link}{each}" for each in pages]


def names_of(app) -> set[str]:
    """What stands as it is in every language: games, families, sheets and their sections, players in drawings."""
    from referee.engine.explain.samples import NAMES as SAMPLED
    from referee.engine.sheets import VARIANTS

    found = set(SAMPLED)
    for variant in VARIANTS.values():
        found |= {
            variant.key,
            variant.sheet.title,
            variant.sheet.key,
        }
        for part in variant.parts():
            for source in (part.source, *part.elsewhere.values()):
                if isinstance(source.sites, str):
                    found.add(f" ({source.sites})")
                if isinstance(source.section, str):
                    found |= {source.section, source.place, f", {source.section}", f", {source.place}"}
    return found


@pytest.mark.parametrize("address", ["/", "/new", "/tables", "/join", "/rules", "/rules/compare", "/house-rules",
                                     "/players", "/phone", "/import", "/nowhere", "/t/nobody",
                                     "/rules/edge.muggins", "/rules/hasbro2003.texas", "/rules/hasbro2003.poker",
                                     "/rules/fundex2004.elimination", "/rules/hasbro2003.poker/ranks"])  # fmt: skip
def test_no_page_of_the_house_has_words_that_nobody_can_translate(bracketed, app, address):
    assert left_over(bracketed.get(address).text, names_of(app)) == []


@pytest.mark.parametrize(
    ("record", "part"),
    [
        (record, part)
        for number, record in enumerate(RECORDS)
        for turn, part in enumerate((1.0, 0.5, 0.1))
        if number % 3 == turn or os.environ.get("REFEREE_LONG") == "1"
    ],
    ids=lambda each: each.stem if isinstance(each, Path) else str(each),
)
def test_no_page_of_a_table_has_words_that_nobody_can_translate(bracketed, app, record: Path, part: float):
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    written = "".join(lines[: 2 + int((len(lines) - 2) * part)])
    store = app.extensions["referee"]
    table, _ = import_record(store, written.encode(), skip_refused=True)
    names = {*names_of(app), *table.header["players"]}
    found = {}
    for address in addresses(table.links["keep"], store.head(table.id)):
        answer = bracketed.get(address)
        if answer.status_code == 200 and (texts := left_over(answer.text, names)):
            found[address.split("/", 3)[-1]] = texts
    assert found == {}
