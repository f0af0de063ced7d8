--- accepted
SELECT
  ps_partkey,
 
  sum(ps_supplycost * ps_availqty) AS `value`
FROM
  partsupp,
  supplier,
  nation
WHERE
  ps_suppkey = s_suppkey
  AND s_nationkey = n_nationkey
  AND n_name = 'GERMANY'
GROUP BY
  ps_partkey
HAVING
  sum(ps_supplycost * ps_availqty) > (
    SELECT sum(ps_supplycost * ps_availqty) * 0.0001
    FROM
      partsupp,
      supplier,
      nation
    WHERE
      ps_suppkey = s_suppkey
      AND s_nationkey = n_nationkey
      AND n_name = 'GERMANY'
  )
ORDER BY
 
  `value` DESC
--- accepted
SELECT
  s_suppkey,
  s_name,
  s_address,
  s_phone,
  total_revenue
FROM
  supplier, (
  SELECT
    l_suppkey AS supplier_no,
    sum(l_extendedprice * (1 - l_discount)) AS total_revenue
  FROM
    lineitem
  WHERE
    l_shipdate >= DATE '1996-01-01'
    AND l_shipdate < DATE '1996-01-01' + INTERVAL '3' MONTH
  GROUP BY
    l_suppkey) AS revenue
WHERE
  s_suppkey = supplier_no
  AND total_revenue = (
    SELECT max(total_revenue)
    FROM (
      SELECT
        l_suppkey AS supplier_no,
        sum(l_extendedprice * (1 - l_discount)) AS total_revenue
      FROM
        lineitem
      WHERE
        l_shipdate >= DATE '1996-01-01'
        AND l_shipdate < DATE '1996-01-01' + INTERVAL '3' MONTH
      GROUP BY
        l_suppkey) AS revenue
  )
ORDER BY
  s_suppkey
--- accepted
SELECT
  s_name,
  s_address
FROM
  supplier, nation
WHERE
  s_suppkey IN (
    SELECT ps_suppkey
    FROM
      partsupp
    WHERE
      ps_partkey IN (
        SELECT p_partkey
        FROM
          part
        WHERE
          p_name LIKE 'forest%'
      )
      AND ps_availqty > (
        SELECT 0.5 * sum(l_quantity)
        FROM
          lineitem
        WHERE
          l_partkey = ps_partkey
          AND l_suppkey = ps_suppkey
           
           
           
          AND l_shipdate >= date '1994-01-01'
          AND l_shipdate < date '1994-01-01' + interval '1' YEAR
)
)
AND s_nationkey = n_nationkey
AND n_name = 'CANADA'
ORDER BY s_name
--- accepted
SELECT sum(l_extendedprice * l_discount) AS revenue
FROM
  lineitem
WHERE
  l_shipdate >= DATE '1994-01-01'
  AND l_shipdate < DATE '1994-01-01' + INTERVAL '1' YEAR
 
 
