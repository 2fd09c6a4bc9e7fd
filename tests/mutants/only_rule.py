"""A pytest plugin: `--rule R5` leaves only the tests that are marked with that section or ruling."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule", required=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    rule = config.getoption("--rule")
    items[:] = [item for item in items if any(rule in marker.args for marker in item.iter_markers("rule"))]
