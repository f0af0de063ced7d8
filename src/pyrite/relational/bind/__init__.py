"""The binder: converts trees of SQL and the Table API to relational nodes with resolved expressions."""
