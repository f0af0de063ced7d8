"""A loop in a stream: each number goes round, one less each time, until nothing of it is left.

Run it with: pyrite run examples/iterations/countdown.py
"""

from __future__ import annotations

from pyrite.datastream import OutputTag, ProcessFunction, StreamExecutionEnvironment

START = (3, 0, 5, 2)
DONE = OutputTag("done")


class CountDown(ProcessFunction):
    """Gives (number, what is left) back to the loop while something is left, and (number, turns) out of it."""

    def process_element(self, value, ctx):  # type: ignore[no-untyped-def]
        number, left = value
        if left > 0:
            yield number, left - 1
        else:
            yield DONE, (number, f"{number} turns")


def model() -> list[tuple[int, str]]:
    return [(number, f"{number} turns") for number in START]


def main() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    numbers = env.from_collection(START).map(lambda number: (number, number))
    loop = numbers.iterate(max_wait_ms=100)
    counted = loop.rebalance().process(CountDown())
    loop.close_with(counted)
    counted.get_side_output(DONE).print().set_parallelism(1)
    env.execute("countdown")


if __name__ == "__main__":
    main()
