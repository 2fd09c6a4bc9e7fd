"""The ways in for learners: PettingZoo, Gymnasium, many games at once, and their pages."""
