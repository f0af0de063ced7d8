"""Compiled plans: optimized plans of INSERTs as documents, which later sessions and versions can execute."""
