import { expect, test } from "vitest";
import { isSlow, longestPhase, median, partOf, slowest, ticks, type Part } from "./phases";

const VERTEX = { id: "b", name: "enrich", parallelism: 4 };
const subtask = (index: number, delay: number, took: number) => ({
  className: "completed",
  index,
  status: "completed",
  end_to_end_duration: took,
  start_delay: delay,
  state_size: 10,
  alignment: { buffered: 0, processed: -1, persisted: 0, duration: 40 },
  checkpoint: { sync: 2, async: 45 },
});

test("a part that is not there yet has no phases, and the slowest one names its longest phase", () => {
  const parts = [subtask(0, 80, 200), subtask(2, 8310, 9420)].map((one) => partOf(one, VERTEX)) as Part[];
  const worst = slowest(parts);
  expect(partOf({ className: "pending", index: 1, status: "pending_or_failed" }, VERTEX)).toBeUndefined();
  expect([worst?.index, longestPhase(worst as Part)]).toEqual([2, ["start delay", 8310]]);
});

test("slow is three times the usual, and a second at least", () => {
  const usual = median([860, 900, 9000, 840]);
  expect([usual, isSlow(9420, usual), isSlow(2000, usual), isSlow(900, 20), isSlow(9000, undefined)]).toEqual([
    860,
    true,
    false,
    false,
    false,
  ]);
});

test("an axis has few round ticks", () => {
  expect([ticks(9600), ticks(12), ticks(740)]).toEqual([
    [0, 2000, 4000, 6000, 8000],
    [0, 5, 10],
    [0, 200, 400, 600],
  ]);
});
