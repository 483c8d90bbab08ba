"""Fuzzing: random bad input of every kind from a seed, the code that it is fed to, and what must never happen."""
