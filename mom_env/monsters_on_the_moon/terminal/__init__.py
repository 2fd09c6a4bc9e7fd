"""The game at a terminal: the map, the choices, and what happens."""
