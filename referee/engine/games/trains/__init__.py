"""Mexican Train, private trains and chickenfoot."""
