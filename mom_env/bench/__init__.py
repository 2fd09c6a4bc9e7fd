"""How fast and how large things are: `mom bench`."""
