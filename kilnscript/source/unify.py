"""One form for what editors save in several: line ends, byte-order marks, composed letters."""

import unicodedata


def unify_lines(text: str) -> str:
    """Without byte-order mark, with "\\n" as the only end of a line."""
    text = text.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def composed(text: str) -> str:
    """Names and texts are compared in NFC, whatever the editor wrote."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)
