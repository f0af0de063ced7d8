"""OutputFileConfig: the prefix and the suffix of the file names of a FileSink."""

from __future__ import annotations

from pyrite.core.errors import InvalidProgramError


class OutputFileConfig:
    """The prefix of file names, by default `part`, and their suffix, such as `.parquet`."""

    def __init__(self, part_prefix: str, part_suffix: str) -> None:
        if "/" in part_prefix + part_suffix:
            raise InvalidProgramError(f"prefix and suffix must not contain a slash: {part_prefix!r}, {part_suffix!r}")
        if part_prefix.startswith((".", "_")):
            raise InvalidProgramError(f"a file with the prefix {part_prefix!r} would be hidden from all readers")
        self._part_prefix = part_prefix
        self._part_suffix = part_suffix

    @staticmethod
    def builder() -> OutputFileConfig.OutputFileConfigBuilder:
        """Returns a new builder."""
        return OutputFileConfig.OutputFileConfigBuilder()

    def get_part_prefix(self) -> str:
        """The prefix of file names."""
        return self._part_prefix

    def get_part_suffix(self) -> str:
        """The suffix of file names."""
        return self._part_suffix

    class OutputFileConfigBuilder:
        """Builds an OutputFileConfig."""

        def __init__(self) -> None:
            self.part_prefix = "part"
            self.part_suffix = ""

        def with_part_prefix(self, prefix: str) -> OutputFileConfig.OutputFileConfigBuilder:
            """Sets the prefix of file names. The default is `part`."""
            self.part_prefix = prefix
            return self

        def with_part_suffix(self, suffix: str) -> OutputFileConfig.OutputFileConfigBuilder:
            """Sets the suffix of file names, such as `.json`. The default is empty."""
            self.part_suffix = suffix
            return self

        def build(self) -> OutputFileConfig:
            """Returns the configuration."""
            return OutputFileConfig(self.part_prefix, self.part_suffix)
