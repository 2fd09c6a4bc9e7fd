"""PPO by self-play."""
