"""Copies the orders of a Kafka topic that cost enough to another topic, each exactly once.

An order is a JSON object, {"id": 1, "product": "tea", "cents": 450}; its key in the second topic is the product. What
cannot be read is skipped and counted.

Run it with: pyrite run examples/sql/kafka_to_kafka.py --bootstrap-servers localhost:9092
"""

from argparse import ArgumentParser

from pyrite.table import EnvironmentSettings, TableEnvironment


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--bootstrap-servers", default="localhost:9092")
    parser.add_argument("--input", default="orders", help="a topic")
    parser.add_argument("--output", default="dear-orders", help="a topic")
    parser.add_argument("--to-the-end", action="store_true", help="stop at what is the end of the topic now")
    options = parser.parse_args()
    bounded = "latest-offset" if options.to_the_end else "unbounded"

    t_env = TableEnvironment.create(EnvironmentSettings.in_streaming_mode())
    t_env.get_config().set("execution.checkpointing.interval", "10 s")
    t_env.execute_sql(f"""
        CREATE TABLE orders (
            id BIGINT,
            product STRING,
            cents BIGINT,
            sent TIMESTAMP_LTZ(3) METADATA FROM 'timestamp' VIRTUAL,
            place BIGINT METADATA FROM 'offset' VIRTUAL
        ) WITH (
            'connector' = 'kafka',
            'topic' = '{options.input}',
            'properties.bootstrap.servers' = '{options.bootstrap_servers}',
            'properties.group.id' = 'kafka-to-kafka',
            'scan.startup.mode' = 'earliest-offset',
            'scan.bounded.mode' = '{bounded}',
            'format' = 'json',
            'json.ignore-parse-errors' = 'true'
        )
    """)
    t_env.execute_sql(f"""
        CREATE TABLE dear_orders (
            product STRING,
            euros DECIMAL(10, 2),
            place BIGINT,
            headers MAP<STRING, BYTES> METADATA,
            sent TIMESTAMP_LTZ(3) METADATA FROM 'timestamp'
        ) WITH (
            'connector' = 'kafka',
            'topic' = '{options.output}',
            'properties.bootstrap.servers' = '{options.bootstrap_servers}',
            'key.format' = 'raw',
            'key.fields' = 'product',
            'value.format' = 'json',
            'value.fields-include' = 'EXCEPT_KEY',
            'sink.delivery-guarantee' = 'exactly-once',
            'sink.transactional-id-prefix' = 'dear-orders'
        )
    """)
    t_env.execute_sql("""
        INSERT INTO dear_orders
        SELECT product, cents / 100.00, place, MAP['by', ENCODE('pyrite', 'UTF-8')], sent
        FROM orders WHERE cents >= 1000
    """).wait()


if __name__ == "__main__":
    main()
