"""PageRank as a bulk iteration: supersteps until no rank changes much, at most 40.

Each superstep, a page gives its rank to the pages that it links to. What pages without links have is shared by all, by
an aggregator: its sum is known in the next superstep.

Run it with: pyrite run examples/iterations/page_rank.py
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyrite.datastream import (
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    OutputTag,
    StreamExecutionEnvironment,
    SumAggregator,
)
from pyrite.datastream.state import ListStateDescriptor, ValueStateDescriptor

LINKS = {
    "home": ["news", "shop", "about"],
    "news": ["home", "shop"],
    "shop": ["home", "cart"],
    "cart": ["shop"],
    "about": ["home"],
    "legal": [],
}
DAMPING, PRECISION, MOST = 0.85, 1e-6, 40
CHANGED = OutputTag("changed")
Rank = tuple[str, float]


class Give(KeyedCoProcessFunction):
    """Input 1: the ranks of the superstep. Input 2: the links, which are all there before the first one ends."""

    def open(self, runtime_context: Any) -> None:
        self._links = runtime_context.get_state(ValueStateDescriptor("links"))
        self._rank = runtime_context.get_state(ValueStateDescriptor("rank"))
        self._unlinked = runtime_context.get_iteration_aggregator("unlinked")

    def process_element1(self, value: Rank, ctx: Any) -> None:
        self._rank.update(value[1])
        ctx.timer_service().register_event_time_timer(ctx.timestamp())

    def process_element2(self, value: tuple[str, list[str]], ctx: Any) -> None:
        self._links.update(value[1])

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[tuple[str, float, float]]:
        """The superstep's end. The page itself hears of its rank too, so that pages without links to them stay."""
        page, rank, links = ctx.get_current_key(), self._rank.value(), self._links.value()
        yield page, 0.0, rank
        for linked in links:
            yield linked, rank / len(links), 0.0
        if not links:
            self._unlinked.aggregate(rank)


class Take(KeyedProcessFunction):
    """A page's next rank, of all that it was given in the superstep."""

    def open(self, runtime_context: Any) -> None:
        self._context = runtime_context
        self._received = runtime_context.get_list_state(ListStateDescriptor("received"))
        runtime_context.get_previous_iteration_aggregate("unlinked")  # says in open() that it will be asked for

    def process_element(self, value: tuple[str, float, float], ctx: Any) -> None:
        self._received.add(value[1:])
        ctx.timer_service().register_event_time_timer(ctx.timestamp())

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[Any]:
        received = sorted(self._received.get())
        self._received.clear()
        unlinked = self._context.get_previous_iteration_aggregate("unlinked") or 0.0
        rank = next_rank([part for part, _ in received], unlinked)
        yield ctx.get_current_key(), rank
        if abs(rank - sum(old for _, old in received)) > PRECISION:
            yield CHANGED, ctx.get_current_key()


def next_rank(parts: list[float], unlinked: float) -> float:
    return (1 - DAMPING + DAMPING * unlinked) / len(LINKS) + DAMPING * sum(parts)


def model() -> dict[str, float]:
    """The same in plain Python."""
    ranks, unlinked = dict.fromkeys(LINKS, 1 / len(LINKS)), 0.0
    for _ in range(MOST):
        received: dict[str, list[float]] = {page: [0.0] for page in LINKS}
        for page, links in LINKS.items():
            for linked in links:
                received[linked].append(ranks[page] / len(links))
        before, shared = ranks, unlinked
        ranks = {page: next_rank(sorted(parts), shared) for page, parts in received.items()}
        unlinked = sum(before[page] for page, links in LINKS.items() if not links)
        if not any(abs(ranks[page] - before[page]) > PRECISION for page in LINKS):
            break
    return ranks


def main() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    links = env.from_collection(list(LINKS.items()))
    loop = env.from_collection([(page, 1 / len(LINKS)) for page in LINKS]).iterate_bulk(MOST)
    loop.register_aggregator("unlinked", SumAggregator())
    shares = loop.key_by(lambda rank: rank[0]).connect(links.key_by(lambda pair: pair[0])).process(Give())
    ranks = shares.key_by(lambda part: part[0]).process(Take())
    result = loop.close_with(ranks, ranks.get_side_output(CHANGED))
    result.map(lambda rank: f"{rank[0]} {rank[1]:.4f}").print().set_parallelism(1)
    env.execute("PageRank")


if __name__ == "__main__":
    main()
