"""Pages beside the table, such as its log: what they all have, whatever they show."""

import secrets
from typing import Any, NamedTuple

from flask import render_template, url_for

from referee.web.parts.open_tables import Table
from referee.web.parts.pictures import symbols_of


class Envelope(NamedTuple):
    """What a form needs to arrive at its table: the address, the last event it knows of, and a key of its own."""

    say: str
    seq: int
    key: str


def page_beside(table: Table, template: str, page: object, **more: Any) -> str:
    """A page beside the table, whose forms post to the table as it is now."""
    form = Envelope(url_for("rounds.say", link=table.link), table.seq, secrets.token_urlsafe(12))
    return render_template(template, table=table, form=form, symbols=symbols_of(table), page=page, **more)
