"""ElasticsearchSink, against an OpenSearch node of its own."""

from __future__ import annotations

from typing import Any, ClassVar, Optional

from pyrite.connectors.elasticsearch.emitter import ElasticsearchEmitter
from pyrite.connectors.elasticsearch.sink import Elasticsearch7SinkBuilder, ElasticsearchSink
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE
from pyrite.core.connector.sink import Sink
from tests.connectors.elasticsearch.node import shared_node
from tests.whole.contract.case import SinkCase


class ElasticsearchPlain(SinkCase):
    connector = ElasticsearchSink
    delivery = AT_LEAST_ONCE
    slow = True
    key: ClassVar[Optional[str]] = None

    def open(self) -> None:
        shared_node()

    def sink(self, run: str) -> Sink:
        emitter = ElasticsearchEmitter.static_index(run, self.key)
        sink = Elasticsearch7SinkBuilder().set_hosts(shared_node().address).set_emitter(emitter).build()
        assert sink.guarantee().delivery == self.delivery
        return sink

    def record(self, number: int) -> Any:
        return {"n": number}

    def arrived(self, run: str) -> list[int]:
        shared_node().ask(f"{run}/_refresh", {}, "POST")
        hits = shared_node().ask(f"{run}/_search?size=10000")["hits"]["hits"]
        return [hit["_source"]["n"] for hit in hits]


class ElasticsearchIds(ElasticsearchPlain):
    delivery = EXACTLY_ONCE
    key = "n"
