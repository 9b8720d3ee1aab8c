"""The version of the package, written once: builds, `kiln --version` and records read it here."""

__version__ = "0.1.0"