AND l_discount BETWEEN 0.06 - 0.01 AND 0.06 + 0.01
AND l_quantity < 24
--- accepted
CREATE TABLE q1 (
  l_returnflag VARCHAR,
  l_linestatus VARCHAR,
  sum_qty DOUBLE,
  sum_base_price DOUBLE,
  sum_disc_price DOUBLE,
  sum_charge DOUBLE,
  avg_qty DOUBLE,
  avg_price DOUBLE,
  avg_disc DOUBLE,
  count_order BIGINT
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q1',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q10(
  c_custkey BIGINT,
  c_name VARCHAR,
  revenue DOUBLE,
  c_acctbal DOUBLE,
  n_name VARCHAR,
  c_address VARCHAR,
  c_phone VARCHAR,
  c_comment VARCHAR
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q10',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q11(
  ps_partkey BIGINT,
  `value` DOUBLE
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q11',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q12(
  l_shipmode VARCHAR,
  high_line_count INT,
  low_line_count INT
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q12',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q13(
  c_count BIGINT,
  custdist BIGINT
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q13',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q14(
  promo_revenue DOUBLE
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q14',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q15(
  s_suppkey BIGINT,
  s_name VARCHAR,
  s_address VARCHAR,
  s_phone VARCHAR,
  total_revenue DOUBLE
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q15',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q16(
  p_brand VARCHAR,
  p_type VARCHAR,
  p_size INT,
  supplier_cnt BIGINT
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q16',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q17(
  avg_yearly DOUBLE
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q17',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q18(
  c_name VARCHAR,
  c_custkey BIGINT,
  o_orderkey BIGINT,
  o_orderdate DATE,
  o_totalprice DOUBLE,
  `sum(l_quantity)` DOUBLE
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q18',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q19(
  revenue DOUBLE
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q19',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q2(
  s_acctbal DOUBLE,
  s_name VARCHAR,
  n_name VARCHAR,
  p_partkey BIGINT,
  p_mfgr VARCHAR,
  s_addres VARCHAR,
  s_phone VARCHAR,
  s_comment VARCHAR
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q2',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q20(
  s_name VARCHAR,
  s_address VARCHAR
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q20',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q21(
  s_name VARCHAR,
  numwait BIGINT
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q21',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q22(
  cntrycode VARCHAR,
  numcust BIGINT,
  totacctbal DOUBLE
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q22',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q3(
  l_orderkey BIGINT,
  revenue DOUBLE,
  o_orderdate DATE,
  o_shippriority INT
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q3',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q4(
  o_orderpriority VARCHAR,
  order_count BIGINT
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q4',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q5(
  n_name VARCHAR,
  revenue DOUBLE
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q5',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q6(
  revenue DOUBLE
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q6',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q7(
  supp_nation VARCHAR,
  cust_nation VARCHAR,
  l_year BIGINT,
  revenue DOUBLE
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q7',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q8(
  o_year BIGINT,
  mkt_share DOUBLE
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q8',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE q9(
  nation VARCHAR,
  o_year BIGINT,
  sum_profit DOUBLE
) WITH (
  'connector' = 'filesystem',
  'path' = '$RESULT_DIR/q9',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'sink.parallelism' = '1'
)
--- accepted
CREATE TABLE customer (
  c_custkey BIGINT,
  c_name VARCHAR,
  c_address VARCHAR,
  c_nationkey BIGINT,
  c_phone VARCHAR,
  c_acctbal DOUBLE,
  c_mktsegment VARCHAR,
  c_comment VARCHAR
) WITH (
  'connector' = 'filesystem',
  'path' = '$TABLE_DIR/customer.csv',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'csv.allow-comments' = 'true'
)
--- accepted
CREATE TABLE lineitem (
  l_orderkey BIGINT,
  l_partkey BIGINT,
  l_suppkey BIGINT,
  l_linenumber INT,
  l_quantity DOUBLE,
  l_extendedprice DOUBLE,
  l_discount DOUBLE,
  l_tax DOUBLE,
  l_returnflag VARCHAR,
  l_linestatus VARCHAR,
  l_shipdate DATE,
  l_commitdate DATE,
  l_receiptdate DATE,
  l_shipinstruct VARCHAR,
  l_shipmode VARCHAR,
  l_comment VARCHAR
) WITH (
  'connector' = 'filesystem',
  'path' = '$TABLE_DIR/lineitem.csv',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'csv.allow-comments' = 'true'
)
--- accepted
CREATE TABLE nation (
  n_nationkey BIGINT,
  n_name VARCHAR,
  n_regionkey BIGINT,
  n_comment VARCHAR
) WITH (
  'connector' = 'filesystem',
  'path' = '$TABLE_DIR/nation.csv',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'csv.allow-comments' = 'true'
)
--- accepted
CREATE TABLE orders (
  o_orderkey BIGINT,
  o_custkey BIGINT,
  o_orderstatus VARCHAR,
  o_totalprice DOUBLE,
  o_orderdate DATE,
  o_orderpriority VARCHAR,
  o_clerk VARCHAR,
  o_shippriority INT,
  o_comment VARCHAR
) WITH (
  'connector' = 'filesystem',
  'path' ='$TABLE_DIR/orders.csv',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'csv.allow-comments' = 'true'
)
--- accepted
CREATE TABLE part (
  p_partkey BIGINT,
  p_name VARCHAR,
  p_mfgr VARCHAR,
  p_brand VARCHAR,
  p_type VARCHAR,
  p_size INT,
  p_container VARCHAR,
  p_retailprice DOUBLE,
  p_comment VARCHAR
) WITH (
  'connector' = 'filesystem',
  'path' ='$TABLE_DIR/part.csv',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'csv.allow-comments' = 'true'
)
--- accepted
CREATE TABLE partsupp (
  ps_partkey BIGINT,
  ps_suppkey BIGINT,
  ps_availqty INT,
  ps_supplycost DOUBLE,
  ps_comment VARCHAR
) WITH (
  'connector' = 'filesystem',
  'path' ='$TABLE_DIR/partsupp.csv',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'csv.allow-comments' = 'true'
)
--- accepted
CREATE TABLE region(
  r_regionkey BIGINT,
  r_name VARCHAR,
  r_comment VARCHAR
) WITH (
  'connector' = 'filesystem',
  'path' ='$TABLE_DIR/region.csv',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'csv.allow-comments' = 'true'
)
--- accepted
CREATE TABLE supplier (
  s_suppkey BIGINT,
  s_name VARCHAR,
  s_address VARCHAR,
  s_nationkey BIGINT,
  s_phone VARCHAR,
  s_acctbal DOUBLE,
  s_comment VARCHAR
) WITH (
  'connector' = 'filesystem',
  'path' ='$TABLE_DIR/supplier.csv',
  'format' = 'csv',
  'csv.field-delimiter' = '|',
  'csv.allow-comments' = 'true'
)
