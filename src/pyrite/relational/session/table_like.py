"""CREATE TABLE ... LIKE: merges a table with the features of another one."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pyrite.relational.bind.errors import BindError
from pyrite.relational.catalog.objects import CatalogTable
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.sql_tree import LikeFeature, LikeStrategy

_DEFAULTS: Final = {
    LikeFeature.CONSTRAINTS: LikeStrategy.INCLUDING,
    LikeFeature.DISTRIBUTION: LikeStrategy.INCLUDING,
    LikeFeature.PARTITIONS: LikeStrategy.INCLUDING,
    LikeFeature.GENERATED: LikeStrategy.INCLUDING,
    LikeFeature.METADATA: LikeStrategy.INCLUDING,
    LikeFeature.OPTIONS: LikeStrategy.OVERWRITING,
    LikeFeature.WATERMARKS: LikeStrategy.INCLUDING,
}
_MAY_OVERWRITE: Final = (LikeFeature.OPTIONS, LikeFeature.WATERMARKS, LikeFeature.GENERATED, LikeFeature.METADATA)


def merged_with(table: CatalogTable, like: sql_tree.TableLike, base: CatalogTable) -> CatalogTable:
    """Returns the table with features of `base`."""
    strategies = _strategies(like)
    return CatalogTable(
        _schema(table, base, strategies),
        _options(table, base, strategies[LikeFeature.OPTIONS]),
        table.comment,
        _partition_keys(table, base, strategies[LikeFeature.PARTITIONS]),
        _distribution(table, base, strategies[LikeFeature.DISTRIBUTION]),
    )


def _strategies(like: sql_tree.TableLike) -> dict[LikeFeature, LikeStrategy]:
    strategies = dict(_DEFAULTS)
    features: set[LikeFeature] = set()
    for strategy, feature in like.options:
        if feature in features:
            raise BindError("Each like option feature can be declared only once.", like.at)
        features.add(feature)
        if strategy is LikeStrategy.OVERWRITING and feature not in _MAY_OVERWRITE:
            raise BindError(f"Illegal merging strategy 'OVERWRITING' for '{feature.value}' option.", like.at)
        if feature is LikeFeature.ALL:
            strategies.update(dict.fromkeys(_DEFAULTS, strategy))
    strategies.update({feature: strategy for strategy, feature in like.options if feature is not LikeFeature.ALL})
    return strategies


def _schema(
    table: CatalogTable, base: CatalogTable, strategies: dict[LikeFeature, LikeStrategy]
) -> sql_tree.TableSchema:
    columns: dict[str, sql_tree.Column] = {}
    for column in base.schema.columns:
        feature = _feature_of(column)
        if feature is None or strategies[feature] is not LikeStrategy.EXCLUDING:
            columns[column.name] = _taken_over(column, strategies[LikeFeature.CONSTRAINTS])
    for column in table.schema.columns:
        feature = _feature_of(column)
        if column.name in columns and (feature is None or strategies[feature] is not LikeStrategy.OVERWRITING):
            raise BindError(_duplicate_column(column.name, feature, columns[column.name]), column.at)
        columns[column.name] = column
    return sql_tree.TableSchema(
        tuple(columns.values()), _constraints(table, base, strategies), _marks(table, base, strategies)
    )


def _duplicate_column(name: str, feature: LikeFeature | None, base_column: sql_tree.Column) -> str:
    """Returns the error for a column that also exists in the base table."""
    if feature is None or feature is not _feature_of(base_column):
        return f"A column named '{name}' already exists in the base table."
    kind = "generated" if feature is LikeFeature.GENERATED else "metadata"
    return (
        f"A {kind} column named '{name}' already exists in the base table. You might want to specify EXCLUDING "
        f"{feature.value} or OVERWRITING {feature.value}."
    )


def _feature_of(column: sql_tree.Column) -> LikeFeature | None:
    if isinstance(column, sql_tree.ComputedColumn):
        return LikeFeature.GENERATED
    return LikeFeature.METADATA if isinstance(column, sql_tree.MetadataColumn) else None


def _taken_over(column: sql_tree.Column, strategy: LikeStrategy) -> sql_tree.Column:
    if isinstance(column, sql_tree.PhysicalColumn) and strategy is LikeStrategy.EXCLUDING:
        return replace(column, constraint=None)
    return column


def _constraints(
    table: CatalogTable, base: CatalogTable, strategies: dict[LikeFeature, LikeStrategy]
) -> tuple[sql_tree.Constraint, ...]:
    inherited = () if strategies[LikeFeature.CONSTRAINTS] is LikeStrategy.EXCLUDING else base.schema.constraints
    if inherited and table.schema.constraints:
        raise BindError(
            "The base table already has a primary key. You might want to specify EXCLUDING CONSTRAINTS.",
            table.schema.constraints[0].at,
        )
    return table.schema.constraints or inherited


def _marks(
    table: CatalogTable, base: CatalogTable, strategies: dict[LikeFeature, LikeStrategy]
) -> tuple[sql_tree.Watermark, ...]:
    strategy = strategies[LikeFeature.WATERMARKS]
    inherited = () if strategy is LikeStrategy.EXCLUDING else base.schema.watermarks
    own = {mark.column for mark in table.schema.watermarks}
    for mark in inherited:
        if mark.column in own and strategy is not LikeStrategy.OVERWRITING:
            raise BindError(
                f"There already exists a watermark spec for column '{'.'.join(mark.column)}' in the base table. You "
                "might want to specify EXCLUDING WATERMARKS or OVERWRITING WATERMARKS.",
                mark.at,
            )
    return (*(mark for mark in inherited if mark.column not in own), *table.schema.watermarks)


def _options(table: CatalogTable, base: CatalogTable, strategy: LikeStrategy) -> dict[str, str]:
    if strategy is LikeStrategy.EXCLUDING:
        return dict(table.options)
    if strategy is LikeStrategy.INCLUDING:
        for key in table.options:
            if key in base.options:
                raise BindError(
                    f"There already exists an option ['{key}' -> '{base.options[key]}']  in the base table. You might "
                    "want to specify EXCLUDING OPTIONS or OVERWRITING OPTIONS."
                )
    return {**base.options, **table.options}


def _partition_keys(table: CatalogTable, base: CatalogTable, strategy: LikeStrategy) -> tuple[str, ...]:
    inherited = () if strategy is LikeStrategy.EXCLUDING else base.partition_keys
    if inherited and table.partition_keys:
        raise BindError(
            "The base table already has partitions defined. You might want to specify EXCLUDING PARTITIONS."
        )
    return table.partition_keys or inherited


def _distribution(table: CatalogTable, base: CatalogTable, strategy: LikeStrategy) -> sql_tree.Distribution | None:
    inherited = None if strategy is LikeStrategy.EXCLUDING else base.distribution
    if inherited is not None and table.distribution is not None:
        raise BindError(
            "The base table already has a distribution defined. You might want to specify EXCLUDING DISTRIBUTION."
        )
    return table.distribution or inherited
