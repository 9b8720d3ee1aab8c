"""Diagnostic codes K2: yaml."""

from kilnscript.diagnostics.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry("K200", "not-yaml", "", "", ""),
    Entry("K201", "duplicate-key", "", "", ""),
    Entry("K202", "anchor-or-alias", "", "", ""),
    Entry("K203", "yaml-tag", "", "", ""),
    Entry("K204", "not-a-mapping", "", "", ""),
    Entry("K205", "second-document", "", "", ""),
    Entry("K206", "yaml-directive", "", "", ""),
    Entry("K207", "merge-key", "", "", ""),
    Entry("K208", "not-a-key", "", "", ""),
    Entry("K220", "empty-table", "", "", ""),
    Entry("K221", "column-without-name", "", "", ""),
    Entry("K222", "duplicate-column", "", "", ""),
    Entry("K223", "wrong-number-of-cells", "", "", ""),
    Entry("K224", "csv-quote-not-closed", "", "", ""),
)
