"""What holds for all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# How long an example takes says how busy this machine is, and nothing about the game.
settings.register_profile("busy machine", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy machine")
