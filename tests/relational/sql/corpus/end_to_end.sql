--- accepted
CREATE TABLE $TABLE1 (
    msg_id INTEGER,
    msg STRING
) WITH (
    'connector' = 'filesystem',
    'sink.rolling-policy.rollover-interval' = '2s',
    'sink.rolling-policy.check-interval' = '2s',
    'path' = '$RESULT/$TABLE1',
    'format' = 'csv')
--- accepted
CREATE TABLE $TABLE2 (
    emp_id INTEGER,
    emp_name STRING
) WITH (
    'connector' = 'filesystem',
    'sink.rolling-policy.rollover-interval' = '2s',
    'sink.rolling-policy.check-interval' = '2s',
    'path' = '$RESULT/$TABLE2',
    'format' = 'csv')
--- accepted
COMPILE PLAN '$REMOTE_PLAN_DIR/$TABLE1.json' FOR INSERT INTO $TABLE1 SELECT * FROM (VALUES (1, 'Hello'), (2, 'Flink'), (3, 'Bye')) T(msg_id, msg)
--- accepted
SET 'table.plan.force-recompile' = 'true'
--- accepted
COMPILE PLAN '$REMOTE_PLAN_DIR/$TABLE1.json' FOR INSERT INTO $TABLE1 SELECT * FROM (VALUES (1, 'Meow'), (2, 'Purr')) T(msg_id, msg)
--- accepted
EXECUTE PLAN '$REMOTE_PLAN_DIR/$TABLE1.json'
--- accepted
COMPILE AND EXECUTE PLAN'$REMOTE_PLAN_DIR/$TABLE2.json' FOR INSERT INTO $TABLE2 SELECT * FROM (VALUES (1, 'Tom'), (2, 'Jerry')) T(emp_id, emp_name)
--- accepted
CREATE TABLE JsonTable (
   user_name STRING,
   order_cnt BIGINT
) WITH (
    'connector' = 'filesystem',
    'path' = '$RESULT',
    'sink.rolling-policy.rollover-interval' = '2s',
    'sink.rolling-policy.check-interval' = '2s',
    'format' = 'debezium-json'
)
--- refused: Encountered "$TEMPORARY" at line 1, column 8.
CREATE $TEMPORARY FUNCTION count_agg AS 'org.apache.flink.table.toolbox.CountAggFunction'
    LANGUAGE JAVA USING JAR '$JAR_PATH'
--- accepted
SET execution.runtime-mode = $MODE
--- accepted
SET table.exec.mini-batch.enabled = true
--- accepted
SET table.exec.mini-batch.size = 5
--- accepted
SET table.exec.mini-batch.allow-latency = 2s
--- accepted
INSERT INTO JsonTable
SELECT user_name, count_agg(order_id)
FROM (VALUES (1, 'Bob'), (2, 'Bob'), (1, 'Alice')) T(order_id, user_name)
GROUP BY user_name
--- accepted
CREATE TEMPORARY FUNCTION count_agg AS 'org.apache.flink.table.toolbox.CountAggFunction'
--- accepted
CREATE TABLE JsonTable
WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT',
  'sink.rolling-policy.rollover-interval' = '2s',
  'sink.rolling-policy.check-interval' = '2s',
  'format' = 'debezium-json'
)
AS SELECT user_name, count_agg(order_id) AS order_cnt
FROM (VALUES (1, 'Bob'), (2, 'Bob'), (1, 'Alice')) T(order_id, user_name)
GROUP BY user_name
--- accepted
ADD JAR '$JAR_PATH'
--- accepted
create function count_agg as 'org.apache.flink.table.toolbox.CountAggFunction' LANGUAGE JAVA
--- accepted
CREATE TABLE JsonTable (
    id INT,
    str VARCHAR
) WITH (
    'connector' = 'filesystem',
    'path' = '$RESULT',
    'sink.rolling-policy.rollover-interval' = '2s',
    'sink.rolling-policy.check-interval' = '2s',
    'format' = 'debezium-json'
)
--- accepted
create function func1 as 'org.apache.flink.table.toolbox.StringRegexReplaceFunction' LANGUAGE JAVA
--- accepted
INSERT INTO JsonTable
SELECT id, func1(str, 'World', 'Flink') FROM (VALUES (1, 'Hello World')) AS T(id, str)
--- accepted
CREATE TABLE SourceTable (
    user_name STRING,
    order_cnt BIGINT,
    order_time TIMESTAMP(3),
    ts AS COALESCE(`order_time` ,CURRENT_TIMESTAMP),
    watermark FOR `ts` AS `ts` - INTERVAL '5' SECOND
) WITH (
    'connector' = 'test-scan-table-source-with-watermark-push-down'
)
--- accepted
CREATE TABLE SinkTable (
    user_name STRING,
    order_cnt BIGINT
) WITH (
    'connector' = 'filesystem',
    'path' = '$RESULT',
    'sink.rolling-policy.rollover-interval' = '2s',
    'sink.rolling-policy.check-interval' = '2s',
    'format' = 'debezium-json'
)
--- accepted
INSERT INTO SinkTable
SELECT user_name, order_cnt
FROM SourceTable
