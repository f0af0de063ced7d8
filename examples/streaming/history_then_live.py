"""Revenue from orders: first those of past days, in files, then new ones as they come. Bad lines are set aside.

Without arguments, a generator stands in for what comes. With Kafka (pip install 'pyrite[kafka]'), which must hold the
orders from the end of the files on:

    pyrite run examples/streaming/history_then_live.py --brokers localhost:9092 --topic orders
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pyrite.common import BadRecords, Row, Types, WatermarkStrategy
from pyrite.common.source import Source
from pyrite.datastream import OutputTag, StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource
from pyrite.datastream.connectors.file_system import FileSource, StreamFormat
from pyrite.datastream.connectors.hybrid_source import HybridSource
from pyrite.datastream.formats.json import JsonRowDeserializationSchema

DAYS = {
    "2026-01-01.json": '{"product": "tea", "amount": 7}\n{"product": "cup", "amount": 12}\n',
    "2026-01-02.json": '{"product": "tea", "amount": 7}\nserver restarted\n{"product": "pot", "amount": 30}\n',
}
NEW = [Row(product="cup", amount=24), Row(product="tea", amount=14)]
NEW_YEAR_3_MS = 1_767_398_400_000
ORDER = Types.ROW_NAMED(["product", "amount"], [Types.STRING(), Types.INT()])
BAD = OutputTag("bad lines")


def history(folder: str) -> Source[Any]:
    lines = StreamFormat.lines_of(JsonRowDeserializationSchema.builder().type_info(ORDER).build())
    files = FileSource.for_record_stream_format(lines, folder)
    return files.set_bad_records(BadRecords.to_side_output(BAD)).build()


def live(brokers: str | None, topic: str) -> Source[Any]:
    if brokers is None:
        return DataGeneratorSource(NEW.__getitem__, count=len(NEW))
    from pyrite.datastream.connectors.kafka import KafkaOffsetsInitializer, KafkaSource

    schema = JsonRowDeserializationSchema.builder().type_info(ORDER).build()
    source = KafkaSource.builder().set_bootstrap_servers(brokers).set_topics(topic).set_value_only_deserializer(schema)
    return source.set_starting_offsets(KafkaOffsetsInitializer.timestamp(NEW_YEAR_3_MS)).build()


def build(env: StreamExecutionEnvironment, source: Source[Any]) -> None:
    orders = env.from_source(source, WatermarkStrategy.no_watermarks(), "orders", ORDER)
    revenue = orders.key_by(lambda order: order.product).reduce(
        lambda total, order: Row(product=total.product, amount=total.amount + order.amount)
    )
    revenue.map(lambda total: f"{total.product}: {total.amount}").print().set_parallelism(1)
    orders.get_side_output(BAD).map(lambda bad: f"set aside: {bad.data.decode()}").print().set_parallelism(1)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--brokers", help="Kafka's address; without one, two orders come and that is all")
    parser.add_argument("--topic", default="orders")
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        for name, lines in DAYS.items():
            Path(folder, name).write_text(lines)
        env = StreamExecutionEnvironment.get_execution_environment()
        env.enable_checkpointing(10_000)
        source = HybridSource.builder(history(folder)).add_source(live(arguments.brokers, arguments.topic)).build()
        build(env, source)
        env.execute("history, then live")


if __name__ == "__main__":
    main()
