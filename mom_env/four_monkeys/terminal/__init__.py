"""The game at a terminal: the table, the choices, and what happens."""
