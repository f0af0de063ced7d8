"""Kafka to a keyed count to Kafka on PyFlink, exactly-once; prints one JSON line.

Run inside an environment that holds apache-flink:

    python pyflink_kafka_peer.py BROKERS IN OUT --jar CONNECTOR.jar --records N --partitions P --mode process|thread

The time runs from the call of execute to its return.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from pyflink.common import Configuration, SimpleStringSchema, Types, WatermarkStrategy
from pyflink.datastream import KeyedProcessFunction, RuntimeContext, StreamExecutionEnvironment
from pyflink.datastream.connectors.base import DeliveryGuarantee
from pyflink.datastream.connectors.kafka import (
    KafkaOffsetsInitializer,
    KafkaRecordSerializationSchema,
    KafkaSink,
    KafkaSource,
    KafkaTopicPartition,
)
from pyflink.datastream.state import ValueStateDescriptor

CHECKPOINT_MS = 1000
TUNED = {"pipeline.object-reuse": "true", "python.metric.enabled": "false"}
# Checkpoints end bundles, so these are limits that are never reached.
TUNED_PROCESS = {
    "python.fn-execution.bundle.size": "1000000",
    "python.fn-execution.bundle.time": "600000",
    "python.state.cache-size": "200000",
}
# The task threads of one process share one interpreter lock and pass it on at every record.
TUNED_THREAD = {"parallelism.default": "1"}


class CountByUser(KeyedProcessFunction):
    """Counts the records of each user."""

    def open(self, runtime_context: RuntimeContext) -> None:
        """Get the state."""
        self._count = runtime_context.get_state(ValueStateDescriptor("count", Types.LONG()))

    def process_element(self, value: str, ctx: KeyedProcessFunction.Context) -> Iterator[str]:
        """Read, add one, update, give out as JSON."""
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        yield json.dumps({"user": value, "count": count})


def environment(options: argparse.Namespace, folder: str) -> StreamExecutionEnvironment:
    """An environment with the settings of a mode, whose workers use this interpreter."""
    settings = {"python.execution-mode": options.mode, "parallelism.default": str(options.partitions)}
    if options.tuned:
        settings |= TUNED | (TUNED_PROCESS if options.mode == "process" else TUNED_THREAD)
    settings |= {
        "python.executable": sys.executable,
        "pipeline.jars": Path(options.jar).as_uri(),
        "execution.checkpointing.dir": Path(folder).as_uri(),
        "execution.checkpointing.storage": "filesystem",
    }
    config = Configuration()
    for name, value in settings.items():
        config.set_string(name, value)
    env = StreamExecutionEnvironment.get_execution_environment(config)
    env.enable_checkpointing(CHECKPOINT_MS)
    return env


def build(env: StreamExecutionEnvironment, options: argparse.Namespace) -> None:
    """Build the job."""
    end = {KafkaTopicPartition(options.source, number): options.records for number in range(options.partitions)}
    source = (
        KafkaSource.builder()
        .set_bootstrap_servers(options.brokers)
        .set_topics(options.source)
        .set_starting_offsets(KafkaOffsetsInitializer.earliest())
        .set_bounded(KafkaOffsetsInitializer.offsets(end))
        .set_value_only_deserializer(SimpleStringSchema())
        .build()
    )
    record = (
        KafkaRecordSerializationSchema.builder()
        .set_topic(options.target)
        .set_value_serialization_schema(SimpleStringSchema())
        .build()
    )
    sink = (
        KafkaSink.builder()
        .set_bootstrap_servers(options.brokers)
        .set_record_serializer(record)
        .set_delivery_guarantee(DeliveryGuarantee.EXACTLY_ONCE)
        .set_transactional_id_prefix(options.target)
        .set_property("transaction.timeout.ms", "600000")
        .build()
    )
    read = env.from_source(source, WatermarkStrategy.no_watermarks(), "in")
    users = read.map(lambda value: json.loads(value)["user"], Types.STRING())
    users.key_by(lambda user: user, Types.STRING()).process(CountByUser(), Types.STRING()).sink_to(sink)


def main() -> None:
    """Run the job and print its time."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    for name in ("brokers", "source", "target"):
        parser.add_argument(name)
    parser.add_argument("--jar", required=True)
    parser.add_argument("--records", type=int, required=True, help="of each partition")
    parser.add_argument("--partitions", type=int, default=2)
    parser.add_argument("--mode", choices=("process", "thread"), default="process")
    parser.add_argument("--tuned", action="store_true")
    options = parser.parse_args()
    # Thread mode finds its interpreter and modules through the `python` on the path.
    os.environ["PATH"] = str(Path(sys.executable).parent) + os.pathsep + os.environ.get("PATH", "")
    # A local run would put all Python workers as threads into this one process; a cluster would not.
    os.environ["_python_worker_execution_mode"] = "process"
    with tempfile.TemporaryDirectory() as folder:
        env = environment(options, folder)
        build(env, options)
        started = time.perf_counter()
        env.execute("kafka")
        print(json.dumps({"seconds": round(time.perf_counter() - started, 4)}), flush=True)


if __name__ == "__main__":
    main()
