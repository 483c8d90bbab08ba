"""This phone: its settings and the house rules kept for it."""
