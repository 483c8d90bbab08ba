"""A second counting of every family of games, written from the rules alone; see README.md."""
