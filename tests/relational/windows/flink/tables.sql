CREATE TABLE bids (bidtime TIMESTAMP(3), price DECIMAL(10, 2), item STRING, n BIGINT, pt AS PROCTIME(),
    WATERMARK FOR bidtime AS bidtime - INTERVAL '1' SECOND)
WITH ('connector' = 'filesystem', 'path' = '{folder}/bids.csv', 'format' = 'csv', 'csv.null-literal' = 'none');
CREATE TABLE clicks (ms BIGINT, who STRING, n INT, ts AS TO_TIMESTAMP_LTZ(ms, 3),
    WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)
WITH ('connector' = 'filesystem', 'path' = '{folder}/clicks.csv', 'format' = 'csv', 'csv.null-literal' = 'none');
CREATE TABLE visits (ts TIMESTAMP(3), who STRING, n INT, WATERMARK FOR ts AS ts - INTERVAL '10' MINUTE)
WITH ('connector' = 'filesystem', 'path' = '{folder}/visits.csv', 'format' = 'csv', 'csv.null-literal' = 'none');
CREATE TABLE gaps (ts TIMESTAMP(3), n INT, WATERMARK FOR ts AS ts)
WITH ('connector' = 'filesystem', 'path' = '{folder}/gaps.csv', 'format' = 'csv', 'csv.null-literal' = 'none');
CREATE TABLE plain (bidtime TIMESTAMP(3), price DECIMAL(10, 2), item STRING, n BIGINT)
WITH ('connector' = 'filesystem', 'path' = '{folder}/bids.csv', 'format' = 'csv', 'csv.null-literal' = 'none')
