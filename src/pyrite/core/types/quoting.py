"""Quoted names and texts for SQL."""

from __future__ import annotations


def quoted_identifier(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def quoted_text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
