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
        END ,
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
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.catalog.exceptions.CatalogException: A database with name [non_existing_db] does not exist in the catalog: [default_catalog].

use catalog non_existing_catalog
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.catalog.exceptions.CatalogException: A catalog with name [non_existing_catalog] does not exist.

create catalog invalid.cat with ('type'='generic_in_memory')
--- refused: Non-query expression encountered in illegal context
org.apache.flink.sql.parser.impl.ParseException: Encountered "." at line 1, column 23.
Was expecting one of:
    <EOF>
    "WITH" ...
    "COMMENT" ...
    "
--- refused: Encountered "\"" at line 1, column 1.
" ...

create database my.db
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Catalog my does not exist


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
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.catalog.exceptions.CatalogException: Cannot drop a catalog which is currently in use.

create catalog cat_comment comment 'hello ''catalog''' WITH ('type'='generic_in_memory', 'default-database'='db')
--- accepted
show create catalog cat_comment
--- refused: Incorrect syntax near the keyword 'COMMENT' at line 1, column 1.
COMMENT 'hello ''catalog'''
WITH (
  'default-database' = 'db',
  'type' = 'generic_in_memory'
)
 |

describe catalog cat_comment
--- accepted
describe catalog extended cat_comment
--- accepted
create catalog if not exists cat_comment comment 'hello' with ('type' = 'generic_in_memory')
--- accepted
create catalog cat_comment comment 'hello2' with ('type' = 'generic_in_memory')
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.catalog.exceptions.CatalogException: Catalog cat_comment already exists.

create catalog cat2 WITH ('type'='generic_in_memory', 'default-database'='db')
--- refused: Encountered "(" at line 1, column 6.
WITH (
  'default-database' = 'db',
  'type' = 'generic_in_memory'
)
 |

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
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: ALTER CATALOG RESET does not support changing 'type'

alter catalog cat2 reset ()
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: ALTER CATALOG RESET does not support empty key

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
--- refused: Non-query expression encountered in illegal context
org.apache.flink.sql.parser.impl.ParseException: Show databases from/in identifier [ c0.t ] format error, catalog must be a single part identifier.

drop catalog `c0`
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Catalog c0 does not exist

drop database if exists db2
--- accepted
create catalog `mod` with ('type'='generic_in_memory')
--- accepted
use catalog `mod`
--- accepted
use `default`
--- accepted
drop database `default`
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Cannot drop a database which is currently in use.

drop catalog `mod`
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.catalog.exceptions.CatalogException: Cannot drop a catalog which is currently in use.

use catalog `c1`
--- accepted
drop catalog `mod`
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
--- refused: Non-query expression encountered in illegal context
Received a total of 2 rows


create temporary function if not exists func2 as 'LowerUDF' LANGUAGE JAVA
--- accepted
show user functions like 'func1%'
--- accepted
show user functions ilike 'func2%'
--- accepted
create catalog c1 with ('type'='generic_in_memory')
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
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Alter temporary catalog function is not supported



REMOVE JAR '$VAR_UDF_JAR_PATH'
--- accepted
create temporary function temp_upperudf AS 'UpperUDF' using jar '$VAR_UDF_JAR_PATH'
--- accepted
create function upperudf AS 'UpperUDF' using jar '$VAR_UDF_JAR_PATH'
--- accepted
SELECT id, upperudf(str) FROM (VALUES (1, 'hello world'), (2, 'hi')) as T(id, str)
--- refused: Non-query expression encountered in illegal context
Received a total of 2 rows

SHOW JARS
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
--- refused: Non-query expression encountered in illegal context
Received a total of 7 rows


SET 'execution.runtime-mode' = 'batch'
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
--- refused: Non-query expression encountered in illegal context
The following commands are available:

HELP               		Prints the available commands.
QUIT/EXIT          		Quits the SQL CLI client.
CLEAR              		Clears the current terminal.
SET                		Sets a session configuration property. Syntax: "SET '<key>'='<value>'
--- refused: Encountered "\"" at line 1, column 1.
". Use "SET
--- refused: Encountered "\"" at line 1, column 1.
" for listing all properties.
RESET              		Resets a session configuration property. Syntax: "RESET '<key>'
--- refused: Encountered "\"" at line 1, column 1.
". Use "RESET
--- refused: Encountered "\"" at line 1, column 1.
" for reset all session properties.
INSERT INTO        		Inserts the results of a SQL SELECT query into a declared table sink.
INSERT OVERWRITE   		Inserts the results of a SQL SELECT query into a declared table sink and overwrite existing data.
SELECT             		Executes a SQL SELECT query on the Flink cluster.
EXPLAIN            		Describes the execution plan of a query or table with the given name.
BEGIN STATEMENT SET		Begins a statement set. Syntax: "BEGIN STATEMENT SET
--- refused: Encountered "\"" at line 1, column 1.
"
END                		Ends a statement set. Syntax: "END
--- refused: Encountered "\"" at line 1, column 1.
"
ADD JAR            		Adds the specified jar file to the submitted jobs' classloader. Syntax: "ADD JAR '<path_to_filename>.jar'"
REMOVE JAR         		Removes the specified jar file from the submitted jobs' classloader. Syntax: "REMOVE JAR '<path_to_filename>.jar'"
SHOW JARS          		Shows the list of user-specified jar dependencies. This list is impacted by the  

Hint: Make sure that a statement ends with "
--- refused: Encountered "\"" at line 1, column 1.
" for finalizing (multi-line) statements.
You can also type any Flink SQL statement, please visit https://nightlies.apache.org/flink/flink-docs-stable/docs/dev/table/sql/overview/ for more details.
--- accepted
SHOW FULL MODULES
--- accepted
LOAD MODULE core
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: A module with name 'core' already exists

SELECT SUBSTRING_INDEX('www.apache.org', '.', 2) FROM (VALUES (1, 'Hello World')) AS T(id, str)
--- refused: Non-query expression encountered in illegal context
org.apache.calcite.sql.validate.SqlValidatorException: No match found for function signature SUBSTRING_INDEX(<CHARACTER>, <CHARACTER>, <NUMERIC>)

LOAD MODULE 'dummy'
--- refused: Non-query expression encountered in illegal context
org.apache.flink.sql.parser.impl.ParseException: Encountered "\'dummy\'" at line 1, column 13.
Was expecting one of:
    <BRACKET_QUOTED_IDENTIFIER> ...
    <QUOTED_IDENTIFIER> ...
    <BACK_QUOTED_IDENTIFIER> ...
    <BIG_QUERY_BACK_QUOTED_IDENTIFIER> ...
    <HYPHENATED_IDENTIFIER> ...
    <IDENTIFIER> ...
    <UNICODE_QUOTED_IDENTIFIER> ...

