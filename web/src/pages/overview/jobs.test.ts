import { expect, test } from "vitest";
import { filterOf, matches, rowsOf, severity, troubled, type JobRow } from "./jobs";

const row = (name: string, state: string, more: Partial<JobRow> = {}): JobRow => ({
  id: "5f0c2a9b",
  name,
  state,
  startMs: 1000,
  endMs: -1,
  tasks: 1,
  restarts: 0,
  cause: "",
  waitsFor: "",
  recordsPerS: undefined,
  pending: undefined,
  busiest: "",
  busy: undefined,
  checkpointMs: undefined,
  checkpointTookMs: undefined,
  ...more,
});

test("the worst job is first, of equal ones the last that started", () => {
  const rows = [row("a", "FINISHED"), row("b", "RUNNING"), row("c", "FAILED"), row("d", "RUNNING", { startMs: 2000 })];
  rows.sort((one, other) => severity(other) - severity(one));
  expect(rows.map(({ name }) => name).join("")).toBe("cdba");
});

test("a filter and words select jobs, and an unknown filter selects all", () => {
  const rows = [row("orders", "RUNNING"), row("clicks", "FAILED"), row("orders of March", "CANCELED")];
  const names = (filter: string, words: string): string[] =>
    rows.filter((one) => matches(one, filterOf(filter), words)).map(({ name }) => name);
  expect([names("ended", "ORD"), names("failed", ""), names("nonsense", "5f0c").length]).toEqual([
    ["orders of March"],
    ["clicks"],
    3,
  ]);
});

test("jobs that failed today and jobs that restart need somebody", () => {
  const now = 10 * 86_400_000;
  const rows = [
    row("old", "FAILED", { endMs: now - 90_000_000 }),
    row("new", "FAILED", { endMs: now - 1000 }),
    row("again", "RESTARTING"),
    row("fine", "RUNNING"),
  ];
  expect(troubled(rows, now).map(({ name }) => name)).toEqual(["new", "again"]);
});

test("a row joins the list and the figures by id, and a job without figures has none", () => {
  const overview = { jid: "1", name: "words", state: "RUNNING", "start-time": 5, "end-time": -1, tasks: { total: 4 } };
  const [joined] = rowsOf(
    [overview as never],
    [{ jid: "1", restarts: 2, cause: "a\nb", "waits-for": "", figures: { busy: "NaN" } } as never],
  );
  const [alone] = rowsOf([overview as never], []);
  expect([joined?.restarts, joined?.cause, joined?.tasks, alone?.restarts, joined?.busy]).toEqual([
    2,
    "a",
    4,
    0,
    undefined,
  ]);
});
