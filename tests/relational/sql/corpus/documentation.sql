--- accepted
CREATE TABLE clicks (
    uid VARCHAR(128),
    cTime TIMESTAMP(3),
    url VARCHAR(256)
)
--- accepted
SELECT * FROM clicks
WHERE cTime BETWEEN TIMESTAMPADD(MINUTE, -2, CURRENT_TIMESTAMP) AND CURRENT_TIMESTAMP
--- accepted
SELECT UUID() AS uuid, * FROM clicks LIMIT 3
--- accepted
SELECT CURRENT_TIMESTAMP, * FROM clicks
--- accepted
INSERT INTO t_join_sink
SELECT o.order_id, o.order_name, l.logistics_id, l.logistics_target, l.logistics_source, now()
FROM t_order AS o
LEFT JOIN t_logistics AS l ON ord.order_id=logistics.order_id
--- refused: Encountered "Sink" at line 10, column 1.
insert into sink_with_pk
select t1.a, t1.b, t2.c
from (
  select *, proctime() proctime from cdc
) t1 
join dim_with_pk for system_time as of t1.proctime as t2
   on t1.a = t2.a
   
 
Sink(table=[default_catalog.default_database.sink_with_pk], fields=[a, b, c])
+- Calc(select=[a, b, c])
   +- LookupJoin(table=[default_catalog.default_database.dim_with_pk], joinType=[InnerJoin], lookup=[a=a], select=[a, b, a, c])
      +- DropUpdateBefore
         +- TableSourceScan(table=[[default_catalog, default_database, cdc, project=[a, b], metadata=[]]], fields=[a, b])
--- refused: Encountered "Sink" at line 10, column 1.
insert into sink_with_pk
select t1.a, t1.b, t2.c
from (
  select *, proctime() proctime from cdc
) t1 
join dim_without_pk for system_time as of t1.proctime as t2
   on t1.a = t2.a

 
Sink(table=[default_catalog.default_database.sink_with_pk], fields=[a, b, c], upsertMaterialize=[true])
+- Calc(select=[a, b, c])
   +- LookupJoin(table=[default_catalog.default_database.dim_without_pk], joinType=[InnerJoin], lookup=[a=a], select=[a, b, a, c], upsertMaterialize=[true])
      +- TableSourceScan(table=[[default_catalog, default_database, cdc, project=[a, b], metadata=[]]], fields=[a, b])
--- refused: Encountered "user" at line 2, column 3.
CREATE TABLE clicks (
  user  VARCHAR,      
  url   VARCHAR,      
  cTime TIMESTAMP(3)  
) WITH (...)
--- accepted
SELECT user, COUNT(url)
FROM clicks
GROUP BY user
--- accepted
SELECT user, RANK() OVER (ORDER BY lastAction)
FROM (
  SELECT user, MAX(cTime) AS lastAction FROM clicks GROUP BY user
)
--- accepted
CREATE TABLE doc (
    word STRING
) WITH (
    'connector' = '...'
)
--- accepted
CREATE TABLE word_cnt (
    word STRING PRIMARY KEY NOT ENFORCED,
    cnt  BIGINT
) WITH (
    'connector' = '...'
)
--- accepted
INSERT INTO word_cnt
SELECT word, COUNT(1) AS cnt
FROM doc
GROUP BY word
--- refused: Encountered ".." at line 6, column 5.
CREATE TABLE upsert_kafka (
    id INT PRIMARY KEY NOT ENFORCED,
    message  STRING
) WITH (
    'connector' = 'upsert-kafka',
    ...
)
--- accepted
SELECT * FROM upsert_kafka
--- refused: Encountered ".." at line 1, column 78.
CREATE TABLE orders (order_id BIGINT, order_line_id BIGINT, buyer_id BIGINT, ...)
--- refused: Encountered "[" at line 1, column 14.
COMPILE PLAN [IF NOT EXISTS] <plan_file_path> FOR <insert_statement>|<statement_set>
--- refused: Non-query expression encountered in illegal context
statement_set:
        EXECUTE STATEMENT SET
        BEGIN
        insert_statement;
        ...
        insert_statement;
        END
--- refused: Non-query expression encountered in illegal context
insert_statement:
        <insert_from_select>|<insert_from_values>
--- refused: Encountered "[" at line 1, column 14.
EXECUTE PLAN [IF EXISTS] <plan_file_path>
--- accepted
CREATE TABLE Orders (
        `order_id` INT,
        `line_order_id` INT
    ) WITH (
        'connector'='...'
    )
--- accepted
CREATE TABLE LineOrders (
        `line_order_id` INT,
        `ship_mode` STRING
    ) WITH (
        'connector'='...'
    )
--- accepted
CREATE TABLE OrdersShipInfo (
        `order_id` INT,
        `line_order_id` INT,
        `ship_mode` STRING
    ) WITH (
        'connector' = '...'
    )
--- accepted
COMPILE PLAN '/path/to/plan.json' FOR
    INSERT INTO OrdersShipInfo
    SELECT a.order_id, a.line_order_id, b.ship_mode 
    FROM Orders a JOIN LineOrders b 
        ON a.line_order_id = b.line_order_id
--- accepted
EXECUTE PLAN '/path/to/plan.json'
--- accepted
SELECT * FROM currency_rates
--- refused: Non-query expression encountered in illegal context
update_time   currency   rate
============= =========  ====
09:00:00      Yen        102
09:00:00      Euro       114
09:00:00      USD        1
11:15:00      Euro       119
11:49:00      Pounds     108
--- accepted
SELECT * FROM orders
--- refused: Non-query expression encountered in illegal context
order_time amount currency
========== ====== =========
10:15        2    Euro
10:30        1    USD
10:32       50    Yen
10:52        3    Euro
11:04        5    USD
--- accepted
SELECT
  SUM(amount * rate) AS amount
FROM
  orders,
  LATERAL TABLE (rates(order_time))
WHERE
  rates.currency = orders.currency
--- refused: Encountered ".." at line 8, column 3.
CREATE TABLE user_actions (
  user_name STRING,
  data STRING,
  user_action_time TIMESTAMP(3),
   
  WATERMARK FOR user_action_time AS user_action_time - INTERVAL '5' SECOND
) WITH (
  ...
)
--- accepted
SELECT TUMBLE_START(user_action_time, INTERVAL '10' MINUTE), COUNT(DISTINCT user_name)
FROM user_actions
GROUP BY TUMBLE(user_action_time, INTERVAL '10' MINUTE)
--- refused: Encountered ".." at line 9, column 3.
CREATE TABLE user_actions (
  user_name STRING,
  data STRING,
  ts BIGINT,
  time_ltz AS TO_TIMESTAMP_LTZ(ts, 3),
   
  WATERMARK FOR time_ltz AS time_ltz - INTERVAL '5' SECOND
) WITH (
  ...
)
--- accepted
SELECT TUMBLE_START(time_ltz, INTERVAL '10' MINUTE), COUNT(DISTINCT user_name)
FROM user_actions
GROUP BY TUMBLE(time_ltz, INTERVAL '10' MINUTE)
--- refused: Encountered ".." at line 2, column 3.
CREATE TABLE user_actions (
  ...
  user_action_time TIMESTAMP(3),
  WATERMARK FOR user_action_time AS user_action_time - INTERVAL '5' SECOND
) WITH (
  'scan.watermark.emit.strategy'='on-event',
  ...
)
--- refused: Encountered ".." at line 1, column 8.
select ... from source_table /*+ OPTIONS('scan.watermark.emit.strategy'='on-periodic') */
--- refused: Encountered ".." at line 2, column 3.
CREATE TABLE user_actions (
  ...
  user_action_time TIMESTAMP(3),
  WATERMARK FOR user_action_time AS user_action_time - INTERVAL '5' SECOND
) WITH (
  'scan.watermark.idle-timeout'='1min',
  ...
).
--- refused: Encountered ".." at line 1, column 8.
select ... from source_table /*+ OPTIONS('scan.watermark.idle-timeout'='1min') */
--- refused: Encountered ".." at line 2, column 1.
CREATE TABLE user_actions (
...
user_action_time TIMESTAMP(3),
  WATERMARK FOR user_action_time AS user_action_time - INTERVAL '5' SECOND
) WITH (
'scan.watermark.alignment.group'='alignment-group-1',
'scan.watermark.alignment.max-drift'='1min',
'scan.watermark.alignment.update-interval'='1s',
...
).
--- refused: Encountered ".." at line 1, column 8.
select ... from source_table /*+ OPTIONS('scan.watermark.alignment.group'='alignment-group-1', 'scan.watermark.alignment.max-drift'='1min', 'scan. watermark.alignment.update-interval'='1s') */
--- refused: Encountered ".." at line 6, column 3.
CREATE TABLE user_actions (
  user_name STRING,
  data STRING,
  user_action_time AS PROCTIME()  
) WITH (
  ...
)
--- refused: Non-query expression encountered in illegal context
(changelog kind)  update_time  product_id product_name price
================= ===========  ========== ============ ===== 
+(INSERT)         00:01:00     p_001      scooter      11.11
+(INSERT)         00:02:00     p_002      basketball   23.11
-(UPDATE_BEFORE)  12:00:00     p_001      scooter      11.11
+(UPDATE_AFTER)   12:00:00     p_001      scooter      12.99
-(UPDATE_BEFORE)  12:00:00     p_002      basketball   23.11 
+(UPDATE_AFTER)   12:00:00     p_002      basketball   19.99
-(DELETE)         18:00:00     p_001      scooter      12.99
--- refused: Non-query expression encountered in illegal context
update_time  product_id product_name price
===========  ========== ============ ===== 
00:01:00     p_001      scooter      11.11
00:02:00     p_002      basketball   23.11
--- refused: Non-query expression encountered in illegal context
update_time  product_id product_name price
===========  ========== ============ ===== 
12:00:00     p_001      scooter      12.99
12:00:00     p_002      basketball   19.99
--- refused: Encountered ".." at line 8, column 9.
CREATE TABLE products (
	product_id    STRING,
	product_name  STRING,
	price         DECIMAL(32, 2),
	update_time   TIMESTAMP(3) METADATA FROM 'value.source.timestamp' VIRTUAL,
	PRIMARY KEY (product_id) NOT ENFORCED,
	WATERMARK FOR update_time AS update_time
) WITH (...)
--- accepted
CREATE TABLE currency_rates (
	currency      STRING,
	rate          DECIMAL(32, 10),
	update_time   TIMESTAMP(3),
	WATERMARK FOR update_time AS update_time
) WITH (
	'connector' = 'kafka',
	'topic'	    = 'rates',
	'properties.bootstrap.servers' = 'localhost:9092',
	'format'    = 'json'
)
--- refused: Non-query expression encountered in illegal context
(changelog kind) update_time   currency   rate
================ ============= =========  ====
+(INSERT)        09:00:00      Yen        102
+(INSERT)        09:00:00      Euro       114
+(INSERT)        09:00:00      USD        1
+(INSERT)        11:15:00      Euro       119
+(INSERT)        11:45:00      Pounds     107
+(INSERT)        11:49:00      Pounds     108
--- accepted
CREATE VIEW versioned_rates AS              
SELECT currency, rate, update_time               
  FROM (
      SELECT *,
      ROW_NUMBER() OVER (PARTITION BY currency   
         ORDER BY update_time DESC) AS rownum 
      FROM currency_rates)
WHERE rownum = 1
--- refused: Non-query expression encountered in illegal context
(changelog kind) update_time currency   rate
================ ============= =========  ====
+(INSERT)        09:00:00      Yen        102
+(INSERT)        09:00:00      Euro       114
+(INSERT)        09:00:00      USD        1
+(UPDATE_AFTER)  11:15:00      Euro       119
+(INSERT)        11:45:00      Pounds     107
+(UPDATE_AFTER)  11:49:00      Pounds     108
--- refused: Encountered "[" at line 1, column 8.
SELECT [column_list]
FROM table_name
QUALIFY ROW_NUMBER() OVER ([PARTITION BY col1[, col2...]] ORDER BY time_attr [asc|desc]) = 1
--- accepted
CREATE MODEL ai_analyze_sentiment
INPUT (`input` STRING)
OUTPUT (`content` STRING)
WITH (
    'provider'='openai',
    'endpoint'='https://api.openai.com/v1/chat/completions',
    'api-key' = '<YOUR KEY>',
    'model'='gpt-3.5-turbo',
    'system-prompt' = 'Classify the text below into one of the following labels: [positive, negative, neutral, mixed]. Output only the label.'
)
--- refused: Encountered "s" at line 3, column 82.
CREATE TEMPORARY VIEW movie_comment(id, movie_name,  user_comment, actual_label)
AS VALUES
  (1, 'Good Stuff', 'The part where children guess the sounds is my favorite. It's a very romantic narrative compared to other movies I've seen. Very gentle and full of love.', 'positive')
--- accepted
CREATE TEMPORARY TABLE print_sink(
  id BIGINT,
  movie_name VARCHAR,
  predicit_label VARCHAR,
  actual_label VARCHAR
) WITH (
  'connector' = 'print'
)
--- accepted
INSERT INTO print_sink
SELECT id, movie_name, content as predicit_label, actual_label
FROM ML_PREDICT(
  TABLE movie_comment,
  MODEL ai_analyze_sentiment,
  DESCRIPTOR(user_comment))
--- accepted
CREATE MODEL triton_sentiment_classifier
INPUT (`input` STRING)
OUTPUT (`output` STRING)
WITH (
    'provider' = 'triton',
    'endpoint' = 'http://localhost:8000/v2/models',
    'model-name' = 'text-classification',
    'model-version' = '1',
    'timeout' = '10000'
)
--- accepted
CREATE TEMPORARY VIEW movie_reviews(id, movie_name, user_review, actual_sentiment)
AS VALUES
  (1, 'Great Movie', 'This movie was absolutely fantastic! Great acting and storyline.', 'positive'),
  (2, 'Boring Film', 'I fell asleep halfway through. Very disappointing.', 'negative'),
  (3, 'Average Show', 'It was okay, nothing special but not terrible either.', 'neutral')
--- accepted
CREATE TEMPORARY TABLE classified_reviews(
  id BIGINT,
  movie_name VARCHAR,
  predicted_sentiment VARCHAR,
  actual_sentiment VARCHAR
) WITH (
  'connector' = 'print'
)
--- accepted
INSERT INTO classified_reviews
SELECT id, movie_name, output as predicted_sentiment, actual_sentiment
FROM ML_PREDICT(
  TABLE movie_reviews,
  MODEL triton_sentiment_classifier,
  DESCRIPTOR(user_review)
)
--- accepted
CREATE MODEL image_classifier
INPUT (image_pixels ARRAY<FLOAT>)
OUTPUT (predicted_class STRING, confidence FLOAT)
WITH (
  'provider' = 'triton',
  'endpoint' = 'http://triton-server:8000/v2/models',
  'model-name' = 'resnet50',
  'model-version' = '1',
  'timeout' = '10000',
  'compression' = 'gzip'   
)
--- accepted
CREATE TEMPORARY TABLE image_stream (
  image_id STRING,
  image_pixels ARRAY<FLOAT>,   
  upload_time TIMESTAMP(3),
  WATERMARK FOR upload_time AS upload_time - INTERVAL '5' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'images',
  'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 'json'
)
--- accepted
SELECT 
  image_id,
  predicted_class,
  confidence,
  upload_time
FROM ML_PREDICT(
  TABLE image_stream,
  MODEL image_classifier,
  DESCRIPTOR(image_pixels)
)
--- accepted
CREATE MODEL fraud_detector
INPUT (
  user_id BIGINT,
  amount DOUBLE,
  merchant_id STRING,
  device_fingerprint STRING
)
OUTPUT (fraud_score FLOAT)
WITH (
  'provider' = 'triton',
  'endpoint' = 'http://triton-server:8000/v2/models',
  'model-name' = 'fraud_detection_model',
  'timeout' = '5000',
  'priority' = '200'   
)
--- accepted
CREATE TEMPORARY TABLE transactions (
  transaction_id STRING,
  user_id BIGINT,
  amount DECIMAL(10, 2),
  merchant_id STRING,
  device_fingerprint STRING,
  transaction_time TIMESTAMP(3)
) WITH (
  'connector' = 'kafka',
  'topic' = 'transactions',
  'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 'json'
)
--- accepted
SELECT 
  transaction_id,
  user_id,
  amount,
  fraud_score,
  CASE 
    WHEN fraud_score > 0.8 THEN 'HIGH_RISK'
    WHEN fraud_score > 0.5 THEN 'MEDIUM_RISK'
    ELSE 'LOW_RISK'
  END AS risk_level
FROM ML_PREDICT(
  TABLE transactions,
  MODEL fraud_detector,
  DESCRIPTOR(user_id, amount, merchant_id, device_fingerprint)
)
WHERE fraud_score > 0.5
--- accepted
CREATE MODEL recommender
INPUT (
  user_features ARRAY<FLOAT>,
  browsing_history ARRAY<STRING>,
  context_features ARRAY<FLOAT>
)
OUTPUT (recommended_products ARRAY<STRING>, scores ARRAY<FLOAT>)
WITH (
  'provider' = 'triton',
  'endpoint' = 'http://triton-server:8000/v2/models',
  'model-name' = 'product_recommender',
  'model-version' = '2'
)
--- accepted
CREATE TEMPORARY TABLE user_activity (
  user_id BIGINT,
  user_features ARRAY<FLOAT>,
  browsing_history ARRAY<STRING>,
  context_features ARRAY<FLOAT>,
  event_time TIMESTAMP(3)
) WITH (
  'connector' = 'kafka',
  'topic' = 'user_events',
  'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 'json'
)
--- accepted
SELECT 
  user_id,
  recommended_products,
  scores,
  event_time
FROM ML_PREDICT(
  TABLE user_activity,
  MODEL recommender,
  DESCRIPTOR(user_features, browsing_history, context_features)
)
--- accepted
CREATE MODEL ner_model
INPUT (document_text STRING)
OUTPUT (entities ARRAY<STRING>, entity_types ARRAY<STRING>)
WITH (
  'provider' = 'triton',
  'endpoint' = 'http://triton-server:8000/v2/models',
  'model-name' = 'bert_ner',
  'compression' = 'gzip'
)
--- accepted
CREATE TEMPORARY TABLE documents (
  doc_id STRING,
  document_text STRING,
  source STRING,
  created_time TIMESTAMP(3)
) WITH (
  'connector' = 'kafka',
  'topic' = 'documents',
  'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 'json'
)
--- accepted
SELECT 
  doc_id,
  entities,
  entity_types,
  source
FROM ML_PREDICT(
  TABLE documents,
  MODEL ner_model,
  DESCRIPTOR(document_text)
)
--- accepted
CREATE MODEL conversation_model
INPUT (message_text STRING)
OUTPUT (bot_response STRING)
WITH (
  'provider' = 'triton',
  'endpoint' = 'http://triton-server:8000/v2/models',
  'model-name' = 'chatbot_lstm',
  'sequence-id' = 'conv-001',   
  'sequence-start' = 'true',
  'sequence-end' = 'false'
)
--- refused: Encountered "timestamp" at line 5, column 3.
CREATE TEMPORARY TABLE chat_messages (
  message_id STRING,
  user_id BIGINT,
  message_text STRING,
  timestamp TIMESTAMP(3)
) WITH (
  'connector' = 'kafka',
  'topic' = 'chat',
  'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 'json'
)
--- refused: Encountered "timestamp FROM" at line 5, column 3.
SELECT 
  message_id,
  user_id,
  bot_response,
  timestamp
