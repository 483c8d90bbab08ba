"""What follows from the tiles seen: holdings and proofs."""
