"""The mark in the summary of an edit that tells our own revisions from others, on any machine: it names the SHA-1 of what was saved."""

from __future__ import annotations

import re
from hashlib import sha1

from kilnscript.version import __version__

MARK = re.compile(r"\[kiln:([0-9a-f]{40})\]")


def digest(content: str | bytes) -> str:
    """As MediaWiki reports it of a revision or a file."""
    return sha1(content.encode() if isinstance(content, str) else content).hexdigest()


def summary(rules_hash: str, content: str | bytes) -> str:
    return f"KilnScript {__version__}, rules version {rules_hash[:12]} [kiln:{digest(content)}]"


def ours(comment: str, found: str) -> bool:
    """Only a mark that fits the content counts: an editor may copy a summary, but not what it stands for. ``found``: the SHA-1."""
    mark = MARK.search(comment)
    return mark is not None and mark[1] == found
