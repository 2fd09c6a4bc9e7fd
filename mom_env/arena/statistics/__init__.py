"""Statistics of the arena: intervals, ratings, the sequential test, and simulations that measure their coverage."""
