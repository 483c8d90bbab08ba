"""The commands of `referee`."""
