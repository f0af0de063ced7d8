--- accepted
show catalogs like '%'
--- accepted
show catalogs not like '%'
--- accepted
show catalogs ilike '%'
--- accepted
show catalogs not ilike '%'
--- refused: Encountered "likes" at line 1, column 15.
show catalogs likes
--- refused: Encountered "likes" at line 1, column 19.
show catalogs not likes
--- refused: Encountered "ilikes" at line 1, column 15.
show catalogs ilikes
--- refused: Encountered "ilikes" at line 1, column 19.
show catalogs not ilikes
--- accepted
show current catalog
--- accepted
describe catalog a
--- accepted
describe catalog extended a
--- accepted
desc catalog a
--- accepted
desc catalog extended a
--- accepted
alter catalog a set ('k1'='v1', 'k2'='v2')
--- accepted
alter catalog a reset ('k1')
--- accepted
alter catalog a comment 'comment1'
--- accepted
select
  array_agg(ename respect nulls order by deptno, ename) as c1,
  array_agg(ename order by deptno, ename desc) as c2,
  array_agg(distinct ename) as c3,
  array_agg(ename) as c4
from emp group by gender
--- accepted
use catalog a
--- accepted
show create catalog c1
--- accepted
drop catalog c1
--- accepted
show databases like '%'
--- accepted
show databases not like '%'
--- accepted
show databases from c1
--- accepted
show databases in c1
--- accepted
show databases from c1 like '%'
--- accepted
show databases from c1 ilike '%'
--- accepted
show databases in c1 like '%'
--- accepted
show databases in c1 ilike '%'
--- accepted
show databases from c1 not like '%'
--- accepted
show databases from c1 not ilike '%'
--- accepted
show databases in c1 not like '%'
--- accepted
show databases in c1 not ilike '%'
--- refused: Encountered "likes" at line 1, column 16.
show databases likes
--- refused: Encountered "likes" at line 1, column 20.
show databases not likes
--- refused: Encountered "ilikes" at line 1, column 16.
show databases ilikes
--- refused: Encountered "ilikes" at line 1, column 20.
show databases not ilikes
--- accepted
show current database
--- accepted
use default_db
--- accepted
use defaultCatalog.default_db
--- accepted
create database db1
--- accepted
create database if not exists db1
--- accepted
create database catalog1.db1
--- accepted
create database db1 comment 'test create database'
--- accepted
create database db1 comment 'test create database'with ( 'key1' = 'value1', 'key2.a' = 'value2.a')
--- accepted
drop database db1
--- accepted
drop database catalog1.db1
--- accepted
drop database db1 RESTRICT
--- accepted
drop database db1 CASCADE
--- accepted
alter database db1 set ('key1' = 'value1','key2.a' = 'value2.a')
--- accepted
describe database db1
--- accepted
describe database catalog1.db1
--- accepted
describe database extended db1
--- accepted
desc database db1
--- accepted
desc database catalog1.db1
--- accepted
desc database extended db1
--- accepted
alter function function1 as 'org.apache.flink.function.function1'
--- accepted
alter temporary function function1 as 'org.apache.flink.function.function1'
--- accepted
alter temporary function function1 as 'org.apache.flink.function.function1' language scala
--- accepted
alter temporary system function function1 as 'org.apache.flink.function.function1'
--- accepted
alter temporary system function function1 as 'org.apache.flink.function.function1' language java
--- accepted
show functions
--- accepted
show user functions
--- accepted
show functions like '%'
--- accepted
show functions not like '%'
--- accepted
show user functions like '%'
--- accepted
show user functions not like '%'
--- accepted
show functions from db1
--- accepted
show user functions from db1
--- accepted
show functions in db1
--- accepted
show user functions in db1
--- accepted
show functions from catalog1.db1
--- accepted
show user functions from catalog1.db1
--- accepted
show functions in catalog1.db1
--- accepted
show user functions in catalog1.db1
--- accepted
show functions from db1 like '%'
--- accepted
show user functions from db1 like '%'
--- accepted
show functions in db1 ilike '%'
--- accepted
show user functions in db1 ilike '%'
--- accepted
show functions from catalog1.db1 ilike '%'
--- accepted
show user functions from catalog1.db1 ilike '%'
--- accepted
show functions in catalog1.db1 like '%'
--- accepted
show user functions in catalog1.db1 like '%'
--- accepted
show functions from db1 not like '%'
--- accepted
show user functions from db1 not like '%'
--- accepted
show functions in db1 not ilike '%'
--- accepted
show user functions in db1 not ilike '%'
--- accepted
show functions from catalog1.db1 not like '%'
--- accepted
show user functions from catalog1.db1 not like '%'
--- accepted
show functions in catalog1.db1 not ilike '%'
--- accepted
show user functions in catalog1.db1 not ilike '%'
--- refused: Encountered "likes" at line 1, column 16.
show functions likes
--- refused: Encountered "likes" at line 1, column 20.
show functions not likes
--- refused: Encountered "ilikes" at line 1, column 16.
show functions ilikes
--- refused: Encountered "ilikes" at line 1, column 20.
show functions not ilikes
--- accepted
show procedures
--- accepted
show procedures not like '%'
--- accepted
show procedures from db1
--- accepted
show procedures in db1
--- accepted
show procedures from catalog1.db1
--- accepted
show procedures in catalog1.db1
--- accepted
show procedures from db1 like '%'
--- accepted
show procedures in db1 ilike '%'
--- accepted
show procedures from catalog1.db1 Ilike '%'
--- accepted
show procedures in catalog1.db1 like '%'
--- accepted
show procedures from db1 not like '%'
--- accepted
show procedures in db1 not ilike '%'
--- accepted
show procedures from catalog1.db1 not like '%'
--- accepted
show procedures in catalog1.db1 not ilike '%'
--- refused: Encountered "db1" at line 1, column 17.
show procedures db1
--- refused: Encountered "catalog1" at line 1, column 17.
show procedures catalog1.db1
--- refused: Encountered "search" at line 1, column 17.
show procedures search db1
--- refused: Encountered "likes" at line 1, column 26.
show procedures from db1 likes '%t'
--- accepted
show tables not like '%'
--- accepted
show tables in db1
--- accepted
show tables from catalog1.db1
--- accepted
show tables in catalog1.db1
--- accepted
show tables from db1 like '%'
--- accepted
show tables in db1 like '%'
--- accepted
show tables from catalog1.db1 like '%'
--- accepted
show tables in catalog1.db1 like '%'
--- accepted
show tables from db1 not like '%'
--- accepted
show tables in db1 not like '%'
--- accepted
show tables from catalog1.db1 not like '%'
--- accepted
show tables in catalog1.db1 not like '%'
--- refused: Encountered "db1" at line 1, column 13.
show tables db1
--- refused: Encountered "catalog1" at line 1, column 13.
show tables catalog1.db1
--- refused: Encountered "search" at line 1, column 13.
show tables search db1
--- refused: Encountered "likes" at line 1, column 22.
show tables from db1 likes '%t'
--- accepted
show create model m1
--- accepted
show create model catalog1.db1.m1
--- accepted
show create table tbl
--- accepted
show create table catalog1.db1.tbl
--- accepted
show create view v1
--- accepted
show create view db1.v1
--- accepted
show create view catalog1.db1.v1
--- accepted
describe tbl
--- accepted
describe catalog1.db1.tbl
--- accepted
describe extended db1
--- accepted
desc tbl
--- accepted
desc catalog1.db1.tbl
--- accepted
desc extended db1
--- accepted
describe model mdl
--- accepted
describe model catalog1.db1.mdl
--- accepted
desc model mdl
--- accepted
desc model catalog1.db1.mdl
--- accepted
describe function fn
--- accepted
describe function catalog1.db1.fn
--- accepted
describe function extended fn
--- accepted
desc function fn
--- accepted
desc function catalog1.db1.fn
--- accepted
desc function extended fn
--- accepted
show columns from tbl
--- accepted
show columns in tbl
--- accepted
show columns from db1.tbl
--- accepted
show columns in db1.tbl
--- accepted
show columns from catalog1.db1.tbl
--- accepted
show columns in catalog1.db1.tbl
--- accepted
show columns from tbl like '%'
--- accepted
show columns in tbl like '%'
--- accepted
show columns from db1.tbl like '%'
--- accepted
show columns in db1.tbl like '%'
--- accepted
show columns from catalog1.db1.tbl like '%'
--- accepted
show columns in catalog1.db1.tbl like '%'
--- accepted
show columns from tbl not like '%'
--- accepted
show columns in tbl not like '%'
--- accepted
show columns from db1.tbl not like '%'
--- accepted
show columns in db1.tbl not like '%'
--- accepted
show columns from catalog1.db1.tbl not like '%'
--- accepted
show columns in catalog1.db1.tbl not like '%'
--- accepted
alter table t1 rename to t2
--- accepted
alter table if exists t1 rename to t2
--- accepted
alter table c1.d1.t1 rename to t2
--- accepted
alter table if exists c1.d1.t1 rename to t2
--- accepted
alter table t1 set ('key1'='value1')
--- accepted
alter table if exists t1 set ('key1'='value1')
--- accepted
alter table t1 add constraint ct1 primary key(a, b)
--- accepted
alter table t1 add constraint ct1 primary key(a, b) not enforced
--- accepted
alter table if exists t1 add constraint ct1 primary key(a, b) not enforced
--- accepted
alter table t1 add unique(a, b)
--- accepted
alter table if exists t1 add unique(a, b)
--- accepted
alter table t1 drop constraint ct1
--- accepted
alter table if exists t1 drop constraint ct1
--- accepted
alter table t1 rename a to b
--- accepted
alter table if exists t1 rename a to b
--- accepted
alter table if exists t1 rename a.x to a.y
--- accepted
alter table t1 add new_column array<row(f0 int, f1 bigint)> comment 'new_column docs'
--- accepted
alter table t1 add (new_row row(f0 int, f1 bigint) comment 'new_column docs', f2 as new_row.f0 + 1)
--- accepted
alter table t1 add (new_row.f2 array<int>)
--- accepted
alter table t1 add (new_row.f2 array<int> after new_row.f0)
--- accepted
alter table if exists t1 add new_column int not null
--- accepted
alter table t1 add new_column string comment 'new_column docs'
--- accepted
alter table t1 add new_column string comment 'new_column docs' first
--- accepted
alter table t1 add new_column string comment 'new_column docs' after id
--- accepted
alter table t1 add col_int as col_a - col_b after col_b
--- accepted
alter table t1 add col_int int metadata from 'mk1' virtual comment 'comment_metadata' after col_b
--- accepted
alter table if exists t1 add watermark for ts as ts
--- accepted
alter table t1 add watermark for ts as ts - interval '1' second
--- accepted
alter table default_database.t1 add watermark for ts as ts - interval '1' second
--- accepted
alter table default_catalog.default_database.t1 add watermark for ts as ts - interval '1' second
--- refused: Multiple WATERMARK declarations are not supported yet.
alter table default_catalog.default_database.t1 add (
watermark for ts as ts - interval '1' second,
watermark for f1 as now()
)
--- accepted
alter table t1 add DISTRIBUTION BY HASH(a) INTO 6 BUCKETS
--- accepted
alter table t1 add DISTRIBUTION BY HASH(a, h) INTO 6 BUCKETS
--- accepted
alter table tbl1 add DISTRIBUTION BY RANGE(a, h) INTO 6 BUCKETS
--- refused: Encountered "RANDOM" at line 1, column 38.
alter table tbl1 add DISTRIBUTION BY RANDOM(a, h) INTO 6 BUCKETS
--- accepted
alter table tbl1 add DISTRIBUTION BY (a, h) INTO 6 BUCKETS
--- accepted
alter table tbl1 add DISTRIBUTION BY RANGE(a, h)
--- accepted
alter table tbl1 add DISTRIBUTION BY (a, h)
--- accepted
alter table t1 modify DISTRIBUTION BY HASH(a) INTO 6 BUCKETS
--- accepted
alter table tbl1 modify DISTRIBUTION BY HASH(a, h) INTO 6 BUCKETS
--- accepted
alter table tbl1 modify DISTRIBUTION BY RANGE(a, h) INTO 6 BUCKETS
--- refused: Encountered "RANDOM" at line 1, column 41.
alter table tbl1 modify DISTRIBUTION BY RANDOM(a, h) INTO 6 BUCKETS
--- accepted
alter table tbl1 modify DISTRIBUTION BY (a, h) INTO 6 BUCKETS
--- accepted
alter table tbl1 modify DISTRIBUTION BY RANGE(a, h)
--- accepted
alter table tbl1 modify DISTRIBUTION BY (a, h)
--- accepted
alter table t1 drop DISTRIBUTION
--- accepted
alter table t1 add (
col_int int,
log_ts string comment 'log timestamp string' first,
ts AS to_timestamp(log_ts) after log_ts,
col_meta int metadata from 'mk1' virtual comment 'comment_str' after col_b,
primary key (id) not enforced,
unique(a, b),
watermark for ts as ts - interval '3' second
)
--- accepted
alter table t1 add (
col_int int primary key not enforced,
log_ts string comment 'log timestamp string' first,
ts AS to_timestamp(log_ts) after log_ts,
col_meta int metadata from 'mk1' virtual comment 'comment_str' after col_b,
primary key (id) not enforced,
unique (a, b),
watermark for ts as ts - interval '3' second
)
--- accepted
alter table if exists t1 modify new_column string comment 'new_column docs'
--- accepted
alter table t1 modify new_column string comment 'new_column docs'
--- accepted
alter table t1 modify new_column string comment 'new_column docs' first
--- accepted
alter table t1 modify new_column string comment 'new_column docs' after id
--- accepted
alter table t1 modify new_column array<string not null> not null
--- accepted
alter table t1 modify col_int as col_a - col_b after col_b
--- accepted
alter table t1 modify col_int int metadata from 'mk1' virtual comment 'comment_metadata' after col_b
--- accepted
alter table t1 modify row_column.f0 int not null comment 'change nullability'
--- accepted
alter table t1 modify row_column.f0 int after row_column.f2
--- accepted
alter table if exists t1 modify watermark for ts as ts
--- accepted
alter table t1 modify watermark for ts as ts - interval '1' second
--- accepted
alter table default_database.t1 modify watermark for ts as ts - interval '1' second
--- accepted
alter table default_catalog.default_database.t1 modify watermark for ts as ts - interval '1' second
--- refused: Multiple WATERMARK declarations are not supported yet.
alter table default_catalog.default_database.t1 modify (
watermark for ts as ts - interval '1' second,
watermark for f1 as now()
)
--- accepted
alter table t1 modify constraint ct1 primary key(a, b) not enforced
--- accepted
alter table t1 modify unique(a, b)
--- accepted
alter table t1 modify (
col_int int,
log_ts string comment 'log timestamp string' first,
ts AS to_timestamp(log_ts) after log_ts,
col_meta int metadata from 'mk1' virtual comment 'comment_str' after col_b,
primary key (id) not enforced,
unique(a, b),
watermark for ts as ts - interval '3' second
)
--- accepted
alter table if exists t1 drop id
--- accepted
alter table t1 drop id
--- accepted
alter table t1 drop (id)
--- accepted
alter table t1 drop tuple.id
--- accepted
alter table if exists t1 drop (id, ts, tuple.f0, tuple.f1)
--- accepted
alter table t1 drop (id, ts, tuple.f0, tuple.f1)
--- accepted
alter table if exists t1 drop primary key
--- accepted
alter table t1 drop primary key
--- accepted
alter table if exists t1 drop constraint ct
--- accepted
alter table t1 drop constraint ct
--- refused: Encountered "<EOF>" at line 1, column 30.
alter table t1 drop constraint
--- accepted
alter table if exists t1 drop watermark
--- accepted
alter table t1 drop watermark
--- accepted
alter table if exists t1 reset ('key1')
--- accepted
alter table t1 reset ('key1')
--- accepted
alter table t1 reset ('key1', 'key2')
--- accepted
alter table t1 reset()
--- accepted
alter table c1.d1.tbl add partition (p1=1,p2='a')
--- accepted
alter table tbl add partition (p1=1,p2='a') with ('k1'='v1')
--- accepted
alter table tbl add if not exists partition (p=1) partition (p=2) with ('k1' = 'v1')
--- accepted
alter table c1.d1.tbl drop if exists partition (p=1)
--- accepted
alter table tbl drop partition (p1='a',p2=1), partition(p1='b',p2=2)
--- accepted
alter table tbl drop partition (p1='a',p2=1), partition(p1='b',p2=2), partition(p1='c',p2=3)
--- accepted
CREATE TABLE tbl1 (
  a bigint,
  h varchar, 
  g as 2 * (a + 1), 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  b varchar,
  proc as PROCTIME(), 
  meta STRING METADATA, 
  my_meta STRING METADATA FROM 'meta', 
  my_meta STRING METADATA FROM 'meta' VIRTUAL, 
  meta STRING METADATA VIRTUAL, 
  PRIMARY KEY (a, b)
)
PARTITIONED BY (a, h)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Encountered "with" at line 15, column 3.
CREATE TABLE tbl1 (
  a bigint,
  h varchar, 
  g as 2 * (a + 1), 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  b varchar,
  proc as PROCTIME(), 
  meta STRING METADATA, 
  my_meta STRING METADATA FROM 'meta', 
  my_meta STRING METADATA FROM 'meta' VIRTUAL, 
  meta STRING METADATA VIRTUAL, 
  PRIMARY KEY (a, b)
)
DISTRIBUTED 
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE if not exists tbl1 (
  a bigint,
  h varchar, 
  PRIMARY KEY (a, b)
)
DISTRIBUTED BY HASH(a, h) INTO 6 BUCKETS  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE IF NOT EXISTS tbl1 (
  a bigint,
  h varchar, 
  PRIMARY KEY (a, b)
)
PARTITIONED BY (a, h)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE tbl1 (
  a bigint comment 'test column comment AAA.',
  h varchar, 
  g as 2 * (a + 1), 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  b varchar,
  proc as PROCTIME(), 
  meta STRING METADATA COMMENT 'c1', 
  my_meta STRING METADATA FROM 'meta' COMMENT 'c2', 
  my_meta STRING METADATA FROM 'meta' VIRTUAL COMMENT 'c3', 
  meta STRING METADATA VIRTUAL COMMENT 'c4', 
  PRIMARY KEY (a, b)
)
comment 'test table comment ABC.'
PARTITIONED BY (a, h)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE tbl1 (
  a bigint comment 'test column comment AAA.',
  h varchar, 
  g as 2 * (a + 1) comment 'test computed column.', 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  b varchar,
  proc as PROCTIME(), 
  PRIMARY KEY (a, b)
)
comment 'test table comment ABC.'
PARTITIONED BY (a, h)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE tbl1 (
  a bigint,
  h varchar, 
  g as 2 * (a + 1),
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'),
  b varchar,
  proc as PROCTIME(),
  PRIMARY KEY (a, b),
  UNIQUE (h, g)
) with (
  'connector' = 'kafka',
  'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE tbl1 (
  a bigint,
  h varchar, 
  g as 2 * (a + 1),
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'),
  b varchar,
  proc as PROCTIME(),
  PRIMARY KEY (a, b) NOT ENFORCED,
  UNIQUE (h, g)
) with (
  'connector' = 'kafka',
  'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE tbl1 (
  a bigint,
  h varchar, 
  g as 2 * (a + 1),
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'),
  b varchar,
  proc as PROCTIME(),
  PRIMARY KEY (a, b) NOT ENFORCED
) with (
  'connector' = 'kafka',
  'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE tbl1 (
  a bigint primary key,
  h varchar unique,
  g as 2 * (a + 1),
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'),
  b varchar,
  proc as PROCTIME()
) with (
  'connector' = 'kafka',
  'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE tbl1 (
  a bigint primary key not enforced,
  h varchar unique,
  g as 2 * (a + 1),
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'),
  b varchar,
  proc as PROCTIME()
) with (
  'connector' = 'kafka',
  'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE tbl1 (
  a bigint primary key not enforced,
  h varchar,
  g as 2 * (a + 1),
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'),
  b varchar,
  proc as PROCTIME()
) with (
  'connector' = 'kafka',
  'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE tbl1 (
  a bigint primary key enforced comment 'test column comment AAA.',
  h varchar constraint ct1 unique not enforced,
  g as 2 * (a + 1), 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'),
  b varchar constraint ct2 unique,
  proc as PROCTIME(),
  unique (g, ts) not enforced) with (
    'connector' = 'kafka',
    'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE tbl1 (
  a bigint comment 'test column comment AAA.',
  h varchar constraint ct1 primary key,
  g as 2 * (a + 1), 
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'),
  b varchar,
  proc as PROCTIME(),
  constraint ct2 primary key (b, h)) with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE tbl1 (
  ts timestamp(3),
  id varchar, 
  watermark FOR ts AS ts - interval '3' second
)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE tbl1 (
  log_ts varchar,
  ts as to_timestamp(log_ts), 
  WATERMARK FOR ts AS ts + interval '1' second
)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE tbl1 (
  f1 row<q1 bigint, q2 row<t1 timestamp, t2 varchar>, q3 boolean>,
  WATERMARK FOR f1.q2.t1 AS NOW()
)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Multiple WATERMARK declarations are not supported yet.
CREATE TABLE tbl1 (
  f0 bigint,
  f1 varchar,
  f2 boolean,
  WATERMARK FOR f0 AS NOW(),
  WATERMARK FOR f1 AS NOW()
)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- refused: Query expression encountered in illegal context
CREATE TABLE tbl1 (
  f0 bigint,
  f1 varchar,
  f2 boolean,
  WATERMARK FOR f0 AS (SELECT f1 FROM tbl1)
)
  with (
    'connector' = 'kafka', 
    'kafka.topic' = 'log.test'
)
--- accepted
CREATE TABLE tbl1 (
  a ARRAY<bigint>, 
  b MAP<int, varchar>,
  c ROW<cc0 int, cc1 float, cc2 varchar>,
  d MULTISET<varchar>,
  PRIMARY KEY (a, b) 
) with (
  'x' = 'y', 
  'asd' = 'data'
)
--- accepted
CREATE TABLE tbl1 (
  a ARRAY<ARRAY<bigint>>, 
  b MAP<MAP<int, varchar>, ARRAY<varchar>>,
  c ROW<cc0 ARRAY<int>, cc1 float, cc2 varchar>,
  d MULTISET<ARRAY<int>>,
  PRIMARY KEY (a, b) 
) with (
  'x' = 'y', 
  'asd' = 'data'
)
--- accepted
create table t(
  a catalog1.db1.MyType1,
  b db2.MyType2
) with (
  'k1' = 'v1',
  'k2' = 'v2'
)
--- refused: Encountered "(" at line 4, column 14.
CREATE TABLE t1 (
  a bigint, 
  b varchar,
  toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  PRIMARY KEY (a, b) 
) with (
  'x' = 'y', 
  'asd' = 'data'
)
--- refused: Query expression encountered in illegal context
CREATE TABLE t1 (
  a bigint, 
  b varchar,
  c as (select max(d) from t2), 
  PRIMARY KEY (a, b) 
) with (
  'x' = 'y', 
  'asd' = 'data'
)
--- accepted
CREATE TABLE sls_stream (
  a bigint, 
  f as a + 1, 
  b varchar,
  ts as toTimestamp(b, 'yyyy-MM-dd HH:mm:ss'), 
  proc as PROCTIME(),
  c int,
  PRIMARY KEY (a, b) 
) with (
  'x' = 'y', 
  'asd' = 'data'
)
--- accepted
create table source_table(
  a int,
  b bigint,
  c string
) with (
  'a-b-c-d124' = 'ab',
  'a.b.1.c' = 'aabb',
  'a.b-c-connector.e-f.g' = 'ada',
  'a.b-c-d.e-1231.g' = 'ada',
  'a.b-c-d.*' = 'adad')
