"""Draws the table: where each tile lies, and the SVG for it."""
