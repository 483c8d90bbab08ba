"""A minimal browser without rendering or scripts: it parses pages, fills in forms and presses buttons by name."""

import re
import secrets
from dataclasses import dataclass, field
from html import unescape
from io import BytesIO
from urllib.parse import urljoin

from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

HTMX = {"HX-Request": "true"}
VOID = {"input", "meta", "link", "br"}
# A comment, a script with its contents, a doctype, an end tag or a start tag; any other "<" is an error. Python's own
# parser takes ten times as long.
MARK = re.compile(
    r"""<!--.*?-->|<script\b.*?</script>|<!doctype[^>]*>|</([a-z][a-z0-9]*)>"""
    r"""|<([a-z][a-z0-9]*)((?:[^>"']++|"[^"]*+"|'[^']*+')*+)>|<""",
    re.DOTALL | re.IGNORECASE,
)
ATTRIBUTE = re.compile(r"""([^\s=/"']+)(?:=(?:"([^"]*)"|'([^']*)'))?""")
NAMED = {"form", "button", "a", "input", "select", "option"}


@dataclass
class Button:
    """A button of a form: its name for a screen reader, and what it sends."""

    label: str
    name: str
    value: str
    classes: str


@dataclass
class Form:
    """A form on the page: its fields with the values that they would send."""

    action: str
    method: str
    swaps: bool = False
    name: str = ""
    fields: MultiDict[str, str] = field(default_factory=MultiDict)
    radios: dict[str, list[str]] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)
    buttons: list[Button] = field(default_factory=list)


