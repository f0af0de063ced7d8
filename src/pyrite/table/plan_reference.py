"""PlanReference: where a compiled plan is."""

from __future__ import annotations

from pathlib import Path


class PlanReference:
    """A file, a text or bytes with a compiled plan. `TableEnvironment.load_plan` reads it."""

    @staticmethod
    def from_file(path: str | Path) -> FilePlanReference:
        """A file of JSON, as COMPILE PLAN writes it."""
        return FilePlanReference(Path(path))

    @staticmethod
    def from_json_string(json_string: str) -> JsonContentPlanReference:
        return JsonContentPlanReference(json_string)

    @staticmethod
    def from_smile_bytes(smile_bytes: bytes) -> BytesContentPlanReference:
        """What `CompiledPlan.as_smile_bytes` gives."""
        return BytesContentPlanReference(smile_bytes)


class FilePlanReference(PlanReference):
    """A plan in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def get_file(self) -> Path:
        return self._file

    def __str__(self) -> str:
        return f"Plan from file '{self._file}'"


class JsonContentPlanReference(PlanReference):
    """A plan as text."""

    def __init__(self, content: str) -> None:
        self._content = content

    def get_content(self) -> str:
        return self._content

    def __str__(self) -> str:
        return f"Plan:\n{self._content}"


class BytesContentPlanReference(PlanReference):
    """A plan as bytes of the format SMILE."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def get_content(self) -> bytes:
        return self._content

    def __str__(self) -> str:
        return f"Plan of {len(self._content)} bytes"
