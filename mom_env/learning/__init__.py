"""Training of agents. All that needs torch is here, and in `mom_env.sb3`."""
