"""Draws the picture of docs/guide/iterations.md from a run in the simulation: python docs/make_iteration_picture.py

A delta iteration finds the components of a small graph. The picture shows the changes of each superstep.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.datastream import SolutionSetFunction, StreamExecutionEnvironment
from pyrite.testing import simulate

GUIDE: Final = Path(__file__).resolve().parent / "guide"
EDGES: Final = ((1, 2), (2, 3), (3, 4), (4, 5), (6, 7), (7, 8))
VERTICES: Final = range(1, 9)
NEIGHBOURS: Final = {vertex: [b if a == vertex else a for a, b in EDGES if vertex in (a, b)] for vertex in VERTICES}
MOST: Final = 10

# The run --------------------------------------------------------------------------------------------------------------


class Smallest(SolutionSetFunction):
    """A vertex takes the smallest component it hears of; it tells in which superstep."""

    def join(self, values: list[Any], entry: Any, ctx: Any) -> Iterator[tuple[int, int, int]]:
        vertex, component = entry.value()
        smallest = min(heard for _, heard in values)
        if smallest < component:
            entry.update((vertex, smallest))
            yield vertex, smallest, ctx.timestamp()


def run() -> list[dict[int, int]]:
    """What each superstep has changed: the component by vertex. The last one changes nothing."""
    env = StreamExecutionEnvironment().set_parallelism(2)
    vertices = env.from_collection([(vertex, vertex) for vertex in VERTICES])
    iteration = vertices.iterate_delta(vertices, MOST, keys=0)
    sent = iteration.get_workset().flat_map(lambda component: [(to, component[1]) for to in NEIGHBOURS[component[0]]])
    delta = iteration.join_solution_set(sent, lambda component: component[0], Smallest())
    iteration.close_with(delta, delta.map(lambda component: component[:2]))
    delta.sink_to(CollectSink())
    result = simulate(env, seed=1)
    (supersteps,) = (value for name, value in result.accumulators.items() if name.startswith("supersteps"))
    changes: list[dict[int, int]] = [{} for _ in supersteps]
    for vertex, component, superstep in result.results:
        changes[superstep - 1][vertex] = component
    return changes


# The picture ----------------------------------------------------------------------------------------------------------

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
_INK, _FAINT, _GRID, _WORK, _STAYS, _BACK = "#1f2933", "#52606d", "#cbd2d9", "#4a7fc1", "#eef2f6", "#c98a3b"
_LEFT, _TOP, _ROW, _COLUMN, _CELL = 110, 96, 34, 116, 24


def _text(text: str, x: float, y: float, colour: str = _FAINT, size: int = 12, anchor: str = "middle") -> str:
    place = f'x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f"<text {place}>{escape(text)}</text>"


def _cell(x: float, y: float, component: int, in_workset: bool) -> Iterator[str]:
    colour, ink = (_WORK, "#ffffff") if in_workset else (_STAYS, _FAINT)
    yield f'<rect x="{x - 22:g}" y="{y:g}" width="44" height="{_CELL}" rx="4" fill="{colour}"/>'
    yield _text(str(component), x, y + 17, ink, 13)


def _columns(changes: list[dict[int, int]]) -> Iterator[str]:
    components = {vertex: vertex for vertex in VERTICES}
    for number, changed in enumerate([dict(components), *changes]):
        components.update(changed)
        x = _LEFT + _COLUMN * number + 30
        yield _text("at first" if number == 0 else f"superstep {number}", x, _TOP - 16, _INK, 13)
        for row, vertex in enumerate(VERTICES):
            yield from _cell(x, _TOP + _ROW * row, components[vertex], vertex in changed)
        y = _TOP + _ROW * len(VERTICES) + 22
        yield _text(f"workset: {len(changed)}" if changed else "workset empty: the end", x, y, _INK)
        if number:
            yield _barrier(x - _COLUMN / 2, y)


def _barrier(x: float, y: float) -> str:
    return f'<path d="M{x:g} {_TOP - 6:g}V{y - 14:g}" stroke="{_BACK}" stroke-width="1.4" stroke-dasharray="5 4"/>'


def make_picture() -> str:
    changes = run()
    width = _LEFT + _COLUMN * (len(changes) + 1) - 10
    height = _TOP + _ROW * len(VERTICES) + 66
    said = "A delta iteration: the component of each vertex, superstep by superstep"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img" '
        f'font-family="{_FONT}">',
        f"<title>{escape(said)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        _text(said, 20, 30, _INK, 15, "start"),
        _text("edges " + "  ".join(f"{a}-{b}" for a, b in EDGES), 20, 52, _FAINT, 12, "start"),
        *(
            _text(f"vertex {vertex}", 20, _TOP + _ROW * row + 17, _INK, 12, "start")
            for row, vertex in enumerate(VERTICES)
        ),
        *_columns(changes),
        _text(
            "blue: in the workset, sent to the neighbours in the next superstep. Dashed: the superstep's end, for all "
            "subtasks",
            20,
            height - 14,
            _FAINT,
            11,
            "start",
        ),
        "</svg>",
        "",
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    (GUIDE / "iterations.svg").write_text(make_picture(), encoding="utf-8")