--- refused: Encountered "a" at line 6, column 3.
create table source_table(
  a int,
  b bigint,
  c string
) with (
  a.b.c = 'ab',
  a.b.c1 = 'aabb')
--- accepted
create table source_table(
  a int,
  b bigint,
  c string
)
LIKE parent_table
--- accepted
create table source_table(
  a int primary key,
  b bigint,
  c string
)
LIKE parent_table
--- accepted
create table source_table(
  a int primary key,
  b bigint,
  c string,
  primary key(a) not enforced
)
LIKE parent_table
--- accepted
create table source_table(
  a int,
  b bigint,
  c string,
  unique (a)
)
LIKE parent_table
--- accepted
create table source_table(
  a int,
  b bigint,
  c string
)
LIKE parent_table (
   INCLUDING ALL
   OVERWRITING OPTIONS
   EXCLUDING PARTITIONS
   INCLUDING GENERATED
   INCLUDING METADATA
)
--- accepted
create table source_table(
  a int,
  b bigint,
  c string
)
LIKE parent_table (
   INCLUDING ALL
   OVERWRITING OPTIONS
   INCLUDING DISTRIBUTION
   EXCLUDING PARTITIONS
   INCLUDING GENERATED
   INCLUDING METADATA
)
--- accepted
create table source_table(
  a int,
  b bigint,
  c string
)
LIKE parent_table (
   INCLUDING ALL
   OVERWRITING OPTIONS
   EXCLUDING DISTRIBUTION
   INCLUDING PARTITIONS
   INCLUDING GENERATED
   INCLUDING METADATA
)
--- accepted
create TEMPORARY table source_table (
   WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) with (
  'scan.startup.mode' = 'specific-offsets',
  'scan.startup.specific-offsets' = 'partition:0,offset:1169129'
) like t_order_course (
   OVERWRITING  WATERMARKS
   OVERWRITING OPTIONS
   EXCLUDING CONSTRAINTS
)
--- accepted
create temporary table source_table(
  a int,
  b bigint,
  c string
) with (
  'x' = 'y',
  'abc' = 'def'
)
--- accepted
create table source_table with (
  'x' = 'y',
  'abc' = 'def'
)
--- accepted
create table source_table (
  watermark FOR ts AS ts - interval '3' second
) with (
  'x' = 'y',
  'abc' = 'def'
)
--- accepted
DROP table catalog1.db1.tbl1
--- accepted
DROP table IF EXISTS catalog1.db1.tbl1
--- accepted
DROP temporary table catalog1.db1.tbl1
--- accepted
DROP temporary table IF EXISTS catalog1.db1.tbl1
--- accepted
insert into emps partition (x='ab', y='bc') (x,y) select * from emps
--- accepted
insert into emp
partition(empno='1', job='job')
(empno, ename, job, mgr, hiredate,
  sal, comm, deptno, slacker)
