"""The drawing of the table: where each tile lies, and the text that draws it."""
