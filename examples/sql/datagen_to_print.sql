-- Generated orders to the terminal: pyrite run examples/sql/datagen_to_print.sql
CREATE TABLE orders (
  id BIGINT,
  cents BIGINT,
  euros AS cents / 100
) WITH (
  'connector' = 'datagen',
  'fields.id.kind' = 'sequence', 'fields.id.start' = '1', 'fields.id.end' = '5',
  'fields.cents.min' = '500', 'fields.cents.max' = '599'
);
CREATE TABLE printed (id BIGINT, price STRING) WITH ('connector' = 'print', 'sink.parallelism' = '1');

INSERT INTO printed SELECT id, CAST(euros AS STRING) || ' euros' FROM orders WHERE MOD(id, 2) = 1;
