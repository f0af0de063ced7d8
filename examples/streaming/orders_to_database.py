"""Orders out of a table, revenue and large orders into two others, each order counted once whatever fails.

Without arguments, a SQLite file in a temporary folder is used. With PostgreSQL (pip install 'pyrite[postgres]'):

    pyrite run examples/streaming/orders_to_database.py --url postgresql://me@localhost:5432/shop

Its server needs max_prepared_transactions, and makes, fills and drops three tables whose names begin with demo_.
"""

from __future__ import annotations

import argparse
import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pyrite.common import Row, Types, WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors.jdbc import JdbcConnectionOptions, JdbcSink, JdbcSource

ORDERS = [(1, "tea", 7), (2, "cup", 120), (3, "tea", 14), (4, "pot", 250), (5, "cup", 60), (6, "tea", 7)]
TABLES = {
    "demo_orders": "id int primary key, product varchar(20), amount int",
    "demo_revenue": "product varchar(20) primary key, amount int",
    "demo_large": "id int, product varchar(20), amount int",
}
UPSERT = "INSERT INTO demo_revenue VALUES (?, ?) ON CONFLICT (product) DO UPDATE SET amount = EXCLUDED.amount"
ORDER = Types.ROW_NAMED(["id", "product", "amount"], [Types.INT(), Types.STRING(), Types.INT()])
REVENUE = Types.ROW([Types.STRING(), Types.INT()])


def build(env: StreamExecutionEnvironment, url: str) -> None:
    """The upsert is idempotent: it needs no transactions. The plain INSERT is committed with the checkpoints."""
    connection = JdbcConnectionOptions.JdbcConnectionOptionsBuilder().with_url(url).build()
    source = (
        JdbcSource.builder()
        .set_db_url(url)
        .set_sql("SELECT * FROM demo_orders")
        .set_partition_column("id", partitions=4)
        .set_type_information(ORDER)
        .build()
    )
    orders = env.from_source(source, WatermarkStrategy.no_watermarks(), "orders", ORDER)
    revenue = orders.map(lambda order: Row(order.product, order.amount), REVENUE).key_by(lambda row: row[0])
    totals = revenue.reduce(lambda total, row: Row(total[0], total[1] + row[1]))
    totals.sink_to(JdbcSink.sink(UPSERT, REVENUE, connection)).name("revenue")
    large = orders.filter(lambda order: order.amount > 100)
    large.sink_to(JdbcSink.exactly_once_sink("INSERT INTO demo_large VALUES (?, ?, ?)", ORDER, connection)).name(
        "large"
    )


@contextlib.contextmanager
def tables(url: str) -> Iterator[Any]:
    """A connection to a database that has the tables."""
    if url.startswith("jdbc:sqlite:"):
        connection: Any = sqlite3.connect(url.removeprefix("jdbc:sqlite:"), isolation_level=None)
    else:
        import psycopg

        connection = psycopg.connect(url, autocommit=True)
    for name, columns in TABLES.items():
        connection.execute(f"CREATE TABLE {name} ({columns})")
    for order in ORDERS:
        connection.execute(f"INSERT INTO demo_orders VALUES {order}")
    yield connection
    for name in TABLES:
        connection.execute(f"DROP TABLE {name}")
    connection.close()


def run(url: str) -> None:
    with tables(url) as connection:
        env = StreamExecutionEnvironment.get_execution_environment()
        env.enable_checkpointing(10_000)
        build(env, url)
        env.execute("orders to a database")
        for product, amount in connection.execute("SELECT * FROM demo_revenue ORDER BY product").fetchall():
            print(f"{product}: {amount}")
        for number, product, amount in connection.execute("SELECT * FROM demo_large ORDER BY id").fetchall():
            print(f"order {number} is large: {product} for {amount}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--url", help="a PostgreSQL database; SQLite if there is none")
    arguments = parser.parse_args()
    if arguments.url is not None:
        run(arguments.url)
        return
    with TemporaryDirectory() as folder:
        run(f"jdbc:sqlite:{Path(folder, 'shop.db')}")


if __name__ == "__main__":
    main()
