"""HybridSource: reads several sources, one after another."""
