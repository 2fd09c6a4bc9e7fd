"""The statistics of the arena: intervals, ratings, the sequential test, and what they were measured to cover."""
