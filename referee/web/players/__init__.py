"""The players that this phone has met."""
