"""See CONTRIBUTING.md for what lives here."""
