CREATE TABLE ticks (id INT, k STRING, price INT, tax DOUBLE, note STRING, ts TIMESTAMP(3), pt AS PROCTIME(),
    WATERMARK FOR ts AS ts - INTERVAL '3' SECOND)
WITH ('connector' = 'filesystem', 'path' = '{folder}/ticks.csv', 'format' = 'csv', 'csv.null-literal' = 'none');
CREATE TABLE plain (id INT, k STRING, price INT, tax DOUBLE, note STRING, ts TIMESTAMP(3))
WITH ('connector' = 'filesystem', 'path' = '{folder}/ticks.csv', 'format' = 'csv', 'csv.null-literal' = 'none')
