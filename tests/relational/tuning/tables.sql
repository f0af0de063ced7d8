CREATE TABLE cdc_path (k STRING, v INT, path STRING METADATA FROM 'file.path') WITH ('connector' = 'filesystem', 'path' = 'file://{folder}', 'format' = 'debezium-json');
CREATE TABLE wide (k STRING, a BIGINT, b BIGINT, c BIGINT) WITH ('connector' = 'filesystem', 'path' = 'file://{folder}', 'format' = 'json');
CREATE TABLE wide_meta (k STRING, a BIGINT, b BIGINT, path STRING METADATA FROM 'file.path', name STRING METADATA FROM 'file.name') WITH ('connector' = 'filesystem', 'path' = 'file://{folder}', 'format' = 'json');
CREATE TABLE wide_timed (k STRING, a BIGINT, b BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'filesystem', 'path' = 'file://{folder}', 'format' = 'json');
CREATE TABLE wide_row (k STRING, r ROW<x BIGINT, y BIGINT, z STRING>) WITH ('connector' = 'filesystem', 'path' = 'file://{folder}', 'format' = 'json');
CREATE TABLE wide_sink (k STRING, a BIGINT, b BIGINT, c BIGINT) WITH ('connector' = 'print');
CREATE TABLE other_retract_sink (k STRING, n BIGINT) WITH ('connector' = 'print');
