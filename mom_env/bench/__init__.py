"""`mom bench`: measure how fast and how large things are."""
