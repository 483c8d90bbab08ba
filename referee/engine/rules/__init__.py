"""The questions that a sheet answers, one room each: what a part asks, its sentence, its check, its source."""
