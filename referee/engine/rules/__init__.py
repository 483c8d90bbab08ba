"""The questions that a sheet answers, one module each: switches, sentences, checks and sources."""
