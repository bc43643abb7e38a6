"""A score sheet that was kept with a pen and typed off as CSV: reading what it says, and what can't be read of it.

The format is in docs/paper-sheet.md. Whether the numbers are right is for `services.comparing`.

Read in this order: `claims`, `cells`, `doubles`, `labels`, `reading`.
"""