class Page:
    """A parsed page: its forms, its links by name, its text; `live` is the address that it polls for news."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.forms: list[Form] = []
        self.links: dict[str, str] = {}
        self.words: list[str] = []
        self.live = ""
        self._form: Form | None = None
        self._naming: list[tuple[str, dict[str, str], list[str]]] = []
        self._hidden = 0
        self._chosen_in = ""
        end = 0
        for mark in MARK.finditer(html):
            if end < mark.start():
                self._data(unescape(html[end : mark.start()]))
            end = mark.end()
            closed, opened, attributes = mark.groups()
            if closed:
                self._end(closed)
            elif opened:
                self._start(opened, attributes)
                if attributes.endswith("/"):
                    self._end(opened)
            else:
                assert mark[0] != "<", f"no HTML: {html[mark.start() : end + 50]}"
        self._data(unescape(html[end:]))

    @property
    def text(self) -> str:
        """The visible text of the page, with whitespace normalised."""
        return re.sub(r"(?<=\d) (?=[,.;:?!])", "", " ".join(" ".join(self.words).split()))

    def _start(self, tag: str, written: str) -> None:
        is_told = tag in NAMED or "hidden" in written or "live" in written
        found = _attributes(written) if is_told else {}
        is_hidden = self._hidden or tag in ("title", "symbol") or "hidden" in found
        if is_hidden and tag not in VOID:
            self._hidden += 1
        if "live" in found.get("class", "").split():
            self.live = found.get("hx-get", "")
        if tag == "form":
            self._form = Form(
                found.get("action", ""), found.get("method", "get"), "hx-post" in found, found.get("id", "")
            )
            self.forms.append(self._form)
        elif tag in ("button", "a"):
            self._naming.append((tag, found, []))
        elif tag == "input" and (form := self._form_of(found)) is not None:
            self._input(form, found)
        elif tag == "select":
            self._chosen_in = found.get("name", "")
        elif tag == "option" and (form := self._form) is not None:
            chosen = form.fields.get(self._chosen_in)
            form.fields[self._chosen_in] = found["value"] if "selected" in found else chosen or found["value"]

    def _form_of(self, found: dict[str, str]) -> Form | None:
        """The form that a field or button names, or else the one that contains it."""
        if "form" not in found:
            return self._form
        return next((each for each in self.forms if each.name == found["form"]), None)

    def _input(self, form: Form, found: dict[str, str]) -> None:
        kind, name, value = found.get("type", "text"), found.get("name", ""), found.get("value", "")
        if kind == "radio":
            form.radios.setdefault(name, []).append(value)
        if kind == "checkbox":
            form.radios.setdefault(name, []).append(value)
        if kind in ("radio", "checkbox") and "checked" not in found:
            return
        if kind in ("text", "number"):
            form.texts.add(name)
        form.fields.add(name, value)

    def _end(self, tag: str) -> None:
        if self._hidden and tag not in VOID:
            self._hidden -= 1
        if tag == "form":
            self._form = None
        elif tag in ("button", "a") and self._naming:
            _, found, words = self._naming.pop()
            label = found.get("aria-label") or " ".join(" ".join(words).split())
            if tag == "a":
                self.links.setdefault(label, found.get("href", ""))
            elif (form := self._form_of(found)) is not None:
                classes = found.get("class", "")
                form.buttons.append(Button(label, found.get("name", ""), found.get("value", ""), classes))

    def _data(self, data: str) -> None:
        if self._hidden:
            return
        self.words.append(data)
        for _, _, words in self._naming:
            words.append(data)


def _attributes(written: str) -> dict[str, str]:
    return {name: unescape(double or single) for name, double, single in ATTRIBUTE.findall(written)}


class Reader:
    """A user with a minimal browser. With `htmx`, posts are answered with only the part of the page that changes."""

    def __init__(self, client: FlaskClient, *, htmx: bool = False) -> None:
        self.client = client
        self.htmx = htmx
        self.address = "/"
        self.status = 0
        self.page = Page("")
        self.token = ""

    def open(self, address: str) -> Page:
        """Open a page, following redirects."""
        return self._read(self.client.get(address, follow_redirects=True))

    def follow(self, label: str) -> Page:
        """Follow the link that begins with these words."""
        for name, address in self.page.links.items():
            if name.startswith(label):
                return self.open(urljoin(self.address, address))
        raise AssertionError(f"no link {label!r} among {sorted(self.page.links)}")

    def press(self, label: str, **filled: str) -> Page:
        """Fill in fields, then press the button with that name, or else the first whose name begins with it."""
        found = [(form, button) for form in self.page.forms for button in form.buttons]
        exact = [each for each in found if each[1].label == label]
        near = [each for each in found if each[1].label.startswith(label)]
        assert exact or near, f"no button {label!r} among {[button.label for _, button in found]}"
        form, button = (exact or near)[0]
        for name, value in filled.items():
            assert name in form.texts or value in form.radios.get(name, []), (
                f"no field {name!r} takes {value!r}"
            )
            form.fields.setlist(name, [value])
        if button.name:
            form.fields.add(button.name, button.value)
        return self.send(form)

    def send(self, form: Form) -> Page:
        """Submit the form as a browser does."""
        address = urljoin(self.address, form.action)
        if form.method.lower() == "get":
            return self._read(self.client.get(address, query_string=form.fields, follow_redirects=True))
        if self.htmx and form.swaps:
            answer = self.client.post(address, data=form.fields, headers=HTMX)
            onward = answer.headers.get("HX-Redirect")
            return self.open(onward) if onward else self._read(answer, keep=True)
        return self._read(self.client.post(address, data=form.fields, follow_redirects=True))

    def photograph(self, picture: bytes) -> Page:
        """Take a picture with the button for it."""
        form = next(each for each in self.page.forms if each.name == "picture")
        sent = {**form.fields.to_dict(), "picture": (BytesIO(picture), "picture.jpg")}
        address = urljoin(self.address, form.action)
        return self._read(self.client.post(address, data=sent, follow_redirects=True))

    def choose(self, name: str, value: str) -> Page:
        """Press the button with this name and value."""
        for form in self.page.forms:
            for button in form.buttons:
                if (button.name, button.value) == (name, value):
                    form.fields.add(name, value)
                    return self.send(form)
        raise AssertionError(f"no button sends {name}={value}")

    def pick(self, name: str, value: str) -> None:
        """Choose one of the values that a form offers, without sending it yet."""
        form = next(form for form in self.page.forms if value in form.radios.get(name, []))
        form.fields.setlist(name, [value])

    @property
    def text(self) -> str:
        """The visible text of the page."""
        return self.page.text

    def has_link(self, label: str) -> bool:
        """Whether the page has a link that begins with these words."""
        return any(name.startswith(label) for name in self.page.links)

    def buttons(self, part: str = "") -> list[str]:
        """The names of the buttons that have the class `part`, or of all buttons."""
        found = [button for form in self.page.forms for button in form.buttons]
        return [button.label for button in found if not part or part in button.classes.split()]

    def _read(self, response: TestResponse, *, keep: bool = False) -> Page:
        self.status = response.status_code
        if not keep:
            self.address = response.request.path + (
                "?" + response.request.query_string.decode() if response.request.query_string else ""
            )
        self.page = Page(response.text)
        self._own()
        return self.page

    def _own(self) -> None:
        """Fill the CSRF token and the key into forms that lack them, as static/js/app.js does."""
        for form in self.page.forms:
            self.token = form.fields.get("csrf_token") or self.token
            for name, value in (("csrf_token", self.token), ("key", secrets.token_urlsafe(12))):
                if form.fields.get(name) == "":
                    form.fields[name] = value
