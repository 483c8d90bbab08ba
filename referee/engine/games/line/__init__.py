"""Line games: tiles joined end to end, from Block to Five Up."""
