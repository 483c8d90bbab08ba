"""What a table can be taken away as: its record, spreadsheets, texts, pictures, paper, and all of it in one archive."""
