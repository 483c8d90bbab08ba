"""The text form of a table: headers and events, read from plain JSON values."""
