"""The server that runs the pages on this computer."""
