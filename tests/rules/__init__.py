"""Tests of the rules library, one file for each of its modules."""