FROM ML_PREDICT(
  TABLE chat_messages,
  MODEL conversation_model,
  DESCRIPTOR(message_text)
)
--- accepted
CREATE MODEL batch_classifier
INPUT (features ARRAY<DOUBLE>)
OUTPUT (prediction STRING, confidence DOUBLE)
WITH (
  'provider' = 'triton',
  'endpoint' = 'http://triton-server:8000/v2/models',
  'model-name' = 'classifier',
  'timeout' = '60000'
)
--- accepted
CREATE TEMPORARY TABLE historical_data (
  id BIGINT,
  features ARRAY<DOUBLE>
) WITH (
  'connector' = 'filesystem',
  'path' = 'hdfs:///data/historical',
  'format' = 'parquet'
)
--- accepted
CREATE TEMPORARY TABLE classification_results (
  id BIGINT,
  prediction STRING,
  confidence DOUBLE
) WITH (
  'connector' = 'filesystem',
  'path' = 'hdfs:///results/classifications',
  'format' = 'parquet'
)
--- accepted
INSERT INTO classification_results
SELECT id, prediction, confidence
FROM ML_PREDICT(
  TABLE historical_data,
  MODEL batch_classifier,
  DESCRIPTOR(features)
)
--- refused: Encountered "result" at line 3, column 9.
CREATE MODEL secure_model
INPUT (data STRING)
OUTPUT (result STRING)
WITH (
  'provider' = 'triton',
  'endpoint' = 'https://secure-triton:8000/v2/models',
  'model-name' = 'private_model',
  'auth-token' = 'Bearer your-token-here',
  'custom-headers' = '{"X-API-Key": "your-api-key", "X-Client-ID": "flink-job-123"}'
)
--- refused: Encountered "result" at line 1, column 12.
SELECT id, result
FROM ML_PREDICT(
  TABLE sensitive_data,
  MODEL secure_model,
  DESCRIPTOR(data)
)
--- accepted
CREATE MODEL triton_vector_model
INPUT (input_vector ARRAY<FLOAT>)
OUTPUT (output_vector ARRAY<FLOAT>)
WITH (
    'provider' = 'triton',
    'endpoint' = 'http://localhost:8000/v2/models',
    'model-name' = 'vector-transform',
    'model-version' = '1',
    'flatten-batch-dim' = 'true'   
)
--- accepted
CREATE TEMPORARY TABLE vector_input (
    id BIGINT,
    features ARRAY<FLOAT>
) WITH (
    'connector' = 'datagen',
    'fields.features.length' = '128'   
)
--- accepted
SELECT id, output_vector
FROM ML_PREDICT(
  TABLE vector_input,
  MODEL triton_vector_model,
  DESCRIPTOR(features)
)
--- accepted
CREATE MODEL triton_advanced_model
INPUT (`input` STRING)
OUTPUT (`output` STRING)
WITH (
    'provider' = 'triton',
    'endpoint' = 'https://triton.example.com/v2/models',
    'model-name' = 'advanced-nlp-model',
    'model-version' = 'latest',
    'timeout' = '15000',
    'priority' = '100',
    'auth-token' = 'Bearer your-auth-token-here',
    'custom-headers' = '{"X-Custom-Header": "custom-value", "X-Request-ID": "req-123"}',
    'compression' = 'gzip'
)
--- refused: Encountered ".." at line 2, column 17.
SELECT COALESCE(output, 'UNKNOWN') AS prediction
FROM ML_PREDICT(...)
--- accepted
CREATE TABLE blackhole_table (
  f0 INT,
  f1 INT,
  f2 STRING,
  f3 DOUBLE
) WITH (
  'connector' = 'blackhole'
)
--- accepted
CREATE TABLE blackhole_table WITH ('connector' = 'blackhole')
LIKE source_table (EXCLUDING ALL)
--- accepted
CREATE TABLE Orders (
    order_number BIGINT,
    price        DECIMAL(32,2),
    buyer        ROW<first_name STRING, last_name STRING>,
    order_time   TIMESTAMP(3)
) WITH (
  'connector' = 'datagen'
)
--- refused: Encountered ".." at line 6, column 9.
CREATE TABLE Orders (
    order_number BIGINT,
    price        DECIMAL(32,2),
    buyer        ROW<first_name STRING, last_name STRING>,
    order_time   TIMESTAMP(3)
) WITH (...)

 
CREATE TEMPORARY TABLE GenOrders
WITH (
    'connector' = 'datagen',
    'number-of-rows' = '10'
)
LIKE Orders (EXCLUDING ALL)
--- accepted
CREATE TABLE Orders (
    order_number BIGINT,
    price        DECIMAL(32,2),
    buyer        ROW<first_name STRING, last_name STRING>,
    order_time   TIMESTAMP(3),
    seller       VARCHAR(150)
) WITH (
  'connector' = 'datagen',
  'fields.seller.var-len' = 'true'
)
--- accepted
CREATE TABLE Orders (
    f0 Array<INT>,
    f1 Map<INT, STRING>,
    f2 MULTISET<INT>
) WITH (
  'connector' = 'datagen',
  'fields.f0.length' = '10',
  'fields.f1.length' = '11',
  'fields.f2.length' = '12'
)
--- refused: Encountered ".." at line 4, column 3.
CREATE TABLE MyUserTable (
  column_name1 INT,
  column_name2 STRING,
  ...
  part_name1 INT,
  part_name2 STRING
) PARTITIONED BY (part_name1, part_name2) WITH (
  'connector' = 'filesystem',            
  'path' = 'file:///path/to/whatever',   
  'format' = '...',                      
                                         
                                         
  'partition.default-name' = '...',      
                                         
  'source.path.regex-pattern' = '...',   
                                         
                                         
                                         
                                         

   
   
  'sink.shuffle-by-partition.enable' = '...',
  ...
)
--- accepted
CREATE TABLE MyUserTableWithFilepath (
  column_name1 INT,
  column_name2 STRING,
  `file.path` STRING NOT NULL METADATA
) WITH (
  'connector' = 'filesystem',
  'path' = 'file:///path/to/whatever',
  'format' = 'json'
)
--- refused: Encountered ".." at line 6, column 9.
CREATE TABLE kafka_table (
  user_id STRING,
  order_amount DOUBLE,
  log_ts TIMESTAMP(3),
  WATERMARK FOR log_ts AS log_ts - INTERVAL '5' SECOND
) WITH (...)
--- accepted
CREATE TABLE fs_table (
  user_id STRING,
  order_amount DOUBLE,
  dt STRING,
  `hour` STRING
) PARTITIONED BY (dt, `hour`) WITH (
  'connector'='filesystem',
  'path'='...',
  'format'='parquet',
  'sink.partition-commit.delay'='1 h',
  'sink.partition-commit.policy.kind'='success-file'
)
--- accepted
INSERT INTO fs_table 
SELECT 
    user_id, 
    order_amount, 
    DATE_FORMAT(log_ts, 'yyyy-MM-dd'),
    DATE_FORMAT(log_ts, 'HH') 
FROM kafka_table
--- accepted
SELECT * FROM fs_table WHERE dt='2020-05-20' and `hour`='12'
--- refused: Encountered ".." at line 7, column 9.
CREATE TABLE kafka_table (
  user_id STRING,
  order_amount DOUBLE,
  ts BIGINT,  
  ts_ltz AS TO_TIMESTAMP_LTZ(ts, 3),
  WATERMARK FOR ts_ltz AS ts_ltz - INTERVAL '5' SECOND  
) WITH (...)
--- accepted
CREATE TABLE fs_table (
  user_id STRING,
  order_amount DOUBLE,
  dt STRING,
  `hour` STRING
) PARTITIONED BY (dt, `hour`) WITH (
  'connector'='filesystem',
  'path'='...',
  'format'='parquet',
  'partition.time-extractor.timestamp-pattern'='$dt $hour:00:00',
  'sink.partition-commit.delay'='1 h',
  'sink.partition-commit.trigger'='partition-time',
  'sink.partition-commit.watermark-time-zone'='Asia/Shanghai',  
  'sink.partition-commit.policy.kind'='success-file'
)
--- accepted
INSERT INTO fs_table 
SELECT 
    user_id, 
    order_amount, 
    DATE_FORMAT(ts_ltz, 'yyyy-MM-dd'),
    DATE_FORMAT(ts_ltz, 'HH') 
FROM kafka_table
--- accepted
CREATE TABLE user_created (

   
  the_kafka_key STRING,
  
   
  id STRING,
  name STRING, 
  email STRING

) WITH (

  'connector' = 'kafka',
  'topic' = 'user_events_example1',
  'properties.bootstrap.servers' = 'localhost:9092',

   
  'key.format' = 'raw',
  'key.fields' = 'the_kafka_key',

  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = 'http://localhost:8082',
  'value.fields-include' = 'EXCEPT_KEY'
)
--- accepted
INSERT INTO user_created
SELECT
   
  id as the_kafka_key,

   
  id, name, email
FROM some_table
--- accepted
CREATE TABLE user_created (
  
   
  kafka_key_id STRING,
  
   
  id STRING,
  name STRING, 
  email STRING
  
) WITH (

  'connector' = 'kafka',
  'topic' = 'user_events_example2',
  'properties.bootstrap.servers' = 'localhost:9092',

   
   
  'key.format' = 'avro-confluent',
  'key.avro-confluent.url' = 'http://localhost:8082',
  'key.fields' = 'kafka_key_id',

   
   
  'key.fields-prefix' = 'kafka_key_',

  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = 'http://localhost:8082',
  'value.fields-include' = 'EXCEPT_KEY',
   
   
  'key.avro-confluent.subject' = 'user_events_example2-key2',
  'value.avro-confluent.subject' = 'user_events_example2-value2'
)
--- accepted
CREATE TABLE user_created (
  
   
  kafka_key_id STRING,
  
   
  id STRING, 
  name STRING, 
  email STRING, 
  
   
  PRIMARY KEY (kafka_key_id) NOT ENFORCED

) WITH (

  'connector' = 'upsert-kafka',
  'topic' = 'user_events_example3',
  'properties.bootstrap.servers' = 'localhost:9092',

   
   
  'key.format' = 'raw',
  
   
   
  'key.fields-prefix' = 'kafka_key_',

  'value.format' = 'avro-confluent',
  'value.avro-confluent.url' = 'http://localhost:8082',
  'value.fields-include' = 'EXCEPT_KEY'
)
--- accepted
CREATE TABLE user_behavior (
  user_id BIGINT,
  item_id BIGINT,
  category_id BIGINT,
  behavior STRING,
  ts TIMESTAMP(3)
) WITH (
 'connector' = 'kafka',
 'topic' = 'user_behavior',
 'properties.bootstrap.servers' = 'localhost:9092',
 'properties.group.id' = 'testGroup',
 'format' = 'avro'
)
--- accepted
CREATE TABLE topic_products (
   
  id BIGINT,
  name STRING,
  description STRING,
  weight DECIMAL(10, 2)
) WITH (
 'connector' = 'kafka',
 'topic' = 'products_binlog',
 'properties.bootstrap.servers' = 'localhost:9092',
 'properties.group.id' = 'testGroup',
 'format' = 'canal-json'   
)
--- accepted
SELECT name, AVG(weight) FROM topic_products GROUP BY name
--- accepted
INSERT INTO elasticsearch_products
SELECT * FROM topic_products
--- accepted
CREATE TABLE KafkaTable (
  origin_database STRING METADATA FROM 'value.database' VIRTUAL,
  origin_table STRING METADATA FROM 'value.table' VIRTUAL,
  origin_sql_type MAP<STRING, INT> METADATA FROM 'value.sql-type' VIRTUAL,
  origin_pk_names ARRAY<STRING> METADATA FROM 'value.pk-names' VIRTUAL,
  origin_ts TIMESTAMP(3) METADATA FROM 'value.ingestion-timestamp' VIRTUAL,
  origin_es TIMESTAMP(3) METADATA FROM 'value.event-timestamp' VIRTUAL,
  user_id BIGINT,
  item_id BIGINT,
  behavior STRING,
  WATERMARK FOR origin_es AS origin_es - INTERVAL '5' SECOND
) WITH (
  'connector' = 'kafka',
  'topic' = 'user_behavior',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'scan.startup.mode' = 'earliest-offset',
  'value.format' = 'canal-json'
)
--- accepted
CREATE TABLE user_behavior (
  user_id BIGINT,
  item_id BIGINT,
  category_id BIGINT,
  behavior STRING,
  ts TIMESTAMP(3)
) WITH (
 'connector' = 'kafka',
 'topic' = 'user_behavior',
 'properties.bootstrap.servers' = 'localhost:9092',
 'properties.group.id' = 'testGroup',
 'format' = 'csv',
 'csv.ignore-parse-errors' = 'true',
 'csv.allow-comments' = 'true'
)
--- accepted
CREATE TABLE topic_products (
   
  id BIGINT,
  name STRING,
  description STRING,
  weight DECIMAL(10, 2)
) WITH (
 'connector' = 'kafka',
 'topic' = 'products_binlog',
 'properties.bootstrap.servers' = 'localhost:9092',
 'properties.group.id' = 'testGroup',
  
 'format' = 'debezium-json'
)
--- accepted
CREATE TABLE topic_products (
   
  id BIGINT,
  name STRING,
  description STRING,
  weight DECIMAL(10, 2)
) WITH (
 'connector' = 'kafka',
 'topic' = 'products_binlog',
 'properties.bootstrap.servers' = 'localhost:9092',
 'properties.group.id' = 'testGroup',
  
 'format' = 'debezium-avro-confluent',
  
 'debezium-avro-confluent.url' = 'http://localhost:8081'
)
--- accepted
CREATE TABLE KafkaTable (
  origin_ts TIMESTAMP(3) METADATA FROM 'value.ingestion-timestamp' VIRTUAL,
  event_time TIMESTAMP(3) METADATA FROM 'value.source.timestamp' VIRTUAL,
  origin_database STRING METADATA FROM 'value.source.database' VIRTUAL,
  origin_schema STRING METADATA FROM 'value.source.schema' VIRTUAL,
  origin_table STRING METADATA FROM 'value.source.table' VIRTUAL,
  origin_properties MAP<STRING, STRING> METADATA FROM 'value.source.properties' VIRTUAL,
  user_id BIGINT,
  item_id BIGINT,
  behavior STRING
) WITH (
  'connector' = 'kafka',
  'topic' = 'user_behavior',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'scan.startup.mode' = 'earliest-offset',
  'value.format' = 'debezium-json'
)
--- accepted
CREATE TABLE user_behavior (
  user_id BIGINT,
  item_id BIGINT,
  category_id BIGINT,
  behavior STRING,
  ts TIMESTAMP(3)
) WITH (
 'connector' = 'kafka',
 'topic' = 'user_behavior',
 'properties.bootstrap.servers' = 'localhost:9092',
 'properties.group.id' = 'testGroup',
 'format' = 'json',
 'json.fail-on-missing-field' = 'false',
 'json.ignore-parse-errors' = 'true'
)
--- refused: Encountered ".." at line 6, column 2.
CREATE TABLE user_behavior (
  col1 BIGINT,
  col2 VARCHAR
) WITH (
 'format' = 'json',
 ...
)
--- accepted
CREATE TABLE topic_products (
   
  id BIGINT,
  name STRING,
  description STRING,
  weight DECIMAL(10, 2)
) WITH (
 'connector' = 'kafka',
 'topic' = 'products_binlog',
 'properties.bootstrap.servers' = 'localhost:9092',
 'properties.group.id' = 'testGroup',
 'format' = 'maxwell-json'
)
--- accepted
CREATE TABLE KafkaTable (
  origin_database STRING METADATA FROM 'value.database' VIRTUAL,
  origin_table STRING METADATA FROM 'value.table' VIRTUAL,
  origin_primary_key_columns ARRAY<STRING> METADATA FROM 'value.primary-key-columns' VIRTUAL,
  origin_ts TIMESTAMP(3) METADATA FROM 'value.ingestion-timestamp' VIRTUAL,
  user_id BIGINT,
  item_id BIGINT,
  behavior STRING
) WITH (
  'connector' = 'kafka',
  'topic' = 'user_behavior',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'scan.startup.mode' = 'earliest-offset',
  'value.format' = 'maxwell-json'
)
--- accepted
CREATE TABLE topic_products (
   
  id BIGINT,
  name STRING,
  description STRING,
  weight DECIMAL(10, 2)
) WITH (
  'connector' = 'kafka',
  'topic' = 'products_ogg',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'format' = 'ogg-json'
)
--- accepted
CREATE TABLE KafkaTable (
  origin_ts TIMESTAMP(3) METADATA FROM 'value.ingestion-timestamp' VIRTUAL,
  event_time TIMESTAMP(3) METADATA FROM 'value.event-timestamp' VIRTUAL,
  origin_table STRING METADATA FROM 'value.table' VIRTUAL,
  primary_keys ARRAY<STRING> METADATA FROM 'value.primary-keys' VIRTUAL,
  user_id BIGINT,
  item_id BIGINT,
  behavior STRING
) WITH (
  'connector' = 'kafka',
  'topic' = 'user_behavior',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'scan.startup.mode' = 'earliest-offset',
  'value.format' = 'ogg-json'
)
--- accepted
CREATE TABLE user_behavior (
  user_id BIGINT,
  item_id BIGINT,
  category_id BIGINT,
  behavior STRING,
  ts TIMESTAMP(3),
  dt STRING
) PARTITIONED BY (dt) WITH (
 'connector' = 'filesystem',
 'path' = '/tmp/user_behavior',
 'format' = 'orc'
)
--- accepted
CREATE TABLE user_behavior (
  user_id BIGINT,
  item_id BIGINT,
  category_id BIGINT,
  behavior STRING,
  ts TIMESTAMP(3),
  dt STRING
) PARTITIONED BY (dt) WITH (
 'connector' = 'filesystem',
 'path' = '/tmp/user_behavior',
 'format' = 'parquet'
)
--- accepted
CREATE TABLE simple_test (
  uid BIGINT,
  name STRING,
  category_type INT,
  content BINARY,
  price DOUBLE,
  value_map map<BIGINT, row<v1 BIGINT, v2 INT>>,
  value_arr array<row<v1 BIGINT, v2 INT>>,
  corpus_int INT,
  corpus_str STRING
) WITH (
 'connector' = 'kafka',
 'topic' = 'user_behavior',
 'properties.bootstrap.servers' = 'localhost:9092',
 'properties.group.id' = 'testGroup',
 'format' = 'protobuf',
 'protobuf.message-class-name' = 'com.example.SimpleTest',
 'protobuf.ignore-parse-errors' = 'true'
)
--- accepted
CREATE TABLE nginx_log (
  log STRING
) WITH (
  'connector' = 'kafka',
  'topic' = 'nginx_log',
  'properties.bootstrap.servers' = 'localhost:9092',
  'properties.group.id' = 'testGroup',
  'format' = 'raw'
)
--- refused: Encountered ". datetime" at line 1, column 21.
SELECT t.hostname, t.datetime, t.url, t.browser, ...
FROM(
  SELECT my_split(log) as t FROM nginx_log
)
--- accepted
CREATE TABLE MyUserTable (
   
  `user` BIGINT,
  `message` STRING,
  `rowtime` TIMESTAMP(3) METADATA FROM 'timestamp',     
  `proctime` AS PROCTIME(),     
  WATERMARK FOR `rowtime` AS `rowtime` - INTERVAL '5' SECOND     
) WITH (
   
  'connector' = 'kafka',
  'topic' = 'topic_name',
  'scan.startup.mode' = 'earliest-offset',
  'properties.bootstrap.servers' = 'localhost:9092',
  'format' = 'json'    
)
--- refused: Encountered ".." at line 6, column 3.
CREATE TABLE MyTable (
  MyField1 INT,
  MyField2 STRING,
  MyField3 BOOLEAN
) WITH (
  ...
)
--- refused: Encountered ".." at line 7, column 3.
CREATE TABLE MyTable (
  MyField1 INT,
  MyField2 STRING,
  MyField3 BOOLEAN,
  PRIMARY KEY (MyField1, MyField2) NOT ENFORCED   
) WITH (
  ...
)
--- refused: Encountered ".." at line 7, column 3.
CREATE TABLE MyTable (
  MyField1 INT,
  MyField2 STRING,
  MyField3 BOOLEAN,
  MyField4 AS PROCTIME()  
) WITH (
  ...
)
--- refused: Encountered ".." at line 3, column 29.
CREATE TABLE MyTable (
  ts_field TIMESTAMP(3),
  WATERMARK FOR ts_field AS ...
) WITH (
  ...
)

 
CREATE TABLE MyTable (
  log_ts STRING,
  ts_field AS TO_TIMESTAMP(log_ts),
  WATERMARK FOR ts_field AS ...
) WITH (
  ...
)
--- refused: Encountered ".." at line 5, column 3.
CREATE TABLE MyTable (
  ts_field TIMESTAMP(3),
  WATERMARK FOR ts_field AS ts_field
) WITH (
  ...
)

 
 
 
CREATE TABLE MyTable (
  ts_field TIMESTAMP(3),
  WATERMARK FOR ts_field AS ts_field - INTERVAL '0.001' SECOND
) WITH (
  ...
)

 
 
CREATE TABLE MyTable (
  ts_field TIMESTAMP(3),
  WATERMARK FOR ts_field AS ts_field - INTERVAL '2' SECOND
) WITH (
  ...
)
--- accepted
CREATE TABLE print_table (
  f0 INT,
  f1 INT,
  f2 STRING,
  f3 DOUBLE
) WITH (
  'connector' = 'print'
)
--- accepted
CREATE TABLE print_table WITH ('connector' = 'print')
LIKE source_table (EXCLUDING ALL)
--- accepted
SELECT * FROM my_ptf(
  input_table => TABLE source_table
    PARTITION BY user_id
    ORDER BY (event_time ASC, priority DESC NULLS FIRST)
)
--- accepted
CREATE TABLE Events (
  name STRING,
  score INT,
  ts TIMESTAMP_LTZ(3),
  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND
) WITH (
  'connector' = 'datagen'
)
--- accepted
CREATE FUNCTION OrderedProcessor AS 'org.example.OrderedProcessor'
--- accepted
SELECT * FROM OrderedProcessor(
  input => TABLE Events
    PARTITION BY name
    ORDER BY (ts ASC, score DESC)
)
--- refused: Incorrect syntax near the keyword 'EXECUTE' at line 8, column 1.
CREATE VIEW Checkouts AS SELECT * FROM CheckoutProcessor(
  events => TABLE Events PARTITION BY `user`,
  on_time => DESCRIPTOR(ts),
  reminderInterval => INTERVAL '1' DAY,
  timeoutInterval => INTERVAL '2' DAY, uid => 'cart-processor'
)

EXECUTE STATEMENT SET
BEGIN
  INSERT INTO EmailNotifications SELECT * FROM Checkouts WHERE `checkout_type` = 'REMINDER';
  INSERT INTO CheckoutEvents SELECT * FROM Checkouts WHERE `checkout_type` = 'CHECKOUT';
END
--- accepted
SHOW MODULES
--- refused: Encountered "Empty" at line 1, column 1.
Empty set
SHOW FULL MODULES
--- accepted
CREATE TABLE UserScores (name STRING, score INT)
WITH (
  'connector' = 'socket',
  'hostname' = 'localhost',
  'port' = '9999',
  'byte-delimiter' = '10',
  'format' = 'changelog-csv',
  'changelog-csv.column-delimiter' = '|'
)
--- accepted
SELECT name, SUM(score) FROM UserScores GROUP BY name
--- accepted
SELECT color, sum(id)
FROM T
GROUP BY color
--- refused: Encountered "day" at line 1, column 8.
SELECT day, COUNT(DISTINCT user_id)
FROM T
GROUP BY day
--- refused: Encountered "day" at line 1, column 8.
SELECT day, SUM(cnt)
FROM (
    SELECT day, COUNT(DISTINCT user_id) as cnt
    FROM T
    GROUP BY day, MOD(HASH_CODE(user_id), 1024)
)
GROUP BY day
--- refused: Encountered "day" at line 2, column 2.
SELECT
 day,
 COUNT(DISTINCT user_id) AS total_uv,
 COUNT(DISTINCT CASE WHEN flag IN ('android', 'iphone') THEN user_id ELSE NULL END) AS app_uv,
 COUNT(DISTINCT CASE WHEN flag IN ('wap', 'other') THEN user_id ELSE NULL END) AS web_uv
FROM T
GROUP BY day
--- refused: Encountered "day" at line 2, column 2.
SELECT
 day,
 COUNT(DISTINCT user_id) AS total_uv,
 COUNT(DISTINCT user_id) FILTER (WHERE flag IN ('android', 'iphone')) AS app_uv,
 COUNT(DISTINCT user_id) FILTER (WHERE flag IN ('wap', 'other')) AS web_uv
