"""The table on a television or a tablet on a stand: read from three metres, with nothing to tap."""
