"""Kafka to a keyed count to Kafka, exactly once: for each order, how many its customer has made so far.

Run it with: pyrite run --job-id orders examples/kafka/count_orders.py --brokers localhost:9092
Whatever is killed, the driver too: start it again with the same job id, and it resumes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any, Optional

from pyrite.common import WatermarkStrategy
from pyrite.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyrite.datastream.connectors.base import DeliveryGuarantee
from pyrite.datastream.connectors.kafka import (
    KafkaOffsetsInitializer,
    KafkaRecordSerializationSchema,
    KafkaSink,
    KafkaSource,
    KafkaTopicPartition,
)
from pyrite.datastream.state import ValueStateDescriptor

Order = dict[str, Any]


class CountByCustomer(KeyedProcessFunction):
    def open(self, runtime_context: Any) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: Order, ctx: KeyedProcessFunction.Context) -> Iterator[Order]:
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        yield {"customer": value["customer"], "order": value["order"], "count": count}


def source(brokers: str, topic: str, partitions: int, each: Optional[int]) -> KafkaSource:
    """All orders; with `each`, so many of every partition."""
    builder = KafkaSource.builder().set_bootstrap_servers(brokers).set_topics(topic).set_group_id("count-orders")
    if each is not None:
        end = {KafkaTopicPartition(topic, partition): each for partition in range(partitions)}
        builder.set_bounded(KafkaOffsetsInitializer.offsets(end))
    return builder.set_value_only_deserializer(json.loads).build()


def sink(brokers: str, topic: str) -> KafkaSink:
    record = KafkaRecordSerializationSchema.builder().set_topic(topic)
    record.set_key_serialization_schema(lambda count: count["customer"].encode())
    record.set_value_serialization_schema(lambda count: json.dumps(count).encode())
    builder = KafkaSink.builder().set_bootstrap_servers(brokers).set_record_serializer(record.build())
    return builder.set_delivery_guarantee(DeliveryGuarantee.EXACTLY_ONCE).build()


def build(env: StreamExecutionEnvironment, orders: KafkaSource, counts: KafkaSink) -> None:
    read = env.from_source(orders, WatermarkStrategy.no_watermarks(), "orders").uid("orders")
    counted = read.key_by(lambda order: order["customer"]).process(CountByCustomer()).name("count").uid("count")
    counted.sink_to(counts).name("counts").uid("counts")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--brokers", required=True)
    parser.add_argument("--orders", default="orders", help="the topic to read")
    parser.add_argument("--counts", default="counts", help="the topic to write")
    parser.add_argument("--partitions", type=int, default=2, help="of the topic to read, with --each")
    parser.add_argument("--each", type=int, help="end after so many orders of each partition")
    options = parser.parse_args()
    env = StreamExecutionEnvironment.get_execution_environment()
    env.enable_checkpointing(500)
    orders = source(options.brokers, options.orders, options.partitions, options.each)
    build(env, orders, sink(options.brokers, options.counts))
    env.execute("count orders")


if __name__ == "__main__":
    main()
