"""The examples run, and print what they say: in the simulation, and in `make test-all` on one Spark that they share."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from examples.async_io import enrichment
from examples.iterations import connected_components, countdown, online_regression, page_rank
from examples.streaming import fraud_detection, word_count

from pyrite.cli.program.program import run_script
from pyrite.graph.executor import ExecutionContext
from pyrite.testing.collection_executor import CollectionExecutor

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TESTED = {
    "async_io/enrichment.py",
    "batch/file_word_count.py",
    "batch/word_count.py",
    "cep/door_left_open.py",
    "cep/fraud.py",
    "iterations/connected_components.py",
    "iterations/countdown.py",
    "iterations/online_regression.py",
    "iterations/page_rank.py",
    "kafka/count_orders.py",
    "kafka/demo.py",
    "sql/datagen_to_print.sql",
    "sql/files_to_files.py",
    "sql/kafka_to_kafka.py",
    "sql/my_functions.py",
    "sql/python_function.py",
    "sql/python_function.sql",
    "streaming/broadcast_rules.py",
    "streaming/custom_source_and_sink.py",
    "streaming/fraud_detection.py",
    "streaming/history_then_live.py",
    "streaming/kafka_orders.py",
    "streaming/mutual_likes.py",
    "streaming/network_word_count.py",
    "streaming/order_payment_join.py",
    "streaming/orders_to_database.py",
    "streaming/roll_ups.py",
    "streaming/sensor_alerts.py",
    "streaming/session_analytics.py",
    "streaming/socket_window_word_count.py",
    "streaming/two_phase_files.py",
    "streaming/word_count.py",
    "streaming/write_ahead_sqlite.py",
}
WORDS = {word: 2 if word in ("a", "chuck", "wood", "woodchuck") else 1 for word in word_count.words(word_count.TEXT)}


@pytest.fixture(params=["simulated", pytest.param("on Spark", marks=pytest.mark.slow)])
def printed_by(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Printed:
    return Printed(capsys, simulated=request.param == "simulated")


class Printed:
    """Runs an example with two subtasks; the lines that it prints."""

    def __init__(self, capsys: pytest.CaptureFixture[str], simulated: bool) -> None:
        self._capsys = capsys
        self._simulated = simulated

    def __call__(self, example: str, *arguments: str) -> list[str]:
        context = ExecutionContext({"parallelism.default": "2"}, CollectionExecutor() if self._simulated else None)
        run_script(str(EXAMPLES / example), arguments, context)
        return self._capsys.readouterr().out.splitlines()


def test_every_example_is_tested() -> None:
    files = [*EXAMPLES.rglob("[!_]*.py"), *EXAMPLES.rglob("*.sql")]
    assert {str(path.relative_to(EXAMPLES)) for path in files} == TESTED


def test_word_count_in_batch_gives_every_word_once(printed_by: Printed) -> None:
    assert Counter(printed_by("batch/word_count.py")) == Counter(map(str, WORDS.items()))


def test_word_count_in_streaming_gives_every_step(printed_by: Printed) -> None:
    steps = Counter(str((word, step)) for word, count in WORDS.items() for step in range(1, count + 1))
    assert Counter(printed_by("streaming/word_count.py")) == steps


def test_mutual_likes_finds_those_within_a_day(printed_by: Printed) -> None:
    assert printed_by("streaming/mutual_likes.py") == ["ann and bob like each other", "eve and ann like each other"]


def test_broadcast_rules_count_from_when_they_come(printed_by: Printed) -> None:
    assert sorted(printed_by("streaming/broadcast_rules.py")) == [
        "cellar: heat 40.0 is over 30.0",
        "kitchen: heat 70.0 is over 30.0",
        "kitchen: heat 70.0 is over 60.0",
        "kitchen: smoke 3.0 is over 1.0",
        "kitchen: smoke 3.0 is over 1.0",
    ]


def test_session_analytics_gives_every_visit(printed_by: Printed) -> None:
    assert sorted(printed_by("streaming/session_analytics.py")) == [
        "09:00 ann, 41:00 min: / /tea /cart /paid",
        "09:01 bob, 0:00 min: /tea",
        "09:45 bob, 0:00 min: /salt",
        "11:00 ann, 0:00 min: /",
        "11:00 eve, 0:00 min: /jobs",
    ]


def test_sensor_alerts_tell_of_heat_and_of_silence(printed_by: Printed) -> None:
    assert sorted(printed_by("streaming/sensor_alerts.py")) == [
        "oven: over 80.0 since second 12",
        "oven: over 80.0 since second 30",
        "oven: silent since second 75",
        "pump: silent since second 15",
        "pump: silent since second 95",
    ]


def test_order_payment_join_shows_paid_unpaid_and_late(printed_by: Printed) -> None:
    assert sorted(printed_by("streaming/order_payment_join.py")) == [
        "order 1, tea: paid by ann after 20 minutes",
        "order 2: not paid within an hour",
        "order 3, cups: paid by bob after 0 minutes",
        "payment of order 2 by eve: too late",
    ]


def test_roll_ups_of_an_hour_and_a_day_add_up(printed_by: Printed) -> None:
    assert sorted(printed_by("streaming/roll_ups.py")) == [
        "day 02 00:00 salt: 1 for 0.80",
        "day 02 00:00 tea: 4 for 18.00",
        "day 03 00:00 salt: 1 for 0.80",
        "hour 02 09:00 salt: 1 for 0.80",
        "hour 02 09:00 tea: 3 for 11.00",
        "hour 02 10:00 tea: 1 for 7.00",
        "hour 03 08:00 salt: 1 for 0.80",
        "minute 02 09:00 salt: 1 for 0.80",
        "minute 02 09:00 tea: 2 for 7.50",
        "minute 02 09:59 tea: 1 for 3.50",
        "minute 02 10:00 tea: 1 for 7.00",
        "minute 03 08:30 salt: 1 for 0.80",
    ]


def test_fraud_pattern_finds_a_small_payment_and_a_large_one_within_a_minute(printed_by: Printed) -> None:
    assert sorted(printed_by("cep/fraud.py")) == [
        "card blue: 600.00, 30 s after 0.90",
        "card red: 900.00, 25 s after 0.50",
    ]


def test_door_left_open_is_reported_when_its_time_is_up(printed_by: Printed) -> None:
    assert sorted(printed_by("cep/door_left_open.py")) == [
        "second 33: the back door is open",
        "second 70: the cellar door is open",
        "second 90: the front door is open",
    ]


def test_custom_source_and_sink_publish_every_line_once(printed_by: Printed) -> None:
    birds = ["CROW", "OWL", "RAVEN", "ROBIN", "SWIFT", "WREN"]
    expected = ["hidden files left: 0", *(f"THE {bird}" for bird in birds)]
    assert printed_by("streaming/custom_source_and_sink.py") == expected


def test_orders_to_database_adds_up(printed_by: Printed) -> None:
    assert printed_by("streaming/orders_to_database.py") == [
        "cup: 180",
        "pot: 250",
        "tea: 28",
        "order 2 is large: cup for 120",
        "order 4 is large: pot for 250",
    ]


def test_history_then_live_counts_both_and_sets_bad_lines_aside(printed_by: Printed) -> None:
    printed = printed_by("streaming/history_then_live.py")
    assert set(printed) > {"tea: 28", "cup: 36", "pot: 30", "set aside: server restarted"}
    assert len(printed) == 7


def test_two_phase_files_publish_every_line_once(printed_by: Printed) -> None:
    expected = ["temporary files left: 0", *sorted(f"line {number}" for number in range(1, 11))]
    assert printed_by("streaming/two_phase_files.py") == expected


def test_write_ahead_sqlite_counts_every_sale_once(printed_by: Printed) -> None:
    assert printed_by("streaming/write_ahead_sqlite.py") == ["cups 2", "salt 1", "tea 7"]


def test_enrichment_names_all_customers_but_those_who_hang(printed_by: Printed) -> None:
    customers = {number: number * 7 % 40 for number in range(1, enrichment.ORDERS + 1)}
    names = {
        number: f"customer {customer}, no answer" if enrichment.hangs(customer) else enrichment.name_of(customer)
        for number, customer in customers.items()
    }
    expected = [f"order {number}: {name}" for number, name in names.items()]
    lines = printed_by("async_io/enrichment.py")
    assert any("no answer" in line for line in expected) and any(map(enrichment.fails_at_first, customers.values()))
    assert sorted(line.partition("> ")[2] for line in lines) == sorted(expected)


def test_fraud_detection_gives_the_alerts_of_its_transactions(printed_by: Printed) -> None:
    alerts: list[str] = []
    small_at: dict[int, int] = {}
    for transaction in map(fraud_detection.transaction, range(20_000)):  # 20 s of event time: nothing is forgotten
        since = small_at.get(transaction.card)
        if since is not None and transaction.amount > fraud_detection.LARGE:
            waited_ms = transaction.time_ms - since
            alerts.append(f"ALERT card {transaction.card}: {transaction.amount:.2f}, {waited_ms} ms after a test")
        if transaction.amount < fraud_detection.SMALL:
            small_at[transaction.card] = transaction.time_ms
    lines = printed_by("streaming/fraud_detection.py", "--rate", "20000", "--seconds", "1")
    assert alerts and sorted(lines) == sorted(alerts)


def test_countdown_lets_each_number_go_round_as_often_as_it_says(printed_by: Printed) -> None:
    assert sorted(printed_by("iterations/countdown.py")) == sorted(map(str, countdown.model()))


def test_page_rank_gives_the_ranks_of_its_model(printed_by: Printed) -> None:
    expected = [f"{page} {rank:.4f}" for page, rank in page_rank.model().items()]
    assert sorted(printed_by("iterations/page_rank.py")) == sorted(expected)


def test_connected_components_gives_the_components_of_its_model(printed_by: Printed) -> None:
    printed = printed_by("iterations/connected_components.py")
    assert sorted(printed) == sorted(map(str, connected_components.model()))


def test_online_regression_learns_the_weights_of_its_model(printed_by: Printed) -> None:
    passes, slope, offset = online_regression.model()
    (line,) = printed_by("iterations/online_regression.py")
    assert line.endswith(f"> after {passes} passes: y = {slope:.4f} x + {offset:.4f}")
