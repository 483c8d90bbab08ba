"""What every page needs, whatever it shows: security, limits, languages, caching, errors."""
