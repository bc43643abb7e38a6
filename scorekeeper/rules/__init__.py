"""The game of Bonken as pure values: rule sets, turns, choosing, doubling, settlement, replay.

Nothing here knows of files, databases, pages or languages, and only the standard library is
imported. Values are frozen; an edit returns a new game. Players are *seats*, 0 to 3 clockwise, and
whatever there is one of for each player is a tuple of four in seat order. Points are whole
numbers, penalties negative.

Read in this order: `ruleset`, `seats`, `choosing`, `doubling`, `tallies`, `game`, `replay`, `editing`.
"""
