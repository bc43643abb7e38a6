"""Tests of what players can do."""
