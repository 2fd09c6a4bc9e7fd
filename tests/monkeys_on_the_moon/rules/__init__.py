"""The rules page as tests: one file a section, and the worked examples by number."""
