"""The questions that a sheet answers, one module each: its switches, sentences, checks and sources."""
