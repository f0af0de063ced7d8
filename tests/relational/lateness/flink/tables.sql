CREATE TABLE events (n BIGINT, k STRING, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
WITH ('connector' = 'filesystem', 'path' = '{folder}/events.csv', 'format' = 'csv');
CREATE TABLE computed (n BIGINT, k STRING, t STRING, ts AS TO_TIMESTAMP(t) + INTERVAL '1' HOUR,
    WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
WITH ('connector' = 'filesystem', 'path' = '{folder}/events.csv', 'format' = 'csv',
    'scan.watermark.emit.strategy' = 'on-event');
CREATE TABLE early (n BIGINT, k STRING, t TIMESTAMP(3), ts AS t - INTERVAL '60' YEAR, WATERMARK FOR ts AS ts)
WITH ('connector' = 'filesystem', 'path' = '{folder}/events.csv', 'format' = 'csv');
CREATE TABLE generated (n BIGINT, ts AS TO_TIMESTAMP_LTZ(n * 3000 - CASE WHEN MOD(n, 9) = 4 THEN 300000 ELSE 0 END, 3),
    WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
WITH ('connector' = 'datagen', 'fields.n.kind' = 'sequence', 'fields.n.start' = '1000', 'fields.n.end' = '1100')
