"""The names of the games that come with the package, for those who must not load more to know them."""

GAMES = ("monkeys_on_the_moon",)
