"""One-line mutants of the rules, and what kills them."""
