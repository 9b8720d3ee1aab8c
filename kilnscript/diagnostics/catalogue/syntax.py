"""Diagnostic codes K1: syntax."""

from kilnscript.diagnostics.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry("K101", "unexpected", "", "", ""),
    Entry("K120", "tab-indentation", "", "", ""),
    Entry("K121", "text-describes-nothing", "", "", ""),
    Entry("K123", "reserved-word", "", "", ""),
    Entry("K124", "not-assignable", "", "", ""),
    Entry("K125", "nested-transaction", "", "", ""),
    Entry("K126", "second-limit", "", "", ""),
    Entry("K130", "hole-not-closed", "", "", ""),
    Entry("K131", "stray-brace", "", "", ""),
    Entry("K132", "unknown-escape", "", "", ""),
    Entry("K133", "empty-hole", "", "", ""),
    Entry("K134", "number-too-large", "", "", ""),
)
