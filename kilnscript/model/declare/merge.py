"""`extends` in game.yaml: the mapping of a game and that of the game it extends come in, one mapping comes out, places kept."""

from kilnscript.diagnostics import Span
from kilnscript.source.yaml_tree import YamlMapping, YamlNode


def merge(host: YamlMapping, own: YamlMapping) -> YamlMapping:
    """Mappings merge, lists and single values replace. What is new comes after what the host has."""
    entries: dict[str, tuple[Span, YamlNode]] = dict(host.entries)
    for key, (span, node) in own.entries.items():
        before = entries.get(key)
        if before is not None and isinstance(before[1], YamlMapping) and isinstance(node, YamlMapping):
            entries[key] = (before[0], merge(before[1], node))
        else:
            entries[key] = (span, node)
    return YamlMapping(entries, own.span)
