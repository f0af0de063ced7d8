"""Draws an automaton: positions from left to right, edges as arrows, skipping and returning edges as arcs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from pyrite.operators.pattern.automaton import END, Automaton, Contiguity, Edge, Position
from pyrite.operators.pattern.explain import edge_text, kills, label, limits, roles

_FONT: Final = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
_INK, _FAINT, _LINE, _NOT, _MATCH = "#1f2933", "#52606d", "#7b8794", "#b3382c", "#4f9d69"
_FILL, _EDGE = "#e8f0fb", "#4a7fc1"
_STEP, _WIDTH, _HEIGHT, _LEFT, _ARC = 230, 104, 40, 60, 34
_DASHES: Final = {Contiguity.STRICT: "", Contiguity.RELAXED: "6 4", Contiguity.ANY: "2 4"}


def as_svg(automaton: Automaton) -> str:
    """The picture, as the text of an SVG file."""
    return _Drawing(automaton).svg()


class _Drawing:
    def __init__(self, automaton: Automaton) -> None:
        self._automaton = automaton
        skipped = [abs(edge.target - position.number) for position, edge in self._edges() if edge.target != END]
        self._top = 66 + _ARC * max([1, *skipped])
        below = max((len(self._notes(position)) for position in automaton.positions), default=0)
        returning = max(
            (position.number - edge.target for position, edge in self._edges() if edge.target > 0), default=0
        )
        self._width = _LEFT + _STEP * (len(automaton.positions) - 1) + _WIDTH + 60
        self._height = self._top + _HEIGHT + 40 + 16 * below + (_ARC * returning if returning > 0 else 0)

    def _edges(self) -> Iterator[tuple[Position, Edge]]:
        for position in self._automaton.positions:
            yield from ((position, edge) for edge in position.edges)

    def svg(self) -> str:
        size = f'viewBox="0 0 {self._width} {self._height}" width="{self._width}" height="{self._height}"'
        title = limits(self._automaton)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{_FONT}">',
            f"<title>The automaton of a pattern: {escape(title)}</title>",
            f'<rect width="{self._width}" height="{self._height}" fill="#ffffff"/>',
            _text(title, 20, 28, _INK, 15),
        ]
        for position, edge in self._edges():
            parts.extend(self._edge_path(position, edge))
        for position in self._automaton.positions:
            parts.extend(self._position(position))
        return "\n".join([*parts, "</svg>", ""])

    # Positions --------------------------------------------------------------------------------------------------------

    def _x(self, number: int) -> int:
        return _LEFT + _STEP * number

    def _position(self, position: Position) -> Iterator[str]:
        x, middle = self._x(position.number), self._top + _HEIGHT // 2
        if not position.name:
            yield f'<circle cx="{x}" cy="{middle}" r="9" fill="{_INK}"/>'
            return
        stroke = _MATCH if position.accepts else _EDGE
        box = f'x="{x - _WIDTH // 2}" y="{self._top}" width="{_WIDTH}" height="{_HEIGHT}" rx="20"'
        yield f'<rect {box} fill="{_FILL}" stroke="{stroke}" stroke-width="{3 if position.accepts else 1.5}"/>'
        yield _text(label(self._automaton, position), x, middle + 5, _INK, 14, "middle")
        for line, (text, color) in enumerate(self._notes(position)):
            yield _text(text, x, self._top + _HEIGHT + 18 + 16 * line, color, 12, "middle")

    def _notes(self, position: Position) -> list[tuple[str, str]]:
        """The notes below a position."""
        ends = [edge_text(edge) for edge in position.edges if edge.target == END]
        matches = ["a match"] if position.accepts else []
        return [(text, _NOT) for text in kills(self._automaton, position)] + [(t, _MATCH) for t in matches + ends]

    # Edges ------------------------------------------------------------------------------------------------------------

    def _edge_path(self, position: Position, edge: Edge) -> Iterator[str]:
        """A straight line to the next position, an arc above others, an arc below for returns, or a loop."""
        if edge.target == END:
            return
        start, end = position.number, edge.target
        x1, x2, middle = self._x(start), self._x(end), self._top + _HEIGHT // 2
        dashes = f' stroke-dasharray="{_DASHES[edge.contiguity]}"' if _DASHES[edge.contiguity] and start else ""
        if end == start + 1:
            x1, x2 = x1 + (9 if start == 0 else _WIDTH // 2), x2 - _WIDTH // 2
            path, head, text_position = f"M{x1} {middle}H{x2 - 7}", _head(x2, middle, 0), ((x1 + x2) // 2, middle - 8)
        elif end == start:
            y = self._top
            path = f"M{x1 - 26} {y}C{x1 - 40} {y - 52} {x1 + 40} {y - 52} {x1 + 26} {y - 7}"
            head, text_position = _head(x1 + 26, y, 1), (x1, y - 46)
        else:
            side = -1 if end > start else 1
            y = self._top if side < 0 else self._top + _HEIGHT
            far = y + side * (_ARC * abs(end - start) + 10 * (side < 0))
            path = f"M{x1 + 34} {y}C{x1 + 34} {far} {x2 - 34} {far} {x2 - 34} {y + side * 7}"
            head, text_position = _head(x2 - 34, y, -side), ((x1 + x2) // 2, y + side * (abs(far - y) * 3 // 4 + 4))
        yield f'<path d="{path}" fill="none" stroke="{_LINE}" stroke-width="1.5"{dashes}/>'
        yield f'<path d="{head}" fill="{_LINE}"/>'
        if start:
            for line, text in enumerate(self._words(edge)):
                below = 10 + 14 * line if end == start + 1 and line else 0
                yield _text(text, text_position[0], text_position[1] + (below or -13 * line), _FAINT, 11, "middle")

    def _words(self, edge: Edge) -> list[str]:
        """The edge's description above the line, and further conditions below it."""
        greedy = [role for guard in edge.guards for role in roles(self._automaton, guard.condition)]
        more = [f"no more {role}" for role in greedy]
        more += [f"not after {role}" for role in roles(self._automaton, edge.closes)]
        more += [f"< {edge.gap_ms} ms"] if edge.gap_ms is not None else []
        return [edge_text(edge), *more]


def _head(x: int, y: int, direction: int) -> str:
    """The head of an arrow that comes from the left (0), from above (1) or from below (-1)."""
    if direction == 0:
        return f"M{x} {y}l-8 -4v8Z"
    return f"M{x} {y}l-4 {-8 * direction}h8Z"


def _text(text: str, x: float, y: float, color: str, size: int, anchor: str = "start") -> str:
    text_position = f'x="{x:g}" y="{y:g}" font-size="{size}" fill="{color}" text-anchor="{anchor}"'
    return f"<text {text_position}>{escape(text)}</text>"
