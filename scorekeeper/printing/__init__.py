"""Printing: the score sheet and the blank sheets as values for the page, and on paper as PDF and picture."""
