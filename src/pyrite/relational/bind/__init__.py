"""The binder: from the trees that SQL and the Table API make to relational nodes with resolved expressions."""
