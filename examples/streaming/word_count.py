"""Counts the words of a text in STREAMING mode: every word that is read gives its new count.

Run it with: pyrite run examples/streaming/word_count.py
"""

from __future__ import annotations

import re

from pyrite.datastream import StreamExecutionEnvironment

TEXT = """\
How much wood would a woodchuck chuck
If a woodchuck could chuck wood?
"""


def words(line: str) -> list[str]:
    return re.findall(r"\w+", line.lower())


def main() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(10_000)
    lines = env.from_collection(TEXT.splitlines())
    counts = lines.flat_map(words).map(lambda word: (word, 1)).key_by(lambda pair: pair[0]).sum(1)
    counts.print().set_parallelism(1)
    env.execute("word count, streaming")


if __name__ == "__main__":
    main()
