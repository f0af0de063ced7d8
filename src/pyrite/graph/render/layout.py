"""Layout: where each box and arrow of a picture goes. Layers are columns, from left to right.

Arrows arrive over a straight stub that holds their label, one below the other, and bend only between the columns; an
arrow that skips a column runs through it on a separate lane. Feedback edges run below all boxes. So no text is ever
crossed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, groupby, pairwise
from typing import Optional

from pyrite.graph.render.picture import Arrow, Box, Picture
from pyrite.graph.render.text_size import shortened, text_width

TITLE_SIZE, LINE_SIZE, LABEL_SIZE = 13, 11, 10
LINE_HEIGHT, PADDING, ARROW_DISTANCE = 16, 12, 18
_BOX_DISTANCE, _BEND, _SWEEPS = 26, 64, 8
_BACK = 8


@dataclass(eq=False)
class Cell:
    """A box's place, or, without a box, that of an arrow on its way through a column."""

    box: Optional[Box]
    layer: int
    height: float
    middle: float = 0.0
    before: list[Cell] = field(default_factory=list)
    after: list[Cell] = field(default_factory=list)


@dataclass(frozen=True)
class Column:
    """A layer's left and right edge, and where the stubs on which arrows arrive begin."""

    stub: float
    left: float
    right: float


@dataclass(frozen=True)
class PlacedBox:
    """A box with its rectangle."""

    box: Box
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Bend:
    """One part of an arrow: out of a column at (x1, y1), bent until (x2, y2), then straight until x3."""

    x1: float
    y1: float
    x2: float
    y2: float
    x3: float


@dataclass(frozen=True)
class PlacedArrow:
    """An arrow with its parts, one for each column that it enters."""

    arrow: Arrow
    bends: tuple[Bend, ...]


@dataclass(frozen=True)
class PlacedFeedbackEdge:
    """An arrow out of a box at (x1, y1), down at `right`, along `lane`, up at `left`, and into one at (x2, y2)."""

    arrow: Arrow
    x1: float
    y1: float
    right: float
    lane: float
    left: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Layout:
    """A picture measured. The top left corner is (0, 0)."""

    width: float
    height: float
    boxes: tuple[PlacedBox, ...]
    arrows: tuple[PlacedArrow, ...]
    feedback_edges: tuple[PlacedFeedbackEdge, ...]
    layer_middles: tuple[float, ...]


def lay_out(picture: Picture) -> Layout:
    """Orders each column so that few arrows cross, and moves boxes towards those they are connected to."""
    cells = {box.id: Cell(box, box.layer, 0.0) for box in picture.boxes}
    paths = [_path(arrow, cells) for arrow in picture.arrows]
    for cell in cells.values():
        cell.height = _height(cell)
    columns = _columns([*cells.values(), *(cell for path in paths for cell in path[1:-1])])
    _order(columns)
    _set_middles(columns)
    measures = _measure_columns(picture, len(columns))
    bottom = max((cell.middle + cell.height / 2 for column in columns for cell in column), default=0.0)
    feedback_edges = _placed_feedback_edges(picture.feedback_edges, cells, measures, bottom)
    return Layout(
        width=max((column.right for column in measures), default=0.0) + (2 * _BACK if feedback_edges else 0),
        height=bottom + len(feedback_edges) * ARROW_DISTANCE,
        boxes=tuple(_placed_box(cell.box, cell, measures[cell.layer]) for cell in cells.values() if cell.box),
        arrows=_placed_arrows(picture.arrows, paths, measures),
        feedback_edges=feedback_edges,
        layer_middles=tuple((column.left + column.right) / 2 for column in measures),
    )


def _path(arrow: Arrow, cells: dict[str, Cell]) -> list[Cell]:
    """The cells that an arrow connects, with new ones in the columns that it skips."""
    source, target = cells[arrow.source], cells[arrow.target]
    between = [Cell(None, layer, ARROW_DISTANCE) for layer in range(source.layer + 1, target.layer)]
    path = [source, *between, target]
    for start, end in pairwise(path):
        start.after.append(end)
        end.before.append(start)
    return path


def _columns(cells: Iterable[Cell]) -> list[list[Cell]]:
    by_layer = sorted(cells, key=lambda cell: cell.layer)
    return [list(column) for _, column in groupby(by_layer, lambda cell: cell.layer)]


def _height(cell: Cell) -> float:
    lines = len(cell.box.lines) if cell.box else 0
    text = 2 * PADDING + TITLE_SIZE + lines * LINE_HEIGHT
    return max(text, (max(len(cell.before), len(cell.after)) + 1) * ARROW_DISTANCE)


def _order(columns: list[list[Cell]]) -> None:
    """Sorts each column by the mean place of its neighbors, back and forth."""
    for sweep in range(_SWEEPS):
        place = {cell: number for column in columns for number, cell in enumerate(column)}
        forth = sweep % 2 == 0
        for column in columns if forth else reversed(columns):
            column.sort(key=lambda cell: _mean([place[n] for n in _side(cell, forth)], place[cell]))
            place.update({cell: number for number, cell in enumerate(column)})


