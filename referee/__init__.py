"""referee: the scoring and referee companion for physical domino sets."""

__version__ = "0.2.0.dev0"
