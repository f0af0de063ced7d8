"""The parts of `make test-all`: together they are all tests, each once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.parts import PARTS, files_of, part_of


def test_parts_have_every_test_file_once() -> None:
    tests = Path(__file__).parent
    files = sorted(file for part in PARTS for file in files_of(part))
    assert files == sorted(f"tests/{path.relative_to(tests).as_posix()}" for path in tests.rglob("test_*.py"))


def test_every_part_has_tests() -> None:
    assert [part.name for part in PARTS if not files_of(part)] == []


@pytest.mark.parametrize("prefix", [prefix for part in PARTS for prefix in part.paths])
def test_path_of_a_part_exists(prefix: str) -> None:
    assert (Path(__file__).parent / prefix).exists()


def test_longest_path_decides_the_part() -> None:
    assert part_of("connectors/kafka/test_source.py").name == "Kafka"
    assert part_of("connectors/nats/test_source.py").name == "connectors without Kafka"
