import { expect, test } from "vitest";
import { isAtLeast, logLines } from "./log_lines";

const LOG = `2026-11-19T13:01:16.084Z ERROR pyrite.driver: job 'order totals' failed: ValueError
      in operator 'prices'
    ValueError
2026-11-19T13:01:16.090Z INFO  pyrite.driver: job has ended: FAILED
26/11/19 13:01:17 WARN TaskSetManager: Lost task 1.0 in stage 4.0
`;

test("lines without a time belong to the line before", () => {
  const lines = logLines(LOG);
  expect(lines.map(({ level, task }) => [level, task])).toEqual([
    ["ERROR", "pyrite.driver"],
    ["INFO", "pyrite.driver"],
    ["WARN", "TaskSetManager"],
  ]);
  expect(lines[0]?.text).toBe("job 'order totals' failed: ValueError\n      in operator 'prices'\n    ValueError");
  expect(lines[0]?.atMs).toBe(Date.UTC(2026, 10, 19, 13, 1, 16, 84));
});

test("a level selects it and what is worse", () => {
  expect(logLines(LOG).filter((line) => isAtLeast(line, "WARN")).length).toBe(2);
});

test("text without times is shown as it is", () => {
  expect(logLines("hello\nworld")).toEqual([{ number: 0, atMs: 0, level: "", task: "", text: "hello\nworld" }]);
});
