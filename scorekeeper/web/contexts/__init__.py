"""Contexts: what a template shows, made ready from a game. Templates loop and print, they work nothing out."""
