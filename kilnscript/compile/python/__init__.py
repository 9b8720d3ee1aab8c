"""Flow graph and typed expressions → Python source."""
