"""Orders and their payments: paid within an hour, unpaid, and payments that came too late to be looked at.

Run it with: pyrite run examples/streaming/order_payment_join.py
"""

from __future__ import annotations

from collections.abc import Iterator

from pyrite.common import Time, WatermarkStrategy
from pyrite.datastream import OutputTag, StreamExecutionEnvironment
from pyrite.datastream.functions import KeyedCoProcessFunction, ProcessJoinFunction, RuntimeContext
from pyrite.datastream.state import ValueStateDescriptor
from pyrite.testing import At, Pause, ScriptedSource

MINUTE_MS, HOUR_MS = 60_000, 3_600_000
LATE = OutputTag("late")

# An order is its number and what it is for, a payment the order's number and who pays. Watermarks are sent every
# 200 ms: after the pause those of both streams stand at hour 3.
ORDERS = (At(0, (1, "tea")), At(10 * MINUTE_MS, (2, "salt")), At(3 * HOUR_MS, (3, "cups")), Pause(2000))
PAYMENTS = (
    At(20 * MINUTE_MS, (1, "ann")),
    At(3 * HOUR_MS, (3, "bob")),
    Pause(2000),
    At(30 * MINUTE_MS, (2, "eve")),  # made in time, but two hours and a half on its way
)


class Paid(ProcessJoinFunction):
    def process_element(
        self, left: tuple[int, str], right: tuple[int, str], ctx: ProcessJoinFunction.Context
    ) -> Iterator[tuple[int, str]]:
        minutes = (ctx.get_right_timestamp() - ctx.get_left_timestamp()) // MINUTE_MS
        yield left[0], f"order {left[0]}, {left[1]}: paid by {right[1]} after {minutes} minutes"


class Unpaid(KeyedCoProcessFunction):
    """An inner join does not tell what it has not found. Here each order waits, with a timer, for what it tells."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._paid = runtime_context.get_state(ValueStateDescriptor("paid"))

    def process_element1(self, value: tuple[int, str], ctx: KeyedCoProcessFunction.Context) -> None:
        ctx.timer_service().register_event_time_timer(ctx.timestamp() + HOUR_MS)

    def process_element2(self, value: tuple[int, str], ctx: KeyedCoProcessFunction.Context) -> Iterator[str]:
        self._paid.update(True)
        yield value[1]

    def on_timer(self, timestamp: int, ctx: KeyedCoProcessFunction.OnTimerContext) -> Iterator[str]:
        if self._paid.value() is None:
            yield f"order {ctx.get_current_key()}: not paid within an hour"
        self._paid.clear()


def main() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(10_000)
    ascending = WatermarkStrategy.for_monotonous_timestamps()
    orders = env.from_source(ScriptedSource(ORDERS), ascending, "orders").set_parallelism(1)
    payments = env.from_source(ScriptedSource(PAYMENTS), ascending, "payments").set_parallelism(1)
    by_number = orders.key_by(lambda order: order[0])
    joined = by_number.interval_join(payments.key_by(lambda payment: payment[0])).between(
        Time.seconds(0), Time.hours(1)
    )
    paid = joined.side_output_right_late_data(LATE).process(Paid()).name("paid").uid("paid")
    unpaid = by_number.connect(paid.key_by(lambda result: result[0])).process(Unpaid()).name("unpaid").uid("unpaid")
    late = paid.get_side_output(LATE).map(lambda payment: f"payment of order {payment[0]} by {payment[1]}: too late")
    unpaid.union(late).print().set_parallelism(1)
    env.execute("orders and payments")


if __name__ == "__main__":
    main()
