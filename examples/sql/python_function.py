"""Scores texts by a function in Python, in SQL and in the Table API."""

from pyrite.table import DataTypes, EnvironmentSettings, TableEnvironment
from pyrite.table.expressions import col
from pyrite.table.udf import udf

TEXTS = [(1, "a fine day"), (2, "a bad, bad day"), (3, "rain")]


def count_words(text: str) -> int:
    return text.count("fine") - text.count("bad")


score = udf(count_words, result_type=DataTypes.INT())


def main() -> None:
    t_env = TableEnvironment.create(EnvironmentSettings.in_batch_mode())
    t_env.get_config().set("parallelism.default", "1")
    t_env.create_temporary_function("score", score)
    texts = t_env.from_elements(TEXTS, ["id", "text"])
    t_env.create_temporary_view("texts", texts)
    t_env.sql_query("SELECT id, score(text) AS score FROM texts WHERE score(text) <> 0").execute().print()
    texts.select(col("id"), score(col("text")).alias("score")).where(col("score") == 0).execute().print()


if __name__ == "__main__":
    main()
