-- agg types [sb]
SELECT k, SUM(ti), SUM(si), SUM(i), SUM(b), AVG(ti), AVG(si), AVG(i), AVG(b), AVG(f), AVG(d) FROM t GROUP BY k;

-- decimals [s]
SELECT k, SUM(de), AVG(de), MIN(de), MAX(de), SUM(d38), AVG(d38), COUNT(de) FROM t WHERE id <> 6 GROUP BY k;

-- decimal sum overflow [s]
SELECT SUM(d38) AS s, AVG(d38) AS a FROM t;

-- decimal products [sb]
SELECT k, SUM(de * de) AS x, SUM(de / 3) AS y, MAX(de + 1) AS z FROM t GROUP BY k;

-- min max of times [sb]
SELECT k, MIN(dt), MAX(tm), MIN(ts0), MAX(ts3), CAST(MAX(ts9) AS STRING), CAST(MIN(ts9) AS STRING), MIN(ltz) FROM t GROUP BY k;

-- min max of text [s]
SELECT k, MIN(c), MAX(vc), MIN(bo), MAX(bo) FROM t GROUP BY k;

-- variances [s]
SELECT k, STDDEV_POP(i), STDDEV_SAMP(i), VAR_POP(d), VAR_SAMP(ti), VARIANCE(de), STDDEV(si) FROM t GROUP BY k;

-- variances of decimals [s]
SELECT STDDEV_POP(de), VAR_SAMP(de), STDDEV_SAMP(f) FROM t;

-- group by char [s]
SELECT c, COUNT(*) FROM t GROUP BY c;

-- group by double zero [sb]
SELECT d, COUNT(*) FROM t GROUP BY d;

-- group by float [s]
SELECT f, COUNT(*) FROM t GROUP BY f;

-- group by decimal [s]
SELECT de, COUNT(*) FROM t GROUP BY de;

-- group by array [s]
SELECT arr, COUNT(*) FROM t GROUP BY arr;

-- group by map [s]
SELECT m, COUNT(*) FROM t GROUP BY m;

-- group by row [s]
SELECT r, COUNT(*) FROM t GROUP BY r;

-- group by field of row [s]
SELECT r.x, r.y, COUNT(*) FROM t GROUP BY r.x, r.y;

-- group by nanos [s]
SELECT CAST(ts9 AS STRING), n FROM (SELECT ts9, COUNT(*) AS n FROM t GROUP BY ts9);

-- group by ltz [s]
SELECT ltz, COUNT(*), MAX(id) FROM t GROUP BY ltz;

-- group by date and time [s]
SELECT dt, tm, COUNT(DISTINCT k) FROM t GROUP BY dt, tm;

-- group by boolean having [sb]
SELECT bo, COUNT(*) AS n, COUNT(bo) FROM t GROUP BY bo HAVING COUNT(*) > 1;

-- group by expression [s]
SELECT id / 3 AS g, SUM(i), COUNT(k) FROM t GROUP BY id / 3;

-- group by alias [s]
SELECT id / 3 AS g, SUM(i) FROM t GROUP BY g;

-- empty global [s]
SELECT COUNT(*), SUM(i), MAX(k), LISTAGG(k), COLLECT(i) FROM t WHERE id > 100;

-- collect [s]
SELECT k, COLLECT(ti), COLLECT(DISTINCT id) FROM t GROUP BY k;

-- listagg [s]
SELECT LISTAGG(k), LISTAGG(k, '|'), LISTAGG(DISTINCT vc) FROM t;

-- array_agg [s]
SELECT k, ARRAY_AGG(id), ARRAY_AGG(DISTINCT ti), ARRAY_AGG(vc) FILTER (WHERE id > 2) FROM t GROUP BY k;

-- array_agg order by [s]
SELECT k, ARRAY_AGG(id ORDER BY id DESC) FROM t GROUP BY k;

-- first last [sb]
SELECT k, FIRST_VALUE(i), LAST_VALUE(vc), FIRST_VALUE(arr), LAST_VALUE(de) FROM t GROUP BY k;

