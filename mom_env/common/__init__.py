"""What any program needs and knows nothing of games: files, arguments, consoles, arrays in files."""
