"""Scenes with domino tiles, drawn by a program: what the camera learns from and is measured on."""