select 'nom', 0, timestamp '1970-01-01 00:00:00',
  1, 1, 1, false
from (values 'a')
--- accepted
insert into empnullables
partition(ename='b')
(empno, ename)
select 1 from (values 'a')
--- refused: Encountered "\"" at line 1, column 13.
insert into "emps" partition ("x"='ab', "y"='bc')("x","y") select * from emps
--- accepted
insert into emps(z boolean) partition (z='ab') (x,y) select * from emps
--- refused: Extended columns not allowed under the current SQL conformance level
insert into emps(x, y, z boolean) partition (z='ab') select * from emps
--- accepted
INSERT OVERWRITE myDB.myTbl SELECT * FROM src
--- accepted
INSERT OVERWRITE myTbl PARTITION (p1='v1',p2='v2') SELECT * FROM src
--- refused: OVERWRITE expression is only used with INSERT statement.
UPSERT OVERWRITE myDB.myTbl SELECT * FROM src
--- accepted
INSERT INTO t1 SELECT * FROM t2 ON CONFLICT DO ERROR
--- accepted
INSERT INTO t1 SELECT * FROM t2 ON CONFLICT DO NOTHING
--- accepted
INSERT INTO t1 SELECT * FROM t2 ON CONFLICT DO DEDUPLICATE
--- accepted
INSERT INTO t1 PARTITION (p='v') SELECT * FROM t2 ON CONFLICT DO ERROR
--- accepted
INSERT OVERWRITE t1 SELECT * FROM t2 ON CONFLICT DO NOTHING
--- refused: Encountered "UPDATE" at line 1, column 48.
INSERT INTO t1 SELECT * FROM t2 ON CONFLICT DO UPDATE
--- accepted
create view v as select col1 from tbl
--- refused: Encountered ")" at line 1, column 15.
CREATE VIEW V() AS SELECT * FROM TBL
--- accepted
create view v COMMENT 'this is a view' as select col1 from tbl
--- accepted
create view v(col1, col2) as select col3, col4 from tbl
--- refused: Encountered "*" at line 1, column 15.
create view v(*) COMMENT 'this is a view' as select col1 from tbl
--- accepted
create temporary view v as select col1 from tbl
--- accepted
create temporary view if not exists v as select col1 from tbl
--- accepted
create view if not exists v as select col1 from tbl
--- accepted
DROP VIEW IF EXISTS view_name
--- accepted
DROP TEMPORARY VIEW IF EXISTS view_name
--- accepted
ALTER VIEW v1 RENAME TO v2
--- accepted
ALTER VIEW v1 AS SELECT c1, c2 FROM tbl
--- accepted
show views
--- accepted
show views not like '%'
--- accepted
show views from db1
--- accepted
show views in db1
--- accepted
show views from catalog1.db1
--- accepted
show views in catalog1.db1
--- accepted
show views from db1 like '%'
--- accepted
show views in db1 like '%'
--- accepted
show views from catalog1.db1 like '%'
--- accepted
show views in catalog1.db1 like '%'
--- accepted
show views from db1 not like '%'
--- accepted
show views in db1 not like '%'
--- accepted
show views from catalog1.db1 not like '%'
--- accepted
show views in catalog1.db1 not like '%'
--- refused: Encountered "db1" at line 1, column 12.
show views db1
--- refused: Encountered "catalog1" at line 1, column 12.
show views catalog1.db1
--- refused: Encountered "search" at line 1, column 12.
show views search db1
--- refused: Encountered "likes" at line 1, column 21.
show views from db1 likes '%t'
--- accepted
show partitions c1.d1.tbl
--- accepted
show partitions tbl partition (p=1)
--- accepted
CREATE TABLE tbl1
--- accepted
CREATE VIEW v1 AS SELECT 1
--- accepted
create function catalog1.db1.function1 as 'org.apache.flink.function.function1'
--- accepted
create temporary function catalog1.db1.function1 as 'org.apache.flink.function.function1'
--- accepted
create temporary function db1.function1 as 'org.apache.flink.function.function1'
--- accepted
create temporary function function1 as 'org.apache.flink.function.function1'
--- accepted
create temporary function if not exists catalog1.db1.function1 as 'org.apache.flink.function.function1'
--- accepted
create temporary function function1 as 'org.apache.flink.function.function1' language java
--- accepted
create temporary system function  function1 as 'org.apache.flink.function.function1' language scala
--- refused: Encountered "." at line 1, column 42.
create temporary system function catalog1.db1.function1 as 'org.apache.flink.function.function1'
--- refused: CREATE SYSTEM FUNCTION is not supported, system functions can only be registered as temporary functions, you can use CREATE TEMPORARY SYSTEM FUNCTION instead.
create system function function1 as 'org.apache.flink.function.function1'
--- accepted
create function function1 as 'org.apache.flink.function.function1' language java using jar 'file:///path/to/test.jar', artifact 'hdfs:///path/to/test2.jar'
--- accepted
create function function1 as 'org.apache.flink.function.function1' language java using artifact 'file:///path/to/test.jar', jar 'hdfs:///path/to/test2.jar'
--- refused: Encountered "file" at line 1, column 98.
create temporary function function1 as 'org.apache.flink.function.function1' language java using file 'file:///path/to/test'
--- accepted
drop temporary function catalog1.db1.function1
--- accepted
drop temporary system function catalog1.db1.function1
--- accepted
drop temporary function if exists catalog1.db1.function1
--- accepted
drop temporary system function if exists catalog1.db1.function1
--- accepted
load module core
--- accepted
load module dummy with ('k1' = 'v1', 'k2' = 'v2')
--- refused: Encountered "\'core\'" at line 1, column 13.
load module 'core'
--- accepted
unload module core
--- refused: Encountered "\'core\'" at line 1, column 15.
unload module 'core'
--- accepted
use modules core
--- accepted
use modules x, y, z
--- refused: Encountered "<EOF>" at line 1, column 14.
use modules x,
--- refused: Encountered "\'core\'" at line 1, column 13.
use modules 'core'
--- accepted
show modules
--- accepted
show full modules
--- accepted
begin statement set
--- accepted
end
--- accepted
execute statement set begin insert into t1 select * from t2; insert into t2 select * from t3; end
--- accepted
explain statement set begin insert into t1 select * from t2; insert into t2 select * from t3; end
--- accepted
explain execute statement set begin insert into t1 select * from t2; insert into t2 select * from t3; end
--- accepted
execute statement set begin insert into t1 select * from t2 on conflict do deduplicate; insert into t3 select * from t4 on conflict do nothing; end
--- accepted
explain execute select * from emps
--- accepted
explain execute insert into emps1 select * from emps2
--- accepted
explain select * from emps
--- accepted
execute select * from emps
--- accepted
explain plan for select * from emps
--- accepted
explain changelog_mode select * from emps
--- accepted
explain estimated_cost select * from emps
--- accepted
explain estimated_cost select * from emps union all select * from emps
--- accepted
explain json_execution_plan select * from emps
--- accepted
explain plan_advice select * from emps
--- accepted
explain changelog_mode,json_execution_plan,estimated_cost,plan_advice select * from emps
--- accepted
explain plan for insert into emps1 select * from emps2
--- accepted
execute insert into emps1 select * from emps2
--- accepted
execute plan './test.json'
--- accepted
execute plan '/some/absolute/dir/plan.json'
--- accepted
execute plan 'file:///foo/bar/test.json'
--- accepted
compile plan './test.json' for insert into t1 select * from t2
--- accepted
compile plan './test.json' if not exists for insert into t1 select * from t2
--- accepted
compile plan 'file:///foo/bar/test.json' if not exists for insert into t1 select * from t2
--- accepted
compile plan './test.json' for statement set begin insert into t1 select * from t2; insert into t2 select * from t3; end
--- accepted
compile plan './test.json' if not exists for statement set begin insert into t1 select * from t2; insert into t2 select * from t3; end
--- accepted
compile plan 'file:///foo/bar/test.json' if not exists for statement set begin insert into t1 select * from t2; insert into t2 select * from t3; end
--- accepted
compile and execute plan './test.json' for insert into t1 select * from t2
--- accepted
compile and execute plan './test.json' for statement set begin insert into t1 select * from t2; insert into t2 select * from t3; end
--- accepted
compile and execute plan 'file:///foo/bar/test.json' for insert into t1 select * from t2
--- accepted
explain plan for upsert into emps1 values (1, 2)
--- refused: Non-query expression encountered in illegal context
explain plan for json_execution_plan upsert into emps1 values (1, 2)
--- refused: Duplicate EXPLAIN DETAIL is not allowed.
explain changelog_mode,changelog_mode select * from emps
--- accepted
add Jar './test.sql'
--- accepted
add JAR 'file:///path/to/
whatever'
--- accepted
add JAR 'oss://path/helloworld.go'
--- accepted
remove Jar './test.sql'
--- accepted
remove JAR 'file:///path/to/
whatever'
--- accepted
remove JAR 'oss://path/helloworld.go'
--- accepted
show jars
--- accepted
SET 'test-key' = 'test-value'
--- accepted
RESET
--- accepted
RESET 'test-key'
--- refused: Encountered "<EOF>" at line 1, column 18.
analyze table emps
--- accepted
analyze table emps compute statistics
--- refused: Encountered "compute" at line 1, column 30.
analyze table emps partition compute statistics
--- refused: Encountered ")" at line 1, column 30.
analyze table emps partition() compute statistics
--- accepted
analyze table emps partition(x='ab') compute statistics
--- accepted
analyze table emps partition(x='ab', y='bc') compute statistics
--- refused: Encountered "<EOF>" at line 1, column 49.
analyze table emps compute statistics for columns
--- accepted
analyze table emps compute statistics for columns a
--- accepted
analyze table emps compute statistics for columns a, b
--- accepted
analyze table emps compute statistics for all columns
--- accepted
analyze table emps partition(x, y) compute statistics for all columns
--- accepted
analyze table emps partition(x='ab', y) compute statistics for all columns
--- accepted
analyze table emps partition(x, y='cd') compute statistics for all columns
--- refused: Encountered "," at line 1, column 32.
analyze table emps partition(x=, y) compute statistics for all columns
--- refused: Unsupported CREATE OR REPLACE statement for EXPLAIN. The statement must define a query using the AS clause (i.e. CTAS/RTAS statements).
EXPLAIN CREATE TABLE t (id int)
--- accepted
EXPLAIN CREATE TABLE t AS SELECT * FROM b
--- accepted
EXPLAIN CREATE OR REPLACE TABLE t AS SELECT * FROM b
--- accepted
EXPLAIN REPLACE TABLE t AS SELECT * FROM b
--- accepted
CREATE TABLE t AS SELECT * FROM b
--- accepted
CREATE TABLE t WITH ('test' = 'zm') AS SELECT * FROM b
--- refused: Encountered "AS" at line 1, column 58.
CREATE TABLE t (col1 string) WITH ('test' = 'zm') like b AS SELECT col1 FROM b
--- accepted
CREATE TEMPORARY TABLE t (col1 string) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE TABLE t (col1 string) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE TABLE t (watermark FOR col1 AS col1 - interval '3' second) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE TABLE t (PRIMARY KEY (col1) NOT ENFORCED) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE TABLE t (PRIMARY KEY (col1)) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE TABLE t (PRIMARY KEY (col1), PRIMARY KEY (col2) NOT ENFORCED) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE TABLE t (UNIQUE (col1)) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE TABLE t DISTRIBUTED BY(col1) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE TABLE t PARTITIONED BY(col1) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE TABLE t (col1) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "int" at line 1, column 28.
CREATE TABLE t (col1, col2 int) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Columns identifiers without types in the schema are supported on CTAS/RTAS statements only.
CREATE TABLE t (a, h) WITH ('connector' = 'kafka', 'kafka.topic' = 'log.test')
--- refused: Columns identifiers without types in the schema are supported on CTAS/RTAS statements only.
CREATE TABLE t (a, h) WITH ('connector' = 'kafka', 'kafka.topic' = 'log.test') LIKE parent_table
--- accepted
REPLACE TABLE t (col1) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- refused: Encountered "int" at line 1, column 29.
REPLACE TABLE t (col1, col2 int) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
REPLACE TABLE t AS SELECT * FROM b
--- accepted
REPLACE TABLE t WITH ('test' = 'zm') AS SELECT * FROM b
--- accepted
REPLACE TEMPORARY TABLE t (col1 string) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
REPLACE TABLE t (col1 string) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
REPLACE TABLE t (watermark FOR ts AS ts - interval '3' second) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
REPLACE TABLE t (PRIMARY KEY (col1)) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
REPLACE TABLE t (PRIMARY KEY (col1), PRIMARY KEY (col2) NOT ENFORCED) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
REPLACE TABLE t (UNIQUE (col1)) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
REPLACE TABLE t PARTITIONED BY(col1) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
REPLACE TABLE t DISTRIBUTED BY(col1) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE OR REPLACE TABLE t AS SELECT * FROM b
--- accepted
CREATE OR REPLACE TABLE t WITH ('test' = 'zm') AS SELECT * FROM b
--- refused: Encountered "AS" at line 1, column 69.
CREATE OR REPLACE TABLE t (col1 string) WITH ('test' = 'zm') like b AS SELECT col1 FROM b
--- accepted
CREATE OR REPLACE TEMPORARY TABLE t (col1 string) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE OR REPLACE TABLE t (col1 string) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE OR REPLACE TABLE t (watermark FOR ts AS ts - interval '3' second) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE OR REPLACE TABLE t (PRIMARY KEY (col1)) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE OR REPLACE TABLE t (PRIMARY KEY (col1), PRIMARY KEY (col2) NOT ENFORCED) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE OR REPLACE TABLE t (UNIQUE (col1)) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE OR REPLACE TABLE t PARTITIONED BY(col1) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
CREATE OR REPLACE TABLE t DISTRIBUTED BY(col1) WITH ('test' = 'zm') AS SELECT col1 FROM b
--- accepted
show jobs
--- accepted
STOP JOB 'myjob'
--- accepted
STOP JOB 'myjob' WITH SAVEPOINT
--- accepted
STOP JOB 'myjob' WITH SAVEPOINT WITH DRAIN
--- refused: WITH DRAIN could only be used after WITH SAVEPOINT.
STOP JOB 'myjob' WITH DRAIN
--- refused: WITH DRAIN could only be used after WITH SAVEPOINT.
STOP JOB 'myjob' WITH DRAIN WITH SAVEPOINT
--- accepted
DESCRIBE JOB 'myjob'
--- accepted
DESC JOB 'myjob'
--- accepted
truncate table t1
--- accepted
show models
--- accepted
show models from db1
--- accepted
show models from catalog1.db1
--- accepted
show models in db1
--- accepted
show models in catalog1.db1
--- accepted
drop model m1
--- accepted
drop model db1.m1
--- accepted
drop model catalog1.db1.m1
--- accepted
drop temporary model m1
--- accepted
drop temporary model if exists m1
--- accepted
drop model if exists catalog1.db1.m1
--- accepted
alter model m1 set ('key1' = 'value1','key2' = 'value2')
--- accepted
alter model if exists m1 set ('key1' = 'value1','key2' = 'value2')
--- accepted
alter model m1 rename to m2
--- accepted
alter model if exists m1 rename to m2
--- accepted
alter model m1 reset ('key1', 'key2')
--- accepted
alter model if exists m1 reset ('key1', 'key2')
--- accepted
create model m1
 INPUT(col1 INT, col2 STRING)
 OUTPUT(label DOUBLE)
 COMMENT 'model_comment'
 WITH (
  'key1'='value1',
  'key2'='value2'
 )
