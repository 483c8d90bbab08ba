"""How far a new name for a player goes: the tables that this phone may correct, told in words."""

from __future__ import annotations

from typing import NamedTuple

from referee.engine.messages import _, _n
from referee.web.infra import visitors


class Reach(NamedTuple):
    """At how many tables a player's name can be changed from this phone, and at how many more it stays."""

    tables: int
    others: int


def reach(name: str) -> Reach:
    """How far a new name for the player would go."""
    rows = [row for row in visitors.tables_known() if name in row.table.header.get("players", [])]
    mine = sum(row.role == "owner" or (row.role == "keep" and not row.table.locked) for row in rows)
    return Reach(mine, len(rows) - mine)


def over_words(name: str) -> tuple[str, str]:
    """How far a new name would go, in a sentence, and where it would not; "" if there is nothing to say."""
    mine, others = reach(name)
    words = (
        _("A new name counts at {tables}, for everybody there.", tables=tables_words(mine)) if mine else ""
    )
    return words, stays(others) if others else ""


def stays(tables: int) -> str:
    """At some tables this phone may not change a name."""
    return _n(
        "At 1 more table only the person in charge can change it.",
        "At {n} more tables only the person in charge can change it.",
        tables,
    )


def tables_words(number: int) -> str:
    """A number of tables."""
    return _n("1 table", "{n} tables", number)
