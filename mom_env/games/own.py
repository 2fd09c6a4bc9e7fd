"""The names of the games that come with the package, for code that must not import more to know them."""

GAMES = ("monkeys_on_the_moon", "ape_town", "four_monkeys", "monsters_on_the_moon")
