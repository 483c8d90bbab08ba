"""Tables: those that this phone knows, new ones, and joining one."""
