"""Record what java.util.regex matches, for tests/expressions/java_patterns.json.

Run inside an environment that holds apache-flink, of which only its Java is used:

    python record_patterns.py ../../tests/expressions/java_patterns.json

The file is question and answer in one: a list of texts, and for each pattern its matches in each text with their
groups, or null if Java does not compile it. Add a pattern with an empty list, and run the script.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from pyflink.java_gateway import get_gateway


def matches(pattern: str, texts: list[str]) -> Any:
    """A list for each text: the groups of each match, the whole of it first."""
    try:
        compiled = get_gateway().jvm.java.util.regex.Pattern.compile(pattern)
    except Exception:
        return None
    answers = []
    for text in texts:
        matcher, parts = compiled.matcher(text), []
        while matcher.find():
            parts.append([matcher.group(index) for index in range(matcher.groupCount() + 1)])
        answers.append(parts)
    return answers


def main(path: str) -> None:
    with open(path) as file:
        recorded = json.load(file)
    answers = {pattern: matches(pattern, recorded["texts"]) for pattern in recorded["matches"]}
    lines = [f"  {json.dumps(pattern)}: {json.dumps(answer)}" for pattern, answer in answers.items()]
    with open(path, "w") as file:
        file.write(f'{{"texts": {json.dumps(recorded["texts"])},\n"matches": {{\n' + ",\n".join(lines) + "\n}}\n")


if __name__ == "__main__":
    main(sys.argv[1])
