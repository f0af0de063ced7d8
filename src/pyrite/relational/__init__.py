"""SQL and the Table API below their public names: parser, binder, plan and passes."""
