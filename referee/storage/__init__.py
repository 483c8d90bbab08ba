"""The score book: one SQLite file and everything stored in it."""
