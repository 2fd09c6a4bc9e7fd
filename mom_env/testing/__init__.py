"""A conformance kit for masked AEC environments: `check_game` reports which promises an environment breaks."""

from mom_env.testing.kit import CHECKS, check_game
from mom_env.testing.report import Finding, NotConformant, Report, Verdict

__all__ = ["CHECKS", "Finding", "NotConformant", "Report", "Verdict", "check_game"]
