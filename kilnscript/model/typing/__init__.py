"""Typing: declarations and syntax trees in, the typed game and its diagnostics out."""
