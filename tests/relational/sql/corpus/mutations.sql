--- refused: Encountered "(" at line 5, column 5.
create table source_table(
  a int,
  b bigint,
  c string,
    (a)
)
LIKE parent_table
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 10.
SELECT   FROM UdfTable
--- refused: Encountered ")" at line 1, column 30.
SELECT COALESCE(f0, f1, '-') ) FROM T
--- refused: Incorrect syntax near the keyword 'CREATE' at line 1, column 7.
TABLE CREATE OrdersShipInfo (
        `order_id` INT,
        `line_order_id` INT,
        `ship_mode` STRING
    ) WITH (
        'connector' = '...'
    )
--- refused: Encountered "*" at line 1, column 32.
INSERT INTO upsert_sink_table  * FROM upsert_table_full_deletes
--- refused: Encountered "col_b" at line 1, column 99.
alter table t1 add col_int int metadata from 'mk1' virtual comment 'comment_metadata' after after col_b
--- accepted
SELECT afunc1 a1 FROM (SELECT a, substr(cast(random_udf(a) as varchar), 1, 2) AS a1 FROM MyTable) t WHERE a1 > '10'
--- refused: Incorrect syntax near the keyword 'RIGHT' at line 1, column 24.
SELECT * MyTable1 FROM RIGHT JOIN MyTable2 ON true WHERE b1 = b2 AND c1 = c2 AND a2 = 2 AND b2 > 10 AND COALESCE(c1, c2) <> ''
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 57.
SELECT * FROM x WHERE CAST(a AS BIGINT) NOT IN (SELECT  FROM y)
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2)  a2, a1 FROM A GROUP BY a1) LEFT JOIN B ON a1 = b1
--- refused: Encountered ")" at line 1, column 40.
alter table t1 drop (id, ts, tuple.f0, )
--- refused: Non-query expression encountered in illegal context
user functions in db1 not ilike '%'
--- refused: Encountered "from" at line 1, column 34.
select /*+ NEST_LOOP(T1, T2) */  from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- refused: Non-query expression encountered in illegal context
catalog if not exists cat_comment comment 'hello' with ('type' = 'generic_in_memory')
--- refused: Encountered "(" at line 1, column 39.
CREATE OR REPLACE TABLE t PARTITIONED (col1) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Encountered ")" at line 1, column 26.
show user functions from ) like '%'
--- accepted
alter model m1 reset ('key1' 'key1', 'key2')
--- refused: Encountered ")" at line 1, column 100.
SELECT b FROM l WHERE (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1 WHEN a NOT IN (SELECT j t2 FROM) THEN 2 ELSE 3 END) NOT IN (SELECT d FROM r WHERE l.c = r.f)
--- refused: Encountered "1" at line 1, column 44.
select /*+ SHUFFLE_MERGE(V3)*/V3.* from V3 1 T1 on V3.a1 = T1.a1
--- refused: Encountered "=" at line 1, column 65.
SELECT T1.a, T1.c, T2.c FROM (SELECT * FROM MyTable /*+ OPTIONS(='b') */ WHERE b = 2) T1, (SELECT * FROM MyTable /*+ OPTIONS('filterable-fields'='b') */ WHERE b = 1) T2 WHERE T1.a = T2.a
--- refused: Encountered "AS" at line 1, column 60.
SELECT window_start, window_end, supplier_id, SUM(priceINT AS total_price
FROM TUMBLE(TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)
GROUP BY window_start, window_end, ROLLUP (supplier_id)
--- refused: Encountered "BY" at line 7, column 18.
REPLACE TABLE my_rtas_table (
    desc STRING,
    quantity DOUBLE,   
    cost AS price * quantity,
    WATERMARK FOR order_time AS order_time - INTERVAL '5' SECOND,
    PRIMARY KEY (id) NOT ENFORCED
) DISTRIBUTED BY BY (id) INTO 4 buckets
AS SELECT id, price, quantity, order_time FROM source_table
--- refused: Encountered "FROM" at line 1, column 69.
SELECT b FROM x WHERE a IN (SELECT c FROM y WHERE d > (SELECT SUM(e FROM z WHERE y.c = z.e AND z.f < 100))
--- refused: Encountered "from" at line 1, column 118.
execute statement set begin insert into t1 select * from t2 on conflict do deduplicate; insert into t3 select * from from t4 on conflict do nothing; end
--- refused: Encountered "c" at line 1, column 29.
SELECT a FROM MyTable ORDER c BY, rowtime LIMIT 0
--- refused: Encountered "." at line 1, column 128.
select /*+ NEST_LOOP(T1)*/T4.a1, (select count(*) from T1 join T3 on T1.a1 = T3.a3) as cnt from (select T1.* from T1 join T2 T1.a1 on = T2.a2 where T1.b1 = 'abc') T4
--- refused: Encountered "," at line 1, column 20.
SELECT a2, b2, a3, , b3, COUNT(c2), AVG(d3) FROM (SELECT * FROM T2, T3 WHERE b2 = a3) t GROUP BY a2, b2, a3, b3
--- refused: Encountered ")" at line 1, column 53.
ALTER TABLE DataGenSource RESET ('rows-per-second') )
--- refused: Encountered "AS" at line 1, column 61.
SELECT a, b + 1, c, s FROM (SELECT a, MIN(b) AS b, SUM( (b) AS s, MAX(c) AS c FROM MyTable2 GROUP BY a)
--- refused: Encountered "create" at line 1, column 8.
create create function c1.db.func10 as 'LowerUDF'
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 20.
SELECT a, a2 from  LEFT JOIN MyTable2 ON a = a2 WHERE REGEXP(func2(a), 'string (2|3)')
--- refused: Encountered ". *" at line 1, column 102.
select /*+ NEST_LOOP(T1)*/T4.a1, (select count(*) from T1 join T3 on T1.a1 = T3.a3) as cnt from (  T1.* from T1 join T2 on T1.a1 = T2.a2 where T1.b1 = 'abc') T4
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 14.
INSERT INTO  SELECT a, b, c FROM MyTable
--- refused: Encountered "<>" at line 1, column 62.
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 WHERE   <> 1
--- refused: Incorrect syntax near the keyword 'MIN' at line 1, column 1.
MIN SELECT(`string`) FROM MyTable
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 54.
SELECT o.currency, r.currency, rate1 FROM Orders AS  JOIN RatesBinlogWithoutWatermark FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = r.currency AND o.amount > 10 AND r.rate < 100
--- refused: Encountered "1" at line 1, column 36.
SELECT * FROM MyTable WHERE a <> 1 1 AND a <> 2 AND a <> 3 AND a <> 4 AND a = 5
--- refused: Encountered "from" at line 1, column 8.
Select from * fact_part, dim where fact_part.fact_date_sk = dim.dim_date_sk and dim.price < 500
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 20.
SELECT a1, b1 FROM FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) FULL JOIN B ON a1 = b1
--- refused: Non-query expression encountered in illegal context
b SELECT, a FROM SimpleTable
--- refused: Encountered "<EOF>" at line 1, column 41.
alter table if exists c1.d1.t1 rename to
--- refused: Encountered "unnest unnest" at line 2, column 1.
select * from dept,
unnest unnest(dept.employees, dept.managers)
--- refused: Encountered "STRING" at line 1, column 102.
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_MeRgE(T2) */ T2.a2 from T2 join T1 on T2.a2 = T1.a1 STRING by T1.a1 limit 10)
--- refused: Encountered "AS" at line 1, column 25.
SELECT * FROM MyTable T AS LEFT JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- refused: Encountered "<EOF>" at line 1, column 31.
alter table c1.d1.t1 rename to
--- refused: Encountered "*" at line 1, column 70.
select /*+ STATE_TTL('T1' = '2d'), STATE_TTL('T1' = '8d') */ count(* *) from T1 group by a1
--- refused: Non-query expression encountered in illegal context
columns show from v1 like 'use_'
--- refused: Encountered "on" at line 1, column 90.
insert into snk(l0, l1, r0) select a0, new_a1, b0 from src1WithComputingCol join src2 on on a1 = b1 and a2 = b2 on conflict do deduplicate
--- refused: Encountered "*" at line 1, column 31.
INSERT INTO upsert_sink_table * SELECT FROM upsert_table_partial_deletes_metadata_no_pushdown
--- accepted
create function `default`.func6 .func6 as 'LowerUDF'
--- refused: Encountered "show view" at line 1, column 1.
show  view db1.v1
--- accepted
Select * from fact_part fact_part left outer join dim on fact_part.fact_date_sk = dim.dim_date_sk where dim.price < 500
--- accepted
CREATE TABLE department_counts (
    dept_id INT,
    emp_count BIGINT
) WITH (
    'connector' = 'print' 'print'
)
--- refused: Non-query expression encountered in illegal context
INSERT INTO product_orders
p.name SELECT, o.order_id
FROM orders o JOIN products p ON o.product_name = p.name
ON CONFLICT DO NOTHING
--- refused: Encountered "db1" at line 1, column 17.
show procedures db1 in
--- refused: Encountered "fact_part" at line 1, column 53.
Select * from dim, fact_part where fact_part.amount fact_part.amount = dim.amount and dim.price < 500
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT a FROM FROM MyTable ORDER BY rowtime LIMIT 0
--- refused: Encountered "from" at line 1, column 41.
execute insert into emps1 select * from from emps2
--- refused: Encountered "<EOF>" at line 1, column 42.
create temporary view v1 as select * from
--- refused: Encountered "<EOF>" at line 1, column 44.
SELECT proctime desc, c FROM MyTable OFFSET
--- refused: Encountered "DROP" at line 10, column 3.
CREATE MODEL fraud_detector
INPUT (
  user_id BIGINT,
  amount DOUBLE,
  merchant_id STRING,
  device_fingerprint STRING
)
OUTPUT (fraud_score FLOAT)
WITH (
  DROP = 'triton',
  'endpoint' = 'http://triton-server:8000/v2/models',
  'model-name' = 'fraud_detection_model',
  'timeout' = '5000',
  'priority' = '200'   
)
--- refused: Encountered "<EOF>" at line 1, column 81.
SELECT b FROM l WHERE ( (CASE WHEN a > 10 THEN 1 ELSE 2 END) IN (SELECT d FROM r)
--- accepted
SET if = 'streaming'
--- refused: Encountered "l" at line 1, column 100.
SELECT * FROM l WHERE EXISTS (SELECT * FROM r WHERE l.a = r.d) AND a IN (SELECT i FROM t WHERE l.b l t.j)
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 74.
SELECT * FROM l1 WHERE EXISTS (SELECT COUNT(1) FROM r1 WHERE l1.b = r1.d AND  < 100 GROUP BY f)
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 33.
SELECT d FROM MyTable1 MyTable2 JOIN ON CAST(0 AS BOOLEAN)
--- refused: Encountered "not" at line 1, column 28.
show columns in orders not not like 'use_'
--- refused: Encountered "(" at line 1, column 27.
alter model if exists m1  ('key1', 'key2')
--- refused: Encountered "+ AS" at line 1, column 28.
SELECT asyncFunc1(a, b), c + AS FROM MyTable
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 13.
insert into SELECT /*+ OPTIONS('sink.partitioner'='round-robin') */ select * from kafka_table2
--- refused: Encountered ">" at line 1, column 54.
DELETE FROM t WHERE a >= (SELECT COUNT(1) FROM t   c > 2)
--- refused: Encountered "," at line 1, column 215.
SELECT T1.a1, T2.a2 FROM (SELECT a0, window_start, window_end, MIN(a1) as a1  FROM TABLE(   TUMBLE(TABLE MyTable1, DESCRIPTOR(rowtime), INTERVAL '1' SECOND))  GROUP BY a0, window_start, window_end) T1, (SELECT a0, , window_end, MIN(a1) as a1, MIN(a2) as a2, MIN(metadata_0) as metadata_0 FROM TABLE(   TUMBLE(TABLE MyTable1, DESCRIPTOR(rowtime), INTERVAL '1' SECOND))  GROUP BY a0, window_start, window_end) T2 WHERE T1.a1 = T2.a1
--- refused: Encountered "materialized" at line 1, column 2.
materialized table mt1 add distribution by range(a, h)
--- refused: Encountered ")" at line 1, column 67.
CREATE TABLE nexmark_q8 (id BIGINT, name VARCHAR, stime TIMESTAMP()) WITH ('connector' = 'blackhole')
--- refused: Encountered "MyTable2" at line 1, column 32.
INSERT INTO sink PARTITION (b=1MyTable2 c=1) VALUES (5)
--- refused: Encountered "from" at line 1, column 49.
SELECT * FROM (SELECT * FROM MyTable WHERE b > 0from t WHERE a < 50
--- accepted
create materialized table tbl1 start_mode = from_beginning as select *  t
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 50.
SELECT a, COUNT(b) OVER (PARTITION BY c, d) FROM FROM t
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT 1 FROM FROM T3
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 53.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND AND x.a IN (SELECT z.i FROM z WHERE x.b = z.j AND z.j < 50)
--- refused: Encountered "as" at line 1, column 44.
SELECT * FROM MyTable WHERE price > d(10.1 as int)
--- refused: Encountered "from" at line 1, column 51.
select /*+ STATE_TTL('T2' = '2d', 'T2' = '1d') */ from T1 join T2 on T1.a1 = T2.a2
--- refused: Encountered "PROCTIME" at line 7, column 20.
CREATE TABLE tbl1 (
  a bigint comment 'test column comment AAA.',
  h varchar constraint ct1 primary key,
  g as 2 * (a + 1), 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'),
  b varchar,
  proc as PROCTIME PROCTIME(),
  constraint ct2 primary key (b, h)) with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Encountered "l" at line 1, column 57.
SELECT * FROM l WHERE EXISTS (SELECT * FROM r WHERE l.a l.a < 10)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 38.
(SELECT s FROM t1) INTERSECT (SELECT SELECT s FROM t2)
--- refused: Incorrect syntax near the keyword 'INNER' at line 1, column 58.
SELECT /*+ MULTI_JOIN(Users, Orders, Payments) */ * FROM INNER 
Users JOIN Orders ON Users.user_id = Orders.user_id 
INNER JOIN Payments ON Users.user_id = Payments.user_id
--- refused: Encountered "," at line 1, column 33.
SELECT a FROM MyTable ORDER BY  , proctime desc OFFSET 2
--- refused: Encountered "32" at line 3, column 21.
create temporary table tbl1 (
 `user` BIGINT NOT NULl,
 product VARCHAR(32 32),
 amount INT
) with (
 'connector' = 'datagen'
)
--- refused: Encountered "catalog1" at line 1, column 12.
show views catalog1.db1 in not like '%person%'
--- refused: Incorrect syntax near the keyword 'GROUP' at line 1, column 22.
SELECT COUNT(*) FROM GROUP MyTable BY TUMBLE(proctime, INTERVAL '35' DAY)
--- refused: Encountered "/" at line 1, column 1.
/ SELECT*+ STATE_TTL('o'='3d', 'l'='1d') */ * FROM
orders o LEFT JOIN lineitem l
ON o.o_orderkey = l.l_orderkey
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 96.
SELECT * FROM x WHERE (a = 1 AND b = 2) OR (NOT(a <> 1) AND c = 3) AND true AND EXISTS (SELECT SELECT * FROM y WHERE x.a = y.d AND (SELECT count(*) FROM z WHERE (i = 5 AND j = 6) OR (NOT (i <> 5) AND j = 7) AND true) > 0)
--- refused: Encountered "\'func1%\'" at line 1, column 35.
show user functions like 'func1%' 'func1%'
--- refused: Encountered "reset" at line 1, column 35.
SELECT * FROM MyTable WHERE a = 1 reset a = 10 OR a IS NULL
--- refused: Encountered "x" at line 1, column 46.
SELECT * FROM T1 FULL OUTER JOIN T2 ON a = c x.cnt a IN (SELECT e FROM T3)
--- refused: Encountered "(" at line 1, column 28.
create catalog cat2 WITH ( ('type'='generic_in_memory', 'default-database'='db')
--- refused: Encountered "\'\'" at line 1, column 20.
alter catalog cat2 '' comment
--- refused: Encountered "," at line 1, column 40.
CREATE TABLE MyTable1 (`count` bigint, , word VARCHAR(256)) WITH ('connector' = 'datagen')
--- refused: Incorrect syntax near the keyword 'UNION' at line 1, column 18.
SELECT x, y FROM UNION t1 DISTINCT SELECT x, y FROM t2
--- refused: Incorrect syntax near the keyword 'BIGINT' at line 3, column 4.
CREATE TABLE topic_products (
   
   BIGINT,
  name STRING,
  description STRING,
  weight DECIMAL(10, 2)
) WITH (
  'connector' = 'kafka',
  'topic' = 'products_ogg',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'format' = 'ogg-json'
)
--- refused: Encountered "SELECT" at line 1, column 102.
Select * from fact_part where fact_part.fact_date_sk in (select dim_date_sk from dim where dim.price SELECT 500)
--- refused: Incorrect syntax near the keyword 'EXISTS' at line 1, column 18.
SELECT * FROM x  EXISTS (SELECT * FROM y WHERE x.a = c and x.b > 10)
--- refused: Encountered "select" at line 1, column 27.
SELECT c, g FROM MyTable2 select OUTER JOIN  MyTable1 ON a = d AND d < 2
--- refused: Encountered "(" at line 1, column 27.
select /*+ SHUFFLE_MERGE( (T1, T2) */* from T1 right join T2 on T1.a1 = T2.a2
--- refused: Encountered "FROM" at line 1, column 83.
SELECT a FROM x WHERE (SELECT MAX(d) FROM y WHERE c IN (SELECT e FROM z)) IN (  f FROM z)
--- refused: Encountered "=" at line 1, column 15.
SELECT * FROM = FULL OUTER JOIN MyTable1 ON true
--- refused: Encountered "\'debezium-avro-confluent.url\'" at line 1, column 52.
alter materialized table mt1 add distribution by (a'debezium-avro-confluent.url' h) into 6 buckets
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 10.
SELECT * JOIN TO_CHANGELOG(
  input => TABLE my_aggregation,
  op => DESCRIPTOR(operation)
)
--- refused: Encountered ">=" at line 1, column 1.
>= table t1 modify watermark for ts as ts - interval '1' second
--- refused: Incorrect syntax near the keyword 'OF' at line 1, column 53.
SELECT * FROM T1 LEFT JOIN T2 FOR SYSTEM_TIME AS OF OF T1.proctime AS dimTable ON TRUE
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 12.
SELECT a1, COUNT DISTINCT(b1), SUM(DISTINCT b1) FROM T1 GROUP BY a1
--- refused: Incorrect syntax near the keyword 'MIN' at line 1, column 8.
SELECT MIN`string`) FROM MyTable
--- refused: Encountered ")" at line 12, column 1.
CREATE MODEL triton_text_classifier
INPUT (input STRING COMMENT 'Input text for classification')
OUTPUT (output STRING COMMENT 'Classification result')
COMMENT 'A Triton-based text classification model'
WITH (
    'provider' = 'triton',
    'endpoint' = 'http://localhost:8000/v2/models',
    'model-name' = 'text-classification',
    'model-version' = '1',
    'timeout' = '10000',
    'max-retries'  '3'
)
--- refused: Encountered "," at line 1, column 44.
explain plan for upsert into emps1 values (, 2)
--- refused: Encountered "show from" at line 1, column 1.
show from views catalog1.db1 like '%person%'
--- refused: Incorrect syntax near the keyword 'DISTINCT' at line 1, column 37.
SELECT a1, d1, COUNT(DISTINCT c1), (DISTINCT b1) FROM T1 GROUP BY a1, d1
--- refused: Encountered "(" at line 2, column 3.
CREATE TABLE tbl1 (
  ( bigint comment 'test column comment AAA.',
  h varchar constraint ct1 primary key,
  g as 2 * (a + 1), 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'),
  b varchar,
  proc as PROCTIME(),
  constraint ct2 primary key (b, h)) with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Encountered "AS" at line 1, column 113.
SELECT /*+ LOOKUP('table'='D', 'async'='false') */ * FROM MyTable AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS AS OF T.proctime AS D ON T.a = D.id
--- refused: Encountered "." at line 1, column 15.
SELECT t1.x t1.x FROM t1 LEFT OUTER JOIN t2 ON t1.x = t2.x
--- refused: Encountered "select" at line 1, column 57.
select /*+ SHUFFLE_HASH(T1) */* from T1 where a1 in (a2 select from T2)
--- refused: Encountered "func1" at line 1, column 20.
SELECT func1(func1 func1(func1(a))) from MyTable
--- refused: Encountered "=" at line 1, column 50.
SELECT * FROM x WHERE (SELECT COUNT(*) FROM y  a = d) >= 0.1
--- refused: Encountered ")" at line 1, column 26.
select /*+ BROADCAST(T1) ) */* from T1 join T2 on T1.a1 = T2.a2
--- refused: Non-query expression encountered in illegal context
a SELECT, pyFunc1(a, c), b FROM MyTable
--- refused: Encountered "FROM" at line 1, column 57.
SELECT a1, max(a3) from (SELECT a1, a2, max(a3) ) as a3 FROM A GROUP BY a1, a2) group by a1
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 26.
SELECT a, my_udf(d) FROM FROM VirtualTable
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 55.
SELECT * FROM MyTable1 RIGHT JOIN MyTable2 ON a1 = a2 AND  = 2
--- refused: Encountered "INTERVAL" at line 1, column 62.
SELECT AVG(c), COUNT(a) FROM MyTable GROUP BY a, d, TUMBLE(b INTERVAL '3' SECOND)
--- refused: Encountered "\'new_column docs\'" at line 1, column 76.
alter materialized table mt1 add new_column array<row(f0 int, f1 bigint)>  'new_column docs'
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 40.
SELECT * FROM MyTable2 LEFT OUTER JOIN JOIN MyTable1 ON true
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 24.
SELECT * FROM MyTable1 JOIN  ON c1 = c2
--- refused: Encountered ")" at line 1, column 24.
select /*+ SHUFFLE_HASH)T2( */* from T1 where a1 not in (select a2 from T2)
--- refused: Non-query expression encountered in illegal context
a2 min(a3) from (SELECT a1, a2, min(a3) as a3 FROM A GROUP BY a1, a2)
--- accepted
explain changelog_mode select *   emps
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 199.
SELECT * FROM x WHERE (a = 1 AND b = 2) OR (NOT(a <> 1) AND c = 3) AND true AND EXISTS (SELECT * FROM y WHERE x.a = y.d AND (SELECT count(*) FROM z WHERE (i = 5 AND j = 6) OR (NOT (i <> 5) AND j = 7AND ) true) > 0)
--- refused: Encountered "IN SELECT" at line 1, column 68.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND (x.a, y.e) IN SELECT z.i, z.j FROM z WHERE z.j < 50)
--- refused: Encountered "*" at line 1, column 36.
SELECT * FROM t INTERSECT SELECT * * FROM t
--- refused: Encountered "select" at line 1, column 58.
select /*+ SHUFFLE_HASH(T2) */* from T1 where a1 not in  select(a2 from T2)
--- refused: Encountered "IN" at line 1, column 20.
SELECT * FROM l  a IN (SELECT d FROM r WHERE c = f) AND b IN (SELECT j FROM t WHERE c = k)
--- refused: Encountered "FROM" at line 1, column 16.
SELECT myUdf(1 FROM MyTable
--- refused: Encountered "\'hello2\'" at line 1, column 29.
create catalog cat_comment  'hello2' with ('type' = 'generic_in_memory')
--- refused: Encountered "STRING" at line 1, column 47.
SELECT CAST(COALESCE(b.order_id, a.order_id)  STRING) AS order_id_str FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- refused: Encountered "*" at line 4, column 10.
CREATE TABLE tbl1 (
  a bigint primary key,
  h varchar unique,
  g as   * (a + 1),
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'),
  b varchar,
  proc as PROCTIME()
) with (
  'connector' = 'kafka',
  'kafka.topic' = 'log.test'
)
--- accepted
SELECT a a, d FROM VirtualTable
--- accepted
SELECT *   MyTable ORDER BY a DESC LIMIT 5
--- refused: Encountered "> OR" at line 1, column 32.
SELECT * FROM MyTable WHERE id > OR 2 part1 = 'A'
--- refused: Encountered "drop" at line 6, column 7.
SELECT
  name,
  COUNT(*) AS cnt
FROM
  (VALUES ('Bob'), ('Alice'), ('Greg'), ('Bob')) AS NameTable(name)
GROUP drop name
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 53.
select /*+ BROADCAST(T1), BROADCAST(T2) */* from T1 FROM T2 on T1.a1 = T2.a2
--- refused: Encountered "t2" at line 1, column 35.
alter table c1.d1.t1 rename to t2 t2
--- refused: Encountered "1" at line 1, column 45.
alter table tbl drop partition (p1='a',p2=1 1), partition(p1='b',p2=2)
--- refused: Encountered "where" at line 1, column 32.
Select *  fact_part, item, dim where fact_part.id = item.id and dim.price in (select price from dim where amount = (select amount from dim where amount = 2000)) and fact_part.fact_date_sk = dim.dim_date_sk
--- refused: Encountered ")" at line 1, column 109.
create catalog cat_comment comment 'hello ''catalog''' WITH ('type'='generic_in_memory', 'default-database'=)'db'
--- refused: Encountered "<EOF>" at line 1, column 73.
select weightedAvg(a, 1) FROM t GROUP BY GROUPING SETS (( (b, c), (b, d))
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 17.
SELECT * FROM   WHERE id > 2
--- refused: Encountered "*" at line 1, column 27.
ALTER VIEW v1 AS SELECT * * FROM t2
--- refused: Encountered "+ )" at line 1, column 29.
SELECT pandasFunc1(a, b), c + ) FROM MyTable WHERE pandasFunc2(a, c) > 0
--- accepted
SELECT SUM(a) AS s FROM x GROUP BY b HAVING COUNT(*) > 2 AND 'ua' IN (SELECT d FROM y)
--- refused: Non-query expression encountered in illegal context
'sql-client.verbose' set = 'true'
--- refused: Encountered "orders" at line 1, column 14.
show columns orders from
--- accepted
SELECT * FROM MyTable1 MyTable1 WHERE a IN (SELECT d FROM MyTable2 WHERE a = e AND b = d)
--- refused: Encountered "do" at line 1, column 125.
insert into snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2 and src1.a0 + rand(10) < src2.b0 on do conflict deduplicate
--- refused: Encountered "/" at line 1, column 29.
SELECT /*+ BROADCAST(t1) */ / * FROM t1 FULL OUTER JOIN t2 ON t1.id = t2.id
--- refused: Encountered "*" at line 1, column 19.
SELECT b, COUNT( (*), MAX(ts), MIN(ts) FROM src GROUP BY b
--- refused: Encountered "," at line 1, column 22.
SELECT a3, b3, a1b1 ,, COUNT(c1) FROM (SELECT * FROM T3 LEFT JOIN T1 ON a1 = a3) t GROUP BY a3, b3, a1, b1
--- refused: Encountered "a2" at line 1, column 43.
SELECT a1, a2, b1, b2 FROM (SELECT SUM(a2 a2) AS a2, a1 FROM A GROUP BY a1) FULL JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a2 = b2
--- refused: Encountered "<EOF>" at line 1, column 28.
describe function extended
--- refused: Encountered "extended" at line 1, column 29.
desc function temp_upperudf extended
--- refused: Encountered "," at line 4, column 11.
SELECT 
  user_id,
  recommended_products,
  scores, ,
  event_time
FROM ML_PREDICT(
  TABLE user_activity,
  MODEL recommender,
  DESCRIPTOR(user_features, browsing_history, context_features)
)
--- refused: Incorrect syntax near the keyword 'AVG' at line 1, column 10.
SELECT a(AVG), SUM(b), COUNT(c), SUM(c._1) FROM MyTable2 WHERE a = 1
--- refused: Encountered "(" at line 1, column 35.
show columns from orders not like (
--- refused: Encountered "<EOF>" at line 1, column 43.
SELECT proctime desc, c FROM MyTable LIMIT
--- refused: Incorrect syntax near the keyword 'OR' at line 1, column 70.
SELECT random_udf(a1) as a2 FROM (SELECT random_udf(a) as a1, b FROM OR) t WHERE b > 10
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 65.
SELECT * FROM l WHERE (a, SUBSTRING(c, 1, 5)) NOT IN (SELECT d, SELECT(f) FROM r WHERE l.b = r.e)
--- accepted
SELECT id1, a, b b FROM src
--- refused: Encountered "FROM" at line 1, column 83.
select /*+ NEST_LOOP(T1)*/T1.* from T1 join (select T1.* from T1 join T2 on T1.a1 FROM T2.a2) V2 on T1.a1 = V2.a1
--- refused: Encountered "," at line 4, column 50.
EXECUTE STATEMENT SET
BEGIN
INSERT INTO BatchTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
INSERT INTO BatchTable SELECT * FROM (VALUES (1, , 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
END
--- refused: Encountered "a2" at line 1, column 63.
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 WHERE a2 a2 < 1
--- refused: Encountered "after" at line 19, column 1.
CREATE TABLE simple_test (
  uid BIGINT,
  name STRING,
  category_type INT,
  content BINARY,
  price DOUBLE,
  value_map map<BIGINT, row<v1 BIGINT, v2 INT>>,
  value_arr array<row<v1 BIGINT, v2 INT>>,
  corpus_int INT,
  corpus_str STRING
) WITH (
 'connector' = 'kafka',
 'topic' = 'user_behavior',
 'properties.bootstrap.servers' = 'localhost:9092',
 'properties.group.id' = 'testGroup',
 'format' = 'protobuf',
 'protobuf.message-class-name' = 'com.example.SimpleTest',
 'protobuf.ignore-parse-errors' = 'true'
after
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 13.
INSERT INTO SELECT upsert_sink_table l.* FROM upsert_table_partial_deletes l JOIN upsert_table_full_deletes r ON l.id = r.id
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT * FROM FROM MyTable WHERE id > 2 AND MyUdf(part2) < 3
--- refused: Encountered "=" at line 8, column 5.
CREATE TABLE MyUserTableWithFilepath (
  column_name1 INT,
  column_name2 STRING,
  `file.path` STRING NOT NULL METADATA
) WITH (
  'connector' = 'filesystem',
  'path' = 'file:///path/to/whatever''format'
  , = 'json'
)
--- refused: Encountered "join on" at line 1, column 76.
select * from T1 WHERE a1 IN (select /*+ BrOaDcAsT(T2) */ T2.a2 from T2 T1 join on T2.a2 = T1.a1 order by T1.a1 limit 10)
--- refused: Incorrect syntax near the keyword 'MATERIALIZED' at line 1, column 3.
MATERIALIZED TABLE tbl1 SET (
  'key1' = 'val1',
  'key2' = 'val2'
)
--- refused: Encountered "alter" at line 1, column 7.
alter alter table t1 modify row_column.f0 int after row_column.f2
--- refused: Encountered "unique" at line 1, column 17.
alter table t1  unique(a, b)
--- refused: Encountered "," at line 4, column 11.
create table source_table (
  watermark FOR ts AS ts - interval '3' second
) with (
  'x'  'y',
  'abc' = 'def'
)
--- refused: Incorrect syntax near the keyword 'LIMIT' at line 1, column 33.
SELECT a FROM MyTable ORDER BY  LIMIT 2
--- refused: Encountered "user" at line 1, column 11.
show user user functions in catalog1.db1 like '%'
--- refused: Encountered "*" at line 1, column 2.
* FROM x WHERE a NOT IN (SELECT c FROM y WHERE d NOT IN (SELECT f FROM z WHERE z.e = y.c))
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 12.
SELECT a,  FROM MyTable LIMIT 0 OFFSET 10
--- refused: Encountered ")" at line 1, column 11.
SELECT a, ) FROM LimitTable ORDER BY c LIMIT 10
--- refused: Non-query expression encountered in illegal context
'test' * FROM T1 JOIN DeduplicatedView FOR SYSTEM_TIME AS OF T1.rowtime AS T ON T1.id = T.id
--- refused: Non-query expression encountered in illegal context
pyFunc1(a, b) FROM MyTable
--- refused: Non-query expression encountered in illegal context
changelog_mode select * from emps
--- refused: Incorrect syntax near the keyword 'SYSTEM_TIME' at line 1, column 51.
SELECT * FROM t1 /*+ options('bounded'='true') */ SYSTEM_TIME FOR AS OF TIMESTAMP '2023-01-01 02:00:00' AS t2
--- accepted
SELECT * FROM x WHERE  NOT(EXISTS (SELECT d FROM y WHERE y.d = x.b)) IS TRUE
--- refused: Encountered "T2" at line 1, column 85.
select * from T1 WHERE a1 IN (select /*+ NeSt_lOoP(T2) */ T2.a2 from T2 join T1 FOR T2.a2 = T1.a1 order by T1.a1 limit 10)
--- refused: Encountered "T1" at line 1, column 424.
SELECT T1.a1, T2.a2 FROM (SELECT a0, window_start, window_end, MIN(a1) as a1  FROM TABLE(   TUMBLE(TABLE MyTable1, DESCRIPTOR(rowtime), INTERVAL '1' SECOND))  GROUP BY a0, window_start, window_end) T1, (SELECT a0, window_start, window_end, MIN(a1) as a1, MIN(a2) as a2, MIN(metadata_0) as metadata_0 FROM TABLE(   TUMBLE(TABLE MyTable1, DESCRIPTOR(rowtime), INTERVAL '1' SECOND))  GROUP BY a0, window_start, window_end) T2 T1.a1 WHERE = T2.a1
--- refused: Incorrect syntax near the keyword 'MATERIALIZED' at line 1, column 1.
MATERIALIZED DROP TABLE full_users_shops
--- refused: Encountered "T1" at line 1, column 8.
INSERT T1 upsert_sink_table SELECT id, col1, col2 FROM upsert_table_partial_deletes_metadata_no_pushdown
--- refused: Encountered "log_ts" at line 4, column 34.
alter table t1 add (
col_int int,
log_ts string comment 'log timestamp string' first,
ts AS to_timestamp(log_tsafter ) log_ts,
col_meta int metadata from 'mk1' virtual comment 'comment_str' after col_b,
primary key (id) not enforced,
unique(a, b),
watermark for ts as ts - interval '3' second
)
--- refused: Encountered "join" at line 1, column 15.
Select * from join fact_part (select dim_date_sk, sum(dim.price) from dim where  dim.price < 500 group by dim_date_sk) dimSide on fact_part.fact_date_sk = dimSide.dim_date_sk
--- accepted
create catalog test_procedure_catalog with ('type'='test_procedure_catalog' 'test_procedure_catalog')
--- refused: Encountered "<EOF>" at line 1, column 41.
SET 'execution.mode'   'yarn-application'
--- refused: Encountered ", ," at line 1, column 33.
SELECT a FROM MyTable ORDER BY c, , rowtime OFFSET 2
--- refused: Encountered "e" at line 1, column 42.
SELECT * FROM l WHERE b IN (SELECT MAX(e e) FROM r WHERE l.c = r.f GROUP BY d, true, 1)
--- refused: Encountered "=" at line 6, column 5.
CREATE TABLE uniqueview (
  page_id BIGINT,
  cnt BIGINT
) WITH (
  'connector' = 'jdbc''url'
  , = 'jdbc:mysql://localhost:3306/mydatabase',
  'table-name' = 'uniqueview'
)
--- refused: Expecting alias, found character literal
SELECT /*+ MULTI_JOIN(Users, o, p) */ Users.user_id, Users.name, o.order_id, p.payment_id 'test-value' Users INNER JOIN Orders o ON Users.user_id = o.user_id INNER JOIN Payments p ON Users.user_id = p.user_id
--- refused: Encountered "=" at line 11, column 13.
CREATE TABLE KafkaTable (
  origin_database STRING METADATA FROM 'value.database' VIRTUAL,
  origin_table STRING METADATA FROM 'value.table' VIRTUAL,
  origin_primary_key_columns ARRAY<STRING> METADATA FROM 'value.primary-key-columns' VIRTUAL,
  origin_ts TIMESTAMP(3) METADATA FROM 'value.ingestion-timestamp' VIRTUAL,
  user_id BIGINT,
  item_id BIGINT,
  behavior STRING
) WITH (
  'connector' = 'kafka',
  'topic' = = 'user_behavior',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'scan.startup.mode' = 'earliest-offset',
  'value.format' = 'maxwell-json'
)
--- refused: Encountered "tbl1" at line 1, column 19.
CREATE TABLE tbl1 tbl1 (
  f1 row<q1 bigint, q2 row<t1 timestamp, t2 varchar>, q3 boolean>,
  WATERMARK FOR f1.q2.t1 AS NOW()
)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Incorrect syntax near the keyword 'MATERIALIZED' at line 1, column 13.
ALTER TABLE MATERIALIZED tbl1 REFRESH
--- refused: Encountered "," at line 8, column 28.
CREATE TABLE Orders (
    order_number BIGINT,
    price        DECIMAL(32,2),
    buyer        ROW<first_name STRING, last_name STRING>,
    order_time   TIMESTAMP(3),
    seller       VARCHAR(150)
) WITH (
  'connector' = 'datagen', ,
  'fields.seller.var-len' = 'true'
)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 105.
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) RIGHT JOIN (SELECT SUM(b2) ) AS b2, b1 FROM B GROUP BY b1) ON a1 = b1
--- refused: Encountered "t" at line 1, column 59.
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_HaSh(T2) t/ a2 + T1.a1 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Encountered "(" at line 1, column 29.
alter table orders2 reset ( ('scan.startup.mode')
--- refused: Encountered "testUserData" at line 1, column 18.
DROP TEMPORARY   testUserData
--- accepted
select /*+ T2(SHUFFLE_MERGE) */* from T1 full join T2 on T1.a1 = T2.a2
--- refused: Encountered "," at line 4, column 41.
CREATE TABLE t (a int PRIMARY KEY NOT ENFORCED, b string, c double)
WITH (
  'connector' = 'test-update-delete',
  'data-id'  '$VAR_DELETE_TABLE_DATA_ID',
  'mix-delete' = 'true'
)
--- refused: Encountered "=" at line 1, column 5.
SET = 'execution.checkpointing.savepoint-dir' 'hdfs://savepoint_path'
--- accepted
select /*+ BROADCAST(T1) */* from T1 left join T2 on IF = T2.a2
--- refused: Encountered "USING" at line 1, column 31.
CREATE FUNCTION simple_udf AS USING 'SimpleUdf' JAR '/tmp/SimpleUdf.jar'
--- refused: Encountered "," at line 1, column 15.
select * from , unnest(dept.employees)
--- refused: Encountered "=" at line 1, column 7.
SET   = 'NONE'
--- refused: Encountered "a2" at line 1, column 137.
SELECT a1, a2, b1, b2 FROM (SELECT SUM(a2) AS a2, a1 FROM A group by a1) RIGHT JOIN (SELECT SUM(b2) AS b2, b1 FROM B group by b1) ON a2 a2 = b2
--- refused: Encountered "catalogs" at line 1, column 15.
DROP table IF catalogs catalog1.db1.tbl1
--- refused: Encountered "<EOF>" at line 1, column 15.
show tables in
--- refused: Encountered "<EOF>" at line 1, column 40.
show columns from catalog1.db1.tbl like
--- refused: Encountered "vector_table" at line 3, column 7.
SELECT * FROM 
input_table, LATERAL TABLE(VECTOR_SEARCH(
  '%' vector_table,
  input_table.vector_column,
  DESCRIPTOR(index_column),
  10,
  MAP['async', 'true', 'timeout', '100s']
))
--- refused: Encountered "*" at line 1, column 2.
* FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2)
--- refused: Encountered "," at line 1, column 19.
select name, val, , id from T
--- refused: Encountered "\'org.apache.flink.function.function1\'" at line 1, column 50.
create temporary function catalog1.db1.function1 'org.apache.flink.function.function1' as
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 111.
SELECT /*+ LOOKUP('table'='D', 'async'='true', 'output-mode'='allow_unordered') */ * FROM (SELECT *, PROCTIME(AS ) proctime FROM AppendOnlyTable) AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.id = D.id
--- refused: Encountered "as" at line 1, column 61.
select * FROM MyTable, LATERAL TABLE(asyncTableFunc(cast((a as int) as int)))
--- accepted
SELECT COUNT(c) FROM MyTable1 GROUP BY a, (ts, INTERVAL '3' SECOND, INTERVAL '1' HOUR)
--- refused: Encountered "product" at line 1, column 21.
alter table orders2 product add string first
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 24.
SELECT * FROM MyTable1 JOIN ON MyTable2 a1 > a2
--- accepted
select /*+ T1(NEST_LOOP, T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A group by a1RIGHT ) JOIN B ON a1 = b1
--- refused: Encountered "=" at line 2, column 31.
create connection catalog1.db1.conn1
 WITH ('type'='basic', 'url'= ='http://example.com')
--- refused: Encountered "FOR" at line 1, column 39.
SELECT select_list FROM paimon_tb FOR FOR SYSTEM_TIME AS OF TO_TIMESTAMP_LTZ(0, 3)
--- refused: Encountered "," at line 3, column 24.
COMPILE PLAN '/path/to/plan.json' FOR
    INSERT INTO OrdersShipInfo
    SELECT a.order_id, , b.ship_mode 
    FROM Orders a JOIN LineOrders b 
        ON a.line_order_id = b.line_order_id
--- refused: Encountered "IF" at line 1, column 15.
DROP table IF IF EXISTS catalog1.db1.tbl1
--- refused: Non-query expression encountered in illegal context
COALESCE(f0, f2) FROM T
--- refused: Incorrect syntax near the keyword 'VALUES' at line 1, column 13.
INSERT INTO VALUES t1 ('k1', 'v1'), ('k2', 'v2')
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 79.
SELECT a FROM x WHERE a IN (SELECT c FROM y WHERE x.b = y.d) AND b IN (SELECT SELECT f FROM z)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT a FROM FROM MyTable ORDER BY rowtime LIMIT 0 OFFSET 0
--- refused: Encountered "=>" at line 3, column 6.
SELECT * FROM 
   TUMBLE(
     => DATA TABLE Bid,
     TIMECOL => DESCRIPTOR(bidtime),
     SIZE => INTERVAL '10' MINUTES,
     `OFFSET` => INTERVAL '1' MINUTES)
--- accepted
SELECT a from MyTable func1 where(a) >= 12
--- refused: Encountered "=" at line 1, column 62.
alter materialized table mt1 add constraint ct1 primary key(a= b)
--- refused: Encountered "." at line 1, column 83.
SELECT * FROM l WHERE b > 10 AND NOT (c like 'abc' OR a NOT IN (SELECT d FROM r  l.b = r.e))
--- refused: Incorrect syntax near the keyword 'LIMIT' at line 1, column 29.
SELECT a, c LimitTable FROM LIMIT 10 OFFSET 1
--- refused: Encountered "CREATE" at line 1, column 19.
DROP MATERIALIZED CREATE IF EXISTS tbl1
--- refused: Encountered "c" at line 1, column 42.
SELECT a FROM MyTable ORDER BY proctime  c LIMIT 1 OFFSET 1
--- refused: Non-query expression encountered in illegal context
explain changelog_mode2json_execution_plan,estimated_cost,plan_advice select * from emps
--- accepted
SELECT catalog1.db1.tbl1 FROM VirtualTable WHERE part2 > 1
--- refused: Encountered "<EOF>" at line 1, column 25.
show user functions from
--- refused: Encountered "FROM" at line 1, column 20.
SELECT x, SUM( (y) FROM t GROUP BY ROLLUP (x)
--- refused: Non-query expression encountered in illegal context
b,a,ts FROM src
--- refused: Encountered "." at line 1, column 12.
SELECT * T1.a1 MyTable1 LEFT JOIN MyTable2 ON a1 = a2 WHERE a2 IS NULL AND a1 < 10
--- refused: Encountered "a1" at line 1, column 71.
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 WHERE a2 IS NULL a1 AND < 10
--- refused: Encountered ")" at line 1, column 48.
explain plan for upsert into emps1 values (12 ,)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 31.
SELECT b, SUM(a) MyTable FROM WHERE a > 0.1 and a < 10 GROUP BY b
--- refused: Incorrect syntax near the keyword 'WATERMARK' at line 3, column 5.
CREATE TABLE Orders_with_watermark (
     
    WATERMARK WATERMARK FOR order_time AS order_time - INTERVAL '5' SECOND 
) WITH (
     
    'scan.startup.mode' = 'latest-offset'
)
LIKE Orders
--- accepted
SELECT func1(func1(a)), func1(func1(func1(a))), a(func1) from MyTable
--- refused: Encountered "1" at line 1, column 58.
SELECT b FROM l WHERE (CASE WHEN a IN (SELECT i FROM t1) 1 THEN ELSE 2 END) IN (SELECT d FROM r WHERE l.c = r.f)
--- refused: Encountered "dim" at line 1, column 60.
Select * from dim, fact_part where fact_part.fact_date_sk  dim.dim_date_sk and fact_part.price > 100
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 16.
select * from  WHERE a1 IN (select /*+ ShUfFlE_MeRgE(T2) */ a2 from T2 join T3 on T2.a2 = T3.a3 where T1.a1 = T2.a2)
--- accepted
SELECT COUNT(*) FROM MyTable MyTable GROUP BY TUMBLE(proctime, INTERVAL '35' DAY)
--- refused: Encountered "<" at line 1, column 24.
SELECT * FROM T1 WHERE < IN (SELECT d FROM T2)
--- refused: Encountered "<EOF>" at line 1, column 49.
SELECT a, c FROM LimitTable FETCH FIRST 10 ROWS
--- refused: Encountered "extended" at line 1, column 25.
describe function `SUM` extended
--- refused: Encountered "1" at line 1, column 51.
SELECT a FROM MyTable ORDER BY proctime LIMIT 1   1
--- refused: Encountered "mt1" at line 1, column 35.
show create or alter materialized mt1 table
--- refused: Encountered "ml_predict" at line 1, column 32.
select * from table(ml_predict ml_predict(INPUT => TABLE my_table, model => MODEL my_model))
--- refused: Encountered "AS" at line 3, column 53.
SELECT
  user,
  TUMBLE_START(order_time, INTERVAL '1' DAY) wStart AS,
  SUM(amount) FROM Orders
GROUP BY
  TUMBLE(order_time, INTERVAL '1' DAY),
  user
--- refused: Encountered "cast" at line 1, column 35.
SELECT * FROM MyTable WHERE price cast >(10.1 as int)
--- refused: Encountered "= )" at line 1, column 50.
select * from PartitionableTable where trim(part1= ) 'A' and part2 > 1
--- refused: Encountered ")" at line 7, column 18.
SELECT *
FROM Ticker
    MATCH_RECOGNIZE(
        PARTITION BY symbol
        ORDER BY rowtime
        MEASURES
            FIRST)A.price( AS startPrice,
            LAST(A.price) AS topPrice,
            B.price AS lastPrice
        ONE ROW PER MATCH
        PATTERN (A+ B)
        DEFINE
            A AS LAST(A.price, 1) IS NULL OR A.price > LAST(A.price, 1),
            B AS B.price < LAST(A.price)
    )
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 23.
SELECT * FROM l WHERE WHERE c IN (SELECT f1 FROM r, LATERAL TABLE(table_func(f)) AS T(f1) WHERE d IN (SELECT i FROM t))
--- accepted
SELECT * FROM l WHERE (a + 10, (c, 1, 5)) NOT IN (SELECT d + 100, TRIM(f) FROM r WHERE l.b = r.e)
--- refused: Encountered "a1" at line 1, column 36.
SELECT * FROM A RIGHT JOIN B ON a1 a1 = b1
--- refused: Encountered "as" at line 1, column 38.
SELECT MIN(a) FROM (SELECT MIN(a) AS as FROM T GROUP BY b)
--- refused: Encountered "AS" at line 1, column 100.
SELECT a, b, A._1, A._2, A.`ORDINALITY` FROM MyTable, UNNEST(MyTable.b) WITH ORDINALITY ORDINALITY AS A where A._1 > 1
--- refused: Encountered "SELECT" at line 1, column 51.
SELECT * FROM (SELECT * FROM leftT WHERE a NOT IN SELECT c FROM rightT WHERE b = d AND c < 3)) T WHERE T.b > 2
--- refused: Encountered "MyTable" at line 1, column 13.
show create MyTable v1
--- refused: Encountered "\'db0a%\'" at line 1, column 28.
show databases from c0 not 'db0a%' like
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 32.
SELECT a FROM MyTable ORDER BY FROM desc, c
--- refused: Incorrect syntax near the keyword 'AVG' at line 7, column 9.
ALTER MATERIALIZED TABLE my_materialized_table
    AS
    SELECT
        user_id,
        COUNT(*) AS event_count,
        SUM(amount) AS total_amount,
        AVG)amount( AS avg_amount   
    FROM
        kafka_catalog.db1.events
    WHERE
        event_type = 'purchase'
    GROUP BY
        user_id
--- refused: Encountered "on" at line 1, column 75.
select /*+ SHUFFLE_MERGE(T1)*/T1.* from T1 join (select T1.* from T1 ( T2 on T1.a1 = T2.a2) V2 on T1.a1 = V2.a1
--- refused: Encountered "FROM" at line 1, column 36.
SELECT a1, b1, a2, b2, COUNT( (c1) FROM (SELECT * FROM T1 FULL OUTER JOIN T2 ON a1 = b2) t GROUP BY a1, b1, a2, b2
--- refused: Non-query expression encountered in illegal context
compile execute and plan './test.json' for insert into t1 select * from t2
--- refused: Encountered "AS" at line 1, column 67.
SELECT o_amount * rate as rate FROM ProctimeOrders ProctimeOrders AS o, LATERAL TABLE (ProctimeRates(o.o_proctime)) AS r WHERE currency = o_currency
--- refused: Encountered "= join" at line 1, column 83.
insert into tmp_snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 =  join src3 on src1.a1 = src3.b1 and src1.a2 = src3.b2 on conflict do deduplicate
--- refused: Encountered "(" at line 1, column 16.
( TABLE pageAds(pageid string, addid_list array<int>)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM MyTable1 JOIN MyTable2 ON a1 = a2
--- refused: Encountered "2" at line 1, column 13.
alter table 2 add DISTRIBUTION BY HASH(a) INTO 6 BUCKETS
--- refused: Encountered "," at line 1, column 19.
SELECT a, f FROM  , y WHERE x.c = y.f AND y.e > 100 AND EXISTS (SELECT * FROM z WHERE z.j < 50)
--- refused: Encountered "\'org.apache.flink.function.function1\'" at line 1, column 77.
alter temporary function function1 as 'org.apache.flink.function.function1' 'org.apache.flink.function.function1'
--- accepted
SELECT a1, b1 FROM A FULL JOIN B B ON a1 = b1
--- refused: Encountered "SELECT" at line 1, column 54.
EXPLAIN ESTIMATED_COST, CHANGELOG_MODE, PLAN_ADVICE, SELECT JSON_EXECUTION_PLAN `count`, COUNT(word) FROM
( SELECT `count`, word FROM MyTable1 WHERE word LIKE 'F%' 
  UNION ALL 
  SELECT `count`, word FROM MyTable2 ) tmp GROUP BY `count`
--- refused: Encountered "*" at line 1, column 1.
* hivevar:k3=v3
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 66.
WITH t (a, b) AS (SELECT * FROM (VALUES (1, 2))) SELECT * FROM t COUNT EXISTS (SELECT 1 FROM y WHERE y.c = t.a)
--- refused: Encountered "*" at line 1, column 1.
* select from fact, dim where fact.amount = dim.amount and dim.price = 500
--- refused: Encountered "RANGE" at line 1, column 37.
alter table tbl1 add DISTRIBUTION   RANGE(a, h)
--- refused: Encountered ")" at line 6, column 1.
CREATE TABLE MyTable (
  a INT,
  b BIGINT,
  c STRING,
  d  
) WITH (
  'connector' = 'values',
  'changelog-mode' = 'I'  
)
--- refused: Encountered "50" at line 1, column 107.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d IN (SELECT z.i FROM z WHERE y.e > z.j AND z.j 50 <)
--- refused: Non-query expression encountered in illegal context
a FROM MyTable ORDER BY proctime desc LIMIT 0
--- refused: Encountered "." at line 3, column 30.
CREATE MATERIALIZED TABLE my_materialized_table
    FRESHNESS = INTERVAL '10' SECOND
    AS SELECT * kafka_catalog.db1.kafka_table FROM
--- refused: Encountered "0" at line 1, column 32.
SELECT a, c FROM MyTable FETCH 0 FIRST ROWS ONLY
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 52.
SELECT a1, b1, COUNT(DISTINCT c1) FROM T1 GROUP BY BY a1, b1
--- refused: Incorrect syntax near the keyword 'INNER' at line 1, column 24.
SELECT * FROM MyTable1 INNER JOIN ON MyTable2 a1 = a2 WHERE a2 > 1
--- refused: Encountered "*" at line 1, column 28.
EXPLAIN REPLACE TABLE t AS * SELECT FROM b
--- refused: Encountered "MyTable1" at line 1, column 28.
SELECT a, b new_table_name MyTable1 GROUP BY a, b
--- refused: Encountered ")" at line 1, column 32.
create view t2(s) as values 'd'), ('e'), ('a'), ('b'), ('b')
--- refused: Incorrect syntax near the keyword 'FOR' at line 1, column 1.
FOR catalogs not ilike 'default%'
--- refused: Encountered "," at line 1, column 34.
SELECT pyFunc1(a, b), c + 1 FROM ,
--- refused: Encountered "tbl1" at line 1, column 20.
DROP MATERIALIZED  tbl1
--- refused: Encountered "exists" at line 1, column 14.
alter table  exists c1.d1.t1 rename to t2
--- refused: Encountered ">" at line 1, column 23.
alter model m1 reset (>, 'key2')
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 64.
SELECT COALESCE(b.order_id, a.user_id, a.order_id) AS val FROM FROM a LEFT JOIN order_details b ON a.order_id = b.order_id
--- refused: Encountered "if" at line 1, column 9.
alter   if exists t1 add watermark for ts as ts
--- refused: Encountered "(" at line 1, column 57.
CREATE TABLE t (PRIMARY KEY (col1) NOT ENFORCED) WITH ( ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Incorrect syntax near the keyword 'INTERVAL' at line 1, column 54.
create materialized table tbl1 start_mode = from_now(INTERVAL INTERVAL '1' HOUR) as select * from t
--- refused: Encountered "STRING" at line 4, column 43.
CREATE TABLE KafkaTable (
  origin_database STRING METADATA FROM 'value.database' VIRTUAL,
  origin_table STRING METADATA FROM 'value.table' VIRTUAL,
  origin_primary_key_columns ARRAY<STRING STRING> METADATA FROM 'value.primary-key-columns' VIRTUAL,
  origin_ts TIMESTAMP(3) METADATA FROM 'value.ingestion-timestamp' VIRTUAL,
  user_id BIGINT,
  item_id BIGINT,
  behavior STRING
) WITH (
  'connector' = 'kafka',
  'topic' = 'user_behavior',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'scan.startup.mode' = 'earliest-offset',
  'value.format' = 'maxwell-json'
)
--- refused: Encountered "continuous_users_shops" at line 1, column 22.
ALTER MATERIALIZED   continuous_users_shops RESUME
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 80.
CREATE OR REPLACE TABLE t DISTRIBUTED BY(col1) WITH ('test' = 'zm') AS SELECT  FROM b
--- refused: Encountered "=" at line 1, column 44.
select * from fact left outer join dim on  = dim.amount and dim.price < 500
--- accepted
INSERT INTO upsert_sink_table SELECT l.* FROM upsert_table_partial_deletes  JOIN upsert_table_partial_deletes r ON l.id = r.id
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 10.
SELECT   FROM StreamingTable
--- refused: Encountered "*/" at line 1, column 9.
select +*/ NEST_LOOP(T1)*/T1.b1, sum(T1.a1) from T1 join T2 on T1.b1 = T2.b2 group by T1.b1
--- refused: Encountered "CREATE" at line 1, column 8.
CREATE CREATE TABLE department_counts (
    dept_id INT,
    emp_count BIGINT
) WITH (
    'connector' = 'print'
)
--- refused: Incorrect syntax near the keyword 'ON' at line 1, column 40.
SELECT t1.x FROM t1 RIGHT OUTER JOIN   ON t1.x = t2.x
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * MyTable1 JOIN MyTable2 ON c1 = c2
--- refused: Non-query expression encountered in illegal context
a SELECT FROM MyTable ORDER BY c LIMIT 2
--- refused: Encountered "," at line 1, column 22.
SELECT asyncFunc1(a, , b) + 1 FROM MyTable
--- accepted
SET 'execution.runtime-mode' 'execution.runtime-mode' = 'streaming'
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * l WHERE (a, c) IN (SELECT d, f FROM r)
--- refused: Incorrect syntax near the keyword 'LIMIT' at line 1, column 29.
SELECT COALESCE(b.order_id, LIMIT) AS order_id, a.amount FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- refused: Encountered "6" at line 1, column 58.
alter materialized table mt1 add distribution by (a, h)  6 buckets
--- refused: Encountered "\'o\' = )" at line 1, column 22.
SELECT /*+ STATE_TTL('o' =  ) */ o_orderkey, SUM(o_totalprice) AS revenue
FROM orders AS o
GROUP BY o_orderkey
--- accepted
select /*+ STATE_TTL('T1' = '1d')*/T1.* from c join V5 on T1.a1 = V5.a1
--- accepted
SELECT a, c FROM LimitTable LimitTable OFFSET 10
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 81.
SELECT * FROM l WHERE b NOT IN (SELECT j FROM t)  AND NOT EXISTS (SELECT * FROM WHERE r l.a = r.d)
--- refused: Encountered "alter" at line 1, column 7.
alter alter materialized table mt1 add unique(a, b)
--- refused: Encountered "." at line 1, column 18.
SELECT a, c FROM .
--- refused: Incorrect syntax near the keyword 'GROUP' at line 3, column 1.
SELECT user, COUNT(url)
FROM 
GROUP BY user
--- refused: Encountered ">" at line 1, column 30.
SELECT * FROM MyTable  price > 10
--- refused: Encountered "t1" at line 1, column 17.
alter table add t1 new_column string comment 'new_column docs'
--- refused: Encountered "cnt" at line 3, column 19.
SELECT
  name,
  COUNT(*) AS cnt cnt
FROM
  (VALUES ('Bob'), ('Alice'), ('Greg'), ('Bob')) AS NameTable(name)
GROUP BY name
--- refused: Incorrect syntax near the keyword 'SECOND' at line 1, column 11.
SELECT a, SECOND SECOND(d) FROM NestedTable
--- refused: Encountered "int" at line 1, column 49.
select /*+ SHUFFLE_MERGE(T1)*/T1.b1, cast(T1.a1 int as) from T1 join T2 on T1.b1 = T2.b2
--- refused: Encountered "MATERIALIZED" at line 1, column 20.
ALTER MATERIALIZED MATERIALIZED TABLE continuous_users_shops SUSPEND
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 66.
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) LEFT ( JOINSELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a1 = b1
--- refused: Incorrect syntax near the keyword 'OR' at line 1, column 62.
SELECT * FROM MyTable WHERE a = 1 OR a = 2 OR b = 1 OR a = 3 OR = a 4
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 45.
SELECT * FROM l WHERE a IN (SELECT d FROM   WHERE l.b = r.e)
--- accepted
SELECT cproctime , desc FROM MyTable LIMIT 0
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM a x WHERE EXISTS (SELECT 1 FROM (SELECT c FROM y LIMIT 1) y2 WHERE x.a = y2.c)
--- refused: Encountered "a2" at line 1, column 93.
SELECT a2, b2, a3, b3, COUNT(c2), AVG(d3) FROM (SELECT * FROM T2, T3 WHERE b2 = a3) t GROUP a2 BY, b2, a3, b3
--- accepted
SELECT id, ts - src
--- refused: Encountered "= AND" at line 1, column 45.
SELECT * FROM NoWatermark WHERE LOWER(name) = AND 'foo' name IS NOT NULL
--- refused: Encountered "exists" at line 1, column 11.
table if exists t1 drop primary key
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 10.
SELECT   FROM x WHERE a IN ( SELECT c FROM y) AND b IN (SELECT e FROM z)
--- refused: Encountered "1" at line 1, column 35.
create view MyView1 as select 1   1
--- refused: Expecting alias, found character literal
SELECT a, LISTAGG(c), COUNT(DISTINCT b) 'LowerUDF' MyTable GROUP BY a
--- refused: Encountered "tbl1" at line 1, column 22.
create materialized  tbl1 start_mode = from_beginning as select * from t
--- refused: Encountered "T2 */" at line 1, column 52.
select * from T1 WHERE a1 IN (select /*+ NeSt_lOoP(T2 */ a2 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Encountered "<EOF>" at line 1, column 148.
SELECT b FROM l WHERE (CASE WHEN a IN (SELECT i FROM t1) THEN 1 WHEN a IN (SELECT j FROM t2) THEN 2 ELSE 3 END  IN (SELECT d FROM r WHERE l.c = r.f)
--- refused: Incorrect syntax near the keyword 'DISTINCT' at line 1, column 11.
SELECT a, DISTINCT(COUNT c), SUM(b) FROM MyTable3 GROUP BY a, d
--- refused: Encountered "METADATA" at line 5, column 33.
CREATE TABLE KafkaTable (
  origin_ts TIMESTAMP(3) METADATA FROM 'value.ingestion-timestamp' VIRTUAL,
  event_time TIMESTAMP(3) METADATA FROM 'value.source.timestamp' VIRTUAL,
  origin_database STRING METADATA FROM 'value.source.database' VIRTUAL,
  origin_schema STRING METADATA METADATA FROM 'value.source.schema' VIRTUAL,
  origin_table STRING METADATA FROM 'value.source.table' VIRTUAL,
  origin_properties MAP<STRING, STRING> METADATA FROM 'value.source.properties' VIRTUAL,
  user_id BIGINT,
  item_id BIGINT,
  behavior STRING
) WITH (
  'connector' = 'kafka',
  'topic' = 'user_behavior',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'scan.startup.mode' = 'earliest-offset',
  'value.format' = 'debezium-json'
)
--- refused: Encountered "> >" at line 1, column 58.
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r) AND b > > 10
--- refused: Incorrect syntax near the keyword 'RENAME' at line 1, column 13.
ALTER MODEL RENAME MyModel TO NewModel
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 70.
SELECT a, d FROM MyTable1, MyTable2 WHERE (a = 1 AND b = 1 AND d = 2 AND   = 2) OR (d = 1 AND e = 1)
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 24.
SELECT * FROM MyTable1 JOIN 'change nullability' ON a1 = a2 WHERE a2 = 2
--- refused: Incorrect syntax near the keyword 'CAST' at line 1, column 27.
SELECT COALESCE(b.detail, CAST CAST(a.amount AS STRING)) AS val FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- refused: Encountered "<EOF>" at line 1, column 14.
SELECT * FROM
--- refused: Encountered "/" at line 1, column 8.
select /+ SHUFFLE_MERGE(T1) */* from T1, T2
--- refused: Encountered "(" at line 1, column 12.
select /*+ ((T1) */* from T1, T2 where T1.a1 = T2.a2 and T1.a1 > 1
--- refused: Encountered "BY" at line 1, column 61.
SELECT * FROM x WHERE EXISTS (SELECT 1 FROM y WHERE a = c   BY d LIMIT 1)
--- refused: Encountered "SAVEPOINT" at line 1, column 18.
STOP JOB 'myjob' SAVEPOINT WITH WITH DRAIN
--- refused: Encountered "10" at line 1, column 54.
SELECT b FROM x WHERE a IN (SELECT c FROM y WHERE d  10) AND b > (SELECT 0.5 * SUM(e) FROM z WHERE x.a = z.e AND z.f < 100)
--- refused: Encountered "where" at line 1, column 38.
select /*+ BROADCAST(T1) */* T1 from where a1 not in (select a2 from T2)
--- refused: Encountered "(" at line 1, column 54.
create table catalog1.db1.address (a int, b string)  ('connector' = 'datagen')
--- refused: Encountered "views" at line 1, column 3.
views from catalog1.db1
--- refused: Encountered "show in" at line 1, column 1.
show  in c1 like '%'
--- refused: Incorrect syntax near the keyword 'SUM' at line 1, column 11.
SELECT x, SUM SUM(y) FROM t GROUP BY ROLLUP (x)
--- accepted
CREATE TABLE IF NOT EXISTS orders (
 `user` BIGINT NOT NULl,
 product VARCHAR(32),
 amount INT,
 ts TIMESTAMP(3),
 ptime AS PROCTIME(),
 PRIMARY KEY(`user`) NOT ENFORCED,
 WATERMARK FOR ERROR AS ts - INTERVAL '1' SECONDS
) with (
 'connector' = 'datagen'
)
--- refused: Encountered "like" at line 1, column 26.
show user functions like like 'func1%'
--- refused: Incorrect syntax near the keyword 'ORDER' at line 1, column 16.
SELECT a FROM  ORDER BY rowtime LIMIT 1 OFFSET 0
--- refused: Encountered "*" at line 1, column 2.
* FROM MyTable WHERE EXISTS (SELECT a FROM MyTable LIMIT 0)
--- refused: Encountered "like" at line 1, column 20.
show tables from   like 'p_r%'
--- accepted
show create view src1
--- refused: Encountered "<EOF>" at line 1, column 35.
show columns from db1.tbl not like
--- refused: Encountered "DISTRIBUTION" at line 1, column 46.
ALTER MATERIALIZED TABLE MyMaterializedTable DISTRIBUTION DROP
--- refused: Encountered "\'%\'" at line 1, column 48.
show procedures from catalog1.db1 not like '%' '%'
--- refused: Encountered "<EOF>" at line 1, column 51.
SELECT * FROM MyTable2 LEFT OUTER JOIN MyTable1 ON
--- refused: Encountered "1" at line 1, column 40.
SELECT * FROM l WHERE (a, SUBSTRING(c  1, 5)) IN (SELECT d, SUBSTRING(f, 1, 5) FROM r WHERE l.b = r.e)
--- refused: Encountered "+ INTERVAL SECOND" at line 1, column 55.
INSERT INTO MyTable SELECT user_id, name, record_time + INTERVAL SECOND '1' FROM MyTable
--- refused: Encountered "* INTEGER" at line 1, column 100.
SELECT * FROM l WHERE a IN (SELECT CAST(e AS INTEGER) FROM r where CAST(l.b AS INTEGER) = CAST(r.d * INTEGER))
--- refused: Encountered "=" at line 1, column 42.
SELECT * FROM MyTable1 JOIN MyTable2 ON  = a2 AND b1 = b2 AND a1 = 2 AND b2 > 10
--- accepted
show tables   like '%'
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * T1 WHERE T1.d IN (SELECT e FROM T2)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 21.
SELECT T1.a, T1.i,  FROM (SELECT a, nested.i as i FROM MyTable) T1, (SELECT a, nested.j as j FROM MyTable) T2 WHERE T1.a = T2.a
--- accepted
SELECT c FROM l WHERE EXISTS (SELECT d, j + 1 FROM a1 FULL JOIN (SELECT j FROM t WHERE i > 10) t2 ON r.e = t2.j)
--- refused: Encountered "<EOF>" at line 1, column 93.
SELECT * FROM HOP(TABLE Bid, DESCRIPTOR(bidtime, INTERVAL '5' MINUTES, INTERVAL '10' MINUTES)
--- refused: Encountered "ts" at line 1, column 68.
alter table default_catalog.default_database.t1 modify watermark   ts as ts - interval '1' second
--- refused: Encountered "(" at line 1, column 78.
SELECT b FROM l WHERE  (CASE WHEN a IN (SELECT 1 FROM t) THEN 1 ELSE 2 END)  (SELECT d FROM r WHERE l.c = r.f)
--- accepted
SELECT * FROM MyTable WHERE NOT  (SELECT a FROM MyTable LIMIT 0)
--- refused: Encountered "comment" at line 1, column 32.
alter table t1 add new_column  comment 'new_column docs' first
--- refused: Encountered "temporary" at line 1, column 16.
drop temporary temporary model if exists m1
--- refused: Encountered "," at line 1, column 16.
show tables in ,
--- refused: Encountered "s" at line 1, column 53.
SELECT a, s FROM MyTable, UNNEST(MyTable.c) AS A (s s)
--- refused: Encountered "alter" at line 1, column 7.
table alter t1 add new_column string comment 'new_column docs' first
--- refused: Encountered "BY" at line 8, column 2.
SELECT supplier_id, rating, COUNT(*) AS total
FROM (VALUES
    ('supplier1', 'product1', 4),
    ('supplier1', 'product2', 3),
    ('supplier2', 'product3', 3),
    ('supplier2', 'product4', 4))
AS Products(supplier_id, product_id, rating)
 BY GROUPING SETS ((supplier_id, rating), (supplier_id), ())
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 54.
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A  BY a1) FULL JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a1 = b1 AND a2 > b2
--- refused: Encountered "REFRESH_MODE" at line 1, column 48.
ALTER MATERIALIZED TABLE tbl1 SET REFRESH_MODE REFRESH_MODE = FULL
--- accepted
SELECT * FROM NoWatermark WHERE LOWER(name) = 'foo' AND UPPER(name) / 'FOO'
--- refused: Encountered "." at line 1, column 38.
SELECT * FROM NestedTable  deepNested.nested1.`value` > 2
--- refused: Encountered "," at line 1, column 46.
SELECT /*+ LOOKUP('table'='D', 'async' 'true', 'output-mode'='allow_unordered') */ * FROM (SELECT * FROM MyTable) AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- refused: Encountered "FROM" at line 1, column 50.
SELECT min(a3) from (SELECT a1, a2, mina3) as a3 FROM A GROUP BY a1, a2)
--- refused: Incorrect syntax near the keyword 'MAX' at line 1, column 38.
SELECT * FROM l WHERE EXISTS (SELECT MAX MAX(r.e) OVER() FROM r WHERE l.c = r.f AND r.d < 3)
--- refused: Encountered "(" at line 1, column 254.
SELECT * FROM (Select count(*) c1 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and fact_part.price < 100) s1, (Select count(*) c2 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and fact_part.price < 200) s2, (Select 'D'(*) c3 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and fact_part.price < 400) s3
--- refused: Incorrect syntax near the keyword 'ORDER' at line 1, column 16.
SELECT a FROM  ORDER BY c OFFSET 2
--- refused: Encountered "0" at line 1, column 34.
SELECT * FROM MyTable ORDER BY a 0 LIMIT
--- refused: Encountered ", WHERE" at line 1, column 19.
SELECT a, f FROM x, WHERE y x.c = y.f AND y.e > 100 AND x.a NOT IN (SELECT z.i FROM z WHERE x.b = z.j AND z.j < 50)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM a MyTable ORDER BY proctime, c LIMIT 2
--- refused: Encountered "\'type\'" at line 4, column 3.
create connection conn1
 COMMENT 'connection_comment'
 WITH 
  'type'='basic',
  'url'='http://example.com',
  'username'='user1',
  'password'='pass1'
 )
--- refused: Encountered "DataGenSource" at line 1, column 8.
ALTER  DataGenSource RESET ('rows-per-second')
--- refused: Encountered "\'foo.bar.AggregateUDF\'" at line 1, column 24.
CREATE FUNCTION myUDF  'foo.bar.AggregateUDF'
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 46.
SELECT * FROM x WHERE EXISTS (SELECT 1 FROM  WHERE a = c ORDER BY c LIMIT 1)
--- refused: Encountered "*" at line 1, column 31.
ALTER MATERIALIZED TABLE tbl1 * FRESHNESS = INTERVAL '1' DAY
--- refused: Encountered "catalog1" at line 1, column 49.
SELECT a FROM MyTable ORDER BY c, proctime desc catalog1.db1 0
--- refused: Encountered "SELECT" at line 1, column 6.
DROP SELECT db1 CASCADE
--- refused: Encountered "in" at line 1, column 17.
show columns in in tbl
--- refused: Encountered "set" at line 1, column 20.
alter table t1 set set ('key1'='value1')
--- refused: Encountered ")" at line 8, column 39.
alter table t1 add (
col_int int primary key not enforced,
log_ts string comment 'log timestamp string' first,
ts AS to_timestamp(log_ts) after log_ts,
col_meta int metadata from 'mk1' virtual comment 'comment_str' after col_b,
primary key (id) not enforced,
unique (a, b),
watermark for ts as ts - interval '3' )
second
--- refused: Encountered "T1" at line 1, column 26.
select /*+ SHUFFLE_MERGE T1) */* from T1 inner join T2 on T1.a1 > T2.a2
--- accepted
WITH q1 AS ( SELECT key FROM q2 WHERE key = '5'),
q2 AS ( SELECT key FROM src WHERE key = '5')
SELECT * FROM (SELECT key FROM q1)
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 25.
SELECT * FROM chainable LEFT JOIN  ON chainable.a = x.a
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * T1 RIGHT JOIN T2 ON a = c
--- refused: Incorrect syntax near the keyword 'WATERMARK' at line 3, column 3.
CREATE TABLE tbl1 (
  f1 row<q1 bigint, q2 row<t1 timestamp, t2 varchar>, q3 boolean'2023-04-22 21:37:58',
  WATERMARK FOR f1.q2.t1 AS NOW()
)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Encountered "<EOF>" at line 1, column 45.
INSERT INTO upsert_sink_table SELECT * FROM
--- refused: Encountered "+" at line 1, column 9.
select *+ SHUFFLE_MERGE(T1) */* from T1 left join T2 on T1.a1 = T2.a2
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT T1.a, T1.b, T1.c, T2.c FROM MyTable T1, MyTable T2 WHERE T1.a = T2.a
--- accepted
CREATE TEMPORARY TABLE user_activity (
  user_id BIGINT,
  user_features ARRAY<FLOAT>,
  browsing_history ARRAY<STRING>,
  context_features ARRAY<FLOAT>,
  event_time TIMESTAMP(3)
) WITH (
  'connector' = 'kafka',
  'topic' = 'user_events',
  'properties.bootstrap.servers' 'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 'json'
)
--- refused: Incorrect syntax near the keyword 'INNER' at line 1, column 27.
SELECT c, g FROM MyTable2 INNER JOIN ON MyTable1 a = d AND b = e
--- refused: Encountered "T1" at line 1, column 69.
select /*+ BROADCAST(V22)*/V22.* from V22 join T1 on V22.a1 = T1.a1 T1.a1
--- refused: Encountered "orders2" at line 1, column 7.
alter orders2 table reset ('scan.startup.mode')
--- refused: Encountered "+ SELECT" at line 1, column 28.
SELECT asyncFunc1(a, b), c + SELECT FROM MyTable
--- refused: Encountered "/*+" at line 1, column 3.
/*+ SHUFFLE_MERGE(T2) */* from T1 where a1 in (select a2 from T2)
--- refused: Encountered ")" at line 5, column 22.
CREATE TABLE MySink (
 a INT,
 b BIGINT,
 c STRING,
 PRIMARY KEY (a) NOT )
ENFORCED WITH (
 'connector' = 'values',
 'sink-insert-only' = 'false'
)
--- refused: Encountered ")" at line 6, column 20.
CREATE TABLE MyTable3 (
                  item STRING,
                  price DOUBLE,
                  ts BIGINT,  
                  ts_ltz AS TO_TIMESTAMP_LTZ(ts, 3
                  ,)WATERMARK FOR ts_ltz AS ts_ltz - INTERVAL '10' SECOND
            ) WITH (
                'connector' = 'socket',
                'hostname' = '127.0.0.1',
                'port' = '9999',
                'format' = 'csv'
           )
--- refused: Encountered "," at line 1, column 39.
SELECT x, y FROM t1 INTERSECT SELECT  , y FROM t2
--- refused: Encountered "," at line 1, column 15.
select * from , dim where fact.amount = dim.amount and dim.price = 500
--- refused: Encountered "cat2" at line 1, column 8.
ALTER  cat2 COMMENT 'comment for catalog ''cat2'''
--- refused: Encountered "(" at line 3, column 2.
CREATE MODEL conversation_model
INPUT (message_text STRING)
 (bot_response STRING)
WITH (
  'provider' = 'triton',
  'endpoint' = 'http://triton-server:8000/v2/models',
  'model-name' = 'chatbot_lstm',
  'sequence-id' = 'conv-001',   
  'sequence-start' = 'true',
  'sequence-end' = 'false'
)
--- accepted
SELECT t1.x FROM t1 FULL JOIN t2   (x)
--- refused: Encountered "<EOF>" at line 1, column 45.
SELECT * FROM l WHERE NOT ( (SELECT * FROM r)
--- refused: Encountered "databases" at line 1, column 16.
show databases databases like 'db2%'
--- accepted
SELECT a a FROM MyTable ORDER BY c, proctime desc LIMIT 2
--- refused: Encountered "*" at line 1, column 68.
SELECT * FROM l WHERE b NOT IN (SELECT j FROM t)  AND NOT EXISTS ( * FROM r WHERE l.a = r.d)
--- refused: Encountered "from" at line 1, column 15.
SELECT a FROM from ORDER BY proctime, c desc LIMIT 1 OFFSET 1
--- accepted
alter  table mt1 modify new_column string comment 'new_column docs' after id
--- refused: Non-query expression encountered in illegal context
columns from v1 like '%u'
--- refused: Encountered "join" at line 1, column 40.
select /*+ SHUFFLE_MERGE(T1)*/T1.*  T1 join V5 on T1.a1 = V5.a1
--- refused: Encountered "tables" at line 1, column 10.
SELECT * tables MyTable LIMIT 5
--- refused: Incorrect syntax near the keyword 'EXISTS' at line 1, column 20.
SELECT * FROM l1   EXISTS (SELECT MAX(e) FROM r1 WHERE l1.b = r1.d AND c < 100 AND l1.a = r1.c GROUP BY c, true, f, 1)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT a, a1 FROM (SELECT a, substr(cast(random_udf(a) as varchar), 1, 2) AS a1 FROM MyTable) t WHERE a1 > '10'
--- refused: Encountered "f" at line 1, column 8.
create f cat2 WITH (
    'type'='generic_in_memory',
    'default-database'='db'
)
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 54.
SELECT /*+ BROADCAST(t2), BROADCAST(t1) */ * FROM t1 JOIN   ON t1.id = t2.id
--- refused: Encountered "." at line 2, column 50.
INSERT INTO t_join_sink
SELECT o.order_id, o.order_name, l.logistics_id l.logistics_id, l.logistics_target, l.logistics_source, now()
FROM t_order AS o
LEFT JOIN t_logistics AS l ON ord.order_id=logistics.order_id
--- refused: Encountered "databases" at line 1, column 16.
show databases databases in c1 not like '%'
--- refused: Encountered "<EOF>" at line 1, column 40.
SET 'table.exec.mini-batch.size' '200' =
--- refused: Encountered "=" at line 1, column 92.
SELECT * FROM Orders AS o JOIN rates_last_value FOR SYSTEM_TIME AS OF o.proctime AS r on   = r.currency
--- refused: Encountered "," at line 1, column 1.
, TABLE MyTable (uid BIGINT, name STRING) DISTRIBUTED BY HASH(uid) INTO 4 BUCKETS
--- refused: Encountered "<EOF>" at line 1, column 57.
explain json_execution_plan select `user`, product from
--- refused: Encountered "\'connector\'" at line 1, column 47.
create table MyTable7 (a int, b string) with  'connector'(= 'values')
--- refused: Encountered "=" at line 1, column 96.
SELECT a1, b1, c1, d1, m, COUNT(*) FROM (SELECT a1, b1, c1, COUNT(d1) AS d1, MAX(d1) AS m FROM = GROUP BY a1, b1, c1) t GROUP BY a1, b1, c1, d1, m
--- refused: Encountered "INT" at line 1, column 29.
SELECT * FROM x WHERE a * b INT (SELECT d FROM y)
--- accepted
select * from table(ml_predict(TABLE my_tableMODEL , my_model))
--- refused: Encountered "," at line 1, column 23.
SELECT * FROM l WHERE ,a( SUBSTRING(c, 1, 5)) NOT IN (SELECT d, TRIM(f) FROM r WHERE l.b = r.e)
--- refused: Incorrect syntax near the keyword 'IN' at line 1, column 23.
SELECT * FROM l WHERE IN > 1 AND a NOT IN (SELECT d FROM r WHERE l.b = r.e AND r.d > 10)
--- refused: Encountered "." at line 1, column 29.
SELECT x1.a FROM x x1, y  x1.b = y.d AND x1.a < 10 AND y.c < 15  AND EXISTS (SELECT * FROM x x2 WHERE x1.b = x2.b)
--- refused: Encountered "i" at line 1, column 95.
SELECT c FROM l WHERE b IN (SELECT d FROM r INNER JOIN (SELECT j FROM t WHERE l.c = t.k AND i i > 10) t2 ON r.e = t2.j)
--- accepted
SELECT id  ts FROM src
--- refused: Encountered "1" at line 1, column 58.
SELECT a FROM MyTable ORDER BY proctime, c desc LIMIT 1  1
--- refused: Encountered "execute" at line 1, column 17.
explain execute execute insert into emps1 select * from emps2
--- refused: Encountered "*/" at line 1, column 39.
select plan*+ STATE_TTL('TMP' = '2d') */ max(b1) from (select a1, b1, count(*) from T1 group by a1, b1) TMP group by a1
--- refused: Encountered ", LIMIT" at line 1, column 41.
SELECT a FROM MyTable ORDER BY rowtimec , LIMIT 0 OFFSET 1
--- refused: Incorrect syntax near the keyword 'SUM' at line 1, column 38.
SELECT b, COUNT(DISTINCT a), MAX(b)  SUM(c) FROM wmTable1 GROUP BY b
--- refused: Non-query expression encountered in illegal context
'execution.checkpointing.savepoint-dir' SET = 'hdfs://savepoint_path'
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 43.
SELECT * FROM x WHERE NOT EXISTS (SELECT  FROM y WHERE x.a < y.c)
--- refused: Encountered "as" at line 1, column 70.
Select * from dim join (select id, name, amount, pricefact_date_sk , as fact_date_sk1 from fact_part) t1 on t1.fact_date_sk1 = dim_date_sk and t1.price > 200 and dim.price < 500
--- refused: Encountered "and =" at line 1, column 70.
select /*+ NEST_LOOP(T1, T2) */* from T1, T2, T3 where T1.a1 = T2.a2 and  = T3.b3
--- refused: Encountered "<EOF>" at line 1, column 62.
SELECT a, c FROM LimitTable OFFSET 10 ROWS FETCH NEXT 10 ROWS
--- refused: Non-query expression encountered in illegal context
plan_advice select * from emps
--- accepted
CREATE TABLE t (PRIMARY KEY (col1), PRIMARY KEY (col2NOT ) ENFORCED) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "," at line 1, column 27.
INSERT INTO my_rtas_table ,id( price, quantity, order_time)
    SELECT id, price, quantity, order_time FROM source_table
--- refused: Encountered "\'scan.startup.mode\' = )" at line 2, column 30.
select * from
    kafka_table1 /*+ OPTIONS('scan.startup.mode'= ) */ t1
    join
    kafka_table2 /*+ OPTIONS('scan.startup.mode'='earliest-offset') */ t2
    on t1.id = t2.id
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 17.
SELECT * l FROM WHERE b IN (SELECT COUNT(*) FROM r WHERE l.c = r.f)
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 23.
SELECT a from MyTable LEFT MyTable2 JOIN ON a = a2 WHERE func6(a, a2) > 10
--- refused: Encountered "," at line 2, column 31.
CREATE MATERIALIZED TABLE my_materialized_table
    FRESHNESS = INTERVAL '10' ,
    AS
    SELECT
        user_id,
        COUNT(*) AS event_count,
        SUM(amount) AS total_amount
    FROM
        kafka_catalog.db1.events
    WHERE
        event_type = 'purchase'
    GROUP BY
        user_id
--- accepted
SELECT /*+ LOOKUP('table'='D', 'async'='true') */ * FROM MyTable AS T JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime  D ON T.a = D.id
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 8.
SELECT COUNT*), SUM(`int`), AVG(`int`) FROM MyTable WHERE 1=0
--- refused: Encountered "," at line 1, column 20.
SELECT pandasFunc1(, b) FROM MyTable
--- accepted
alter table orders2 set ('connector' = 'kafka' 'kafka', 'scan.startup.mode' = 'earliest-offset')
--- refused: Encountered "to" at line 1, column 36.
alter model if exists m1 rename to to m2
--- refused: Encountered "*" at line 1, column 56.
select * from T1 WHERE a1 IN (select /*+ BrOaDcAsT(T2) *  a2 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Incorrect syntax near the keyword 'MATERIALIZED' at line 1, column 2.
MATERIALIZED TABLE MyMaterializedTable DROP DISTRIBUTION
--- refused: Encountered ", ," at line 4, column 55.
INSERT INTO json_source VALUES 
  (1001, 1, 'user1', CAST(CURRENT_DATE AS STRING), 10),
  (1002, 2, 'user2', CAST(CURRENT_DATE AS STRING), 20),
  (1003, 3, 'user3', CAST(CURRENT_DATE AS STRING), 30),
  ,1004( 4, 'user4', CAST(CURRENT_DATE AS STRING), 40)
--- refused: Encountered "c1" at line 1, column 49.
SELECT * FROM MyTable1 FULL JOIN MyTable2 ON c1 c1 = c2
--- refused: Encountered "," at line 1, column 72.
SELECT a, SUM(b) AS s FROM MyTable3 GROUP BY GROUPING SETS((a, c), (a, , d))
--- refused: Encountered "DOUBLE" at line 5, column 13.
CREATE TABLE blackhole_table (
  f0 INT,
  f1 INT,
  f2 STRING,
  f3 DOUBLE DOUBLE
) WITH (
  'connector' = 'blackhole'
)
--- refused: Encountered "d" at line 1, column 55.
SELECT * FROM x WHERE (SELECT COUNT(*) FROM y WHERE d d > 10) >= 1
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 55.
select /*+ SHUFFLE_HASH(T1) */* from T1 inner join T2 FROM T1.a1 > T2.a2
--- refused: Encountered "show from" at line 1, column 1.
show   from db1 not like '%'
--- refused: Encountered "," at line 1, column 15.
select * FROM , LATERAL TABLE(asyncTableFunc(ABS(a)))
--- refused: Encountered "show in" at line 1, column 1.
show in databases c1 ilike '%'
--- refused: Encountered ")" at line 1, column 79.
SELECT order_id, price FROM (VALUES (1, 2.0), (2, 3.1))  AS t (order_idprice ,)
--- refused: Encountered "function" at line 1, column 1.
function describe extended fn
--- refused: Encountered "/" at line 1, column 8.
select /+ STATE_TTL('T1' = '1d')*/T1.* from T1 join V5 on T1.a1 = V5.a1
--- refused: Encountered "in" at line 1, column 11.
show user in functions catalog1.db1 not ilike '%'
--- refused: Encountered "not" at line 1, column 13.
create view not if exists v as select col1 from tbl
--- refused: Encountered "INTERVAL" at line 5, column 12.
SELECT * FROM 
    SESSION(
      DATA => TABLE Bid,
      TIMECOL => DESCRIPTOR(bidtime),
      GAP  INTERVAL '5' MINUTES)
--- refused: Encountered ")" at line 8, column 19.
CREATE TABLE tbl1 (
  a bigint comment 'test column comment AAA.',
  h varchar, 
  g as 2 * (a + 1) comment 'test computed column.', 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  b varchar,
  proc as PROCTIME(), 
  PRIMARY KEY (a, )
)
comment 'test table comment ABC.'
PARTITIONED BY (a, h)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Encountered "," at line 1, column 29.
SELECT a1, MIN(a3) FROM ( a1, a2, MIN(a3) AS a3 FROM A GROUP BY a1, a2) t GROUP BY a1
--- refused: Encountered "function" at line 1, column 1.
function describe extended temp_upperudf
--- refused: Encountered "=" at line 1, column 36.
SELECT * FROM WithWatermark WHERE  = 'foo'
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 54.
SELECT COUNT(A.a) FROM (SELECT DISTINCT a FROM T) AS JOIN A T AS B ON A.a=B.a
--- refused: Incorrect syntax near the keyword 'WITH' at line 1, column 28.
CREATE TABLE print_table ( WITH'connector' = 'print')
LIKE source_table (EXCLUDING ALL)
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM l, r WHERE l.a = r.d AND EXISTS (SELECT * FROM t t1 WHERE l.b = t1.j AND t1.k > 50) AND c >= 1 AND EXISTS (SELECT * FROM t t2 WHERE l.a = t2.i AND t2.j < 100)
--- refused: Encountered "<EOF>" at line 3, column 146.
EXECUTE STATEMENT SET BEGIN
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
INSERT INTO StreamingTable2 SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
--- refused: Encountered "bigint" at line 3, column 9.
create table source_table(
  a 
  ,intb bigint,
  c string
)
LIKE parent_table (
   INCLUDING ALL
   OVERWRITING OPTIONS
   EXCLUDING DISTRIBUTION
   INCLUDING PARTITIONS
   INCLUDING GENERATED
   INCLUDING METADATA
)
--- refused: Encountered "(" at line 1, column 55.
select * FROM MyTable, LATERAL  (asyncTableFunc(scalar(a)))
--- refused: Encountered "b" at line 1, column 44.
create table `default`.MyTable6 (a intT2.c b string) with ('connector' = 'values')
--- refused: Encountered ", ," at line 1, column 72.
select /*+ STATE_TTL('T2' = '2d', 'T3' = '3d', 'T1' = '1d') */* from T1, , T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- refused: Incorrect syntax near the keyword 'HAVING' at line 1, column 45.
SELECT SUM(a) AS s FROM x GROUP BY b HAVING HAVING COUNT(*) > 2 AND b IN (SELECT d FROM y)
--- refused: Encountered "." at line 1, column 68.
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_HaSh(T2) */ a2  T1.a1 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Encountered "inner" at line 1, column 38.
select /*+ SHUFFLE_HASH(T1) */*   T1 inner join T2 on T1.a1 > T2.a2
--- refused: Encountered "join on" at line 1, column 51.
insert into tmp_sink select * from wm_source src2 join on wm_source.a1 = src2.b2
--- refused: Encountered "tables" at line 1, column 13.
show tables tables in db1
--- refused: Encountered "(" at line 5, column 8.
CREATE MODEL sentiment_analysis_model 
INPUT (text STRING COMMENT 'Input text for sentiment analysis') 
OUTPUT (sentiment STRING COMMENT 'Predicted sentiment (positive/negative/neutral/mixed)')
COMMENT 'A model for sentiment analysis of text'
WITH ( (
    'provider' = 'openai',
    'endpoint' = 'https://api.openai.com/v1/chat/completions',
    'api-key' = '<YOUR KEY>',
    'model'='gpt-3.5-turbo',
    'system-prompt' = 'Classify the text below into one of the following labels: [positive, negative, neutral, mixed]. Output only the label.'
)
--- refused: Encountered "GROUP" at line 1, column 44.
ALTER CATALOG cat2 SET ('default-database'=GROUP)
--- refused: Encountered "databases" at line 1, column 16.
show databases databases from c0
--- refused: Encountered "WHERE" at line 1, column 17.
SELECT *  leftT WHERE a IN (SELECT c FROM rightT WHERE b > 2)
--- refused: Encountered "varchar" at line 1, column 15.
ALTER VIEW v1 varchar SELECT * FROM t2
--- refused: Encountered "and" at line 1, column 12.
SELECT id, and, tags FROM src
--- refused: Encountered "from" at line 1, column 33.
select /*+ NEST_LOOP(T2, T3) */ from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- refused: Encountered "c1" at line 1, column 31.
alter materialized table mt1  c1
--- refused: Encountered ")" at line 1, column 66.
select /*+ BROADCAST(T1)*/* from (select T1.* from T1 join T2 on ) = T2.a2 where T1.b1 = 'abc')
--- refused: Encountered "> >" at line 1, column 110.
insert into snk_for_cdc_src select * from no_delete_src1 join no_delete_src2 on a1 = b1 and a2 = b2 where a0 > > 1
--- refused: Encountered "1" at line 1, column 49.
SELECT a, d FROM MyTable1, MyTable2 WHERE a + 1 1 = d
--- refused: Encountered "conflict" at line 1, column 111.
insert into snk(l0, l1, r0) select a0, new_a1, b0 from src1WithComputingCol join src2 on a1 = b1 and a2 = b2  conflict do deduplicate
--- refused: Encountered ")" at line 1, column 23.
alter catalog a reset )'k1'(
--- refused: Encountered "not" at line 1, column 17.
show views in   not like '%'
--- refused: Encountered "select" at line 1, column 8.
select select c.e, c.d from NestedTable
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 30.
SELECT * FROM l WHERE b > 10 AND AND EXISTS (SELECT CAST(e AS INTEGER), 1 FROM r WHERE e > 0)
--- refused: Encountered "=" at line 1, column 50.
CREATE OR REPLACE TABLE t (UNIQUE (col1)) WITH ( = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "<EOF>" at line 1, column 22.
SELECT a MyTable4 FROM
--- refused: Encountered "5" at line 6, column 9.
CREATE TABLE OrdersShipInfo (
        `order_id` INT,
        `line_order_id` INT,
        `ship_mode` STRING
    ) WITH (
        5 = '...'
    )
--- refused: Encountered "emps" at line 1, column 9.
insert  emps partition (x='ab', y='bc') (x,y) select * from emps
--- refused: Encountered "<EOF>" at line 1, column 16.
show columns in
--- refused: Incorrect syntax near the keyword 'INNER' at line 1, column 24.
SELECT * MyTable1 FROM INNER JOIN MyTable2 ON a1 = a2 WHERE a2 >= 1
--- refused: Encountered "from" at line 1, column 70.
select * from dim join (select id, fact_date_sk, sum(fact.price) as  from fact group by (id, fact_date_sk)) factSide on dim.price = factSide.sum_price and dim.price < 500
--- refused: Encountered "select" at line 1, column 36.
create temporary view v1 as select select * from orders
--- refused: Encountered "show view" at line 1, column 1.
show  view v1
--- refused: Encountered "500" at line 1, column 105.
select * from fact join (select dim_date_sk, sum(dim.price) + 1 as sum_price from dim where  dim.price  500 group by dim_date_sk) dimSide on fact.fact_date_sk = dimSide.dim_date_sk
--- refused: Encountered "show like" at line 1, column 1.
show  like '%'
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 31.
SELECT count(c) FROM MyTable1 BY GROUP b, HOP(ts, INTERVAL '3' SECOND, INTERVAL '1' HOUR)
--- refused: Encountered ")" at line 1, column 45.
insert into emps partition (x='ab', y='bc') ) (x,y) select * from emps
--- refused: Encountered "," at line 4, column 9.
CREATE TABLE IF NOT EXISTS orders (
 `user` BIGINT NOT NULl,
 product VARCHAR(32),
 amount ,
 ts TIMESTAMP(3),
 ptime AS PROCTIME(),
 PRIMARY KEY(`user`) NOT ENFORCED,
 WATERMARK FOR ts AS ts - INTERVAL '1' SECONDS
) with (
 'connector' = 'datagen'
)
--- refused: Encountered "FROM" at line 1, column 72.
SELECT a FROM x WHERE a NOT IN (SELECT c FROM y WHERE x.b = y.d) AND b FROM IN (SELECT f FROM z)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 13.
INSERT INTO SELECT t1 * FROM t2 ON CONFLICT DO ERROR
--- refused: Encountered ">" at line 1, column 53.
SELECT b FROM x WHERE a IN (SELECT c FROM y d WHERE > 10) AND b > (SELECT 0.5 * SUM(e) FROM z WHERE z.f < 100)
--- refused: Encountered ")" at line 1, column 8.
SELECT ) FROM MyTable ORDER BY rowtime, c LIMIT 0
--- refused: Non-query expression encountered in illegal context
temporary create function if not exists c1.db.func4 as 'LowerUDF' LANGUAGE JAVA
--- refused: Incorrect syntax near the keyword 'FULL' at line 1, column 24.
SELECT * FROM MyTable2 FULL OUTER upsert_table_partial_deletes MyTable1 ON a <> d
--- accepted
SELECT a1, b1count ,(c1) FROM T1 GROUP BY a1, b1
--- refused: Encountered "f" at line 1, column 73.
SELECT * FROM l WHERE EXISTS (SELECT d FROM (SELECT MAX(d) AS ddatabase f FROM r GROUP BY f) t WHERE l.c > t.f)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 23.
SELECT * FROM x WHERE WHERE a IN (SELECT c FROM y WHERE x.b > 10)
--- accepted
SELECT * FROM l WHERE  EXISTS (SELECT * FROM r WHERE l.a = r.d) AND a NOT IN (SELECT i FROM t WHERE l.b = t.j)
--- refused: Encountered "WATERMARK" at line 1, column 21.
ALTER TABLE MyTable WATERMARK DROP
--- refused: Incorrect syntax near the keyword 'ORDER' at line 1, column 16.
SELECT a FROM  ORDER BY c, proctime LIMIT 1
--- refused: Encountered ")" at line 1, column 117.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a NOT IN (SELECT z.i FROM z WHERE y.e = z.j AND z.j < 50) )
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 36.
SELECT * FROM x WHERE 1 <= (SELECT SELECT COUNT(*) FROM y WHERE d > 10)
--- refused: Incorrect syntax near the keyword 'INTERSECT' at line 1, column 16.
SELECT c FROM  INTERSECT ALL SELECT f FROM T2 WHERE 1=0
--- refused: Encountered "4" at line 3, column 28.
CREATE TABLE my_ctas_table (
    PRIMARY KEY (id) NOT ENFORCED
) DISTRIBUTED BY (idINTO ) 4 buckets 
AS SELECT id, name FROM source_table
--- refused: Encountered "t2" at line 1, column 59.
explain statement set begin insert into t1 select * func4 t2; insert into t2 select * from t3; end
--- accepted
SELECT a2, b2, a3, b3, COUNT(), AVG(d3) FROM (SELECT * FROM T2, T3 WHERE b2 = a3) t GROUP BY a2, b2, a3, b3
--- accepted
SELECT metadata metadata FROM T5
--- refused: Encountered "insert" at line 1, column 69.
SELECT a, COUNT(DISTINCT c), SUM(DISTINCT b) FROM MyTable3 GROUP BY insert, d
--- accepted
SELECT a, c(LISTAGG), COUNT(DISTINCT b) FROM MyTable GROUP BY a
--- refused: Encountered "SECOND" at line 6, column 67.
CREATE TABLE orders (
    order_id    STRING,
    price       DECIMAL(32,2),
    currency    STRING,
    order_time  TIMESTAMP(3),
    WATERMARK FOR order_time AS order_time - INTERVAL '15' SECOND SECOND
) WITH ( )
--- refused: Encountered "SELECT" at line 1, column 6.
drop SELECT view v1
--- refused: Encountered "= AND" at line 1, column 52.
SELECT c, g FROM MyTable2 INNER JOIN MyTable1 ON a = AND d d < 2
--- refused: Incorrect syntax near the keyword 'ALTER' at line 1, column 7.
TABLE ALTER MyTable ADD category_id STRING COMMENT 'identifier of the category'
--- refused: Incorrect syntax near the keyword 'MIN' at line 1, column 8.
SELECT MIN)rowtime) FROM MyTable1 GROUP BY long
--- refused: Encountered "MAX" at line 1, column 20.
alter materialized MAX mt1 add distribution by (a, h)
--- refused: Non-query expression encountered in illegal context
insert into MySink(a, b, c) a select, b, filemeta from MyTableWithMeta
--- refused: Encountered "exists" at line 1, column 15.
alter table   exists t1 modify new_column string comment 'new_column docs'
--- accepted
SELECT 
     order_id,
     price,
     orders.currency,
     conversion_rate,
     order_time
FROM orders
 JOIN currency_rates FOR SYSTEM_TIME AS OF orders.order_time
ON orders.currency = currency_rates.currency
--- refused: Encountered "sum ," at line 1, column 50.
select * from dim join (select id, fact_date_sk, sum,fact.price) from fact group by (id, fact_date_sk)) factSide on dim.dim_date_sk = factSide.fact_date_sk and dim.price < 500
--- refused: Encountered ")" at line 3, column 44.
CREATE MODEL image_classifier
INPUT (image_pixels ARRAY<FLOAT>)
OUTPUT (predicted_class STRING, confidence )
WITH (
  'provider' = 'triton',
  'endpoint' = 'http://triton-server:8000/v2/models',
  'model-name' = 'resnet50',
  'model-version' = '1',
  'timeout' = '10000',
  'compression' = 'gzip'   
)
--- refused: Encountered "GROUP" at line 1, column 57.
SELECT a1, a2, b1, b2 FROM (SELECT SUM(a2) AS a2, a1  A GROUP BY a1) LEFT JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a2 = b2
--- refused: Encountered "*" at line 1, column 34.
select /*+ SHUFFLE_MERGE(T1, T2) * */from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- refused: Encountered "= <EOF>" at line 1, column 72.
SELECT a2 FROM A LEFT JOIN (SELECT COUNT(*) AS cnt FROM B) AS x  ON a1 =
--- refused: Non-query expression encountered in illegal context
'table.exec.spill-compression.enabled' SET = 'true'
--- refused: Encountered ")" at line 1, column 23.
SELECT COUNTDISTINCT a), SUM(DISTINCT b) FROM MyTable2 GROUP BY GROUPING SETS (c, d)
--- refused: Encountered "," at line 1, column 11.
SELECT b, , a FROM SimpleTable
--- refused: Encountered ")" at line 1, column 20.
select*from unnestx)
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM x WHERE CAST(a AS BIGINT) NOT IN (SELECT d FROM y)
--- refused: Encountered "select" at line 1, column 73.
create materialized table tbl1 start_mode = from_now(INTERVAL '1' HOUR) select as * from t
--- accepted
SELECT a1 a1, COUNT(DISTINCT c1), SUM(b1) FROM T1 GROUP BY a1
--- refused: Incorrect syntax near the keyword 'SECOND' at line 1, column 14.
SELECT a, b, SECOND SECOND(d) FROM VirtualTable
--- refused: Encountered "show like" at line 1, column 1.
show like catalogs '%c1'
--- refused: Encountered "*" at line 1, column 30.
select /*+ SHUFFLE_MERGE(T2) ** from T1 where a1 not in (select a2 from T2)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 49.
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM WHERE r NOT EXISTS (SELECT * FROM t WHERE r.d = t.i))
--- refused: Encountered ")" at line 1, column 87.
SELECT COUNT(DISTINCT a), SUM(DISTINCT b) FROM MyTable2 GROUP BY GROUPING SETS (c, d) )
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 15.
SELECT * FROM WHERE x NOT EXISTS (SELECT * FROM y WHERE x.a < y.c)
--- refused: Encountered "," at line 1, column 94.
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), ( , 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'))
--- refused: Encountered "for" at line 1, column 9.
explain for plan upsert into emps1 values (1, 2)
--- refused: Incorrect syntax near the keyword 'INTO' at line 1, column 94.
SELECT a3, b3, a1, b1, COUNT(c1) FROM (SELECT * FROM T3 RIGHT JOIN T1 ON a1 = a3) t GROUP BY INTO, b3, a1, b1
--- accepted
SELECT T1.a, T1.c, T2.c FROM MyTable /*+ OPTIONS('1'='source.num-element-to-skip') */ T1, MyTable T2 WHERE T1.a = T2.a
--- refused: Encountered "<EOF>" at line 1, column 103.
SELECT a, number, ordinality FROM MyTable CROSS JOIN UNNEST(b) WITH ORDINALITY AS t(number, ordinality
--- refused: Encountered "(" at line 1, column 12.
select /*+ (T2) */* from T1 where a1 in (select a2 from T2)
--- accepted
SELECT * FROM x x WHERE a NOT IN (SELECT c FROM y where x.b = y.d)
--- refused: Encountered "a2" at line 1, column 21.
show catalogs ilike a2
--- refused: Encountered "databases" at line 1, column 16.
show databases databases from c1 not ilike '%'
--- accepted
SELECT a1, COUNT( c1), SUM(b1) FROM T1 GROUP BY a1
--- refused: Encountered ")" at line 1, column 41.
select /*+ BROADCAST(T1), NEST_LOOP(T1) ) */* from T1 join T2 on T1.a1 > T2.a2
--- refused: Encountered ")" at line 1, column 30.
select /*+ SHUFFLE_MERGE(T1, ) */* from T1 right join T2 on T1.a1 = T2.a2
--- refused: Encountered "c" at line 1, column 60.
SELECT weightedAvg(a, 1) FROM t GROUP BY ROLLUP (bextended c)
--- accepted
EXPLAIN ESTIMATED_COST, CHANGELOG_MODE, PLAN_ADVICE, JSON_EXECUTION_PLAN SELECT `count`, COUNT(word) FROM
( SELECT `count`, word FROM MyTable1 WHERE word LIKE 'F%' 
  UNION ALL 
  SELECT `count`, word FROM MyTable2 MyTable2 ) tmp GROUP BY `count`
--- refused: Encountered "," at line 1, column 28.
SELECT * FROM UNNEST(ARRAY[,2,3])
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 32.
ALTER VIEW v1 AS SELECT * FROM FROM t2
--- refused: Encountered "<EOF>" at line 1, column 51.
SET 'sql-client.execution.max-table-result.rows' =
--- refused: Encountered "=" at line 1, column 48.
SELECT * FROM MyTable1 FULL JOIN MyTable2 ON ( = c2
--- accepted
SELECT *  t
--- refused: Encountered "\'left_input\' = ," at line 1, column 22.
SELECT /*+ STATE_TTL('left_input'=  , 'right_input' = '15h') */ * 
FROM left_input JOIN right_input
ON left_input.join_key = right_input.join_key
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 51.
SELECT * FROM MyTable WHERE EXISTS (SELECT a FROM FROM MyTable LIMIT 0)
--- accepted
SELECT a FROM A UNION  SELECT CASE WHEN c > 0 THEN b ELSE NULL END FROM A
--- refused: Encountered "*" at line 1, column 2.
* FROM T1 FULL OUTER JOIN T2 ON a = c JOIN T3 ON a = e
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 33.
SELECT * FROM NestedTable WHERE WHERE deepNested.nested1.`value` > 2
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM computed_column_t
--- accepted
SELECT /* BROADCAST(t2, t1), BROADCAST(t1, t2) */ * FROM t1 JOIN t2 ON t1.id = t2.id
--- refused: Incorrect syntax near the keyword 'OR' at line 1, column 41.
SELECT * FROM VirtualTable WHERE id > 2 OR  = 'A'
--- refused: Encountered "=" at line 26, column 25.
CREATE TABLE user_created (
  
   
  kafka_key_id STRING,
  
   
  id STRING, 
  name STRING, 
  email STRING, 
  
   
  PRIMARY KEY (kafka_key_id) NOT ENFORCED

) WITH (

  'connector' = 'upsert-kafka',
  'topic' = 'user_events_example3',
  'properties.bootstrap.servers' = 'localhost:9092',

   
   
  'key.format' = 'raw',
  
   
   
  'key.fields-prefix' = =,

  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = 'http://localhost:8082',
  'value.fields-include' = 'EXCEPT_KEY'
)
--- refused: Encountered "," at line 1, column 24.
SELECT c FROM (SELECT  ,ac FROM MyTable)
--- refused: Encountered "d" at line 1, column 65.
SELECT a, COUNT(DISTINCT c), SUM(b) FROM MyTable3 GROUP BY a, d d
--- refused: Encountered "SELECT" at line 1, column 30.
SELECT f0, JSON_OBJECTAGG(f1 SELECT f0) FROM T GROUP BY f0
--- accepted
create temporary view if not exists v as select col1 col1 from tbl
--- refused: Encountered "USING" at line 1, column 26.
CREATE FUNCTION MySum as USING 'org.example.SumScalarFunction' JAR 'file://home/users/mysum-udf.jar'
--- refused: Encountered "0.99" at line 1, column 51.
analyze table emps compute statistics for columns 0.99, b
--- refused: Encountered "ON" at line 4, column 4.
INSERT INTO product_orders
SELECT p.name, o.order_id
FROM orders o JOIN products p ON o.product_name = p.name
ON ON CONFLICT DO ERROR
--- refused: Encountered "from" at line 1, column 36.
alter table t1 modify col_int int  from 'mk1' virtual comment 'comment_metadata' after col_b
--- refused: Encountered "b" at line 1, column 51.
SELECT * FROM x WHERE a NOT IN (SELECT c FROM y)  b NOT IN (SELECT e FROM z WHERE z.f = x.b)
--- refused: Encountered "materialized" at line 1, column 20.
alter materialized materialized table default_catalog.default_database.mt1 modify watermark for ts as ts - interval '1' second
--- refused: Encountered "< <" at line 1, column 68.
SELECT c, g FROM MyTable2 LEFT OUTER JOIN  MyTable1 ON a = d AND d < < 2
--- refused: Encountered "<EOF>" at line 1, column 22.
desc catalog extended
--- accepted
create  function tmp_func as 'LowerUDF'
--- refused: Encountered "a" at line 1, column 55.
SELECT * FROM MyTable WHERE a = 1 OR a = 2 OR a = 3   a = 4
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 54.
SELECT * FROM x WHERE NOT (NOT EXISTS (SELECT * FROM FROM y)) AND x.b = 10
--- refused: Encountered "100" at line 2, column 31.
EXPLAIN PLAN_ADVICE
SELECT * FROM MyTable WHERE b 100 >
--- accepted
SELECT `cat` FROM t1 LEFT JOIN t2 USING (x)
--- accepted
select /* *+ NEST_LOOP(T1)*/* from V5
--- refused: Encountered "," at line 3, column 14.
EXPLAIN PLAN_ADVICE
INSERT INTO MySink
SELECT a, b, , `day`
FROM MyTable
WHERE b > 100
--- refused: Encountered "four" at line 1, column 47.
SELECT four, SUM(a) FROM (SELECT b, 4 AS four four, a FROM MyTable) GROUP BY b, four
--- refused: Encountered ", WHERE" at line 1, column 19.
SELECT a, f FROM x, WHERE y x.c = y.f AND y.e > 100 AND x.a IN (SELECT z.i FROM z WHERE y.e > z.j AND z.j < 50)
--- refused: Encountered "AS" at line 2, column 10.
SELECT o.order_id, o.total, c.country, c.zip
  Orders AS o
  JOIN Customers FOR SYSTEM_TIME AS OF o.proc_time AS c
    ON o.customer_id = c.id
--- refused: Encountered "TABLE" at line 1, column 38.
select * FROM MyTable, LATERAL TABLE TABLE(asyncTableFunc(ABS(a)))
--- refused: Encountered "table" at line 1, column 7.
table table t1 modify row_column.f0 int not null comment 'change nullability'
--- refused: Encountered "comment" at line 1, column 60.
alter materialized table mt1 add new_column string comment comment 'new_column docs' after id
--- refused: Incorrect syntax near the keyword 'EXISTS' at line 1, column 21.
DROP TEMPORARY VIEW EXISTS IF view_name
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 8.
SELECT COUNT COUNT(a) FROM MyTable
--- refused: Incorrect syntax near the keyword 'FROM' at line 2, column 1.
SELECT user,  
FROM Orders
WHERE product IN (
    SELECT product FROM NewProducts
)
--- refused: Encountered "long" at line 1, column 43.
SELECT MIN(proctime) FROM MyTable2 GROUP  long
--- refused: Encountered "v1" at line 1, column 15.
show columns  v1 like '%u%'
--- refused: Encountered "mt1" at line 1, column 30.
alter materialized table add mt1 constraint ct1 primary key(a, b)
--- refused: Encountered "2" at line 1, column 93.
SELECT a, d FROM MyTable1, MyTable2 WHERE (b = e AND a = 0) OR ((a = 1 AND d = 2) OR (a = 2 2 AND d = 1))
--- accepted
SELECT * FROM MTable WHERE LOWER(a) = 'foo' 'foo' AND UPPER(b) = 'bar'
--- refused: Encountered "fs_table" at line 1, column 88.
select * from fact2 join (select * from fact left join dim on dim.amount = fact.amount fs_table dim.price < 500) as dimSide on fact2.amount = dimSide.amount
--- refused: Encountered "ON" at line 1, column 35.
SELECT * FROM MyTable1   MyTable2 ON b1 = b2
--- refused: Encountered "," at line 1, column 19.
SELECT a, d FROM  ,MyTable1MyTable2
--- refused: Encountered "REGEXP" at line 1, column 67.
SELECT a from MyTable INNER JOIN MyTable2 ON func2(a) = func2(a2) REGEXP AND(func2(a), 'string (2|4)')
--- refused: Encountered "<EOF>" at line 1, column 48.
alter table t1 modify new_column string comment
--- refused: Incorrect syntax near the keyword 'SUM' at line 1, column 50.
SELECT COUNT(DISTINCT a) FILTER (WHERE a > 0), b(SUM) FROM MyTable
--- refused: Encountered "- interval second" at line 1, column 57.
alter materialized table mt1 add watermark for ts as ts - interval  second
--- refused: Encountered ", )" at line 1, column 59.
SELECT a1, b1, c1, COUNT(d1) FROM T1 GROUP BY CUBE (a1, b1,  )
--- refused: Encountered "*" at line 1, column 25.
select /*+ BROADCAST(T1)* */from V5
--- accepted
select /*BROADCAST +(T2) */* from T1 where a1 not in (select a2 from T2)
--- accepted
SET 'table.local-time-zone' 'table.local-time-zone' = 'UTC'
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 59.
SELECT * FROM MyTable1 WHERE a IN (SELECT d MyTable2 FROM WHERE a = e AND b = d)
--- refused: Encountered "," at line 1, column 60.
SELECT * FROM NestedItemTable WHERE `Result`.`Mid`.data_arr,2].`value` = 3
--- refused: Encountered "STRING" at line 2, column 14.
CREATE TABLE nginx_log (
  log STRING STRING
) WITH (
  'connector' = 'kafka',
  'topic' = 'nginx_log',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'format' = 'raw'
)
--- refused: Encountered "ilike" at line 1, column 30.
show databases from c0 ilike ilike 'db0a%'
--- refused: Encountered "a1" at line 1, column 51.
SELECT * FROM MyTable1 JOIN MyTable2 ON a1 = a2   a1 = a2 + 2
--- refused: Encountered ")" at line 1, column 44.
SELECT COUNT(*) AS c FROM emp GROUP BY CUBE)1(
--- refused: Encountered "\'org.apache.flink.table.client.gateway.local.ExecutorImplITCase$TestScalaFunction\'" at line 1, column 24.
alter function func11  'org.apache.flink.table.client.gateway.local.ExecutorImplITCase$TestScalaFunction'
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM ((SELECT * FROM T1) INTERSECT (SELECT * FROM T2)) WHERE a > 1
--- refused: Encountered "0" at line 1, column 59.
SELECT a, pyFunc1(a, c) FROM MyTable where pyFunc1(a, c)  0
--- accepted
alter table orders2 set ('connector' 'connector' = 'datagen')
--- refused: Encountered "c" at line 3, column 15.
INSERT INTO product_orders
SELECT p.name, o.order_id
FROM orders o c products p ON o.product_name = p.name
ON CONFLICT DO ERROR
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * x WHERE a IN (SELECT c FROM y WHERE x.b > 10)
--- refused: Encountered "t2" at line 1, column 28.
alter catalog cat2 comment t2
--- refused: Encountered "," at line 5, column 28.
CREATE TABLE MyTable(
  MyField1 INT,
  MyField2 STRING
) WITH (
  'connector'  'filesystem',
  'path' = '/path/to/something',
  'format' = 'csv'
)
--- accepted
ALTER CATALOG cat2 SET ('db'='default-database')
--- refused: Encountered "not not" at line 1, column 22.
create connection if not not exists conn1
 WITH (
  'type'='bearer',
  'token'='my_token'
 )
--- refused: Non-query expression encountered in illegal context
catalog describe extended cat_comment
--- accepted
CREATE VIEW auction AS
SELECT auction.id,
       auction.itemName,
       auction.description,
       auction.initialBid,
       auction.reserve
       `dateTime`,
       auction.expires,
       auction.seller,
       auction.category,
       auction.extra
FROM datagen
WHERE event_type = 1
--- refused: Incorrect syntax near the keyword 'FULL' at line 1, column 24.
SELECT * FROM MyTable2 FULL FULL OUTER JOIN MyTable1 ON true
--- refused: Encountered "ilike" at line 1, column 34.
show procedures in db1 not ilike ilike '%'
--- refused: Encountered "r1" at line 1, column 91.
SELECT * FROM l WHERE EXISTS (SELECT * FROM (SELECT f FROM r WHERE r.d = l.a AND r.e > 10 r1 INNER JOIN t ON r1.f = t.k)
--- refused: Encountered "v1" at line 1, column 15.
show columns  v1
--- refused: Non-query expression encountered in illegal context
model if exists catalog1.db1.m1
--- refused: Encountered "constraint" at line 1, column 41.
alter table if exists t1 add constraint constraint ct1 primary key(a, b) not enforced
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 38.
INSERT INTO upsert_sink_table SELECT SELECT id, col1, col2 FROM upsert_table_partial_deletes_metadata
--- refused: Encountered "DISTRIBUTION" at line 1, column 18.
alter table  add DISTRIBUTION BY (a, h)
--- refused: Encountered "=" at line 1, column 56.
create catalog cat2 WITH ('type'='generic_in_memory',  ='db')
--- refused: Encountered "IN" at line 1, column 32.
SELECT * FROM l WHERE a NOT IN IN (SELECT d FROM r WHERE b + 1 = e)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 76.
SELECT * FROM l WHERE a IN (SELECT d FROM r WHERE c = f) AND b IN (SELECT  FROM t WHERE a = i AND k <> 'test')
--- refused: Encountered "=" at line 1, column 81.
SELECT * FROM (SELECT * FROM leftT WHERE a NOT IN (SELECT c FROM rightT b WHERE = d AND c < 3)) T WHERE T.b > 2
--- accepted
SELECT a(pyFunc1, pandasFunc1(a, b)) + 1 FROM MyTable
--- refused: Encountered "T1 T2" at line 1, column 22.
select /*+ NEST_LOOP(T1  T2) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- refused: Encountered "<EOF>" at line 1, column 32.
SELECT a, pyFunc1(a, c), b FROM
--- refused: Encountered "," at line 1, column 36.
alter table t1 add (new_row row(f0 , f1 bigint) comment 'new_column docs', f2 as new_row.f0 + 1)
--- accepted
SELECT after FROM T1 RIGHT OUTER JOIN T2 ON a = c JOIN T3 ON c = e
--- refused: Encountered "," at line 1, column 45.
explain changelog_mode,json_execution_plan, ,estimated_cost,plan_advice select * from emps
--- refused: Encountered "MINUTES" at line 5, column 49.
CREATE VIEW MyView3 AS
            SELECT
                TUMBLE_START(proctime, INTERVAL '10' MINUTES) AS window_start,
                TUMBLE_END(proctime, INTERVAL '10' MINUTES) AS window_end,
                TUMBLE_PROCTIME(proctime,  '10' MINUTES) as window_proctime,
                item,
                MAX(price) as max_price
            FROM MyTable1
                GROUP BY TUMBLE(proctime, INTERVAL '10' MINUTES), item
--- refused: Encountered ")" at line 1, column 60.
SELECT MAX(f0), JSON_OBJECTAGG(f1 VALUE f0), JSON_ARRAYAGG(), JSON_ARRAYAGG(f0) FROM T
--- refused: Encountered "/" at line 1, column 8.
select /a+ SHUFFLE_MERGE(T1)*/T1.b1, sum(T1.a1) from T1 join T2 on T1.b1 = T2.b2 group by T1.b1
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 47.
SELECT c FROM T1 WHERE 1=0 EXCEPT ALL SELECT  FROM T2
--- accepted
SELECT AVG(a) FROM (SELECT AVG(a) AS rowtime FROM T GROUP BY b)
--- refused: Encountered "," at line 5, column 24.
CREATE TABLE tbl1 (
  a bigint primary key,
  h varchar unique,
  g as 2 * (a + 1),
  ts as toTimestamp(b, ,)'yyyy-MM-dd HH:mm:ss'
  b varchar,
  proc as PROCTIME()
) with (
  'connector' = 'kafka',
  'kafka.topic' = 'log.test'
)
--- refused: Encountered "right" at line 1, column 38.
select /*+ NEST_LOOP(T1, T2) */*  T1 right join T2 on T1.a1 = T2.a2
--- accepted
select *  tmp_view
--- refused: Encountered "SELECT" at line 1, column 91.
SELECT b FROM l WHERE (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1 ELSE 2 END) NOT IN (d SELECT FROM r)
--- refused: Encountered "as" at line 1, column 48.
SELECT min(a3) from (SELECT a1, a2, min(a3) as as a3 FROM A GROUP BY a1, a2)
--- refused: Encountered "T1" at line 1, column 28.
select /*+ SHUFFLE_MERGE( )T1*/* from T1 where a1 in (select a2 from T2)
--- refused: Encountered "/" at line 1, column 8.
SELECT /+ NEST_LOOP(t1) */ * FROM t1 JOIN t2 ON t1.id = t2.id
--- accepted
SELECT pyFunc1,f1( f2), f0 + 1 FROM MyTable2
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 23.
SELECT a from MyTable JOIN INNER MyTable2 ON a = a2 WHERE func6(a, a2) > 10
--- refused: Encountered "AS" at line 1, column 30.
select*from unnest(xfunction AS T
--- refused: Encountered "," at line 1, column 15.
SELECT T1.a,  ,T1.cT2.c FROM (SELECT * FROM MyTable /*+ OPTIONS('filterable-fields'='b') */ WHERE b = 1) T1, (SELECT * FROM MyTable /*+ OPTIONS('filterable-fields'='b') */ WHERE b = 1) T2 WHERE T1.a = T2.a
--- refused: Incorrect syntax near the keyword 'FULL' at line 1, column 17.
SELECT * FROM A FULL OUTER OUTER JOIN B ON a1 = b1
--- refused: Encountered "permanent_v1" at line 1, column 7.
ALTER permanent_v1 TABLE MyMaterializedTable ADD DISTRIBUTION INTO 4 BUCKETS
--- refused: Encountered ")" at line 1, column 67.
SELECT * FROM leftT WHERE a IN (SELECT c FROM rightT WHERE b > 2) )
--- refused: Encountered "," at line 1, column 9.
SELECT  , proctime FROM MyTable OFFSET 2
--- refused: Encountered "not" at line 1, column 38.
alter table orders2 add (user_email  not null after `user`, cleaned_product as coalesce(product, 'missing_sku') after product, trade_order_id bigint not null first)
--- refused: Encountered "int" at line 1, column 18.
CREATE TABLE t ( int PRIMARY KEY NOT ENFORCED, b string, c double)
WITH (
  'connector' = 'test-update-delete',
  'data-id' = '$VAR_TRUNCATE_TABLE_DATA_ID'
)
--- refused: Encountered "(" at line 3, column 9.
CREATE MODEL batch_classifier
INPUT (features ARRAY<DOUBLE>)
OUTPUT (( STRING, confidence DOUBLE)
WITH (
  'provider' = 'triton',
  'endpoint' = 'http://triton-server:8000/v2/models',
  'model-name' = 'classifier',
  'timeout' = '60000'
)
--- refused: Encountered "*" at line 1, column 1.
* SELECT FROM DataStreamTable
--- refused: Incorrect syntax near the keyword 'MAX' at line 1, column 11.
SELECT a1 MAX(a3) FROM (SELECT a1, a2, MAX(a3) AS a3 FROM A GROUP BY a1, a2) t GROUP BY a1
--- refused: Encountered "t2" at line 1, column 61.
SELECT /*+ SHUFFLE_HASH(t1) */ * FROM t1 join t2 ON t1.id   t2.id
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT 1 FROM (SELECT SUM(a1), COUNT(*) FROM T1) t
--- refused: Encountered "+ FROM" at line 1, column 24.
SELECT order_id, price + FROM tax Orders
--- refused: Encountered "mt1" at line 1, column 30.
alter materialized table mt1 mt1 add distribution by hash(a) into 6 buckets
--- accepted
SELECT + price tax FROM Orders WHERE id = 10
--- refused: Encountered ")" at line 1, column 16.
alter table t1 )(reset
--- refused: Encountered ">" at line 1, column 50.
SELECT * FROM x WHERE (SELECT COUNT(*) FROM y  d > 10) > 0.9
--- accepted
SELECT a2 FROM A LEFT JOIN (SELECT COUNT(*) AS cnt FROM B)  x  ON a1 = cnt
--- refused: Encountered "T2" at line 1, column 67.
select /*+ SHUFFLE_HASH(T1, T3) */* from T1, T2, T3 where T1.a1   T2.a2 and T2.b2 = T3.b3
--- refused: Encountered "=" at line 1, column 6.
SET  = '40'
--- refused: Encountered "add" at line 1, column 16.
DROP temporary add catalog1.db1.tbl1
--- refused: Encountered "=" at line 1, column 23.
alter model m1 set (  = 'value1','key2' = 'value2')
--- refused: Encountered "create" at line 1, column 8.
create create table t(
  a catalog1.db1.MyType1,
  b db2.MyType2
) with (
  'k1' = 'v1',
  'k2' = 'v2'
)
--- refused: Encountered "SET" at line 1, column 5.
SET SET 'test-key' = 'test-value'
--- refused: Encountered "(" at line 1, column 10.
SELECT * ( MyTable WHERE amount > 2 AND myUdf(amount) < 32
--- refused: Encountered "= INNER" at line 1, column 160.
SELECT /*+ MULTI_JOIN(Users, Orders, Payments) */Users.user_id, Users.name, Orders.order_id, Payments.payment_id FROM Users INNER JOIN Orders ON Users.user_id =  INNER JOIN Payments ON Users.user_id = Payments.user_id
--- refused: Incorrect syntax near the keyword 'SYSTEM_TIME' at line 8, column 28.
SELECT 
     order_id,
     price,
     orders.currency,
     conversion_rate,
     order_time
FROM orders
LEFT JOIN currency_rates   SYSTEM_TIME AS OF orders.order_time
ON orders.currency = currency_rates.currency
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM MetadataTable
--- refused: Encountered ")" at line 8, column 14.
CREATE TABLE MyUserTableWithFilepath (
  column_name1 INT,
  column_name2 STRING,
  `file.path` STRING NOT NULL METADATA
) WITH (
  'connector' = 'filesystem',
  'path' = 'file:///path/to/whatever',
  'format' = )
'json'
--- refused: Encountered "/" at line 1, column 8.
select /b+ SHUFFLE_MERGE(T1), SHUFFLE_MERGE(T2) */* from T1 join T2 on T1.a1 = T2.a2
--- refused: Encountered "BY" at line 8, column 3.
SELECT supplier_id, rating, COUNT(*)
FROM (VALUES
    ('supplier1', 'product1', 4),
    ('supplier1', 'product2', 3),
    ('supplier2', 'product3', 3),
    ('supplier2', 'product4', 4))
AS Products(supplier_id, product_id, rating)
  BY ROLLUP (supplier_id, rating)
--- refused: Encountered "*" at line 1, column 139.
SELECT T1.a, T1.c, T2.c FROM (SELECT * FROM MyTable /*+ OPTIONS('partition-list'='c:1;c:2') */ WHERE c = '1') T1, (SELECT * FROM MyTable  *+ OPTIONS('partition-list'='c:1;c:2') */ WHERE c = '2') T2 WHERE T1.a = T2.a
--- refused: Encountered "drop" at line 1, column 123.
SELECT * FROM (Select count(*) c1 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and fact_part.price < 100drop s1, (Select count(*) c2 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and fact_part.price < 200) s2, (Select count(*) c3 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and fact_part.price < 400) s3
--- refused: Non-query expression encountered in illegal context
COUNT(DISTINCT c) FROM MyTable
--- refused: Encountered "=>" at line 3, column 5.
SELECT * FROM FROM_CHANGELOG(
  input => TABLE cdc_streamop
  , => DESCRIPTOR(operation)
)
--- refused: Encountered "NOT (" at line 1, column 61.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d NOT  (SELECT z.i FROM z WHERE x.b > z.j AND z.j < 50)
--- refused: Encountered "foo" at line 1, column 8.
CREATE foo TABLE with(
  'connector' = 'filesystem',
  'path' = '$VAR_STREAMING_PATH',
  'format' = 'csv'
) as select id FROM (VALUES (1)) T(id)
--- refused: Encountered ". FROM" at line 1, column 43.
INSERT INTO all_change_sink_table SELECT l.FROM * upsert_table_partial_deletes l JOIN upsert_table_partial_deletes r ON l.id = r.id
--- refused: Encountered "describe" at line 1, column 10.
describe describe connection extended conn1
--- refused: Incorrect syntax near the keyword 'HAVING' at line 1, column 45.
SELECT SUM(a) AS s FROM x GROUP BY b HAVING HAVING COUNT(*) > 2 AND MAX(b) IN (SELECT d FROM y)
--- refused: Encountered "," at line 1, column 25.
insert into snk(l0, l1, , r0, r2, r1) select * from (   select a0, a1, SUBSTRING(a2, 2) as a2 from src1) tmp join src2 on tmp.a1 = src2.b1 and tmp.a2 = src2.b2 on conflict do deduplicate
--- refused: Encountered ")" at line 1, column 32.
DROP temporary table IF EXISTS )
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM MyTable AS T JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id and CAST(T.c as INT) = D.id
--- accepted
select a, c from MyTable /* *+ OPTIONS('scan.watermark.emit.strategy'='on-event') */
--- refused: Encountered "tbl1" at line 1, column 29.
create temporary table tbl1 tbl1 (
 `user` BIGINT NOT NULl,
 product VARCHAR(32),
 amount INT
) with (
 'connector' = 'datagen'
)
--- refused: Encountered "Customers" at line 1, column 18.
CREATE TEMPORARY Customers TABLE (
  id INT,
  name STRING,
  country STRING,
  zip STRING,
   
  update_version STRING
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://mysqlhost:3306/customerdb',
  'table-name' = 'customers'
)
--- refused: Encountered "show" at line 1, column 26.
SELECT func1(e.f.h) from show
--- refused: Encountered "a" at line 1, column 21.
SELECT b, var_sum(a a) FROM MyTable1 GROUP BY b
--- accepted
SELECT c c FROM T1 EXCEPT SELECT f FROM T2 WHERE 1=0
--- refused: Encountered "r" at line 1, column 108.
SELECT * FROM Orders AS o JOIN rates_last_row_rowtime FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency  r.currency AND r.rate + 1 = 100
--- refused: Incorrect syntax near the keyword 'FULL' at line 1, column 21.
SELECT t1.x FROM t1 FULL OUTER  t2 ON t1.x = t2.x
--- refused: Encountered "," at line 1, column 51.
SELECT pandasFunc3(pandasFunc2(a + pandasFunc1(a, , c), b), c) FROM MyTable
--- refused: Encountered "<EOF>" at line 1, column 40.
show functions from catalog1.db1 ilike
--- accepted
SELECT c FROM T1 WHERE 1=0 EXCEPT SELECT f   T2
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 76.
SELECT * FROM l WHERE b > 10 AND EXISTS (SELECT CAST(e AS INTEGER), 1 FROM SELECT WHERE e > 0)
--- refused: Incorrect syntax near the keyword 'INTO' at line 1, column 13.
INSERT INTO INTO upsert_sink_table SELECT * FROM retract_table_partial_deletes
--- accepted
SELECT T1.a, T1.i, T2.j FROM (SELECT a, nested.i as i FROM MyTable)  , (SELECT a, nested.j as j FROM MyTable) T2 WHERE T1.a = T2.a
--- refused: Encountered "=>" at line 1, column 21.
SELECT * FROM f(p p => INTERVAL '1' YEAR)
--- refused: Encountered "\'scan.watermark.emit.strategy\'" at line 1, column 30.
select a, c from MyTable /*+ 'scan.watermark.emit.strategy'(OPTIONS='on-event') */
--- refused: Non-query expression encountered in illegal context
c FROM T1 WHERE 1=0 EXCEPT SELECT f FROM T2
--- refused: Encountered "f0" at line 1, column 33.
alter table t1 add (new_row row f0(int, f1 bigint) comment 'new_column docs', f2 as new_row.f0 + 1)
--- refused: Encountered "*" at line 1, column 40.
SELECT * FROM l WHERE EXISTS (SELECT * * FROM r, LATERAL TABLE(table_func(f)) AS T(f1))
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 32.
SELECT a FROM MyTable ORDER BY BY c LIMIT 2
--- refused: Encountered "*" at line 3, column 29.
CREATE TABLE tbl1 (
  f1 row<q1 bigint, q2 row<t1 timestamp, t2 varchar>, q3 boolean>,
  WATERMARK FOR f1.q2.t1 AS *()
)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Incorrect syntax near the keyword 'TABLE' at line 7, column 3.
SELECT 
  doc_id,
  entities,
  entity_types,
  source
FROM ML_PREDICT(
  TABLE  ,
  MODEL ner_model,
  DESCRIPTOR(document_text)
)
--- refused: Encountered "," at line 1, column 32.
SELECT a FROM MyTable ORDER BY , c LIMIT 0 OFFSET 1
--- refused: Encountered "desc" at line 1, column 50.
SELECT a FROM MyTable ORDER BY c, proctime LIMIT desc 1
--- accepted
SELECT * FROM NestedItemTable WHERE `Result``Mid`.data_arr[2].`value` = 3
--- refused: Encountered "/*+" at line 1, column 2.
/*+ BROADCAST(T2) */* from T1 where a1 in (select a2 from T2)
--- accepted
select * from T2
--- accepted
SELECT (number) FROM MyTable GROUP BY word
--- refused: Encountered "1" at line 1, column 50.
SELECT a FROM MyTable ORDER BY c, proctime desc  1
--- refused: Encountered "uid" at line 1, column 50.
ALTER TABLE MyTable ADD DISTRIBUTION BY HASH(uid uid) INTO 4 BUCKETS
--- refused: Encountered "," at line 1, column 28.
SELECT ARRAY(BITMAP_BUILD[1, 2, 3, 4, 5])
--- refused: Encountered "=" at line 1, column 35.
SELECT * FROM A, B, C, D a1 WHERE = b1 AND b1 = c1 AND c1 = d1
--- refused: Encountered ")" at line 1, column 22.
SELECT COALESCE(f1, () FROM T
--- refused: Encountered "<EOF>" at line 1, column 59.
select * FROM MyTable, LATERAL TABLE(tableFunc(func1( (a)))
--- refused: Encountered "," at line 3, column 24.
CREATE TABLE UserScores (name STRING, score INT)
WITH (
  'connector'  'socket',
  'hostname' = 'localhost',
  'port' = '9999',
  'byte-delimiter' = '10',
  'format' = 'changelog-csv',
  'changelog-csv.column-delimiter' = '|'
)
--- refused: Encountered "+" at line 1, column 80.
Select * from dim join (select fact_date_sk + 1 as fact_date_sk1, price + 1 as + from fact_part) t1 on t1.fact_date_sk1 = dim_date_sk and t1.price1 > 200 and dim.price < 500
--- refused: Encountered ")" at line 1, column 48.
alter table tbl1 add DISTRIBUTION BY RANGE(ah ,)
--- refused: Encountered "= <EOF>" at line 1, column 35.
SELECT * FROM MyTable WHERE part1 =
--- refused: Encountered "*" at line 1, column 3.
* FROM x WHERE b > 1 AND a NOT IN (SELECT c FROM y WHERE x.b = y.d AND y.c > 10)
--- refused: Encountered "FROM" at line 1, column 39.
SELECT * FROM l WHERE NOT EXISTS (  d FROM r WHERE CAST(b AS INTEGER) = d)
--- refused: Encountered ")" at line 1, column 76.
Select * from (select fact_date_sk + 1 as fact_date_sk, id from fact_part) ) fact_part1 join item on fact_part1.id = item.id join dim on fact_part1.fact_date_sk = dim.dim_date_sk where dim.price < 500 and dim.price > 300
--- refused: Incorrect syntax near the keyword 'INTO' at line 1, column 13.
INSERT INTO INTO sink PARTITION (b=1, c=1) VALUES (5)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 35.
SELECT order_id, price + tax FROM FROM Orders
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 15.
SELECT * FROM WHERE VirtualTable price > 10
--- refused: Encountered "like" at line 5, column 3.
SELECT 
  image_id,
  predicted_class,
  confidence,
  like
FROM ML_PREDICT(
  TABLE image_stream,
  MODEL image_classifier,
  DESCRIPTOR(image_pixels)
)
--- refused: Encountered "<EOF>" at line 5, column 25.
create model m1
 WITH (
  'key1'='value1',
  'key2'='value2'
 ) as select f1, f2 from
--- refused: Encountered "a1" at line 1, column 55.
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2  a1 = 2
--- refused: Encountered "TABLE" at line 1, column 56.
SELECT * FROM TO_CHANGELOG(input => insert_only_source TABLE)
--- refused: Encountered "on" at line 1, column 13.
alter table on reset ('key1', 'key2')
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 30.
SELECT proctime desc, c FROM FROM LIMIT 0
--- refused: Encountered ">" at line 1, column 36.
SELECT * FROM MyTable amount WHERE > 2 OR amount < 10
--- refused: Encountered "." at line 3, column 62.
CREATE VIEW MyView4 AS
            SELECT
                TUMBLE_START(ts, INTERVAL '10' MINUTES) AS T1.a1,
                TUMBLE_END(ts, INTERVAL '10' MINUTES) AS window_end,
                TUMBLE_ROWTIME(ts, INTERVAL '10' MINUTES) as window_rowtime,
                item,
                MAX(price) as max_price
            FROM MyTable2
                GROUP BY TUMBLE(ts, INTERVAL '10' MINUTES), item
--- refused: Encountered "`data`" at line 1, column 52.
SELECT `field2`, COALESCE(TRY_CAST(`field1`.`data` `data`[0].`nested`.`trId` AS STRING)) AS transactionId FROM testCastOfTestToSameTypeWithArray
--- refused: Non-query expression encountered in illegal context
asyncFunc1(a, b), c FROM MyTable WHERE asyncFunc2(a, c) > 0
--- refused: Encountered "fraud_score" at line 8, column 9.
CREATE MODEL fraud_detector
INPUT (
  user_id BIGINT,
  amount DOUBLE,
  merchant_id STRING,
  device_fingerprint STRING
)
OUTPUT  fraud_score(FLOAT)
WITH (
  'provider' = 'triton',
  'endpoint' = 'http://triton-server:8000/v2/models',
  'model-name' = 'fraud_detection_model',
  'timeout' = '5000',
  'priority' = '200'   
)
--- accepted
SELECT a1, a2, b1, b2 FROM (SELECT  (a2) AS a2, a1 FROM A GROUP BY a1) FULL JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a2 = b2 AND a1 > b1
--- refused: Encountered "and <" at line 1, column 68.
select * from fact left outer join dim on fact.amount = dim.amount and < dim.price 500
--- refused: Encountered "," at line 3, column 23.
create temporary system connection conn1
 WITH (
  'type' 'custom_type',
  'api_key'='key123'
 )
--- refused: Encountered "<EOF>" at line 1, column 31.
show create materialized table
--- refused: Encountered "src2" at line 1, column 111.
insert into snk select a0, a1 + 1.1, a2, a3, b0, b2, b1 from src1 join src2 on src1.a1 = src2.b1 and src1.a2  src2.b2 on conflict do deduplicate
--- refused: Encountered "T2" at line 1, column 98.
SELECT T1.a, T1.c, T2.c FROM (SELECT * FROM MyTable LIMIT 10) T1, (SELECT * FROM MyTable LIMIT 10T2 ) WHERE T1.a = T2.a
--- refused: Encountered "<EOF>" at line 1, column 21.
select c.e, c.d from
--- refused: Encountered "where" at line 1, column 31.
select * from fact, dim where where fact.amount = dim.amount and dim.price < 500
--- refused: Encountered "(" at line 1, column 17.
SELECT *  my_ptf(
  input_table => TABLE source_table
    PARTITION BY user_id
    ORDER BY (event_time ASC, priority DESC NULLS FIRST)
)
--- refused: Encountered "\'json.fail-on-missing-field\'" at line 1, column 26.
ALTER MATERIALIZED TABLE 'json.fail-on-missing-field' AS SELECT * FROM t
--- refused: Encountered "=>" at line 1, column 122.
SELECT `out`, `rowtime` FROM f(r => TABLE t_watermarked PARTITION BY name ORDER BY (ts ASC, score DESC NULLS FIRST) ), i => 42, on_time => DESCRIPTOR(ts))
--- refused: Encountered "<EOF>" at line 1, column 101.
SELECT a1, b1 FROM ( (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) FULL JOIN B ON a1 = b1 AND a2 > b2
--- refused: Encountered "alter" at line 1, column 7.
table alter t1 set ('key1'='value1')
--- refused: Encountered "," at line 1, column 8.
SELECT , FROM MyTable ORDER BY proctime, c LIMIT 0 OFFSET 1
--- refused: Encountered "JOIN" at line 1, column 25.
SELECT * FROM T1  OUTER JOIN T2 ON a = c JOIN T3 ON a = e
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 26.
SELECT c, g AND MyTable2 LEFT OUTER JOIN  MyTable1 ON a = d AND d < 2
--- refused: Encountered "," at line 1, column 1.
, create table orders3
--- accepted
SELECT c, g g FROM MyTable1, MyTable2 WHERE b = e AND a = d
--- refused: Incorrect syntax near the keyword 'VALUES' at line 1, column 37.
SELECT MAX(a), SUM(b), MIN(c) FROM (VALUES ,1, 2, 3)) T(a, b, c)
--- refused: Encountered "IS key" at line 1, column 70.
SELECT * FROM x WHERE (NOT EXISTS (SELECT d FROM y WHERE y.d = x.b)) IS key
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT * FROM FROM MyTable ORDER BY a LIMIT 0 OFFSET 10
--- refused: Non-query expression encountered in illegal context
10 columns in v1 not like '%u'
--- refused: Incorrect syntax near the keyword 'INNER' at line 1, column 27.
SELECT c, g FROM MyTable2 INNER JOIN JOIN MyTable1 ON a = d AND b = e
--- refused: Encountered "modify" at line 1, column 11.
table t1 modify constraint ct1 primary key(a, b) not enforced
--- refused: Encountered "k1 = ," at line 1, column 29.
select * from t1/*+ OPTIONS(k1= ,'#v1'k2='#v2') */
--- refused: Encountered "FROM" at line 1, column 44.
SELECT b, COUNT(DISTINCT a, MAX(b), SUM(c) FROM wmTable1 GROUP BY b
--- accepted
insert into tmp_snk select a0, a1   src1 on conflict do deduplicate
--- refused: Encountered "=" at line 1, column 57.
alter table tbl add partition (p1=1,p2='a') with ('k1'= ='v1')
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 30.
SELECT a FROM x WHERE EXISTS SELECT 1 FROM (SELECT c FROM y LIMIT 1) y2 WHERE x.a = y2.c)
--- refused: Encountered "ON" at line 1, column 47.
SELECT /*+ NEST_LOOP(t1, t3) */ * FROM t1  t2 ON t1.id = t2.id JOIN t3 ON t1.id = t3.id
--- refused: Encountered "watermark" at line 1, column 16.
alter table t1 watermark drop
--- refused: Encountered "(" at line 5, column 8.
CREATE TABLE OrdersShipInfo (
        `order_id` INT,
        `line_order_id` INT,
        `ship_mode` STRING
    )  (
        'connector' = '...'
    )
--- refused: Encountered "\'k1\'" at line 1, column 73.
alter table tbl add if not exists partition (p=1) partition (p=2) with  'k1'(= 'v1')
--- accepted
ALTER MATERIALIZED TABLE p.product_id SUSPEND
--- refused: Non-query expression encountered in illegal context
changelog_mode explain,json_execution_plan,estimated_cost,plan_advice select * from emps
--- refused: Encountered "/" at line 1, column 81.
alter materialized table default_catalog.default_database.mt1 add watermark for / as ts - interval '1' second
--- refused: Incorrect syntax near the keyword 'OR' at line 1, column 36.
SELECT * FROM MyTable WHERE id > 2 OR = part1 'A'
--- refused: Non-query expression encountered in illegal context
a, b FROM MyTable
--- refused: Incorrect syntax near the keyword 'UNION' at line 1, column 20.
SELECT x, y FROM   UNION SELECT x, y FROM t2
--- refused: Encountered ")" at line 8, column 1.
create table BatchTable (
  id int,
  str string
) with (
  'connector' = 'filesystem',
  'path' = '$VAR_BATCH_PATH',
  'format'  'csv'
)
--- refused: Encountered "d" at line 1, column 65.
SELECT * FROM l WHERE a IN (SELECT d * 5 FROM (SELECT SUM( )dAS d FROM r WHERE l.b = r.e) r1)
--- refused: Incorrect syntax near the keyword 'JSON_ARRAYAGG' at line 1, column 44.
SELECT MAX(f0), JSON_OBJECTAGG(f1 VALUE f0)JSON_ARRAYAGG ,(f1), JSON_ARRAYAGG(f0) FROM T
--- refused: Encountered "<EOF>" at line 1, column 18.
show create model
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM A, B WHERE a1 = b1
--- refused: Encountered "ts" at line 1, column 74.
alter table default_catalog.default_database.t1 modify watermark for ts  ts - interval '1' second
--- accepted
SELECT COALESCE(a.order_id, b.order_id) AS order_id, a.amount FROM orders a LEFT JOIN b order_details ON a.order_id = b.order_id
--- refused: Encountered "c1" at line 1, column 6.
drop c1. table`default`.MyTable6
--- refused: Encountered "NOT" at line 1, column 20.
SELECT * FROM l  a NOT IN (SELECT d FROM r WHERE l.b > r.e)
--- accepted
show connections  like 'temp_%'
--- accepted
CREATE TABLE IF NOT EXISTS daily_orders (
 `user` BIGINT  NULl,
 product STRING,
 amount INT,
 dt STRING NOT NULL,
 PRIMARY KEY(dt, `user`) NOT ENFORCED
) PARTITIONED BY (dt) WITH (
 'connector' = 'filesystem',
 'path' = '$VAR_BATCH_PATH',
 'format' = 'csv'
)
--- refused: Encountered "," at line 14, column 17.
CREATE TABLE tbl1 (
  a bigint,
  h varchar, 
  g as 2 * (a + 1), 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  b varchar,
  proc as PROCTIME(), 
  meta STRING METADATA, 
  my_meta STRING METADATA FROM 'meta', 
  my_meta STRING METADATA FROM 'meta' VIRTUAL, 
  meta STRING METADATA VIRTUAL, 
  PRIMARY KEY (a, b)
)
PARTITIONED BY (, h)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Incorrect syntax near the keyword 'OVER' at line 1, column 22.
SELECT COUNT(1) OVER OVER () FROM MyTable
--- refused: Encountered "WITH" at line 1, column 53.
SELECT a, b, s, t, o FROM MyTable, UNNEST(MyTable.b WITH ORDINALITY AS A (s, t, o) WHERE s > 13
--- accepted
SELECT 
  user_id
  recommended_products,
  scores,
  event_time
FROM ML_PREDICT(
  TABLE user_activity,
  MODEL recommender,
  DESCRIPTOR(user_features, browsing_history, context_features)
)
--- refused: Encountered "show from" at line 1, column 1.
show from columns orders not like '%_r'
--- refused: Encountered "like" at line 1, column 23.
show databases from   like 'db%'
--- refused: Encountered "." at line 1, column 88.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a NOT IN (SELECT z.i FROM z z.j WHERE < 50)
--- refused: Encountered "=" at line 1, column 29.
SELECT a, f FROM x, y WHERE = x.c y.f AND y.e > 100 AND EXISTS (SELECT * FROM z WHERE z.i > x.a AND z.j < 50)
--- refused: Encountered ">= SELECT" at line 1, column 63.
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 WHERE a2 >= SELECT
--- refused: Encountered "\'1\'" at line 1, column 86.
alter table default_catalog.default_database.t1 add watermark for ts as ts - catalog '1' second
--- refused: DROP SYSTEM CONNECTION is not supported, system connections can only be dropped as temporary connections, you can use DROP TEMPORARY SYSTEM CONNECTION instead.
drop system temporary connection conn1
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM l WHERE a IN (SELECT d FROM r WHERE b + 1 = e)
--- refused: Encountered "\'new_column docs\'" at line 1, column 56.
alter materialized table mt1 modify new_column string  'new_column docs' first
--- accepted
alter materialized table mt1 add col_int int metadata from 'mk1'   comment 'comment_metadata' after col_b
--- refused: Incorrect syntax near the keyword 'LIMIT' at line 1, column 24.
SELECT c, rowtime FROM LIMIT MyTable 2
--- refused: Encountered "\'1d\'" at line 1, column 24.
select /*+ SHUFFLE_HASH'1d'T1), NEST_LOOP(T1) */* from T1 join T2 on T1.a1 > T2.a2
--- refused: Encountered ")" at line 1, column 55.
SELECT b FROM l WHERE (CASE WHEN a > 10 THEN 1 ELSE 2 ) NOT IN (SELECT d FROM r)
--- refused: Encountered "," at line 1, column 32.
insert into tmp_snk select a0, , a1 from src1 on conflict do deduplicate
--- refused: Encountered "<EOF>" at line 1, column 42.
SELECT c FROM ( (SELECT a, c FROM MyTable)
--- refused: Incorrect syntax near the keyword 'TABLE' at line 1, column 14.
CREATE TABLE TABLE blackhole_table WITH ('connector' = 'blackhole')
LIKE source_table (EXCLUDING ALL)
--- refused: Encountered "src1" at line 1, column 68.
insert into snk select * from src1 join src2 on src1.a1 = src2.b1  src1.a2 = src2.b2 and src2.b0 > src1.a0 on conflict do deduplicate
--- refused: Encountered "," at line 1, column 64.
SELECT deptno, COUNT(*) AS c FROM emps GROUP BY GROUPING SETS (,)( (deptno))
--- refused: Encountered "FROM" at line 1, column 65.
SELECT a1, SUM(DISTINCT b1), MAX(DISTINCT b1 , MIN(DISTINCT c1) FROM T1 GROUP BY a1
--- refused: Encountered "TIMESTAMP" at line 1, column 38.
SELECT * FROM t1 FOR SYSTEM_TIME AS  TIMESTAMP '2023-01-01 10:00:00'
--- refused: Encountered "T2 T2" at line 1, column 26.
select /*+ SHUFFLE_MERGE(T2 T2) */* from T1 where a1 not in (select a2 from T2)
--- refused: Encountered "(" at line 1, column 12.
select /*+ (T1, T2) */* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- refused: Encountered "SELECT" at line 1, column 69.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a NOT IN  SELECT(z.i FROM z WHERE y.e = z.j AND z.j < 50)
--- refused: Encountered "c" at line 1, column 18.
SELECT IF(c = '' c OR IS NULL, 'a', 'b') FROM MyTable
--- refused: Encountered ")" at line 9, column 22.
CREATE VIEW auction AS
SELECT auction.id,
       auction.itemName,
       auction.description,
       auction.initialBid,
       auction.reserve,
       `dateTime`,
       auction.expires,
       auction.seller)
       auction.category,
       auction.extra
FROM datagen
WHERE event_type = 1
--- refused: Incorrect syntax near the keyword 'OR' at line 1, column 62.
SELECT * FROM MyTable WHERE a = 1 OR a = 2 OR a = 3 OR a = 4 OR OR b = 1
--- refused: Encountered "from" at line 1, column 32.
explain plan for select * from from emps
--- refused: Encountered "*" at line 1, column 1.
* SELECT FROM view3
--- refused: Encountered "IS CAST" at line 1, column 64.
SELECT * FROM MyTable1 INNER JOIN MyTable2 ON a1 = a2 WHERE a2 IS CAST
--- refused: Encountered ")" at line 1, column 70.
select * from fact, dim where fact.amount = dim.amount and dim.price ) 500
--- accepted
SELECT * FROM l WHERE a   (SELECT d FROM r where CAST(l.b AS INTEGER) = r.d)
--- refused: Encountered "=" at line 13, column 17.
CREATE TABLE user_created (
  
   
  kafka_key_id STRING,
  
   
  id STRING,
  name STRING, 
  email STRING
  
) WITH (

  'connector' = = 'kafka',
  'topic' = 'user_events_example2',
  'properties.bootstrap.servers' = 'localhost:9092',

   
   
  'key.format' = 'avro-confluent',
  'key.avro-confluent.url' = 'http://localhost:8082',
  'key.fields' = 'kafka_key_id',

   
   
  'key.fields-prefix' = 'kafka_key_',

  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = 'http://localhost:8082',
  'value.fields-include' = 'EXCEPT_KEY',
   
   
  'key.avro-confluent.subject' = 'user_events_example2-key2',
  'value.avro-confluent.subject' = 'user_events_example2-value2'
)
--- refused: Encountered "WHERE" at line 1, column 14.
SELECT *   x WHERE (NOT EXISTS (SELECT d FROM y WHERE y.d = x.b)) = true
--- refused: Encountered "," at line 4, column 41.
CREATE TABLE Orders (
    order_number BIGINT,
    price        DECIMAL(32,2),
    buyer        ROW<first_name STRING, , last_name STRING>,
    order_time   TIMESTAMP(3)
) WITH (
  'connector' = 'datagen'
)
--- refused: Non-query expression encountered in illegal context
conn1 * FROM x WHERE a IN (SELECT c FROM y where CAST(x.b AS INTEGER) = y.c)
--- refused: Encountered "<EOF>" at line 1, column 39.
SET 'table.exec.mini-batch.size'  '200'
--- refused: Encountered "string" at line 1, column 59.
create table `mod` (`table` string, `database` `database` string) with ('connector' = 'values')
--- refused: Encountered "\'key1\'" at line 6, column 3.
create model if not exists m1
 INPUT(col1 INT, col2 STRING)
 OUTPUT(label DOUBLE)
 COMMENT 'model_comment'
 WITH 
  'key1'='value1',
  'key2'='value2'
 )
--- refused: Encountered "*" at line 1, column 29.
SELECT CURRENT_TIMESTAMP, * * FROM clicks
--- refused: Encountered "tmp" at line 17, column 12.
CREATE MATERIALIZED TABLE continuous_users_shops
PARTITIONED BY (ds)
WITH (
  'format' = 'debezium-json',
  'sink.rolling-policy.rollover-interval' = '10s',
  'sink.rolling-policy.check-interval' = '10s'
)
FRESHNESS = INTERVAL '30' SECOND
AS SELECT
  user_id,
  ds,
  SUM (payment_amount_cents) AS payed_buy_fee_sum,
  SUM (1) AS PV
FROM (
  SELECT user_id, order_created_at AS ds, payment_amount_cents
    FROM json_source
  ) AS tmp tmp
GROUP BY user_id, ds
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 66.
SELECT * FROM l WHERE a IN (SELECT d * 5 FROM (SELECT SUM(d) AS  FROM r WHERE l.b = r.e) r1)
--- refused: Encountered "ALTER" at line 1, column 7.
ALTER ALTER TABLE MyTable RENAME TO MyTable2
--- refused: Encountered "watermark" at line 1, column 18.
REPLACE TABLE t  watermark(FOR ts AS ts - interval '3' second) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "\'T1\' = =" at line 1, column 22.
select /*+ STATE_TTL('T1' = = '1d', 'T2' = '2d'), BROADCAST(T1) */T1.b1, sum(T1.a1) from T1 join T2 on T1.b1 = T2.b2 group by T1.b1
--- refused: Incorrect syntax near the keyword 'EXISTS' at line 1, column 17.
SELECT * FROM l EXISTS WHERE (SELECT * FROM r) AND b > 10
--- refused: Encountered "," at line 1, column 1.
, 'table.exec.state.ttl' = '1000'
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT * FROM FROM l WHERE EXISTS (SELECT * FROM r WHERE l.a < r.d)
--- accepted
SELECT * FROM x WHERE NOT a IN (SELECT c FROM y)
--- refused: Encountered "+" at line 1, column 10.
select  *+ NEST_LOOP(T2, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- refused: Encountered "*" at line 1, column 1.
* SELECT FROM continuous_users_shops
--- refused: Encountered "and" at line 1, column 51.
SELECT a, DENSE_RANK() OVER (PARTITION BY a ORDER and proctime) FROM MyTableWithProctime
--- refused: Encountered "a" at line 1, column 48.
SELECT a, SUM(b), COUNT(c) FROM MyTable1 GROUP a BY
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 51.
SELECT a, LISTAGG(DISTINCT c, '#') FROM MyTable   BY a
--- refused: Encountered "rowtime" at line 1, column 30.
SELECT a FROM MyTable ORDER  rowtime, c LIMIT 1
--- refused: Encountered "join join" at line 1, column 46.
select /*+ SHUFFLE_MERGE(T1, T1) */* from T1 join join T2 on T1.a1 = T2.a2
--- refused: Encountered "." at line 1, column 47.
SELECT * FROM x WHERE (a IN (SELECT d FROM y y.d WHERE = x.b)) IS TRUE
--- refused: Encountered "t1SELECT" at line 1, column 39.
SELECT * FROM MyTable1 WHERE a NOT IN t1SELECT d FROM MyTable2)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 40.
SELECT * FROM x WHERE EXISTS (SELECT   FROM y WHERE a = c)
--- refused: Encountered "(" at line 1, column 36.
SELECT c FROM ((SELECT * FROM T1)  (SELECT * FROM T2)) WHERE a > 1
--- refused: Encountered "(" at line 3, column 44.
EXPLAIN EXECUTE STATEMENT SET BEGIN
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
INSERT INTO StreamingTable SELECT * FROM ( (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
END
--- refused: Encountered "= )" at line 1, column 58.
SELECT * FROM x WHERE (EXISTS (SELECT d FROM y WHERE y.d = )) = true
--- accepted
SELECT (name) FROM inventory
--- refused: Encountered "int" at line 1, column 35.
alter materialized table mt1 add  int not null
--- refused: Encountered "WHERE" at line 1, column 71.
SELECT * FROM l WHERE EXISTS (SELECT * FROM r RIGHT JOIN (SELECT *  t WHERE t.j = l.b AND i < 50) t1 ON r.f = t1.k)
--- refused: Encountered "(" at line 1, column 84.
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r, LATERAL TABLE(table_func(f)) AS (f1))
--- refused: Encountered "ilike" at line 1, column 26.
show user functions from ilike catalog1.db1 '%'
--- refused: Encountered "for" at line 1, column 48.
alter materialized table mt1 add watermark for for ts as ts - interval '1' second
--- refused: Encountered "extended" at line 1, column 28.
describe database extended extended db1
--- refused: Encountered ")" at line 1, column 60.
SELECT * FROM T t1 LEFT JOIN T t2 ON COALESCE(t1.f0, '-',  )t1.f2= t2.f0
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 98.
SELECT * FROM x WHERE EXISTS (SELECT * FROM y WHERE (d = 1 AND e = 2) OR (NOT (d <> 1) AND e = 3)AND ) true
--- refused: Non-query expression encountered in illegal context
analyze  emps compute statistics for all columns
--- refused: Encountered "tbl" at line 1, column 14.
show columns tbl from not like '%'
--- refused: Encountered "CREATE" at line 1, column 75.
SELECT * FROM MyTable WHERE a <> 1 AND a <> 2 AND a <> 3 AND a <> 4 AND a CREATE 5
--- refused: Encountered "tb1" at line 1, column 22.
ALTER MATERIALIZED   tb1 RESUME
WITH (
  'group.id' = 'testGroup',
  'topic' = 'test'
)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 46.
SELECT a FROM x x1 WHERE a IN (SELECT a FROM WHERE x a < 3 AND x1.b = x.b GROUP BY a)
--- accepted
select /*+ NEST_LOOP(T1, T3) */* from T1 T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- refused: Encountered "e" at line 1, column 61.
SELECT c, g FROM MyTable1 FULL OUTER JOIN MyTable2 ON b = e e
--- refused: Encountered "table" at line 1, column 55.
select /*+ NEST_LOOP(T1) */* from T1 join T2 on T1.a1 table T2.a2 where T1.a1 > 5
--- refused: Encountered "<EOF>" at line 1, column 26.
SELECT MAX(`string`) FROM
--- refused: Encountered "," at line 2, column 96.
EXPLAIN STATEMENT SET BEGIN
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, ,)'Hello' (3, 'World'), (4, 'ADD'), (5, 'LINE'));
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
END
--- refused: Encountered "," at line 1, column 43.
select /*+ SHUFFLE_HASH(T2, T3) */* from  , T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- refused: Encountered "a1" at line 1, column 50.
SELECT * FROM MyTable1 JOIN MyTable2 ON a1 = a2  a1 = 2
--- refused: Encountered "." at line 1, column 55.
select /*+ SHUFFLE_HASH(T1, T3) */* from T1, T2, T3 T1.a1 where = T2.a2 and T2.b2 = T3.b3
--- refused: Encountered "," at line 1, column 25.
SELECT SUM(DISTINCT a), , COUNT(DISTINCT c) FROM MyTable GROUP BY b
--- refused: Encountered "," at line 1, column 13.
SELECT id,  , op FROM src
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 37.
SELECT * FROM T1 WHERE a IN (SELECT FROM d T2 WHERE 1=0)
--- refused: Encountered "/*+" at line 1, column 3.
( /*+ STATE_TTL('left_input'= '360000s', 'right_input' = '15h') */ * 
FROM left_input JOIN right_input
ON left_input.join_key = right_input.join_key
--- refused: Encountered "*" at line 1, column 52.
SELECT * FROM (SELECT * FROM leftT WHERE EXISTS (( * FROM rightT)) T WHERE T.b > 2
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 11.
SELECT a, FROM b MyLtzTable
--- refused: Encountered "T" at line 1, column 39.
SELECT JSON_OBJECTAGG(f1 VALUE f1) ts T
--- refused: Encountered "if" at line 1, column 8.
alter  if exists conn1 set ('password' = 'new_password','url' = 'http://new.com')
--- refused: Encountered "<EOF>" at line 1, column 22.
SELECT id, ts src FROM
--- refused: Encountered "SET" at line 1, column 5.
SET SET 'execution.mode' = 'yarn-application'
--- refused: Encountered "<EOF>" at line 1, column 70.
select weightedAvg(a, 1) FROM t GROUP BY GROUPING SETS ((b, c), (b, d)
--- refused: Non-query expression encountered in illegal context
c 'table.exec.spill-compression.block-size' = '128kb'
--- accepted
select * from tbl1 WHERE a1 IN (select /*+ ShUfFlE_HaSh(T2) */ T2.a2 from T2 join T1 on T2.a2 = T1.a1 order by T1.a1 limit 10)
--- refused: Encountered "EXCLUDING" at line 2, column 30.
CREATE TABLE blackhole_table WITH ('connector' = 'blackhole')
LIKE source_table (EXCLUDING EXCLUDING ALL)
--- refused: Non-query expression encountered in illegal context
temporary alter function function1 as 'org.apache.flink.function.function1'
--- accepted
SELECT d FROM (SELECT a, b, c, d FROM MyTable1, MyTable2) t WHERE NOT a IN (SELECT d FROM MyTable2)
--- accepted
drop database  RESTRICT
--- refused: Incorrect syntax near the keyword 'MATERIALIZED' at line 1, column 2.
MATERIALIZED TABLE continuous_users_shops
--- refused: Encountered "FOR" at line 1, column 80.
SELECT * FROM Orders AS o JOIN rates_last_row_proctime rates_last_row_proctime FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = r.currency
--- refused: Encountered "*" at line 3, column 5.
create temporary table source_table(
  a int,
  b *,
  c string
) with (
  'x' = 'y',
  'abc' = 'def'
)
--- refused: Incorrect syntax near the keyword 'NOT' at line 1, column 10.
SELECT * NOT continuous_users_shops
--- refused: Encountered ")" at line 1, column 51.
SELECT * FROM l WHERE EXISTS (SELECT MAX(r.e) OVER) FROM r WHERE l.c = r.f AND r.d < 3)
--- refused: Encountered "show add" at line 1, column 1.
show add from orders not like '%u'
--- refused: Encountered "," at line 1, column 21.
SELECT pandasFunc1( , b) + 1 FROM MyTable
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 61.
SELECT * FROM l WHERE EXISTS (SELECT * FROM (SELECT f FROM  WHERE r.d = l.a AND r.e > 10) r1 INNER JOIN t ON r1.f = t.k)
--- refused: Encountered "materialized" at line 1, column 1.
materialized alter table mt1 drop constraint pk_mt
--- refused: Non-query expression encountered in illegal context
select_list SELECT FROM table_name FOR SYSTEM_TIME AS OF timestamp_expression
--- refused: Encountered "a" at line 1, column 26.
SELECT * FROM l WHERE (a a, c) NOT IN (SELECT d, f FROM r WHERE l.b = r.e)
--- refused: Encountered "db2" at line 1, column 20.
alter database db2 db2 set ('k1' = 'a', 'k2' = 'b')
--- refused: Incorrect syntax near the keyword 'RENAME' at line 1, column 13.
ALTER TABLE RENAME MyTable request_body TO payload
--- refused: Encountered "DESCRIPTOR" at line 2, column 30.
SELECT window_start, window_end, SUM(partial_price) AS total_price
  FROM TUMBLE(TABLE window1  DESCRIPTOR(rowtime), INTERVAL '10' MINUTES)
  GROUP BY window_start, window_end
--- refused: Encountered "databases" at line 1, column 2.
databases like 'db%'
--- refused: Encountered "snk" at line 1, column 8.
insert snk into select * from src1 join non_lookup_src on src1.a1 = non_lookup_src.b1 and src1.a2 = non_lookup_src.b2 on conflict do deduplicate
--- refused: Encountered "(" at line 1, column 16.
SELECT a  func1(a) from MyTable
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM MyTable WHERE part2 > 1
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT a, c FROM MyTable
--- refused: Encountered "a1" at line 1, column 36.
SELECT a1, b1 FROM A JOIN B ON (a1 a1 = 1 AND b1 = 1) OR (a2 = 2 AND true)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM DataStreamTable
--- refused: Encountered "," at line 1, column 19.
SELECT `1-_./Ü`b ,, c FROM (SELECT a as `1-_./Ü`, b, c FROM MyTable)
--- refused: Encountered "<>" at line 1, column 23.
SELECT a FROM MyTable <> BY c, proctime desc LIMIT 1
--- refused: Encountered "=" at line 1, column 39.
SELECT a1, b1 FROM A FULL JOIN B , a1 = b1 AND a2 > b2
--- refused: Encountered "2" at line 1, column 89.
INSERT INTO all_change_sink_table SELECT * FROM upsert_table_partial_deletes WHERE col1 2 >
--- refused: Encountered "<> )" at line 1, column 102.
SELECT * FROM l WHERE a IN (SELECT d FROM r WHERE c = f) AND b IN (SELECT j FROM t WHERE a = i AND k <> )'test'
--- refused: Encountered "INTERVAL" at line 1, column 77.
SELECT SUM(a) AS sumA, COUNT(b) AS cntB FROM MyTable2 GROUP BY HOP(ts, '15' INTERVAL MINUTE, INTERVAL '90' MINUTE)
--- refused: Encountered "8" at line 1, column 95.
SELECT * FROM MyTable WHERE d = 1 OR d = 2 OR d = 3 OR d = 4 OR d = 5 OR d = 6 OR d = 7 OR d  8 OR d = 9 OR d = 10 OR d = 11 OR d = 12 OR d = 13 OR d = 14 OR d = 15 OR d = 16 OR d = 17 OR d = 18 OR d = 19
--- accepted
insert into snk select * from (   select distinct max(a0) as a0, a1 a1, max(a2) as a2, max(a3) as a3 from src1 group by a1) tmp join src2 on tmp.a1 = src2.b1 and tmp.a2 = src2.b2
--- refused: Encountered "a2" at line 1, column 48.
SELECT a from MyTable RIGHT JOIN MyTable2 ON a a2 = WHERE func6(a, a2) > 10
--- accepted
CREATE MODEL triton_text_classifier
INPUT (input STRING COMMENT 'Input text for classification')
OUTPUT (output T1 COMMENT 'Classification result')
COMMENT 'A Triton-based text classification model'
WITH (
    'provider' = 'triton',
    'endpoint' = 'http://localhost:8000/v2/models',
    'model-name' = 'text-classification',
    'model-version' = '1',
    'timeout' = '10000',
    'max-retries' = '3'
)
--- refused: Encountered "and" at line 1, column 8.
SELECT and FROM (SELECT * FROM T1 JOIN T2 ON a = c) t WHERE a IN (SELECT e FROM T3)
--- refused: Encountered "0" at line 1, column 26.
SELECT a, c FROM MyTable 0 LIMIT OFFSET 10
--- refused: Encountered "FROM" at line 1, column 18.
SELECT a1( a_sum FROM A, (SELECT SUM(a1) + SUM(a2) AS a_sum FROM A)
--- refused: Encountered "d" at line 2, column 4.
SELECT * FROM MyTable2 INNER JOIN MyTable1 ON a = d 
   d < 2 AND b < h
--- refused: Encountered "function" at line 1, column 19.
describe function function extended fn
--- refused: Incorrect syntax near the keyword 'INNER' at line 1, column 24.
SELECT * FROM MyTable2 INNER JOIN show ON a = d AND d < 2 AND b < h
--- refused: Encountered "<EOF>" at line 1, column 36.
drop temporary connection if exists
--- accepted
SELECT c FROM l WHERE EXISTS (SELECT d, j + 1 FROM r  JOIN (SELECT j FROM t WHERE i > 10) t2 ON r.e = t2.j)
--- accepted
SET 'execution.runtime-mode' = 'streaming' 'streaming'
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM, b FROM MyTable2 GROUP BY a, b
--- refused: Encountered ")" at line 1, column 82.
select * from dim inner join (select fact_date_sk, RAND(10) as random from fact) ) as factSide on dim.amount = factSide.random and dim.price < 500
--- accepted
SELECT COUNT(*), SUM(a), AVG(a) FROM a WHERE 1=0
--- refused: Encountered "," at line 1, column 16.
SELECT * FROM  ,T1T2 WHERE a1 = a2
--- accepted
select /*+ NEST_LOOP(V3)*/V3.* from V3 join T1 T1 on V3.a1 = T1.a1
--- refused: Encountered "+" at line 1, column 9.
select *+ SHUFFLE_HASH(T1, T2) */* from T1 right join T2 on T1.a1 = T2.a2
--- refused: Encountered "d" at line 1, column 14.
show columns d v1 like '%r'
--- refused: Encountered ", WHERE" at line 1, column 71.
SELECT a1, b1, a2, b2, a3, b3, COUNT(c1) FROM (SELECT * FROM T1, T2T3 , WHERE a1 = b2 AND a1 = a3) t GROUP BY a1, b1, a2, b2, a3, b3
--- refused: Encountered "rowtime" at line 1, column 30.
SELECT a FROM MyTable ORDER  rowtime, c
--- refused: Incorrect syntax near the keyword 'MAX' at line 1, column 36.
SELECT * FROM l WHERE b IN (SELECT MAX MAX(r.e) OVER() FROM r GROUP BY r.e)
--- refused: Encountered "select" at line 1, column 31.
explain estimated_cost select select * from emps
--- refused: Encountered "," at line 1, column 61.
CREATE TABLE t PARTITIONED BY(col1) WITH ('test' = 'zm') AS , col1 FROM b
--- accepted
SELECT * FROM WithWatermark WHERE LOWER(name) = bd_name
--- refused: Encountered "SELECT" at line 1, column 75.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND (x.a, y.e) NOT IN SELECT z.i, z.j FROM z WHERE z.j < 50)
--- refused: Encountered ", ," at line 1, column 46.
SELECT RANK() OVER (PARTITION BY c ORDER BY a, , c) FROM MyTable
--- refused: Non-query expression encountered in illegal context
o_amount * rate as rate FROM ProctimeOrders AS o, LATERAL TABLE (ProctimeRates(o.o_proctime)) AS r WHERE currency = o_currency
--- refused: Encountered "," at line 1, column 11.
SELECT c, , proctime desc FROM MyTable OFFSET 2
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 42.
SELECT c FROM T1 INTERSECT SELECT f FROM FROM T2
--- refused: Encountered "z" at line 1, column 101.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d IN (SELECT z.i FROM z WHERE y.e > z.j   z.j < 50)
--- refused: Encountered "," at line 6, column 21.
CREATE OR ALTER MATERIALIZED TABLE my_materialized_table
    FRESHNESS = INTERVAL '10' SECOND
    AS
    SELECT
        user_id,
        COUNT(*) AS ,
        SUM(amount) AS total_amount,
        AVG(amount) AS avg_amount   
    FROM
        kafka_catalog.db1.events
    WHERE
        event_type = 'purchase'
    GROUP BY
        user_id
--- refused: Encountered "< )" at line 1, column 84.
SELECT c FROM l WHERE b IN (WITH r1 AS (SELECT e, f FROM r WHERE l.a = r.d AND r.e <  )50SELECT t.j FROM r1 LEFT JOIN t ON r1.f = t.k)
--- refused: Encountered "b2" at line 1, column 92.
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) RIGHT JOIN (SELECT SUM(b2 b2) AS b2, b1 FROM B GROUP BY b1) ON a1 = b1
--- refused: Encountered "," at line 1, column 29.
insert into snk(l1, l2, l0, , r2, r1) select * from (   select a1 as a0, a2 as a1, a0 as a2 from src1) tmp join src2 on tmp.a0 = src2.b1 and tmp.a1 = src2.b2 on conflict do deduplicate
--- refused: Encountered ")" at line 3, column 25.
SELECT order_id, res
FROM Orders
LEFT OUTER JOIN LATERAL )(table_func(order_id)) t(res)
  ON TRUE
--- refused: Incorrect syntax near the keyword 'BIGINT' at line 6, column 4.
CREATE TABLE json_source (
  order_id BIGINT,
  user_id BIGINT,
  user_name STRING,
  order_created_at STRING,
   BIGINT
) WITH (
  'format' = 'json',
  'source.monitor-interval' = '10s'
)
--- refused: Encountered "(" at line 1, column 24.
SELECT /*+ MULTI_JOIN( (t1, t2, t3), STATE_TTL('t1'='1d', 't2'='2d', 't3'='12h') */ * FROM t1 
JOIN t2 ON t1.id = t2.id 
JOIN t3 ON t1.id = t3.id
--- refused: Encountered "exists" at line 1, column 11.
table if exists t1 rename to t2
--- refused: Encountered "*" at line 1, column 1.
* select from T1 WHERE a1 IN (select /*+ BrOaDcAsT(T2) */ a2 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Non-query expression encountered in illegal context
STOP STOP JOB 'myjob' WITH SAVEPOINT
--- refused: Encountered "\'new_column docs\'" at line 1, column 54.
alter materialized table mt1 add new_column string   'new_column docs' after id
--- refused: Encountered "," at line 1, column 48.
INSERT INTO upsert_sink_table SELECT id, col1, , col2 FROM upsert_table_partial_deletes_metadata
--- refused: Encountered "IN SELECT" at line 1, column 31.
SELECT * FROM MyTable WHERE a IN SELECT a FROM MyTable LIMIT 0)
--- refused: Encountered "function" at line 1, column 34.
create temporary system function function  function1 as 'org.apache.flink.function.function1' language scala
--- refused: Encountered "=" at line 1, column 68.
select /*+ BROADCAST(T1)*/* from (select T1.* from T1 join T2 on   = T2.a2)
--- refused: Encountered "drop" at line 1, column 13.
alter table drop t1 constraint ct
--- refused: Encountered "show in" at line 1, column 1.
show in views catalog1.db1 like '%'
--- accepted
SELECT a1, b1 b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) FULL JOIN B ON a1 = b1
--- refused: Encountered ")" at line 1, column 32.
SELECT Concat(func2(a) ), 'foo') from MyTable
--- refused: Encountered "*" at line 1, column 3.
* FROM OrderedProcessor(
  input => TABLE Events
    PARTITION BY name
    ORDER BY (ts ASC, score DESC)
)
--- refused: Encountered ">" at line 1, column 29.
SELECT * FROM MyTable WHERE > id 2
--- refused: Encountered "=" at line 1, column 137.
SELECT /*+ LOOKUP('table'='D', 'async'='false') */ * FROM MyTable AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON   = D.id
--- refused: Encountered "(" at line 1, column 22.
SELECT a  pandasFunc1(b, d._1) FROM MyTable
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * x WHERE CAST(a AS BIGINT) IN (SELECT d FROM y)
--- refused: Encountered "m1" at line 1, column 26.
drop temporary model if  m1
--- refused: Encountered "\'org.example.OrderedProcessor\'" at line 1, column 35.
CREATE FUNCTION OrderedProcessor  'org.example.OrderedProcessor'
--- refused: Encountered ". =" at line 1, column 68.
SELECT * FROM NestedItemTable WHERE `Result`.`Mid`.data_map['item'].  = 3
--- refused: Encountered "MyTable1" at line 1, column 38.
SELECT AVG(a), SUM(b), COUNT( )cFROM MyTable1
--- refused: Encountered "*" at line 1, column 29.
select /*+ SHUFFLE_HASH(T2) * * from T1 full join T2 on T1.a1 = T2.a2
--- refused: Encountered "> ( <EOF>" at line 1, column 52.
SELECT a1, b1 FROM A LEFT JOIN B ON a1 = b1 AND a2 > (
--- refused: Encountered "fact" at line 1, column 67.
select * from fact, fact2, dim where fact.amount = fact2.amount   fact.amount = dim.amount and dim.price < 500
--- refused: Encountered ")" at line 1, column 33.
alter table t1 modify unique(a, )b
--- refused: Encountered "SELECT" at line 1, column 29.
SELECT * FROM x WHERE b > 1 SELECT a + 1 NOT IN (SELECT c FROM y WHERE x.b = y.d AND y.c > 10)
--- refused: Encountered "( SUM" at line 1, column 84.
SELECT a1, a2, b1, b2 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) LEFT JOIN ( SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a2 = b2
--- refused: Encountered "NOT" at line 8, column 43.
CREATE TABLE `default_catalog`.`default_database`.`orders3` (
  `user` BIGINT NOT NULL comment 'this is the primary key, named ''user''.',
  `product` VARCHAR(32),
  `amount` INT,
  `ts` TIMESTAMP(3) comment 'notice: watermark, named ''ts''.',
  `ptime` AS PROCTIME() comment 'notice: computed column, named ''ptime''.',
  WATERMARK FOR `ts` AS `ts` - INTERVAL '1' SECOND,
  CONSTRAINT `PK_user` PRIMARY KEY (`user`NOT ) ENFORCED
) WITH (
  'connector' = 'kafka',
  'scan.startup.mode' = 'earliest-offset'
)
--- accepted
SELECT * FROM T1 T2 WHERE a1 = a2
--- refused: Incorrect syntax near the keyword 'PRIMARY' at line 1, column 21.
CREATE TABLE t (KEY PRIMARY (col1), PRIMARY KEY (col2) NOT ENFORCED) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "=" at line 1, column 109.
SELECT * FROM l WHERE EXISTS (SELECT * FROM r INNER JOIN (SELECT * FROM t WHERE t.j = l.b AND i < 50) t1 ON = r.f t1.k)
--- accepted
SELECT rowtime, id id, name, val FROM rowTimeT
--- refused: Non-query expression encountered in illegal context
bd_name FROM nested_not_null LEFT JOIN UNNEST(nested_not_null.nested_array[0].data) AS exploded_bd(bd_name) ON TRUE
--- refused: Incorrect syntax near the keyword 'EXCEPT' at line 1, column 19.
SELECT x, y FROM  EXCEPT SELECT x, y FROM t2
--- accepted
SELECT a a FROM MyTable ORDER BY proctime desc, c
--- refused: Encountered "*" at line 1, column 2.
* from view4
--- refused: Encountered "50" at line 1, column 109.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d IN (SELECT z.i FROM z WHERE y.e > z.j AND z.j   50)
--- refused: Encountered "t" at line 1, column 20.
SELECT * FROM t t1 t t2 WHERE t1.a = t2.b
--- accepted
SELECT * FROM A  B WHERE a1 = b1
--- refused: Encountered "T1" at line 1, column 83.
select /*+ SHUFFLE_MERGE(T1) */* from T1 inner join T2 on T1.b1 = T2.b2 and T1.a1 T1.a1 < 1 and T1.a1 < T2.a2
--- refused: Encountered "," at line 1, column 19.
SELECT SUM(a) AS  ,sumACOUNT(b) AS cntB FROM MyTable2 GROUP BY TUMBLE(ts, INTERVAL '2' HOUR)
--- refused: Encountered "FULL" at line 8, column 16.
CREATE MATERIALIZED TABLE full_users_shops
PARTITIONED BY (ds)
WITH (
  'format' = 'json',
  'partition.fields.ds.date-formatter' = 'yyyy-MM-dd'
)
FRESHNESS = INTERVAL '1' MINUTE
REFRESH_MODE   FULL
AS SELECT
  user_id,
  ds,
  SUM (payment_amount_cents) AS payed_buy_fee_sum,
  SUM (1) AS PV
FROM (
  SELECT user_id, order_created_at AS ds, payment_amount_cents
  FROM json_source
) AS tmp
GROUP BY user_id, ds
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 16.
SELECT c FROM  WHERE 1=0 INTERSECT ALL SELECT f FROM T2
--- refused: Incorrect syntax near the keyword 'INNER' at line 1, column 21.
SELECT t1.x FROM t1 INNER t2 JOIN USING (x)
--- refused: Incorrect syntax near the keyword 'AS' at line 5, column 21.
ALTER MATERIALIZED TABLE my_materialized_table
    AS
    SELECT
        user_id,
        COUNT(*) AS AS event_count,
        SUM(amount) AS total_amount,
        AVG(amount) AS avg_amount   
    FROM
        kafka_catalog.db1.events
    WHERE
        event_type = 'purchase'
    GROUP BY
        user_id
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM x WHERE a NOT IN (SELECT c FROM y where x.b = y.d)
--- refused: Encountered "." at line 1, column 56.
select /*+ SHUFFLE_HASH(T2, T3) */* from T1, T2, T3  T1.a1 = T2.a2 and T1.b1 = T3.b3
--- refused: Encountered "and )" at line 1, column 98.
SELECT * FROM (Select count(*) c1 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and ) < 100) s1, (Select count(*) c2 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and dim.price < 200) s2, (Select count(*) c3 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and dim.price < 400) s3
--- refused: Incorrect syntax near the keyword 'OVER' at line 1, column 15.
SELECT a, (b) OVER (PARTITION BY c ORDER BY d ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
FROM t
--- refused: Encountered "<EOF>" at line 1, column 82.
SELECT a, d FROM MyTable1, MyTable2 WHERE (a = 1 AND d = 2) OR ( (a = 2 AND d = 1)
--- refused: Encountered "=" at line 4, column 5.
ALTER MATERIALIZED TABLE tb1 RESUME
WITH (
  'group.id' = 'testGroup''topic'
  , = 'test'
)
--- refused: Encountered "," at line 1, column 54.
SELECT a FROM MyTable ORDER BY c, rowtime desc LIMIT ,
--- refused: Encountered "/" at line 1, column 8.
SELECT /(a AS BIGINT) FROM MyTable
--- refused: Encountered "with" at line 4, column 8.
create table src (
  id int,
  str string
) with with (
  'connector' = 'values'
)
--- refused: Encountered "." at line 1, column 57.
select /*+ SHUFFLE_HASH(T2) */* from T1 right join T2 T1.a1 on = T2.a2
--- refused: Incorrect syntax near the keyword 'MATERIALIZED' at line 1, column 13.
ALTER TABLE MATERIALIZED my_materialized_table
    AS
    SELECT
        user_id,
        COUNT(*) AS event_count,
        SUM(amount) AS total_amount,
        AVG(amount) AS avg_amount   
    FROM
        kafka_catalog.db1.events
    WHERE
        event_type = 'purchase'
    GROUP BY
        user_id
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM l WHERE a IN (SELECT d FROM r)
--- accepted
select /*+ database(T1)*/* from V5
--- refused: Encountered "r" at line 1, column 96.
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE NOT EXISTS (SELECT * FROM t) AND l.a   r.d)
--- refused: Encountered "+" at line 1, column 10.
select  *+ SHUFFLE_MERGE(T1)*/T1.b1, cast(T1.a1 as int) from T1 join T2 on T1.b1 = T2.b2
--- refused: Incorrect syntax near the keyword 'TABLE' at line 2, column 13.
SELECT window_start, window_end, supplier_id, SUM(price) AS total_price
FROM TUMBLE(TABLE TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)
GROUP BY window_start, window_end, ROLLUP (supplier_id)
--- refused: Encountered "<" at line 1, column 91.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d IN (SELECT z.i FROM z WHERE   < 50)
--- refused: Encountered "a" at line 1, column 37.
SELECT COUNT(c) FROM MyTable1 GROUP a BY, HOP(ts, INTERVAL '3' SECOND, INTERVAL '1' HOUR)
--- refused: Encountered ">" at line 1, column 41.
SELECT * FROM VirtualTable amount WHERE > 2
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 24.
SELECT a FROM MyTable  BY rowtime LIMIT 0 OFFSET 1
--- refused: Encountered ")" at line 1, column 25.
select /*+ SHUFFLE_MERGE)V2(*/T1.* from T1 join (select T1.* from T1 join T2 on T1.a1 = T2.a2) V2 on T1.a1 = V2.a1
--- accepted
SELECT * FROM x WHERE (NOT EXISTS (SELECT d FROM y WHERE y.d = x.b ))= true
--- refused: Encountered "V22" at line 1, column 37.
select /*+ BROADCAST(V22)*/V22.* T2 V22 join T1 on V22.a1 = T1.a1
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM MyTable WHERE a = 1 OR a = 2 OR a = 3 OR a = 4 OR b = 1
--- refused: Encountered "join ( *" at line 1, column 20.
select * from fact join (* select from (select dim_date_sk, sum(dim.price) from dim group by dim_date_sk) agg1 join (select dim_date_sk, sum(dim.amount) from dim group by dim_date_sk) agg2 on agg1.dim_date_sk = agg2.dim_date_sk) as dimSide on fact.fact_date_sk = dimSide.dim_date_sk
--- refused: Incorrect syntax near the keyword 'DECIMAL' at line 3, column 2.
CREATE TABLE currency_rates (
	currency      STRING,
	DECIMAL          rate(32, 10),
	update_time   TIMESTAMP(3),
	WATERMARK FOR update_time AS update_time
) WITH (
	'connector' = 'kafka',
	'topic'	    = 'rates',
	'properties.bootstrap.servers' = 'localhost:9092',
	'format'    = 'json'
)
--- refused: Encountered "," at line 1, column 9.
SELECT  ,a1b1, c1 FROM T1 GROUP BY a1, b1, c1
--- refused: Encountered "T1" at line 2, column 30.
CREATE TABLE blackhole_table WITH ('connector' = 'blackhole')
LIKE source_table (EXCLUDING T1.a1)
--- refused: Encountered "," at line 1, column 9.
SELECT  , b FROM VirtualTable
--- refused: Encountered "(" at line 1, column 16.
SELECT c FROM ((* SELECT FROM T1) INTERSECT ALL (SELECT * FROM T2)) WHERE a > 1
--- refused: Encountered "(" at line 1, column 42.
SELECT * FROM l WHERE (b, a) IN (SELECT *(COUNT), d FROM r GROUP BY d, true, e, 1)
--- refused: Encountered "in 0" at line 1, column 45.
SELECT d, COUNT(DISTINCT c) FILTER (WHERE a in 0) FROM MyTable2 GROUP BY d
--- refused: Encountered "show dim" at line 1, column 1.
show dim.price from orders like '%u%'
--- refused: Encountered "show" at line 1, column 22.
SELECT a3, b3, count(show) FROM T3 GROUP BY a3, b3
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 1.
COUNT SELECT(*) FROM src WHERE a > 1
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 34.
create temporary system function AS temp_upperudf 'UpperUDF' using jar '$VAR_UDF_JAR_PATH'
--- accepted
SELECT a c FROM MyTable OFFSET 10 ROWS FETCH NEXT 10 ROWS ONLY
--- refused: Encountered "<EOF>" at line 1, column 90.
SELECT * FROM TABLE(VECTOR_SEARCH(TABLE VectorTable, DESCRIPTOR(`g`), ARRAY[1.5, 2.0], 10)
--- refused: Non-query expression encountered in illegal context
MAP['a', 0.12, 'b', 0.5]
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 10.
SELECT   FROM T1 WHERE T1.a IN (SELECT d FROM T2)
--- refused: Encountered "= =" at line 1, column 53.
SELECT c FROM T1 EXCEPT ALL SELECT f FROM T2 WHERE 1= =0
--- refused: Encountered "T1" at line 1, column 28.
select /*+ SHUFFLE_MERGE( )T1*/* from T1 inner join T2 on T1.a1 > T2.a2
--- refused: Encountered "SIZE" at line 5, column 11.
SELECT * FROM 
   TUMBLE(
     DATA => TABLE Bid,
     TIMECOL => DESCRIPTOR(bidtime),
     SIZE SIZE => INTERVAL '10' MINUTES)
--- refused: Encountered "alter" at line 1, column 7.
table alter c1.d1.tbl drop if exists partition (p=1)
--- refused: Encountered "where" at line 1, column 60.
SELECT * FROM l WHERE a IN (SELECT CAST(e AS INTEGER) FROM where r CAST(l.b AS INTEGER) = CAST(r.d AS INTEGER))
--- refused: Encountered "\'new_column docs\'" at line 1, column 52.
alter materialized table mt1 add new_column string 'new_column docs' comment first
--- refused: Encountered ")" at line 1, column 56.
CREATE TABLE t DISTRIBUTED BY(col1) WITH ('test' 'zm' =) AS SELECT col1 FROM b
--- refused: Encountered "cat2" at line 1, column 20.
alter catalog cat2 cat2 reset ('default-database', 'k1')
--- refused: Encountered "show from" at line 1, column 1.
show  from db1 like 'p_r%'
--- refused: Encountered "show not" at line 1, column 1.
show  not like '%'
--- refused: Encountered "* )" at line 1, column 14.
SELECT COUNTr*) FROM src HAVING COUNT(*) > 1
--- refused: Encountered "<EOF>" at line 1, column 75.
SELECT MIN(c), AVG(a) FROM (SELECT a, b + 3 AS d, c FROM MyTable) GROUP BY
--- refused: Non-query expression encountered in illegal context
`system`.generate_user('yuxia', 18)
--- accepted
explain execute select * from emps emps
--- refused: Encountered "not" at line 1, column 17.
show views from not catalog1.db1 like '%'
--- refused: Encountered "<EOF>" at line 1, column 50.
alter table t1 add col_int as col_a - col_b after
--- refused: Encountered "," at line 1, column 9.
SELECT  , y FROM t1 UNION ALL SELECT x, y FROM t2
--- refused: Encountered "\'db0a%\'" at line 1, column 42.
show databases from c0 not ilike 'db0a%' 'db0a%'
--- refused: Encountered "*" at line 1, column 3.
* FROM t INTERSECT SELECT * FROM t
--- refused: Encountered "<EOF>" at line 1, column 33.
ALTER VIEW v1 AS SELECT * t2 FROM
--- refused: Encountered "<EOF>" at line 1, column 97.
SELECT COUNT(DISTINCT a), SUM(DISTINCT b), COUNT(c) FROM MyTable2 GROUP BY GROUPING SETS ( (d, e)
--- refused: Encountered "desc" at line 1, column 45.
SELECT a FROM MyTable ORDER BY rowtime desc desc, c OFFSET 2
--- refused: Encountered "string" at line 1, column 25.
alter table t1 modify   string comment 'new_column docs' first
--- refused: Encountered "2" at line 1, column 43.
SELECT a FROM MyTable ORDER BY c, rowtime 2 OFFSET
--- refused: Encountered "orders2" at line 1, column 23.
show create view view orders2
--- refused: Encountered "," at line 1, column 80.
explain plan for insert into daily_orders partition (dt = '2022-06-12') select , product, amount from daily_orders where dt = '2022-06-12'
--- refused: Encountered "<EOF>" at line 1, column 37.
ALTER TABLE MyTable RENAME   MyTable2
--- accepted
SELECT avg( ) FROM x GROUP BY c  HAVING sum(b) > (SELECT sum(b) * 0.1 FROM x)
--- refused: Encountered "FROM" at line 1, column 43.
SELECT b FROM l WHERE (CASE WHEN a IN ( i FROM t1) THEN 1 ELSE 2 END) IN (SELECT d FROM r WHERE l.c = r.f)
--- refused: Encountered "<EOF>" at line 1, column 24.
SELECT count(name) FROM
--- refused: Encountered "<EOF>" at line 1, column 57.
INSERT INTO upsert_sink_table SELECT id, col1, col2 FROM
--- refused: Encountered "`system`" at line 1, column 29.
show procedures in `system` `system` ilike 'gEnerate%'
--- refused: Incorrect syntax near the keyword 'ARRAY' at line 3, column 12.
CREATE TEMPORARY TABLE historical_data (
  id BIGINT,
  features ARRAY<=>
) WITH (
  'connector' = 'filesystem',
  'path' = 'hdfs:///data/historical',
  'format' = 'parquet'
)
--- refused: Encountered "from" at line 1, column 31.
SELECT Concat(func2(a), 'foo' from MyTable
--- refused: Incorrect syntax near the keyword 'RIGHT' at line 1, column 23.
SELECT a from MyTable RIGHT JOIN ON MyTable2 a = a2 WHERE func1(a) > 10
--- refused: Lexical error at line 1, column 68.  Encountered: <EOF> after : ""
select /*+ SHUFFLE_MERGE(T2) */ /* from T1 join T2 on T1.a1 = T2.a2
--- refused: Encountered "a2" at line 1, column 90.
insert into snk_for_cdc_src select * from no_delete_src1 join no_delete_src2 on a1 = b1  a2 = b2
--- refused: Encountered "LEFT composite_key_details" at line 1, column 97.
SELECT COALESCE(b.k1, a.k1) AS k1, COALESCE(b.k2, a.k2) AS k2, a.val FROM composite_key_table a LEFT   composite_key_details b ON a.k1 = b.k1 AND a.k2 = b.k2
--- refused: Incorrect syntax near the keyword 'ORDER' at line 1, column 15.
SELECT a FROM ORDER MyTable BY rowtime desc LIMIT 1 OFFSET 1
--- accepted
SELECT x1.a FROM x x1, y WHERE x1.b = y.d AND x1.a < 10 AND y.c < 15  AND EXISTS (SELECT * x FROM x2 WHERE x1.b = x2.b)
--- refused: Encountered "*" at line 1, column 1.
* SELECT FROM MyTable1 INNER JOIN MyTable2 ON a1 = a2 WHERE a2 <= 1
--- refused: Encountered "7" at line 1, column 102.
SELECT * FROM MyTable WHERE d <> 1 AND d <> 2 AND d <> 3 AND d <> 4 AND d <> 5 AND d <> 6 AND d <> 7 7 AND d <> 8 AND d <> 9 AND d <> 10 AND d <> 11 AND d <> 12 AND d <> 13 AND d <> 14 AND d <> 15 AND d <> 16 AND d <> 17 AND d <> 18 AND d <> 19 AND d <> 20
--- refused: Encountered "=" at line 1, column 104.
SELECT COALESCE(a.user_id, b.order_id, a.order_id) AS val FROM orders a INNER JOIN order_details b ON  = b.order_id
--- refused: Encountered "word" at line 1, column 101.
EXPLAIN ESTIMATED_COST, CHANGELOG_MODE, PLAN_ADVICE, JSON_EXECUTION_PLAN SELECT `count`, COUNT(word word) FROM
( SELECT `count`, word FROM MyTable1 WHERE word LIKE 'F%' 
  UNION ALL 
  SELECT `count`, word FROM MyTable2 ) tmp GROUP BY `count`
--- refused: Encountered "show show" at line 1, column 1.
show show columns in orders
--- refused: Encountered "<EOF>" at line 1, column 112.
SELECT bd_name FROM nested_not_null LEFT JOIN UNNEST(nested_not_null.business_data) AS exploded_bd(bd_name) ON
--- accepted
SELECT weightedAvg,b( a) AS wAvg FROM MyTable2 GROUP BY TUMBLE(ts, INTERVAL '4' MINUTE)
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 14.
CREATE VIEW  AS
            SELECT
                TUMBLE_START(ts_ltz, INTERVAL '10' MINUTES) AS window_start,
                TUMBLE_END(ts_ltz, INTERVAL '10' MINUTES) AS window_end,
                TUMBLE_ROWTIME(ts_ltz, INTERVAL '10' MINUTES) as window_rowtime,
                item,
                MAX(price) as max_price
            FROM MyTable3
                GROUP BY TUMBLE(ts_ltz, INTERVAL '10' MINUTES), item
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 34.
SELECT a, COUNT(*) FROM MyTable2 BY GROUP a
--- refused: Non-query expression encountered in illegal context
a, c FROM ProjectableTable
--- refused: Encountered "= <EOF>" at line 1, column 53.
SELECT c FROM T1 EXCEPT ALL SELECT f FROM T2 WHERE 1=
--- refused: Non-query expression encountered in illegal context
columns show from v1 like '%u%'
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2 WHERE a > e)
--- refused: Encountered "," at line 1, column 9.
SELECT  ,ac, d, b + 1 FROM VirtualTable
--- accepted
SELECT d FROM (SELECT a, b, c, d FROM MyTable1, myUdf) t WHERE a NOT IN (SELECT d FROM MyTable2)
--- refused: Encountered "from" at line 1, column 8.
SELECT from(a) FROM MyTable
--- refused: Encountered "OFFSET" at line 1, column 36.
SELECT a, c FROM LimitTable OFFSET OFFSET 10 ROWS
--- refused: Encountered "FOLLOWING" at line 1, column 99.
SELECT a, AVG(b) OVER (PARTITION BY c ORDER BY d ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING FOLLOWING)
FROM t
--- refused: Encountered "left" at line 1, column 32.
insert into snk select * from  left join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2
--- refused: Encountered ")" at line 1, column 24.
SELECT COUNT(a) filter )WHERE a > 0), SUM(DISTINCT b) FROM MyTable
--- refused: Incorrect syntax near the keyword 'SUM' at line 1, column 36.
SELECT a1, c1, COUNT(DISTINCT b1), SUM SUM(b1) FROM T1 GROUP BY a1, c1
--- refused: Encountered "show or" at line 1, column 1.
show  or alter materialized table db1.mt1
--- refused: Encountered "0" at line 1, column 46.
alter table t1 add new_column string comment 0 first
--- refused: Encountered "=" at line 1, column 29.
SELECT * FROM MyTable WHERE = a 1 OR a = 2 OR b = 1 OR a = 3 OR a = 4
--- accepted
CREATE MODEL ai_analyze_sentiment
INPUT (`input` STRING)
OUTPUT (`content` STRING)
WITH (
    'provider'='openai',
    'endpoint'='https://api.openai.com/v1/chat/completions',
    'api-key' = '<YOUR KEY>',
    'model'='gpt-3.5-turbo' 'gpt-3.5-turbo',
    'system-prompt' = 'Classify the text below into one of the following labels: [positive, negative, neutral, mixed]. Output only the label.'
)
--- refused: Encountered "*" at line 1, column 16.
SELECT COUNT(* *) AS c FROM emp GROUP BY ROLLUP(1)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM T1 INTERSECT ALL SELECT f FROM T2
--- refused: Encountered "alter" at line 1, column 7.
table alter t1 drop watermark
--- refused: Encountered "=" at line 2, column 6.
CREATE MATERIALIZED TABLE my_materialized_table_full
     = FULL
    AS SELECT * FROM source_table
--- refused: Encountered ")" at line 1, column 30.
select /*+ SHUFFLE_MERGE(T2, )) */* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- refused: Incorrect syntax near the keyword 'AND' at line 4, column 1.
SELECT *
FROM Orders o, Shipments s
WHERE o.id = s.order_id
AND BETWEEN o.order_time s.ship_time - INTERVAL '4' HOUR AND s.ship_time
--- accepted
SELECT /*+ MULTI_JOIN(t1, t2, t3) */ * FROM t1 
JOIN t2 ON t1.id = 'user_events' 
JOIN t3 ON t1.id = t3.id
--- refused: Encountered "\'Hi\'" at line 1, column 62.
SELECT id, str FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2'Hi' ,)) as T(id, str)
--- refused: Encountered "rowtime" at line 1, column 37.
SELECT a FROM MyTable ORDER BY DESC rowtime LIMIT 1 OFFSET 0
--- refused: Incorrect syntax near the keyword 'EXISTS' at line 1, column 17.
SELECT * FROM l EXISTS WHERE (SELECT * FROM r WHERE l.a < 10)
--- refused: Encountered "from" at line 1, column 10.
select   from T1 WHERE a1 IN (select /*+ ShUfFlE_HaSh(T2) */ count(T2.a2) from T2 join T1 on T2.a2 = T1.a1 group by T1.a1)
--- accepted
SELECT a FROM x WHERE  (SELECT x.b IS NULL FROM y)
--- refused: Encountered "left ON" at line 1, column 19.
select * from dim left ON join fact on fact.amount = dim.amount and dim.price < 500
--- accepted
SELECT a1, MIN(a3) FROM (SELECT a1, a2, MAX(a3) AS a3 FROM A GROUP BY a1, a2)  GROUP BY a1
--- refused: Encountered "WHERE" at line 1, column 19.
SELECT *  MyTable WHERE b IN (1, 3, 4, 5, 6) AND c = 'xx'
--- refused: Encountered ")" at line 1, column 22.
SELECT PyUdf(), MyUdf)1( FROM MyTable
--- refused: Encountered "T2" at line 1, column 73.
select /*+ NEST_LOOP(T1)*/* from (select T1.* from T1 join T2 on T1.a1  T2.a2)
--- refused: Encountered "/" at line 1, column 112.
select /*+ STATE_TTL('TMP' = '2d') */ max(b1) from (select a1, b1, count(*) from T1 group by a1, b1) TMP group / a1
--- refused: Encountered "<EOF>" at line 1, column 44.
CREATE TABLE t1(c1 array<int>, c2 array<int>
--- refused: Encountered "primary_keys" at line 5, column 3.
CREATE TABLE KafkaTable (
  origin_ts TIMESTAMP(3) METADATA FROM 'value.ingestion-timestamp' VIRTUAL,
  event_time TIMESTAMP(3) METADATA FROM 'value.event-timestamp' VIRTUAL,
  origin_table STRING METADATA FROM 'value.table' VIRTUAL 
  primary_keys ARRAY<STRING> METADATA FROM 'value.primary-keys' VIRTUAL,
  user_id BIGINT,
  item_id BIGINT,
  behavior STRING
) WITH (
  'connector' = 'kafka',
  'topic' = 'user_behavior',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'scan.startup.mode' = 'earliest-offset',
  'value.format' = 'ogg-json'
)
--- refused: Encountered "= =" at line 1, column 83.
select /*+ BROADCAST(T1)*/T1.* from T1 join (select T1.* from T1 join T2 on T1.a1 = = T2.a2) V2 on T1.a1 = V2.a1
--- refused: Incorrect syntax near the keyword 'ALTER' at line 1, column 18.
SELECT x, y FROM ALTER EXCEPT ALL SELECT x, y FROM t2
--- refused: Incorrect syntax near the keyword 'GROUPING' at line 1, column 31.
SELECT AVG(a) FROM t GROUP BY GROUPING 'comment_str' ((b, c), (b, d))
--- refused: Encountered "ts" at line 6, column 3.
CREATE TABLE user_behavior (
  user_id BIGINT,
  item_id BIGINT,
  category_id BIGINT,
  behavior STRING
  ts TIMESTAMP(3)
) WITH (
 'connector' = 'kafka',
 'topic' = 'user_behavior',
 'properties.bootstrap.servers' = 'localhost:9092',
 'properties.group.id' = 'testGroup',
 'format' = 'avro'
)
--- refused: Incorrect syntax near the keyword 'FROM' at line 2, column 9.
INSERT INTO elasticsearch_products
SELECT  FROM topic_products
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 85.
SELECT /*+ LOOKUP('table'='D', 'async'='true', 'output-mode'='allow_unordered') */  FROM (SELECT * FROM MyTable) AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- refused: Encountered "\'%\'" at line 1, column 34.
show functions from db1 like '%' '%'
--- refused: Encountered "<EOF>" at line 1, column 37.
alter table t1 reset ('key1', 'key2'
--- refused: Encountered "," at line 1, column 22.
SELECT a1, b1, a2b2 ,, COUNT(c1) FROM (SELECT * FROM T1 RIGHT JOIN T2 ON a1 = b2) t GROUP BY a1, b1, a2, b2
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 15.
SELECT * FROM JOIN MyTable1 MyTable2 ON a1 = a2 WHERE a2 = 2
--- refused: Encountered "." at line 1, column 35.
SELECT *   not_the_current_catalog.not_the_current_db.my_table
--- refused: Encountered "\'Hello\'" at line 2, column 95.
EXPLAIN EXECUTE STATEMENT SET BEGIN
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
END
--- refused: Encountered "T2 T2" at line 1, column 56.
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_MeRgE(T2 T2) */ T2.a2 from T2 join T1 on T2.a2 = T1.a1 order by T1.a1 limit 10)
--- refused: Encountered "CREATE" at line 1, column 8.
CREATE CREATE VIEW MyView1 AS SELECT LOCALTIME, LOCALTIMESTAMP, CURRENT_DATE, CURRENT_TIME, CURRENT_TIMESTAMP, CURRENT_ROW_TIMESTAMP(), NOW(), PROCTIME()
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 11.
SELECT c, FROM proctime MyTable OFFSET 2
--- refused: Encountered "WHERE" at line 1, column 56.
SELECT * FROM MyTable1 WHERE a IN (SELECT d ( MyTable2 WHERE a > e AND b = d)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 31.
SELECT * FROM x WHERE (EXISTS SELECT d FROM y)) IS TRUE
--- refused: Encountered "<EOF>" at line 1, column 33.
SELECT * FROM f(i => 1, b ( true)
--- refused: Encountered "orders" at line 2, column 1.
SELECT /*+ STATE_TTL('orders' = '1d') */ o_orderkey, SUM(o_totalprice) AS revenue
orders FROM
GROUP BY o_orderkey
--- refused: Encountered "*" at line 1, column 29.
select /*+ SHUFFLE_HASH(T1) * */* from T1 where a1 not in (select a2 from T2)
--- refused: Non-query expression encountered in illegal context
d.d1, d.d2 + b FROM SimpleTable
--- refused: Encountered "procedures" at line 1, column 1.
procedures show not like '%'
--- refused: Encountered "show by" at line 1, column 1.
show by in orders not like '%u'
--- refused: Encountered ")" at line 4, column 3.
CREATE TABLE KafkaTable (
  origin_database STRING METADATA FROM 'value.database' VIRTUAL,
  origin_table STRING METADATA FROM 'value.table' VIRTUAL,
  ) ARRAY<STRING> METADATA FROM 'value.primary-key-columns' VIRTUAL,
  origin_ts TIMESTAMP(3) METADATA FROM 'value.ingestion-timestamp' VIRTUAL,
  user_id BIGINT,
  item_id BIGINT,
  behavior STRING
) WITH (
  'connector' = 'kafka',
  'topic' = 'user_behavior',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'scan.startup.mode' = 'earliest-offset',
  'value.format' = 'maxwell-json'
)
--- refused: Encountered "src" at line 1, column 72.
INSERT OVERWRITE myTbl PARTITION (p1='v1',p2='v2') SELECT * LimitTable src
--- refused: Encountered "create" at line 1, column 13.
show create create connection conn1
--- refused: Encountered "new_column" at line 2, column 4.
alter table if exists t1 
   new_column int not null
--- refused: Encountered "\'password\'" at line 1, column 28.
alter connection conn1 set 'password' = 'new_password','url' = 'http://new.com')
--- refused: Non-query expression encountered in illegal context
insert into empnullables empnullables
partition(ename='b')
(empno, ename)
select 1 from (values 'a')
--- refused: Encountered "select" at line 1, column 44.
SELECT * FROM MyTable WHERE a = 1 OR a = 2 select a = 3 OR a = 4
--- refused: Non-query expression encountered in illegal context
columns in catalog1.db1.tbl not like '%'
--- refused: Encountered "and =" at line 1, column 89.
insert into snk_for_cdc_src select * from no_delete_src1 join no_delete_src2 on a1 = b1 and = a2 b2 where a3 > 1
--- refused: Encountered "default_database" at line 1, column 22.
alter materialized   default_database.mt1 add watermark for ts as ts - interval '1' second
--- refused: Encountered "array" at line 1, column 33.
CREATE TABLE t1(c1 array<int>,  array<int>)
--- refused: Encountered "(" at line 1, column 38.
alter materialized table mt1 add add (new_row row(f0 int, f1 bigint) comment 'new_column docs', f2 as new_row.f0 + 1)
--- refused: Encountered ")" at line 1, column 56.
SELECT * FROM l WHERE (a + 1, c) IN (SELECT d, f r FROM)
--- refused: Encountered "T1 T1" at line 1, column 26.
select /*+ SHUFFLE_MERGE(T1 T1) */* from T1 join T2 on T1.a1 = T2.a2
--- refused: Encountered "deduplicate" at line 1, column 155.
insert into snk(l0, l1, l2, r0, r2, r1) select * from (   select a0, a1, a2 from src1) tmp join src2 on tmp.a1 = src2.b1 and tmp.a2 = src2.b2 on conflict deduplicate do
--- refused: Encountered "= =" at line 1, column 111.
SELECT c FROM l WHERE a IN (SELECT d FROM r RIGHT JOIN (SELECT i FROM t WHERE l.c = t.k AND i > 10) t2 ON r.d = = t2.i)
--- refused: Encountered "<EOF>" at line 1, column 20.
SELECT f1, f2 T FROM
--- refused: Encountered "TIMESTAMP" at line 6, column 16.
CREATE TABLE user_behavior (
  user_id BIGINT,
  item_id BIGINT,
  category_id BIGINT,
  behavior STRING,
  ts TIMESTAMP TIMESTAMP(3),
  dt STRING
) PARTITIONED BY (dt) WITH (
 'connector' = 'filesystem',
 'path' = '/tmp/user_behavior',
 'format' = 'orc'
)
--- refused: Encountered "catalog1" at line 1, column 13.
show tables catalog1.db1 from like '%'
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 15.
SELECT * FROM WHERE l a NOT IN (SELECT d FROM r WHERE l.b = r.e)
--- refused: Encountered "*" at line 1, column 1.
* SELECT FROM l WHERE a IN (SELECT d FROM r WHERE e IN (SELECT j FROM t))
--- refused: Encountered "*" at line 1, column 30.
select /*+ SHUFFLE_MERGE(T1) * */from T1 left join T2 on T1.a1 = T2.a2
--- refused: Encountered "," at line 6, column 36.
INSERT INTO json_source VALUES 
  (1001, 1, 'user1', '2024-06-19', 10),
  (1002, 2, 'user2', '2024-06-19', 20),
  (1003, 3, 'user3', '2024-06-19', 30),
  (1004, 4, 'user4', '2024-06-19', 40),
  (1005, 1, 'user1', '2024-06-20', , 10),
  (1006, 2, 'user2', '2024-06-20', 20),
  (1007, 3, 'user3', '2024-06-20', 30),
  (1008, 4, 'user4', '2024-06-20', 40)
--- refused: Encountered "join on" at line 1, column 44.
select /*+ SHUFFLE_MERGE(V2)*/T3.* from T3 join   on T3.a3 = V2.a1
--- refused: Encountered "\'b\'" at line 1, column 21.
SELECT MAP['a', 0.12'b' ,, 0.5]
--- refused: Non-query expression encountered in illegal context
PLAN '/path/to/plan.json' FOR
    INSERT INTO OrdersShipInfo
    SELECT a.order_id, a.line_order_id, b.ship_mode 
    FROM Orders a JOIN LineOrders b 
        ON a.line_order_id = b.line_order_id
--- refused: Encountered "4" at line 1, column 50.
SELECT * FROM PartitionableTable WHERE part2 = 4 4
--- refused: Encountered "," at line 3, column 25.
CREATE TABLE UserScores (name STRING, score INT)
WITH (
  'connector' 'socket' =,
  'hostname' = 'localhost',
  'port' = '9999',
  'byte-delimiter' = '10',
  'format' = 'changelog-csv',
  'changelog-csv.column-delimiter' = '|'
)
--- accepted
drop view `default`.MyView6
--- refused: Encountered "," at line 1, column 99.
SELECT b FROM x WHERE a IN (SELECT c FROM y WHERE x.b = y.d AND c > 10) AND b > (SELECT 0.5 * SUM(,) FROM z WHERE z.f < 100)
--- refused: Encountered "Orders" at line 5, column 3.
SELECT order_id, user, product, num
FROM (
  SELECT *,
    ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY proctime ASC) AS row_num
  Orders FROM)
WHERE row_num = 1
--- accepted
insert into snk_for_cdc_src select * from no_delete_src1 join no_delete_src2 on a1 = b1 and c = b2 where a3 > 1
--- refused: Encountered "=" at line 1, column 63.
select /*+ SHUFFLE_HASH(T2, T1) */* from T1 right join T2 on  = T2.a2
--- refused: Encountered "b2" at line 1, column 73.
SELECT * FROM MyTable1 JOIN MyTable2 ON a1 = a2 AND b1 = b2 AND a1 = 2  b2 > 10
--- refused: Encountered "<EOF>" at line 1, column 35.
show procedures in `system` ilike
--- refused: Encountered "SELECT" at line 1, column 36.
SELECT * FROM x WHERE (a NOT IN (c SELECT FROM y)) IS TRUE
--- accepted
select name from PartitionableAndFilterableTable where part1 = 'A' and part2 > T1 and id > 1
--- accepted
SET 'table.optimizer.multi-join.enabled' = 'true' 'true'
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND EXISTS EXISTS (SELECT * FROM z WHERE z.i > x.a AND z.j < 50)
--- refused: Incorrect syntax near the keyword 'VALUES' at line 1, column 14.
select name, VALUES, rtime, id from T
--- refused: Encountered "= and" at line 1, column 66.
select /*+ SHUFFLE_MERGE(T1, T3) */* from T1, T2, T3 where T1.a1 =   and T2.b2 = T3.b3
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 42.
SELECT * FROM x WHERE NOT EXISTS (SELECT SELECT * FROM y WHERE x.a < y.c)
--- refused: Non-query expression encountered in illegal context
'sql-client.execution.max-table-result.rows' = '10000'
--- refused: Encountered "show from" at line 1, column 1.
show  from c1 not like '%'
--- accepted
SELECT select_list FROM blah FOR SYSTEM_TIME AS OF timestamp_expression
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT x, y FROM t1 UNION ALL SELECT x, y FROM t2
--- refused: Encountered "=" at line 1, column 52.
select /*+ BROADCAST(V2)*/V2.* from V2 join T1 on  = T1.a1
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 94.
SELECT a + 10, c FROM l WHERE NOT(NOT(substring(c, 1, 5) IN (SELECT substring(f, 1, 5) FROM  WHERE l.b + 1 = r.e)))
--- refused: Encountered "<EOF>" at line 1, column 70.
SELECT a1, b1 FROM A JOIN B ON (a1 = 1 AND b1 = 1 OR (a2 = 2 AND true)
--- refused: Incorrect syntax near the keyword 'EXISTS' at line 1, column 22.
SELECT * FROM x src (EXISTS (SELECT d FROM y WHERE y.d = x.b)) = true
--- refused: Encountered "from" at line 1, column 43.
select /*+ BROADCAST(T1), NEST_LOOP(T1) */from * T1 join T2 on T1.a1 > T2.a2
--- refused: Encountered "AS" at line 1, column 36.
REPLACE TABLE t WITH ('test' = 'zm'AS ) SELECT * FROM b
--- refused: Non-query expression encountered in illegal context
load dummy module with ('k1' = 'v1', 'k2' = 'v2')
--- refused: Non-query expression encountered in illegal context
b FROM l WHERE (CASE WHEN a > 10 THEN 1 ELSE 2 END) IN (SELECT d FROM r WHERE l.a = r.d)
--- refused: Encountered "functions" at line 1, column 16.
show functions functions from catalog1.db1 not like '%'
--- refused: Encountered ")" at line 1, column 43.
alter table tbl1 add DISTRIBUTION BY (a,  ) INTO 6 BUCKETS
--- refused: Incorrect syntax near the keyword 'PARTITION' at line 1, column 69.
SELECT a1, b1, c, COUNT(d1) FROM (SELECT a1, b1, d1, COUNT(*) OVER  PARTITION BY c1) AS c FROM T1) t GROUP BY a1, b1, c
--- accepted
select /* SHUFFLE_HASH(T1) */* from T1 inner join T2 on T1.b1 = T2.b2 and T1.a1 < 1 and T1.a1 < T2.a2
--- refused: Encountered "FROM" at line 1, column 39.
SELECT a FROM MyTable1 WHERE a IN ( d FROM MyTable2)
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 16.
SELECT gender, COUNT)*( AS c FROM emp GROUP BY ROLLUP(gender) ORDER BY c DESC
--- refused: Encountered "<EOF>" at line 1, column 27.
ALTER TABLE t1 RENAME t2 TO
--- refused: Encountered "alter" at line 1, column 7.
alter alter table t1 modify new_column string comment 'new_column docs' first
--- refused: Encountered "parent_table" at line 6, column 19.
create table source_table(
  a int,
  b bigint,
  c string
)
LIKE parent_table parent_table (
   INCLUDING ALL
   OVERWRITING OPTIONS
   INCLUDING DISTRIBUTION
   EXCLUDING PARTITIONS
   INCLUDING GENERATED
   INCLUDING METADATA
)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM MyView4
--- refused: Encountered "<EOF>" at line 1, column 50.
SELECT x, y FROM t1 EXCEPT ALL SELECT x, y t2 FROM
--- refused: Encountered "," at line 1, column 49.
SELECT func2(a) from MyTable where REGEXP(func2(,)a 'val (2|3)')
--- refused: Non-query expression encountered in illegal context
hive TABLE MyTable DROP measurement
--- refused: Encountered "show in" at line 1, column 1.
show in views catalog1.db1 not like '%'
--- refused: Encountered "<EOF>" at line 1, column 59.
SELECT AVG(a) FROM ( (SELECT AVG(a) AS a FROM T GROUP BY b)
--- refused: Encountered "from" at line 1, column 49.
INSERT INTO all_change_sink_table SELECT * FROM from
--- refused: Encountered "(" at line 1, column 17.
table MyTable7 (a int, b string) with ('connector' = 'values')
--- refused: Encountered ")" at line 1, column 81.
SELECT order_id, price FROM (VALUES (1, 2.0), (2, 3.1))  AS t (order_id, price) )
--- refused: Encountered "<> )" at line 1, column 102.
SELECT * FROM MyTable2, MyTable1 WHERE b1 = b2 AND c1 = c2 AND a2 = 2 AND b2 > 10 AND COALESCE(c1, c2<> ) ''
--- refused: Incorrect syntax near the keyword 'FULL' at line 1, column 15.
SELECT * FROM FULL T1 OUTER JOIN T2 ON a = c RIGHT OUTER JOIN T3 ON a = e
--- accepted
CREATE TEMPORARY VIEW movie_reviews(id, movie_name, user_review, actual_sentiment)
AS VALUES
  (1, 'Great Movie', 'This movie was absolutely fantastic! Great acting and storyline.' 'positive'),
  (2, 'Boring Film', 'I fell asleep halfway through. Very disappointing.', 'negative'),
  (3, 'Average Show', 'It was okay, nothing special but not terrible either.', 'neutral')
--- refused: Encountered "=" at line 1, column 6.
SET  = 'batch'
--- refused: Encountered "* FROM" at line 1, column 65.
SELECT avg(b) FROM x GROUP BY c  HAVING sum(b) > (SELECT sum(b) * 
 FROM x)
--- refused: Encountered "comment" at line 1, column 32.
create catalog if not exists   comment 'hello' with ('type' = 'generic_in_memory')
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 15.
CREATE VIEW   AS SELECT 1
--- refused: Encountered "GROUP" at line 1, column 44.
SELECT a1, COUNT(DISTINCT b1), SUM(b1)  T1 GROUP BY a1
--- accepted
select /*+ BROADCAST(T1) */* from T1 join T2 on T1.a1 = T2.a2 union select /*BROADCAST +(T3) */* from T3 join T1 on T3.a3 = T1.a1
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 8.
SELECT COUNT c) FROM MyTable1 GROUP BY a, HOP(ts, INTERVAL '3' SECOND, INTERVAL '1' HOUR)
--- refused: Incorrect syntax near the keyword 'ALTER' at line 1, column 7.
TABLE ALTER MyTable DROP PARTITION (`id` = 1)
--- accepted
select /*+ NEST_LOOP(T1)*/T1. T1.* from T1 join V5 on T1.a1 = V5.a1
--- refused: Encountered "VIRTUAL" at line 3, column 73.
CREATE TABLE KafkaTable (
  origin_ts TIMESTAMP(3) METADATA FROM 'value.ingestion-timestamp' VIRTUAL,
  event_time TIMESTAMP(3) METADATA FROM 'value.event-timestamp' VIRTUAL VIRTUAL,
  origin_table STRING METADATA FROM 'value.table' VIRTUAL,
  primary_keys ARRAY<STRING> METADATA FROM 'value.primary-keys' VIRTUAL,
  user_id BIGINT,
  item_id BIGINT,
  behavior STRING
) WITH (
  'connector' = 'kafka',
  'topic' = 'user_behavior',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'scan.startup.mode' = 'earliest-offset',
  'value.format' = 'ogg-json'
)
--- refused: Encountered "," at line 1, column 16.
SELECT COUNT(* ,)JSON_OBJECTAGG(f1 VALUE f1) FROM T
--- refused: Encountered "b" at line 1, column 56.
SELECT * FROM x WHERE a NOT IN (SELECT c FROM y) AND b b NOT IN (SELECT e FROM z WHERE z.f = x.b)
--- accepted
show user functions in conn1
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 42.
SELECT name, SUM(score) FROM UserScores  BY name
--- refused: Encountered ")" at line 1, column 12.
SELECT AVGa) FROM MyTable GROUP BY b
--- refused: Encountered "t" at line 1, column 92.
SELECT * FROM T3 RIGHT OUTER JOIN (SELECT * FROM T1 RIGHT OUTER JOIN T2 ON a = c) t ON t.a t.a = T3.e
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM MyTable WHERE part2 > 1
--- accepted
SELECT a, COUNT(b) OVER (PARTITION BY c, dFROM ) t
--- refused: Encountered ")" at line 1, column 78.
SELECT /*+ LOOKUP('table'='D', 'async'='true', 'output-mode''allow_unordered') */ * FROM (SELECT *, PROCTIME() AS proctime FROM AppendOnlyTable) AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.id = D.id
--- refused: Encountered "FROM" at line 1, column 43.
SELECT TUMBLE_END(ts, INTERVAL '4' MINUTE FROM MyTable2 GROUP BY TUMBLE(ts, INTERVAL '4' MINUTE), c
--- refused: Encountered "int" at line 1, column 8.
INSERT int all_change_sink_table SELECT l.* FROM upsert_table_partial_deletes l JOIN upsert_table_partial_deletes r ON l.id = r.id
--- refused: Encountered "> AND" at line 1, column 36.
SELECT * FROM MyTable WHERE amount >  AND amount < 10
--- refused: Encountered "\'%r\'" at line 1, column 25.
show columns in orders  '%r'
--- accepted
SELECT a FROM x WHERE a IN (SELECT c FROM y)
--- refused: Encountered "AS" at line 6, column 18.
CREATE MATERIALIZED TABLE my_materialized_table
    FRESHNESS = INTERVAL '10' SECOND
    AS
    SELECT
        user_id,
        COUNT(*  AS event_count,
        SUM(amount) AS total_amount
    FROM
        kafka_catalog.db1.events
    WHERE
        event_type = 'purchase'
    GROUP BY
        user_id
--- refused: Encountered "a2" at line 1, column 75.
SELECT * FROM MyTable1 FULL JOIN MyTable2 ON a1 = a2 AND b1 = b2 WHERE a2 a2 = 2
--- accepted
SELECT * FROM (SELECT * FROM leftT WHERE a  IN (SELECT c FROM rightT WHERE c < 3)) T WHERE T.b > 2
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 29.
SELECT * FROM l WHERE a IN (WHERE d FROM r)
--- refused: Encountered "(" at line 1, column 23.
select /*+ STATE_TTL( ('T2' = '2d') */* from T1 join T2 on T1.a1 = T2.a2
--- refused: Encountered "=" at line 11, column 3.
CREATE TABLE topic_products (
   
  id BIGINT,
  name STRING,
  description STRING,
  weight DECIMAL(10, 2)
) WITH (
  'connector' = 'kafka',
  'topic' = 'products_ogg',
  'properties.bootstrap.servers' = 'localhost:9092',
  = 'properties.group.id' 'testGroup',
  'format' = 'ogg-json'
)
--- refused: Encountered "t" at line 1, column 16.
EXPLAIN CREATE t TABLE AS SELECT * FROM b
--- refused: Encountered "=" at line 1, column 40.
WITH q1 AS ( SELECT key FROM q2 WHERE  = '5'),
q2 AS ( SELECT key FROM src WHERE key = '5')
SELECT * FROM (SELECT key FROM q1) a
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 39.
SELECT f1, f5 FROM T WHERE f1 < 1 AND COUNT IS NOT NULL
--- refused: Encountered "T2" at line 1, column 67.
select /*+ SHUFFLE_MERGE(T2, T3) */* from T1, T2, T3 where T1.a1  T2.a2 and T2.b2 = T3.b3
--- refused: Encountered ")" at line 1, column 23.
SELECT AVG(c), SUMNOTa) FROM MyTable GROUP BY TUMBLE(b, INTERVAL '3' SECOND)
--- refused: Encountered "foo" at line 1, column 15.
SELECT * tbl1 foo
--- refused: Encountered "789" at line 1, column 120.
INSERT INTO partitioned_sink (e,a,g,f,c,d) SELECT e,a,456,123,c,d FROM MyTable GROUP BY a,b,c,d,e UNION SELECT e,a,789 789,456,c,d FROM MyTable GROUP BY a,b,c,d,e
--- refused: Encountered "<EOF>" at line 1, column 62.
select * from MyTable where trim(part1show = 'A' and part2 > 1
--- refused: Encountered "=" at line 11, column 5.
CREATE TABLE Orders_in_file (
    `user` BIGINT,
    product STRING,
    order_time_string STRING,
    order_time AS to_timestamp(order_time_string)
    
)
PARTITIONED BY (`user`) 
WITH ( 
    'connector' = 'filesystem',
    = 'path' '...'
)
--- refused: Encountered "MyView3" at line 1, column 66.
SELECT * FROM MyTable1 FULL JOIN MyTable2 ON a1 = a2 AND b1 = b2 MyView3 a2 = 2
--- refused: Encountered "," at line 2, column 16.
CREATE TEMPORARY TABLE vector_input (
    id BIGINT, ,
    features ARRAY<FLOAT>
) WITH (
    'connector' = 'datagen',
    'fields.features.length' = '128'   
)
--- accepted
SET 'execution.mode' = 'yarn-session' 'yarn-session'
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 11.
SELECT a, COUNT)*(, SUM(DISTINCT b), COUNT(DISTINCT c) FROM MyTable GROUP BY a
--- refused: Encountered ", /" at line 1, column 33.
SELECT a FROM MyTable ORDER BY c, / OFFSET 2
--- refused: Encountered "from" at line 1, column 21.
DROP TEMPORARY VIEW from EXISTS view_name
--- refused: Encountered "r" at line 1, column 71.
SELECT * FROM l WHERE b > 1 AND a NOT IN (SELECT d FROM r WHERE l.b ) r.e AND r.d > 10)
--- refused: Encountered "for" at line 1, column 29.
analyze table emps compute  for all columns
--- refused: Encountered "IN SELECT" at line 1, column 118.
SELECT b FROM l WHERE (b, (CASE WHEN a IN (SELECT i FROM t1) THEN 1 WHEN a IN (SELECT j FROM t2) THEN 2 ELSE 3 END)) IN SELECT e, d FROM r)
--- refused: Non-query expression encountered in illegal context
temporary drop system connection conn1
--- accepted
SELECT e. e.* FROM (SELECT pyFunc5(d._1) as e FROM MyTable) AS T
--- refused: Encountered "T2" at line 1, column 90.
select * from T1 WHERE a1 IN (select /*+ BrOaDcAsT(T2) */ T2.a2 from T2 join T1 on T2.a2 T2.a2 = T1.a1 order by T1.a1 limit 10)
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 55.
SELECT * FROM (SELECT b, SUM(a) FROM MyTable GROUP BY BY b) WHERE b = 2
--- refused: Encountered "from" at line 2, column 9.
SELECT /*+ MULTI_JOIN(t1, t2) */ * FROM t1 
JOIN t2 from t1.id = t2.id 
JOIN t3 ON t1.id = t3.id
--- refused: Encountered "*" at line 1, column 26.
select /*+ NEST_LOOP(T1) ** from T1 right join T2 on T1.a1 = T2.a2
--- refused: Encountered "show from" at line 1, column 1.
show from columns db1.tbl like '%'
--- refused: Encountered "IN NOT" at line 1, column 54.
SELECT * FROM l WHERE b > 10 AND (c like 'abc' AND a IN NOT (SELECT d FROM r))
--- refused: Encountered "<EOF>" at line 1, column 46.
SELECT * FROM f(u => TABLE t_name_diff, i => 1
--- refused: Incorrect syntax near the keyword 'RIGHT' at line 1, column 16.
SELECT * FROM  RIGHT OUTER JOIN MyTable1 ON false
--- refused: Encountered "show in" at line 1, column 1.
show  in catalog1.db1
--- refused: Non-query expression encountered in illegal context
'table.optimizer.agg-phase-strategy' = 'ONE_PHASE'
--- accepted
SELECT * FROM MyTable1   JOIN MyTable2 ON a1 = a2 AND b1 = b2 WHERE a1 = 2
--- refused: Encountered "in" at line 1, column 13.
show user   in c1.db ilike 'FUNC3%'
--- refused: Encountered "=" at line 1, column 60.
select /*+ BROADCAST(T1) */* from T1 inner join T2 , T1.b1 = T2.b2 and T1.a1 < 1 and T1.a1 < T2.a2
--- refused: Encountered "/" at line 1, column 8.
select / /*+ STATE_TTL('V6' = '2d') */ max(b1) from V6 group by a1
--- refused: Encountered "DO" at line 1, column 43.
INSERT INTO t1 SELECT * FROM t2  CONFLICT DO NOTHING
--- refused: Encountered "my_model" at line 1, column 28.
show create model my_model my_model
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 15.
SELECT * FROM LEFT T1 OUTER JOIN T2 ON a = c LEFT OUTER JOIN T3 ON a = e
--- refused: Encountered "1" at line 3, column 1.
CREATE TABLE nginx_log (
  log STRING
1 WITH (
  'connector' = 'kafka',
  'topic' = 'nginx_log',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'format' = 'raw'
)
--- refused: Encountered "FROM" at line 1, column 36.
SELECT c, SUM(a) OVER (ORDER BY b  FROM MyTable
--- refused: Encountered "<EOF>" at line 1, column 17.
SELECT func1( (1)
--- refused: Non-query expression encountered in illegal context
a SELECT FROM x WHERE NOT EXISTS (SELECT x.a IS NULL FROM y WHERE y.d = x.b)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 24.
SELECT * FROM x WHERE  SELECT(COUNT(e) FROM y WHERE d > 10) > 0
--- refused: Encountered "id" at line 1, column 93.
alter materialized table mt1 modify new_column string comment 'new_column docs' after after id
--- refused: Encountered "alter" at line 1, column 7.
alter alter catalog cat2 set ('default-database'='db_new')
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 40.
SELECT * FROM T1 WHERE T1.d IN (SELECT SELECT e FROM T2)
--- refused: Encountered ", where" at line 1, column 18.
Select * from dim,  where none_part_fact.fact_date_sk = dim.dim_date_sk and dim.price < 500
--- refused: Encountered ")" at line 1, column 76.
SELECT deptno, COUNT(*) AS c FROM emp GROUP BY ROLLUP(deptno), ROLLUPgender)
--- refused: Encountered "=" at line 19, column 10.
CREATE MATERIALIZED TABLE my_materialized_table_full
    PARTITIONED BY (ds)
    WITH (
        'format' = 'json',
        'partition.fields.ds.date-formatter' = 'yyyy-MM-dd'
    )
    FRESHNESS = INTERVAL '1' HOUR
    AS SELECT
        p.ds,
        p.product_id,
        p.product_name,
        AVG(s.sale_price) AS avg_sale_price,
        SUM(s.quantity) AS total_quantity
    FROM
        paimon_catalog.db1.product_table p
    LEFT JOIN
        paimon_catalog.db1.sales_table s
    ON
         = s.product_id
    WHERE
        p.category = 'electronics'
    GROUP BY
        p.ds, p.product_id, p.product_name
--- refused: Non-query expression encountered in illegal context
temporary alter system function function1 as 'org.apache.flink.function.function1'
--- refused: Encountered "=" at line 14, column 11.
CREATE TABLE user_created (

   
  the_kafka_key STRING,
  
   
  id STRING,
  name STRING, 
  email STRING

) WITH (

  'connector' = 'kafka'
  'topic' = 'user_events_example1',
  'properties.bootstrap.servers' = 'localhost:9092',

   
  'key.format' = 'raw',
  'key.fields' = 'the_kafka_key',

  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = 'http://localhost:8082',
  'value.fields-include' = 'EXCEPT_KEY'
)
--- refused: Encountered "extended" at line 1, column 17.
select database extended db1
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 47.
SELECT * FROM T2 RIGHT JOIN T3 on T2.c = T3.f LEFT JOIN ON T1 T1.a = T2.c
--- refused: Encountered "<EOF>" at line 1, column 31.
SET 'execution.mode' 'remote' =
--- refused: Encountered "(" at line 2, column 2.
CREATE TABLE UserScores (name STRING, score INT)
 (
  'connector' = 'socket',
  'hostname' = 'localhost',
  'port' = '9999',
  'byte-delimiter' = '10',
  'format' = 'changelog-csv',
  'changelog-csv.column-delimiter' = '|'
)
--- refused: Encountered "payload" at line 1, column 41.
ALTER TABLE MyTable RENAME request_body payload TO
--- refused: Encountered "from" at line 1, column 26.
SELECT func1(e.f.h) from from MyTable
--- refused: Non-query expression encountered in illegal context
func1 SELECT(a) FROM MyTable where a not in (select a2 from MyTable2)
--- refused: Incorrect syntax near the keyword 'IN' at line 1, column 24.
SELECT b FROM x WHERE  IN (SELECT c FROM y WHERE d > 10) AND b > (SELECT 0.5 * SUM(e) FROM z WHERE z.f < 100)
--- refused: Incorrect syntax near the keyword 'SUM' at line 1, column 37.
SELECT COUNT(a) filter (WHERE a > 0)SUM ,(DISTINCT b) FROM MyTable
--- refused: Encountered "add" at line 1, column 17.
table orders2 add (user_email string not null after `user`, cleaned_product as coalesce(product, 'missing_sku') after product, trade_order_id bigint not null first)
--- refused: Encountered "<EOF>" at line 2, column 8.
SET 'key' 
 'value'
--- refused: Encountered "\'comment for catalog \'\'cat2\'\'\'" at line 1, column 21.
alter catalog cat2  'comment for catalog ''cat2'''
--- accepted
SELECT * FROM MyTable AS T JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime  D ON T.a = D.id and CAST(T.c as INT) = D.id
--- refused: Encountered "c" at line 1, column 31.
SELECT a FROM MyTable ORDER   c, rowtime desc OFFSET 2
--- refused: Encountered "c" at line 1, column 32.
SELECT * FROM T1 JOIN T2 ON a  c LEFT OUTER JOIN T3 ON a = e
--- refused: Encountered "/*+" at line 1, column 3.
/*+ NEST_LOOP(T1) */* from T1 inner join T2 on T1.a1 > T2.a2
--- refused: Encountered "," at line 1, column 17.
SELECT a1, a2,  ,b1b2 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) RIGHT JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a2 = b2 AND a1 > b1
--- refused: Encountered "= ON" at line 3, column 49.
INSERT INTO product_orders
SELECT p.name, o.order_id
FROM orders o JOIN products p ON o.product_name = ON
p.name CONFLICT DO DEDUPLICATE
--- refused: Encountered "from" at line 1, column 45.
SELECT a1, COUNT(DISTINCT c1), SUM(b1) FROM from GROUP BY a1
--- refused: Encountered "<EOF>" at line 1, column 37.
SET 'pipeline.name' 'kafka-to-hive' =
--- refused: Incorrect syntax near the keyword 'ORDER' at line 3, column 1.
SELECT *
FROM  
ORDER BY orderTime
LIMIT 3
--- refused: Non-query expression encountered in illegal context
b SELECT, d FROM T1 RIGHT JOIN T2 ON a = c
--- refused: Encountered "AS" at line 1, column 85.
SELECT bd_name FROM nested_not_null NATURAL JOIN UNNEST(nested_not_null.nested.data AS exploded_bd(bd_name)
--- accepted
SELECT * FROM Orders AS o JOIN rates_last_row_rowtime FOR SYSTEM_TIME AS OF o.rowtime  r ON o.currency = r.currency
--- accepted
SELECT a1  b1, a2, b2, COUNT(c1) FROM (SELECT * FROM T1, T2 WHERE a1 = b2) t GROUP BY a1, b1, a2, b2
--- refused: Encountered "T1" at line 1, column 60.
select /*+ BROADCAST(T2) */* from T1 full join T2 on T1.a1 T1.a1 = T2.a2
--- refused: Encountered "," at line 2, column 20.
create temporary table tbl1 (
 `user` BIGINT NOT ,
 product VARCHAR(32),
 amount INT
) with (
 'connector' = 'datagen'
)
--- refused: Non-query expression encountered in illegal context
SUBSTRING_INDEX('www.apache.org', '.', 2) FROM (VALUES (1, 'Hello World')) AS T(id, str)
--- refused: Encountered "," at line 2, column 3.
select * FROM 
  , LATERAL TABLE(tableFunc(func1(ABS(a))))
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM T1 WHERE a IN (SELECT d FROM T2 WHERE 1=0)
--- refused: Encountered "join" at line 1, column 40.
select /*+ NEST_LOOP(V2)*/T3.* T3 from join V2 on T3.a3 = V2.a1
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) RIGHT JOIN (SELECT SUM() AS b2, b1 FROM B GROUP BY b1) ON a1 = b1
--- refused: Encountered "2" at line 1, column 40.
SELECT * FROM MyTable WHERE a = 1 OR a 2 = OR a = 3 OR a = 4 AND b = 1
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * src WHERE a > 1
--- refused: Encountered "into" at line 1, column 13.
insert into into snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2 and src2.b0 > src1.a0 and src2.b2 <> 'Hello' and src1.a0 > 99 on conflict do deduplicate
--- refused: Encountered "t2" at line 1, column 44.
SELECT t1.x FROM t1 INNER JOIN t2 ON t1.x  t2.x
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 28.
SELECT SUM(a) AS s FROM l  BY b HAVING COUNT(*) > 2 AND MAX(b) IN (SELECT e FROM r)
--- refused: Encountered "user_created" at line 1, column 9.
CREATE  user_created (

   
  the_kafka_key STRING,
  
   
  id STRING,
  name STRING, 
  email STRING

) WITH (

  'connector' = 'kafka',
  'topic' = 'user_events_example1',
  'properties.bootstrap.servers' = 'localhost:9092',

   
  'key.format' = 'raw',
  'key.fields' = 'the_kafka_key',

  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = 'http://localhost:8082',
  'value.fields-include' = 'EXCEPT_KEY'
)
--- refused: Encountered "," at line 4, column 3.
create temporary system connection conn1
 WITH (
  'type'=
  ,'custom_type''api_key'='key123'
 )
--- refused: Encountered "FROM" at line 1, column 64.
SELECT * FROM l WHERE a IN (SELECT d FROM r)  AND b NOT IN ( i FROM t WHERE l.c = t.k AND i > 10)  AND EXISTS (SELECT COUNT(l) FROM t2 where n like 'Test' GROUP BY l) AND NOT EXISTS (SELECT * FROM r WHERE l.b <> r.e)
--- refused: Encountered "=>" at line 1, column 60.
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc_streamop , => DESCRIPTOR(__op), op_mapping => MAP['c, r', 'INSERT', 'ub', 'UPDATE_BEFORE', 'ua', 'UPDATE_AFTER', 'd', 'DELETE'])
--- refused: Encountered "reset" at line 2, column 14.
INSERT INTO word_cnt
SELECT word, reset(1) AS cnt
FROM doc
GROUP BY word
--- refused: Encountered "table" at line 1, column 13.
alter table table tbl1 add DISTRIBUTION BY (a, h) INTO 6 BUCKETS
--- refused: Encountered "for" at line 1, column 10.
explain  for select * from orders2
--- refused: Encountered "catalog1" at line 1, column 35.
create view catalog1.db1.v_person catalog1.db1.v_person as select * from catalog1.db1.person
--- accepted
INSERT INTO upsert_sink_table_full_deletes SELECT *  upsert_table_full_deletes
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 16.
SELECT a4, b4, COUNT)c4( FROM T4 GROUP BY a4, b4, TUMBLE(d4, INTERVAL '15' MINUTE)
--- accepted
SELECT * FROM T1 T1 JOIN T2 FOR SYSTEM_TIME AS OF T1.proctime AS dimTable ON T1.id = dimTable.id AND dimTable.rate > 10
--- refused: Encountered "as" at line 1, column 48.
alter materialized table mt1 modify col_int as as col_a - col_b after col_b
--- refused: Encountered "modify" at line 1, column 28.
alter  materialized table  modify watermark for ts as ts - interval '1' second
--- refused: Encountered ")" at line 1, column 46.
ALTER MATERIALIZED TABLE tbl1 RESET ('key1', )
--- refused: Encountered ")" at line 1, column 45.
SELECT AVG(a) FROM (SELECT AVG(a) AS a FROM ) GROUP BY b)
--- refused: Encountered "db1" at line 1, column 25.
show connections in db1 db1
--- refused: Encountered "(" at line 1, column 27.
SELECT c, COUNT(*) OVER ( () FROM MyTable
--- accepted
SELECT (f0, f2) FROM T
--- refused: Encountered "," at line 1, column 51.
analyze table emps compute statistics for columns , b
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 23.
SELECT a FROM MyTable FROM BY rowtime desc LIMIT 1 OFFSET 1
--- refused: Incorrect syntax near the keyword 'FULL' at line 1, column 18.
SELECT * FROM T1 FULL OUTER T2 JOIN ON a = c RIGHT OUTER JOIN T3 ON a = e
--- refused: Encountered "V22" at line 1, column 47.
select /*+ SHUFFLE_HASH(V22)*/V22.* INCLUDING V22 join T1 on V22.a1 = T1.a1
--- refused: Encountered "pageview" at line 4, column 9.
EXECUTE STATEMENT SET
BEGIN

INSERT  pageview
SELECT page_id, count(1)
FROM pageviews
GROUP BY page_id;

INSERT INTO uniqueview
SELECT page_id, count(distinct user_id)
FROM pageviews
GROUP BY page_id;

END
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 43.
SELECT * FROM x WHERE a IN (SELECT c FROM FROM y WHERE x.b = y.d)
--- refused: Incorrect syntax near the keyword 'GROUP' at line 1, column 42.
SELECT a, COUNT(DISTINCT b), SUM(b) FROM GROUP MyTable2 BY a
--- refused: Encountered "," at line 1, column 26.
SELECT d FROM (SELECT a, , b, c, d FROM MyTable1, MyTable2) t WHERE a IN (SELECT d FROM MyTable2)
--- refused: Encountered "=" at line 1, column 7.
alter = table default_catalog.default_database.mt1 modify watermark for ts as ts - interval '1' second
--- refused: Encountered "<EOF>" at line 1, column 115.
SELECT * FROM l WHERE EXISTS (SELECT MAX(e) FROM r WHERE l.b = r.e AND d < 100 AND l.c = r.f GROUP BY d, true, f, 1
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 93.
SELECT a FROM x WHERE (SELECT MAX(d) FROM y WHERE c IN (SELECT e FROM z)) IN (SELECT f FROM FROM z WHERE z.e = x.a)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT a, pyFunc1(b, pyFunc1(c, d._1)) FROM MyTable
--- accepted
select /*  SHUFFLE_HASH(V4) */* from T1 join V4 on T1.a1 = V4.a4
--- refused: Encountered "*" at line 1, column 60.
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_MeRgE(T2) *BY a2 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Encountered "(" at line 1, column 41.
CREATE OR REPLACE TABLE t (col1 string) ( WITH'test' = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "<EOF>" at line 1, column 112.
SELECT b FROM x WHERE a IN ( (SELECT c FROM y WHERE d > 10) AND b > (SELECT 0.5 * SUM(e) FROM z WHERE z.f < 100)
--- refused: Encountered "<EOF>" at line 1, column 99.
SELECT * FROM l WHERE ( (a + 10, SUBSTRING(c, 1, 5)) IN (SELECT d + 100, SUBSTRING(f, 1, 5) FROM r)
--- refused: Encountered "= AND" at line 1, column 142.
SELECT o.currency, r.currency, rate1 FROM Orders AS o JOIN RatesBinlogWithComputedColumn FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = AND r.currency o.amount > 10 AND r.rate < 100
--- refused: Encountered "WITH" at line 1, column 10.
STOP JOB WITH 'myjob' SAVEPOINT WITH DRAIN
--- refused: Encountered ")" at line 1, column 83.
SELECT * FROM l WHERE EXISTS (SELECT * FROM r, LATERAL TABLE(table_func(f)) AS T( )f1WHERE EXISTS (SELECT * FROM t))
--- refused: Non-query expression encountered in illegal context
func1(func5(a).f0) from MyTable
--- refused: Encountered "<EOF>" at line 1, column 28.
alter table t1 ADD watermark
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 24.
SELECT * FROM MyTable1 LEFT JOIN   ON a1 = a2 WHERE a2 > 1
--- refused: Encountered "c" at line 1, column 43.
SELECT * FROM T1 FULL OUTER JOIN T2 ON a  c, T3 WHERE a = e
--- refused: Encountered "= =" at line 1, column 49.
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = = a2 AND a2 = 2
--- refused: Encountered "JOIN" at line 4, column 18.
CREATE TABLE tbl1 (
  a bigint,
  h varchar, 
  g as 2 * (a + 1JOIN, 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  b varchar,
  proc as PROCTIME(), 
  meta STRING METADATA, 
  my_meta STRING METADATA FROM 'meta', 
  my_meta STRING METADATA FROM 'meta' VIRTUAL, 
  meta STRING METADATA VIRTUAL, 
  PRIMARY KEY (a, b)
)
PARTITIONED BY (a, h)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Encountered "from" at line 1, column 35.
select /*+ NEST_LOOP(T1) */* from from T1 where a1 not in (select a2 from T2)
--- refused: Encountered "modify" at line 1, column 14.
alter table  modify DISTRIBUTION BY RANGE(a, h)
--- refused: Encountered "not" at line 1, column 28.
show columns in orders not not like  '%r'
--- refused: Encountered "b" at line 1, column 45.
SELECT * FROM VirtualTable WHERE amount > 2 b amount < 10
--- refused: Encountered "\'connector\'" at line 7, column 3.
CREATE TABLE fs_table (
  user_id STRING,
  order_amount DOUBLE,
  dt STRING,
  `hour` STRING
) PARTITIONED BY (dt, `hour`) WITH  
  'connector'='filesystem',
  'path'='...',
  'format'='parquet',
  'partition.time-extractor.timestamp-pattern'='$dt $hour:00:00',
  'sink.partition-commit.delay'='1 h',
  'sink.partition-commit.trigger'='partition-time',
  'sink.partition-commit.watermark-time-zone'='Asia/Shanghai',  
  'sink.partition-commit.policy.kind'='success-file'
)
--- refused: Encountered "(" at line 1, column 39.
alter table orders2 modify constraint ( primary key (trade_order_id) not enforced
--- refused: Incorrect syntax near the keyword 'DISTINCT' at line 1, column 10.
SELECT ((DISTINCT c) FROM MyTable
--- refused: Encountered "ONLY" at line 1, column 57.
SELECT * FROM MyTable ORDER BY a, b DESC FETCH FIRST 10 ONLY ROWS
--- accepted
show create catalog MyTable
--- refused: Encountered "name" at line 3, column 3.
CREATE TEMPORARY TABLE Customers (
  id INT 
  name STRING,
  country STRING,
  zip STRING,
   
  update_version STRING
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://mysqlhost:3306/customerdb',
  'table-name' = 'customers'
)
--- refused: Encountered "y" at line 1, column 47.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e y.e > 100 AND y.d NOT IN (SELECT z.i FROM z WHERE y.e = z.j AND z.j < 50)
--- refused: Encountered "inner ," at line 1, column 41.
select /*+ SHUFFLE_HASH(T1) */* from T1 inner , T2 on T1.a1 = T2.a2 and T1.a1 < 1
--- refused: Encountered "FULL" at line 1, column 33.
SELECT c, g FROM MyTable1 OUTER FULL JOIN MyTable2 ON b = e
--- refused: Encountered "SELECT" at line 1, column 65.
SELECT a + 10, c FROM l WHERE NOT(NOT(substring(c, 1, 5) NOT IN SELECT substring(f, 1, 5) FROM r WHERE l.b + 1 = r.e)))
--- accepted
describe  extended `SUM`
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 13.
SELECT af , FROM (SELECT * FROM x FULL JOIN y ON x.c = y.f) xy WHERE xy.e > 100 AND xy.d IN (SELECT z.i FROM z WHERE z.j < 50)
--- refused: Encountered "in" at line 1, column 17.
show columns in in v1 not like '%u%'
--- refused: Encountered "as" at line 1, column 29.
create temporary view v1 as as select * from orders
--- refused: Encountered "*" at line 1, column 145.
SELECT * FROM (Select count(*) c1 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and fact_part.price < 100) s1, (Select count(* *) c2 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and dim.price < 200) s2, (Select count(*) c3 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and dim.price < 400) s3
--- refused: Encountered "." at line 1, column 20.
SELECT a, b, A._1 A._1, A._2 FROM MyTable, UNNEST(MyTable.b) AS A where A._1 > 1
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 8.
SELECT JOIN FROM MyTable ORDER BY rowtime, c OFFSET 2
--- refused: Encountered "," at line 1, column 9.
SELECT  ,nameAVG(weight) FROM topic_products GROUP BY name
--- refused: Encountered "T2" at line 1, column 22.
select /*+ BROADCAST T2, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- refused: Encountered "GROUP" at line 1, column 8.
create GROUP cat2 WITH (
    'type'='generic_in_memory',
    'default-database'='db'
)
--- refused: Encountered "coalesce coalesce" at line 1, column 86.
alter table orders2 add (user_email string not null after `user`, cleaned_product as coalesce coalesce(product, 'missing_sku') after product, trade_order_id bigint not null first)
--- accepted
SELECT MyTable FROM MyView2
--- refused: Encountered ")" at line 3, column 32.
WITH q1 AS ( SELECT key FROM q2 WHERE key = '5'),
q2 AS ( SELECT key FROM src WHERE key = '5')
SELECT * FROM (SELECT key FROM ) a
--- refused: Encountered "/" at line 1, column 8.
select /IS+ BROADCAST(T2) */* from T1 full join T2 on T1.a1 = T2.a2
--- accepted
CREATE TABLE datagen
(
    event_type   input_table,
    person       ROW<
        id  BIGINT,
        name         VARCHAR,
        emailAddress VARCHAR,
        creditCard   VARCHAR,
        city         VARCHAR,
        state        VARCHAR,
        `dateTime`   TIMESTAMP(3),
        extra        VARCHAR>,
    auction      ROW<
        id  BIGINT,
        itemName     VARCHAR,
        description  VARCHAR,
        initialBid   BIGINT,
        reserve      BIGINT,
        `dateTime`   TIMESTAMP(3),
        expires      TIMESTAMP(3),
        seller       BIGINT,
        category     BIGINT,
        extra        VARCHAR>,
    bid          ROW<
        auction  BIGINT,
        bidder       BIGINT,
        price        BIGINT,
        channel      VARCHAR,
        url          VARCHAR,
        `dateTime`   TIMESTAMP(3),
        extra        VARCHAR>,
    `dateTime` AS
        CASE
            WHEN event_type = 0 THEN person.`dateTime`
            WHEN event_type = 1 THEN auction.`dateTime`
            ELSE bid.`dateTime`
        END,
    WATERMARK FOR `dateTime` AS `dateTime` - INTERVAL '4' SECOND
) WITH (
      'connector' = 'datagen',
      'number-of-rows' = '10'
)
--- refused: Encountered "orders2" at line 1, column 14.
show create  orders2
--- refused: Incorrect syntax near the keyword 'ON' at line 1, column 97.
SELECT COALESCE(a.order_id, b.order_id) AS order_id FROM orders a RIGHT JOIN order_details b ON ON a.order_id = b.order_id
--- refused: Encountered "orders2" at line 1, column 38.
alter table orders rename to orders2 orders2
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 47.
SELECT d FROM MyTable1 JOIN MyTable2 ON CAST( AS BOOLEAN)
--- refused: Encountered ")" at line 1, column 30.
select /*+ SHUFFLE_MERGE(T1, ) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- refused: Encountered "DISTRIBUTION" at line 1, column 16.
alter table t1 DISTRIBUTION drop
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 25.
alter table tbl1 modify BY DISTRIBUTION RANGE(a, h)
--- refused: Encountered "/*+" at line 1, column 2.
/*+ SHUFFLE_MERGE(T1) */* from T1 join T2 on T1.a1 = T2.a2 union select /*+ SHUFFLE_MERGE(T3) */* from T3 join T1 on T3.a3 = T1.a1
--- refused: Encountered "inner join on" at line 1, column 88.
select * from (select * from fact inner join fact2 on fact.id = fact2.id2) as factSide inner join on dim factSide.amount = dim.amount and factSide.price2 = dim.price and dim.price < 500
--- refused: Encountered "= WHERE" at line 1, column 48.
SELECT a from MyTable INNER JOIN MyTable2 ON a =  WHERE func6(a, a2) > 10
--- refused: Encountered "string" at line 1, column 41.
alter table t1 modify new_column string string comment 'new_column docs'
--- refused: Encountered "*" at line 2, column 2.
* FROM T1, T2, T3 WHERE a = c AND a = e
--- accepted
SELECT COUNT(c) FROM MyTable1 GROUP BY aHOP ,(ts, INTERVAL '3' SECOND, INTERVAL '1' HOUR)
--- refused: Encountered "orders2" at line 1, column 21.
alter table orders2 orders2 modify constraint order_constraint primary key (trade_order_id) not enforced
--- refused: Encountered "=" at line 1, column 19.
show columns from = like '%'
--- refused: Encountered "\'k1\'" at line 1, column 23.
alter catalog a reset 'k1')
--- refused: Incorrect syntax near the keyword 'ORDER' at line 1, column 17.
SELECT a FROM   ORDER BY proctime LIMIT 1 OFFSET 0
--- refused: Incorrect syntax near the keyword 'ALTER' at line 1, column 20.
SELECT proctime, c ALTER MyTable OFFSET 2
--- refused: Encountered "SET" at line 1, column 5.
SET SET 'table.optimizer.multi-join.enabled' = 'true'
--- refused: Encountered "V2" at line 1, column 26.
select /*+ SHUFFLE_MERGE V2)*/V2.* from V2 join T1 on V2.a1 = T1.a1
--- refused: Encountered "MATERIALIZED" at line 1, column 20.
ALTER MATERIALIZED MATERIALIZED TABLE my_materialized_table REFRESH
--- refused: Encountered ")" at line 1, column 21.
select /*+ BROADCAST)T2( */* from T1 full join T2 on T1.a1 = T2.a2
--- refused: Encountered "f3" at line 1, column 55.
SELECT f1, f5 FROM T WHERE (f1 < 1 OR f2 > 10) AND f3 f3 IS NOT NULL
--- refused: Encountered "= <EOF>" at line 1, column 102.
select * from T1 WHERE a1 IN (select /*+ BrOaDcAsT(T2) */ a2 + T1.a1 from T2 join T3 on T2.a2 = T3.a3=
--- refused: Encountered "UNIQUE" at line 1, column 17.
CREATE TABLE t  UNIQUE (col1)) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "z" at line 1, column 107.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d IN (SELECT z.i FROM z WHERE y.e = z.j AND z.j z.j < 50)
--- refused: Encountered "*" at line 1, column 2.
* FROM MyView1
--- refused: Encountered "<EOF>" at line 8, column 5.
CREATE TABLE Orders_with_watermark (
     
    WATERMARK FOR order_time AS order_time - INTERVAL '5' SECOND 
) WITH (
     
    'scan.startup.mode' = 'latest-offset'
)
LIKE
--- accepted
SELECT a, MyTable(d) FROM VirtualTable
--- refused: Encountered "," at line 1, column 25.
SELECT * FROM x WHERE b , 1 AND a IN (SELECT c FROM y WHERE x.b = y.d AND y.c > 10)
--- refused: Encountered "(" at line 3, column 3.
create model if not exists m1
 OUTPUT(label DOUBLE)
  (
  'key1'='value1',
  'key2'='value2'
 ) as select f1, f2 from t1
--- refused: Encountered "UUID" at line 1, column 7.
alter UUID table mt1 add (new_row.f2 array<int> after new_row.f0)
--- refused: Incorrect syntax near the keyword 'STRING' at line 1, column 41.
SELECT TRY_CAST(TRY_CASTa AS STRING) AS STRING) FROM MyTable
--- refused: Encountered "= AND" at line 1, column 33.
SELECT a, f FROM x, y WHERE x.c =  AND y.e > 100 AND (x.a, y.e) IN (SELECT z.i, z.j FROM z WHERE z.j < 50)
--- refused: Encountered "=" at line 1, column 6.
SET  = 'true'
--- refused: Encountered "rangecol_inta" at line 1, column 50.
alter materialized table mt1 add distribution by rangecol_inta, h)
--- refused: Encountered "compute" at line 1, column 14.
table emps compute statistics for columns a, b
--- accepted
INSERT INTO y
SELECT
    dept_id,
    COUNT(*) as emp_count
FROM employee_information
GROUP BY dept_id
--- accepted
SELECT `b`, `other_metadata` FROM emp
--- refused: Encountered "," at line 1, column 9.
SELECT  ,ab FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2)
--- refused: Encountered "sum" at line 1, column 46.
select * from fact ( joinselect dim_date_sk, sum(dim.price) from dim where  dim.price < 500 group by dim_date_sk) dimSide on fact.fact_date_sk = dimSide.dim_date_sk
--- refused: Encountered "a" at line 1, column 48.
SELECT a, COUNT(DISTINCT c) FROM MyTable GROUP a BY
--- refused: Encountered ")" at line 15, column 1.
SELECT 
  transaction_id,
  user_id,
  amount,
  fraud_score,
  CASE 
    WHEN fraud_score > 0.8 THEN 'HIGH_RISK'
    WHEN fraud_score > 0.5 THEN 'MEDIUM_RISK'
    ELSE 'LOW_RISK'
  END AS risk_level
FROM ML_PREDICT(
  TABLE transactions,
  MODEL fraud_detector,
  DESCRIPTOR(user_id, amount, merchant_id, device_fingerprint) )
)
WHERE fraud_score > 0.5
--- refused: Incorrect syntax near the keyword 'OFFSET' at line 1, column 30.
SELECT c, proctime desc FROM OFFSET MyTable 2
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 43.
SELECT * FROM T3 RIGHT OUTER JOIN (SELECT SELECT * FROM T1 RIGHT OUTER JOIN T2 ON a = c) t ON t.c = T3.e
--- refused: Encountered "," at line 1, column 40.
SELECT * FROM l WHERE b IN (SELECT MAX(,) OVER() FROM r GROUP BY r.e)
--- refused: Incorrect syntax near the keyword 'GROUP' at line 1, column 46.
SELECT name, AVG(weight) topic_products FROM GROUP BY name
--- refused: Encountered "," at line 1, column 61.
SELECT a1, b1, c1, d1, m, COUNT(*) FROM (SELECT a1, b1, c1, , COUNT(d1) AS d1, MAX(d1) AS m FROM T1 GROUP BY a1, b1, c1) t GROUP BY a1, b1, c1, d1, m
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM f(r => TABLE t PARTITION BY name, i => 1)
--- refused: Encountered "like" at line 1, column 25.
show functions not like like '%'
--- refused: Encountered "catalog1" at line 1, column 15.
show columns  catalog1.db1.tbl
--- refused: Non-query expression encountered in illegal context
metadata SELECT, f1 FROM T5
--- refused: Non-query expression encountered in illegal context
window_start, window_end, SUM(partial_price) AS total_price
  FROM TUMBLE(TABLE window1, DESCRIPTOR(rowtime), INTERVAL '10' MINUTES)
  GROUP BY window_start, window_end
--- refused: Encountered "3" at line 4, column 28.
CREATE TABLE Orders (
    `user` BIGINT,
    product STRING,
    order_time TIMESTAMP(3 3)
) WITH ( 
    'connector' = 'kafka',
    'scan.startup.mode' = 'earliest-offset'
)
--- refused: Encountered "\'ADD\'" at line 1, column 118.
INSERT INTO BatchTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4'ADD' ,), (5, 'LINE'))
--- refused: Incorrect syntax near the keyword 'BIGINT' at line 3, column 5.
CREATE TABLE pageviews (
  user_id BIGINTpage_id
  , BIGINT,
  viewtime TIMESTAMP,
  proctime AS PROCTIME()
) WITH (
  'connector' = 'kafka',
  'topic' = 'pageviews',
  'properties.bootstrap.servers' = '...',
  'format' = 'avro'
)
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM MyTable WHERE a <> 1 AND a <> 2 AND a <> 3 AND a <> 4 OR b = 1
--- refused: Encountered "=" at line 1, column 55.
select /*+ NEST_LOOP(T1) */* from T1 left join T2 on  = T2.a2
--- refused: Encountered "right join join" at line 1, column 41.
select /*+ SHUFFLE_HASH(T1) */* from T1 right join join T2 on T1.a1 = T2.a2
--- refused: Encountered "10" at line 1, column 52.
SELECT b, SUM(a) FROM MyTable WHERE a > 0.1 and a  10 GROUP BY b
--- refused: Encountered "1" at line 1, column 82.
SELECT a, d FROM MyTable1, MyTable2 WHERE ((a = 1 AND d = 2) OR (a = 2 AND d = 1 1))
--- refused: Encountered "<EOF>" at line 1, column 36.
SELECT a, pyFunc1(a, c), b ( MyTable
--- refused: Incorrect syntax near the keyword 'FROM' at line 13, column 23.
CREATE MATERIALIZED TABLE my_materialized_table_continuous
    PARTITIONED BY (ds)
    WITH (
        'format' = 'debezium-json',
        'partition.fields.ds.date-formatter' = 'yyyy-MM-dd'
    )
    FRESHNESS = INTERVAL '10' SECOND
    AS SELECT
        k.ds,
        k.user_id,
        COUNT(*) AS event_count,
        SUM(k.amount) AS total_amount,
        MAX(u.age) AS FROM
    max_age
        kafka_catalog.db1.kafka_table k
    JOIN
        user_catalog.db1.user_table u
    ON
        k.user_id = u.user_id
    WHERE
        k.event_type = 'purchase'
    GROUP BY
        k.ds, k.user_id
--- refused: Encountered "( ON" at line 1, column 34.
SELECT * FROM T1 FULL OUTER JOIN ( ON a = c LEFT OUTER JOIN T3 ON a = e
--- refused: Encountered "WHERE" at line 1, column 42.
SELECT COALESCE(b.order_id, a.order_id, 0WHERE AS order_id FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- accepted
desc catalog extended SHUFFLE_MERGE
--- refused: Encountered ")" at line 1, column 24.
SELECT weightedAvg/d, 1) FROM t GROUP BY CUBE (a, b)
--- refused: Encountered "," at line 1, column 9.
SELECT  , COUNT(*) OVER () FROM MyTable
--- refused: Encountered "," at line 1, column 40.
alter table t1 drop (id, ts, tuple.f0, , tuple.f1)
--- refused: Encountered "GROUP" at line 1, column 72.
SELECT * FROM l WHERE b IN (SELECT MAX(e) FROM r WHERE l.c = r.f GROUP GROUP BY d, true, 1)
--- refused: Encountered "watermark" at line 1, column 34.
alter table default_database.t1  watermark for ts as ts - interval '1' second
--- refused: Encountered "," at line 1, column 93.
SELECT a1, b1, a3, b3, COUNT(c1) FROM (SELECT * FROM T1 LEFT JOIN T3 ON a1 = a3) t GROUP BY , b1, a3, b3
--- refused: Encountered "GROUP" at line 1, column 23.
SELECT a, b  MyTable2 GROUP BY a, b
--- refused: Incorrect syntax near the keyword 'INTO' at line 1, column 52.
ALTER MATERIALIZED TABLE MyMaterializedTable ADD   INTO 4 BUCKETS
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 15.
SELECT * FROM SELECT WHERE a IN (SELECT d FROM r)  AND b NOT IN (SELECT i FROM t WHERE l.c = t.k AND i > 10)  AND EXISTS (SELECT COUNT(l) FROM t2 where n like 'Test' GROUP BY l) AND NOT EXISTS (SELECT * FROM r WHERE l.b <> r.e)
--- refused: Incorrect syntax near the keyword 'IN' at line 1, column 32.
SELECT * FROM MyTable1 a WHERE IN (SELECT d FROM MyTable2 WHERE a = e AND b = d)
--- refused: Encountered "<EOF>" at line 1, column 45.
SELECT COUNT(*) AS c FROM emp GROUP BY CUBE(1
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 41.
SELECT * FROM VirtualTable WHERE id > 2 AND   = 'A'
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 17.
SELECT * FROM x SELECT a NOT IN (SELECT c FROM y WHERE c IS NOT NULL)
--- accepted
INSERT INTO sink (b,e,a,g,f,c,d) SELECT b,e,a,456,123,c c,d FROM MyTable GROUP BY a,b,c,d,e
--- refused: Encountered "* )" at line 1, column 37.
SELECT * FROM x WHERE (SELECT COUNTb*) FROM y WHERE a = d) >= 0.1
--- refused: Encountered "1" at line 1, column 63.
SELECT * FROM x WHERE EXISTS (SELECT 1 FROM y WHERE x.a = y.c 1 LIMIT)
--- refused: Encountered "=" at line 1, column 24.
SET 'execution.mode' = = 'yarn-application'
--- refused: Encountered "functions" at line 1, column 21.
show user functions functions like '%'
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 41.
SELECT * FROM MyTable WHERE part1 = 'A' AND  > 1
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM T WHERE COALESCE(f0, f1, '-') = 'abc'
--- refused: Encountered "modify" at line 1, column 14.
alter table  modify new_column string comment 'new_column docs'
--- refused: Encountered "*" at line 1, column 30.
select /*+ NEST_LOOP(T1, T2) * */from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- refused: Encountered "FROM" at line 2, column 1.
SELECT TUMBLE_START(user_action_time, INTERVAL '10' MINUTE , COUNT(DISTINCT user_name)
FROM user_actions
GROUP BY TUMBLE(user_action_time, INTERVAL '10' MINUTE)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 30.
SELECT * FROM UdfTable WHERE WHERE UPPER(f) = 'welcome'
--- refused: Encountered "as" at line 5, column 9.
CREATE TABLE tbl1 (
  a bigint,
  h varchar, 
  g as 2 * (a + 1), 
  ts ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  b varchar,
  proc as PROCTIME(), 
  meta STRING METADATA, 
  my_meta STRING METADATA FROM 'meta', 
  my_meta STRING METADATA FROM 'meta' VIRTUAL, 
  meta STRING METADATA VIRTUAL, 
  PRIMARY KEY (a, b)
)
PARTITIONED BY (a, h)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Encountered "*" at line 1, column 1.
* SELECT FROM x WHERE a + 1 IN (SELECT c FROM y)
--- refused: Encountered "=" at line 1, column 55.
select /*+ SHUFFLE_MERGE(V4) */* from T1 join V4 on   = V4.a4
--- accepted
SELECT * FROM TO_CHANGELOG(
  input => TABLE my_aggregation,
  op => operation(DESCRIPTOR)
)
--- refused: Encountered "/ AND" at line 1, column 63.
SELECT * FROM l WHERE EXISTS (SELECT * FROM r WHERE l.a <> r.d/ AND EXISTS (SELECT * FROM t WHERE j < 100)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT a FROM FROM MyTable ORDER BY proctime LIMIT 1 OFFSET 1
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT * FROM FROM x WHERE CAST(0 AS BOOLEAN)
--- refused: Encountered "MATERIALIZED" at line 1, column 20.
ALTER MATERIALIZED MATERIALIZED TABLE tb1 RESUME
--- refused: Incorrect syntax near the keyword 'GROUP' at line 1, column 22.
SELECT asyncFunc1(a, GROUP), c + 1 FROM MyTable
--- accepted
SELECT * FROM MyTable1 MyTable1 RIGHT JOIN MyTable2 ON c1 = c2
--- refused: Encountered "MATERIALIZED" at line 1, column 20.
ALTER MATERIALIZED MATERIALIZED TABLE continuous_users_shops RESUME
--- refused: Encountered "\'100s\'" at line 1, column 15.
SELECT * FROM '100s' WHERE (a, b) IN (SELECT MAX(r.d) OVER(), MIN(r.e) OVER(PARTITION BY f ORDER BY d) FROM r)
--- refused: Encountered "show ENFORCED" at line 1, column 1.
show ENFORCED from catalog1.db1.tbl like '%'
--- refused: Encountered ")" at line 1, column 61.
SELECT b + 1, c FROM MyTable1 WHERE a NOT IN (SELECT d FROM )MyTable2
--- refused: Lexical error at line 1, column 42.  Encountered: <EOF> after : ""
select /*+ SHUFFLE_MERGE(T1)*/ /* from V5
--- accepted
SET system:k2=SHUFFLE_HASH
--- refused: Encountered "= )" at line 1, column 60.
SELECT * FROM x WHERE 1 <= (SELECT COUNT(*) FROM y WHERE a = )d
--- refused: Encountered "b" at line 1, column 45.
SELECT * FROM MyTable WHERE a = 1 OR a = 2  b = 1 OR a = 3 OR a = 4
--- refused: Incorrect syntax near the keyword 'GROUP' at line 1, column 27.
SELECT a, b MyTable2 FROM GROUP BY a, b
--- refused: Encountered "MyModel" at line 1, column 21.
ALTER MODEL MyModel MyModel RENAME TO NewModel
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 16.
SELECT * FROM  WHERE a IN (SELECT c FROM rightT WHERE b > 2)
--- refused: Encountered "= )" at line 1, column 76.
SELECT a1, b1, a3, b3, COUNT(c1) FROM (SELECT * FROM T1 LEFT JOIN T3 ON a1 = ) t GROUP BY a1, b1, a3, b3
--- refused: Encountered "1" at line 1, column 29.
SELECT pandasFunc1(a, b), c 1 + FROM MyTable WHERE pandasFunc2(a, c) > 0
--- refused: Encountered "*" at line 1, column 1.
* Select from fact_part, dim where fact_part.fact_date_sk = dim.dim_date_sk and dim.price < 500
--- refused: Encountered "from" at line 1, column 60.
create view v COMMENT 'this is a view' as select col1 from from tbl
--- refused: Encountered "MyTable" at line 1, column 59.
SELECT a, b, RANK() OVER (PARTITION BY b ORDER BY a) rk   MyTable
--- refused: Encountered "<EOF>" at line 1, column 41.
SET 'sql-client.execution.result-mode' =
--- refused: Encountered "," at line 8, column 36.
create table source_table(
  a int,
  b bigint,
  c string
) with (
  'a-b-c-d124' = 'ab',
  'a.b.1.c' = 'aabb',
  'a.b-c-connector.e-f.g' = 'ada', ,
  'a.b-c-d.e-1231.g' = 'ada',
  'a.b-c-d.*' = 'adad')
--- refused: Encountered ">" at line 5, column 3.
SELECT id, output_vector
FROM ML_PREDICT(
  TABLE vector_input,
  MODEL triton_vector_model,
  >(features)
)
--- refused: Encountered "ORDER" at line 1, column 29.
SELECT a FROM MyTable ORDER ORDER BY c, proctime desc LIMIT 1
--- refused: Encountered "alter" at line 1, column 7.
alter alter table t1 add watermark for ts as ts - interval '1' second
--- refused: Encountered "," at line 1, column 12.
SELECT a3, , b3, a1, b1, COUNT(c1) FROM (SELECT * FROM T3 LEFT JOIN T1 ON a1 = a3) t GROUP BY a3, b3, a1, b1
--- refused: Incorrect syntax near the keyword 'ARRAY' at line 1, column 75.
SELECT * FROM TABLE(VECTOR_SEARCH(TABLE VectorTable, DESCRIPTOR(`g`), 1.5[ARRAY, 2.0], 10))
--- refused: Encountered "3" at line 5, column 15.
CREATE TABLE orders (
 `user` BIGINT NOT NULl,
 product VARCHAR(32),
 amount INT,
 ts TIMESTAMP)3(,
 ptime AS PROCTIME(),
 PRIMARY KEY(`user`) NOT ENFORCED,
 WATERMARK FOR ts AS ts - INTERVAL '1' SECONDS
) with (
 'connector' = 'datagen'
)
--- refused: Encountered "AS" at line 1, column 18.
SELECT *  Orders AS o JOIN rates_last_value FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = r.currency AND o.amount > r.rate
--- refused: Encountered "cnt" at line 1, column 92.
select /*+ BROADCAST(T1)*/T4.a1, (select count(*) from T1 join T3 on T1.a1 = T3.a3) as cnt cnt from (select T1.* from T1 join T2 on T1.a1 = T2.a2 where T1.b1 = 'abc') T4
--- refused: Encountered ", BY" at line 1, column 33.
SELECT weightedAvg(a, 1) FROM t , BY ROLLUP (b, c)
--- refused: Encountered "," at line 1, column 39.
alter materialized table mt1 modify (a, b)
--- accepted
SELECT order_id, price + tax tax FROM Orders
--- refused: Encountered ")" at line 1, column 15.
SELECT * FROM ) LIMIT 5
--- refused: Encountered "," at line 6, column 49.
SELECT *
           FROM (
               SELECT * FROM TABLE(TUMBLE(TABLE LeftTable, DESCRIPTOR(row_time), INTERVAL '5' MINUTES))
           ) L WHERE L.num NOT IN (
             SELECT num FROM (   
               SELECT * FROM TABLE(TUMBLE(TABLE , DESCRIPTOR(row_time), INTERVAL '5' MINUTES))
             ) R WHERE L.window_start = R.window_start AND L.window_end = R.window_end)
--- accepted
SELECT /*+ t1(MULTI_JOIN, t2, t3) */ * FROM t1 
JOIN t2 ON t1.id = t2.id 
JOIN t3 ON t1.id = t3.id
--- refused: Encountered "=" at line 1, column 47.
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON  = a2 WHERE a2 IS NULL
--- refused: Encountered ")" at line 6, column 5.
CREATE MATERIALIZED TABLE my_materialized_table_full
    PARTITIONED BY (ds)
    WITH (
        'format' = 'json',
        'partition.fields.ds.date-formatter' 'yyyy-MM-dd' =
    )
    FRESHNESS = INTERVAL '1' HOUR
    AS SELECT
        p.ds,
        p.product_id,
        p.product_name,
        AVG(s.sale_price) AS avg_sale_price,
        SUM(s.quantity) AS total_quantity
    FROM
        paimon_catalog.db1.product_table p
    LEFT JOIN
        paimon_catalog.db1.sales_table s
    ON
        p.product_id = s.product_id
    WHERE
        p.category = 'electronics'
    GROUP BY
        p.ds, p.product_id, p.product_name
--- accepted
INSERT INTO partitioned_sink (e,a,g,f,c,d) SELECT e,a,456,123,c c,d FROM MyTable GROUP BY a,b,c,d,e
--- refused: Encountered "c1" at line 1, column 22.
show user functions  c1.db
--- refused: Encountered "d" at line 1, column 87.
SELECT a, d FROM MyTable1, MyTable2 WHERE (a = 1 AND b = 1 AND d = 2 AND e = 2) OR (d d = 1 AND e = 1)
--- refused: Encountered "drop" at line 1, column 14.
alter table  drop tuple.id
--- refused: Encountered "tmp" at line 1, column 76.
insert into snk select * from (    select * from src1 where a1 > 1.1 ) tmp tmp join src2 on tmp.a1 = src2.b1 and tmp.a2 = src2.b2 on conflict do deduplicate
--- refused: Incorrect syntax near the keyword 'TABLE' at line 2, column 14.
SELECT * FROM 
    CUMULATE(TABLE  , DESCRIPTOR(bidtime), INTERVAL '2' MINUTES, INTERVAL '10' MINUTES)
--- refused: Encountered ")" at line 1, column 23.
select /*+ NEST_LOOPT1) */* from T1 where a1 in (select a2 from T2)
--- refused: Encountered "id" at line 1, column 36.
SELECT price + tax FROM Orders src id = 10
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 18.
SELECT * FROM T1 LEFT   T3 FOR SYSTEM_TIME AS OF T1.rowtime AS dimTable ON T1.id = dimTable.id AND dimTable.rate > 10
--- refused: Encountered "show in" at line 1, column 1.
show  in v1
--- refused: Encountered ", ," at line 1, column 99.
SELECT a3, b3, a1, b1, COUNT(c1) FROM (SELECT * FROM T3 RIGHT JOIN T1 ON a1 = a3) t GROUP BY a3b3 ,, a1, b1
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 72.
SELECT * FROM l WHERE a NOT IN (SELECT d FROM r WHERE e NOT IN (SELECT FROM j t WHERE t.i = r.d))
--- refused: Encountered "\'1\'" at line 8, column 29.
CREATE TABLE IF NOT EXISTS orders (
 `user` BIGINT NOT NULl,
 product VARCHAR(32),
 amount INT,
 ts TIMESTAMP(3),
 ptime AS PROCTIME(),
 PRIMARY KEY(`user`) NOT ENFORCED,
 WATERMARK FOR ts AS ts - c '1' SECONDS
) with (
 'connector' = 'datagen'
)
--- refused: Encountered "t" at line 1, column 87.
SELECT * FROM l WHERE a IN (SELECT d FROM r)  AND b NOT IN (SELECT i FROM t WHERE l.c t.k = AND i > 10)  AND EXISTS (SELECT COUNT(l) FROM t2 where n like 'Test' GROUP BY l) AND NOT EXISTS (SELECT * FROM r WHERE l.b <> r.e)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 33.
explain estimated_cost select * SELECT emps union all select * from emps
--- accepted
SELECT c, COUNT(*) OVER (PARTITION BY c)   MyTable
--- refused: Incorrect syntax near the keyword 'FROM' at line 5, column 9.
CREATE MATERIALIZED TABLE my_materialized_table
    FRESHNESS = INTERVAL '10' SECOND
    AS
    SELECT
        FROM,
        COUNT(*) AS event_count,
        SUM(amount) AS total_amount
    FROM
        kafka_catalog.db1.events
    WHERE
        event_type = 'purchase'
    GROUP BY
        user_id
--- refused: Encountered "FROM" at line 1, column 20.
SELECT MIN(`string`FROM ) MyTable
--- refused: Encountered "BY" at line 1, column 27.
CREATE OR REPLACE TABLE t BY PARTITIONED(col1) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM MyTable WHERE id > 2 AND MyUdf(part2) < 3
--- refused: Encountered ")" at line 1, column 21.
select /*+ NEST_LOOP)T2( */* from T1 where a1 not in (select a2 from T2)
--- refused: Encountered ")" at line 1, column 13.
SELECT func1)a( FROM MyTable
--- accepted
CREATE TEMPORARY VIEW person AS
SELECT person.id,
       person.name,
       person.emailAddress,
       person.creditCard,
       person.city,
       person.state,
       `dateTime`,
       person.extra
FROM datagen datagen
WHERE event_type = 0
--- refused: Encountered "DISTRIBUTION" at line 1, column 19.
alter table tbl1  DISTRIBUTION BY RANGE(a, h) INTO 6 BUCKETS
--- refused: Encountered "DISTINCT" at line 1, column 19.
SELECT d, COUNT(c DISTINCT) FILTER (WHERE a > 0) FROM MyTable2 GROUP BY d
--- refused: Encountered "=" at line 1, column 51.
select /*+ BROADCAST(T1)*/T1.* from T1 join V5 on = T1.a1 V5.a1
--- refused: Encountered "=" at line 1, column 106.
insert into snk(l0, l1, l2, r0, r2, r1) select * from (   select a0, a1, a2 from src1) tmp join src2 on  = src2.b1 and tmp.a2 = src2.b2 on conflict do deduplicate
--- refused: Encountered ")" at line 10, column 1.
CREATE TEMPORARY TABLE Customers (
  id INT,
  name STRING,
  country STRING,
  zip STRING
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://mysqlhost:3306/customerdb',
  'table-name' =  
)
--- refused: Encountered "," at line 1, column 42.
alter connection if exists conn1 reset ( , 'url')
--- refused: Encountered "temporary" at line 1, column 16.
drop temporary temporary model m1
--- refused: Encountered "2" at line 1, column 59.
SELECT * FROM x WHERE a NOT IN (SELECT c1 FROM (SELECT  * 2 as d1, c + 1 as c1 FROM y) y1 WHERE x.b = y1.d1 AND d1 > 10)
--- refused: Encountered "order_time" at line 3, column 7.
SELECT *
FROM Orders
ORDER order_time BY, order_id
--- refused: Encountered "," at line 3, column 29.
CREATE TABLE orders (
    order_id    STRING,
    price       DECIMAL(32,2,
    currency    STRING,
    order_time  TIMESTAMP(3),
    WATERMARK FOR order_time AS order_time - INTERVAL '15' SECOND
) WITH ( )
--- refused: Encountered "show table" at line 1, column 1.
show table create tbl
--- refused: Incorrect syntax near the keyword 'IS' at line 1, column 52.
SELECT * FROM x ( WHEREa NOT IN (SELECT c FROM y)) IS TRUE
--- refused: Encountered "MyTable1" at line 1, column 12.
SELECT c c MyTable1 WHERE a IN (SELECT d FROM MyTable2 WHERE b = e)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 17.
SELECT * l FROM WHERE EXISTS (SELECT * FROM r)
--- refused: Non-query expression encountered in illegal context
a, b FROM (SELECT * FROM MyTable WHERE a = b) t WHERE b = a
--- refused: Encountered "nulls" at line 2, column 33.
select
  array_agg(ename respect nulls nulls order by deptno, ename) as c1,
  array_agg(ename order by deptno, ename desc) as c2,
  array_agg(distinct ename) as c3,
  array_agg(ename) as c4
from emp group by gender
--- refused: Encountered "show show" at line 1, column 1.
show show create view orders2
--- refused: Encountered "from" at line 1, column 59.
select /*+ BROADCAST(T2) */* from T1 where a1 not in ( a2 from T2)
--- refused: Encountered "= and" at line 1, column 306.
SELECT * FROM (Select count(*) c1 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and fact_part.price < 100) s1, (Select count(*) c2 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and dim.price < 200) s2, (Select count(*) c3 from fact_part, dim where fact_part.fact_date_sk = and dim_date_sk dim.price < 400) s3
--- refused: Encountered "full" at line 1, column 34.
select /*+ BROADCAST(T2) */*  T1 full join T2 on T1.a1 = T2.a2
--- refused: Encountered "tbl1" at line 1, column 16.
drop temporary tbl1 table
--- refused: Encountered "ORDER" at line 1, column 29.
SELECT a FROM MyTable ORDER ORDER BY rowtime, c LIMIT 1
--- refused: Encountered ")" at line 1, column 104.
SELECT TUMBLE_END(ts, INTERVAL '4' MINUTE) FROM MyTable2 GROUP BY TUMBLEproctimets, INTERVAL '4' MINUTE), c
--- refused: Encountered "(" at line 2, column 8.
SELECT id, COUNT(*) as cnt, COUNT(DISTINCT str) as uv
FROM ( (1, 'Hello World'), (2, 'Hi'), (2, 'Hi')) as T(id, str)
GROUP BY id
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM MyTable2 INNER JOIN MyTable1 ON a = d AND d < 2 AND b < h
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 10.
SELECT   FROM MyTable ORDER BY c, proctime desc
--- refused: Encountered "PARTITION" at line 1, column 22.
ALTER TABLE MyTable  PARTITION (`id` = 1), PARTITION (`id` = 2)
--- refused: Encountered "my_table" at line 1, column 47.
select * from table(ml_predict(TABLE my_table my_table, MODEL my_model))
--- accepted
CREATE TABLE datagen
(
    event_type   int,
    person       ROW<
        id  BIGINT,
        name         VARCHAR,
        emailAddress VARCHAR,
        creditCard   VARCHAR,
        city         VARCHAR,
        state        VARCHAR,
        `dateTime`   TIMESTAMP(3),
        extra        VARCHAR>,
    auction      ROW<
        id  BIGINT,
        itemName     VARCHAR,
        description  VARCHAR,
        initialBid   BIGINT,
        reserve      BIGINT,
        `dateTime`   TIMESTAMP(3),
        expires      TIMESTAMP(3),
        seller       BIGINT,
        category     BIGINT,
        extra        VARCHAR>,
    bid          ROW<
        auction  BIGINT,
        bidder       BIGINT,
        price        BIGINT,
        channel      VARCHAR,
        url          VARCHAR,
        `dateTime`   TIMESTAMP(3),
        extra        VARCHAR>,
    `dateTime` AS
        CASE
            WHEN event_type = 0 THEN person.`dateTime`
            WHEN event_type = 1 THEN `dateTime`
            ELSE bid.`dateTime`
        END,
    WATERMARK FOR `dateTime` AS `dateTime` - INTERVAL '4' SECOND
) WITH (
      'connector' = 'datagen',
      'number-of-rows' = '10'
)
--- refused: Encountered "," at line 3, column 39.
CREATE TABLE t (a int PRIMARY KEY NOT ENFORCED, b string, c double)
WITH (
  'connector' = 'test-update-delete', ,
  'data-id' = '$VAR_TRUNCATE_TABLE_DATA_ID'
)
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 44.
SELECT c, g FROM MyTable2 RIGHT OUTER JOIN JOIN  MyTable1 ON a = d AND d < 2
--- refused: Encountered "full" at line 1, column 60.
select /*+ STATE_TTL('TMP' = '2d') */ max(b1) from (select full*+ STATE_TTL('T1' = '4d') */ a1, b1, count(*) from T1 group by a1, b1) TMP group by a1
--- refused: Encountered "," at line 1, column 24.
SELECT * FROM l WHERE (, c) IN (SELECT d, f FROM r WHERE l.b = r.e)
--- refused: Non-query expression encountered in illegal context
t1 table tbl1 add DISTRIBUTION BY RANGE(a, h)
--- refused: Encountered "FOR" at line 1, column 54.
SELECT * FROM MyTable AS T LEFT JOIN LookupTable FOR FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- accepted
SELECT func4(d)  MyTable
--- refused: Encountered "f3" at line 5, column 3.
CREATE TABLE blackhole_table (
  f0 INT,
  f1 INT,
  f2 STRING
  f3 DOUBLE
) WITH (
  'connector' = 'blackhole'
)
--- refused: Encountered "," at line 1, column 21.
SELECT pandasFunc1(*, b) + 1 FROM MyTable
--- refused: Encountered "*" at line 1, column 69.
select /*+ STATE_TTL('TMP' = '2d') */ max(b1) from (select a1, b1, (*) from T1 group by a1, b1) TMP group by a1
--- refused: Encountered "db1" at line 1, column 14.
show tables  db1 not like '%'
--- refused: Encountered "IS AND" at line 1, column 64.
SELECT * FROM MyTable1 RIGHT JOIN MyTable2 ON a1 = a2 WHERE a1 IS   AND a2 < 10
--- refused: Encountered "= )" at line 1, column 35.
SELECT * FROM MTable WHERE LOWER(a= ) 'foo' AND UPPER(b) = 'bar'
--- refused: Encountered ")" at line 1, column 22.
SELECT asyncFunc1(a, ), c + 1 FROM MyTable
--- refused: Incorrect syntax near the keyword 'INTERVAL' at line 1, column 73.
SELECT * FROM HOP(TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '5' MINUTES, INTERVAL FROM MINUTES)
--- refused: Encountered "orders2" at line 1, column 7.
alter orders2 table set ('connector' = 'kafka', 'scan.startup.mode' = 'earliest-offset')
--- refused: Encountered "*" at line 1, column 30.
select /*+ SHUFFLE_MERGE(T2) * */* from T1 where a1 in (select a2 from T2)
--- refused: Encountered ")" at line 1, column 78.
insert into tmp_snk select * from src1 join no_delete_src2 on a1 = b1 and a2 ) b2
--- refused: Encountered "f2" at line 1, column 58.
SELECT f0, COUNT(*), JSON_OBJECTAGG(f1 VALUE f0), SUM(f2 f2) FROM T GROUP BY f0
--- refused: Incorrect syntax near the keyword 'LIMIT' at line 1, column 25.
SELECT rowtime, c FROM  LIMIT 2
--- refused: Encountered ", 1" at line 1, column 42.
SELECT c FROM T1 EXCEPT SELECT f FROM T2 , 1=0
--- refused: Encountered "func1" at line 1, column 62.
SELECT a from MyTable LEFT JOIN MyTable2 ON a = a2 AND func1 func1(a2) > 10
--- refused: Encountered ")" at line 1, column 58.
SELECT a4, c4, COUNT(b4) FROM (SELECT a4, c4, ARRAY_AGG( ) AS b4 FROM T4 GROUP BY a4, c4, TUMBLE(d4, INTERVAL '15' MINUTE)) t GROUP BY a4, c4
--- refused: Encountered "views" at line 1, column 3.
views from db1
--- refused: Encountered "0" at line 1, column 53.
SELECT a FROM MyTable ORDER BY rowtime DESC LIMIT 0 0
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM a MyTable ORDER BY rowtime, c LIMIT 1
--- refused: Encountered "t" at line 1, column 107.
WITH t (a, b) AS (SELECT * FROM (VALUES (1, 2))) SELECT * FROM t WHERE EXISTS (SELECT 1 FROM y WHERE y.c  t.a)
--- refused: Encountered "=" at line 12, column 20.
CREATE OR ALTER MATERIALIZED TABLE my_materialized_table
    FRESHNESS = INTERVAL '10' SECOND
    AS
    SELECT
        user_id,
        COUNT(*) AS event_count,
        SUM(amount) AS total_amount,
        AVG(amount) AS avg_amount   
    FROM
        kafka_catalog.db1.events
    
        event_type = 'purchase'
    GROUP BY
        user_id
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT rowtime FROM MyTable1 UNION ALL SELECT rowtime FROM MyTable1
--- refused: Encountered "in" at line 1, column 32.
select * from fact where   not in (select dim_date_sk from dim where dim.price < 500)
--- refused: Incorrect syntax near the keyword 'LEFT' at line 3, column 1.
SELECT order_id, res
FROM Orders
LEFT JOIN OUTER LATERAL TABLE(table_func(order_id)) t(res)
  ON TRUE
--- refused: Encountered "=>" at line 1, column 35.
SELECT * FROM FROM_CHANGELOGinput => TABLE cdc_stream)
--- refused: Encountered "(" at line 1, column 26.
select /*+ SHUFFLE_HASH( (T1) */* from T1 where a1 in (select a2 from T2)
--- refused: Encountered "," at line 1, column 38.
SELECT id, func1(str) FROM (VALUES ( , 'Hello World')) AS T(id, str)
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 111.
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) LEFT JOIN (SELECT SUM(b2) AS b2, b1 FROM B   BY b1) ON a1 = b1 AND a2 > b2
--- refused: Encountered "2" at line 1, column 69.
SELECT * FROM MyTable2, MyTable1 WHERE b1 = b2 AND c1 = c2 AND a2   2 AND b2 > 10 AND COALESCE(c1, c2) <> ''
--- refused: Incorrect syntax near the keyword 'TRY_CAST' at line 1, column 36.
SELECT `field2`, COALESCE(`field1`(TRY_CAST.`data`[0].`nested`.`trId` AS STRING)) AS transactionId FROM testCastOfTestToSameTypeWithArray
--- refused: Encountered "create" at line 1, column 13.
show create create materialized table db1.mt1
--- refused: Encountered "* )" at line 1, column 18.
SELECT COUNTALTER*) FROM t GROUP BY ROLLUP (b, c)
--- refused: Encountered "=" at line 23, column 4.
CREATE TABLE user_created (

   
  the_kafka_key STRING,
  
   
  id STRING,
  name STRING, 
  email STRING

) WITH (

  'connector' = 'kafka',
  'topic' = 'user_events_example1',
  'properties.bootstrap.servers' = 'localhost:9092',

   
  'key.format' = 'raw',
  'key.fields' = 'the_kafka_key',

  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = 'http://localhost:8082',
   = 'EXCEPT_KEY'
)
--- refused: Encountered "." at line 1, column 84.
SELECT t.field1 as dt FROM testJoinOnNested t, testJoinOnNested2 t2 WHERE t.data[0[.nested]0].trId = t2.data1.nested.trId
--- refused: Encountered "exists" at line 1, column 13.
alter table exists if c1.d1.t1 rename to t2
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 1.
AS MATERIALIZED TABLE full_users_shops RESUME
--- refused: Encountered "select" at line 1, column 8.
select select /*+ SHUFFLE_HASH(T2) */* from T1 where a1 not in (select a2 from T2)
--- refused: Encountered "T1" at line 1, column 64.
select /*+ STATE_TTL('T2' = '2d') */* from T1 join T2 on T1.a1 T1 T2.a2
--- refused: Encountered ")" at line 1, column 51.
SELECT a, s FROM MyTable, UNNEST(MyTable.c) as A ()s
--- refused: Encountered "." at line 1, column 56.
select * FROM MyTable, LATERAL TABLE(asyncTableFunc())e.f.h
--- refused: Encountered "t1" at line 1, column 17.
alter table if  t1 rename to t2
--- refused: Incorrect syntax near the keyword 'FROM' at line 8, column 5.
ALTER MATERIALIZED TABLE my_materialized_table
    AS
    SELECT
        user_id,
        COUNT(*) AS event_count,
        SUM(amount) AS total_amount,
        AVG(amount) AS     
    FROM
        kafka_catalog.db1.events
    WHERE
        event_type = 'purchase'
    GROUP BY
        user_id
--- refused: Encountered "function" at line 1, column 2.
function extended fn
--- refused: Non-query expression encountered in illegal context
INSERT INTO upsert_sink_table upsert_sink_table SELECT id, col1, col2 FROM upsert_table_partial_deletes_metadata
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 60.
SELECT * FROM l WHERE EXISTS (SELECT * FROM r WHERE EXISTS SELECT * FROM t WHERE r.d = t.i))
--- refused: Encountered "," at line 1, column 58.
INSERT INTO upsert_sink_table_full_deletes SELECT * FROM ,
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 112.
SELECT * FROM (SELECT a, b, proctime FROM MyTable WHERE c > 1000) AS T JOIN LookupTable FOR SYSTEM_TIME AS OF  AS D ON T.a = D.id
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 53.
SELECT * FROM leftT WHERE NOT EXISTS (SELECT * FROM SELECT DISTINCT c FROM rightT) WHERE a = c)
--- refused: Encountered "t1" at line 1, column 8.
alter  t1 add col_int as col_a - col_b after col_b
--- refused: Encountered "t1" at line 1, column 26.
alter table if exists t1 t1 set ('key1'='value1')
--- refused: Encountered "*" at line 1, column 22.
select /*+ NEST_LOOP(*)T1/* from (select T1.* from T1 join T2 on T1.a1 = T2.a2 where T1.b1 = 'abc')
--- refused: Encountered "NOT NOT" at line 1, column 56.
SELECT * FROM x WHERE a NOT IN (SELECT c FROM y) AND b NOT NOT IN (SELECT e FROM z WHERE z.f = x.b)
--- refused: Encountered "INTERVAL" at line 1, column 57.
SELECT COUNT(*) FROM testTable2 GROUP BY TUMBLE(rowtime INTERVAL '10' MINUTE)
--- refused: Encountered ")" at line 4, column 21.
CREATE TABLE OrdersShipInfo (
        `order_id` INT,
        `line_order_id` INT,
        `ship_mode` )
    STRING WITH (
        'connector' = '...'
    )
--- refused: Encountered "dt" at line 8, column 19.
CREATE TABLE user_behavior (
  user_id BIGINT,
  item_id BIGINT,
  category_id BIGINT,
  behavior STRING,
  ts TIMESTAMP(3),
  dt STRING
) PARTITIONED BY  dt) WITH (
 'connector' = 'filesystem',
 'path' = '/tmp/user_behavior',
 'format' = 'orc'
)
--- refused: Encountered "T2" at line 1, column 68.
select /*+ SHUFFLE_HASH(T2, T1) */* from T1 right join T2 on T1.a1 T2.a2 =
--- refused: Encountered "1" at line 1, column 122.
SELECT * FROM MyTable WHERE b = 1 OR b = 2 OR (a <> 1 AND a <> 2 AND a <> 3 AND a <> 4 AND c = 1) OR b = 3 OR b = 4 OR c 1 =
--- refused: Non-query expression encountered in illegal context
MAX(c) FROM MyTable1 GROUP BY a, HOP(ts, INTERVAL '3' SECOND, INTERVAL '1' HOUR)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 24.
DESC FUNCTION EXTENDED FROM
--- refused: Encountered "REPLACE" at line 1, column 8.
CREATE REPLACE OR TABLE t AS SELECT * FROM b
--- refused: Encountered ")" at line 4, column 48.
SELECT *
  FROM (
    SELECT bidtime, price, item, supplier_id, window_start, window_end, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY price DESC) as rownum
    FROM TUMBLE(TABLE Bid, DESCRIPTOR(bidtime ,)INTERVAL '10' MINUTES)
  ) WHERE rownum <= 3
--- refused: Encountered "<EOF>" at line 1, column 77.
SELECT * FROM NoWatermark WHERE LOWER( (name) = 'foo' AND UPPER(name) = 'FOO'
--- refused: Incorrect syntax near the keyword 'ON' at line 1, column 56.
SELECT c, g FROM MyTable1 RIGHT OUTER JOIN MyTable2 ON ON b = e
--- refused: Encountered "> AND" at line 1, column 36.
SELECT * FROM MyTable WHERE amount > 
     AND myUdf(amount) < 32
--- refused: Encountered "like" at line 1, column 19.
show views from   like '%p_r%'
--- refused: Incorrect syntax near the keyword 'GROUP' at line 1, column 162.
SELECT a4, c4, s, COUNT(b4) FROM (SELECT a4, c4, VAR_POP(b4) AS b4, TUMBLE_START(d4, INTERVAL '15' MINUTE) AS s, TUMBLE_END(d4, INTERVAL '15' MINUTE) AS e FROM  GROUP BY a4, c4, TUMBLE(d4, INTERVAL '15' MINUTE)) t GROUP BY a4, c4, s
--- refused: Encountered "alter" at line 1, column 7.
alter alter table c1.d1.tbl drop if exists partition (p=1)
--- refused: Encountered "*" at line 1, column 37.
SELECT a, SUM(b) AS s FROM MyTable3 * BY GROUPING SETS((a, c), (a), ())
--- refused: Encountered "= )" at line 1, column 47.
SELECT a1, b1 FROM A JOIN B ON (a1 = 1 AND b1 =  ) OR (a2 = 2 AND true)
--- refused: Encountered "\'number-of-rows\' temporary" at line 1, column 30.
select * from v1 /*+ OPTIONS('number-of-rows' temporary '1') */
--- refused: Encountered "T1" at line 1, column 22.
select /*+ NEST_LOOP T1) */* from T1, T2 where T1.a1 = T2.a2 and T1.a1 > 1
--- refused: Encountered "dim" at line 1, column 81.
select * from fact, fact2, dim where fact.amount = fact2.amount and fact.amount dim.amount = and dim.price < 500
--- refused: Encountered "\'RMB-100\'" at line 1, column 40.
select /*+ NEST_LOOP(T1)*/T1.* from T1 'RMB-100' (select T1.* from T1 join T2 on T1.a1 = T2.a2) V2 on T1.a1 = V2.a1
--- refused: Encountered ", WHERE" at line 1, column 19.
SELECT a, f FROM x,   WHERE x.c = y.f AND y.e > 100 AND x.a NOT IN (SELECT z.i FROM z WHERE y.e > z.j AND z.j < 50)
--- refused: Encountered "`default`" at line 1, column 27.
create function `default` `default`.func6 as 'LowerUDF'
--- refused: Encountered "not" at line 1, column 28.
show procedures in db1 not not ilike '%'
--- refused: Encountered "," at line 1, column 16.
SELECT * FROM  ,lr WHERE l.a = r.d AND NOT EXISTS (SELECT * FROM t t1 WHERE l.b = t1.j AND t1.k > 50) AND (c >= 1 AND NOT EXISTS (SELECT * FROM t t2 WHERE l.a = t2.i AND t2.j < 100))
--- accepted
SELECT * FROM x WHERE a NOT IN (SELECT c FROM T1.a1 WHERE c IS NOT NULL)
--- refused: Encountered "select" at line 1, column 41.
create temporary view if not exists v   select col1 from tbl
--- refused: Encountered "a1" at line 1, column 58.
SELECT a FROM x WHERE (SELECT MAX(d) FROM y WHERE c > 0) a1 (SELECT f FROM z WHERE z.e = x.a)
--- accepted
SET table.sql-=default
--- refused: Encountered ")" at line 1, column 35.
SELECT * FROM l WHERE NOT ( NOT ( ) NOT IN (SELECT d FROM r)))
--- refused: Encountered "proctime" at line 1, column 41.
SELECT a FROM MyTable ORDER BY proctime proctime, c LIMIT 0 OFFSET 1
--- refused: Incorrect syntax near the keyword 'EXISTS' at line 1, column 158.
Select * from (Select fact_date_sk, item.amount, sum(fact_part.price) from fact_part join item on fact_part.id = item.id group by fact_date_sk, item.amount) EXISTS join dim on t1.fact_date_sk = dim.dim_date_sk where dim.price < 500 and dim.price > 300
--- accepted
select /*+ SHUFFLE_MERGE(0), BROADCAST(T1),SHUFFLE_HASH(T1),NEST_LOOP(T1),MULTI_JOIN(T1) */* from T1 join T2 on T1.a1 = T2.a2
--- refused: Encountered "bitmap" at line 2, column 11.
CREATE TABLE t (
bm bitmap bitmap NOT NULL
)
--- refused: Encountered "`line_order_id`" at line 1, column 31.
SELECT * FROM MyTable WHERE a `line_order_id` 10 AND b > 20
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 24.
select * from T1 WHERE WHERE a1 IN (select /*+ BrOaDcAsT(T2) */ T2.a2 from T2 join T1 on T2.a2 = T1.a1 order by T1.a1 limit 10)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 73.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND EXISTS (SELECT  FROM z WHERE z.j < 50)
--- refused: Encountered "f" at line 1, column 61.
SELECT e.*, f.* FROM (SELECT pyFunc5(a) as e, pyFunc5( )bas f FROM MyTable) AS T
--- refused: Encountered "," at line 3, column 29.
select
  array_agg(ename respect nulls order by deptno, ename) as c1,
  array_agg(ename order by  ,deptnoename desc) as c2,
  array_agg(distinct ename) as c3,
  array_agg(ename) as c4
from emp group by gender
--- refused: Encountered "," at line 1, column 43.
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, , a1 FROM A GROUP BY a1) FULL JOIN B ON a1 = b1
--- refused: Encountered "functions" at line 1, column 3.
functions in db1 not ilike '%'
--- refused: Encountered "like" at line 1, column 27.
show databases in c1 like like '%'
--- refused: Incorrect syntax near the keyword 'ALTER' at line 1, column 7.
TABLE ALTER MyTable RENAME request_body TO payload
--- refused: Encountered "db1" at line 1, column 27.
show connections from db1 db1 like 'my_%'
--- refused: Encountered ")" at line 1, column 90.
SELECT SUM(a) AS s FROM x GROUP BY b HAVING COUNT(*) > 2 AND MAX(b) IN (SELECT d FROM y) )
--- refused: Encountered "(" at line 1, column 31.
SELECT * FROM l WHERE (a, c)  (SELECT d, f FROM r WHERE l.b = r.e)
--- refused: Encountered "r1" at line 1, column 112.
SELECT c FROM l WHERE b IN (WITH r1 AS (SELECT e, f FROM r WHERE l.a = r.d AND r.e < 50) SELECT t.j confidence r1 INNER JOIN t ON r1.f = t.k)
--- refused: Encountered "not" at line 1, column 43.
show user functions in catalog1.db1 ilike not '%'
--- refused: Encountered "*" at line 1, column 1.
* SELECT FROM MyView5
--- refused: Non-query expression encountered in illegal context
columns from orders3
--- refused: Encountered "*" at line 1, column 3.
* FROM l WHERE a IN (SELECT d FROM r WHERE l.b > r.e)
--- refused: Encountered "MyTable" at line 1, column 21.
ALTER TABLE MyTable MyTable DROP measurement
--- refused: Encountered "table_name" at line 1, column 7.
ALTER table_name TABLE RENAME TO new_table_name
--- refused: Non-query expression encountered in illegal context
user functions ilike 'func%'
--- refused: Incorrect syntax near the keyword 'IS' at line 1, column 83.
create materialized table tbl1 start_mode = from_now(INTERVAL '1' HOUR) as select IS from t
--- refused: Encountered "as" at line 1, column 25.
create table tbl(a int, as b invalid_function())
--- refused: Encountered "T" at line 1, column 28.
SELECT * FROM MyTable AS T T LEFT JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- accepted
SELECT T1.a, T1.c, T2.c FROM MyTable  ,T1MyTable T2 WHERE T1.a = T2.a
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 29.
SELECT weightedAvg(b, a) AS AS wAvg FROM MyTable2 GROUP BY TUMBLE(ts, INTERVAL '4' MINUTE)
--- accepted
SELECT x x, y FROM t1 EXCEPT ALL SELECT x, y FROM t2
--- refused: Encountered "FROM" at line 1, column 37.
SELECT a, b, RANK() OVER (PARTITION FROM b ORDER BY a) rk FROM MyTable
--- refused: Encountered "1" at line 1, column 44.
SELECT a FROM MyTable ORDER BY proctime, c 1 LIMIT OFFSET 1
--- refused: Encountered ", ," at line 1, column 19.
select * from dept, ,
unnest(dept.employees, dept.managers)
--- refused: Encountered "<EOF>" at line 1, column 50.
SELECT c FROM T1 WHERE 1=0 EXCEPT SELECT f T2 FROM
--- refused: Encountered "GROUP" at line 1, column 29.
SELECT  b2, c2, avg(a2)  T2 GROUP BY b2, c2
--- refused: Encountered "." at line 2, column 25.
SELECT /*+ MULTI_JOIN(Users, Orders, Payments) */ * FROM Users 
INNER JOIN Orders  Users.user_id = Orders.user_id 
INNER JOIN Payments ON Users.user_id = Payments.user_id
--- refused: Encountered "," at line 3, column 3.
create table source_table with (
  'x' = 
  ,'y''abc' = 'def'
)
--- refused: Encountered "join on" at line 1, column 42.
select /*+ SHUFFLE_MERGE(T2) */* from T1 join  on T1.a1 = T2.a2
--- refused: Encountered "cat2" at line 1, column 20.
alter catalog cat2 cat2 set ('default-database'='db_new')
--- refused: Encountered "views" at line 1, column 2.
views in db1 like '%'
--- refused: Encountered "," at line 1, column 24.
Select * fact_part from, item, dim where fact_part.fact_date_sk = dim.dim_date_sk and fact_part.id = item.id and dim.id = item.id  and dim.price < 500 and dim.price > 300
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 55.
SELECT d, COUNT(DISTINCT c) FILTER (WHERE a > 0) FROM FROM MyTable2 GROUP BY d
--- accepted
create view catalog1.db1.v_address comment 'view comment' as select name from catalog1.db1.address
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 50.
CREATE VIEW MyCustomView AS SELECT MyField2 FROM FROM
--- refused: Incorrect syntax near the keyword 'VARCHAR' at line 5, column 4.
CREATE TEMPORARY TABLE print_sink(
  id BIGINT,
  movie_name VARCHAR,
  predicit_label VARCHAR,
   VARCHAR
) WITH (
  'connector' = 'print'
)
--- refused: Encountered "* FROM" at line 1, column 92.
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE l.a <> r.d) AND NOT ( EXISTSSELECT * FROM t WHERE j < 100)
--- refused: Encountered "parent_table" at line 6, column 2.
create table source_table(
  a int,
  b bigint,
  c string
)
 parent_table
--- refused: Non-query expression encountered in illegal context
a FROM MyTable ORDER BY rowtime LIMIT 1
--- refused: Encountered "AS" at line 1, column 56.
SELECT val, pos FROM UNNEST(ARRAY[1,2,3])   ORDINALITY AS t(val, pos)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 17.
SELECT * l FROM WHERE NOT EXISTS (SELECT * FROM r, LATERAL TABLE(table_func(f)) AS T(f1) WHERE a = d)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 40.
SELECT COUNT(*) AS c FROM emp GROUP BY SELECT(1)
--- refused: Encountered "function" at line 1, column 26.
alter temporary function function function1 as 'org.apache.flink.function.function1' language scala
--- refused: Encountered "\'foo.bar.AggregateUDF\'" at line 1, column 98.
SELECT bd_name FROM nested_not_null LEFT JOIN UNNEST(nested_not_null.nested.data) AS exploded_bd('foo.bar.AggregateUDF') ON TRUE
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * MyTable WHERE a < 10 OR a > 20
--- refused: Encountered "*/" at line 1, column 33.
select /*+ SHUFFLE_MERGE(T1, T2 */* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- refused: Encountered "- interval interval" at line 1, column 60.
alter materialized table mt1 modify watermark for ts as ts - interval interval '1' second
--- accepted
insert into snk select * from MyTable join non_index_src on src1.a1 = non_index_src.b1 and src1.a2 = non_index_src.b2 on conflict do deduplicate
--- refused: Encountered "(" at line 1, column 14.
INSERT INTO  (b,e,a,g,f,c,d) SELECT b,e,a,456,123,c,d FROM MyTable GROUP BY a,b,c,d,e
--- refused: Encountered "." at line 1, column 58.
select /*+ SHUFFLE_MERGE(T2) */* from T1 full join T2  T1.a1 = T2.a2
--- refused: Encountered ")" at line 1, column 23.
select sum(a), maxdb1b) from MyTable1 group by TUMBLE(c, INTERVAL '1' SECOND)
--- refused: Encountered "SELECT" at line 1, column 68.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a NOT IN SELECT z.i FROM z WHERE y.e = z.j AND z.j < 50)
--- refused: Encountered ")" at line 1, column 23.
SELECT asyncFunc1(ab ,) FROM MyTable
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 15.
drop database SELECT CASCADE
--- refused: Encountered "STRING" at line 1, column 44.
ALTER TABLE MyTable ADD category_id STRING STRING COMMENT 'identifier of the category'
--- refused: Encountered "FROM" at line 1, column 45.
SELECT asyncFunc1( (a, b), asyncFunc2(b, c) FROM MyTable
--- accepted
SELECT T1 FROM MyTable ORDER BY c, rowtime OFFSET 2
--- refused: Encountered "," at line 1, column 1.
, * FROM clicks
WHERE cTime BETWEEN TIMESTAMPADD(MINUTE, -2, CURRENT_TIMESTAMP) AND CURRENT_TIMESTAMP
--- refused: Encountered "AS" at line 1, column 56.
CREATE TABLE t DISTRIBUTED BY(col1) WITH ('test' = 'zm'AS ) SELECT col1 FROM b
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 24.
SELECT a MyTable1 FROM WHERE a IN (SELECT d FROM MyTable2)
--- refused: Encountered "GROUP" at line 1, column 29.
SELECT weightedAvg(d, 1)  t GROUP BY CUBE (a, b)
--- refused: Encountered "(" at line 1, column 12.
select /*+ (T1, T2) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- refused: Encountered "cdc_stream" at line 2, column 29.
SELECT * FROM FROM_CHANGELOG(
  input => TABLE cdc_stream cdc_stream,
  op => DESCRIPTOR(operation)
)
--- refused: Encountered "catalogs" at line 1, column 1.
catalogs show not ilike '%'
--- refused: Incorrect syntax near the keyword 'DISTINCT' at line 1, column 16.
SELECT COUNT( (DISTINCT c) FROM MyTable
--- refused: Encountered "T3" at line 1, column 89.
select * from T1 WHERE a1 IN (select /*+ BrOaDcAsT(T2) */ a2 from T2 join T3 on T2.a2   T3.a3 where T1.a1 = T2.a2)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 81.
SELECT * FROM x WHERE a NOT IN (SELECT c FROM y WHERE d NOT IN (SELECT f z FROM WHERE z.e = y.c))
--- accepted
SELECT c FROM T1 WHERE 1=0 INTERSECT ALL SELECT f  T2
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 87.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a NOT IN (SELECT z.i z FROM WHERE y.e = z.j AND z.j < 50)
--- refused: Non-query expression encountered in illegal context
OVERWRITE myTbl PARTITION (p1='v1',p2='v2') SELECT * FROM src
--- refused: Encountered ")" at line 1, column 26.
SELECT c, COUNT(*) OVER  )(FROM MyTable
--- accepted
CREATE VIEW MyView5 AS
            SELECT
                TUMBLE_START(ts_ltz, INTERVAL '10' MINUTES) AS window_start,
                TUMBLE_END(confidence, INTERVAL '10' MINUTES) AS window_end,
                TUMBLE_ROWTIME(ts_ltz, INTERVAL '10' MINUTES) as window_rowtime,
                item,
                MAX(price) as max_price
            FROM MyTable3
                GROUP BY TUMBLE(ts_ltz, INTERVAL '10' MINUTES), item
--- refused: Encountered "=" at line 1, column 6.
SET  = '1000'
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM Orders
INNER JOIN Product
ON Orders.productId = Product.id
--- refused: Incorrect syntax near the keyword 'GROUP' at line 1, column 21.
SELECT MAX(c) FROM  GROUP BY a, TUMBLE(ts, INTERVAL '3' SECOND)
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 24.
SELECT a FROM MyTable  BY proctime desc LIMIT 1 OFFSET 1
--- refused: Encountered "50" at line 1, column 105.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND EXISTS (SELECT * FROM z WHERE z.i < y.d AND z.j 50 <)
--- refused: Encountered "create" at line 1, column 13.
show create create materialized table catalog1.db1.mt1
--- refused: Encountered "proctime" at line 1, column 30.
SELECT a FROM MyTable ORDER  proctime LIMIT 1
--- refused: Encountered "<EOF>" at line 1, column 19.
show catalogs like
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 56.
SELECT * FROM T2 WHERE EXISTS (SELECT COUNT(*) T1 FROM WHERE 1=2)
--- refused: Encountered "c" at line 1, column 30.
SELECT a FROM MyTable ORDER  c OFFSET 2
--- refused: Encountered "," at line 1, column 63.
explain plan for insert into orders2 select `user`, product,  , ts from orders
--- refused: Encountered "m1" at line 1, column 85.
alter table orders2 modify constraint order_constraint primary key (trade_order_id) m1 enforced
--- refused: Encountered "> <EOF>" at line 1, column 31.
SELECT * FROM MyTable WHERE b >
--- refused: Encountered "d" at line 1, column 81.
SELECT * FROM MyTable WHERE d <> 1 AND d <> 2 AND d <> 3 AND d <> 4 AND d <> 5  d <> 6 AND d <> 7 AND d <> 8 AND d <> 9 AND d <> 10 AND d <> 11 AND d <> 12 AND d <> 13 AND d <> 14 AND d <> 15 AND d <> 16 AND d <> 17 AND d <> 18 AND d <> 19
--- accepted
SELECT *
FROM Ticker
    MATCH_RECOGNIZE(
        PARTITION BY symbol
        ORDER BY rowtime
        MEASURES
            C.rowtime AS dropTime,
            A.price - C.price AS dropDiff
        ONE ROW PER MATCH
        AFTER MATCH SKIP PAST LAST ROW
        PATTERN (A  *BC) WITHIN INTERVAL '1' HOUR
        DEFINE
            B AS B.price > A.price - 10,
            C AS C.price < A.price - 10
    )
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT x, y FROM t1 UNION SELECT x, y FROM t2
--- refused: Encountered "WATERMARK" at line 1, column 61.
ALTER MATERIALIZED TABLE MyMaterializedTable DROP WATERMARK WATERMARK
--- refused: Encountered "+" at line 1, column 10.
select  *+ BROADCAST(T2, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 10.
SELECT   FROM MyTable ORDER BY proctime LIMIT 1 OFFSET 0
--- refused: Encountered "i" at line 1, column 46.
SELECT * FROM f(u => TABLE t_name_difforders i => 1)
--- refused: Incorrect syntax near the keyword 'IN' at line 1, column 24.
SELECT * FROM T1 WHERE IN T1.d (SELECT e FROM T2)
--- refused: Encountered ")" at line 1, column 18.
SELECT deptno + 1) COUNT(*) AS c FROM emp GROUP BY ROLLUP(deptno)
--- accepted
create view v COMMENT 'this is a view' as select col1 col1 from tbl
--- refused: Encountered "SELECT" at line 1, column 68.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d NOT IN SELECT z.i FROM z WHERE y.e = z.j AND z.j < 50)
--- accepted
SELECT * FROM (SELECT a, nested.i FROM MyTable) T1, (SELECT a, nested FROM MyTable)  WHERE T1.a = T2.a
--- refused: Incorrect syntax near the keyword 'BY' at line 3, column 1.
SELECT COUNT(*)
FROM Orders
BY GROUP order_id
--- refused: Non-query expression encountered in illegal context
val INTO T VALUES (1)
--- refused: Non-query expression encountered in illegal context
insert into empnullables
partition(ename='b')
(empno, ename)
1 select from (values 'a')
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT * FROM FROM MyTable WHERE EXISTS (SELECT a FROM MyTable LIMIT 0)
--- refused: Encountered "classified_reviews" at line 1, column 8.
INSERT classified_reviews INTO
SELECT id, movie_name, output as predicted_sentiment, actual_sentiment
FROM ML_PREDICT(
  TABLE movie_reviews,
  MODEL triton_sentiment_classifier,
  DESCRIPTOR(user_review)
)
--- refused: Encountered "avg )" at line 1, column 10.
SELECT b(avg) FROM x GROUP BY c  HAVING sum(b) > (SELECT sum(b) * 0.1 FROM x)
--- refused: Encountered "rowtime" at line 1, column 35.
SELECT a FROM MyTable ORDER BY c  rowtime LIMIT 1
--- refused: Encountered "b" at line 1, column 37.
SELECT * FROM MyTable ORDER BY a, b b DESC LIMIT 10
--- refused: Encountered "and =" at line 1, column 125.
select /*+ STATE_TTL('T2' = '2d', 'T3' = '3d'), STATE_TTL('T1' = '1d', 'T2' = '8d') */* from T1, T2, T3 where T1.a1 = T2.a2 and  = T3.b3
--- refused: Encountered "part2" at line 1, column 78.
select name from PartitionableAndFilterableTable where part1 = 'A' and part2 part2 > 1 and id > 1
--- refused: Encountered "=" at line 1, column 59.
SELECT * FROM T1 FULL OUTER JOIN T2 ON a = c JOIN T3 a ON = e
--- refused: Encountered "count )" at line 1, column 8.
SELECT count)name( FROM inventory
--- refused: Encountered "STRING" at line 1, column 68.
SELECT `field2`, COALESCE(TRY_CAST(`field1`.`data`.`nested`.`trId` STRING AS)) AS transactionId FROM testCastOfTestToSameType
--- refused: Encountered ")" at line 1, column 44.
SELECT a, b, s, t, o FROM MyTable, UNNEST( )MyTable.bWITH ORDINALITY AS A (s, t, o) WHERE s > 13
--- accepted
SELECT Concat(func2(t2.x), 'foo') from MyTable
--- refused: Encountered "=" at line 4, column 13.
ALTER MATERIALIZED TABLE tb1 RESUME
WITH (
  'group.id' = 'testGroup',
  'topic' = = 'test'
)
--- refused: Encountered "partition" at line 1, column 14.
insert into  partition (x='ab', y='bc') (x,y) select * from emps
--- refused: Non-query expression encountered in illegal context
VIEW IF EXISTS view_name
--- refused: Encountered "show from" at line 1, column 1.
show   from v1 like '%r'
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 24.
SELECT * FROM MyTable1 LEFT JOIN ON MyTable2 a1 = a2 WHERE a2 <> 1
--- accepted
SELECT c, proctime FROM desc MyTable OFFSET 2
--- accepted
alter table if exists t1 drop   ct1
--- refused: Encountered "\'k1\'" at line 5, column 3.
create table t(
  a catalog1.db1.MyType1,
  b db2.MyType2
) with  
  'k1' = 'v1',
  'k2' = 'v2'
)
--- accepted
select /*+ SHUFFLE_HASH(T2) */* from T1 left join T2 T2 on T1.a1 = T2.a2
--- accepted
select /*+ STATE_TTL('T1' = '1d', 'T2' = '2d'), BROADCAST(T1) */T1.b1, sum() from T1 join T2 on T1.b1 = T2.b2 group by T1.b1
--- accepted
select /*+ SHUFFLE_MERGE(T2) */T1 from T1 left join T2 on T1.a1 = T2.a2
--- refused: Encountered "show )" at line 1, column 1.
show ) from catalog1.db1 like '%'
--- refused: Encountered "AFTER" at line 1, column 89.
ALTER MATERIALIZED TABLE MyMaterializedTable MODIFY measurement double METADATA COMMENT AFTER 'unit is bytes per second' `id`
--- refused: Encountered "T3" at line 1, column 25.
explain plan for insert T3.a3 orders2 select `user`, product, amount, ts from orders
--- refused: Encountered "WHERE" at line 1, column 14.
SELECT *   l WHERE EXISTS (SELECT CAST(e AS INTEGER), 1 FROM r where CAST(l.b AS INTEGER) = CAST(r.d AS INTEGER))
--- refused: Encountered "<EOF>" at line 1, column 41.
SELECT a, c FROM MyTable LIMIT 10 OFFSET
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 12.
SELECT x,  FROM t1 EXCEPT ALL SELECT x, y FROM t2
--- refused: Encountered "create" at line 1, column 13.
show create create catalog cat2
--- refused: Encountered ">" at line 1, column 8.
SELECT >(`string`) FROM MyTable
--- refused: Encountered "," at line 1, column 9.
SELECT  ,a1b1 FROM A JOIN B ON (a1 = 1 AND b1 = 1) OR (a2 = 2 AND true)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * MyTable1 INNER JOIN MyTable2 ON a1 = a2 WHERE a2 < 1
--- refused: Encountered "like" at line 1, column 45.
show columns from catalog1.db1.tbl not like like '%'
--- refused: Encountered "<EOF>" at line 3, column 31.
SELECT * FROM Orders
INNER JOIN Product
( Orders.productId = Product.id
--- accepted
SELECT a a FROM MyTable ORDER BY rowtime, c LIMIT 1
--- refused: Encountered "where" at line 1, column 30.
SELECT func1(aFROM ) MyTable where a not in (select a2 from MyTable2)
--- refused: Encountered "c" at line 1, column 41.
SELECT b, d FROM T1 RIGHT JOIN T2 ON a  c
--- accepted
insert into tmp_snk select a0 a0, a1 from src1 on conflict do deduplicate
--- accepted
SELECT a1, b1 b1 FROM A JOIN B ON (a1 = 1 AND b1 = 1) OR (a2 = 2 AND true)
--- refused: Encountered "if" at line 1, column 8.
alter  if exists t1 add unique(a, b)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT * FROM FROM l WHERE NOT EXISTS (SELECT * FROM r) AND NOT EXISTS (SELECT * FROM t WHERE l.a = t.i AND t.j < 100)
--- accepted
select /*+ SHUFFLE_HASH(T1, T1) */* from T1 join T2 on T1.a1 , T2.a2
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 8.
SELECT COUNT number) FROM MyTable GROUP BY word
--- refused: Encountered "<EOF>" at line 1, column 40.
SET 'table.display.max-column-width' =
--- refused: Encountered "=" at line 1, column 7.
SET   = 'tableau'
--- refused: Encountered "<EOF>" at line 1, column 28.
SELECT COUNT(a) MyTable FROM
--- refused: Encountered "<EOF>" at line 1, column 54.
SET 'table.exec.spill-compression.block-size'  '128kb'
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 35.
SELECT c FROM T1 INTERSECT SELECT FROM f T2 WHERE 1=0
--- refused: Encountered "not" at line 1, column 61.
alter table t1 modify new_column array<string not null> not not null
--- refused: Encountered ")" at line 1, column 154.
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_HaSh(T2) */ a2 + T1.a1 from T2 join (select T3.* from T2 join T3 on T2.a2 = T3.a3) T3 on T2.a2 = T3.a3) )
--- refused: Encountered "= OR" at line 1, column 49.
SELECT * FROM MyTable WHERE a = 1 OR a = 2 OR a =  OR a = 4 OR b = 1 OR (a <> 1 AND a <> 2 AND a <> 3 AND a <> 4)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM MyTable2 CROSS JOIN MyTable1
--- refused: Encountered "src2" at line 1, column 61.
insert into tmp_snk select * from src1 join src2 on src1.a1 src2.b1 = and src1.a2 = src2.b2 join src3 on src1.a1 = src3.b1 and src1.a2 = src3.b2 on conflict do deduplicate
--- refused: Encountered "FROM" at line 1, column 16.
SELECT func1(a FROM MyTable where a not in (select a2 from MyTable2)
--- refused: Encountered "dim" at line 1, column 62.
Select * from dim join fact_part on fact_part.fact_date_sk   dim.dim_date_sk where dim.id is not null
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 30.
SELECT d, e, f FROM MyTable1 LEFT  MyTable2 ON a = d where d = 10 AND a < 12
--- refused: Encountered "left" at line 1, column 20.
select * fact from left outer join dim on fact.amount = dim.amount and dim.price < 500
--- refused: Non-query expression encountered in illegal context
T2 COUNT(*) FROM src
--- refused: Non-query expression encountered in illegal context
CATALOG EXTENDED cat2
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 43.
SELECT c FROM T1 WHERE 1=0 EXCEPT SELECT  FROM T2
--- refused: Non-query expression encountered in illegal context
MODEL triton_vector_model
INPUT (input_vector ARRAY<FLOAT>)
OUTPUT (output_vector ARRAY<FLOAT>)
WITH (
    'provider' = 'triton',
    'endpoint' = 'http://localhost:8000/v2/models',
    'model-name' = 'vector-transform',
    'model-version' = '1',
    'flatten-batch-dim' = 'true'   
)
--- refused: Encountered "T" at line 1, column 63.
SELECT e.* FROM (SELECT pyFunc5(d._1) as e FROM MyTable) AS T T
--- refused: Incorrect syntax near the keyword 'INTO' at line 1, column 13.
INSERT INTO INTO t1 PARTITION (p='v') SELECT * FROM t2 ON CONFLICT DO ERROR
--- refused: Encountered "," at line 1, column 26.
SELECT * FROM l WHERE ina, b) IN (SELECT MAX(r.d) OVER(), MIN(r.e) OVER(PARTITION BY f ORDER BY d) FROM r)
--- refused: Encountered "DISTRIBUTION" at line 1, column 21.
ALTER TABLE MyTable DISTRIBUTION ADD BY (uid)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 20.
SELECT proctimec , FROM MyTable LIMIT 0
--- refused: Incorrect syntax near the keyword 'FROM' at line 3, column 30.
SELECT user, RANK() OVER (ORDER BY lastAction)
FROM (
  SELECT user, MAX(cTime) AS FROM lastAction clicks GROUP BY user
)
--- accepted
SELECT t1.x FROM t1 RIGHT JOIN t2  (x)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 42.
INSERT INTO all_change_sink_table SELECT FROM * upsert_table_partial_deletes WHERE col1 > 2
--- accepted
SELECT * FROM (SELECT a, nested.i   MyTable) T1, (SELECT a, nested FROM MyTable) T2 WHERE T1.a = T2.a
--- refused: Encountered "from" at line 1, column 93.
select /*+ SHUFFLE_MERGE(T1)*/T4.a1, (select count(*) from T1 join T3 on T1.a1 = T3.a3) as  from (select T1.* from T1 join T2 on T1.a1 = T2.a2 where T1.b1 = 'abc') T4
--- refused: Encountered "inner (" at line 1, column 42.
select /*+ SHUFFLE_MERGE(T1) */* from T1 inner ( T2 on T1.a1 > T2.a2
--- refused: Encountered "," at line 1, column 37.
SELECT a, b FROM MyTable2 GROUP BY  ,ab
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 16.
SELECT * FROM  WHERE amount > 2
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM MyTable1 RIGHT JOIN MyTable2 ON true WHERE b1 = b2 AND c1 = c2 AND a2 = 2 AND b2 > 10 AND COALESCE(c1, c2) <> ''
--- refused: Encountered "(" at line 11, column 11.
CREATE TABLE sls_stream (
  a bigint, 
  f as a + 1, 
  b varchar,
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  proc as PROCTIME(),
  c int,
  PRIMARY KEY (a, b) 
) with (
  'x' = 'y', 
  'asd' = (
)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 87.
SELECT * FROM l WHERE (a, SUBSTRING(c, 1, 5)) IN (SELECT d, SUBSTRING(f, 1, 5) FROM   WHERE l.b = r.e)
--- refused: Encountered "`id`" at line 1, column 37.
ALTER TABLE MyTable DROP PARTITION  `id`(= 1)
--- refused: Encountered "<EOF>" at line 1, column 111.
SELECT * FROM x WHERE EXISTS ( (WITH y2 AS (SELECT * FROM y WHERE y.c = x.a) SELECT 1 FROM y2 WHERE y2.d = x.b)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM MyTable WHERE b > 0
--- refused: Encountered "<EOF>" at line 1, column 52.
SET 'sql-client.execution.result-mode' 'changelog' =
--- refused: Encountered "from" at line 1, column 38.
select /*+ SHUFFLE_HASH(T2) */* from from T1 full join T2 on T1.a1 = T2.a2
--- refused: Incorrect syntax near the keyword 'GROUP' at line 1, column 27.
SELECT /*+ BROADCAST(t2), GROUP(t1) */ * FROM t1 JOIN t2 ON t1.id = t2.id
--- refused: Encountered "as" at line 1, column 73.
alter table default_catalog.default_database.t1 add watermark for ts as as ts - interval '1' second
--- refused: Encountered "," at line 1, column 8.
SELECT , var_sum(a) FROM MyTable1 GROUP BY b
--- refused: Encountered "upsert_table_partial_deletes_metadata_no_pushdown" at line 1, column 60.
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_MeRgE(T2) upsert_table_partial_deletes_metadata_no_pushdown/ a2 + T1.a1 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Encountered "r1" at line 1, column 90.
SELECT * FROM l WHERE EXISTS (SELECT * FROM (SELECT f FROM r WHERE r.d = l.a AND r.e > 10r1 ) INNER JOIN (SELECT i, k FROM t WHERE t.j = l.b AND i < 50) t1 ON r1.f = t1.k)
--- refused: Encountered "AS" at line 1, column 22.
SELECT a, SUM(btable AS s FROM MyTable2 GROUP BY a
--- refused: Encountered "DISTINCT" at line 1, column 27.
SELECT a, COUNT(*), SUM(b DISTINCT), COUNT(DISTINCT c) FROM MyTable GROUP BY a
--- accepted
SELECT * FROM `cat`.VIEW.v
--- refused: Encountered "show" at line 1, column 54.
SELECT * FROM MyTable WHERE b NOT IN (1, 3, 4, 5, 6) show c = 'xx'
--- refused: Encountered "as" at line 1, column 50.
select /*+ SHUFFLE_HASH(T1)*/T1.b1, cast( (T1.a1 as int) from T1 join T2 on T1.b1 = T2.b2
--- refused: Encountered "id" at line 1, column 37.
SELECT * FROM VirtualTable WHERE id id > 2
--- refused: Encountered "\'b\'" at line 1, column 65.
alter table tbl drop partition (p1='a',p2=1), partition(p1SELECT'b',p2=2), partition(p1='c',p2=3)
--- accepted
SELECT a1, b1, a3, b3, COUNT(c1) FROM (SELECT * FROM T1 FULL  JOIN T3 ON a1 = a3) t GROUP BY a1, b1, a3, b3
--- refused: Encountered "from" at line 1, column 44.
explain execute insert into emps1 select ( from emps2
--- refused: Encountered "*" at line 1, column 68.
compile and execute plan './test.json' for insert into t1 select * * from t2
--- accepted
CREATE TABLE Orders (
        `order_id` INT,
        `line_order_id` INT
    ) WITH (
        '...'='connector'
    )
--- refused: Incorrect syntax near the keyword 'NOT' at line 1, column 17.
SELECT * FROM x NOT WHERE EXISTS (SELECT * FROM y WHERE x.a < y.c)
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 8.
SELECT COUNT DISTINCT(a), SUM(DISTINCT b) FROM MyTable2 GROUP BY GROUPING SETS (c, d)
--- refused: Encountered "IN" at line 1, column 44.
SELECT * FROM l WHERE NOT ( NOT ( a NOT IN IN (SELECT d FROM r)))
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 59.
SELECT b, RANK() OVER (ORDER BY b) FROM (SELECT SUM(b) AS AS b FROM T)
--- refused: Encountered "=" at line 1, column 59.
select /*+ SHUFFLE_HASH(T1, T3) */* from T1, T2, T3 where = T1.a1 T2.a2 and T2.b2 = T3.b3
--- refused: Encountered "T1" at line 1, column 29.
select /*+ NEST_LOOP(T1, T1 T1) */* from T1 join T2 on T1.a1 = T2.a2
--- refused: Encountered "RIGHT" at line 1, column 30.
SELECT * FROM MyTable2 OUTER RIGHT JOIN MyTable1 ON a <> d
--- accepted
SELECT ptime, name, val, id FROM T T
--- refused: Encountered ")" at line 1, column 26.
SELECT a1, b1, count(c1) ) FROM T1 GROUP BY a1, b1, 1, true
--- refused: Encountered ")" at line 6, column 65.
INSERT INTO nexmark_q7
SELECT B.auction, B.price, B.bidder, B.`dateTime`, B.extra
from bid B
         JOIN (SELECT MAX(price) AS maxprice, window_end as `dateTime`
               FROM TABLE(
                       TUMBLE(TABLE bid, DESCRIPTOR(`dateTime` ,)INTERVAL '10' SECOND))
               GROUP BY window_start, window_end) B1
              ON B.price = B1.maxprice
WHERE B.`dateTime` BETWEEN B1.`dateTime` - INTERVAL '10' SECOND AND B1.`dateTime`
--- refused: Encountered "," at line 1, column 56.
alter materialized table mt1 add distribution by hash( ,ah) into 6 buckets
--- refused: Encountered "tbl" at line 1, column 21.
show columns in tbl tbl not like '%'
--- refused: Encountered "IN SELECT" at line 1, column 29.
SELECT * FROM T1 WHERE T1.a IN SELECT d FROM T2)
--- refused: Encountered "*" at line 1, column 81.
compile and execute plan './test.json' for statement set begin insert into t1   * from t2; insert into t2 select * from t3; end
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT a, b FROM MyLtzTable
--- refused: Encountered "T2" at line 1, column 56.
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_MeRgE T2) */ a2 + T1.a1 from T2 join (select T3.* from T2 join T3 on T2.a2 = T3.a3) T3 on T2.a2 = T3.a3)
--- refused: Encountered "as" at line 1, column 50.
SELECT weightedAvg(a, 1) FROM t GROUP BY ROLLUP (as, c)
--- refused: Encountered "," at line 1, column 22.
alter model m1 reset ,'key1'( 'key2')
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM MyView3
--- refused: Encountered "+ =" at line 1, column 53.
Select * from dim join (select fact_date_sk, amount + = as amount from fact_part) t1 on fact_date_sk = dim_date_sk and t1.amount = dim.amount where dim.price < 500
--- refused: Encountered "id" at line 1, column 38.
show partitions table1 partition (id id=1002)
--- refused: Encountered "k1 \'#v1\'" at line 1, column 29.
select * from t1/*+ OPTIONS(k1'#v1', k2='#v2') */
--- refused: Incorrect syntax near the keyword 'COALESCE' at line 1, column 11.
SELECT f1(COALESCE, '-') FROM T
--- accepted
SELECT func1(func5(a).f0) from MyTable MyTable
--- refused: Encountered "count" at line 1, column 49.
Select * from (Select id, amount, fact_date_sk) count(name), sum(price) from fact_part where fact_date_sk > 100 group by id, amount, fact_date_sk) t1 join dim on t1.fact_date_sk = dim.dim_date_sk where dim.price < 500 and dim.price > 300
--- refused: Encountered "=" at line 1, column 27.
alter table orders2 set ( = 'kafka', 'scan.startup.mode' = 'earliest-offset')
--- refused: Encountered ")" at line 1, column 48.
SELECT * FROM l WHERE a + 1 IN (SELECT d FROM  )
--- refused: Encountered "(" at line 1, column 42.
SELECT * FROM l WHERE EXISTS (SELECT *   (SELECT * FROM r WHERE EXISTS (SELECT * FROM t)) m, LATERAL TABLE(table_func(f)) AS T(f1))
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 11.
SELECT x, FROM y t1 EXCEPT DISTINCT SELECT x, y FROM t2
--- refused: Encountered "drop" at line 1, column 28.
alter materialized table   drop c1
--- refused: Incorrect syntax near the keyword 'LEFT' at line 2, column 2.
SELECT /*+ STATE_TTL('orders'='3d', 'lineitem'='1d') */ * FROM
 LEFT JOIN lineitem
ON orders.o_orderkey = lineitem.l_orderkey
--- refused: Encountered ">" at line 1, column 62.
SELECT * FROM x WHERE 0.99 < (SELECT COUNT(*) FROM y d WHERE > 10)
--- refused: Encountered "cat2" at line 1, column 9.
alter   cat2 reset ()
--- refused: Encountered "<EOF>" at line 1, column 51.
ALTER TABLE MyTable ADD category_id STRING COMMENT
--- accepted
select /* *+ SHUFFLE_MERGE(T1) */* from T1, T2
--- refused: Encountered "+ <EOF>" at line 1, column 33.
create view MyView1 as select 1 +
--- refused: Encountered "e" at line 1, column 57.
SELECT * FROM MyTable1 JOIN MyTable2 ON a = d AND a = e e AND a = c
--- refused: Encountered "5" at line 1, column 24.
SELECT * FROM MyTable  5
--- refused: Encountered "functions" at line 1, column 21.
show user functions functions in catalog1.db1
--- refused: Incorrect syntax near the keyword 'DISTINCT' at line 1, column 11.
SELECT a, DISTINCT(LISTAGG c, '#') FROM MyTable GROUP BY a
--- refused: Encountered "function1" at line 1, column 26.
alter function function1 function1 as 'org.apache.flink.function.function1'
--- refused: Encountered "<EOF>" at line 1, column 18.
show columns from
--- refused: Encountered "b" at line 1, column 41.
SELECT COUNT(a) FROM MyTable GROUP BY b b
--- refused: Encountered "," at line 1, column 19.
SELECT pyFunc1(a, , b) FROM MyTable
--- refused: Encountered "(" at line 2, column 1.
CREATE TABLE 
(
    auction    BIGINT,
    bidder     BIGINT,
    price      BIGINT,
    `dateTime` TIMESTAMP(3),
    extra      VARCHAR
) WITH (
      'connector' = 'blackhole'
)
--- refused: Encountered "*" at line 1, column 1.
* SELECT FROM MyTable WHERE b IN (1, 3, 4, 5, 6) AND c = 'xx'
--- refused: Incorrect syntax near the keyword 'MATERIALIZED' at line 1, column 1.
MATERIALIZED CREATE TABLE my_materialized_table
    FRESHNESS = INTERVAL '10' SECOND
    AS SELECT * FROM kafka_catalog.db1.kafka_table
--- refused: Encountered "id" at line 1, column 60.
Select * from (select fact_date_sk + 1 as fact_date_skFROM id from fact_part) fact_part1 join item on fact_part1.id = item.id join dim on fact_part1.fact_date_sk = dim.dim_date_sk where dim.price < 500 and dim.price > 300
--- refused: Encountered "to" at line 1, column 26.
alter table if exists t1 to rename t2
--- refused: Encountered "FROM" at line 1, column 35.
SELECT JSON_OBJECTAGG(f1 VALUE f1 FROM T
--- refused: Encountered "table" at line 1, column 13.
alter table table t1 reset ('key1', 'key2')
--- accepted
SET k2:system=v2
--- refused: Encountered "," at line 1, column 8.
SELECT , b FROM MyTable1 WHERE a NOT IN (SELECT d FROM MyTable2)
--- refused: Encountered "T" at line 1, column 216.
SELECT /*+ LOOKUP('table'='D', 'retry-predicate'='lookup_miss', 'retry-strategy'='fixed_delay', 'fixed-delay'='10s', 'max-attempts'='3') */ * FROM MyTable AS T JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime AS D T.a ON = D.id
--- refused: Encountered ")" at line 11, column 1.
CREATE TABLE user_created (

   
  the_kafka_key STRING,
  
   
  id STRING,
  name STRING, 
  email  

) WITH (

  'connector' = 'kafka',
  'topic' = 'user_events_example1',
  'properties.bootstrap.servers' = 'localhost:9092',

   
  'key.format' = 'raw',
  'key.fields' = 'the_kafka_key',

  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = 'http://localhost:8082',
  'value.fields-include' = 'EXCEPT_KEY'
)
--- refused: Incorrect syntax near the keyword 'AS' at line 3, column 17.
INSERT INTO t_join_sink
SELECT o.order_id, o.order_name, l.logistics_id, l.logistics_target, l.logistics_source, now()
FROM t_order AS AS o
LEFT JOIN t_logistics AS l ON ord.order_id=logistics.order_id
--- refused: Encountered "=" at line 1, column 37.
SELECT a1, b1 FROM A FULL JOIN B ON = a1 b1 AND a2 > b2
--- refused: Encountered "function function" at line 1, column 8.
create function function c1.db.func11 as 'LowerUDF'
--- refused: Encountered "," at line 3, column 21.
CREATE TABLE orders (
  order_id BIGINT NOT NULL comment 'this is the primary key, named ''order_id''.',
  product VARCHAR32),
  amount INT,
  ts TIMESTAMP(3) comment 'notice: watermark, named ''ts''.',
  ptime AS PROCTIME() comment 'notice: computed column, named ''ptime''.',
  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND,
  CONSTRAINT `PK_order_id` PRIMARY KEY (order_id) NOT ENFORCED
) WITH (
  'connector' = 'datagen'
)
--- refused: Encountered ")" at line 1, column 116.
SELECT SUM(a) AS sumA, COUNT(b) AS cntB FROM MyTable2 GROUP BY HOP(ts, INTERVAL '15' MINUTE, INTERVAL '90' MINUTE) )
--- refused: Encountered "T1 T1" at line 1, column 25.
select /*+ SHUFFLE_HASH(T1 T1) */* from T1 where a1 in (select a2 from T2)
--- refused: Encountered "db1" at line 1, column 58.
SELECT * FROM MyTable WHERE a <> 1 AND a <> 2 AND a <> 3 db1 a <> 4
--- refused: Encountered "\'LowerUDF\'" at line 1, column 34.
create function `default`.func6  'LowerUDF'
--- refused: Encountered "PartitionableAndFilterableTable" at line 1, column 16.
select name b1 PartitionableAndFilterableTable where part1 = 'A' and part2 > 1 and id > 1
--- refused: Encountered "join" at line 1, column 39.
select /*+ SHUFFLE_HASH(T1) */* from  join T2 on T1.a1 = T2.a2
--- refused: Encountered "catalog1" at line 1, column 9.
create  catalog1.db1.function1 as 'org.apache.flink.function.function1'
--- refused: Encountered "d" at line 1, column 58.
SELECT * FROM MyTable2 RIGHT OUTER JOIN  MyTable1 ON a   d AND d < 2 AND b < h
--- refused: Encountered "from" at line 1, column 61.
Select * from dim join (select fact_date_sk, amount + 1 as  from fact_part) t1 on fact_date_sk = dim_date_sk and t1.amount = dim.amount where dim.price < 500
--- accepted
SELECT *
FROM cnt
INNER JOIN Product
ON Orders.product_id = Product.id
--- refused: Encountered "," at line 1, column 29.
SELECT a1, MIN(a3) FROM ( a1, a2, MAX(a3) AS a3 FROM A GROUP BY a1, a2) t GROUP BY a1
--- refused: Non-query expression encountered in illegal context
weightedAvg(b, a) AS wAvg FROM MyTable2 GROUP BY TUMBLE(ts, INTERVAL '4' MINUTE)
--- refused: Encountered "SELECT" at line 4, column 13.
SELECT user, amount
FROM Orders
WHERE product IN (
    product SELECT FROM NewProducts
)
--- refused: Encountered "T2 T3" at line 1, column 22.
select /*+ BROADCAST(T2 T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- refused: Extended columns not allowed under the current SQL conformance level
insert into empnullables
partition(ename='b')
(empno  ename)
select 1 from (values 'a')
--- accepted
SELECT a4, c4, COUNT(b4) FROM (SELECT a4 a4, c4, ARRAY_AGG(b4) AS b4 FROM T4 GROUP BY a4, c4, TUMBLE(d4, INTERVAL '15' MINUTE)) t GROUP BY a4, c4
--- refused: Encountered "DataGenSource" at line 1, column 7.
ALTER DataGenSource TABLE SET ('rows-per-second' = '10')
--- refused: Encountered "2" at line 1, column 42.
SELECT * FROM VirtualTable WHERE amount  2 OR amount < 10
--- refused: Encountered "<> <>" at line 1, column 53.
SELECT * FROM MyTable WHERE a <> 1 AND a <> 2 AND a <> <> 3
--- refused: Non-query expression encountered in illegal context
INSERT INTO word_cnt
word SELECT, COUNT(1) AS cnt
FROM doc
GROUP BY word
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 53.
INSERT INTO upsert_sink_table SELECT id, col1col2 , FROM upsert_table_partial_deletes_metadata
--- refused: Encountered "," at line 9, column 15.
CREATE MODEL image_classifier
INPUT (image_pixels ARRAY<FLOAT>)
OUTPUT (predicted_class STRING, confidence FLOAT)
WITH (
  'provider' = 'triton',
  'endpoint' = 'http://triton-server:8000/v2/models',
  'model-name' = 'resnet50',
  'model-version' = '1',
  'timeout' = ,
  'compression' = 'gzip'   
)
--- refused: Encountered "a" at line 1, column 22.
show databases ilike a
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 28.
SELECT gender, COUNT(*) AS AS c FROM emp GROUP BY ROLLUP(gender)
--- refused: Encountered "as" at line 1, column 70.
alter  materialized table default_database.mt1 modify watermark for  as ts - interval '1' second
--- refused: Encountered "= *" at line 1, column 85.
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) RIGHT JOIN B ON a1 = * AND a2 > b2
--- refused: Encountered "table1" at line 1, column 24.
show partitions table1 table1 partition (id=1002)
--- refused: Incorrect syntax near the keyword 'RIGHT' at line 1, column 15.
SELECT * FROM RIGHT MyTable1 JOIN MyTable2 ON a1 = a2 WHERE a1 IS NULL
--- refused: Encountered "*" at line 1, column 30.
select /*+ SHUFFLE_MERGE(T1) * */from T1 where a1 not in (select a2 from T2)
--- refused: Encountered "comment" at line 1, column 49.
alter materialized table mt1 modify new_column  comment 'new_column docs' first
--- refused: Encountered "show show" at line 1, column 1.
show show user functions like 'func%'
--- accepted
EXPLAIN CREATE OR REPLACE TABLE t AS SELECT * FROM b b
--- refused: Encountered "\'%\'" at line 1, column 35.
show tables from db1 not like '%' '%'
--- refused: Encountered "=" at line 1, column 32.
alter database db2 set ('k1' = = 'a', 'k2' = 'b')
--- refused: Encountered "alter" at line 1, column 7.
alter alter table t1 rename to t2
--- refused: Encountered "(" at line 1, column 27.
select /*+ SHUFFLE_MERGE( (T1, T2) */* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- refused: Encountered "(" at line 4, column 18.
CREATE TABLE clicks (
    uid VARCHAR(128),
    cTime TIMESTAMP(3),
    url VARCHAR( (256)
)
--- accepted
WITH orders_with_total AS (
    SELECT order_idprice , + tax AS total
    FROM Orders
)
SELECT order_id, SUM(total)
FROM orders_with_total
GROUP BY order_id
--- refused: Incorrect syntax near the keyword 'LATERAL' at line 1, column 23.
select * FROM MyTable LATERAL TABLE(tableFunc(func1(a)))
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A A group by a1) RIGHT JOIN B ON a1 = b1
--- refused: Encountered "*" at line 1, column 35.
INSERT INTO all_change_sink_table * SELECT FROM upsert_table_full_deletes
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r WHERE EXISTS EXISTS (SELECT * FROM t) AND l.a = r.d)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM (SELECT a, b FROM T1 INTERSECT SELECT d, e FROM T2)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 16.
SELECT * FROM  WHERE id > 2 AND part1 = 'A'
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 10.
SELECT ( FROM x WHERE (SELECT MAX(d) FROM y WHERE c > 0) IN (SELECT f FROM z)
--- accepted
SELECT a, b, s, t t, o FROM MyTable, UNNEST(MyTable.b) WITH ORDINALITY AS A (s, t, o) WHERE s > 13
--- refused: Non-query expression encountered in illegal context
create view v COMMENT 'this is a view' as   col1 from tbl
--- refused: Encountered "(" at line 1, column 13.
alter table ( modify DISTRIBUTION BY (a, h)
--- refused: Incorrect syntax near the keyword 'IN' at line 1, column 25.
SELECT * FROM l  (a, b) IN (SELECT MAX(r.d) OVER(), MIN(r.e) OVER(PARTITION BY f ORDER BY d) FROM r WHERE l.c = r.f)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 21.
SELECT a1, b1 FROM  SELECT(SUM(a2) AS a2, a1 FROM A GROUP BY a1) FULL JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a1 = b1 AND a2 > b2
--- refused: Encountered "<EOF>" at line 1, column 41.
alter table if exists t1 drop constraint
--- refused: Encountered "\'foo\'" at line 1, column 47.
SELECT * FROM WithWatermark WHERE LOWER(name) 'foo' =
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 89.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d IN (SELECT z.i FROM z WHERE WHERE y.e > z.j AND z.j < 50)
--- refused: Encountered "<EOF>" at line 1, column 40.
SELECT COUNT(DISTINCT a, b) MyTable FROM
--- refused: Incorrect syntax near the keyword 'TABLE' at line 1, column 20.
SELECT * FROM f(u  TABLE t_name_diff PARTITION BY name, i => 1)
--- refused: Encountered "MyTable" at line 1, column 60.
SELECT COUNT(DISTINCT a) FILTER (WHERE a > 0), SUM( )bFROM MyTable
--- refused: Encountered "," at line 1, column 9.
SELECT  ,by FROM t LEFT OUTER JOIN s ON a = z
--- refused: Encountered "\'scan.startup.mode\' = )" at line 1, column 47.
select id, name from kafka_table1 /*+ OPTIONS('scan.startup.mode'= )'earliest-offset'*/
--- refused: Incorrect syntax near the keyword 'TABLE' at line 1, column 27.
CREATE MATERIALIZED TABLE TABLE my_materialized_table_full
    REFRESH_MODE = FULL
    AS SELECT * FROM source_table
--- refused: Non-query expression encountered in illegal context
explain plan for insert into daily_orders partition (dt = '2022-06-12')  (123, 'toothpick', 1)
--- accepted
select * from T1 WHERE a1 IN (select /*BrOaDcAsT +(T2) */ a2 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Encountered "<EOF>" at line 3, column 21.
CREATE MATERIALIZED TABLE my_materialized_table_full
    REFRESH_MODE = FULL
    AS SELECT * FROM
--- refused: Encountered "show show" at line 1, column 1.
show show catalogs like '%'
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 17.
SELECT * FROM   WHERE EXISTS (SELECT 1 FROM r WHERE l.a = r.d AND r.e > 10 GROUP BY r.f)
--- refused: Encountered "," at line 1, column 13.
alter table , modify new_column array<string not null> not null
--- refused: Encountered "50" at line 1, column 61.
SELECT * FROM (SELECT * FROM MyTable WHERE b > 0) t WHERE a 50 <
--- refused: Encountered "," at line 1, column 35.
INSERT INTO my_ctas_table SELECT  , name, age FROM source_table WHERE mod(id, 10) = 0
--- refused: Encountered "string" at line 4, column 5.
create temporary table source_table(
  a int,
  b bigint,
    string
) with (
  'x' = 'y',
  'abc' = 'def'
)
--- refused: Encountered "orders" at line 1, column 16.
show columns   orders like '%u'
--- refused: Non-query expression encountered in illegal context
MIN(`string`) FROM MyTable
--- refused: Encountered "INTEGER" at line 1, column 105.
SELECT * FROM l WHERE a NOT IN (SELECT CAST(e AS INTEGER) FROM r where CAST(l.b AS INTEGER) = CAST(r.d  INTEGER))
--- refused: Encountered "=" at line 1, column 36.
create catalog `mod` with ('type'= ='generic_in_memory')
--- refused: Encountered ", ," at line 1, column 44.
select /*+ SHUFFLE_HASH(T2, T3) */* from T1,  , T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- refused: Encountered "join" at line 1, column 40.
select /*+ SHUFFLE_HASH(V3)*/V3.* from join V3 T1 on V3.a1 = T1.a1
--- refused: Encountered "=" at line 1, column 35.
SELECT * FROM VirtualTable  part1 = 'A' OR part2 > 1
--- refused: Encountered "show temporary" at line 1, column 1.
show temporary function catalog1.db1.function1
--- refused: Encountered ")" at line 2, column 9.
CREATE TABLE OrdersShipInfo (
        ) INT,
        `line_order_id` INT,
        `ship_mode` STRING
    ) WITH (
        'connector' = '...'
    )
--- refused: Encountered "alter" at line 1, column 21.
show functions from alter
--- refused: Encountered "c" at line 1, column 42.
SELECT pyFunc3(pyFunc2(a + pyFunc1(aOVER c), b), c) FROM MyTable
--- refused: Encountered "a" at line 1, column 16.
CREATE TABLE t a BY(col1) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "(" at line 1, column 21.
(SELECT s FROM t1)  (SELECT s FROM t2)
--- refused: Encountered "WHERE" at line 1, column 75.
INSERT INTO all_change_sink_table SELECT *   upsert_table_partial_deletes WHERE col1 > 2
--- refused: Incorrect syntax near the keyword 'MATERIALIZED' at line 1, column 2.
MATERIALIZED TABLE IF EXISTS tbl1
--- refused: Encountered "(" at line 1, column 22.
alter table orders2  (user_email string not null after `user`, cleaned_product as coalesce(product, 'missing_sku') after product, trade_order_id bigint not null first)
--- accepted
INSERT INTO nexmark_q7
SELECT B.auction, B.price, B.bidder, B.`dateTime`, B.extra
from bid B
         JOIN (SELECT  (price) AS maxprice, window_end as `dateTime`
               FROM TABLE(
                       TUMBLE(TABLE bid, DESCRIPTOR(`dateTime`), INTERVAL '10' SECOND))
               GROUP BY window_start, window_end) B1
              ON B.price = B1.maxprice
WHERE B.`dateTime` BETWEEN B1.`dateTime` - INTERVAL '10' SECOND AND B1.`dateTime`
--- refused: Encountered "(" at line 1, column 38.
alter temporary function tmp_func as (
--- refused: Encountered ")" at line 1, column 22.
SELECT asyncFunc1(a, ) + 1 FROM MyTable
--- refused: Encountered "from" at line 1, column 13.
show user   from c1.db
--- refused: Encountered "WHERE" at line 1, column 44.
SELECT * FROM x WHERE (SELECT COUNT(*)   y WHERE a = d) >= 1
--- refused: Encountered "function as" at line 1, column 8.
create function as c1.db.func11 'LowerUDF'
--- accepted
SELECT a1, COUNT(DISTINCT b1), SUM(b1) FROM c GROUP BY a1
--- refused: Encountered "=" at line 1, column 5.
SET = 'table.exec.state.ttl' '1000'
--- refused: Encountered "function1" at line 1, column 43.
alter temporary system function function1 function1 as 'org.apache.flink.function.function1'
--- refused: Encountered "from" at line 1, column 71.
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_MeRgE(T2) */ a2 from from T2 join T3 on T2.a2 = T3.a3 where T1.a1 = T2.a2)
--- refused: Encountered "(" at line 1, column 23.
SELECT a, SUM(bOVER ) (PARTITION BY c, d ORDER BY e, f) FROM t
--- accepted
select /*+ BROADCAST(T1) */* from T1 join T2 on T1.a1 = T2.a2 union select /* *+ BROADCAST(T3) */* from T3 join T1 on T3.a3 = T1.a1
--- accepted
SELECT a, b b FROM MyTable WHERE pandasFunc4(a, c)
--- refused: Encountered "<EOF>" at line 1, column 63.
SELECT * FROM x WHERE (SELECT COUNT(e) FROM y WHERE d > 10  > 0
--- refused: Encountered "<EOF>" at line 1, column 20.
show create catalog
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 WHERE a2 <= 1
--- refused: Encountered "<EOF>" at line 1, column 33.
set 'execution.attached'  'false'
--- refused: Incorrect syntax near the keyword 'INNER' at line 1, column 23.
SELECT a from MyTable INNER JOIN  ON func2(a) = func2(a2) AND REGEXP(func2(a), 'string (2|4)')
--- refused: Encountered "INSERT" at line 1, column 8.
INSERT INSERT INTO product_orders
SELECT p.name, o.order_id
FROM orders o JOIN products p ON o.product_name = p.name
ON CONFLICT DO DEDUPLICATE
--- refused: Incorrect syntax near the keyword 'RIGHT' at line 1, column 24.
SELECT * FROM MyTable1 RIGHT MyTable2 JOIN ON a1 = a2 WHERE a2 = 2
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 15.
SELECT * FROM WHERE l b IN (SELECT COUNT(*) FROM r WHERE l.c = r.f)
--- refused: Encountered ")" at line 1, column 76.
SELECT MAX(c) FROM MyTable1 GROUP BY b, HOP(ts, INTERVAL '0.111' SECOND(1, ), INTERVAL '1' SECOND)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 36.
SELECT * FROM x WHERE a IN (SELECT FROM c y where CAST(x.b AS INTEGER) = y.c)
--- refused: Incorrect syntax near the keyword 'MATERIALIZED' at line 1, column 1.
MATERIALIZED ALTER TABLE my_materialized_table REFRESH PARTITION (ds='2024-06-28')
--- refused: Encountered "2" at line 1, column 59.
SELECT * FROM (VALUES 1, 2, 3) AS T (a) WHERE a = 1 and a 2 = ORDER BY a
--- refused: Encountered "<" at line 1, column 64.
SELECT a1 FROM (SELECT COUNT(*) AS cnt FROM B) RIGHT JOIN A ON < cnt a2
--- refused: Encountered "show in" at line 1, column 1.
show  in db1
--- refused: Encountered "< )" at line 1, column 99.
Select * from dim, legacy_source where legacy_source.fact_date_sk = dim.dim_date_sk and dim.price < )
--- refused: Encountered "1" at line 1, column 40.
SET 'sql-client.execution.result-mode' 1 'tableau'
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 40.
INSERT INTO upsert_sink_table SELECT   FROM upsert_table_full_deletes WHERE col1 > 2
--- refused: Non-query expression encountered in illegal context
temporary view if not exists v as select col1 from tbl
--- refused: Encountered "= <EOF>" at line 1, column 50.
SELECT * FROM MyTable1 RIGHT JOIN MyTable2 ON c1 =
--- refused: Encountered "table" at line 1, column 11.
select *  table(ml_predict(TABLE my_table, MODEL my_model))
--- refused: Encountered "," at line 1, column 28.
alter table t1 set ('key1'=,)
--- refused: Encountered "<EOF>" at line 1, column 22.
show databases ilike
--- refused: Encountered "from" at line 1, column 15.
SELECT * FROM from
--- refused: Encountered "c1" at line 1, column 22.
show user functions  c1.db like 'func3%'
--- refused: Encountered "<EOF>" at line 1, column 31.
DROP temporary table IF EXISTS
--- refused: Encountered "T1" at line 1, column 58.
select /*+ SHUFFLE_HASH(T1) */* from T1 join T2 on T1.a1 T1.a1 = T2.a2 where T1.a1 > 5
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 65.
SELECT a FROM x WHERE (SELECT MAX(d) FROM y WHERE c IN (SELECT  FROM z)) IN (SELECT f FROM z WHERE z.e = x.a)
--- accepted
desc  extended catalog1.db1.conn1
--- accepted
SELECT a, a2 from MyTable RIGHT JOIN MyTable2 ON (a) = func1(a2)
--- accepted
SELECT * FROM l WHERE c NOT IN (SELECT f1 FROM r r, LATERAL TABLE(table_func(f)) AS T(f1) WHERE a = d)
--- accepted
select * from v1 /*+ OPTIONS('number-of-rows'   '1') */
--- refused: Non-query expression encountered in illegal context
create view MyView1 as  1 + 1
--- refused: Encountered "/" at line 1, column 38.
select * from T1 WHERE a1 IN (select / /*+ BrOaDcAsT(T2) */ a2 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Encountered "o" at line 3, column 34.
INSERT INTO product_orders
SELECT p.name, o.order_id
FROM orders o JOIN products ON p o.product_name = p.name
ON CONFLICT DO ERROR
--- refused: Encountered "SELECT" at line 1, column 41.
LOAD MODULE hive WITH ('hive-version' = SELECT)
--- refused: Encountered "show from" at line 1, column 1.
show  from c0 ilike 'db%'
--- refused: Encountered "," at line 1, column 38.
create view v(col1, col2) as select  ,col3col4 from tbl
--- refused: Encountered "t2" at line 1, column 119.
SELECT * FROM l, r WHERE l.a = r.d AND EXISTS (SELECT * FROM t t1 WHERE t1.i > 50) AND b >= 1 AND EXISTS (SELECT *  t t2 WHERE t2.j < 100)
--- refused: Encountered "(" at line 1, column 25.
SELECT *  FROM_CHANGELOG(
  input => TABLE cdc_stream
)
--- refused: Incorrect syntax near the keyword 'TABLE' at line 7, column 3.
SELECT 
  doc_id,
  entities,
  entity_types,
  source
FROM ML_PREDICT(
  TABLE TABLE documents,
  MODEL ner_model,
  DESCRIPTOR(document_text)
)
--- refused: Encountered "IN IN" at line 1, column 72.
SELECT b FROM l WHERE (CASE WHEN a IN (SELECT i FROM t1) THEN 1 WHEN a IN IN (SELECT j FROM t2) THEN 2 ELSE 3 END) IN (SELECT d FROM r)
--- refused: Encountered "function" at line 1, column 19.
describe extended function `SUM`
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM l WHERE EXISTS (SELECT * FROM r, LATERAL TABLE(table_func(f)) AS T(f1) WHERE a = d)
--- accepted
SELECT b FROM x WHERE a IN (SELECT c FROM y WHERE d > 10) AND b > (SELECT 0.5 * SUM() FROM z WHERE x.a = z.e AND z.f < 100)
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 25.
SELECT a FROM MyTable   BY proctime LIMIT 1
--- refused: Encountered "string" at line 1, column 33.
create table MyTable7 (a intb , string) with ('connector' = 'values')
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM MyView5
--- refused: Encountered "T1" at line 1, column 104.
SELECT T1.a, T1.b, T1.metadata_1, T1.compute_metadata, T2.c, T2.metadata_2 FROM MyTable T1, MyTable T2 T1.a WHERE = T2.a
--- refused: Encountered "," at line 1, column 1.
, /*+ BROADCAST(V22)*/V22.* from V22 join T1 on V22.a1 = T1.a1
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
select SELECT*+ SHUFFLE_HASH(T1)*/* from (select T1.* from T1 join T2 on T1.a1 = T2.a2)
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 49.
SELECT a, number, ordinality FROM MyTable CROSS JOIN JOIN UNNEST(b) WITH ORDINALITY AS t(number, ordinality)
--- refused: Incorrect syntax near the keyword 'RESET' at line 1, column 19.
show functions in RESET
--- refused: Encountered "FROM" at line 1, column 47.
SELECT a1, a2 FROM A, (SELECT COUNTa1) AS cnt FROM A) WHERE a1 < cnt
--- refused: Encountered "BIGINT" at line 2, column 13.
CREATE TEMPORARY TABLE print_sink(
  id BIGINT BIGINT,
  movie_name VARCHAR,
  predicit_label VARCHAR,
  actual_label VARCHAR
) WITH (
  'connector' = 'print'
)
--- refused: Lexical error at line 1, column 85.  Encountered: <EOF> after : ""
select /*+ SHUFFLE_HASH(T1)*/ /* from (select T1.* from T1 join T2 on T1.a1 = T2.a2)
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 58.
SELECT min(a3) from (SELECT a1, a2, min(a3) as a3 FROM A BY GROUP a1, a2)
--- accepted
SELECT a, COUNT(DISTINCT b), SUM() FROM MyTable2 GROUP BY a, c
--- refused: Encountered "and =" at line 1, column 73.
select /*+ SHUFFLE_HASH(T1, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and = T2.b2 T3.b3
--- refused: Encountered "6" at line 1, column 57.
alter table tbl1 add DISTRIBUTION BY RANGE(a, h) INTO 6 6 BUCKETS
--- refused: Encountered "hivevar" at line 1, column 5.
SET hivevar: :k3=v3
--- refused: Encountered "\'%\'" at line 1, column 39.
show functions from catalog1.db1 not  '%'
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 16.
SELECT b FROM  WHERE a IN (SELECT d FROM r WHERE e > 10) AND b > (SELECT 0.5 * SUM(j) FROM t WHERE t.i < 100)
--- refused: Encountered "NOT (" at line 1, column 26.
SELECT * FROM T1 WHERE a NOT  (SELECT d FROM T2 WHERE 1=0)
--- refused: Encountered "<EOF>" at line 1, column 31.
show columns from v1 not like
--- accepted
ALTER  TABLE MyMaterializedTable DROP DISTRIBUTION
--- refused: Encountered "drop" at line 1, column 26.
alter materialized table drop mt1 primary key
--- refused: Encountered "FROM" at line 1, column 42.
SELECT * FROM x WHERE (SELECT COUNT(*) ) FROM y WHERE d > 10 GROUP BY f) > 0
--- refused: Non-query expression encountered in illegal context
a FROM UdfTable
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 1.
COUNT SELECT(*) AS c FROM emp GROUP BY CUBE(1)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 43.
SELECT * FROM l WHERE NOT EXISTS (SELECT  FROM r WHERE a = d)
--- refused: Encountered "a" at line 1, column 31.
SELECT * FROM MyTable WHERE a a = 1 OR a = 2 OR b = 1 OR a = 3 OR a = 4
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM T t1 LEFT JOIN T t2 ON COALESCE(t1.f0, '-', t1.f2) = t2.f0
--- refused: Incorrect syntax near the keyword 'IN' at line 1, column 26.
SELECT a FROM x x1 WHERE IN a (SELECT a FROM x WHERE a < 3 AND x1.b = x.b GROUP BY a)
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 38.
SELECT a, SUM(b) AS s FROM MyTable2  BY a
--- refused: Encountered "(" at line 3, column 10.
create model if not exists m1
 INPUT(col1 INT, col2 STRING)
 OUTPUT( (label DOUBLE)
 COMMENT 'model_comment'
 WITH (
  'key1'='value1',
  'key2'='value2'
 )
--- refused: Encountered "like" at line 1, column 20.
show columns from  like 'use_'
--- refused: Encountered "=" at line 1, column 70.
SELECT * FROM T1 RIGHT OUTER JOIN T2 ON a = c LEFT OUTER JOIN T3 ON  = e
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 11.
SELECT a, SELECT() OVER (PARTITION BY a ORDER BY proctime) FROM MyTableWithProctime
--- refused: Encountered "set" at line 1, column 44.
compile and execute plan './test.json' for set statement begin insert into t1 select * from t2; insert into t2 select * from t3; end
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 15.
SELECT * FROM WHERE x (a IN (SELECT d FROM y)) IS TRUE
--- refused: Encountered "," at line 1, column 8.
SELECT , b1 FROM A RIGHT JOIN B ON a1 = b1
--- refused: Encountered "databases" at line 1, column 1.
databases show in c1 not like '%'
--- refused: Encountered "join inner" at line 1, column 38.
select /*+ BROADCAST(T1) */* from T1 join inner T2 on T1.a1 > T2.a2
--- refused: Encountered "," at line 1, column 8.
use   x, y, z
--- accepted
INSERT INTO upsert_sink_table SELECT l.* FROM upsert_table_partial_deletes l JOIN r upsert_table_full_deletes ON l.id = r.id
--- refused: Encountered "ADD" at line 1, column 16.
TABLE MyTable ADD DISTRIBUTION BY (uid)
--- accepted
SELECT a1, b1 a3, b3, COUNT(c1) FROM (SELECT * FROM T1 RIGHT JOIN T3 ON a1 = a3) t GROUP BY a1, b1, a3, b3
--- refused: Encountered "from" at line 1, column 37.
select /*+ SHUFFLE_MERGE(T2, T3) */ from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- refused: Encountered "add" at line 1, column 16.
table orders2 add product string first
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 48.
SELECT * FROM x WHERE (EXISTS (SELECT d FROM   WHERE y.d = x.b)) = true
--- refused: Encountered "coalesce ," at line 1, column 94.
alter table orders2 add (user_email string not null after `user`, cleaned_product as product(coalesce, 'missing_sku') after product, trade_order_id bigint not null first)
--- refused: Encountered "<EOF>" at line 1, column 71.
SELECT a from MyTable LEFT JOIN MyTable2 ON a = a2 AND func1( (a2) > 10
--- refused: Encountered "IN ORDER" at line 1, column 25.
SELECT * FROM x WHERE a IN ORDER SELECT c FROM y) AND b IN (SELECT e FROM z WHERE z.f = x.b)
--- refused: Encountered "testUserData" at line 1, column 18.
CREATE TEMPORARY testUserData
  VIEW(name, dob, isHappy)
AS (VALUES
  ('30b5c1bb-0ac0-43d3-b812-fcb649fd2b07', TIMESTAMP '2001-01-13 20:11:11.123', true),
  ('91170c98-2cc5-4935-9ea6-12b72d32fb3c', TIMESTAMP '1994-02-14 21:12:11.123', true),
  ('8b012d93-6ece-48ad-a2ea-aa75ef7b1d60', TIMESTAMP '1979-03-15 22:13:11.123', false),
  ('09969d9e-d584-11eb-b8bc-0242ac130003', TIMESTAMP '1985-04-16 23:14:11.123', true)
)
--- refused: Encountered "0" at line 1, column 32.
SELECT * FROM MyTable WHERE b  0
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 30.
SELECT * FROM x WHERE EXISTS SELECT 1, c + d, c + 2, d FROM y WHERE a = c)
--- refused: Encountered "VirtualTable" at line 1, column 26.
SELECT a, my_udf( )dFROM VirtualTable
--- refused: Incorrect syntax near the keyword 'SUM' at line 1, column 36.
SELECT a1, a2, b1, b2 FROM (SELECT SUM SUM(a2) AS a2, a1 FROM A group by a1) RIGHT JOIN (SELECT SUM(b2) AS b2, b1 FROM B group by b1) ON a2 = b2
--- accepted
SELECT * FROM l WHERE a NOT IN (SELECT d d FROM r WHERE b + 1 = e)
--- refused: Encountered "*" at line 1, column 32.
SELECT * FROM x WHERE EXISTS ( * FROM y WHERE a = c) AND x.a > 2
--- refused: Encountered "," at line 1, column 8.
SELECT , T1.b, T1.metadata_1, T1.compute_metadata, T2.c, T2.metadata_2 FROM MyTable T1, MyTable T2 WHERE T1.a = T2.a
--- accepted
SELECT a, b, MyTable1, A._2 FROM MyTable, UNNEST(MyTable.b) AS A where A._1 > 1
--- refused: Encountered "as" at line 1, column 43.
create function catalog1.db1.function1 as as 'org.apache.flink.function.function1'
--- refused: Encountered "+" at line 1, column 12.
select /*+ + SHUFFLE_MERGE(T1) */* from T1 where a1 in (select a2 from T2)
--- refused: Incorrect syntax near the keyword 'ORDER' at line 4, column 5.
SELECT * FROM my_ptf(
  input_table => TABLE source_table
    PARTITION BY 
    ORDER BY (event_time ASC, priority DESC NULLS FIRST)
)
--- accepted
SELECT count(id)   inventory
--- refused: Encountered "explain" at line 1, column 9.
explain explain json_execution_plan select `user`, product from orders
--- refused: Encountered "5" at line 1, column 31.
SELECT * FROM MyTable LIMIT 5 5
--- refused: Non-query expression encountered in illegal context
name, AVG(weight) FROM topic_products GROUP BY name
--- refused: Encountered "STATE_TTL" at line 1, column 22.
select /*+ STATE_TTL STATE_TTL('T1' = '2d') */ max(b1) from (select T1.* from T1 join T2 on T1.a1 = T2.a2) T1 group by a1
--- refused: Encountered "|| TRIM \' \u4e16\u754c \'" at line 1, column 19.
SELECT a, b, c, c || TRIM' 世界 ') FROM MyTable WHERE c = '你好'
--- refused: Encountered "," at line 1, column 8.
select , val, rtime, id from T
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 50.
SELECT * FROM l WHERE b IN (SELECT AVG(e) r FROM WHERE l.c = r.f)
--- refused: Encountered "T1" at line 1, column 32.
select * FROM MyTable, LATERAL T1(asyncTableFunc(scalar(a)))
--- refused: Incorrect syntax near the keyword 'RIGHT' at line 1, column 53.
SELECT * FROM T3 RIGHT OUTER JOIN (SELECT * FROM T1 RIGHT OUTER  T2 ON a = c) t ON t.c = T3.e
--- refused: Encountered "T1" at line 1, column 117.
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_MeRgE(T2) */ count(T2.a2) from T2 join T1 on T2.a2 = T1.a1 group   T1.a1)
--- refused: Lexical error at line 1, column 75.  Encountered: <EOF> after : ""
select /*+ SHUFFLE_MERGE(T1) */ /* from T1 where a1 in (select a2 from T2)
--- refused: Encountered "t" at line 1, column 23.
SELECT x, sum( )yFROM t GROUP BY 1
--- refused: Encountered ")" at line 1, column 38.
select * from MyTable where trimpart1) = 'A' and part2 > 1
--- refused: Encountered "DESCRIPTOR" at line 6, column 14.
INSERT INTO classification_results
SELECT id, prediction, confidence
FROM ML_PREDICT(
  TABLE historical_data,
  MODEL batch_classifier,
  DESCRIPTOR DESCRIPTOR(features)
)
--- refused: Encountered ")" at line 1, column 60.
SELECT * FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2) )
--- refused: Encountered "FROM" at line 1, column 48.
SELECT * FROM l WHERE b IN (SELECT MAX(e'test' FROM r GROUP BY d, true, 1)
--- refused: Encountered "= =" at line 1, column 66.
select /*+ STATE_TTL('T1' = '1d')*/T1.* from T1 join V5 on T1.a1 = = V5.a1
--- refused: Encountered "\'use_\'" at line 1, column 40.
show columns in orders not like 'use_' 'use_'
--- refused: Incorrect syntax near the keyword 'ON' at line 1, column 35.
INSERT OVERWRITE t1 SELECT * FROM ON t2 CONFLICT DO NOTHING
--- refused: Encountered "desc" at line 1, column 24.
SELECT c, rowtime desc desc FROM MyTable LIMIT 0
--- refused: Encountered "(" at line 1, column 119.
SELECT /*+ LOOKUP('table'='D', 'async'='true', 'output-mode'='allow_unordered') */ * FROM (SELECT *, PROCTIME PROCTIME() AS proctime FROM AppendOnlyTable) AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.id = D.id
--- refused: Encountered "a1" at line 1, column 27.
show tables from db1 like a1
--- refused: Encountered "enforced" at line 1, column 66.
alter table t1 add constraint ct1 primary key(a, b) not enforced enforced
--- refused: Encountered "> )" at line 1, column 32.
SELECT * FROM MyTable WHERE id > )
--- refused: Incorrect syntax near the keyword 'INNER' at line 1, column 23.
SELECT a MyTable from INNER JOIN MyTable2 ON a = a2 AND func6(a, a2) > 10
--- refused: Encountered "inventory" at line 1, column 23.
SELECT count( )idFROM inventory
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM MyTable WHERE b IN (1, 3, 4, 5, 6) AND c = 'xx'
--- refused: Encountered "*" at line 1, column 1.
* SELECT FROM T2 RIGHT JOIN T3 on T2.c = T3.f JOIN T1 ON T1.a = T2.c
--- refused: Encountered "=" at line 1, column 30.
select * from t1/*+ OPTIONS( ='#v1', k2='#v2') */
--- refused: Encountered "0" at line 1, column 35.
SELECT a, c FROM MyTable LIMIT 10 0 OFFSET
--- refused: Encountered "= INNER" at line 1, column 139.
SELECT /*+ MULTI_JOIN(Users, o, p) */ Users.user_id, Users.name, o.order_id, p.payment_id FROM Users INNER JOIN Orders o ON Users.user_id =  INNER JOIN Payments p ON Users.user_id = p.user_id
--- refused: Encountered "<EOF>" at line 1, column 37.
SET 'execution.runtime-mode'  'batch'
--- refused: Encountered ")" at line 1, column 23.
select /*+ NEST_LOOPT1)*/* from V2
--- refused: Encountered "1" at line 1, column 86.
SELECT * FROM l WHERE b IN (SELECT MAX(e) FROM r WHERE l.c = r.f GROUP BY d, true, 1 1)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM 
   TUMBLE(
     DATA => TABLE Bid,
     TIMECOL => DESCRIPTOR(bidtime),
     SIZE => INTERVAL '10' MINUTES)
--- refused: Encountered "\'db2%\'" at line 1, column 26.
CREATE TEMPORARY TABLE t 'db2%'col1 string) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "WHERE" at line 1, column 15.
select *   T1 WHERE a1 IN (select /*+ ShUfFlE_HaSh(T2) */ a2 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Incorrect syntax near the keyword 'GROUP' at line 1, column 92.
SELECT f0, JSON_OBJECTAGG(f1 VALUE f2), JSON_ARRAYAGG(f1), JSON_ARRAYAGG(f2), SUM(f2) FROM GROUP T BY f0
--- accepted
INSERT INTO partitioned_sink (e,a,g,f,c,d) SELECT e,a,456,123,c,d FROM MyTable GROUP BY ab,c,d,e
--- refused: Encountered "=" at line 1, column 50.
SELECT * FROM MyTable1 INNER JOIN MyTable2 a1 ON = a2 WHERE a2 >= 1
--- refused: Encountered "as" at line 1, column 8.
SELECT as , FROM MyTable, UNNEST(MyTable.c) AS A (s)
--- refused: Encountered ", ," at line 1, column 23.
SELECT ARRAY[0.12, 0.5, ,]
--- refused: Encountered "compute" at line 1, column 35.
analyze table emps partition(x, y compute statistics for all columns
--- refused: Encountered ")" at line 1, column 29.
SELECT COALESCE(b.order_id, ) AS order_id, a.amount FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- accepted
select /*+ SHUFFLE_HASH(T2) */* from T1 where a1  (select a2 from T2)
--- refused: Encountered "T2" at line 1, column 32.
select /*+ SHUFFLE_HASH(T1, T2 T2), SHUFFLE_HASH(T2, T1) */* from T1 join T2 on T1.a1 = T2.a2
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 306.
SELECT T1.a1, T1.a2 FROM (SELECT a0, window_start, window_end, MIN(a1) as a1, MIN(a2) as a2, MIN(metadata_0) as metadata_0 FROM TABLE(   TUMBLE(TABLE MyTable1, DESCRIPTOR(rowtime), INTERVAL '1' SECOND))  GROUP BY a0, window_start, window_end) T1, (SELECT a0, window_start, window_end, MIN(a1) as a1  FROM FROM TABLE(   TUMBLE(TABLE MyTable1, DESCRIPTOR(rowtime), INTERVAL '1' SECOND))  GROUP BY a0, window_start, window_end) T2 WHERE T1.a1 = T2.a1
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT MAX(a), SUM(b), MIN(c) FROM MyTable2
--- refused: Encountered "=" at line 1, column 60.
select /*+ SHUFFLE_MERGE(T1) */* from T1 inner join T2 on  = T2.a2 and T1.a1 < 1
--- refused: Encountered "FROM" at line 1, column 26.
SELECT JSON_ARRAYAGG(f0  FROM T
--- refused: Non-query expression encountered in illegal context
c, SUM(a) OVER (ORDER BY b) FROM MyTable
--- refused: Encountered "procedures" at line 1, column 17.
show procedures procedures from catalog1.db1 not like '%'
--- refused: Encountered "show show" at line 1, column 1.
show show databases in c1 not ilike '%'
--- refused: Encountered "dim" at line 1, column 52.
SELECT a1, b1, count(c1) FROM T1 GROUP BY a1, b1, 1dim true
--- refused: Encountered ", where" at line 1, column 41.
select /*+ SHUFFLE_MERGE(T1) */* from T1, where T2 T1.a1 = T2.a2 and T1.a1 > 1
--- refused: Encountered "GROUP" at line 1, column 151.
INSERT INTO partitioned_sink (e,a,g,f,c,d) SELECT e,a,456,123,c,d FROM MyTable GROUP BY a,b,c,d,e UNION ALL SELECT e,a,789,456,c,d FROM MyTable GROUP GROUP BY a,b,c,d,e
--- refused: Non-query expression encountered in illegal context
VIEW T1 AS SELECT TO_TIMESTAMP_LTZ(4001, 3)
--- refused: Encountered "5" at line 1, column 169.
SELECT * FROM x WHERE (a = 1 AND b = 2) OR (NOT(a <> 1) AND c = 3) AND true AND EXISTS (SELECT * FROM y WHERE x.a = y.d AND 2=2 AND (SELECT count(*) FROM z WHERE i = 5 5 AND j = 6) > 0)
--- refused: Encountered "join on" at line 1, column 60.
select /*+ STATE_TTL('T2' = '2d', 'T2' = '1d') */* from T1 join on T2 T1.a1 = T2.a2
--- refused: Encountered "not" at line 1, column 20.
show functions not not like '%'
--- refused: Encountered "*" at line 1, column 44.
select /*+ BROADCAST(T1)*/T4.a1, (select  (*) from T1 join T3 on T1.a1 = T3.a3) as cnt from (select T1.* from T1 join T2 on T1.a1 = T2.a2 where T1.b1 = 'abc') T4
--- refused: Encountered "r" at line 1, column 100.
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE NOT EXISTS (SELECT * FROM t) AND l.a = r.d r.d)
--- refused: Encountered "SELECT" at line 1, column 49.
SELECT b + 1, c FROM MyTable1 WHERE a NOT IN (d SELECT FROM MyTable2)
--- accepted
select /*SHUFFLE_HASH +(T1) */* from T1 join T2 on T1.a1 = T2.a2
--- refused: Encountered "create" at line 1, column 38.
alter table tbl1 modify DISTRIBUTION create (a, h) INTO 6 BUCKETS
--- refused: Incorrect syntax near the keyword 'IN' at line 1, column 24.
SELECT * FROM x WHERE  IN (SELECT c FROM y where CAST(x.b AS INTEGER) = y.c)
--- accepted
show columns in a
--- refused: Encountered "," at line 2, column 35.
CREATE TABLE `default_catalog`.`default_database`.`orders3` (
  `user` BIGINT NOT NULL comment  ,
  `product` VARCHAR(32),
  `amount` INT,
  `ts` TIMESTAMP(3) comment 'notice: watermark, named ''ts''.',
  `ptime` AS PROCTIME() comment 'notice: computed column, named ''ptime''.',
  WATERMARK FOR `ts` AS `ts` - INTERVAL '1' SECOND,
  CONSTRAINT `PK_user` PRIMARY KEY (`user`) NOT ENFORCED
) WITH (
  'connector' = 'kafka',
  'scan.startup.mode' = 'earliest-offset'
)
--- refused: Encountered "trade_order_id" at line 1, column 112.
alter table orders2 modify (watermark for ts as ts - interval '1' minute, ts timestamp(3) not null after after trade_order_id, `user` string)
--- refused: Encountered "<EOF>" at line 1, column 29.
SELECT COUNT(1) OVER () FROM
--- refused: Encountered "(" at line 6, column 9.
CREATE TEMPORARY TABLE users (
  user_id BIGINT,
  user_name STRING,
  user_level STRING,
  region STRING,
    KEY (user_id) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'users',
  'properties.bootstrap.servers' = '...',
  'key.format' = 'csv',
  'value.format' = 'avro'
)
--- refused: Encountered "show like" at line 1, column 1.
show  like 'db1%'
--- accepted
select /*+ SHUFFLE_HASH(T1)*/* from (select T1.* from T1 join T2 T2 on T1.a1 = T2.a2)
--- refused: Encountered "." at line 1, column 75.
SELECT * FROM x WHERE a IN ( SELECT c FROM y) AND b IN (SELECT e FROM z  z.f = x.b)
--- accepted
SELECT a1, b1 FROM (SELECT SUM() AS a2, a1 FROM A GROUP BY a1) LEFT JOIN B ON a1 = b1 AND a2 > b2
--- refused: Encountered "item" at line 1, column 115.
Select * from (select fact_date_sk + 1 as fact_date_sk, id from fact_part) fact_part1 join item on fact_part1.id  item.id join dim on fact_part1.fact_date_sk = dim.dim_date_sk where dim.price < 500 and dim.price > 300
--- refused: Non-query expression encountered in illegal context
catalog extended a
--- refused: Encountered "FROM" at line 1, column 35.
alter table t1 add constraint ct1 FROM key(a, b) not enforced
--- refused: Encountered "\'db0a%\'" at line 1, column 38.
show databases from c0 ilike 'db0a%' 'db0a%'
--- refused: Encountered ")" at line 4, column 1.
CREATE MODEL ai_analyze_sentiment
INPUT (`input` STRING)
OUTPUT (`content` 
)STRINGWITH (
    'provider'='openai',
    'endpoint'='https://api.openai.com/v1/chat/completions',
    'api-key' = '<YOUR KEY>',
    'model'='gpt-3.5-turbo',
    'system-prompt' = 'Classify the text below into one of the following labels: [positive, negative, neutral, mixed]. Output only the label.'
)
--- refused: Incorrect syntax near the keyword 'EXISTS' at line 1, column 19.
SELECT * FROM T2  EXISTS (SELECT SUM(a1), COUNT(*) FROM T1 WHERE 1=2)
--- refused: Encountered "a" at line 1, column 68.
SELECT * FROM leftT WHERE NOT EXISTS (SELECT * FROM rightT WHERE a a = c AND b > 2)
--- refused: Encountered "=" at line 11, column 3.
CREATE TABLE topic_products (
   
  id BIGINT,
  name STRING,
  description STRING,
  weight DECIMAL(10, 2)
) WITH (
 'connector' = 'kafka',
 'topic' = 'products_binlog',
 'properties.bootstrap.servers' = 'localhost:9092',
  = 'testGroup',
 'format' = 'maxwell-json'
)
--- refused: Encountered "AS" at line 1, column 52.
SELECT o.currency, r.currency, rate1 FROM Orders o AS JOIN RatesBinlogWithComputedColumn FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = r.currency AND o.amount > 10 AND r.rate < 100
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 16.
SELECT b FROM  WHERE (CASE WHEN a > 10 THEN 1 ELSE 2 END) IN (SELECT d FROM r)
--- refused: Encountered "false" at line 1, column 58.
SELECT * FROM MyTable2 FULL OUTER JOIN MyTable1 ON false false
--- refused: Encountered "<EOF>" at line 1, column 26.
SELECT * upsert_kafka FROM
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 51.
select /*+ NEST_LOOP(V3)*/V3.* from V3 join T1 on BY = T1.a1
--- refused: Non-query expression encountered in illegal context
total_price * FROM l WHERE b IN (SELECT COUNT(*) FROM r)
--- refused: Encountered "(" at line 1, column 14.
CREATE TABLE ( ta int PRIMARY KEY NOT ENFORCED, b string, c double)
WITH (
  'connector' = 'test-update-delete',
  'data-id' = '$VAR_TRUNCATE_TABLE_DATA_ID'
)
--- refused: Encountered "." at line 1, column 89.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a NOT IN (SELECT z.i FROM z  x.b > z.j AND z.j < 50)
--- refused: Encountered "," at line 1, column 22.
select /*+ NEST_LOOP(,) */* from T1 right join T2 on T1.a1 = T2.a2
--- refused: Encountered "procedures" at line 1, column 1.
procedures a FROM MyTable ORDER BY c, rowtime LIMIT 2
--- refused: Encountered "( *" at line 1, column 15.
SELECT * FROM ( * FROM leftT WHERE NOT EXISTS (SELECT * FROM rightT where c > 10)) T WHERE T.b > 2
--- refused: Encountered "AS" at line 1, column 29.
SELECT * FROM (VALUES (NULL AS INT))
--- accepted
alter model m1 set ('key1' = 'key2','value1' = 'value2')
--- refused: Encountered "from" at line 1, column 10.
Select + from fact_part, dim where fact_part.fact_date_sk = dim.dim_date_sk and dim.price < 500
--- accepted
create model if not exists m1
 WITH (
  'key1'='value1',
  'key2'='value2'
 ) as select f1, f2  t1
--- refused: Encountered "," at line 1, column 29.
SELECT * FROM UNNEST(ARRAY[ ,2,3])
--- refused: Incorrect syntax near the keyword 'RIGHT' at line 1, column 24.
SELECT * FROM MyTable1 RIGHT RIGHT JOIN MyTable2 ON c1 = c2
--- refused: Encountered "from" at line 1, column 43.
insert into snk_for_cdc_src select * from from no_delete_src1 join no_delete_src2 on a1 = b1 and a2 = b2 where a0 > 1
--- refused: Encountered "as" at line 5, column 62.
CREATE VIEW MyView5 AS
            SELECT
                TUMBLE_START(ts_ltz, INTERVAL '10' MINUTES) AS window_start,
                TUMBLE_END(ts_ltz, INTERVAL '10' MINUTES) AS window_end,
                TUMBLE_ROWTIME(ts_ltz, INTERVAL '10' MINUTES as window_rowtime,
                item,
                MAX(price) as max_price
            FROM MyTable3
                GROUP BY TUMBLE(ts_ltz, INTERVAL '10' MINUTES), item
--- accepted
SELECT * FROM l WHERE b IN (SELECT (e) FROM r WHERE l.c = r.f)
--- refused: Encountered "rowtime" at line 1, column 29.
SELECT a FROM MyTable ORDER rowtime BY LIMIT 1 OFFSET 0
--- refused: Encountered "id" at line 2, column 5.
CREATE TEMPORARY TABLE vector_input  
    id BIGINT,
    features ARRAY<FLOAT>
) WITH (
    'connector' = 'datagen',
    'fields.features.length' = '128'   
)
--- refused: Incorrect syntax near the keyword 'FUNCTION' at line 1, column 2.
FUNCTION simple_udf AS 'SimpleUdf'
--- refused: Encountered "\'new_column docs\'" at line 1, column 81.
alter materialized table mt1 modify new_column string comment 'new_column docs' 'new_column docs' first
--- refused: Encountered "/" at line 1, column 30.
Select * from dim, fact_part / fact_part.id = dim.id and dim.price < 500
--- refused: Encountered ". with" at line 1, column 30.
call `test_procedure_catalog`.with.generate_n(1)
--- refused: Encountered "/*+" at line 1, column 26.
select a, c MyTable from /*+ OPTIONS('scan.watermark.idle-timeout' = '60s')*/
--- refused: Encountered "(" at line 1, column 13.
select /*+  (T1) */* from T1 where a1 not in (select a2 from T2)
--- refused: Encountered ")" at line 1, column 41.
SELECT a1, d1, COUNT(DISTINCT c1), SUMb1) FROM T1 GROUP BY a1, d1
--- refused: Encountered "0" at line 1, column 64.
SELECT * FROM x WHERE (SELECT COUNT(*) FROM y WHERE a = d) > 0 0
--- refused: Encountered "," at line 1, column 19.
SELECT a, f x FROM, y WHERE x.c = y.f AND y.e > 100 AND x.a IN (SELECT z.i FROM z WHERE z.j < 50)
--- refused: Encountered "not" at line 1, column 18.
show tables from not db1 like '%n'
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 42.
SELECT * FROM l WHERE a IN (SELECT d * r WHERE l.b = r.e)
--- refused: Encountered ")" at line 1, column 23.
select /*+ NEST_LOOPT1) */* from T1 inner join T2 on T1.a1 = T2.a2 and T1.a1 < 1
--- refused: Encountered "a2" at line 1, column 45.
SELECT * FROM MyTable1 JOIN MyTable2 ON a1  a2 WHERE a1 = a2 + 2
--- refused: Encountered "not" at line 1, column 28.
show databases from c0 not not like 'db0a%'
--- refused: Encountered "<EOF>" at line 1, column 68.
SELECT a from MyTable LEFT JOIN MyTable2 ON a = a2 AND func1(a2 > 10
--- refused: Encountered "function as" at line 1, column 18.
create temporary function as db1.function1 'org.apache.flink.function.function1'
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 24.
SELECT * FROM x WHERE (COUNT SELECT(*) FROM y WHERE a = d) >= 1
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 15.
SELECT * FROM WHERE MTable a > '2024-05-13 08:00:00'
--- refused: Encountered "z" at line 1, column 83.
SELECT a FROM x WHERE (SELECT MAX(d) FROM y WHERE c IN (SELECT e FROM z WHERE y.d z.f =)) IN (SELECT f FROM z WHERE z.e = x.a)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * FROM_CHANGELOG(input => TABLE cdc_stream)
--- refused: Encountered "where" at line 1, column 23.
SELECT func1(a) FROM  where a not in (select a2 from MyTable2)
--- refused: Encountered "modify" at line 1, column 26.
alter materialized table modify mt1 unique(a, b)
--- refused: Encountered "1" at line 1, column 117.
SELECT a, d FROM MyTable1, MyTable2 WHERE (a = 1 AND b = 1 AND d = 2 AND e = 2) OR (a = 2 AND b = 2 AND d = 1 AND e 1 =)
--- refused: Encountered "*" at line 1, column 46.
SELECT * FROM x WHERE 0.99 < (SELECT COUNT(* *) FROM y WHERE d > 10)
--- refused: Encountered "not" at line 1, column 27.
show columns from tbl not not like '%'
--- refused: Encountered "materialized" at line 1, column 13.
alter table materialized mt1 add (new_row.f2 array<int>)
--- refused: Encountered "1" at line 1, column 67.
SELECT * FROM MyTable WHERE (id > 2 OR part1 = 'A') AND part2 > 1 1
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 17.
SELECT * x FROM WHERE a IN (SELECT c FROM y WHERE x.b > 10)
--- refused: Encountered ")" at line 1, column 36.
SELECT a, COUNT(DISTINCT a), COUNTb) FROM MyTable GROUP BY a
--- refused: Encountered "+ ," at line 1, column 41.
SELECT pandasFunc1(a, b), pyFunc1(a, c) + , a + 1 FROM MyTable
--- refused: Encountered "," at line 1, column 38.
SELECT a1, MAX(a3) FROM (SELECT a1,  ,a2MAX(a3) AS a3 FROM A GROUP BY a1, a2) t GROUP BY a1
--- refused: Encountered "\'new_column docs\'" at line 1, column 78.
alter materialized table mt1 add new_column string comment 'new_column docs' 'new_column docs'
--- refused: Encountered "where" at line 1, column 35.
select /*+ BROADCAST(T1) */*   T1 where a1 not in (select a2 from T2)
--- refused: Encountered "<EOF>" at line 1, column 48.
create view permanent_v1 as select * orders from
--- refused: Encountered "comment" at line 9, column 1.
CREATE TABLE tbl1 (
  a bigint comment 'test column comment AAA.',
  h varchar, 
  g as 2 * (a + 1) comment 'test computed column.', 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  b varchar,
  proc as PROCTIME(), 
  PRIMARY KEY (a, b)
comment
) 'test table comment ABC.'
PARTITIONED BY (a, h)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Encountered ")" at line 1, column 23.
select /*+ BROADCASTT1) */* from T1 join T2 on T1.a1 = T2.a2
--- refused: Encountered "IN SELECT" at line 1, column 25.
SELECT b FROM x WHERE a IN SELECT c FROM y WHERE x.b = y.d AND c > 10) AND b > (SELECT 0.5 * SUM(e) FROM z WHERE x.a = z.e AND z.f < 100)
--- refused: Encountered "=" at line 1, column 1.
= 'execution.runtime-mode' = 'streaming'
--- refused: Incorrect syntax near the keyword 'RESUME' at line 1, column 27.
ALTER MATERIALIZED TABLE  RESUME
--- refused: Encountered "select" at line 1, column 45.
compile plan './test.json' for insert into  select * from t2
--- refused: Encountered "db1" at line 1, column 13.
show tables db1 from like '%'
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 19.
CREATE TABLE t AS AS SELECT * FROM b
--- refused: Encountered "INTERVAL" at line 1, column 135.
SELECT T1.a1, T2.a2 FROM (SELECT a0, window_start, window_end, MIN(a1) as a1  FROM TABLE(   TUMBLE(TABLE MyTable1, DESCRIPTOR(rowtime)INTERVAL , '1' SECOND))  GROUP BY a0, window_start, window_end) T1, (SELECT a0, window_start, window_end, MIN(a1) as a1, MIN(a2) as a2, MIN(metadata_0) as metadata_0 FROM TABLE(   TUMBLE(TABLE MyTable1, DESCRIPTOR(rowtime), INTERVAL '1' SECOND))  GROUP BY a0, window_start, window_end) T2 WHERE T1.a1 = T2.a1
--- refused: Encountered "on" at line 1, column 54.
select /*+ SHUFFLE_HASH(V2)*/V2.* from V2 join T1 on on V2.a1 = T1.a1
--- refused: Encountered "catalog1" at line 1, column 21.
drop connection if  catalog1.db1.conn1
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM MetadataTable
--- refused: Encountered "FROM" at line 1, column 43.
SELECT b FROM l WHERE (CASE WHEN a IN ( 1 FROM t1) THEN 1 ELSE 2 END) IN (SELECT d FROM r)
--- refused: Incorrect syntax near the keyword 'OFFSET' at line 1, column 18.
SELECT a, c FROM OFFSET LimitTable 10
--- refused: Encountered "(" at line 1, column 15.
CREATE TABLE  (
v variant
)
--- refused: Encountered "p" at line 4, column 37.
INSERT INTO pageviews_enriched
SELECT *
FROM pageviews AS p
LEFT JOIN users FOR SYSTEM_TIME AS  p.proctime AS u
ON p.user_id = u.user_id
--- refused: Encountered ")" at line 1, column 38.
SELECT TRY_CAST(CAST(a AS STRING) AS ) FROM MyTable
--- refused: Encountered "<EOF>" at line 1, column 221.
SELECT * FROM l WHERE a IN (SELECT d FROM r)  AND b NOT IN (SELECT i FROM t WHERE l.c = t.k AND i > 10)  AND EXISTS (SELECT COUNT(l) FROM t2 where n like 'Test' GROUP BY l AND NOT EXISTS (SELECT * FROM r WHERE l.b <> r.e)
--- refused: Encountered "from" at line 1, column 57.
create temporary view if not exists v2 as select * from from v1
--- refused: Encountered "int" at line 2, column 4.
create table BatchTable (
   int,
  str string
) with (
  'connector' = 'filesystem',
  'path' = '$VAR_BATCH_PATH',
  'format' = 'csv'
)
--- refused: Encountered "d" at line 1, column 54.
SELECT * FROM MyTable2 FULL OUTER JOIN MyTable1 ON a d = AND d < 2 AND b < h
--- refused: Encountered "(" at line 2, column 9.
select /*+ 
        (T1) */* from T1 full join T2 on T1.a1 = T2.a2
--- refused: Encountered "extended" at line 1, column 30.
describe connection extended extended conn1
--- refused: Incorrect syntax near the keyword 'RIGHT' at line 1, column 35.
SELECT a, f FROM (SELECT * FROM x RIGHT RIGHT JOIN y ON x.c = y.f) xy WHERE xy.e > 100 AND xy.d IN (SELECT z.i FROM z WHERE z.j < 50)
--- refused: Encountered "INT" at line 2, column 24.
CREATE TABLE OrdersShipInfo (
        `order_id` INT INT,
        `line_order_id` INT,
        `ship_mode` STRING
    ) WITH (
        'connector' = '...'
    )
--- refused: Encountered "<> AND" at line 1, column 53.
SELECT * FROM MyTable WHERE a <> 1 AND a <> 2 AND a <> AND 3 a <> 4 OR b = 1
--- refused: Encountered "=>" at line 2, column 5.
SELECT * FROM TO_CHANGELOG(
    => TABLE my_aggregation,
  op => DESCRIPTOR(operation)
)
--- refused: Encountered "= where" at line 1, column 54.
SELECT d, e, f FROM MyTable1 LEFT JOIN MyTable2 ON a =  where d IS NULL AND a < 12
--- refused: Encountered "v1" at line 1, column 15.
show columns  v1 not like  '%r'
--- refused: Encountered ")" at line 1, column 45.
select /*+ SHUFFLE_HASH(T1), NEST_LOOPDATAT1) */* from T1 join T2 on T1.a1 > T2.a2
--- refused: Incorrect syntax near the keyword 'TRY_CAST' at line 1, column 1.
TRY_CAST SELECT(CAST(a AS STRING) AS STRING) FROM MyTable
--- refused: Encountered "as" at line 1, column 24.
create view v COMMENT  as select col1 from tbl
--- refused: Encountered "\'foo\'" at line 1, column 68.
SELECT id FROM NestedTable WHERE `deepNestedWith.`.nested.```name` 'foo' =
--- refused: Encountered "=" at line 1, column 39.
alter table if exists t1 set ('key1'= ='value1')
--- accepted
SELECT d FROM (SELECT aSELECT b, c, d FROM MyTable1, MyTable2) t WHERE a IN (SELECT d FROM MyTable2)
--- refused: Encountered "INTO" at line 1, column 8.
create INTO t1 PARTITION (p='v') SELECT * FROM t2 ON CONFLICT DO ERROR
--- refused: Lexical error at line 1, column 148.  Encountered: <EOF> after : ""
select /*+ SHUFFLE_MERGE(T1/*)T4.a1 from (select T1.* from T1 join ((select T1.a1 as a2 from T1) union (select a2 from T2)) T2 on T1.a1 = T2.a2) T4
--- refused: Encountered "t1" at line 1, column 189.
Select * from (Select fact_date_sk, item.amount, sum(fact_part.price) from fact_part join item on fact_part.id = item.id group by fact_date_sk, item.amount) t1 join dim on t1.fact_date_sk t1.fact_date_sk = dim.dim_date_sk where dim.price < 500 and dim.price > 300
--- refused: Encountered "GROUP" at line 1, column 50.
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1   A GROUP BY a1) RIGHT JOIN B ON a1 = b1 AND a2 > b2
--- refused: Encountered "=>" at line 4, column 6.
SELECT * FROM 
   TUMBLE(
     DATA => TABLE Bid,
     => TIMECOL DESCRIPTOR(bidtime),
     SIZE => INTERVAL '10' MINUTES,
     `OFFSET` => INTERVAL '1' MINUTES)
--- refused: Encountered "fn" at line 1, column 21.
describe function d fn
--- refused: Incorrect syntax near the keyword 'IN' at line 1, column 23.
SELECT * FROM l WHERE IN b (SELECT MAX(r.e) FROM r WHERE r.d < 3 GROUP BY r.f)
--- accepted
SELECT a from MyTable INNER JOIN MyTable2 ON c = a2 WHERE REGEXP(func2(a), 'val (2|3)')
--- refused: Encountered "MyTable" at line 1, column 25.
SELECT c, proctime desc MyTable FROM LIMIT 0
--- refused: Lexical error at line 1, column 87.  Encountered: <EOF> after : ""
select /*+ BROADCAST(T1, T2)  /* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- refused: Encountered "(" at line 1, column 33.
SELECT * FROM l WHERE (a, cIN ) (SELECT d, f FROM r WHERE l.b = r.e)
--- refused: Incorrect syntax near the keyword 'ON' at line 1, column 31.
SELECT T1.a, T1.b, T1.c, T2.c ON MyTable T1, MyTable T2 WHERE T1.a = T2.a
--- refused: Encountered "IN IN" at line 1, column 30.
SELECT * FROM l WHERE (a, b) IN IN(SELECT d, COUNT(*) FROM r GROUP BY d)
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 35.
SELECT MIN(a) FROM (SELECT MIN(a) JOIN a FROM T GROUP BY b)
--- refused: Encountered "> >" at line 1, column 67.
SELECT * FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2 WHERE a > > e AND b = d)
--- refused: Encountered "<EOF>" at line 1, column 28.
SET 'table.dml-sync'  'true'
--- refused: Incorrect syntax near the keyword 'SUM' at line 1, column 48.
SELECT COUNT(DISTINCT a) FILTER (WHERE a > 0), SUM b) FROM MyTable
--- refused: Encountered "v1" at line 1, column 15.
show columns  v1 like '%u'
--- refused: Encountered "<EOF>" at line 1, column 33.
show user functions in db1 ilike
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 44.
SELECT COALESCE(b.order_id, a.order_id) AS FROM order_id orders a INNER JOIN order_details b ON a.order_id = b.order_id
--- refused: Encountered "c" at line 1, column 30.
SELECT a FROM MyTable ORDER  c, proctime LIMIT 2
--- refused: Encountered "," at line 1, column 8.
SELECT , proctime FROM MyTable LIMIT 0
--- refused: Encountered "= =" at line 1, column 117.
select /*+ STATE_TTL('T2' = '2d', 'T3' = '3d'), STATE_TTL('T1' = '1d', 'T2' = '8d') */* from T1, T2, T3 where T1.a1 = = T2.a2 and T2.b2 = T3.b3
--- accepted
select '35' FROM MyTable, LATERAL TABLE(asyncTableFunc(scalar(a)))
--- refused: Encountered ")" at line 1, column 139.
SELECT c FROM l WHERE ( (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1 ELSE 2 END),  (CASE WHEN b NOT IN (SELECT j FROM t2) THEN 3 ELSE 4  ))  NOT IN (SELECT d, e FROM r)
--- refused: Encountered "string" at line 1, column 37.
create table `mod` (`table` string, string `database`) with ('connector' = 'values')
--- refused: Encountered "show from" at line 1, column 1.
show from databases c0 ilike 'db0a%'
--- refused: Encountered ")" at line 1, column 29.
SELECT COUNTSELECTDISTINCT a), SUM(b) FROM MyTable2 GROUP BY GROUPING SETS (b, c)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 49.
SELECT * FROM x WHERE NOT EXISTS (SELECT * FROM FROM y where c > 0) AND a < 100
--- refused: Encountered "conflict" at line 1, column 133.
execute statement set begin insert into t1 select * from t2 on conflict do deduplicate; insert into t3 select * from t4 on conflict conflict do nothing; end
--- refused: Encountered "(" at line 1, column 52.
SELECT AVG(a) FROM t GROUP BY GROUPING SETS ((b, c)( ,b, d))
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 15.
SELECT c FROM WHERE l ( (CASE WHEN a IN (SELECT i FROM t1) THEN 1 ELSE 2 END),  (CASE WHEN b IN (SELECT j FROM t2) THEN 3 ELSE 4 END))  IN (SELECT d, e FROM r)
--- refused: Encountered "\'%\'" at line 1, column 28.
show databases in c1 not   '%'
--- refused: Encountered "ONLY" at line 1, column 67.
SELECT * FROM MyTable ORDER BY a, b DESC FETCH FIRST 10 ROWS ONLY ONLY
--- refused: Encountered "product" at line 1, column 119.
alter table orders2 add (user_email string not null after `user`, cleaned_product as coalesce(product, 'missing_sku') product after, trade_order_id bigint not null first)
--- refused: Encountered "NOT" at line 6, column 24.
CREATE TEMPORARY TABLE users (
  user_id BIGINT,
  user_name STRING,
  user_level STRING,
  region STRING,
  PRIMARY KEY (user_id NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'users',
  'properties.bootstrap.servers' = '...',
  'key.format' = 'csv',
  'value.format' = 'avro'
)
--- refused: Non-query expression encountered in illegal context
b SELECT FROM l WHERE (b, (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1 WHEN a NOT IN (SELECT j FROM t2) THEN 2 ELSE 3 END)) NOT IN (SELECT e, d FROM r)
--- refused: Encountered "=" at line 1, column 38.
SELECT a1, b1 FROM A FULL JOIN B  a1 = b1
--- refused: Encountered "IS OR" at line 13, column 35.
SELECT *
FROM Ticker
    MATCH_RECOGNIZE(
        PARTITION BY symbol
        ORDER BY rowtime
        MEASURES
            FIRST(A.price) AS startPrice,
            LAST(A.price) AS topPrice,
            B.price AS lastPrice
        ONE ROW PER MATCH
        PATTERN (A+ B)
        DEFINE
            A AS LAST(A.price, 1) IS   OR A.price > LAST(A.price, 1),
            B AS B.price < LAST(A.price)
    )
--- refused: Encountered "=" at line 1, column 22.
SELECT a1, b1 FROM A = JOIN B ON a1 = b1 AND a2 > b2
--- refused: Encountered ")" at line 1, column 216.
SELECT * FROM x WHERE (a = 1 AND b = 2) OR (NOT(a <> 1) AND c = 3) AND true AND EXISTS (SELECT * FROM y WHERE x.a = y.d AND (SELECT count(*) FROM z WHERE (i = 5 AND j = 6) OR (NOT (i <> 5) ) AND j = 7) AND true) > 0)
--- refused: Encountered "1" at line 4, column 19.
CREATE TABLE tbl1 (
  a bigint comment 'test column comment AAA.',
  h varchar, 
  g as 2 * (a + 1 1), 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  b varchar,
  proc as PROCTIME(), 
  meta STRING METADATA COMMENT 'c1', 
  my_meta STRING METADATA FROM 'meta' COMMENT 'c2', 
  my_meta STRING METADATA FROM 'meta' VIRTUAL COMMENT 'c3', 
  meta STRING METADATA VIRTUAL COMMENT 'c4', 
  PRIMARY KEY (a, b)
)
comment 'test table comment ABC.'
PARTITIONED BY (a, h)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Encountered "where" at line 1, column 21.
Select *  fact_part where not exists (select dim_date_sk from dim where dim.price < 500)
--- refused: Encountered "BY" at line 1, column 31.
SELECT a FROM MyTable MyTable BY c LIMIT 0
--- refused: Encountered "*" at line 1, column 29.
SELECT /*+ SHUFFLE_HASH(t1) ** / FROM t1 JOIN t2 ON t1.id = t2.id
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT x, y FROM t1 EXCEPT SELECT x, y FROM t2
--- refused: Encountered "from" at line 1, column 31.
select /*+ SHUFFLE_HASH(T1)*/ from (select T1.* from T1 join T2 on T1.a1 = T2.a2)
--- refused: Encountered "*/" at line 1, column 29.
select DESC*+ NEST_LOOP(T1) */* from T1 where a1 not in (select a2 from T2)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 26.
CREATE TABLE t AS SELECT SELECT * FROM b
--- refused: Encountered "table" at line 1, column 22.
show create or alter table materialized mt1
--- refused: Non-query expression encountered in illegal context
create view c1.db1.MyView3 as 1 select + 1
--- refused: Encountered "1" at line 1, column 19.
SELECT c FROM T1  1=0 INTERSECT SELECT f FROM T2
--- refused: Encountered "< <" at line 1, column 57.
SELECT * FROM l WHERE EXISTS (SELECT * FROM r WHERE l.a < < r.d)
--- accepted
SELECT * FROM Orders AS MyTable JOIN rates_last_row_rowtime FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = r.currency AND r.rate + 1 = 100
--- refused: Encountered "T1 T1" at line 1, column 22.
select /*+ NEST_LOOP(T1 T1) */* from T1 inner join T2 on T1.a1 = T2.a2 and T1.a1 < 1
--- refused: Encountered "a" at line 1, column 70.
SELECT * FROM x WHERE NOT EXISTS (SELECT * FROM y where c > 0) AND a a < 100
--- refused: Encountered "show from" at line 1, column 1.
show from connections db1
--- refused: Encountered "," at line 2, column 18.
CREATE TABLE tbl1 (
  a ARRAY<bigint , 
  b MAP<int, varchar>,
  c ROW<cc0 int, cc1 float, cc2 varchar>,
  d MULTISET<varchar>,
  PRIMARY KEY (a, b) 
) with (
  'x' = 'y', 
  'asd' = 'data'
)
--- refused: Encountered "temporary" at line 1, column 18.
create temporary temporary function tmp_func as 'LowerUDF'
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM MyTable WHERE price > cast(10.1 as int)
--- refused: Encountered "*" at line 1, column 81.
SELECT /*+ LOOKUP('table'='D', 'async'='true', 'output-mode'='allow_unordered') ** / FROM (SELECT *, PROCTIME() AS proctime FROM AppendOnlyTable) AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.id = D.id
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 10.
SELECT   FROM l WHERE (a, c) NOT IN (SELECT d, f FROM r WHERE l.b = r.e)
--- refused: Encountered "<EOF>" at line 1, column 33.
show columns in orders not like
--- refused: Non-query expression encountered in illegal context
'pipeline.name' SET = 'SqlJob'
--- refused: Encountered "<EOF>" at line 1, column 118.
SELECT * FROM x WHERE (a = 1 AND b = 2) OR (NOT (a <> 1) AND b = 3) AND true AND EXISTS (SELECT * FROM y WHERE d > 10
--- refused: Encountered ", ," at line 1, column 13.
SELECT MAP[b,  ,3010, a] FROM MyTable
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 39.
SELECT a, f FROM x, y WHERE x.c = y.f AND * > 100 AND y.d IN (SELECT z.i FROM z WHERE z.j < 50)
--- refused: Encountered "MyMaterializedTable" at line 1, column 21.
ALTER MATERIALIZED  MyMaterializedTable DROP DISTRIBUTION
--- refused: Encountered "<EOF>" at line 1, column 50.
ALTER MATERIALIZED TABLE MyMaterializedTable DROP
--- refused: Encountered "y" at line 1, column 65.
SELECT a FROM x WHERE a NOT IN (SELECT c FROM y WHERE x.b = y.d y.d) AND b NOT IN (SELECT f FROM z)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 73.
SELECT * FROM x WHERE a NOT IN (SELECT c FROM y) AND b NOT IN (SELECT e SELECT z WHERE z.f = x.b)
--- accepted
select /*+ SHUFFLE_MERGE(T1, T3) */* from T1, T2, T3 T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- refused: Encountered "." at line 1, column 84.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND (x.a, y.e) IN (SELECT z.i z.i, z.j FROM z WHERE z.j < 50)
--- refused: Incorrect syntax near the keyword 'JOIN' at line 2, column 1.
SELECT * FROM Orders
JOIN INNER Product
ON Orders.productId = Product.id
--- refused: Encountered "SELECT" at line 9, column 15.
CREATE TEMPORARY TABLE transactions (
  transaction_id STRING,
  user_id BIGINT,
  amount DECIMAL(10, 2),
  merchant_id STRING,
  device_fingerprint STRING,
  transaction_time TIMESTAMP(3)
) WITH (
  'connector' SELECT 'kafka',
  'topic' = 'transactions',
  'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 'json'
)
--- refused: Encountered "INTO" at line 1, column 52.
alter table t1 add DISTRIBUTION BY HASH(a, h) INTO INTO 6 BUCKETS
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 11.
SELECT b, COUNT COUNT(DISTINCT a), MAX(b), SUM(c) FROM MyTable1 GROUP BY b
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 57.
SELECT a, b FROM MyTable1 WHERE a NOT IN (SELECT d FROM FROM MyTable2)
--- refused: Encountered ")" at line 1, column 83.
SELECT * FROM leftT WHERE NOT EXISTS (SELECT * FROM (SELECT DISTINCT c rightT FROM) WHERE a = c)
--- refused: Encountered "d" at line 1, column 43.
SELECT * FROM MyTable1 JOIN MyTable2 ON a d = AND a = e AND a = c
--- refused: Encountered "create" at line 1, column 13.
show create create or alter materialized table db1.mt1
--- refused: Encountered "OR" at line 1, column 30.
alter materialized table mt1 OR watermark for ts as ts
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 36.
SELECT c FROM l WHERE b IN (SELECT FROM d r INNER JOIN (SELECT j FROM t WHERE l.c = t.k AND i > 10) t2 ON r.e = t2.j)
--- refused: Encountered "t" at line 1, column 84.
SELECT a3, b3, a1, b1, COUNT(c1) FROM (SELECT * FROM T3 LEFT JOIN T1 ON a1 = a3) t t GROUP BY a3, b3, a1, b1
--- refused: Encountered "create" at line 1, column 8.
create create temporary function catalog1.db1.function1 as 'org.apache.flink.function.function1'
--- refused: Encountered "c" at line 1, column 6.
drop c system function catalog1.db1.function1
--- refused: Encountered "db2" at line 1, column 18.
drop database if db2 exists
--- refused: Encountered ")" at line 1, column 66.
alter database db1 set ('key1' = 'value1','key2.a' = 'value2.a') )
--- refused: Non-query expression encountered in illegal context
columns show from v1 not like  '%r'
--- refused: Encountered "( 2" at line 2, column 80.
EXPLAIN STATEMENT SET BEGIN
INSERT INTO StreamingTable SELECT * FROM (VALUES DISTRIBUTED1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
END
--- refused: Encountered "<" at line 1, column 55.
alter materialized table mt1 modify new_column array< <string not null> not null
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM T1 FULL OUTER JOIN T2 ON a = c RIGHT OUTER JOIN T3 ON a = e
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 15.
SELECT * FROM JOIN MyTable1 MyTable2 ON a1 = a2 WHERE a1 = 2
--- refused: Encountered "LEFT" at line 1, column 21.
show user functions LEFT catalog1.db1
--- accepted
SELECT a, f f FROM x, y WHERE x.c = y.f AND y.e > 100 AND EXISTS (SELECT * FROM z WHERE z.i > x.a AND z.j < 50)
--- refused: Encountered "IN SELECT" at line 1, column 25.
SELECT * FROM l WHERE a IN SELECT d FROM r WHERE b + 1 = e)
--- refused: Encountered "by" at line 1, column 87.
select /*+ STATE_TTL('TMP' = '2d') */ max(b1) from (select a1, b1, count(*) from T1 ) by a1, b1) TMP group by a1
--- refused: Encountered "a" at line 1, column 27.
SELECT a, a1 ( FROMSELECT a, random_udf(b) AS a1 FROM MyTable) t WHERE a1 > 10
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM MyTable WHERE id > 2
--- refused: Encountered "*" at line 1, column 32.
select /*+ SHUFFLE_MERGE(T2, T3* )/* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
SELECT rowtime rowtime, c FROM MyTable LIMIT 2
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * x WHERE a IN ( SELECT c FROM y) AND b IN (SELECT e FROM z)
--- refused: Encountered ")" at line 1, column 47.
alter database db2 set ('k1' = 'a', 'k2' 'b' =)
--- refused: Encountered "50" at line 1, column 96.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND EXISTS (SELECT * FROM z WHERE z.j < 50 50)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 58.
SELECT b FROM l WHERE (CASE WHEN a NOT IN (SELECT i FROM FROM t1) THEN 1 WHEN a NOT IN (SELECT j FROM t2) THEN 2 ELSE 3 END) NOT IN (SELECT d FROM r WHERE l.c = r.f)
--- refused: Encountered "<EOF>" at line 1, column 114.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d NOT IN (SELECT z.i FROM z WHERE x.b > z.j AND z.j < 50
--- refused: Encountered ")" at line 1, column 57.
SELECT a4, c4, COUNT(b4) FROM (SELECT a4, c4, ARRAY_AGG() AS b4 FROM T4 GROUP BY a4, c4, TUMBLE(d4, INTERVAL '15' MINUTE)) t GROUP BY a4, c4
--- refused: Incorrect syntax near the keyword 'TABLE' at line 1, column 13.
ALTER TABLE TABLE MyTable ADD DISTRIBUTION INTO 4 BUCKETS
--- refused: Encountered "<EOF>" at line 1, column 47.
SELECT * FROM x WHERE EXISTS (SELECT * FROM ya1
--- refused: Incorrect syntax near the keyword 'SET' at line 1, column 41.
SELECT * FROM T1 RIGHT OUTER JOIN T2 ON SET = c RIGHT OUTER JOIN T3 ON a = e
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 44.
SELECT * FROM T1 WHERE a IN (SELECT d FROM WHERE T2 1=0)
--- refused: Encountered "/*+" at line 1, column 146.
SELECT T1.a, T1.c, T2.c FROM (SELECT * FROM MyTable /*+ OPTIONS('partition-list'='c:1;c:2') */ WHERE c = '1') T1, (SELECT * FROM MyTable MyTable /*+ OPTIONS('partition-list'='c:1;c:2') */ WHERE c = '2') T2 WHERE T1.a = T2.a
--- refused: Encountered "dim" at line 1, column 160.
Select * from dim join (select fact_date_sk + 1 as fact_date_sk1, price + 1 as price1 from fact_part) t1 on t1.fact_date_sk1 = dim_date_sk and t1.price1 > 200 dim.price and < 500
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT AVG(a) FROM t GROUP BY ROLLUP (b, c)
--- refused: Encountered "f0" at line 1, column 82.
SELECT MAX(f0), JSON_OBJECTAGG(f1 VALUE f0), JSON_ARRAYAGG(f1), JSON_ARRAYAGG(f0 f0) FROM T
--- refused: Encountered "on" at line 1, column 126.
SELECT o.currency, r.currency, rate1 FROM Orders AS o JOIN RatesBinlogWithComputedColumn FOR SYSTEM_TIME AS OF o.rowtime AS  on o.currency = r.currency AND o.amount > 10 AND r.rate < 100
--- refused: Encountered "=" at line 6, column 3.
CREATE TABLE uniqueview (
  page_id BIGINT,
  cnt BIGINT
) WITH (
  'connector' = 'jdbc',
  = 'url' 'jdbc:mysql://localhost:3306/mydatabase',
  'table-name' = 'uniqueview'
)
--- refused: Encountered "BIGINT" at line 1, column 113.
SELECT * FROM MyTable WHERE a is null or a = 1 OR a = 2 OR a = 3.0 OR a = 4.0 OR a = 5 OR a = 7 OR a = CAST(8   BIGINT)
--- refused: Encountered "b" at line 1, column 22.
SELECT pandasFunc1(a b) + 1 FROM MyTable
--- refused: Encountered "PRIMARY" at line 1, column 22.
ALTER TABLE MyTable  PRIMARY KEY
--- refused: Encountered "bm" at line 2, column 1.
CREATE TABLE t 
bm bitmap
)
--- refused: Encountered "." at line 1, column 26.
SELECT random_udf(a1) as .func6, random_udf(a1) as a3 FROM (SELECT random_udf(a) as a1, b FROM MyTable) t WHERE b > 10
--- accepted
select /*+ SHUFFLE_HASH( ), SHUFFLE_HASH(T2) */* from T1 join T2 on T1.a1 = T2.a2
--- refused: Encountered "10" at line 1, column 66.
SELECT d, e, f FROM MyTable1 LEFT JOIN MyTable2 ON a = d where d 10 < AND a < 12
--- accepted
SELECT a1 b1 FROM A JOIN B ON a1 = b1
--- accepted
SELECT /*+ BROADCAST(t1) */ * FROM t1 FULL OUTER JOIN t2 t2 ON t1.id = t2.id
--- refused: Encountered "join on" at line 1, column 43.
select /*+ BROADCAST(V22)*/V22.* from V22 join  on V22.a1 = T1.a1
--- accepted
CREATE TABLE blackhole_table WITH ('connector' = 'blackhole' 'blackhole')
LIKE source_table (EXCLUDING ALL)
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 72.
select /*+ SHUFFLE_HASH(T1), BROADCAST(T1),SHUFFLE_MERGE(T1),NEST_LOOP(BY),MULTI_JOIN(T1) */* from T1 join T2 on T1.a1 = T2.a2
--- refused: Encountered "<EOF>" at line 1, column 46.
SELECT IF(c = '' OR c IS NULL, 'a', 'b') FROM
--- refused: Encountered "buckets" at line 1, column 63.
alter materialized table mt1 add distribution by hash(a) into buckets 6
--- refused: Encountered "a1" at line 1, column 49.
SELECT * FROM MyTable1 FULL JOIN MyTable2 ON a1 a1 = a2 AND a1 = 2
--- refused: Encountered "," at line 1, column 34.
select /*+ BROADCAST(T1)*/T1.b1, , sum(T1.a1) from T1 join T2 on T1.b1 = T2.b2 group by T1.b1
--- refused: Encountered "a2" at line 1, column 77.
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON true WHERE b1 = b2 AND c1 = c2 a2 AND = 2 AND b2 > 10 AND COALESCE(c1, c2) <> ''
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM f(r => TABLE t, i => 1)
--- refused: Incorrect syntax near the keyword 'IN' at line 1, column 24.
SELECT a FROM l WHERE  IN (SELECT e FROM r WHERE d > 10 UNION SELECT i FROM t WHERE i < 100)
--- refused: Encountered "IF" at line 1, column 28.
DROP MATERIALIZED TABLE IF IF EXISTS tbl1
--- refused: Encountered "300" at line 1, column 45.
SELECT func1(func1(a)), func1(func1(func1(a)300), func1(a) from MyTable
--- refused: Encountered "b" at line 1, column 42.
SELECT a, b, RANK() OVER (PARTITION BY b b ORDER BY a) rk FROM MyTable
--- accepted
SELECT COALESCE(a.order_id, b.order_id) AS order_id, a.amount FROM orders a LEFT JOIN order_details  ON a.order_id = b.order_id
--- refused: Encountered "=" at line 1, column 33.
SELECT COUNT(*) FROM t GROUP BY = SETS ((b, c), (b, d))
--- refused: Encountered "rowtime" at line 1, column 43.
SELECT a FROM MyTable ORDER BY c, rowtime rowtime LIMIT 0
--- accepted
SELECT id id, func1(str) FROM (VALUES (1, 'Hello World')) AS T(id, str)
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 13.
SELECT long(COUNT) FROM MyTable GROUP BY rowtime
--- refused: Encountered "db1" at line 1, column 28.
show user functions in db1 db1 ilike '%'
--- refused: Encountered "<EOF>" at line 1, column 66.
SELECT * FROM x WHERE 1 <= ( (SELECT COUNT(*) FROM y WHERE d > 10)
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 28.
SELECT * FROM x WHERE CAST(AS 0 BOOLEAN)
--- refused: Encountered "orders" at line 1, column 14.
show create  orders
--- refused: Encountered "*" at line 1, column 2.
* FROM (SELECT * FROM leftT WHERE EXISTS (SELECT * FROM rightT WHERE a = c)) T WHERE T.b > 2
--- refused: Encountered ")" at line 4, column 1.
create table StreamingTable (
  id int,
  str 
) with (
  'connector' = 'filesystem',
  'path' = '$VAR_STREAMING_PATH',
  'format' = 'csv'
)
--- refused: Incorrect syntax near the keyword 'DISTINCT' at line 1, column 16.
SELECT COUNT( (DISTINCT a) FROM MyTable
--- refused: Lexical error at line 1, column 75.  Encountered: <EOF> after : ""
select /*+ BROADCAST(T1) */ /* from T1 where a1 not in (select a2 from T2)
--- refused: Encountered "interval" at line 1, column 79.
alter table default_catalog.default_database.t1 modify watermark for ts as ts interval - '1' second
--- refused: Incorrect syntax near the keyword 'CREATE' at line 1, column 45.
SELECT * FROM x WHERE EXISTS (SELECT * FROM CREATE WHERE a = c) AND x.a > 2
--- refused: Encountered "*" at line 1, column 2.
* FROM f(u => TABLE t_name_diff PARTITION BY name, i => 1)
--- refused: Encountered "=" at line 2, column 23.
SELECT /*+ MULTI_JOIN(Users, Orders, Payments) */ * FROM Users 
INNER JOIN Orders ON  = Orders.user_id 
INNER JOIN Payments ON Users.user_id = Payments.user_id
--- refused: Encountered "*" at line 1, column 40.
EXPLAIN CREATE OR REPLACE TABLE t AS   * FROM b
--- refused: Encountered "," at line 7, column 17.
CREATE VIEW MyView5 AS
            SELECT
                TUMBLE_START(ts_ltz, INTERVAL '10' MINUTES) AS window_start,
                TUMBLE_END(ts_ltz, INTERVAL '10' MINUTES) AS window_end,
                TUMBLE_ROWTIME(ts_ltz, INTERVAL '10' MINUTES) as window_rowtime,
                
                ,itemMAX(price) as max_price
            FROM MyTable3
                GROUP BY TUMBLE(ts_ltz, INTERVAL '10' MINUTES), item
--- refused: Non-query expression encountered in illegal context
PRETTY_PRINT(order_id) FROM Orders
--- refused: Encountered "*" at line 1, column 3.
* FROM x WHERE EXISTS (SELECT * FROM y)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 12.
SELECT a,  FROM LimitTable FETCH FIRST 10 ROWS ONLY
--- refused: Encountered ")" at line 1, column 100.
SELECT b FROM l WHERE (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1 WHEN a NOT IN (SELECT j t2 FROM) THEN 2 ELSE 3 END) NOT IN (SELECT d FROM r)
--- refused: Encountered "=" at line 1, column 41.
insert into emps(z boolean) partition ( ='ab') (x,y) select * from emps
--- refused: Encountered "," at line 10, column 3.
CREATE TEMPORARY TABLE documents (
  doc_id STRING,
  document_text STRING,
  source STRING,
  created_time TIMESTAMP(3)
) WITH (
  'connector' = 'kafka',
  'topic' = 'documents',
  'properties.bootstrap.servers' = 
  ,'localhost:9092''format' = 'json'
)
--- refused: Encountered ")" at line 1, column 46.
CREATE TABLE t (col1 string) WITH ('test' =  ) AS SELECT col1 FROM b
--- refused: Encountered "/" at line 1, column 31.
select * from T1 WHERE a1 IN (/ select*+ ShUfFlE_MeRgE(T2) */ a2 + T1.a1 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Encountered "," at line 1, column 8.
SELECT , metadata_3, metadata_1 FROM MetadataTable
--- refused: Non-query expression encountered in illegal context
a t1.x FROM t1 LEFT JOIN t2 USING (x)
--- refused: Encountered "t1" at line 1, column 89.
SELECT * FROM l, r WHERE l.a = r.d AND NOT EXISTS (SELECT * FROM t t1 WHERE l.b = t1.j  t1.k > 50) AND (c >= 1 AND NOT EXISTS (SELECT * FROM t t2 WHERE l.a = t2.i AND t2.j < 100))
--- refused: Encountered ")" at line 1, column 22.
SELECT COUNT(number) ) FROM MyTable GROUP BY word
--- refused: Lexical error at line 1, column 71.  Encountered: <EOF> after : ""
select /*+ NEST_LOOP(T2) */ /* from T1 where a1 in (select a2 from T2)
--- refused: Encountered "," at line 7, column 18.
SELECT 
  doc_id,
  entities,
  entity_types,
  source
ML_PREDICT FROM(
  TABLE documents,
  MODEL ner_model,
  DESCRIPTOR(document_text)
)
--- refused: Incorrect syntax near the keyword 'ON' at line 1, column 46.
SELECT * FROM MyTable1 FULL JOIN MyTable2 ON ON c1 = c2
--- refused: Encountered "=" at line 11, column 18.
CREATE TABLE MyTable3 (
                  item STRING,
                  price DOUBLE,
                  ts BIGINT,  
                  ts_ltz AS TO_TIMESTAMP_LTZ(ts, 3),
                  WATERMARK FOR ts_ltz AS ts_ltz - INTERVAL '10' SECOND
            ) WITH (
                'connector' = 'socket',
                'hostname' = '127.0.0.1',
                'port' = '9999',
                 = 'csv'
           )
--- refused: Encountered "drop" at line 1, column 21.
alter table t1 drop drop constraint ct
--- refused: BETWEEN operator has no terminating AND
SELECT *
FROM Orders o, Shipments s
WHERE o.id = s.order_id
AND o.order_time BETWEEN s.ship_time - INTERVAL '4' HOUR  s.ship_time
--- refused: Encountered "databases" at line 1, column 1.
databases show from c0 like 'db0a%'
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM f(uid => 'my-ptf')
--- refused: Encountered "(" at line 1, column 25.
SELECT * FROM x WHERE 1 ( <=SELECT COUNT(*) FROM y WHERE d > 10)
--- refused: Encountered "\'func%\'" at line 1, column 22.
show user functions  'func%'
--- refused: Incorrect syntax near the keyword 'DISTINCT' at line 1, column 34.
SELECT a, COUNT(*), SUM(DISTINCT DISTINCT b), COUNT(DISTINCT c) FROM MyTable GROUP BY a
--- accepted
SELECT * FROM x x WHERE a IN (SELECT c FROM y WHERE d IN (SELECT f FROM z))
--- refused: Encountered "," at line 1, column 35.
SELECT x, y FROM t1 UNION SELECT  ,xy FROM t2
--- refused: Encountered "not not" at line 1, column 38.
SELECT func1(a) FROM MyTable where a not not in (select a2 from MyTable2)
--- refused: Non-query expression encountered in illegal context
a, COUNT(DISTINCT a), COUNT(b) FROM MyTable GROUP BY a
--- refused: Encountered "GROUPING" at line 1, column 44.
SELECT a1, b1, c1, COUNT(d1) FROM T1 GROUP GROUPING BY SETS ((a1, b1), (a1, c1))
--- refused: Encountered ")" at line 2, column 56.
SELECT id, COUNT(*) as cnt, COUNT(DISTINCT str) as uv
FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi')) ) as T(id, str)
GROUP BY id
--- refused: Encountered "<EOF>" at line 5, column 35.
SELECT * FROM 
   TUMBLE(
     DATA => TABLE Bid,
     TIMECOL => DESCRIPTOR(bidtime),
     SIZE => INTERVAL '10' MINUTES
--- refused: Encountered "T1" at line 1, column 106.
SELECT b FROM l WHERE (b, (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1 WHEN a NOT IN (SELECT j FROM t2) T1.a1 2 ELSE 3 END)) NOT IN (SELECT e, d FROM r)
--- refused: Encountered "," at line 1, column 17.
explain select  , product from orders
--- refused: Encountered ")" at line 1, column 20.
SELECT c, COUNT(*) ) OVER (PARTITION BY c) FROM MyTable
--- refused: Encountered "sum" at line 1, column 14.
SELECT abs(x)sum ,(y) FROM t GROUP BY abs(x)
--- refused: Encountered "from" at line 5, column 15.
alter table t1 modify (
col_int int,
log_ts string comment 'log timestamp string' first,
ts AS to_timestamp(log_ts) after log_ts,
col_meta int  from 'mk1' virtual comment 'comment_str' after col_b,
primary key (id) not enforced,
unique(a, b),
watermark for ts as ts - interval '3' second
)
--- refused: Encountered "a" at line 1, column 50.
SELECT a, SUM(b), COUNT(c) FROM MyTable1 GROUP   a
--- refused: Encountered "," at line 3, column 10.
INSERT INTO json_source VALUES 
  (1001, 1, 'user1', '2024-06-19', 10),
  (1002, , 'user2', '2024-06-19', 20),
  (1003, 3, 'user3', '2024-06-19', 30),
  (1004, 4, 'user4', '2024-06-19', 40),
  (1005, 1, 'user1', '2024-06-20', 10),
  (1006, 2, 'user2', '2024-06-20', 20),
  (1007, 3, 'user3', '2024-06-20', 30),
  (1008, 4, 'user4', '2024-06-20', 40)
--- refused: Encountered "show r" at line 1, column 1.
show r from catalog1.db1
--- refused: Non-query expression encountered in illegal context
columns from orders like '%u'
--- refused: Encountered ")" at line 1, column 18.
SELECT PARSE_JSON)'{"a":1,"b":["a","b","c"]}'( AS v
--- refused: Incorrect syntax near the keyword 'LOCALTIMESTAMP' at line 1, column 42.
CREATE VIEW MyView1 AS SELECT LOCALTIME  LOCALTIMESTAMP, CURRENT_DATE, CURRENT_TIME, CURRENT_TIMESTAMP, CURRENT_ROW_TIMESTAMP(), NOW(), PROCTIME()
--- refused: Encountered "=" at line 1, column 62.
SELECT * FROM x WHERE b > 1 AND a IN (SELECT c FROM y WHERE  = y.d AND y.c > 10)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 33.
SELECT /*+ SHUFFLE_HASH(t1) */  FROM t1 JOIN t2 ON t1.id = t2.id
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 13.
SELECT ac , FROM LimitTable FETCH FIRST 10 ROWS ONLY
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT COUNT(c) FROM MyTable1 GROUP BY a, TUMBLE(ts, INTERVAL '3' SECOND)
--- refused: Incorrect syntax near the keyword 'SYSTEM_TIME' at line 4, column 19.
INSERT INTO pageviews_enriched
SELECT *
FROM pageviews AS p
LEFT JOIN users   SYSTEM_TIME AS OF p.proctime AS u
ON p.user_id = u.user_id
--- refused: Encountered "," at line 1, column 25.
SELECT rowtime, idname ,, val FROM rowTimeT
--- refused: Encountered ")" at line 1, column 62.
SELECT c FROM ((SELECT * FROM T1) INTERSECT SELECT * FROM T2)) WHERE a > 1
--- refused: Encountered "= <EOF>" at line 1, column 61.
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 AND a2 =
--- accepted
create function `default`  as 'LowerUDF'
--- accepted
SELECT a, COUNT(b) OVER (PARTITION BY c)   t
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 56.
SELECT * FROM x WHERE CAST(a AS BIGINT) NOT IN (SELECT SELECT d FROM y)
--- accepted
SELECT x, y FROM t1 EXCEPT DISTINCT SELECT x  y FROM t2
--- refused: Encountered "\'connector\'" at line 5, column 8.
CREATE TABLE tbl1 (
  f1 row<q1 bigint, q2 row<t1 timestamp, t2 varchar>, q3 boolean>,
  WATERMARK FOR f1.q2.t1 AS NOW()
)
  with 'connector'
    ( = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * l WHERE c IN (SELECT f1 FROM r, LATERAL TABLE(table_func(f)) AS T(f1) WHERE a = d)
--- refused: Encountered "orders" at line 1, column 26.
show columns from orders orders like 'use_'
--- refused: Encountered "=" at line 1, column 48.
SELECT * FROM MyTable1 RIGHT JOIN MyTable2 ON  = a2 WHERE a1 IS NULL
--- refused: Encountered "1" at line 1, column 16.
SELECT MyUdf(1 1) FROM MyTable
--- refused: Encountered "for" at line 1, column 31.
alter table if exists t1 add  for ts as ts
--- refused: Encountered "=" at line 3, column 35.
INSERT INTO product_orders
SELECT p.name, o.order_id
FROM orders o JOIN products p ON  = p.name
ON CONFLICT DO NOTHING
--- refused: Encountered ".1" at line 1, column 44.
SELECT * FROM MyTable WHERE amount > castb1.1 as int)
--- refused: Encountered "full_users_shops" at line 1, column 21.
ALTER MATERIALIZED  full_users_shops RESUME
--- refused: Encountered "FROM" at line 1, column 20.
SELECT x, sum( (y) FROM t GROUP BY 1
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 44.
SELECT * FROM l WHERE b IN (SELECT rk FROM SELECT d, e, RANK() OVER(PARTITION BY d ORDER BY e) AS rk FROM r) t WHERE l.a <> t.d)
--- accepted
SELECT order_id, user, product num
FROM (
  SELECT *,
    ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY proctime ASC) AS row_num
  FROM Orders)
WHERE row_num = 1
--- refused: Encountered "not" at line 1, column 23.
show procedures from  not like '%'
--- refused: Encountered "<EOF>" at line 1, column 53.
SELECT AVG(d) FROM t GROUP BY CUBE (a, cSHUFFLE_MERGE
--- refused: Encountered "ISSELECT" at line 1, column 46.
SELECT * FROM x WHERE b > 1 AND a + 1 NOT IN ISSELECT c FROM y WHERE x.b = y.d AND y.c > 10)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 104.
SELECT * FROM l WHERE c IN (SELECT f1 FROM r, LATERAL TABLE(table_func(f)) AS T(f1) WHERE d IN (SELECT FROM FROM t))
--- refused: Encountered "a" at line 2, column 3.
CREATE TABLE tbl1  
  a bigint primary key,
  h varchar unique,
  g as 2 * (a + 1),
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'),
  b varchar,
  proc as PROCTIME()
) with (
  'connector' = 'kafka',
  'kafka.topic' = 'log.test'
)
--- accepted
SELECT T1.a, T1.b, T1.metadata_1, T1.metadata_2, T2.c, T2.metadata_2 MyTable FROM T1, MyTable T2 WHERE T1.a = T2.a
--- refused: Encountered "t2" at line 2, column 19.
SELECT /*+ MULTI_JOIN(t1, t2) */ * FROM t1 
JOIN t2 ON t1.id  t2.id 
JOIN t3 ON t1.id = t3.id
--- refused: Encountered "java" at line 1, column 79.
create temporary function function1 as 'org.apache.flink.function.function1'  java
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 11.
SELECT b, FROM y t RIGHT OUTER JOIN s ON a = z
--- accepted
SELECT *  testUserData
--- refused: Encountered ".." at line 1, column 14.
drop table c1..MyTable6
--- accepted
SELECT a, b, s FROM MyTable MyTable, UNNEST(MyTable.b) AS A (s)
--- refused: Incorrect syntax near the keyword 'RENAME' at line 1, column 10.
SELECT * RENAME l WHERE (a IN (SELECT d FROM r)) IS TRUE
--- accepted
SELECT bd_name FROM nested_not_null LEFT JOIN UNNEST(nested_not_null.business_data) AS bd_name(exploded_bd) ON TRUE
--- refused: Encountered "T1" at line 1, column 219.
SELECT T1.a, T1.c, T2.b FROM (SELECT MIN(a) as a, MIN(c) as c FROM W_T GROUP BY TUMBLE(rtime, INTERVAL '10' SECOND)) T1, (SELECT MIN(a) as a, MIN(b) as b FROM W_T GROUP BY TUMBLE(rtime, INTERVAL '10' SECOND)) WHERE T2 T1.a = T2.a
--- refused: Encountered "." at line 1, column 84.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d IN (SELECT z.i FROM z z.j WHERE < 50)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 26.
SELECT * FROM t t1, t AS WHERE t1.a = t2.b
--- refused: Encountered "with" at line 1, column 54.
create table catalog1.db1.dim (a int, b string) with with ('connector' = 'datagen')
--- refused: Encountered "MyTable2" at line 1, column 78.
SELECT a, b + 1, c, s FROM (SELECT a, MIN(b) AS b, SUM(b) AS s, MAX(c) AS c  MyTable2 GROUP BY a)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 35.
SELECT f0, JSON_ARRAYAGG(f0) FROM FROM T GROUP BY f0
--- refused: Encountered "NOT (" at line 1, column 32.
SELECT c FROM MyTable1 WHERE a NOT  (SELECT d FROM MyTable2 WHERE b = e)
--- refused: Encountered "*" at line 1, column 25.
select /*+ NEST_LOOP(T1)*EXISTS* from V2
--- refused: Encountered "," at line 1, column 9.
SELECT  , y FROM t1 EXCEPT ALL SELECT x, y FROM t2
--- refused: Encountered "*" at line 1, column 2.
* FROM MyTable WHERE a NOT IN (SELECT a FROM MyTable LIMIT 0)
--- refused: Encountered "> OR" at line 1, column 37.
SELECT * FROM VirtualTable WHERE id >  OR part1 = 'A'
--- refused: Encountered "MATERIALIZED" at line 1, column 20.
ALTER MATERIALIZED MATERIALIZED TABLE tbl1 SET REFRESH_MODE = FULL
--- refused: Encountered ")" at line 1, column 136.
CREATE VIEW MyView1 AS SELECT LOCALTIME, LOCALTIMESTAMP, CURRENT_DATE, CURRENT_TIME, CURRENT_TIMESTAMP, CURRENT_ROW_TIMESTAMP(), NOW() ), PROCTIME()
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 30.
SELECT d, e, f FROM MyTable1 LEFT JOIN  ON a = d where d < 10 AND a < 12
--- refused: Encountered "V2" at line 1, column 108.
select /*+ SHUFFLE_MERGE(T1)*/T1.* from T1 join (select T1.* from T1 join T2 on T1.a1 = T2.a2) V2 on T1.a1 V2.a1 =
--- refused: Encountered "<> AND" at line 1, column 64.
SELECT * FROM MyTable WHERE a <> 1 AND a <> 2  AND b = 1 AND a <> AND 3 a <> 4
--- refused: Encountered "modify" at line 1, column 27.
alter  materialized table modify default_database.mt1 watermark for ts as ts - interval '1' second
--- refused: Encountered "," at line 1, column 27.
alter table t1 add unique(, b)
--- refused: Encountered "constraint" at line 1, column 16.
alter table t1 constraint drop ct1
--- refused: Incorrect syntax near the keyword 'UPPER' at line 1, column 57.
SELECT * FROM NoWatermark WHERE LOWER(name) = 'foo' AND UPPER)name( = 'FOO'
--- refused: Encountered "as" at line 1, column 62.
create view catalog1.db1.v_address comment 'view comment' as as select * from catalog1.db1.address
--- refused: Encountered "INTO" at line 1, column 47.
ALTER TABLE MyTable ADD DISTRIBUTION BY (uid  INTO 4 BUCKETS
--- refused: Encountered "," at line 1, column 62.
Select * from (Select id, amount, fact_date_sk, count(name), , sum(price) from fact_part where fact_date_sk > 100 group by id, amount, fact_date_sk) t1 join dim on t1.fact_date_sk = dim.dim_date_sk where dim.price < 500 and dim.price > 300
--- accepted
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
--- accepted
SELECT a3, b3, count(c3) FROM T3 T3 GROUP BY a3, b3
--- refused: Encountered "show in" at line 1, column 1.
show  in catalog1.db1.tbl
--- refused: Encountered "GROUP" at line 1, column 82.
SELECT * FROM l WHERE (b, a) IN (SELECT COUNT(*), d FROM r WHERE l.c = r.f GROUP GROUP BY d, true, e, 1)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 35.
SELECT * FROM l WHERE NOT EXISTS  SELECT(* FROM r WHERE NOT EXISTS (SELECT * FROM t) AND l.a = r.d)
--- refused: Encountered "<EOF>" at line 1, column 109.
SELECT b FROM l WHERE a IN (SELECT d FROM r WHERE e > 10) AND b > (SELECT 0.5 * SUM(j) FROM t WHERE t.i < 100
--- refused: Encountered "f" at line 1, column 63.
SELECT * FROM l WHERE b IN (SELECT d FROM (SELECT MAX(d) AS d f FROM r GROUP BY f) t WHERE l.c > t.f)
--- refused: Encountered "= <EOF>" at line 1, column 138.
SELECT /*+ LOOKUP('table'='D', 'async'='true') */ * FROM MyTable AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a =
--- refused: Encountered "<EOF>" at line 1, column 32.
show functions in db1 not ilike
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 16.
SELECT * FROM  WHERE EXISTS (SELECT * FROM r)
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 24.
EXPLAIN REPLACE TABLE  AS SELECT * FROM b
--- refused: Encountered "(" at line 3, column 19.
CREATE TABLE IF NOT EXISTS orders (
 `user` BIGINT NOT NULl,
 product VARCHAR( (32),
 amount INT,
 ts TIMESTAMP(3),
 ptime AS PROCTIME(),
 PRIMARY KEY(`user`) NOT ENFORCED,
 WATERMARK FOR ts AS ts - INTERVAL '1' SECONDS
) with (
 'connector' = 'datagen'
)
--- refused: Encountered "INTEGER" at line 1, column 56.
SELECT * FROM l WHERE EXISTS (SELECT CAST(e AS INTEGER INTEGER), 1 FROM r where CAST(l.b AS INTEGER) = CAST(r.d AS INTEGER))
--- refused: Encountered "hiveconf" at line 1, column 5.
SET hiveconf:k1v1
--- refused: Encountered "=" at line 1, column 62.
SELECT * FROM l WHERE c NOT IN (SELECT TRIM(f) FROM r where  = r.d + 1)
--- refused: Encountered "catalogs" at line 1, column 15.
show catalogs catalogs like '%c1'
--- refused: Encountered "show in" at line 1, column 1.
show in procedures `system` ilike 'gEnerate%'
--- refused: Encountered "catalog1" at line 1, column 13.
show create catalog1.db1.m1 model
--- refused: Encountered ")" at line 7, column 18.
CREATE VIEW bid AS
SELECT bid.auction,
       bid.bidder,
       bid.price,
       bid.channel,
       bid.url,
       `dateTime`)
       bid.extra
FROM datagen
WHERE event_type = 2
--- refused: Encountered "=>" at line 2, column 9.
SELECT * FROM FROM_CHANGELOGPARSE_JSON
  input => TABLE cdc_stream
)
--- refused: Encountered "(" at line 1, column 13.
alter table ( modify new_column string comment 'new_column docs' first
--- refused: Encountered ")" at line 1, column 51.
call `test_procedure_catalog`.`system`.generate_n1)
--- refused: Non-query expression encountered in illegal context
temporary system connection if exists conn1
--- accepted
SELECT * FROM l WHERE NOT a IN (SELECT d FROM r WHERE b + 1 = e)
--- refused: Encountered "," at line 1, column 8.
SELECT , b4, COUNT(c4) FROM T4 GROUP BY a4, b4, TUMBLE(d4, INTERVAL '15' MINUTE)
--- refused: Encountered "as" at line 1, column 24.
SELECT o_amount ( rate as rate FROM ProctimeOrders AS o, LATERAL TABLE (ProctimeRates(o.o_proctime)) AS r WHERE currency = o_currency
--- refused: Encountered "\'db%\'" at line 1, column 28.
show databases ilike 'db%' 'db%'
--- refused: Encountered "LEFT OUTER connections" at line 1, column 46.
SELECT * FROM T1 LEFT OUTER JOIN T2 ON a = c LEFT OUTER connections T3 ON a = e
--- refused: Encountered "and and" at line 1, column 89.
insert into snk_for_cdc_src select * from no_delete_src1 join no_delete_src2 on a1 = b1 and and a2 = b2
--- refused: Encountered "drop" at line 1, column 21.
alter table t1 drop drop DISTRIBUTION
--- refused: Encountered "SELECT" at line 1, column 35.
SELECT * FROM T1 WHERE T1.c IN (d SELECT FROM T2)
--- refused: Encountered "select" at line 1, column 36.
insert into MySink(a, b, c) select select a, b, filemeta from MyTableWithMeta
--- refused: Non-query expression encountered in illegal context
a.order_id a1, c1, COUNT(DISTINCT b1), SUM(b1) FROM T1 GROUP BY a1, c1
--- refused: Encountered "*" at line 1, column 47.
EXPLAIN CREATE OR REPLACE TABLE t AS SELECT * * FROM b
--- refused: Encountered "=" at line 1, column 56.
select /*+ BROADCAST(T2) */* from T1 right join T2 on  = T2.a2
--- refused: Encountered "db1" at line 1, column 27.
show create materialized  db1.mt1
--- refused: Encountered "b" at line 1, column 62.
SELECT a1, b2 FROM (SELECT random_udf(a) as a1, random_udf(b b) as b2, c FROM MyTable) t WHERE c > 10
--- accepted
select /*+ NEST_LOOP(T1) */* from T1   join T2 on T1.b1 = T2.b2 and T1.a1 < 1 and T1.a1 < T2.a2
--- refused: Encountered ")" at line 9, column 1.
CREATE TABLE tbl1 (
  a bigint comment 'test column comment AAA.',
  h varchar, 
  g as 2 * (a + 1) comment 'test computed column.', 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  b varchar,
  proc as PROCTIME(), 
  PRIMARY KEY (a, 
)b)
comment 'test table comment ABC.'
PARTITIONED BY (a, h)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Encountered "=" at line 1, column 60.
SELECT * FROM l WHERE (b, a) IN (SELECT COUNT(*), d FROM r = BY d, true, e, 1)
--- refused: Encountered "if" at line 1, column 7.
alter if table exists t1 set ('key1'='value1')
--- refused: Encountered "show" at line 1, column 8.
create show view db1.v1
--- refused: Encountered "(" at line 4, column 3.
CREATE MODEL ai_analyze_sentiment
INPUT (`input` STRING)
OUTPUT (`content` STRINGWITH
) (
    'provider'='openai',
    'endpoint'='https://api.openai.com/v1/chat/completions',
    'api-key' = '<YOUR KEY>',
    'model'='gpt-3.5-turbo',
    'system-prompt' = 'Classify the text below into one of the following labels: [positive, negative, neutral, mixed]. Output only the label.'
)
--- refused: Incorrect syntax near the keyword 'SUM' at line 1, column 8.
SELECT SUM SUM(a) AS sumA, COUNT(b) AS cntB FROM MyTable2 GROUP BY TUMBLE(ts, INTERVAL '2' HOUR)
--- refused: Non-query expression encountered in illegal context
SELECT x, y FROM t1 INTERSECT DISTINCT  x, y FROM t2
--- refused: Encountered ", ," at line 1, column 231.
SELECT a4, c4, e, COUNT(b4) FROM (SELECT a4, c4, VAR_POP(b4) AS b4, TUMBLE_START(d4, INTERVAL '15' MINUTE) AS s, TUMBLE_END(d4, INTERVAL '15' MINUTE) AS e FROM T4 GROUP BY a4, c4, TUMBLE(d4, INTERVAL '15' MINUTE)) t GROUP BY a4c4 ,, e
--- refused: Encountered ")" at line 1, column 61.
select * FROM MyTable, LATERAL TABLE(asyncTableFunc(e.f.h) ))
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT * FROM FROM MyTable ORDER BY a DESC LIMIT 0
--- refused: Encountered "*" at line 1, column 2.
* FROM MyTable AS T LEFT JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- refused: Encountered "<EOF>" at line 1, column 28.
SELECT myUdf(1) MyTable FROM
--- refused: Encountered "proctime" at line 1, column 29.
SELECT a FROM MyTable ORDER proctime BY LIMIT 1 OFFSET 1
--- refused: Encountered ")" at line 1, column 40.
SELECT /*+ LOOKUP('table'='D', 'async'=) */ * FROM MyTable AS T JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- refused: Encountered "T1" at line 1, column 71.
select /*+ NEST_LOOP(T2, T3) */* from T1, T2, T3 where T1.a1 = T2.a2  T1.b1 = T3.b3
--- refused: Encountered "(" at line 1, column 28.
SELECT a, b, RANK() OVER ( (PARTITION BY b ORDER BY a) rk FROM MyTable
--- refused: Encountered "IS <EOF>" at line 1, column 52.
SELECT * FROM x WHERE (a NOT IN (SELECT c FROM y)) IS
--- refused: Encountered "SimpleTable" at line 1, column 24.
SELECT b, d.d1, d.d2 l SimpleTable
--- refused: Non-query expression encountered in illegal context
SECOND(c) FROM SimpleTable
--- refused: Incorrect syntax near the keyword 'SYSTEM_TIME' at line 1, column 36.
SELECT select_list FROM table_name SYSTEM_TIME FOR AS OF timestamp_expression
--- refused: Encountered "on" at line 1, column 135.
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_HaSh(T2) */ a2 + T1.a1 from T2 join (select T3.* from T2 join T3 on T2.a2 = T3.a3) ) on T2.a2 = T3.a3)
--- refused: Encountered "SELECT" at line 1, column 45.
SELECT b, c, AVG(a) AS a FROM MyTable GROUP SELECT GROUPING SETS (b, c, ())
--- refused: Encountered "MATERIALIZED" at line 1, column 20.
ALTER MATERIALIZED MATERIALIZED TABLE MyMaterializedTable DROP DISTRIBUTION
--- refused: Encountered "a" at line 1, column 42.
SELECT * FROM T1 LEFT OUTER JOIN T2 ON a a = c LEFT OUTER JOIN T3 ON a = e
--- refused: Encountered "*" at line 1, column 1.
* SELECT FROM x WHERE CAST(200 AS BOOLEAN)
--- accepted
SELECT * FROM A LEFT JOIN B B ON a1 = b1 JOIN C ON a1 = c1
--- refused: Incorrect syntax near the keyword 'CROSS' at line 1, column 43.
SELECT a, number, ordinality MyTable FROM CROSS JOIN UNNEST(b) WITH ORDINALITY AS t(number, ordinality)
--- refused: Encountered "databases" at line 1, column 8.
Select databases from fact_part join item on fact_part.id = item.id join (select dim_date_sk + 1 as dim_date_sk, price from dim) dim1 on fact_part.fact_date_sk = dim1.dim_date_sk where dim1.price < 500 and dim1.price > 300
--- refused: Encountered ")" at line 1, column 36.
LOAD MODULE mydummy WITH ('type' = )
--- refused: Encountered "from" at line 1, column 25.
insert into snk select  from src1 join cdc_src on src1.a1 = cdc_src.b1 and src1.a2 = cdc_src.b2
--- refused: Non-query expression encountered in illegal context
INSERT INTO partitioned_sink (e,a,g,f,c,d)  e,a,456,123,c,d FROM MyTable GROUP BY a,b,c,d,e
--- refused: Incorrect syntax near the keyword 'CURRENT_TIMESTAMP' at line 1, column 26.
SELECT CURRENT_TIMESTAMP CURRENT_TIMESTAMP, * FROM clicks
--- refused: Encountered "on" at line 2, column 7.
select * from T1 WHERE a1 IN (select /*+ BrOaDcAsT(T2) */ count(T2.a2) from T2 
   T1 on T2.a2 = T1.a1 group by T1.a1)
--- refused: Encountered ")" at line 1, column 45.
ALTER MODEL MyModel RESET ('model-version', )
--- accepted
CREATE TABLE pageview (
  page_id BIGINT,
  cnt BIGINT
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://localhost:3306/mydatabase' 'jdbc:mysql://localhost:3306/mydatabase',
  'table-name' = 'pageview'
)
--- refused: Encountered "FROM" at line 1, column 16.
SELECT MyUdf(1 FROM MyTable
--- refused: Encountered ")" at line 1, column 30.
SELECT COALESCE(b.order_id,  ) AS order_id FROM orders a INNER JOIN order_details b ON a.order_id = b.order_id
--- refused: Encountered ")" at line 1, column 36.
select * from dept, lateral unnest()
--- refused: Encountered "<EOF>" at line 1, column 101.
SELECT c FROM l WHERE b IN (SELECT d FROM r FULL JOIN (SELECT j FROM t WHERE i > 10) t2 ON r.e = t2.j
--- refused: Encountered "WITH" at line 1, column 11.
STOP JOB  WITH SAVEPOINT
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 22.
SELECT metadata FROM FROM T5
--- accepted
SELECT c FROM T1 INTERSECT SELECT f f FROM T2
--- refused: Encountered "part2" at line 1, column 46.
SELECT * FROM PartitionableTable WHERE part2 part2 = 4
--- refused: Encountered "procedures" at line 1, column 17.
show procedures procedures in catalog1.db1
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM `cat`.`default`.v
--- refused: Encountered ")" at line 1, column 34.
SELECT MAX(a), SUM(b), MINSELECTc) FROM (VALUES (1, 2, 3)) T(a, b, c)
--- refused: Encountered "," at line 1, column 14.
SELECT COUNT(,)* JSON_ARRAYAGG(f0) FROM T
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 1.
WHERE * FROM MyTable1 JOIN MyTable2 ON a = d AND a = e AND b = d
--- accepted
select /*  NEST_LOOP(T1)*/* from V5
--- refused: Encountered "BUCKETS" at line 1, column 51.
alter table tbl1 add DISTRIBUTION BY (a, h) INTO  BUCKETS
--- refused: Encountered "from" at line 1, column 38.
select /*+ SHUFFLE_HASH(T1) */* from from T1 join T2 on T1.a1 = T2.a2 where T1.a1 > 5
--- accepted
SELECT a, pyFunc1,b( d._1) FROM MyTable
--- refused: Non-query expression encountered in illegal context
PARSE_JSON SELECT('{"a":1,"b":["a","b","c"]}') AS v
--- refused: Encountered ")" at line 1, column 64.
SELECT id, str FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, ))'Hi' as T(id, str)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * (SELECT a, b, proctime FROM MyTable WHERE c > 1000) AS T JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- refused: Encountered "=" at line 1, column 28.
set 'execution.attached' = = 'false'
--- refused: Encountered "= ON" at line 3, column 49.
INSERT INTO product_orders
SELECT p.name, o.order_id
FROM orders o JOIN products p ON o.product_name = 
ON CONFLICT DO NOTHING
--- accepted
CREATE TABLE clicks (
    uid VARCHAR(128),
    cTime TIMESTAMP(3),
    MyTable2 VARCHAR(256)
)
--- accepted
SELECT * FROM x WHERE (NOT EXISTS (SELECT d FROM y y WHERE y.d = x.b)) IS TRUE
--- refused: Encountered "mod ," at line 1, column 72.
INSERT INTO my_ctas_table SELECT id, name, age FROM source_table WHERE mod,id, 10) = 0
--- refused: Encountered ")" at line 1, column 19.
SELECT pyFunc1(a, ) FROM MyTable
--- refused: Incorrect syntax near the keyword 'UNION' at line 1, column 1.
UNION table t1 modify new_column string comment 'new_column docs' after id
--- refused: Non-query expression encountered in illegal context
c FROM T1 WHERE 1=0 INTERSECT ALL SELECT f FROM T2
--- refused: Incorrect syntax near the keyword 'ORDER' at line 1, column 17.
SELECT a FROM   ORDER BY c, proctime LIMIT 2
--- refused: Incorrect syntax near the keyword 'BIGINT' at line 1, column 21.
SELECT TRY_CASTa AS BIGINT) FROM MyTable
--- accepted
explain plan for select * from orders2 orders2
--- refused: Encountered "select" at line 1, column 113.
compile plan './test.json' if not exists for statement set begin insert into t1 select * from t2; insert into   select * from t3; end
--- refused: Encountered "with" at line 1, column 30.
create catalog catalog1 with with ('type'='generic_in_memory')
--- refused: Encountered "0" at line 1, column 46.
SELECT a FROM A UNION ALL SELECT CASE WHEN c 0 > THEN b ELSE NULL END FROM A
--- refused: Incorrect syntax near the keyword 'HAVING' at line 1, column 22.
SELECT COUNT(*) FROM HAVING src COUNT(*) > 1
--- refused: Encountered "max )" at line 1, column 41.
select /*+ STATE_TTL('V6' = '2d') */ b1(max) from V6 group by a1
--- refused: Incorrect syntax near the keyword 'DISTINCT' at line 1, column 16.
SELECT COUNT( (DISTINCT a, b) FROM MyTable
--- refused: Encountered ")" at line 10, column 1.
CREATE TEMPORARY TABLE Customers (
  id INT,
  name STRING,
  country STRING,
  zip STRING
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://mysqlhost:3306/customerdb',
  'table-name'  'customers'
)
--- refused: Encountered "watermark" at line 1, column 38.
alter materialized table mt1 add add watermark for ts as ts
--- refused: Encountered "tbl" at line 1, column 21.
show columns in tbl tbl
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 12.
SELECT a,  FROM x, y WHERE x.c = y.f AND y.e > 100 AND (x.a, y.e) IN (SELECT z.i, z.j FROM z WHERE z.j < 50)
--- refused: Encountered "\'%r\'" at line 1, column 35.
show columns in v1 not like  '%r' '%r'
--- refused: Encountered "materialized" at line 3, column 3.
SELECT * FROM TO_CHANGELOG(
  input => TABLE my_aggregation,
  materialized => DESCRIPTOR(operation)
)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 34.
SELECT * FROM t INTERSECT SELECT FROM * t
--- refused: Encountered "," at line 1, column 12.
SELECT a1, , b1, a2, b2, COUNT(c1) FROM (SELECT * FROM T1 RIGHT JOIN T2 ON a1 = b2) t GROUP BY a1, b1, a2, b2
--- refused: Encountered "." at line 1, column 64.
SELECT * FROM l WHERE EXISTS (SELECT * FROM (SELECT f FROM r  r.d = l.a AND r.e > 10) r1 INNER JOIN t ON r1.f = t.k)
--- refused: Non-query expression encountered in illegal context
a, COUNT(*), SUM(DISTINCT b) FROM MyTable GROUP BY a
--- accepted
SELECT * FROM Orders AS o JOIN o_orderkey FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = r.currency
--- refused: Encountered "T2" at line 1, column 22.
select /*+ BROADCAST T2) */* from T1 where a1 not in (select a2 from T2)
--- refused: Incorrect syntax near the keyword 'INNER' at line 1, column 45.
SELECT c FROM l WHERE b IN (SELECT d FROM r INNER ( JOINSELECT j FROM t WHERE l.c = t.k AND i > 10) t2 ON r.e = t2.j)
--- refused: Non-query expression encountered in illegal context
STOP FROM 'myjob' WITH SAVEPOINT
--- refused: Encountered "<EOF>" at line 1, column 31.
SET 'yarn.application.queue' =
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 24.
SELECT d FROM MyTable1 JOIN JOIN MyTable2 ON CAST(1 AS BOOLEAN)
--- refused: Encountered "MATERIALIZED" at line 1, column 20.
ALTER MATERIALIZED MATERIALIZED TABLE tbl1 RESET ()
--- refused: Encountered "*" at line 1, column 78.
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE NOT EXISTS (SELECT * * FROM t WHERE r.d = t.i))
--- refused: Encountered "=" at line 1, column 31.
SELECT * FROM MyTable WHERE   = 'A'
--- refused: Encountered "set" at line 1, column 25.
alter table orders2 set set ('connector' = 'kafka', 'scan.startup.mode' = 'earliest-offset')
--- refused: Encountered "NOT IS" at line 1, column 50.
SELECT * FROM MyTable WHERE LOWER(d) = 'h' AND d NOT IS NULL
--- accepted
SELECT *   currency_rates
--- refused: Encountered "from" at line 1, column 19.
show columns from from tbl
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 22.
SELECT * Orders FROM AS o JOIN rates_last_row_rowtime FOR SYSTEM_TIME AS OF o.rowtime AS r ON o.currency = r.currency AND 'RMB-100' = concat('RMB-', cast(r.rate AS STRING))
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 13.
SELECT bd , FROM T1 RIGHT JOIN T2 ON a = c
--- refused: Encountered ")" at line 1, column 71.
REPLACE TABLE t (PRIMARY KEY (col1), PRIMARY KEY (col2) NOT ENFORCED) ) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
select /* *+ SHUFFLE_HASH(T1) */* from T1, T2
--- refused: Encountered "LIMIT" at line 1, column 49.
SELECT a FROM MyTable ORDER BY rowtime, c LIMIT LIMIT 1
--- refused: Encountered "\'$VAR_UDF_JAR_PATH\'" at line 1, column 85.
create temporary function temp_upperudf AS 'UpperUDF' using jar '$VAR_UDF_JAR_PATH' '$VAR_UDF_JAR_PATH'
--- refused: Encountered "<> <>" at line 1, column 72.
SELECT * FROM MyTable WHERE b = 1 OR b = 2 OR (a <> 1 AND a <> 2 AND a <> <> 3 AND a <> 4 AND c = 1) OR b = 3 OR b = 4 OR c = 1
--- accepted
select /* *+ BROADCAST(T1) */* from T1 where a1 not in (select a2 from T2)
--- refused: Encountered "y2" at line 1, column 39.
SELECT * FROM x WHERE EXISTS (WITH y2 y2 AS (SELECT * FROM y WHERE y.c = x.a) SELECT 1 FROM y2 WHERE y2.d = x.b)
--- refused: Incorrect syntax near the keyword 'TABLE' at line 1, column 15.
REPLACE TABLE TABLE t WITH ('test' = 'zm') AS SELECT * FROM b
--- refused: Encountered "|| TRIM TRIM" at line 1, column 19.
SELECT a, b, c, c || TRIM TRIM(' 世界 ') FROM MyTable WHERE c = '你好'
--- refused: Encountered "tbl1" at line 1, column 17.
alter table add tbl1 DISTRIBUTION BY (a, h)
--- refused: Encountered "> <EOF>" at line 1, column 85.
INSERT INTO upsert_sink_table SELECT * FROM upsert_table_partial_deletes WHERE col1 >
--- refused: Encountered ", JOIN" at line 1, column 48.
SELECT a1 FROM (SELECT COUNT(*) AS cnt FROM B) , JOIN A ON cnt < a2
--- refused: Encountered "," at line 1, column 8.
SELECT , * FROM clicks
--- refused: Encountered "(" at line 1, column 12.
SELECT a, *(c), COUNT(DISTINCT b) FROM MyTable GROUP BY a
--- refused: Encountered "from" at line 1, column 57.
SELECT func1(func1(a), func1(func1(func1(a))), func1(a) from MyTable
--- accepted
SELECT asyncFunc1(a, bFROM ) MyTable
--- refused: Encountered "from" at line 1, column 19.
show columns from from v1 not like '%u'
--- refused: Encountered "drop" at line 1, column 6.
drop drop database db1 RESTRICT
--- refused: Encountered "<EOF>" at line 1, column 50.
SET 'sql-client.execution.result-mode' 'tableau' =
--- accepted
create table c1.db1.MyTable4 (a int, b string) with ('connector' = 'values' 'values')
--- accepted
SELECT c FROM l WHERE ( (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1 ELSE 2 END),  (CASE WHEN b NOT IN (SELECT j FROM t2) THEN 3 ELSE 4 END))   IN (SELECT d, e FROM r)
--- refused: Incorrect syntax near the keyword 'FULL' at line 1, column 16.
SELECT * FROM  FULL OUTER JOIN T2 ON a = c JOIN T3 ON a = e
--- accepted
SELECT a a, c FROM MyTable LIMIT 10 OFFSET 1
--- refused: Incorrect syntax near the keyword 'SUM' at line 1, column 1.
SUM /*+ NEST_LOOP(V2)*/T3.* from T3 join V2 on T3.a3 = V2.a1
--- refused: Encountered ")" at line 1, column 40.
SELECT a, b, s, t FROM MyTable, UNNEST() AS A (s, t) WHERE s > 13
--- refused: Encountered "," at line 1, column 53.
SELECT a1, b1, COUNT(DISTINCT c1) FROM T1 GROUP BY  , b1
--- refused: Encountered "orders2" at line 8, column 36.
CREATE TABLE orders (
  order_id BIGINT NOT NULL comment 'this is the primary key, named ''order_id''.',
  product VARCHAR(32),
  amount INT,
  ts TIMESTAMP(3) comment 'notice: watermark, named ''ts''.',
  ptime AS PROCTIME() comment 'notice: computed column, named ''ptime''.',
  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND,
  CONSTRAINT `PK_order_id` PRIMARY orders2 (order_id) NOT ENFORCED
) WITH (
  'connector' = 'datagen'
)
--- refused: Encountered "<EOF>" at line 1, column 40.
execute insert into emps1 select * from
--- refused: Encountered "c" at line 1, column 46.
SELECT a FROM MyTable ORDER BY proctime desc c
--- refused: Encountered "," at line 1, column 9.
SELECT  ,useramount
FROM Orders
WHERE product IN (
    SELECT product FROM NewProducts
)
--- refused: Lexical error at line 1, column 67.  Encountered: <EOF> after : ""
select /*+ NEST_LOOP(T1) /* from T1 inner join T2 on T1.a1 > T2.a2
--- accepted
SELECT apyFunc1 ,(b, d._1) FROM MyTable
--- refused: Encountered "string" at line 1, column 36.
CREATE TABLE pageAds(pageid string string, addid_list array<int>)
--- refused: Encountered "<EOF>" at line 1, column 152.
SELECT * FROM l, r WHERE l.a = r.d AND NOT EXISTS ( (SELECT * FROM t t1 WHERE t1.i > 50) AND b >= 1 AND NOT EXISTS (SELECT * FROM t t2 WHERE t2.j < 100)
--- refused: Encountered "functions" at line 1, column 1.
functions COUNT(*), SUM(`int`), AVG(`int`) FROM MyTable WHERE 1=0
--- refused: Encountered ")" at line 1, column 33.
create catalog c1 with ('type'= )
--- refused: Encountered "<EOF>" at line 1, column 52.
SELECT * FROM MyTable2 RIGHT OUTER JOIN MyTable1 ON
--- refused: Encountered "catalog1" at line 1, column 23.
show user functions   catalog1.db1 not ilike '%'
--- refused: Encountered "=" at line 1, column 39.
SELECT t1.x FROM t1 INNER JOIN t2 ON  = t2.x
--- refused: Encountered "(" at line 5, column 8.
CREATE TABLE MySink (
 a INT,
 b BIGINT,
 c STRING,
   KEY (a) NOT ENFORCED
) WITH (
 'connector' = 'values',
 'sink-insert-only' = 'false'
)
--- refused: Encountered "." at line 1, column 49.
SELECT * FROM l WHERE EXISTS (SELECT 1 FROM r T2.a2 l.a = r.d GROUP BY r.f HAVING SUM(r.e) >= 3 AND COUNT(*) > 1)
--- refused: Encountered "Payments" at line 1, column 47.
SELECT /*+ MULTI_JOIN(Users, Orders, Payments Payments) */ * FROM Users 
INNER JOIN Orders ON Users.user_id = Orders.user_id 
INNER JOIN Payments ON Users.user_id = Payments.user_id
--- refused: Incorrect syntax near the keyword 'AS' at line 13, column 13.
SELECT *
FROM Ticker
    MATCH_RECOGNIZE(
        PARTITION BY symbol
        ORDER BY rowtime
        MEASURES
            C.price AS lastPrice
        ONE ROW PER MATCH
        AFTER MATCH SKIP PAST LAST ROW
        PATTERN (A B* C)
        DEFINE
            A AS A.price > 10,
            AS B B.price < 15,
            C AS C.price > 12
    )
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 97.
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE l.a = r.d) AND a NOT IN (SELECT i FROM  WHERE l.b = t.j)
--- refused: Encountered "DECIMAL" at line 6, column 18.
CREATE TABLE topic_products (
   
  id BIGINT,
  name STRING,
  description STRING,
  weight DECIMAL DECIMAL(10, 2)
) WITH (
  'connector' = 'kafka',
  'topic' = 'products_ogg',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'format' = 'ogg-json'
)
--- refused: Encountered "*" at line 1, column 28.
select /*+ SHUFFLE_HASH(V3)* */V3.* from V3 join T1 on V3.a1 = T1.a1
--- refused: Encountered "into" at line 1, column 61.
compile plan 'file:///foo/bar/test.json' if not exists for  into t1 select * from t2
--- refused: Encountered ")" at line 1, column 118.
SELECT T1.a, T1.c, T2.b FROM (SELECT MIN(a) as a, MIN(c) as c FROM W_T GROUP BY TUMBLE(rtime, INTERVAL '10' SECOND) )) T1, (SELECT MIN(a) as a, MIN(b) as b FROM W_T GROUP BY TUMBLE(rtime, INTERVAL '10' SECOND)) T2 WHERE T1.a = T2.a
--- refused: Encountered ")" at line 1, column 52.
SELECT * FROM x WHERE  NOT EXISTS (SELECT d FROM y)) IS TRUE
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 81.
SELECT SUM(a) AS s FROM l GROUP BY b HAVING COUNT(*) > 2 AND MAX(b) IN (SELECT  FROM r)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT c FROM FROM T1 EXCEPT ALL SELECT f FROM T2
--- refused: Encountered "DESCRIPTOR" at line 5, column 21.
SELECT * FROM 
input_table, LATERAL TABLE(VECTOR_SEARCH(
  SEARCH_TABLE => TABLE vector_table,
  COLUMN_TO_QUERY => input_table.vector_column,
  COLUMN_TO_SEARCH  DESCRIPTOR(index_column),
  TOP_K => 10,
  CONFIG => MAP['async', 'true', 'timeout', '100s']
))
--- refused: Encountered ")" at line 1, column 46.
SELECT id, COUNT(*) as cnt, COUNTDISTINCT str) as uv
FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi')) as T(id, str)
GROUP BY id
--- refused: Encountered ")" at line 1, column 28.
select /*+ NEST_LOOP(T1T2 ,) */* from T1 right join T2 on T1.a1 = T2.a2
--- refused: Encountered "EXISTS" at line 4, column 4.
INSERT INTO product_orders
SELECT p.name, o.order_id
FROM orders o JOIN products p ON o.product_name = p.name
ON EXISTS DO DEDUPLICATE
--- accepted
SET 'test-key' = 'test-value' 'test-value'
--- refused: Encountered "ilike" at line 1, column 27.
show user functions ilike ilike 'func2%'
--- refused: Encountered "*/" at line 1, column 9.
select +*/ NEST_LOOP(T1) */* from T1, T2
--- refused: Incorrect syntax near the keyword 'NOT' at line 1, column 19.
SELECT * FROM x   NOT EXISTS (SELECT * FROM y WHERE x.a < y.c)
--- refused: Encountered "=>" at line 1, column 19.
SELECT * FROM f r(=> TABLE t PARTITION BY name, i => 1)
--- refused: Encountered "=" at line 2, column 17.
CREATE TABLE uniqueview (
  page_id BIGINT=
  cnt BIGINT
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://localhost:3306/mydatabase',
  'table-name' = 'uniqueview'
)
--- accepted
INSERT INTO fs_table 
SELECT 
    user_id 
    order_amount, 
    DATE_FORMAT(log_ts, 'yyyy-MM-dd'),
    DATE_FORMAT(log_ts, 'HH') 
FROM kafka_table
--- refused: Encountered "from" at line 1, column 15.
select * from from T1 WHERE a1 IN (select /*+ ShUfFlE_HaSh(T2) */ a2 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 106.
SELECT * FROM l WHERE a IN (SELECT d FROM r)  AND b NOT IN (SELECT i FROM t WHERE l.c = t.k AND i > 10)  AND EXISTS  SELECT COUNT(l) FROM t2 where n like 'Test' GROUP BY l) AND NOT EXISTS (SELECT * FROM r WHERE l.b <> r.e)
--- refused: Encountered "show" at line 1, column 8.
create show connection conn1
--- refused: Encountered "from" at line 1, column 34.
select /*+ SHUFFLE_MERGE(T1) */  from T1 left join T2 on T1.a1 = T2.a2
--- refused: Encountered ")" at line 1, column 20.
SELECT countSELECT1) FROM inventory
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 10.
SELECT   FROM x WHERE CAST(a AS BIGINT) IN (SELECT d FROM y)
--- refused: Encountered "<EOF>" at line 5, column 35.
SELECT * FROM 
   TUMBLE(
     DATA => TABLE Bid,
     TIMECOL => DESCRIPTOR(bidtime,
     SIZE => INTERVAL '10' MINUTES)
--- refused: Encountered "f0" at line 1, column 20.
SELECT COALESCE(f0 f0, f1) FROM T
--- refused: Encountered "= AND" at line 1, column 60.
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON true WHERE b1 =  AND c1 = c2 AND a2 = 2 AND b2 > 10 AND COALESCE(c1, c2) <> ''
--- refused: Encountered "=>" at line 3, column 12.
SELECT * FROM ML_PREDICT(
  INPUT => TABLE input_table,
  MODEL => => MODEL my_model,
  ARGS => DESCRIPTOR(feature1, feature2),
  CONFIG => MAP['async', 'true']
)
--- refused: Encountered "," at line 1, column 32.
Select * from dim join (select , name, amount, price, fact_date_sk as fact_date_sk1 from fact_part) t1 on t1.fact_date_sk1 = dim_date_sk and t1.price > 200 and dim.price < 500
--- refused: Non-query expression encountered in illegal context
a columns from v1 like '%u%'
--- accepted
SELECT * FROM MyTable1 INNER JOIN MyTable2 MyTable2 ON a1 = a2 WHERE a2 IS NULL AND a1 < 10
--- refused: Encountered "<EOF>" at line 1, column 48.
SET 'table.optimizer.multi-join.enabled'  'true'
--- refused: Encountered ")" at line 1, column 32.
SELECT a4, c4, COUNT(b4), AVG(() FROM T4 GROUP BY a4, c4, TUMBLE(d4, INTERVAL '15' MINUTE)
--- refused: Encountered "AS" at line 1, column 70.
insert into snk select * from (    select * from src1 where a1 > 1.1 AS tmp join src2 on tmp.a1 = src2.b1 and tmp.a2 = src2.b2 on conflict do deduplicate
--- refused: Encountered "alter" at line 1, column 7.
alter alter table orders rename to orders2
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT COUNT(a) FROM MyTable
--- refused: Encountered ". ," at line 1, column 71.
SELECT `Result`.`Mid`.data_arr[2].`value`, `Result`.`Mid`.data_arr[ID]., `Result`.`Mid`.data_map['item'].`value`, `Result`.`Mid` FROM NestedItemTable
--- refused: Encountered "=" at line 1, column 39.
SELECT * FROM A FULL OUTER JOIN B  a1 = b1 FULL OUTER JOIN C ON a1 = c1
--- refused: Encountered "MyTable2" at line 1, column 64.
SELECT TUMBLE_END(ts, INTERVAL '4' MINUTE) FROM MyTable2 GROUP MyTable2 TUMBLE(ts, INTERVAL '4' MINUTE), c
--- refused: Incorrect syntax near the keyword 'GROUP' at line 1, column 30.
SELECT abs(x), sum(y) t FROM GROUP BY abs(x)
--- refused: Encountered "src1" at line 1, column 69.
insert into snk select * from src1 join src2 on src1.a1 = src2.b1   src1.a2 = src2.b2 where a3 > b0 on conflict do deduplicate
--- refused: Encountered "t1" at line 1, column 82.
SELECT * FROM l, r WHERE l.a = r.d AND NOT EXISTS (SELECT * FROM t t1 WHERE t1.i t1.i > 50) AND b >= 1 AND NOT EXISTS (SELECT * FROM t t2 WHERE t2.j < 100)
--- refused: Encountered "IN SELECT" at line 1, column 25.
SELECT * FROM x WHERE a IN  SELECT(c FROM y WHERE x.b = y.d)
--- refused: Encountered "=" at line 1, column 66.
SELECT * FROM l WHERE (a, b) IN (SELECT d, COUNT(*) FROM r WHERE = l.c r.f GROUP BY d)
--- refused: Encountered "NOT (" at line 1, column 39.
SELECT b + 1, c FROM MyTable1 WHERE a NOT  (SELECT d FROM MyTable2)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM T2 WHERE EXISTS (SELECT SUM(a1), COUNT(*) FROM T1 WHERE 1=2)
--- accepted
SELECT * FROM MTable WHERE a > '2024-05-13 08:00:00' '2024-05-13 08:00:00'
--- refused: Encountered "=>" at line 1, column 33.
SELECT * FROM TO_CHANGELOGinput => TABLE insert_only_source)
--- refused: Encountered ")" at line 1, column 15.
SELECT a, SUMb) AS s FROM MyTable2 GROUP BY a
--- refused: Encountered "=" at line 1, column 5.
set = 'execution.attached' 'false'
--- refused: Incorrect syntax near the keyword 'TABLE' at line 1, column 26.
ALTER MATERIALIZED TABLE TABLE tbl1 REFRESH
--- refused: Encountered "MyMaterializedTable" at line 1, column 20.
ALTER MATERIALIZED MyMaterializedTable TABLE DROP DISTRIBUTION
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 29.
SELECT * FROM MyTable WHERE WHERE id > 2 OR part1 = 'A'
--- refused: Encountered "," at line 1, column 12.
SELECT AVG(,)c countFun(a) FROM MyTable GROUP BY a, d, TUMBLE(b, INTERVAL '3' SECOND)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT 1 FROM r WHERE l.a = r.d AND l.b = r.e GROUP BY r.f HAVING COUNT() >= 2)
--- refused: Non-query expression encountered in illegal context
c table if exists t1 drop id
--- refused: Encountered "f" at line 1, column 119.
SELECT * FROM l WHERE c IN (SELECT f1 FROM (SELECT * FROM r WHERE d IN (SELECT i FROM t)) m, LATERAL TABLE(table_func f)) AS T(f1))
--- refused: Encountered "," at line 1, column 97.
create function function1 as 'org.apache.flink.function.function1' language java using artifact , jar 'hdfs:///path/to/test2.jar'
--- refused: Encountered "b" at line 5, column 46.
CREATE TABLE tbl1 (
  a bigint primary key,
  h varchar unique,
  g as 2 * (a + 1),
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss')b
  , varchar,
  proc as PROCTIME()
) with (
  'connector' = 'kafka',
  'kafka.topic' = 'log.test'
)
--- refused: Encountered ")" at line 1, column 41.
analyze table emps partition(x='ab', y= ) compute statistics
--- refused: Encountered "and =" at line 1, column 135.
select * from (select * from fact inner join fact2 on fact.id = fact2.id2) as factSide inner join dim on factSide.amount = dim.amount and = factSide.price2 dim.price and dim.price < 500
--- accepted
select /*WITH SHUFFLE_MERGE(T1, T2) */* from T1 right join T2 on T1.a1 = T2.a2
--- refused: Incorrect syntax near the keyword 'IN' at line 1, column 25.
select * from T1 WHERE  IN (select /*+ ShUfFlE_MeRgE(T2) */ T2.a2 from T2 join T1 on T2.a2 = T1.a1 order by T1.a1 limit 10)
--- refused: Encountered ")" at line 1, column 26.
SELECT * FROM T1, T2, T3 ) a = c AND a = e
--- refused: Encountered "= join" at line 1, column 83.
insert into tmp_snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = join src2.b2 src3 on src1.a1 = src3.b1 and src1.a2 = src3.b2 on conflict do deduplicate
--- refused: Encountered "WHERE" at line 1, column 21.
SELECT a + 10, c  l WHERE b > 10 AND NOT (c like 'abc' OR NOT EXISTS (SELECT d FROM r where l.b + 1 = r.e))
--- refused: Encountered "table" at line 1, column 13.
alter table table t1 drop tuple.id
--- refused: Encountered "= =" at line 1, column 63.
select /*+ SHUFFLE_HASH(T2) */* from T1 full join T2 on T1.a1 = = T2.a2
--- refused: Encountered ")" at line 1, column 81.
create table catalog1.db1.person (a int, b string) with ('connector' 'datagen' =)
--- refused: Encountered "=" at line 1, column 49.
SELECT * FROM l  (NOT EXISTS (SELECT d FROM r)) = true
--- refused: Encountered "like" at line 1, column 38.
show tables in catalog1.db1 not like like '%person%'
--- refused: Incorrect syntax near the keyword 'ON' at line 1, column 75.
SELECT * FROM T1 JOIN T2 FOR SYSTEM_TIME AS OF T1.proctime AS dimTable ON ON TRUE
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 81.
SELECT a, f FROM (SELECT * FROM x LEFT JOIN y ON x.c = y.f) xy WHERE xy.e > 100 AND IN xy.d (SELECT z.i FROM z WHERE z.j < 50)
--- refused: Encountered "," at line 1, column 53.
SELECT a + 10, c FROM l WHERE NOT(NOT(substring(c1 ,, 5) IN (SELECT substring(f, 1, 5) FROM r WHERE l.b + 1 = r.e)))
--- refused: Encountered "AS" at line 1, column 63.
SELECT SUM(A.a) FROM (SELECT DISTINCT a FROM T) AS A JOIN T T AS B ON A.a=B.a
--- refused: Encountered "2" at line 1, column 71.
SELECT b FROM l WHERE (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1   2 END) NOT IN (SELECT d FROM r WHERE l.c = r.f)
--- refused: Encountered "\'%\'" at line 1, column 34.
show columns in tbl not like '%' '%'
--- refused: Encountered "t1" at line 1, column 47.
SET 'execution.checkpointing.savepoint-dir' = t1
--- refused: Encountered "show" at line 1, column 24.
desc function extended show
--- refused: Encountered "," at line 1, column 8.
SELECT , TRIM(c) FROM MyTable
--- refused: Encountered "50" at line 1, column 106.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND EXISTS (SELECT * FROM z WHERE z.i = y.d AND z.j  50)
--- refused: Encountered "]" at line 1, column 67.
SELECT * FROM NestedItemTable WHERE `Result`.`Mid`.data_map*'item'].`value` = 3
--- refused: Encountered "SET" at line 1, column 21.
show user functions SET catalog1.db1 ilike '%'
--- refused: Encountered "*" at line 1, column 15.
alter catalog * reset ('default-database', 'k1')
--- refused: Encountered "on" at line 1, column 54.
select /*+ NEST_LOOP(T2) */* from T1 left join T2 on on T1.a1 = T2.a2
--- refused: Encountered "(" at line 1, column 24.
show catalogs not like (
--- refused: Encountered "SELECT" at line 1, column 48.
INSERT INTO t1 SELECT * FROM t2 ON CONFLICT DO SELECT
--- refused: Encountered "<EOF>" at line 1, column 24.
show columns in v1 like
--- refused: Encountered "non_exist" at line 1, column 7.
alter non_exist table rename to non_exist2
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 46.
SELECT a, SUM(b) AS s FROM MyTable3 GROUP BY BY GROUPING SETS((a, c), (a), ())
--- refused: Encountered ")" at line 3, column 8.
CREATE VIEW bid AS
SELECT bid.auction,
       ),
       bid.price,
       bid.channel,
       bid.url,
       `dateTime`,
       bid.extra
FROM datagen
WHERE event_type = 2
--- refused: Encountered "," at line 1, column 30.
SELECT d FROM (SELECT a, b,  ,cd FROM MyTable1, MyTable2) t WHERE a NOT IN (SELECT d FROM MyTable2)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 47.
SELECT AVG(a), SUM(b), COUNT(c) MyTable1 FROM WHERE a = 1
--- refused: Encountered "," at line 1, column 18.
SELECT a, f FROM , y WHERE x.c = y.f AND y.e > 100 AND x.a IN (SELECT z.i FROM z WHERE y.e = z.j AND z.j < 50)
--- refused: Incorrect syntax near the keyword 'INTERVAL' at line 1, column 58.
SELECT COUNT(*) FROM testTable2 GROUP BY TUMBLE(rowtime, INTERVAL  MINUTE)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 15.
INSERT INTO   SELECT * FROM t2 ON CONFLICT DO ERROR
--- refused: Encountered "= <EOF>" at line 1, column 132.
insert into snk_for_cdc_src select * from no_delete_and_update_before_src1 join no_delete_and_update_before_src2 on a1 = b1 and a2 =
--- accepted
SELECT AVG(a) FROM (SELECT AVG(aAS ) a FROM T GROUP BY b)
--- accepted
SELECT a1, a2 FROM A, (SELECT COUNT(a1)  cnt FROM A) WHERE a1 < cnt
--- accepted
select a, c  MyTable
--- refused: Encountered "with" at line 1, column 30.
create database db1 comment  with'test create database'( 'key1' = 'value1', 'key2.a' = 'value2.a')
--- refused: Encountered "< TABLE" at line 1, column 64.
SELECT * FROM MyTable2 FULL OUTER JOIN MyTable1 ON a = d AND d < TABLE AND b < h
--- refused: Encountered ". [" at line 1, column 16.
SELECT `Result`.[.data_arr`Mid`2].`value`, `Result`.`Mid`.data_arr[ID].`value`, `Result`.`Mid`.data_map['item'].`value`, `Result`.`Mid` FROM NestedItemTable
--- refused: Encountered "<EOF>" at line 1, column 12.
SET 'key' =
--- refused: Incorrect syntax near the keyword 'ORDER' at line 1, column 23.
SELECT a MyTable FROM ORDER BY proctime desc, c
--- refused: Encountered "2" at line 1, column 51.
SELECT * FROM NestedItemTable WHERE `Result`.`Mid`2[.data_arr].`value` = 3
--- refused: Encountered "\'connector\'" at line 4, column 8.
create table StreamingTable2 (
  id int,
  str string
) with 'connector'
  ( = 'filesystem',
  'path' = '$VAR_STREAMING_PATH2',
  'format' = 'csv'
)
--- refused: Encountered "ts" at line 1, column 61.
alter materialized table default_database.mt1 add watermark ts for as ts - interval '1' second
--- refused: Encountered "abs x" at line 1, column 39.
SELECT abs(x), sum(y) FROM t GROUP BY abs x)
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM MyTable WHERE b > 0
--- refused: Encountered "partition" at line 1, column 15.
SELECT * FROM partition WHERE `Result`.`Mid`.data_map['item'].`value` = 3
--- refused: Encountered "*" at line 1, column 26.
select /*+ NeSt_lOoP(T1) * */* from T1 join T2 on T1.a1 = T2.a2
--- refused: Encountered "show from" at line 1, column 1.
show  from catalog1.db1 not like '%'
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 28.
SELECT * VirtualTable FROM WHERE id > 2 AND part1 = 'A'
--- refused: Encountered "," at line 1, column 122.
Select * from (select id, fact_date_sk, amount as amount1 from fact where price < 500 union all select id, fact_date_sk, , amount from fact where price > 600) fact2, dim where fact2.fact_date_sk = dim.dim_date_sk and dim.price < 500
--- refused: Encountered "on" at line 1, column 45.
SELECT * FROM MyTable1 WHERE a IN (SELECT d on MyTable2 WHERE a > e)
--- refused: Encountered "on" at line 1, column 36.
select * from dim left outer join  on fact.amount = dim.amount and dim.price < 500
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 19.
SELECT id, ts1,   FROM src
--- refused: Encountered "." at line 1, column 21.
SELECT * FROM l, r l.a WHERE = r.d AND EXISTS (SELECT * FROM t t1 WHERE l.b = t1.j AND t1.k > 50) AND c >= 1 AND EXISTS (SELECT * FROM t t2 WHERE l.a = t2.i AND t2.j < 100)
--- refused: Encountered "*/" at line 1, column 9.
SELECT +*/ SHUFFLE_HASH(t1, t3) */ * FROM t1 JOIN t2 ON t1.id = t2.id JOIN t3 ON t1.id = t3.id
--- refused: Encountered "=" at line 1, column 36.
select * from t1/*+ OPTIONSSTRINGk1='#v1', k2='#v2') */
--- refused: Incorrect syntax near the keyword 'BY' at line 3, column 10.
SELECT SUM(amount)
FROM Orders
GROUP BY BY users
HAVING SUM(amount) > 50
--- refused: Encountered "proctime" at line 1, column 30.
SELECT a FROM MyTable ORDER  proctime desc, c
--- refused: Encountered "<EOF>" at line 1, column 111.
SELECT b FROM l WHERE (CASE WHEN a IN (SELECT i FROM t1) THEN 1 ELSE 2 END IN (SELECT d FROM r WHERE l.c = r.f)
--- refused: Encountered "new_column" at line 1, column 32.
alter materialized table mt1   new_column string comment 'new_column docs' first
--- refused: Encountered "<EOF>" at line 1, column 33.
alter table orders2 drop primary
--- refused: Encountered "+" at line 1, column 10.
select  *+ SHUFFLE_HASH(T1) */* from T1 join T2 on T1.a1 = T2.a2 where T1.a1 > 5
--- refused: Encountered "tbl" at line 1, column 48.
CREATE TABLE MyTable (uid BIGINT, name STRING) tbl BY (uid)
--- refused: Encountered ")" at line 1, column 8.
SELECT )(UUID AS uuid, * FROM clicks LIMIT 3
--- refused: Encountered "T3" at line 1, column 32.
select /*+ SHUFFLE_HASH(T2, T3 T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- refused: Encountered "from" at line 1, column 31.
insert into snk select * from from (   select distinct max(a0) as a0, a1, max(a2) as a2, max(a3) as a3 from src1 group by a1) tmp join src2 on tmp.a1 = src2.b1 and tmp.a2 = src2.b2
--- refused: Encountered "MyTable" at line 1, column 20.
SELECT * temporary MyTable WHERE EXISTS (SELECT a FROM MyTable LIMIT 0)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 16.
SELECT * FROM  WHERE c NOT IN (SELECT f1 FROM r, LATERAL TABLE(table_func(f)) AS T(f1) WHERE a = d)
--- refused: Encountered "," at line 8, column 24.
CREATE TEMPORARY TABLE user_activity (
  user_id BIGINT,
  user_features ARRAY<FLOAT>,
  browsing_history ARRAY<STRING>,
  context_features ARRAY<FLOAT>,
  event_time TIMESTAMP(3)
) WITH (
  'connector' 'kafka' =,
  'topic' = 'user_events',
  'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 'json'
)
--- refused: Encountered "join" at line 1, column 64.
select /*+ BROADCAST(V2)*/T1.* from T1 join (select T1.* from  join T2 on T1.a1 = T2.a2) V2 on T1.a1 = V2.a1
--- accepted
SELECT * FROM Orders AS o JOIN rates_last_value FOR SYSTEM_TIME AS OF o.proctime  r on o.currency = r.currency
--- refused: Encountered "materialized" at line 1, column 1.
materialized alter table mt1 modify row_column.f0 int not null comment 'change nullability'
--- refused: Encountered "if" at line 1, column 30.
drop temporary connection if if exists conn1
--- refused: Encountered "AS" at line 1, column 30.
SELECT * FROM (VALUES ((NULL AS INT))
--- refused: Encountered "b" at line 1, column 62.
SELECT a FROM x WHERE a IN (SELECT c FROM y WHERE x.b = y.d) b AND IN (SELECT f FROM z)
--- refused: Encountered "GROUP" at line 1, column 28.
SELECT AVG(aFROM ) MyTable GROUP BY b
--- accepted
SELECT * FROM x WHERE a NOT IN (SELECT c1 FROM (SELECT d * 2 as d1, c + 1 as c1 FROM y y) y1 WHERE x.b = y1.d1 AND d1 > 10)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 13.
SELECT ac , FROM MyTable FETCH FIRST 10 ROWS ONLY
--- refused: Encountered ">" at line 1, column 121.
INSERT INTO t1 VALUES (MAP['a', '123', 'b', '123456'], MAP['k1', X'C0FFEE', 'k2', X'BABE']), (CAST(NULL AS MAP<STRING,  >), CAST(NULL AS MAP<STRING, BYTES>)), (MAP['a', '1', 'b', '1'], MAP['k1', X'10', 'k2', X'20'])
--- refused: Encountered "T1" at line 1, column 58.
select /*+ NEST_LOOP(V3)*/V3.* from V3 join T1 on V3.a1  T1.a1
--- refused: Encountered "* alter" at line 1, column 25.
SELECT * FROM l WHERE a * alter NOT IN (SELECT d FROM r)
--- refused: Encountered "," at line 1, column 13.
SELECT a3,  ,b3c, s, a, COUNT(*) FROM (SELECT a3, b3, COUNT(c3) AS c, SUM(d3) AS s, AVG(d3) AS a FROM T3 GROUP BY a3, b3) t GROUP BY a3, b3, c, s, a
--- refused: Encountered "materialized" at line 1, column 20.
alter materialized materialized table mt1 drop primary key
--- refused: Encountered "function function" at line 1, column 18.
create temporary function function if not exists catalog1.db1.function1 as 'org.apache.flink.function.function1'
--- refused: Encountered "src1" at line 1, column 64.
insert into append_snk select * from src1 join src2 on src1.a1 src1.a1 = src2.b1 and src1.a2 = src2.b2
--- refused: Encountered "columns" at line 1, column 14.
show columns columns from orders
--- refused: Encountered ", ," at line 1, column 13.
SELECT MAP[b,  , 10, a] FROM MyTable
--- refused: Encountered "," at line 1, column 11.
SELECT c, , rowtime FROM MyTable LIMIT 0
--- refused: Non-query expression encountered in illegal context
a SELECT FROM UdfTable
--- refused: Incorrect syntax near the keyword 'ORDER' at line 1, column 50.
SELECT /*+ NEST_LOOP(t1) */ * FROM t1 JOIN t2 ON ORDER = t2.id
--- accepted
alter table if exists t1 rename   to a.y
--- refused: Encountered "," at line 1, column 37.
INSERT INTO partitioned_sink (e,a,g,,c,d) SELECT e,a,456,123,c,d FROM MyTable GROUP BY a,b,c,d,e
--- refused: Incorrect syntax near the keyword 'COALESCE' at line 1, column 1.
COALESCE SELECT(a.order_id, b.order_id) AS order_id, a.amount FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- refused: Encountered "FROM" at line 1, column 58.
SELECT COUNT(DISTINCT a), SUM(DISTINCT b), MAX(a, MIN(a) FROM MyTable
--- refused: Encountered "from" at line 1, column 28.
insert into MySink select  from MyTable where a > 10
--- refused: Encountered "exists" at line 1, column 15.
drop model T2 exists catalog1.db1.m1
--- refused: Encountered "in" at line 1, column 66.
SELECT * FROM l WHERE EXISTS (SELECT d FROM (SELECT MAX(d) AS d, in FROM r GROUP BY f) t WHERE l.c > t.f)
--- refused: Encountered "b1" at line 1, column 42.
SELECT a1, b1 FROM A RIGHT JOIN B ON a1  b1 AND a2 > b2
--- refused: Encountered "c1" at line 1, column 7.
drop  c1.`default`.MyTable6
--- refused: Encountered "ts" at line 1, column 68.
alter materialized table default_database.mt1 add watermark for ts ts as - interval '1' second
--- accepted
SELECT a FROM x WHERE (SELECT MAX(d) FROM y WHERE c  (SELECT e FROM z WHERE y.d = z.f)) IN (SELECT f FROM z WHERE z.e = x.a)
--- refused: Encountered "," at line 1, column 12.
SELECT a,  , ordinality FROM MyTable CROSS JOIN UNNEST(b) WITH ORDINALITY AS t(number, ordinality)
--- refused: Encountered ")" at line 1, column 23.
INSERT INTO T VALUES ()1
--- refused: Encountered "DESCRIPTOR" at line 6, column 14.
INSERT INTO print_sink
SELECT id, movie_name, content as predicit_label, actual_label
FROM ML_PREDICT(
  TABLE movie_comment,
  MODEL ai_analyze_sentiment,
  DESCRIPTOR DESCRIPTOR(user_comment))
--- refused: Encountered "NOT `data`" at line 1, column 61.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a NOT `data` (SELECT z.i FROM z WHERE x.b = z.j AND z.j < 50)
--- refused: Encountered ")" at line 4, column 1.
SELECT * FROM TO_CHANGELOG(
  input => TABLE my_aggregation,
  op => DESCRIPTOR(operation) )
)
--- refused: Encountered "AS" at line 7, column 20.
CREATE MATERIALIZED TABLE my_materialized_table
    FRESHNESS = INTERVAL '10' SECOND
    AS
    SELECT
        user_id,
        COUNT(*) AS event_count,
        SUM(amount AS total_amount
    FROM
        kafka_catalog.db1.events
    WHERE
        event_type = 'purchase'
    GROUP BY
        user_id
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1 where a1 in (select a2  T2)
--- refused: Encountered "show" at line 1, column 121.
SELECT * FROM x WHERE a NOT IN (SELECT c1 FROM (SELECT d * 2 as d1, c + 1 as c1 FROM y) y1 WHERE x.b = y1.d1 AND d1 > 10show
--- refused: Encountered "*" at line 1, column 26.
select /*+ BROADCAST(T2) ** from T1 left join T2 on T1.a1 = T2.a2
--- refused: Encountered "b" at line 1, column 25.
alter table t1 rename a b to
--- refused: Encountered "IN SELECT" at line 1, column 25.
SELECT * FROM l WHERE a IN  SELECT d FROM r WHERE l.b > r.e)
--- refused: Encountered "T1 */" at line 1, column 22.
select /*+ BROADCAST(T1 */a1 + 1, a1 * 10 from T1 join T2 on T1.a1 = T2.a2
--- refused: Encountered "UNNEST" at line 1, column 44.
SELECT bd_name FROM nested_not_null CROSS  UNNEST(nested_not_null.business_data) AS exploded_bd(bd_name)
--- accepted
alter  table mt1 modify new_column string comment 'new_column docs'
--- refused: Encountered "WHERE" at line 1, column 28.
SELECT a  ProjectableTable WHERE IFNULL(a, 1) = 1
--- refused: Encountered "group" at line 1, column 49.
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1  A group by a1) RIGHT JOIN B ON a1 = b1
--- refused: Encountered "show ilike" at line 1, column 1.
show   ilike 'db1%'
--- refused: Encountered "connections" at line 1, column 18.
show connections connections not like 'temp_%'
--- refused: Encountered "FROM" at line 1, column 39.
SELECT * FROM MyTable1 WHERE a IN ( d FROM MyTable2)
--- refused: Encountered "where" at line 1, column 33.
select (select count(x)-1 from  where foo.y=bar.i) from bar
--- refused: Encountered "t" at line 1, column 94.
SELECT * FROM l WHERE EXISTS (SELECT * FROM r) AND EXISTS (SELECT * FROM t WHERE l.a = t.i   t.j < 100)
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM WithWatermark WHERE LOWER(name) = 'foo'
--- accepted
SELECT * FROM leftT WHERE EXISTS (SELECT * FROM rightT WHERE y > 2)
--- refused: Encountered "= and" at line 1, column 144.
insert into snk select a0, a1, a2, a3, b0, b2, b1 from (  select a0, a1, a2, cast(RAND() * a3 AS int) as a3 from src1) tmp join src2 on tmp.a1 = and src2.b1 tmp.a2 = src2.b2 on conflict do deduplicate
--- refused: Incorrect syntax near the keyword 'ORDER' at line 1, column 15.
SELECT a FROM ORDER MyTable BY rowtime, c LIMIT 0
--- refused: Encountered "a" at line 1, column 186.
SELECT   c,   HOP_END(ts, INTERVAL '1' HOUR, INTERVAL '3' HOUR),   HOP_START(ts, INTERVAL '1' HOUR, INTERVAL '3' HOUR),   HOP_ROWTIME(ts, INTERVAL '1' HOUR, INTERVAL '3' HOUR),   SUM(a a) AS sumA,   AVG(b) AS avgB FROM MyTable2 GROUP BY HOP(ts, INTERVAL '1' HOUR, INTERVAL '3' HOUR), d, c
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM A LEFT JOIN B ON a1 = b1
--- refused: Non-query expression encountered in illegal context
MyTable procedures from catalog1.db1 not like '%'
--- accepted
SELECT c, SUM(DISTINCT a), (a), COUNT(DISTINCT b) FROM MyTable GROUP BY c
--- refused: Encountered "( left" at line 1, column 35.
select /*+ NEST_LOOP(T1) */* from ( left join T2 on T1.a1 = T2.a2
--- refused: Encountered "*" at line 1, column 30.
select /*+ BROADCAST(T2, T3) * */from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- refused: Encountered ")" at line 11, column 13.
CREATE TABLE user_behavior (
  user_id BIGINT,
  item_id BIGINT,
  category_id BIGINT,
  behavior STRING,
  ts TIMESTAMP(3),
  dt STRING
) PARTITIONED BY (dt) WITH (
 'connector' = 'filesystem',
 'path' = '/tmp/user_behavior',
 'format' = )
'orc'
--- refused: Encountered "alter" at line 1, column 7.
table alter t1 drop constraint ct1
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 87.
SELECT * FROM Orders AS o JOIN RatesHistoryLegacy FOR SYSTEM_TIME AS OF o.proctime AS AS r ON o.currency = r.currency
--- accepted
SELECT * FROM T1 WHERE T1.c IN (SELECT d   T2)
--- refused: Encountered "," at line 1, column 9.
SELECT  ,aCOUNT(DISTINCT b), SUM(DISTINCT b) FROM MyTable2 GROUP BY a
--- refused: Encountered "SELECT" at line 1, column 8.
create SELECT view v as select col1 from tbl
--- refused: Encountered "*" at line 1, column 2.
* FROM DataStreamTable
--- refused: Encountered "< )" at line 1, column 71.
select * from fact full outer join (select * from dim where dim.price < ) on fact_date_sk = dim_date_sk
--- refused: Encountered "(" at line 1, column 18.
alter table  add (new_row.f2 array<int>)
--- refused: Non-query expression encountered in illegal context
MIN(c), AVG(a) FROM (SELECT a, b + 3 AS d, c FROM MyTable) GROUP BY d
--- refused: Encountered ")" at line 1, column 22.
SELECT MIN(`string`) ) FROM MyTable
--- refused: Encountered "+" at line 1, column 10.
SELECT * + t1 FOR SYSTEM_TIME AS OF TIMESTAMP '2023-01-01 02:00:00'
--- accepted
CREATE VIEW T1 AS
SELECT auction.id,
       auction.itemName,
       auction.description,
       auction.initialBid,
       auction.reserve,
       `dateTime`,
       auction.expires,
       auction.seller,
       auction.category,
       auction.extra
FROM datagen
WHERE event_type = 1
--- refused: Encountered "GROUP" at line 1, column 60.
SELECT COUNT(*) AS c, GROUPING(deptno) AS g FROM emp GROUP GROUP BY deptno
--- refused: Incorrect syntax near the keyword 'FROM' at line 4, column 1.
EXPLAIN PLAN_ADVICE
INSERT INTO MySink
SELECT a, b,  
FROM MyTable
WHERE b > 100
--- refused: Encountered "as" at line 1, column 67.
SELECT id, func1(str) FROM (VALUES (1, 'Hello World' , (2, 'Hi')) as T(id, str)
--- refused: Encountered "," at line 2, column 8.
INSERT INTO classification_results
SELECT , prediction, confidence
FROM ML_PREDICT(
  TABLE historical_data,
  MODEL batch_classifier,
  DESCRIPTOR(features)
)
--- refused: Encountered "pageviews" at line 1, column 9.
CREATE  pageviews (
  user_id BIGINT,
  page_id BIGINT,
  viewtime TIMESTAMP,
  proctime AS PROCTIME()
) WITH (
  'connector' = 'kafka',
  'topic' = 'pageviews',
  'properties.bootstrap.servers' = '...',
  'format' = 'avro'
)
--- refused: Encountered "a" at line 1, column 49.
alter table t1 add constraint ct1 primary key(a a, b) not enforced
--- refused: Encountered "c" at line 1, column 37.
SELECT * FROM T1 RIGHT JOIN T2 ON a c =
--- refused: Encountered "dim" at line 1, column 193.
Select * from fact_part, item, dim where fact_part.id = item.id and dim.price in (select price from dim where amount = (select amount from dim where amount = 2000)) and fact_part.fact_date_sk dim.dim_date_sk =
--- refused: Encountered "int" at line 1, column 65.
alter materialized table mt1 modify row_column.f0 row_column.f0 int not null comment 'change nullability'
--- refused: Extended columns not allowed under the current SQL conformance level
INSERT INTO metadata_sink (a,b,c,d,e,f f) SELECT a,b,c,d,e,123 FROM MyTable
--- refused: Encountered "from" at line 1, column 30.
SELECT * FROM x WHERE CAST(a from BIGINT) IN (SELECT d FROM y)
--- refused: Incorrect syntax near the keyword 'NOT' at line 1, column 30.
SELECT * FROM l ( WHEREa, c) NOT IN (SELECT d, f FROM r)
--- refused: Encountered "(" at line 1, column 12.
select /*+ (T1)*/T1.* from T1 join V5 on T1.a1 = V5.a1
--- refused: Encountered "comment" at line 1, column 17.
create database comment db1 'test create database'
--- refused: Non-query expression encountered in illegal context
a FROM MyTable ORDER BY c, proctime LIMIT 1
--- accepted
alter table t1 add col_int as col_a * col_b after col_b
--- refused: Encountered "from" at line 1, column 17.
show views from from catalog1.db1
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE l.a < r.d)
--- refused: Encountered "WATERMARK" at line 5, column 3.
CREATE TEMPORARY TABLE image_stream (
  image_id STRING,
  image_pixels ARRAY<FLOAT>,   
  upload_time TIMESTAMP(3)
  WATERMARK FOR upload_time AS upload_time - INTERVAL '5' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'images',
  'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 'json'
)
--- refused: Encountered "b2" at line 1, column 95.
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) LEFT JOIN (SELECT SUM( )b2AS b2, b1 FROM B GROUP BY b1) ON a1 = b1
--- refused: Encountered "databases" at line 1, column 3.
databases from c0 ilike 'db%'
--- accepted
SELECT c FROM T1 WHERE 1=0 INTERSECT SELECT f  T2
--- accepted
SELECT * FROM x WHERE a  (SELECT c FROM y WHERE d IN (SELECT f FROM z) AND x.b = y.d)
--- refused: Encountered "," at line 1, column 27.
SELECT COUNT(DISTINCT a), , SUM(b) FROM MyTable2 GROUP BY GROUPING SETS (b, c)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * MyTable ORDER BY a, b DESC LIMIT 10
--- refused: Encountered "join" at line 1, column 41.
select /*+ SHUFFLE_MERGE(V2)*/T3.* from join T3 V2 on T3.a3 = V2.a1
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM T1 FULL OUTER JOIN T2 ON a = c WHERE a IN (SELECT e FROM T3)
--- refused: Incorrect syntax near the keyword 'OR' at line 1, column 46.
SELECT * FROM VirtualTable WHERE part1 = 'A' OR OR part2 > 1
--- accepted
SELECT f0, JSON_ARRAYAGG(f0) FROM T GROUP BY add
--- refused: Encountered "functions" at line 1, column 21.
show user functions functions from db1 like '%'
--- refused: Encountered "," at line 1, column 13.
USE MODULES , core
--- refused: Encountered "f" at line 1, column 22.
SET 'execution.mode' f 'yarn-session'
--- refused: Encountered "like" at line 1, column 25.
show columns in v1 like like '%r'
--- refused: Encountered "catalog1" at line 1, column 8.
create catalog1.db1.function1 function as 'org.apache.flink.function.function1'
--- refused: Encountered ")" at line 1, column 24.
SELECT COUNT(DISTINCT  )cFROM MyTable
--- refused: Encountered "," at line 3, column 12.
SELECT window_start, window_end, SUM(partial_price) AS total_price
  FROM TUMBLE(TABLE window1, DESCRIPTOR(rowtime), INTERVAL '10' MINUTES)
  GROUP BY , window_end
--- accepted
SELECT (pyFunc2(a + pyFunc1(a, c), b), c) FROM MyTable
--- refused: Non-query expression encountered in illegal context
'pipeline.name' = 'kafka-to-hive'
--- accepted
SELECT a2, SUM(a1) FROM A GROUP BY a2 HAVING SUM() > (SELECT SUM(a1) * 0.1 FROM A)
--- refused: Encountered "db1" at line 1, column 14.
show tables  db1 like 'p_r%'
--- refused: Encountered "*" at line 1, column 2.
* from MyTable
--- refused: Encountered "GROUP" at line 3, column 3.
SELECT window_start, window_end, item, supplier_id, SUM(price) AS total_price
  FROM TUMBLE(TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES
  GROUP BY window_start, window_end, GROUPING SETS (
      (supplier_id, item),
      (supplier_id      ),
      (             item),
      (                 )
)
--- refused: Encountered "<EOF>" at line 1, column 23.
show create connection
--- refused: Encountered "300" at line 1, column 216.
Select * from (select fact_date_sk + 1 as fact_date_sk, id from fact_part) fact_part1 join item on fact_part1.id = item.id join dim on fact_part1.fact_date_sk = dim.dim_date_sk where dim.price < 500 and dim.price   300
--- refused: Encountered "join on" at line 1, column 38.
select /*+ BROADCAST(T1) */* from T1 join   on T1.a1 = T2.a2 where T1.a1 > 5
--- refused: Encountered "from" at line 1, column 117.
Select * from fact_part join item on fact_part.id = item.id join (select dim_date_sk + 1 as dim_date_sk, price from from dim) dim1 on fact_part.fact_date_sk = dim1.dim_date_sk where dim1.price < 500 and dim1.price > 300
--- refused: Encountered "t" at line 1, column 10.
CREATE   t (a int PRIMARY KEY NOT ENFORCED, b string, c double)
WITH (
  'connector' = 'test-update-delete',
  'data-id' = '$VAR_TRUNCATE_TABLE_DATA_ID'
)
--- accepted
SELECT * FROM f(columnList1 => (a), columnList2 => DESCRIPTOR(b, c), columnList3 => DESCRIPTOR())
--- accepted
SELECT bFROM y FROM t LEFT OUTER JOIN s ON a = z AND b < x
--- refused: Non-query expression encountered in illegal context
m1, metadata FROM T1
--- refused: Encountered "a1" at line 1, column 49.
SELECT * FROM MyTable1 FULL JOIN MyTable2 ON a1 a1 = a2 AND b1 = b2 WHERE a1 = 2
--- refused: Encountered "," at line 1, column 18.
SELECT a FROM ( a, b FROM MyTable) t WHERE random_udf(b) > 10
--- refused: Encountered "create" at line 1, column 92.
SELECT t.field1 as dt FROM testJoinOnNested t, testJoinOnNested2 t2 WHERE t.data[0].nested[create].trId = t2.data1.nested.trId
--- refused: Encountered "c1" at line 1, column 30.
create table c1.db1.MyTable3 c1.db1.MyTable3 (a int, b string) with ('connector' = 'values')
--- refused: Encountered "=" at line 5, column 19.
CREATE TEMPORARY TABLE vector_input (
    id BIGINT,
    features ARRAY<FLOAT>
) WITH (
    'connector' = = 'datagen',
    'fields.features.length' = '128'   
)
--- refused: Encountered "1" at line 1, column 45.
SELECT a FROM MyTable ORDER BY rowtime desc 1 LIMIT OFFSET 1
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 37.
SELECT bd_name FROM nested_not_null LEFT JOIN JOIN UNNEST(nested_not_null.business_data) AS exploded_bd(bd_name) ON TRUE
--- refused: Encountered "y" at line 1, column 55.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100   y.d NOT IN (SELECT z.i FROM z WHERE y.e > z.j AND z.j < 50)
--- refused: Encountered "," at line 1, column 60.
ALTER MATERIALIZED TABLE tbl1 SET FRESHNESS = INTERVAL '1' ,
--- accepted
select /*+ NEST_LOOP(T1)*/T4.a1, (select count(*) from T1 join T3 T3 on T1.a1 = T3.a3) as cnt from (select T1.* from T1 join T2 on T1.a1 = T2.a2 where T1.b1 = 'abc') T4
--- refused: Encountered "l" at line 1, column 127.
SELECT a, b, c, s, l FROM MyTable, LATERAL TABLE(func(c)) AS T(s, l) WHERE l = a and c = s and pyFunc(l, l) = 2 and l + 1 = l l * l
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM orders
--- refused: Incorrect syntax near the keyword 'SAVEPOINT' at line 1, column 15.
SELECT * FROM SAVEPOINT, T2, T3 WHERE a = c AND a = e
--- refused: Encountered "<EOF>" at line 1, column 33.
select /*+ BROADCAST(T1)*/* from
--- refused: Encountered "functions" at line 1, column 1.
functions show from db1
--- accepted
select /*+ BROADCAST() */* from T1 where a1 not in (select a2 from T2)
--- refused: Incorrect syntax near the keyword 'COUNT' at line 1, column 50.
SELECT a from MyTable RIGHT JOIN MyTable2 ON a = COUNT WHERE func1(a) > 10
--- refused: Encountered "," at line 1, column 35.
INSERT INTO my_rtas_table SELECT  , name, age FROM source_table WHERE mod(id, 10) = 0
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM leftT WHERE EXISTS (SELECT * FROM rightT WHERE b > 2)
--- refused: Encountered "fact" at line 1, column 37.
SELECT * FROM VirtualTable WHERE id fact.amount 2 OR part1 = 'A'
--- refused: Non-query expression encountered in illegal context
MIN(c) FROM MyTable
--- refused: Encountered "src2" at line 1, column 96.
insert into append_snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2 src2.b2
--- refused: Encountered "<EOF>" at line 1, column 34.
REPLACE TABLE t AS SELECT * b FROM
--- refused: Encountered "in" at line 1, column 46.
select /*+ BROADCAST(T1) */* from T1 where   in (select a2 from T2)
--- refused: Encountered "," at line 1, column 17.
show columns in , not like '%u%'
--- refused: Encountered "(" at line 1, column 58.
SELECT * FROM MyTable WHERE a <> 1 AND a <> 2 AND a <> 3 ( a <> 4 AND a = 5
--- refused: Encountered "\'A\'" at line 1, column 46.
SELECT * FROM PartitionableTable WHERE part1 'A' =
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 39.
SELECT a, f FROM x, y WHERE x.c = y.f AND   > 100 AND NOT EXISTS (SELECT * FROM z WHERE z.i < y.d AND z.j < 50)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT COUNT(*) AS c FROM emp GROUP BY ROLLUP(1)
--- refused: Encountered "DROP" at line 1, column 16.
TABLE MyTable DROP PRIMARY KEY
--- refused: Encountered ")" at line 2, column 1.
SELECT user, RANK() OVER (ORDER BY 
)lastActionFROM (
  SELECT user, MAX(cTime) AS lastAction FROM clicks GROUP BY user
)
--- refused: Encountered "<EOF>" at line 1, column 31.
SET 'table.local-time-zone' =
--- refused: Encountered "," at line 1, column 22.
alter table t1 reset ,'key1'( 'key2')
--- refused: Encountered "statistics" at line 1, column 20.
analyze table emps statistics compute for columns a, b
--- accepted
SELECT * FROM `cat``default`.v
--- refused: Encountered "my_materialized_table" at line 1, column 23.
CREATE MATERIALIZED   my_materialized_table
    FRESHNESS = INTERVAL '10' SECOND
    AS
    SELECT
        user_id,
        COUNT(*) AS event_count,
        SUM(amount) AS total_amount
    FROM
        kafka_catalog.db1.events
    WHERE
        event_type = 'purchase'
    GROUP BY
        user_id
--- refused: Encountered "<EOF>" at line 1, column 182.
SELECT * FROM x WHERE (a = 1 AND b = 2 OR (NOT(a <> 1) AND c = 3) AND true AND EXISTS (SELECT * FROM y WHERE x.a = y.d AND 2=2 AND (SELECT count(*) FROM z WHERE i = 5 AND j = 6) > 0)
--- refused: Encountered "REFRESH" at line 1, column 19.
ALTER  TABLE tbl1 REFRESH
--- refused: Encountered "<EOF>" at line 1, column 24.
desc function extended
--- refused: Encountered "FROM" at line 1, column 17.
SELECT MAX( (c) FROM MyTable1 GROUP BY b, HOP(ts, INTERVAL '0.111' SECOND(1,3), INTERVAL '1' SECOND)
--- accepted
SELECT a  MyTable ORDER BY rowtime DESC LIMIT 1 OFFSET 0
--- refused: Encountered ")" at line 1, column 39.
SELECT * FROM x WHERE  a = 1 AND b = 2) OR (NOT(a <> 1) AND c = 3) AND true
--- accepted
alter table t1 add col_int int metadata from 'mk1'  comment 'comment_metadata' after col_b
--- refused: Encountered "1" at line 1, column 33.
create view MyView1 as select 1 1 +
--- refused: Encountered ")" at line 1, column 49.
SELECT * FROM l WHERE (a + 10, SUBSTRING(c, 15 ,)) NOT IN (SELECT d + 100, TRIM(f) FROM r WHERE l.b = r.e)
--- refused: Encountered "(" at line 1, column 10.
TABLE t (
bm bitmap
)
--- refused: Encountered "=" at line 1, column 46.
SELECT * FROM (SELECT * FROM T1 JOIN T2 ON   = c) t WHERE a IN (SELECT e FROM T3)
--- refused: Encountered "= )" at line 1, column 45.
SELECT * FROM WithWatermark WHERE LOWER(name= ) 'foo'
--- refused: Encountered "string" at line 4, column 7.
create table source_table(
  a int primary key,
  b bigint,
  c c string,
  primary key(a) not enforced
)
LIKE parent_table
--- refused: Encountered "CONFLICT" at line 1, column 50.
INSERT OVERWRITE t1 SELECT * FROM t2 ON CONFLICT CONFLICT DO NOTHING
--- refused: Encountered ")" at line 1, column 21.
select /*+ BROADCAST)T1( */* from T1, T2 where T1.a1 = T2.a2
--- refused: Encountered "DROP" at line 1, column 6.
DROP DROP VIEW IF EXISTS view_name
--- refused: Encountered "NOW" at line 3, column 33.
CREATE TABLE tbl1 (
  f1 row<q1 bigint, q2 row<t1 timestamp, t2 varchar>, q3 boolean>,
  WATERMARK FOR f1.q2.t1 AS NOW NOW()
)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Encountered "=" at line 1, column 55.
CREATE OR REPLACE TABLE t (PRIMARY KEY (col1)) WITH ( = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "x" at line 1, column 58.
SELECT b, y FROM t RIGHT OUTER JOIN s ON a = z AND b < x x
--- refused: Encountered "h" at line 1, column 50.
alter table tbl1 add DISTRIBUTION BY RANGE(atags h) INTO 6 BUCKETS
--- refused: Encountered ")" at line 1, column 52.
SELECT * FROM l WHERE (a + 10, SUBSTRING(c, 1, 5) )) IN (SELECT d + 100, SUBSTRING(f, 1, 5) FROM r)
--- refused: Encountered "=" at line 1, column 58.
SELECT a from MyTable LEFT JOIN MyTable2 ON a = a2 WHERE = a a2 AND func6(a, a2) > 10
--- refused: Incorrect syntax near the keyword 'PRIMARY' at line 12, column 7.
CREATE TABLE tbl1 (
  a bigint,
  h varchar, 
  g as 2 * (a + 1), 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  b varchar,
  proc as PROCTIME(), 
  meta STRING METADATA, 
  my_meta STRING METADATA FROM 'meta', 
  my_meta STRING METADATA FROM 'meta' VIRTUAL, 
  meta STRING METADATA VIRTUAL, 
  KEY PRIMARY (a, b)
)
PARTITIONED BY (a, h)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 78.
SELECT a FROM x WHERE (SELECT MAX(d) FROM y WHERE c > 0) IN (SELECT f z FROM WHERE z.e = x.a)
--- accepted
INSERT INTO upsert_sink_table SELECT l.* upsert_table_partial_deletes FROM l JOIN upsert_table_full_deletes r ON l.id = r.id
--- refused: Encountered "*" at line 1, column 2.
* FROM MyTable WHERE part1 = 'A'
--- refused: Encountered "<EOF>" at line 1, column 34.
SET 'pipeline.max-parallelism' =
--- refused: Encountered "," at line 4, column 21.
SELECT window_start, window_end, item, supplier_id, SUM(price) AS total_price
  FROM TUMBLE(TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)
  GROUP BY window_start, window_end, GROUPING SETS (
      (supplier_id, , item),
      (supplier_id      ),
      (             item),
      (                 )
)
--- refused: Encountered "\'%\'" at line 1, column 36.
show functions in catalog1.db1 not '%' ilike
--- refused: Encountered "IN" at line 1, column 48.
SELECT * FROM x WHERE a IN (SELECT c FROM y  d IN (SELECT f FROM z))
--- refused: Encountered "a" at line 1, column 138.
SELECT /*+ LOOKUP('table'='D', 'async'='true') */ * FROM MyTable AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a a D.id
--- refused: Encountered "<EOF>" at line 1, column 33.
SELECT x, sum(y) FROM t GROUP BY
--- refused: Encountered "," at line 2, column 8.
INSERT INTO classified_reviews
SELECT , movie_name, output as predicted_sentiment, actual_sentiment
FROM ML_PREDICT(
  TABLE movie_reviews,
  MODEL triton_sentiment_classifier,
  DESCRIPTOR(user_review)
)
--- refused: Encountered "C" at line 1, column 43.
SELECT * FROM A RIGHT JOIN B ON a1 = b1   C ON a1 = c1
--- refused: Encountered "v1" at line 1, column 14.
show columns v1 from like '%u'
--- refused: Encountered "*" at line 1, column 29.
alter table c1.d1.t1 rename * t2
--- refused: Encountered "drop" at line 1, column 13.
alter table drop t1 watermark
--- refused: Encountered "drop" at line 1, column 6.
drop drop function if exists c1.db.func10
--- refused: Incorrect syntax near the keyword 'ON' at line 1, column 109.
SELECT * FROM l WHERE EXISTS (SELECT * FROM (SELECT * FROM r LEFT JOIN LATERAL TABLE(table_func(f)) AS Tf1) ON TRUE))
--- refused: Non-query expression encountered in illegal context
SELECT a FROM (SELECT a, b FROM T1 INTERSECT d SELECT, e FROM T2)
--- refused: Encountered "show view" at line 1, column 1.
show  view orders2
--- refused: Encountered "a" at line 1, column 33.
CREATE TABLE if not exists tbl1 a
  ( bigint,
  h varchar, 
  PRIMARY KEY (a, b)
)
DISTRIBUTED BY HASH(a, h) INTO 6 BUCKETS  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Encountered "<EOF>" at line 1, column 34.
create view v as select col1 from
--- accepted
SELECT a a, b FROM MyTable1 WHERE a NOT IN (SELECT d FROM MyTable2)
--- refused: Incorrect syntax near the keyword 'JOIN' at line 3, column 3.
SELECT o.order_id, o.total, c.country, c.zip
FROM Orders AS 
  JOIN Customers FOR SYSTEM_TIME AS OF o.proc_time AS c
    ON o.customer_id = c.id
--- refused: Encountered "\'%\'" at line 1, column 39.
show procedures from catalog1.db1 not '%' like
--- refused: Encountered "CREATE" at line 1, column 43.
SELECT a, SUM(b) AS s FROM MyTable2 GROUP CREATE a
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM (SELECT f FROM r WHERE r.d = l.a AND r.e > 10)   INNER JOIN (SELECT i, k FROM t WHERE t.j = l.b AND i < 50) t1 ON r1.f = t1.k)
--- refused: Encountered "]" at line 1, column 46.
SELECT ROW(a, b, c), ARRAY[12, b], MAP[a, c] ] FROM MyTable5 WHERE (a, b, c) = ('foo', 12, TIMESTAMP '1984-07-12 14:34:24')
--- refused: Encountered ")" at line 1, column 21.
SELECT four, SUM(a) ) FROM (SELECT b, 4 AS four, a FROM MyTable) GROUP BY b, four
--- refused: Encountered "*" at line 1, column 9.
select +*+ NEST_LOOP(T1) */* from T1 right join T2 on T1.a1 = T2.a2
--- refused: Encountered "+" at line 1, column 9.
select *+ BROADCAST(T1) */a1 + 1, a1 * 10 from T1 join T2 on T1.a1 = T2.a2
--- refused: Encountered "c1" at line 1, column 8.
create c1.db1.MyTable4 table (a int, b string) with ('connector' = 'values')
--- refused: Encountered "PRIMARY" at line 8, column 11.
CREATE TABLE tbl1 (
  a bigint,
  h varchar, 
  g as 2 * (a + 1),
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'),
  b varchar,
  proc as PROCTIME(),
  PRIMARY PRIMARY KEY (a, b),
  UNIQUE (h, g)
) with (
  'connector' = 'kafka',
  'kafka.topic' = 'log.test'
)
--- refused: Encountered "b" at line 1, column 36.
SELECT asyncFunc1(a, b), pyFunc1(b b, c) FROM MyTable
--- accepted
SELECT * FROM leftT leftT WHERE NOT EXISTS (SELECT * FROM (SELECT DISTINCT c FROM rightT) WHERE a = c)
--- refused: Encountered "db1" at line 1, column 24.
show procedures in db1 db1 not ilike '%'
--- refused: Encountered "if" at line 1, column 20.
create model model if not exists m1
 INPUT(col1 INT, col2 STRING)
 OUTPUT(label DOUBLE)
 WITH (
  'key1'='value1',
  'key2'='value2'
 ) as select f1, f2 from t1
--- accepted
alter table if exists t1 rename a to a.y
--- refused: Encountered ")" at line 1, column 72.
ALTER MATERIALIZED TABLE MyMaterializedTable ADD DISTRIBUTION BY HASH( ) INTO 4 BUCKETS
--- refused: Encountered "=" at line 7, column 4.
create table BatchTable (
  id int,
  str string
) with (
  'connector' = 'filesystem',
  'path' = '$VAR_BATCH_PATH',
   = 'csv'
)
--- refused: Encountered "conflict" at line 1, column 179.
insert into snk(l0, l1, l2, r0, r2, r1) select * from (   select a0, a1, SUBSTRING(a2, 2) as a2 from src1WithMultiIndexes) tmp join src2 on tmp.a1 = src2.b1 and tmp.a2 = src2.b2 conflict on do deduplicate
--- refused: Encountered "FROM" at line 1, column 48.
SELECT d, COUNT(DISTINCT c) FILTER (WHERE a > 0FROM ) MyTable2 GROUP BY d
--- accepted
REPLACE TEMPORARY TABLE t (T1 string) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 33.
select * from fact join (select FROM from (select dim_date_sk, sum(dim.price) from dim group by dim_date_sk) agg1 join (select dim_date_sk, sum(dim.amount) from dim group by dim_date_sk) agg2 on agg1.dim_date_sk = agg2.dim_date_sk) as dimSide on fact.fact_date_sk = dimSide.dim_date_sk
--- refused: Encountered "3" at line 1, column 89.
SELECT * FROM l WHERE EXISTS (SELECT d FROM (SELECT MAX(d) AS d, f FROM r GROUP BY f) t 3 l.c > t.f)
--- refused: Encountered ">" at line 1, column 20.
SELECT * FROM l  b > 1 AND a NOT IN (SELECT d FROM r WHERE l.b = r.e AND r.d > 10)
--- refused: Encountered "table" at line 1, column 23.
show create or alter  table db1.mt1
--- refused: Encountered "," at line 1, column 76.
SELECT * FROM f(columnList1 => DESCRIPTOR(a), columnList2 => DESCRIPTOR(b, , c), columnList3 => DESCRIPTOR())
--- refused: Encountered "(" at line 1, column 40.
alter connection if exists conn1 set ( ('password' = 'new_password','url' = 'http://new.com')
--- refused: Incorrect syntax near the keyword 'ELSE' at line 1, column 64.
SELECT b FROM l WHERE  (CASE WHEN a IN (SELECT 1 FROM t) THEN  ELSE 2 END) IN (SELECT d FROM r WHERE l.c = r.f)
--- refused: Encountered "t1" at line 1, column 157.
SELECT * FROM l WHERE EXISTS (SELECT * FROM (SELECT f FROM r WHERE r.d = l.a AND r.e > 10) r1 INNER JOIN (SELECT i, k FROM t WHERE t.j = l.b AND i < 50) t1 t1 ON r1.f = t1.k)
--- refused: Encountered "* )" at line 1, column 23.
SELECT COUNTTUMBLE_END*) FROM t GROUP BY GROUPING SETS ((b, c), (b, d))
--- refused: Encountered "select" at line 1, column 43.
explain statement set begin insert into   select * from t2; insert into t2 select * from t3; end
--- refused: Incorrect syntax near the keyword 'CAST' at line 1, column 99.
SELECT * FROM l WHERE a NOT IN (SELECT CAST(e AS INTEGER) FROM r where CAST(l.b AS INTEGER) = r.d(CAST AS INTEGER))
--- refused: Encountered "EXCLUDING" at line 9, column 4.
create table source_table(
  a int,
  b bigint,
  c string
)
LIKE parent_table (
   INCLUDING ALL
   OVERWRITING  
   EXCLUDING PARTITIONS
   INCLUDING GENERATED
   INCLUDING METADATA
)
--- refused: Encountered ")" at line 1, column 31.
SELECT /*+ MULTI_JOIN(t1, t2) ) */ * FROM t1 
JOIN t2 ON t1.id = t2.id 
JOIN t3 ON t1.id = t3.id
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM x WHERE EXISTS (WITH y2 AS (SELECT * FROM y WHERE y.c = x.a) SELECT 1 FROM y2 WHERE y2.d = x.b)
--- refused: Encountered "2" at line 1, column 37.
SELECT * FROM MyTable WHERE amount  2 AND amount < 10
--- refused: Encountered "d" at line 1, column 95.
select /*+ BROADCAST(V2)*/T1.* from T1 join (select T1.* from T1 join T2 on T1.a1 = T2.a2) V2 d T1.a1 = V2.a1
--- accepted
CREATE TABLE t (UNIQUE (col1)) WITH ('test' = 'zm') AS SELECT col1  b
--- refused: Encountered "," at line 1, column 30.
insert into snk select a0a1 ,, a2, a3, b0, b2, b1 from (  select a0, a1, a2, cast(RAND() * a3 AS int) as a3 from src1) tmp join src2 on tmp.a1 = src2.b1 and tmp.a2 = src2.b2 on conflict do deduplicate
--- refused: Encountered "T1 *" at line 1, column 26.
select /*+ SHUFFLE_MERGE(T1* )/* from T1 left join T2 on T1.a1 = T2.a2
--- refused: Encountered "/" at line 1, column 8.
select /dept+ BROADCAST(T2) */* from T1 full join T2 on T1.a1 = T2.a2
--- refused: Encountered "<EOF>" at line 1, column 26.
show columns from v1 like
--- refused: Encountered "from" at line 1, column 12.
show user  from catalog1.db1 not like '%'
--- refused: Encountered "show like" at line 1, column 1.
show like databases 'db2%'
--- refused: Incorrect syntax near the keyword 'SET' at line 1, column 27.
describe catalog extended SET
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM T1 FULL OUTER JOIN T2 ON a = c, T3 WHERE a = e
--- accepted
SELECT a FROM x x WHERE a IN (SELECT c FROM y WHERE x.b = y.d) AND b IN (SELECT f FROM z)
--- refused: Non-query expression encountered in illegal context
user functions ilike 'func2%'
--- refused: Encountered ")" at line 1, column 70.
SELECT a, b, A._1, A._2, A.`ORDINALITY` FROM MyTable, UNNESTMyTable.b) WITH ORDINALITY AS A where A._1 > 1
--- refused: Encountered "<EOF>" at line 1, column 76.
SELECT * FROM leftT WHERE EXISTS (SELECT * FROM rightT WHERE a = c AND b > 2
--- refused: Encountered "string" at line 3, column 14.
create table StreamingTable (
  id int,
  str string string
) with (
  'connector' = 'filesystem',
  'path' = '$VAR_STREAMING_PATH',
  'format' = 'csv'
)
--- refused: Non-query expression encountered in illegal context
v1 f1, f5 FROM T WHERE (f1 < 1 OR f2 > 10) AND f3 IS NOT NULL
--- refused: Encountered "<EOF>" at line 1, column 31.
SELECT JSON_ARRAYAGG(f0) FROM
--- refused: Encountered "FROM" at line 1, column 66.
SELECT * FROM MyTable WHERE a <> 1 OR a <> 2 OR a <> 3 OR a <> 4 FROM b = 1
--- refused: Encountered "MyTable" at line 1, column 53.
SELECT T1.a, T1.b, T1.c, T2.c FROM MyTable T1LOOKUP MyTable T2 WHERE T1.a = T2.a
--- refused: Encountered "<EOF>" at line 1, column 50.
ALTER MATERIALIZED TABLE tbl1 SET REFRESH_MODE =
--- refused: Encountered "," at line 1, column 28.
SELECT BITMAP_BUILD(ARRAY[ ,12, 3, 4, 5])
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 38.
INSERT INTO upsert_sink_table SELECT SELECT * FROM retract_table_partial_deletes
--- refused: Encountered "," at line 1, column 1.
, a FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2)
--- refused: Encountered "dim" at line 1, column 243.
Select * from (Select fact_date_sk, item.amount, sum(fact_part.price) from fact_part join item on fact_part.id = item.id group by fact_date_sk, item.amount) t1 join dim on t1.fact_date_sk = dim.dim_date_sk where dim.price < 500 and dim.price dim.price > 300
--- refused: Encountered "double" at line 1, column 60.
CREATE TABLE t (a int PRIMARY KEY NOT ENFORCED, b string,  double)
WITH (
  'connector' = 'test-update-delete',
  'data-id' = '$VAR_DELETE_TABLE_DATA_ID',
  'mix-delete' = 'true'
)
--- refused: Non-query expression encountered in illegal context
'table.display.max-column-width' = '100'
--- refused: Incorrect syntax near the keyword 'EXISTS' at line 1, column 31.
DROP TEMPORARY VIEW IF EXISTS EXISTS view_name
--- refused: Encountered "3" at line 1, column 94.
SELECT * FROM x WHERE EXISTS (SELECT * FROM y WHERE (d = 1 AND e = 2) OR (NOT (d <> 1) AND e 3 =)) AND true
--- refused: Encountered "," at line 1, column 66.
SELECT /*+ MULTI_JOIN(u, o), STATE_TTL(u='1d', o='2d', p='1h') */, u.name, o.order_id, p.payment_id FROM Users u INNER JOIN Orders o ON u.user_id = o.user_id INNER JOIN Payments p ON u.user_id = p.user_id
--- accepted
select /*+ SHUFFLE_HASH(T1)*/T4.a1 from (select T1.* from T1 join ((select T1.a1 as a2 from T1) union (select a2 from T2 T2)) T2 on T1.a1 = T2.a2) T4
--- refused: Encountered "," at line 1, column 1.
, create materialized table db1.mt1
--- refused: Encountered "* FROM" at line 1, column 42.
SELECT * FROM l WHERE EXISTS alterSELECT * FROM (SELECT f FROM r WHERE r.d = l.a AND r.e > 10) r1 LEFT JOIN t ON r1.f = t.k)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM TO_CHANGELOG(input => TABLE upsert_source)
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 53.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND ( , y.e) NOT IN (SELECT z.i, z.j FROM z WHERE z.j < 50)
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT a FROM FROM MyTable ORDER BY rowtime, c desc LIMIT 1 OFFSET 1
--- refused: Encountered "," at line 1, column 69.
SELECT countFun(c) FROM MyTable  GROUP BY a, d, HOP(b, INTERVAL '3' , INTERVAL '1' HOUR)
--- refused: Encountered "show from" at line 1, column 1.
show  from db1.tbl like '%'
--- refused: Non-query expression encountered in illegal context
col SELECT
FROM (
  SELECT a+b AS col
  FROM t1
) t2
--- refused: Encountered "rename" at line 1, column 33.
show columns in orders not like rename
--- refused: Encountered "materialized" at line 1, column 13.
alter table materialized mt1 drop primary key
--- refused: Encountered "> THEN" at line 1, column 36.
SELECT b FROM l WHERE (CASE WHEN a >  THEN 1 ELSE 2 END) IN (SELECT d FROM r)
--- refused: Encountered "*" at line 1, column 2.
* FROM l WHERE NOT EXISTS (SELECT * FROM r)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 42.
SELECT a, SUM(b), count(c) MyTable1 FROM WHERE a = 1 GROUP BY a
--- refused: Encountered "e2" at line 1, column 44.
SELECT * FROM MyTable1 JOIN MyTable2 ON e1 e2 =
--- refused: Encountered "from" at line 1, column 1.
from * FROM MyView2
--- refused: Encountered "+ FROM" at line 1, column 16.
SELECT a, c, b + FROM 1 MyTable
--- refused: Encountered "<EOF>" at line 15, column 1.
CREATE MODEL fraud_detector
INPUT (
  user_id BIGINT,
  amount DOUBLE,
  merchant_id STRING,
  device_fingerprint STRING
)
OUTPUT (fraud_score FLOAT)
WITH (
  'provider' = 'triton',
  'endpoint' = 'http://triton-server:8000/v2/models',
  'model-name' = 'fraud_detection_model',
  'timeout' = '5000',
  'priority' = '200'
--- refused: Incorrect syntax near the keyword 'TABLE' at line 1, column 26.
ALTER MATERIALIZED TABLE TABLE full_users_shops REFRESH PARTITION(ds='2024-06-20')
--- refused: Non-query expression encountered in illegal context
CATALOG ALTER cat2 RESET ('default-database')
--- refused: Encountered ">" at line 1, column 57.
SELECT * FROM x WHERE NOT EXISTS (SELECT * FROM y where > c 0) AND a < 100
--- refused: Incorrect syntax near the keyword 'STRING' at line 5, column 4.
CREATE TABLE IF NOT EXISTS daily_orders (
 `user` BIGINT NOT NULl,
 product STRING,
 amount INTdt
 , STRING NOT NULL,
 PRIMARY KEY(dt, `user`) NOT ENFORCED
) PARTITIONED BY (dt) WITH (
 'connector' = 'filesystem',
 'path' = '$VAR_BATCH_PATH',
 'format' = 'csv'
)
--- refused: Encountered "\'parquet\'" at line 4, column 13.
CREATE TABLE tbl1 (
  a ARRAY<ARRAY<bigint>>, 
  b MAP<MAP<int, varchar>, ARRAY<varchar>>,
  c ROW<cc0 'parquet'<int>, cc1 float, cc2 varchar>,
  d MULTISET<ARRAY<int>>,
  PRIMARY KEY (a, b) 
) with (
  'x' = 'y', 
  'asd' = 'data'
)
--- refused: Encountered "(" at line 1, column 29.
SELECT a, b, pyFunc1 pyFunc1(a, c), 1 FROM MyTable
--- refused: Encountered "catalog1" at line 1, column 14.
show views   catalog1.db1 like '%'
--- refused: Encountered "name" at line 1, column 19.
SELECT count(name name) FROM inventory
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r WHERE e < HOP_START) AND b > 10
--- accepted
select /*+ STATE_TTL('T1' 'T1' = '2d') */ max(b1) from (select T1.* from T1 join T2 on T1.a1 = T2.a2) T1 group by a1
--- refused: Encountered "+" at line 11, column 19.
SELECT *
FROM Ticker
    MATCH_RECOGNIZE(
        PARTITION BY symbol
        ORDER BY rowtime
        MEASURES
            FIRST(A.price) AS startPrice,
            LAST(A.price) AS topPrice,
            B.price AS lastPrice
        ONE ROW PER MATCH
        PATTERN ( + B)
        DEFINE
            A AS LAST(A.price, 1) IS NULL OR A.price > LAST(A.price, 1),
            B AS B.price < LAST(A.price)
    )
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT * FROM FROM l WHERE b IN (SELECT COUNT(*) FROM r)
--- refused: Encountered "where" at line 1, column 40.
alter table t1 modify new_column array<where not null> not null
--- refused: Encountered "\'type\'" at line 1, column 76.
alter table default_catalog.default_database.t1 add watermark for ts as ts 'type' interval '1' second
--- refused: Encountered "\'test\'" at line 1, column 47.
CREATE OR REPLACE TABLE t (col1 string) WITH  'test'(= 'zm') AS SELECT col1 FROM b
--- refused: Encountered ")" at line 1, column 19.
SELECT pyFunc1a, b), c + 1 FROM MyTable
--- refused: Encountered "(" at line 1, column 26.
select /*+ SHUFFLE_HASH( (T1), SHUFFLE_HASH(T2) */* from T1 join T2 on T1.a1 = T2.a2
--- refused: Non-query expression encountered in illegal context
connection describe extended conn1
--- refused: Encountered "*" at line 1, column 34.
SELECT COUNT(DISTINCT a, b) FROM *
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 24.
SELECT c FROM ((SELECT FROM * T1) INTERSECT (SELECT * FROM T2)) WHERE a > 1
--- refused: Encountered "= =" at line 1, column 69.
Select * from dim, none_part_fact where none_part_fact.fact_date_sk = = dim.dim_date_sk and dim.price < 500
--- refused: Encountered "RESTRICT" at line 1, column 28.
drop database db1 RESTRICT RESTRICT
--- refused: Encountered "c" at line 2, column 6.
SELECT * FROM MyTable1 JOIN MyTable2 ON a = d AND a = e AND a 
     c
--- refused: Encountered "\'%u%\'" at line 1, column 22.
show columns in v1   '%u%'
--- refused: Encountered "o" at line 1, column 75.
SELECT * FROM Orders AS o JOIN rates_last_row_rowtime FOR SYSTEM_TIME AS  o.rowtime AS r ON o.currency = r.currency
--- refused: Encountered "=" at line 1, column 7.
alter = orders2 modify (watermark for ts as ts - interval '1' minute, ts timestamp(3) not null after trade_order_id, `user` string)
--- refused: Encountered "(" at line 1, column 30.
SELECT * FROM x WHERE a + 1  (SELECT c FROM y)
--- refused: Encountered "\'connector\'" at line 1, column 56.
create table `default`.MyTable6 (a int, b string) with 'connector' = 'values')
--- refused: Encountered "ROLLUP" at line 1, column 55.
SELECT gender, COUNT(*) AS c FROM emp GROUP BY ROLLUP ROLLUP(gender) ORDER BY c DESC
--- refused: Encountered "src2" at line 1, column 120.
insert into snk select a0, a1 + 1.1, a2, a3, b0, b2, b1 from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2 src2.b2 on conflict do deduplicate
--- refused: Encountered "REPLACE" at line 1, column 9.
CREATE  REPLACE TABLE t PARTITIONED BY(col1) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "\'org.apache.flink.table.client.gateway.local.ExecutorImplITCase$TestScalaFunction\'" at line 1, column 36.
alter temporary function tmp_func  'org.apache.flink.table.client.gateway.local.ExecutorImplITCase$TestScalaFunction'
--- refused: Encountered "interval" at line 1, column 82.
alter table default_catalog.default_database.t1 add watermark for ts as ts - '1' interval second
--- accepted
SELECT rowtime, id, name name, val FROM rowTimeT
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 58.
SELECT * FROM x WHERE b > 1 AND a NOT IN (SELECT c FROM  WHERE x.b = y.d AND y.c > 10)
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 16.
SELECT * FROM  WHERE b > 10 AND NOT (c like 'abc' OR a NOT IN (SELECT d FROM r))
--- accepted
SELECT a, d FROM MyTable1, MyTable2 WHERE a + + 1 = d
--- refused: Encountered "select" at line 1, column 69.
create view catalog1.db1.v_address comment 'view comment' as select select * from catalog1.db1.address
--- refused: Encountered "materialized" at line 1, column 20.
alter materialized materialized table default_catalog.default_database.mt1 add watermark for ts as ts - interval '1' second
--- refused: Encountered "=" at line 1, column 42.
Select * from fact_part, item, dim where = fact_part.id dim.id and fact_part.id = item.id and dim.id = item.id  and dim.price < 500 and dim.price > 300
--- refused: Encountered "3" at line 4, column 31.
SELECT supplier_id, rating, COUNT(*) AS total
FROM (VALUES
    ('supplier1', 'product1', 4),
    ('supplier1', 'product2'  3),
    ('supplier2', 'product3', 3),
    ('supplier2', 'product4', 4))
AS Products(supplier_id, product_id, rating)
GROUP BY GROUPING SETS ((supplier_id, rating), (supplier_id), ())
--- refused: Encountered ")" at line 1, column 67.
alter table tbl drop partition (p1='a',p2=1), partition(p1='b',p22), partition(p1='c',p2=3)
--- refused: Encountered "," at line 1, column 12.
SELECT a,  , A._1, A._2 FROM MyTable, UNNEST(MyTable.b) AS A where A._1 > 1
--- refused: Encountered "RIGHT order_details" at line 1, column 67.
SELECT COALESCE(a.order_id, b.order_id) AS order_id FROM orders a RIGHT order_details JOIN b ON a.order_id = b.order_id
--- refused: Encountered "T2" at line 1, column 163.
SELECT T1.a, T1.c, T2.c FROM MyTable /*+ OPTIONS('source.num-element-to-skip'='1') */ T1, MyTable /*+ OPTIONS('source.num-element-to-skip'='10') */ T2 WHERE T1.a T2.a =
--- refused: Incorrect syntax near the keyword 'CAST' at line 1, column 17.
SELECT * FROM x CAST WHERE(200 AS BOOLEAN)
--- refused: Encountered "T2" at line 1, column 61.
select /*+ NEST_LOOP(T1) */* from T1 full join T2 on T1.a1  T2.a2
--- refused: Incorrect syntax near the keyword 'IN' at line 1, column 36.
SELECT b FROM l WHERE (CASE a WHEN IN (SELECT i FROM t1) THEN 1 WHEN a IN (SELECT j FROM t2) THEN 2 ELSE 3 END) IN (SELECT d FROM r WHERE l.c = r.f)
--- refused: Encountered "=" at line 1, column 45.
SELECT t1.x FROM t1 RIGHT OUTER JOIN t2 ON  = t2.x
--- accepted
SELECT * FROM l WHERE (a, b) IN (SELECT d d, COUNT(*) FROM r WHERE l.c = r.f GROUP BY d)
--- refused: Encountered "not" at line 1, column 25.
show columns in v1 like not '%u'
--- refused: Encountered "<EOF>" at line 1, column 41.
EXPLAIN CREATE TABLE t AS SELECT * FROM
--- refused: Encountered "=" at line 1, column 42.
SET 'sql-client.execution.result-mode' = = 'changelog'
--- refused: Encountered "=" at line 1, column 49.
SELECT * FROM MyTable1 FULL JOIN MyTable2 c1 ON = c2
--- refused: Encountered ")" at line 1, column 35.
SELECT a, COUNT(*), SUM(DISTINCT  )bFROM MyTable GROUP BY a
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT a, c, d, b + 1 FROM VirtualTable
--- refused: Incorrect syntax near the keyword 'AS' at line 14, column 13.
SELECT *
FROM Ticker
    MATCH_RECOGNIZE(
        PARTITION BY symbol
        ORDER BY rowtime
        MEASURES
            C.price AS lastPrice
        ONE ROW PER MATCH
        AFTER MATCH SKIP PAST LAST ROW
        PATTERN (A B* C)
        DEFINE
            A AS A.price > 10,
            B AS B.price < 15,
            AS C C.price > 12
    )
--- accepted
SELECT ba,ts FROM src
--- refused: Encountered "," at line 1, column 24.
SELECT a1, b1, a2, b2, , COUNT(c1) FROM (SELECT * FROM T1 RIGHT JOIN T2 ON a1 = b2) t GROUP BY a1, b1, a2, b2
--- refused: Encountered "=" at line 1, column 23.
SELECT * FROM x WHERE = + 1 IN (SELECT c FROM y)
--- refused: Encountered "." at line 1, column 55.
SELECT * FROM x WHERE (NOT EXISTS (SELECT d FROM y   y.d = x.b)) = true
--- refused: Incorrect syntax near the keyword 'PARTITION' at line 1, column 28.
ALTER TABLE MyTable DROP ( PARTITION`id` = 1), PARTITION (`id` = 2)
--- refused: Encountered "mt1" at line 1, column 21.
alter materialized  mt1 add new_column string comment 'new_column docs'
--- refused: Encountered "function as" at line 1, column 18.
create temporary function as function1 'org.apache.flink.function.function1'
--- accepted
SELECT SUM(a) AS sumACOUNT ,(b) AS cntB FROM MyTable2 GROUP BY HOP(ts, INTERVAL '15' MINUTE, INTERVAL '90' MINUTE)
--- refused: Encountered "join on" at line 1, column 41.
select /*+ BrOaDcAsT(T1) */* from T1 T2 join on T1.a1 = T2.a2
--- refused: Encountered "t1" at line 1, column 26.
alter table if exists t1 t1 add watermark for ts as ts
--- accepted
SELECT x1.a FROM x  , y WHERE x1.b = y.d AND x1.a < 10 AND y.c < 15  AND NOT EXISTS (SELECT * FROM x x2 WHERE x1.b = x2.b)
--- refused: Encountered "= and" at line 1, column 79.
insert into snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 =   and src1.a3 = src2.b0 on conflict do deduplicate
--- refused: Encountered "default_database" at line 1, column 47.
alter materialized table default_database.mt1 default_database.mt1 add watermark for ts as ts - interval '1' second
--- refused: Non-query expression encountered in illegal context
a FROM MyTable ORDER BY c, proctime OFFSET 2
--- refused: Encountered "*" at line 3, column 13.
CREATE TABLE Orders_in_file (
    `user` BIGINT,
    product *,
    order_time_string STRING,
    order_time AS to_timestamp(order_time_string)
    
)
PARTITIONED BY (`user`) 
WITH ( 
    'connector' = 'filesystem',
    'path' = '...'
)
--- accepted
SELECT az.j c FROM MyTable LIMIT 0 OFFSET 10
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 36.
SELECT c FROM T1 EXCEPT ALL SELECT FROM f T2
--- refused: Encountered "BY" at line 6, column 18.
CREATE TABLE fs_table (
  user_id STRING,
  order_amount DOUBLE,
  dt STRING,
  `hour` STRING
) PARTITIONED BY BY (dt, `hour`) WITH (
  'connector'='filesystem',
  'path'='...',
  'format'='parquet',
  'sink.partition-commit.delay'='1 h',
  'sink.partition-commit.policy.kind'='success-file'
)
--- refused: Encountered "FROM" at line 6, column 1.
WITH orders_with_total AS (
    SELECT order_id, price + tax AS total
    FROM Orders
)
SELECT order_id, SUM( (total)
FROM orders_with_total
GROUP BY order_id
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 59.
SELECT a1, a2, b1, b2 FROM (SELECT SUM(a2) AS a2, a1 FROM FROM A group by a1) RIGHT JOIN (SELECT SUM(b2) AS b2, b1 FROM B group by b1) ON a2 = b2
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT a FROM MyTable ORDER BY c, proctime LIMIT 2
--- refused: Encountered "DO" at line 1, column 42.
INSERT OVERWRITE t1 SELECT * FROM t2 ON  DO NOTHING
--- refused: Encountered ")" at line 1, column 32.
select * FROM MyTable, LATERAL )(tableFunc(func1(a)))
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM MyTable WHERE part1 = 'A' AND part2 > 1
--- refused: Incorrect syntax near the keyword 'ORDER' at line 1, column 23.
SELECT a MyTable FROM ORDER BY proctime, c LIMIT 1 OFFSET 1
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2AS ) a2, a1 FROM A GROUP BY a1) LEFT JOIN B ON a1 = b1 AND a2 > b2
--- refused: Encountered "SECOND" at line 1, column 76.
SELECT AVG(c), COUNT(a) FROM MyTable GROUP BY a, d, TUMBLE(bINTERVAL , '3' SECOND)
--- refused: Encountered "name" at line 1, column 54.
alter materialized table mt1 modify col_int as col_a name col_b after col_b
--- refused: Non-query expression encountered in illegal context
COUNT(a) FROM MyTable GROUP BY b
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 10.
SELECT   FROM l WHERE a IN (SELECT d FROM r WHERE l.b > r.e)
--- refused: Encountered "1" at line 1, column 31.
SELECT * FROM MyTable WHERE a 1 = OR a = 2 OR a = 3 OR a = 4 OR a = 5
--- refused: Encountered ")" at line 1, column 42.
INSERT INTO all_change_sink_table SELECT ) FROM upsert_table_full_deletes
--- accepted
SELECT * FROM (SELECT a, nested.i FROM MyTableT1 ), (SELECT a, nested FROM MyTable) T2 WHERE T1.a = T2.a
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r r where CAST(l.b AS INTEGER) = r.d)
--- refused: Encountered "partition" at line 1, column 24.
alter table c1.d1.tbl  partition (p1=1,p2='a')
--- refused: Encountered "100" at line 1, column 82.
SELECT a, f FROM (SELECT * FROM x RIGHT JOIN y ON x.c = y.f) xy WHERE xy.e > 100 100 AND xy.a IN (SELECT z.i FROM z WHERE z.j < 50)
--- refused: Encountered "," at line 1, column 19.
SELECT asyncFunc1(, b) + 1 FROM MyTable
--- accepted
SELECT b FROM l WHERE (CASE WHEN a IN (SELECT 1 FROM t1 t1) THEN 1 ELSE 2 END) IN (SELECT d FROM r WHERE l.c = r.f)
--- refused: Encountered "," at line 7, column 31.
CREATE MODEL ai_analyze_sentiment
INPUT (`input` STRING)
OUTPUT (`content` STRING)
WITH (
    'provider'='openai',
    'endpoint'='https://api.openai.com/v1/chat/completions',
    'api-key' = '<YOUR KEY>', ,
    'model'='gpt-3.5-turbo',
    'system-prompt' = 'Classify the text below into one of the following labels: [positive, negative, neutral, mixed]. Output only the label.'
)
--- refused: Encountered "xy" at line 1, column 67.
SELECT a, f FROM (SELECT * FROM x RIGHT JOIN y ON x.c = y.f) xy   xy.e > 100 AND xy.a IN (SELECT z.i FROM z WHERE z.j < 50)
--- refused: Encountered ", <EOF>" at line 1, column 142.
SELECT a4, c4, COUNT(b4) FROM (SELECT a4, c4, ARRAY_AGG(b4) AS b4 FROM T4 GROUP BY a4, c4, TUMBLE(d4, INTERVAL '15' MINUTE)) t GROUP BY a4c4 ,
--- refused: Encountered "\'A\'" at line 1, column 41.
SELECT * FROM VirtualTable WHERE part1  'A' OR part2 > 1
--- refused: Encountered "b" at line 1, column 50.
SELECT weightedAvg(d, 1) FROM t GROUP BY CUBE (a b)
--- refused: Encountered "," at line 1, column 26.
select /*+ SHUFFLE_HASH( , T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- refused: Encountered "RIGHT C" at line 1, column 35.
SELECT * FROM A JOIN B ON a1 = b1 RIGHT   C ON b1 = c1
--- refused: Encountered "proctime" at line 1, column 35.
SELECT a FROM MyTable ORDER BY c6 proctime desc OFFSET 2
--- refused: Encountered "," at line 1, column 1.
, * FROM StreamingTable
--- refused: Encountered "t2" at line 1, column 66.
SELECT /*+ SHUFFLE_MERGE(t1, t3) */ * FROM t1 JOIN t2 ON t1.id   t2.id JOIN t3 ON t1.id = t3.id
--- refused: Encountered ")" at line 1, column 90.
select * from dim join (select id, fact_date_sk, sum(fact.price) from fact group by (id, ))fact_date_sk factSide on dim.dim_date_sk = factSide.fact_date_sk and dim.price < 500
--- refused: Encountered "\'ab\'" at line 1, column 32.
analyze table emps partition(x 'ab', y='bc') compute statistics
--- refused: Encountered "job" at line 2, column 26.
insert into emp
partition(empno='1', job job='job')
(empno, ename, job, mgr, hiredate,
  sal, comm, deptno, slacker)
select 'nom', 0, timestamp '1970-01-01 00:00:00',
  1, 1, 1, false
from (values 'a')
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 36.
SELECT a1, b1, count(c1) FROM T1   BY a1, b1
--- refused: Encountered "ON" at line 1, column 50.
SELECT /*+ SHUFFLE_HASH(t1, t3) */ * FROM t1  t2 ON t1.id = t2.id JOIN t3 ON t1.id = t3.id
--- refused: Encountered "bigint" at line 1, column 25.
CREATE TABLE MyTable1 ( bigint, word VARCHAR(256)) WITH ('connector' = 'datagen')
--- refused: Encountered "," at line 1, column 9.
SELECT  , y FROM t1 EXCEPT DISTINCT SELECT x, y FROM t2
--- refused: Encountered "LEFT" at line 1, column 16.
SELECT A.a1  A LEFT JOIN tableWithCompositePk T ON A.a1 = T.pk1
--- refused: Encountered "if not for" at line 1, column 42.
compile plan 'file:///foo/bar/test.json' if not  for insert into t1 select * from t2
--- refused: Encountered "\'%\'" at line 1, column 116.
SELECT b FROM l WHERE (CASE WHEN a IN (SELECT 1 FROM t1) THEN 1 ELSE 2 END) NOT IN (SELECT d FROM r WHERE l.c = r.f'%'
--- refused: Non-query expression encountered in illegal context
CREATE TABLE t (PRIMARY KEY (col1)) WITH ('test' = 'zm') AS upsert_table_partial_deletes_metadata_no_pushdown col1 FROM b
--- refused: Encountered ". (" at line 1, column 30.
call `test_procedure_catalog`.(.generate_n`system`2)
--- accepted
SELECT rowtime desc, c c FROM MyTable LIMIT 2
--- accepted
SELECT c, 2000 FROM MyTable2 INNER JOIN MyTable1 ON a = d AND d < 2
--- refused: Encountered "= =" at line 1, column 39.
SELECT * FROM UdfTable WHERE UPPER(f) = = 'welcome'
--- refused: Encountered "after" at line 1, column 60.
alter materialized table mt1 add new_column string comment after 'new_column docs' id
--- refused: Encountered ")" at line 1, column 106.
INSERT INTO upsert_sink_table SELECT l.* FROM upsert_table_full_deletes l JOIN upsert_table_full_deletes ) ON l.id = r.id
--- refused: Encountered "= FROM" at line 1, column 40.
SELECT a1, b1 FROM A LEFT JOIN B ON a1 = FROM AND a2 > b2
--- refused: Encountered ")" at line 1, column 27.
SELECT * FROM l WHERE (a, ) IN (SELECT d, COUNT(*) FROM r WHERE l.c = r.f GROUP BY d)
--- refused: Encountered "1" at line 1, column 31.
SELECT * FROM src WHERE a > 1 1
--- refused: Encountered "doc" at line 1, column 10.
CREATE   doc (
    word STRING
) WITH (
    'connector' = '...'
)
--- refused: Incorrect syntax near the keyword 'MATERIALIZED' at line 1, column 29.
SELECT asyncFunc1(a, b) + 1 MATERIALIZED MyTable
--- refused: Encountered "unnest" at line 1, column 9.
select* unnest(x) AS T
--- refused: Non-query expression encountered in illegal context
'endpoint' a FROM MyTable ORDER BY rowtime desc LIMIT 0 OFFSET 0
--- refused: Encountered "," at line 2, column 45.
SELECT window_start, window_end, item, supplier_id, SUM(price) AS total_price
  FROM TUMBLE(TABLE Bid, DESCRIPTOR)bidtime(, INTERVAL '10' MINUTES)
  GROUP BY window_start, window_end, GROUPING SETS (
      (supplier_id, item),
      (supplier_id      ),
      (             item),
      (                 )
)
--- refused: Encountered "<EOF>" at line 1, column 58.
SELECT * FROM x WHERE a IN (SELECT c FROM y WHERE x.b > 10
--- refused: Encountered "table" at line 1, column 46.
select /*+ STATE_TTL('T1' = '2d', 'T1' = '8d'table */ count(*) from T1 group by a1
--- refused: Encountered "t1" at line 1, column 16.
alter table t1 t1 rename a to b
--- refused: Encountered ")" at line 1, column 50.
alter table if exists t1 drop (id, ts, tuple.f0, )tuple.f1
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 24.
SELECT * FROM MyTable1 JOIN ON MyTable2 a1 = a2 AND b1 = b2 AND a1 = 2 AND b2 > 10
--- refused: Encountered "," at line 3, column 5.
CREATE TABLE tbl1 (
  a bigint comment 'test column comment AAA.',
  h , 
  g as 2 * (a + 1) comment 'test computed column.', 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  b varchar,
  proc as PROCTIME(), 
  PRIMARY KEY (a, b)
)
comment 'test table comment ABC.'
PARTITIONED BY (a, h)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Encountered "r" at line 1, column 50.
SELECT * FROM l WHERE b IN (SELECT MAX(e) log_ts r WHERE l.c = r.f GROUP BY d, true, 1)
--- refused: Encountered "left" at line 1, column 40.
select /*+ SHUFFLE_MERGE(T2) */* from  left join T2 on T1.a1 = T2.a2
--- refused: Encountered "SET" at line 1, column 23.
TABLE DataGenSource SET ('rows-per-second' = '10')
--- refused: Encountered "= AND" at line 1, column 93.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d IN (SELECT z.i FROM z WHERE y.e = AND z.j z.j < 50)
--- refused: Encountered "," at line 1, column 75.
SELECT `Result`.`Mid`.data_arr[ID].`value`, `Result`.`Mid`.data_map['item',.`value` FROM NestedItemTable
--- refused: Encountered "Orders" at line 1, column 9.
CREATE  Orders (
    `user` BIGINT,
    product STRING,
    order_time TIMESTAMP(3)
) WITH ( 
    'connector' = 'kafka',
    'scan.startup.mode' = 'earliest-offset'
)
--- refused: Encountered "(" at line 1, column 62.
SELECT blah FROM (select a as blah from MyTable  REGEXP(func2(a), 'string (2|3)'))
--- refused: Incorrect syntax near the keyword 'ON' at line 1, column 105.
SELECT /*+ LOOKUP('table'='LookupTable') */ * FROM MyTable AS T JOIN LookupTable FOR SYSTEM_TIME AS OF  ON T.a = LookupTable.id
--- refused: Encountered "and <" at line 1, column 69.
select /*+ BROADCAST(T1) */* from T1 inner join T2 on T1.b1 = T2.b2 and < T1.a1 1 and T1.a1 < T2.a2
--- refused: Encountered "interval" at line 1, column 63.
alter materialized table mt1 add watermark for ts as ts - '1' interval second
--- refused: Encountered "b2" at line 1, column 97.
SELECT c FROM (SELECT random_udf(a) as a1, random_udf(b) as b2, c FROM MyTable) t WHERE a1 > b2 b2
--- refused: Encountered "\'%\'" at line 1, column 29.
show functions from db1 not '%' like
--- refused: Encountered ")" at line 1, column 52.
SELECT * FROM l WHERE EXISTS (SELECT MAX(r.e) OVER ) FROM r WHERE l.c = r.f AND r.d < 3)
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 23.
SELECT * FROM MyTable JOIN INNER (SELECT * FROM MyTable LIMIT 0) ON TRUE
--- refused: Encountered "<EOF>" at line 1, column 110.
SELECT * FROM l WHERE a IN (SELECT CAST(e AS INTEGER) FROM r where CAST(l.b AS INTEGER) = CAST(r.d AS INTEGER)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT COALESCE(b.order_id, a.order_id) AS order_id, a.amount FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- refused: Encountered ")" at line 1, column 85.
SELECT b FROM l WHERE (CASE WHEN a > 10 THEN 1 ELSE 2 END) NOT IN (SELECT d FROM r) )
--- refused: Encountered "\'table\' = c" at line 1, column 19.
SELECT /*+ LOOKUP('table'=c, 'async'='false') */ * FROM MyTable AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- refused: Incorrect syntax near the keyword 'RIGHT' at line 1, column 24.
SELECT * MyTable2 FROM RIGHT OUTER JOIN MyTable1 ON true
--- refused: Encountered "+ FROM" at line 1, column 28.
SELECT asyncFunc1(a, b), c +  FROM MyTable
--- refused: Encountered "-" at line 1, column 43.
create materialized table tbl1 start_mode - from_beginning as select * from t
--- refused: Encountered ")" at line 1, column 15.
SELECT AVG(d) ) FROM t GROUP BY CUBE (a, c)
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 57.
SELECT a1, b1, a2, b2, COUNT(c1) FROM (SELECT * T1 FROM LEFT JOIN T2 ON a1 = b2) t GROUP BY a1, b1, a2, b2
--- refused: Encountered "TRUE" at line 1, column 109.
SELECT bd_name FROM nested_not_null LEFT JOIN UNNEST(nested_not_null.business_data) AS exploded_bd(bd_name) TRUE ON
--- refused: Encountered "show from" at line 1, column 1.
show  from db1 like '%'
--- refused: Non-query expression encountered in illegal context
a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND EXISTS (SELECT * FROM z WHERE z.i > x.a AND z.j < 50)
--- refused: Encountered "kafka_catalog" at line 9, column 9.
CREATE MATERIALIZED TABLE my_materialized_table
    FRESHNESS = INTERVAL '10' SECOND
    AS
    SELECT
        user_id,
        COUNT(*) AS event_count,
        SUM(amount) AS total_amount
    
        kafka_catalog.db1.events
    WHERE
        event_type = 'purchase'
    GROUP BY
        user_id
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 113.
CREATE OR REPLACE TABLE t (PRIMARY KEY (col1), PRIMARY KEY (col2) NOT ENFORCED) WITH ('test' = 'zm') AS SELECT  FROM b
--- refused: Encountered ")" at line 1, column 78.
create table c1.db1.MyTable3 (a int, b string) with ('connector' = 'values') )
--- refused: Encountered "FROM" at line 1, column 82.
SELECT a FROM l WHERE (SELECT MAX(d) FROM r WHERE e IN (SELECT j FROM t)) IN ( i FROM t WHERE t.k = l.c)
--- refused: Encountered "," at line 1, column 15.
SELECT a, b,  , t FROM MyTable, UNNEST(MyTable.b) AS A (s, t) WHERE s > 13
--- refused: Encountered "*" at line 1, column 1.
* SELECT FROM t
--- refused: Encountered "DISTRIBUTION" at line 1, column 63.
ALTER MATERIALIZED TABLE MyMaterializedTable ADD DISTRIBUTION DISTRIBUTION BY HASH(uid) INTO 4 BUCKETS
--- refused: Encountered ")" at line 1, column 86.
SELECT MAX(c) FROM MyTable1 GROUP BY a, HOPts, INTERVAL '3' SECOND, INTERVAL '1' HOUR)
--- refused: Encountered "," at line 1, column 40.
alter model if exists m1 set ('key1' = ,'key2' = 'value2')
--- refused: Encountered "(" at line 1, column 19.
TABLE KafkaTable (
  origin_database STRING METADATA FROM 'value.database' VIRTUAL,
  origin_table STRING METADATA FROM 'value.table' VIRTUAL,
  origin_sql_type MAP<STRING, INT> METADATA FROM 'value.sql-type' VIRTUAL,
  origin_pk_names ARRAY<STRING> METADATA FROM 'value.pk-names' VIRTUAL,
  origin_ts TIMESTAMP(3) METADATA FROM 'value.ingestion-timestamp' VIRTUAL,
  origin_es TIMESTAMP(3) METADATA FROM 'value.event-timestamp' VIRTUAL,
  user_id BIGINT,
  item_id BIGINT,
  behavior STRING,
  WATERMARK FOR origin_es AS origin_es - INTERVAL '5' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'user_behavior',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'scan.startup.mode' = 'earliest-offset',
  'value.format' = 'canal-json'
)
--- refused: Encountered "t" at line 1, column 9.
CREATE  t (
v VARIANT NOT NULL
)
--- refused: Encountered "=>" at line 4, column 17.
SELECT * FROM 
   TUMBLE(
     DATA => TABLE Bid,
     TIMECOL => => DESCRIPTOR(bidtime),
     SIZE => INTERVAL '10' MINUTES)
--- refused: Encountered "< <" at line 1, column 102.
SELECT * FROM x WHERE a + 1 IN ( SELECT c FROM y WHERE d > 10) AND b * 2 IN (SELECT e FROM z WHERE f < < 10)
--- accepted
SELECT c FROM T1 INTERSECT ALL SELECT f  T2
--- refused: Encountered ")" at line 1, column 23.
select /*+ BROADCASTT1)*/T4.a1, (select count(*) from T1 join ((select T1.a1 as a3 from T1) union (select a3 from T3)) T3 on T1.a1 = T3.a3 where T3.a3 = 1) as cnt from (select T1.* from T1 join T2 on T1.a1 = T2.a2) T4
--- refused: Encountered "from" at line 1, column 15.
Select * from from dim join fact_part on fact_part.fact_date_sk = dim.dim_date_sk where dim.id is not null
--- refused: Encountered "\'scan.startup.mode\'" at line 1, column 27.
alter table orders2 reset 'scan.startup.mode')
--- refused: Encountered "AS" at line 1, column 24.
SELECT deptno, COUNT(* AS c FROM emps GROUP BY GROUPING SETS ((), (deptno))
--- refused: Encountered "descc" at line 1, column 40.
SELECT a FROM MyTable ORDER BY rowtime descc , OFFSET 2
--- refused: Encountered "proctime" at line 1, column 44.
SELECT a FROM MyTable ORDER BY c, proctime proctime OFFSET 2
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM l WHERE b > 10 AND NOT (c like 'abc' OR a NOT IN (SELECT d FROM r))
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT a FROM MyTable ORDER BY rowtime LIMIT 1 OFFSET 1
--- refused: Encountered "from" at line 1, column 28.
select /*+ NEST_LOOP(T1) */from * T1, T2 where T1.a1 = T2.a2 and T1.a1 > 1
--- refused: Encountered "*" at line 1, column 59.
select /*+ STATE_TTL('T1' = '2d', 'T1' = '8d') */ count( (*) from T1 group by a1
--- refused: Encountered "show" at line 1, column 48.
SELECT a from MyTable INNER JOIN MyTable2 ON a show a2 AND func6(a, a2) > 10
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM l WHERE EXISTS (SELECT MAX(r.e) OVER() FROM r WHERE l.c = r.f GROUP BY r.e)
--- accepted
SELECT * FROM x WHERE a + + 1 NOT IN (SELECT c FROM y)
--- refused: Incorrect syntax near the keyword 'RENAME' at line 1, column 31.
ALTER TABLE table_name RENAME RENAME TO new_table_name
--- refused: Encountered "show in" at line 1, column 1.
show in columns orders like '%u%'
--- refused: Encountered "(" at line 1, column 64.
SELECT a FROM T1 LEFT JOIN (SELECT COUNT(*) AS cnt FROM T2) AS ( ON a = x.cnt
--- refused: Encountered "B1" at line 9, column 21.
INSERT INTO nexmark_q7
SELECT B.auction, B.price, B.bidder, B.`dateTime`, B.extra
from bid B
         JOIN (SELECT MAX(price) AS maxprice, window_end as `dateTime`
               FROM TABLE(
                       TUMBLE(TABLE bid, DESCRIPTOR(`dateTime`), INTERVAL '10' SECOND))
               GROUP BY window_start, window_end) B1
              ON B.price = B1.maxprice
WHERE B.`dateTime`  B1.`dateTime` - INTERVAL '10' SECOND AND B1.`dateTime`
--- refused: Encountered "m1" at line 1, column 22.
show create model m1 m1
--- refused: Encountered "(" at line 1, column 38.
SELECT d, COUNT(DISTINCT c) FILTER ( (WHERE a > 0) FROM MyTable2 GROUP BY d
--- refused: Encountered "=" at line 1, column 59.
insert into tmp_sink select * from wm_source join src2 on = wm_source.a1 src2.b2
--- refused: Encountered "int" at line 1, column 73.
select * FROM MyTable, LATERAL TABLE(asyncTableFunc(cast(cast(a as int) int as)))
--- refused: Incorrect syntax near the keyword 'FULL' at line 1, column 27.
SELECT c, g FROM MyTable1 FULL not JOIN MyTable2 ON b = e
--- refused: Encountered "d2" at line 1, column 45.
SELECT * FROM MyTable1 JOIN MyTable2 ON d1  d2
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 9.
SELECT  FROM leftT WHERE EXISTS (SELECT * FROM rightT WHERE a = c AND b > 2)
--- refused: Encountered "JOIN" at line 1, column 31.
SELECT * FROM MyTable2  OUTER JOIN MyTable1 ON true
--- refused: Encountered "modify" at line 1, column 37.
alter materialized table mt1 modify modify row_column.f0 int after row_column.f2
--- refused: Encountered ")" at line 1, column 71.
select /*+ SHUFFLE_MERGE(T2) */* from T1 where a1 in (select a2 from  )
--- refused: Encountered "," at line 1, column 9.
SELECT  ,a3b3, a1, b1, COUNT(c1) FROM (SELECT * FROM T3 RIGHT JOIN T1 ON a1 = a3) t GROUP BY a3, b3, a1, b1
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 24.
SELECT proctime desc,  FROM MyTable LIMIT 2
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT * FROM FROM 
    CUMULATE(
      DATA => TABLE Bid,
      TIMECOL => DESCRIPTOR(bidtime),
      STEP => INTERVAL '2' MINUTES,
      SIZE => INTERVAL '10' MINUTES)
--- accepted
SELECT a, b FROM MyTable1 MyTable1 GROUP BY a, b
--- refused: Encountered "/" at line 1, column 1.
/ select*+ SHUFFLE_HASH(V22)*/V22.* from V22 join T1 on V22.a1 = T1.a1
--- refused: Encountered "materialized" at line 1, column 26.
show create materialized materialized table catalog1.db1.mt1
--- refused: Encountered "/" at line 1, column 1.
/ select*+ SHUFFLE_HASH(T1) */* from T1, T2
--- refused: Encountered "<EOF>" at line 1, column 43.
SELECT rowtime desc, c FROM MyTable LIMIT
--- refused: Encountered "array" at line 1, column 37.
alter materialized table mt1 modify array new_column<string not null> not null
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM MyTable1 JOIN MyTable2 ON a = d AND a = e
--- accepted
SELECT * FROM A, B B, C WHERE a1 + 1 = b1 AND a1 + 1 = c1
--- refused: Encountered "cat2" at line 1, column 27.
describe extended catalog cat2
--- refused: Encountered "<EOF>" at line 1, column 18.
show create table
--- refused: Encountered "*" at line 1, column 2.
* FROM MyTable WHERE a <> 1 AND a <> 2  AND b = 1 AND a <> 3 AND a <> 4
--- refused: Encountered "," at line 1, column 18.
insert into snk( ,l0l1, l2, r0, r2, r1) select * from (   select a0, a1, SUBSTRING(a2, 2) as a2 from src1) tmp join src2 on tmp.a1 = src2.b1 and tmp.a2 = src2.b2 on conflict do deduplicate
--- refused: Encountered "," at line 1, column 15.
SELECT * FROM , B WHERE a1 = b1
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 17.
SELECT a from   LEFT JOIN MyTable2 ON a = a2 WHERE func6(a, a2) > 10
--- refused: Encountered "GROUP" at line 3, column 1.
SELECT id, COUNT(*) as cnt, COUNT(DISTINCT str) as uv
FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi')) as T(id, str
GROUP BY id
--- accepted
SELECT * FROM `cat`,`default`.v
--- accepted
select * from T1 WHERE a1   (select /*+ ShUfFlE_HaSh(T2) */ a2 + T1.a1 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Encountered "sum dim" at line 1, column 46.
select * from fact join (select dim_date_sk, sum dim.price) + 1 as sum_price from dim where  dim.price < 500 group by dim_date_sk) dimSide on fact.fact_date_sk = dimSide.dim_date_sk
--- refused: Encountered "END" at line 14, column 1.
EXECUTE STATEMENT SET
BEGIN

INSERT INTO pageview
SELECT page_id, count(1)
FROM pageviews
GROUP BY page_id;

INSERT INTO uniqueview
SELECT page_id, count(distinct user_id)
FROM pageviews
GROUP BY page_idOVER

END
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 17.
select * from   WHERE a1 IN (select /*+ ShUfFlE_MeRgE(T2) */ a2 + T1.a1 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Encountered "b ." at line 1, column 22.
select /*+ NEST_LOOP(b.order_id, T2) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
SET 'table.display.max-column-width' 'table.display.max-column-width' = '40'
--- refused: Encountered "." at line 3, column 12.
SELECT /*+ MULTI_JOIN(t1, t2, t3) */ * FROM t1 
JOIN t2 ON t1.id = t2.id 
JOIN t3  t1.id = t3.id
--- refused: Encountered "(" at line 1, column 21.
select * from table((TABLE my_table, MODEL my_model))
--- accepted
SELECT a FROM MyTable ORDER BY 'table.local-time-zone' DESC LIMIT 1
--- refused: Encountered "order_time_string" at line 4, column 5.
CREATE TABLE Orders_in_file (
    `user` BIGINT,
    product STRING
    order_time_string STRING,
    order_time AS to_timestamp(order_time_string)
    
)
PARTITIONED BY (`user`) 
WITH ( 
    'connector' = 'filesystem',
    'path' = '...'
)
--- refused: Encountered "*" at line 1, column 46.
select /*+ SHUFFLE_MERGE(T1, T1) */* from T1 * T2 on T1.a1 = T2.a2
--- refused: Incorrect syntax near the keyword 'GROUP' at line 2, column 6.
SELECT color, sum(id)
FROM GROUP
T BY color
--- refused: Encountered "\'welcome\'" at line 1, column 40.
SELECT * FROM UdfTable WHERE UPPER(f)  'welcome'
--- refused: Encountered "price" at line 1, column 50.
SELECT * FROM MyTable WHERE amount > 2 AND price price > 10
--- refused: Incorrect syntax near the keyword 'LIMIT' at line 1, column 18.
SELECT a, c FROM LIMIT LimitTable 10 OFFSET 1
--- refused: Encountered "/" at line 1, column 8.
SELECT / /*+ NEST_LOOP(t1, t3) */ * FROM t1 JOIN t2 ON t1.id = t2.id JOIN t3 ON t1.id = t3.id
--- refused: Encountered "<EOF>" at line 1, column 26.
describe catalog extended
--- refused: Encountered "(" at line 1, column 32.
SELECT 'yarn.application.queue'(a) FROM (SELECT AVG(a) AS a FROM T GROUP BY b)
--- refused: Encountered "t2" at line 1, column 78.
SELECT * FROM t1 FOR SYSTEM_TIME AS OF TIMESTAMP '2023-01-01 02:00:00' AS t2 t2
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 17.
SELECT * l FROM WHERE EXISTS (SELECT * FROM r WHERE l.a < r.d)
--- refused: Incorrect syntax near the keyword 'TO' at line 1, column 75.
SELECT COALESCE(a.order_id, b.order_id) AS order_id, a.amount FROM orders TO LEFT JOIN order_details b ON a.order_id = b.order_id
--- refused: Encountered "." at line 1, column 57.
select /*+ SHUFFLE_HASH(T1) */* from T1 inner join T2 T1.a1 on > T2.a2
--- refused: Encountered "inner" at line 1, column 38.
select /*+ SHUFFLE_MERGE(T1) */*  T1 inner join T2 on T1.a1 > T2.a2
--- refused: Encountered "a1" at line 1, column 84.
insert into snk_for_cdc_src select * from no_delete_src1 join no_delete_src2 on a1 a1 = b1 and a2 = b2 where a3 > b0
--- refused: Encountered "T1" at line 1, column 46.
create function upperudf AS 'UpperUDF' using T1 '$VAR_UDF_JAR_PATH'
--- accepted
SELECT ROW(1, 'Hi', aFROM ) MyTable
--- refused: Encountered "(" at line 1, column 15.
CREATE TABLE  (UNIQUE (col1)) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "+" at line 1, column 9.
select *+ BROADCAST(T1, T2), BROADCAST(T2, T1) */* from T1 join T2 on T1.a1 = T2.a2
--- refused: Encountered "IN SELECT" at line 1, column 30.
SELECT * FROM l WHERE (a, b) IN SELECT d, COUNT(*) FROM r GROUP BY d)
--- accepted
SET NOT = 'kafka-to-hive'
--- accepted
explain json_execution_plan select `user`, product   orders
--- refused: Encountered "add" at line 1, column 29.
table default_database.t1 add watermark for ts as ts - interval '1' second
--- refused: Encountered "FROM" at line 1, column 47.
SELECT b, COUNT(DISTINCT a), MAX( (b), SUM(c) FROM wmTable1 GROUP BY b
--- refused: Encountered "." at line 1, column 72.
select /*+ BROADCAST(T1)*/T1.b1, cast(T1.a1 as int) from T1 join T2  T1.b1 = T2.b2
--- refused: Encountered "NOT" at line 1, column 21.
SELECT * FROM l   a NOT IN (SELECT d FROM r WHERE l.b = r.e)
--- refused: Encountered "*" at line 1, column 28.
SELECT a, f FROM (SELECT * * FROM x RIGHT JOIN y ON x.c = y.f) xy WHERE xy.e > 100 AND xy.d IN (SELECT z.i FROM z WHERE z.j < 50)
--- accepted
SELECT COUNT(DISTINCT c)  MyTable
--- refused: Encountered "with" at line 4, column 1.
create table BatchTable (
  id int,
  str string
with ) (
  'connector' = 'filesystem',
  'path' = '$VAR_BATCH_PATH',
  'format' = 'csv'
)
--- refused: Encountered ")" at line 11, column 1.
CREATE TEMPORARY TABLE documents (
  doc_id STRING,
  document_text STRING,
  source STRING,
  created_time TIMESTAMP(3)
) WITH (
  'connector' = 'kafka',
  'topic' = 'documents',
  'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 
)
--- refused: Incorrect syntax near the keyword 'BY' at line 7, column 10.
WITH orders_with_total AS (
    SELECT order_id, price + tax AS total
    FROM Orders
)
SELECT order_id, SUM(total)
FROM orders_with_total
GROUP BY BY order_id
--- refused: Encountered "\'%\'" at line 1, column 45.
show procedures from catalog1.db1 Ilike '%' '%'
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT * FROM FROM l WHERE (EXISTS (SELECT d FROM r)) = true
--- refused: Encountered "=" at line 1, column 42.
load module dummy with ('k1' = 'v1' 'k2' = 'v2')
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 15.
SELECT * FROM WHERE l b IN (SELECT AVG(e) FROM r WHERE l.c = r.f)
--- refused: Encountered "," at line 2, column 26.
CREATE TABLE orders (
 `user` BIGINT NOT NULl, ,
 product VARCHAR(32),
 amount INT,
 ts TIMESTAMP(3),
 ptime AS PROCTIME(),
 PRIMARY KEY(`user`) NOT ENFORCED,
 WATERMARK FOR ts AS ts - INTERVAL '1' SECONDS
) with (
 'connector' = 'datagen'
)
--- accepted
INSERT INTO students
  VALUES ('fred flintstone', 35, 1.28), ('barney rubble', db1, 2.32)
--- refused: Encountered ")" at line 1, column 30.
SELECT * FROM f(i => 1, b => )true
--- refused: Incorrect syntax near the keyword 'DISTRIBUTION' at line 1, column 27.
drop connection if exists DISTRIBUTION
--- accepted
SELECT * FROM A FULL OUTER JOIN B B ON a1 = b1 FULL OUTER JOIN C ON a1 = c1
--- refused: Encountered "GROUP" at line 1, column 20.
SELECT COUNT(*)  t GROUP BY ROLLUP (b, c)
--- refused: Encountered "x" at line 1, column 58.
SELECT * FROM x WHERE NOT (NOT EXISTS (SELECT * FROM y)) x.b AND = 10
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * t INTERSECT SELECT * FROM t
--- refused: Encountered "show from" at line 1, column 1.
show from procedures catalog1.db1 not like '%'
--- refused: Encountered "A" at line 1, column 62.
SELECT a1, a2, b1, b2 FROM (SELECT SUM(a2) AS a2, a1 columns A group by a1) RIGHT JOIN (SELECT SUM(b2) AS b2, b1 FROM B group by b1) ON a2 = b2
--- refused: Encountered "FROM" at line 1, column 29.
SELECT a, COUNT(DISTINCT c  FROM MyTable2 GROUP BY a, b
--- refused: Encountered ")" at line 1, column 62.
SELECT pandasFunc3(pandasFunc2(a + pandasFunc1(a, c), b), c) ) MyTable
--- refused: Encountered "y" at line 1, column 62.
SELECT * FROM x WHERE (NOT EXISTS (SELECT d FROM y WHERE y.d y.d = x.b)) IS TRUE
--- refused: Encountered "<EOF>" at line 1, column 43.
LOAD MODULE mydummy WITH ('type' = 'dummy'
--- refused: Encountered "> <EOF>" at line 1, column 66.
SELECT a from MyTable LEFT JOIN MyTable2 ON a = a2 AND func1(a2) >
--- refused: Encountered "," at line 8, column 16.
CREATE TABLE tbl1 (
  a bigint,
  h varchar, 
  g as 2 * (a + 1),
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'),
  b varchar,
  proc as PROCTIME(),
  PRIMARY KEY (, b),
  UNIQUE (h, g)
) with (
  'connector' = 'kafka',
  'kafka.topic' = 'log.test'
)
--- refused: Encountered "select" at line 1, column 27.
create temporary view v1  select * from orders
--- refused: Encountered "table" at line 1, column 12.
DROP table table IF EXISTS catalog1.db1.tbl1
--- refused: Incorrect syntax near the keyword 'AS' at line 1, column 79.
SELECT * FROM l WHERE c IN (SELECT f1 FROM r, LATERAL TABLE(table_func(f)) AS AS T(f1) WHERE d IN (SELECT i FROM t))
--- refused: Encountered "on" at line 1, column 43.
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, on FROM A group by a1) RIGHT JOIN B ON a1 = b1
--- refused: Encountered ")" at line 1, column 34.
INSERT INTO sink PARTITION (b=1) ) SELECT a, c FROM MyTable
--- refused: Encountered "<" at line 1, column 68.
SELECT a1 FROM (SELECT COUNT(*) AS cnt FROM B) RIGHT JOIN A cnt ON < a2
--- refused: Encountered "/" at line 1, column 17.
select * from t1/ +*OPTIONS(k1='#v1', k2='#v2') */
--- accepted
SELECT * FROM UdfTable WHERE  (f) = 'welcome'
--- refused: Encountered "B1" at line 9, column 20.
INSERT INTO nexmark_q7
SELECT B.auction, B.price, B.bidder, B.`dateTime`, B.extra
from bid B
         JOIN (SELECT MAX(price) AS maxprice, window_end as `dateTime`
               FROM TABLE(
                       TUMBLE(TABLE bid, DESCRIPTOR(`dateTime`), INTERVAL '10' SECOND))
               GROUP BY window_start, window_end) B1
              ON B.price = B1.maxprice
WHERE B.`dateTime` B1. BETWEEN`dateTime` - INTERVAL '10' SECOND AND B1.`dateTime`
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 36.
SELECT a1, b1, c1 FROM T1 GROUP BY BY a1, b1, c1
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 28.
INSERT INTO MyTable SELECT SELECT user_id, name, record_time + INTERVAL '1' SECOND FROM MyTable
--- refused: Encountered "*" at line 1, column 1.
* SELECT FROM T1
--- refused: Expected query or join
SELECT o_amount * rate as rate FROM ProctimeOrders AS o, LATERAL  (ProctimeRates(o.o_proctime)) AS r WHERE currency = o_currency
--- accepted
select /*+ BROADCAST(T1) */* from T1ON T2 where T1.a1 = T2.a2 and T1.a1 > 1
--- refused: Encountered "=" at line 1, column 5.
SET = 'table.optimizer.join-reorder-enabled' 'true'
--- refused: Encountered "3" at line 5, column 29.
CREATE TABLE orders (
    order_id    STRING,
    price       DECIMAL(32,2),
    currency    STRING,
    order_time  TIMESTAMP(3 3),
    WATERMARK FOR order_time AS order_time - INTERVAL '15' SECOND
) WITH ( )
--- refused: Encountered "IN IN" at line 1, column 58.
SELECT a + 10, c FROM l WHERE NOT(NOT(substring(c, 1, 5) IN IN (SELECT substring(f, 1, 5) FROM r WHERE l.b + 1 = r.e)))
--- refused: Encountered "keya" at line 1, column 43.
alter table t1 add constraint ct1 primary keya, b) not enforced
--- refused: Incorrect syntax near the keyword 'FROM' at line 2, column 19.
CREATE TABLE t2 AS
WITH q1 AS (  key FROM src WHERE key = '4')
SELECT * FROM q1
--- refused: Encountered "= )" at line 1, column 74.
SELECT ROW(a, b, c), ARRAY[12, b], MAP[a, c] FROM MyTable5 WHERE (a, b, c= ) ('foo', 12, TIMESTAMP '1984-07-12 14:34:24')
--- refused: Encountered "<EOF>" at line 1, column 59.
SELECT AVG(a) FROM t GROUP BY GROUPING SETS ((b, c), (b, d)
--- refused: Encountered "f1" at line 1, column 40.
SELECT f0, COUNT(*), JSON_OBJECTAGG(f1 f1 VALUE f0), SUM(f2) FROM T GROUP BY f0
--- refused: Encountered "int" at line 1, column 47.
select /*+ BROADCAST(T1)*/T1.b1, castT1.a1 as int) from T1 join T2 on T1.b1 = T2.b2
--- accepted
SELECT * FROM l WHERE a NOT IN (SELECT d FROM r r WHERE e < 100) AND b > 10
--- refused: Encountered ")" at line 1, column 82.
SELECT id, str FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi')) as Tid, str)
--- refused: Encountered "tables" at line 1, column 3.
tables from db1 like '%n'
--- refused: Encountered ")" at line 1, column 55.
SELECT a, a2 from MyTable RIGHT JOIN MyTable2 ON func1)a( = func1(a2)
--- refused: Encountered "function1" at line 1, column 25.
create temporary system function1  function as 'org.apache.flink.function.function1' language scala
--- refused: Encountered "/" at line 1, column 8.
select / /*+ BROADCAST(T1)*/* from (select T1.* from T1 join T2 on T1.a1 = T2.a2 where T1.b1 = 'abc')
--- refused: Encountered "IN select" at line 1, column 27.
select * from T1 WHERE a1 IN  select(/*+ NeSt_lOoP(T2) */ a2 + T1.a1 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Encountered "show in" at line 1, column 1.
show   in catalog1.db1.tbl like '%'
--- refused: Encountered "o" at line 4, column 7.
SELECT o.order_id, o.total, c.country, c.zip
FROM Orders AS o
  JOIN Customers FOR SYSTEM_TIME AS OF o.proc_time AS c
      o.customer_id = c.id
--- refused: Encountered "," at line 1, column 8.
SELECT , b3, a1, b1, COUNT(c1) FROM (SELECT * FROM T3 LEFT JOIN T1 ON a1 = a3) t GROUP BY a3, b3, a1, b1
--- refused: Encountered "10" at line 1, column 71.
SELECT a from MyTable LEFT JOIN MyTable2 ON a = a2 AND func1(a2) > 10 10
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT d FROM r r WHERE CAST(b AS INTEGER) = d)
--- refused: Incorrect syntax near the keyword 'FROM' at line 4, column 17.
INSERT INTO department_counts
SELECT
    dept_id,
    COUNT(*) as FROM
emp_count employee_information
GROUP BY dept_id
--- refused: Encountered ">" at line 1, column 41.
SELECT * FROM VirtualTable amount WHERE > 2 AND amount < 10
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM x WHERE NOT EXISTS (SELECT * FROM y where c > 0) AND a < 100
--- refused: Encountered "\'%\'" at line 1, column 37.
show functions in catalog1.db1 not  '%'
--- refused: Encountered "<EOF>" at line 1, column 41.
show functions in catalog1.db1 not ilike
--- refused: Encountered ", <EOF>" at line 1, column 39.
SELECT a FROM MyTable ORDER BY rowtime,
--- refused: Encountered "join" at line 1, column 88.
select /*+ STATE_TTL('T1' = '1d', 'T2' = '2d'), BROADCAST(T1) */T1.b1, sum(T1.a1) from join T1 T2 on T1.b1 = T2.b2 group by T1.b1
--- refused: Encountered "1" at line 1, column 16.
SELECT myUdf(1 1) FROM MyTable
--- refused: Encountered "AS" at line 1, column 63.
SELECT /*+ LOOKUP('table'='D', 'async'='false') */ *  MyTable AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- refused: Encountered "1" at line 1, column 25.
SELECT * FROM l WHERE b 1 > AND a NOT IN (SELECT d FROM r WHERE l.b = r.e AND r.d > 10)
--- refused: Encountered "MyTable" at line 1, column 9.
ALTER   MyTable DROP PRIMARY KEY
--- refused: Incorrect syntax near the keyword 'EXISTS' at line 1, column 19.
SELECT * FROM T2  EXISTS (SELECT COUNT(*) FROM T1)
--- refused: Encountered "PARTITION" at line 1, column 66.
ALTER TABLE MyTable ADD PARTITION (p1=1,p2='a') with ('k1'='v1'  PARTITION (p1=1,p2='b') with ('k2'='v2')
--- refused: Encountered "V4" at line 1, column 77.
select /*+ STATE_TTL('T1' = '2d', 'V4' = '1d') */* from T1 join V4 on T1.a1 V4.a4 =
--- refused: Encountered "*" at line 1, column 2.
* FROM MyTable ORDER BY a LIMIT 0 OFFSET 10
--- refused: Non-query expression encountered in illegal context
'db%' /*+ NEST_LOOP(T1) */* from T1 full join T2 on T1.a1 = T2.a2
--- refused: Non-query expression encountered in illegal context
STOP  'myjob' WITH SAVEPOINT
--- refused: Encountered "," at line 1, column 8.
SELECT , number FROM MyTable
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 41.
ALTER MATERIALIZED TABLE tbl1 AS SELECT SELECT * FROM t
--- refused: Incorrect syntax near the keyword 'BY' at line 3, column 2.
SELECT window_start, window_end, supplier_id, SUM(price) AS total_price
FROM TUMBLE(TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)
 BY window_start, window_end, ROLLUP (supplier_id)
--- refused: Encountered "FROM" at line 1, column 18.
SELECT COUNT(A.a FROM (SELECT DISTINCT a FROM T) AS A JOIN T AS B ON A.a=B.a
--- refused: Encountered "from" at line 1, column 71.
SELECT * FROM Orders AS o JOIN rates_last_row_rowtime FOR SYSTEM_TIME from OF o.proctime AS r on o.currency = r.currency AND 'RMB-100' = concat('RMB-', cast(r.rate AS STRING))
--- refused: Encountered "," at line 3, column 9.
CREATE TABLE LineOrders (
        `line_order_id` INT,
        , STRING
    ) WITH (
        'connector'='...'
    )
--- refused: Encountered "on" at line 1, column 55.
select /*+ BROADCAST(T1) */* from T1 inner join T2 on on T1.a1 > T2.a2
--- refused: Encountered "<EOF>" at line 1, column 49.
SET 'table.optimizer.delta-join.strategy'  'NONE'
--- refused: Encountered "," at line 4, column 4.
CREATE TABLE MySink (
 a INT,
 b BIGINT,
 c ,
 PRIMARY KEY (a) NOT ENFORCED
) WITH (
 'connector' = 'values',
 'sink-insert-only' = 'false'
)
--- refused: Non-query expression encountered in illegal context
'execution.mode' SET = 'yarn-session'
--- accepted
SELECT `out`, `rowtime` FROM f(r => TABLE t_watermarked PARTITION BY name ORDER BY (ts ASC, score DESC NULLS FIRST), i => 42, on_time => ts(DESCRIPTOR))
--- accepted
SELECT a a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND NOT EXISTS (SELECT * FROM z WHERE z.i > x.a AND z.j < 50)
--- refused: Encountered ")" at line 1, column 46.
alter table tbl1 modify DISTRIBUTION BY (a,  ) INTO 6 BUCKETS
--- refused: Encountered "," at line 1, column 55.
create catalog cat2 WITH ('type'='generic_in_memory', , 'default-database'='db')
--- refused: Encountered "<" at line 1, column 59.
alter table tbl drop partition (p1='a',p2=1), partition(p1<'b',p2=2), partition(p1='c',p2=3)
--- refused: Encountered "SELECT" at line 1, column 26.
select /*+ NEST_LOOP(T2) SELECT/* from T1 where a1 in (select a2 from T2)
--- refused: Encountered "left_input" at line 3, column 3.
SELECT /*+ STATE_TTL('left_input'= '360000s', 'right_input' = '15h') */ * 
FROM left_input JOIN right_input
a left_input.join_key = right_input.join_key
--- refused: Incorrect syntax near the keyword 'ON' at line 1, column 50.
SELECT c, g FROM MyTable2 INNER JOIN MyTable1 ON ON a = d AND b = e
--- refused: Encountered "BUCKETS" at line 1, column 43.
ALTER TABLE MyTable ADD DISTRIBUTION INTO BUCKETS 4
--- refused: Encountered "t1" at line 1, column 89.
SELECT * FROM l, r WHERE l.a = r.d AND NOT EXISTS (SELECT * FROM t t1 WHERE l.b = t1.j  t1.k > 50) AND c >= 1 AND NOT EXISTS (SELECT * FROM t t2 WHERE l.a = t2.i AND t2.j < 100)
--- refused: Encountered "Ilike" at line 1, column 23.
show procedures from  Ilike '%'
--- refused: Incorrect syntax near the keyword 'GROUP' at line 1, column 12.
SELECT AVG(GROUP) FROM t GROUP BY ROLLUP (b, c)
--- accepted
SELECT * FROM l WHERE (a + 10, SUBSTRING(c, 1, 5 ))IN (SELECT d + 100, SUBSTRING(f, 1, 5) FROM r)
--- refused: Encountered "not" at line 1, column 22.
show functions from  not like '%'
--- refused: Encountered ")" at line 1, column 56.
CREATE TABLE t (PRIMARY KEY (col1)) WITH ('test' 'zm' =) AS SELECT col1 FROM b
--- accepted
EXECUTE STATEMENT SET
BEGIN

INSERT INTO pageview
SELECT page_id, count(1)
FROM pageviews
GROUP BY page_id;

INSERT INTO uniqueview
SELECT page_id, count( user_id)
FROM pageviews
GROUP BY page_id;

END
--- refused: Encountered "c3" at line 1, column 253.
SELECT * FROM (Select count(*) c1 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and fact_part.price < 100) s1, (Select count(*) c2 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and dim.price < 200) s2, (Select count(* c3 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and dim.price < 400) s3
--- refused: Encountered "." at line 8, column 72.
SELECT 
     order_id,
     price,
     orders.currency,
     conversion_rate,
     order_time
FROM orders
LEFT JOIN currency_rates FOR SYSTEM_TIME AS OF orders.order_time orders.order_time
ON orders.currency = currency_rates.currency
--- accepted
SELECT b FROM l WHERE (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1 WHEN a NOT IN (SELECT j FROM t2) THEN 2 ELSE 'pipeline.max-parallelism' END) NOT IN (SELECT d FROM r WHERE l.c = r.f)
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 55.
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM rFROM AND NOT EXISTS (SELECT * FROM t WHERE l.a = t.i AND t.j < 100)
--- refused: Non-query expression encountered in illegal context
c * from foo
--- refused: Encountered ")" at line 1, column 29.
SELECT d, COUNT(DISTINCT c) ) FILTER (WHERE a > 0) FROM MyTable2 GROUP BY d
--- refused: Encountered "show not" at line 1, column 1.
show not catalogs like '%'
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1 join T2 on T1.a1 = T2.a2 union select /*+ SHUFFLE_MERGE(T3) */* from T3 join T1 T1 on T3.a3 = T1.a1
--- refused: Encountered ")" at line 1, column 75.
select /*+ SHUFFLE_HASH(T1) */* from T1 where a1 not in (select a2 T2 from)
--- refused: Encountered "," at line 12, column 52.
CREATE TABLE KafkaTable (
  origin_ts TIMESTAMP(3) METADATA FROM 'value.ingestion-timestamp' VIRTUAL,
  event_time TIMESTAMP(3) METADATA FROM 'value.event-timestamp' VIRTUAL,
  origin_table STRING METADATA FROM 'value.table' VIRTUAL,
  primary_keys ARRAY<STRING> METADATA FROM 'value.primary-keys' VIRTUAL,
  user_id BIGINT,
  item_id BIGINT,
  behavior STRING
) WITH (
  'connector' = 'kafka',
  'topic' = 'user_behavior',
  'properties.bootstrap.servers' 'localhost:9092' =,
  'properties.group.id' = 'testGroup',
  'scan.startup.mode' = 'earliest-offset',
  'value.format' = 'ogg-json'
)
--- accepted
SELECT a, (c) FROM MyTable
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT * FROM l WHERE a IN (SELECT d FROM r WHERE l.b = r.e)
--- refused: Encountered "catalog1" at line 1, column 12.
show views catalog1.db1 in like '%'
--- refused: Encountered "(" at line 1, column 7.
alter ( cat2 reset ('default-database', 'k1')
--- refused: Encountered "into" at line 1, column 1.
into insert MySink(a, b, c) select a, b, filemeta from MyTableWithMeta
--- refused: Incorrect syntax near the keyword 'SUM' at line 1, column 43.
SELECT a, f FROM x, y WHERE x.c = y.f AND SUM > 100 AND NOT EXISTS (SELECT * FROM z WHERE z.j < 50)
--- accepted
SELECT * FROM (SELECT * FROM leftT WHERE a NOT IN (SELECT c FROM rightT WHERE c < 3))  WHERE T.b > 2
--- refused: Encountered "," at line 3, column 25.
create temporary table if not exists tbl1 (
   `user` BIGINT NOT NULl,
   product VARCHAR(32) ),
   amount INT
) with (
 'connector' = 'datagen'
)
--- refused: Encountered "JAVA" at line 1, column 75.
create temporary function if not exists func2 as 'LowerUDF' LANGUAGE JAVA JAVA
--- accepted
SELECT COUNT(*) FROM Orders Orders
--- refused: Incorrect syntax near the keyword 'OFFSET' at line 1, column 8.
SELECT OFFSET FROM T2 WHERE EXISTS (SELECT SUM(a1), COUNT(*) FROM T1)
--- refused: Encountered "*" at line 1, column 30.
select /*+ BROADCAST(T2) */* * from T1 left join T2 on T1.a1 = T2.a2
--- refused: Encountered "." at line 1, column 63.
select /*+ NEST_LOOP(T1) */a1 + 1, a1 * 10 from T1 join T2  T1.a1 = T2.a2
--- refused: Encountered "\'db%\'" at line 1, column 25.
show databases from c0  'db%'
--- accepted
SELECT  (1) FROM T
--- refused: Encountered "<EOF>" at line 1, column 104.
select * from T1 WHERE a1 IN ( (select /*+ NeSt_lOoP(T2) */ a2 + T1.a1 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Encountered ")" at line 1, column 43.
SELECT COUNT(DISTINCT a), SUM(DISTINCT a) ), MAX(DISTINCT a) FROM MyTable2 GROUP BY GROUPING SETS (b, c)
--- refused: Incorrect syntax near the keyword 'JOIN' at line 1, column 66.
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) JOIN FULL B ON a1 = b1
--- refused: Encountered "tables" at line 1, column 13.
show tables tables not like '%'
--- refused: Encountered "in" at line 1, column 19.
SELECT a, a2 from in RIGHT JOIN MyTable2 ON func1(a) = func1(a2)
--- refused: Encountered "not" at line 1, column 34.
show user functions from db1 not not like '%'
--- refused: Encountered "FROM" at line 1, column 33.
SELECT MAX( (a), SUM(b), MIN(c) FROM MyTable2
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 8.
SELECT SELECT f1, f2 FROM T
--- refused: Encountered "=>" at line 2, column 12.
SELECT * FROM TO_CHANGELOG(
  input => => TABLE my_aggregation
)
--- refused: Encountered "select" at line 1, column 32.
Select * from dim join (select select fact_date_sk, amount + 1 as amount from fact_part) t1 on fact_date_sk = dim_date_sk and t1.amount = dim.amount where dim.price < 500
--- refused: Incorrect syntax near the keyword 'ALTER' at line 1, column 45.
SELECT * FROM x WHERE a IN (SELECT c FROM y ALTER x.b > y.d)
--- refused: Encountered ". count" at line 1, column 96.
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_HaSh(T2) */ a2 + T1.a1 from T2 join (select T3.count from T2 join T3 on T2.a2 = T3.a3) T3 on T2.a2 = T3.a3)
--- refused: Encountered "1" at line 1, column 35.
create view MyView1 as select + 1 1
--- refused: Incorrect syntax near the keyword 'FLOAT' at line 8, column 9.
CREATE MODEL fraud_detector
INPUT (
  user_id BIGINT,
  amount DOUBLE,
  merchant_id STRING,
  device_fingerprint STRING
)
OUTPUT (FLOAT fraud_score)
WITH (
  'provider' = 'triton',
  'endpoint' = 'http://triton-server:8000/v2/models',
  'model-name' = 'fraud_detection_model',
  'timeout' = '5000',
  'priority' = '200'   
)
--- refused: Encountered "ilike" at line 1, column 12.
show user  ilike 'func2%'
--- refused: Encountered "," at line 16, column 64.
SELECT *
FROM Ticker
    MATCH_RECOGNIZE (
        PARTITION BY symbol
        ORDER BY rowtime
        MEASURES
            START_ROW.rowtime AS start_tstamp,
            LAST(PRICE_DOWN.rowtime) AS bottom_tstamp,
            LAST(PRICE_UP.rowtime) AS end_tstamp
        ONE ROW PER MATCH
        AFTER MATCH SKIP TO LAST PRICE_UP
        PATTERN (START_ROW PRICE_DOWN+ PRICE_UP)
        DEFINE
            PRICE_DOWN AS
                (LAST(PRICE_DOWN.price, 1) IS NULL AND PRICE_DOWN.price < START_ROW.price) OR
                    PRICE_DOWN.price < LAST(PRICE_DOWN.price, 1,
            PRICE_UP AS
                PRICE_UP.price > LAST(PRICE_DOWN.price, 1)
    ) MR
--- accepted
SELECT ('{"a":1,"b":["a","b","c"]}') AS v
--- refused: Encountered ", WHERE" at line 1, column 21.
SELECT * FROM A, BC , WHERE a1 = b1 AND a1 = c1
--- refused: Encountered "*" at line 1, column 10.
SELECT * * FROM MyTable1 RIGHT JOIN MyTable2 ON a1 = a2 WHERE a1 IS NULL AND a2 < 10
--- refused: Encountered "orders2" at line 1, column 21.
alter table orders2 orders2 modify (watermark for ts as ts - interval '1' minute, ts timestamp(3) not null after trade_order_id, `user` string)
--- refused: Encountered "t2 = t1" at line 1, column 22.
SELECT /*+ BROADCAST(t2= t1), BROADCAST(t1, t2) */ * FROM t1 JOIN t2 ON t1.id = t2.id
--- refused: Encountered "1" at line 1, column 57.
SELECT a FROM MyTable ORDER BY rowtime LIMIT 1 OFFSET 1 1
--- refused: Encountered "catalog1" at line 1, column 12.
show views catalog1.db1 from
--- refused: Encountered "if" at line 1, column 18.
create temporary if view not exists v1 as select * from orders
--- accepted
SELECT * FROM MyTable1 FULL JOIN MyTable2 MyTable2 ON a1 = a2 AND a1 = 2
--- refused: Encountered "<EOF>" at line 1, column 108.
SELECT random_udf(a1) as a2 FROM (SELECT random_udf(a) as a1, b FROM MyTableorders.o_orderkey t WHERE b > 10
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 59.
SELECT * FROM l, r WHERE l.a = r.d AND NOT EXISTS (SELECT FROM * t t1 WHERE l.b = t1.j AND t1.k > 50) AND c >= 1 AND NOT EXISTS (SELECT * FROM t t2 WHERE l.a = t2.i AND t2.j < 100)
--- refused: Incorrect syntax near the keyword 'ON' at line 1, column 42.
SELECT * FROM MyTable2 RIGHT OUTER JOIN  ON false
--- refused: Encountered "= JOIN" at line 1, column 35.
SELECT * FROM A LEFT JOIN B ON a1 = JOIN b1 C ON a1 = c1
--- refused: Encountered "(" at line 3, column 4.
create connection conn1
 COMMENT 'connection_comment'
   (
  'type'='basic',
  'url'='http://example.com',
  'username'='user1',
  'password'='pass1'
 )
--- refused: Encountered "MINUTES" at line 2, column 65.
SELECT * FROM 
   TUMBLE(TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES MINUTES, INTERVAL '1' MINUTES)
--- refused: Non-query expression encountered in illegal context
PRETTY_PRINT SELECT(order_id) FROM Orders
--- refused: Encountered "+ FROM" at line 1, column 10.
SELECT a + FROM 1 MyTable1 WHERE a NOT IN (SELECT d FROM MyTable2)
--- accepted
SELECT t1.x FROM t1 RIGHT  JOIN t2 ON t1.x = t2.x
--- refused: Encountered "/" at line 1, column 18.
drop database if / db2
--- refused: Encountered "<EOF>" at line 1, column 52.
CREATE FUNCTION simple_udf AS 'SimpleUdf' USING JAR
--- refused: Encountered "a2" at line 1, column 44.
SELECT * FROM MyTable1 JOIN MyTable2 ON a1 a2 =
--- refused: Encountered "*" at line 1, column 32.
INSERT INTO upsert_sink_table  * FROM upsert_table_partial_deletes_metadata_no_pushdown
--- refused: Encountered "array array" at line 1, column 46.
alter materialized table mt1 add (new_row.f2 array array<int>)
--- refused: Encountered "t1" at line 1, column 17.
alter table add t1 col_int as col_a - col_b after col_b
--- refused: Encountered "from" at line 1, column 83.
select /*+ BROADCAST(T1)*/T4.a1 from (select T1.* from T1 join ((select T1.a1 as  from T1) union (select a2 from T2)) T2 on T1.a1 = T2.a2) T4
--- refused: Encountered "function system" at line 1, column 18.
create temporary function system  function1 as 'org.apache.flink.function.function1' language scala
--- refused: Encountered "not" at line 1, column 15.
show views in not db1 like '%'
--- refused: Encountered "1" at line 1, column 45.
SELECT a FROM MyTable ORDER BY rowtime DESC 1 LIMIT OFFSET 0
--- refused: Encountered "VIRTUAL" at line 2, column 41.
CREATE TABLE KafkaTable (
  origin_database STRING METADATA FROM  VIRTUAL,
  origin_table STRING METADATA FROM 'value.table' VIRTUAL,
  origin_primary_key_columns ARRAY<STRING> METADATA FROM 'value.primary-key-columns' VIRTUAL,
  origin_ts TIMESTAMP(3) METADATA FROM 'value.ingestion-timestamp' VIRTUAL,
  user_id BIGINT,
  item_id BIGINT,
  behavior STRING
) WITH (
  'connector' = 'kafka',
  'topic' = 'user_behavior',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'scan.startup.mode' = 'earliest-offset',
  'value.format' = 'maxwell-json'
)
--- refused: Non-query expression encountered in illegal context
'execution.mode' = 'remote'
--- refused: Non-query expression encountered in illegal context
'table.exec.mini-batch.size' = '5000'
--- refused: Encountered "(" at line 1, column 37.
ALTER MATERIALIZED TABLE tbl1 SET ( ()
--- refused: Encountered "WHERE" at line 2, column 4.
SELECT a 
 x WHERE EXISTS (SELECT x.b IS NULL FROM y)
--- refused: Encountered ")" at line 5, column 1.
CREATE TABLE if not exists tbl1 (
  a bigint,
  h varchar, 
  PRIMARY KEY (a, 
)b)
DISTRIBUTED BY HASH(a, h) INTO 6 BUCKETS  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 34.
SELECT * FROM l WHERE NOT EXISTS SELECT * FROM r WHERE l.a < 10)
--- refused: Encountered "1" at line 1, column 52.
SELECT a FROM ProjectableTable WHERE IFNULL(a, 1)  1
--- accepted
select /*+ T1(SHUFFLE_HASH) */* from T1 where a1 not in (select a2 from T2)
--- refused: Encountered "not" at line 1, column 23.
show connections like not 'temp_%'
--- refused: Encountered "(" at line 1, column 43.
CREATE OR REPLACE TABLE t (col1 string)   ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "r" at line 1, column 63.
SELECT a FROM MyTable ORDER BY rowtime, c desc LIMIT 1 OFFSET r
--- refused: Encountered "dept_id" at line 6, column 18.
INSERT INTO department_counts
SELECT
    dept_id,
    COUNT(*) as emp_count
FROM employee_information
GROUP BY dept_id dept_id
--- refused: Encountered "(" at line 1, column 13.
TABLE tbl1 (
  a ARRAY<bigint>, 
  b MAP<int, varchar>,
  c ROW<cc0 int, cc1 float, cc2 varchar>,
  d MULTISET<varchar>,
  PRIMARY KEY (a, b) 
) with (
  'x' = 'y', 
  'asd' = 'data'
)
--- refused: Encountered "," at line 1, column 11.
SELECT a, , SUM(b), COUNT(c) FROM MyTable1 GROUP BY a
--- refused: Encountered "= =" at line 1, column 41.
SELECT a1, b1 FROM A RIGHT JOIN B ON a1 = = b1
--- refused: Encountered "<> AND" at line 1, column 64.
SELECT * FROM MyTable WHERE a <> 1 AND a <> 2 AND a <> 3 AND a <> AND 4 b = 1
--- refused: Incorrect syntax near the keyword 'STRING' at line 2, column 9.
CREATE TABLE currency_rates (
	       STRING,
	rate          DECIMAL(32, 10),
	update_time   TIMESTAMP(3),
	WATERMARK FOR update_time AS update_time
) WITH (
	'connector' = 'kafka',
	'topic'	    = 'rates',
	'properties.bootstrap.servers' = 'localhost:9092',
	'format'    = 'json'
)
--- refused: Encountered "<EOF>" at line 1, column 93.
alter temporary system function function1 as 'org.apache.flink.function.function1' language
--- refused: Encountered "y" at line 1, column 39.
SELECT a, f FROM x, y WHERE x.c = y.f y.e AND > 100 AND EXISTS (SELECT * FROM z WHERE z.j < 50)
--- refused: Encountered "FULL" at line 1, column 14.
SELECT *  T1 FULL OUTER JOIN T2 ON a = c JOIN T3 ON a = e
--- refused: Encountered "* from" at line 1, column 70.
select /*+ STATE_TTL('T1' = '2d'), STATE_TTL('T1' = '8d') */ count( )*from T1 group by a1
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 42.
SELECT * FROM T1 WHERE T1.c IN (SELECT   FROM T2)
--- refused: Encountered ", ," at line 1, column 96.
INSERT INTO partitioned_sink (e,a,g,f,c,d) SELECT e,a,456,123,c,d FROM MyTable GROUP BY a,b,c,d, ,e INTERSECT ALL SELECT e,a,789,456,c,d FROM MyTable GROUP BY a,b,c,d,e
--- accepted
SELECT a FROM MyTable ORDER BY b, c LIMIT 2
--- refused: Encountered "FROM" at line 1, column 42.
SELECT AVG(a) FROM (SELECT AVG(a) ) AS a FROM T GROUP BY b)
--- refused: Encountered "h" at line 1, column 53.
alter materialized table mt1 add distribution by (a h) into 6 buckets
--- accepted
explain estimated_cost select VirtualTable from emps
--- refused: Encountered "<EOF>" at line 7, column 6.
SELECT
  user,
  TUMBLE_START(order_time, INTERVAL '1' DAY) AS wStart,
  SUM(amount) FROM Orders
GROUP BY
  TUMBLE(order_time, INTERVAL '1' DAY,
  user
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 23.
SELECT a FROM MyTable BY ORDER rowtime LIMIT 1
--- accepted
SELECT a, f FROM x x, y WHERE x.c = y.f AND y.e > 100 AND EXISTS (SELECT * FROM z WHERE z.i = x.a AND z.j < 50)
--- refused: Encountered "BUCKETS" at line 1, column 53.
ALTER TABLE MyTable ADD DISTRIBUTION BY (uid) INTO  BUCKETS
--- refused: Incorrect syntax near the keyword 'PARTITION' at line 4, column 24.
SELECT *
FROM (
  SELECT *,
    ROW_NUMBER() OVER  PARTITION(BY category ORDER BY sales DESC) AS row_num
  FROM ShopSales)
WHERE row_num <= 5
--- refused: Encountered "with" at line 1, column 29.
create table source_table ( with
  'x' = 'y',
  'abc' = 'def'
)
--- refused: Encountered "/" at line 1, column 8.
select / +*SHUFFLE_HASH(T2) */* from T1 right join T2 on T1.a1 = T2.a2
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 10.
SELECT   FROM T
--- refused: Incorrect syntax near the keyword 'BY' at line 1, column 34.
SELECT a3, b3, count(c3) FROM T3 BY GROUP a3, b3
--- accepted
SELECT MyUdf(1)  MyTable
--- refused: Encountered "<EOF>" at line 1, column 50.
SELECT * FROM l WHERE b IN (SELECT COUNT(*) FROM r
--- refused: Encountered "1" at line 1, column 15.
SELECT a FROM 1 ORDER BY rowtime DESC LIMIT 0
--- refused: Encountered "*" at line 1, column 3.
( *
FROM Orders
ORDER BY orderTime
LIMIT 3
--- accepted
select /*+ BROADCAST(T1) */* from T1 T2 where T1.a1 = T2.a2 and T1.a1 > 1
--- accepted
SELECT * FROM x WHERE a + + 1 IN (SELECT c FROM y)
--- refused: Encountered "b" at line 1, column 47.
alter materialized table mt1 add unique(afrom b)
--- refused: Encountered "> )" at line 1, column 55.
SELECT * FROM l WHERE a IN (SELECT d FROM r WHERE l.b > )10
--- refused: Encountered "b" at line 1, column 22.
SELECT asyncFunc1(a  b) + 1 FROM MyTable
--- refused: Encountered "b" at line 3, column 13.
CREATE TABLE sls_stream (
  a bigint, 
  f as a + 1b 
  , varchar,
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  proc as PROCTIME(),
  c int,
  PRIMARY KEY (a, b) 
) with (
  'x' = 'y', 
  'asd' = 'data'
)
--- refused: Encountered "(" at line 1, column 21.
alter catalog cat2  ('default-database'='db_new')
--- refused: Encountered ")" at line 1, column 21.
select /*+ NEST_LOOP)T1(*/* from V2
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 41.
EXPLAIN CREATE TABLE t AS SELECT * FROM FROM b
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r WHERE c = f) AND b  (SELECT j FROM t WHERE a = i AND k <> 'test')
--- refused: Encountered ")" at line 1, column 112.
SELECT c FROM l WHERE ( (CASE WHEN a IN (SELECT i FROM t1) THEN 1 ELSE 2 END),  (CASE WHEN b IN (SELECT j FROM ) THEN 3 ELSE 4 END))  IN (SELECT d, e FROM r)
--- refused: Encountered "constraint" at line 1, column 27.
alter table if exists t1  constraint ct
--- refused: Encountered "." at line 1, column 38.
SELECT c FROM T1 INTERSECT SELECT f y.e T2
--- refused: Encountered "= *" at line 1, column 102.
SELECT * FROM Orders AS o JOIN RatesHistoryWithPK FOR SYSTEM_TIME AS OF o.rowtime AS r ON o.currency = *
--- refused: Encountered "c" at line 1, column 44.
SELECT * FROM T1 RIGHT OUTER JOIN T2 ON a  c WHERE a IN (SELECT e FROM T3)
--- refused: Encountered "into" at line 1, column 101.
execute statement set begin insert into t1 select * from t2 on conflict do deduplicate; insert into into t3 select * from t4 on conflict do nothing; end
--- refused: Encountered "," at line 1, column 14.
SELECT ARRAY[, 0.5, 0.99]
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM * x WHERE CAST(a AS BIGINT) NOT IN (SELECT d FROM y)
--- refused: Encountered "WHERE" at line 1, column 81.
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND NOT EXISTS (SELECT *  z WHERE z.j < 50)
--- refused: Encountered "<" at line 1, column 88.
SELECT a FROM l WHERE b IN (SELECT e FROM r WHERE d > 10 UNION SELECT i FROM t WHERE   < 100)
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 36.
SELECT * FROM l WHERE c IN (SELECT SELECT f1 FROM (SELECT * FROM r LEFT JOIN LATERAL TABLE(table_func(f)) AS T(f1) ON TRUE))
--- refused: Encountered "(" at line 1, column 13.
SELECT IF IF(c = '' OR c IS NULL, 'a', 'b') FROM MyTable
--- refused: Encountered "as" at line 1, column 14.
create view  as select col1 from tbl
--- accepted
SELECT a FROM MyTable MyTable ORDER BY rowtime LIMIT 0 OFFSET 1
--- refused: Encountered "a" at line 1, column 57.
SELECT COALESCE(a.order_id, b.order_id) AS order_idFROM a.amount FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- refused: Encountered "AS" at line 7, column 10.
SELECT supplier_id, rating, COUNT(*) AS total
FROM (VALUES
    ('supplier1', 'product1', 4),
    ('supplier1', 'product2', 3),
    ('supplier2', 'product3', 3),
    ('supplier2', 'product4', 4))
Products AS(supplier_id, product_id, rating)
GROUP BY GROUPING SETS ((supplier_id, rating), (supplier_id), ())
--- refused: Encountered "constraint" at line 1, column 17.
alter table t1  constraint ct1 primary key(a, b) not enforced
--- refused: Encountered "=" at line 6, column 3.
create table t(
  a catalog1.db1.MyType1,
  b db2.MyType2
) with (
  'k1' = 'v1',
  = 'k2' 'v2'
)
--- refused: Encountered "<>" at line 6, column 3.
CREATE TEMPORARY TABLE classified_reviews(
  id BIGINT,
  movie_name VARCHAR,
  predicted_sentiment VARCHAR,
  actual_sentiment VARCHAR
) <> (
  'connector' = 'print'
)
--- refused: Encountered "BY" at line 1, column 28.
CREATE OR REPLACE TABLE t  BY(col1) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "=" at line 1, column 18.
SELECT * FROM T1 = JOIN T2 ON a = c
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 15.
SELECT a FROM FROM MyTable ORDER BY proctime LIMIT 1
--- refused: Encountered ", ," at line 1, column 44.
select /*+ NEST_LOOP(T1, T3) */* from T1T2 ,, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- refused: Encountered "set" at line 1, column 51.
SELECT * FROM leftT WHERE a NOT IN (SELECT c FROM set WHERE b = d AND b > 1)
--- refused: Incorrect syntax near the keyword 'AND' at line 1, column 50.
SELECT f1, SUM(f1) AS `sum` FROM T WHERE f1 < 10 AND ( > 3 OR f2 IS NULL) GROUP BY f1
--- refused: Encountered "not (" at line 1, column 50.
select /*+ SHUFFLE_HASH(T1) */* from T1 where a1 not   (select a2 from T2)
--- refused: Encountered "func6" at line 1, column 30.
alter materialized table mt1 func6 (new_row.f2 array<int> after new_row.f0)
--- refused: Encountered "2" at line 1, column 34.
SELECT a FROM MyTable ORDER BY c 2 OFFSET
--- refused: Incorrect syntax near the keyword 'SUM' at line 1, column 44.
SELECT * FROM T1 LEFT OUTER JOIN T2 ON a = SUM JOIN T3 ON a = e
--- refused: Encountered "T2" at line 1, column 27.
select /*+ SHUFFLE_HASH( )T2*/* from T1 where a1 not in (select a2 from T2)
--- refused: Encountered "/*+" at line 1, column 32.
select * from T1 WHERE a1 IN ( /*+ ShUfFlE_HaSh(T2) */ a2 + T1.a1 from T2 join T3 on T2.a2 = T3.a3)
--- refused: Encountered "." at line 1, column 94.
SELECT * FROM l WHERE a IN (SELECT r.d FROM r WHERE l.b = r.e AND r.f IN (SELECT t.k FROM t r.e WHERE = t.j))
--- refused: Encountered "=" at line 1, column 35.
SELECT * FROM T1 LEFT JOIN T2 ON  = c
--- refused: Encountered "<EOF>" at line 1, column 15.
SELECT * t FROM
--- refused: Encountered "=" at line 1, column 67.
select /*+ SHUFFLE_HASH(T1)*/T1.b1, sum(T1.a1) from T1 join T2 on = T1.b1 T2.b2 group by T1.b1
