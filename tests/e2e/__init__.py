"""Browser tests: a real server process, a real Chromium, and a player who taps."""
