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
            WHEN event_type = 1 THEN auction.`dateTime`
            ELSE bid.`dateTime`
        END,
    WATERMARK FOR `dateTime` AS `dateTime` - INTERVAL '4' SECOND
) WITH (
      'connector' = 'datagen',
      'number-of-rows' = '10'
)
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
FROM datagen
WHERE event_type = 0
--- accepted
CREATE VIEW auction AS
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
--- accepted
CREATE VIEW bid AS
SELECT bid.auction,
       bid.bidder,
       bid.price,
       bid.channel,
       bid.url,
       `dateTime`,
       bid.extra
FROM datagen
WHERE event_type = 2
--- accepted
CREATE TABLE nexmark_q7
(
    auction    BIGINT,
    bidder     BIGINT,
    price      BIGINT,
    `dateTime` TIMESTAMP(3),
    extra      VARCHAR
) WITH (
      'connector' = 'blackhole'
)
--- accepted
CREATE TABLE nexmark_q8 (id BIGINT, name VARCHAR, stime TIMESTAMP(3)) WITH ('connector' = 'blackhole')
--- accepted
BEGIN STATEMENT SET
--- accepted
INSERT INTO nexmark_q7
SELECT B.auction, B.price, B.bidder, B.`dateTime`, B.extra
from bid B
         JOIN (SELECT MAX(price) AS maxprice, window_end as `dateTime`
               FROM TABLE(
                       TUMBLE(TABLE bid, DESCRIPTOR(`dateTime`), INTERVAL '10' SECOND))
               GROUP BY window_start, window_end) B1
              ON B.price = B1.maxprice
WHERE B.`dateTime` BETWEEN B1.`dateTime` - INTERVAL '10' SECOND AND B1.`dateTime`
--- refused: Encountered ". dateTime" at line 9, column 31.
INSERT INTO nexmark_q8
    SELECT
        P.id, P.name, P.starttime
    FROM
        (
            SELECT
                P.id,
                P.name,
                TUMBLE_START(P.dateTime, INTERVAL '10' SECOND) AS starttime,
                TUMBLE_END(P.dateTime, INTERVAL '10' SECOND) AS endtime
            FROM
                person P
            GROUP BY
                P.id,
                P.name,
                TUMBLE(P.dateTime, INTERVAL '10' SECOND)
        ) P
        JOIN (
            SELECT
                A.seller,
                TUMBLE_START(A.dateTime, INTERVAL '10' SECOND) AS starttime,
                TUMBLE_END(A.dateTime, INTERVAL '10' SECOND) AS endtime
            FROM
                auction A
            GROUP BY
                A.seller,
                TUMBLE(A.dateTime, INTERVAL '10' SECOND)
        ) A
            ON P.id = A.seller
                AND P.starttime = A.starttime
                AND P.endtime = A.endtime
