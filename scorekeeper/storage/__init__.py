"""Storage: what people entered, in a database, and nothing that can be derived from it.

Every function takes the connection of a transaction that a service opened. SQL is portable: what
SQLite needs of its own stands in `database` and `backup` alone.
"""
