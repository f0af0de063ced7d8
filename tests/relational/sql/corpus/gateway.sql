--- accepted
CREATE
  TABLE src(a INT,  
  b INT
) WITH (
  'connector' = 'datagen'
)
--- accepted
CREATE TEMPORARY TABLE no_error(
  a int
) WITH (
  'connector' = 'datagen'
)
--- accepted
CREATE TABLE src(
  a INT,
  b INT
) WITH (
  'connector' = 'datagen'
)
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.gateway.service.utils.SqlExecutionException: Only 'INSERT/CREATE TABLE AS' statement is allowed in Statement Set or use 'END' statement to submit Statement Set.
--- accepted
INSERT INTO StreamingTable2 SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE'))
--- refused: Non-query expression encountered in illegal context
Job ID:
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.gateway.service.utils.SqlExecutionException: No Statement Set to submit. 'END' statement should be used after 'BEGIN STATEMENT SET'.
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.catalog.exceptions.CatalogException: A database with name [non_existing_db] does not exist in the catalog: [default_catalog].
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.catalog.exceptions.CatalogException: A catalog with name [non_existing_catalog] does not exist.
--- refused: Non-query expression encountered in illegal context
org.apache.flink.sql.parser.impl.ParseException: Encountered "." at line 0, column 23.
Was expecting one of:
    <EOF> 
    "WITH" ...
    "COMMENT" ...
    "
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Catalog my does not exist
--- accepted
CREATE CATALOG `cat_comment`
COMMENT 'hello ''catalog'''
WITH (
  'default-database' = 'db',
  'type' = 'generic_in_memory'
)
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.catalog.exceptions.CatalogException: Catalog cat_comment already exists.
--- accepted
CREATE CATALOG `cat2`
WITH (
  'default-database' = 'db',
  'type' = 'generic_in_memory'
)
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: ALTER CATALOG RESET does not support changing 'type'
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: ALTER CATALOG RESET does not support empty key
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Cannot drop a database which is currently in use.
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.catalog.exceptions.CatalogException: Cannot drop a catalog which is currently in use.
--- accepted
use catalog hivecatalog
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.catalog.exceptions.CatalogException: A catalog with name [hivecatalog] does not exist.
--- accepted
RESET '$internal.pipeline.job-id'
--- accepted
EXPLAIN EXECUTE INSERT INTO StreamingTable2 SELECT * FROM (VALUES (1, 'EXECUTE'), (2, 'INSERT'), (3, 'TEST'))
--- accepted
EXECUTE INSERT INTO StreamingTable2 SELECT * FROM (VALUES (1, 'EXECUTE'), (2, 'INSERT'), (3, 'TEST'))
--- accepted
create table StreamingTableForPlan (
  id int,
  str string
) with (
  'connector' = 'filesystem',
  'path' = '$VAR_STREAMING_PATH3',
  'format' = 'csv'
)
--- accepted
COMPILE AND EXECUTE PLAN 'file://$VAR_STREAMING_PLAN_PATH/plan1.json' FOR INSERT INTO StreamingTableForPlan SELECT * FROM (VALUES (1, 'Hello'))
--- accepted
SELECT * FROM StreamingTableForPlan
--- accepted
COMPILE PLAN '$VAR_STREAMING_PLAN_PATH/plan2.json' FOR INSERT INTO StreamingTableForPlan SELECT * FROM (VALUES (1, 'Hello'))
--- accepted
EXECUTE PLAN '$VAR_STREAMING_PLAN_RELATIVE_PATH/plan2.json'
--- accepted
CREATE TABLE CtasTable
WITH (
  'connector' = 'filesystem',
  'path' = '$VAR_BATCH_CTAS_PATH',
  'format' = 'csv'
)
AS SELECT * FROM (VALUES (1, 'Hello World'), (2, 'Hi'), (2, 'Hi'), (3, 'Hello'), (3, 'World'), (4, 'ADD'), (5, 'LINE')) T(id, str)
--- accepted
SELECT * FROM CtasTable
--- accepted
SELECT id, FIRST_VALUE(str) AS str FROM StreamingTable GROUP BY id
--- accepted
SELECT id, FIRST_VALUE(str) AS str FROM BatchTable GROUP BY id
--- accepted
reset table.resources.download-dir
--- accepted
set 'table.sql-dialect' = 'unknown'
--- refused: Non-query expression encountered in illegal context
java.lang.IllegalArgumentException: No enum constant org.apache.flink.table.api.SqlDialect.UNKNOWN
--- accepted
EXPLAIN EXECUTE SELECT * FROM StreamingTable
--- accepted
EXECUTE SELECT * FROM StreamingTable
--- refused: Non-query expression encountered in illegal context
org.apache.flink.sql.parser.impl.ParseException: Encountered "END" at line 0, column 1.
Was expecting one of:
    "INSERT" ...
    "UPSERT" ...
