"""The game at a terminal: the table, the choices, what happens."""
