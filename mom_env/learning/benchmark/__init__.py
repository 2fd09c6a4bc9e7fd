"""`mom benchmark`: train algorithms with one budget, and score them against one panel, in cells that can resume."""
