"""Disputes on the pages: questions, what other sheets say, proofs, corrections that mend, rulings of the table."""

from __future__ import annotations

from referee.web.disputes.routes import disputes

__all__ = ["disputes"]