-- first value of nanos [sb]
SELECT k, CAST(FIRST_VALUE(ts9) AS STRING), LAST_VALUE(ltz), LAST_VALUE(tm), FIRST_VALUE(bo) FROM t GROUP BY k;

-- json aggregates [s]
SELECT JSON_OBJECTAGG(KEY vc VALUE id), JSON_ARRAYAGG(k NULL ON NULL), JSON_ARRAYAGG(de) FROM t WHERE vc IS NOT NULL AND id < 8;

-- json objectagg absent [s]
SELECT JSON_OBJECTAGG(KEY CAST(id AS STRING) VALUE k ABSENT ON NULL) FROM t;

-- percentile [s]
SELECT PERCENTILE(i, 0.5), PERCENTILE(d, ARRAY[0.25, 0.75]) FROM t;

-- percentile frequency [s]
SELECT k, PERCENTILE(i, 0.5, ABS(ti)) FROM t WHERE i IS NOT NULL GROUP BY k;

-- distinct aggregates [s]
SELECT k, COUNT(DISTINCT ti), SUM(DISTINCT ti), AVG(DISTINCT d), MAX(DISTINCT i), COUNT(DISTINCT (ti, si)) FROM t GROUP BY k;

-- distinct of two columns [s]
SELECT COUNT(DISTINCT ti, vc) FROM t;

-- distinct with filters [sb]
SELECT COUNT(DISTINCT ti) FILTER (WHERE bo), COUNT(DISTINCT ti) FILTER (WHERE NOT bo), COUNT(DISTINCT ti), SUM(i) FILTER (WHERE k = 'a') FROM t;

-- filter null condition [sb]
SELECT k, COUNT(*) FILTER (WHERE bo), SUM(ti) FILTER (WHERE ti > 0) FROM t GROUP BY k;

-- grouping sets [s]
SELECT k, bo, COUNT(*), GROUPING(k), GROUPING(bo), GROUPING_ID(k, bo), GROUP_ID() FROM t GROUP BY GROUPING SETS ((k, bo), (k), ());

-- cube [sb]
SELECT k, bo, ti, SUM(id), GROUPING_ID(ti, k, bo) AS g FROM t GROUP BY CUBE (k, bo, ti);

-- rollup distinct [s]
SELECT k, vc, COUNT(DISTINCT ti), COUNT(*) FROM t GROUP BY ROLLUP (k, vc);

-- rollup of composite [s]
SELECT k, vc, bo, COUNT(*) FROM t GROUP BY ROLLUP ((k, vc), bo);

-- grouping set twice [b]
SELECT k, COUNT(*) AS n FROM t GROUP BY GROUPING SETS ((k), (k), ());

-- grouping set twice numbered [b]
SELECT k, COUNT(*) AS n, GROUP_ID() AS g FROM t GROUP BY GROUPING SETS ((k), (k), (k)) HAVING COUNT(*) > 1;

-- grouping sets of two cubes [b]
SELECT k, bo, COUNT(*) AS n, GROUPING_ID(k, bo) AS i, GROUP_ID() AS g FROM t GROUP BY CUBE (k, bo), CUBE (k);

-- grouping set twice empty [sb]
SELECT SUM(i) AS n, GROUP_ID() AS g FROM (SELECT * FROM t WHERE id < 0) GROUP BY GROUPING SETS ((), ());

-- grouping set twice distinct [b]
SELECT k, COUNT(*) AS n, GROUP_ID() FROM t GROUP BY DISTINCT ROLLUP (k), ROLLUP (k);

-- grouping set twice within others [b]
SELECT k, bo, COUNT(*) AS n, GROUP_ID() AS g FROM t GROUP BY GROUPING SETS ((k), (k, bo), (k));

-- grouping set twice in windows [b]
SELECT k, window_start, COUNT(*) AS n FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts3), INTERVAL '5' SECOND)) GROUP BY GROUPING SETS ((window_start, window_end, k), (window_start, window_end, k));

