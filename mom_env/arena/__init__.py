"""Compare players on duplicate deals: win shares, scores and ratings, with intervals of measured coverage."""
