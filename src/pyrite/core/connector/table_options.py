"""TableOptions: the options of a table, checked against the declarations of its connector and formats.

The messages are Flink's (FactoryUtil), with the nearest valid name added. A factory looks up its formats first, then
validates, then reads:

    options = TableOptions(factory, context, TABLE_FORMATS)
    value_format = options.decoding_format(FORMAT)
    options.validate()
    topics = options.get(TOPIC)
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Optional, TypeVar

from pyrite.core.config.config_options import ConfigOption
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.scan_watermarks import WATERMARK_OPTIONS, check_alignment
from pyrite.core.connector.table import TableContext, TableFactory
from pyrite.core.connector.table_format import ChosenFormat, TableFormat
from pyrite.core.errors import InvalidProgramError, ValidationException
from pyrite.core.secrets import is_sensitive, masked

T = TypeVar("T")

_MISSPELT: Final = 0.9
"""The minimum similarity of a misspelled key to a valid one."""
IMPLICIT_OPTIONS: Final = ("property-version", "connector", *(option.key for option in WATERMARK_OPTIONS))
"""Options of every table, for the planner."""


def option_text(key: str, value: str) -> str:
    """An option for messages, `'key'='value'`, without secrets."""
    return "'{}'='{}'".format(key.replace("'", "''"), masked(key, value).replace("'", "''"))


def nearest_name(name: str, names: Iterable[str]) -> str:
    """`Did you mean '...'?` after two newlines, or "" if no name is similar."""
    alike = difflib.get_close_matches(name, sorted(names), 1, 0.6)
    return f"\n\nDid you mean '{alike[0]}'?" if alike else ""


class TableOptions:
    """Reads the declared options of a table."""

    def __init__(
        self, factory: TableFactory, context: TableContext, formats: Optional[Mapping[str, TableFormat]] = None
    ) -> None:
        self._factory = factory
        self._options = Configuration(context.options)
        self._formats = formats or {}
        options = (*factory.required_options, *factory.optional_options)
        self._known_keys = {*IMPLICIT_OPTIONS, *_keys(options)}

    def get(self, option: ConfigOption[T]) -> T:
        """The option's value, or its default."""
        return _read(self._options, option, option.key)

    def contains(self, option: ConfigOption[Any]) -> bool:
        """Returns whether the table sets the option."""
        return self._options.contains(option)

    def with_prefix(self, prefix: str) -> dict[str, str]:
        """The options whose keys have the prefix, under the rest of their keys."""
        keys = sorted(key for key in self._options.key_set() if key.startswith(prefix))
        return {key[len(prefix) :]: self._options.get_string(key, "") for key in keys}

    # Formats ----------------------------------------------------------------------------------------------------------

    def decoding_format(self, option: ConfigOption[Optional[str]]) -> Optional[ChosenFormat]:
        """The format of the option, for decoding; None if the option is not set."""
        return self._format(option, "scan")

    def encoding_format(self, option: ConfigOption[Optional[str]]) -> Optional[ChosenFormat]:
        """The format of the option, for encoding; None if the option is not set."""
        return self._format(option, "sink")

    def required_format(
        self, format_in_use: Optional[ChosenFormat], option: ConfigOption[Any], use: str
    ) -> ChosenFormat:
        """The format, which must be set; `use` is scan or sink."""
        if format_in_use is None:
            raise ValidationException(f"Could not find required {use} format '{option.key}'.")
        return format_in_use

    def _format(self, option: ConfigOption[Optional[str]], use: str) -> Optional[ChosenFormat]:
        identifier = self.get(option)
        if identifier is None:
            return None
        table_format = self._formats.get(identifier)
        if table_format is None:
            raise ValidationException(
                f"Could not find any factory for identifier '{identifier}' that implements "
                f"'{_FACTORY_CLASSES[use]}' in the classpath.\n\nAvailable factory identifiers are:\n\n"
                + "\n".join(sorted(self._formats))
                + nearest_name(identifier, self._formats)
            )
        prefix = format_prefix(option.key, identifier)
        declared_options = (*table_format.required_options, *table_format.optional_options)
        self._known_keys |= {prefix + key for key in _keys(declared_options)}
        options = Configuration(self.with_prefix(prefix))
        try:
            _validate_declared(table_format.required_options, table_format.optional_options, options, prefix)
            (table_format.validate_decoding if use == "scan" else table_format.validate_encoding)(options)
        except ValidationException as error:
            raise ValidationException(
                f"Error creating {use} format '{identifier}' in option space '{prefix}'.\n\n{error}"
            ) from error
        return ChosenFormat(table_format, options)

    # Validation -------------------------------------------------------------------------------------------------------

    def validate(self) -> None:
        """Raises ValidationException for a missing required option, an invalid value, or an unknown option."""
        _validate_declared(self._factory.required_options, self._factory.optional_options, self._options, "")
        _validate_declared((), WATERMARK_OPTIONS, self._options, "")
        check_alignment(self._factory.identifier, self._options)
        keys, prefixes = self._options.key_set(), self._factory.option_prefixes
        used = {key for key in keys if key.startswith(prefixes) and not self._is_misspelt(key)}
        unknown = sorted(keys - self._known_keys - used)
        if unknown:
            raise ValidationException(
                f"Unsupported options found for '{self._factory.identifier}'.\n\nUnsupported options:\n\n"
                + "\n".join(unknown)
                + "\n\nSupported options:\n\n"
                + "\n".join(sorted(self._known_keys | used))
                + nearest_name(unknown[0], self._known_keys)
            )

    def _is_misspelt(self, key: str) -> bool:
        """Whether an option that may have any name is similar to a declared one."""
        return key not in self._known_keys and bool(difflib.get_close_matches(key, self._known_keys, 1, _MISSPELT))


_FACTORY_CLASSES: Final = {
    "scan": "org.apache.flink.table.factories.DeserializationFormatFactory",
    "sink": "org.apache.flink.table.factories.SerializationFormatFactory",
}


def format_prefix(option_key: str, identifier: str) -> str:
    """The prefix of a format's options: `json.`, or `value.json.` if 'value.format' selects it."""
    if option_key == "format":
        return f"{identifier}."
    if option_key.endswith(".format"):
        return f"{option_key.removesuffix('format')}{identifier}."
    raise ValidationException(
        "Format identifier key should be 'format' or suffix with '.format', don't support format identifier key "
        f"'{option_key}'."
    )


def _keys(options: Iterable[ConfigOption[Any]]) -> set[str]:
    return {key for option in options for key in (option.key, *option.former_keys)}


def _validate_declared(
    required: Sequence[ConfigOption[Any]], optional: Sequence[ConfigOption[Any]], options: Configuration, prefix: str
) -> None:
    missing = sorted(option.key for option in required if _read(options, option, prefix + option.key) is None)
    if missing:
        raise ValidationException(
            "One or more required options are missing.\n\nMissing required options are:\n\n" + "\n".join(missing)
        )
    for option in optional:
        _read(options, option, prefix + option.key)


def _read(options: Configuration, option: ConfigOption[T], key: str) -> T:
    try:
        return options.get(option)
    except (InvalidProgramError, ValueError) as error:
        reason = "" if is_sensitive(key) else f"\n\n{error}"
        raise ValidationException(f"Invalid value for option '{key}'.{reason}") from None