-- filter by key of rollup [sb]
SELECT b, COUNT(*) FILTER (WHERE b) AS n FROM (SELECT k IS NULL AS b FROM t) GROUP BY ROLLUP (b);

-- grouping sets cross [sb]
SELECT k, bo, vc, COUNT(*) FROM t GROUP BY k, ROLLUP (bo), GROUPING SETS ((vc), ());

-- having grouping [s]
SELECT k, COUNT(*) FROM t GROUP BY ROLLUP (k) HAVING GROUPING(k) = 1 OR COUNT(*) > 2;

-- select distinct row [s]
SELECT DISTINCT r, arr FROM t;

-- distinct aggregate result [s]
SELECT DISTINCT COUNT(*) FROM t GROUP BY k;

-- nested aggregates [sb]
SELECT n, COUNT(*), SUM(s) FROM (SELECT k, COUNT(*) AS n, SUM(ti) AS s FROM t GROUP BY k) GROUP BY n;

-- nested max of sum [s]
SELECT MAX(s), MIN(s), COUNT(DISTINCT n) FROM (SELECT k, COUNT(*) AS n, SUM(id) AS s FROM t GROUP BY k);

-- nested array_agg retract [sb]
SELECT n, ARRAY_AGG(k), COLLECT(k), FIRST_VALUE(k), LAST_VALUE(k) FROM (SELECT k, COUNT(*) AS n FROM t GROUP BY k) GROUP BY n;

-- sum0 [s]
SELECT k, SUM(ti), $SUM0(ti) FROM t GROUP BY k;

-- single aggregate over interval [s]
SELECT MAX(INTERVAL '1' DAY * id) FROM t;

-- max of array [s]
SELECT MAX(arr) FROM t;

-- listagg column separator [s]
SELECT LISTAGG(k, vc) FROM t;

-- c all aggregates [s]
SELECT s, COUNT(*), COUNT(v), SUM(v), AVG(v), MIN(v), MAX(v), SUM(w), AVG(w), MIN(w), MAX(d) FROM c GROUP BY s;

-- c variances [s]
SELECT s, STDDEV_POP(v), VAR_SAMP(d), VAR_POP(w) FROM c GROUP BY s;

-- c collections [s]
SELECT s, COLLECT(v), LISTAGG(CAST(v AS STRING)), ARRAY_AGG(v), FIRST_VALUE(v), LAST_VALUE(v) FROM c GROUP BY s;

-- c json [s]
SELECT s, JSON_OBJECTAGG(KEY CAST(k AS STRING) VALUE v), JSON_ARRAYAGG(v) FROM c GROUP BY s;

-- c percentile [s]
SELECT s, PERCENTILE(v, 0.5) FROM c GROUP BY s;

-- c distinct [s]
SELECT s, COUNT(DISTINCT v), SUM(DISTINCT v), LISTAGG(DISTINCT CAST(v AS STRING)) FROM c GROUP BY s;

-- c distinct filter [s]
SELECT COUNT(DISTINCT v) FILTER (WHERE s = 'a'), COUNT(DISTINCT v) FILTER (WHERE k > 3), COUNT(*) FROM c;

-- c global [s]
SELECT COUNT(*), SUM(v), MAX(v), MIN(s) FROM c;

-- c rollup [s]
SELECT s, v, COUNT(*), GROUPING_ID(s, v) FROM c GROUP BY ROLLUP (s, v);

-- cp where changes [s]
SELECT k, v FROM cp WHERE v > 15;

-- u where changes [s]
SELECT k, v FROM u WHERE v > 15;

-- u where key [s]
SELECT k, v FROM u WHERE k > 3;

-- u project key only [s]
SELECT k FROM u;

-- u without key [s]
SELECT s, v FROM u;

-- u by key [s]
SELECT k, MAX(v), COUNT(*) FROM u GROUP BY k;

-- c distinct rows [s]
SELECT DISTINCT s FROM c;

