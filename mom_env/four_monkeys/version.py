"""The version of the rules, which replays and results carry: it is raised whenever a ruling changes what happens."""

VERSION = "1"  # the rules page as it is
