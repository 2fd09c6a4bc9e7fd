"""13: All worked examples of the rules page are tests, by number."""

from tests.four_monkeys.rules import test_check, test_round, test_scoring


def test_all_examples_are_here() -> None:
    names = [name for module in (test_check, test_round, test_scoring) for name in vars(module)]
    found = {int(name.split("_")[2]) for name in names if name.startswith("test_example_")}
    assert found | set(test_check.EXAMPLES) == set(range(1, 38))
