CREATE TABLE orders (ts TIMESTAMP(3), k STRING, v INT, x DOUBLE, d DECIMAL(10, 2), s STRING, pt AS PROCTIME(),
    WATERMARK FOR ts AS ts - INTERVAL '3' SECOND)
WITH ('connector' = 'filesystem', 'path' = '{folder}/orders.csv', 'format' = 'csv', 'csv.null-literal' = 'none');
CREATE TABLE plain (ts TIMESTAMP(3), k STRING, v INT, x DOUBLE, d DECIMAL(10, 2), s STRING)
WITH ('connector' = 'filesystem', 'path' = '{folder}/orders.csv', 'format' = 'csv', 'csv.null-literal' = 'none')