LOAD MODULE Dummy
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Could not find any factory for identifier 'Dummy' that implements 'org.apache.flink.table.factories.ModuleFactory' in the classpath.

Available factory identifiers are:

core
dummy

LOAD MODULE mydummy WITH ('type' = 'dummy')
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Option 'type' = 'dummy' is not supported since module name is used to find module

LOAD MODULE dummy
--- accepted
USE MODULES dummy, core, dummy
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Module 'dummy' appears more than once

USE MODULES dummy, core
--- accepted
USE MODULES core
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: No module with name 'core' exists
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
--- refused: Non-query expression encountered in illegal context
java.lang.IllegalArgumentException: testing elements of values source shouldn't be empty.


SELECT id, COUNT(*) as cnt, COUNT(DISTINCT str) as uv, max(ts) as max_ts
FROM (VALUES
  (1, 'Hello World', TIMESTAMP '2021-04-13 20:12:11.123456789'),
  (2, 'Hi', TIMESTAMP '2021-04-13 19:12:11.123456789'),
  (2, 'Hi', TIMESTAMP '2021-04-13 21:12:11.123456789')) as T(id, str, ts)
GROUP BY id;
Received a total of 4 rows


SET 'table.local-time-zone' = 'Asia/Shanghai';

SELECT TIME '20:12:11' as time0,
 ts0, ts3, ts9,
 TO_TIMESTAMP_LTZ(1, 0) AS ts_ltz0,
 TO_TIMESTAMP_LTZ(1, 3) AS ts_ltz3,
 CAST(ts9 as TIMESTAMP_LTZ(9)) AS ts_ltz9
FROM (VALUES
  (1, TIMESTAMP '2021-04-13 20:12:11', TIMESTAMP '2021-04-13 20:12:11.123', TIMESTAMP '2021-04-13 20:12:11.123456789'),
  (2, TIMESTAMP '2021-04-13 21:12:11', TIMESTAMP '2021-04-13 21:12:11.001', TIMESTAMP '2021-04-13 21:12:11.1'))
   as T(id, ts0, ts3, ts9);
Received a total of 2 rows

SET 'table.local-time-zone' = 'UTC';

SELECT TIME '20:12:11' as time0,
 ts0, ts3, ts9,
 TO_TIMESTAMP_LTZ(1, 0) AS ts_ltz0,
 TO_TIMESTAMP_LTZ(1, 3) AS ts_ltz3,
 CAST(ts9 as TIMESTAMP_LTZ(9)) AS ts_ltz9
FROM (VALUES
  (1, TIMESTAMP '2021-04-13 20:12:11', TIMESTAMP '2021-04-13 20:12:11.123', TIMESTAMP '2021-04-13 20:12:11.123456789'),
  (2, TIMESTAMP '2021-04-13 21:12:11', TIMESTAMP '2021-04-13 21:12:11.001', TIMESTAMP '2021-04-13 21:12:11.1'))
   as T(id, ts0, ts3, ts9);
Received a total of 2 rows


CREATE TEMPORARY VIEW
  testUserData(name, dob, isHappy)
AS (VALUES
  ('30b5c1bb-0ac0-43d3-b812-fcb649fd2b07', TIMESTAMP '2001-01-13 20:11:11.123', true),
  ('91170c98-2cc5-4935-9ea6-12b72d32fb3c', TIMESTAMP '1994-02-14 21:12:11.123', true),
  ('8b012d93-6ece-48ad-a2ea-aa75ef7b1d60', TIMESTAMP '1979-03-15 22:13:11.123', false),
  ('09969d9e-d584-11eb-b8bc-0242ac130003', TIMESTAMP '1985-04-16 23:14:11.123', true)
);

SELECT * from testUserData;
Received a total of 4 rows


SET 'table.display.max-column-width' = '10';

SELECT * from testUserData;
Received a total of 4 rows

SET 'table.display.max-column-width' = '40';

SELECT * from testUserData;
Received a total of 4 rows


SET 'table.display.max-column-width' = '10';

SELECT * from testUserData;
Received a total of 4 rows


SET 'table.display.max-column-width' = '40';

SELECT * from testUserData;
Received a total of 4 rows

-- post-test cleanup + setting back default max width value
DROP TEMPORARY VIEW testUserData;

SET 'table.display.max-column-width' = '30';


SET 'execution.runtime-mode' = 'batch';

SELECT id, COUNT(*) as cnt, COUNT(DISTINCT str) as uv
FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi')) as T(id, str)
GROUP BY id;

SELECT TIME '20:12:11' as time0,
 ts0, ts3, ts9,
 TO_TIMESTAMP_LTZ(1, 0) AS ts_ltz0,
 TO_TIMESTAMP_LTZ(1, 3) AS ts_ltz3,
 CAST(ts9 as TIMESTAMP_LTZ(9)) AS ts_ltz9
FROM (VALUES
  (1, TIMESTAMP '2021-04-13 20:12:11', TIMESTAMP '2021-04-13 20:12:11.123', TIMESTAMP '2021-04-13 20:12:11.123456789'),
  (2, TIMESTAMP '2021-04-13 21:12:11', TIMESTAMP '2021-04-13 21:12:11.001', TIMESTAMP '2021-04-13 21:12:11.1'))
   as T(id, ts0, ts3, ts9);


CREATE TEMPORARY VIEW
  testUserData(name, dob, isHappy)
AS (VALUES
  ('30b5c1bb-0ac0-43d3-b812-fcb649fd2b07', TIMESTAMP '2001-01-13 20:11:11.123', true),
  ('91170c98-2cc5-4935-9ea6-12b72d32fb3c', TIMESTAMP '1994-02-14 21:12:11.123', true),
  ('8b012d93-6ece-48ad-a2ea-aa75ef7b1d60', TIMESTAMP '1979-03-15 22:13:11.123', false),
  ('09969d9e-d584-11eb-b8bc-0242ac130003', TIMESTAMP '1985-04-16 23:14:11.123', true)
);

SELECT * from testUserData;

SET 'table.display.max-column-width' = '10';

SELECT * from testUserData;

SET 'table.display.max-column-width' = '40';

SELECT * from testUserData;

-- post-test cleanup + setting back default max width value
DROP TEMPORARY VIEW testUserData;

SET 'table.display.max-column-width' = '30';

SELECT INTERVAL '1' DAY as dayInterval, INTERVAL '1' YEAR as yearInterval;

SELECT '
--- refused: Non-query expression encountered in illegal context
';
 |

