"""`mom benchmark`: algorithms trained with one budget and scored against one panel, in cells that resume."""
