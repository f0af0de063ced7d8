"""Picture: boxes in layers and arrows between them, before anything is measured or drawn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class BoxStyle(Enum):
    """What a box stands for; decides how it looks."""

    SOURCE = "source"
    OPERATOR = "operator"
    SINK = "sink"
    RELAY = "relay"


@dataclass(frozen=True)
class Box:
    """One thing, with a bold title and smaller lines below it."""

    id: str
    layer: int
    style: BoxStyle
    title: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Arrow:
    """Leads from a box to one in a deeper layer; a feedback edge to any."""

    source: str
    target: str
    label: str


@dataclass(frozen=True)
class Picture:
    """Boxes with arrows. `layer_names` are headings of the layers, or empty; `feedback_edges` close loops."""

    title: str
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    layer_names: tuple[str, ...] = ()
    feedback_edges: tuple[Arrow, ...] = ()