--- accepted
create model if not exists m1
 INPUT(col1 INT, col2 STRING)
 OUTPUT(label DOUBLE)
 COMMENT 'model_comment'
 WITH (
  'key1'='value1',
  'key2'='value2'
 )
--- accepted
create model m1
 WITH (
  'key1'='value1',
  'key2'='value2'
 ) as select f1, f2 from t1
--- accepted
create model if not exists m1
 WITH (
  'key1'='value1',
  'key2'='value2'
 ) as select f1, f2 from t1
--- accepted
create model if not exists m1
 INPUT(col1 INT, col2 STRING)
 OUTPUT(label DOUBLE)
 WITH (
  'key1'='value1',
  'key2'='value2'
 ) as select f1, f2 from t1
--- accepted
create model if not exists m1
 OUTPUT(label DOUBLE)
 WITH (
  'key1'='value1',
  'key2'='value2'
 ) as select f1, f2 from t1
--- accepted
select * from table(ml_predict(TABLE my_table, MODEL my_model))
--- accepted
select * from func(TABLE my_table, MODEL cat.db.my_model)
--- accepted
select * from table(ml_predict(INPUT => TABLE my_table, model => MODEL my_model))
--- accepted
create connection conn1
 COMMENT 'connection_comment'
 WITH (
  'type'='basic',
  'url'='http://example.com',
  'username'='user1',
  'password'='pass1'
 )
