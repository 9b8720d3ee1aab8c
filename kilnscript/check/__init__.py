"""Static checks: a typed game comes in, findings and one verdict for every property go out."""

from kilnscript.check.report import Report, Status, Verdict
from kilnscript.check.run import check_game

__all__ = ["Report", "Status", "Verdict", "check_game"]
