"""The rule options, by the names that users give them."""

from typing import Literal

from mom_env.contract.options import GameOptions


class Options(GameOptions):
    """The rule options of the rules page, sections 2, 3.3, 6 and 7. Solo play has none.

    Attributes:
        monsters: with pick, the seats choose their monsters one after the other (R1); with draw, chance does.
        layout: the start layout, 1 to 5; random draws one.
        tile_target: with any, a tile may be laid on any other monster (R11); with opponent, only on another player's.
        walls: play the advanced game, with moon walls.
        missions: with secret, each player gets two missions; with open, three lie open for all.
    """

    monsters: Literal["pick", "draw"] = "pick"
    layout: Literal["random", 1, 2, 3, 4, 5] = "random"
    tile_target: Literal["any", "opponent"] = "any"
    walls: bool = False
    missions: Literal["none", "secret", "open"] = "none"
