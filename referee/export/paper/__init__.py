"""A round and a match on paper (PDF), made here: for printing, for signing, for sending."""

from __future__ import annotations

from referee.export.paper.match_sheet import match_pdf
from referee.export.paper.receipt import receipt_pdf
from referee.export.paper.round_sheet import round_pdf

__all__ = ["match_pdf", "receipt_pdf", "round_pdf"]