-- topn u number [s]
SELECT * FROM (SELECT k, s, v, ROW_NUMBER() OVER (PARTITION BY s ORDER BY v DESC) AS rn FROM u) WHERE rn <= 2;

-- topn u without [s]
SELECT k, s, v FROM (SELECT k, s, v, ROW_NUMBER() OVER (PARTITION BY s ORDER BY v DESC) AS rn FROM u) WHERE rn <= 2;

-- topn by decimal desc [s]
SELECT id, k, de FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY de DESC, id) AS rn FROM t) WHERE rn <= 2;

-- topn by nanos [sb]
SELECT id, CAST(ts9 AS STRING) FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY ts9 DESC, id) AS rn FROM t) WHERE rn <= 3;

-- topn by char [s]
SELECT id, c FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY c, id) AS rn FROM t) WHERE rn <= 4;

-- topn by double zero [s]
SELECT id, d FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY d, id DESC) AS rn FROM t WHERE id > 6) WHERE rn <= 2;

-- topn by boolean [s]
SELECT id, bo, rn FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY bo DESC, id) AS rn FROM t) WHERE rn <= 3;

-- topn partition by array [s]
SELECT id, arr, rn FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY arr ORDER BY id DESC) AS rn FROM t) WHERE rn <= 1;

-- topn order by array [s]
SELECT id FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY arr) AS rn FROM t) WHERE rn <= 1;

-- topn of max with number [s]
SELECT * FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY s DESC) AS rn FROM (SELECT k, MAX(id) AS s FROM t GROUP BY k)) WHERE rn <= 2;

-- topn of min asc [s]
SELECT k, s FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY bo ORDER BY s) AS rn FROM (SELECT k, bo, MIN(ti) AS s FROM t GROUP BY k, bo)) WHERE rn <= 2;

-- topn of topn [s]
SELECT id, k FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY i DESC) AS r2 FROM (SELECT * FROM (SELECT id, k, i, ROW_NUMBER() OVER (PARTITION BY k ORDER BY id DESC) AS rn FROM t) WHERE rn <= 1)) WHERE r2 <= 2;

-- group of topn [s]
SELECT bo, COUNT(*), SUM(id) FROM (SELECT * FROM (SELECT id, k, bo, ROW_NUMBER() OVER (PARTITION BY k ORDER BY id DESC) AS rn FROM t) WHERE rn <= 2) GROUP BY bo;

-- topn in view [s]
CREATE TEMPORARY VIEW ranked AS SELECT id, k, ROW_NUMBER() OVER (PARTITION BY k ORDER BY i DESC) AS rn FROM t;
SELECT k, id FROM ranked WHERE rn < 2;

-- qualify alias group [s]
SELECT k, COUNT(*) AS n FROM t GROUP BY k QUALIFY ROW_NUMBER() OVER (ORDER BY COUNT(*) DESC) <= 1;

-- qualify and filter [s]
SELECT id, k, ROW_NUMBER() OVER (PARTITION BY k ORDER BY id) AS rn FROM t WHERE id > 1 QUALIFY rn <= 1 AND k IS NOT NULL;

-- dedup then aggregate [s]
SELECT bo, COUNT(*) FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY pt DESC) AS rn FROM t) WHERE rn = 1 GROUP BY bo;

-- dedup key row [s]
SELECT id FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY r, m ORDER BY pt) AS rn FROM t) WHERE rn = 1;

-- order by limit c [s]
SELECT k, v FROM c ORDER BY v DESC, k LIMIT 3;

-- order by limit u [s]
SELECT k, v FROM u ORDER BY v LIMIT 2;

-- order by limit agg [s]
SELECT k, SUM(id) AS x FROM t GROUP BY k ORDER BY x DESC LIMIT 2;

-- order by char double [s]
SELECT id, c, d FROM t ORDER BY c, d, id;

-- order by array [b]
SELECT id FROM t ORDER BY arr;

