"""PlanReference: the location or content of a compiled plan."""

from __future__ import annotations

from pathlib import Path


class PlanReference:
    """Refers to a compiled plan in a file, a string or bytes, for `TableEnvironment.load_plan`.

    >>> str(PlanReference.from_file("plan.json"))
    "Plan from file 'plan.json'"
    """

    @staticmethod
    def from_file(path: str | Path) -> FilePlanReference:
        """Refers to a JSON file, as COMPILE PLAN writes it."""
        return FilePlanReference(Path(path))

    @staticmethod
    def from_json_string(json_string: str) -> JsonContentPlanReference:
        """Refers to a plan in a JSON string."""
        return JsonContentPlanReference(json_string)

    @staticmethod
    def from_smile_bytes(smile_bytes: bytes) -> BytesContentPlanReference:
        """Refers to a plan in the bytes of `CompiledPlan.as_smile_bytes`."""
        return BytesContentPlanReference(smile_bytes)


class FilePlanReference(PlanReference):
    """A plan in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def get_file(self) -> Path:
        """Returns the path of the file."""
        return self._file

    def __str__(self) -> str:
        return f"Plan from file '{self._file}'"


class JsonContentPlanReference(PlanReference):
    """A plan in a JSON string."""

    def __init__(self, content: str) -> None:
        self._content = content

    def get_content(self) -> str:
        """Returns the JSON string."""
        return self._content

    def __str__(self) -> str:
        return f"Plan:\n{self._content}"


class BytesContentPlanReference(PlanReference):
    """A plan in SMILE bytes."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def get_content(self) -> bytes:
        """Returns the bytes."""
        return self._content

    def __str__(self) -> str:
        return f"Plan of {len(self._content)} bytes"
