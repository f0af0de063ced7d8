"""A graph as SVG, without any library: rounded boxes, arrows with labels, and nothing that a browser must fetch."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from pyrite.core.text_formatting import printable
from pyrite.graph.render.graphs import Graph
from pyrite.graph.render.layout import (
    LABEL_SIZE,
    LINE_HEIGHT,
    LINE_SIZE,
    PADDING,
    TITLE_SIZE,
    Layout,
    PlacedArrow,
    PlacedBox,
    PlacedFeedbackEdge,
    lay_out,
)
from pyrite.graph.render.picture import BoxStyle, Picture
from pyrite.graph.render.text_size import shortened, text_width
from pyrite.graph.render.to_picture import to_picture

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
_INK, _FAINT, _LINE = "#1f2933", "#52606d", "#7b8794"
_FILL = {
    BoxStyle.SOURCE: ("#e6f4ea", "#4f9d69"),
    BoxStyle.OPERATOR: ("#e8f0fb", "#4a7fc1"),
    BoxStyle.SINK: ("#fdf0e1", "#c98a3b"),
    BoxStyle.RELAY: ("#f4f5f7", "#9aa5b1"),
}
_MARGIN, _HEADING_SIZE = 20, 15


def render_svg(graph: Graph) -> str:
    return svg_document([to_picture(graph)])


def svg_document(pictures: Sequence[Picture]) -> str:
    """One SVG document with the pictures below each other."""
    parts: list[str] = []
    width, top = 0.0, float(_MARGIN)
    for picture in pictures:
        layout = lay_out(picture)
        head = _HEADING_SIZE + 18 + (22 if picture.layer_names else 0)
        parts.append(f'<g transform="translate({_MARGIN},{_number(top)})">')
        parts.append(_text(picture.title, 0, _HEADING_SIZE, _HEADING_SIZE, _INK, bold=True))
        parts.extend(_layer_names(picture, layout, head - 12))
        parts.append(f'<g transform="translate(0,{head})">')
        parts.extend(_arrow(arrow) for arrow in layout.arrows)
        parts.extend(_feedback_edge(arrow) for arrow in layout.feedback_edges)
        parts.extend(_box(box) for box in layout.boxes)
        parts.append("</g></g>")
        width = max(width, layout.width, text_width(picture.title, _HEADING_SIZE))
        top += head + layout.height + 2 * _MARGIN
    size = (_number(width + 2 * _MARGIN), _number(top - _MARGIN))
    return "\n".join([*_opening(*size, "; ".join(picture.title for picture in pictures)), *parts, "</svg>", ""])


def _opening(width: str, height: str, title: str) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="{_FONT}">',
        f"<title>{_escaped(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]


def _layer_names(picture: Picture, layout: Layout, y: float) -> list[str]:
    return [
        _text(name, middle, y, LINE_SIZE, _FAINT, anchor="middle")
        for name, middle in zip(picture.layer_names, layout.layer_middles, strict=False)
    ]


def _box(placed: PlacedBox) -> str:
    box = placed.box
    fill, stroke = _FILL[box.style]
    dashes = ' stroke-dasharray="4 3"' if box.style is BoxStyle.RELAY else ""
    rectangle = (
        f'<rect x="{_number(placed.x)}" y="{_number(placed.y)}" width="{_number(placed.width)}" '
        f'height="{_number(placed.height)}" rx="7" fill="{fill}" stroke="{stroke}"{dashes}/>'
    )
    x = placed.x + PADDING
    text_height = TITLE_SIZE + len(box.lines) * LINE_HEIGHT
    baseline = placed.y + (placed.height - text_height) / 2 + TITLE_SIZE - 2
    texts = [_text(shortened(box.title), x, baseline, TITLE_SIZE, _INK, bold=True)]
    for number, line in enumerate(box.lines, start=1):
        texts.append(_text(shortened(line), x, baseline + number * LINE_HEIGHT, LINE_SIZE, _FAINT))
    whole = "\n".join(_escaped(line) for line in (box.title, *box.lines))
    return f"<g><title>{whole}</title>{rectangle}{''.join(texts)}</g>"


def _arrow(placed: PlacedArrow) -> str:
    first, last = placed.bends[0], placed.bends[-1]
    path = [f"M{_number(first.x1)} {_number(first.y1)}"]
    for bend in placed.bends:
        half = _number((bend.x1 + bend.x2) / 2)
        path.append(f"H{_number(bend.x1)}")
        path.append(f"C{half} {_number(bend.y1)} {half} {_number(bend.y2)} {_number(bend.x2)} {_number(bend.y2)}")
        path.append(f"H{_number(bend.x3 - (6 if bend is last else 0))}")
    label = _text(shortened(placed.arrow.label), last.x3 - 12, last.y2 - 4, LABEL_SIZE, _FAINT, anchor="end")
    return _line("".join(path), last.x3, last.y2, label)


def _feedback_edge(placed: PlacedFeedbackEdge) -> str:
    across = f"H{_number(placed.right)}V{_number(placed.lane)}H{_number(placed.left)}V{_number(placed.y2)}"
    path = f"M{_number(placed.x1)} {_number(placed.y1)}{across}H{_number(placed.x2 - 6)}"
    middle = (placed.left + placed.right) / 2
    label = _text(shortened(placed.arrow.label), middle, placed.lane - 4, LABEL_SIZE, _FAINT, anchor="middle")
    return _line(path, placed.x2, placed.y2, label)


def _line(path: str, tip: float, y: float, label: str) -> str:
    """A path with the head of an arrow at its tip."""
    head = f"M{_number(tip)} {_number(y)}L{_number(tip - 8)} {_number(y - 4)}V{_number(y + 4)}Z"
    line = f'<path d="{path}" fill="none" stroke="{_LINE}" stroke-width="1.3"/>'
    return f'<g>{line}<path d="{head}" fill="{_LINE}"/>{label}</g>'


def _text(text: str, x: float, y: float, size: int, colour: str, bold: bool = False, anchor: str = "start") -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{_number(x)}" y="{_number(y)}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"{weight}>'
        f"{_escaped(text)}</text>"
    )


def _escaped(text: str) -> str:
    return escape(printable(text))


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
