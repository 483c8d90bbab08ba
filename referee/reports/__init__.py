"""The report of a round and of a match, for pages, paper, texts and spreadsheets."""
