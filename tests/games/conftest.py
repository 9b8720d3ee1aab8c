"""Hypothesis profiles: the same examples every time on a build server, more of them on request (HYPOTHESIS_PROFILE=thorough)."""

import os

from hypothesis import HealthCheck, settings

SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
settings.register_profile("kiln", deadline=None, max_examples=12, suppress_health_check=SLOW_IS_FINE)
settings.register_profile("kiln-ci", parent=settings.get_profile("kiln"), derandomize=True, database=None, print_blob=True)
settings.register_profile("thorough", parent=settings.get_profile("kiln"), max_examples=400)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("kiln-ci" if os.environ.get("CI") else "kiln"))