SELECT /*;
'*/ 1
--- accepted
SELECT  
1
--- accepted
SELECT id, COUNT(*) as cnt, COUNT(DISTINCT str) as uv
FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi')) as T(id, str)
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
SELECT INTERVAL '1' DAY as dayInterval, INTERVAL '1' YEAR as yearInterval
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
--- refused: Non-query expression encountered in illegal context
Received a total of 1 row

ADD JAR '$VAR_UDF_JAR_PATH'
--- accepted
REMOVE JAR '$VAR_UDF_JAR_PATH'
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
--- refused: Non-query expression encountered in illegal context
org.apache.flink.sql.parser.impl.ParseException: Encountered "STRING" at line 10, column 27.
Was expecting one of:
    ")" ...
    "," ...

set 'sql-client.verbose' = 'true'
--- accepted
set 'execution.attached' = 'false'
--- accepted
reset 'execution.attached'
--- accepted
SET 'sql-client.display.print-time-cost' = 'false'
--- accepted
SELECT id, func1(str) FROM (VALUES (1, 'Hello World')) AS T(id, str)
--- refused: Non-query expression encountered in illegal context
Received a total of 1 row

REMOVE JAR '$VAR_UDF_JAR_PATH'
--- accepted
create table src (
  id int,
  str string
) with (
  'connector' = 'values'
)
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.gateway.service.utils.SqlExecutionException: Only 'INSERT/CREATE TABLE AS' statement is allowed in Statement Set or use 'END' statement to submit Statement Set.

create table src (
  id int,
  str string
) with (
  'connector' = 'values'
)
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.gateway.service.utils.SqlExecutionException: Only 'INSERT/CREATE TABLE AS' statement is allowed in Statement Set or use 'END' statement to submit Statement Set.

SELECT id, str FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi')) as T(id, str)
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.gateway.service.utils.SqlExecutionException: Only 'INSERT/CREATE TABLE AS' statement is allowed in Statement Set or use 'END' statement to submit Statement Set.

INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'))
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.gateway.service.utils.SqlExecutionException: No Statement Set to submit. 'END' statement should be used after 'BEGIN STATEMENT SET'.

SELECT * FROM StreamingTable
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.gateway.service.utils.SqlExecutionException: Only 'INSERT/CREATE TABLE AS' statement is allowed in Statement Set or use 'END' statement to submit Statement Set.

INSERT INTO BatchTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'))
--- accepted
create table tbl(a int, b as invalid_function())
--- refused: Non-query expression encountered in illegal context
org.apache.calcite.sql.validate.SqlValidatorException: No match found for function signature invalid_function()

drop table non_exist
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Table with identifier 'default_catalog.default_database.non_exist' does not exist.

describe non_exist
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Tables or views with the identifier 'default_catalog.default_database.non_exist' doesn't exist.

desc non_exist;
org.apache.flink.table.api.ValidationException: Tables or views with the identifier 'default_catalog.default_database.non_exist' doesn't exist.

alter table non_exist rename to non_exist2
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Table `default_catalog`.`default_database`.`non_exist` doesn't exist or is a temporary table.

alter table if exists non_exist rename to non_exist2;


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
);

show tables;

show create table orders;
  `user` BIGINT NOT NULL,
  `product` VARCHAR(32),
  `amount` INT,
  `ts` TIMESTAMP(3),
  `ptime` AS PROCTIME(),
  WATERMARK FOR `ts` AS `ts` - INTERVAL '1' SECOND,
  CONSTRAINT `PK_user` PRIMARY KEY (`user`) NOT ENFORCED
)
WITH (
  'connector' = 'datagen'
)
 |

show columns from orders;

SET 'table.display.max-column-width' = '10';

show columns from orders;

SET 'table.display.max-column-width' = '100';

show columns from orders;

SET 'table.display.max-column-width' = '10';

show columns from orders;

SET 'table.display.max-column-width' = '100';

show columns from orders;

show columns in orders;

show columns from orders like '%u';

show columns in orders like '%u';

show columns from orders not like '%u';

show columns in orders not like '%u';

show columns from orders like '%r';

show columns in orders like '%r';

show columns from orders not like  '%r';

show columns in orders not like  '%r';

show columns from orders like '%u%';

show columns in orders like '%u%';

show columns from orders not like '%u%';

show columns in orders not like '%u%';

show columns from orders like 'use_';

show columns in orders like 'use_';

show columns from orders not like 'use_';

show columns in orders not like 'use_';


alter table orders rename to orders2;


alter table orders2 set ('connector' = 'kafka', 'scan.startup.mode' = 'earliest-offset');

show create table orders2;
  `user` BIGINT NOT NULL,
  `product` VARCHAR(32),
  `amount` INT,
  `ts` TIMESTAMP(3),
  `ptime` AS PROCTIME(),
  WATERMARK FOR `ts` AS `ts` - INTERVAL '1' SECOND,
  CONSTRAINT `PK_user` PRIMARY KEY (`user`) NOT ENFORCED
)
WITH (
  'connector' = 'kafka',
  'scan.startup.mode' = 'earliest-offset'
)
 |

alter table orders2 set ('connector' = 'datagen');

show create table orders2;
  `user` BIGINT NOT NULL,
  `product` VARCHAR(32),
  `amount` INT,
  `ts` TIMESTAMP(3),
  `ptime` AS PROCTIME(),
  WATERMARK FOR `ts` AS `ts` - INTERVAL '1' SECOND,
  CONSTRAINT `PK_user` PRIMARY KEY (`user`) NOT ENFORCED
)
WITH (
  'connector' = 'datagen',
  'scan.startup.mode' = 'earliest-offset'
)
 |

show create view orders2;
org.apache.flink.table.api.TableException: SHOW CREATE VIEW is only supported for views, but `default_catalog`.`default_database`.`orders2` is a table. Please use SHOW CREATE TABLE instead.

explain plan for select * from orders2;
org.apache.flink.table.api.ValidationException: Unsupported options found for 'datagen'.

Unsupported options:

scan.startup.mode

Supported options:

connector
fields.amount.kind
fields.amount.max
fields.amount.min
fields.amount.null-rate
fields.product.kind
fields.product.length
fields.product.null-rate
fields.product.var-len
fields.ts.kind
fields.ts.max-past
fields.ts.null-rate
fields.user.kind
fields.user.max
fields.user.min
fields.user.null-rate
number-of-rows
rows-per-second
scan.parallelism


alter table orders2 reset ('scan.startup.mode');

show create table orders2;
  `user` BIGINT NOT NULL,
  `product` VARCHAR(32),
  `amount` INT,
  `ts` TIMESTAMP(3),
  `ptime` AS PROCTIME(),
  WATERMARK FOR `ts` AS `ts` - INTERVAL '1' SECOND,
  CONSTRAINT `PK_user` PRIMARY KEY (`user`) NOT ENFORCED
)
WITH (
  'connector' = 'datagen'
)
 |

