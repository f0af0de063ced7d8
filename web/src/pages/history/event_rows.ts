/** Events of a job as rows of its history, and as marks on the axis of its charts. */

import { href } from "../../address";
import type { Glyph } from "../../parts/icons";
import type { JobEventInfo } from "../../rest/types";
import type { Mark } from "../job/charts";

type Look = readonly [Glyph, string];
const LOOKS: Record<string, Look> = {
  SUBMITTED: ["up", "info"],
  DRIVER_STARTED: ["plug", "muted"],
  DRIVER_DIED: ["bad", "bad"],
  ATTEMPT_STARTED: ["play", "ok"],
  ATTEMPT_FAILED: ["bad", "bad"],
  RESTARTING: ["restart", "warn"],
  RESTART_REFUSED: ["bad", "bad"],
  RESCALED: ["rescale", "info"],
  SAVEPOINT: ["savepoint", "info"],
  ENDED: ["done", "quiet"],
};

export type Kind = "all" | "failures" | "people";
const FAILURES = new Set(["ATTEMPT_FAILED", "DRIVER_DIED", "RESTARTING", "RESTART_REFUSED"]);

export function lookOf(event: JobEventInfo): Look {
  if (event.kind === "ENDED" && event.details["status"] === "FAILED") return ["bad", "bad"];
  return LOOKS[event.kind] ?? ["info", "muted"];
}

/** Whether a person has asked for it, not the program or a strategy. */
export function isByPeople(event: JobEventInfo): boolean {
  return /^(REST|the command line)/.test(event["requested-by"]);
}

export function isOfKind(event: JobEventInfo, kind: Kind): boolean {
  if (kind === "failures")
    return FAILURES.has(event.kind) || (event.kind === "ENDED" && event.details["status"] === "FAILED");
  return kind === "all" || isByPeople(event);
}

const MOST_MARKS = 10;
const MARK_WORDS: Record<string, string> = {
  ATTEMPT_FAILED: "failure",
  DRIVER_DIED: "driver died",
  RESCALED: "rescale",
  SAVEPOINT: "savepoint",
};

/** At most ten, each a link into the history. */
export function marksOf(jobId: string, events: readonly JobEventInfo[]): Mark[] {
  return events
    .filter((event) => event.kind in MARK_WORDS)
    .slice(-MOST_MARKS)
    .map((event) => {
      const [glyph, tone] = lookOf(event);
      return {
        atMs: event.timestamp,
        glyph: event.kind === "ATTEMPT_FAILED" ? "restart" : glyph,
        tone,
        words: MARK_WORDS[event.kind] ?? "",
        to: href(["jobs", jobId, "history"]),
      };
    });
}
