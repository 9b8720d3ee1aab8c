"""Rule files under tests/language are inputs of tests, many of them wrong on purpose: their examples are no tests of ours."""

collect_ignore_glob = ["language/bad/*/*", "language/constructs/*/*", "language/host/*"]
