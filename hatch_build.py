"""Puts the parser's tables into the wheel, so that an installed `kiln` never has to analyse the grammar at its start."""

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TablesHook(BuildHookInterface[Any]):
    """Runs only for real wheels: a checkout, editable or not, keeps a cache of its own."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        self.folder = tempfile.TemporaryDirectory(prefix="kiln-tables-")
        output = Path(self.folder.name) / "kiln.tables"
        # A process of its own: the package being built must not stay imported in the builder.
        subprocess.run([sys.executable, "-m", "kilnscript.source.build_tables", str(output)], cwd=self.root, check=True)
        build_data["force_include"][str(output)] = "kilnscript/_data/kiln.tables"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self.folder.cleanup()
