"""Adds up the orders of a Kafka topic by product, minute by minute, by the time at which an order was written.

An order is a JSON object: {"product": "tea", "pieces": 2}. Each partition has its own watermark; one in which nothing
happens for ten seconds does not hold the others back. What cannot be read goes to a stream of its own.

Run it with: pyrite run examples/streaming/kafka_orders.py --bootstrap-servers localhost:9092 --topic orders
"""

from __future__ import annotations

import json
from argparse import ArgumentParser

from pyrite.common import Duration, Time, WatermarkStrategy
from pyrite.common.bad_records import BadRecords
from pyrite.common.output_tag import OutputTag
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors.kafka import KafkaOffsetsInitializer, KafkaSource
from pyrite.datastream.window import TumblingEventTimeWindows

UNREADABLE = OutputTag("unreadable")


def order(value: bytes) -> tuple[str, int]:
    fields = json.loads(value)
    return fields["product"], int(fields["pieces"])


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--bootstrap-servers", default="localhost:9092")
    parser.add_argument("--topic", default="orders")
    parser.add_argument("--to-the-end", action="store_true", help="stop at what is the end of the topic now")
    options = parser.parse_args()

    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(10_000)
    builder = (
        KafkaSource.builder()
        .set_bootstrap_servers(options.bootstrap_servers)
        .set_topics(options.topic)
        .set_group_id("kafka-orders")
        .set_starting_offsets(KafkaOffsetsInitializer.earliest())
        .set_value_only_deserializer(order)
        .set_bad_records(BadRecords.to_side_output(UNREADABLE))
    )
    if options.to_the_end:
        builder.set_bounded(KafkaOffsetsInitializer.latest())
    watermarks = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(5))
    orders = env.from_source(builder.build(), watermarks.with_idleness(Duration.of_seconds(10)), "orders")
    sums = (
        orders.key_by(lambda each: each[0])
        .window(TumblingEventTimeWindows.of(Time.minutes(1)))
        .reduce(lambda one, other: (one[0], one[1] + other[1]))
    )
    sums.map(lambda each: f"{each[0]}: {each[1]}").print()
    orders.get_side_output(UNREADABLE).map(lambda bad: f"{bad.position}: {bad.reason}").print()
    env.execute("kafka orders")


if __name__ == "__main__":
    main()
