"""The record of a table as record/README.md has it: the header and the events, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any


def record_text(header: Mapping[str, Any], bodies: Iterable[Mapping[str, Any]]) -> str:
    """The record; keys stay in the order in which they were written, so that it comes out the same again."""
    lines = (json.dumps(each, ensure_ascii=False, allow_nan=False) for each in (header, *bodies))
    return "".join(f"{line}\n" for line in lines)