--- accepted
END
--- accepted
create catalog test_procedure_catalog with ('type'='test_procedure_catalog')
--- accepted
call `test_procedure_catalog`.`system`.generate_n(2)
--- accepted
call `test_procedure_catalog`.`system`.generate_n(1)
--- accepted
use catalog test_procedure_catalog
--- accepted
create database `system`
--- accepted
show procedures in `system` ilike 'gEnerate%'
--- accepted
call `system`.generate_user('yuxia', 18)
--- accepted
use non_existing_db
--- accepted
use catalog non_existing_catalog
--- refused: Encountered "." at line 1, column 23.
create catalog invalid.cat with ('type'='generic_in_memory')
--- accepted
create database my.db
--- accepted
create catalog c1 with ('type'='generic_in_memory')
--- accepted
show catalogs like '%c1'
--- accepted
show catalogs not like 'default%'
--- accepted
show catalogs ilike '%c1'
--- accepted
show catalogs not ilike 'default%'
--- accepted
use catalog c1
--- accepted
drop catalog default_catalog
--- accepted
create catalog cat_comment comment 'hello ''catalog''' WITH ('type'='generic_in_memory', 'default-database'='db')
--- accepted
show create catalog cat_comment
--- accepted
describe catalog cat_comment
--- accepted
describe catalog extended cat_comment
--- accepted
create catalog if not exists cat_comment comment 'hello' with ('type' = 'generic_in_memory')
--- accepted
create catalog cat_comment comment 'hello2' with ('type' = 'generic_in_memory')
--- accepted
create catalog cat2 WITH ('type'='generic_in_memory', 'default-database'='db')
--- accepted
describe catalog cat2
--- accepted
describe catalog extended cat2
--- accepted
desc catalog cat2
--- accepted
desc catalog extended cat2
--- accepted
alter catalog cat2 set ('default-database'='db_new')
--- accepted
alter catalog cat2 reset ('default-database', 'k1')
--- accepted
alter catalog cat2 reset ('type')
--- accepted
alter catalog cat2 reset ()
--- accepted
alter catalog cat2 comment 'comment for catalog ''cat2'''
--- accepted
alter catalog cat2 comment ''
--- accepted
create database db2
--- accepted
show databases like 'db%'
--- accepted
show databases ilike 'db%'
--- accepted
show databases like 'db1%'
--- accepted
show databases ilike 'db1%'
--- accepted
show databases like 'db2%'
--- accepted
show databases ilike 'db2%'
--- accepted
drop database db2
--- accepted
use db1
--- accepted
create database db2 comment 'db2_comment' with ('k1' = 'v1')
--- accepted
alter database db2 set ('k1' = 'a', 'k2' = 'b')
--- accepted
create catalog `c0` with ('type'='generic_in_memory')
--- accepted
create database c0.db0a
--- accepted
create database c0.db0b
--- accepted
show databases from c0
--- accepted
show databases from c0 like 'db0a%'
--- accepted
show databases from c0 ilike 'db0a%'
--- accepted
show databases from c0 not like 'db0a%'
--- accepted
show databases from c0 not ilike 'db0a%'
--- accepted
show databases from c0 like 'db%'
--- accepted
show databases from c0 ilike 'db%'
--- refused: Show databases from/in identifier [ c0.t ] format error, catalog must be a single part identifier.
show databases in c0.t
--- accepted
drop catalog `c0`
--- accepted
drop database if exists db2
--- accepted
create catalog `mod` with ('type'='generic_in_memory')
--- accepted
use catalog `mod`
--- accepted
use `default`
--- accepted
drop database `default`
--- accepted
drop catalog `mod`
--- accepted
use catalog `c1`
--- accepted
create catalog c2 with ('type'='generic_in_memory')
--- accepted
use catalog `c2`
--- accepted
create table MyTable1 (a int, b string) with ('connector' = 'values')
--- accepted
create table MyTable2 (a int, b string) with ('connector' = 'values')
--- accepted
create view MyView1 as select 1 + 1
--- accepted
create view MyView2 as select 1 + 1
--- accepted
create table c1.db1.MyTable3 (a int, b string) with ('connector' = 'values')
--- accepted
create table c1.db1.MyTable4 (a int, b string) with ('connector' = 'values')
--- accepted
create view c1.db1.MyView3 as select 1 + 1
--- accepted
create view c1.db1.MyView4 as select 1 + 1
--- accepted
create table `default`.MyTable5 (a int, b string) with ('connector' = 'values')
--- accepted
create table `default`.MyTable6 (a int, b string) with ('connector' = 'values')
--- accepted
create view `default`.MyView5 as select 1 + 1
--- accepted
create view `default`.MyView6 as select 1 + 1
--- accepted
drop table db1.MyTable3
--- accepted
drop view db1.MyView3
--- accepted
drop table c1.`default`.MyTable6
--- accepted
drop view c1.`default`.MyView6
--- accepted
SET 'sql-client.execution.result-mode' = 'changelog'
--- accepted
create table MyTable7 (a int, b string) with ('connector' = 'values')
--- accepted
reset
--- accepted
drop table MyTable5
--- accepted
create catalog catalog1 with ('type'='generic_in_memory')
--- accepted
create table catalog1.db1.person (a int, b string) with ('connector' = 'datagen')
--- accepted
create table catalog1.db1.dim (a int, b string) with ('connector' = 'datagen')
--- accepted
create table catalog1.db1.address (a int, b string) with ('connector' = 'datagen')
--- accepted
create view catalog1.db1.v_person as select * from catalog1.db1.person
--- accepted
create view catalog1.db1.v_address comment 'view comment' as select * from catalog1.db1.address
--- accepted
show tables from catalog1.db1 like '%person%'
--- accepted
show views from catalog1.db1 like '%person%'
--- accepted
show tables in catalog1.db1 not like '%person%'
--- accepted
show views in catalog1.db1 not like '%person%'
--- accepted
use catalog catalog1
--- accepted
show tables from db1 like 'p_r%'
--- accepted
show views from db1 like '%p_r%'
--- accepted
CREATE TABLE t (a int PRIMARY KEY NOT ENFORCED, b string, c double)
WITH (
  'connector' = 'test-update-delete',
  'data-id' = '$VAR_DELETE_TABLE_DATA_ID',
  'mix-delete' = 'true'
)
--- accepted
SELECT * FROM t
--- accepted
DELETE FROM t WHERE a >= (SELECT COUNT(1) FROM t WHERE c > 2)
--- accepted
DELETE FROM t
--- accepted
ADD JAR '$VAR_UDF_JAR_PATH'
--- accepted
create function func1 as 'LowerUDF' LANGUAGE JAVA
--- accepted
show user functions like 'func%'
--- accepted
show user functions ilike 'func%'
--- accepted
SELECT id, func1(str) FROM (VALUES (1, 'Hello World'), (2, 'Hi')) as T(id, str)
--- accepted
create temporary function if not exists func2 as 'LowerUDF' LANGUAGE JAVA
--- accepted
show user functions like 'func1%'
--- accepted
show user functions ilike 'func2%'
--- accepted
create database db
--- accepted
use catalog default_catalog
--- accepted
create function c1.db.func3 as 'LowerUDF' LANGUAGE JAVA
--- accepted
create temporary function if not exists c1.db.func4 as 'LowerUDF' LANGUAGE JAVA
--- accepted
show user functions from c1.db
--- accepted
show user functions from c1.db like 'func3%'
--- accepted
show user functions in c1.db ilike 'FUNC3%'
--- accepted
use db
--- accepted
create function `default`.func5 as 'LowerUDF'
--- accepted
create function `default`.func6 as 'LowerUDF'
--- accepted
create function c1.db.func10 as 'LowerUDF'
--- accepted
create function c1.db.func11 as 'LowerUDF'
--- accepted
drop function if exists c1.db.func10
--- accepted
drop function if exists non_func
--- accepted
alter function func11 as 'org.apache.flink.table.client.gateway.local.ExecutorImplITCase$TestScalaFunction'
--- accepted
create temporary function tmp_func as 'LowerUDF'
--- accepted
alter temporary function tmp_func as 'org.apache.flink.table.client.gateway.local.ExecutorImplITCase$TestScalaFunction'
--- accepted
REMOVE JAR '$VAR_UDF_JAR_PATH'
--- accepted
create temporary function temp_upperudf AS 'UpperUDF' using jar '$VAR_UDF_JAR_PATH'
--- accepted
create function upperudf AS 'UpperUDF' using jar '$VAR_UDF_JAR_PATH'
--- accepted
SELECT id, upperudf(str) FROM (VALUES (1, 'hello world'), (2, 'hi')) as T(id, str)
--- accepted
describe function `SUM`
--- accepted
describe function extended `SUM`
--- accepted
describe function temp_upperudf
--- accepted
describe function extended temp_upperudf
--- accepted
desc function temp_upperudf
--- accepted
desc function extended temp_upperudf
--- accepted
create temporary system function temp_upperudf AS 'UpperUDF' using jar '$VAR_UDF_JAR_PATH'
--- accepted
describe function `c1`.`db`.temp_upperudf
--- accepted
create table StreamingTable (
  id int,
  str string
) with (
  'connector' = 'filesystem',
  'path' = '$VAR_STREAMING_PATH',
  'format' = 'csv'
)
--- accepted
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'))
--- accepted
SELECT * FROM StreamingTable
--- accepted
create table BatchTable (
  id int,
  str string
) with (
  'connector' = 'filesystem',
  'path' = '$VAR_BATCH_PATH',
  'format' = 'csv'
)
--- accepted
INSERT INTO BatchTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'))
--- accepted
SELECT * FROM BatchTable
--- accepted
help
--- accepted
SHOW FULL MODULES
--- accepted
LOAD MODULE core
--- accepted
SELECT SUBSTRING_INDEX('www.apache.org', '.', 2) FROM (VALUES (1, 'Hello World')) AS T(id, str)
--- refused: Encountered "\'dummy\'" at line 1, column 13.
LOAD MODULE 'dummy'
--- accepted
LOAD MODULE Dummy
--- accepted
LOAD MODULE mydummy WITH ('type' = 'dummy')
--- accepted
LOAD MODULE dummy
--- accepted
USE MODULES dummy, core, dummy
--- accepted
USE MODULES dummy, core
--- accepted
USE MODULES core
--- accepted
create table src (
  id int,
  str string
) with (
  'connector' = 'values',
  'data-id' = 'non-exist',
  'failing-source' = 'true'
)
--- accepted
SELECT UPPER(str), id FROM src
--- accepted
SELECT id, COUNT(*) as cnt, COUNT(DISTINCT str) as uv, max(ts) as max_ts
FROM (VALUES
  (1, 'Hello World', TIMESTAMP '2021-04-13 20:12:11.123456789'),
  (2, 'Hi', TIMESTAMP '2021-04-13 19:12:11.123456789'),
  (2, 'Hi', TIMESTAMP '2021-04-13 21:12:11.123456789')) as T(id, str, ts)
