"""Counts the words of text files, and writes the counts to files that appear whole.

Run it with: pyrite run examples/batch/file_word_count.py --input LICENSE --output counts
"""

from __future__ import annotations

import argparse
import re

from pyrite.common import Encoder, Types, WatermarkStrategy
from pyrite.datastream import RuntimeExecutionMode, StreamExecutionEnvironment
from pyrite.datastream.connectors.file_system import (
    BucketAssigner,
    FileSink,
    FileSource,
    OutputFileConfig,
    RollingPolicy,
    StreamFormat,
)


def words(line: str) -> list[str]:
    return re.findall(r"\w+", line.lower())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--input", required=True, help="a file, a folder, or a path with wildcards")
    parser.add_argument("--output", required=True, help="a folder")
    options = parser.parse_args()

    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_runtime_mode(RuntimeExecutionMode.BATCH)
    lines = env.from_source(
        FileSource.for_record_stream_format(StreamFormat.text_line_format(), options.input)
        .process_static_file_set()
        .build(),
        WatermarkStrategy.for_monotonous_timestamps(),
        "files",
    )
    counts = lines.flat_map(words).map(lambda word: (word, 1)).key_by(lambda pair: pair[0]).sum(1)
    counts.map(lambda pair: f"{pair[0]} {pair[1]}", Types.STRING()).sink_to(
        FileSink.for_row_format(options.output, Encoder.simple_string_encoder())
        .with_output_file_config(
            OutputFileConfig.builder().with_part_prefix("counts").with_part_suffix(".txt").build()
        )
        .with_bucket_assigner(BucketAssigner.base_path_bucket_assigner())
        .with_rolling_policy(RollingPolicy.default_rolling_policy())
        .build()
    )
    env.execute("word count of files")


if __name__ == "__main__":
    main()
