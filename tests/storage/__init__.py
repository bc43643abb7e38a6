"""Tests of `scorekeeper.storage`."""
