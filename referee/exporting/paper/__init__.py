"""A round and a match on paper (PDF), made here: for printing, for signing, for sending."""

from __future__ import annotations

from referee.exporting.paper.matches import match_pdf
from referee.exporting.paper.receipt import receipt_pdf
from referee.exporting.paper.rounds import round_pdf

__all__ = ["match_pdf", "receipt_pdf", "round_pdf"]
