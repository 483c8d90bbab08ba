"""How words are set on a page: a tile is not broken, nor what a sum makes; a long name is smaller; what follows a name
stays after it; a minus is no hyphen."""

import re
from html import unescape

from flask import Flask
from jinja2 import Template
from markupsafe import Markup, escape

from referee.engine.spelling import LOOSE_HYPHEN, as_read

LONG = 6  # letters; a longer name needs smaller ones beside a score
# A tile, or what a sum makes
_WHOLE = re.compile(r"(?<![\w-])\d{1,2}-\d{1,2}(?![\w-])|= \d+")
# What is not read, or else the text between two tags
_TEXT = re.compile(r"<(script|style|textarea)\b.*?</\1>|[^<>]+(?=<)", re.DOTALL)
# The first sign in the text between two tags that may be a minus
_MAYBE_MINUS = re.compile(rf">[^<]*?{LOOSE_HYPHEN}[ \d]")
# The bytes with which Hebrew and Arabic letters begin in UTF-8; to look for them is quicker than a regular expression.
_RIGHT_TO_LEFT = tuple(bytes([each]) for each in range(0xD6, 0xE0))


def unbroken(words: object) -> Markup:
    """The words, marked up so that no line breaks at the hyphen of a tile, nor after the equals sign of a sum."""
    text = str(escape(words))
    return Markup(_WHOLE.sub(r'<span class="unbroken">\g<0></span>', text))  # noqa: S704 - escaped above


def in_order(page: str) -> str:
    """The page with a mark after each name that runs from right to left, and real minus signs, where it is read; forms
    keep what they post."""
    written = page.encode()
    if not any(each in written for each in _RIGHT_TO_LEFT) and not _MAYBE_MINUS.search(page):
        return page
    return _TEXT.sub(_text_in_order, page)


def _text_in_order(found: re.Match[str]) -> str:
    return found[0] if found[1] else str(escape(as_read(unescape(found[0]))))


class OrderedTemplate(Template):
    """A template whose page keeps names and what follows them in order, in whatever letters they are written."""

    def render(self, *args: object, **kwargs: object) -> str:
        return in_order(super().render(*args, **kwargs))


def register(app: Flask) -> None:
    """Set words so in every template."""
    app.jinja_env.template_class = OrderedTemplate
    app.jinja_env.filters["unbroken"] = unbroken
    app.jinja_env.tests["long"] = lambda name: len(name) > LONG
