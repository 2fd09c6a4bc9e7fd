"""What the games of this package are made from: for people, for learners, in files. It knows no game in particular."""
