"""From nodes to transformations: tables of translators by class of node, one file for each role."""
