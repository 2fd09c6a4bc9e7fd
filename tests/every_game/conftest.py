"""All tests here see the small games as installed ones."""

from tests.every_game.installed import install

install()