alter table orders2 reset ();
org.apache.flink.table.api.ValidationException: ALTER TABLE RESET does not support empty key


alter table orders2 rename amount to amount1;

show create table orders2;
  `user` BIGINT NOT NULL,
  `product` VARCHAR(32),
  `amount1` INT,
  `ts` TIMESTAMP(3),
  `ptime` AS PROCTIME(),
  WATERMARK FOR `ts` AS `ts` - INTERVAL '1' SECOND,
  CONSTRAINT `PK_user` PRIMARY KEY (`user`) NOT ENFORCED
)
WITH (
  'connector' = 'datagen'
)
 |


alter table orders2 add product string first;
org.apache.flink.table.api.ValidationException: Failed to execute ALTER TABLE statement.
Column `product` already exists in the table.

alter table orders2 add user_id string after shipment_info;
org.apache.flink.table.api.ValidationException: Failed to execute ALTER TABLE statement.
Referenced column `shipment_info` by 'AFTER' does not exist in the table.

alter table orders2 add product_id bigint not null after `user`;

show create table orders2;
  `user` BIGINT NOT NULL,
  `product_id` BIGINT NOT NULL,
  `product` VARCHAR(32),
  `amount1` INT,
  `ts` TIMESTAMP(3),
  `ptime` AS PROCTIME(),
  WATERMARK FOR `ts` AS `ts` - INTERVAL '1' SECOND,
  CONSTRAINT `PK_user` PRIMARY KEY (`user`) NOT ENFORCED
)
WITH (
  'connector' = 'datagen'
)
 |

alter table orders2 add (user_email string not null after `user`, cleaned_product as coalesce(product, 'missing_sku') after product, trade_order_id bigint not null first);

show create table orders2;
  `trade_order_id` BIGINT NOT NULL,
  `user` BIGINT NOT NULL,
  `user_email` VARCHAR(2147483647) NOT NULL,
  `product_id` BIGINT NOT NULL,
  `product` VARCHAR(32),
  `cleaned_product` AS COALESCE(`product`, 'missing_sku'),
  `amount1` INT,
  `ts` TIMESTAMP(3),
  `ptime` AS PROCTIME(),
  WATERMARK FOR `ts` AS `ts` - INTERVAL '1' SECOND,
  CONSTRAINT `PK_user` PRIMARY KEY (`user`) NOT ENFORCED
)
WITH (
  'connector' = 'datagen'
)
 |

alter table orders2 modify constraint order_constraint primary key (trade_order_id) not enforced;

show create table orders2;
  `trade_order_id` BIGINT NOT NULL,
  `user` BIGINT NOT NULL,
  `user_email` VARCHAR(2147483647) NOT NULL,
  `product_id` BIGINT NOT NULL,
  `product` VARCHAR(32),
  `cleaned_product` AS COALESCE(`product`, 'missing_sku'),
  `amount1` INT,
  `ts` TIMESTAMP(3),
  `ptime` AS PROCTIME(),
  WATERMARK FOR `ts` AS `ts` - INTERVAL '1' SECOND,
  CONSTRAINT `order_constraint` PRIMARY KEY (`trade_order_id`) NOT ENFORCED
)
WITH (
  'connector' = 'datagen'
)
 |

alter table orders2 modify (watermark for ts as ts - interval '1' minute, ts timestamp(3) not null after trade_order_id, `user` string);

show create table orders2;
  `trade_order_id` BIGINT NOT NULL,
  `ts` TIMESTAMP(3) NOT NULL,
  `user` VARCHAR(2147483647),
  `user_email` VARCHAR(2147483647) NOT NULL,
  `product_id` BIGINT NOT NULL,
  `product` VARCHAR(32),
  `cleaned_product` AS COALESCE(`product`, 'missing_sku'),
  `amount1` INT,
  `ptime` AS PROCTIME(),
  WATERMARK FOR `ts` AS `ts` - INTERVAL '1' MINUTE,
  CONSTRAINT `order_constraint` PRIMARY KEY (`trade_order_id`) NOT ENFORCED
)
WITH (
  'connector' = 'datagen'
)
 |


alter table orders2 drop (amount1, product, cleaned_product);

show create table orders2;
  `trade_order_id` BIGINT NOT NULL,
  `ts` TIMESTAMP(3) NOT NULL,
  `user` VARCHAR(2147483647),
  `user_email` VARCHAR(2147483647) NOT NULL,
  `product_id` BIGINT NOT NULL,
  `ptime` AS PROCTIME(),
  WATERMARK FOR `ts` AS `ts` - INTERVAL '1' MINUTE,
  CONSTRAINT `order_constraint` PRIMARY KEY (`trade_order_id`) NOT ENFORCED
)
WITH (
  'connector' = 'datagen'
)
 |


alter table orders2 drop primary key;

show create table orders2;
  `trade_order_id` BIGINT NOT NULL,
  `ts` TIMESTAMP(3) NOT NULL,
  `user` VARCHAR(2147483647),
  `user_email` VARCHAR(2147483647) NOT NULL,
  `product_id` BIGINT NOT NULL,
  `ptime` AS PROCTIME(),
  WATERMARK FOR `ts` AS `ts` - INTERVAL '1' MINUTE
)
WITH (
  'connector' = 'datagen'
)
 |


alter table orders2 drop watermark;

show create table orders2;
  `trade_order_id` BIGINT NOT NULL,
  `ts` TIMESTAMP(3) NOT NULL,
  `user` VARCHAR(2147483647),
  `user_email` VARCHAR(2147483647) NOT NULL,
  `product_id` BIGINT NOT NULL,
  `ptime` AS PROCTIME()
)
WITH (
  'connector' = 'datagen'
)
 |


describe orders2;

desc orders2;


drop table orders2;

show tables;


create temporary table tbl1 (
 `user` BIGINT NOT NULl,
 product VARCHAR(32),
 amount INT
) with (
 'connector' = 'datagen'
);

create temporary table if not exists tbl1 (
   `user` BIGINT NOT NULl,
   product VARCHAR(32),
   amount INT
) with (
 'connector' = 'datagen'
);

show tables;

show create table tbl1;
  `user` BIGINT NOT NULL,
  `product` VARCHAR(32),
  `amount` INT
)
WITH (
  'connector' = 'datagen'
)
 |

drop temporary table tbl1;


create table `mod` (`table` string, `database` string) with ('connector' = 'values');

describe `mod`;

desc `mod`;

