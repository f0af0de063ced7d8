"""Connected components as a delta iteration: a superstep looks only at vertices whose component has just changed.

Run it with: pyrite run examples/iterations/connected_components.py
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyrite.datastream import KeyedCoProcessFunction, SolutionSetFunction, StreamExecutionEnvironment
from pyrite.datastream.state import ListStateDescriptor

VERTICES = range(1, 13)
EDGES = [(1, 2), (2, 3), (3, 4), (4, 1), (5, 6), (6, 7), (8, 12), (9, 12), (10, 9)]
Component = tuple[int, int]
"""A vertex, and the smallest vertex that it is known to be connected to."""


class Tell(KeyedCoProcessFunction):
    """Input 1: the workset. Input 2: the edges. A vertex whose component has changed tells its neighbours."""

    def open(self, runtime_context: Any) -> None:
        self._neighbours = runtime_context.get_list_state(ListStateDescriptor("neighbours"))
        self._components = runtime_context.get_list_state(ListStateDescriptor("components"))

    def process_element1(self, value: Component, ctx: Any) -> None:
        self._components.add(value[1])
        ctx.timer_service().register_event_time_timer(ctx.timestamp())

    def process_element2(self, value: tuple[int, int], ctx: Any) -> None:
        self._neighbours.add(value[1])

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[Component]:
        component = min(self._components.get())
        self._components.clear()
        for neighbour in self._neighbours.get():
            yield neighbour, component


class TakeSmallest(SolutionSetFunction):
    """A vertex that hears of a smaller component changes, and is in the next workset."""

    def join(self, values: list[Component], entry: Any, ctx: Any) -> Iterator[Component]:
        vertex, component = entry.value()
        smallest = min(heard for _, heard in values)
        if smallest < component:
            entry.update((vertex, smallest))
            yield vertex, smallest


def model() -> list[Component]:
    """The same in plain Python."""
    component = {vertex: vertex for vertex in VERTICES}
    changed = True
    while changed:
        changed = False
        for a, b in EDGES:
            smallest = min(component[a], component[b])
            changed = changed or smallest < max(component[a], component[b])
            component[a] = component[b] = smallest
    return sorted(component.items())


def main() -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    vertices = env.from_collection([(vertex, vertex) for vertex in VERTICES])
    edges = env.from_collection(EDGES + [(b, a) for a, b in EDGES])
    iteration = vertices.iterate_delta(vertices, max_iterations=100, keys=0)
    workset = iteration.get_workset().key_by(lambda component: component[0])
    candidates = workset.connect(edges.key_by(lambda edge: edge[0])).process(Tell())
    delta = iteration.join_solution_set(candidates, lambda component: component[0], TakeSmallest())
    iteration.close_with(delta, delta).print().set_parallelism(1)
    env.execute("connected components")


if __name__ == "__main__":
    main()
