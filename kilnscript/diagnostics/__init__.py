"""What is wrong, where, and what to do about it: spans, diagnostics, the catalogue of codes, and the renderers."""

from kilnscript.diagnostics.diagnostic import Diagnostic, Label, Severity
from kilnscript.diagnostics.span import Span

__all__ = ["Diagnostic", "Label", "Severity", "Span"]
