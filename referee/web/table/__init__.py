"""The table's page, and what is said at it."""
