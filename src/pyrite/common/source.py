"""The contract of a source: an enumerator on the driver, a reader in each source task."""

from pyrite.core.connector.source import (
    END_OF_INPUT,
    Boundedness,
    EndOfInput,
    FunctionReader,
    Source,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
    SourceSplit,
    SplitEnumerator,
    SplitEnumeratorContext,
    SplitT,
)

__all__ = [
    "END_OF_INPUT",
    "Boundedness",
    "EndOfInput",
    "FunctionReader",
    "Source",
    "SourceBlock",
    "SourceReader",
    "SourceReaderContext",
    "SourceSplit",
    "SplitEnumerator",
    "SplitEnumeratorContext",
    "SplitT",
]
