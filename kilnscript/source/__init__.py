"""Rule files as they are written: paths and texts come in; syntax trees, YAML nodes, CSV tables and findings come out."""
