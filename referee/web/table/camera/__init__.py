"""A picture instead of taps: what the camera read, held beside the tiles until a person says that it is right."""
