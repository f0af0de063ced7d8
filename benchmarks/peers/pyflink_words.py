"""A word count of five lines: what benchmarks/programs/words.py does, on PyFlink."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
pair = Types.TUPLE([Types.STRING(), Types.INT()])
words = env.from_collection(["to be or not to be", "that is the question"]).flat_map(str.split, Types.STRING())
counted = words.map(lambda word: (word, 1), pair).key_by(lambda pair: pair[0], Types.STRING())
counted.reduce(lambda a, b: (a[0], a[1] + b[1])).print()
env.execute()
