"""Trick games: an auction, trumps and tricks."""
