"""A checkpoint as text, for `pyrite checkpoints show PATH`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Optional

from pyrite.checkpoint.file_names import named_files, references
from pyrite.checkpoint.manifest import Manifest, OperatorState
from pyrite.core.text_formatting import text_of_time
from pyrite.state.handles import FileRef

RestReader = Callable[[bytes], dict[str, str]]
FileReader = Callable[[FileRef], bytes]


def describe(
    manifest: Manifest, rest_reader: Optional[RestReader] = None, file_reader: Optional[FileReader] = None
) -> str:
    """The whole checkpoint, in aligned columns.

    `rest_reader` turns the pickled state of an operator or an enumerator, such as source positions, into names and
    texts; `file_reader` reads bytes that are not in the manifest. Without `rest_reader`, only sizes are shown.
    """
    parts = [_summary(manifest), _operators(manifest), _states(manifest)]
    if rest_reader is not None:
        parts.append(_contents(manifest, rest_reader, file_reader))
    parts += [_metrics(manifest), _files(manifest)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _summary(manifest: Manifest) -> str:
    files = {ref.path: ref.size for ref in named_files(manifest)}
    inline = sum(len(ref.data) for ref in references(manifest) if ref.data is not None)
    duration_ms = manifest.completed_ms - manifest.triggered_ms
    kind = "savepoint" if manifest.savepoint else "checkpoint"
    rows = [
        (kind, f"{manifest.checkpoint_id}{' (final: all input had ended)' if manifest.final else ''}"),
        ("job", f"{manifest.job_name} ({manifest.job_id}), attempt {manifest.attempt}"),
        ("triggered", text_of_time(manifest.triggered_ms)),
        ("complete", f"{text_of_time(manifest.completed_ms)}, after {duration_ms} ms"),
        ("size", f"{sum(files.values())} bytes in {len(files)} files, {inline} bytes in the manifest"),
    ]
    if manifest.committed:
        rows.append(("sinks", "all committables are committed: the job was stopped with it"))
    return _aligned(rows)


def _operators(manifest: Manifest) -> str:
    rows = [
        (
            operator.name,
            operator.uid or "-",
            str(operator.parallelism),
            str(operator.max_parallelism),
            str(len(operator.subtasks)),
            _numbers(operator.finished),
            str(sum(ref.size for ref in _refs(operator))),
        )
        for operator in manifest.operators.values()
    ]
    header = ("operator", "uid", "parallelism", "max", "with state", "finished", "bytes")
    return _table("operators", header, rows)


def _states(manifest: Manifest) -> str:
    rows: list[tuple[str, ...]] = []
    for operator in manifest.operators.values():
        for subtask, handle in sorted(operator.subtasks.items()):
            keyed, unkeyed = handle.keyed, handle.unkeyed
            if keyed is not None:
                groups = f"{keyed.first_group}..{keyed.last_group}"
                rows.append(
                    (
                        operator.name,
                        str(subtask),
                        keyed.backend,
                        groups,
                        ", ".join(keyed.states) or "-",
                        *_sum(keyed.files),
                    )
                )
            if handle.staged:
                rows.append((operator.name, str(subtask), "staged records", "-", "-", *_sum(handle.staged)))
            if unkeyed is not None:
                rows.append((operator.name, str(subtask), "operator state", "-", "-", *_sum([unkeyed])))
        if operator.enumerator is not None:
            rows.append((operator.name, "-", "enumerator", "-", "-", *_sum([operator.enumerator])))
    for edge in manifest.in_flight:
        kind = f"in flight from {_name_of(manifest, edge.edge.source)}"
        for subtask, data in sorted(edge.subtasks.items()):
            target = _name_of(manifest, edge.edge.target)
            rows.append((target, str(subtask), kind, "-", f"{data.records} records", *_sum([data.ref])))
    return _table("state", ("operator", "subtask", "kind", "key groups", "states", "files", "bytes"), rows)


def _contents(manifest: Manifest, rest_reader: RestReader, file_reader: Optional[FileReader]) -> str:
    rows: list[tuple[str, ...]] = []
    for operator in manifest.operators.values():
        unkeyed = [(str(subtask), handle.unkeyed) for subtask, handle in sorted(operator.subtasks.items())]
        for subtask, ref in [("-", operator.enumerator), *unkeyed]:
            data = None if ref is None else ref.data
            if ref is not None and data is None and file_reader is not None:
                data = file_reader(ref)
            if data is not None:
                rows += [(operator.name, subtask, name, text) for name, text in rest_reader(data).items()]
    return _table("positions and operator state", ("operator", "subtask", "name", "value"), rows)


def _metrics(manifest: Manifest) -> str:
    rows = [
        (
            _name_of(manifest, vertex),
            str(subtask),
            f"{metrics.start_delay_ms:.1f}",
            f"{metrics.alignment_ms:.1f}",
            f"{metrics.sync_ms:.1f}",
            f"{metrics.async_ms:.1f}",
            str(metrics.held_bytes),
            str(metrics.written_bytes),
            str(metrics.full_bytes),
        )
        for vertex, by_subtask in manifest.metrics.items()
        for subtask, metrics in sorted(by_subtask.items())
    ]
    header = ("task", "subtask", "start delay", "alignment", "sync", "async", "held", "written", "full")
    return _table("subtasks (milliseconds, bytes)", header, rows)


def _files(manifest: Manifest) -> str:
    files = {ref.path: ref for ref in named_files(manifest)}
    rows = [(path, str(ref.size), f"{ref.checksum:08x}") for path, ref in sorted(files.items())]
    return _table("files", ("path", "bytes", "checksum"), rows)


def _refs(operator: OperatorState) -> Iterator[FileRef]:
    if operator.enumerator is not None:
        yield operator.enumerator
    for handle in operator.subtasks.values():
        yield from handle.keyed.files if handle.keyed else ()
        if handle.unkeyed is not None:
            yield handle.unkeyed
        yield from handle.staged


def _sum(refs: Sequence[FileRef]) -> tuple[str, str]:
    return str(sum(1 for ref in refs if ref.path)), str(sum(ref.size for ref in refs))


def _numbers(subtasks: frozenset[int]) -> str:
    return ",".join(map(str, sorted(subtasks))) or "-"


def _name_of(manifest: Manifest, operator_id: str) -> str:
    operator = manifest.operators.get(operator_id)
    return operator.name if operator else operator_id


def _table(title: str, header: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    return f"{title}\n{_aligned([header, *rows], indent='  ')}" if rows else ""


def _aligned(rows: Sequence[tuple[str, ...]], indent: str = "") -> str:
    """Aligned columns; columns of numbers are aligned to the right."""
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    is_number = [len(column) > 1 and all(_is_number(cell) for cell in column[1:]) for column in columns]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(row, widths, is_number, strict=True)
        ]
        lines.append((indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)


def _is_number(cell: str) -> bool:
    return cell.replace(".", "", 1).isdigit()