-- order by row [b]
SELECT id FROM t ORDER BY r, id;

-- state ttl hint [s]
SELECT /*+ STATE_TTL('t' = '1d') */ k, COUNT(*) FROM t GROUP BY k;

-- state ttl hint wrong [s]
SELECT /*+ STATE_TTL('x' = '1d') */ k, COUNT(*) FROM t GROUP BY k;

-- unknown hint [s]
SELECT /*+ NOSUCH(t) */ k, COUNT(*) FROM t GROUP BY k;

-- batch view time types [b]
CREATE TEMPORARY VIEW v1 AS SELECT ts3, id FROM t;
SELECT MAX(ts3), MIN(ts3), ts3 FROM v1 GROUP BY ts3;

-- group by rowtime [s]
SELECT ts3, COUNT(*) FROM t GROUP BY ts3;

-- distinct rowtime [s]
SELECT DISTINCT ts3, id FROM t;

-- topn rowtime type [s]
SELECT * FROM (SELECT ts3, id, k, ROW_NUMBER() OVER (PARTITION BY k ORDER BY id DESC) AS rn FROM t) WHERE rn <= 1;

-- dedup rowtime type [s]
SELECT * FROM (SELECT ts3, pt, id, k, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts3) AS rn FROM t) WHERE rn <= 1 AND id < 0;

-- order limit rowtime type [s]
SELECT ts3, id FROM t ORDER BY id DESC LIMIT 2;

-- case of rowtime [s]
SELECT CASE WHEN id > 3 THEN ts3 END AS x, COALESCE(ts3, ts3) AS y, CAST(ts3 AS TIMESTAMP(3)) AS z FROM t WHERE id < 3;

-- map nested keys [s]
SELECT m, arr, COUNT(*) FROM t GROUP BY m, arr;

-- row of row key [s]
SELECT x, COUNT(*) FROM (SELECT ROW(r, m, d) AS x FROM t) GROUP BY x;

-- array of rows key [s]
SELECT x, COUNT(*) FROM (SELECT ARRAY[r] AS x FROM t) GROUP BY x;

-- count distinct row [s]
SELECT COUNT(DISTINCT r), COUNT(DISTINCT arr), COUNT(DISTINCT m) FROM t;

-- collect rows [s]
SELECT COLLECT(r), COLLECT(arr) FROM t WHERE id < 4;

-- first value row [s]
SELECT FIRST_VALUE(r), LAST_VALUE(m) FROM t;

-- bytes key [s]
SELECT x, COUNT(*) FROM (SELECT CAST(c AS BINARY(2)) AS x FROM t) GROUP BY x;

-- tinyint key sum literal [s]
SELECT ti, SUM(CAST(100 AS TINYINT)) FROM t GROUP BY ti;

-- distinct null count [s]
SELECT COUNT(DISTINCT k), COUNT(k), COUNT(DISTINCT CASE WHEN id < 3 THEN k END) FROM t;

-- stddev single row [s]
SELECT id, STDDEV_SAMP(i), VAR_SAMP(d), STDDEV_POP(i), VAR_POP(de) FROM t GROUP BY id;

-- sum float nan [s]
SELECT SUM(x), MAX(x), MIN(x), AVG(x), COUNT(DISTINCT x) FROM (SELECT CASE id WHEN 2 THEN CAST('NaN' AS DOUBLE) WHEN 3 THEN CAST('Infinity' AS DOUBLE) ELSE d END AS x FROM t);

-- nan key [s]
SELECT x, COUNT(*) FROM (SELECT CASE WHEN id < 4 THEN CAST('NaN' AS DOUBLE) ELSE d END AS x FROM t) GROUP BY x;

-- sum not null [s]
SELECT SUM(x), AVG(x), MAX(x) FROM (SELECT COALESCE(ti, CAST(0 AS TINYINT)) AS x FROM t);

-- decimal not null overflow [s]
SELECT SUM(COALESCE(d38, 99999999999999999999999999999999999999)) FROM t;