FROM T
GROUP BY day
--- accepted
SET 'table.exec.mini-batch.enabled' = 'true'
--- accepted
SET 'table.exec.mini-batch.allow-latency' = '5S'
--- accepted
SET 'table.exec.mini-batch.size' = '5000'
--- accepted
SELECT a.id as a_id, a.a_content, b.id as b_id, b.b_content
FROM a LEFT JOIN b
ON a.id = b.id
--- accepted
SET 'table.optimizer.multi-join.enabled' = 'true'
--- accepted
SELECT /*+ MULTI_JOIN(t1, t2, t3) */ * FROM t1 
JOIN t2 ON t1.id = t2.id 
JOIN t3 ON t1.id = t3.id
--- refused: Encountered "all" at line 2, column 9.
INSERT INTO JoinResultsMJ
SELECT *all fields*
FROM TenantKafka t
         LEFT JOIN SuppliersKafka s ON t.tenant_id = s.tenant_id AND ...
         LEFT JOIN ProductsKafka p ON t.tenant_id = p.tenant_id AND ...
         LEFT JOIN CategoriesKafka c ON t.tenant_id = c.tenant_id AND ...
         LEFT JOIN OrdersKafka o ON t.tenant_id = o.tenant_id AND ...
         LEFT JOIN CustomersKafka cust ON t.tenant_id = cust.tenant_id AND ...
         LEFT JOIN WarehousesKafka w ON t.tenant_id = w.tenant_id AND ...
         LEFT JOIN ShippingKafka sh ON t.tenant_id = sh.tenant_id AND ...
         LEFT JOIN PaymentKafka pay ON t.tenant_id = pay.tenant_id AND ...
         LEFT JOIN InventoryKafka i ON t.tenant_id = i.tenant_id AND ...
--- accepted
SET 'table.optimizer.delta-join.strategy' = 'NONE'
--- accepted
SELECT 'Hello World'
--- accepted
SHOW FUNCTIONS
--- accepted
SELECT CURRENT_TIMESTAMP
--- accepted
CREATE TABLE employee_information (
    emp_id INT,
    name STRING,
    dept_id INT
) WITH (
    'connector' = 'datagen',
    'rows-per-second' = '10',
    'fields.emp_id.kind' = 'sequence',
    'fields.emp_id.start' = '1',
    'fields.emp_id.end' = '1000000',
    'fields.name.length' = '8',
    'fields.dept_id.min' = '1',
    'fields.dept_id.max' = '5'
)
--- accepted
SELECT * from employee_information WHERE dept_id = 1
--- accepted
SELECT 
	dept_id,
	COUNT(*) as emp_count 
FROM employee_information 
GROUP BY dept_id
--- accepted
CREATE TABLE department_counts (
    dept_id INT,
    emp_count BIGINT
) WITH (
    'connector' = 'print'
)
--- accepted
INSERT INTO department_counts
SELECT
    dept_id,
    COUNT(*) as emp_count
FROM employee_information
GROUP BY dept_id
--- refused: Encountered ".." at line 1, column 51.
CREATE TABLE mytable (name STRING, age INT) WITH (...)
--- accepted
SHOW TABLES
--- refused: Non-query expression encountered in illegal context
mytable
--- accepted
USE CATALOG myCatalog
--- accepted
USE myDB
--- accepted
SELECT * FROM not_the_current_catalog.not_the_current_db.my_table
--- accepted
show catalogs
--- accepted
show databases
--- accepted
show tables
--- accepted
CREATE FUNCTION myudf AS 'com.example.MyScalarFunction'
--- refused: Encountered "<" at line 1, column 9.
ADD JAR <jar_path>
--- refused: Encountered "t" at line 1, column 9.
ADD JAR t.jar
--- refused: Encountered "hdfs" at line 1, column 9.
ADD JAR hdfs://namenode-host:port/path/t.jar
--- refused: Encountered "(" at line 1, column 7.
ALTER (DATABASE|SCHEMA) database_name SET DBPROPERTIES (property_name=property_value, ...)
--- refused: Encountered "(" at line 1, column 7.
ALTER (DATABASE|SCHEMA) database_name SET LOCATION hdfs_path
--- refused: Encountered "DBPROPERTIES" at line 1, column 23.
ALTER DATABASE d1 SET DBPROPERTIES ('p1' = 'v1', 'p2' = 'v2')
--- refused: Encountered "LOCATION" at line 1, column 23.
ALTER DATABASE d1 SET LOCATION '/new/path'
--- accepted
ALTER TABLE table_name RENAME TO new_table_name
--- accepted
ALTER TABLE t1 RENAME TO t2
--- refused: Encountered "TBLPROPERTIES" at line 1, column 28.
ALTER TABLE table_name SET TBLPROPERTIES table_properties
--- refused: Non-query expression encountered in illegal context
table_properties:
  : (property_name = property_value, property_name = property_value, ... )
--- refused: Encountered "TBLPROPERTIES" at line 1, column 20.
ALTER TABLE t1 SET TBLPROPERTIES ('p1' = 'v1', 'p2' = 'v2')
--- refused: Encountered "[" at line 1, column 24.
ALTER TABLE table_name [PARTITION partition_spec] SET SERDE serde_class_name [WITH SERDEPROPERTIES serde_properties]
--- refused: Encountered "[" at line 1, column 24.
ALTER TABLE table_name [PARTITION partition_spec] SET SERDEPROPERTIES serde_properties
--- refused: Non-query expression encountered in illegal context
serde_properties:
  : (property_name = property_value, property_name = property_value, ... )
--- refused: Encountered "[" at line 1, column 24.
ALTER TABLE table_name [PARTITION partition_spec] UNSET SERDEPROPERTIES (property_name, ... )
--- refused: Encountered "SERDEPROPERTIES" at line 1, column 20.
ALTER TABLE t1 SET SERDEPROPERTIES ('field.delim' = ',')
--- refused: Encountered "UNSET" at line 1, column 16.
ALTER TABLE t1 UNSET SERDEPROPERTIES ('field.delim')
--- refused: Encountered "[" at line 1, column 28.
ALTER TABLE table_name ADD [IF NOT EXISTS]
 PARTITION partition_spec [LOCATION 'location']
 [, PARTITION partition_spec [LOCATION 'location'], ...]
--- refused: Non-query expression encountered in illegal context
partition_spec:
  : (partition_column = partition_col_value, partition_column = partition_col_value, ...)
--- refused: Encountered "location" at line 1, column 65.
ALTER TABLE t1 ADD PARTITION (dt='2022-08-08', country='china') location '/path/to/us/part080808'
                   PARTITION (dt='2022-08-09', country='china') location '/path/to/us/part080809'
--- refused: Encountered "PARTITION" at line 1, column 24.
ALTER TABLE table_name PARTITION partition_spec RENAME TO PARTITION partition_spec
--- refused: Encountered "PARTITION" at line 1, column 16.
ALTER TABLE t1 PARTITION (dt='2022-08-08', country='china')
     RENAME TO PARTITION (dt='2023-08-08', country='china')
--- refused: Encountered "[" at line 1, column 29.
ALTER TABLE table_name DROP [IF EXISTS] PARTITION partition_spec[, PARTITION partition_spec, ...]
--- accepted
ALTER TABLE t1 DROP IF EXISTS PARTITION (dt='2022-08-08', country='china')
--- refused: Encountered "[" at line 1, column 24.
ALTER TABLE table_name [PARTITION partition_spec] SET LOCATION "new location"
--- refused: Encountered "[" at line 1, column 24.
ALTER TABLE table_name [PARTITION partition_spec] SET FILEFORMAT file_format
--- refused: Encountered "PARTITION" at line 1, column 16.
ALTER TABLE t1 PARTITION (dt='2022-08-08', country='china') SET LOCATION "/user/warehouse/t2/dt=2022-08-08/country=china"
--- refused: Encountered "PARTITION" at line 1, column 16.
ALTER TABLE t1 PARTITION (dt='2022-08-08', country='china') SET FILEFORMAT ORC
--- refused: Encountered "[" at line 1, column 24.
ALTER TABLE table_name [PARTITION partition_spec] CHANGE [COLUMN] col_old_name col_new_name column_type
  [COMMENT col_comment] [FIRST|AFTER column_name] [CASCADE|RESTRICT]
--- refused: Encountered "CHANGE" at line 1, column 16.
ALTER TABLE t1 CHANGE COLUMN c1 new_c1 STRING FIRST
--- refused: Encountered "CHANGE" at line 1, column 16.
ALTER TABLE t1 CHANGE COLUMN c1 new_c1 STRING AFRER c2
--- refused: Encountered "[" at line 2, column 3.
ALTER TABLE table_name 
  [PARTITION partition_spec]                
  ADD|REPLACE COLUMNS (col_name data_type [COMMENT col_comment], ...)
  [CASCADE|RESTRICT]
--- refused: Encountered "(" at line 1, column 28.
ALTER TABLE t1 ADD COLUMNS (ch CHAR(5), name STRING) CASCADE
--- refused: Encountered "REPLACE" at line 1, column 16.
ALTER TABLE t1 REPLACE COLUMNS (t1 TINYINT, d DECIMAL) CASCADE
--- refused: Encountered "[" at line 1, column 12.
ALTER VIEW [db_name.]view_name SET TBLPROPERTIES table_properties
--- refused: Non-query expression encountered in illegal context
table_properties:
  : (property_name = property_value, property_name = property_value, ...)
--- refused: Encountered "SET" at line 1, column 15.
ALTER VIEW v1 SET TBLPROPERTIES ('p1' = 'v1')
--- refused: Encountered "[" at line 1, column 12.
ALTER VIEW [db_name.]view_name AS select_statement
--- accepted
ALTER VIEW v1 AS SELECT * FROM t2
--- refused: Encountered "(" at line 1, column 8.
CREATE (DATABASE|SCHEMA) [IF NOT EXISTS] database_name
  [COMMENT database_comment]
  [LOCATION hdfs_path]
  [WITH DBPROPERTIES (property_name=property_value, ...)]
--- accepted
CREATE DATABASE db1
--- refused: Encountered "LOCATION" at line 1, column 49.
CREATE DATABASE IF NOT EXISTS db1 COMMENT 'db1' LOCATION '/user/hive/warehouse/db1'
    WITH DBPROPERTIES ('name'='example-db')
--- refused: Encountered "[" at line 1, column 8.
CREATE [EXTERNAL] TABLE [IF NOT EXISTS] [db_name.]table_name
  [(col_name data_type [column_constraint] [COMMENT col_comment], ... [table_constraint])]
  [COMMENT table_comment]
  [PARTITIONED BY (col_name data_type [COMMENT col_comment], ...)]
  [
    [ROW FORMAT row_format]
    [STORED AS file_format]
  ]
  [LOCATION fs_path]
  [TBLPROPERTIES (property_name=property_value, ...)]
  [AS select_statment]
--- refused: Non-query expression encountered in illegal context
data_type
  : primitive_type
  | array_type
  | map_type
  | struct_type
primitive_type
  : TINYINT
  | SMALLINT
  | INT
  | BIGINT
  | BOOLEAN
  | FLOAT
  | DOUBLE
  | DOUBLE PRECISION
  | STRING
  | BINARY     
  | TIMESTAMP
  | DECIMAL
  | DECIMAL(precision, scale)
  | DATE
  | VARCHAR
  | CHAR 
array_type
  : ARRAY < data_type >
  
array_type
  : ARRAY < data_type >
struct_type
  : STRUCT < col_name : data_type [COMMENT col_comment], ...>
row_format:
  : DELIMITED [FIELDS TERMINATED BY char [ESCAPED BY char]] [COLLECTION ITEMS TERMINATED BY char]
      [MAP KEYS TERMINATED BY char] [LINES TERMINATED BY char]
      [NULL DEFINED AS char]
  | SERDE serde_name [WITH SERDEPROPERTIES (property_name=property_value, ...)]
file_format:
  : SEQUENCEFILE
  | TEXTFILE
  | RCFILE
  | ORC
  | PARQUET
  | AVRO
  | INPUTFORMAT input_format_classname OUTPUTFORMAT output_format_classname
column_constraint:
  : NOT NULL
table_constraint:
  : [CONSTRAINT constraint_name] PRIMARY KEY (col_name, ...)
--- refused: Encountered "value" at line 1, column 29.
CREATE TABLE t1(key string, value string)
--- refused: Encountered "value" at line 1, column 30.
CREATE TABLE pt1(key string, value string) PARTITIONED BY (year int, month int)
--- refused: Encountered "value" at line 1, column 29.
CREATE TABLE t1(key string, value string) STORED AS ORC
--- refused: Encountered "ROW" at line 2, column 3.
CREATE TABLE t1(m MAP<BIGINT, STRING>) 
  ROW FROMAT DELIMITED COLLECTION ITEMS TERMINATED BY ';'
  MAP KEYS TERMINATED BY ':'
--- accepted
CREATE TABLE t2 AS SELECT key, COUNT(1) FROM t1 GROUP BY key
--- refused: Encountered "[" at line 1, column 13.
CREATE VIEW [IF NOT EXISTS] [db_name.]view_name [(column_name, ...) ]
  [COMMENT view_comment]
  [TBLPROPERTIES (property_name = property_value, ...)]
  AS SELECT ...
--- refused: Encountered "COMMENT" at line 2, column 10.
CREATE VIEW IF NOT EXISTS v1
    (key COMMENT 'key') 
    COMMENT 'View for key=1'
    AS SELECT key FROM src
        WHERE key = '1'
--- refused: Encountered "MACRO" at line 1, column 18.
CREATE TEMPORARY MACRO macro_name([col_name col_type, ...]) expression
--- refused: Encountered "MACRO" at line 1, column 18.
CREATE TEMPORARY MACRO fixed_number() 42
--- refused: Encountered "MACRO" at line 1, column 18.
CREATE TEMPORARY MACRO string_len_plus_two(x string) length(x) + 2
--- refused: Encountered "MACRO" at line 1, column 18.
CREATE TEMPORARY MACRO simple_add (x int, y int) x + y
--- refused: Encountered "class_name" at line 1, column 44.
CREATE TEMPORARY FUNCTION function_name AS class_name [USING [JAR|ARTIFACT] 'file_uri']
--- refused: Incorrect syntax near the keyword 'FUNCTION' at line 1, column 8.
CREATE FUNCTION [db_name.]function_name AS class_name
  [USING [JAR|ARTIFACT] 'file_uri']
--- accepted
CREATE FUNCTION simple_udf AS 'SimpleUdf'
--- accepted
CREATE FUNCTION simple_udf AS 'SimpleUdf' USING JAR '/tmp/SimpleUdf.jar'
--- accepted
CREATE FUNCTION simple_udf AS 'SimpleUdf' USING JAR 'hdfs://namenode-host:port/path/SimpleUdf.jar'
--- refused: Encountered "(" at line 1, column 6.
DROP (DATABASE|SCHEMA) [IF EXISTS] database_name [RESTRICT|CASCADE]
--- accepted
DROP DATABASE db1 CASCADE
--- refused: Encountered "[" at line 1, column 12.
DROP TABLE [IF EXISTS] table_name
--- accepted
DROP TABLE IF EXISTS t1
--- refused: Encountered "[" at line 1, column 11.
DROP VIEW [IF EXISTS] [db_name.]view_name
--- accepted
DROP VIEW IF EXISTS v1
--- refused: Encountered "MACRO" at line 1, column 16.
DROP TEMPORARY MACRO [IF EXISTS] macro_name
--- refused: Encountered "MACRO" at line 1, column 16.
DROP TEMPORARY MACRO IF EXISTS m1
--- refused: Incorrect syntax near the keyword 'FUNCTION' at line 1, column 16.
DROP TEMPORARY FUNCTION [IF EXISTS] function_name
--- refused: Incorrect syntax near the keyword 'FUNCTION' at line 1, column 6.
DROP FUNCTION [IF EXISTS] function_name
--- accepted
DROP FUNCTION IF EXISTS f1
--- refused: Encountered "{" at line 1, column 8.
INSERT { OVERWRITE TABLE | INTO [TABLE] }  tablename
 [PARTITION (partcol1[=val1], partcol2[=val2] ...) [IF NOT EXISTS]]
   { VALUES ( value [, ..] ) [, ( ... ) ] | select_statement FROM from_statement }
--- accepted
INSERT INTO t1 VALUES ('k1', 'v1'), ('k2', 'v2')
--- refused: Incorrect syntax near the keyword 'TABLE' at line 1, column 18.
INSERT OVERWRITE TABLE t1 VALUES ('k1', 'v1'), ('k2', 'v2')
--- refused: Incorrect syntax near the keyword 'TABLE' at line 1, column 13.
INSERT INTO TABLE t1 SELECT * FROM t2
--- refused: Encountered "year" at line 1, column 27.
INSERT INTO t1 PARTITION (year = 2022, month = 12) SELECT value FROM t2
--- refused: Encountered "year" at line 1, column 27.
INSERT INTO t1 PARTITION (year = 2022, month) SELECT value, month FROM t2
--- refused: Encountered "year" at line 1, column 27.
INSERT INTO t1 PARTITION (year, month) SELECT value, 2022, month FROM t2
--- refused: Encountered "[" at line 1, column 18.
INSERT OVERWRITE [LOCAL] DIRECTORY directory_path
  [ROW FORMAT row_format] [STORED AS file_format] 
  { VALUES ( value [, ..] ) [, ( ... ) ] | select_statement FROM from_statement }