--- accepted
create connection if not exists conn1
 WITH (
  'type'='bearer',
  'token'='my_token'
 )
--- accepted
create temporary connection conn1
 WITH (
  'type'='oauth',
  'client_id'='client1'
 )
--- refused: CREATE SYSTEM CONNECTION is not supported, system connections can only be registered as temporary connections, you can use CREATE TEMPORARY SYSTEM CONNECTION instead.
create system connection conn1
 WITH (
  'type'='basic',
  'url'='http://example.com'
 )
--- accepted
create temporary system connection conn1
 WITH (
  'type'='custom_type',
  'api_key'='key123'
 )
--- accepted
create connection catalog1.db1.conn1
 WITH ('type'='basic', 'url'='http://example.com')
--- accepted
drop connection conn1
--- accepted
drop connection db1.conn1
--- accepted
drop connection catalog1.db1.conn1
--- accepted
drop connection if exists catalog1.db1.conn1
--- accepted
drop temporary connection conn1
--- accepted
drop temporary connection if exists conn1
--- accepted
drop temporary system connection conn1
--- accepted
drop temporary system connection if exists conn1
--- refused: DROP SYSTEM CONNECTION is not supported, system connections can only be dropped as temporary connections, you can use DROP TEMPORARY SYSTEM CONNECTION instead.
drop system connection conn1
--- accepted
alter connection conn1 set ('password' = 'new_password','url' = 'http://new.com')
--- accepted
alter connection catalog1.db1.conn1 set ('token' = 'new_token')
--- accepted
alter connection conn1 rename to conn2
--- accepted
alter connection catalog1.db1.conn1 rename to conn2
--- accepted
alter connection conn1 reset ('password', 'url')
--- accepted
alter connection catalog1.db1.conn1 reset ('token')
--- accepted
alter connection if exists conn1 set ('password' = 'new_password','url' = 'http://new.com')
--- accepted
alter connection if exists conn1 rename to conn2
--- accepted
alter connection if exists conn1 reset ('password', 'url')
--- accepted
show connections
--- accepted
show connections from db1
--- accepted
show connections from catalog1.db1
--- accepted
show connections in db1
--- accepted
show connections in catalog1.db1
--- accepted
show connections like '%conn%'
--- accepted
show connections from db1 like 'my_%'
--- accepted
show connections not like 'temp_%'
--- accepted
show create connection conn1
--- accepted
show create connection catalog1.db1.conn1
--- accepted
describe connection conn1
--- accepted
describe connection catalog1.db1.conn1
--- accepted
describe connection extended conn1
--- accepted
desc connection conn1
--- accepted
desc connection catalog1.db1.conn1
--- accepted
desc connection extended catalog1.db1.conn1
--- refused: Encountered "values" at line 1, column 15.
select 1 from values('x')
--- accepted
select*from unnest(x)
--- accepted
select*from unnest(x) AS T
--- refused: Encountered "unnest" at line 1, column 1.
unnest(x)
--- accepted
select * from dept, lateral unnest(dept.employees)
--- accepted
select * from dept, unnest(dept.employees)
--- accepted
select * from dept,
unnest(dept.employees, dept.managers)
--- accepted
SELECT
  item.name,
  relations.*
