"""Diagnostic codes K0: files."""

from kilnscript.diagnostics.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry("K001", "file-missing", "", "", ""),
    Entry("K002", "not-a-file", "", "", ""),
    Entry("K003", "file-too-large", "", "", ""),
    Entry("K004", "not-utf8", "", "", ""),
    Entry("K005", "control-character", "", "", ""),
    Entry("K006", "path-outside", "", "", ""),
    Entry("K007", "circular-link", "", "", ""),
    Entry("K008", "too-many-lines", "", "", ""),
    Entry("K009", "text-too-long", "", "", ""),
    Entry("K010", "nested-too-deeply", "", "", ""),
    Entry("K011", "more-findings", "", "", ""),
    Entry("K012", "file-unreadable", "", "", ""),
)