drop table `mod`;

show tables;


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
);

describe orders3;

desc orders3;

show columns from orders3;

show columns in orders3 like 'p%';

show create table orders3;
  `user` BIGINT NOT NULL COMMENT 'this is the primary key, named ''user''.',
  `product` VARCHAR(32),
  `amount` INT,
  `ts` TIMESTAMP(3) COMMENT 'notice: watermark, named ''ts''.',
  `ptime` AS PROCTIME() COMMENT 'notice: computed column, named ''ptime''.',
  WATERMARK FOR `ts` AS `ts` - INTERVAL '1' SECOND,
  CONSTRAINT `PK_user` PRIMARY KEY (`user`) NOT ENFORCED
)
WITH (
  'connector' = 'kafka',
  'scan.startup.mode' = 'earliest-offset'
)
 |


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
);

CREATE TABLE IF NOT EXISTS orders2 (
 `user` BIGINT NOT NULl,
 product VARCHAR(32),
 amount INT,
 ts TIMESTAMP(3),
 PRIMARY KEY(`user`) NOT ENFORCED
) with (
 'connector' = 'blackhole'
);

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
);

explain plan for select `user`, product from orders;
LogicalProject(user=[$0], product=[$1])
   +- LogicalProject(user=[$0], product=[$1], amount=[$2], ts=[$3], ptime=[PROCTIME()])
      +- LogicalTableScan(table=[[default_catalog, default_database, orders]])

== Optimized Physical Plan ==
Calc(select=[user, product])
   +- Calc(select=[user, product, ts])
      +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])

== Optimized Execution Plan ==
Calc(select=[user, product])
   +- Calc(select=[user, product, ts])
      +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])
 |

explain plan for insert into orders2 select `user`, product, amount, ts from orders;
LogicalSink(table=[default_catalog.default_database.orders2], fields=[user, product, amount, ts])
   +- LogicalWatermarkAssigner(rowtime=[ts], watermark=[-($3, 1000:INTERVAL SECOND)])
      +- LogicalProject(user=[$0], product=[$1], amount=[$2], ts=[$3], ptime=[PROCTIME()])
         +- LogicalTableScan(table=[[default_catalog, default_database, orders]])

== Optimized Physical Plan ==
Sink(table=[default_catalog.default_database.orders2], fields=[user, product, amount, ts])
   +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])

== Optimized Execution Plan ==
Sink(table=[default_catalog.default_database.orders2], fields=[user, product, amount, ts])
   +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])
 |

explain plan for insert into daily_orders partition (dt = '2022-06-12') values (123, 'toothpick', 1);
LogicalSink(table=[default_catalog.default_database.daily_orders], fields=[user, product, amount, dt])
   +- LogicalValues(tuples=[[{ 0 }]])

== Optimized Physical Plan ==
Sink(table=[default_catalog.default_database.daily_orders], fields=[user, product, amount, dt])
   +- Values(type=[RecordType(INTEGER ZERO)], tuples=[[{ 0 }]])

== Optimized Execution Plan ==
Sink(table=[default_catalog.default_database.daily_orders], fields=[user, product, amount, dt])
   +- Values(tuples=[[{ 0 }]])
 |

explain plan for insert into daily_orders partition (dt = '2022-06-12') select `user`, product, amount from daily_orders where dt = '2022-06-12';
LogicalSink(table=[default_catalog.default_database.daily_orders], fields=[user, product, amount, EXPR$3])
   +- LogicalFilter(condition=[=($3, _UTF-16LE'2022-06-12')])
      +- LogicalTableScan(table=[[default_catalog, default_database, daily_orders]])

== Optimized Physical Plan ==
Sink(table=[default_catalog.default_database.daily_orders], fields=[user, product, amount, EXPR$3])

== Optimized Execution Plan ==
Sink(table=[default_catalog.default_database.daily_orders], fields=[user, product, amount, EXPR$3])
 |

explain select `user`, product from orders;
LogicalProject(user=[$0], product=[$1])
   +- LogicalProject(user=[$0], product=[$1], amount=[$2], ts=[$3], ptime=[PROCTIME()])
      +- LogicalTableScan(table=[[default_catalog, default_database, orders]])

== Optimized Physical Plan ==
Calc(select=[user, product])
   +- Calc(select=[user, product, ts])
      +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])

== Optimized Execution Plan ==
Calc(select=[user, product])
   +- Calc(select=[user, product, ts])
      +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])
 |

explain insert into orders2 select `user`, product, amount, ts from orders;
LogicalSink(table=[default_catalog.default_database.orders2], fields=[user, product, amount, ts])
   +- LogicalWatermarkAssigner(rowtime=[ts], watermark=[-($3, 1000:INTERVAL SECOND)])
      +- LogicalProject(user=[$0], product=[$1], amount=[$2], ts=[$3], ptime=[PROCTIME()])
         +- LogicalTableScan(table=[[default_catalog, default_database, orders]])

== Optimized Physical Plan ==
Sink(table=[default_catalog.default_database.orders2], fields=[user, product, amount, ts])
   +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])

== Optimized Execution Plan ==
Sink(table=[default_catalog.default_database.orders2], fields=[user, product, amount, ts])
   +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])
 |

explain json_execution_plan insert into orders2 select `user`, product, amount, ts from orders;
LogicalSink(table=[default_catalog.default_database.orders2], fields=[user, product, amount, ts])
   +- LogicalWatermarkAssigner(rowtime=[ts], watermark=[-($3, 1000:INTERVAL SECOND)])
      +- LogicalProject(user=[$0], product=[$1], amount=[$2], ts=[$3], ptime=[PROCTIME()])
         +- LogicalTableScan(table=[[default_catalog, default_database, orders]])

== Optimized Physical Plan ==
Sink(table=[default_catalog.default_database.orders2], fields=[user, product, amount, ts])
   +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])

== Optimized Execution Plan ==
Sink(table=[default_catalog.default_database.orders2], fields=[user, product, amount, ts])
   +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])

