-- Functions of my_functions.py, which is beside this script: pyrite run examples/sql/python_function.sql
SET 'execution.runtime-mode' = 'BATCH';
SET 'parallelism.default' = '1';
CREATE TEMPORARY FUNCTION shout AS 'my_functions.shout' LANGUAGE PYTHON;
CREATE TEMPORARY SYSTEM FUNCTION words AS 'my_functions.words' LANGUAGE PYTHON;

SELECT shout(word) AS word, letters
FROM (VALUES ('to be'), ('or not')) AS t (line), LATERAL TABLE(words(line)) AS w (word, letters);
