"""Positions as JSON and as text: written, read, and checked to be possible."""
