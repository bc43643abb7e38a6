"""Scorekeeper keeps the score of the card game Bonken."""

__version__ = "0.1.0"