-- avg decimal rounding [s]
SELECT AVG(x), SUM(x) / COUNT(x) FROM (SELECT CAST(id AS DECIMAL(3,1)) AS x FROM t WHERE id <> 4);

-- avg negative ints [s]
SELECT AVG(x) FROM (SELECT -id AS x FROM t);

-- listagg order retract [s]
SELECT LISTAGG(s), LISTAGG(s, '') FROM c;

-- listagg null only [s]
SELECT k, LISTAGG(vc) FROM t WHERE id = 4 GROUP BY k;

-- first value filter [s]
SELECT FIRST_VALUE(v) FILTER (WHERE s = 'a'), LAST_VALUE(v) FILTER (WHERE s = 'a'), MAX(v) FILTER (WHERE s = 'b') FROM c;

-- collect filter distinct [s]
SELECT COLLECT(DISTINCT v) FILTER (WHERE s = 'a'), ARRAY_AGG(DISTINCT v), LISTAGG(DISTINCT s, ';') FROM c;

-- having on null [s]
SELECT s, MAX(v) FROM u GROUP BY s HAVING MAX(v) > 10;

-- cube over u [s]
SELECT s, v, COUNT(*), SUM(k) FROM u GROUP BY CUBE (s, v);

-- u dedupe by key projection [s]
SELECT k, s, MAX(v) FROM u GROUP BY k, s;

-- topn nulls last [s]
SELECT k, v, rn FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY s ORDER BY v NULLS LAST) AS rn FROM c) WHERE rn <= 2;

-- topn of topn c [s]
SELECT s, SUM(v), COUNT(*) FROM (SELECT * FROM (SELECT s, v, ROW_NUMBER() OVER (PARTITION BY s ORDER BY v DESC) AS rn FROM c) WHERE rn <= 2) GROUP BY s;

-- topn sums no number [s]
SELECT s, x FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY x DESC) AS rn FROM (SELECT s, SUM(v) AS x FROM c GROUP BY s)) WHERE rn <= 2;

-- unnest of aggregate [s]
SELECT k, x FROM (SELECT k, ARRAY_AGG(id) AS a FROM t GROUP BY k) CROSS JOIN UNNEST(a) AS y (x);

-- unnest map grouped [s]
SELECT a, SUM(b2) FROM t CROSS JOIN UNNEST(m) AS y (a, b2) GROUP BY a;

-- view over group [s]
CREATE TEMPORARY VIEW vg AS SELECT k, COUNT(*) AS n, SUM(ti) AS s FROM t GROUP BY k;
SELECT n, MAX(s) FROM vg WHERE k IS NOT NULL GROUP BY n;

-- from_changelog group [s]
SELECT s, SUM(v), MIN(v) FROM FROM_CHANGELOG(input => TABLE ops) GROUP BY s;

-- to_changelog [s]
SELECT * FROM TO_CHANGELOG(input => TABLE c);

-- values types [s]
SELECT MAX(a), MIN(b), SUM(b) FROM (VALUES ('x', 1.5), ('yyy', 22.25)) AS v (a, b);

-- field of row by its name [sb]
SELECT id, y, r.y FROM t WHERE x = 1;

-- field of row by its name in aggregates [sb]
SELECT x, COUNT(*), MAX(t.y) FROM t GROUP BY x HAVING COUNT(y) > 0;

-- fields of rows in rows by their names [b]
SELECT q, o.q, p.q, tt.s, tt.p.q FROM (SELECT CAST(ROW(ROW(id, k), 1) AS ROW<p ROW<q INT, s STRING>, u INT>) AS o FROM t) AS tt;

-- field of row nearest [b]
SELECT q FROM (SELECT CAST(ROW(ROW(id, k), 1) AS ROW<p ROW<q INT, s STRING>, u INT>) AS o, CAST(ROW(-1) AS ROW<q INT>) AS o2 FROM t);

-- field of two rows [b]
SELECT x FROM (SELECT r, r AS r2 FROM t);

