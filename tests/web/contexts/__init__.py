"""Tests of what templates are shown."""
