"""The pages of the rulebook."""
