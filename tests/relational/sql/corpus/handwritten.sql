--- refused: Expected query or join
SELECT * FROM (t)
--- refused: Expected query or join
SELECT * FROM (t AS a)
--- refused: Expected query or join
SELECT * FROM (t a)
--- refused: Expected query or join
SELECT * FROM (f(x))
--- refused: Expected query or join
SELECT * FROM (TABLE(f(x)))
--- refused: Expected query or join
SELECT * FROM ((t))
--- accepted
SELECT * FROM ((t JOIN s ON a = b))
--- accepted
SELECT * FROM (t JOIN s ON a = b)
--- refused: Join expression encountered in illegal context
SELECT * FROM (t JOIN s ON a = b) AS j
--- accepted
SELECT * FROM ((SELECT 1))
--- refused: Expected query or join
SELECT * FROM ((SELECT 1) AS a)
--- accepted
SELECT * FROM ((SELECT 1) UNION SELECT 2)
--- refused: Expected query or join
SELECT * FROM (UNNEST(a))
--- accepted
SELECT * FROM (TABLE t)
--- accepted
SELECT * FROM (VALUES (1))
--- accepted
SELECT * FROM LATERAL (SELECT 1)
--- refused: Join expression encountered in illegal context
SELECT * FROM LATERAL (t JOIN s ON a = b)
--- refused: Encountered "f" at line 1, column 23.
SELECT * FROM LATERAL f(x)
--- accepted
SELECT * FROM LATERAL TABLE(f(x)) AS t(a, b)
--- refused: Encountered "," at line 1, column 17.
SELECT * FROM (t, s)
--- accepted
SELECT * FROM a, b JOIN c ON x = y
--- accepted
SELECT * FROM a NATURAL JOIN b
--- accepted
SELECT * FROM a CROSS JOIN b ON x = y
--- accepted
SELECT * FROM a JOIN b
--- accepted
SELECT * FROM a LEFT JOIN b
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 17.
SELECT * FROM a LEFT SEMI JOIN b ON x = y
--- accepted
SELECT * FROM a NATURAL CROSS JOIN b
--- accepted
SELECT * FROM a FULL OUTER JOIN b USING (x, y)
--- accepted
SELECT * FROM a JOIN (b JOIN c ON x = y) ON z = w
--- refused: Encountered "ON" at line 1, column 40.
SELECT * FROM a JOIN b JOIN c ON x = y ON z = w
--- refused: APPLY operator is not allowed under the current SQL conformance level
SELECT * FROM a CROSS APPLY f(x)
--- refused: APPLY operator is not allowed under the current SQL conformance level
SELECT * FROM a OUTER APPLY TABLE(f(x)) AS t(x)
--- accepted
SELECT * FROM t TABLESAMPLE BERNOULLI (10)
--- accepted
SELECT * FROM t AS s TABLESAMPLE SYSTEM (10) REPEATABLE (3)
--- accepted
SELECT * FROM t FOR SYSTEM_TIME AS OF x
--- accepted
SELECT * FROM t FOR SYSTEM_TIME AS OF x AS s
--- refused: Encountered "FOR" at line 1, column 22.
SELECT * FROM t AS s FOR SYSTEM_TIME AS OF x
--- accepted
SELECT * FROM t /*+ OPTIONS('a'='b') */ AS s
--- refused: Encountered "/*+" at line 1, column 22.
SELECT * FROM t AS s /*+ OPTIONS('a'='b') */
--- accepted
SELECT /*+ BROADCAST(t), STATE_TTL('t'='1d'), x(1, 2), y */ * FROM t
--- refused: Encountered "a ." at line 1, column 22.
SELECT /*+ BROADCAST(a.b) */ * FROM t
--- accepted
SELECT /*+ OPTIONS(a='b', 'c'='d') */ * FROM t
--- accepted
SELECT /*+ x('a', 1) */ * FROM t
--- accepted
SELECT STREAM a FROM t
--- accepted
SELECT ALL a FROM t
--- refused: Incorrect syntax near the keyword 'ALL' at line 1, column 17.
SELECT DISTINCT ALL a FROM t
--- accepted
SELECT a FROM t GROUP BY ()
--- accepted
SELECT a FROM t GROUP BY (a, b), ()
--- accepted
SELECT a FROM t GROUP BY GROUPING SETS ((a), ()), CUBE(a, (b, c)), ROLLUP(a)
--- accepted
SELECT a FROM t GROUP BY GROUPING SETS (CUBE(a), GROUPING SETS((a)))
--- accepted
SELECT a FROM t GROUP BY DISTINCT ROLLUP(a), ROLLUP(b)
--- refused: Encountered ")" at line 1, column 31.
SELECT a FROM t GROUP BY CUBE()
--- accepted
SELECT a FROM t WHERE b HAVING c
--- refused: Encountered "GROUP" at line 1, column 26.
SELECT a FROM t HAVING c GROUP BY b
--- refused: Incorrect syntax near the keyword 'WHERE' at line 1, column 10.
SELECT a WHERE b
--- accepted
SELECT a FROM t ORDER BY a LIMIT 1 OFFSET 2
--- accepted
SELECT a FROM t ORDER BY a ASC NULLS FIRST, b DESC NULLS LAST
--- accepted
SELECT a FROM t OFFSET 2 ROWS FETCH NEXT 3 ROWS ONLY
--- refused: 'OFFSET start LIMIT count' is not allowed under the current SQL conformance level
SELECT a FROM t OFFSET 2 LIMIT 3
--- refused: Encountered "ROW" at line 1, column 29.
SELECT a FROM t FETCH FIRST ROW ONLY
--- refused: 'LIMIT start, count' is not allowed under the current SQL conformance level
SELECT a FROM t LIMIT 1, 2
--- accepted
SELECT a FROM t LIMIT ALL
--- refused: Encountered "a" at line 1, column 23.
SELECT a FROM t LIMIT a
--- refused: Encountered "+" at line 1, column 25.
SELECT a FROM t LIMIT 1 + 1
--- refused: Encountered "-" at line 1, column 23.
SELECT a FROM t LIMIT -1
--- accepted
SELECT a FROM t LIMIT ?
--- accepted
VALUES 1, 2
--- accepted
VALUES (1, DEFAULT)
--- accepted
VALUES ROW(1, 2), (3, 4)
--- refused: Encountered ")" at line 1, column 9.
VALUES ()
--- accepted
VALUE 1
--- accepted
SELECT 1 UNION ALL SELECT 2 INTERSECT SELECT 3 EXCEPT SELECT 4
--- refused: MINUS is not allowed under the current SQL conformance level
SELECT 1 MINUS SELECT 2
--- refused: Encountered "UNION" at line 1, column 21.
SELECT 1 ORDER BY 1 UNION SELECT 2
--- accepted
(SELECT 1 ORDER BY 1) UNION SELECT 2
--- accepted
(SELECT 1) ORDER BY 1
--- accepted
((SELECT 1))
--- refused: Encountered "<EOF>" at line 1, column 9.
(SELECT 1
--- refused: Encountered ")" at line 1, column 9.
SELECT 1)
--- accepted
WITH a AS (SELECT 1) SELECT * FROM a
--- accepted
WITH a (x, y) AS (VALUES (1, 2)), b AS (TABLE a) SELECT * FROM b
--- accepted
WITH RECURSIVE a AS (SELECT 1) SELECT 1
--- refused: Encountered "SELECT" at line 1, column 11.
WITH a AS SELECT 1 SELECT 2
--- refused: Incorrect syntax near the keyword 'SELECT' at line 1, column 23.
WITH a AS (SELECT 1), SELECT 2
--- accepted
(WITH a AS (SELECT 1) SELECT * FROM a)
--- accepted
SELECT * FROM (WITH a AS (SELECT 1) SELECT * FROM a)
--- accepted
WITH a AS (SELECT 1) (SELECT * FROM a)
--- accepted
WITH a AS (SELECT 1) SELECT * FROM a UNION SELECT 2 ORDER BY 1
--- refused: Incorrect syntax near the keyword 'WITH' at line 1, column 16.
SELECT 1 UNION WITH a AS (SELECT 1) SELECT * FROM a
--- accepted
INSERT INTO t WITH a AS (SELECT 1) SELECT * FROM a
--- refused: Incorrect syntax near the keyword 'INSERT' at line 1, column 22.
WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a
--- accepted
INSERT INTO t VALUES (1, 2), (3, 4)
--- accepted
INSERT INTO t (a, b.c) VALUES (1, 2)
--- accepted
INSERT INTO t PARTITION (a = 1, b = 'x') SELECT 1
--- refused: Encountered ")" at line 1, column 27.
INSERT INTO t PARTITION (a) SELECT 1
--- refused: Encountered "t" at line 1, column 8.
INSERT t SELECT 1
--- accepted
INSERT OVERWRITE t (a) SELECT 1
--- accepted
INSERT INTO t /*+ OPTIONS('a' = 'b') */ SELECT 1
--- accepted
INSERT INTO t (SELECT 1)
--- accepted
INSERT INTO t TABLE s
--- accepted
INSERT INTO t SELECT 1 ON CONFLICT DO NOTHING
--- refused: Encountered "UPDATE" at line 1, column 39.
INSERT INTO t SELECT 1 ON CONFLICT DO UPDATE
--- refused: Non-query expression encountered in illegal context
SELECT a.* EXCEPT b FROM t
--- refused: Expecting alias, found character literal
SELECT a AS 'x' FROM t
--- refused: Expecting alias, found character literal
SELECT a 'x' FROM t
--- refused: Encountered "value" at line 1, column 13.
SELECT a AS value FROM t
--- refused: Encountered "value" at line 1, column 10.
SELECT a value FROM t
--- refused: Encountered "user" at line 1, column 13.
SELECT a AS user FROM t
--- refused: Encountered "date" at line 1, column 35.
SELECT a AS `user`, b AS state, c date FROM t
--- accepted
SELECT * , a FROM t
--- accepted
SELECT * a FROM t
--- accepted
SELECT t.*, s.* FROM t
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 8.
SELECT FROM t
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 11.
SELECT a, FROM t
--- refused: Encountered "<EOF>" at line 1, column 13.
SELECT a FROM
--- refused: Encountered "<EOF>" at line 1, column 21.
SELECT a FROM t WHERE
--- refused: Encountered "t3" at line 1, column 20.
SELECT a FROM t t2 t3
--- accepted
SELECT a FROM t WINDOW w AS (PARTITION BY a), v AS (w ORDER BY b)
--- accepted
SELECT SUM(a) OVER (w ROWS 1 PRECEDING) FROM t WINDOW w AS (ORDER BY b)
--- accepted
SELECT SUM(a) OVER (ORDER BY b ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING) FROM t
--- refused: Encountered ")" at line 1, column 46.
SELECT SUM(a) OVER (ORDER BY b ROWS UNBOUNDED) FROM t
--- accepted
SELECT a FROM t QUALIFY ROW_NUMBER() OVER (ORDER BY a) = 1
--- accepted
SELECT a FROM t WINDOW w AS (ORDER BY a) QUALIFY x
--- accepted
SELECT * FROM t PIVOT (SUM(a) AS s FOR b IN (1 AS x, 2))
--- accepted
SELECT * FROM t UNPIVOT (a FOR b IN (c, d AS 'x'))
--- accepted
SELECT * FROM t UNPIVOT INCLUDE NULLS ((a, b) FOR (c) IN ((d, e) AS ('x')))
--- accepted
SELECT * FROM t MATCH_RECOGNIZE (PATTERN (a) DEFINE a AS TRUE)
--- accepted
SELECT * FROM t AS s MATCH_RECOGNIZE (PATTERN (a b* c+? d{2} e{2,} f{,3}? (g | h)) DEFINE a AS TRUE) AS m
--- accepted
SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY a ORDER BY b MEASURES c AS d ALL ROWS PER MATCH AFTER MATCH SKIP TO LAST x PATTERN (^ {- x -} PERMUTE(y, z) $) WITHIN INTERVAL '1' HOUR SUBSET s = (x, y) DEFINE x AS y.z > 1)
--- refused: Encountered ")" at line 1, column 43.
SELECT * FROM t MATCH_RECOGNIZE (PATTERN () DEFINE a AS TRUE)
--- refused: Encountered ")" at line 1, column 45.
SELECT * FROM t MATCH_RECOGNIZE (PATTERN (a))
--- accepted
SELECT * FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), INTERVAL '10' MINUTES))
--- accepted
SELECT * FROM TUMBLE(DATA => TABLE t, TIMECOL => DESCRIPTOR(ts), SIZE => INTERVAL '10' MINUTES)
--- accepted
SELECT * FROM SESSION(TABLE t PARTITION BY a ORDER BY b, DESCRIPTOR(ts), INTERVAL '10' MINUTES)
--- accepted
SELECT * FROM f((SELECT 1) PARTITION BY (a, b) ORDER BY (c, d DESC))
--- accepted
SELECT * FROM f(TABLE t PARTITION BY a, b)
--- accepted
SELECT * FROM ML_PREDICT(INPUT => TABLE t, MODEL => MODEL m, ARGS => DESCRIPTOR(a))
--- accepted
SELECT * FROM UNNEST(ARRAY[1, 2]) WITH ORDINALITY AS t(a, b)
--- accepted
SELECT * FROM t CROSS JOIN UNNEST(a, b) AS u
--- accepted
SELECT * FROM UNNEST(SELECT 1)
--- accepted
SELECT * FROM t, UNNEST((SELECT 1)) u
--- accepted
DELETE FROM t
--- accepted
DELETE FROM t AS x WHERE a = 1
--- refused: Encountered "t" at line 1, column 8.
DELETE t
--- accepted
UPDATE t SET a = 1, b = 2 WHERE c
--- refused: Incorrect syntax near the keyword 'DEFAULT' at line 1, column 20.
UPDATE t x SET a = DEFAULT
--- refused: Encountered "." at line 1, column 15.
UPDATE t SET a.b = 1
--- refused: Encountered "<EOF>" at line 1, column 12.
UPDATE t SET
--- accepted
MERGE INTO t USING s ON a = b WHEN MATCHED THEN UPDATE SET c = d
--- accepted
MERGE INTO t AS x USING (SELECT 1) s ON a = b WHEN NOT MATCHED THEN INSERT (a) VALUES (1)
--- refused: Encountered "<EOF>" at line 1, column 29.
MERGE INTO t USING s ON a = b
--- accepted
SET x = 1
--- accepted
SET a.b = 'c'
--- accepted
SET a-b=c
--- accepted
SET
--- accepted
SET 'a' = 'b'
--- refused: Encountered "b" at line 1, column 11.
SET 'a' = b
--- accepted
RESET ALL
--- accepted
RESET x
--- accepted
RESET 'x'
--- accepted
RESET
--- accepted
ALTER SESSION SET x = 1
--- accepted
ALTER SYSTEM RESET x
--- refused: Non-query expression encountered in illegal context
EXPLAIN PLAN WITH TYPE FOR SELECT 1
--- refused: Non-query expression encountered in illegal context
EXPLAIN PLAN INCLUDING ALL ATTRIBUTES FOR SELECT 1
--- refused: Incorrect syntax near the keyword 'UPDATE' at line 1, column 9.
EXPLAIN UPDATE t SET a = 1
--- accepted
EXPLAIN PLAN FOR INSERT INTO t SELECT 1
--- accepted
EXPLAIN ESTIMATED_COST, CHANGELOG_MODE SELECT 1
--- accepted
EXPLAIN STATEMENT SET BEGIN INSERT INTO t SELECT 1; INSERT INTO s SELECT CASE WHEN a THEN 1 END; END
--- refused: Encountered "END" at line 1, column 29.
EXECUTE STATEMENT SET BEGIN END
--- refused: Incorrect syntax near the keyword 'END' at line 1, column 52.
EXECUTE STATEMENT SET BEGIN INSERT INTO t SELECT 1 END
--- accepted
EXECUTE PLAN '/a'
--- accepted
EXECUTE SELECT 1
--- accepted
COMPILE PLAN '/a' IF NOT EXISTS FOR INSERT INTO t SELECT 1
--- accepted
COMPILE AND EXECUTE PLAN '/a' FOR STATEMENT SET BEGIN INSERT INTO t SELECT 1; END
--- accepted
BEGIN STATEMENT SET
--- accepted
END
--- accepted
DESCRIBE SELECT 1
--- accepted
DESCRIBE STATEMENT SELECT 1
--- accepted
DESCRIBE TABLE t
--- refused: Encountered "c" at line 1, column 12.
DESCRIBE t c
--- accepted
DESC t
--- accepted
DESCRIBE EXTENDED t
--- refused: Encountered "s" at line 1, column 17.
DESCRIBE SCHEMA s
--- accepted
DESCRIBE JOB 'a'
--- refused: Encountered "." at line 1, column 19.
DESCRIBE CATALOG a.b
--- refused: Encountered "<EOF>" at line 1, column 16.
DESCRIBE catalog
--- refused: Encountered "<EOF>" at line 1, column 11.
USE catalog
--- accepted
USE CATALOG a
--- accepted
USE a.b
--- accepted
SHOW TABLES IN a.b NOT LIKE 'x'
--- refused: Encountered "ILIKE" at line 1, column 13.
SHOW TABLES ILIKE 'x'
--- accepted
SHOW USER FUNCTIONS FROM a ILIKE 'x'
--- accepted
SHOW FULL MODULES
--- refused: Encountered "LIKE" at line 1, column 14.
SHOW MODULES LIKE 'x'
--- refused: Encountered "FUNCTION" at line 1, column 13.
SHOW CREATE FUNCTION f
--- refused: Encountered ")" at line 1, column 38.
SHOW PARTITIONS t PARTITION (a = 1, b)
--- refused: Non-query expression encountered in illegal context
1
--- refused: Non-query expression encountered in illegal context
a
--- refused: Non-query expression encountered in illegal context
a + 1
--- refused: Non-query expression encountered in illegal context
f(x)
--- refused: Non-query expression encountered in illegal context
(1)
--- accepted
CREATE OR REPLACE VIEW v AS SELECT 1
--- accepted
CREATE VIEW v (a, b) COMMENT 'x' AS SELECT 1, 2
--- accepted
CREATE OR REPLACE DATABASE d
--- accepted
CREATE OR REPLACE TEMPORARY FUNCTION f AS 'x'
--- accepted
CREATE OR REPLACE CATALOG c
--- accepted
CREATE TEMPORARY DATABASE d
--- accepted
CREATE TEMPORARY CATALOG d
--- accepted
CREATE FUNCTION f AS 'a.b' LANGUAGE PYTHON
--- refused: CREATE FUNCTION USING JAR/ARTIFACT syntax is not applicable to PYTHON language.
CREATE FUNCTION f AS 'a.b' LANGUAGE PYTHON USING JAR 'x'
--- refused: CREATE SYSTEM FUNCTION is not supported, system functions can only be registered as temporary functions, you can use CREATE TEMPORARY SYSTEM FUNCTION instead.
CREATE SYSTEM FUNCTION f AS 'x'
--- refused: Encountered "." at line 1, column 35.
CREATE TEMPORARY SYSTEM FUNCTION a.f AS 'x'
--- refused: Encountered ")" at line 1, column 32.
CREATE TABLE t (a INT) LIKE s ()
--- accepted
CREATE TABLE t (a INT) LIKE s (INCLUDING ALL OVERWRITING OPTIONS)
--- accepted
CREATE TABLE t (a INT) LIKE s (OVERWRITING ALL)
--- refused: Encountered ")" at line 1, column 17.
CREATE TABLE t ()
--- accepted
CREATE TABLE t
--- accepted
CREATE TABLE t AS SELECT 1
--- accepted
CREATE TABLE t (a, b) AS SELECT 1, 2
--- refused: Encountered "," at line 1, column 20.
CREATE TABLE t (a.b, c) AS SELECT 1, 2
--- refused: Encountered ")" at line 1, column 25.
CREATE TABLE t (a INT, b) AS SELECT 1
--- refused: Columns identifiers without types in the schema are supported on CTAS/RTAS statements only.
CREATE TABLE t (a) WITH ('a'='b')
--- accepted
CREATE TABLE t (a INT) WITH ()
--- refused: Encountered "a" at line 1, column 30.
CREATE TABLE t (a INT) WITH (a = 'b')
--- refused: Encountered "1" at line 1, column 36.
CREATE TABLE t (a INT) WITH ('a' = 1)
--- accepted
CREATE TABLE t (a INT NULL)
--- refused: Encountered ")" at line 1, column 23.
CREATE TABLE t (a INT,)
--- refused: Encountered "COMMENT" at line 1, column 35.
CREATE TABLE t (a INT COMMENT 'x' COMMENT 'y')
--- refused: Encountered "FROM" at line 1, column 40.
CREATE TABLE t (a INT METADATA VIRTUAL FROM 'x')
--- accepted
CREATE TABLE t (a INT METADATA FROM 'x' VIRTUAL COMMENT 'y')
--- accepted
CREATE TABLE t (a.b INT)
--- accepted
CREATE TABLE t (a AS b + 1 COMMENT 'x')
--- accepted
CREATE TABLE t (PRIMARY KEY (a) NOT ENFORCED, a INT)
--- accepted
CREATE TABLE t (a INT PRIMARY KEY NOT ENFORCED COMMENT 'x')
--- accepted
CREATE TABLE t (WATERMARK FOR a.b AS c)
--- accepted
CREATE TABLE t (a INT) DISTRIBUTED BY HASH(a) INTO 4 BUCKETS PARTITIONED BY (b)
--- accepted
CREATE TABLE t (a INT) DISTRIBUTED INTO 0 BUCKETS
--- refused: Encountered "COMMENT" at line 1, column 43.
CREATE TABLE t (a INT) PARTITIONED BY (b) COMMENT 'x'
--- accepted
CREATE TABLE t (a TIME(3) WITH LOCAL TIME ZONE)
--- refused: Encountered "TIME" at line 1, column 34.
CREATE TABLE t (a TIMESTAMP WITH TIME ZONE)
--- accepted
CREATE TABLE t (a TIMESTAMP(3) WITHOUT TIME ZONE)
--- refused: Incorrect syntax near the keyword 'INTERVAL' at line 1, column 19.
CREATE TABLE t (a INTERVAL DAY)
--- refused: Incorrect syntax near the keyword 'NULL' at line 1, column 19.
CREATE TABLE t (a NULL)
--- accepted
CREATE TABLE t (a CHAR(0))
--- accepted
CREATE TABLE t (a DECIMAL(50, 2))
--- accepted
CREATE TABLE t (a DECIMAL(5, 7))
--- accepted
CREATE TABLE t (a TIMESTAMP(12))
--- refused: Literal '9999999999' can not be parsed to type 'java.lang.Integer'
CREATE TABLE t (a VARCHAR(9999999999))
--- refused: Geo-spatial extensions and the GEOMETRY data type are not enabled
CREATE TABLE t (a GEOMETRY, b ANY, c DATETIME)
--- accepted
CREATE TABLE t (a ROW<a INT, a INT>)
--- refused: Encountered ">" at line 1, column 29.
CREATE TABLE t (a ROW<a INT,>)
--- accepted
CREATE TABLE t (a ROW<,a INT>)
--- accepted
CREATE TABLE t (a ROW())
--- accepted
CREATE TABLE t (a ROW<>)
--- accepted
CREATE TABLE t (a STRUCTURED<'a.b$C', x INT>)
--- accepted
CREATE TABLE t (a STRUCTURED<'a.B', x INT NOT NULL 'y'>)
--- refused: Encountered ">" at line 1, column 26.
CREATE TABLE t (a MAP<INT>)
--- accepted
CREATE TABLE t (a MAP<INT NOT NULL, ARRAY<STRING>> NOT NULL)
--- accepted
CREATE TABLE t (a INT ARRAY ARRAY)
--- accepted
CREATE TABLE t (a INT NOT NULL ARRAY NOT NULL MULTISET)
--- accepted
CREATE TABLE t (a my.type, b `x`.`y` NOT NULL)
--- accepted
CREATE TABLE t (a CHAR(3) CHARACTER SET utf8)
--- accepted
CREATE TABLE t (a INT UNIQUE ENFORCED)
--- refused: Encountered "timestamp" at line 1, column 17.
CREATE TABLE t (timestamp TIMESTAMP)
--- accepted
CREATE TABLE t (a VARIANT, b BITMAP, c RAW('x', 'y'))
--- accepted
ALTER TABLE t ADD a INT FIRST
--- accepted
ALTER TABLE t ADD (a INT AFTER b, PRIMARY KEY (a) NOT ENFORCED, WATERMARK FOR c AS d)
--- accepted
ALTER TABLE t MODIFY (a STRING COMMENT 'x', b AS c + 1 FIRST)
--- refused: Incorrect syntax near the keyword 'COLUMN' at line 1, column 19.
ALTER TABLE t ADD COLUMN a INT
--- accepted
ALTER TABLE t DROP a
--- accepted
ALTER TABLE t DROP (a, b)
--- refused: Incorrect syntax near the keyword 'COLUMN' at line 1, column 20.
ALTER TABLE t DROP COLUMN a
--- accepted
ALTER TABLE t DROP PARTITION (a = 1), PARTITION (a = 2)
--- accepted
ALTER TABLE t ADD IF NOT EXISTS PARTITION (a = 1) WITH ('x' = 'y') PARTITION (a = 2)
--- accepted
ALTER TABLE IF EXISTS t RENAME a TO b
--- accepted
ALTER TABLE t RENAME TO s
--- refused: Encountered "\'a\'" at line 1, column 19.
ALTER TABLE t SET 'a' = 'b'
--- accepted
DROP TABLE IF EXISTS a.b.c
--- refused: Encountered "," at line 1, column 13.
DROP TABLE a, b
--- accepted
DROP DATABASE d CASCADE
--- refused: Encountered "CASCADE" at line 1, column 14.
DROP TABLE t CASCADE
--- accepted
TRUNCATE TABLE t
--- accepted
ANALYZE TABLE t PARTITION (a, b = 1) COMPUTE STATISTICS FOR COLUMNS a, b
--- accepted
CALL a.b.c(1, x => 'y')
--- refused: Encountered "<EOF>" at line 1, column 6.
CALL f
--- accepted
ADD JAR '/a.jar'
--- refused: Encountered "/" at line 1, column 9.
ADD JAR /a.jar
--- accepted
QUIT
--- accepted
quit;
--- accepted
HELP
--- accepted
SELECT 1;
--- accepted
SELECT 1;;
--- refused: Encountered ";" at line 1, column 1.
;
--- refused: Encountered "<EOF>" at line 1, column 11.
SELECT -- x
--- accepted
SELECT 1 /* x */
--- accepted
SELECT 1 // x
--- refused: Lexical error at line 1, column 10.  Encountered: "#" (35), after : ""
SELECT 1 # x
--- refused: Encountered "\'" at line 1, column 8.
SELECT 'a
--- refused: Encountered "\"" at line 1, column 8.
SELECT "a"
--- refused: Lexical error at line 1, column 10.  Encountered: <EOF> after : "`a"
SELECT `a
--- refused: Lexical error at line 1, column 10.  Encountered: <EOF> after : "``"
SELECT ``
--- refused: Lexical error at line 1, column 14.  Encountered: <EOF> after : ""
SELECT 1 /* x
--- refused: Encountered "c" at line 1, column 12.
SELECT a b c FROM t
--- refused: Non-query expression encountered in illegal context
SELEC a FROM t
--- refused: Encountered "t" at line 1, column 15.
SELECT a FORM t
--- refused: Encountered "BY" at line 1, column 23.
SELECT a FROM t GRUOP BY a
--- refused: Encountered "TABEL" at line 1, column 8.
CREATE TABEL t (a INT)
--- refused: Non-query expression encountered in illegal context
INSERT INTO t VALEUS (1)
--- refused: Encountered ")" at line 1, column 24.
CREATE MODEL m INPUT (a) OUTPUT (b STRING)
--- refused: Encountered ")" at line 1, column 49.
SELECT * FROM t MATCH_RECOGNIZE (MEASURES FIRST() AS b PATTERN (a) DEFINE a AS TRUE)
--- refused: Encountered "FRIDAY" at line 1, column 43.
SELECT * FROM t AS s TABLESAMPLE SYSTEM ( FRIDAY REPEATABLE (3)
--- accepted
SELECT * FROM MAP((SELECT 1)), TABLE(ITEM(1, 2)), negate(a)
--- accepted
SELECT ITEM(a), NEGATE(b, c), MINUS_DATE(d), FINAL(e), `FINAL`(f), `DESCRIPTOR`(g) FROM t
