--- accepted
insert into MySink select * from MyTable where a > 10
--- accepted
insert into MySink(a, b, c) select a, b, filemeta from MyTableWithMeta
--- accepted
SELECT COUNT(*) FROM testCatalog.`default`.testTable GROUP BY TUMBLE(proctime, INTERVAL '10' MINUTE)
--- accepted
SELECT COUNT(*) FROM testTable2 GROUP BY TUMBLE(rowtime, INTERVAL '10' MINUTE)
--- accepted
SELECT * FROM `cat`.`default`.v
--- accepted
SELECT a, c FROM (SELECT a, random_udf(b) as b1, c FROM MyTable) t WHERE b1 > 10
--- accepted
SELECT a1, b2 FROM (SELECT random_udf(a) as a1, random_udf(b) as b2, c FROM MyTable) t WHERE c > 10
--- accepted
SELECT c FROM (SELECT random_udf(a) as a1, random_udf(b) as b2, c FROM MyTable) t WHERE a1 > b2
--- accepted
SELECT a, a1 FROM (SELECT a, random_udf(a) AS a1 FROM MyTable) t WHERE a1 > 10
--- accepted
SELECT random_udf(a1) as a2 FROM (SELECT random_udf(a) as a1, b FROM MyTable) t WHERE b > 10
--- accepted
SELECT a, a1 FROM (SELECT a, substr(cast(random_udf(a) as varchar), 1, 2) AS a1 FROM MyTable) t WHERE a1 > '10'
--- accepted
SELECT a, b FROM (SELECT * FROM MyTable WHERE a = b) t WHERE b = a
--- accepted
SELECT random_udf(a1) as a2, random_udf(a1) as a3 FROM (SELECT random_udf(a) as a1, b FROM MyTable) t WHERE b > 10
--- accepted
SELECT a, c FROM (SELECT a, random_udf(a) as a1, c FROM MyTable) t WHERE c > 10
--- accepted
SELECT ARRAY['Hi', 'Hello', c] FROM MyTable
--- accepted
SELECT a, a1 FROM (SELECT a, random_udf(b) AS a1 FROM MyTable) t WHERE a1 > 10
--- accepted
SELECT a FROM (SELECT a, b FROM MyTable) t WHERE random_udf(b) > 10
--- accepted
SELECT CAST(a AS INT), CAST(b AS VARCHAR) FROM (VALUES (3, 'c')) T(a,b)
--- accepted
SELECT * FROM MyTable WHERE a < 10 AND b > 20
--- accepted
SELECT ARRAY[0.12, 0.5, 0.99]
--- accepted
SELECT MAP['a', 0.12, 'b', 0.5]
--- accepted
SELECT * FROM MyTable WHERE a < 10 OR a > 20
--- accepted
SELECT * FROM MyTable WHERE b IN (1, 3, 4, 5, 6) AND c = 'xx'
--- accepted
SELECT * FROM MyTable WHERE b IN (1, 3, CAST(a AS INT), 5, 6) AND c = 'xx'
--- accepted
SELECT ROW(a, b, c), ARRAY[12, b], MAP[a, c] FROM MyTable5 WHERE (a, b, c) = ('foo', 12, TIMESTAMP '1984-07-12 14:34:24')
--- accepted
SELECT * FROM (SELECT * FROM MyTable WHERE b > 0) t WHERE a < 50
--- accepted
SELECT c FROM (SELECT a, c FROM MyTable)
--- accepted
SELECT MyTable2.a.*, c, MyTable2.b.* FROM MyTable2
--- accepted
SELECT MAP[a, c] FROM MyTable
--- accepted
SELECT * FROM MyTable WHERE b NOT IN (1, 3, 4, 5, 6) OR c = 'xx'
--- accepted
SELECT * FROM MyTable WHERE b > 0
--- accepted
SELECT a, c FROM MyTable
--- accepted
SELECT IF(c = '' OR c IS NULL, 'a', 'b') FROM MyTable
--- accepted
SELECT * FROM MyTable WHERE a = 1 OR a = 10 OR a IS NULL
--- accepted
SELECT a FROM MyTable4
--- accepted
SELECT MAP[b, 30, 10, a] FROM MyTable
--- accepted
SELECT a, b + 1 FROM MyTable WHERE b > 2
--- accepted
SELECT `1-_./Ü`, b, c FROM (SELECT a as `1-_./Ü`, b, c FROM MyTable)
--- accepted
SELECT ROW(1, 'Hi', a) FROM MyTable
--- accepted
SELECT * FROM t INTERSECT SELECT * FROM t
--- accepted
SELECT * FROM t t1, t t2 WHERE t1.a = t2.b
--- accepted
SELECT * FROM t t1, t t2 WHERE t1.a = t2.a AND t1.b > 10 AND t2.c LIKE 'Test%'
--- accepted
SELECT b, RANK() OVER (ORDER BY b) FROM (SELECT SUM(b) AS b FROM T)
--- accepted
SELECT * FROM (SELECT a, b, RANK() OVER(PARTITION BY a ORDER BY b) rk FROM T) WHERE rk <= 10
--- accepted
SELECT a, SUM(b) AS b FROM T GROUP BY a
--- accepted
SELECT a, c FROM MyTable FETCH FIRST 0 ROWS ONLY
--- accepted
SELECT a, c FROM LimitTable FETCH FIRST 10 ROWS ONLY
--- accepted
SELECT a, c FROM MyTable OFFSET 10 ROWS FETCH NEXT 10 ROWS ONLY
--- accepted
SELECT a, c FROM LimitTable OFFSET 10 ROWS FETCH NEXT 10 ROWS ONLY
--- accepted
SELECT a, c FROM MyTable FETCH FIRST 10 ROWS ONLY
--- accepted
SELECT a, c FROM MyTable LIMIT 0 OFFSET 10
--- accepted
SELECT a, c FROM MyTable LIMIT 0 OFFSET 0
--- accepted
SELECT * FROM MyTable LIMIT 0
--- accepted
SELECT a, c FROM LimitTable LIMIT 10
--- accepted
SELECT a, c FROM MyTable LIMIT 10 OFFSET 1
--- accepted
SELECT a, c FROM MyTable LIMIT 10 OFFSET 0
--- accepted
SELECT a, c FROM LimitTable LIMIT 10 OFFSET 1
--- accepted
SELECT * FROM MyTable LIMIT 5
--- accepted
SELECT a, c FROM MyTable OFFSET 10 ROWS
--- accepted
SELECT a, c FROM LimitTable ORDER BY c LIMIT 10
--- accepted
SELECT * FROM chainable LEFT JOIN x ON chainable.a = x.a
--- accepted
SELECT a1, b1, a2, b2, a3, b3, COUNT(c1) FROM (SELECT * FROM T1, T2, T3 WHERE a1 = b2 AND a1 = a3) t GROUP BY a1, b1, a2, b2, a3, b3
--- accepted
SELECT a1, b1, a2, b2, COUNT(c1) FROM (SELECT * FROM T1, T2 WHERE a1 = b2) t GROUP BY a1, b1, a2, b2
--- accepted
SELECT a2, b2, a3, b3, COUNT(c2), AVG(d3) FROM (SELECT * FROM T2, T3 WHERE b2 = a3) t GROUP BY a2, b2, a3, b3
--- accepted
INSERT INTO sink SELECT a, b, c FROM MyTable
--- accepted
INSERT INTO sinkShuffleBy SELECT a, b, c FROM MyTable
--- accepted
INSERT INTO sink PARTITION (b=1) SELECT a, c FROM MyTable
--- accepted
INSERT INTO sink PARTITION (b=1, c=1) SELECT a FROM MyTable
--- accepted
INSERT INTO sink PARTITION (b=1, c=1) VALUES (5)
--- accepted
SELECT * FROM PartitionableTable WHERE (id > 2 OR part1 = 'A') AND part2 > 1
--- accepted
SELECT * FROM PartitionableTable WHERE part2 = 4
--- accepted
select name from PartitionableAndFilterableTable where part1 = 'A' and part2 > 1 and id > 1
--- accepted
select * from PartitionableAndFilterableTable where part1 = 'A' and part2 > 1 and id > 1
--- accepted
SELECT * FROM PartitionableTable WHERE part1 = 'A'
--- accepted
select * from PartitionableTable where trim(part1) = 'A' and part2 > 1
--- accepted
SELECT * FROM PartitionableTable WHERE id > 2 AND MyUdf(part2) < 3
--- accepted
SELECT avg(b) FROM x GROUP BY c  HAVING sum(b) > (SELECT sum(b) * 0.1 FROM x)
--- accepted
SELECT MAX(b) FROM (SELECT SUM(b) AS b FROM x)
--- accepted
SELECT SUM(b) sum_b, AVG(SUM(b)) OVER () avg_b FROM x
--- accepted
SELECT c FROM T1 INTERSECT SELECT f FROM T2
--- accepted
SELECT c FROM T1 INTERSECT ALL SELECT f FROM T2
--- accepted
SELECT c FROM T1 WHERE 1=0 INTERSECT SELECT f FROM T2
--- accepted
SELECT c FROM T1 INTERSECT SELECT f FROM T2 WHERE 1=0
--- accepted
SELECT a FROM (SELECT a, b FROM T1 INTERSECT SELECT d, e FROM T2)
--- accepted
SELECT c FROM T1 EXCEPT SELECT f FROM T2
--- accepted
SELECT c FROM T1 EXCEPT ALL SELECT f FROM T2
--- accepted
SELECT c FROM T1 WHERE 1=0 EXCEPT SELECT f FROM T2
--- accepted
SELECT c FROM T1 EXCEPT SELECT f FROM T2 WHERE 1=0
--- accepted
SELECT * FROM MyTable EXCEPT SELECT * FROM MyTable
--- accepted
SELECT a FROM A UNION ALL SELECT b FROM A
--- accepted
SELECT a FROM A UNION ALL SELECT CASE WHEN c > 0 THEN b ELSE NULL END FROM A
--- accepted
SELECT * FROM MyTable ORDER BY a DESC OFFSET 10 ROWS
--- accepted
SELECT * FROM MyTable ORDER BY a DESC LIMIT 0
--- accepted
SELECT * FROM MyTable ORDER BY a DESC LIMIT 5
--- accepted
SELECT * FROM MyTable ORDER BY a DESC, b LIMIT 10 OFFSET 1
--- accepted
SELECT * FROM MyTable ORDER BY a DESC, b LIMIT 0 OFFSET 1
--- accepted
SELECT * FROM MyTable ORDER BY a DESC, b
--- accepted
SELECT * FROM MyTable ORDER BY a DESC
--- accepted
SELECT * FROM src WHERE a > 1
--- accepted
SELECT * FROM computed_column_t
--- accepted
SELECT * FROM proctime_t
--- accepted
SELECT * FROM c_watermark_t
--- accepted
SELECT a FROM ProjectableTable WHERE IFNULL(a, 1) = 1
--- accepted
SELECT COUNT(1) FROM ProjectableTable
--- accepted
SELECT a, c FROM ProjectableTable
--- accepted
SELECT a, c, PROCTIME() FROM ProjectableTable
--- accepted
SELECT * FROM t1 FOR SYSTEM_TIME AS OF TIMESTAMP '2023-01-01 02:00:00'
--- accepted
SELECT * FROM t1 FOR SYSTEM_TIME AS OF TIMESTAMP '2023-01-01 02:00:00' AS t2
--- accepted
SELECT * FROM t1 FOR SYSTEM_TIME AS OF TIMESTAMP '2023-01-01 10:00:00'
--- accepted
SELECT * FROM t1 /*+ options('bounded'='true') */ FOR SYSTEM_TIME AS OF TIMESTAMP '2023-01-01 02:00:00' AS t2
--- accepted
SELECT * FROM t1 FOR SYSTEM_TIME AS OF TIMESTAMP '2023-01-01 00:00:00'+INTERVAL '60' DAY
--- accepted
SELECT a, s FROM MyTable, UNNEST(MyTable.c) as A (s)
--- accepted
SELECT a, b, v FROM MyTable CROSS JOIN UNNEST(c) as f(k, v)
--- accepted
SELECT bd_name FROM nested_not_null CROSS JOIN UNNEST(nested_not_null.business_data) AS exploded_bd(bd_name)
--- accepted
SELECT bd_name FROM nested_not_null LEFT JOIN UNNEST(nested_not_null.business_data) AS exploded_bd(bd_name) ON TRUE
--- accepted
SELECT bd_name FROM nested_not_null LEFT JOIN UNNEST(nested_not_null.nested.data) AS exploded_bd(bd_name) ON TRUE
--- accepted
SELECT bd_name FROM nested_not_null LEFT JOIN UNNEST(nested_not_null.nested_array[0].data) AS exploded_bd(bd_name) ON TRUE
--- accepted
SELECT bd_name FROM nested_not_null NATURAL JOIN UNNEST(nested_not_null.business_data) AS exploded_bd(bd_name)
--- accepted
SELECT bd_name FROM nested_not_null NATURAL JOIN UNNEST(nested_not_null.nested.data) AS exploded_bd(bd_name)
--- accepted
SELECT a, s FROM MyTable, UNNEST(MyTable.c) AS A (s)
--- accepted
SELECT a, b, s, t FROM MyTable, UNNEST(MyTable.b) AS A (s, t) WHERE s > 13
--- accepted
SELECT a, b, A._1, A._2 FROM MyTable, UNNEST(MyTable.b) AS A where A._1 > 1
--- accepted
SELECT a, b, s FROM MyTable, UNNEST(MyTable.b) AS A (s)
--- accepted
SELECT val, pos FROM UNNEST(ARRAY[1,2,3]) WITH ORDINALITY AS t(val, pos)
--- accepted
SELECT a, number, ordinality FROM MyTable CROSS JOIN UNNEST(b) WITH ORDINALITY AS t(number, ordinality)
--- accepted
SELECT a, b, s, t, o FROM MyTable, UNNEST(MyTable.b) WITH ORDINALITY AS A (s, t, o) WHERE s > 13
--- accepted
SELECT a, b, A._1, A._2, A.`ORDINALITY` FROM MyTable, UNNEST(MyTable.b) WITH ORDINALITY AS A where A._1 > 1
--- accepted
SELECT id, k, v, pos FROM MyTable CROSS JOIN UNNEST(map_data) WITH ORDINALITY AS f(k, v, pos)
--- accepted
SELECT * FROM UNNEST(ARRAY[1,2,3])
--- accepted
SELECT * FROM (VALUES (1, 2.0), (3, CAST(4 AS BIGINT))) AS T(a, b)
--- accepted
SELECT * FROM (VALUES 1, 2, 3) AS T (a) WHERE a = 1 and a = 2 ORDER BY a
--- accepted
SELECT * FROM (VALUES (1, 2), (3, CAST(NULL AS INT)), (4, 5)) AS T(a, b)
--- accepted
SELECT * FROM (VALUES CAST(NULL AS INT))
--- accepted
SELECT * FROM (VALUES (1, 2, 3)) AS T(a, b, c)
--- accepted
SELECT * FROM LATERAL TABLE(VECTOR_SEARCH(TABLE VectorTable, DESCRIPTOR(`g`), ARRAY[1.5, 2.0], 10))
--- accepted
SELECT * FROM TABLE(VECTOR_SEARCH(TABLE VectorTable, DESCRIPTOR(`g`), ARRAY[1.5, 2.0], 10))
--- accepted
SELECT * FROM T1, T2 WHERE a1 = a2
--- accepted
SELECT a1, b1, a2, b2, COUNT(c1) FROM (SELECT * FROM T1 FULL OUTER JOIN T2 ON a1 = b2) t GROUP BY a1, b1, a2, b2
--- accepted
SELECT a1, b1, a3, b3, COUNT(c1) FROM (SELECT * FROM T1 FULL OUTER JOIN T3 ON a1 = a3) t GROUP BY a1, b1, a3, b3
--- accepted
SELECT a1, b1, a2, b2, COUNT(c1) FROM (SELECT * FROM T1 LEFT JOIN T2 ON a1 = b2) t GROUP BY a1, b1, a2, b2
--- accepted
SELECT a1, b1, a3, b3, COUNT(c1) FROM (SELECT * FROM T1 LEFT JOIN T3 ON a1 = a3) t GROUP BY a1, b1, a3, b3
--- accepted
SELECT a3, b3, a1, b1, COUNT(c1) FROM (SELECT * FROM T3 LEFT JOIN T1 ON a1 = a3) t GROUP BY a3, b3, a1, b1
--- accepted
SELECT a1, b1, c, COUNT(d1) FROM (SELECT a1, b1, d1, COUNT(*) OVER (PARTITION BY c1) AS c FROM T1) t GROUP BY a1, b1, c
--- accepted
SELECT a1, b1, a2, b2, COUNT(c1) FROM (SELECT * FROM T1 RIGHT JOIN T2 ON a1 = b2) t GROUP BY a1, b1, a2, b2
--- accepted
SELECT a1, b1, a3, b3, COUNT(c1) FROM (SELECT * FROM T1 RIGHT JOIN T3 ON a1 = a3) t GROUP BY a1, b1, a3, b3
--- accepted
SELECT a3, b3, a1, b1, COUNT(c1) FROM (SELECT * FROM T3 RIGHT JOIN T1 ON a1 = a3) t GROUP BY a3, b3, a1, b1
--- accepted
SELECT a4, b4, COUNT(c4) FROM T4 GROUP BY a4, b4, TUMBLE(d4, INTERVAL '15' MINUTE)
--- accepted
SELECT a4, c4, COUNT(b4), AVG(b4) FROM T4 GROUP BY a4, c4, TUMBLE(d4, INTERVAL '15' MINUTE)
--- accepted
SELECT a4, c4, s, COUNT(b4) FROM (SELECT a4, c4, VAR_POP(b4) AS b4, TUMBLE_START(d4, INTERVAL '15' MINUTE) AS s, TUMBLE_END(d4, INTERVAL '15' MINUTE) AS e FROM T4 GROUP BY a4, c4, TUMBLE(d4, INTERVAL '15' MINUTE)) t GROUP BY a4, c4, s
--- accepted
SELECT a4, c4, e, COUNT(b4) FROM (SELECT a4, c4, VAR_POP(b4) AS b4, TUMBLE_START(d4, INTERVAL '15' MINUTE) AS s, TUMBLE_END(d4, INTERVAL '15' MINUTE) AS e FROM T4 GROUP BY a4, c4, TUMBLE(d4, INTERVAL '15' MINUTE)) t GROUP BY a4, c4, e
--- accepted
SELECT a4, b4, c4, COUNT(*) FROM (SELECT a4, c4, VAR_POP(b4) AS b4, TUMBLE_START(d4, INTERVAL '15' MINUTE) AS s, TUMBLE_END(d4, INTERVAL '15' MINUTE) AS e FROM T4 GROUP BY a4, c4, TUMBLE(d4, INTERVAL '15' MINUTE)) t GROUP BY a4, b4, c4
--- accepted
SELECT a1, b1, c1, COUNT(d1) FROM T1 GROUP BY CUBE (a1, b1, c1)
--- accepted
SELECT a1, b1, c1, COUNT(d1) FROM T1 GROUP BY GROUPING SETS ((a1, b1), (a1, c1))
--- accepted
SELECT a1, SUM(b1) AS s FROM T1 GROUP BY GROUPING SETS((a1, c1), (a1), ())
--- accepted
SELECT a1, b1, c1, COUNT(d1) FROM T1 GROUP BY GROUPING SETS ((a1, b1, c1), (a1, b1, d1))
--- accepted
SELECT a1, b1, c1, COUNT(d1) FROM T1 GROUP BY ROLLUP (a1, b1, c1)
--- accepted
SELECT a1, b1, c1 FROM T1 GROUP BY a1, b1, c1
--- accepted
SELECT a3, b3, count(c3) FROM T3 GROUP BY a3, b3
--- accepted
SELECT a4, c4, COUNT(b4) FROM (SELECT a4, c4, ARRAY_AGG(b4) AS b4 FROM T4 GROUP BY a4, c4, TUMBLE(d4, INTERVAL '15' MINUTE)) t GROUP BY a4, c4
--- accepted
SELECT a1, b1, c1, d1, m, COUNT(*) FROM (SELECT a1, b1, c1, COUNT(d1) AS d1, MAX(d1) AS m FROM T1 GROUP BY a1, b1, c1) t GROUP BY a1, b1, c1, d1, m
--- accepted
SELECT a3, b3, c, s, a, COUNT(*) FROM (SELECT a3, b3, COUNT(c3) AS c, SUM(d3) AS s, AVG(d3) AS a FROM T3 GROUP BY a3, b3) t GROUP BY a3, b3, c, s, a
--- accepted
SELECT a1, COUNT(DISTINCT b1), SUM(DISTINCT b1) FROM T1 GROUP BY a1
--- accepted
SELECT a1, d1, COUNT(DISTINCT c1), SUM(DISTINCT b1) FROM T1 GROUP BY a1, d1
--- accepted
SELECT a1, SUM(DISTINCT b1), MAX(DISTINCT b1), MIN(DISTINCT c1) FROM T1 GROUP BY a1
--- accepted
SELECT a1, d1, COUNT(DISTINCT c1), MAX(DISTINCT b1), SUM(b1) FROM T1 GROUP BY a1, d1
--- accepted
SELECT a1, b1, count(c1) FROM T1 GROUP BY a1, b1
--- accepted
SELECT  b2, c2, avg(a2) FROM T2 GROUP BY b2, c2
--- accepted
SELECT count(c1) FROM T1 GROUP BY 1, true
--- accepted
SELECT a1, b1, count(c1) FROM T1 GROUP BY a1, b1, 1, true
--- accepted
SELECT a1, COUNT(DISTINCT c1) FROM T1 GROUP BY a1
--- accepted
SELECT a1, b1, COUNT(DISTINCT c1) FROM T1 GROUP BY a1, b1
--- accepted
SELECT a1, COUNT(DISTINCT b1), SUM(b1) FROM T1 GROUP BY a1
--- accepted
SELECT a1, c1, COUNT(DISTINCT b1), SUM(b1) FROM T1 GROUP BY a1, c1
--- accepted
SELECT a1, COUNT(DISTINCT c1), SUM(b1) FROM T1 GROUP BY a1
--- accepted
SELECT a1, d1, COUNT(DISTINCT c1), SUM(b1) FROM T1 GROUP BY a1, d1
--- accepted
SELECT a, COUNT(a), SUM(b), SUM(DISTINCT b) FROM MyTable GROUP BY a
--- accepted
SELECT SUM(DISTINCT a), COUNT(DISTINCT c) FROM MyTable GROUP BY b
--- accepted
SELECT COUNT(DISTINCT a), SUM(DISTINCT b), MAX(a), MIN(a) FROM MyTable
--- accepted
SELECT COUNT(DISTINCT a), SUM(DISTINCT b), MAX(a), MIN(a) FROM MyTable GROUP BY c
--- accepted
SELECT COUNT(DISTINCT a), SUM(DISTINCT b) FROM MyTable2 GROUP BY GROUPING SETS (c, d)
--- accepted
SELECT COUNT(DISTINCT a), SUM(DISTINCT a), MAX(DISTINCT a) FROM MyTable2 GROUP BY GROUPING SETS (b, c)
--- accepted
SELECT COUNT(DISTINCT a), SUM(DISTINCT b), COUNT(c) FROM MyTable2 GROUP BY GROUPING SETS (d, e)
--- accepted
SELECT COUNT(DISTINCT a) FROM MyTable
--- accepted
SELECT COUNT(DISTINCT a) FILTER (WHERE a > 0), SUM(b) FROM MyTable
--- accepted
SELECT COUNT(a) filter (WHERE a > 0), SUM(DISTINCT b) FROM MyTable
--- accepted
SELECT COUNT(DISTINCT a), SUM(b) FROM MyTable2 GROUP BY GROUPING SETS (b, c)
--- accepted
SELECT COUNT(a), SUM(DISTINCT b) FROM MyTable2 GROUP BY GROUPING SETS (c, d)
--- accepted
SELECT a, COUNT(a), SUM(DISTINCT b) FROM MyTable GROUP BY a
--- accepted
SELECT a, COUNT(*), SUM(DISTINCT b) FROM MyTable GROUP BY a
--- accepted
SELECT d, COUNT(DISTINCT c) FILTER (WHERE a > 0) FROM MyTable2 GROUP BY d
--- accepted
SELECT a, COUNT(*), SUM(DISTINCT b), COUNT(DISTINCT c) FROM MyTable GROUP BY a
--- accepted
SELECT a, COUNT(*), SUM(DISTINCT b), COUNT(DISTINCT b) FROM MyTable GROUP BY a
--- accepted
SELECT AVG(c), SUM(a) FROM MyTable GROUP BY TUMBLE(b, INTERVAL '3' SECOND)
--- accepted
SELECT SUM(a) AS sumA, COUNT(b) AS cntB FROM MyTable2 GROUP BY HOP(ts, INTERVAL '15' MINUTE, INTERVAL '90' MINUTE)
--- accepted
SELECT SUM(a) AS sumA, COUNT(b) AS cntB FROM MyTable2 GROUP BY TUMBLE(ts, INTERVAL '2' HOUR)
--- accepted
SELECT   c,   HOP_END(ts, INTERVAL '1' HOUR, INTERVAL '3' HOUR),   HOP_START(ts, INTERVAL '1' HOUR, INTERVAL '3' HOUR),   HOP_ROWTIME(ts, INTERVAL '1' HOUR, INTERVAL '3' HOUR),   SUM(a) AS sumA,   AVG(b) AS avgB FROM MyTable2 GROUP BY HOP(ts, INTERVAL '1' HOUR, INTERVAL '3' HOUR), d, c
--- accepted
SELECT count(c) FROM MyTable1 GROUP BY b, HOP(ts, INTERVAL '3' SECOND, INTERVAL '1' HOUR)
--- accepted
SELECT MAX(c) FROM MyTable1 GROUP BY a, HOP(ts, INTERVAL '3' SECOND, INTERVAL '1' HOUR)
--- accepted
SELECT MAX(c) FROM MyTable1 GROUP BY b, HOP(ts, INTERVAL '0.111' SECOND(1,3), INTERVAL '1' SECOND)
--- accepted
SELECT countFun(c) FROM MyTable  GROUP BY a, d, HOP(b, INTERVAL '3' SECOND, INTERVAL '1' HOUR)
--- accepted
SELECT COUNT(c) FROM MyTable1 GROUP BY a, HOP(ts, INTERVAL '3' SECOND, INTERVAL '1' HOUR)
--- accepted
SELECT COUNT(c) FROM MyTable1 GROUP BY a, TUMBLE(ts, INTERVAL '3' SECOND)
--- accepted
SELECT AVG(c), COUNT(a) FROM MyTable GROUP BY a, d, TUMBLE(b, INTERVAL '3' SECOND)
--- accepted
SELECT MAX(c) FROM MyTable1 GROUP BY a, TUMBLE(ts, INTERVAL '3' SECOND)
--- accepted
SELECT AVG(c), countFun(a) FROM MyTable GROUP BY a, d, TUMBLE(b, INTERVAL '3' SECOND)
--- accepted
SELECT weightedAvg(b, a) AS wAvg FROM MyTable2 GROUP BY TUMBLE(ts, INTERVAL '4' MINUTE)
--- accepted
SELECT TUMBLE_END(ts, INTERVAL '4' MINUTE) FROM MyTable2 GROUP BY TUMBLE(ts, INTERVAL '4' MINUTE), c
--- accepted
SELECT COUNT(*) AS c FROM emp GROUP BY CUBE(1)
--- accepted
SELECT COUNT(*) AS c FROM emp GROUP BY ROLLUP(1)
--- accepted
SELECT deptno, COUNT(*) AS c FROM emps GROUP BY GROUPING SETS ((), (deptno))
--- accepted
SELECT DISTINCT COUNT(*) FROM emp GROUP BY CUBE(deptno, gender)
--- accepted
SELECT COUNT(*) AS c, GROUPING(deptno) AS g FROM emp GROUP BY deptno
--- accepted
SELECT b, c, AVG(a) AS a FROM MyTable GROUP BY GROUPING SETS (b, c, ())
--- accepted
SELECT deptno, COUNT(*) AS c FROM emp GROUP BY ROLLUP(deptno), ROLLUP(gender)
--- accepted
SELECT deptno + 1, COUNT(*) AS c FROM emp GROUP BY ROLLUP(deptno)
--- accepted
SELECT gender, COUNT(*) AS c FROM emp GROUP BY ROLLUP(gender)
--- accepted
SELECT gender, COUNT(*) AS c FROM emp GROUP BY ROLLUP(gender) ORDER BY c DESC
--- accepted
SELECT deptno + 1, COUNT(*) AS c FROM emp GROUP BY CUBE(deptno, gender)
--- accepted
SELECT b, var_sum(a) FROM MyTable1 GROUP BY b
--- accepted
SELECT AVG(a), SUM(b), COUNT(c), SUM(c._1) FROM MyTable2 WHERE a = 1
--- accepted
SELECT AVG(a), SUM(b), COUNT(c) FROM MyTable1 WHERE a = 1
--- accepted
SELECT a, b FROM MyTable1 GROUP BY a, b
--- accepted
SELECT AVG(a), SUM(b), COUNT(c) FROM MyTable1
--- accepted
SELECT COUNT(*) FROM src
--- accepted
SELECT COUNT(*) FROM MyTable
--- accepted
SELECT COUNT(*), SUM(`int`), AVG(`int`) FROM MyTable WHERE 1=0
--- accepted
SELECT a, SUM(b), count(c) FROM MyTable1 WHERE a = 1 GROUP BY a
--- accepted
SELECT a, SUM(b), COUNT(c) FROM MyTable1 GROUP BY a
--- accepted
SELECT a, DENSE_RANK() OVER (PARTITION BY a ORDER BY proctime) FROM MyTableWithProctime
--- accepted
SELECT c, COUNT(*) OVER (PARTITION BY c) FROM MyTable
--- accepted
SELECT c, SUM(a) OVER (ORDER BY b) FROM MyTable
--- accepted
SELECT c, COUNT(*) OVER () FROM MyTable
--- accepted
SELECT a, RANK() OVER (PARTITION BY a ORDER BY proctime) FROM MyTableWithProctime
--- accepted
SELECT RANK() OVER (PARTITION BY c ORDER BY a, c) FROM MyTable
--- accepted
SELECT COUNT(1) OVER () FROM MyTable
--- accepted
SELECT MAX(`string`) FROM MyTable
--- accepted
SELECT MIN(`string`) FROM MyTable
--- accepted
SELECT c, g FROM MyTable2 INNER JOIN MyTable1 ON a = d AND d < 2
--- accepted
SELECT * FROM MyTable2 INNER JOIN MyTable1 ON a = d AND d < 2 AND b < h
--- accepted
SELECT c, g FROM MyTable1, MyTable2 WHERE a = d
--- accepted
SELECT c, g FROM MyTable2, MyTable1 WHERE a = d AND d < 2
--- accepted
SELECT c, g FROM MyTable1, MyTable2 WHERE b = e AND a = d
--- accepted
SELECT c, g FROM MyTable2 INNER JOIN MyTable1 ON a = d AND b = e
--- accepted
SELECT a, d FROM MyTable1, MyTable2 WHERE a + 1 = d
--- accepted
SELECT * FROM MyTable2 LEFT OUTER JOIN MyTable1 ON false
--- accepted
SELECT c, g FROM MyTable2 LEFT OUTER JOIN  MyTable1 ON a = d AND d < 2
--- accepted
SELECT * FROM MyTable2 LEFT OUTER JOIN  MyTable1 ON a = d AND d < 2 AND b < h
--- accepted
SELECT c, g FROM MyTable1 LEFT OUTER JOIN MyTable2 ON b = e
--- accepted
SELECT d, e, f FROM MyTable1 LEFT JOIN MyTable2 ON a = d where d IS NULL AND a < 12
--- accepted
SELECT d, e, f FROM MyTable1 LEFT JOIN MyTable2 ON a = d where d < 10 AND a < 12
--- accepted
SELECT d, e, f FROM MyTable1 LEFT JOIN MyTable2 ON a = d where d = null
--- accepted
SELECT * FROM MyTable2 RIGHT OUTER JOIN MyTable1 ON false
--- accepted
SELECT c, g FROM MyTable2 RIGHT OUTER JOIN  MyTable1 ON a = d AND d < 2
--- accepted
SELECT * FROM MyTable2 RIGHT OUTER JOIN  MyTable1 ON a = d AND d < 2 AND b < h
--- accepted
SELECT c, g FROM MyTable1 RIGHT OUTER JOIN MyTable2 ON b = e
--- accepted
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r) AND NOT EXISTS (SELECT * FROM t WHERE l.a = t.i AND t.j < 100)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT MAX(e) FROM r WHERE l.b = r.e AND d < 100 AND l.c = r.f GROUP BY d, true, f, 1)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r, LATERAL TABLE(table_func(f)) AS T(f1) WHERE a = d)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT MAX(r.e) OVER() FROM r WHERE l.c = r.f GROUP BY r.e)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r WHERE a = d)
--- accepted
SELECT a + 10, c FROM l WHERE b > 10 AND NOT (c like 'abc' OR NOT EXISTS (SELECT d FROM r))
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r, LATERAL TABLE(table_func(f)) AS T(f1) WHERE EXISTS (SELECT * FROM t))
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r) AND b > 10
--- accepted
SELECT a FROM l WHERE EXISTS (SELECT e, f FROM r WHERE d > 10 UNION SELECT j, k FROM t WHERE i < 100)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r WHERE l.a = r.d) AND a IN (SELECT i FROM t WHERE l.b = t.j)
--- accepted
SELECT * FROM l WHERE b IN (SELECT j FROM t)  AND EXISTS (SELECT * FROM r WHERE l.a = r.d)
--- accepted
SELECT * FROM l WHERE b IN (SELECT MAX(r.e) FROM r WHERE l.c = r.f AND r.d < 3 GROUP BY r.f)
--- accepted
SELECT * FROM l WHERE (b, a) IN (SELECT COUNT(*), d FROM r WHERE l.c = r.f GROUP BY d, true, e, 1)
--- accepted
SELECT a + 10, c FROM l WHERE NOT(NOT(substring(c, 1, 5) IN (SELECT substring(f, 1, 5) FROM r WHERE l.b + 1 = r.e)))
--- accepted
SELECT * FROM l WHERE b > 10 AND NOT (c like 'abc' OR a NOT IN (SELECT d FROM r WHERE l.b = r.e))
--- accepted
SELECT c FROM l WHERE b IN (WITH r1 AS (SELECT e FROM r WHERE l.a = r.d AND r.e < 50) SELECT e FROM r1 INNER JOIN (SELECT j FROM t WHERE l.c = t.k AND i > 10) t2 ON r1.e = t2.j)
--- accepted
SELECT c FROM l WHERE b IN (WITH r1 AS (SELECT e, f FROM r WHERE l.a = r.d AND r.e < 50) SELECT t.j FROM r1 LEFT JOIN t ON r1.f = t.k)
--- accepted
SELECT c FROM l WHERE a IN (SELECT d FROM r RIGHT JOIN (SELECT i FROM t WHERE l.c = t.k AND i > 10) t2 ON r.d = t2.i)
--- accepted
SELECT * FROM l WHERE c IN (SELECT f1 FROM r, LATERAL TABLE(table_func(f)) AS T(f1) WHERE a = d)
--- accepted
SELECT * FROM l WHERE (a, SUBSTRING(c, 1, 5)) IN (SELECT d, SUBSTRING(f, 1, 5) FROM r WHERE l.b = r.e)
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r WHERE l.b > r.e)
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r WHERE l.b > 10)
--- accepted
SELECT * FROM l WHERE b IN (SELECT rk FROM (SELECT d, e, RANK() OVER(PARTITION BY d ORDER BY e) AS rk FROM r) t WHERE l.a <> t.d)
--- accepted
SELECT a FROM l WHERE (SELECT MAX(d) FROM r WHERE e IN (SELECT j FROM t)) IN (SELECT i FROM t WHERE t.k = l.c)
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r WHERE l.b = r.e)
--- accepted
SELECT * FROM l WHERE b > 1 AND a IN (SELECT d FROM r WHERE l.b = r.e AND r.d > 10)
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r where CAST(l.b AS INTEGER) = r.d)
--- accepted
SELECT a FROM l WHERE b IN (SELECT MAX(e) FROM r WHERE d < 3 GROUP BY f)
--- accepted
SELECT * FROM l WHERE (a, b) IN(SELECT d, COUNT(*) FROM r GROUP BY d)
--- accepted
SELECT * FROM l WHERE b > 10 AND NOT (c like 'abc' OR a NOT IN (SELECT d FROM r))
--- accepted
SELECT * FROM l WHERE (a IN (SELECT d FROM r)) IS TRUE
--- accepted
SELECT a FROM l WHERE (SELECT MAX(e) FROM r WHERE d > 0) IN (SELECT j FROM t)
--- accepted
SELECT b FROM l WHERE a IN (SELECT d FROM r WHERE e > 10) AND b > (SELECT 0.5 * SUM(j) FROM t WHERE t.i < 100)
--- accepted
SELECT SUM(a) AS s FROM l GROUP BY b HAVING COUNT(*) > 2 AND MAX(b) IN (SELECT e FROM r)
--- accepted
SELECT * FROM l WHERE c IN (SELECT f1 FROM r, LATERAL TABLE(table_func(f)) AS T(f1))
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r)
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r WHERE e < 100) AND b > 10
--- accepted
SELECT * FROM l WHERE a + 1 IN (SELECT d FROM r)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r WHERE EXISTS (SELECT * FROM t) AND l.a = r.d)
--- accepted
SELECT * FROM l, r WHERE l.a = r.d AND EXISTS (SELECT * FROM t t1 WHERE t1.i > 50) AND b >= 1 AND EXISTS (SELECT * FROM t t2 WHERE t2.j < 100)
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r WHERE c = f) AND b IN (SELECT j FROM t WHERE a = i AND k <> 'test')
--- accepted
SELECT * FROM l WHERE a IN (SELECT r.d FROM r WHERE l.b = r.e AND r.f IN (SELECT t.k FROM t WHERE r.e = t.j))
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r) AND b IN (SELECT j FROM t WHERE t.k = l.c)
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r) AND b IN (SELECT j FROM t)
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r WHERE e IN (SELECT j FROM t))
--- accepted
SELECT * FROM l, r WHERE l.a = r.d AND NOT EXISTS (SELECT * FROM t t1 WHERE l.b = t1.j AND t1.k > 50) AND c >= 1 AND NOT EXISTS (SELECT * FROM t t2 WHERE l.a = t2.i AND t2.j < 100)
--- accepted
SELECT * FROM l, r WHERE l.a = r.d AND NOT EXISTS (SELECT * FROM t t1 WHERE t1.i > 50) AND b >= 1 AND NOT EXISTS (SELECT * FROM t t2 WHERE t2.j < 100)
--- accepted
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE a = d)
--- accepted
SELECT a + 10, c FROM l WHERE NOT( b > 10 OR (c like 'abc' OR NOT EXISTS (SELECT d FROM r)))
--- accepted
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r)
--- accepted
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r) AND b > 10
--- accepted
SELECT * FROM leftT WHERE NOT EXISTS (SELECT * FROM (SELECT DISTINCT c FROM rightT) WHERE a = c)
--- accepted
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE l.a = r.d) AND a NOT IN (SELECT i FROM t WHERE l.b = t.j)
--- accepted
SELECT a + 10, c FROM l WHERE NOT(NOT(substring(c, 1, 5) NOT IN (SELECT substring(f, 1, 5) FROM r WHERE l.b + 1 = r.e)))
--- accepted
SELECT b FROM l WHERE (CASE WHEN a NOT IN (SELECT i FROM t) THEN 1 WHEN a NOT IN (SELECT CAST(j AS INTEGER) FROM t) THEN 2 ELSE 3 END) NOT IN (SELECT d FROM r WHERE l.c = r.f)
--- accepted
SELECT * FROM l WHERE (a, c) NOT IN (SELECT d, f FROM r WHERE l.b = r.e)
--- accepted
SELECT * FROM l WHERE a NOT IN (SELECT d FROM r WHERE l.b = r.e)
--- accepted
SELECT * FROM l WHERE b > 1 AND a NOT IN (SELECT d FROM r WHERE l.b = r.e AND r.d > 10)
--- accepted
SELECT * FROM T1, T2, T3, T4, T5
--- accepted
SELECT /*+ LOOKUP('table'='D', 'async'='true', 'output-mode'='allow_unordered') */ * FROM (SELECT * FROM MyTable) AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- accepted
SELECT * FROM MyTable AS T JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- accepted
SELECT * FROM (SELECT a, b, proctime FROM MyTable WHERE c > 1000) AS T JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- accepted
SELECT * FROM MyTable AS T LEFT JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- accepted
SELECT * FROM MyTable2 CROSS JOIN MyTable1
--- accepted
SELECT * FROM MyTable2 FULL OUTER JOIN MyTable1 ON false
--- accepted
SELECT * FROM MyTable2 FULL OUTER JOIN MyTable1 ON true
--- accepted
SELECT c, g FROM MyTable2 FULL OUTER JOIN  MyTable1 ON a = d AND d < 2
--- accepted
SELECT * FROM MyTable2 FULL OUTER JOIN MyTable1 ON a = d AND d < 2 AND b < h
--- accepted
SELECT c, g FROM MyTable1 FULL OUTER JOIN MyTable2 ON b = e
--- accepted
SELECT * FROM MyTable2 FULL OUTER JOIN MyTable1 ON a <> d
--- accepted
SELECT a, d FROM MyTable1, MyTable2
--- accepted
SELECT * FROM MyTable2 LEFT OUTER JOIN MyTable1 ON a <> d
--- accepted
SELECT * FROM MyTable2 LEFT OUTER JOIN MyTable1 ON true
--- accepted
SELECT d, e, f FROM MyTable1 LEFT JOIN MyTable2 ON a = d where d = 10 AND a < 12
--- accepted
SELECT * FROM MyTable2 RIGHT OUTER JOIN MyTable1 ON true
--- accepted
SELECT * FROM MyTable2 RIGHT OUTER JOIN MyTable1 ON a <> d
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r WHERE l.a < r.d)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r WHERE l.a < 10)
--- accepted
SELECT c FROM l WHERE EXISTS (SELECT d, j + 1 FROM r FULL JOIN (SELECT j FROM t WHERE i > 10) t2 ON r.e = t2.j)
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r)  AND b NOT IN (SELECT i FROM t WHERE l.c = t.k AND i > 10)  AND EXISTS (SELECT COUNT(l) FROM t2 where n like 'Test' GROUP BY l) AND NOT EXISTS (SELECT * FROM r WHERE l.b <> r.e)
--- accepted
SELECT b FROM l WHERE  (CASE WHEN a IN (SELECT 1 FROM t) THEN 1 ELSE 2 END) IN (SELECT d FROM r WHERE l.c = r.f)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r WHERE l.a <> r.d) AND EXISTS (SELECT * FROM t WHERE j < 100)
--- accepted
SELECT * FROM l WHERE a NOT IN (SELECT d FROM r WHERE e NOT IN (SELECT j FROM t WHERE t.i = r.d))
--- accepted
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE l.a < r.d)
--- accepted
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE l.a < 10)
--- accepted
SELECT * FROM l WHERE a NOT IN (SELECT d FROM r WHERE l.b > r.e)
--- accepted
SELECT * FROM l WHERE a NOT IN (SELECT d FROM r WHERE l.b > 10)
--- accepted
SELECT * FROM l WHERE NOT ( NOT ( a NOT IN (SELECT d FROM r)))
--- accepted
SELECT * FROM l WHERE b > 10 AND (c like 'abc' AND a NOT IN (SELECT d FROM r))
--- accepted
SELECT b FROM l WHERE (b, (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1 WHEN a NOT IN (SELECT j FROM t2) THEN 2 ELSE 3 END)) NOT IN (SELECT e, d FROM r)
--- accepted
SELECT * FROM l WHERE (a, c) NOT IN (SELECT d, f FROM r)
--- accepted
SELECT * FROM l WHERE a NOT IN (SELECT d FROM r)
--- accepted
SELECT * FROM l WHERE a NOT IN (SELECT d FROM r WHERE e < 100) AND b > 10
--- accepted
SELECT * FROM l WHERE a * b NOT IN (SELECT d FROM r)
--- accepted
SELECT a1 FROM (SELECT COUNT(*) AS cnt FROM B) RIGHT JOIN A ON cnt = a2
--- accepted
SELECT a1 FROM (SELECT COUNT(*) AS cnt FROM B) RIGHT JOIN A ON cnt < a2
--- accepted
SELECT a2 FROM A LEFT JOIN (SELECT COUNT(*) AS cnt FROM B) AS x  ON a1 = cnt
--- accepted
SELECT a2 FROM A LEFT JOIN (SELECT COUNT(*) AS cnt FROM B) AS x ON a1 > cnt
--- accepted
SELECT a1, a_sum FROM A, (SELECT SUM(a1) + SUM(a2) AS a_sum FROM A)
--- accepted
SELECT a2, SUM(a1) FROM A GROUP BY a2 HAVING SUM(a1) > (SELECT SUM(a1) * 0.1 FROM A)
--- accepted
SELECT a1, a2 FROM A, (SELECT COUNT(a1) AS cnt FROM A) WHERE a1 < cnt
--- accepted
SELECT asyncFunc1(a, b) + 1 FROM MyTable
--- accepted
SELECT a, b FROM MyTable WHERE asyncFunc1(a, c) > 0
--- accepted
SELECT asyncFunc1(a, b), c + 1 FROM MyTable
--- accepted
SELECT asyncFunc1(a, b), pyFunc1(b, c) FROM MyTable
--- accepted
SELECT asyncFunc1(a, b) FROM MyTable
--- accepted
SELECT asyncFunc1(a, b), c FROM MyTable WHERE asyncFunc2(a, c) > 0
--- accepted
SELECT asyncFunc2(asyncFunc1(a, b), c) FROM MyTable
--- accepted
SELECT asyncFunc1(a, b), asyncFunc2(b, c) FROM MyTable
--- accepted
SELECT pyFunc1(a, b), c + 1 FROM MyTable
--- accepted
INSERT INTO partitioned_sink (e,a,g,f,c,d) SELECT e,a,456,123,c,d FROM MyTable GROUP BY a,b,c,d,e
--- accepted
INSERT INTO sink (b,e,a,g,f,c,d) SELECT b,e,a,456,123,c,d FROM MyTable GROUP BY a,b,c,d,e
--- accepted
INSERT INTO partitioned_sink (e,a,g,f,c,d) SELECT e,a,456,123,c,d FROM MyTable GROUP BY a,b,c,d,e EXCEPT ALL SELECT e,a,789,456,c,d FROM MyTable GROUP BY a,b,c,d,e
--- accepted
INSERT INTO partitioned_sink (e,a,g,f,c,d) SELECT e,a,456,123,c,d FROM MyTable GROUP BY a,b,c,d,e INTERSECT ALL SELECT e,a,789,456,c,d FROM MyTable GROUP BY a,b,c,d,e
--- accepted
INSERT INTO partitioned_sink (e,a,g,f,c,d) SELECT e,a,456,123,c,d FROM MyTable ORDER BY a,e,c,d
--- accepted
INSERT INTO metadata_sink (a,b,c,d,e,f) SELECT a,b,c,d,e,123 FROM MyTable
--- accepted
INSERT INTO partitioned_sink (e,a,g,f,c,d) SELECT e,a,456,123,c,d FROM MyTable GROUP BY a,b,c,d,e UNION ALL SELECT e,a,789,456,c,d FROM MyTable GROUP BY a,b,c,d,e UNION ALL SELECT e,a,123,456,c,d FROM MyTable GROUP BY a,b,c,d,e
--- accepted
INSERT INTO partitioned_sink (e,a,g,f,c,d) SELECT e,a,456,123,c,d FROM MyTable GROUP BY a,b,c,d,e UNION ALL SELECT e,a,789,456,c,d FROM MyTable GROUP BY a,b,c,d,e
--- accepted
INSERT INTO partitioned_sink (e,a,g,f,c,d) SELECT e,a,456,123,c,d FROM MyTable GROUP BY a,b,c,d,e UNION SELECT e,a,789,456,c,d FROM MyTable GROUP BY a,b,c,d,e
--- accepted
select * from view4
--- accepted
SELECT * FROM view3
--- accepted
select * from tmp_view
--- accepted
select * from view1
--- accepted
select * from t1/*+ OPTIONS(k5='v5', 'a.b.c'='fakeVal') */
--- accepted
select * from t1/*+ OPTIONS(k1='#v1', k2='#v2') */
--- accepted
select /*+ BROADCAST(V3)*/V3.* from V3 join T1 on V3.a1 = T1.a1
--- accepted
select /*+ BROADCAST(V2)*/T3.* from T3 join V2 on T3.a3 = V2.a1
--- accepted
select /*+ BROADCAST(T1) */* from T1 where a1 not in (select a2 from T2)
--- accepted
select /*+ BROADCAST(T2) */* from T1 where a1 not in (select a2 from T2)
--- accepted
select /*+ BROADCAST(T1)*/T1.b1, cast(T1.a1 as int) from T1 join T2 on T1.b1 = T2.b2
--- accepted
select /*+ BROADCAST(T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ BROADCAST(T1) */* from T1 inner join T2 on T1.a1 = T2.a2 and T1.a1 < 1
--- accepted
select /*+ BROADCAST(T1) */* from T1 inner join T2 on T1.b1 = T2.b2 and T1.a1 < 1 and T1.a1 < T2.a2
--- accepted
select /*+ BROADCAST(T1) */* from T1, T2 where T1.a1 = T2.a2
--- accepted
select /*+ BROADCAST(T1) */* from T1, T2 where T1.a1 = T2.a2 and T1.a1 > 1
--- accepted
select /*+ BROADCAST(T1) */* from T1 full join T2 on T1.a1 = T2.a2
--- accepted
select /*+ BROADCAST(T2) */* from T1 full join T2 on T1.a1 = T2.a2
--- accepted
select * from T1 WHERE a1 IN (select /*+ BrOaDcAsT(T2) */ count(T2.a2) from T2 join T1 on T2.a2 = T1.a1 group by T1.a1)
--- accepted
select * from T1 WHERE a1 IN (select /*+ BrOaDcAsT(T2) */ a2 from T2 join T3 on T2.a2 = T3.a3 where T1.a1 = T2.a2)
--- accepted
select * from T1 WHERE a1 IN (select /*+ BrOaDcAsT(T2) */ a2 + T1.a1 from T2 join T3 on T2.a2 = T3.a3)
--- accepted
select * from T1 WHERE a1 IN (select /*+ BrOaDcAsT(T2) */ T2.a2 from T2 join T1 on T2.a2 = T1.a1 order by T1.a1 limit 10)
--- accepted
select * from T1 WHERE a1 IN (select /*+ BrOaDcAsT(T2) */ a2 + T1.a1 from T2 join (select T3.* from T2 join T3 on T2.a2 = T3.a3) T3 on T2.a2 = T3.a3)
--- accepted
select * from T1 WHERE a1 IN (select /*+ BrOaDcAsT(T2) */ a2 from T2 join T3 on T2.a2 = T3.a3)
--- accepted
select /*+ BROADCAST(T1) */* from T1 left join T2 on T1.a1 = T2.a2
--- accepted
select /*+ BROADCAST(T2) */* from T1 left join T2 on T1.a1 = T2.a2
--- accepted
select /*+ BROADCAST(T1, T2) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ BROADCAST(T2, T1) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ BROADCAST(T1, T2) */* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- accepted
select /*+ BROADCAST(T1, T2) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
select /*+ BROADCAST(T1, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
select /*+ BROADCAST(T2, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- accepted
select /*+ BROADCAST(T2, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
select /*+ BROADCAST(T1) */* from T1 inner join T2 on T1.a1 > T2.a2
--- accepted
select /*+ BROADCAST(T1) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ BROADCAST(T2) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ BROADCAST(T1) */* from T1 where a1 in (select a2 from T2)
--- accepted
select /*+ BROADCAST(T2) */* from T1 where a1 in (select a2 from T2)
--- accepted
select /*+ BROADCAST(T1)*/T1.b1, sum(T1.a1) from T1 join T2 on T1.b1 = T2.b2 group by T1.b1
--- accepted
select /*+ BROADCAST(V22)*/V22.* from V22 join T1 on V22.a1 = T1.a1
--- accepted
select /*+ BROADCAST(V2)*/V2.* from V2 join T1 on V2.a1 = T1.a1
--- accepted
select /*+ BROADCAST(V2)*/T1.* from T1 join (select T1.* from T1 join T2 on T1.a1 = T2.a2) V2 on T1.a1 = V2.a1
--- accepted
select /*+ BROADCAST(V4) */* from T1 join V4 on T1.a1 = V4.a4
--- accepted
select /*+ BROADCAST(T1)*/T1.* from T1 join (select T1.* from T1 join T2 on T1.a1 = T2.a2) V2 on T1.a1 = V2.a1
--- accepted
select /*+ BROADCAST(T1)*/T4.a1, (select count(*) from T1 join T3 on T1.a1 = T3.a3) as cnt from (select T1.* from T1 join T2 on T1.a1 = T2.a2 where T1.b1 = 'abc') T4
--- accepted
select /*+ BROADCAST(T1)*/T4.a1 from (select T1.* from T1 join ((select T1.a1 as a2 from T1) union (select a2 from T2)) T2 on T1.a1 = T2.a2) T4
--- accepted
select /*+ BROADCAST(T1)*/T4.a1, (select count(*) from T1 join ((select T1.a1 as a3 from T1) union (select a3 from T3)) T3 on T1.a1 = T3.a3 where T3.a3 = 1) as cnt from (select T1.* from T1 join T2 on T1.a1 = T2.a2) T4
--- accepted
select /*+ BROADCAST(T1)*/* from (select T1.* from T1 join T2 on T1.a1 = T2.a2)
--- accepted
select /*+ BROADCAST(T1)*/* from (select T1.* from T1 join T2 on T1.a1 = T2.a2 where T1.b1 = 'abc')
--- accepted
select /*+ BROADCAST(T1)*/T1.* from T1 join V5 on T1.a1 = V5.a1
--- accepted
select /*+ BROADCAST(T1)*/* from V5
--- accepted
select /*+ BROADCAST(T1)*/* from V2
--- accepted
select /*+ BrOaDcAsT(T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ BROADCAST(T1) */* from T1, T2
--- accepted
select /*+ BROADCAST(T1) */a1 + 1, a1 * 10 from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ BROADCAST(T1, T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ BROADCAST(T1) */* from T1 join T2 on T1.a1 = T2.a2 where T1.a1 > 5
--- accepted
select /*+ BROADCAST(T1, T2), BROADCAST(T2, T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ BROADCAST(T1), BROADCAST(T2) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ BROADCAST(T1) */* from T1 join T2 on T1.a1 = T2.a2 union select /*+ BROADCAST(T3) */* from T3 join T1 on T3.a3 = T1.a1
--- accepted
select /*+ BROADCAST(T1), SHUFFLE_HASH(T1),SHUFFLE_MERGE(T1),NEST_LOOP(T1),MULTI_JOIN(T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ BROADCAST(T1), NEST_LOOP(T1) */* from T1 join T2 on T1.a1 > T2.a2
--- accepted
select /*+ BROADCAST(T2) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(V3)*/V3.* from V3 join T1 on V3.a1 = T1.a1
--- accepted
select /*+ NEST_LOOP(V2)*/T3.* from T3 join V2 on T3.a3 = V2.a1
--- accepted
select /*+ NEST_LOOP(T1) */* from T1 where a1 not in (select a2 from T2)
--- accepted
select /*+ NEST_LOOP(T2) */* from T1 where a1 not in (select a2 from T2)
--- accepted
select /*+ NEST_LOOP(T1)*/T1.b1, cast(T1.a1 as int) from T1 join T2 on T1.b1 = T2.b2
--- accepted
select /*+ NEST_LOOP(T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(T1) */* from T1 inner join T2 on T1.a1 = T2.a2 and T1.a1 < 1
--- accepted
select /*+ NEST_LOOP(T1) */* from T1 inner join T2 on T1.b1 = T2.b2 and T1.a1 < 1 and T1.a1 < T2.a2
--- accepted
select /*+ NEST_LOOP(T1) */* from T1, T2 where T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(T1) */* from T1, T2 where T1.a1 = T2.a2 and T1.a1 > 1
--- accepted
select /*+ NEST_LOOP(T1) */* from T1 full join T2 on T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(T2) */* from T1 full join T2 on T1.a1 = T2.a2
--- accepted
select * from T1 WHERE a1 IN (select /*+ NeSt_lOoP(T2) */ count(T2.a2) from T2 join T1 on T2.a2 = T1.a1 group by T1.a1)
--- accepted
select * from T1 WHERE a1 IN (select /*+ NeSt_lOoP(T2) */ a2 from T2 join T3 on T2.a2 = T3.a3 where T1.a1 = T2.a2)
--- accepted
select * from T1 WHERE a1 IN (select /*+ NeSt_lOoP(T2) */ a2 + T1.a1 from T2 join T3 on T2.a2 = T3.a3)
--- accepted
select * from T1 WHERE a1 IN (select /*+ NeSt_lOoP(T2) */ T2.a2 from T2 join T1 on T2.a2 = T1.a1 order by T1.a1 limit 10)
--- accepted
select * from T1 WHERE a1 IN (select /*+ NeSt_lOoP(T2) */ a2 + T1.a1 from T2 join (select T3.* from T2 join T3 on T2.a2 = T3.a3) T3 on T2.a2 = T3.a3)
--- accepted
select * from T1 WHERE a1 IN (select /*+ NeSt_lOoP(T2) */ a2 from T2 join T3 on T2.a2 = T3.a3)
--- accepted
select /*+ NEST_LOOP(T1) */* from T1 left join T2 on T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(T2) */* from T1 left join T2 on T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(T1, T2) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(T2, T1) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(T1, T2) */* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- accepted
select /*+ NEST_LOOP(T1, T2) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
select /*+ NEST_LOOP(T1, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
select /*+ NEST_LOOP(T2, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- accepted
select /*+ NEST_LOOP(T2, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
select /*+ NEST_LOOP(T1) */* from T1 inner join T2 on T1.a1 > T2.a2
--- accepted
select /*+ NEST_LOOP(T1) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(T2) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(T1) */* from T1 where a1 in (select a2 from T2)
--- accepted
select /*+ NEST_LOOP(T2) */* from T1 where a1 in (select a2 from T2)
--- accepted
select /*+ NEST_LOOP(T1)*/T1.b1, sum(T1.a1) from T1 join T2 on T1.b1 = T2.b2 group by T1.b1
--- accepted
select /*+ NEST_LOOP(V22)*/V22.* from V22 join T1 on V22.a1 = T1.a1
--- accepted
select /*+ NEST_LOOP(V2)*/V2.* from V2 join T1 on V2.a1 = T1.a1
--- accepted
select /*+ NEST_LOOP(V2)*/T1.* from T1 join (select T1.* from T1 join T2 on T1.a1 = T2.a2) V2 on T1.a1 = V2.a1
--- accepted
select /*+ NEST_LOOP(V4) */* from T1 join V4 on T1.a1 = V4.a4
--- accepted
select /*+ NEST_LOOP(T1)*/T1.* from T1 join (select T1.* from T1 join T2 on T1.a1 = T2.a2) V2 on T1.a1 = V2.a1
--- accepted
select /*+ NEST_LOOP(T1)*/T4.a1, (select count(*) from T1 join T3 on T1.a1 = T3.a3) as cnt from (select T1.* from T1 join T2 on T1.a1 = T2.a2 where T1.b1 = 'abc') T4
--- accepted
select /*+ NEST_LOOP(T1)*/T4.a1 from (select T1.* from T1 join ((select T1.a1 as a2 from T1) union (select a2 from T2)) T2 on T1.a1 = T2.a2) T4
--- accepted
select /*+ NEST_LOOP(T1)*/T4.a1, (select count(*) from T1 join ((select T1.a1 as a3 from T1) union (select a3 from T3)) T3 on T1.a1 = T3.a3 where T3.a3 = 1) as cnt from (select T1.* from T1 join T2 on T1.a1 = T2.a2) T4
--- accepted
select /*+ NEST_LOOP(T1)*/* from (select T1.* from T1 join T2 on T1.a1 = T2.a2)
--- accepted
select /*+ NEST_LOOP(T1)*/* from (select T1.* from T1 join T2 on T1.a1 = T2.a2 where T1.b1 = 'abc')
--- accepted
select /*+ NEST_LOOP(T1)*/T1.* from T1 join V5 on T1.a1 = V5.a1
--- accepted
select /*+ NEST_LOOP(T1)*/* from V5
--- accepted
select /*+ NEST_LOOP(T1)*/* from V2
--- accepted
select /*+ NeSt_lOoP(T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(T1) */* from T1, T2
--- accepted
select /*+ NEST_LOOP(T1) */a1 + 1, a1 * 10 from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(T1, T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(T1) */* from T1 join T2 on T1.a1 = T2.a2 where T1.a1 > 5
--- accepted
select /*+ NEST_LOOP(T1, T2), NEST_LOOP(T2, T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(T1), NEST_LOOP(T2) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(T1) */* from T1 join T2 on T1.a1 = T2.a2 union select /*+ NEST_LOOP(T3) */* from T3 join T1 on T3.a3 = T1.a1
--- accepted
select /*+ NEST_LOOP(T1), BROADCAST(T1),SHUFFLE_HASH(T1),SHUFFLE_MERGE(T1),MULTI_JOIN(T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ NEST_LOOP(T1), NEST_LOOP(T1) */* from T1 join T2 on T1.a1 > T2.a2
--- accepted
select /*+ NEST_LOOP(T2) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(V3)*/V3.* from V3 join T1 on V3.a1 = T1.a1
--- accepted
select /*+ SHUFFLE_HASH(V2)*/T3.* from T3 join V2 on T3.a3 = V2.a1
--- accepted
select /*+ SHUFFLE_HASH(T1) */* from T1 where a1 not in (select a2 from T2)
--- accepted
select /*+ SHUFFLE_HASH(T2) */* from T1 where a1 not in (select a2 from T2)
--- accepted
select /*+ SHUFFLE_HASH(T1)*/T1.b1, cast(T1.a1 as int) from T1 join T2 on T1.b1 = T2.b2
--- accepted
select /*+ SHUFFLE_HASH(T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T1) */* from T1 inner join T2 on T1.a1 = T2.a2 and T1.a1 < 1
--- accepted
select /*+ SHUFFLE_HASH(T1) */* from T1 inner join T2 on T1.b1 = T2.b2 and T1.a1 < 1 and T1.a1 < T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T1) */* from T1, T2 where T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T1) */* from T1, T2 where T1.a1 = T2.a2 and T1.a1 > 1
--- accepted
select /*+ SHUFFLE_HASH(T1) */* from T1 full join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T2) */* from T1 full join T2 on T1.a1 = T2.a2
--- accepted
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_HaSh(T2) */ count(T2.a2) from T2 join T1 on T2.a2 = T1.a1 group by T1.a1)
--- accepted
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_HaSh(T2) */ a2 from T2 join T3 on T2.a2 = T3.a3 where T1.a1 = T2.a2)
--- accepted
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_HaSh(T2) */ a2 + T1.a1 from T2 join T3 on T2.a2 = T3.a3)
--- accepted
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_HaSh(T2) */ T2.a2 from T2 join T1 on T2.a2 = T1.a1 order by T1.a1 limit 10)
--- accepted
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_HaSh(T2) */ a2 + T1.a1 from T2 join (select T3.* from T2 join T3 on T2.a2 = T3.a3) T3 on T2.a2 = T3.a3)
--- accepted
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_HaSh(T2) */ a2 from T2 join T3 on T2.a2 = T3.a3)
--- accepted
select /*+ SHUFFLE_HASH(T1) */* from T1 left join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T2) */* from T1 left join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T1, T2) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T2, T1) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T1, T2) */* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- accepted
select /*+ SHUFFLE_HASH(T1, T2) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
select /*+ SHUFFLE_HASH(T1, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
select /*+ SHUFFLE_HASH(T2, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- accepted
select /*+ SHUFFLE_HASH(T2, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
select /*+ SHUFFLE_HASH(T1) */* from T1 inner join T2 on T1.a1 > T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T1) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T2) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T1) */* from T1 where a1 in (select a2 from T2)
--- accepted
select /*+ SHUFFLE_HASH(T2) */* from T1 where a1 in (select a2 from T2)
--- accepted
select /*+ SHUFFLE_HASH(T1)*/T1.b1, sum(T1.a1) from T1 join T2 on T1.b1 = T2.b2 group by T1.b1
--- accepted
select /*+ SHUFFLE_HASH(V22)*/V22.* from V22 join T1 on V22.a1 = T1.a1
--- accepted
select /*+ SHUFFLE_HASH(V2)*/V2.* from V2 join T1 on V2.a1 = T1.a1
--- accepted
select /*+ SHUFFLE_HASH(V2)*/T1.* from T1 join (select T1.* from T1 join T2 on T1.a1 = T2.a2) V2 on T1.a1 = V2.a1
--- accepted
select /*+ SHUFFLE_HASH(V4) */* from T1 join V4 on T1.a1 = V4.a4
--- accepted
select /*+ SHUFFLE_HASH(T1)*/T1.* from T1 join (select T1.* from T1 join T2 on T1.a1 = T2.a2) V2 on T1.a1 = V2.a1
--- accepted
select /*+ SHUFFLE_HASH(T1)*/T4.a1, (select count(*) from T1 join T3 on T1.a1 = T3.a3) as cnt from (select T1.* from T1 join T2 on T1.a1 = T2.a2 where T1.b1 = 'abc') T4
--- accepted
select /*+ SHUFFLE_HASH(T1)*/T4.a1 from (select T1.* from T1 join ((select T1.a1 as a2 from T1) union (select a2 from T2)) T2 on T1.a1 = T2.a2) T4
--- accepted
select /*+ SHUFFLE_HASH(T1)*/T4.a1, (select count(*) from T1 join ((select T1.a1 as a3 from T1) union (select a3 from T3)) T3 on T1.a1 = T3.a3 where T3.a3 = 1) as cnt from (select T1.* from T1 join T2 on T1.a1 = T2.a2) T4
--- accepted
select /*+ SHUFFLE_HASH(T1)*/* from (select T1.* from T1 join T2 on T1.a1 = T2.a2)
--- accepted
select /*+ SHUFFLE_HASH(T1)*/* from (select T1.* from T1 join T2 on T1.a1 = T2.a2 where T1.b1 = 'abc')
--- accepted
select /*+ SHUFFLE_HASH(T1)*/T1.* from T1 join V5 on T1.a1 = V5.a1
--- accepted
select /*+ SHUFFLE_HASH(T1)*/* from V5
--- accepted
select /*+ SHUFFLE_HASH(T1)*/* from V2
--- accepted
select /*+ ShUfFlE_HaSh(T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T1) */* from T1, T2
--- accepted
select /*+ SHUFFLE_HASH(T1) */a1 + 1, a1 * 10 from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T1, T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T1) */* from T1 join T2 on T1.a1 = T2.a2 where T1.a1 > 5
--- accepted
select /*+ SHUFFLE_HASH(T1, T2), SHUFFLE_HASH(T2, T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T1), SHUFFLE_HASH(T2) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T1) */* from T1 join T2 on T1.a1 = T2.a2 union select /*+ SHUFFLE_HASH(T3) */* from T3 join T1 on T3.a3 = T1.a1
--- accepted
select /*+ SHUFFLE_HASH(T1), BROADCAST(T1),SHUFFLE_MERGE(T1),NEST_LOOP(T1),MULTI_JOIN(T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T1), NEST_LOOP(T1) */* from T1 join T2 on T1.a1 > T2.a2
--- accepted
select /*+ SHUFFLE_HASH(T2) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(V3)*/V3.* from V3 join T1 on V3.a1 = T1.a1
--- accepted
select /*+ SHUFFLE_MERGE(V2)*/T3.* from T3 join V2 on T3.a3 = V2.a1
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1 where a1 not in (select a2 from T2)
--- accepted
select /*+ SHUFFLE_MERGE(T2) */* from T1 where a1 not in (select a2 from T2)
--- accepted
select /*+ SHUFFLE_MERGE(T1)*/T1.b1, cast(T1.a1 as int) from T1 join T2 on T1.b1 = T2.b2
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1 inner join T2 on T1.a1 = T2.a2 and T1.a1 < 1
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1 inner join T2 on T1.b1 = T2.b2 and T1.a1 < 1 and T1.a1 < T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1, T2 where T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1, T2 where T1.a1 = T2.a2 and T1.a1 > 1
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1 full join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T2) */* from T1 full join T2 on T1.a1 = T2.a2
--- accepted
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_MeRgE(T2) */ count(T2.a2) from T2 join T1 on T2.a2 = T1.a1 group by T1.a1)
--- accepted
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_MeRgE(T2) */ a2 from T2 join T3 on T2.a2 = T3.a3 where T1.a1 = T2.a2)
--- accepted
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_MeRgE(T2) */ a2 + T1.a1 from T2 join T3 on T2.a2 = T3.a3)
--- accepted
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_MeRgE(T2) */ T2.a2 from T2 join T1 on T2.a2 = T1.a1 order by T1.a1 limit 10)
--- accepted
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_MeRgE(T2) */ a2 + T1.a1 from T2 join (select T3.* from T2 join T3 on T2.a2 = T3.a3) T3 on T2.a2 = T3.a3)
--- accepted
select * from T1 WHERE a1 IN (select /*+ ShUfFlE_MeRgE(T2) */ a2 from T2 join T3 on T2.a2 = T3.a3)
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1 left join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T2) */* from T1 left join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T1, T2) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T2, T1) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T1, T2) */* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- accepted
select /*+ SHUFFLE_MERGE(T1, T2) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
select /*+ SHUFFLE_MERGE(T1, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
select /*+ SHUFFLE_MERGE(T2, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T1.b1 = T3.b3
--- accepted
select /*+ SHUFFLE_MERGE(T2, T3) */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1 inner join T2 on T1.a1 > T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T2) */* from T1 right join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1 where a1 in (select a2 from T2)
--- accepted
select /*+ SHUFFLE_MERGE(T2) */* from T1 where a1 in (select a2 from T2)
--- accepted
select /*+ SHUFFLE_MERGE(T1)*/T1.b1, sum(T1.a1) from T1 join T2 on T1.b1 = T2.b2 group by T1.b1
--- accepted
select /*+ SHUFFLE_MERGE(V22)*/V22.* from V22 join T1 on V22.a1 = T1.a1
--- accepted
select /*+ SHUFFLE_MERGE(V2)*/V2.* from V2 join T1 on V2.a1 = T1.a1
--- accepted
select /*+ SHUFFLE_MERGE(V2)*/T1.* from T1 join (select T1.* from T1 join T2 on T1.a1 = T2.a2) V2 on T1.a1 = V2.a1
--- accepted
select /*+ SHUFFLE_MERGE(V4) */* from T1 join V4 on T1.a1 = V4.a4
--- accepted
select /*+ SHUFFLE_MERGE(T1)*/T1.* from T1 join (select T1.* from T1 join T2 on T1.a1 = T2.a2) V2 on T1.a1 = V2.a1
--- accepted
select /*+ SHUFFLE_MERGE(T1)*/T4.a1, (select count(*) from T1 join T3 on T1.a1 = T3.a3) as cnt from (select T1.* from T1 join T2 on T1.a1 = T2.a2 where T1.b1 = 'abc') T4
--- accepted
select /*+ SHUFFLE_MERGE(T1)*/T4.a1 from (select T1.* from T1 join ((select T1.a1 as a2 from T1) union (select a2 from T2)) T2 on T1.a1 = T2.a2) T4
--- accepted
select /*+ SHUFFLE_MERGE(T1)*/T4.a1, (select count(*) from T1 join ((select T1.a1 as a3 from T1) union (select a3 from T3)) T3 on T1.a1 = T3.a3 where T3.a3 = 1) as cnt from (select T1.* from T1 join T2 on T1.a1 = T2.a2) T4
--- accepted
select /*+ SHUFFLE_MERGE(T1)*/* from (select T1.* from T1 join T2 on T1.a1 = T2.a2)
--- accepted
select /*+ SHUFFLE_MERGE(T1)*/* from (select T1.* from T1 join T2 on T1.a1 = T2.a2 where T1.b1 = 'abc')
--- accepted
select /*+ SHUFFLE_MERGE(T1)*/T1.* from T1 join V5 on T1.a1 = V5.a1
--- accepted
select /*+ SHUFFLE_MERGE(T1)*/* from V5
--- accepted
select /*+ SHUFFLE_MERGE(T1)*/* from V2
--- accepted
select /*+ ShUfFlE_MeRgE(T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1, T2
--- accepted
select /*+ SHUFFLE_MERGE(T1) */a1 + 1, a1 * 10 from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T1, T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1 join T2 on T1.a1 = T2.a2 where T1.a1 > 5
--- accepted
select /*+ SHUFFLE_MERGE(T1, T2), SHUFFLE_MERGE(T2, T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T1), SHUFFLE_MERGE(T2) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T1) */* from T1 join T2 on T1.a1 = T2.a2 union select /*+ SHUFFLE_MERGE(T3) */* from T3 join T1 on T3.a3 = T1.a1
--- accepted
select /*+ SHUFFLE_MERGE(T1), BROADCAST(T1),SHUFFLE_HASH(T1),NEST_LOOP(T1),MULTI_JOIN(T1) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T1), NEST_LOOP(T1) */* from T1 join T2 on T1.a1 > T2.a2
--- accepted
select /*+ SHUFFLE_MERGE(T2) */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ STATE_TTL('TMP' = '2d') */ max(b1) from (select a1, b1, count(*) from T1 group by a1, b1) TMP group by a1
--- accepted
select max(b1) from (select /*+ STATE_TTL('T1' = '4d') */ a1, b1, count(*) from T1 group by a1, b1) TMP group by a1
--- accepted
select /*+ STATE_TTL('TMP' = '2d') */ max(b1) from (select /*+ STATE_TTL('T1' = '4d') */ a1, b1, count(*) from T1 group by a1, b1) TMP group by a1
--- accepted
select /*+ STATE_TTL('T1' = '2d') */ max(b1) from (select T1.* from T1 join T2 on T1.a1 = T2.a2) T1 group by a1
--- accepted
select /*+ STATE_TTL('T1' = '2d') */ max(b1) from (select  /*+ BROADCAST(T1) */T1.* from T1 join T2 on T1.a1 = T2.a2) T1 group by a1
--- accepted
select /*+ STATE_TTL('V6' = '2d') */ max(b1) from V6 group by a1
--- accepted
select /*+ STATE_TTL('T2' = '2d', 'T3' = '3d'), STATE_TTL('T1' = '1d', 'T2' = '8d') */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
select /*+ STATE_TTL('T1' = '1d')*/T1.* from T1 join V5 on T1.a1 = V5.a1
--- accepted
select T1.* from T1 join (select /*+ STATE_TTL('T1' = '2d')*/T1.* from T1 join T2 on T1.a1 = T2.a2) tmp on T1.a1 = tmp.a1
--- accepted
select /*+ STATE_TTL('T2' = '2d') */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ STATE_TTL('T1' = '1d', 'T2' = '2d')*/T1.b1, sum(T1.a1) from T1 join T2 on T1.b1 = T2.b2 group by T1.b1
--- accepted
select /*+ STATE_TTL('T2' = '2d', 'T3' = '3d', 'T1' = '1d') */* from T1, T2, T3 where T1.a1 = T2.a2 and T2.b2 = T3.b3
--- accepted
select /*+ STATE_TTL('T2' = '2d', 'T2' = '1d') */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ STATE_TTL('T1' = '2d', 'V4' = '1d') */* from T1 join V4 on T1.a1 = V4.a4
--- accepted
select /*+ STATE_TTL('T1' = '2d'), STATE_TTL('T1' = '8d') */ count(*) from T1 group by a1
--- accepted
select /*+ STATE_TTL('T1' = '2d') */ count(*) from T1 group by a1
--- accepted
select /*+ STATE_TTL('T2' = '2d', 'T1' = '1d') */* from T1 join T2 on T1.a1 = T2.a2
--- accepted
select /*+ STATE_TTL('T1' = '2d', 'T1' = '8d') */ count(*) from T1 group by a1
--- accepted
select /*+ STATE_TTL('T1' = '1d', 'T2' = '2d'), BROADCAST(T1) */T1.b1, sum(T1.a1) from T1 join T2 on T1.b1 = T2.b2 group by T1.b1
--- accepted
SELECT T1.a, T1.b, T1.c, T2.c FROM MyTable T1, MyTable T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.b, T2.c FROM MyTable T1, MyTable T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.i, T2.j FROM (SELECT a, nested.i as i FROM MyTable) T1, (SELECT a, nested.j as j FROM MyTable) T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.i, T2.i FROM (SELECT a, nested.i as i FROM MyTable) T1, (SELECT a, nested.i as i FROM MyTable) T2 WHERE T1.a = T2.a
--- accepted
SELECT * FROM (SELECT a, nested.i FROM MyTable) T1, (SELECT a, nested FROM MyTable) T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.c, T2.c FROM (SELECT * FROM MyTable /*+ OPTIONS('filterable-fields'='b') */ WHERE b = 1) T1, (SELECT * FROM MyTable /*+ OPTIONS('filterable-fields'='b') */ WHERE b = 1) T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.c, T2.c FROM MyTable /*+ OPTIONS('source.num-element-to-skip'='1') */ T1, MyTable /*+ OPTIONS('source.num-element-to-skip'='1') */ T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.c, T2.c FROM (SELECT * FROM MyTable LIMIT 10) T1, (SELECT * FROM MyTable LIMIT 10) T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.c, T2.c FROM (SELECT * FROM MyTable /*+ OPTIONS('partition-list'='c:1;c:2') */ WHERE c = '1') T1, (SELECT * FROM MyTable /*+ OPTIONS('partition-list'='c:1;c:2') */ WHERE c = '1') T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.c, T2.b FROM (SELECT MIN(a) as a, MIN(c) as c FROM W_T GROUP BY TUMBLE(rtime, INTERVAL '10' SECOND)) T1, (SELECT MIN(a) as a, MIN(b) as b FROM W_T GROUP BY TUMBLE(rtime, INTERVAL '10' SECOND)) T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.c, T2.c FROM MyTable /*+ OPTIONS('source.num-element-to-skip'='1') */ T1, MyTable /*+ OPTIONS('source.num-element-to-skip'='10') */ T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.b, T2.c FROM (SELECT a, b + 1 as b FROM MyTable) T1, MyTable T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.c, T2.c FROM (SELECT * FROM MyTable /*+ OPTIONS('filterable-fields'='b') */ WHERE b = 2) T1, (SELECT * FROM MyTable /*+ OPTIONS('filterable-fields'='b') */ WHERE b = 1) T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.b, T2.c FROM (SELECT * FROM MyTable WHERE b = 2) T1, (SELECT * FROM MyTable WHERE b = 3) T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.c, T2.c FROM MyTable /*+ OPTIONS('source.num-element-to-skip'='1') */ T1, MyTable T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.c, T2.c FROM (SELECT * FROM MyTable LIMIT 11) T1, (SELECT * FROM MyTable LIMIT 10) T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.b, T1.metadata_1, T1.metadata_2, T2.c, T2.metadata_2 FROM MyTable T1, MyTable T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.b, T1.metadata_1, T2.c, T2.metadata_2 FROM MyTable T1, MyTable T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.b, T1.metadata_1, T2.c, T2.metadata_1 FROM MyTable T1, MyTable T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.b, T1.metadata_1, T1.compute_metadata, T2.c, T2.metadata_2 FROM MyTable T1, MyTable T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.c, T2.c FROM (SELECT * FROM MyTable /*+ OPTIONS('partition-list'='c:1;c:2') */ WHERE c = '1') T1, (SELECT * FROM MyTable /*+ OPTIONS('partition-list'='c:1;c:2') */ WHERE c = '2') T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a, T1.c, T2.c FROM MyTable T1, MyTable T2 WHERE T1.a = T2.a
--- accepted
SELECT T1.a1, T1.a2 FROM (SELECT a0, window_start, window_end, MIN(a1) as a1, MIN(a2) as a2, MIN(metadata_0) as metadata_0 FROM TABLE(   TUMBLE(TABLE MyTable1, DESCRIPTOR(rowtime), INTERVAL '1' SECOND))  GROUP BY a0, window_start, window_end) T1, (SELECT a0, window_start, window_end, MIN(a1) as a1  FROM TABLE(   TUMBLE(TABLE MyTable1, DESCRIPTOR(rowtime), INTERVAL '1' SECOND))  GROUP BY a0, window_start, window_end) T2 WHERE T1.a1 = T2.a1
--- accepted
SELECT T1.a1, T2.a2 FROM (SELECT a0, window_start, window_end, MIN(a1) as a1  FROM TABLE(   TUMBLE(TABLE MyTable1, DESCRIPTOR(rowtime), INTERVAL '1' SECOND))  GROUP BY a0, window_start, window_end) T1, (SELECT a0, window_start, window_end, MIN(a1) as a1, MIN(a2) as a2, MIN(metadata_0) as metadata_0 FROM TABLE(   TUMBLE(TABLE MyTable1, DESCRIPTOR(rowtime), INTERVAL '1' SECOND))  GROUP BY a0, window_start, window_end) T2 WHERE T1.a1 = T2.a1
--- accepted
SELECT * FROM (Select count(*) c1 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and fact_part.price < 100) s1, (Select count(*) c2 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and dim.price < 200) s2, (Select count(*) c3 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and dim.price < 400) s3
--- accepted
SELECT * FROM (Select count(*) c1 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and fact_part.price < 100) s1, (Select count(*) c2 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and fact_part.price < 200) s2, (Select count(*) c3 from fact_part, dim where fact_part.fact_date_sk = dim_date_sk and fact_part.price < 400) s3
--- accepted
Select * from fact_part where not exists (select dim_date_sk from dim where dim.price < 500)
--- accepted
Select * from dim join (select fact_date_sk as fact_date_sk1, price + 1 as price1 from fact_part) t1 on t1.fact_date_sk1 = dim_date_sk and t1.price1 > 200 and dim.price < 500
--- accepted
Select * from fact_part join (select dim_date_sk, sum(dim.price) from dim where  dim.price < 500 group by dim_date_sk) dimSide on fact_part.fact_date_sk = dimSide.dim_date_sk
--- accepted
Select * from fact_part join (select * from dim, sales, item where dim.id = sales.id and sales.id = item.id and dim.price < 500 and sales.price > 300) dimSide on fact_part.fact_date_sk = dimSide.dim_date_sk
--- accepted
Select * from fact_part join item on fact_part.id = item.id join (select dim_date_sk + 1 as dim_date_sk, price from dim) dim1 on fact_part.fact_date_sk = dim1.dim_date_sk where dim1.price < 500 and dim1.price > 300
--- accepted
Select * from (select fact_date_sk + 1 as fact_date_sk, id from fact_part) fact_part1 join item on fact_part1.id = item.id join dim on fact_part1.fact_date_sk = dim.dim_date_sk where dim.price < 500 and dim.price > 300
--- accepted
Select * from fact_part, item, dim where fact_part.id = dim.id and fact_part.id = item.id and dim.id = item.id  and dim.price < 500 and dim.price > 300
--- accepted
Select * from dim, fact_part where fact_part.id = dim.id and dim.price < 500
--- accepted
Select * from fact_part join (Select * from dim) t1 on fact_part.fact_date_sk = dim_date_sk where t1.price < 500
--- accepted
Select * from dim join fact_part on fact_part.fact_date_sk = dim.dim_date_sk where dim.id is not null
--- accepted
Select * from dim, fact_part where fact_part.fact_date_sk = dim.dim_date_sk and fact_part.price > 100
--- accepted
Select * from (Select fact_part.id, item.amount, fact_part.name, sum(fact_part.price), sum(item.price), sum(fact_date_sk) as fact_date_sk1 from fact_part join item on fact_part.id = item.id group by fact_part.id, fact_part.name, item.amount) t1 join dim on t1.fact_date_sk1 = dim.dim_date_sk where dim.price < 500 and dim.price > 300
--- accepted
Select * from (Select fact_date_sk, item.amount, sum(fact_part.price) from fact_part join item on fact_part.id = item.id group by fact_date_sk, item.amount) t1 join dim on t1.fact_date_sk = dim.dim_date_sk where dim.price < 500 and dim.price > 300
--- accepted
Select * from (Select id, amount, fact_date_sk, count(name), sum(price) from fact_part_without_agg_push_down where fact_date_sk > 100 group by id, amount, fact_date_sk) t1 join dim on t1.fact_date_sk = dim.dim_date_sk where dim.price < 500 and dim.price > 300
--- accepted
Select * from (Select id, amount, fact_date_sk, count(name), sum(price) from fact_part where fact_date_sk > 100 group by id, amount, fact_date_sk) t1 join dim on t1.fact_date_sk = dim.dim_date_sk where dim.price < 500 and dim.price > 300
--- accepted
Select * from fact_part, item, dim where fact_part.id = item.id and dim.price in (select price from dim where amount = (select amount from dim where amount = 2000)) and fact_part.fact_date_sk = dim.dim_date_sk
--- accepted
Select * from (select id, fact_date_sk, amount + 1 as amount1 from fact_part where price = 1 union all select id, fact_date_sk, amount + 1 from fact_part where price = 2) fact_part2, item, dim where fact_part2.fact_date_sk = dim.dim_date_sk and fact_part2.id = item.id and dim.price < 500 and dim.price > 300
--- accepted
Select * from fact_part, item, dim where fact_part.fact_date_sk = dim.dim_date_sk and fact_part.id = item.id and dim.id = item.id  and dim.price < 500 and dim.price > 300
--- accepted
Select * from fact_part, dim where fact_part.fact_date_sk = dim.dim_date_sk and dim.price < 500
--- accepted
Select * from fact_part, dim where fact_part.fact_date_sk = dim.dim_date_sk and fact_part.price > 200 and dim.price < 500
--- accepted
Select * from dim, fact_part where fact_part.fact_date_sk = dim.dim_date_sk and dim.price < 500
--- accepted
Select * from dim, fact_part where fact_part.fact_date_sk = dim.dim_date_sk and fact_part.price > 200 and dim.price < 500
--- accepted
Select * from dim join (select fact_date_sk, amount + 1 as amount from fact_part) t1 on fact_date_sk = dim_date_sk and t1.amount = dim.amount where dim.price < 500
--- accepted
Select * from dim, legacy_source where legacy_source.fact_date_sk = dim.dim_date_sk and dim.price < 500
--- accepted
Select * from dim, none_part_fact where none_part_fact.fact_date_sk = dim.dim_date_sk and dim.price < 500
--- accepted
Select * from fact_part full outer join (select *  from dim where dim.price < 500) on fact_date_sk = dim_date_sk
--- accepted
Select * from dim, fact_part where fact_part.amount = dim.amount and dim.price < 500
--- accepted
Select * from dim left outer join fact_part on fact_part.fact_date_sk = dim.dim_date_sk where dim.price < 500
--- accepted
Select * from fact_part left outer join dim on fact_part.fact_date_sk = dim.dim_date_sk where dim.price < 500
--- accepted
Select * from fact_part, dim, sales where fact_part.id = sales.id and fact_part.fact_date_sk = dim.dim_date_sk and dim.price < 500 and dim.amount > 100
--- accepted
Select * from dim join (select fact_date_sk + 1 as fact_date_sk1, price + 1 as price1 from fact_part) t1 on t1.fact_date_sk1 = dim_date_sk and t1.price1 > 200 and dim.price < 500
--- accepted
Select * from dim join (select id, name, amount, price, fact_date_sk as fact_date_sk1 from fact_part) t1 on t1.fact_date_sk1 = dim_date_sk and t1.price > 200 and dim.price < 500
--- accepted
Select * from dim join (select fact_date_sk, id, name, amount, price from fact_part) t1 on t1.fact_date_sk = dim_date_sk and t1.price > 200 and dim.price < 500
--- accepted
Select * from fact_part where fact_part.fact_date_sk in (select dim_date_sk from dim where dim.price < 500)
--- accepted
select * from fact where fact.fact_date_sk not in (select dim_date_sk from dim where dim.price < 500)
--- accepted
select * from fact join (select dim_date_sk, sum(dim.price) from dim where  dim.price < 500 group by dim_date_sk) dimSide on fact.fact_date_sk = dimSide.dim_date_sk
--- accepted
select * from fact join (select dim_date_sk, sum(dim.price) + 1 as sum_price from dim where  dim.price < 500 group by dim_date_sk) dimSide on fact.fact_date_sk = dimSide.dim_date_sk
--- accepted
select * from fact join (select * from (select dim_date_sk, sum(dim.price) from dim group by dim_date_sk) agg1 join (select dim_date_sk, sum(dim.amount) from dim group by dim_date_sk) agg2 on agg1.dim_date_sk = agg2.dim_date_sk) as dimSide on fact.fact_date_sk = dimSide.dim_date_sk
--- accepted
select * from dim, fact, fact2 where fact.amount = fact2.amount and fact.amount = dim.amount and dim.price < 500
--- accepted
select * from fact2 join (select * from fact left join dim on dim.amount = fact.amount and dim.price < 500) as dimSide on fact2.amount = dimSide.amount
--- accepted
select * from fact, dim where fact.amount = dim.amount and dim.price < 500
--- accepted
select * from fact, dim, dim2 where fact.amount = dim.amount and fact.amount = dim2.amount and dim.price < 500
--- accepted
select * from dim join (select id, fact_date_sk, sum(fact.price) as sum_price from fact group by (id, fact_date_sk)) factSide on dim.price = factSide.sum_price and dim.price < 500
--- accepted
select * from dim inner join (select fact_date_sk, RAND(10) as random from fact) as factSide on dim.amount = factSide.random and dim.price < 500
--- accepted
select * from (select * from fact inner join fact2 on fact.id = fact2.id2) as factSide inner join dim on factSide.amount = dim.amount and factSide.price2 = dim.price and dim.price < 500
--- accepted
select * from dim, fact_part where fact_part.fact_date_sk = dim.dim_date_sk and dim.price < 500
--- accepted
select * from fact full outer join (select * from dim where dim.price < 500) on fact_date_sk = dim_date_sk
--- accepted
select * from dim left outer join fact on fact.amount = dim.amount and dim.price < 500
--- accepted
select * from fact left outer join dim on fact.amount = dim.amount and dim.price < 500
--- accepted
select * from fact, dim where fact.amount = dim.amount and dim.price = 500
--- accepted
select * from fact, fact2, dim where fact.amount = fact2.amount and fact.amount = dim.amount and dim.price < 500
--- accepted
select * from fact, fact2, dim where fact.price = fact2.price and fact.amount = dim.amount and dim.price < 500
--- accepted
select * from dim join (select id, fact_date_sk, sum(fact.price) from fact group by (id, fact_date_sk)) factSide on dim.dim_date_sk = factSide.fact_date_sk and dim.price < 500
--- accepted
select * from dim, fact where dim.amount = fact.amount and dim.price < 500 and fact.price > 600
--- accepted
Select * from (select id, fact_date_sk, amount as amount1 from fact where price < 500 union all select id, fact_date_sk, amount from fact where price > 600) fact2, dim where fact2.fact_date_sk = dim.dim_date_sk and dim.price < 500
--- accepted
select * from fact where fact.fact_date_sk in (select dim_date_sk from dim where dim.price < 500)
--- accepted
SELECT a, func3(count(*)) from MyTable group by a
--- accepted
SELECT func1(e.f.h) from MyTable
--- accepted
SELECT func5(a).f0 from MyTable
--- accepted
SELECT func1(func5(a).f0) from MyTable
--- accepted
SELECT a, func1(a) from MyTable
--- accepted
SELECT func1(a), func2(a), func1(a), func2(a) from MyTable
--- accepted
SELECT a from MyTable INNER JOIN MyTable2 ON func2(a) = func2(a2) AND REGEXP(func2(a), 'string (2|4)')
--- accepted
SELECT a from MyTable INNER JOIN MyTable2 ON a = a2 AND func6(a, a2) > 10
--- accepted
SELECT a from MyTable INNER JOIN MyTable2 ON a = a2 WHERE REGEXP(func2(a), 'val (2|3)')
--- accepted
SELECT a from MyTable INNER JOIN MyTable2 ON a = a2 WHERE func6(a, a2) > 10
--- accepted
SELECT func1(a) from MyTable INNER JOIN MyTable2 ON a = a2
--- accepted
SELECT func1(1)
--- accepted
SELECT a from MyTable LEFT JOIN MyTable2 ON a = a2 WHERE a = a2 AND func6(a, a2) > 10
--- accepted
SELECT a, a2 from MyTable LEFT JOIN MyTable2 ON func1(a) = func1(a2)
--- accepted
SELECT a, a2 from MyTable LEFT JOIN MyTable2 ON a = a2 WHERE REGEXP(func2(a), 'string (2|3)')
--- accepted
SELECT a from MyTable LEFT JOIN MyTable2 ON a = a2 WHERE func6(a, a2) > 10
--- accepted
SELECT a from MyTable LEFT JOIN MyTable2 ON a = a2 AND func1(a2) > 10
--- accepted
SELECT a from MyTable LEFT JOIN MyTable2 ON a = a2 WHERE func1(a2) > 10
--- accepted
SELECT 'foo', func1(a) FROM MyTable
--- accepted
SELECT func1(func1(func1(a))) from MyTable
--- accepted
SELECT func1(ABS(1))
--- accepted
SELECT Concat(func2(a), 'foo') from MyTable
--- accepted
SELECT blah FROM (SELECT func2(a) as blah from MyTable) WHERE REGEXP(blah, 'string (2|3)')
--- accepted
SELECT a from MyTable RIGHT JOIN MyTable2 ON a = a2 WHERE a = a2 AND func6(a, a2) > 10
--- accepted
SELECT a, a2 from MyTable RIGHT JOIN MyTable2 ON func1(a) = func1(a2)
--- accepted
SELECT a from MyTable RIGHT JOIN MyTable2 ON a = a2 WHERE func6(a, a2) > 10
--- accepted
SELECT a from MyTable RIGHT JOIN MyTable2 ON a = a2 AND func1(a) > 10
--- accepted
SELECT a from MyTable RIGHT JOIN MyTable2 ON a = a2 WHERE func1(a) > 10
--- accepted
SELECT func4(d) from MyTable
--- accepted
SELECT func1(a) FROM MyTable
--- accepted
SELECT func1(func1(a)), func1(func1(func1(a))), func1(a) from MyTable
--- accepted
SELECT func1(a), func1(a) from MyTable
--- accepted
SELECT a from MyTable where REGEXP(func2(a), 'string (2|3)')
--- accepted
SELECT func2(a) from MyTable where REGEXP(func2(a), 'val (2|3)')
--- accepted
SELECT blah FROM (select a as blah from MyTable WHERE REGEXP(func2(a), 'string (2|3)'))
--- accepted
SELECT a from MyTable where func1(a) >= 12
--- accepted
SELECT func1(a) FROM MyTable where a not in (select a2 from MyTable2)
--- accepted
select * FROM MyTable, LATERAL TABLE(tableFunc(func1(a)))
--- accepted
select * FROM MyTable, LATERAL TABLE(tableFunc(ABS(func1(a))))
--- accepted
select * FROM MyTable, LATERAL TABLE(tableFunc(func1(ABS(a))))
--- accepted
select * FROM MyTable, LATERAL TABLE(asyncTableFunc(cast(cast(a as int) as int)))
--- accepted
select * FROM MyTable, LATERAL TABLE(asyncTableFunc(e.f.h))
--- accepted
select * FROM MyTable, LATERAL TABLE(asyncTableFunc(scalar(a)))
--- accepted
select * FROM MyTable, LATERAL TABLE(asyncTableFunc(ABS(a)))
--- accepted
SELECT 1 FROM (SELECT SUM(a1), COUNT(*) FROM T1) t
--- accepted
SELECT * FROM T2 WHERE EXISTS (SELECT SUM(a1), COUNT(*) FROM T1)
--- accepted
SELECT * FROM T2 WHERE EXISTS (SELECT SUM(a1), COUNT(*) FROM T1 WHERE 1=2)
--- accepted
SELECT 1 FROM (SELECT SUM(a1) FROM T1) t
--- accepted
SELECT * FROM T2 WHERE EXISTS (SELECT COUNT(*) FROM T1)
--- accepted
SELECT * FROM T2 WHERE EXISTS (SELECT COUNT(*) FROM T1 WHERE 1=2)
--- accepted
SELECT a, b, c, x, y FROM MyTable, LATERAL TABLE(func(a * a, b)) AS T(x, y) WHERE x = a and pyFunc(x, x) = 2 and y + 1 = y * y
--- accepted
SELECT * FROM MyTable WHERE a = 1 OR a = 2 OR a = 3 OR a = 4 OR b = 1 OR (a <> 1 AND a <> 2 AND a <> 3 AND a <> 4)
--- accepted
SELECT * FROM MyTable WHERE b = 1 OR a = 1 OR a = 2 OR a = 3 OR a = 4  AND (a <> 1 AND a <> 2 AND a <> 3 AND a <> 4)
--- accepted
SELECT * FROM MyTable WHERE b = 1 OR b = 2 OR (a <> 1 AND a <> 2 AND a <> 3 AND a <> 4 AND c = 1) OR b = 3 OR b = 4 OR c = 1
--- accepted
SELECT * FROM MyTable WHERE a = 1 OR a = 2 OR a = 3 OR a = 4
--- accepted
SELECT * FROM MyTable WHERE d = 1 OR d = 2 OR d = 3 OR d = 4 OR d = 5 OR d = 6 OR d = 7 OR d = 8 OR d = 9 OR d = 10 OR d = 11 OR d = 12 OR d = 13 OR d = 14 OR d = 15 OR d = 16 OR d = 17 OR d = 18 OR d = 19 OR d = 20
--- accepted
SELECT * FROM MyTable WHERE a = 1 OR a = 2 OR a = 3 OR a = 4 OR a = 5
--- accepted
SELECT * FROM MyTable WHERE d = 1 OR d = 2 OR d = 3 OR d = 4 OR d = 5 OR d = 6 OR d = 7 OR d = 8 OR d = 9 OR d = 10 OR d = 11 OR d = 12 OR d = 13 OR d = 14 OR d = 15 OR d = 16 OR d = 17 OR d = 18 OR d = 19
--- accepted
SELECT * FROM MyTable WHERE a = 1 OR a = 2 OR a = 3
--- accepted
SELECT * FROM MyTable WHERE (a = 1 OR a = 2 OR a = 3 OR a = 4) AND b = 1
--- accepted
SELECT * FROM MyTable WHERE a = 1 OR a = 2 OR a = 3 OR a = 4 AND b = 1
--- accepted
SELECT * FROM MyTable WHERE a = 1 OR a = 2 OR a = 3 OR a = 4 OR b = 1
--- accepted
SELECT * FROM MyTable WHERE a = 1 OR a = 2 OR b = 1 OR a = 3 OR a = 4
--- accepted
SELECT * FROM MyTable WHERE a <> 1 AND a <> 2 AND a <> 3 AND a <> 4
--- accepted
SELECT * FROM MyTable WHERE d <> 1 AND d <> 2 AND d <> 3 AND d <> 4 AND d <> 5 AND d <> 6 AND d <> 7 AND d <> 8 AND d <> 9 AND d <> 10 AND d <> 11 AND d <> 12 AND d <> 13 AND d <> 14 AND d <> 15 AND d <> 16 AND d <> 17 AND d <> 18 AND d <> 19 AND d <> 20
--- accepted
SELECT * FROM MyTable WHERE a <> 1 AND a <> 2 AND a <> 3 AND a <> 4 AND a = 5
--- accepted
SELECT * FROM MyTable WHERE d <> 1 AND d <> 2 AND d <> 3 AND d <> 4 AND d <> 5 AND d <> 6 AND d <> 7 AND d <> 8 AND d <> 9 AND d <> 10 AND d <> 11 AND d <> 12 AND d <> 13 AND d <> 14 AND d <> 15 AND d <> 16 AND d <> 17 AND d <> 18 AND d <> 19
--- accepted
SELECT * FROM MyTable WHERE a <> 1 AND a <> 2 AND a <> 3
--- accepted
SELECT * FROM MyTable WHERE a <> 1 AND a <> 2 AND a <> 3 AND a <> 4 AND b = 1
--- accepted
SELECT * FROM MyTable WHERE a <> 1 AND a <> 2  AND b = 1 AND a <> 3 AND a <> 4
--- accepted
SELECT * FROM MyTable WHERE (a <> 1 AND a <> 2 AND a <> 3 AND a <> 4) OR b = 1
--- accepted
SELECT * FROM MyTable WHERE a <> 1 AND a <> 2 AND a <> 3 AND a <> 4 OR b = 1
--- accepted
SELECT * FROM MyTable WHERE a <> 1 OR a <> 2 OR a <> 3 OR a <> 4 OR b = 1
--- accepted
SELECT * FROM MyTable WHERE e = 'a' or e = 'b' or e = 'c' or e = 'd' or e = 'e' or e = 'f' or e = NULL or e = 'HELLO WORLD!'
--- accepted
SELECT * FROM MyTable WHERE a is null or a = 1 OR a = 2 OR a = 3.0 OR a = 4.0 OR a = 5 OR a = 7 OR a = CAST(8 AS BIGINT)
--- accepted
SELECT MyUdf2(MyUdf1(1)), MyUdf1(MyUdf2(1)) FROM MyTable
--- accepted
SELECT MyUdf(1) FROM MyTable
--- accepted
SELECT PyUdf(), MyUdf(1) FROM MyTable
--- accepted
SELECT RAND(), RAND(), RAND(1), RAND(1), RAND_INTEGER(3), RAND_INTEGER(3) FROM MyTable
--- accepted
SELECT myUdf(1) FROM MyTable
--- accepted
SELECT myUdf(1 + 1) FROM MyTable
--- accepted
SELECT COUNT(DISTINCT a, b) FROM MyTable
--- accepted
SELECT COUNT(DISTINCT a, b) FROM MyTable2 GROUP BY GROUPING SETS (c, d)
--- accepted
SELECT COUNT(A.a) FROM (SELECT DISTINCT a FROM T) AS A JOIN T AS B ON A.a=B.a
--- accepted
SELECT SUM(A.a) FROM (SELECT DISTINCT a FROM T) AS A JOIN T AS B ON A.a=B.a
--- accepted
SELECT a, COUNT(c) FROM MyTable2 GROUP BY a
--- accepted
SELECT a, COUNT(*) FROM MyTable2 GROUP BY a
--- accepted
SELECT a, SUM(b) AS s FROM MyTable3 GROUP BY CUBE(a, c, d)
--- accepted
SELECT a, MAX(c) from MyTable1 GROUP BY a
--- accepted
SELECT a, SUM(b) AS s FROM MyTable3 GROUP BY GROUPING SETS((a, c), (a, d))
--- accepted
SELECT a, SUM(b) AS s FROM MyTable3 GROUP BY GROUPING SETS((a, c), (a), ())
--- accepted
SELECT a, COUNT(DISTINCT b), SUM(DISTINCT b) FROM MyTable2 GROUP BY a
--- accepted
SELECT a, COUNT(DISTINCT c), SUM(DISTINCT b) FROM MyTable3 GROUP BY a, d
--- accepted
SELECT a, SUM(DISTINCT b), MAX(DISTINCT b), MIN(DISTINCT c) FROM MyTable2 GROUP BY a
--- accepted
SELECT a, COUNT(DISTINCT c), SUM(b) FROM MyTable3 GROUP BY a, d
--- accepted
SELECT a, SUM(b) AS s FROM MyTable3 GROUP BY ROLLUP(a, c, d)
--- accepted
SELECT a, COUNT(DISTINCT c) FROM MyTable2 GROUP BY a
--- accepted
SELECT a, COUNT(DISTINCT c) FROM MyTable2 GROUP BY a, b
--- accepted
SELECT a, COUNT(DISTINCT b), SUM(b) FROM MyTable2 GROUP BY a
--- accepted
SELECT a, COUNT(DISTINCT b), SUM(b) FROM MyTable2 GROUP BY a, c
--- accepted
SELECT a, COUNT(DISTINCT c), SUM(b) FROM MyTable3 GROUP BY a
--- accepted
SELECT a, MIN(c) FILTER (WHERE b > 0), MAX(b) FROM MyTable2 GROUP BY a
--- accepted
SELECT a, b FROM MyTable2 GROUP BY a, b
--- accepted
SELECT a, b + 1, c, s FROM (SELECT a, MIN(b) AS b, SUM(b) AS s, MAX(c) AS c FROM MyTable2 GROUP BY a)
--- accepted
SELECT a, SUM(b) AS s FROM MyTable2 GROUP BY a
--- accepted
SELECT MAX(a), SUM(b), MIN(c) FROM MyTable2
--- accepted
SELECT MAX(a), SUM(b), MIN(c) FROM (VALUES (1, 2, 3)) T(a, b, c)
--- accepted
SELECT * FROM MyTable2 WHERE EXISTS (SELECT SUM(a) FROM MyTable1 WHERE 1=2)
--- accepted
SELECT SUM(a) FROM (SELECT a FROM MyTable2 WHERE 1=2)
--- accepted
SELECT a FROM (SELECT a FROM MyTable) t WHERE random_udf(a) > 10
--- accepted
SELECT * FROM MyTable1 WHERE (a1, b1, c1) NOT IN (select a2, b2, c2 FROM MyTable2 WHERE a2 = 2 AND b2 > 10) AND c1 IS NOT NULL
--- accepted
SELECT * FROM (SELECT * FROM leftT WHERE a NOT IN (SELECT c FROM rightT WHERE c < 3)) T WHERE T.b > 2
--- accepted
SELECT * FROM (SELECT * FROM leftT WHERE NOT EXISTS (SELECT * FROM rightT where c > 10)) T WHERE T.b > 2
--- accepted
SELECT * FROM (SELECT * FROM leftT WHERE a NOT IN (SELECT c FROM rightT WHERE b = d AND c < 3)) T WHERE T.b > 2
--- accepted
SELECT * FROM (SELECT * FROM leftT WHERE NOT EXISTS (SELECT * FROM rightT WHERE a = c)) T WHERE T.b > 2
--- accepted
SELECT * FROM (SELECT * FROM leftT WHERE a IN (SELECT c FROM rightT)) T WHERE T.b > 2
--- accepted
SELECT * FROM (SELECT * FROM leftT WHERE EXISTS (SELECT * FROM rightT)) T WHERE T.b > 2
--- accepted
SELECT * FROM (SELECT * FROM leftT WHERE EXISTS (SELECT * FROM rightT WHERE a = c)) T WHERE T.b > 2
--- accepted
SELECT * FROM MyTable1 FULL JOIN MyTable2 ON a1 = a2 AND a1 = 2
--- accepted
SELECT * FROM MyTable2, MyTable1 WHERE b1 = b2 AND c1 = c2 AND a2 = 2 AND b2 > 10 AND COALESCE(c1, c2) <> ''
--- accepted
SELECT * FROM MyTable1 FULL JOIN MyTable2 ON a1 = a2 AND b1 = b2 AND c1 = c2 WHERE a2 = 2 AND b2 > 10 AND c1 IS NOT NULL
--- accepted
SELECT * FROM MyTable1 FULL JOIN MyTable2 ON a1 = a2 AND b1 = b2 WHERE a1 = 2
--- accepted
SELECT * FROM MyTable1 FULL JOIN MyTable2 ON a1 = a2 AND b1 = b2 WHERE a2 = 2
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON a1 = a2 WHERE a1 = a2 + 2
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON a1 = a2 AND b1 = b2 AND a1 = 2 AND b2 > 10
--- accepted
SELECT * FROM MyTable1 INNER JOIN MyTable2 ON a1 = a2 WHERE a2 < 1
--- accepted
SELECT * FROM MyTable1 INNER JOIN MyTable2 ON a1 = a2 WHERE a2 <> 1
--- accepted
SELECT * FROM MyTable1 INNER JOIN MyTable2 ON a1 = a2 WHERE a2 > 1
--- accepted
SELECT * FROM MyTable1 INNER JOIN MyTable2 ON a1 = a2 WHERE a2 >= 1
--- accepted
SELECT * FROM MyTable1 INNER JOIN MyTable2 ON a1 = a2 WHERE a2 <= 1
--- accepted
SELECT * FROM MyTable1 INNER JOIN MyTable2 ON a1 = a2 WHERE a2 = null
--- accepted
SELECT * FROM MyTable1 INNER JOIN MyTable2 ON a1 = a2 WHERE a2 IS NULL
--- accepted
SELECT * FROM MyTable1 INNER JOIN MyTable2 ON a1 = a2 WHERE a2 IS NULL AND a1 < 10
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON a1 = a2 AND b1 = b2 AND c1 = c2 WHERE a2 = 2 AND b2 > 10 AND c1 IS NOT NULL
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON a1 = a2 WHERE a1 = 2
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON a1 = a2 WHERE a2 = 2
--- accepted
SELECT * FROM leftT WHERE a NOT IN (SELECT c FROM rightT WHERE b > 2)
--- accepted
SELECT * FROM leftT WHERE NOT EXISTS (SELECT * FROM rightT WHERE b > 2)
--- accepted
SELECT * FROM leftT WHERE a NOT IN (SELECT c FROM rightT WHERE b = d AND b > 1)
--- accepted
SELECT * FROM leftT WHERE NOT EXISTS (SELECT * FROM rightT WHERE a = c AND b > 2)
--- accepted
SELECT * FROM leftT WHERE a IN (SELECT c FROM rightT WHERE b > 2)
--- accepted
SELECT * FROM leftT WHERE EXISTS (SELECT * FROM rightT WHERE b > 2)
--- accepted
SELECT * FROM leftT WHERE EXISTS (SELECT * FROM rightT WHERE a = c AND b > 2)
--- accepted
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 AND a2 = 2
--- accepted
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON true WHERE b1 = b2 AND c1 = c2 AND a2 = 2 AND b2 > 10 AND COALESCE(c1, c2) <> ''
--- accepted
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 WHERE a2 < 1
--- accepted
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 WHERE a2 <> 1
--- accepted
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 WHERE a2 > 1
--- accepted
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 WHERE a2 >= 1
--- accepted
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 WHERE a2 <= 1
--- accepted
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 WHERE a2 = null
--- accepted
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 WHERE a2 IS NULL
--- accepted
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 WHERE a2 IS NULL AND a1 < 10
--- accepted
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 AND b1 = b2 AND c1 = c2 WHERE a2 = 2 AND b2 > 10 AND c1 IS NOT NULL
--- accepted
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON a1 = a2 WHERE a1 = 2
--- accepted
SELECT * FROM MyTable1 RIGHT JOIN MyTable2 ON a1 = a2 AND a1 = 2
--- accepted
SELECT * FROM MyTable1 RIGHT JOIN MyTable2 ON true WHERE b1 = b2 AND c1 = c2 AND a2 = 2 AND b2 > 10 AND COALESCE(c1, c2) <> ''
--- accepted
SELECT * FROM MyTable1 RIGHT JOIN MyTable2 ON a1 = a2 WHERE a1 IS NULL
--- accepted
SELECT * FROM MyTable1 RIGHT JOIN MyTable2 ON a1 = a2 WHERE a1 IS NULL AND a2 < 10
--- accepted
SELECT * FROM MyTable1 RIGHT JOIN MyTable2 ON a1 = a2 AND b1 = b2 AND c1 = c2 WHERE a2 = 2 AND b2 > 10 AND c1 IS NOT NULL
--- accepted
SELECT * FROM MyTable1 RIGHT JOIN MyTable2 ON a1 = a2 WHERE a2 = 2
--- accepted
SELECT * FROM MyTable1 WHERE (a1, b1, c1) IN (SELECT a2, b2, c2 FROM MyTable2 WHERE a2 = 2 AND b2 > 10) AND c1 IS NOT NULL
--- accepted
SELECT * FROM MyTable WHERE EXISTS (SELECT a FROM MyTable LIMIT 0)
--- accepted
SELECT * FROM MyTable WHERE a IN (SELECT a FROM MyTable LIMIT 0)
--- accepted
SELECT * FROM MyTable INNER JOIN (SELECT * FROM MyTable LIMIT 0) ON TRUE
--- accepted
SELECT * FROM MyTable WHERE NOT EXISTS (SELECT a FROM MyTable LIMIT 0)
--- accepted
SELECT * FROM MyTable WHERE a NOT IN (SELECT a FROM MyTable LIMIT 0)
--- accepted
SELECT * FROM MyTable ORDER BY a LIMIT 0 OFFSET 10
--- accepted
SELECT * FROM MyTable ORDER BY a LIMIT 0
--- accepted
SELECT * FROM (SELECT a FROM MyTable LIMIT 0)
--- accepted
SELECT a, b, RANK() OVER (PARTITION BY b ORDER BY a) rk FROM MyTable
--- accepted
SELECT * FROM T1 WHERE a NOT IN (SELECT d FROM T2 WHERE 1=0)
--- accepted
SELECT * FROM T1 WHERE a IN (SELECT d FROM T2 WHERE 1=0)
--- accepted
SELECT * FROM T1 LEFT JOIN T2 ON a = c
--- accepted
SELECT * FROM (SELECT * FROM T1 JOIN T2 ON a = c) RIGHT JOIN T3 ON a = f
--- accepted
SELECT * FROM T2 RIGHT JOIN T3 on T2.c = T3.f JOIN T1 ON T1.a = T2.c
--- accepted
SELECT * FROM T1 RIGHT JOIN T2 ON a = c
--- accepted
SELECT * FROM T1 RIGHT JOIN T2 ON a + 1 = c - 1
--- accepted
SELECT b, d FROM T1 RIGHT JOIN T2 ON a = c
--- accepted
SELECT * FROM T2 RIGHT JOIN T3 on T2.c = T3.f LEFT JOIN T1 ON T1.a = T2.c
--- accepted
SELECT * FROM T2 RIGHT JOIN T3 on T2.c = T3.f RIGHT JOIN T1 ON T1.a = T2.c
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND EXISTS (SELECT * FROM z WHERE z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND EXISTS (SELECT * FROM z WHERE z.i = x.a AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND EXISTS (SELECT * FROM z WHERE z.i = y.d AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND EXISTS (SELECT * FROM z WHERE z.i > x.a AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND EXISTS (SELECT * FROM z WHERE z.i < y.d AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d IN (SELECT z.i FROM z WHERE z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d IN (SELECT z.i FROM z WHERE y.e = z.j AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a IN (SELECT z.i FROM z WHERE z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a IN (SELECT z.i FROM z WHERE x.b = z.j AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND (x.a, y.e) IN (SELECT z.i, z.j FROM z WHERE z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a IN (SELECT z.i FROM z WHERE y.e = z.j AND z.j < 50)
--- accepted
SELECT a, f FROM (SELECT * FROM x FULL JOIN y ON x.c = y.f) xy WHERE xy.e > 100 AND xy.d IN (SELECT z.i FROM z WHERE z.j < 50)
--- accepted
SELECT a, f FROM (SELECT * FROM x FULL JOIN y ON x.c = y.f) xy WHERE xy.e > 100 AND xy.a IN (SELECT z.i FROM z WHERE z.j < 50)
--- accepted
SELECT a, f FROM (SELECT * FROM x LEFT JOIN y ON x.c = y.f) xy WHERE xy.e > 100 AND xy.d IN (SELECT z.i FROM z WHERE z.j < 50)
--- accepted
SELECT a, f FROM (SELECT * FROM x LEFT JOIN y ON x.c = y.f) xy WHERE xy.e > 100 AND xy.a IN (SELECT z.i FROM z WHERE z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d IN (SELECT z.i FROM z WHERE y.e > z.j AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a IN (SELECT z.i FROM z WHERE x.b > z.j AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a IN (SELECT z.i FROM z WHERE y.e > z.j AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d IN (SELECT z.i FROM z WHERE x.b > z.j AND z.j < 50)
--- accepted
SELECT a, f FROM (SELECT * FROM x RIGHT JOIN y ON x.c = y.f) xy WHERE xy.e > 100 AND xy.d IN (SELECT z.i FROM z WHERE z.j < 50)
--- accepted
SELECT a, f FROM (SELECT * FROM x RIGHT JOIN y ON x.c = y.f) xy WHERE xy.e > 100 AND xy.a IN (SELECT z.i FROM z WHERE z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND NOT EXISTS (SELECT * FROM z WHERE z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND NOT EXISTS (SELECT * FROM z WHERE z.i = x.a AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND NOT EXISTS (SELECT * FROM z WHERE z.i = y.d AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND NOT EXISTS (SELECT * FROM z WHERE z.i > x.a AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND NOT EXISTS (SELECT * FROM z WHERE z.i < y.d AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d NOT IN (SELECT z.i FROM z WHERE z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d NOT IN (SELECT z.i FROM z WHERE y.e = z.j AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a NOT IN (SELECT z.i FROM z WHERE z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a NOT IN (SELECT z.i FROM z WHERE x.b = z.j AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND (x.a, y.e) NOT IN (SELECT z.i, z.j FROM z WHERE z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a NOT IN (SELECT z.i FROM z WHERE y.e = z.j AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d NOT IN (SELECT z.i FROM z WHERE y.e > z.j AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a NOT IN (SELECT z.i FROM z WHERE x.b > z.j AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND x.a NOT IN (SELECT z.i FROM z WHERE y.e > z.j AND z.j < 50)
--- accepted
SELECT a, f FROM x, y WHERE x.c = y.f AND y.e > 100 AND y.d NOT IN (SELECT z.i FROM z WHERE x.b > z.j AND z.j < 50)
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON a = d AND a = e
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON a = d AND a = e AND b = d
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON a = d AND a = e AND a = c
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON a = d AND a = e AND b + 1 = d
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON a = d AND a > e
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON a = d AND a = e AND b > d
--- accepted
SELECT * FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2 WHERE a > e)
--- accepted
SELECT * FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2 WHERE a > e AND b = d)
--- accepted
SELECT * FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2 WHERE a = e)
--- accepted
SELECT * FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2 WHERE a = e AND b = d)
--- accepted
SELECT * FROM T1 WHERE T1.d IN (SELECT e FROM T2)
--- accepted
SELECT * FROM T1 WHERE T1.c IN (SELECT e FROM T2)
--- accepted
SELECT * FROM T1 WHERE T1.c IN (SELECT d FROM T2)
--- accepted
SELECT * FROM T1 WHERE T1.a IN (SELECT e FROM T2)
--- accepted
SELECT * FROM T1 WHERE T1.a IN (SELECT d FROM T2)
--- accepted
SELECT * FROM T1 WHERE T1.a IN (SELECT c FROM T2)
--- accepted
SELECT * FROM T1 WHERE T1.a IN (SELECT b FROM T2)
--- accepted
SELECT a FROM T1 LEFT JOIN (SELECT COUNT(*) AS cnt FROM T2) AS x ON a = x.cnt
--- accepted
SELECT a, d FROM MyTable1, MyTable2 WHERE b = e AND ((a = 1 AND d = 2) OR (a = 2 AND d = 1))
--- accepted
SELECT a, d FROM MyTable1, MyTable2 WHERE ((a = 1 AND d = 2) OR (a = 2 AND d = 1))
--- accepted
SELECT a, d FROM MyTable1, MyTable2 WHERE b = e OR ((a = 1 AND d = 2) OR (a = 2 AND d = 1))
--- accepted
SELECT a, d FROM MyTable1, MyTable2 WHERE (a = 1 AND b = 1 AND d = 2 AND e = 2) OR (a = 2 AND b = 2 AND d = 1 AND e = 1)
--- accepted
SELECT a, d FROM MyTable1, MyTable2 WHERE (a = 1 AND b = 1 AND d = 2 AND e = 2) OR (d = 1 AND e = 1)
--- accepted
SELECT a, d FROM MyTable1, MyTable2 WHERE (a = 1 AND d = 2) OR (a = 2 AND d = 1)
--- accepted
SELECT a, d FROM MyTable1, MyTable2 WHERE (b = e AND a = 0) OR ((a = 1 AND d = 2) OR (a = 2 AND d = 1))
--- accepted
SELECT * FROM MyTable1 FULL JOIN MyTable2 ON c1 = c2
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON d1 = d2
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON a1 > a2
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON e1 = e2
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON a1 = a2
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON c1 = c2
--- accepted
SELECT * FROM MyTable1 JOIN MyTable2 ON b1 = b2
--- accepted
SELECT * FROM MyTable1 LEFT JOIN MyTable2 ON c1 = c2
--- accepted
SELECT * FROM MyTable1 RIGHT JOIN MyTable2 ON c1 = c2
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT d FROM r WHERE CAST(b AS INTEGER) = d)
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r WHERE b + 1 = e)
--- accepted
SELECT * FROM l WHERE NOT EXISTS (SELECT d FROM r WHERE CAST(b AS INTEGER) = d)
--- accepted
SELECT * FROM l WHERE a NOT IN (SELECT d FROM r WHERE b + 1 = e)
--- accepted
SELECT * FROM T1 FULL OUTER JOIN T2 ON a = c, T3 WHERE a = e
--- accepted
SELECT * FROM T1 FULL OUTER JOIN T2 ON a = c JOIN T3 ON a = e
--- accepted
SELECT * FROM T1 FULL OUTER JOIN T2 ON a = c LEFT OUTER JOIN T3 ON a = e
--- accepted
SELECT * FROM T1 FULL OUTER JOIN T2 ON a = c RIGHT OUTER JOIN T3 ON a = e
--- accepted
SELECT * FROM T1 FULL OUTER JOIN T2 ON a = c WHERE a IN (SELECT e FROM T3)
--- accepted
SELECT * FROM T1, T2, T3 WHERE a = c AND a = e
--- accepted
SELECT * FROM T1 JOIN T2 ON a =c LEFT OUTER JOIN T3 ON a = e
--- accepted
SELECT * FROM T1 JOIN T2 ON a =c RIGHT OUTER JOIN T3 ON a = e
--- accepted
SELECT * FROM (SELECT * FROM T1 JOIN T2 ON a = c) t WHERE a IN (SELECT e FROM T3)
--- accepted
SELECT * FROM T1 LEFT OUTER JOIN T2 ON a = c JOIN T3 ON a = e
--- accepted
SELECT * FROM T1 LEFT OUTER JOIN T2 ON a = c LEFT OUTER JOIN T3 ON a = e
--- accepted
SELECT * FROM T1 LEFT OUTER JOIN T2 ON a = c RIGHT OUTER JOIN T3 ON a = e
--- accepted
SELECT * FROM T1 LEFT OUTER JOIN T2 ON a = c WHERE a IN (SELECT e FROM T3)
--- accepted
SELECT * FROM T1 RIGHT OUTER JOIN T2 ON a = c JOIN T3 ON a = e
--- accepted
SELECT * FROM T1 RIGHT OUTER JOIN T2 ON a = c JOIN T3 ON c = e
--- accepted
SELECT * FROM T1 RIGHT OUTER JOIN T2 ON a = c LEFT OUTER JOIN T3 ON a = e
--- accepted
SELECT * FROM T1 RIGHT OUTER JOIN T2 ON a = c LEFT OUTER JOIN T3 ON c = e
--- accepted
SELECT * FROM T1 RIGHT OUTER JOIN T2 ON a = c RIGHT OUTER JOIN T3 ON a = e
--- accepted
SELECT * FROM T1 RIGHT OUTER JOIN T2 ON a = c WHERE a IN (SELECT e FROM T3)
--- accepted
SELECT * FROM T3 RIGHT OUTER JOIN (SELECT * FROM T1 RIGHT OUTER JOIN T2 ON a = c) t ON t.a = T3.e
--- accepted
SELECT * FROM T3 RIGHT OUTER JOIN (SELECT * FROM T1 RIGHT OUTER JOIN T2 ON a = c) t ON t.c = T3.e
--- accepted
SELECT * FROM T1 LEFT JOIN T2 FOR SYSTEM_TIME AS OF T1.proctime AS dimTable ON TRUE
--- accepted
SELECT * FROM T1 JOIN T2 FOR SYSTEM_TIME AS OF T1.proctime AS dimTable ON TRUE
--- accepted
SELECT * FROM T1 JOIN T2 FOR SYSTEM_TIME AS OF T1.proctime AS dimTable ON T1.id = dimTable.id AND dimTable.rate > 10
--- accepted
SELECT * FROM T1 JOIN T3 FOR SYSTEM_TIME AS OF T1.proctime AS dimTable ON T1.id = dimTable.id AND dimTable.rate > 10
--- accepted
SELECT * FROM T1 LEFT JOIN T3 FOR SYSTEM_TIME AS OF T1.rowtime AS dimTable ON T1.id = dimTable.id AND dimTable.rate > 10
--- accepted
SELECT * FROM T1 JOIN T3 FOR SYSTEM_TIME AS OF T1.rowtime AS dimTable ON T1.id = dimTable.id AND dimTable.rate > 10
--- accepted
SELECT * FROM MyTable1 WHERE a NOT IN (SELECT d FROM MyTable2)
--- accepted
SELECT b + 1, c FROM MyTable1 WHERE a NOT IN (SELECT d FROM MyTable2)
--- accepted
SELECT c FROM MyTable1 WHERE a NOT IN (SELECT d FROM MyTable2 WHERE b = e)
--- accepted
SELECT * FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2)
--- accepted
SELECT b + 1, c FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2)
--- accepted
SELECT c FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2 WHERE b = e)
--- accepted
SELECT a FROM MyTable1 WHERE a NOT IN (SELECT d FROM MyTable2)
--- accepted
SELECT a + 1 FROM MyTable1 WHERE a NOT IN (SELECT d FROM MyTable2)
--- accepted
SELECT a, b FROM MyTable1 WHERE a NOT IN (SELECT d FROM MyTable2)
--- accepted
SELECT b, a FROM MyTable1 WHERE a NOT IN (SELECT d FROM MyTable2)
--- accepted
SELECT d FROM (SELECT a, b, c, d FROM MyTable1, MyTable2) t WHERE a NOT IN (SELECT d FROM MyTable2)
--- accepted
SELECT * FROM MyTable1 WHERE EXISTS (SELECT * FROM MyTable2, LATERAL TABLE(table_func(f)) AS T(f1) WHERE EXISTS (SELECT * FROM MyTable3))
--- accepted
SELECT a FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2)
--- accepted
SELECT a + 1 FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2)
--- accepted
SELECT a, b FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2)
--- accepted
SELECT b, a FROM MyTable1 WHERE a IN (SELECT d FROM MyTable2)
--- accepted
SELECT d FROM (SELECT a, b, c, d FROM MyTable1, MyTable2) t WHERE a IN (SELECT d FROM MyTable2)
--- accepted
SELECT d.d1, d.d2 + b FROM SimpleTable
--- accepted
SELECT a, c FROM SimpleTable
--- accepted
SELECT SECOND(c) FROM SimpleTable
--- accepted
SELECT a, b, b as e FROM VirtualTable
--- accepted
SELECT a, b FROM VirtualTable
--- accepted
SELECT a, b, SECOND(d) FROM VirtualTable
--- accepted
SELECT a, SECOND(d) FROM NestedTable
--- accepted
SELECT a, b, d FROM VirtualTable
--- accepted
SELECT b, d.d1, d.d2 FROM SimpleTable
--- accepted
SELECT b, a FROM SimpleTable
--- accepted
SELECT a FROM UdfTable
--- accepted
SELECT * FROM MyTable WHERE amount > 2
--- accepted
SELECT * FROM MyTable WHERE amount > cast(1.1 as int)
--- accepted
SELECT * FROM VirtualTable WHERE amount > 2
--- accepted
SELECT * FROM MyTable WHERE price > 10
--- accepted
SELECT * FROM MyTable WHERE amount > 2 OR amount < 10
--- accepted
SELECT * FROM VirtualTable WHERE amount > 2 OR amount < 10
--- accepted
SELECT * FROM MyTable WHERE name IN ('Alice', 'Bob', 'Dave')
--- accepted
SELECT * FROM MyTable WHERE price > cast(10.1 as int)
--- accepted
SELECT * FROM VirtualTable WHERE price > 10
--- accepted
SELECT * FROM WithWatermark WHERE LOWER(name) = 'foo'
--- accepted
SELECT * FROM MyTable WHERE amount > 2 AND amount < 10
--- accepted
SELECT * FROM VirtualTable WHERE amount > 2 AND amount < 10
--- accepted
SELECT * FROM MTable WHERE LOWER(a) = 'foo' AND UPPER(b) = 'bar'
--- accepted
SELECT * FROM MyTable WHERE amount > 2 AND price > 10
--- accepted
SELECT * FROM MyTable WHERE amount > 2 OR price > 10
--- accepted
SELECT * FROM VirtualTable WHERE amount > 2 OR price > 10
--- accepted
SELECT * FROM VirtualTable WHERE amount > 2 AND price > 10
--- accepted
SELECT * FROM MTable WHERE a > '2024-05-13 08:00:00'
--- accepted
SELECT * FROM MyTable WHERE amount > 2 AND myUdf(amount) < 32
--- accepted
SELECT * FROM NestedTable WHERE deepNested.nested1.`value` > 2
--- accepted
SELECT * FROM NestedItemTable WHERE `Result`.`Mid`.data_arr[2].`value` = 3
--- accepted
SELECT * FROM NestedItemTable WHERE `Result`.`Mid`.data_map['item'].`value` = 3
--- accepted
SELECT id FROM NestedTable WHERE `deepNestedWith.`.nested.```name` = 'foo'
--- accepted
SELECT id FROM NestedTable WHERE `deepNestedWith.`.nested.`.value` > 5
--- accepted
SELECT a, c FROM LimitTable LIMIT 5
--- accepted
SELECT a, c FROM LimitTable OFFSET 10 ROWS
--- accepted
SELECT a, c FROM LimitTable OFFSET 10
--- accepted
SELECT * FROM VirtualTable WHERE id > 2
--- accepted
SELECT * FROM MyTable WHERE id > 2
--- accepted
SELECT * FROM VirtualTable WHERE part1 = 'A'
--- accepted
SELECT * FROM MyTable WHERE part1 = 'A'
--- accepted
SELECT * FROM VirtualTable WHERE part2 > 1
--- accepted
SELECT * FROM MyTable WHERE part2 > 1
--- accepted
SELECT * FROM VirtualTable WHERE part1 = 'A' AND part2 > 1
--- accepted
SELECT * FROM MyTable WHERE part1 = 'A' AND part2 > 1
--- accepted
SELECT * FROM VirtualTable WHERE part1 = 'A' OR part2 > 1
--- accepted
SELECT * FROM MyTable WHERE part1 = 'A' OR part2 > 1
--- accepted
SELECT * FROM VirtualTable WHERE (id > 2 OR part1 = 'A') AND part2 > 1
--- accepted
SELECT * FROM MyTable WHERE (id > 2 OR part1 = 'A') AND part2 > 1
--- accepted
SELECT * FROM VirtualTable WHERE id > 2 AND part1 = 'A'
--- accepted
SELECT * FROM MyTable WHERE id > 2 AND part1 = 'A'
--- accepted
SELECT * FROM VirtualTable WHERE id > 2 OR part1 = 'A'
--- accepted
SELECT * FROM MyTable WHERE id > 2 OR part1 = 'A'
--- accepted
SELECT * FROM VirtualTable WHERE id > 2 AND MyUdf(part2) < 3
--- accepted
SELECT * FROM MyTable WHERE id > 2 AND MyUdf(part2) < 3
--- accepted
select * from MyTable where trim(part1) = 'A' and part2 > 1
--- accepted
SELECT a, c, b + 1 FROM MyTable
--- accepted
SELECT a, c, d, b + 1 FROM VirtualTable
--- accepted
SELECT m1, metadata FROM T2
--- accepted
SELECT 1 FROM T4
--- accepted
SELECT m1, metadata FROM T1
--- accepted
SELECT 1 FROM T3
--- accepted
SELECT `Result`.`Mid`.data_arr[ID].`value`, `Result`.`Mid`.data_map['item'].`value` FROM NestedItemTable
--- accepted
SELECT `Result`.`Mid`.data_arr[2].`value`, `Result`.`Mid`.data_arr[ID].`value`, `Result`.`Mid`.data_map['item'].`value`, `Result`.`Mid` FROM NestedItemTable
--- accepted
SELECT `Result`.`Mid`.data_arr[2].`value`, `Result`.`Mid`.data_arr FROM NestedItemTable
--- accepted
SELECT `chart`.`result`[1].`meta`.`symbol` FROM ItemTable
--- accepted
SELECT `Result`.data_arr[ID].`value`, `Result`.data_map['item'].`value`, `outer_array`[1], `outer_array`[ID], `outer_map`['item'] FROM ItemTable
--- accepted
SELECT id, metadata_3, metadata_1 FROM MetadataTable
--- accepted
SELECT a, TRIM(c) FROM MyTable
--- accepted
SELECT a, my_udf(d) FROM VirtualTable
--- accepted
SELECT COUNT(1) FROM MyTable
--- accepted
SELECT metadata FROM T5
--- accepted
SELECT metadata, f1 FROM T5
--- accepted
SELECT a, d FROM VirtualTable
--- accepted
select a, c from MyTable /*+ OPTIONS('scan.watermark.idle-timeout' = '60s')*/
--- accepted
select a, c from MyTable
--- accepted
select a, c from MyTable /*+ OPTIONS('scan.watermark.alignment.group'='group1', 'scan.watermark.alignment.max-drift'='1min') */
--- accepted
select a, c from MyTable /*+ OPTIONS('scan.watermark.emit.strategy'='on-event') */
--- accepted
SELECT * from MyTable
--- accepted
SELECT * FROM MyTable
--- accepted
SELECT a, b FROM MyTable WHERE d > TO_TIMESTAMP('2020-10-09 12:12:12')
--- accepted
SELECT pandasFunc3(pandasFunc2(a + pandasFunc1(a, c), b), c) FROM MyTable
--- accepted
SELECT pyFunc3(pyFunc2(a + pyFunc1(a, c), b), c) FROM MyTable
--- accepted
SELECT a, pyFunc1(b, pyFunc1(c, d._1)) FROM MyTable
--- accepted
SELECT pyFunc1(f1, f2), f0 + 1 FROM MyTable2
--- accepted
SELECT a, b, pyFunc1(a, c), 1 FROM MyTable
--- accepted
SELECT pandasFunc1(a, b) FROM MyTable
--- accepted
SELECT a, b FROM MyTable WHERE pandasFunc4(a, c)
--- accepted
SELECT pyFunc1(a, b) FROM MyTable
--- accepted
SELECT a, b FROM MyTable WHERE pyFunc4(a, c)
--- accepted
SELECT pandasFunc1(a, b) + 1 FROM MyTable
--- accepted
SELECT pandasFunc1(a, b) FROM MyTable WHERE pandasFunc4(a, c)
--- accepted
SELECT pandasFunc1(a, b), pyFunc1(a, c) + 1, a + 1 FROM MyTable
--- accepted
SELECT pandasFunc1(a, b), c + 1 FROM MyTable
--- accepted
SELECT pandasFunc1(a, b), c + 1 FROM MyTable WHERE pandasFunc2(a, c) > 0
--- accepted
SELECT pyFunc1(a, pandasFunc1(a, b)) + 1 FROM MyTable
--- accepted
SELECT a, pandasFunc1(b, d._1) FROM MyTable
--- accepted
SELECT pyFunc1(a, b) + 1 FROM MyTable
--- accepted
SELECT pyFunc1(a, b) FROM MyTable WHERE pyFunc4(a, c)
--- accepted
SELECT pyFunc1(a, b), c + 1 FROM MyTable WHERE pyFunc2(a, c) > 0
--- accepted
SELECT a, pyFunc1(b, d._1) FROM MyTable
--- accepted
SELECT e.* FROM (SELECT pyFunc5(d._1) as e FROM MyTable) AS T
--- accepted
SELECT a, pyFunc1(b, d._1) FROM MyTable WHERE a + 1 > 0
--- accepted
SELECT e.* FROM (SELECT pyFunc5(a) as e FROM MyTable) AS T
--- accepted
SELECT a + 1 FROM MyTable where RowJavaFunc(pyFunc5(a).f0).f0 is NULL and b > 0
--- accepted
SELECT e.*, f.* FROM (SELECT pyFunc5(a) as e, pyFunc5(b) as f FROM MyTable) AS T
--- accepted
SELECT a, pyFunc1(a, c), b FROM MyTable
--- accepted
SELECT a, pyFunc1(a, c) FROM MyTable where pyFunc1(a, c) > 0
--- accepted
SELECT a, b, c, x FROM MyTable, LATERAL TABLE(javaFunc(pyFunc(c))) AS T(x)
--- accepted
SELECT a, b, c, x FROM MyTable, LATERAL TABLE(javaFunc(pyFunc(d._1))) AS T(x)
--- accepted
SELECT a, b, c, x, y FROM MyTable, LATERAL TABLE(func(d._1 * a, pyFunc(d._2, c))) AS T(x, y)
--- accepted
SELECT a, b, c, x, y FROM MyTable, LATERAL TABLE(func(a * a, pyFunc(b, c))) AS T(x, y)
--- accepted
select (select count(x)-1 from foo where foo.y=bar.i) from bar
--- accepted
SELECT COALESCE(f0, f2) FROM T
--- accepted
SELECT COALESCE(f1, '-') FROM T
--- accepted
SELECT COALESCE(f0, f1, '-') FROM T
--- accepted
SELECT * FROM T WHERE COALESCE(f0, f1, '-') = 'abc'
--- accepted
SELECT * FROM T t1 LEFT JOIN T t2 ON COALESCE(t1.f0, '-', t1.f2) = t2.f0
--- accepted
SELECT COALESCE(f0, f1) FROM T
--- accepted
SELECT c FROM ((SELECT * FROM T1) INTERSECT (SELECT * FROM T2)) WHERE a > 1
--- accepted
SELECT c FROM (SELECT * FROM T1 EXCEPT (SELECT * FROM T2)) WHERE b < 2
--- accepted
SELECT c FROM T1 WHERE 1=0 INTERSECT ALL SELECT f FROM T2
--- accepted
SELECT c FROM T1 INTERSECT ALL SELECT f FROM T2 WHERE 1=0
--- accepted
SELECT c FROM ((SELECT * FROM T1) INTERSECT ALL (SELECT * FROM T2)) WHERE a > 1
--- accepted
SELECT c FROM T1 WHERE 1=0 EXCEPT ALL SELECT f FROM T2
--- accepted
SELECT c FROM T1 EXCEPT ALL SELECT f FROM T2 WHERE 1=0
--- accepted
SELECT c FROM (SELECT * FROM T1 EXCEPT ALL (SELECT * FROM T2)) WHERE b < 2
--- accepted
SELECT * FROM A FULL OUTER JOIN B ON a1 = b1
--- accepted
SELECT * FROM A FULL OUTER JOIN B ON a1 = b1 FULL OUTER JOIN C ON a1 = c1
--- accepted
SELECT * FROM A, B WHERE a1 = b1
--- accepted
SELECT * FROM A, B, C WHERE a1 = b1 AND a1 = c1
--- accepted
SELECT * FROM A, B, C, D WHERE a1 = b1 AND b1 = c1 AND c1 = d1
--- accepted
SELECT * FROM A, B, C WHERE a1 = b1 AND a1 > c1
--- accepted
SELECT * FROM A, B, C WHERE a1 + 1 = b1 AND a1 + 1 = c1
--- accepted
SELECT * FROM A LEFT JOIN B ON a1 = b1
--- accepted
SELECT * FROM A JOIN B ON a1 = b1 LEFT JOIN C ON b1 = c1
--- accepted
SELECT * FROM A LEFT JOIN B ON a1 = b1 JOIN C ON a1 = c1
--- accepted
SELECT * FROM A RIGHT JOIN B ON a1 = b1
--- accepted
SELECT * FROM A JOIN B ON a1 = b1 RIGHT JOIN C ON b1 = c1
--- accepted
SELECT * FROM A RIGHT JOIN B ON a1 = b1 JOIN C ON a1 = c1
--- accepted
SELECT COALESCE(b.order_id, a.order_id) AS order_id FROM orders a FULL JOIN order_details b ON a.order_id = b.order_id
--- accepted
SELECT COALESCE(b.order_id, a.order_id) AS order_id FROM orders a INNER JOIN order_details b ON a.order_id = b.order_id
--- accepted
SELECT COALESCE(b.order_id, a.order_id) AS order_id, a.amount FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- accepted
SELECT CAST(COALESCE(b.r.order_id, a.order_id) AS STRING) AS order_id_str FROM orders a LEFT JOIN order_details_row b ON a.order_id = b.r.order_id
--- accepted
SELECT COALESCE(b.detail, CAST(a.amount AS STRING)) AS val FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- accepted
SELECT COALESCE(a.order_id, b.order_id) AS order_id FROM orders a RIGHT JOIN order_details b ON a.order_id = b.order_id
--- accepted
SELECT COALESCE(a.order_id, b.order_id) AS order_id, a.amount FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- accepted
SELECT COALESCE(b.order_id, a.order_id, a.user_id) AS val FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- accepted
SELECT COALESCE(a.user_id, b.order_id, a.order_id) AS val FROM orders a INNER JOIN order_details b ON a.order_id = b.order_id
--- accepted
SELECT COALESCE(a.user_id, a.order_id, b.order_id) AS val FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- accepted
SELECT COALESCE(b.order_id, a.user_id, a.order_id) AS val FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- accepted
SELECT COALESCE(b.order_id, a.order_id, 0) AS order_id FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- accepted
SELECT CAST(COALESCE(b.order_id, a.order_id) AS STRING) AS order_id_str FROM orders a LEFT JOIN order_details b ON a.order_id = b.order_id
--- accepted
SELECT COALESCE(b.k1, a.k1) AS k1, COALESCE(b.k2, a.k2) AS k2, a.val FROM composite_key_table a LEFT JOIN composite_key_details b ON a.k1 = b.k1 AND a.k2 = b.k2
--- accepted
SELECT * FROM x WHERE (a = 1 AND b = 2) OR (NOT(a <> 1) AND c = 3) AND true AND EXISTS (SELECT * FROM y WHERE x.a = y.d AND 2=2 AND (SELECT count(*) FROM z WHERE i = 5 AND j = 6) > 0)
--- accepted
SELECT * FROM x WHERE (a = 1 AND b = 2) OR (NOT(a <> 1) AND c = 3) AND true AND EXISTS (SELECT * FROM y WHERE x.a = y.d AND (SELECT count(*) FROM z WHERE (i = 5 AND j = 6) OR (NOT (i <> 5) AND j = 7) AND true) > 0)
--- accepted
SELECT * FROM x WHERE (a = 1 AND b = 2) OR (NOT(a <> 1) AND c = 3) AND true AND EXISTS (SELECT * FROM y WHERE x.a = y.d AND 2=2 AND (SELECT count(*) FROM z WHERE (i = 5 AND j = 6) OR (NOT (i <> 5) AND j = 7) AND true) > 0)
--- accepted
SELECT * FROM x WHERE (a = 1 AND b = 2) OR (NOT(a <> 1) AND c = 3) AND true
--- accepted
SELECT * FROM x WHERE CAST(0 AS BOOLEAN)
--- accepted
SELECT * FROM x WHERE CAST(200 AS BOOLEAN)
--- accepted
SELECT * FROM x WHERE EXISTS (SELECT * FROM y WHERE (d = 1 AND e = 2) OR (NOT (d <> 1) AND e = 3)) AND true
--- accepted
SELECT * FROM x WHERE (a = 1 AND b = 2) OR (NOT (a <> 1) AND b = 3) AND true AND EXISTS (SELECT * FROM y WHERE d > 10)
--- accepted
SELECT * FROM x WHERE EXISTS (SELECT * FROM y WHERE d IN (SELECT i FROM z WHERE (i = 1 AND j = 2) OR (NOT (i <> 1) AND j = 3) AND true) AND e > 10)
--- accepted
SELECT d FROM MyTable1 JOIN MyTable2 ON (d = a AND a > 2) OR (d = a AND b = 1)
--- accepted
SELECT d FROM MyTable1 JOIN MyTable2 ON CAST(0 AS BOOLEAN)
--- accepted
SELECT d FROM MyTable1 JOIN MyTable2 ON CAST(1 AS BOOLEAN)
--- accepted
SELECT COUNT(DISTINCT c) FROM MyTable
--- accepted
SELECT COUNT(DISTINCT a), SUM(DISTINCT b) FROM MyTable
--- accepted
SELECT a, COUNT(DISTINCT b), SUM(b), AVG(b) FROM MyTable GROUP BY a
--- accepted
SELECT a, COUNT(DISTINCT c) FROM MyTable GROUP BY a
--- accepted
SELECT FIRST_VALUE(c) FROM MyTable GROUP BY a
--- accepted
SELECT a, FIRST_VALUE(c), COUNT(DISTINCT b) FROM MyTable GROUP BY a
--- accepted
SELECT a, LAST_VALUE(c), COUNT(DISTINCT b) FROM MyTable GROUP BY a
--- accepted
SELECT a, LISTAGG(c), COUNT(DISTINCT b) FROM MyTable GROUP BY a
--- accepted
SELECT MIN(c) FROM MyTable
--- accepted
SELECT a, COUNT(DISTINCT a), COUNT(b) FROM MyTable GROUP BY a
--- accepted
SELECT a, b, c, s, l FROM MyTable, LATERAL TABLE(func(c)) AS T(s, l) WHERE l = a and c = s and pyFunc(l, l) = 2 and l + 1 = l * l
--- accepted
SELECT a, b, d FROM leftTable JOIN rightTable ON a=d and pyFunc(a, d)=b
--- accepted
SELECT * FROM T1 JOIN DeduplicatedView FOR SYSTEM_TIME AS OF T1.rowtime AS T ON T1.id = T.id
--- accepted
SELECT * FROM T1 JOIN T2 FOR SYSTEM_TIME AS OF T1.rowtime AS T ON T1.id = T.id
--- accepted
SELECT f0, JSON_OBJECTAGG(f1 VALUE f2), JSON_ARRAYAGG(f1), JSON_ARRAYAGG(f2), SUM(f2) FROM T GROUP BY f0
--- accepted
SELECT f0, COUNT(*), JSON_ARRAYAGG(f0), SUM(f2) FROM T GROUP BY f0
--- accepted
SELECT f0, COUNT(*), JSON_OBJECTAGG(f1 VALUE f0), SUM(f2) FROM T GROUP BY f0
--- accepted
SELECT MAX(f0), JSON_OBJECTAGG(f1 VALUE f0), JSON_ARRAYAGG(f1), JSON_ARRAYAGG(f0) FROM T
--- accepted
SELECT f0, JSON_ARRAYAGG(f0) FROM T GROUP BY f0
--- accepted
SELECT COUNT(*), JSON_ARRAYAGG(f0) FROM T
--- accepted
SELECT JSON_ARRAYAGG(f0) FROM T
--- accepted
SELECT f0, JSON_OBJECTAGG(f1 VALUE f0) FROM T GROUP BY f0
--- accepted
SELECT COUNT(*), JSON_OBJECTAGG(f1 VALUE f1) FROM T
--- accepted
SELECT JSON_OBJECTAGG(f1 VALUE f1) FROM T
--- accepted
SELECT * FROM x WHERE (SELECT COUNT(e) FROM y WHERE d > 10) > 0
--- accepted
SELECT * FROM x WHERE (SELECT COUNT(*) FROM y WHERE d > 10 GROUP BY f) > 0
--- accepted
SELECT * FROM x WHERE (SELECT COUNT(*) FROM y WHERE a = d) > 0
--- accepted
SELECT * FROM x WHERE (SELECT COUNT(*) FROM y WHERE a = d) > 0.9
--- accepted
SELECT * FROM x WHERE (SELECT COUNT(*) FROM y WHERE a = d) >= 1
--- accepted
SELECT * FROM x WHERE (SELECT COUNT(*) FROM y WHERE a = d) >= 0.1
--- accepted
SELECT * FROM x WHERE 0 < (SELECT COUNT(*) FROM y WHERE a = d)
--- accepted
SELECT * FROM x WHERE 0.99 < (SELECT COUNT(*) FROM y WHERE a = d)
--- accepted
SELECT * FROM x WHERE 1 <= (SELECT COUNT(*) FROM y WHERE a = d)
--- accepted
SELECT * FROM x WHERE 0.01 <= (SELECT COUNT(*) FROM y WHERE a = d)
--- accepted
SELECT * FROM x WHERE (SELECT COUNT(*) FROM y WHERE d > 10) > 0
--- accepted
SELECT * FROM x WHERE (SELECT COUNT(*) FROM y WHERE d > 10) > 0.9
--- accepted
SELECT * FROM x WHERE (SELECT COUNT(*) FROM y WHERE d > 10) >= 1
--- accepted
SELECT * FROM x WHERE (SELECT COUNT(*) FROM y WHERE d > 10) >= 0.1
--- accepted
SELECT * FROM x WHERE 0 < (SELECT COUNT(*) FROM y WHERE d > 10)
--- accepted
SELECT * FROM x WHERE 0.99 < (SELECT COUNT(*) FROM y WHERE d > 10)
--- accepted
SELECT * FROM x WHERE 1 <= (SELECT COUNT(*) FROM y WHERE d > 10)
--- accepted
SELECT * FROM x WHERE 0.01 <= (SELECT COUNT(*) FROM y WHERE d > 10)
--- accepted
SELECT * FROM l, r WHERE l.a = r.d AND NOT EXISTS (SELECT * FROM t t1 WHERE l.b = t1.j AND t1.k > 50) AND (c >= 1 AND NOT EXISTS (SELECT * FROM t t2 WHERE l.a = t2.i AND t2.j < 100))
--- accepted
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE l.a <> r.d) AND NOT EXISTS (SELECT * FROM t WHERE j < 100)
--- accepted
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE NOT EXISTS (SELECT * FROM t) AND l.a = r.d)
--- accepted
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE NOT EXISTS (SELECT * FROM t WHERE r.d = t.i))
--- accepted
SELECT * FROM x, y WHERE x.a = y.c AND NOT EXISTS (SELECT * FROM z z1 WHERE z1.e > 50) AND b >= 1 AND NOT EXISTS (SELECT * FROM z z2 WHERE z2.f < 100)
--- accepted
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r, LATERAL TABLE(table_func(f)) AS T(f1) WHERE a = d)
--- accepted
SELECT * FROM x WHERE NOT EXISTS (SELECT * FROM y WHERE a = c)
--- accepted
SELECT * FROM x WHERE NOT EXISTS (SELECT * FROM y WHERE a = c) AND x.a > 2
--- accepted
SELECT * FROM x WHERE NOT EXISTS (SELECT 1, c + d, c + 2, d FROM y WHERE a = c)
--- accepted
SELECT * FROM x WHERE NOT EXISTS (SELECT * FROM y WHERE x.a = c and x.b > 10)
--- accepted
SELECT x1.a FROM x x1, y WHERE x1.b = y.d AND x1.a < 10 AND y.c < 15  AND NOT EXISTS (SELECT * FROM x x2 WHERE x1.b = x2.b)
--- accepted
SELECT * FROM x WHERE NOT EXISTS (SELECT * FROM y WHERE x.a < y.c)
--- accepted
SELECT * FROM x WHERE (NOT EXISTS (SELECT d FROM y WHERE y.d = x.b)) IS TRUE
--- accepted
SELECT a FROM x WHERE NOT EXISTS (SELECT x.a IS NULL FROM y WHERE y.d = x.b)
--- accepted
SELECT * FROM x WHERE (NOT EXISTS (SELECT d FROM y WHERE y.d = x.b)) = true
--- accepted
SELECT * FROM l WHERE NOT EXISTS (SELECT * FROM r, LATERAL TABLE(table_func(f)) AS T(f1))
--- accepted
SELECT * FROM x WHERE NOT EXISTS (SELECT * FROM y)
--- accepted
SELECT * FROM x WHERE NOT EXISTS (SELECT * FROM y where c > 0) AND a < 100
--- accepted
SELECT * FROM x WHERE NOT (NOT (NOT EXISTS (SELECT * FROM y))) AND x.b = 10
--- accepted
SELECT * FROM x WHERE (NOT EXISTS (SELECT d FROM y)) IS TRUE
--- accepted
SELECT a FROM x WHERE NOT EXISTS (SELECT x.b IS NULL FROM y)
--- accepted
SELECT * FROM l WHERE (NOT EXISTS (SELECT d FROM r)) = true
--- accepted
SELECT * FROM l WHERE b NOT IN (SELECT j FROM t)  AND NOT EXISTS (SELECT * FROM r WHERE l.a = r.d)
--- accepted
SELECT * FROM l WHERE c NOT IN (SELECT f1 FROM r, LATERAL TABLE(table_func(f)) AS T(f1) WHERE a = d)
--- accepted
SELECT * FROM x WHERE a NOT IN (SELECT c FROM y where x.b = y.d)
--- accepted
SELECT * FROM x WHERE b > 1 AND a NOT IN (SELECT c FROM y WHERE x.b = y.d AND y.c > 10)
--- accepted
SELECT * FROM x WHERE b > 1 AND a + 1 NOT IN (SELECT c FROM y WHERE x.b = y.d AND y.c > 10)
--- accepted
SELECT * FROM x WHERE a NOT IN (SELECT c1 FROM (SELECT d * 2 as d1, c + 1 as c1 FROM y) y1 WHERE x.b = y1.d1 AND d1 > 10)
--- accepted
SELECT * FROM x WHERE a NOT IN (SELECT c FROM y WHERE x.b > y.d)
--- accepted
SELECT * FROM x WHERE a NOT IN (SELECT c FROM y WHERE x.b > 10)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a > 10 THEN 1 ELSE 2 END) NOT IN (SELECT d FROM r WHERE l.a = r.d)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a IN (SELECT 1 FROM t1) THEN 1 ELSE 2 END) NOT IN (SELECT d FROM r WHERE l.c = r.f)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1 ELSE 2 END) NOT IN (SELECT d FROM r WHERE l.c = r.f)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1 WHEN a NOT IN (SELECT j FROM t2) THEN 2 ELSE 3 END) NOT IN (SELECT d FROM r WHERE l.c = r.f)
--- accepted
SELECT b FROM l WHERE (b, (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1 WHEN a NOT IN (SELECT j FROM t2) THEN 2 ELSE 3 END)) NOT IN (SELECT e, d FROM r WHERE l.c = r.f)
--- accepted
SELECT * FROM l WHERE a NOT IN (SELECT CAST(e AS INTEGER) FROM r where CAST(l.b AS INTEGER) = CAST(r.d AS INTEGER))
--- accepted
SELECT a + 10, c FROM l WHERE a + 10 NOT IN (SELECT d + 1 FROM r WHERE l.b + 1 = r.e)
--- accepted
SELECT * FROM l WHERE c NOT IN (SELECT TRIM(f) FROM r where l.a = r.d + 1)
--- accepted
SELECT * FROM l WHERE b > 10 AND (c like 'abc' AND a NOT IN (SELECT d FROM r where l.b = r.e))
--- accepted
SELECT * FROM l WHERE b NOT IN (SELECT e * 5 FROM (SELECT SUM(e) AS e FROM r WHERE l.a = r.d) r1)
--- accepted
SELECT * FROM l WHERE (a, SUBSTRING(c, 1, 5)) NOT IN (SELECT d, TRIM(f) FROM r WHERE l.b = r.e)
--- accepted
SELECT * FROM l WHERE (a + 10, SUBSTRING(c, 1, 5)) NOT IN (SELECT d + 100, TRIM(f) FROM r WHERE l.b = r.e)
--- accepted
SELECT a FROM x WHERE a NOT IN (SELECT c FROM y WHERE x.b = y.d) AND b NOT IN (SELECT f FROM z)
--- accepted
SELECT * FROM x WHERE a NOT IN (SELECT c FROM y) AND b NOT IN (SELECT e FROM z WHERE z.f = x.b)
--- accepted
SELECT * FROM x WHERE a NOT IN (SELECT c FROM y WHERE d NOT IN (SELECT f FROM z) AND x.b = y.d)
--- accepted
SELECT * FROM x WHERE a NOT IN (SELECT c FROM y WHERE d NOT IN (SELECT f FROM z WHERE z.e = y.c))
--- accepted
SELECT * FROM l WHERE c NOT IN (SELECT f1 FROM r, LATERAL TABLE(table_func(f)) AS T(f1))
--- accepted
SELECT * FROM x WHERE a NOT IN (SELECT c FROM y)
--- accepted
SELECT * FROM x WHERE a NOT IN (SELECT c FROM y WHERE d < 100) AND b > 10
--- accepted
SELECT * FROM x WHERE a + 1 NOT IN (SELECT c FROM y)
--- accepted
SELECT * FROM x WHERE a * b NOT IN (SELECT d FROM y)
--- accepted
SELECT * FROM x WHERE CAST(a AS BIGINT) NOT IN (SELECT d FROM y)
--- accepted
SELECT * FROM x WHERE a NOT IN (SELECT c FROM y WHERE c IS NOT NULL)
--- accepted
SELECT a FROM x x1 WHERE a NOT IN (SELECT a FROM x WHERE a < 3 GROUP BY a)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a > 10 THEN 1 ELSE 2 END) NOT IN (SELECT d FROM r)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a NOT IN (SELECT 1 FROM t1) THEN 1 ELSE 2 END) NOT IN (SELECT d FROM r)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1 ELSE 2 END) NOT IN (SELECT d FROM r)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1 WHEN a NOT IN (SELECT j FROM t2) THEN 2 ELSE 3 END) NOT IN (SELECT d FROM r)
--- accepted
SELECT c FROM l WHERE ( (CASE WHEN a NOT IN (SELECT i FROM t1) THEN 1 ELSE 2 END),  (CASE WHEN b NOT IN (SELECT j FROM t2) THEN 3 ELSE 4 END))  NOT IN (SELECT d, e FROM r)
--- accepted
SELECT * FROM l WHERE NOT (a IN (SELECT d FROM r))
--- accepted
SELECT * FROM l WHERE NOT (a IN (SELECT d FROM r) OR b > 10)
--- accepted
SELECT * FROM x WHERE (a NOT IN (SELECT c FROM y)) IS TRUE
--- accepted
SELECT * FROM x WHERE (a NOT IN (SELECT c FROM y) = TRUE)
--- accepted
SELECT * FROM l WHERE (a + 1, c) NOT IN (SELECT d, f FROM r)
--- accepted
SELECT * FROM l WHERE (a + 10, TRIM(c)) NOT IN (SELECT d + 100, SUBSTRING(f, 1, 5) FROM r)
--- accepted
SELECT * FROM x WHERE EXISTS (SELECT * FROM y WHERE a = c)
--- accepted
SELECT * FROM x WHERE EXISTS (SELECT * FROM y WHERE a = c) AND x.a > 2
--- accepted
SELECT * FROM x WHERE EXISTS (SELECT 1, c + d, c + 2, d FROM y WHERE a = c)
--- accepted
SELECT * FROM x WHERE EXISTS (SELECT * FROM y WHERE x.a = c and x.b > 10)
--- accepted
SELECT x1.a FROM x x1, y WHERE x1.b = y.d AND x1.a < 10 AND y.c < 15  AND EXISTS (SELECT * FROM x x2 WHERE x1.b = x2.b)
--- accepted
SELECT * FROM x WHERE EXISTS (SELECT * FROM y WHERE x.a < y.d)
--- accepted
SELECT * FROM x WHERE (EXISTS (SELECT d FROM y WHERE y.d = x.b)) IS TRUE
--- accepted
SELECT a FROM x WHERE EXISTS (SELECT x.a IS NULL FROM y WHERE y.d = x.b)
--- accepted
SELECT * FROM l1 WHERE EXISTS (SELECT COUNT(1) FROM r1 WHERE l1.b = r1.d AND c < 100 GROUP BY f)
--- accepted
SELECT * FROM l1 WHERE EXISTS (SELECT MAX(e) FROM r1 WHERE l1.b = r1.d AND c < 100 AND l1.a = r1.c GROUP BY c, true, f, 1)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT d FROM (SELECT MAX(d) AS d, f FROM r GROUP BY f) t WHERE l.c > t.f)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT 1 FROM r WHERE l.a = r.d AND r.e > 10 GROUP BY r.f)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT CAST(e AS INTEGER), 1 FROM r where CAST(l.b AS INTEGER) = CAST(r.d AS INTEGER))
--- accepted
SELECT a + 10, c FROM l WHERE b > 10 AND NOT (c like 'abc' OR NOT EXISTS (SELECT d FROM r where l.b + 1 = r.e))
--- accepted
SELECT * FROM x WHERE (EXISTS (SELECT d FROM y WHERE y.d = x.b)) = true
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT 1 FROM r WHERE l.a = r.d GROUP BY r.f HAVING SUM(r.e) >= 3)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT 1 FROM r WHERE l.a = r.d GROUP BY r.f HAVING SUM(r.e) >= 3 AND MAX(r.e) < 100)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT 1 FROM r WHERE l.a = r.d GROUP BY r.f HAVING SUM(r.e) >= 3 AND COUNT(*) > 1)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT 1 FROM r WHERE l.a = r.d AND l.b = r.e GROUP BY r.f HAVING COUNT(r.d) >= 2)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM (SELECT f FROM r WHERE r.d = l.a AND r.e > 10) r1 INNER JOIN t ON r1.f = t.k)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r INNER JOIN (SELECT * FROM t WHERE t.j = l.b AND i < 50) t1 ON r.f = t1.k)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM (SELECT f FROM r WHERE r.d = l.a AND r.e > 10) r1 INNER JOIN (SELECT i, k FROM t WHERE t.j = l.b AND i < 50) t1 ON r1.f = t1.k)
--- accepted
SELECT * FROM x WHERE EXISTS (WITH y2 AS (SELECT * FROM y WHERE y.c = x.a) SELECT 1 FROM y2 WHERE y2.d = x.b)
--- accepted
WITH t (a, b) AS (SELECT * FROM (VALUES (1, 2))) SELECT * FROM t WHERE EXISTS (SELECT 1 FROM y WHERE y.c = t.a)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM (SELECT f FROM r WHERE r.d = l.a AND r.e > 10) r1 LEFT JOIN t ON r1.f = t.k)
--- accepted
SELECT * FROM x WHERE EXISTS (SELECT 1 FROM y WHERE x.a = y.c LIMIT 1)
--- accepted
SELECT a FROM x WHERE EXISTS (SELECT 1 FROM (SELECT c FROM y LIMIT 1) y2 WHERE x.a = y2.c)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT MAX(r.e) OVER() FROM r WHERE l.c = r.f AND r.d < 3)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT SUM(r.e) OVER() FROM r WHERE l.c < r.f AND r.d < 3)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r RIGHT JOIN (SELECT * FROM t WHERE t.j = l.b AND i < 50) t1 ON r.f = t1.k)
--- accepted
SELECT * FROM x WHERE EXISTS (SELECT 1 FROM y WHERE a = c ORDER BY d LIMIT 1)
--- accepted
SELECT * FROM x WHERE EXISTS (SELECT 1 FROM y WHERE a = c ORDER BY c LIMIT 1)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r, LATERAL TABLE(table_func(f)) AS T(f1))
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM (SELECT * FROM r WHERE EXISTS (SELECT * FROM t)) m, LATERAL TABLE(table_func(f)) AS T(f1))
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM (SELECT * FROM r LEFT JOIN LATERAL TABLE(table_func(f)) AS T(f1) ON TRUE))
--- accepted
SELECT * FROM x WHERE EXISTS (SELECT * FROM y)
--- accepted
SELECT * FROM (SELECT a, b, d FROM x, y) xy WHERE EXISTS (SELECT * FROM y where c > 0) AND a < 100
--- accepted
SELECT * FROM x WHERE NOT (NOT EXISTS (SELECT * FROM y)) AND x.b = 10
--- accepted
SELECT * FROM x WHERE (EXISTS (SELECT d FROM y)) IS TRUE
--- accepted
SELECT a FROM x WHERE EXISTS (SELECT x.b IS NULL FROM y)
--- accepted
SELECT * FROM l WHERE b > 10 AND EXISTS (SELECT CAST(e AS INTEGER), 1 FROM r WHERE e > 0)
--- accepted
SELECT a FROM l WHERE EXISTS (SELECT MAX(e), MIN(d) FROM r WHERE d < 3 GROUP BY f)
--- accepted
SELECT * FROM l WHERE (EXISTS (SELECT d FROM r)) = true
--- accepted
SELECT * FROM x WHERE a IN (SELECT c FROM y WHERE x.b = y.d)
--- accepted
SELECT * FROM x WHERE b > 1 AND a IN (SELECT c FROM y WHERE x.b = y.d AND y.c > 10)
--- accepted
SELECT * FROM x WHERE b > 1 AND a + 1 IN (SELECT c FROM y WHERE x.b = y.d AND y.c > 10)
--- accepted
SELECT * FROM x WHERE a IN (SELECT c FROM y WHERE x.b > y.d)
--- accepted
SELECT a FROM x x1 WHERE a IN (SELECT a FROM x WHERE a < 3 AND x1.b = x.b GROUP BY a)
--- accepted
SELECT * FROM x WHERE a IN (SELECT c FROM y where CAST(x.b AS INTEGER) = y.c)
--- accepted
SELECT * FROM x WHERE a IN (SELECT c FROM y WHERE x.b > 10)
--- accepted
SELECT * FROM l WHERE a IN (SELECT d * 5 FROM (SELECT SUM(d) AS d FROM r WHERE l.b = r.e) r1)
--- accepted
SELECT * FROM l WHERE b IN (SELECT COUNT(*) FROM r WHERE l.c = r.f)
--- accepted
SELECT * FROM l WHERE (a, b) IN (SELECT d, COUNT(*) FROM r WHERE l.c = r.f GROUP BY d)
--- accepted
SELECT * FROM l WHERE b IN (SELECT MAX(e) FROM r WHERE l.c = r.f GROUP BY d, true, 1)
--- accepted
SELECT * FROM l WHERE b IN (SELECT min(e) FROM (SELECT d, e, RANK() OVER(PARTITION BY d ORDER BY e) AS rk FROM r) t WHERE rk < 2 AND l.a = t.d)
--- accepted
SELECT * FROM l WHERE b IN (SELECT AVG(e) FROM r WHERE l.c = r.f)
--- accepted
SELECT * FROM l WHERE b IN (SELECT d FROM (SELECT MAX(d) AS d, f FROM r GROUP BY f) t WHERE l.c > t.f)
--- accepted
SELECT * FROM l WHERE b IN (SELECT MAX(r.e) OVER() FROM r WHERE l.c = r.f GROUP BY r.e)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a > 10 THEN 1 ELSE 2 END) IN (SELECT d FROM r WHERE l.a = r.d)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a IN (SELECT 1 FROM t1) THEN 1 ELSE 2 END) IN (SELECT d FROM r WHERE l.c = r.f)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a IN (SELECT i FROM t1) THEN 1 ELSE 2 END) IN (SELECT d FROM r WHERE l.c = r.f)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a IN (SELECT i FROM t1) THEN 1 WHEN a IN (SELECT j FROM t2) THEN 2 ELSE 3 END) IN (SELECT d FROM r WHERE l.c = r.f)
--- accepted
SELECT b FROM l WHERE (b, (CASE WHEN a IN (SELECT i FROM t1) THEN 1 WHEN a IN (SELECT j FROM t2) THEN 2 ELSE 3 END)) IN (SELECT e, d FROM r WHERE l.c = r.f)
--- accepted
SELECT * FROM l WHERE a IN (SELECT CAST(e AS INTEGER) FROM r where CAST(l.b AS INTEGER) = CAST(r.d AS INTEGER))
--- accepted
SELECT * FROM x WHERE (a IN (SELECT d FROM y WHERE y.d = x.b)) IS TRUE
--- accepted
SELECT c FROM l WHERE b IN (SELECT d FROM r INNER JOIN (SELECT j FROM t WHERE l.c = t.k AND i > 10) t2 ON r.e = t2.j)
--- accepted
SELECT c FROM l WHERE b IN (WITH r1 AS (SELECT e, f FROM r WHERE l.a = r.d AND r.e < 50) SELECT t.j FROM r1 INNER JOIN t ON r1.f = t.k)
--- accepted
SELECT * FROM l WHERE (a, c) IN (SELECT d, f FROM r WHERE l.b = r.e)
--- accepted
SELECT * FROM l WHERE (a + 10, SUBSTRING(c, 1, 5)) IN (SELECT d + 100, SUBSTRING(f, 1, 5) FROM r WHERE l.b = r.e)
--- accepted
SELECT * FROM l WHERE b IN (SELECT MAX(r.e) OVER() FROM r WHERE l.c = r.f AND r.d < 3)
--- accepted
SELECT * FROM l WHERE (a, b) IN (SELECT MAX(r.d) OVER(), MIN(r.e) OVER(PARTITION BY f ORDER BY d) FROM r WHERE l.c = r.f)
--- accepted
SELECT c FROM l WHERE b IN (SELECT d FROM r RIGHT JOIN (SELECT j FROM t WHERE l.c = t.k AND i > 10) t2 ON r.e = t2.j)
--- accepted
SELECT a FROM x WHERE (SELECT MAX(d) FROM y WHERE c > 0) IN (SELECT f FROM z WHERE z.e = x.a)
--- accepted
SELECT a FROM x WHERE (SELECT MAX(d) FROM y WHERE c IN (SELECT e FROM z)) IN (SELECT f FROM z WHERE z.e = x.a)
--- accepted
SELECT a FROM x WHERE (SELECT MAX(d) FROM y WHERE c IN (SELECT e FROM z WHERE y.d = z.f)) IN (SELECT f FROM z WHERE z.e = x.a)
--- accepted
SELECT b FROM x WHERE a IN (SELECT c FROM y WHERE x.b = y.d AND c > 10) AND b > (SELECT 0.5 * SUM(e) FROM z WHERE z.f < 100)
--- accepted
SELECT b FROM x WHERE a IN (SELECT c FROM y WHERE x.b = y.d AND c > 10) AND b > (SELECT 0.5 * SUM(e) FROM z WHERE x.a = z.e AND z.f < 100)
--- accepted
SELECT b FROM x WHERE a IN (SELECT c FROM y WHERE x.b = y.d AND c > (SELECT SUM(e) FROM z WHERE y.c = z.e AND z.f < 100))
--- accepted
SELECT SUM(a) AS s FROM x GROUP BY b HAVING COUNT(*) > 2 AND b IN (SELECT d FROM y)
--- accepted
SELECT SUM(a) AS s FROM x GROUP BY b HAVING COUNT(*) > 2 AND MAX(b) IN (SELECT d FROM y)
--- accepted
SELECT * FROM l WHERE c IN (SELECT f1 FROM r, LATERAL TABLE(table_func(f)) AS T(f1) WHERE d IN (SELECT i FROM t))
--- accepted
SELECT * FROM l WHERE c IN (SELECT f1 FROM (SELECT * FROM r WHERE d IN (SELECT i FROM t)) m, LATERAL TABLE(table_func(f)) AS T(f1))
--- accepted
SELECT * FROM l WHERE c IN (SELECT f1 FROM (SELECT * FROM r LEFT JOIN LATERAL TABLE(table_func(f)) AS T(f1) ON TRUE))
--- accepted
SELECT * FROM x WHERE a IN (SELECT c FROM y)
--- accepted
SELECT * FROM x WHERE a IN (SELECT c FROM y WHERE d < 100) AND b > 10
--- accepted
SELECT * FROM x WHERE a + 1 IN (SELECT c FROM y)
--- accepted
SELECT * FROM x WHERE a * b IN (SELECT d FROM y)
--- accepted
SELECT * FROM x WHERE CAST(a AS BIGINT) IN (SELECT d FROM y)
--- accepted
SELECT a FROM x x1 WHERE a IN (SELECT a FROM x WHERE a < 3 GROUP BY a)
--- accepted
SELECT * FROM l WHERE b IN (SELECT MAX(r.e) FROM r WHERE r.d < 3 GROUP BY r.f)
--- accepted
SELECT * FROM l WHERE a IN (SELECT d * 5 FROM (SELECT SUM(d) AS d FROM r) r1)
--- accepted
SELECT * FROM l WHERE b IN (SELECT COUNT(*) FROM r)
--- accepted
SELECT * FROM l WHERE (a, b) IN (SELECT d, COUNT(*) FROM r GROUP BY d)
--- accepted
SELECT * FROM l WHERE b IN (SELECT MAX(e) FROM r GROUP BY d, true, 1)
--- accepted
SELECT * FROM l WHERE (b, a) IN (SELECT COUNT(*), d FROM r GROUP BY d, true, e, 1)
--- accepted
SELECT * FROM l WHERE b IN (SELECT MAX(r.e) OVER() FROM r GROUP BY r.e)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a > 10 THEN 1 ELSE 2 END) IN (SELECT d FROM r)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a IN (SELECT 1 FROM t1) THEN 1 ELSE 2 END) IN (SELECT d FROM r)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a IN (SELECT i FROM t1) THEN 1 ELSE 2 END) IN (SELECT d FROM r)
--- accepted
SELECT b FROM l WHERE (CASE WHEN a IN (SELECT i FROM t1) THEN 1 WHEN a IN (SELECT j FROM t2) THEN 2 ELSE 3 END) IN (SELECT d FROM r)
--- accepted
SELECT b FROM l WHERE (b, (CASE WHEN a IN (SELECT i FROM t1) THEN 1 WHEN a IN (SELECT j FROM t2) THEN 2 ELSE 3 END)) IN (SELECT e, d FROM r)
--- accepted
SELECT c FROM l WHERE ( (CASE WHEN a IN (SELECT i FROM t1) THEN 1 ELSE 2 END),  (CASE WHEN b IN (SELECT j FROM t2) THEN 3 ELSE 4 END))  IN (SELECT d, e FROM r)
--- accepted
SELECT c FROM l WHERE b IN (SELECT d FROM r FULL JOIN (SELECT j FROM t WHERE i > 10) t2 ON r.e = t2.j)
--- accepted
SELECT a FROM l WHERE b IN (SELECT e FROM r WHERE d > 10 UNION SELECT i FROM t WHERE i < 100)
--- accepted
SELECT * FROM x WHERE (a IN (SELECT d FROM y)) IS TRUE
--- accepted
SELECT * FROM l WHERE (a, c) IN (SELECT d, f FROM r)
--- accepted
SELECT * FROM l WHERE (a + 1, c) IN (SELECT d, f FROM r)
--- accepted
SELECT * FROM l WHERE (a + 10, SUBSTRING(c, 1, 5)) IN (SELECT d + 100, SUBSTRING(f, 1, 5) FROM r)
--- accepted
SELECT * FROM l WHERE b IN (SELECT MAX(r.e) OVER() FROM r)
--- accepted
SELECT * FROM l WHERE (a, b) IN (SELECT MAX(r.d) OVER(), MIN(r.e) OVER(PARTITION BY f ORDER BY d) FROM r)
--- accepted
SELECT a FROM x WHERE (SELECT MAX(d) FROM y WHERE c > 0) IN (SELECT f FROM z)
--- accepted
SELECT a FROM x WHERE (SELECT MAX(d) FROM y WHERE c IN (SELECT e FROM z)) IN (SELECT f FROM z)
--- accepted
SELECT b FROM x WHERE a IN (SELECT c FROM y WHERE d > 10) AND b > (SELECT 0.5 * SUM(e) FROM z WHERE z.f < 100)
--- accepted
SELECT b FROM x WHERE a IN (SELECT c FROM y WHERE d > 10) AND b > (SELECT 0.5 * SUM(e) FROM z WHERE x.a = z.e AND z.f < 100)
--- accepted
SELECT b FROM x WHERE a IN (SELECT c FROM y WHERE d > (SELECT SUM(e) FROM z WHERE y.c = z.e AND z.f < 100))
--- accepted
SELECT * FROM l, r WHERE l.a = r.d AND EXISTS (SELECT * FROM t t1 WHERE l.b = t1.j AND t1.k > 50) AND c >= 1 AND EXISTS (SELECT * FROM t t2 WHERE l.a = t2.i AND t2.j < 100)
--- accepted
SELECT * FROM l, r WHERE l.a = r.d AND EXISTS (SELECT * FROM t t1 WHERE l.b = t1.j AND t1.k > 50) AND (c >= 1 AND EXISTS (SELECT * FROM t t2 WHERE l.a = t2.i AND t2.j < 100))
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r) AND EXISTS (SELECT * FROM t WHERE l.a = t.i AND t.j < 100)
--- accepted
SELECT * FROM l WHERE EXISTS (SELECT * FROM r WHERE EXISTS (SELECT * FROM t WHERE r.d = t.i))
--- accepted
SELECT * FROM x, y WHERE x.a = y.c AND EXISTS (SELECT * FROM z z1 WHERE z1.e > 50) AND b >= 1 AND EXISTS (SELECT * FROM z z2 WHERE z2.f < 100)
--- accepted
SELECT * FROM l WHERE a IN (SELECT d FROM r WHERE c = f) AND b IN (SELECT j FROM t WHERE c = k)
--- accepted
SELECT a FROM x WHERE a IN (SELECT c FROM y WHERE x.b = y.d) AND b IN (SELECT f FROM z)
--- accepted
SELECT * FROM x WHERE a IN ( SELECT c FROM y) AND b IN (SELECT e FROM z WHERE z.f = x.b)
--- accepted
SELECT * FROM x WHERE a IN (SELECT c FROM y WHERE d IN (SELECT f FROM z) AND x.b = y.d)
--- accepted
SELECT * FROM x WHERE a IN (SELECT c FROM y WHERE d IN (SELECT f FROM z WHERE z.e = y.c))
--- accepted
SELECT * FROM x WHERE a IN ( SELECT c FROM y) AND b IN (SELECT e FROM z)
--- accepted
SELECT * FROM x WHERE a IN (SELECT c FROM y WHERE d IN (SELECT f FROM z))
--- accepted
SELECT * FROM x WHERE a + 1 IN ( SELECT c FROM y WHERE d > 10) AND b * 2 IN (SELECT e FROM z WHERE f < 10)
--- accepted
SELECT AVG(d) FROM t GROUP BY CUBE (a, c)
--- accepted
SELECT COUNT(a) FROM t GROUP BY CUBE (b, c)
--- accepted
SELECT AVG(a) FROM t GROUP BY GROUPING SETS ((b, c), (b, d))
--- accepted
SELECT COUNT(*) FROM t GROUP BY GROUPING SETS ((b, c), (b, d))
--- accepted
SELECT AVG(a) FROM t GROUP BY ROLLUP (b, c)
--- accepted
SELECT COUNT(*) FROM t GROUP BY ROLLUP (b, c)
--- accepted
SELECT weightedAvg(d, 1) FROM t GROUP BY CUBE (a, b)
--- accepted
select weightedAvg(a, 1) FROM t GROUP BY GROUPING SETS ((b, c), (b, d))
--- accepted
SELECT weightedAvg(a, 1) FROM t GROUP BY ROLLUP (b, c)
--- accepted
SELECT count(*) FROM inventory
--- accepted
SELECT count(1) FROM inventory
--- accepted
SELECT count(name) FROM inventory
--- accepted
SELECT count(id) FROM inventory
--- accepted
SELECT COUNT(number) FROM MyTable GROUP BY word
--- accepted
SELECT word, number FROM MyTable
--- accepted
SELECT f1, f5 FROM T WHERE (f1 < 1 OR f2 > 10) AND f3 IS NOT NULL
--- accepted
SELECT f1, f2 FROM T
--- accepted
SELECT f1, f5 FROM T WHERE f1 < 1 AND f3 IS NOT NULL
--- accepted
SELECT f1, SUM(f1) AS `sum` FROM T WHERE f1 < 10 AND (f1 > 3 OR f2 IS NULL) GROUP BY f1
--- accepted
SELECT f0, f1 FROM T WHERE (f1 < 1 OR f2 > 10) AND f0 IS NOT NULL
--- accepted
SELECT * FROM T WHERE f1 < 1
--- accepted
SELECT `field2`, COALESCE(TRY_CAST(`field1`.`data`.`nested`.`trId` AS STRING)) AS transactionId FROM testCastOfTestToSameType
--- accepted
SELECT `field2`, COALESCE(TRY_CAST(`field1`.`data`[0].`nested`.`trId` AS STRING)) AS transactionId FROM testCastOfTestToSameTypeWithArray
--- accepted
SELECT `field2`, COALESCE(TRY_CAST(`field1`.`data`.`nested`.`trId` AS STRING)) AS transactionId FROM testCastOfTestToSameTypeWithNullableNestedType
--- accepted
SELECT a, b, c, c || TRIM(' 世界 ') FROM MyTable WHERE c = '你好'
--- accepted
SELECT t.field1 as dt FROM testJoinOnNested t, testJoinOnNested2 t2 WHERE t.data[0].nested[0].trId = t2.data1.nested.trId
--- accepted
SELECT TRY_CAST(TRY_CAST(a AS STRING) AS STRING) FROM MyTable
--- accepted
SELECT TRY_CAST(CAST(a AS STRING) AS STRING) FROM MyTable
--- accepted
SELECT TRY_CAST(TRY_CAST(a AS STRING) AS INTEGER) FROM MyTable
--- accepted
SELECT TRY_CAST(a AS BIGINT) FROM MyTable
--- accepted
INSERT INTO all_change_sink_table SELECT * FROM upsert_table_full_deletes WHERE col1 > 2
--- accepted
INSERT INTO upsert_sink_table SELECT l.* FROM upsert_table_full_deletes l JOIN upsert_table_full_deletes r ON l.id = r.id
--- accepted
INSERT INTO upsert_sink_table SELECT l.* FROM upsert_table_partial_deletes l JOIN upsert_table_partial_deletes r ON l.id = r.id
--- accepted
INSERT INTO upsert_sink_table SELECT l.* FROM upsert_table_full_deletes l JOIN upsert_table_partial_deletes r ON l.id = r.id
--- accepted
INSERT INTO upsert_sink_table SELECT l.* FROM upsert_table_partial_deletes l JOIN upsert_table_full_deletes r ON l.id = r.id
--- accepted
INSERT INTO upsert_sink_table_full_deletes SELECT l.* FROM upsert_table_partial_deletes l JOIN upsert_table_partial_deletes r ON l.id = r.id
--- accepted
INSERT INTO all_change_sink_table SELECT l.* FROM upsert_table_partial_deletes l JOIN upsert_table_partial_deletes r ON l.id = r.id
--- accepted
INSERT INTO upsert_sink_table SELECT * FROM upsert_table_partial_deletes_metadata
--- accepted
INSERT INTO upsert_sink_table SELECT id, col1, col2 FROM upsert_table_partial_deletes_metadata
--- accepted
INSERT INTO upsert_sink_table SELECT * FROM upsert_table_partial_deletes_metadata_no_pushdown
--- accepted
INSERT INTO upsert_sink_table SELECT * FROM upsert_table_partial_deletes
--- accepted
INSERT INTO upsert_sink_table SELECT id, col1, col2 FROM upsert_table_partial_deletes_metadata_no_pushdown
--- accepted
INSERT INTO upsert_sink_table SELECT * FROM retract_table_partial_deletes
--- accepted
INSERT INTO upsert_sink_table SELECT * FROM upsert_table_full_deletes
--- accepted
INSERT INTO upsert_sink_table_full_deletes SELECT * FROM upsert_table_partial_deletes
--- accepted
INSERT INTO upsert_sink_table_full_deletes SELECT * FROM upsert_table_full_deletes
--- accepted
INSERT INTO all_change_sink_table SELECT * FROM upsert_table_partial_deletes
--- accepted
INSERT INTO all_change_sink_table SELECT * FROM upsert_table_full_deletes
--- accepted
INSERT INTO upsert_sink_table SELECT * FROM upsert_table_partial_deletes WHERE col1 > 2
--- accepted
INSERT INTO upsert_sink_table SELECT * FROM upsert_table_full_deletes WHERE col1 > 2
--- accepted
INSERT INTO all_change_sink_table SELECT * FROM upsert_table_partial_deletes WHERE col1 > 2
--- accepted
insert into append_snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2
--- accepted
insert into snk select cast(a0 + RAND() as int), a1, a2, a3, b0, b2, b1 from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2 on conflict do deduplicate
--- accepted
insert into snk select a0, a1, a2, a3, b0, b2, b1 from (  select a0, a1, a2, cast(RAND() * a3 AS int) as a3 from src1) tmp join src2 on tmp.a1 = src2.b1 and tmp.a2 = src2.b2 on conflict do deduplicate
--- accepted
insert into snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = TRIM(src2.b2) on conflict do deduplicate
--- accepted
insert into snk select * from src1 join src2 on src1.a1 = 1.1 and src1.a2 = src2.b2 on conflict do deduplicate
--- accepted
insert into snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2 on conflict do deduplicate
--- accepted
insert into tmp_snk select a0, a1 from src1 on conflict do deduplicate
--- accepted
insert into snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2 where a3 > b0 on conflict do deduplicate
--- accepted
insert into snk select * from (    select * from src1 where a1 > 1.1 ) tmp join src2 on tmp.a1 = src2.b1 and tmp.a2 = src2.b2 on conflict do deduplicate
--- accepted
insert into snk_for_cdc_src select * from no_delete_src1 join no_delete_src2 on a1 = b1 and a2 = b2 where a3 > b0
--- accepted
insert into snk_for_cdc_src select * from no_delete_src1 join no_delete_src2 on a1 = b1 and a2 = b2 where a3 > 1
--- accepted
insert into snk_for_cdc_src select * from no_delete_src1 join no_delete_src2 on a1 = b1 and a2 = b2 where a0 > b1
--- accepted
insert into snk_for_cdc_src select * from no_delete_src1 join no_delete_src2 on a1 = b1 and a2 = b2 where a0 > 1
--- accepted
insert into tmp_snk select * from src1 join no_delete_src2 on a1 = b1 and a2 = b2
--- accepted
insert into snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2 and src1.a3 = src2.b0 on conflict do deduplicate
--- accepted
insert into snk select * from src1 join src2 on src1.a2 = src2.b2 on conflict do deduplicate
--- accepted
insert into snk_for_cdc_src select * from all_changelog_src join no_delete_src2 on a1 = b1 and a2 = b2
--- accepted
insert into snk_for_cdc_src select * from no_delete_and_update_before_src1 join no_delete_and_update_before_src2 on a1 = b1 and a2 = b2
--- accepted
insert into snk_for_cdc_src select * from no_delete_src1 join no_delete_src2 on a1 = b1 and a2 = b2
--- accepted
insert into snk_for_cdc_src select * from no_delete_src1 join no_delete_src2 on a0 = b0 and a1 = b1 and a2 = b2
--- accepted
insert into snk select a0, a1 + 1.1, a2, a3, b0, b2, b1 from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2 on conflict do deduplicate
--- accepted
insert into snk(l0, l1, l2, r0, r2, r1) select * from (   select a0, a1, a2 from src1) tmp join src2 on tmp.a1 = src2.b1 and tmp.a2 = src2.b2 on conflict do deduplicate
--- accepted
insert into snk(l1, l2, l0, r0, r2, r1) select * from (   select a1 as a0, a2 as a1, a0 as a2 from src1) tmp join src2 on tmp.a0 = src2.b1 and tmp.a1 = src2.b2 on conflict do deduplicate
--- accepted
insert into snk(l0, l1, l2, r0, r2, r1) select * from (   select a0, a1, SUBSTRING(a2, 2) as a2 from src1) tmp join src2 on tmp.a1 = src2.b1 and tmp.a2 = src2.b2 on conflict do deduplicate
--- accepted
insert into snk(l0, l1, l2, r0, r2, r1) select * from (   select a0, a1, SUBSTRING(a2, 2) as a2 from src1WithMultiIndexes) tmp join src2 on tmp.a1 = src2.b1 and tmp.a2 = src2.b2 on conflict do deduplicate
--- accepted
insert into retract_snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2
--- accepted
insert into snk(l0, l1, r0) select a0, new_a1, b0 from src1WithComputingCol join src2 on a1 = b1 and a2 = b2 on conflict do deduplicate
--- accepted
insert into snk select * from src1 join cdc_src on src1.a1 = cdc_src.b1 and src1.a2 = cdc_src.b2
--- accepted
insert into snk select * from src1 join non_index_src on src1.a1 = non_index_src.b1 and src1.a2 = non_index_src.b2 on conflict do deduplicate
--- accepted
insert into snk select a0, max(a1), max(a2), max(a3), max(b0), max(b2), b1 from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2 group by a0, b1
--- accepted
insert into snk select * from (   select distinct max(a0) as a0, a1, max(a2) as a2, max(a3) as a3 from src1 group by a1) tmp join src2 on tmp.a1 = src2.b1 and tmp.a2 = src2.b2
--- accepted
insert into snk select * from src1 join src2 on 1 = 1 on conflict do deduplicate
--- accepted
insert into tmp_snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2 join src3 on src1.a1 = src3.b1 and src1.a2 = src3.b2 on conflict do deduplicate
--- accepted
insert into snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2 and src1.a0 + rand(10) < src2.b0 on conflict do deduplicate
--- accepted
insert into snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2 and src2.b0 > src1.a0 on conflict do deduplicate
--- accepted
insert into snk select * from src1 join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2 and src2.b0 > src1.a0 and src2.b2 <> 'Hello' and src1.a0 > 99 on conflict do deduplicate
--- accepted
insert into snk select * from src1 left join src2 on src1.a1 = src2.b1 and src1.a2 = src2.b2
--- accepted
insert into tmp_sink select * from wm_source join src2 on wm_source.a1 = src2.b2
--- accepted
insert into snk select * from src1 join non_lookup_src on src1.a1 = non_lookup_src.b1 and src1.a2 = non_lookup_src.b2 on conflict do deduplicate
--- accepted
SELECT * FROM WithWatermark WHERE lowercase_name = 'foo'
--- accepted
SELECT * FROM UdfTable WHERE UPPER(f) = 'welcome'
--- accepted
SELECT * FROM MyTable WHERE LOWER(d) = 'hello'
--- accepted
SELECT * FROM NoWatermark WHERE LOWER(name) = 'foo' AND UPPER(name) = 'FOO'
--- accepted
SELECT * FROM MyTable WHERE b > 5
--- accepted
SELECT * FROM MyTable WHERE LOWER(d) = 'h' AND d IS NOT NULL
--- accepted
SELECT * FROM NoWatermark WHERE LOWER(name) = 'foo' AND name IS NOT NULL
--- accepted
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc_stream, op => DESCRIPTOR(__op), op_mapping => MAP['c, r', 'INSERT', 'ub', 'UPDATE_BEFORE', 'ua', 'UPDATE_AFTER', 'd', 'DELETE'])
--- accepted
SELECT * FROM FROM_CHANGELOG(input => TABLE cdc_stream)
--- accepted
INSERT INTO t1 VALUES (MAP['a', '123', 'b', '123456'], MAP['k1', X'C0FFEE', 'k2', X'BABE']), (CAST(NULL AS MAP<STRING, STRING>), CAST(NULL AS MAP<STRING, BYTES>)), (MAP['a', '1', 'b', '1'], MAP['k1', X'10', 'k2', X'20'])
--- accepted
INSERT INTO T VALUES (1)
--- accepted
SELECT * FROM T
--- accepted
SELECT proctime, c FROM MyTable LIMIT 0
--- accepted
SELECT proctime desc, c FROM MyTable LIMIT 0
--- accepted
SELECT c, proctime desc FROM MyTable LIMIT 0
--- accepted
SELECT c, proctime FROM MyTable LIMIT 0
--- accepted
SELECT rowtime, c FROM MyTable LIMIT 0
--- accepted
SELECT rowtime desc, c FROM MyTable LIMIT 0
--- accepted
SELECT c, rowtime desc FROM MyTable LIMIT 0
--- accepted
SELECT c, rowtime FROM MyTable LIMIT 0
--- accepted
SELECT proctime, c FROM MyTable LIMIT 2
--- accepted
SELECT proctime desc, c FROM MyTable LIMIT 2
--- accepted
SELECT c, proctime desc FROM MyTable LIMIT 2
--- accepted
SELECT c, proctime FROM MyTable LIMIT 2
--- accepted
SELECT rowtime, c FROM MyTable LIMIT 2
--- accepted
SELECT rowtime desc, c FROM MyTable LIMIT 2
--- accepted
SELECT c, rowtime desc FROM MyTable LIMIT 2
--- accepted
SELECT c, rowtime FROM MyTable LIMIT 2
--- accepted
SELECT proctime, c FROM MyTable OFFSET 2
--- accepted
SELECT proctime desc, c FROM MyTable OFFSET 2
--- accepted
SELECT c, proctime desc FROM MyTable OFFSET 2
--- accepted
SELECT c, proctime FROM MyTable OFFSET 2
--- accepted
SELECT rowtime, c FROM MyTable OFFSET 2
--- accepted
SELECT rowtime desc, c FROM MyTable OFFSET 2
--- accepted
SELECT c, rowtime desc FROM MyTable OFFSET 2
--- accepted
SELECT c, rowtime FROM MyTable OFFSET 2
--- accepted
SELECT b, COUNT(DISTINCT a), MAX(b), SUM(c) FROM MyTable1 GROUP BY b
--- accepted
SELECT b, COUNT(DISTINCT a), MAX(b), SUM(c) FROM MyDataStream1 GROUP BY b
--- accepted
SELECT b, COUNT(DISTINCT a), MAX(b), SUM(c) FROM wmTable1 GROUP BY b
--- accepted
SELECT a1, MAX(a3) FROM (SELECT a1, a2, MAX(a3) AS a3 FROM A GROUP BY a1, a2) t GROUP BY a1
--- accepted
SELECT a1, max(a3) from (SELECT a1, a2, max(a3) as a3 FROM A GROUP BY a1, a2) group by a1
--- accepted
SELECT a1, MIN(a3) FROM (SELECT a1, a2, MAX(a3) AS a3 FROM A GROUP BY a1, a2) t GROUP BY a1
--- accepted
SELECT a1, MIN(a3) FROM (SELECT a1, a2, MIN(a3) AS a3 FROM A GROUP BY a1, a2) t GROUP BY a1
--- accepted
SELECT min(a3) from (SELECT a1, a2, min(a3) as a3 FROM A GROUP BY a1, a2)
--- accepted
SELECT /*+ MULTI_JOIN(u, subq) */ u.user_id, u.name, subq.order_id, subq.payment_id, subq.location FROM Users u INNER JOIN (  SELECT /*+ MULTI_JOIN(o, p, s) */ o.order_id, o.user_id u1, p.payment_id, p.user_id u2, s.location, s.user_id u3  FROM Orders o   INNER JOIN Payments p ON o.user_id = p.user_id   INNER JOIN Shipments s ON p.user_id = s.user_id) subq ON u.user_id = subq.u1
--- accepted
SELECT /*+ MULTI_JOIN(u, o, p), STATE_TTL(u='1d', o='2d', p='1h') */u.user_id, u.name, o.order_id, p.payment_id FROM Users u INNER JOIN Orders o ON u.user_id = o.user_id INNER JOIN Payments p ON u.user_id = p.user_id
--- accepted
SELECT /*+ MULTI_JOIN(u, o) */u.user_id, u.name, o.order_id, s.location FROM Users u INNER JOIN Orders o ON u.user_id = o.user_id INNER JOIN Shipments s ON u.user_id = s.user_id
--- accepted
SELECT /*+ MULTI_JOIN(Users, o, p) */ Users.user_id, Users.name, o.order_id, p.payment_id FROM Users INNER JOIN Orders o ON Users.user_id = o.user_id INNER JOIN Payments p ON Users.user_id = p.user_id
--- accepted
SELECT /*+ MULTI_JOIN(Users, Orders, Payments) */Users.user_id, Users.name, Orders.order_id, Payments.payment_id FROM Users INNER JOIN Orders ON Users.user_id = Orders.user_id INNER JOIN Payments ON Users.user_id = Payments.user_id
--- accepted
SELECT /*+ MULTI_JOIN(u, o), STATE_TTL(u='1d', o='2d', p='1h') */u.user_id, u.name, o.order_id, p.payment_id FROM Users u INNER JOIN Orders o ON u.user_id = o.user_id INNER JOIN Payments p ON u.user_id = p.user_id
--- accepted
SELECT left_side.user_id, left_side.order_id, right_side.payment_id, right_side.location FROM (  SELECT /*+ MULTI_JOIN(u, o) */ u.user_id, o.order_id, o.user_id ouid   FROM Users u   INNER JOIN Orders o ON u.user_id = o.user_id) left_side INNER JOIN (  SELECT /*+ MULTI_JOIN(p, s) */ p.payment_id, p.user_id, s.location, s.user_id suid   FROM Payments p   INNER JOIN Shipments s ON p.user_id = s.user_id) right_side ON left_side.user_id = right_side.user_id
--- accepted
SELECT /*+ MULTI_JOIN(u, o, p) */u.user_id, u.name, o.order_id, p.payment_id FROM Users u INNER JOIN Orders o ON u.user_id = o.user_id LEFT JOIN Payments p ON u.user_id = p.user_id
--- accepted
SELECT * FROM f(columnList1 => DESCRIPTOR(a), columnList2 => DESCRIPTOR(b, c), columnList3 => DESCRIPTOR())
--- accepted
SELECT * FROM f(r => TABLE t PARTITION BY score, i => 1)
--- accepted
SELECT * FROM f(uid => 'my-ptf')
--- accepted
SELECT * FROM f(d => INTERVAL '1' SECOND)
--- accepted
SELECT * FROM f(p => INTERVAL '1' YEAR)
--- accepted
SELECT `out`, `rowtime` FROM f(r => TABLE t_watermarked, on_time => DESCRIPTOR(ts))
--- accepted
SELECT `out`, `rowtime` FROM f(r => TABLE t_watermarked PARTITION BY name ORDER BY (ts ASC, score DESC NULLS FIRST), i => 42, on_time => DESCRIPTOR(ts))
--- accepted
SELECT * FROM f(r => TABLE t)
--- accepted
SELECT * FROM f(r => TABLE t, i => 1)
--- accepted
SELECT * FROM f(i => 1, b => true)
--- accepted
SELECT * FROM f(uid => 'my-uid', i => 1, b => true)
--- accepted
SELECT * FROM f(r => TABLE t PARTITION BY name, i => 1)
--- accepted
SELECT * FROM f(u => TABLE t_name_diff, i => 1)
--- accepted
SELECT * FROM f(u => TABLE t_name_diff PARTITION BY name, i => 1)
--- accepted
SELECT * FROM f(i => 1, b => true, invalid => 'invalid')
--- accepted
SELECT * FROM v
--- accepted
SELECT MIN(proctime) FROM MyTable2 GROUP BY long
--- accepted
SELECT MIN(rowtime) FROM MyTable1 GROUP BY long
--- accepted
SELECT rowtime FROM MyTable1 WHERE rowtime > CAST('1990-12-02 12:11:11' AS TIMESTAMP(3))
--- accepted
SELECT COUNT(long) FROM MyTable2 GROUP BY proctime
--- accepted
SELECT COUNT(long) FROM MyTable GROUP BY rowtime
--- accepted
SELECT rowtime FROM MyTable1 UNION ALL SELECT rowtime FROM MyTable1
--- accepted
SELECT * FROM MyTable ORDER BY a, b DESC FETCH FIRST 10 ROWS ONLY
--- accepted
SELECT * FROM MyTable ORDER BY a, b DESC LIMIT 10
--- accepted
SELECT a FROM MyTable ORDER BY proctime LIMIT 1
--- accepted
SELECT a FROM MyTable ORDER BY proctime LIMIT 1 OFFSET 0
--- accepted
SELECT a FROM MyTable ORDER BY proctime LIMIT 1 OFFSET 1
--- accepted
SELECT a FROM MyTable ORDER BY proctime desc, c LIMIT 2
--- accepted
SELECT a FROM MyTable ORDER BY proctime DESC LIMIT 1 OFFSET 0
--- accepted
SELECT a FROM MyTable ORDER BY proctime desc LIMIT 1 OFFSET 1
--- accepted
SELECT a FROM MyTable ORDER BY proctime desc, c OFFSET 2
--- accepted
SELECT a FROM MyTable ORDER BY proctime, c LIMIT 0
--- accepted
SELECT a FROM MyTable ORDER BY proctime, c LIMIT 1
--- accepted
SELECT a FROM MyTable ORDER BY proctime, c LIMIT 0 OFFSET 1
--- accepted
SELECT a FROM MyTable ORDER BY proctime, c LIMIT 1 OFFSET 1
--- accepted
SELECT a FROM MyTable ORDER BY proctime desc LIMIT 0
--- accepted
SELECT a FROM MyTable ORDER BY proctime DESC LIMIT 1
--- accepted
SELECT a FROM MyTable ORDER BY proctime, c desc LIMIT 1 OFFSET 0
--- accepted
SELECT a FROM MyTable ORDER BY proctime, c desc LIMIT 1 OFFSET 1
--- accepted
SELECT a FROM MyTable ORDER BY c, proctime LIMIT 1
--- accepted
SELECT a FROM MyTable ORDER BY c, proctime desc LIMIT 2
--- accepted
SELECT a FROM MyTable ORDER BY c, proctime desc LIMIT 0
--- accepted
SELECT a FROM MyTable ORDER BY c, proctime desc LIMIT 1
--- accepted
SELECT a FROM MyTable ORDER BY c, proctime desc OFFSET 2
--- accepted
SELECT a FROM MyTable ORDER BY c, proctime LIMIT 2
--- accepted
SELECT a FROM MyTable ORDER BY c, proctime OFFSET 2
--- accepted
SELECT a FROM MyTable ORDER BY proctime, c LIMIT 2
--- accepted
SELECT a FROM MyTable ORDER BY proctime, c OFFSET 2
--- accepted
SELECT a FROM MyTable ORDER BY rowtime LIMIT 0
--- accepted
SELECT a FROM MyTable ORDER BY rowtime LIMIT 1
--- accepted
SELECT a FROM MyTable ORDER BY rowtime LIMIT 0 OFFSET 0
--- accepted
SELECT a FROM MyTable ORDER BY rowtime LIMIT 1 OFFSET 0
--- accepted
SELECT a FROM MyTable ORDER BY rowtime LIMIT 0 OFFSET 1
--- accepted
SELECT a FROM MyTable ORDER BY rowtime LIMIT 1 OFFSET 1
--- accepted
SELECT a FROM MyTable ORDER BY c, rowtime desc LIMIT 2
--- accepted
SELECT a FROM MyTable ORDER BY c, rowtime desc OFFSET 2
--- accepted
SELECT a FROM MyTable ORDER BY rowtime desc, c LIMIT 2
--- accepted
SELECT a FROM MyTable ORDER BY rowtime desc LIMIT 0 OFFSET 0
--- accepted
SELECT a FROM MyTable ORDER BY rowtime DESC LIMIT 1 OFFSET 0
--- accepted
SELECT a FROM MyTable ORDER BY rowtime desc LIMIT 0 OFFSET 1
--- accepted
SELECT a FROM MyTable ORDER BY rowtime desc LIMIT 1 OFFSET 1
--- accepted
SELECT a FROM MyTable ORDER BY rowtime desc, c OFFSET 2
--- accepted
SELECT a FROM MyTable ORDER BY rowtime, c LIMIT 0
--- accepted
SELECT a FROM MyTable ORDER BY rowtime, c LIMIT 1
--- accepted
SELECT a FROM MyTable ORDER BY rowtime, c LIMIT 0 OFFSET 1
--- accepted
SELECT a FROM MyTable ORDER BY rowtime, c LIMIT 1 OFFSET 1
--- accepted
SELECT a FROM MyTable ORDER BY rowtime DESC LIMIT 0
--- accepted
SELECT a FROM MyTable ORDER BY rowtime DESC LIMIT 1
--- accepted
SELECT a FROM MyTable ORDER BY rowtime, c desc LIMIT 0 OFFSET 1
--- accepted
SELECT a FROM MyTable ORDER BY rowtime, c desc LIMIT 1 OFFSET 1
--- accepted
SELECT a FROM MyTable ORDER BY c, rowtime LIMIT 0
--- accepted
SELECT a FROM MyTable ORDER BY c, rowtime LIMIT 1
--- accepted
SELECT a FROM MyTable ORDER BY c, rowtime DESC LIMIT 0
--- accepted
SELECT a FROM MyTable ORDER BY c, rowtime DESC LIMIT 1
--- accepted
SELECT a FROM MyTable ORDER BY c, rowtime LIMIT 2
--- accepted
SELECT a FROM MyTable ORDER BY c, rowtime OFFSET 2
--- accepted
SELECT a FROM MyTable ORDER BY rowtime, c LIMIT 2
--- accepted
SELECT a FROM MyTable ORDER BY rowtime, c OFFSET 2
--- accepted
SELECT a FROM MyTable ORDER BY c LIMIT 2
--- accepted
SELECT a FROM MyTable ORDER BY c LIMIT 0
--- accepted
SELECT a FROM MyTable ORDER BY c OFFSET 2
--- accepted
SELECT a FROM MyTable ORDER BY proctime, c
--- accepted
SELECT a FROM MyTable ORDER BY proctime desc, c
--- accepted
SELECT a FROM MyTable ORDER BY c, proctime
--- accepted
SELECT a FROM MyTable ORDER BY c, proctime desc
--- accepted
SELECT a FROM MyTable ORDER BY rowtime, c
--- accepted
SELECT a FROM MyTable ORDER BY rowtime desc, c
--- accepted
SELECT a FROM MyTable ORDER BY c, rowtime
--- accepted
SELECT a FROM MyTable ORDER BY c, rowtime desc
--- accepted
SELECT a FROM MyTable ORDER BY c
--- accepted
SELECT a, b, ts FROM t1
--- accepted
SELECT a, b, c FROM VirtualTable
--- accepted
SELECT a, b FROM VirtualTable WHERE b > 10
--- accepted
SELECT * FROM timeTestTable
--- accepted
select c.e, c.d from NestedTable
--- accepted
SELECT a, b FROM MyLtzTable
--- accepted
SELECT a, b FROM MyTable
--- accepted
SELECT a - b FROM UdfTable
--- accepted
SELECT COUNT(*) FROM src WHERE a > 1
--- accepted
SELECT b, COUNT(*), MAX(ts), MIN(ts) FROM src GROUP BY b
--- accepted
SELECT a, COUNT(*), MAX(ts), MIN(ts) FROM src GROUP BY a
--- accepted
SELECT a, b, c FROM src WHERE a > 1
--- accepted
SELECT * FROM t1
--- accepted
SELECT * FROM MetadataTable
--- accepted
SELECT `b`, `other_metadata` FROM MetadataTable
--- accepted
SELECT * FROM DataStreamTable
--- accepted
SELECT b,a,ts FROM src
--- accepted
SELECT id1, a, b FROM src
--- accepted
SELECT id, ts FROM src
--- accepted
SELECT rtime FROM T
--- accepted
SELECT COUNT(1) FROM T
--- accepted
select name, val, rtime, id from T
--- accepted
SELECT ptime, name, val, id FROM T
--- accepted
SELECT id, ts1, tags FROM src
--- accepted
SELECT id, ts1, op FROM src
--- accepted
SELECT ts, id, name, tags, op FROM src
--- accepted
SELECT id, ts, tags FROM src
--- accepted
SELECT rowtime, id, name, val FROM rowTimeT
--- accepted
SELECT * FROM TO_CHANGELOG(input => TABLE insert_only_source)
--- accepted
SELECT * FROM TO_CHANGELOG(input => TABLE retract_source)
--- accepted
SELECT * FROM TO_CHANGELOG(input => TABLE upsert_source)
--- accepted
SELECT AVG(a) FROM (SELECT AVG(a) AS a FROM T GROUP BY b)
--- accepted
SELECT b, SUM(a) FROM MyTable WHERE a > 0.1 and a < 10 GROUP BY b
--- accepted
SELECT COUNT(*) FROM src HAVING COUNT(*) > 1
--- accepted
SELECT COUNT(*), SUM(a), AVG(a) FROM T WHERE 1=0
--- accepted
SELECT COUNT(a) FROM MyTable GROUP BY b
--- accepted
SELECT MAX(a) FROM (SELECT MAX(a) AS a FROM T GROUP BY b)
--- accepted
SELECT MIN(a) FROM (SELECT MIN(a) AS a FROM T GROUP BY b)
--- accepted
SELECT SUM(a) FROM (SELECT SUM(a) AS a FROM T GROUP BY b)
--- accepted
SELECT a, LISTAGG(DISTINCT c, '#') FROM MyTable GROUP BY a
--- accepted
SELECT c, SUM(DISTINCT a), SUM(a), COUNT(DISTINCT b) FROM MyTable GROUP BY c
--- accepted
SELECT COUNT(*) FROM MyTable GROUP BY TUMBLE(proctime, INTERVAL '35' DAY)
--- accepted
select sum(a), max(b) from MyTable1 group by TUMBLE(c, INTERVAL '1' SECOND)
--- accepted
SELECT a,   SUM(c) OVER (    PARTITION BY a ORDER BY proctime() ROWS BETWEEN 4 PRECEDING AND CURRENT ROW),   MIN(c) OVER (    PARTITION BY a ORDER BY proctime() ROWS BETWEEN 4 PRECEDING AND CURRENT ROW) FROM MyTable
--- accepted
SELECT AVG(a) FROM MyTable GROUP BY b
--- accepted
SELECT AVG(CAST(a AS DOUBLE)) FROM MyTable
--- accepted
SELECT COUNT(a) FROM MyTable
--- accepted
SELECT four, SUM(a) FROM (SELECT b, 4 AS four, a FROM MyTable) GROUP BY b, four
--- accepted
SELECT MIN(c), AVG(a) FROM (SELECT a, b + 3 AS d, c FROM MyTable) GROUP BY d
--- accepted
SELECT * FROM (SELECT b, SUM(a) FROM MyTable GROUP BY b) WHERE b = 2
--- accepted
SELECT a1, b1 FROM A JOIN B ON (a1 = 1 AND b1 = 1) OR (a2 = 2 AND b2 = 2)
--- accepted
SELECT * FROM t JOIN s ON (a = 1 AND x = 1) OR (a = 2 AND y is null)
--- accepted
SELECT a1, b1 FROM A JOIN B ON (a1 = 1 AND b1 = 1) OR (a2 = 2 AND true)
--- accepted
SELECT a1, b1 FROM A FULL JOIN B ON a1 = b1
--- accepted
SELECT a1, b1 FROM A FULL JOIN B ON a1 = b1 AND a2 > b2
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) FULL JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a1 = b1
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) FULL JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a1 = b1 AND a2 > b2
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) FULL JOIN B ON a1 = b1
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) FULL JOIN B ON a1 = b1 AND a2 > b2
--- accepted
SELECT a1, a2, b1, b2 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) FULL JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a2 = b2
--- accepted
SELECT a1, a2, b1, b2 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) FULL JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a2 = b2 AND a1 > b1
--- accepted
SELECT a1, b1 FROM A JOIN B ON a1 = b1
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a1 = b1
--- accepted
SELECT a1, a2, b1, b2 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a2 = b2
--- accepted
SELECT A.a1 FROM A LEFT JOIN tableWithCompositePk T ON A.a1 = T.pk1
--- accepted
SELECT a1, b1 FROM A LEFT JOIN B ON a1 = b1
--- accepted
SELECT a1, b1 FROM A LEFT JOIN B ON a1 = b1 AND a2 > b2
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) LEFT JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a1 = b1
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) LEFT JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a1 = b1 AND a2 > b2
--- accepted
SELECT a1, a2, b1, b2 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) LEFT JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a2 = b2
--- accepted
SELECT a1, a2, b1, b2 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) LEFT JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a2 = b2 AND a1 > b1
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) LEFT JOIN B ON a1 = b1
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) LEFT JOIN B ON a1 = b1 AND a2 > b2
--- accepted
SELECT b, y FROM t LEFT OUTER JOIN s ON a = z AND b < 2
--- accepted
SELECT b, y FROM t LEFT OUTER JOIN s ON a = z AND b < x
--- accepted
SELECT b, y FROM t LEFT OUTER JOIN s ON a = z
--- accepted
SELECT a1, b1 FROM A RIGHT JOIN B ON a1 = b1
--- accepted
SELECT a1, b1 FROM A RIGHT JOIN B ON a1 = b1 AND a2 > b2
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) RIGHT JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a1 = b1
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) RIGHT JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a1 = b1 AND a2 > b2
--- accepted
SELECT a1, a2, b1, b2 FROM (SELECT SUM(a2) AS a2, a1 FROM A group by a1) RIGHT JOIN (SELECT SUM(b2) AS b2, b1 FROM B group by b1) ON a2 = b2
--- accepted
SELECT a1, a2, b1, b2 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) RIGHT JOIN (SELECT SUM(b2) AS b2, b1 FROM B GROUP BY b1) ON a2 = b2 AND a1 > b1
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A group by a1) RIGHT JOIN B ON a1 = b1
--- accepted
SELECT a1, b1 FROM (SELECT SUM(a2) AS a2, a1 FROM A GROUP BY a1) RIGHT JOIN B ON a1 = b1 AND a2 > b2
--- accepted
SELECT b, x FROM t RIGHT OUTER JOIN s ON a = z AND x < 2
--- accepted
SELECT b, y FROM t RIGHT OUTER JOIN s ON a = z AND b < x
--- accepted
SELECT b, y FROM t RIGHT OUTER JOIN s ON a = z
--- accepted
SELECT /*+ LOOKUP('table'='D', 'async'='true', 'output-mode'='allow_unordered') */ * FROM (SELECT *, PROCTIME() AS proctime FROM AppendOnlyTable) AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.id = D.id
--- accepted
SELECT /*+ LOOKUP('table'='D', 'async'='true') */ * FROM MyTable AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- accepted
SELECT /*+ LOOKUP('table'='D', 'async'='false') */ * FROM MyTable AS T JOIN AsyncLookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- accepted
SELECT /*+ LOOKUP('table'='D', 'retry-predicate'='lookup_miss', 'retry-strategy'='fixed_delay', 'fixed-delay'='10s', 'max-attempts'='3') */ * FROM MyTable AS T JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- accepted
SELECT /*+ LOOKUP('table'='LookupTable') */ * FROM MyTable AS T JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime ON T.a = LookupTable.id
--- accepted
SELECT /*+ LOOKUP('table'='D', 'async'='true') */ * FROM MyTable AS T JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id
--- accepted
SELECT * FROM MyTable AS T JOIN LookupTable FOR SYSTEM_TIME AS OF T.proctime AS D ON T.a = D.id and CAST(T.c as INT) = D.id
--- accepted
SELECT * FROM (SELECT o_amount * rate as rate, secondary_key as secondary_key FROM Orders AS o, LATERAL TABLE (Rates(o_rowtime)) AS r WHERE currency = o_currency AND (rate > 120 OR secondary_key = o_secondary_key)), Table3 WHERE t3_secondary_key = secondary_key
--- accepted
SELECT o_amount * rate as rate FROM Orders2 AS o, LATERAL TABLE (Rates(o.o_rowtime)) AS r WHERE currency = o_currency
--- accepted
SELECT o_amount * rate as rate FROM Orders AS o, LATERAL TABLE (Rates(o.o_rowtime)) AS r WHERE currency = o_currency
--- accepted
SELECT o_amount * rate as rate FROM ProctimeOrders AS o, LATERAL TABLE (ProctimeRates(o.o_proctime)) AS r WHERE currency = o_currency
--- accepted
SELECT * FROM Orders AS o LEFT JOIN rates_last_row_rowtime FOR SYSTEM_TIME AS OF o.rowtime AS r ON o.currency = r.currency AND amount > 10 AND r.rate < 100
--- accepted
SELECT * FROM Orders AS o JOIN RatesHistoryWithPK FOR SYSTEM_TIME AS OF o.rowtime AS r ON o.currency = r.currency
--- accepted
SELECT * FROM Orders AS o JOIN RatesHistoryLegacy FOR SYSTEM_TIME AS OF o.rowtime AS r ON o.currency = r.currency
--- accepted
SELECT * FROM OrdersLtz AS o JOIN RatesLtz FOR SYSTEM_TIME AS OF o.rowtime AS r ON o.currency = r.currency
--- accepted
SELECT o.currency, r.currency, rate1 FROM Orders AS o JOIN RatesBinlogWithComputedColumn FOR SYSTEM_TIME AS OF o.rowtime AS r on o.currency = r.currency AND o.amount > 10 AND r.rate < 100
--- accepted
SELECT * FROM Orders AS o JOIN rates_last_row_rowtime FOR SYSTEM_TIME AS OF o.rowtime AS r ON o.currency = r.currency
--- accepted
SELECT * FROM Orders AS o JOIN rates_last_row_rowtime FOR SYSTEM_TIME AS OF o.rowtime AS r ON o.currency = r.currency AND o.amount > r.rate
--- accepted
SELECT * FROM Orders AS o JOIN rates_last_row_rowtime FOR SYSTEM_TIME AS OF o.rowtime AS r ON o.currency = r.currency AND r.rate + 1 = 100
--- accepted
SELECT * FROM Orders AS o JOIN rates_last_row_rowtime FOR SYSTEM_TIME AS OF o.rowtime AS r ON o.currency = r.currency AND 'RMB-100' = concat('RMB-', cast(r.rate AS STRING))
--- accepted
SELECT * FROM Orders AS o JOIN rates_last_row_rowtime FOR SYSTEM_TIME AS OF o.rowtime AS r ON o.currency = r.currency AND amount > 10 AND r.rate < 100
--- accepted
SELECT * FROM Orders AS o LEFT JOIN rates_last_row_rowtime FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = r.currency AND r.rate + 1 = 100
--- accepted
SELECT * FROM Orders AS o JOIN RatesHistoryLegacy FOR SYSTEM_TIME AS OF o.proctime AS r ON o.currency = r.currency
--- accepted
SELECT o.currency, r.currency, rate1 FROM Orders AS o JOIN RatesBinlogWithoutWatermark FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = r.currency AND o.amount > 10 AND r.rate < 100
--- accepted
SELECT o.currency, r.currency, rate1 FROM Orders AS o JOIN RatesBinlogWithComputedColumn FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = r.currency AND o.amount > 10 AND r.rate < 100
--- accepted
SELECT * FROM Orders AS o JOIN rates_last_row_proctime FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = r.currency
--- accepted
SELECT * FROM Orders AS o JOIN rates_last_value FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = r.currency
--- accepted
SELECT * FROM Orders AS o JOIN rates_last_value FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = r.currency AND o.amount > r.rate
--- accepted
SELECT * FROM Orders AS o JOIN rates_last_row_rowtime FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = r.currency AND r.rate + 1 = 100
--- accepted
SELECT * FROM Orders AS o JOIN rates_last_row_rowtime FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = r.currency AND 'RMB-100' = concat('RMB-', cast(r.rate AS STRING))
--- accepted
SELECT * FROM Orders AS o JOIN rates_last_value FOR SYSTEM_TIME AS OF o.proctime AS r on o.currency = r.currency AND o.amount > 10 AND r.rate < 100
