"""7. The worked examples of the rules page, each by its number.

The circle is brown, black, green, blue, red, purple: brown's rival is blue, black's is red, green's is purple.
"""

import pytest

from tests.build import Table


@pytest.mark.rule("3.1.3", "3.1.5")
def test_example_1_advancing_brings_two_coins_and_costs_the_rival_s_one() -> None:
    now = Table().coins(0, brown=1, blue=1).advance("brown").now
    assert (now.coins[0]["brown"], now.coins[0]["blue"]) == (3, 0)
    assert (now.supply["brown"], now.supply["blue"]) == (1, 4)
