"""Positions as JSON and as text: writing and reading them, and checking that they are possible."""
