--- refused here: Flink's validator refuses an alias of *; a FROM is missing
SELECT * a FROM t
--- refused here: Flink parses Calcite's options of sessions and systems, and executes none
ALTER SESSION SET x = 1
--- refused here: Flink parses Calcite's options of sessions and systems, and executes none
ALTER SYSTEM RESET x
--- refused here: Flink parses Calcite's DESCRIBE of statements, and executes none
DESCRIBE SELECT 1
--- refused here: Flink parses Calcite's DESCRIBE of statements, and executes none
DESCRIBE STATEMENT SELECT 1
--- refused here: Flink refuses the type later: there is no such type
CREATE TABLE t (a TIME(3) WITH LOCAL TIME ZONE)
--- refused here: Flink refuses the type later, with the same sentence
CREATE TABLE t (a CHAR(0))
--- refused here: Flink refuses the type later, with the same sentence
CREATE TABLE t (a DECIMAL(50, 2))
--- refused here: Flink refuses the type later, with the same sentence
CREATE TABLE t (a DECIMAL(5, 7))
--- refused here: Flink refuses the type later, with the same sentence
CREATE TABLE t (a TIMESTAMP(12))
--- refused here: Flink refuses the type later, with the same sentence
CREATE TABLE t (a ROW<a INT, a INT>)
--- refused here: a slip of Flink's grammar
CREATE TABLE t (a ROW<,a INT>)
--- refused here: a class of Python has no $ in its name
CREATE TABLE t (a STRUCTURED<'a.b$C', x INT>)
--- refused here: Flink's validator refuses an alias of *; a FROM is missing
create materialized table tbl1 start_mode = from_beginning as select *  t
--- refused here: Flink's validator refuses an alias of *; a FROM is missing
explain changelog_mode select *   emps
--- refused here: Flink's validator refuses an alias of *; a FROM is missing
SELECT *   MyTable ORDER BY a DESC LIMIT 5
--- refused here: Flink's validator refuses an alias of *; a FROM is missing
SELECT *  t
--- refused here: Flink's validator refuses it, with the same sentence
SELECT * FROM MTable WHERE LOWER(a) = 'foo' 'foo' AND UPPER(b) = 'bar'
--- refused here: Flink's validator refuses an alias of *; a FROM is missing
select *  tmp_view
--- refused here: Flink's validator refuses an alias of *; a FROM is missing
SELECT x1.a FROM x x1, y WHERE x1.b = y.d AND x1.a < 10 AND y.c < 15  AND EXISTS (SELECT * x FROM x2 WHERE x1.b = x2.b)
--- refused here: Flink's validator refuses an alias of *; a FROM is missing
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND EXISTS EXISTS (SELECT * FROM z WHERE z.i > x.a AND z.j < 50)
--- refused here: Flink's validator refuses it, with the same sentence
CREATE TEMPORARY VIEW movie_reviews(id, movie_name, user_review, actual_sentiment)
AS VALUES
  (1, 'Great Movie', 'This movie was absolutely fantastic! Great acting and storyline.' 'positive'),
  (2, 'Boring Film', 'I fell asleep halfway through. Very disappointing.', 'negative'),
  (3, 'Average Show', 'It was okay, nothing special but not terrible either.', 'neutral')
--- refused here: Flink's validator refuses an alias of *; a FROM is missing
INSERT INTO upsert_sink_table_full_deletes SELECT *  upsert_table_full_deletes
--- refused here: Flink's validator refuses an alias of *; a FROM is missing
SELECT * FROM l WHERE EXISTS (SELECT * FROM r WHERE EXISTS EXISTS (SELECT * FROM t) AND l.a = r.d)
--- refused here: Flink's validator refuses an alias of *; a FROM is missing
SELECT *  testUserData
--- refused here: Flink's validator refuses it, with the same sentence
SELECT 
  transaction_id,
  user_id,
  amount,
  fraud_score,
  CASE 
    WHEN fraud_score > 0.8 THEN 'HIGH_RISK'
    WHEN fraud_score > 0.5 THEN 'MEDIUM_RISK' 'MEDIUM_RISK'
    ELSE 'LOW_RISK'
  END AS risk_level
FROM ML_PREDICT(
  TABLE transactions,
  MODEL fraud_detector,
  DESCRIPTOR(user_id, amount, merchant_id, device_fingerprint)
)
WHERE fraud_score > 0.5
--- refused here: Flink's validator refuses an alias of *; a FROM is missing
SELECT *   currency_rates
--- refused here: Flink's validator refuses it, with the same sentence
SELECT * FROM MTable WHERE a > '2024-05-13 08:00:00' '2024-05-13 08:00:00'
