"""Training of agents for the games of `mom_env`. PyTorch is imported here and nowhere below."""
