"""Services: what players can do, one function each; each opens the transaction that it needs.

They speak in values and codes. Pages, sentences and languages are for those who call them.
"""
