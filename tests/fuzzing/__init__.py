"""Bad input of every kind, made by chance from a seed: what it is made of, what takes it, and what must never happen."""
