"""The log of a table: the list, single entries, and rounds and the match on paper."""