FROM dfs.tmp item
JOIN (
  SELECT * FROM UNNEST(item.related) i(rels)
) relations
ON TRUE
--- refused: APPLY operator is not allowed under the current SQL conformance level
select * from dept outer apply ramp(deptno))
--- accepted
CREATE TABLE t (
v variant
)
--- accepted
CREATE TABLE t (
v VARIANT NOT NULL
)
--- accepted
CREATE TABLE t (
bm bitmap
)
--- accepted
CREATE TABLE t (
bm bitmap NOT NULL
)
--- refused: Encountered "(" at line 2, column 10.
CREATE TABLE t (
bm bitmap(1)
)
--- refused: Encountered "bitmap" at line 2, column 1.
CREATE TABLE t (
bitmap INT
)
--- refused: Encountered "STRING" at line 2, column 7.
CREATE MATERIALIZED TABLE tbl1
(a, b STRING)
AS SELECT a, b, h, t m FROM source
--- refused: MATERIALIZED TABLE only supports define interval type FRESHNESS, please refer to the materialized table document.
CREATE MATERIALIZED TABLE tbl1
(
   PRIMARY KEY (a, b)
)
COMMENT 'table comment'
PARTITIONED BY (a, h)
WITH (
  'group.id' = 'latest', 
  'kafka.topic' = 'log.test'
)
FRESHNESS = 123
AS SELECT a, b, h, t m FROM source
--- refused: Encountered "<EOF>" at line 12, column 20.
CREATE MATERIALIZED TABLE tbl1
(
   PRIMARY KEY (a, b)
)
COMMENT 'table comment'
PARTITIONED BY (a, h)
WITH (
  'group.id' = 'latest', 
  'kafka.topic' = 'log.test'
)
FRESHNESS = INTERVAL '3' MINUTE
REFRESH_MODE = FULL
--- refused: CREATE TEMPORARY MATERIALIZED TABLE is not supported.
CREATE TEMPORARY MATERIALIZED TABLE tbl1
(
   PRIMARY KEY (a, b)
)
COMMENT 'table comment'
PARTITIONED BY (a, h)
WITH (
  'group.id' = 'latest', 
  'kafka.topic' = 'log.test'
)
FRESHNESS = INTERVAL '3' MINUTE
AS SELECT a, b, h, t m FROM source
--- refused: REPLACE MATERIALIZED TABLE is not supported.
CREATE OR REPLACE MATERIALIZED TABLE tbl1
(
   PRIMARY KEY (a, b)
)
COMMENT 'table comment'
PARTITIONED BY (a, h)
WITH (
  'group.id' = 'latest', 
  'kafka.topic' = 'log.test'
)
FRESHNESS = INTERVAL '3' MINUTE
AS SELECT a, b, h, t m FROM source
--- accepted
ALTER MATERIALIZED TABLE tb1 SUSPEND
--- refused: Encountered "PARTITION" at line 1, column 38.
ALTER MATERIALIZED TABLE tb1 SUSPEND PARTITION
--- refused: Encountered "<EOF>" at line 1, column 28.
ALTER MATERIALIZED TABLE tb1
--- accepted
ALTER MATERIALIZED TABLE tb1 RESUME
WITH (
  'group.id' = 'testGroup',
  'topic' = 'test'
)
--- accepted
ALTER MATERIALIZED TABLE tb1 RESUME
--- refused: Encountered "PARTITION" at line 1, column 37.
ALTER MATERIALIZED TABLE tb1 RESUME PARTITION
--- accepted
ALTER MATERIALIZED TABLE tbl1 REFRESH
--- accepted
ALTER MATERIALIZED TABLE tbl1 REFRESH 
 PARTITION (part1 = 2023, part2 = 2024)
