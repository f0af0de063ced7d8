"""Compiled plans: plans of INSERTs as documents that a later session, or a later Pyrite, runs as they are."""
