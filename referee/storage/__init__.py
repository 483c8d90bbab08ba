"""The score book: one SQLite file, and everything that is kept in it."""