--- refused: Encountered ")" at line 1, column 49.
ALTER MATERIALIZED TABLE tbl1 REFRESH PARTITION()
--- accepted
ALTER MATERIALIZED TABLE tbl1 SET REFRESH_MODE = FULL
--- accepted
ALTER MATERIALIZED TABLE tbl1 SET REFRESH_MODE = CONTINUOUS
--- refused: Encountered "<EOF>" at line 1, column 46.
ALTER MATERIALIZED TABLE tbl1 SET REFRESH_MODE
--- refused: Encountered "NONE" at line 1, column 50.
ALTER MATERIALIZED TABLE tbl1 SET REFRESH_MODE = NONE
--- accepted
ALTER MATERIALIZED TABLE tbl1 SET FRESHNESS = INTERVAL '1' DAY
--- refused: MATERIALIZED TABLE only supports define interval type FRESHNESS, please refer to the materialized table document.
ALTER MATERIALIZED TABLE tbl1 SET FRESHNESS = INTERVAL 1 DAY
--- refused: Encountered "<EOF>" at line 1, column 43.
ALTER MATERIALIZED TABLE tbl1 SET FRESHNESS
--- accepted
ALTER MATERIALIZED TABLE tbl1 SET (
  'key1' = 'val1',
  'key2' = 'val2'
)
--- accepted
ALTER MATERIALIZED TABLE tbl1 SET ()
--- refused: Encountered "<EOF>" at line 1, column 33.
ALTER MATERIALIZED TABLE tbl1 SET
--- accepted
ALTER MATERIALIZED TABLE tbl1 RESET ('key1', 'key2')
--- accepted
ALTER MATERIALIZED TABLE tbl1 RESET ()
--- refused: Encountered "<EOF>" at line 1, column 35.
ALTER MATERIALIZED TABLE tbl1 RESET
--- accepted
ALTER MATERIALIZED TABLE tbl1 AS SELECT * FROM t
--- refused: Encountered "<EOF>" at line 1, column 51.
ALTER MATERIALIZED TABLE tbl1 AS SELECT * FROM t AS
--- accepted
alter materialized table mt1 add constraint ct1 primary key(a, b)
--- accepted
alter materialized table mt1 add constraint ct1 primary key(a, b) not enforced
--- accepted
alter materialized table mt1 add unique(a, b)
--- accepted
alter materialized table mt1 add new_column array<row(f0 int, f1 bigint)> comment 'new_column docs'
--- accepted
alter materialized table mt1 add (new_row row(f0 int, f1 bigint) comment 'new_column docs', f2 as new_row.f0 + 1)
--- accepted
alter materialized table mt1 add (new_row.f2 array<int>)
--- accepted
alter materialized table mt1 add (new_row.f2 array<int> after new_row.f0)
--- accepted
alter materialized table mt1 add new_column int not null
--- accepted
alter materialized table mt1 add new_column string comment 'new_column docs'
--- accepted
alter materialized table mt1 add new_column string comment 'new_column docs' first
--- accepted
alter materialized table mt1 add new_column string comment 'new_column docs' after id
--- accepted
alter materialized table mt1 add col_int as col_a - col_b after col_b
--- accepted
alter materialized table mt1 add col_int int metadata from 'mk1' virtual comment 'comment_metadata' after col_b
--- accepted
alter materialized table mt1 add watermark for ts as ts
--- accepted
alter materialized table mt1 add watermark for ts as ts - interval '1' second
--- accepted
alter materialized table default_database.mt1 add watermark for ts as ts - interval '1' second
--- accepted
alter materialized table default_catalog.default_database.mt1 add watermark for ts as ts - interval '1' second
--- refused: Multiple WATERMARK declarations are not supported yet.
alter materialized table default_catalog.default_database.mt1 add (
watermark for ts as ts - interval '1' second,
watermark for f1 as now()
)
--- accepted
alter materialized table mt1 modify new_column string comment 'new_column docs'
--- accepted
alter materialized table mt1 modify new_column string comment 'new_column docs' first
--- accepted
alter materialized table mt1 modify new_column string comment 'new_column docs' after id
--- accepted
alter materialized table mt1 modify new_column array<string not null> not null
--- accepted
alter materialized table mt1 modify col_int as col_a - col_b after col_b
--- accepted
alter materialized table mt1 modify col_int int metadata from 'mk1' virtual comment 'comment_metadata' after col_b
--- accepted
alter materialized table mt1 modify row_column.f0 int not null comment 'change nullability'
--- accepted
alter materialized table mt1 modify row_column.f0 int after row_column.f2
--- accepted
alter materialized table mt1 modify watermark for ts as ts
--- accepted
alter materialized table mt1 modify watermark for ts as ts - interval '1' second
--- accepted
alter  materialized table default_database.mt1 modify watermark for ts as ts - interval '1' second
--- accepted
alter materialized table default_catalog.default_database.mt1 modify watermark for ts as ts - interval '1' second
--- refused: Multiple WATERMARK declarations are not supported yet.
alter materialized table default_catalog.default_database.mt1 modify (
watermark for ts as ts - interval '1' second,
watermark for f1 as now()
)
--- accepted
alter materialized table mt1 modify constraint ct1 primary key(a, b) not enforced
--- accepted
alter materialized table mt1 modify unique(a, b)
--- accepted
alter materialized table mt1 modify (
col_int int,
log_ts string comment 'log timestamp string' first,
ts AS to_timestamp(log_ts) after log_ts,
col_meta int metadata from 'mk1' virtual comment 'comment_str' after col_b,
primary key (id) not enforced,
unique(a, b),
watermark for ts as ts - interval '3' second
)
--- accepted
alter materialized table mt1 add distribution by hash(a) into 6 buckets
--- accepted
alter materialized table mt1 add distribution by hash(a, h) into 6 buckets
--- accepted
alter materialized table mt1 add distribution by range(a, h) into 6 buckets
--- refused: Encountered "RANDOM" at line 1, column 50.
alter materialized table mt1 add distribution by RANDOM(a, h) into 6 buckets
--- accepted
alter materialized table mt1 add distribution by (a, h) into 6 buckets
--- accepted
alter materialized table mt1 add distribution by range(a, h)
--- accepted
alter materialized table mt1 add distribution by (a, h)
--- accepted
alter materialized table mt1 drop distribution
--- accepted
alter materialized table mt1 drop primary key
--- accepted
alter materialized table mt1 drop constraint pk_mt
--- accepted
alter materialized table mt1 drop watermark
--- accepted
alter materialized table mt1 drop c1
--- accepted
alter materialized table mt1 drop (c1, c2, c3)
--- accepted
DROP MATERIALIZED TABLE tbl1
--- accepted
DROP MATERIALIZED TABLE IF EXISTS tbl1
--- refused: Encountered "IF" at line 1, column 29.
DROP MATERIALIZED TABLE tb1 IF EXISTS
--- refused: DROP TEMPORARY MATERIALIZED TABLE is not supported.
DROP TEMPORARY MATERIALIZED TABLE tbl1
--- accepted
create materialized table tbl1 start_mode = from_beginning as select * from t
--- accepted
create materialized table tbl1 start_mode = from_now as select * from t
--- accepted
create materialized table tbl1 start_mode = from_now(INTERVAL '1' HOUR) as select * from t
--- accepted
create materialized table tbl1 start_mode = from_timestamp(TIMESTAMP '2023-04-22 21:37:58') as select * from t
--- refused: START_MODE literal must be an interval for FROM_NOW and RESUME_OR_FROM_NOW modes.
create materialized table tbl1 start_mode = from_now(timestamp '2023-04-22 21:37:58') as select * from t
--- refused: Encountered "interval" at line 1, column 70.
create materialized table tbl1 start_mode = resume_or_from_timestamp(interval '2' minutes) as select * from t
--- accepted
show create materialized table mt1
--- accepted
show create materialized table db1.mt1
--- accepted
show create materialized table catalog1.db1.mt1
--- accepted
show create or alter materialized table mt1
--- accepted
show create or alter materialized table db1.mt1
--- accepted
show create or alter materialized table catalog1.db1.mt1