GROUP BY id
--- accepted
SELECT TIME '20:12:11' as time0,
 ts0, ts3, ts9,
 TO_TIMESTAMP_LTZ(1, 0) AS ts_ltz0,
 TO_TIMESTAMP_LTZ(1, 3) AS ts_ltz3,
 CAST(ts9 as TIMESTAMP_LTZ(9)) AS ts_ltz9
FROM (VALUES
  (1, TIMESTAMP '2021-04-13 20:12:11', TIMESTAMP '2021-04-13 20:12:11.123', TIMESTAMP '2021-04-13 20:12:11.123456789'),
  (2, TIMESTAMP '2021-04-13 21:12:11', TIMESTAMP '2021-04-13 21:12:11.001', TIMESTAMP '2021-04-13 21:12:11.1'))
   as T(id, ts0, ts3, ts9)
--- accepted
CREATE TEMPORARY VIEW
  testUserData(name, dob, isHappy)
AS (VALUES
  ('30b5c1bb-0ac0-43d3-b812-fcb649fd2b07', TIMESTAMP '2001-01-13 20:11:11.123', true),
  ('91170c98-2cc5-4935-9ea6-12b72d32fb3c', TIMESTAMP '1994-02-14 21:12:11.123', true),
  ('8b012d93-6ece-48ad-a2ea-aa75ef7b1d60', TIMESTAMP '1979-03-15 22:13:11.123', false),
  ('09969d9e-d584-11eb-b8bc-0242ac130003', TIMESTAMP '1985-04-16 23:14:11.123', true)
)
--- accepted
SELECT * from testUserData
--- accepted
SET 'table.display.max-column-width' = '10'
--- accepted
SET 'table.display.max-column-width' = '40'
--- accepted
DROP TEMPORARY VIEW testUserData
--- accepted
SET 'table.display.max-column-width' = '30'
--- accepted
SELECT id, COUNT(*) as cnt, COUNT(DISTINCT str) as uv
FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi')) as T(id, str)
GROUP BY id
--- accepted
SELECT INTERVAL '1' DAY as dayInterval, INTERVAL '1' YEAR as yearInterval
--- accepted
SELECT ';
'
--- accepted
SELECT   1
--- accepted
CREATE TABLE foo with(
  'connector' = 'filesystem',
  'path' = '$VAR_STREAMING_PATH',
  'format' = 'csv'
) as select id FROM (VALUES (1)) T(id)
--- accepted
RESET 'table.dml-sync'
--- accepted
SELECT * from foo
--- accepted
reset 'table.resources.download-dir'
--- accepted
set
--- refused: Encountered "STRING" at line 10, column 27.
CREATE TABLE hive_table2 (
  product_id STRING,
  product_name STRING,
  unit_price DECIMAL(10, 4),
  pv_count BIGINT,
  like_count BIGINT,
  comment_count BIGINT,
  update_time TIMESTAMP(3),
  update_user STRING
) PARTITIONED BY (pt_year STRING, pt_month STRING, pt_day STRING) TBLPROPERTIES (
  'streaming-source.enable' = 'true'
)
--- accepted
set 'sql-client.verbose' = 'true'
--- accepted
set 'execution.attached' = 'false'
--- accepted
reset 'execution.attached'
--- accepted
SET 'sql-client.display.print-time-cost' = 'false'
--- accepted
SELECT id, func1(str) FROM (VALUES (1, 'Hello World')) AS T(id, str)
--- accepted
create table src (
  id int,
  str string
) with (
  'connector' = 'values'
)
--- accepted
SELECT id, str FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi')) as T(id, str)
--- accepted
create table tbl(a int, b as invalid_function())
--- accepted
drop table non_exist
--- accepted
describe non_exist
--- accepted
desc non_exist
--- accepted
alter table non_exist rename to non_exist2
--- accepted
alter table if exists non_exist rename to non_exist2
--- accepted
CREATE TABLE IF NOT EXISTS orders (
 `user` BIGINT NOT NULl,
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
SET 'table.display.max-column-width' = '100'
--- accepted
show columns in orders
--- accepted
show columns from orders like '%u'
--- accepted
show columns in orders like '%u'
--- accepted
show columns from orders not like '%u'
--- accepted
show columns in orders not like '%u'
--- accepted
show columns in orders like '%r'
--- accepted
show columns from orders not like  '%r'
--- accepted
show columns in orders not like  '%r'
--- accepted
show columns from orders like '%u%'
--- accepted
show columns in orders like '%u%'
--- accepted
show columns from orders not like '%u%'
--- accepted
show columns in orders not like '%u%'
--- accepted
show columns from orders like 'use_'
--- accepted
show columns in orders like 'use_'
--- accepted
show columns from orders not like 'use_'
--- accepted
show columns in orders not like 'use_'
--- accepted
alter table orders rename to orders2
--- accepted
alter table orders2 set ('connector' = 'kafka', 'scan.startup.mode' = 'earliest-offset')
--- accepted
show create table orders2
--- accepted
alter table orders2 set ('connector' = 'datagen')
--- accepted
show create view orders2
--- accepted
explain plan for select * from orders2
--- accepted
alter table orders2 reset ('scan.startup.mode')
--- accepted
alter table orders2 reset ()
--- accepted
alter table orders2 rename amount to amount1
--- accepted
alter table orders2 add product string first
--- accepted
alter table orders2 add user_id string after shipment_info
--- accepted
alter table orders2 add product_id bigint not null after `user`
--- accepted
alter table orders2 add (user_email string not null after `user`, cleaned_product as coalesce(product, 'missing_sku') after product, trade_order_id bigint not null first)
--- accepted
alter table orders2 modify constraint order_constraint primary key (trade_order_id) not enforced
--- accepted
alter table orders2 modify (watermark for ts as ts - interval '1' minute, ts timestamp(3) not null after trade_order_id, `user` string)
--- accepted
alter table orders2 drop (amount1, product, cleaned_product)
--- accepted
alter table orders2 drop primary key
--- accepted
alter table orders2 drop watermark
--- accepted
describe orders2
--- accepted
desc orders2
--- accepted
drop table orders2
--- accepted
create temporary table tbl1 (
 `user` BIGINT NOT NULl,
 product VARCHAR(32),
 amount INT
) with (
 'connector' = 'datagen'
)
--- accepted
create temporary table if not exists tbl1 (
   `user` BIGINT NOT NULl,
   product VARCHAR(32),
   amount INT
) with (
 'connector' = 'datagen'
)
--- accepted
show create table tbl1
--- accepted
drop temporary table tbl1
--- accepted
create table `mod` (`table` string, `database` string) with ('connector' = 'values')
--- accepted
describe `mod`
--- accepted
desc `mod`
--- accepted
drop table `mod`
--- accepted
CREATE TABLE `default_catalog`.`default_database`.`orders3` (
  `user` BIGINT NOT NULL comment 'this is the primary key, named ''user''.',
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
--- accepted
describe orders3
--- accepted
desc orders3
--- accepted
show columns from orders3
--- accepted
show columns in orders3 like 'p%'
--- accepted
show create table orders3
--- accepted
CREATE TABLE IF NOT EXISTS orders2 (
 `user` BIGINT NOT NULl,
 product VARCHAR(32),
 amount INT,
 ts TIMESTAMP(3),
 PRIMARY KEY(`user`) NOT ENFORCED
) with (
 'connector' = 'blackhole'
)
--- accepted
CREATE TABLE IF NOT EXISTS daily_orders (
 `user` BIGINT NOT NULl,
 product STRING,
 amount INT,
 dt STRING NOT NULL,
 PRIMARY KEY(dt, `user`) NOT ENFORCED
) PARTITIONED BY (dt) WITH (
 'connector' = 'filesystem',
 'path' = '$VAR_BATCH_PATH',
 'format' = 'csv'
)
--- accepted
explain plan for select `user`, product from orders
--- accepted
explain plan for insert into orders2 select `user`, product, amount, ts from orders
--- accepted
explain plan for insert into daily_orders partition (dt = '2022-06-12') values (123, 'toothpick', 1)
--- accepted
explain plan for insert into daily_orders partition (dt = '2022-06-12') select `user`, product, amount from daily_orders where dt = '2022-06-12'
--- accepted
explain select `user`, product from orders
--- accepted
explain insert into orders2 select `user`, product, amount, ts from orders
--- accepted
explain json_execution_plan insert into orders2 select `user`, product, amount, ts from orders
--- accepted
explain json_execution_plan select `user`, product from orders
--- accepted
explain estimated_cost select `user`, product from orders
--- accepted
explain changelog_mode select `user`, product from orders
--- accepted
explain plan_advice select sum(`amount`) as revenue, count(distinct `user`) as buyer_cnt from orders
--- accepted
explain changelog_mode, estimated_cost, plan_advice, json_execution_plan select `user`, product from orders
--- accepted
CREATE TABLE t (a int PRIMARY KEY NOT ENFORCED, b string, c double)
WITH (
  'connector' = 'test-update-delete',
  'data-id' = '$VAR_TRUNCATE_TABLE_DATA_ID'
)
--- accepted
TRUNCATE TABLE t
--- accepted
CREATE TABLE orders (
 `user` BIGINT NOT NULl,
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
create temporary view v1 as select * from orders
--- accepted
create temporary view if not exists v1 as select * from orders
--- accepted
select * from v1 /*+ OPTIONS('number-of-rows' = '1') */
--- accepted
create temporary view if not exists v2 as select * from v1
--- accepted
show create view v2
--- accepted
show create table v1
--- accepted
create view v1 as select * from orders
--- accepted
create view permanent_v1 as select * from orders
--- accepted
show create view permanent_v1
--- accepted
drop view permanent_v1
--- accepted
describe v1
--- accepted
show columns from v1
--- accepted
show columns in v1
--- accepted
show columns from v1 like '%u'
--- accepted
show columns in v1 like '%u'
--- accepted
show columns from v1 not like '%u'
--- accepted
show columns in v1 not like '%u'
--- accepted
show columns from v1 like '%r'
--- accepted
show columns in v1 like '%r'
--- accepted
show columns from v1 not like  '%r'
--- accepted
show columns in v1 not like  '%r'
--- accepted
show columns from v1 like '%u%'
--- accepted
show columns in v1 like '%u%'
--- accepted
show columns from v1 not like '%u%'
--- accepted
show columns in v1 not like '%u%'
--- accepted
show columns from v1 like 'use_'
--- accepted
show columns in v1 like 'use_'
--- accepted
show columns from v1 not like 'use_'
--- accepted
show columns in v1 not like 'use_'
--- accepted
drop view v1
--- accepted
drop temporary view v1
--- accepted
drop view non_exist
--- accepted
create view `mod` as select * from orders
--- accepted
drop view `mod`
--- accepted
create table StreamingTable2 (
  id int,
  str string
) with (
  'connector' = 'filesystem',
  'path' = '$VAR_STREAMING_PATH2',
  'format' = 'csv'
)
--- accepted
EXPLAIN STATEMENT SET BEGIN
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
END
--- accepted
EXPLAIN EXECUTE STATEMENT SET BEGIN
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
END
--- accepted
EXECUTE STATEMENT SET BEGIN
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
INSERT INTO StreamingTable2 SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
END
--- accepted
SELECT * FROM StreamingTable2
--- refused: Encountered "END" at line 2, column 1.
EXPLAIN STATEMENT SET BEGIN
END
--- refused: Encountered "END" at line 2, column 1.
EXECUTE STATEMENT SET BEGIN
END
--- accepted
create table BatchTable2 (
id int,
str string
) with (
'connector' = 'filesystem',
'path' = '$VAR_BATCH_PATH2',
'format' = 'csv'
)
--- accepted
EXPLAIN STATEMENT SET
BEGIN
INSERT INTO BatchTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
INSERT INTO BatchTable2 SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
END
--- accepted
EXECUTE STATEMENT SET
BEGIN
INSERT INTO BatchTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
INSERT INTO BatchTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
END
--- accepted
SELECT * FROM BatchTable2
