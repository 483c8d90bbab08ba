"""The table on a television or a tablet on a stand: readable from three metres, with nothing to tap."""
