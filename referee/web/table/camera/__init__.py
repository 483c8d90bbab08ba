"""Entering tiles by picture: what the camera read is shown for checking until a person confirms it."""
