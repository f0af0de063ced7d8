"""Counts words from a text server, and keeps counting when its code has changed.

    nc -lk -p 9000
    pyrite run examples/streaming/network_word_count.py --port 9000
    pyrite stop -p /tmp/savepoints "network word count"
    pyrite run -s /tmp/savepoints/savepoint-... examples/streaming/network_word_count.py --port 9000 --ignore-case

The second version of the job treats 'The' and 'the' as one word. State belongs to a uid, so the counts continue.
"""

import argparse
from collections.abc import Iterator
from typing import Any

from pyrite.datastream import KeyedProcessFunction, RuntimeContext, StreamExecutionEnvironment
from pyrite.datastream.state import ValueStateDescriptor


class Count(KeyedProcessFunction):
    """Gives each word with how often it has come so far."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: str, ctx: Any) -> Iterator[str]:
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        yield f"{value} : {count}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hostname", default="127.0.0.1")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--ignore-case", action="store_true")
    options = parser.parse_args()
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(1000)
    lines = env.socket_text_stream(options.hostname, options.port).uid("lines")
    if options.ignore_case:
        lines = lines.map(str.lower).uid("lower")
    words = lines.flat_map(str.split).uid("words")
    words.key_by(lambda word: word).process(Count()).uid("count").print().uid("terminal").set_parallelism(1)
    env.execute("network word count")


if __name__ == "__main__":
    main()
