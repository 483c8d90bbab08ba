"""What was said at a table: the list, single entries, the match on one page."""
