"""Answers to questions: why, what if, what other sheets say, what a sheet leaves open."""
