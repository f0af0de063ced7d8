"""SQL and the Table API below their public names: parser, catalog, binder, plan and passes."""