-- field of row in window [s]
SELECT window_start, SUM(x) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts3), INTERVAL '5' SECOND)) GROUP BY window_start, window_end;

-- field of row in view [b]
CREATE TEMPORARY VIEW vr AS SELECT id, x FROM t WHERE y IS NOT NULL;
SELECT * FROM vr;

-- types over whole frames [s]
SELECT SUM(id2) OVER (ORDER BY ts3), AVG(id2) OVER (ORDER BY ts3), FIRST_VALUE(id2) OVER (ORDER BY ts3), MAX(i) OVER (ORDER BY ts3) FROM (SELECT COALESCE(id, 0) AS id2, i, ts3 FROM t);

-- types over bounded frames [s]
SELECT SUM(id2) OVER (ORDER BY ts3 ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM (SELECT COALESCE(id, 0) AS id2, ts3 FROM t);

-- types over frames [b]
SELECT SUM(id2) OVER (PARTITION BY k), SUM(id2) OVER (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), SUM(id2) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING), NTILE(3) OVER (ORDER BY id), CUME_DIST() OVER (ORDER BY id) AS c FROM (SELECT COALESCE(id, 0) AS id2, k, id FROM t) ORDER BY c;

-- older window of proctime call [s]
SELECT TUMBLE_START(PROCTIME(), INTERVAL '1' HOUR), COUNT(*) FROM t WHERE id < 0 GROUP BY TUMBLE(PROCTIME(), INTERVAL '1' HOUR);

-- older window of computed time [b]
SELECT TUMBLE_START(CAST(dt AS TIMESTAMP(3)), INTERVAL '1' DAY) AS s, TUMBLE_END(CAST(dt AS TIMESTAMP(3)), INTERVAL '1' DAY), COUNT(*), MAX(k) FROM t WHERE dt IS NOT NULL GROUP BY TUMBLE(CAST(dt AS TIMESTAMP(3)), INTERVAL '1' DAY);

-- older window of end [s]
SELECT SUM(n) FROM (SELECT TUMBLE_END(ts3, INTERVAL '2' SECOND) AS e, COUNT(*) AS n FROM t GROUP BY TUMBLE(ts3, INTERVAL '2' SECOND)) GROUP BY TUMBLE(e, INTERVAL '10' SECOND);

-- older window time [sb]
SELECT TUMBLE_ROWTIME(ts3, INTERVAL '2' SECOND), COUNT(*) AS n FROM t GROUP BY TUMBLE(ts3, INTERVAL '2' SECOND);

-- window of a number [s]
SELECT window_start FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(i), INTERVAL '2' SECOND));

-- over time of distinct rows [s]
SELECT k, COUNT(*) OVER (PARTITION BY k ORDER BY ts3) FROM (SELECT DISTINCT k, ts3 FROM t);

-- last row of sessions [s]
SELECT id, k, window_end FROM TABLE(SESSION(TABLE t PARTITION BY k, DESCRIPTOR(ts3), INTERVAL '3' SECOND)) QUALIFY ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY ts3 DESC) = 1;

-- grouping of no key [s]
SELECT GROUPING(i) FROM t GROUP BY k;

-- union of float and double [b]
SELECT f FROM t UNION ALL SELECT d FROM t;

-- union of double and float [b]
SELECT d FROM t UNION ALL SELECT f FROM t;

-- union distinct of float and double [s]
SELECT COUNT(*) FROM (SELECT f FROM t UNION SELECT d FROM t);

-- union of decimal and float [b]
SELECT de FROM t UNION ALL SELECT f FROM t;

-- union of float and decimal [b]
SELECT f FROM t UNION ALL SELECT de FROM t;

-- union of many numbers [b]
SELECT f FROM t UNION ALL SELECT d FROM t UNION ALL SELECT i FROM t;

-- union of arrays of numbers [b]
SELECT ARRAY[f] FROM t UNION ALL SELECT ARRAY[d] FROM t;

