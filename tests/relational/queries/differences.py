"""Where our answers to queries are not Flink's, with the reasons."""

from __future__ import annotations

from typing import Final

_WORDS: Final = "ours says it before the plan is made, with the place in the text"
_ONE_COLUMN: Final = "Flink takes no rows, and one column alone, as what is distinct"

DIFFERENCES: Final[dict[str, str]] = {
    "streaming: array_agg order by": "Flink takes ORDER BY and ignores it; ours refuses it",
    "streaming: distinct aggregates": _ONE_COLUMN,
    "streaming: distinct of two columns": _ONE_COLUMN,
    "streaming: count distinct row": _ONE_COLUMN,
    "batch: grouping set twice within others": "Flink groups by all keys where one set alone occurs again",
    "streaming: single aggregate over interval": _WORDS,
    "streaming: max of array": _WORDS,
    "streaming: listagg column separator": _WORDS,
    "streaming: c json": "the order of keys in JSON: Flink's is that of a hash table, ours that of arrival",
    "streaming: topn order by array": "Flink says that there are inserts only, and leaves out -U",
    "streaming: topn of min asc": "a minimum that was NULL moves back when a value comes, which Flink leaves out",
    "streaming: qualify alias group": "Flink has a fault there",
    "streaming: order by limit u": "ours reads only the columns that are needed: a change of others is none",
    "streaming: case of rowtime": "Flink calls what CASE and COALESCE make of a time attribute one, too",
    "streaming: collect filter distinct": "Flink announces a multiset again that is as it was",
    "streaming: cube over u": "the sum of all rows is NULL where there are none, but Flink's type is NOT NULL",
    "streaming: u dedupe by key projection": "Flink sees that each group has one row, and does not aggregate",
    "streaming: unnest map grouped": "the order of a map's entries: Flink's is that of a hash table",
}
