"""Training of agents. Only this package and `mom_env.sb3` may need torch."""
