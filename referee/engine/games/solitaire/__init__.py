"""The solitaires: one player, tiles in the open."""
