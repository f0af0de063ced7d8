"""OutputFileConfig: what the names of a FileSink's files begin and end with."""

from __future__ import annotations

from pyrite.core.errors import InvalidProgramError


class OutputFileConfig:
    """A prefix, `part` by default, and a suffix, such as `.parquet`."""

    def __init__(self, part_prefix: str, part_suffix: str) -> None:
        if "/" in part_prefix + part_suffix:
            raise InvalidProgramError(f"prefix and suffix are parts of a file's name: {part_prefix!r}, {part_suffix!r}")
        if part_prefix.startswith((".", "_")):
            raise InvalidProgramError(f"a file with the prefix {part_prefix!r} would be hidden from all readers")
        self._part_prefix = part_prefix
        self._part_suffix = part_suffix

    @staticmethod
    def builder() -> OutputFileConfig.OutputFileConfigBuilder:
        """Begins a configuration."""
        return OutputFileConfig.OutputFileConfigBuilder()

    def get_part_prefix(self) -> str:
        """How the names of files begin."""
        return self._part_prefix

    def get_part_suffix(self) -> str:
        """How the names of files end."""
        return self._part_suffix

    class OutputFileConfigBuilder:
        """Builds an OutputFileConfig."""

        def __init__(self) -> None:
            self.part_prefix = "part"
            self.part_suffix = ""

        def with_part_prefix(self, prefix: str) -> OutputFileConfig.OutputFileConfigBuilder:
            """How the names of files begin; by default `part`."""
            self.part_prefix = prefix
            return self

        def with_part_suffix(self, suffix: str) -> OutputFileConfig.OutputFileConfigBuilder:
            """How the names of files end, such as `.json`; by default with nothing."""
            self.part_suffix = suffix
            return self

        def build(self) -> OutputFileConfig:
            """The configuration."""
            return OutputFileConfig(self.part_prefix, self.part_suffix)
