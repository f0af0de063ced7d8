"""Real servers on loopback, for tests, demos, soaks and benchmarks. `python -m servers` installs packages as root."""
