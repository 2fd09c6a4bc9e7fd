"""The game at a terminal: the town, the choices, and what happens."""