-- values of float and double [sb]
SELECT * FROM (VALUES (CAST(0.5 AS FLOAT)), (0.25e0), (1)) AS v (x);

-- values of double and float [sb]
SELECT * FROM (VALUES (0.25e0), (CAST(0.5 AS FLOAT))) AS v (x);

-- values of decimal and float [s]
SELECT * FROM (VALUES (0.25), (CAST(0.5 AS FLOAT))) AS v (x);

-- where float is double [sb]
SELECT id FROM t WHERE f = d;

-- where double is float [sb]
SELECT id FROM t WHERE d = f;

-- float in doubles [sb]
SELECT id FROM t WHERE f IN (0.1e0, 3.5, d);

-- sum of float and double [s]
SELECT SUM(f + d), SUM(d + f) FROM t WHERE id < 3;

-- group by float and double [s]
SELECT COALESCE(f + d, 0), COUNT(*) FROM t GROUP BY f + d;

-- where rows are equal [sb]
SELECT id FROM t WHERE ROW(i, k) = ROW(2000000000, 'a');

-- rows that may be null are equal [sb]
SELECT id, ROW(i, k) = ROW(5, 'x'), (i, vc) NOT IN ((2000000000, 'xyz'), (5, 'y')), NOT (ROW(k, vc) = ROW('a', 'x')) FROM t;

-- rows with null literals [sb]
SELECT id, (i, k) IN ((5, NULL)), ROW(k, i) = ROW(NULL, 5), r <> ROW(1, NULL), (i, k) NOT IN ((NULL, 'a')) FROM t;

-- where rows are not in [sb]
SELECT id FROM t WHERE (i, vc) NOT IN ((2000000000, 'xyz'), (5, 'y'));

-- row literal with null [s]
SELECT ROW(1, NULL) FROM t;

-- where equal to itself [sb]
SELECT id FROM t WHERE d = d AND arr = arr AND m = m;

-- where not equal to itself [sb]
SELECT id FROM t WHERE d <> d OR f < f;

-- equal to itself [sb]
SELECT id, arr = arr, m <> m, d >= d, k = k FROM t;

-- text in numbers [sb]
SELECT id FROM t WHERE vc NOT IN (1, 2) AND k IN ('a', 'b');

-- number in texts [sb]
SELECT id FROM t WHERE ti IN ('100', '5');

-- boolean is text [sb]
SELECT id FROM t WHERE bo = 'true' OR bo IN ('true');

-- boolean is not text [sb]
SELECT id, bo = 'true', bo <> 'true', bo < 'true', 'x' = bo FROM t;

-- array and map with null [s]
SELECT ARRAY[1, NULL], ARRAY[NULL, ti], MAP['a', NULL], MAP[id, NULL, 20, b], CARDINALITY(ARRAY[NULL, 'a']) FROM t;

-- array of null alone [s]
SELECT ARRAY[NULL] FROM t;

-- translate [sb]
SELECT TRANSLATE('abc', 'ab', 'xy'), TRANSLATE(vc, 'xz', 'a'), translate3(k, 'a', 'A') FROM t;

-- translate without target [s]
SELECT TRANSLATE(vc, 'x') FROM t;

-- casts to a decimal that do not fit [sb]
SELECT id, CASE WHEN id > 0 THEN CAST(1e300 AS DECIMAL(5, 1)) END, CAST(d AS DECIMAL(5, 1)), CAST(f AS DECIMAL(3, 2)), CAST(b AS DECIMAL(5, 1)), CAST(d38 AS DECIMAL(5, 1)), TRY_CAST('123456.7' AS DECIMAL(5, 1)) FROM t;

-- cast of text to a decimal that does not fit [s]
SELECT CAST('123456.7' AS DECIMAL(5, 1)) FROM t;

-- cast of a double to a decimal that does not fit [s]
SELECT CAST(1e300 AS DECIMAL(5, 1)) FROM t;

-- lag of float with double [b]
SELECT id, LAG(f, 1, d) OVER (ORDER BY id) FROM t;
