"""Every diagnostic code with its name, severity and explanation; one module per stage.

Codes: K0 files, encoding and limits; K1 syntax of .kiln files; K2 YAML and CSV; K3 declarations; K4 names; K5 types;
K6 structure (flow, placement, termination); K7 who may read what; K8 faults in play; K9 findings of `kiln check`.
"""

from kilnscript.diagnostics.catalogue import (
    declarations,
    explored,
    faults,
    files,
    findings,
    names,
    readers,
    structure,
    syntax,
    types,
    yaml,
)
from kilnscript.diagnostics.catalogue.entry import Entry

CATALOGUE: dict[str, Entry] = {
    entry.code: entry
    for module in (files, syntax, yaml, declarations, names, types, structure, readers, faults, findings, explored)
    for entry in module.ENTRIES
}

__all__ = ["CATALOGUE", "Entry"]
