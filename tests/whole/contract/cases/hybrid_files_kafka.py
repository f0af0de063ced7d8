"""The hybrid source as it is meant: history in files, then Kafka from where the files end."""

from __future__ import annotations

import shutil
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from confluent_kafka import Producer

from pyrite.common import SimpleStringSchema
from pyrite.connectors.files.formats.stream_format import StreamFormat
from pyrite.connectors.files.source.source import FileSource
from pyrite.connectors.hybrid.parts import SourceSwitchContext
from pyrite.connectors.hybrid.source import HybridSource
from pyrite.connectors.kafka.offsets import KafkaOffsetsInitializer
from pyrite.connectors.kafka.source.source import KafkaSource
from pyrite.core.connector.guarantee import EXACTLY_ONCE
from pyrite.core.connector.source import Source
from tests.connectors.kafka.broker import shared_broker
from tests.whole.contract.case import SourceCase

PARTITIONS = 3
FILES = 4
BEGUN_MS = 1_700_000_000_000


def from_end_of(folder: Path, address: str, topic: str, context: SourceSwitchContext) -> Source[Any]:
    """Kafka from the first record that is in no file: the last file's name says when that was."""
    assert context.get_previous_enumerator() is not None
    end_ms = max(int(path.stem) for path in folder.iterdir())
    builder = KafkaSource.builder().set_bootstrap_servers(address).set_topics(topic).set_group_id(topic)
    builder.set_starting_offsets(KafkaOffsetsInitializer.timestamp(end_ms))
    return builder.set_value_only_deserializer(SimpleStringSchema()).build()


class HybridFilesThenKafka(SourceCase):
    """The topic holds all records, each a second after the one before; the files, those of the first half."""

    connector = HybridSource
    delivery = EXACTLY_ONCE

    def open(self) -> None:
        shared_broker()
        self._folder = Path(tempfile.mkdtemp(prefix="pyrite-hybrid-"))

    def close(self) -> None:
        shutil.rmtree(self._folder)

    def fill(self, run: str, count: int) -> None:
        shared_broker().create_topic(run, PARTITIONS)
        producer = Producer({"bootstrap.servers": shared_broker().address, "log_level": 0})
        for number in range(count):
            producer.produce(run, str(number), partition=number % PARTITIONS, timestamp=BEGUN_MS + number * 1000)
        assert producer.flush(30) == 0
        folder = self._folder / run
        folder.mkdir()
        size = count // 2 // FILES
        for start in range(0, FILES * size, size):
            lines = "".join(f"{number}\n" for number in range(start, start + size))
            (folder / f"{BEGUN_MS + (start + size) * 1000}.txt").write_text(lines)

    def source(self, run: str) -> Source[Any]:
        folder = self._folder / run
        files = (
            FileSource.for_record_stream_format(StreamFormat.text_line_format(), folder.as_uri())
            .process_static_file_set()
            .build()
        )
        kafka = partial(from_end_of, folder, shared_broker().address, run)
        return HybridSource.builder(files).add_source_factory(kafka).build()
