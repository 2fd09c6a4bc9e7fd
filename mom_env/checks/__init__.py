"""What looks for mistakes: the doctor, perft, the soak; and what compiles everything."""
