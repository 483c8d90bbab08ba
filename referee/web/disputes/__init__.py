"""Pages for disputes: questions, what other sheets say, proofs, corrections, rulings of the table."""
