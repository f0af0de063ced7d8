-- tumble
SELECT window_start, window_end, COUNT(*), SUM(n) FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)) GROUP BY window_start, window_end;
SELECT item, window_start, window_end, window_time, COUNT(*) AS c, SUM(price) AS s, MIN(price), MAX(n), AVG(price) FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)) GROUP BY window_start, window_end, window_time, item;
SELECT window_start, window_end, COUNT(DISTINCT item), COUNT(price), SUM(n) FILTER (WHERE n > 4) FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)) GROUP BY window_start, window_end;
SELECT window_start, window_end, SUM(n) FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES, INTERVAL '1' MINUTE)) GROUP BY window_start, window_end;
SELECT window_start, window_end, SUM(n) FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES, INTERVAL '-3' MINUTE)) GROUP BY window_start, window_end;
SELECT window_start, window_end, SUM(n) FROM TABLE(TUMBLE(DATA => TABLE bids, TIMECOL => DESCRIPTOR(bidtime), SIZE => INTERVAL '10' MINUTES, `OFFSET` => INTERVAL '2' MINUTE)) GROUP BY window_start, window_end;
SELECT window_start, item, window_end, SUM(n) FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)) WHERE item <> 'A' GROUP BY item, window_end, window_start HAVING SUM(n) > 3;
SELECT UPPER(item), DATE_FORMAT(window_end, 'HH:mm'), SUM(n) + 1 FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)) GROUP BY window_start, window_end, UPPER(item);
SELECT w.window_start, SUM(w.n) FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)) AS w GROUP BY w.window_start, w.window_end;
SELECT window_end, COUNT(*) FROM TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES) GROUP BY window_start, window_end;
SELECT window_start, window_end, LISTAGG(item), FIRST_VALUE(n), LAST_VALUE(n), STDDEV_POP(n), COUNT(*) FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '1' DAY)) GROUP BY window_start, window_end;
SELECT DISTINCT window_start, window_end, item FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES));
SELECT * FROM (SELECT bidtime, item, n, window_start, window_end, window_time FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES))) WHERE n < 9;
SELECT window_start, SUM(n) FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)) GROUP BY window_start;
SELECT window_start, window_end, SUM(n) FROM TABLE(TUMBLE((SELECT bidtime, n * 10 AS n FROM bids WHERE n <> 2), DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)) GROUP BY window_start, window_end;
SELECT window_start, window_end, SUM(n) FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)) WHERE window_start > TIMESTAMP '2020-04-15 08:05:00' GROUP BY window_start, window_end;
-- hop
SELECT item, window_start, window_end, COUNT(*), SUM(n) FROM TABLE(HOP(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '5' MINUTES, INTERVAL '10' MINUTES)) GROUP BY window_start, window_end, item;
SELECT window_start, window_end, SUM(n) FROM TABLE(HOP(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '2' MINUTES, INTERVAL '10' MINUTES, INTERVAL '1' MINUTE)) GROUP BY window_start, window_end;
SELECT window_start, window_end, SUM(n), MAX(item), COUNT(DISTINCT item) FROM TABLE(HOP(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '5' MINUTES, INTERVAL '15' MINUTES, INTERVAL '-1' MINUTE)) GROUP BY window_start, window_end;
SELECT window_start, window_end, SUM(n) FROM TABLE(HOP(DATA => TABLE bids, TIMECOL => DESCRIPTOR(bidtime), SLIDE => INTERVAL '30' MINUTES, SIZE => INTERVAL '1' HOUR)) GROUP BY window_start, window_end;
SELECT n, window_start, window_end, window_time FROM TABLE(HOP(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '4' MINUTES, INTERVAL '10' MINUTES));
SELECT window_start, window_end, SUM(n) FROM TABLE(HOP(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '4' MINUTES, INTERVAL '10' MINUTES)) GROUP BY window_start, window_end;
SELECT window_start, window_end, SUM(n) FROM TABLE(HOP(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '20' MINUTES, INTERVAL '10' MINUTES)) GROUP BY window_start, window_end;
-- cumulate
SELECT item, window_start, window_end, COUNT(*), SUM(n) FROM TABLE(CUMULATE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '2' MINUTES, INTERVAL '10' MINUTES)) GROUP BY window_start, window_end, item;
SELECT window_start, window_end, SUM(n), COUNT(DISTINCT item) FROM TABLE(CUMULATE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '5' MINUTES, INTERVAL '20' MINUTES, INTERVAL '3' MINUTE)) GROUP BY window_start, window_end;
SELECT window_start, window_end, SUM(n) FROM TABLE(CUMULATE(DATA => TABLE bids, TIMECOL => DESCRIPTOR(bidtime), STEP => INTERVAL '10' MINUTES, SIZE => INTERVAL '1' HOUR)) GROUP BY window_start, window_end;
SELECT n, window_start, window_end FROM TABLE(CUMULATE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '5' MINUTES, INTERVAL '10' MINUTES));
-- session
SELECT who, window_start, window_end, window_time, COUNT(*), SUM(n) FROM TABLE(SESSION(TABLE visits PARTITION BY who, DESCRIPTOR(ts), INTERVAL '5' MINUTES)) GROUP BY who, window_start, window_end, window_time;
SELECT window_start, window_end, COUNT(*), SUM(n) FROM TABLE(SESSION(TABLE visits, DESCRIPTOR(ts), INTERVAL '5' MINUTES)) GROUP BY window_start, window_end;
SELECT who, window_start, window_end, MIN(n), MAX(n), COUNT(DISTINCT n) FROM TABLE(SESSION(DATA => TABLE visits PARTITION BY who, TIMECOL => DESCRIPTOR(ts), GAP => INTERVAL '6' MINUTES)) GROUP BY window_start, window_end, who;
SELECT ts, who, n, window_start, window_end FROM TABLE(SESSION(TABLE visits PARTITION BY who, DESCRIPTOR(ts), INTERVAL '5' MINUTES));
SELECT window_start, window_end, SUM(n) FROM TABLE(SESSION(TABLE visits PARTITION BY who, DESCRIPTOR(ts), INTERVAL '5' MINUTES)) GROUP BY window_start, window_end;
-- grouping sets
SELECT window_start, window_end, item, SUM(n), GROUPING(item) FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)) GROUP BY window_start, window_end, GROUPING SETS ((item), ());
SELECT window_start, window_end, item, n > 4, COUNT(*) FROM TABLE(HOP(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES, INTERVAL '20' MINUTES)) GROUP BY window_start, window_end, CUBE (item, n > 4);
SELECT window_start, window_end, item, SUM(n) FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)) GROUP BY window_start, window_end, ROLLUP (item);
-- cascaded
SELECT window_start, window_end, SUM(s), COUNT(*) FROM (SELECT item, window_start, window_end, SUM(n) AS s FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)) GROUP BY window_start, window_end, item) GROUP BY window_start, window_end;
SELECT window_start, window_end, SUM(s), COUNT(*) FROM TABLE(TUMBLE((SELECT window_time AS rowtime, SUM(n) AS s FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '5' MINUTES)) GROUP BY window_start, window_end, window_time), DESCRIPTOR(rowtime), INTERVAL '10' MINUTES)) GROUP BY window_start, window_end;
SELECT window_start, window_end, MAX(s) FROM (SELECT who, window_start, window_end, SUM(n) AS s FROM TABLE(HOP(TABLE visits, DESCRIPTOR(ts), INTERVAL '5' MINUTES, INTERVAL '10' MINUTES)) GROUP BY window_start, window_end, who) GROUP BY window_start, window_end;
-- group windows
SELECT item, TUMBLE_END(bidtime, INTERVAL '1' HOUR), AVG(price) FROM bids GROUP BY TUMBLE(bidtime, INTERVAL '1' HOUR), item;
SELECT item, TUMBLE_START(bidtime, INTERVAL '10' MINUTE) AS s, TUMBLE_END(bidtime, INTERVAL '10' MINUTE) AS e, TUMBLE_ROWTIME(bidtime, INTERVAL '10' MINUTE) AS r, COUNT(*) FROM bids GROUP BY item, TUMBLE(bidtime, INTERVAL '10' MINUTE);
SELECT HOP_START(bidtime, INTERVAL '5' MINUTE, INTERVAL '10' MINUTE), HOP_END(bidtime, INTERVAL '5' MINUTE, INTERVAL '10' MINUTE), SUM(n) FROM bids GROUP BY HOP(bidtime, INTERVAL '5' MINUTE, INTERVAL '10' MINUTE);
SELECT HOP_START(bidtime, INTERVAL '4' MINUTE, INTERVAL '10' MINUTE), SUM(n), COUNT(DISTINCT item) FROM bids GROUP BY HOP(bidtime, INTERVAL '4' MINUTE, INTERVAL '10' MINUTE);
SELECT who, SESSION_START(ts, INTERVAL '5' MINUTE), SESSION_END(ts, INTERVAL '5' MINUTE), SESSION_ROWTIME(ts, INTERVAL '5' MINUTE), SUM(n) FROM visits GROUP BY SESSION(ts, INTERVAL '5' MINUTE), who;
SELECT SUM(n) FROM bids GROUP BY TUMBLE(bidtime, INTERVAL '1' HOUR) HAVING SUM(n) > 12;
SELECT TUMBLE_START(r, INTERVAL '10' MINUTE), SUM(s) FROM (SELECT TUMBLE_ROWTIME(bidtime, INTERVAL '5' MINUTE) AS r, SUM(n) AS s FROM bids GROUP BY TUMBLE(bidtime, INTERVAL '5' MINUTE)) GROUP BY TUMBLE(r, INTERVAL '10' MINUTE);
-- zones
SELECT window_start, window_end, CAST(window_time AS STRING), SUM(n), COUNT(*) FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '1' HOUR)) GROUP BY window_start, window_end, window_time;
SELECT window_start, window_end, CAST(window_time AS STRING), SUM(n), COUNT(*) FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '1' DAY)) GROUP BY window_start, window_end, window_time;
SELECT window_start, window_end, SUM(n) FROM TABLE(HOP(TABLE clicks, DESCRIPTOR(ts), INTERVAL '30' MINUTE, INTERVAL '1' HOUR)) GROUP BY window_start, window_end;
SELECT window_start, window_end, SUM(n) FROM TABLE(CUMULATE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '1' HOUR, INTERVAL '1' DAY)) GROUP BY window_start, window_end;
SELECT who, window_start, window_end, CAST(window_time AS STRING), SUM(n) FROM TABLE(SESSION(TABLE clicks PARTITION BY who, DESCRIPTOR(ts), INTERVAL '1' HOUR)) GROUP BY who, window_start, window_end, window_time;
SELECT n, window_start, window_end, CAST(window_time AS STRING) FROM TABLE(TUMBLE(TABLE clicks, DESCRIPTOR(ts), INTERVAL '1' HOUR));
SELECT TUMBLE_START(ts, INTERVAL '1' HOUR), CAST(TUMBLE_ROWTIME(ts, INTERVAL '1' HOUR) AS STRING), SUM(n) FROM clicks GROUP BY TUMBLE(ts, INTERVAL '1' HOUR);
SELECT who, SESSION_START(ts, INTERVAL '1' HOUR), SESSION_END(ts, INTERVAL '1' HOUR), SUM(n) FROM clicks GROUP BY SESSION(ts, INTERVAL '1' HOUR), who;
-- no time
SELECT n, window_start FROM TABLE(TUMBLE(TABLE gaps, DESCRIPTOR(ts), INTERVAL '5' MINUTE));
SELECT window_start, SUM(n) FROM TABLE(TUMBLE(TABLE gaps, DESCRIPTOR(ts), INTERVAL '5' MINUTE)) GROUP BY window_start, window_end;
SELECT TUMBLE_START(ts, INTERVAL '5' MINUTE), SUM(n) FROM gaps GROUP BY TUMBLE(ts, INTERVAL '5' MINUTE);
-- refused
SELECT window_start, window_end, SUM(n) FROM TABLE(TUMBLE(TABLE plain, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)) GROUP BY window_start, window_end;
SELECT * FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(price), INTERVAL '10' MINUTES));
SELECT * FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(nothing), INTERVAL '10' MINUTES));
SELECT * FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '0' MINUTES));
SELECT * FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES, INTERVAL '10' MINUTES));
SELECT * FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '1' MONTH));
SELECT * FROM TABLE(CUMULATE(TABLE bids, DESCRIPTOR(bidtime), INTERVAL '3' MINUTES, INTERVAL '10' MINUTES));
SELECT * FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(bidtime)));
SELECT n, TIMESTAMPDIFF(MINUTE, window_start, window_end) FROM TABLE(HOP(TABLE bids, DESCRIPTOR(pt), INTERVAL '5' MINUTES, INTERVAL '10' MINUTES));
SELECT TUMBLE_START(bidtime, INTERVAL '1' HOUR), SUM(n) FROM bids GROUP BY TUMBLE(bidtime, INTERVAL '2' HOUR);
SELECT TUMBLE_START(bidtime, INTERVAL '1' HOUR) FROM bids;
SELECT SUM(n) FROM plain GROUP BY TUMBLE(bidtime, INTERVAL '1' HOUR);
SELECT window_start, window_end, SUM(n) FROM TABLE(TUMBLE(TABLE bids, DESCRIPTOR(pt), INTERVAL '10' MINUTES)) GROUP BY window_start, window_end
