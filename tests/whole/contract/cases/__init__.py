"""The cases: a module for each system. Every subclass of SinkCase or SourceCase in them that can be made is run."""
