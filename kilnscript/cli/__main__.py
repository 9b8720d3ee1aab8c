"""`python -m kilnscript.cli`, for places without the console script."""

import sys

from kilnscript.cli import main

sys.exit(main())
