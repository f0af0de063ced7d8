"""The hybrid source: several sources, one after another."""
