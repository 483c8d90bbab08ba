"""Tables: those this phone knows, setting up a new one, and joining one."""
