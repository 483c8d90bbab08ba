"""Exports a table: its record, spreadsheets, texts, pictures, paper, and all of it in one archive."""