== Physical Execution Plan ==
{
  "nodes" : [ {
    "id" : ,
    "type" : "Source: orders[]",
    "pact" : "Data Source",
    "contents" : "[]:TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])",
    "parallelism" : 1
  }, {
    "id" : ,
    "type" : "WatermarkAssigner[]",
    "pact" : "Operator",
    "contents" : "[]:WatermarkAssigner(rowtime=[ts], watermark=[(ts - 1000:INTERVAL SECOND)])",
    "parallelism" : 1,
    "predecessors" : [ {
      "id" : ,
      "ship_strategy" : "FORWARD",
      "side" : "second"
    } ]
  }, {
    "id" : ,
    "type" : "ConstraintEnforcer[]",
    "pact" : "Operator",
    "contents" : "[]:ConstraintEnforcer[NotNullEnforcer(fields=[user])]",
    "parallelism" : 1,
    "predecessors" : [ {
      "id" : ,
      "ship_strategy" : "FORWARD",
      "side" : "second"
    } ]
  }, {
    "id" : ,
    "type" : "StreamRecordTimestampInserter[]",
    "pact" : "Operator",
    "contents" : "[]:StreamRecordTimestampInserter(rowtime field: 3)",
    "parallelism" : 1,
    "predecessors" : [ {
      "id" : ,
      "ship_strategy" : "FORWARD",
      "side" : "second"
    } ]
  }, {
    "id" : ,
    "type" : "orders2[]: Writer",
    "pact" : "Operator",
    "contents" : "orders2[]: Writer",
    "parallelism" : 1,
    "predecessors" : [ {
      "id" : ,
      "ship_strategy" : "FORWARD",
      "side" : "second"
    } ]
  } ]
} |

explain json_execution_plan select `user`, product from orders;
LogicalProject(user=[$0], product=[$1])
   +- LogicalProject(user=[$0], product=[$1], amount=[$2], ts=[$3], ptime=[PROCTIME()])
      +- LogicalTableScan(table=[[default_catalog, default_database, orders]])

== Optimized Physical Plan ==
Calc(select=[user, product])
   +- Calc(select=[user, product, ts])
      +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])

== Optimized Execution Plan ==
Calc(select=[user, product])
   +- Calc(select=[user, product, ts])
      +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])

== Physical Execution Plan ==
{
  "nodes" : [ {
    "id" : ,
    "type" : "Source: orders[]",
    "pact" : "Data Source",
    "contents" : "[]:TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])",
    "parallelism" : 1
  }, {
    "id" : ,
    "type" : "Calc[]",
    "pact" : "Operator",
    "contents" : "[]:Calc(select=[user, product, ts])",
    "parallelism" : 1,
    "predecessors" : [ {
      "id" : ,
      "ship_strategy" : "FORWARD",
      "side" : "second"
    } ]
  }, {
    "id" : ,
    "type" : "WatermarkAssigner[]",
    "pact" : "Operator",
    "contents" : "[]:WatermarkAssigner(rowtime=[ts], watermark=[(ts - 1000:INTERVAL SECOND)])",
    "parallelism" : 1,
    "predecessors" : [ {
      "id" : ,
      "ship_strategy" : "FORWARD",
      "side" : "second"
    } ]
  }, {
    "id" : ,
    "type" : "Calc[]",
    "pact" : "Operator",
    "contents" : "[]:Calc(select=[user, product])",
    "parallelism" : 1,
    "predecessors" : [ {
      "id" : ,
      "ship_strategy" : "FORWARD",
      "side" : "second"
    } ]
  } ]
} |

explain estimated_cost select `user`, product from orders;
LogicalProject(user=[$0], product=[$1])
   +- LogicalProject(user=[$0], product=[$1], amount=[$2], ts=[$3], ptime=[PROCTIME()])
      +- LogicalTableScan(table=[[default_catalog, default_database, orders]])

== Optimized Physical Plan ==
Calc(select=[user, product]): rowcount = 1.0E8, cumulative cost = {4.0E8 rows, 2.0E8 cpu, 3.6E9 io, 0.0 network, 0.0 memory}
   +- Calc(select=[user, product, ts]): rowcount = 1.0E8, cumulative cost = {2.0E8 rows, 1.0E8 cpu, 3.6E9 io, 0.0 network, 0.0 memory}
      +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts]): rowcount = 1.0E8, cumulative cost = {1.0E8 rows, 1.0E8 cpu, 3.6E9 io, 0.0 network, 0.0 memory}

== Optimized Execution Plan ==
Calc(select=[user, product])
   +- Calc(select=[user, product, ts])
      +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])
 |

explain changelog_mode select `user`, product from orders;
LogicalProject(user=[$0], product=[$1])
   +- LogicalProject(user=[$0], product=[$1], amount=[$2], ts=[$3], ptime=[PROCTIME()])
      +- LogicalTableScan(table=[[default_catalog, default_database, orders]])

== Optimized Physical Plan ==
Calc(select=[user, product], changelogMode=[I])
   +- Calc(select=[user, product, ts], changelogMode=[I])
      +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts], changelogMode=[I])

== Optimized Execution Plan ==
Calc(select=[user, product])
   +- Calc(select=[user, product, ts])
      +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])
 |

explain plan_advice select sum(`amount`) as revenue, count(distinct `user`) as buyer_cnt from orders;
LogicalAggregate(group=[{}], revenue=[SUM($0)], buyer_cnt=[COUNT(DISTINCT $1)])
   +- LogicalWatermarkAssigner(rowtime=[ts], watermark=[-($3, 1000:INTERVAL SECOND)])
      +- LogicalProject(user=[$0], product=[$1], amount=[$2], ts=[$3], ptime=[PROCTIME()])
         +- LogicalTableScan(table=[[default_catalog, default_database, orders]])

== Optimized Physical Plan With Advice ==
GroupAggregate(advice=[1], select=[SUM(amount) AS revenue, COUNT(DISTINCT user) AS buyer_cnt])
   +- Calc(select=[amount, user])
      +- WatermarkAssigner(rowtime=[ts], watermark=[-(ts, 1000:INTERVAL SECOND)])
         +- Calc(select=[amount, user, ts])
            +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])

advice[1]: [ADVICE] You might want to enable local-global two-phase optimization by configuring ('table.exec.mini-batch.enabled' to 'true', 'table.exec.mini-batch.allow-latency' to a positive long value, 'table.exec.mini-batch.size' to a positive long value).

== Optimized Execution Plan ==
GroupAggregate(select=[SUM(amount) AS revenue, COUNT(DISTINCT user) AS buyer_cnt])
   +- Calc(select=[amount, user])
      +- WatermarkAssigner(rowtime=[ts], watermark=[(ts - 1000:INTERVAL SECOND)])
         +- Calc(select=[amount, user, ts])
            +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])
 |

explain changelog_mode, estimated_cost, plan_advice, json_execution_plan select `user`, product from orders
--- refused: Encountered "= [" at line 1, column 20.
LogicalProject(user=[$0], product=[$1])
   +- LogicalProject(user=[$0], product=[$1], amount=[$2], ts=[$3], ptime=[PROCTIME()])
      +- LogicalTableScan(table=[[default_catalog, default_database, orders]])

