"""Where our answers to statements are not Flink's, with the reasons."""

from __future__ import annotations

from typing import Final

_PLACE: Final = "the place is shown in the text, by a caret"
_CONSTANT: Final = "ours shows constants with the type that they are computed in, and casts as SQL writes them"
_NAMES: Final = "ours names the columns of a sink as its table does"
_DESCRIBED: Final = "Flink 2.3 parses it and takes the words for an expression"
_TYPE: Final = "Flink keeps the type that it has just refused"
_EXCLUDED: Final = "EXCLUDING leaves out the partitions and the distribution, as the documentation of Flink says"
_LIMIT: Final = "ours limits once"
_UNREAD: Final = "ours computes no column that nobody reads"

DIFFERENCES: Final[dict[str, dict[str, str]]] = {
    "batch_inserts": {
        "dynamic partitions": _NAMES,
        "static partitions": _NAMES,
        "static and dynamic partitions": _NAMES,
        "static and dynamic partitions with columns": _NAMES,
        "the second key static": _NAMES,
        "overwrite": _NAMES,
        "overwrite a static partition": _NAMES,
        "overwrite without partitions": _NAMES,
        "partition of another type": "a text is no number: Flink says so when the job runs",
        "pruned by a filter": "ours keeps the scan, which reads no partition",
        "limit": _LIMIT,
        "limit of a partition": _LIMIT,
    },
    "catalogs": {
        "describe the default": "ours shows what there is",
        "set nothing": _TYPE,
        "reset": _TYPE,
        "describe altered": _TYPE,
        "describe a database": _DESCRIBED,
        "describe a database extended": _DESCRIBED,
        "describe a database of a catalog": _DESCRIBED,
        "describe no database": _DESCRIBED,
        "describe the altered database": _DESCRIBED,
        "procedures": "ours names the statement, not a method of Java",
    },
    "compiled": {
        "execute a plan that lacks options without the table": "ours names the first table that is missing",
        "execute a plan of names with another schema": "Flink's job fails, ours is refused",
    },
    "functions": {
        "functions of an unknown database": "ours says that there is no such database",
        "functions of an unknown catalog": "ours says that there is no such catalog",
        "built-in functions": "ours lists functions under the names that SQL has for them",
        "describe built-in extended": "the page of functions shows what they take",
    },
    "like": {
        "show excluding all": _EXCLUDED,
        "show excluding some": _EXCLUDED,
        "show all but some": _EXCLUDED,
        "show temporary like": _EXCLUDED,
        "of nothing": _PLACE,
        "like a view": _PLACE,
    },
    "plans": {
        "projection": _CONSTANT,
        "view": _CONSTANT,
        "union": _UNREAD,
        "values": "ours shows no types of VALUES",
        "constants": "ours shows no types of VALUES",
        "folded": _CONSTANT,
        "never": "ours shows no types of VALUES",
        "sub-query": _CONSTANT,
        "with": _CONSTANT,
        "unnest": "ours is a node with one input",
        "left unnest": "ours is a node with one input",
        "functions": _CONSTANT,
        "literals": "ours keeps IN and BETWEEN",
        "metadata": "ours reads metadata under names that no column can have",
        "insert with columns": _NAMES,
        "insert values": "ours shows no types of VALUES",
        "statement set": "ours shows a sink for each INSERT",
        "static partition": _NAMES,
        "part of a static partition": _NAMES,
        "hints": "ours shows no hints",
        "limit": _LIMIT,
        "limit of a projection": _LIMIT,
        "limit zero": "ours shows no types of VALUES",
        "limit in a sub-query": _LIMIT,
        "or of many": "ours keeps OR",
    },
    "table_as": {
        "show more columns": "no table is created if its rows cannot be written",
        "whether it is there now": "no table is created if its rows cannot be written",
    },
    "tables": {
        "describe table": _DESCRIBED,
        "show create": "passwords are not shown",
        "key of an unknown column": _PLACE,
        "key of a computed column": _PLACE,
        "describe all types": "ours keeps the comments of fields",
        "show create all types": "ours keeps the comments of fields",
        "analyze": "ours is for a later version in both modes",
        "truncate": "ours is for a later version in both modes",
    },
    "views": {
        "with a column twice": _PLACE,
        "of columns of one name": _PLACE,
    },
    "watermarks": {
        "explain window": "ours has a node for windows in the abstract syntax tree, too",
        "explain without rowtime": _UNREAD,
        "explain insert": _NAMES,
        "explain wrong strategy": "ours names the option and the value",
    },
}
