"""Tools that all parts of the package use: files, arguments, errors in words, consoles, arrays in files."""
