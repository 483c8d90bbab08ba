"""Tables taken away and brought in."""
