"""The camera: its tests, the generator of its scenes, its training."""