--- refused: Non-query expression encountered in illegal context
org.apache.calcite.sql.validate.SqlValidatorException: No match found for function signature invalid_function()
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Table with identifier 'default_catalog.default_database.non_exist' does not exist.
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Tables or views with the identifier 'default_catalog.default_database.non_exist' doesn't exist.
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Table `default_catalog`.`default_database`.`non_exist` doesn't exist or is a temporary table.
--- accepted
CREATE TABLE `default_catalog`.`default_database`.`orders` (
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
--- accepted
CREATE TABLE `default_catalog`.`default_database`.`orders2` (
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
--- accepted
CREATE TABLE `default_catalog`.`default_database`.`orders2` (
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
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.TableException: SHOW CREATE VIEW is only supported for views, but `default_catalog`.`default_database`.`orders2` is a table. Please use SHOW CREATE TABLE instead.
--- refused: Non-query expression encountered in illegal context
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
--- accepted
CREATE TABLE `default_catalog`.`default_database`.`orders2` (
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
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: ALTER TABLE RESET does not support empty key
--- accepted
CREATE TEMPORARY TABLE `default_catalog`.`default_database`.`tbl1` (
  `user` BIGINT NOT NULL,
  `product` VARCHAR(32),
  `amount` INT
)
WITH (
  'connector' = 'datagen'
)
--- accepted
explain changelog_mode, estimated_cost, json_execution_plan select `user`, product from orders
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Temporary table '`default_catalog`.`default_database`.`v1`' already exists
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: View '`default_catalog`.`default_database`.`v1`' cannot be enriched with new options. Hints can only be applied to tables.
--- accepted
CREATE TEMPORARY VIEW `default_catalog`.`default_database`.`v1` (
  `user`,
  `product`,
  `amount`,
  `ts`,
  `ptime`
)
AS SELECT `orders`.`user`, `orders`.`product`, `orders`.`amount`, `orders`.`ts`, `orders`.`ptime`
FROM `default_catalog`.`default_database`.`orders` AS `orders`
--- accepted
CREATE TEMPORARY VIEW `default_catalog`.`default_database`.`v2` (
  `user`,
  `product`,
  `amount`,
  `ts`,
  `ptime`
)
AS SELECT `v1`.`user`, `v1`.`product`, `v1`.`amount`, `v1`.`ts`, `v1`.`ptime`
FROM `default_catalog`.`default_database`.`v1` AS `v1`
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.TableException: SHOW CREATE TABLE is only supported for tables, but `default_catalog`.`default_database`.`v1` is a view. Please use SHOW CREATE VIEW instead.
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.catalog.exceptions.TableAlreadyExistException: Table (or view) default_database.v1 already exists in Catalog default_catalog.
--- accepted
CREATE VIEW `default_catalog`.`default_database`.`permanent_v1` (
  `user`,
  `product`,
  `amount`,
  `ts`,
  `ptime`
)
AS SELECT `orders`.`user`, `orders`.`product`, `orders`.`amount`, `orders`.`ts`, `orders`.`ptime`
FROM `default_catalog`.`default_database`.`orders` AS `orders`
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: Temporary view with identifier '`default_catalog`.`default_database`.`v1`' exists. Drop it first before removing the permanent view.
--- refused: Non-query expression encountered in illegal context
org.apache.flink.table.api.ValidationException: View with identifier 'default_catalog.default_database.non_exist' does not exist.
