"""People at a terminal: playing, watching a replay, the demo."""
