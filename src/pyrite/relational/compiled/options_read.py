"""Which settings the operators of each node depend on: those that are read when the node is translated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.relational.plan.nodes import RelNode
from pyrite.relational.to_transformations import Translator

T = TypeVar("T")

_PREFIX: Final = "table."


def options_read(plans: Sequence[RelNode], configuration: Configuration) -> dict[int, dict[str, str]]:
    """The values of settings by node, and by key. Nothing runs."""
    translator = _Recorder(configuration)
    for plan in plans:
        translator.translate(plan)
    return {node: each.read for node, each in translator.by_node.items()}


class _Recorder(Translator):
    def __init__(self, configuration: Configuration) -> None:
        super().__init__(configuration)
        self.by_node: dict[int, _RecordedConfiguration] = {}

    def configuration_of(self, node: RelNode) -> Configuration:
        return self.by_node.setdefault(id(node), _RecordedConfiguration(self._session_configuration))


class _RecordedConfiguration(Configuration):
    """Notes what is read, as text."""

    def __init__(self, configuration: Configuration) -> None:
        super().__init__(configuration)
        self.read: dict[str, str] = {}

    def get(self, option: ConfigOption[T]) -> T:
        value = super().get(option)
        if option.key.startswith(_PREFIX):
            self.read[option.key] = Configuration().set(option, value).to_dict()[option.key]
        return value