== Optimized Physical Plan With Advice ==
Calc(select=[user, product], changelogMode=[I]): rowcount = 1.0E8, cumulative cost = {4.0E8 rows, 2.0E8 cpu, 3.6E9 io, 0.0 network, 0.0 memory}
   +- Calc(select=[user, product, ts], changelogMode=[I]): rowcount = 1.0E8, cumulative cost = {2.0E8 rows, 1.0E8 cpu, 3.6E9 io, 0.0 network, 0.0 memory}
      +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts], changelogMode=[I]): rowcount = 1.0E8, cumulative cost = {1.0E8 rows, 1.0E8 cpu, 3.6E9 io, 0.0 network, 0.0 memory}

No available advice...

== Optimized Execution Plan ==
Calc(select=[user, product])
   +- Calc(select=[user, product, ts])
      +- TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])

== Physical Execution Plan ==
{
  "nodes" : [ {
    "id" : ,
    "type" : "Source: orders[]",
    "pact" : "Data Source",
    "contents" : "[]:TableSourceScan(table=[[default_catalog, default_database, orders]], fields=[user, product, amount, ts])",
    "parallelism" : 1
  }, {
    "id" : ,
    "type" : "Calc[]",
    "pact" : "Operator",
    "contents" : "[]:Calc(select=[user, product, ts])",
    "parallelism" : 1,
    "predecessors" : [ {
      "id" : ,
      "ship_strategy" : "FORWARD",
      "side" : "second"
    } ]
  }, {
    "id" : ,
    "type" : "WatermarkAssigner[]",
    "pact" : "Operator",
    "contents" : "[]:WatermarkAssigner(rowtime=[ts], watermark=[(ts - 1000:INTERVAL SECOND)])",
    "parallelism" : 1,
    "predecessors" : [ {
      "id" : ,
      "ship_strategy" : "FORWARD",
      "side" : "second"
    } ]
  }, {
    "id" : ,
    "type" : "Calc[]",
    "pact" : "Operator",
    "contents" : "[]:Calc(select=[user, product])",
    "parallelism" : 1,
    "predecessors" : [ {
      "id" : ,
      "ship_strategy" : "FORWARD",
      "side" : "second"
    } ]
  } ]
} |
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
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Temporary table '`default_catalog`.`default_database`.`v1`' already exists

create temporary view if not exists v1 as select * from orders
--- accepted
select * from v1 /*+ OPTIONS('number-of-rows' = '1') */
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: View '`default_catalog`.`default_database`.`v1`' cannot be enriched with new options. Hints can only be applied to tables.

create temporary view if not exists v2 as select * from v1
--- refused: Non-query expression encountered in illegal context
`user`,
  `product`,
  `amount`,
  `ts`,
  `ptime`
)
AS SELECT `orders`.`user`, `orders`.`product`, `orders`.`amount`, `orders`.`ts`, `orders`.`ptime`
FROM `default_catalog`.`default_database`.`orders` AS `orders`
 |

show create view v2
--- refused: Non-query expression encountered in illegal context
`user`,
  `product`,
  `amount`,
  `ts`,
  `ptime`
)
AS SELECT `v1`.`user`, `v1`.`product`, `v1`.`amount`, `v1`.`ts`, `v1`.`ptime`
FROM `default_catalog`.`default_database`.`v1` AS `v1`
 |

show tables
--- accepted
show create table v1
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.TableException: SHOW CREATE TABLE is only supported for tables, but `default_catalog`.`default_database`.`v1` is a view. Please use SHOW CREATE VIEW instead.


create view v1 as select * from orders
--- accepted
create view v1 as select * from orders
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.catalog.exceptions.TableAlreadyExistException: Table (or view) default_database.v1 already exists in Catalog default_catalog.

create view permanent_v1 as select * from orders
--- accepted
show create view permanent_v1
--- refused: Non-query expression encountered in illegal context
`user`,
  `product`,
  `amount`,
  `ts`,
  `ptime`
)
AS SELECT `orders`.`user`, `orders`.`product`, `orders`.`amount`, `orders`.`ts`, `orders`.`ptime`
FROM `default_catalog`.`default_database`.`orders` AS `orders`
 |

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
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Temporary view with identifier '`default_catalog`.`default_database`.`v1`' exists. Drop it first before removing the permanent view.

drop temporary view v1
--- accepted
drop view non_exist
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: View with identifier 'default_catalog.default_database.non_exist' does not exist.


create view `mod` as select * from orders
--- accepted
describe `mod`
--- accepted
desc `mod`
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
--- refused: Encountered "=" at line 1, column 18.
LogicalSink(table=[default_catalog.default_database.StreamingTable], fields=[EXPR$0, EXPR$1])
   +- LogicalValues(tuples=[[{ 1, _UTF-16LE'Hello World' }, { 2, _UTF-16LE'Hi' }, { 2, _UTF-16LE'Hi' }, { 3, _UTF-16LE'Hello' }, { 3, _UTF-16LE'World' }, { 4, _UTF-16LE'ADD' }, { 5, _UTF-16LE'LINE' }]])

LogicalSink(table=[default_catalog.default_database.StreamingTable], fields=[EXPR$0, EXPR$1])
   +- LogicalValues(tuples=[[{ 1, _UTF-16LE'Hello World' }, { 2, _UTF-16LE'Hi' }, { 2, _UTF-16LE'Hi' }, { 3, _UTF-16LE'Hello' }, { 3, _UTF-16LE'World' }, { 4, _UTF-16LE'ADD' }, { 5, _UTF-16LE'LINE' }]])

== Optimized Physical Plan ==
Sink(table=[default_catalog.default_database.StreamingTable], fields=[EXPR$0, EXPR$1])
   :- Values(type=[RecordType(INTEGER EXPR$0, VARCHAR(11) EXPR$1)], tuples=[[{ 1, _UTF-16LE'Hello World' }, { 2, _UTF-16LE'Hi' }, { 2, _UTF-16LE'Hi' }, { 3, _UTF-16LE'Hello' }, { 3, _UTF-16LE'World' }, { 4, _UTF-16LE'ADD' }, { 5, _UTF-16LE'LINE' }]])
   +- Values(type=[RecordType(INTEGER EXPR$0, VARCHAR(11) EXPR$1)], tuples=[[{ 1, _UTF-16LE'Hello World' }, { 2, _UTF-16LE'Hi' }, { 2, _UTF-16LE'Hi' }, { 3, _UTF-16LE'Hello' }, { 3, _UTF-16LE'World' }, { 4, _UTF-16LE'ADD' }, { 5, _UTF-16LE'LINE' }]])

