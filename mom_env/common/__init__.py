"""What any program needs, without a word of games: files, arguments, consoles, tables of weights."""
