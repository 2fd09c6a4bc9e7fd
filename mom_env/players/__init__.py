"""Players: bots, searches, agents, and functions or classes of users, each named by a spec."""
