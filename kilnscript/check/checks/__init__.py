"""The checks, one to a module: each has a `CHECK`, named in the list of `kilnscript.check.run`."""