== Optimized Execution Plan ==
Sink(table=[default_catalog.default_database.StreamingTable], fields=[EXPR$0, EXPR$1])
   :- Values(tuples=[[{ 1, _UTF-16LE'Hello World' }, { 2, _UTF-16LE'Hi' }, { 2, _UTF-16LE'Hi' }, { 3, _UTF-16LE'Hello' }, { 3, _UTF-16LE'World' }, { 4, _UTF-16LE'ADD' }, { 5, _UTF-16LE'LINE' }]])(reuse_id=[1])
   +- Reused(reference_id=[1])
 |

EXPLAIN EXECUTE STATEMENT SET BEGIN
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
END
--- refused: Encountered "=" at line 1, column 18.
LogicalSink(table=[default_catalog.default_database.StreamingTable], fields=[EXPR$0, EXPR$1])
   +- LogicalValues(tuples=[[{ 1, _UTF-16LE'Hello World' }, { 2, _UTF-16LE'Hi' }, { 2, _UTF-16LE'Hi' }, { 3, _UTF-16LE'Hello' }, { 3, _UTF-16LE'World' }, { 4, _UTF-16LE'ADD' }, { 5, _UTF-16LE'LINE' }]])

LogicalSink(table=[default_catalog.default_database.StreamingTable], fields=[EXPR$0, EXPR$1])
   +- LogicalValues(tuples=[[{ 1, _UTF-16LE'Hello World' }, { 2, _UTF-16LE'Hi' }, { 2, _UTF-16LE'Hi' }, { 3, _UTF-16LE'Hello' }, { 3, _UTF-16LE'World' }, { 4, _UTF-16LE'ADD' }, { 5, _UTF-16LE'LINE' }]])

== Optimized Physical Plan ==
Sink(table=[default_catalog.default_database.StreamingTable], fields=[EXPR$0, EXPR$1])
   :- Values(type=[RecordType(INTEGER EXPR$0, VARCHAR(11) EXPR$1)], tuples=[[{ 1, _UTF-16LE'Hello World' }, { 2, _UTF-16LE'Hi' }, { 2, _UTF-16LE'Hi' }, { 3, _UTF-16LE'Hello' }, { 3, _UTF-16LE'World' }, { 4, _UTF-16LE'ADD' }, { 5, _UTF-16LE'LINE' }]])
   +- Values(type=[RecordType(INTEGER EXPR$0, VARCHAR(11) EXPR$1)], tuples=[[{ 1, _UTF-16LE'Hello World' }, { 2, _UTF-16LE'Hi' }, { 2, _UTF-16LE'Hi' }, { 3, _UTF-16LE'Hello' }, { 3, _UTF-16LE'World' }, { 4, _UTF-16LE'ADD' }, { 5, _UTF-16LE'LINE' }]])

== Optimized Execution Plan ==
Sink(table=[default_catalog.default_database.StreamingTable], fields=[EXPR$0, EXPR$1])
   :- Values(tuples=[[{ 1, _UTF-16LE'Hello World' }, { 2, _UTF-16LE'Hi' }, { 2, _UTF-16LE'Hi' }, { 3, _UTF-16LE'Hello' }, { 3, _UTF-16LE'World' }, { 4, _UTF-16LE'ADD' }, { 5, _UTF-16LE'LINE' }]])(reuse_id=[1])
   +- Reused(reference_id=[1])
 |

EXECUTE STATEMENT SET BEGIN
INSERT INTO StreamingTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
INSERT INTO StreamingTable2 SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
END
--- refused: Non-query expression encountered in illegal context
Received a total of 7 rows

SELECT * FROM StreamingTable2
--- refused: Non-query expression encountered in illegal context
Received a total of 7 rows

EXPLAIN STATEMENT SET BEGIN
END
--- refused: Non-query expression encountered in illegal context
org.apache.flink.sql.parser.impl.ParseException: Encountered "END" at line 2, column 1.
Was expecting one of:
    "INSERT" ...
    "UPSERT" ...

EXECUTE STATEMENT SET BEGIN
END
--- refused: Non-query expression encountered in illegal context
org.apache.flink.sql.parser.impl.ParseException: Encountered "END" at line 2, column 1.
Was expecting one of:
    "INSERT" ...
    "UPSERT" ...


SET 'execution.runtime-mode' = 'batch'
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
--- refused: Encountered "=" at line 1, column 18.
LogicalSink(table=[default_catalog.default_database.BatchTable], fields=[EXPR$0, EXPR$1])
   +- LogicalValues(tuples=[[{ 1, _UTF-16LE'Hello World' }, { 2, _UTF-16LE'Hi' }, { 2, _UTF-16LE'Hi' }, { 3, _UTF-16LE'Hello' }, { 3, _UTF-16LE'World' }, { 4, _UTF-16LE'ADD' }, { 5, _UTF-16LE'LINE' }]])

LogicalSink(table=[default_catalog.default_database.BatchTable2], fields=[EXPR$0, EXPR$1])
   +- LogicalValues(tuples=[[{ 1, _UTF-16LE'Hello World' }, { 2, _UTF-16LE'Hi' }, { 2, _UTF-16LE'Hi' }, { 3, _UTF-16LE'Hello' }, { 3, _UTF-16LE'World' }, { 4, _UTF-16LE'ADD' }, { 5, _UTF-16LE'LINE' }]])

== Optimized Physical Plan ==
Sink(table=[default_catalog.default_database.BatchTable], fields=[EXPR$0, EXPR$1])

Sink(table=[default_catalog.default_database.BatchTable2], fields=[EXPR$0, EXPR$1])

== Optimized Execution Plan ==
Values(tuples=[[{ 1, _UTF-16LE'Hello World' }, { 2, _UTF-16LE'Hi' }, { 2, _UTF-16LE'Hi' }, { 3, _UTF-16LE'Hello' }, { 3, _UTF-16LE'World' }, { 4, _UTF-16LE'ADD' }, { 5, _UTF-16LE'LINE' }]], values=[EXPR$0, EXPR$1])(reuse_id=[1])

Sink(table=[default_catalog.default_database.BatchTable], fields=[EXPR$0, EXPR$1])

Sink(table=[default_catalog.default_database.BatchTable2], fields=[EXPR$0, EXPR$1])
 |

EXECUTE STATEMENT SET
BEGIN
INSERT INTO BatchTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
INSERT INTO BatchTable SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'));
END
--- accepted
SELECT * FROM BatchTable2
--- refused: Encountered "END" at line 2, column 1.
EXPLAIN STATEMENT SET BEGIN
END
--- refused: Non-query expression encountered in illegal context
org.apache.flink.sql.parser.impl.ParseException: Encountered "END" at line 2, column 1.
Was expecting one of:
    "INSERT" ...
    "UPSERT" ...
