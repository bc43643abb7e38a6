"""Wording: every name, number and sentence that players read, made in one place and translated there.

The rules know codes and ids only; nothing here decides anything about a game.
"""
