"""Games as they are played and watched, without a console: sessions of people and players, and films of replays."""
