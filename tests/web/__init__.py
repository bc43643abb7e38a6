"""Tests of the pages, all through one client that checks each page against the house rules."""
