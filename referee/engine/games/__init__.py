"""The round machines: how a round and a match go from one event to the next."""
