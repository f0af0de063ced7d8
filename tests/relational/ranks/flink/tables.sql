CREATE TABLE sales (id INT, who STRING, item STRING, price INT, n INT, ts TIMESTAMP(3), pt AS PROCTIME(),
    WATERMARK FOR ts AS ts - INTERVAL '2' SECOND)
WITH ('connector' = 'filesystem', 'path' = '{folder}/sales.csv', 'format' = 'csv', 'csv.null-literal' = 'none')
