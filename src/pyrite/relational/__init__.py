"""Implementation of SQL and the Table API: parser, catalog, binder, plan and passes."""
