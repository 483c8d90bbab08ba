"""The games in a list: under their sheets, or under group labels with namesakes together."""

from __future__ import annotations

from collections.abc import Iterable

from referee.engine.messages import _
from referee.engine.rules.game import Game
from referee.engine.sheets.group_labels import ORDER


def grouped(variants: Iterable[Game], *, by_sheet: bool) -> list[tuple[str, list[Game]]]:
    """Variants under their sheets, or under their families with namesakes together."""
    found: dict[str, list[Game]] = {}
    for variant in variants:
        found.setdefault(_(variant.sheet.title) if by_sheet else variant.family, []).append(variant)
    if by_sheet:
        return list(found.items())
    ordered = sorted(found.items(), key=lambda each: ORDER.index(each[0]))
    return [(_(title), sorted(group, key=lambda each: str(each.title))) for title, group in ordered]
