"""Who plays: bots, searches, agents and functions, by one spec each."""