def _set_middles(columns: list[list[Cell]]) -> None:
    for sweep in range(_SWEEPS + 1):
        forth = sweep % 2 == 0
        for column in columns if forth else reversed(columns):
            target_middles = [_mean([n.middle for n in _side(cell, forth)], cell.middle) for cell in column]
            apart = [_distance(upper, lower) for upper, lower in pairwise(column)]
            for cell, middle in zip(column, _nearest(target_middles, apart), strict=True):
                cell.middle = middle
    top = min((cell.middle - cell.height / 2 for column in columns for cell in column), default=0.0)
    for column in columns:
        for cell in column:
            cell.middle -= top


def _side(cell: Cell, before: bool) -> list[Cell]:
    return cell.before if before else cell.after


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _distance(upper: Cell, lower: Cell) -> float:
    gap = _BOX_DISTANCE if upper.box or lower.box else 0
    return (upper.height + lower.height) / 2 + gap


def _nearest(target: Sequence[float], apart: Sequence[float]) -> list[float]:
    """The positions nearest to those wanted (least squares) that are in order and as far apart as asked for."""
    shifts = list(accumulate(apart, initial=0.0))
    pools: list[tuple[float, int]] = []
    for want, shift in zip(target, shifts, strict=True):
        total, members = want - shift, 1
        while pools and pools[-1][0] / pools[-1][1] > total / members:
            total, members = total + pools[-1][0], members + pools[-1][1]
            pools.pop()
        pools.append((total, members))
    means = [total / members for total, members in pools for _ in range(members)]
    return [mean + shift for mean, shift in zip(means, shifts, strict=True)]


def _measure_columns(picture: Picture, count: int) -> list[Column]:
    layers = {box.id: box.layer for box in picture.boxes}
    widths, stubs = [0.0] * count, [0.0] * count
    for box in picture.boxes:
        widths[box.layer] = max(widths[box.layer], _box_width(box))
    for number, name in enumerate(picture.layer_names):
        widths[number] = max(widths[number], text_width(name, LINE_SIZE))
    for arrow in picture.arrows:
        target = layers[arrow.target]
        stubs[target] = max(stubs[target], text_width(shortened(arrow.label), LABEL_SIZE) + 20)
    columns: list[Column] = []
    margin = 2 * _BACK if any(layers[arrow.target] == 0 for arrow in picture.feedback_edges) else 0.0
    for width, stub in zip(widths, stubs, strict=True):
        start = columns[-1].right + _BEND + stub if columns else margin
        columns.append(Column(start - stub, start, start + width))
    return columns


def _box_width(box: Box) -> float:
    lines = [text_width(shortened(line), LINE_SIZE) for line in box.lines]
    return max([text_width(shortened(box.title), TITLE_SIZE), *lines]) + 2 * PADDING


def _placed_box(box: Box, cell: Cell, column: Column) -> PlacedBox:
    return PlacedBox(box, column.left, cell.middle - cell.height / 2, column.right - column.left, cell.height)


def _placed_arrows(
    arrows: Sequence[Arrow], paths: Sequence[list[Cell]], columns: Sequence[Column]
) -> tuple[PlacedArrow, ...]:
    leaves, arrives = _ports(paths, after=True), _ports(paths, after=False)
    placed = []
    for number, (arrow, path) in enumerate(zip(arrows, paths, strict=True)):
        bends = []
        for part, end in enumerate(path[1:]):
            above, here = columns[end.layer - 1], columns[end.layer]
            bends.append(Bend(above.right, leaves[number, part], here.stub, arrives[number, part], here.left))
        placed.append(PlacedArrow(arrow, tuple(bends)))
    return tuple(placed)


def _placed_feedback_edges(
    feedback_edges: Sequence[Arrow], cells: dict[str, Cell], columns: Sequence[Column], bottom: float
) -> tuple[PlacedFeedbackEdge, ...]:
    """Below the lowest arrows of their boxes, and between the columns outside of the stubs."""
    placed = []
    for number, arrow in enumerate(feedback_edges, start=1):
        source, target = cells[arrow.source], cells[arrow.target]
        x1, stub, x2 = columns[source.layer].right, columns[target.layer].stub, columns[target.layer].left
        y1, y2 = (cell.middle + cell.height / 2 - _BACK for cell in (source, target))
        lane = bottom + number * ARROW_DISTANCE
        placed.append(PlacedFeedbackEdge(arrow, x1, y1, x1 + _BACK, lane, stub - _BACK, x2, y2))
    return tuple(placed)


def _ports(paths: Sequence[list[Cell]], after: bool) -> dict[tuple[int, int], float]:
    """The place where each part of an arrow leaves its cell (or arrives, if not `after`). Parts of one never meet."""
    ends: dict[Cell, list[tuple[float, tuple[int, int]]]] = {}
    for number, path in enumerate(paths):
        for part, (start, end) in enumerate(pairwise(path)):
            here, there = (start, end) if after else (end, start)
            ends.setdefault(here, []).append((there.middle, (number, part)))
    return {
        part: cell.middle + (place - (len(parts) - 1) / 2) * ARROW_DISTANCE
        for cell, parts in ends.items()
        for place, (_, part) in enumerate(sorted(parts))
    }
