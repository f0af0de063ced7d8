"""Reads CSV files, keeps what is dear, and writes Parquet files, in batch."""

import argparse

from pyrite.table import EnvironmentSettings, TableEnvironment


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--input", required=True, help="a folder of CSV files: item, cents")
    parser.add_argument("--output", required=True, help="the folder to write to")
    where = parser.parse_args()
    t_env = TableEnvironment.create(EnvironmentSettings.in_batch_mode())
    t_env.execute_sql(
        "CREATE TABLE items (item STRING, cents BIGINT) "
        f"WITH ('connector' = 'filesystem', 'path' = '{where.input}', 'format' = 'csv')"
    )
    t_env.execute_sql(
        "CREATE TABLE dear (item STRING, euros DECIMAL(10, 2)) "
        f"WITH ('connector' = 'filesystem', 'path' = '{where.output}', 'format' = 'parquet')"
    )
    t_env.execute_sql("INSERT INTO dear SELECT UPPER(item), cents / 100.0 FROM items WHERE cents > 1000").wait()


if __name__ == "__main__":
    main()
