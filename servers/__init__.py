"""Real servers on loopback, for tests, demos, soaks and benchmarks. `python -m servers` installs what needs root."""
