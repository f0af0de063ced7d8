/** The rows of the list of jobs: what REST says of each, in one value. */

import { hasEnded, isRunning } from "../../parts/states";
import { numberOf } from "../../format/numbers";
import type { FiguresOfJob, JobOverview } from "../../rest/types";

export interface JobRow {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly tasks: number;
  readonly restarts: number;
  readonly cause: string;
  readonly waitsFor: string;
  readonly recordsPerS: number | undefined;
  readonly pending: number | undefined;
  readonly busiest: string;
  readonly busy: number | undefined;
  readonly checkpointMs: number | undefined;
  readonly checkpointTookMs: number | undefined;
}

export type Filter = "all" | "running" | "failed" | "ended";
const FILTERS: Record<Filter, (row: JobRow) => boolean> = {
  all: () => true,
  running: (row) => isRunning(row.state),
  failed: (row) => row.state === "FAILED",
  ended: (row) => hasEnded(row.state) && row.state !== "FAILED",
};

export function filterOf(text: string | undefined): Filter {
  return text !== undefined && text in FILTERS ? (text as Filter) : "all";
}

export function matches(row: JobRow, filter: Filter, words: string): boolean {
  return FILTERS[filter](row) && `${row.name} ${row.id}`.toLowerCase().includes(words.toLowerCase());
}

export function rowsOf(jobs: readonly JobOverview[], figures: readonly FiguresOfJob[]): JobRow[] {
  const byId = new Map(figures.map((one) => [one.jid, one]));
  return jobs.map((one) => {
    const own = byId.get(one.jid);
    return {
      id: one.jid,
      name: one.name,
      state: one.state,
      startMs: one["start-time"],
      endMs: one["end-time"],
      tasks: one.tasks["total"] ?? 0,
      restarts: own?.restarts ?? 0,
      cause: (own?.cause ?? "").split("\n")[0] ?? "",
      waitsFor: own?.["waits-for"] ?? "",
      recordsPerS: numberOf(own?.figures.records_per_s),
      pending: numberOf(own?.figures.pending_records),
      busiest: own?.figures.busiest_task ?? "",
      busy: numberOf(own?.figures.busy),
      checkpointMs: numberOf(own?.figures.checkpoint_ms),
      checkpointTookMs: numberOf(own?.figures.checkpoint_took_ms),
    };
  });
}

const WORST_FIRST = [
  "FAILED",
  "FAILING",
  "RESTARTING",
  "RECONCILING",
  "RUNNING",
  "CREATED",
  "INITIALIZING",
  "CANCELLING",
];

/** Greater is worse; of two in the same state the one that started later. */
export function severity(row: JobRow): number {
  const place = WORST_FIRST.indexOf(row.state);
  return (place < 0 ? 0 : WORST_FIRST.length - place) * 1e13 + row.startMs;
}

const TODAY_MS = 24 * 3_600_000;

/** Jobs whose state alone says that somebody is needed. */
export function troubled(rows: readonly JobRow[], nowMs: number): JobRow[] {
  const isTroubled = (row: JobRow): boolean =>
    ["FAILING", "RESTARTING"].includes(row.state) || (row.state === "FAILED" && nowMs - row.endMs < TODAY_MS);
  return rows.filter(isTroubled).sort((one, other) => severity(other) - severity(one));
}
