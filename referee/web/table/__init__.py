"""The table's page, and how moves are entered on it."""
