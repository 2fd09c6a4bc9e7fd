"""Sweeps: one training for each combination of varied settings and each seed; `run.sweep` is the way in."""
