"""A notice that the log page shows once. It travels in the signed session, because an address could say anything."""

from __future__ import annotations

from flask import flash, get_flashed_messages

from referee.web.parts.open_tables import Table


def tell_in_log(table: Table, notice: str) -> None:
    """The next log page of this table that the phone opens shows the notice; nothing if it is empty."""
    if notice:
        flash(notice, _category(table))


def told_in_log(table: Table) -> str:
    """The notice to show now, and not again."""
    return " ".join(map(str, get_flashed_messages(category_filter=[_category(table)])))


def _category(table: Table) -> str:
    return f"log {table.row.id}"
