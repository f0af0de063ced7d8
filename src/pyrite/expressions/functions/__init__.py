"""The functions of SQL, with a file for each group of Flink's documentation."""

from typing import Final

from pyrite.expressions.function import FunctionCatalog
from pyrite.expressions.functions import (
    arithmetic,
    buckets,
    catalog,
    collections,
    comparison,
    conditional,
    constructors,
    conversion,
    generated_numbers,
    hashes,
    json,
    json_text,
    logical,
    mathematics,
    patterns,
    rounding,
    strings,
    temporal,
    temporal_parts,
    temporal_text,
    text_codes,
)

FUNCTIONS: Final = FunctionCatalog(
    comparison.FUNCTIONS,
    logical.FUNCTIONS,
    arithmetic.FUNCTIONS,
    mathematics.FUNCTIONS,
    rounding.FUNCTIONS,
    generated_numbers.FUNCTIONS,
    conditional.FUNCTIONS,
    conversion.FUNCTIONS,
    strings.FUNCTIONS,
    patterns.FUNCTIONS,
    text_codes.FUNCTIONS,
    hashes.FUNCTIONS,
    temporal.FUNCTIONS,
    temporal_parts.FUNCTIONS,
    temporal_text.FUNCTIONS,
    collections.FUNCTIONS,
    constructors.FUNCTIONS,
    catalog.FUNCTIONS,
    buckets.FUNCTIONS,
    json.FUNCTIONS,
    json_text.FUNCTIONS,
)
