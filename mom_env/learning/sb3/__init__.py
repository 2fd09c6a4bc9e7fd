"""Training by Stable-Baselines3."""
