"""A word count of five lines, for `hello_world`."""

from pyrite.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
words = env.from_collection(["to be or not to be", "that is the question"]).flat_map(str.split)
words.map(lambda word: (word, 1)).key_by(lambda pair: pair[0]).reduce(lambda a, b: (a[0], a[1] + b[1])).print()
env.execute()
