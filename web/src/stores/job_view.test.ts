import { expect, test } from "vitest";
import type { JobDetails, SubtaskColumns } from "../rest/types";
import { behindMs, bottleneck, jobView, vertexName } from "./job_view";

const vertex = (id: string, name: string, parallelism = 2) => ({ id, name, parallelism, status: "RUNNING" });
const details = {
  now: 100_000,
  vertices: [vertex("a", "Source: transactions"), vertex("b", "enrich"), vertex("c", "Sink: scores", 1)],
  plan: {
    nodes: [
      { id: "c", inputs: [{ num: 0, id: "b", ship_strategy: "REBALANCE" }] },
      { id: "b", inputs: [{ num: 0, id: "a", ship_strategy: "HASH" }] },
      { id: "a" },
    ],
  },
} as unknown as JobDetails;
const columns = {
  now: 100_000,
  vertices: {
    a: { busyTimeMsPerSecond: [10, 20], backPressuredTimeMsPerSecond: [980, 970], pendingRecords: [7, -1] },
    b: {
      busyTimeMsPerSecond: [980, 40],
      backPressuredTimeMsPerSecond: [5, 0],
      numRecordsInPerSecond: [30, null],
      currentInputWatermark: [58_000, -9223372036854775808],
    },
  },
} as unknown as SubtaskColumns;

test("the bottleneck is busy and holds others back", () => {
  const view = jobView(details, columns);
  expect(bottleneck(view)?.name).toBe("enrich");
  expect([view.vertices[1]?.busiest?.index, view.vertices[0]?.pending, view.vertices[1]?.inPerS]).toEqual([0, 7, 30]);
});

test("what is not reported is missing", () => {
  const view = jobView(details, undefined);
  expect([bottleneck(view), view.vertices[0]?.mean, view.vertices[2]?.outPerS]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("event time is behind by the slowest watermark that there is", () => {
  const view = jobView(details, columns);
  expect([behindMs(view.vertices[1]?.subtasks ?? [], 100_000), behindMs(view.vertices[0]?.subtasks ?? [], 1)]).toEqual([
    42_000,
    undefined,
  ]);
});

test("a vertex has the names of its operators, without their kinds", () => {
  expect([vertexName("Source: a -> Map"), vertexName("Calc -> Sink: b")]).toEqual(["a → Map", "Calc → b"]);
});
