SELECT k, window_start, window_end, COUNT(*), SUM(v) FROM TABLE(TUMBLE(TABLE moves, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end
SELECT window_start, window_end, window_time, MIN(v), MAX(v), AVG(v), COUNT(DISTINCT v) FROM TABLE(TUMBLE(TABLE moves, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY window_start, window_end, window_time
SELECT k, v, window_start, window_end, window_time FROM TABLE(TUMBLE(TABLE moves, DESCRIPTOR(ts), INTERVAL '10' SECOND))
SELECT k, v, window_start FROM TABLE(HOP(TABLE moves, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '10' SECOND))
SELECT k, ts, v, window_start, window_end, window_time FROM TABLE(SESSION(TABLE moves PARTITION BY k, DESCRIPTOR(ts), INTERVAL '5' SECOND))
SELECT ts, v, window_start, window_end FROM TABLE(SESSION(TABLE moves, DESCRIPTOR(ts), INTERVAL '3' SECOND))
SELECT k, window_start, window_end, COUNT(*), SUM(v), LISTAGG(CAST(v AS STRING)) FROM TABLE(SESSION(TABLE moves PARTITION BY k, DESCRIPTOR(ts), INTERVAL '5' SECOND)) GROUP BY k, window_start, window_end
SELECT window_start, window_end, COUNT(*), MAX(v) FROM TABLE(HOP(TABLE moves, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '20' SECOND, INTERVAL '-3' SECOND)) GROUP BY window_start, window_end
SELECT k, window_start, window_end, SUM(v), COUNT(v) FROM TABLE(CUMULATE(TABLE moves, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '60' SECOND, INTERVAL '-4' SECOND)) GROUP BY k, window_start, window_end
SELECT window_start, window_end, k, GROUPING(k), SUM(v), COUNT(*) FROM TABLE(TUMBLE(TABLE moves, DESCRIPTOR(ts), INTERVAL '20' SECOND)) GROUP BY window_start, window_end, ROLLUP (k)
SELECT window_start, window_end, k, v > 4, COUNT(*) FROM TABLE(HOP(TABLE moves, DESCRIPTOR(ts), INTERVAL '20' SECOND, INTERVAL '40' SECOND)) GROUP BY window_start, window_end, GROUPING SETS ((k), (v > 4), ())
SELECT window_start, window_end, SUM(s), COUNT(*) FROM (SELECT k, window_start, window_end, SUM(v) AS s FROM TABLE(TUMBLE(TABLE moves, DESCRIPTOR(ts), INTERVAL '10' SECOND)) GROUP BY k, window_start, window_end) GROUP BY window_start, window_end
SELECT DISTINCT window_start, window_end, k FROM TABLE(TUMBLE(TABLE moves, DESCRIPTOR(ts), INTERVAL '10' SECOND))
SELECT k, TUMBLE_START(ts, INTERVAL '10' SECOND), COUNT(*), SUM(v) FROM moves GROUP BY k, TUMBLE(ts, INTERVAL '10' SECOND)
SELECT k, SESSION_START(ts, INTERVAL '5' SECOND), SESSION_END(ts, INTERVAL '5' SECOND), COUNT(*), SUM(v) FROM moves GROUP BY k, SESSION(ts, INTERVAL '5' SECOND)
SELECT * FROM (SELECT k, v, window_start, window_end, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY v DESC) AS r FROM TABLE(TUMBLE(TABLE moves, DESCRIPTOR(ts), INTERVAL '10' SECOND))) WHERE r <= 2
SELECT window_start, window_end, COUNT(*) FILTER (WHERE v > 3), SUM(DISTINCT v), COUNT(DISTINCT k) FILTER (WHERE v < 8) FROM TABLE(HOP(TABLE moves, DESCRIPTOR(ts), INTERVAL '10' SECOND, INTERVAL '20' SECOND)) GROUP BY window_start, window_end
SELECT w.k, COUNT(*) FROM TABLE(SESSION(TABLE moves PARTITION BY k, DESCRIPTOR(ts), INTERVAL '5' SECOND)) AS w GROUP BY w.k
SELECT window_start, window_end, k, COUNT(*) FROM TABLE(SESSION(TABLE moves PARTITION BY k, DESCRIPTOR(ts), INTERVAL '5' SECOND)) GROUP BY window_start, window_end, ROLLUP(k)
SELECT k, TUMBLE_END(ts, INTERVAL '20' SECOND), COUNT(*), GROUPING(k) FROM moves GROUP BY TUMBLE(ts, INTERVAL '20' SECOND), ROLLUP (k)
SELECT k, TUMBLE_END(ts, INTERVAL '20' SECOND), COUNT(*) FROM moves GROUP BY GROUPING SETS ((k, TUMBLE(ts, INTERVAL '20' SECOND)), (TUMBLE(ts, INTERVAL '20' SECOND)))
SELECT k, SUM(v) OVER (PARTITION BY k ORDER BY ts ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM moves
SELECT k, ts, CURRENT_WATERMARK(ts) FROM moves
SELECT window_start, window_end, COUNT(*) FROM (SELECT k, v, window_start, window_end FROM TABLE(SESSION(TABLE moves PARTITION BY k, DESCRIPTOR(ts), INTERVAL '5' SECOND)) WHERE v > 1) GROUP BY window_start, window_end, k
