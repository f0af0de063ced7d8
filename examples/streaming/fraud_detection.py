"""Card transactions with keyed state and timers: a small payment and then a large one within a minute is flagged.

Run it with `make demo`, or: pyrite run examples/streaming/fraud_detection.py [--rate N] [--seconds N]
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

from pyrite.common import Duration, TimestampAssigner, WatermarkStrategy
from pyrite.datastream import KeyedProcessFunction, OutputTag, RuntimeContext, StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource, DiscardingSink, RateLimiterStrategy
from pyrite.datastream.state import ValueStateDescriptor

CARDS = 5_000
SMALL, LARGE = 1.00, 500.00
MINUTE_MS = 60_000
ALERTS = OutputTag("alerts")


@dataclass
class Transaction:
    card: int
    amount: float
    time_ms: int


def transaction(number: int) -> Transaction:
    """The number-th transaction, the same in every run: a thousand a second of event time, mostly harmless."""
    draw = (number * 2_654_435_761) % (1 << 32) >> 8
    amount = 0.50 if draw % 97 == 0 else 900.0 if draw % 1009 == 0 else 5.0 + draw % 200
    return Transaction(draw % CARDS, amount, number)


class TransactionTime(TimestampAssigner):
    def extract_timestamp(self, value: Transaction, record_timestamp: int) -> int:
        return value.time_ms


class FraudDetector(KeyedProcessFunction):
    """Gives every transaction a score; alerts go to a side output. A small payment is remembered for a minute."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._small_at = runtime_context.get_state(ValueStateDescriptor("small-payment"))
        self._alerts = runtime_context.get_long_counter("alerts")

    def process_element(self, value: Transaction, ctx: KeyedProcessFunction.Context) -> Iterator[object]:
        small_at = self._small_at.value()
        suspicious = small_at is not None and value.amount > LARGE
        yield value.card, 1.0 if suspicious else 0.0
        if small_at is not None and suspicious:
            self._alerts.add(1)
            yield ALERTS, f"ALERT card {value.card}: {value.amount:.2f}, {value.time_ms - small_at} ms after a test"
        if value.amount < SMALL:
            self._small_at.update(value.time_ms)
            ctx.timer_service().register_event_time_timer(value.time_ms + MINUTE_MS)

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> None:
        if self._small_at.value() == timestamp - MINUTE_MS:
            self._small_at.clear()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=int, default=20_000, help="transactions a second")
    parser.add_argument("--seconds", type=int, default=20)
    options = parser.parse_args()

    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(5_000)
    source = DataGeneratorSource(
        transaction, options.rate * options.seconds, RateLimiterStrategy.per_second(options.rate)
    )
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(5))
    transactions = env.from_source(source, strategy.with_timestamp_assigner(TransactionTime()), "transactions")
    transactions.set_parallelism(1)
    scored = transactions.key_by(lambda t: t.card).process(FraudDetector()).name("fraud detector").uid("fraud-detector")
    scored.rebalance().sink_to(DiscardingSink()).name("scores")
    scored.get_side_output(ALERTS).print().name("alerts").set_parallelism(1)
    env.execute("fraud detection")


if __name__ == "__main__":
    main()
