/** The three answers of a job, from what REST says now. */

import { duration, plural, share, subtaskName, span } from "../../format/numbers";
import { ago, clock } from "../../format/times";
import { hasEnded } from "../../parts/states";
import type { CheckpointingStatistics, JobDetails, RootException } from "../../rest/types";
import { failureText } from "../failures/failure_text";
import { behindMs, bottleneck, type JobView } from "../../stores/job_view";

export interface Answer {
  readonly severity: "ok" | "info" | "warn" | "bad";
  readonly question: string;
  readonly words: string;
  readonly detail: string;
}

export function slowAnswer(details: JobDetails, view: JobView): Answer {
  if (hasEnded(details.state)) {
    return {
      severity: "info",
      question: "Why was it slow?",
      words: "It has ended",
      detail: `ran ${span(details.duration)}`,
    };
  }
  const question = "Why is it slow?";
  const hot = bottleneck(view);
  const behind = behindMs(
    view.vertices.flatMap((vertex) => vertex.subtasks),
    view.nowMs,
  );
  const late = behind === undefined ? "" : `; event time is ${span(behind)} behind`;
  if (hot?.busiest !== undefined) {
    const name = `${hot.name} ${subtaskName(hot.busiest.index, hot.parallelism)}`;
    return {
      severity: "warn",
      question,
      words: `${name} holds others back`,
      detail: `busy ${share(hot.busiest.split?.busy)}${late}`,
    };
  }
  const busiest = [...view.vertices].sort(
    (one, other) => (other.busiest?.split?.busy ?? -1) - (one.busiest?.split?.busy ?? -1),
  )[0];
  if (busiest?.busiest?.split === undefined) {
    return { severity: "info", question, words: "Nothing is measured yet", detail: "its tasks have not reported" };
  }
  const detail = `${busiest.name} is the busiest: ${share(busiest.busiest.split.busy)}${late}`;
  return { severity: "ok", question, words: "Nothing holds it back", detail };
}

export function failAnswer(
  details: JobDetails,
  failures: readonly RootException[],
  restarts: number,
  nowMs: number,
): Answer {
  const question = "Why did it fail?";
  const last = failures[0];
  if (details.state === "FAILED") {
    const text = last === undefined ? undefined : failureText(last.stacktrace);
    const words = text?.cause || "It recorded no cause";
    const detail = text?.record ? `on ${text.record}` : (text?.operator ?? "");
    return {
      severity: "bad",
      question,
      words,
      detail: failures.length > 1 ? `${failures.length} failures; ${detail}` : detail,
    };
  }
  if (last === undefined) {
    return {
      severity: "ok",
      question,
      words: `It has not, in ${span(details.duration)}`,
      detail: plural(restarts, "restart"),
    };
  }
  const isUp = details.state === "RUNNING";
  return {
    severity: isUp ? "info" : "warn",
    question,
    words: isUp ? `It runs; ${plural(restarts, "restart")}` : "It is down, and restarts",
    detail: `${clock(last.timestamp)} (${ago(last.timestamp, nowMs)}): ${firstLine(last)}`,
  };
}

function firstLine(failure: RootException): string {
  return failureText(failure.stacktrace).cause;
}

export function stopAnswer(
  details: JobDetails,
  checkpoints: CheckpointingStatistics | undefined,
  nowMs: number,
): Answer {
  const last = checkpoints?.latest.completed ?? checkpoints?.latest.savepoint ?? undefined; // null: there is none
  const words = (text: string): string => (last === undefined ? text : `${text}; checkpoint ${last.id} is whole`);
  if (hasEnded(details.state)) {
    const question = "Is it safe to start again?";
    if (last === undefined)
      return { severity: "info", question, words: "With empty state", detail: "it left no checkpoint" };
    return {
      severity: "info",
      question,
      words: `Checkpoint ${last.id} is whole`,
      detail: `of ${clock(last.trigger_timestamp)}`,
    };
  }
  const question = "Is it safe to stop?";
  if (last === undefined) {
    return {
      severity: "info",
      question,
      words: "With a savepoint",
      detail: "it has no checkpoint yet: cancel loses all state",
    };
  }
  const took = `the last one took ${duration(last.end_to_end_duration)}, ${ago(last.latest_ack_timestamp, nowMs)}`;
  return {
    severity: "ok",
    question,
    words: "With a savepoint",
    detail: words(took).replace(/; checkpoint \d+ is whole$/, ""),
  };
}
