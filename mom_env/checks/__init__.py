"""Tools that look for mistakes (doctor, perft, soak), and one that compiles all kernels."""