row_format:
  : DELIMITED [FIELDS TERMINATED BY char [ESCAPED BY char]] [COLLECTION ITEMS TERMINATED BY char]
      [MAP KEYS TERMINATED BY char] [LINES TERMINATED BY char]
      [NULL DEFINED AS char]
  | SERDE serde_name [WITH SERDEPROPERTIES (property_name=property_value, ...)
--- refused: Non-query expression encountered in illegal context
INSERT OVERWRITE DIRECTORY '/user/hive/warehouse/t1' STORED AS ORC SELECT * FROM t1
--- refused: Incorrect syntax near the keyword 'LOCAL' at line 1, column 18.
INSERT OVERWRITE LOCAL DIRECTORY '/tmp/t1'
  ROW FORMAT DELIMITED FIELDS TERMINATED BY ':'
  COLLECTION ITEMS TERMINATED BY '#'
  MAP KEYS TERMINATED BY '=' SELECT * FROM t1
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 1.
FROM from_statement
  INSERT { OVERWRITE TABLE | INTO [TABLE] } tablename1 [PARTITION (partcol1=val1, partcol2=val2 ...) [IF NOT EXISTS]] select_statement1,
  INSERT { OVERWRITE TABLE | INTO [TABLE] } tablename2 [PARTITION ... [IF NOT EXISTS]] select_statement2
  [, ... ]

 
FROM from_statement
  INSERT OVERWRITE [LOCAL] DIRECTORY directory1_path [ROW FORMAT row_format] [STORED AS file_format] select_statement1,
  INSERT OVERWRITE [LOCAL] DIRECTORY directory2_path [ROW FORMAT row_format] [STORED AS file_format] select_statement2
  [, ... ]

row_format:
  : DELIMITED [FIELDS TERMINATED BY char [ESCAPED BY char]] [COLLECTION ITEMS TERMINATED BY char]
      [MAP KEYS TERMINATED BY char] [LINES TERMINATED BY char]
      [NULL DEFINED AS char]
  | SERDE serde_name [WITH SERDEPROPERTIES (property_name=property_value, ...)]
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 1.
FROM (SELECT month, value from t1) t
  INSERT OVERWRITE TABLE t1_1 SELECT value WHERE month <= 6
  INSERT OVERWRITE TABLE t1_2 SELECT value WHERE month > 6
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 1.
FROM (SELECT month, value from t1) t
  INSERT OVERWRITE DIRECTORY '/user/hive/warehouse/t1/month1' SELECT value WHERE month <= 6
  INSERT OVERWRITE DIRECTORY '/user/hive/warehouse/t1/month2' SELECT value WHERE month > 6
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 1.
FROM (SELECT month, value from t1) t
  INSERT OVERWRITE TABLE t1_1 SELECT value WHERE month <= 6
  INSERT OVERWRITE DIRECTORY '/user/hive/warehouse/t1/month2' SELECT value WHERE month > 6
--- refused: Non-query expression encountered in illegal context
LOAD DATA [LOCAL] INPATH 'filepath' [OVERWRITE] INTO TABLE tablename [PARTITION (partcol1=val1, partcol2=val2 ...)]
--- refused: Non-query expression encountered in illegal context
LOAD DATA LOCAL INPATH '/user/warehouse/hive/t1' OVERWRITE INTO TABLE t1
--- refused: Non-query expression encountered in illegal context
LOAD DATA LOCAL INPATH '/user/warehouse/hive/t1/p1=1' INTO TABLE t1 PARTITION (p1=1)
--- refused: Non-query expression encountered in illegal context
withClause: WITH cteClause [ , ... ]
cteClause: cte_name AS (select statement)
--- accepted
WITH q1 AS ( SELECT key FROM src WHERE key = '5')
SELECT *
FROM q1
--- accepted
WITH q1 AS ( SELECT key FROM q2 WHERE key = '5'),
q2 AS ( SELECT key FROM src WHERE key = '5')
SELECT * FROM (SELECT key FROM q1) a
--- refused: Encountered "value" at line 1, column 26.
WITH q1 AS ( SELECT key, value FROM src WHERE key = '5')
FROM q1
INSERT OVERWRITE TABLE t1
SELECT *
--- accepted
CREATE TABLE t2 AS
WITH q1 AS ( SELECT key FROM src WHERE key = '4')
SELECT * FROM q1
--- refused: Non-query expression encountered in illegal context
group_by_clause: 
  group_by_clause_1 | group_by_clause_2

group_by_clause_1: 
  GROUP BY group_expression [ , ... ] [ WITH ROLLUP | WITH CUBE ] 
 
group_by_clause_2: 
  GROUP BY { group_expression | { ROLLUP | CUBE | GROUPING SETS } ( grouping_set [ , ... ] ) } [ , ... ]

grouping_set: 
  { expression | ( [ expression [ , ... ] ] ) }
 
groupByQuery: SELECT expression [ , ... ] FROM src groupByClause?
--- refused: Encountered "GROUPING" at line 1, column 47.
SELECT a, b, SUM( c ) FROM tab1 GROUP BY a, b GROUPING SETS ( (a, b), a, b, ( ) )
--- accepted
SELECT a, b, SUM( c ) FROM tab1 GROUP BY a, b
UNION
SELECT a, null, SUM( c ) FROM tab1 GROUP BY a, null
UNION
SELECT null, b, SUM( c ) FROM tab1 GROUP BY null, b
UNION
SELECT null, null, SUM( c ) FROM tab1
--- refused: Incorrect syntax near the keyword 'GROUP' at line 1, column 1.
GROUP BY a, b, c WITH ROLLUP
--- refused: Incorrect syntax near the keyword 'GROUP' at line 1, column 1.
GROUP BY a, b, c GROUPING SETS ( (a, b, c), (a, b), (a), ( )).
--- refused: Incorrect syntax near the keyword 'GROUP' at line 1, column 1.
GROUP BY a, b, c WITH CUBE
--- refused: Incorrect syntax near the keyword 'GROUP' at line 1, column 1.
GROUP BY a, b, c GROUPING SETS ( (a, b, c), (a, b), (b, c), (a, c), (a), (b), (c), ( ))
--- accepted
SELECT abs(x), sum(y) FROM t GROUP BY abs(x)
--- accepted
SELECT x, sum(y) FROM t GROUP BY x
--- accepted
SELECT x, sum(y) FROM t GROUP BY 1
--- refused: Encountered "GROUPING" at line 1, column 36.
SELECT x, SUM(y) FROM t GROUP BY x GROUPING SETS ( x, ( ) )
--- refused: Encountered "WITH" at line 1, column 36.
SELECT x, SUM(y) FROM t GROUP BY x WITH ROLLUP
--- accepted
SELECT x, SUM(y) FROM t GROUP BY ROLLUP (x)
--- refused: Encountered "WITH" at line 1, column 36.
SELECT x, SUM(y) FROM t GROUP BY x WITH CUBE
--- accepted
SELECT x, SUM(y) FROM t GROUP BY CUBE (x)
--- refused: Non-query expression encountered in illegal context
join_table:
    table_reference [ INNER ] JOIN table_factor [ join_condition ]
  | table_reference { LEFT | RIGHT | FULL } [ OUTER ] JOIN table_reference join_condition
  | table_reference LEFT SEMI JOIN table_reference [ ON expression ] 
  | table_reference CROSS JOIN table_reference [ join_condition ]
 
table_reference:
    table_factor
  | join_table
 
table_factor:
    tbl_name [ alias ]
  | table_subquery alias
  | ( table_references )
 
join_condition:
    { ON expression | USING ( colName [, ...] ) }
--- accepted
SELECT t1.x FROM t1 INNER JOIN t2 USING (x)
--- accepted
SELECT t1.x FROM t1 INNER JOIN t2 ON t1.x = t2.x
--- accepted
SELECT t1.x FROM t1 LEFT JOIN t2 USING (x)
--- accepted
SELECT t1.x FROM t1 LEFT OUTER JOIN t2 ON t1.x = t2.x
--- accepted
SELECT t1.x FROM t1 RIGHT JOIN t2 USING (x)
--- accepted
SELECT t1.x FROM t1 RIGHT OUTER JOIN t2 ON t1.x = t2.x
--- accepted
SELECT t1.x FROM t1 FULL JOIN t2 USING (x)
--- accepted
SELECT t1.x FROM t1 FULL OUTER JOIN t2 ON t1.x = t2.x
--- refused: Incorrect syntax near the keyword 'LEFT' at line 1, column 21.
SELECT t1.x FROM t1 LEFT SEMI JOIN t2 ON t1.x = t2.x
--- accepted
SELECT t1.x FROM t1 CROSS JOIN t2 USING (x)
--- refused: Non-query expression encountered in illegal context
lateralView: LATERAL VIEW [ OUTER ] udtf( expression ) tableAlias AS columnAlias [, ... ]
fromClause: FROM baseTable lateralView [, ... ]
--- accepted
CREATE TABLE pageAds(pageid string, addid_list array<int>)
--- refused: Non-query expression encountered in illegal context
front_page, [1, 2, 3]
--- refused: Non-query expression encountered in illegal context
contact_page, [3, 4, 5]
--- refused: Incorrect syntax near the keyword 'LATERAL' at line 1, column 34.
SELECT pageid, adid FROM pageAds LATERAL VIEW explode(adid_list) adTable AS adid
--- refused: Non-query expression encountered in illegal context
front_page, 1
front_page, 2
front_page, 3
contact_page, 3
contact_page, 4
contact_page, 5
--- accepted
CREATE TABLE t1(c1 array<int>, c2 array<int>)
--- refused: Incorrect syntax near the keyword 'LATERAL' at line 2, column 1.
SELECT myc1, myc2 FROM t1
LATERAL VIEW explode(c1) myTable1 AS myc1
LATERAL VIEW explode(c2) myTable2 AS myc2
--- refused: Incorrect syntax near the keyword 'LATERAL' at line 1, column 18.
SELECT * FROM t1 LATERAL VIEW OUTER explode(array()) C AS a
--- accepted
SELECT x, y FROM t1 UNION DISTINCT SELECT x, y FROM t2
--- accepted
SELECT x, y FROM t1 UNION SELECT x, y FROM t2
--- accepted
SELECT x, y FROM t1 UNION ALL SELECT x, y FROM t2
--- accepted
SELECT x, y FROM t1 INTERSECT DISTINCT SELECT x, y FROM t2
--- accepted
SELECT x, y FROM t1 INTERSECT SELECT x, y FROM t2
--- accepted
SELECT x, y FROM t1 INTERSECT ALL SELECT x, y FROM t2
--- accepted
SELECT x, y FROM t1 EXCEPT DISTINCT SELECT x, y FROM t2
--- accepted
SELECT x, y FROM t1 EXCEPT SELECT x, y FROM t2
--- accepted
SELECT x, y FROM t1 EXCEPT ALL SELECT x, y FROM t2
--- refused: Non-query expression encountered in illegal context
query: SELECT expression [ , ... ] FROM src sortBy
sortBy: SORT BY expression colOrder [ , ... ] 
colOrder: ( ASC | DESC )
--- refused: Encountered "BY" at line 1, column 25.
SELECT x, y FROM t SORT BY x
--- refused: Encountered "BY" at line 1, column 25.
SELECT x, y FROM t SORT BY abs(y) DESC
--- refused: Non-query expression encountered in illegal context
distributeBy: DISTRIBUTE BY expression [ , ... ]
query: SELECT expression [ , ... ] FROM src distributeBy
--- refused: Encountered "BY" at line 1, column 31.
SELECT x, y FROM t DISTRIBUTE BY x
--- refused: Encountered "BY" at line 1, column 31.
SELECT x, y FROM t DISTRIBUTE BY abs(y)
--- refused: Encountered "BY" at line 1, column 31.
SELECT x, y FROM t DISTRIBUTE BY x SORT BY y DESC
--- refused: Non-query expression encountered in illegal context
clusterBy: CLUSTER BY expression [ , ... ]
query: SELECT expression [ , ... ] FROM src clusterBy
--- refused: Encountered "BY" at line 1, column 28.
SELECT x, y FROM t CLUSTER BY x
--- refused: Encountered "BY" at line 1, column 28.
SELECT x, y FROM t CLUSTER BY abs(y)
--- refused: Non-query expression encountered in illegal context
select_statement FROM ( select_statement ) [ AS ] name
--- accepted
SELECT col
FROM (
  SELECT a+b AS col
  FROM t1
) t2
--- refused: Non-query expression encountered in illegal context
select_statement FROM table WHERE { colName { IN | NOT IN } 
                                  | NOT EXISTS | EXISTS } ( subquery_select_statement )
--- accepted
SELECT * FROM t1 WHERE t1.x IN (SELECT y FROM t2)
--- accepted
SELECT * FROM t1 WHERE EXISTS (SELECT y FROM t2 WHERE t1.x = t2.x)
--- refused: Incorrect syntax near the keyword 'TABLESAMPLE' at line 1, column 1.
TABLESAMPLE ( num_rows ROWS )
--- refused: Encountered "(" at line 1, column 31.
SELECT * FROM src TABLESAMPLE (5 ROWS)
--- refused: Non-query expression encountered in illegal context
query:
   SELECT TRANSFORM ( expression [ , ... ] )
   [ inRowFormat ]
   [ inRecordWriter ]
   USING command_or_script
   [ AS colName [ colType ] [ , ... ] ]
   [ outRowFormat ]
   [ outRecordReader ]

rowFormat
  : ROW FORMAT
    (DELIMITED [FIELDS TERMINATED BY char]
               [COLLECTION ITEMS TERMINATED BY char]
               [MAP KEYS TERMINATED BY char]
               [ESCAPED BY char]
               [LINES SEPARATED BY char]
     |
     SERDE serde_name [WITH SERDEPROPERTIES
                            property_name=property_value,
                            property_name=property_value, ...])
 
outRowFormat : rowFormat
inRowFormat : rowFormat
outRecordReader : RECORDREADER className
inRecordWriter: RECORDWRITER record_write_class
--- refused: Encountered "value" at line 1, column 30.
CREATE TABLE src(key string, value string)
--- refused: Encountered "value" at line 1, column 23.
SELECT TRANSFORM(key, value) USING 'cat' from t1
--- refused: Encountered "value" at line 1, column 23.
SELECT TRANSFORM(key, value) ROW FORMAT SERDE 'MySerDe'
 WITH SERDEPROPERTIES ('p1'='v1','p2'='v2')
 RECORDWRITER 'MyRecordWriter'
 USING 'cat'
 ROW FORMAT DELIMITED FIELDS TERMINATED BY ','
 RECORDREADER 'MyRecordReader' FROM src
--- refused: Incorrect syntax near the keyword 'FROM' at line 1, column 1.
FROM src INSERT OVERWRITE TABLE dest1 MAP src.key, CAST(src.key / 10 AS INT) USING 'cat' AS (c1, c2)
--- refused: Encountered "value" at line 1, column 23.
SELECT TRANSFORM(key, value) USING 'cat' AS c1, c2
--- refused: Encountered "value" at line 1, column 23.
SELECT TRANSFORM(key, value) USING 'cat' AS (c1 INT, c2 INT)
--- refused: Non-query expression encountered in illegal context
window_function OVER ( [ { PARTITION | DISTRIBUTE }  BY colName ( [, ... ] ) ] 
{ ORDER | SORT } BY expression [ ASC | DESC ] [ NULLS { FIRST | LAST } ] [ , ... ]
[ window_frame ] )
--- refused: Incorrect syntax near the keyword 'ROWS' at line 1, column 2.
(ROWS | RANGE) BETWEEN (UNBOUNDED | [num]) PRECEDING AND ([num] PRECEDING | CURRENT ROW | (UNBOUNDED | [num]) FOLLOWING)
(ROWS | RANGE) BETWEEN CURRENT ROW AND (CURRENT ROW | (UNBOUNDED | [num]) FOLLOWING)
(ROWS | RANGE) BETWEEN [num] FOLLOWING AND (UNBOUNDED | [num]) FOLLOWING
--- accepted
SELECT a, COUNT(b) OVER (PARTITION BY c) FROM t
--- accepted
SELECT a, COUNT(b) OVER (PARTITION BY c, d) FROM t
--- accepted
SELECT a, SUM(b) OVER (PARTITION BY c, d ORDER BY e, f) FROM t
--- accepted
SELECT a, SUM(b) OVER (PARTITION BY c ORDER BY d ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
FROM t
--- accepted
SELECT a, AVG(b) OVER (PARTITION BY c ORDER BY d ROWS BETWEEN 3 PRECEDING AND CURRENT ROW)
FROM t
--- accepted
SELECT a, AVG(b) OVER (PARTITION BY c ORDER BY d ROWS BETWEEN 3 PRECEDING AND 3 FOLLOWING)
FROM t
--- accepted
SELECT a, AVG(b) OVER (PARTITION BY c ORDER BY d ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING)
FROM t
--- accepted
SET table.sql-dialect=default
--- accepted
SET hiveconf:k1=v1
--- accepted
SET system:k2=v2
--- accepted
SET hivevar:k3=v3
--- refused: Encountered "table" at line 1, column 5.
SET table.sql-dialect
--- refused: Encountered "hiveconf" at line 1, column 5.
SET hiveconf:k1
--- refused: Encountered "system" at line 1, column 5.
SET system:k2
--- refused: Encountered "hivevar" at line 1, column 5.
SET hivevar:k3
--- accepted
SET
--- refused: Encountered "-" at line 1, column 5.
SET -v
--- refused: Incorrect syntax near the keyword 'SHOW' at line 1, column 1.
SHOW (DATABASES|SCHEMAS)
--- accepted
SHOW VIEWS
--- refused: Encountered "[" at line 1, column 28.
SHOW PARTITIONS table_name [ partition_spec ]
--- accepted
SHOW PARTITIONS t1
--- refused: Encountered "year" at line 1, column 31.
SHOW PARTITIONS t1 PARTITION (year = 2022, month = 12)
--- refused: Encountered "year" at line 1, column 31.
SHOW PARTITIONS t1 PARTITION (year = 2022)
--- refused: Non-query expression encountered in illegal context
beeline> !connect jdbc:flink://localhost:8083
--- refused: Non-query expression encountered in illegal context
sqlline version 1.13.0-SNAPSHOT
    sqlline> !connect jdbc:flink://localhost:8083
    Enter username for jdbc:flink://localhost:8083:
    Enter password for jdbc:flink://localhost:8083:
    0: jdbc:flink://localhost:8083>
--- refused: Encountered "No" at line 1, column 1.
No rows affected (0.122 seconds)

0: jdbc:flink://localhost:8083> INSERT INTO T VALUES (1, 'Hi'), (2, 'Hello')
--- accepted
SET 'sql-client.execution.result-mode' = 'tableau'
--- accepted
SET 'execution.runtime-mode' = 'batch'
--- accepted
SELECT
  name,
  COUNT(*) AS cnt
FROM
  (VALUES ('Bob'), ('Alice'), ('Greg'), ('Bob')) AS NameTable(name)
GROUP BY name
--- accepted
SET 'key' = 'value'
--- accepted
CREATE CATALOG MyCatalog
  WITH (
    'type' = 'hive'
  )
--- accepted
USE CATALOG MyCatalog
--- accepted
CREATE DATABASE MyDatabase
--- accepted
USE MyDatabase
--- accepted
CREATE TABLE MyTable(
  MyField1 INT,
  MyField2 STRING
) WITH (
  'connector' = 'filesystem',
  'path' = '/path/to/something',
  'format' = 'csv'
)
--- accepted
CREATE VIEW MyCustomView AS SELECT MyField2 FROM MyTable
--- accepted
CREATE FUNCTION myUDF AS 'foo.bar.AggregateUDF'
--- accepted
SET 'execution.runtime-mode' = 'streaming'
--- accepted
SET 'sql-client.execution.result-mode' = 'table'
--- accepted
SET 'sql-client.execution.max-table-result.rows' = '10000'
--- accepted
SET 'parallelism.default' = '1'
--- accepted
SET 'pipeline.auto-watermark-interval' = '200'
--- accepted
SET 'pipeline.max-parallelism' = '10'
--- accepted
SET 'table.exec.state.ttl' = '1000'
--- accepted
SET 'restart-strategy.type' = 'fixed-delay'
--- accepted
SET 'table.optimizer.join-reorder-enabled' = 'true'
--- accepted
SET 'table.exec.spill-compression.enabled' = 'true'
--- accepted
SET 'table.exec.spill-compression.block-size' = '128kb'
--- accepted
CREATE TEMPORARY TABLE users (
  user_id BIGINT,
  user_name STRING,
  user_level STRING,
  region STRING,
  PRIMARY KEY (user_id) NOT ENFORCED
) WITH (
  'connector' = 'upsert-kafka',
  'topic' = 'users',
  'properties.bootstrap.servers' = '...',
  'key.format' = 'csv',
  'value.format' = 'avro'
)
--- accepted
SET 'table.dml-sync' = 'true'
--- accepted
SET 'pipeline.name' = 'SqlJob'
--- accepted
SET 'yarn.application.queue' = 'root'
--- accepted
SET 'parallelism.default' = '100'
--- accepted
SET 'execution.state-recovery.path' = '/tmp/flink-savepoints/savepoint-cca7bc-bb1e257f0dab'
--- accepted
INSERT INTO pageviews_enriched
SELECT *
FROM pageviews AS p
LEFT JOIN users FOR SYSTEM_TIME AS OF p.proctime AS u
ON p.user_id = u.user_id
--- refused: Encountered "{" at line 4, column 3.
EXECUTE STATEMENT SET 
BEGIN
   
  { INSERT INTO|OVERWRITE <select_statement>; }+
END
--- accepted
CREATE TABLE pageviews (
  user_id BIGINT,
  page_id BIGINT,
  viewtime TIMESTAMP,
  proctime AS PROCTIME()
) WITH (
  'connector' = 'kafka',
  'topic' = 'pageviews',
  'properties.bootstrap.servers' = '...',
  'format' = 'avro'
)
--- accepted
CREATE TABLE pageview (
  page_id BIGINT,
  cnt BIGINT
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://localhost:3306/mydatabase',
  'table-name' = 'pageview'
)
--- accepted
CREATE TABLE uniqueview (
  page_id BIGINT,
  cnt BIGINT
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://localhost:3306/mydatabase',
  'table-name' = 'uniqueview'
)
--- accepted
EXECUTE STATEMENT SET
BEGIN

INSERT INTO pageview
SELECT page_id, count(1)
FROM pageviews
GROUP BY page_id;

INSERT INTO uniqueview
SELECT page_id, count(distinct user_id)
FROM pageviews
GROUP BY page_id;

END
--- accepted
INSERT INTO MyTableSink SELECT * FROM MyTableSource
--- accepted
RESET 'execution.state-recovery.path'
--- accepted
SET 'pipeline.name' = 'kafka-to-hive'
--- accepted
RESET 'pipeline.name'
--- accepted
SHOW JOBS
--- accepted
STOP JOB '228d70913eab60dda85c5e7f78b5782c' WITH SAVEPOINT
--- accepted
SET 'execution.mode' = 'remote'
--- accepted
SET 'execution.mode' = 'kubernetes-session'
--- accepted
SET 'execution.mode' = 'yarn-session'
--- accepted
SET 'execution.mode' = 'kubernetes-application'
--- accepted
SET 'execution.mode' = 'yarn-application'
--- accepted
ALTER MATERIALIZED TABLE my_materialized_table SUSPEND
--- accepted
ALTER MATERIALIZED TABLE my_materialized_table RESUME
--- refused: Encountered ".." at line 3, column 1.
ALTER MATERIALIZED TABLE my_materialized_table
AS SELECT
...
--- accepted
CREATE CATALOG mt_cat WITH (
  'type' = 'test-filesystem',
  'path' = '{catalog_path}',
  'default-database' = 'mydb'
)
--- accepted
USE CATALOG mt_cat
--- accepted
CREATE TABLE json_source (
  order_id BIGINT,
  user_id BIGINT,
  user_name STRING,
  order_created_at STRING,
  payment_amount_cents BIGINT
) WITH (
  'format' = 'json',
  'source.monitor-interval' = '10s'
)
--- accepted
INSERT INTO json_source VALUES 
  (1001, 1, 'user1', '2024-06-19', 10),
  (1002, 2, 'user2', '2024-06-19', 20),
  (1003, 3, 'user3', '2024-06-19', 30),
  (1004, 4, 'user4', '2024-06-19', 40),
  (1005, 1, 'user1', '2024-06-20', 10),
  (1006, 2, 'user2', '2024-06-20', 20),
  (1007, 3, 'user3', '2024-06-20', 30),
  (1008, 4, 'user4', '2024-06-20', 40)
--- accepted
CREATE MATERIALIZED TABLE continuous_users_shops
PARTITIONED BY (ds)
WITH (
  'format' = 'debezium-json',
  'sink.rolling-policy.rollover-interval' = '10s',
  'sink.rolling-policy.check-interval' = '10s'
)
FRESHNESS = INTERVAL '30' SECOND
AS SELECT
  user_id,
  ds,
  SUM (payment_amount_cents) AS payed_buy_fee_sum,
  SUM (1) AS PV
FROM (
  SELECT user_id, order_created_at AS ds, payment_amount_cents
    FROM json_source
  ) AS tmp
GROUP BY user_id, ds
--- accepted
SET 'execution.checkpointing.savepoint-dir' = 'file://{savepoints_path}'
--- accepted
ALTER MATERIALIZED TABLE continuous_users_shops SUSPEND
--- accepted
SELECT * FROM continuous_users_shops
--- accepted
ALTER MATERIALIZED TABLE continuous_users_shops RESUME
--- accepted
DROP MATERIALIZED TABLE continuous_users_shops
--- accepted
CREATE MATERIALIZED TABLE full_users_shops
PARTITIONED BY (ds)
WITH (
  'format' = 'json',
  'partition.fields.ds.date-formatter' = 'yyyy-MM-dd'
)
FRESHNESS = INTERVAL '1' MINUTE
REFRESH_MODE = FULL
AS SELECT
  user_id,
  ds,
  SUM (payment_amount_cents) AS payed_buy_fee_sum,
  SUM (1) AS PV
FROM (
  SELECT user_id, order_created_at AS ds, payment_amount_cents
  FROM json_source
) AS tmp
GROUP BY user_id, ds
--- accepted
INSERT INTO json_source VALUES 
  (1001, 1, 'user1', CAST(CURRENT_DATE AS STRING), 10),
  (1002, 2, 'user2', CAST(CURRENT_DATE AS STRING), 20),
  (1003, 3, 'user3', CAST(CURRENT_DATE AS STRING), 30),
  (1004, 4, 'user4', CAST(CURRENT_DATE AS STRING), 40)
--- accepted
SELECT * FROM full_users_shops
--- accepted
ALTER MATERIALIZED TABLE full_users_shops REFRESH PARTITION(ds='2024-06-20')
--- accepted
ALTER MATERIALIZED TABLE full_users_shops SUSPEND
--- accepted
ALTER MATERIALIZED TABLE full_users_shops RESUME
--- accepted
DROP MATERIALIZED TABLE full_users_shops
--- refused: Encountered ".." at line 7, column 9.
CREATE MATERIALIZED TABLE my_materialized_table
    PARTITIONED BY (ds)
    FRESHNESS = INTERVAL '1' HOUR
    AS SELECT
        ds
    FROM
        ...
--- refused: Encountered ".." at line 7, column 5.
CREATE MATERIALIZED TABLE my_materialized_table
    PARTITIONED BY (ds)
    WITH (
        'format' = 'json',
        'partition.fields.ds.date-formatter' = 'yyyy-MM-dd'
    )
    ...
--- refused: Incorrect syntax near the keyword 'FRESHNESS' at line 1, column 1.
FRESHNESS = INTERVAL '1' SECOND

 
FRESHNESS = INTERVAL '1' MINUTE

 
FRESHNESS = INTERVAL '1' HOUR

 
FRESHNESS = INTERVAL '1' DAY
--- accepted
CREATE MATERIALIZED TABLE my_materialized_table
    AS SELECT * FROM source_table
--- accepted
CREATE MATERIALIZED TABLE my_materialized_table_full
    REFRESH_MODE = FULL
    AS SELECT * FROM source_table
--- refused: Incorrect syntax near the keyword 'FRESHNESS' at line 1, column 1.
FRESHNESS = INTERVAL '-1' SECOND

 
FRESHNESS = INTERVAL '0' SECOND

 
FRESHNESS = INTERVAL '1' MONTH
FRESHNESS = INTERVAL '1' YEAR

 
FRESHNESS = INTERVAL '60' SECOND
FRESHNESS = INTERVAL '5' HOUR
--- refused: Encountered ".." at line 5, column 8.
CREATE MATERIALIZED TABLE my_materialized_table
    FRESHNESS = INTERVAL '1' HOUR
    REFRESH_MODE = CONTINUOUS
    AS SELECT
       ...

 
CREATE MATERIALIZED TABLE my_materialized_table
    FRESHNESS = INTERVAL '10' MINUTE
    REFRESH_MODE = FULL
    AS SELECT
       ...
--- accepted
CREATE MATERIALIZED TABLE my_materialized_table
    FRESHNESS = INTERVAL '10' SECOND
    AS SELECT * FROM kafka_catalog.db1.kafka_table
--- accepted
CREATE MATERIALIZED TABLE my_materialized_table_continuous
    PARTITIONED BY (ds)
    WITH (
        'format' = 'debezium-json',
        'partition.fields.ds.date-formatter' = 'yyyy-MM-dd'
    )
    FRESHNESS = INTERVAL '10' SECOND
    AS SELECT
        k.ds,
        k.user_id,
        COUNT(*) AS event_count,
        SUM(k.amount) AS total_amount,
        MAX(u.age) AS max_age
    FROM
        kafka_catalog.db1.kafka_table k
    JOIN
        user_catalog.db1.user_table u
    ON
        k.user_id = u.user_id
    WHERE
        k.event_type = 'purchase'
    GROUP BY
        k.ds, k.user_id
--- accepted
CREATE MATERIALIZED TABLE my_materialized_table_full
    PARTITIONED BY (ds)
    WITH (
        'format' = 'json',
        'partition.fields.ds.date-formatter' = 'yyyy-MM-dd'
    )
    FRESHNESS = INTERVAL '1' HOUR
    AS SELECT
        p.ds,
        p.product_id,
        p.product_name,
        AVG(s.sale_price) AS avg_sale_price,
        SUM(s.quantity) AS total_quantity
    FROM
        paimon_catalog.db1.product_table p
    LEFT JOIN
        paimon_catalog.db1.sales_table s
    ON
        p.product_id = s.product_id
    WHERE
        p.category = 'electronics'
    GROUP BY
        p.ds, p.product_id, p.product_name
--- refused: Encountered ".." at line 3, column 5.
CREATE MATERIALIZED TABLE my_materialized_table_full (
    ds, product_id, product_name, avg_sale_price, total_quantity)
    ...
--- refused: Encountered ".." at line 3, column 5.
CREATE MATERIALIZED TABLE my_materialized_table_full (
    product_id, product_name, ds, avg_sale_price, total_quantity)
    ...
--- refused: Encountered ".." at line 3, column 5.
CREATE MATERIALIZED TABLE my_materialized_table_full (
    ds STRING, product_id STRING, product_name STRING, avg_sale_price DOUBLE, total_quantity BIGINT)
    ...
--- accepted
CREATE OR ALTER MATERIALIZED TABLE my_materialized_table
    FRESHNESS = INTERVAL '10' SECOND
    AS
    SELECT
        user_id,
        COUNT(*) AS event_count,
        SUM(amount) AS total_amount
    FROM
        kafka_catalog.db1.events
    WHERE
        event_type = 'purchase'
    GROUP BY
        user_id
--- accepted
CREATE OR ALTER MATERIALIZED TABLE my_materialized_table
    FRESHNESS = INTERVAL '10' SECOND
    AS
    SELECT
        user_id,
        COUNT(*) AS event_count,
        SUM(amount) AS total_amount,
        AVG(amount) AS avg_amount   
    FROM
        kafka_catalog.db1.events
    WHERE
        event_type = 'purchase'
    GROUP BY
        user_id
--- accepted
ALTER MATERIALIZED TABLE MyMaterializedTable ADD category_id STRING METADATA VIRTUAL
--- accepted
ALTER MATERIALIZED TABLE MyMaterializedTable ADD (
    log_ts STRING METADATA VIRTUAL FIRST,
    ts AS TO_TIMESTAMP(log_ts) AFTER log_ts,
    PRIMARY KEY (id) NOT ENFORCED,
    WATERMARK FOR ts AS ts - INTERVAL '3' SECOND
)
--- accepted
ALTER MATERIALIZED TABLE MyMaterializedTable ADD DISTRIBUTION BY HASH(uid) INTO 4 BUCKETS
--- accepted
ALTER MATERIALIZED TABLE MyMaterializedTable ADD DISTRIBUTION BY (uid) INTO 4 BUCKETS
--- accepted
ALTER MATERIALIZED TABLE MyMaterializedTable ADD DISTRIBUTION BY (uid)
--- accepted
ALTER MATERIALIZED TABLE MyMaterializedTable ADD DISTRIBUTION INTO 4 BUCKETS
--- accepted
ALTER MATERIALIZED TABLE MyMaterializedTable MODIFY measurement double METADATA COMMENT 'unit is bytes per second' AFTER `id`
--- accepted
ALTER MATERIALIZED TABLE MyMaterializedTable MODIFY (
    log_ts STRING METADATA COMMENT 'log timestamp string' AFTER `id`,   
    ts AS TO_TIMESTAMP(log_ts) AFTER log_ts,
    PRIMARY KEY (id) NOT ENFORCED,
    WATERMARK FOR ts AS ts  
)
--- accepted
ALTER MATERIALIZED TABLE MyMaterializedTable DROP measurement
--- accepted
ALTER MATERIALIZED TABLE MyMaterializedTable DROP (col1, col2, col3)
--- accepted
ALTER MATERIALIZED TABLE MyMaterializedTable DROP PRIMARY KEY
--- accepted
ALTER MATERIALIZED TABLE MyMaterializedTable DROP WATERMARK
--- accepted
ALTER MATERIALIZED TABLE MyMaterializedTable DROP DISTRIBUTION
--- accepted
SET 'execution.checkpointing.savepoint-dir' = 'hdfs://savepoint_path'
--- accepted
ALTER MATERIALIZED TABLE my_materialized_table RESUME WITH ('sink.parallelism'='10')
--- accepted
ALTER MATERIALIZED TABLE my_materialized_table REFRESH
--- accepted
ALTER MATERIALIZED TABLE my_materialized_table REFRESH PARTITION (ds='2024-06-28')
--- refused: Encountered "[" at line 1, column 26.
ALTER MATERIALIZED TABLE [catalog_name.][db_name.]table_name AS <select_statement>
--- accepted
CREATE MATERIALIZED TABLE my_materialized_table
    FRESHNESS = INTERVAL '10' SECOND
    AS
    SELECT
        user_id,
        COUNT(*) AS event_count,
        SUM(amount) AS total_amount
    FROM
        kafka_catalog.db1.events
    WHERE
        event_type = 'purchase'
    GROUP BY
        user_id
--- accepted
ALTER MATERIALIZED TABLE my_materialized_table
    AS
    SELECT
        user_id,
        COUNT(*) AS event_count,
        SUM(amount) AS total_amount,
        AVG(amount) AS avg_amount   
    FROM
        kafka_catalog.db1.events
    WHERE
        event_type = 'purchase'
    GROUP BY
        user_id
--- accepted
DROP MATERIALIZED TABLE IF EXISTS my_materialized_table
--- refused: Encountered "<" at line 1, column 4.
ROW<n0 t0, n1 t1, ...>
ROW<n0 t0 'd0', n1 t1 'd1', ...>

ROW(n0 t0, n1 t1, ...)
ROW(n0 t0 'd0', n1 t1 'd1', ...)
--- refused: Incorrect syntax near the keyword 'STRUCTURED' at line 1, column 1.
STRUCTURED<'c', n0 t0, n1 t1, ...>
STRUCTURED<'c', n0 t0, n1 t1 'd1', ...>
--- accepted
SELECT PARSE_JSON('{"a":1,"b":["a","b","c"]}') AS v
--- accepted
SELECT BITMAP_BUILD(ARRAY[1, 2, 3, 4, 5])
--- refused: Non-query expression encountered in illegal context
CAST('42' AS INT)  
CAST(NULL AS VARCHAR)  
CAST('non-number' AS INT)  

TRY_CAST('42' AS INT)  
TRY_CAST(NULL AS VARCHAR)  
TRY_CAST('non-number' AS INT)  
COALESCE(TRY_CAST('non-number' AS INT), 0)
--- refused: Encountered ".." at line 1, column 71.
CREATE TABLE Orders (`user` BIGINT, product STRING, amount INT) WITH (...)
--- accepted
ALTER TABLE MyTable ADD category_id STRING COMMENT 'identifier of the category'
--- accepted
ALTER TABLE MyTable ADD (
    log_ts STRING COMMENT 'log timestamp string' FIRST,
    ts AS TO_TIMESTAMP(log_ts) AFTER log_ts,
    PRIMARY KEY (id) NOT ENFORCED,
    WATERMARK FOR ts AS ts - INTERVAL '3' SECOND
)
--- accepted
ALTER TABLE MyTable ADD PARTITION (p1=1,p2='a') with ('k1'='v1')
--- accepted
ALTER TABLE MyTable ADD PARTITION (p1=1,p2='a') with ('k1'='v1') PARTITION (p1=1,p2='b') with ('k2'='v2')
--- accepted
ALTER TABLE MyTable ADD DISTRIBUTION BY HASH(uid) INTO 4 BUCKETS
--- accepted
ALTER TABLE MyTable ADD DISTRIBUTION BY (uid) INTO 4 BUCKETS
--- accepted
ALTER TABLE MyTable ADD DISTRIBUTION BY (uid)
--- accepted
ALTER TABLE MyTable ADD DISTRIBUTION INTO 4 BUCKETS
--- accepted
ALTER TABLE MyTable MODIFY measurement double COMMENT 'unit is bytes per second' AFTER `id`
--- accepted
ALTER TABLE MyTable MODIFY (
    log_ts STRING COMMENT 'log timestamp string' AFTER `id`,   
    ts AS TO_TIMESTAMP(log_ts) AFTER log_ts,
    PRIMARY KEY (id) NOT ENFORCED,
    WATERMARK FOR ts AS ts  
)
--- accepted
ALTER TABLE MyTable DROP measurement
--- accepted
ALTER TABLE MyTable DROP (col1, col2, col3)
--- accepted
ALTER TABLE MyTable DROP PRIMARY KEY
--- accepted
ALTER TABLE MyTable DROP PARTITION (`id` = 1)
--- accepted
ALTER TABLE MyTable DROP PARTITION (`id` = 1), PARTITION (`id` = 2)
--- accepted
ALTER TABLE MyTable DROP WATERMARK
--- accepted
ALTER TABLE MyTable DROP DISTRIBUTION
--- accepted
ALTER TABLE MyTable RENAME request_body TO payload
--- accepted
ALTER TABLE MyTable RENAME TO MyTable2
--- accepted
ALTER TABLE DataGenSource SET ('rows-per-second' = '10')
--- accepted
ALTER TABLE DataGenSource RESET ('rows-per-second')
--- refused: Encountered "[" at line 1, column 12.
ALTER VIEW [catalog_name.][db_name.]view_name RENAME TO new_view_name
--- refused: Encountered "[" at line 1, column 12.
ALTER VIEW [catalog_name.][db_name.]view_name AS new_query_expression
--- refused: Encountered "[" at line 1, column 16.
ALTER DATABASE [catalog_name.]db_name SET (key1=val1, key2=val2, ...)
--- refused: Encountered "[" at line 1, column 7.
ALTER [TEMPORARY|TEMPORARY SYSTEM] FUNCTION 
  [IF EXISTS] [catalog_name.][db_name.]function_name 
  AS identifier [LANGUAGE JAVA|SCALA|PYTHON]
--- refused: Encountered "key1" at line 2, column 10.
ALTER CATALOG catalog_name 
    SET (key1=val1, ...)
  | RESET (key1, ...)
  | COMMENT 'comment'
--- accepted
ALTER CATALOG cat2 SET ('default-database'='db')
--- accepted
ALTER CATALOG cat2 RESET ('default-database')
--- accepted
ALTER CATALOG cat2 COMMENT 'comment for catalog ''cat2'''
--- refused: Encountered "[" at line 1, column 13.
ALTER MODEL [IF EXISTS] [catalog_name.][db_name.]model_name 
    SET (key1=val1, ...)
  | RESET (key1, ...)
  | RENAME TO new_model_name
--- accepted
ALTER MODEL MyModel SET ('model-version'='2.0', 'batch-size'='32')
--- accepted
ALTER MODEL MyModel RESET ('model-version', 'batch-size')
--- accepted
ALTER MODEL MyModel RENAME TO NewModel
--- refused: Encountered ".." at line 5, column 3.
CREATE TABLE MyTable (
  `user_id` BIGINT,
  `name` STRING
) WITH (
  ...
)
--- refused: Encountered ".." at line 7, column 3.
CREATE TABLE MyTable (
  `user_id` BIGINT,
  `name` STRING,
  `record_time` TIMESTAMP_LTZ(3) METADATA FROM 'timestamp'     
) WITH (
  'connector' = 'kafka'
  ...
)
--- accepted
INSERT INTO MyTable SELECT user_id, name, record_time + INTERVAL '1' SECOND FROM MyTable
--- refused: Encountered ".." at line 7, column 3.
CREATE TABLE MyTable (
  `user_id` BIGINT,
  `name` STRING,
  `timestamp` TIMESTAMP_LTZ(3) METADATA     
) WITH (
  'connector' = 'kafka'
  ...
)
--- refused: Encountered ".." at line 7, column 3.
CREATE TABLE MyTable (
  `user_id` BIGINT,
  `name` STRING,
  `timestamp` BIGINT METADATA     
) WITH (
  'connector' = 'kafka'
  ...
)
--- refused: Encountered ")" at line 6, column 1.
CREATE TABLE MyTable (
  `timestamp` BIGINT METADATA,        
  `offset` BIGINT METADATA VIRTUAL,   
  `user_id` BIGINT,
  `name` STRING,
) WITH (
  'connector' = 'kafka'
  ...
)
--- refused: Encountered ".." at line 8, column 3.
CREATE TABLE MyTable (
  `user_id` BIGINT,
  `price` DOUBLE,
  `quantity` DOUBLE,
  `cost` AS price * quantity   
) WITH (
  'connector' = 'kafka'
  ...
)
--- refused: Encountered "." at line 6, column 10.
CREATE TABLE Orders (
    `user` BIGINT,
    product STRING,
    order_time TIMESTAMP(3),
    WATERMARK FOR order_time AS order_time - INTERVAL '5' SECOND
) WITH ( . . . )
--- accepted
CREATE TABLE MyTable (uid BIGINT, name STRING) DISTRIBUTED BY HASH(uid) INTO 4 BUCKETS
--- accepted
CREATE TABLE MyTable (uid BIGINT, name STRING) DISTRIBUTED BY (uid) INTO 4 BUCKETS
--- accepted
CREATE TABLE MyTable (uid BIGINT, name STRING) DISTRIBUTED BY (uid)
--- accepted
CREATE TABLE MyTable (uid BIGINT, name STRING) DISTRIBUTED INTO 4 BUCKETS
--- accepted
CREATE TABLE Orders (
    `user` BIGINT,
    product STRING,
    order_time TIMESTAMP(3)
) WITH ( 
    'connector' = 'kafka',
    'scan.startup.mode' = 'earliest-offset'
)
--- accepted
CREATE TABLE Orders_with_watermark (
     
    WATERMARK FOR order_time AS order_time - INTERVAL '5' SECOND 
) WITH (
     
    'scan.startup.mode' = 'latest-offset'
)
LIKE Orders
--- accepted
CREATE TABLE Orders_with_watermark (
    `user` BIGINT,
    product STRING,
    order_time TIMESTAMP(3),
    WATERMARK FOR order_time AS order_time - INTERVAL '5' SECOND 
) WITH (
    'connector' = 'kafka',
    'scan.startup.mode' = 'latest-offset'
)
--- accepted
CREATE TABLE Orders_in_file (
    `user` BIGINT,
    product STRING,
    order_time_string STRING,
    order_time AS to_timestamp(order_time_string)
    
)
PARTITIONED BY (`user`) 
WITH ( 
    'connector' = 'filesystem',
    'path' = '...'
)
--- refused: Encountered ".." at line 6, column 5.
CREATE TABLE Orders_in_kafka (
     
    WATERMARK FOR order_time AS order_time - INTERVAL '5' SECOND 
) WITH (
    'connector' = 'kafka',
    ...
)
LIKE Orders_in_file (
     
     
    EXCLUDING ALL
    INCLUDING GENERATED
)
--- refused: Encountered ".." at line 4, column 5.
CREATE TABLE my_ctas_table
WITH (
    'connector' = 'kafka',
    ...
)
AS SELECT id, name, age FROM source_table WHERE mod(id, 10) = 0
--- refused: Encountered ".." at line 7, column 5.
CREATE TABLE my_ctas_table (
    id BIGINT,
    name STRING,
    age INT
) WITH (
    'connector' = 'kafka',
    ...
)
--- accepted
INSERT INTO my_ctas_table SELECT id, name, age FROM source_table WHERE mod(id, 10) = 0
--- refused: Encountered ")" at line 6, column 1.
CREATE TABLE my_ctas_table (
    desc STRING,
    quantity DOUBLE,   
    cost AS price * quantity,
    WATERMARK FOR order_time AS order_time - INTERVAL '5' SECOND,
) WITH (
    'connector' = 'kafka',
    ...
) AS SELECT id, price, quantity, order_time FROM source_table
--- accepted
CREATE TABLE my_ctas_table (
    PRIMARY KEY (id) NOT ENFORCED
) DISTRIBUTED BY (id) INTO 4 buckets 
AS SELECT id, name FROM source_table
--- refused: Encountered ".." at line 5, column 5.
CREATE TABLE my_ctas_table (
    order_time, price, quantity, id
) WITH (
    'connector' = 'kafka',
    ...
) AS SELECT id, price, quantity, order_time FROM source_table
--- refused: Encountered ".." at line 4, column 5.
REPLACE TABLE my_rtas_table
WITH (
    'connector' = 'kafka',
    ...
)
AS SELECT id, name, age FROM source_table WHERE mod(id, 10) = 0
--- accepted
DROP TABLE my_rtas_table
--- refused: Encountered ".." at line 7, column 5.
CREATE TABLE my_rtas_table (
    id BIGINT,
    name STRING,
    age INT
) WITH (
    'connector' = 'kafka',
    ...
)
--- accepted
INSERT INTO my_rtas_table SELECT id, name, age FROM source_table WHERE mod(id, 10) = 0
--- accepted
REPLACE TABLE my_rtas_table (
    desc STRING,
    quantity DOUBLE,   
    cost AS price * quantity,
    WATERMARK FOR order_time AS order_time - INTERVAL '5' SECOND,
    PRIMARY KEY (id) NOT ENFORCED
) DISTRIBUTED BY (id) INTO 4 buckets
AS SELECT id, price, quantity, order_time FROM source_table
--- refused: Encountered ".." at line 11, column 5.
CREATE TABLE my_rtas_table (
    desc STRING,
    cost AS price * quantity,
    id BIGINT NOT NULL PRIMARY KEY NOT ENFORCED,
    price DOUBLE,
    quantity DOUBLE,
    order_time TIMESTAMP(3),
    WATERMARK FOR order_time AS order_time - INTERVAL '5' SECOND
) WITH (
    'connector' = 'kafka',
    ...
)
--- accepted
INSERT INTO my_rtas_table (id, price, quantity, order_time)
    SELECT id, price, quantity, order_time FROM source_table
--- refused: Encountered "[" at line 1, column 16.
CREATE CATALOG [IF NOT EXISTS] catalog_name
  [COMMENT catalog_comment]
  WITH (key1=val1, key2=val2, ...)
--- refused: Encountered "[" at line 1, column 17.
CREATE DATABASE [IF NOT EXISTS] [catalog_name.]db_name
  [COMMENT database_comment]
  [WITH (key1=val1, key2=val2, ...)]
--- refused: Encountered "[" at line 1, column 8.
CREATE [TEMPORARY] VIEW [IF NOT EXISTS] [catalog_name.][db_name.]view_name
  [( columnName [, columnName ]* )] [COMMENT view_comment]
  AS query_expression
--- refused: Encountered "[" at line 1, column 8.
CREATE [TEMPORARY|TEMPORARY SYSTEM] FUNCTION
  [IF NOT EXISTS] [catalog_name.][db_name.]function_name
  AS identifier [LANGUAGE JAVA|SCALA|PYTHON]
  [USING [JAR|ARTIFACT] '<path_to_filename>.jar' [, JAR '<path_to_filename>.jar']* ]
  [WITH (key1=val1, key2=val2, ...)]
--- refused: Encountered "[" at line 1, column 8.
CREATE [TEMPORARY] MODEL [IF NOT EXISTS] [catalog_name.][db_name.]model_name
  [(
    { <input_column_definition> }[ , ...n]
    { <output_column_definition> }[ , ...n]
  )]
  [COMMENT model_comment]
  WITH (key1=val1, key2=val2, ...)

<input_column_definition>:
  column_name column_type [COMMENT column_comment]

<output_column_definition>:
  column_name column_type [COMMENT column_comment]
--- accepted
CREATE MODEL sentiment_analysis_model 
INPUT (text STRING COMMENT 'Input text for sentiment analysis') 
OUTPUT (sentiment STRING COMMENT 'Predicted sentiment (positive/negative/neutral/mixed)')
COMMENT 'A model for sentiment analysis of text'
WITH (
    'provider' = 'openai',
    'endpoint' = 'https://api.openai.com/v1/chat/completions',
    'api-key' = '<YOUR KEY>',
    'model'='gpt-3.5-turbo',
    'system-prompt' = 'Classify the text below into one of the following labels: [positive, negative, neutral, mixed]. Output only the label.'
)
--- accepted
CREATE MODEL triton_text_classifier
INPUT (input STRING COMMENT 'Input text for classification')
OUTPUT (output STRING COMMENT 'Classification result')
COMMENT 'A Triton-based text classification model'
WITH (
    'provider' = 'triton',
    'endpoint' = 'http://localhost:8000/v2/models',
    'model-name' = 'text-classification',
    'model-version' = '1',
    'timeout' = '10000',
    'max-retries' = '3'
)
--- refused: Non-query expression encountered in illegal context
Orders

DROP TABLE Orders
--- refused: Encountered "[" at line 1, column 14.
DROP CATALOG [IF EXISTS] catalog_name
--- refused: Encountered "[" at line 1, column 6.
DROP [TEMPORARY] TABLE [IF EXISTS] [catalog_name.][db_name.]table_name
--- refused: Encountered "[" at line 1, column 15.
DROP DATABASE [IF EXISTS] [catalog_name.]db_name [ (RESTRICT | CASCADE) ]
--- refused: Encountered "[" at line 1, column 6.
DROP [TEMPORARY] VIEW  [IF EXISTS] [catalog_name.][db_name.]view_name
--- refused: Encountered "[" at line 1, column 6.
DROP [TEMPORARY|TEMPORARY SYSTEM] FUNCTION [IF EXISTS] [catalog_name.][db_name.]function_name
--- refused: Encountered "[" at line 1, column 6.
DROP [TEMPORARY] MODEL [IF EXISTS] [catalog_name.][db_name.]model_name
--- refused: Non-query expression encountered in illegal context
user                         product      amount
    Lili                           Apple           1
 Jessica                          Banana           2
Mr.White                         Chicken           3

DELETE FROM Orders WHERE `user` = 'Lili'
--- refused: Non-query expression encountered in illegal context
user                         product      amount
 Jessica                          Banana           2
Mr.White                         Chicken           3
--- refused: Encountered "[" at line 1, column 13.
DELETE FROM [catalog_name.][db_name.]table_name [ WHERE condition ]
--- refused: Non-query expression encountered in illegal context
Orders
RubberOrders

INSERT INTO RubberOrders SELECT product, amount FROM Orders WHERE product LIKE '%Rubber%'
--- refused: Encountered "user" at line 1, column 33.
CREATE TABLE country_page_view (user STRING, cnt INT, date STRING, country STRING)
PARTITIONED BY (date, country)
WITH (...)

 
INSERT INTO country_page_view PARTITION (date='2019-8-30', country='China')
  SELECT user, cnt FROM page_view_source
--- refused: Encountered "date" at line 1, column 50.
EXECUTE INSERT INTO country_page_view PARTITION (date='2019-8-30', country='China')
  SELECT user, cnt FROM page_view_source
--- refused: Encountered "date" at line 1, column 42.
INSERT INTO country_page_view PARTITION (date='2019-8-30')
  SELECT user, cnt, country FROM page_view_source
--- refused: Encountered "date" at line 1, column 47.
INSERT OVERWRITE country_page_view PARTITION (date='2019-8-30', country='China')
  SELECT user, cnt FROM page_view_source
--- refused: Encountered "date" at line 1, column 47.
INSERT OVERWRITE country_page_view PARTITION (date='2019-8-30')
  SELECT user, cnt, country FROM page_view_source
--- refused: Encountered "date" at line 1, column 42.
INSERT INTO country_page_view PARTITION (date='2019-8-30', country='China') (user)
  SELECT user FROM page_view_source
--- refused: Encountered ".." at line 1, column 71.
CREATE TABLE students (name STRING, age INT, gpa DECIMAL(3, 2)) WITH (...)
--- accepted
INSERT INTO students
  VALUES ('fred flintstone', 35, 1.28), ('barney rubble', 32, 2.32)
--- refused: Encountered "insert_statement" at line 3, column 1.
EXECUTE STATEMENT SET
BEGIN
insert_statement;
...
insert_statement;
END
--- accepted
EXECUTE STATEMENT SET
BEGIN
INSERT INTO students
  VALUES ('fred flintstone', 35, 1.28), ('barney rubble', 32, 2.32);
INSERT INTO students
  VALUES ('fred flintstone', 35, 1.28), ('barney rubble', 32, 2.32);
END
--- accepted
INSERT INTO product_orders
SELECT p.name, o.order_id
FROM orders o JOIN products p ON o.product_name = p.name
ON CONFLICT DO ERROR
--- accepted
INSERT INTO product_orders
SELECT p.name, o.order_id
FROM orders o JOIN products p ON o.product_name = p.name
ON CONFLICT DO NOTHING
--- accepted
INSERT INTO product_orders
SELECT p.name, o.order_id
FROM orders o JOIN products p ON o.product_name = p.name
ON CONFLICT DO DEDUPLICATE
--- refused: Encountered ".." at line 6, column 9.
CREATE TABLE orders (
    order_id BIGINT,
    product_name STRING,
    quantity INT,
    PRIMARY KEY(order_id) NOT ENFORCED
) WITH (...)
--- refused: Encountered ".." at line 4, column 9.
CREATE TABLE products (
    name STRING,
    PRIMARY KEY(name) NOT ENFORCED
) WITH (...)
--- refused: Encountered ".." at line 5, column 9.
CREATE TABLE product_orders (
    product_name STRING,
    last_order_id BIGINT,
    PRIMARY KEY(product_name) NOT ENFORCED
) WITH (...)
--- refused: Non-query expression encountered in illegal context
user                         product      amount
    Lili                           Apple           1
 Jessica                          Banana           2
Mr.White                         Chicken           3

TRUNCATE TABLE Orders
--- refused: Encountered "[" at line 1, column 16.
TRUNCATE TABLE [catalog_name.][db_name.]table_name
--- refused: Non-query expression encountered in illegal context
user                        product      amount
   Lili                          Apple           1
Jessica                         Banana           1

UPDATE Orders SET amount = 2
--- refused: Non-query expression encountered in illegal context
user                        product      amount
   Lili                          Apple           2
Jessica                         Banana           2
--- refused: Encountered "[" at line 1, column 8.
UPDATE [catalog_name.][db_name.]table_name SET column_name1 = expression1 [, column_name2 = expression2, ...][ WHERE condition ]
--- refused: Encountered "[" at line 3, column 3.
SELECT * FROM FROM_CHANGELOG(
  input => TABLE source_table,
  [op => DESCRIPTOR(op_column_name),]
  [op_mapping => MAP[
      'c, r', 'INSERT',
      'ub', 'UPDATE_BEFORE',
      'ua', 'UPDATE_AFTER',
      'd', 'DELETE'
  ]]
)
--- accepted
SELECT * FROM FROM_CHANGELOG(
  input => TABLE cdc_stream
)
--- accepted
SELECT * FROM FROM_CHANGELOG(
  input => TABLE cdc_stream,
  op => DESCRIPTOR(operation)
)
--- refused: Encountered "[" at line 3, column 3.
SELECT * FROM TO_CHANGELOG(
  input => TABLE source_table,
  [op => DESCRIPTOR(op_column_name),]
  [op_mapping => MAP['INSERT', 'I', 'DELETE', 'D', ...]]
)
--- accepted
SELECT * FROM TO_CHANGELOG(
  input => TABLE my_aggregation
)
--- accepted
SELECT * FROM TO_CHANGELOG(
  input => TABLE my_aggregation,
  op => DESCRIPTOR(operation)
)
--- accepted
SELECT * FROM TO_CHANGELOG(
  input => TABLE my_aggregation,
  op => DESCRIPTOR(op_code),
  op_mapping => MAP['INSERT', 'I', 'UPDATE_AFTER', 'U']
)
--- accepted
SELECT * FROM TO_CHANGELOG(
  input => TABLE my_aggregation,
  op => DESCRIPTOR(deleted),
  op_mapping => MAP['INSERT, UPDATE_AFTER', 'false', 'DELETE', 'true']
)
--- refused: Encountered "user" at line 3, column 3.
CREATE TABLE Orders (
  order_id  STRING,
  user        STRING,
  product     STRING,
  num         BIGINT,
  proctime AS PROCTIME()
) WITH (...)
--- accepted
SELECT order_id, user, product, num
FROM (
  SELECT *,
    ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY proctime ASC) AS row_num
  FROM Orders)
WHERE row_num = 1
--- accepted
SELECT COUNT(*) FROM Orders
--- accepted
SELECT COUNT(*)
FROM Orders
GROUP BY order_id
--- accepted
SELECT COUNT(DISTINCT order_id) FROM Orders
--- accepted
SELECT supplier_id, rating, COUNT(*) AS total
FROM (VALUES
    ('supplier1', 'product1', 4),
    ('supplier1', 'product2', 3),
    ('supplier2', 'product3', 3),
    ('supplier2', 'product4', 4))
AS Products(supplier_id, product_id, rating)
GROUP BY GROUPING SETS ((supplier_id, rating), (supplier_id), ())
--- accepted
SELECT supplier_id, rating, COUNT(*)
FROM (VALUES
    ('supplier1', 'product1', 4),
    ('supplier1', 'product2', 3),
    ('supplier2', 'product3', 3),
    ('supplier2', 'product4', 4))
AS Products(supplier_id, product_id, rating)
GROUP BY ROLLUP (supplier_id, rating)
--- refused: Encountered "SELECT" at line 10, column 1.
SELECT supplier_id, rating, product_id, COUNT(*)
FROM (VALUES
    ('supplier1', 'product1', 4),
    ('supplier1', 'product2', 3),
    ('supplier2', 'product3', 3),
    ('supplier2', 'product4', 4))
AS Products(supplier_id, product_id, rating)
GROUP BY CUBE (supplier_id, rating, product_id)

SELECT supplier_id, rating, product_id, COUNT(*)
FROM (VALUES
    ('supplier1', 'product1', 4),
    ('supplier1', 'product2', 3),
    ('supplier2', 'product3', 3),
    ('supplier2', 'product4', 4))
AS Products(supplier_id, product_id, rating)
GROUP BY GROUPING SETS (
    ( supplier_id, product_id, rating ),
    ( supplier_id, product_id         ),
    ( supplier_id,             rating ),
    ( supplier_id                     ),
    (              product_id, rating ),
    (              product_id         ),
    (                          rating ),
    (                                 )
)
--- accepted
SELECT SUM(amount)
FROM Orders
GROUP BY users
HAVING SUM(amount) > 50
--- refused: Non-query expression encountered in illegal context
table_path /*+ OPTIONS(key=val [, key=val]*) */

key:
    stringLiteral
val:
    stringLiteral
--- refused: Encountered ".." at line 1, column 67.
CREATE TABLE kafka_table1 (id BIGINT, name STRING, age INT) WITH (...)
--- refused: Encountered ".." at line 1, column 67.
CREATE TABLE kafka_table2 (id BIGINT, name STRING, age INT) WITH (...)
--- accepted
select id, name from kafka_table1 /*+ OPTIONS('scan.startup.mode'='earliest-offset') */
--- accepted
select * from
    kafka_table1 /*+ OPTIONS('scan.startup.mode'='earliest-offset') */ t1
    join
    kafka_table2 /*+ OPTIONS('scan.startup.mode'='earliest-offset') */ t2
    on t1.id = t2.id
--- accepted
insert into kafka_table1 /*+ OPTIONS('sink.partitioner'='round-robin') */ select * from kafka_table2
--- refused: Non-query expression encountered in illegal context
hintName '(' optionKey '=' optionVal [, optionKey '=' optionVal ]* ')'
--- refused: Incorrect syntax near the keyword 'OF' at line 1, column 98.
SELECT /*+ LOOKUP('table'='D', 'max-attempts'='3', 'max-attempts'='4') */ * FROM t1 T JOIN t2 AS OF T.proctime AS D ON T.id = D.id
--- refused: Non-query expression encountered in illegal context
hintName '(' hintOption [, hintOption ]* ')'
--- accepted
SELECT /*+ BROADCAST(t2, t1), BROADCAST(t1, t2) */ * FROM t1 JOIN t2 ON t1.id = t2.id
--- refused: Encountered ".." at line 1, column 57.
CREATE TABLE t1 (id BIGINT, name STRING, age INT) WITH (...)
--- refused: Encountered ".." at line 1, column 57.
CREATE TABLE t2 (id BIGINT, name STRING, age INT) WITH (...)
--- refused: Encountered ".." at line 1, column 57.
CREATE TABLE t3 (id BIGINT, name STRING, age INT) WITH (...)
--- accepted
SELECT /*+ BROADCAST(t1) */ * FROM t1 JOIN t2 ON t1.id = t2.id
--- accepted
SELECT /*+ BROADCAST(t1, t3) */ * FROM t1 JOIN t2 ON t1.id = t2.id JOIN t3 ON t1.id = t3.id
--- accepted
SELECT /*+ BROADCAST(t1) */ * FROM t1 join t2 ON t1.id > t2.id
--- accepted
SELECT /*+ BROADCAST(t1) */ * FROM t1 FULL OUTER JOIN t2 ON t1.id = t2.id
--- accepted
SELECT /*+ SHUFFLE_HASH(t1) */ * FROM t1 JOIN t2 ON t1.id = t2.id
--- accepted
SELECT /*+ SHUFFLE_HASH(t1, t3) */ * FROM t1 JOIN t2 ON t1.id = t2.id JOIN t3 ON t1.id = t3.id
--- accepted
SELECT /*+ SHUFFLE_HASH(t1) */ * FROM t1 join t2 ON t1.id > t2.id
--- accepted
SELECT /*+ SHUFFLE_MERGE(t1) */ * FROM t1 JOIN t2 ON t1.id = t2.id
--- accepted
SELECT /*+ SHUFFLE_MERGE(t1, t3) */ * FROM t1 JOIN t2 ON t1.id = t2.id JOIN t3 ON t1.id = t3.id
--- accepted
SELECT /*+ SHUFFLE_MERGE(t1) */ * FROM t1 join t2 ON t1.id > t2.id
--- accepted
SELECT /*+ NEST_LOOP(t1) */ * FROM t1 JOIN t2 ON t1.id = t2.id
--- accepted
SELECT /*+ NEST_LOOP(t1, t3) */ * FROM t1 JOIN t2 ON t1.id = t2.id JOIN t3 ON t1.id = t3.id
--- accepted
SELECT /*+ MULTI_JOIN(Users, Orders, Payments) */ * FROM Users 
INNER JOIN Orders ON Users.user_id = Orders.user_id 
INNER JOIN Payments ON Users.user_id = Payments.user_id
--- accepted
SELECT /*+ MULTI_JOIN(t1, t2) */ * FROM t1 
JOIN t2 ON t1.id = t2.id 
JOIN t3 ON t1.id = t3.id
--- accepted
SELECT /*+ MULTI_JOIN(t1, t2, t3), STATE_TTL('t1'='1d', 't2'='2d', 't3'='12h') */ * FROM t1 
JOIN t2 ON t1.id = t2.id 
JOIN t3 ON t1.id = t3.id
--- refused: Non-query expression encountered in illegal context
LOOKUP('table'='Customers', 'async'='false')

 
LOOKUP('table'='Customers', 'async'='true')
--- refused: Non-query expression encountered in illegal context
LOOKUP('table'='Customers', 'async'='true', 'output-mode'='allow_unordered', 'capacity'='100', 'timeout'='180s')
--- refused: Non-query expression encountered in illegal context
LOOKUP('table'='Customers', 'async'='true', 'retry-predicate'='lookup_miss', 'retry-strategy'='fixed_delay', 'fixed-delay'='10s','max-attempts'='3')
--- refused: Non-query expression encountered in illegal context
LOOKUP('table'='Customers', 'async'='false', 'retry-predicate'='lookup_miss', 'retry-strategy'='fixed_delay', 'fixed-delay'='10s','max-attempts'='3')
--- refused: Non-query expression encountered in illegal context
LOOKUP('table'='Customers', 'retry-predicate'='lookup_miss', 'retry-strategy'='fixed_delay', 'fixed-delay'='10s','max-attempts'='3')
--- refused: Non-query expression encountered in illegal context
LOOKUP('table'='Customers', 'shuffle'='true')
--- accepted
SELECT o.order_id, o.total, c.country, c.zip
FROM Orders AS o
  JOIN Customers FOR SYSTEM_TIME AS OF o.proc_time AS c
    ON o.customer_id = c.id
--- accepted
SELECT o.order_id, o.total, c.country, c.zip
FROM Orders AS o
  JOIN Customers FOR SYSTEM_TIME AS OF o.proc_time AS c
    ON o.customer_id = c.id and c.country = 'US'
--- accepted
CREATE TEMPORARY TABLE Customers (
  id INT,
  name STRING,
  country STRING,
  zip STRING
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://mysqlhost:3306/customerdb',
  'table-name' = 'customers'
)
--- refused: Encountered ".." at line 9, column 3.
CREATE TEMPORARY TABLE Customers (
  id INT,
  name STRING,
  country STRING,
  zip STRING,
  PRIMARY KEY (id) NOT ENFORCED
) WITH (
  'connector' = 'hbase-2.2',
  ...
)
--- accepted
CREATE TEMPORARY TABLE Customers (
  id INT,
  name STRING,
  country STRING,
  zip STRING,
   
  update_version STRING
) WITH (
  'connector' = 'jdbc',
  'url' = 'jdbc:mysql://mysqlhost:3306/customerdb',
  'table-name' = 'customers'
)
--- refused: Incorrect syntax near the keyword 'ON' at line 1, column 1.
ON o.customer_id = c.id AND DATE_FORMAT(o.order_timestamp, 'yyyy-MM-dd HH:mm') = c.update_version
--- accepted
SELECT /*+ BROADCAST(t2), BROADCAST(t1) */ * FROM t1 JOIN t2 ON t1.id = t2.id
--- accepted
SELECT /*+ BROADCAST(t1, t2, t3) */ * FROM t1 JOIN t2 ON t1.id = t2.id JOIN t3 ON t1.id = t3.id
--- refused: Encountered "SHUFFLE_HASH" at line 1, column 26.
SELECT /*+ BROADCAST(t1) SHUFFLE_HASH(t1) */ * FROM t1 JOIN t2 ON t1.id = t2.id
--- refused: Encountered "SHUFFLE_HASH" at line 1, column 26.
SELECT /*+ BROADCAST(t1) SHUFFLE_HASH(t1) */ * FROM t1 FULL OUTER JOIN t2 ON t1.id = t2.id
--- refused: Encountered "SHUFFLE_HASH" at line 1, column 26.
SELECT /*+ BROADCAST(t1) SHUFFLE_HASH(t1) */ * FROM t1 FULL OUTER JOIN t2 ON t1.id > t2.id
--- refused: Encountered ".." at line 6, column 9.
CREATE TABLE orders (
  o_orderkey INT,
  o_custkey INT,
  o_status BOOLEAN,
  o_totalprice DOUBLE
) WITH (...)
--- refused: Encountered ".." at line 6, column 9.
CREATE TABLE lineitem (
  l_linenumber int,
  l_orderkey int,
  l_partkey int,
  l_extendedprice double
) WITH (...)
--- refused: Encountered ".." at line 4, column 9.
CREATE TABLE customers (
  c_custkey int,
  c_address string
) WITH (...)
--- accepted
SELECT /*+ STATE_TTL('orders'='3d', 'lineitem'='1d') */ * FROM
orders LEFT JOIN lineitem
ON orders.o_orderkey = lineitem.l_orderkey
--- accepted
SELECT /*+ STATE_TTL('o'='3d', 'l'='1d') */ * FROM
orders o LEFT JOIN lineitem l
ON o.o_orderkey = l.l_orderkey
--- refused: Encountered ".." at line 1, column 44.
CREATE TEMPORARY VIEW left_input AS SELECT ... FROM orders WHERE ...
--- refused: Encountered ".." at line 1, column 45.
CREATE TEMPORARY VIEW right_input AS SELECT ... FROM lineitem WHERE ...
--- accepted
SELECT /*+ STATE_TTL('left_input'= '360000s', 'right_input' = '15h') */ * 
FROM left_input JOIN right_input
ON left_input.join_key = right_input.join_key
--- accepted
SELECT /*+ STATE_TTL('o' = '3d', 'l' = '1d', 'c' = '10d') */ *
FROM orders o LEFT OUTER JOIN lineitem l
ON o.o_orderkey = l.l_orderkey
LEFT OUTER JOIN customers c
ON o.o_custkey = c.c_custkey
--- accepted
SELECT /*+ STATE_TTL('orders' = '1d') */ o_orderkey, SUM(o_totalprice) AS revenue
FROM orders
GROUP BY o_orderkey
--- accepted
SELECT /*+ STATE_TTL('o' = '1d') */ o_orderkey, SUM(o_totalprice) AS revenue
FROM orders AS o
GROUP BY o_orderkey
--- accepted
SELECT /*+ STATE_TTL('tmp' = '1d') */ o_orderkey, SUM(o_totalprice) AS revenue
FROM (SELECT o_orderkey, o_totalprice
      FROM orders
      WHERE o_shippriority = 0) tmp
GROUP BY o_orderkey
--- refused: Encountered ".." at line 2, column 69.
CREATE TEMPORARY VIEW V AS 
  SELECT /*+ STATE_TTL('A' = '1d', 'B' = '12h')*/ * FROM A JOIN B ON...
--- refused: Encountered ".." at line 1, column 67.
SELECT /*+ STATE_TTL('V' = '1d', 'C' = '3d')*/ * FROM V JOIN C ON ...
--- accepted
SELECT * FROM Orders
INNER JOIN Product
ON Orders.productId = Product.id
--- accepted
SELECT *
FROM Orders
INNER JOIN Product
ON Orders.product_id = Product.id
--- refused: Encountered "SELECT" at line 6, column 1.
SELECT *
FROM Orders
LEFT JOIN Product
ON Orders.product_id = Product.id

SELECT *
FROM Orders
RIGHT JOIN Product
ON Orders.product_id = Product.id

SELECT *
FROM Orders
FULL OUTER JOIN Product
ON Orders.product_id = Product.id
--- accepted
SELECT *
FROM Orders o, Shipments s
WHERE o.id = s.order_id
AND o.order_time BETWEEN s.ship_time - INTERVAL '4' HOUR AND s.ship_time
--- refused: Encountered "[" at line 1, column 8.
SELECT [column_list]
FROM table1 [AS <alias1>]
[LEFT] JOIN table2 FOR SYSTEM_TIME AS OF table1.{ proctime | rowtime } [AS <alias2>]
ON table1.column-name1 = table2.column-name1
--- accepted
CREATE TABLE orders (
    order_id    STRING,
    price       DECIMAL(32,2),
    currency    STRING,
    order_time  TIMESTAMP(3),
    WATERMARK FOR order_time AS order_time - INTERVAL '15' SECOND
) WITH ( )
--- refused: Encountered "`values.source.timestamp`" at line 4, column 44.
CREATE TABLE currency_rates (
    currency STRING,
    conversion_rate DECIMAL(32, 2),
    update_time TIMESTAMP(3) METADATA FROM `values.source.timestamp` VIRTUAL,
    WATERMARK FOR update_time AS update_time - INTERVAL '15' SECOND,
    PRIMARY KEY(currency) NOT ENFORCED
) WITH (
   'connector' = 'kafka',
   'value.format' = 'debezium-json',
    
)
--- accepted
SELECT 
     order_id,
     price,
     orders.currency,
     conversion_rate,
     order_time
FROM orders
LEFT JOIN currency_rates FOR SYSTEM_TIME AS OF orders.order_time
ON orders.currency = currency_rates.currency
--- refused: Non-query expression encountered in illegal context
order_id  price  currency  conversion_rate  order_time
========  =====  ========  ===============  =========
o_001     11.11  EUR       1.14             12:00:00
o_002     12.51  EUR       1.10             12:06:00
--- refused: Non-query expression encountered in illegal context
currency   rate
======== ======
US Dollar   102
Euro        114
Yen           1

10:30> SELECT * FROM LatestRates
--- refused: Non-query expression encountered in illegal context
currency   rate
======== ======
US Dollar   102
Euro        114
Yen           1

10:52> SELECT * FROM LatestRates
--- refused: Non-query expression encountered in illegal context
currency   rate
======== ======
US Dollar   102
Euro        116     <==== changed from 114 to 116
Yen           1
--- accepted
SELECT * FROM Orders
--- refused: Non-query expression encountered in illegal context
amount currency
====== =========
     2 Euro             <== arrived at time 10:15
     1 US Dollar        <== arrived at time 10:30
     2 Euro             <== arrived at time 10:52
--- accepted
SELECT
  o_amount, r_rate
FROM
  Orders,
  LATERAL TABLE (Rates(o_proctime))
WHERE
  r_currency = o_currency
--- refused: Encountered "product_name" at line 3, column 10.
SELECT * FROM (VALUES('order_1')), UNNEST(ARRAY['shirt', 'pants', 'hat'])

id       product_name
=======  ============
order_1  shirt
order_1  pants
order_1  hat

 
 
SELECT order_id, product_name
FROM Orders 
    CROSS JOIN UNNEST(product_names) AS t(product_name)
--- refused: Encountered "id" at line 6, column 1.
SELECT * 
FROM (VALUES ('order_1'), ('order_2'))
    CROSS JOIN UNNEST(ARRAY['shirt', 'pants', 'hat']) 
        WITH ORDINALITY AS t(product_name, index)

id       product_name  index
=======  ============  =====
order_1  shirt             1
order_1  pants             2
order_1  hat               3
order_2  shirt             1
order_2  pants             2
order_2  hat               3

 
 
SELECT order_id, product_name, product_index
FROM Orders 
    CROSS JOIN UNNEST(product_names) 
        WITH ORDINALITY AS t(product_name, product_index)
--- refused: Encountered "product_name" at line 6, column 10.
SELECT *
FROM 
    (VALUES('order_1'))
        CROSS JOIN UNNEST(MAP['shirt', 2, 'pants', 1, 'hat', 1]) WITH ORDINALITY

id       product_name  amount index
=======  ============  =====  =====
order_1  shirt             2      1
order_1  pants             1      2
order_1  hat               1      3

 
 
WITH ProductMultiset AS
    (SELECT COLLECT(product_name) AS product_multiset
    FROM (
            VALUES ('shirt'), ('pants'), ('hat'), ('shirt'), ('hat')
          ) AS t(product_name))  
SELECT id, product_name, ordinality
FROM 
    (VALUES ('order_1'), ('order_2')) AS t(id),
    ProductMultiset
         CROSS JOIN UNNEST(product_multiset) WITH
         ORDINALITY AS u(product_name, ordinality)
--- refused: Non-query expression encountered in illegal context
id       product_name  index
=======  ============  =====
order_1  shirt             1
order_1  shirt             2
order_1  pants             3
order_1  hat               4
order_1  hat               5
order_2  shirt             1
order_2  shirt             2
order_2  pants             3
order_2  hat               4
order_1  hat               5
--- accepted
SELECT order_id, res
FROM Orders,
LATERAL TABLE(table_func(order_id)) t(res)
--- accepted
SELECT order_id, res
FROM Orders
LEFT OUTER JOIN LATERAL TABLE(table_func(order_id)) t(res)
  ON TRUE
--- accepted
SELECT *
FROM Orders
ORDER BY orderTime
LIMIT 3
--- accepted
SELECT T.aid, T.bid, T.cid
FROM MyTable
    MATCH_RECOGNIZE (
      PARTITION BY userid
      ORDER BY proctime
      MEASURES
        A.id AS aid,
        B.id AS bid,
        C.id AS cid
      PATTERN (A B C)
      DEFINE
        A AS name = 'a',
        B AS name = 'b',
        C AS name = 'c'
    ) AS T
--- accepted
SELECT *
FROM Ticker
    MATCH_RECOGNIZE (
        PARTITION BY symbol
        ORDER BY rowtime
        MEASURES
            START_ROW.rowtime AS start_tstamp,
            LAST(PRICE_DOWN.rowtime) AS bottom_tstamp,
            LAST(PRICE_UP.rowtime) AS end_tstamp
        ONE ROW PER MATCH
        AFTER MATCH SKIP TO LAST PRICE_UP
        PATTERN (START_ROW PRICE_DOWN+ PRICE_UP)
        DEFINE
            PRICE_DOWN AS
                (LAST(PRICE_DOWN.price, 1) IS NULL AND PRICE_DOWN.price < START_ROW.price) OR
                    PRICE_DOWN.price < LAST(PRICE_DOWN.price, 1),
            PRICE_UP AS
                PRICE_UP.price > LAST(PRICE_DOWN.price, 1)
    ) MR
--- accepted
SELECT *
FROM Ticker
    MATCH_RECOGNIZE (
        PARTITION BY symbol
        ORDER BY rowtime
        MEASURES
            FIRST(A.rowtime) AS start_tstamp,
            LAST(A.rowtime) AS end_tstamp,
            AVG(A.price) AS avgPrice
        ONE ROW PER MATCH
        AFTER MATCH SKIP PAST LAST ROW
        PATTERN (A+ B)
        DEFINE
            A AS AVG(A.price) < 15
    ) MR
--- refused: Incorrect syntax near the keyword 'PATTERN' at line 1, column 1.
PATTERN (A B+ C* D)
--- accepted
SELECT *
FROM Ticker
    MATCH_RECOGNIZE(
        PARTITION BY symbol
        ORDER BY rowtime
        MEASURES
            C.price AS lastPrice
        ONE ROW PER MATCH
        AFTER MATCH SKIP PAST LAST ROW
        PATTERN (A B* C)
        DEFINE
            A AS A.price > 10,
            B AS B.price < 15,
            C AS C.price > 12
    )
--- refused: Incorrect syntax near the keyword 'PATTERN' at line 1, column 1.
PATTERN (A B* C)
DEFINE
    A AS condA(),
    B AS condB(),
    C AS NOT condB()
--- accepted
SELECT *
FROM Ticker
    MATCH_RECOGNIZE(
        PARTITION BY symbol
        ORDER BY rowtime
        MEASURES
            C.rowtime AS dropTime,
            A.price - C.price AS dropDiff
        ONE ROW PER MATCH
        AFTER MATCH SKIP PAST LAST ROW
        PATTERN (A B* C) WITHIN INTERVAL '1' HOUR
        DEFINE
            B AS B.price > A.price - 10,
            C AS C.price < A.price - 10
    )
--- accepted
SELECT *
FROM Ticker
    MATCH_RECOGNIZE(
        PARTITION BY symbol
        ORDER BY rowtime
        MEASURES
            FIRST(A.price) AS startPrice,
            LAST(A.price) AS topPrice,
            B.price AS lastPrice
        ONE ROW PER MATCH
        PATTERN (A+ B)
        DEFINE
            A AS LAST(A.price, 1) IS NULL OR A.price > LAST(A.price, 1),
            B AS B.price < LAST(A.price)
    )
--- refused: Incorrect syntax near the keyword 'PATTERN' at line 1, column 1.
PATTERN (A B+)
DEFINE
  A AS A.price >= 10,
  B AS B.price > A.price AND SUM(price) < 100 AND SUM(B.price) < 80
--- refused: Incorrect syntax near the keyword 'PATTERN' at line 1, column 1.
PATTERN (A B+)
DEFINE
  A AS A.price >= 10,
  B AS (LAST(B.price, 1) IS NULL OR B.price > LAST(B.price, 1)) AND
       (LAST(B.price, 2) IS NULL OR B.price > 2 * LAST(B.price, 2))
--- refused: Incorrect syntax near the keyword 'PATTERN' at line 1, column 1.
PATTERN (A B? C)
DEFINE
  B AS B.price < 20,
  C AS LAST(price, 1) < C.price
--- refused: Encountered "[" at line 11, column 9.
SELECT *
FROM Ticker
    MATCH_RECOGNIZE(
        PARTITION BY symbol
        ORDER BY rowtime
        MEASURES
            SUM(A.price) AS sumPrice,
            FIRST(rowtime) AS startTime,
            LAST(rowtime) AS endTime
        ONE ROW PER MATCH
        [AFTER MATCH STRATEGY]
        PATTERN (A+ C)
        DEFINE
            A AS SUM(A.price) < 30
    )
--- refused: Incorrect syntax near the keyword 'PATTERN' at line 1, column 1.
PATTERN (A B+ C)
DEFINE
  A as A.price > 10,
  C as C.price > 20
--- refused: Incorrect syntax near the keyword 'PATTERN' at line 1, column 1.
PATTERN (A B+ C)
DEFINE
  A as A.price > 10,
  B as B.price <= 20,
  C as C.price > 20
--- refused: Incorrect syntax near the keyword 'PATTERN' at line 1, column 1.
PATTERN (A B+? C)
DEFINE
  A as A.price > 10,
  C as C.price > 20
--- refused: Encountered "[" at line 6, column 3.
SELECT * FROM
ML_PREDICT(
  TABLE input_table,
  MODEL model_name,
  DESCRIPTOR(feature_columns),
  [CONFIG => MAP['key', 'value']]
)
--- accepted
SELECT * FROM ML_PREDICT(
  TABLE input_table,
  MODEL my_model,
  DESCRIPTOR(feature1, feature2)
)
--- accepted
SELECT * FROM ML_PREDICT(
  TABLE input_table,
  MODEL my_model,
  DESCRIPTOR(feature1, feature2),
  MAP['async', 'true', 'timeout', '100s']
)
--- accepted
SELECT * FROM ML_PREDICT(
  INPUT => TABLE input_table,
  MODEL => MODEL my_model,
  ARGS => DESCRIPTOR(feature1, feature2),
  CONFIG => MAP['async', 'true']
)
--- accepted
SELECT *
FROM Orders
ORDER BY order_time, order_id
--- accepted
SELECT order_id, order_time, amount,
  SUM(amount) OVER (
    PARTITION BY product
    ORDER BY order_time
    RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND CURRENT ROW
  ) AS one_hour_prod_amount_sum
FROM Orders
--- refused: Encountered "[" at line 3, column 5.
SELECT
  agg_func(agg_col) OVER (
    [PARTITION BY col1[, col2, ...]]
    ORDER BY time_col|non_time_col
    range_definition|row_definition),
  ...
FROM ...
--- refused: Incorrect syntax near the keyword 'RANGE' at line 1, column 1.
RANGE BETWEEN INTERVAL '30' MINUTE PRECEDING AND CURRENT ROW
--- refused: Incorrect syntax near the keyword 'RANGE' at line 1, column 1.
RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
--- refused: Incorrect syntax near the keyword 'ROWS' at line 1, column 1.
ROWS BETWEEN 10 PRECEDING AND CURRENT ROW
WINDOW
--- accepted
SELECT order_id, order_time, amount,
  SUM(amount) OVER w AS sum_amount,
  AVG(amount) OVER w AS avg_amount
FROM Orders
WINDOW w AS (
  PARTITION BY product
  ORDER BY order_time
  RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND CURRENT ROW)
--- refused: Non-query expression encountered in illegal context
query:
    values
  | WITH withItem [ , withItem ]* query
  | {
        select
      | selectWithoutFrom
      | query UNION [ ALL ] query
      | query EXCEPT query
      | query INTERSECT query
    }
    [ ORDER BY orderItem [, orderItem ]* ]
    [ LIMIT { count | ALL } ]
    [ OFFSET start { ROW | ROWS } ]
    [ FETCH { FIRST | NEXT } [ count ] { ROW | ROWS } ONLY]

withItem:
    name
    [ '(' column [, column ]* ')' ]
    AS '(' query ')'

orderItem:
    expression [ ASC | DESC ]

select:
    SELECT [ ALL | DISTINCT ]
    { * | projectItem [, projectItem ]* }
    FROM tableExpression
    [ WHERE booleanExpression ]
    [ GROUP BY { groupItem [, groupItem ]* } ]
    [ HAVING booleanExpression ]
    [ WINDOW windowName AS windowSpec [, windowName AS windowSpec ]* ]

selectWithoutFrom:
    SELECT [ ALL | DISTINCT ]
    { * | projectItem [, projectItem ]* }

projectItem:
    expression [ [ AS ] columnAlias ]
  | tableAlias . *

tableExpression:
    tableReference [, tableReference ]*
  | tableExpression [ NATURAL ] [ LEFT | RIGHT | FULL ] JOIN tableExpression [ joinCondition ]

joinCondition:
    ON booleanExpression
  | USING '(' column [, column ]* ')'

tableReference:
    tablePrimary
    [ matchRecognize ]
    [ [ AS ] alias [ '(' columnAlias [, columnAlias ]* ')' ] ]

tablePrimary:
    [ TABLE ] tablePath [ dynamicTableOptions ] [systemTimePeriod] [[AS] correlationName]
  | LATERAL TABLE '(' functionName '(' expression [, expression ]* ')' ')'
  | [ LATERAL ] '(' query ')'
  | UNNEST '(' expression ')'

tablePath:
    [ [ catalogName . ] databaseName . ] tableName

systemTimePeriod:
    FOR SYSTEM_TIME AS OF dateTimeExpression

dynamicTableOptions:
    /*+ OPTIONS(key=val [, key=val]*) */

key:
    stringLiteral

val:
    stringLiteral

values:
    VALUES expression [, expression ]*

groupItem:
    expression
  | '(' ')'
  | '(' expression [, expression ]* ')'
  | CUBE '(' expression [, expression ]* ')'
  | ROLLUP '(' expression [, expression ]* ')'
  | GROUPING SETS '(' groupItem [, groupItem ]* ')'

windowRef:
    windowName
  | windowSpec

windowSpec:
    [ windowName ]
    '('
    [ ORDER BY orderItem [, orderItem ]* ]
    [ PARTITION BY expression [, expression ]* ]
    [
        RANGE numericOrIntervalExpression {PRECEDING}
      | ROWS numericExpression {PRECEDING}
    ]
    ')'

matchRecognize:
    MATCH_RECOGNIZE '('
    [ PARTITION BY expression [, expression ]* ]
    [ ORDER BY orderItem [, orderItem ]* ]
    [ MEASURES measureColumn [, measureColumn ]* ]
    [ ONE ROW PER MATCH ]
    [ AFTER MATCH
      ( SKIP TO NEXT ROW
      | SKIP PAST LAST ROW
      | SKIP TO FIRST variable
      | SKIP TO LAST variable
      | SKIP TO variable )
    ]
    PATTERN '(' pattern ')'
    [ WITHIN intervalLiteral ]
    DEFINE variable AS condition [, variable AS condition ]*
    ')'

measureColumn:
    expression AS alias

pattern:
    patternTerm [ '|' patternTerm ]*

patternTerm:
    patternFactor [ patternFactor ]*

patternFactor:
    variable [ patternQuantifier ]

patternQuantifier:
    '*'
  | '*?'
  | '+'
  | '+?'
  | '?'
  | '??'
  | '{' { [ minRepeat ], [ maxRepeat ] } '}' ['?']
  | '{' repeat '}'
--- accepted
SELECT DISTINCT id FROM Orders
--- refused: Encountered "[" at line 1, column 42.
SELECT select_list FROM table_expression [ WHERE boolean_expression ]
--- accepted
SELECT order_id, price + tax FROM Orders
--- accepted
SELECT order_id, price FROM (VALUES (1, 2.0), (2, 3.1))  AS t (order_id, price)
--- accepted
SELECT price + tax FROM Orders WHERE id = 10
--- accepted
SELECT PRETTY_PRINT(order_id) FROM Orders
--- accepted
create view t1(s) as values ('c'), ('a'), ('b'), ('b'), ('c')
--- accepted
create view t2(s) as values ('d'), ('e'), ('a'), ('b'), ('b')
--- accepted
(SELECT s FROM t1) UNION (SELECT s FROM t2)
--- accepted
(SELECT s FROM t1) INTERSECT (SELECT s FROM t2)
--- accepted
(SELECT s FROM t1) EXCEPT (SELECT s FROM t2)
--- accepted
SELECT user, amount
FROM Orders
WHERE product IN (
    SELECT product FROM NewProducts
)
--- refused: Encountered "EXISTS" at line 3, column 15.
SELECT user, amount
FROM Orders
WHERE product EXISTS (
    SELECT product FROM NewProducts
)
--- accepted
SELECT select_list FROM table_name FOR SYSTEM_TIME AS OF timestamp_expression
--- refused: Incorrect syntax near the keyword 'SELECT' at line 4, column 1.
SELECT select_list FROM paimon_tb FOR SYSTEM_TIME AS OF TIMESTAMP '2023-07-31 00:00:00'

 
SELECT select_list FROM paimon_tb FOR SYSTEM_TIME AS OF TIMESTAMP '2023-07-31 00:00:00' - INTERVAL '1' DAY
--- accepted
SELECT select_list FROM paimon_tb FOR SYSTEM_TIME AS OF TO_TIMESTAMP_LTZ(0, 3)
--- refused: Encountered "[" at line 1, column 8.
SELECT [column_list],
    ROW_NUMBER() OVER ([PARTITION BY col1[, col2...]] ORDER BY time_attr [asc|desc]) AS rownum
FROM table_name
QUALIFY rownum <= N
[WHERE conditions]
--- refused: Encountered ".." at line 6, column 9.
CREATE TABLE ShopSales (
  product_id   STRING,
  category     STRING,
  product_name STRING,
  sales        BIGINT
) WITH (...)
--- accepted
SELECT *
FROM (
  SELECT *,
    ROW_NUMBER() OVER (PARTITION BY category ORDER BY sales DESC) AS row_num
  FROM ShopSales)
WHERE row_num <= 5
--- accepted
SELECT product_id, category, product_name, sales
FROM (
  SELECT *,
    ROW_NUMBER() OVER (PARTITION BY category ORDER BY sales DESC) AS row_num
  FROM ShopSales)
WHERE row_num <= 5
--- refused: Encountered "[" at line 7, column 4.
SELECT * 
FROM input_table, LATERAL TABLE(VECTOR_SEARCH(
   TABLE vector_table, 
   input_table.vector_column, 
   DESCRIPTOR(index_column),
   top_k,
   [CONFIG => MAP['key', 'value']]
   ))
--- accepted
SELECT * FROM 
input_table, LATERAL TABLE(VECTOR_SEARCH(
  TABLE vector_table,
  input_table.vector_column,
  DESCRIPTOR(index_column),
  10
))
--- accepted
SELECT * FROM 
input_table, LATERAL TABLE(VECTOR_SEARCH(
  TABLE vector_table,
  input_table.vector_column,
  DESCRIPTOR(index_column),
  10,
  MAP['async', 'true', 'timeout', '100s']
))
--- accepted
SELECT * FROM 
input_table, LATERAL TABLE(VECTOR_SEARCH(
  SEARCH_TABLE => TABLE vector_table,
  COLUMN_TO_QUERY => input_table.vector_column,
  COLUMN_TO_SEARCH => DESCRIPTOR(index_column),
  TOP_K => 10,
  CONFIG => MAP['async', 'true', 'timeout', '100s']
))
--- refused: Encountered ")" at line 7, column 1.
SELECT * 
FROM TABLE(VECTOR_SEARCH(
  TABLE vector_table,
  ARRAY[10, 20],
  DESCRIPTOR(index_column),
  10,
))
--- refused: Encountered ".." at line 1, column 8.
SELECT ...
FROM <windowed_table>  
GROUP BY window_start, window_end, ...
--- accepted
desc Bid
--- accepted
SELECT window_start, window_end, supplier_id, SUM(price) AS total_price
  FROM TUMBLE(TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)
  GROUP BY window_start, window_end, GROUPING SETS ((supplier_id), ())
--- accepted
SELECT window_start, window_end, supplier_id, SUM(price) AS total_price
FROM TUMBLE(TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)
GROUP BY window_start, window_end, ROLLUP (supplier_id)
--- accepted
SELECT window_start, window_end, item, supplier_id, SUM(price) AS total_price
  FROM TUMBLE(TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)
  GROUP BY window_start, window_end, CUBE (supplier_id, item)
--- accepted
SELECT window_start, window_end, item, supplier_id, SUM(price) AS total_price
  FROM TUMBLE(TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)
  GROUP BY window_start, window_end, GROUPING SETS (
      (supplier_id, item),
      (supplier_id      ),
      (             item),
      (                 )
)
--- accepted
CREATE VIEW window1 AS
 
SELECT window_start AS window_5mintumble_start, window_end AS window_5mintumble_end, window_time AS rowtime, SUM(price) AS partial_price
  FROM TUMBLE(TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '5' MINUTES)
  GROUP BY supplier_id, window_start, window_end, window_time
--- accepted
SELECT window_start, window_end, SUM(partial_price) AS total_price
  FROM TUMBLE(TABLE window1, DESCRIPTOR(rowtime), INTERVAL '10' MINUTES)
  GROUP BY window_start, window_end
--- refused: Encountered "user" at line 2, column 3.
CREATE TABLE Orders (
  user       BIGINT,
  product    STRING,
  amount     INT,
  order_time TIMESTAMP(3),
  WATERMARK FOR order_time AS order_time - INTERVAL '1' MINUTE
) WITH (...)
--- accepted
SELECT
  user,
  TUMBLE_START(order_time, INTERVAL '1' DAY) AS wStart,
  SUM(amount) FROM Orders
GROUP BY
  TUMBLE(order_time, INTERVAL '1' DAY),
  user
--- refused: Encountered "[" at line 1, column 8.
SELECT [column_list]
FROM (
   SELECT [column_list],
     ROW_NUMBER() OVER (PARTITION BY window_start, window_end [, col_key1...]
       ORDER BY time_attr [asc|desc]) AS rownum
   FROM table_name)  
WHERE (rownum = 1 | rownum <=1 | rownum < 2) [AND conditions]
--- accepted
DESC Bid
--- refused: Encountered ".." at line 1, column 8.
SELECT ...
FROM L [LEFT|RIGHT|FULL OUTER] JOIN R  
ON L.window_start = R.window_start AND L.window_end = R.window_end AND ...
--- accepted
desc LeftTable
--- accepted
SELECT *
           FROM (
               SELECT * FROM TABLE(TUMBLE(TABLE LeftTable, DESCRIPTOR(row_time), INTERVAL '5' MINUTES))
           ) L WHERE L.num IN (
             SELECT num FROM (   
               SELECT * FROM TABLE(TUMBLE(TABLE RightTable, DESCRIPTOR(row_time), INTERVAL '5' MINUTES))
             ) R WHERE L.window_start = R.window_start AND L.window_end = R.window_end)
--- accepted
SELECT *
           FROM (
               SELECT * FROM TABLE(TUMBLE(TABLE LeftTable, DESCRIPTOR(row_time), INTERVAL '5' MINUTES))
           ) L WHERE L.num NOT IN (
             SELECT num FROM (   
               SELECT * FROM TABLE(TUMBLE(TABLE RightTable, DESCRIPTOR(row_time), INTERVAL '5' MINUTES))
             ) R WHERE L.window_start = R.window_start AND L.window_end = R.window_end)
--- refused: Encountered "[" at line 1, column 8.
SELECT [column_list]
FROM (
   SELECT [column_list],
     ROW_NUMBER() OVER (PARTITION BY window_start, window_end [, col_key1...]
       ORDER BY col1 [asc|desc][, col2 [asc|desc]...]) AS rownum
   FROM table_name)  
WHERE rownum <= N [AND conditions]
--- accepted
SELECT *
  FROM (
    SELECT bidtime, price, item, supplier_id, window_start, window_end, ROW_NUMBER() OVER (PARTITION BY window_start, window_end ORDER BY price DESC) as rownum
    FROM TUMBLE(TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES)
  ) WHERE rownum <= 3
--- refused: Encountered "," at line 1, column 47.
TUMBLE(TABLE data, DESCRIPTOR(timecol), size [, offset ])
--- accepted
SELECT * FROM 
   TUMBLE(
     DATA => TABLE Bid,
     TIMECOL => DESCRIPTOR(bidtime),
     SIZE => INTERVAL '10' MINUTES)
--- refused: Encountered "," at line 1, column 51.
HOP(TABLE data, DESCRIPTOR(timecol), slide, size [, offset ])
--- accepted
SELECT * FROM HOP(TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '5' MINUTES, INTERVAL '10' MINUTES)
--- accepted
SELECT * FROM 
    HOP(
      DATA => TABLE Bid,
      TIMECOL => DESCRIPTOR(bidtime),
      SLIDE => INTERVAL '5' MINUTES,
      SIZE => INTERVAL '10' MINUTES)
--- refused: Non-query expression encountered in illegal context
CUMULATE(TABLE data, DESCRIPTOR(timecol), step, size)
--- accepted
SELECT * FROM 
    CUMULATE(TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '2' MINUTES, INTERVAL '10' MINUTES)
--- accepted
SELECT * FROM 
    CUMULATE(
      DATA => TABLE Bid,
      TIMECOL => DESCRIPTOR(bidtime),
      STEP => INTERVAL '2' MINUTES,
      SIZE => INTERVAL '10' MINUTES)
--- refused: Encountered "[" at line 1, column 20.
SESSION(TABLE data [PARTITION BY(keycols, ...)], DESCRIPTOR(timecol), gap)
--- accepted
SELECT * FROM 
    SESSION(
      DATA => TABLE Bid PARTITION BY item,
      TIMECOL => DESCRIPTOR(bidtime),
      GAP => INTERVAL '5' MINUTES)
--- accepted
SELECT * FROM 
    SESSION(
      DATA => TABLE Bid,
      TIMECOL => DESCRIPTOR(bidtime),
      GAP => INTERVAL '5' MINUTES)
--- accepted
SELECT * FROM 
   TUMBLE(TABLE Bid, DESCRIPTOR(bidtime), INTERVAL '10' MINUTES, INTERVAL '1' MINUTES)
--- accepted
SELECT * FROM 
   TUMBLE(
     DATA => TABLE Bid,
     TIMECOL => DESCRIPTOR(bidtime),
     SIZE => INTERVAL '10' MINUTES,
     `OFFSET` => INTERVAL '1' MINUTES)
--- refused: Encountered "<" at line 1, column 6.
WITH <with_item_definition> [ , ... ]
SELECT ... FROM ...
--- accepted
WITH orders_with_total AS (
    SELECT order_id, price + tax AS total
    FROM Orders
)
SELECT order_id, SUM(total)
FROM orders_with_total
GROUP BY order_id
--- refused: Encountered ".." at line 6, column 1.
CREATE TABLE Store (
`id` BIGINT NOT NULl,
`location` VARCHAR(32),
`owner` VARCHAR(32)
) with (
...
)
--- refused: Encountered "[" at line 1, column 15.
ANALYZE TABLE [catalog_name.][db_name.]table_name PARTITION(partcol1[=val1] [, partcol2[=val2], ...]) COMPUTE STATISTICS [FOR COLUMNS col1 [, col2, ...] | FOR ALL COLUMNS]
--- refused: Encountered "[" at line 1, column 6.
CALL [catalog_name.][database_name.]procedure_name ([ expression [, expression]* ] )
--- refused: Encountered ".." at line 10, column 2.
CREATE TABLE Orders (
 `user` BIGINT NOT NULl comment 'this is primary key',
 product VARCHAR(32),
 amount INT,
 ts TIMESTAMP(3) comment 'notice: watermark',
 ptime AS PROCTIME() comment 'this is a computed column',
 PRIMARY KEY(`user`) NOT ENFORCED,
 WATERMARK FOR ts AS ts - INTERVAL '1' SECONDS
) with (
 ...
)
--- accepted
DESC Orders
--- accepted
CREATE CATALOG cat2 WITH ('type'='generic_in_memory', 'default-database'='db')
--- accepted
DESC CATALOG EXTENDED cat2
--- accepted
CREATE FUNCTION MySum as 'org.example.SumScalarFunction' USING JAR 'file://home/users/mysum-udf.jar'
--- accepted
DESCRIBE FUNCTION MySum
--- accepted
DESC FUNCTION EXTENDED MySum
--- accepted
DESCRIBE JOB '228d70913eab60dda85c5e7f78b5782c'
--- accepted
DESC JOB '228d70913eab60dda85c5e7f78b5782c'
--- accepted
CREATE TABLE MyTable1 (`count` bigint, word VARCHAR(256)) WITH ('connector' = 'datagen')
--- accepted
EXPLAIN ESTIMATED_COST, CHANGELOG_MODE, PLAN_ADVICE, JSON_EXECUTION_PLAN SELECT `count`, COUNT(word) FROM
( SELECT `count`, word FROM MyTable1 WHERE word LIKE 'F%' 
  UNION ALL 
  SELECT `count`, word FROM MyTable2 ) tmp GROUP BY `count`
--- accepted
SET 'table.exec.mini-batch.allow-latency' = '5s'
--- accepted
SET 'table.exec.mini-batch.size' = '200'
--- accepted
SET 'table.optimizer.agg-phase-strategy' = 'ONE_PHASE'
--- accepted
CREATE TABLE MyTable (
  a BIGINT,
  b INT NOT NULL,
  c VARCHAR,
  d BIGINT
) WITH (
  'connector' = 'values',
  'bounded' = 'false')
--- accepted
EXPLAIN PLAN_ADVICE
SELECT
  AVG(a) AS avg_a,
  COUNT(*) AS cnt,
  COUNT(b) AS cnt_b,
  MIN(b) AS min_b,
  MAX(c) FILTER (WHERE a > 1) AS max_c
FROM MyTable
--- accepted
CREATE TABLE MyTable (
  a INT,
  b BIGINT,
  c STRING,
  d INT,
  `day` AS DATE_FORMAT(CURRENT_TIMESTAMP, 'yyMMdd'),
  PRIMARY KEY (a, c) NOT ENFORCED
) WITH (
  'connector' = 'values',
  'changelog-mode' = 'I,UA,UB,D'  
)
--- accepted
CREATE TABLE MySink (
 a INT,
 b BIGINT,
 c STRING,
 PRIMARY KEY (a) NOT ENFORCED
) WITH (
 'connector' = 'values',
 'sink-insert-only' = 'false'
)
--- accepted
EXPLAIN PLAN_ADVICE
INSERT INTO MySink
SELECT a, b, `day`
FROM MyTable
WHERE b > 100
--- accepted
CREATE TABLE MyTable (
  a INT,
  b BIGINT,
  c STRING,
  d INT
) WITH (
  'connector' = 'values',
  'changelog-mode' = 'I'  
)
--- accepted
EXPLAIN PLAN_ADVICE
SELECT * FROM MyTable WHERE b > 100
--- refused: Encountered "[" at line 1, column 9.
EXPLAIN [([ExplainDetail[, ExplainDetail]*]) | PLAN FOR] <query_statement_or_insert_statement_or_statement_set>

statement_set:
STATEMENT SET
BEGIN
insert_statement;
...
insert_statement;
END
--- accepted
ADD JAR '/path/hello.jar'
--- accepted
ADD JAR '<path_to_filename>.jar'
--- accepted
SHOW JARS
--- accepted
REMOVE JAR '<path_to_filename>.jar'
--- refused: Encountered "[" at line 1, column 21.
STOP JOB '<job_id>' [WITH SAVEPOINT] [WITH DRAIN]
--- accepted
LOAD MODULE hive WITH ('hive-version' = '3.1.3')
--- refused: Encountered "[" at line 1, column 25.
LOAD MODULE module_name [WITH ('key1' = 'val1', 'key2' = 'val2', ...)]
--- accepted
RESET 'table.planner'
--- refused: Encountered "(" at line 1, column 7.
RESET ('key')?
--- accepted
SET 'table.local-time-zone' = 'Europe/Berlin'
--- refused: Encountered "(" at line 1, column 5.
SET ('key' = 'value')?
--- accepted
SHOW CATALOGS
--- refused: Non-query expression encountered in illegal context
default_catalog

CREATE CATALOG cat2 WITH (...)
--- refused: Encountered ".." at line 2, column 3.
CREATE CATALOG `cat2` WITH (
  ...
)

SHOW DATABASES
--- refused: Non-query expression encountered in illegal context
default_database

CREATE TABLE my_table (...) WITH (...)
--- refused: Non-query expression encountered in illegal context
my_table

SHOW CREATE TABLE my_table
--- refused: Encountered ".." at line 2, column 3.
CREATE TABLE `default_catalog`.`default_db`.`my_table` (
  ...
) WITH (
  ...
)


SHOW COLUMNS from MyUserTable LIKE '%f%'
--- refused: Non-query expression encountered in illegal context
my_view

SHOW CREATE VIEW my_view
--- refused: Encountered ".." at line 1, column 74.
CREATE VIEW `default_catalog`.`default_db`.`my_view`(`field1`, `field2`, ...) as
SELECT *
FROM `default_catalog`.`default_database`.`my_table`

SHOW FUNCTIONS
--- refused: Encountered "mod sha256" at line 1, column 1.
mod
sha256
...

CREATE FUNCTION f1 AS ...
--- refused: Non-query expression encountered in illegal context
f1
...

SHOW MODULES
--- refused: Encountered "[" at line 1, column 15.
SHOW CATALOGS [ [NOT] (LIKE | ILIKE) <sql_like_pattern> ]
--- accepted
show catalogs like '%log1'
--- accepted
SHOW CURRENT CATALOG
--- accepted
SHOW CREATE CATALOG catalog_name
--- accepted
create catalog cat2 WITH (
    'type'='generic_in_memory',
    'default-database'='db'
)
--- accepted
show create catalog cat2
--- refused: Encountered "[" at line 1, column 16.
SHOW DATABASES [ ( FROM | IN ) catalog_name] [ [NOT] (LIKE | ILIKE) <sql_like_pattern> ]
--- accepted
SHOW CURRENT DATABASE
--- refused: Encountered "[" at line 1, column 13.
SHOW TABLES [ ( FROM | IN ) [catalog_name.]database_name ] [ [NOT] LIKE <sql_like_pattern> ]
--- accepted
show tables from db1
--- accepted
show tables from db1 like '%n'
--- accepted
show tables from db1 not like '%n'
--- refused: Encountered "[" at line 1, column 19.
SHOW CREATE TABLE [[catalog_name.]db_name.]table_name
--- accepted
CREATE TABLE orders (
  order_id BIGINT NOT NULL comment 'this is the primary key, named ''order_id''.',
  product VARCHAR(32),
  amount INT,
  ts TIMESTAMP(3) comment 'notice: watermark, named ''ts''.',
  ptime AS PROCTIME() comment 'notice: computed column, named ''ptime''.',
  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND,
  CONSTRAINT `PK_order_id` PRIMARY KEY (order_id) NOT ENFORCED
) WITH (
  'connector' = 'datagen'
)
--- accepted
show create table orders
--- refused: Encountered "(" at line 1, column 14.
SHOW COLUMNS ( FROM | IN ) [[catalog_name.]database.]<table_name> [ [NOT] LIKE <sql_like_pattern>]
--- accepted
show columns from orders
--- accepted
show columns from orders like '%r'
--- accepted
show columns from orders not like '%_r'
--- refused: Encountered "[" at line 1, column 17.
SHOW PARTITIONS [[catalog_name.]database.]<table_name> [ PARTITION <partition_spec>]

<partition_spec>:
  (key1=val1, key2=val2, ...)
--- accepted
show partitions table1
--- accepted
show partitions table1 partition (id=1002)
--- refused: Encountered "[" at line 1, column 17.
SHOW PROCEDURES [ ( FROM | IN ) [catalog_name.]database_name ] [ [NOT] (LIKE | ILIKE) <sql_like_pattern> ]
--- refused: Encountered "[" at line 1, column 12.
SHOW VIEWS [ ( FROM | IN ) [catalog_name.]database_name ] [ [NOT] LIKE <sql_like_pattern> ]
--- refused: Encountered "[" at line 1, column 18.
SHOW CREATE VIEW [catalog_name.][db_name.]view_name
--- refused: Encountered "[" at line 1, column 26.
SHOW MATERIALIZED TABLES [ ( FROM | IN ) [catalog_name.]database_name ] [ [NOT] LIKE <sql_like_pattern> ]
--- refused: Encountered "[" at line 1, column 32.
SHOW CREATE MATERIALIZED TABLE [catalog_name.][db_name.]materialized_table_name
--- refused: Encountered "[" at line 1, column 41.
SHOW CREATE OR ALTER MATERIALIZED TABLE [catalog_name.][db_name.]materialized_table_name
--- refused: Incorrect syntax near the keyword 'SHOW' at line 1, column 1.
SHOW [USER] FUNCTIONS [ ( FROM | IN ) [catalog_name.]database_name ] [ [NOT] (LIKE | ILIKE) <sql_like_pattern> ]
--- refused: Incorrect syntax near the keyword 'SHOW' at line 1, column 1.
SHOW [FULL] MODULES
--- refused: Encountered "[" at line 1, column 13.
SHOW MODELS [ ( FROM | IN ) [catalog_name.]database_name ] [ [NOT] (LIKE | ILIKE) <sql_like_pattern> ]
--- refused: Encountered "[" at line 1, column 19.
SHOW CREATE MODEL [catalog_name.][db_name.]model_name
--- refused: Encountered ")" at line 6, column 1.
CREATE MODEL my_model
INPUT(text STRING)
OUTPUT(response STRING)
WITH (
  'provider' = 'openai',
)
--- accepted
show create model my_model
--- accepted
UNLOAD MODULE core
--- refused: Encountered "Empty" at line 1, column 1.
Empty set
--- accepted
UNLOAD MODULE module_name
--- refused: Encountered ".." at line 1, column 27.
CREATE CATALOG cat1 WITH (...)
--- refused: Non-query expression encountered in illegal context
default_catalog
cat1

USE CATALOG cat1
--- accepted
SHOW DATABASES
--- refused: Encountered ".." at line 1, column 27.
CREATE DATABASE db1 WITH (...)
--- refused: Non-query expression encountered in illegal context
db1

USE db1
--- accepted
USE MODULES hive
--- accepted
USE CATALOG catalog_name
--- refused: Encountered "[" at line 1, column 25.
USE MODULES module_name1[, module_name2, ...]
--- refused: Incorrect syntax near the keyword 'USE' at line 1, column 1.
USE [catalog_name.]database_name
--- accepted
SELECT TIMESTAMP '1970-01-01 00:00:04.001'
--- accepted
CREATE VIEW T1 AS SELECT TO_TIMESTAMP_LTZ(4001, 3)
--- accepted
SET 'table.local-time-zone' = 'UTC'
--- accepted
SELECT * FROM T1
--- accepted
SET 'table.local-time-zone' = 'Asia/Shanghai'
--- accepted
SET 'table.local-time-zone' = 'America/Los_Angeles'
--- accepted
CREATE VIEW MyView1 AS SELECT LOCALTIME, LOCALTIMESTAMP, CURRENT_DATE, CURRENT_TIME, CURRENT_TIMESTAMP, CURRENT_ROW_TIMESTAMP(), NOW(), PROCTIME()
--- accepted
DESC MyView1
--- accepted
SELECT * FROM MyView1
--- accepted
CREATE VIEW MyView2 AS SELECT TO_TIMESTAMP_LTZ(4001, 3) AS ltz, TIMESTAMP '1970-01-01 00:00:01.001'  AS ntz
--- accepted
DESC MyView2
--- accepted
SELECT * FROM MyView2
--- accepted
CREATE VIEW MyView3 AS SELECT ltz, CAST(ltz AS TIMESTAMP(3)), CAST(ltz AS STRING), ntz, CAST(ntz AS TIMESTAMP_LTZ(3)) FROM MyView2
--- accepted
SELECT * FROM MyView3
--- accepted
SELECT PROCTIME()
--- accepted
CREATE TABLE MyTable1 (
                  item STRING,
                  price DOUBLE,
                  proctime as PROCTIME()
            ) WITH (
                'connector' = 'socket',
                'hostname' = '127.0.0.1',
                'port' = '9999',
                'format' = 'csv'
           )
--- accepted
CREATE VIEW MyView3 AS
            SELECT
                TUMBLE_START(proctime, INTERVAL '10' MINUTES) AS window_start,
                TUMBLE_END(proctime, INTERVAL '10' MINUTES) AS window_end,
                TUMBLE_PROCTIME(proctime, INTERVAL '10' MINUTES) as window_proctime,
                item,
                MAX(price) as max_price
            FROM MyTable1
                GROUP BY TUMBLE(proctime, INTERVAL '10' MINUTES), item
--- accepted
DESC MyView3
--- accepted
CREATE TABLE MyTable2 (
                  item STRING,
                  price DOUBLE,
                  ts TIMESTAMP(3),  
                  WATERMARK FOR ts AS ts - INTERVAL '10' SECOND
            ) WITH (
                'connector' = 'socket',
                'hostname' = '127.0.0.1',
                'port' = '9999',
                'format' = 'csv'
           )
--- accepted
CREATE VIEW MyView4 AS
            SELECT
                TUMBLE_START(ts, INTERVAL '10' MINUTES) AS window_start,
                TUMBLE_END(ts, INTERVAL '10' MINUTES) AS window_end,
                TUMBLE_ROWTIME(ts, INTERVAL '10' MINUTES) as window_rowtime,
                item,
                MAX(price) as max_price
            FROM MyTable2
                GROUP BY TUMBLE(ts, INTERVAL '10' MINUTES), item
--- accepted
DESC MyView4
--- accepted
SELECT * FROM MyView4
--- accepted
CREATE TABLE MyTable3 (
                  item STRING,
                  price DOUBLE,
                  ts BIGINT,  
                  ts_ltz AS TO_TIMESTAMP_LTZ(ts, 3),
                  WATERMARK FOR ts_ltz AS ts_ltz - INTERVAL '10' SECOND
            ) WITH (
                'connector' = 'socket',
                'hostname' = '127.0.0.1',
                'port' = '9999',
                'format' = 'csv'
           )
--- accepted
CREATE VIEW MyView5 AS
            SELECT
                TUMBLE_START(ts_ltz, INTERVAL '10' MINUTES) AS window_start,
                TUMBLE_END(ts_ltz, INTERVAL '10' MINUTES) AS window_end,
                TUMBLE_ROWTIME(ts_ltz, INTERVAL '10' MINUTES) as window_rowtime,
                item,
                MAX(price) as max_price
            FROM MyTable3
                GROUP BY TUMBLE(ts_ltz, INTERVAL '10' MINUTES), item
--- accepted
DESC MyView5
--- accepted
SELECT * FROM MyView5
