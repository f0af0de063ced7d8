"""Files as tables: the connector `filesystem` of SQL."""
