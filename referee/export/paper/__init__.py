"""A round and a match on paper (PDF), made here: for printing, for signing, for sending."""
