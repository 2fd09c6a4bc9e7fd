"""The rule options, by the names that users give them."""

from typing import Literal

from mom_env.contract.options import GameOptions


class Options(GameOptions):
    """The rule options of the rules page, section 5.

    Attributes:
        final_scoring: at the end only the district that was filled last is scored, or all are scored once more (R14).
    """

    final_scoring: Literal["last_district", "all_districts"] = "last_district"
