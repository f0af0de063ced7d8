"""Counts words from a text server, in all and in windows, and keeps counting when its code has changed.

    nc -lk -p 9000
    pyrite run examples/streaming/network_word_count.py --port 9000
    pyrite stop -p /tmp/savepoints "network word count"
    pyrite run -s /tmp/savepoints/savepoint-... examples/streaming/network_word_count.py --port 9000 --ignore-case

The second version of the job treats 'The' and 'the' as one word. State belongs to a uid, so the counts continue, and so
does an open window.
"""

import argparse

from pyrite.common import Time
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.window import TumblingProcessingTimeWindows


def add(left: tuple[str, int], right: tuple[str, int]) -> tuple[str, int]:
    return left[0], left[1] + right[1]


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
    words = lines.flat_map(lambda line: [(word, 1) for word in line.split()]).uid("words").key_by(lambda pair: pair[0])
    counts = words.reduce(add).uid("count").map(lambda pair: f"{pair[0]} : {pair[1]}").uid("count text")
    counts.print().uid("count terminal").set_parallelism(1)
    recent = words.window(TumblingProcessingTimeWindows.of(Time.seconds(5))).reduce(add).uid("recent")
    recent = recent.map(lambda pair: f"{pair[0]} : {pair[1]} in 5 s").uid("recent text")
    recent.print().uid("recent terminal").set_parallelism(1)
    env.execute("network word count")


if __name__ == "__main__":
    main()
