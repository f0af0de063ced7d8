"""Online linear regression: a model whose weights are state learns point by point, a pass a superstep.

Every point changes the weights by its error. All points go round, until a pass has changed the weights very little.

Run it with: pyrite run examples/iterations/online_regression.py
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyrite.datastream import KeyedProcessFunction, OutputTag, StreamExecutionEnvironment
from pyrite.datastream.state import ListStateDescriptor, ValueStateDescriptor

POINTS = [(x / 10, 3.0 * x / 10 + 1.0 + noise) for x, noise in zip(range(10), (0.1, -0.2, 0, 0.1) * 3, strict=False)]
"""About on the line y = 3 x + 1."""
RATE, PRECISION, MOST = 0.3, 1e-4, 200
LEARNED, UNSURE = OutputTag("learned"), OutputTag("unsure")
Weights = tuple[float, float]
Point = tuple[float, float]


def learn(weights: Weights, points: list[Point]) -> Weights:
    """The weights after a pass over the points."""
    slope, offset = weights
    for x, y in sorted(points):
        error = y - (slope * x + offset)
        slope, offset = slope + RATE * error * x, offset + RATE * error
    return slope, offset


def change(before: Weights, after: Weights) -> float:
    return max(abs(before[0] - after[0]), abs(before[1] - after[1]))


class Learn(KeyedProcessFunction):
    """Keeps the weights, and gives the points back to the loop."""

    def open(self, runtime_context: Any) -> None:
        self._weights = runtime_context.get_state(ValueStateDescriptor("weights"))
        self._points = runtime_context.get_list_state(ListStateDescriptor("points"))

    def process_element(self, value: Point, ctx: Any) -> None:
        self._points.add(value)
        ctx.timer_service().register_event_time_timer(ctx.timestamp())

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[Any]:
        points = list(self._points.get())
        self._points.clear()
        before = self._weights.value() or (0.0, 0.0)
        after = learn(before, points)
        self._weights.update(after)
        yield from points
        yield (UNSURE, after) if change(before, after) > PRECISION else (LEARNED, (timestamp, *after))


def model() -> tuple[int, float, float]:
    """The same in plain Python."""
    weights: Weights = (0.0, 0.0)
    for superstep in range(1, MOST + 1):
        before, weights = weights, learn(weights, POINTS)
        if change(before, weights) <= PRECISION:
            return superstep, *weights
    raise AssertionError("it has not learned the line")


def main() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    loop = env.from_collection(POINTS).iterate_bulk(MOST)
    points = loop.key_by(lambda point: "model").process(Learn())
    loop.close_with(points, points.get_side_output(UNSURE))
    learned = points.get_side_output(LEARNED)
    learned.map(lambda model: f"after {model[0]} passes: y = {model[1]:.4f} x + {model[2]:.4f}").print()
    env.execute("online regression")


if __name__ == "__main__":
    main()
