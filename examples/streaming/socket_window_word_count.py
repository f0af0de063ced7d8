"""Counts words in windows of 5 seconds, from a text server: `nc -l -p 9000`, then type."""

import argparse

from pyrite.common import Time
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.window import TumblingProcessingTimeWindows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hostname", default="127.0.0.1")
    parser.add_argument("--port", type=int, required=True)
    where = parser.parse_args()
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(10_000)  # a socket cannot send again: lines since the last checkpoint are lost in a crash
    words = env.socket_text_stream(where.hostname, where.port).flat_map(lambda line: [(w, 1) for w in line.split()])
    windows = words.key_by(lambda pair: pair[0]).window(TumblingProcessingTimeWindows.of(Time.seconds(5)))
    windows.sum(1).map(lambda pair: f"{pair[0]} : {pair[1]}").print().set_parallelism(1)
    env.execute("socket window word count")


if __name__ == "__main__":
    main()
