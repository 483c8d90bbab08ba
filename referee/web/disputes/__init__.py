"""Pages for disputes: questions, what other sheets say, proofs, corrections, rulings of the table."""

from referee.web.disputes.routes import disputes

__all__ = ["disputes"]
