"""What an editor sees of a game.yaml: nodes come in, the data of YAML 1.2 (core schema) comes out."""

import re
from typing import Any

from kilnscript.source.yaml_tree import YamlList, YamlMapping, YamlNode

INTEGER = re.compile(r"[-+]?[0-9]+\Z|0x[0-9a-fA-F]+\Z|0o[0-7]+\Z")
REAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")


def data(node: YamlNode) -> Any:
    if isinstance(node, YamlMapping):
        return {key: data(value) for key, (_, value) in node.entries.items()}
    if isinstance(node, YamlList):
        return [data(item) for item in node.items]
    if node.quoted:
        return node.value
    if node.value in ("", "~", "null", "Null", "NULL"):
        return None
    if node.value in ("true", "True", "TRUE", "false", "False", "FALSE"):
        return node.value.lower() == "true"
    if INTEGER.match(node.value):
        return int(node.value, 0) if node.value[:2] in ("0x", "0o") else int(node.value)
    return float(node.value) if REAL.match(node.value) else node.value
