/** Long operations on a job: each begins with a request, and its outcome is looked up by the id that REST answers. */

import { signal, type Signal } from "@preact/signals";
import { loop } from "../../live/loop";
import { change, read, RestProblem } from "../../rest/client";
import type { QueueStatus, Throwable } from "../../rest/types";

export type Phase = "ready" | "running" | "done" | "failed";

export interface Operation {
  readonly phase: Signal<Phase>;
  /** What it has produced, or why it failed. */
  readonly words: Signal<string>;
  readonly startedMs: Signal<number>;
  readonly tookMs: Signal<number>;
  run(work: () => Promise<string>): Promise<void>;
}

export function makeOperation(): Operation {
  const phase = signal<Phase>("ready");
  const words = signal("");
  const startedMs = signal(0);
  const tookMs = signal(0);
  const run = async (work: () => Promise<string>): Promise<void> => {
    phase.value = "running";
    startedMs.value = Date.now();
    try {
      words.value = await work();
      phase.value = "done";
    } catch (error) {
      words.value =
        error instanceof RestProblem ? error.errors.join("\n") : `The JobManager does not answer: ${String(error)}`;
      phase.value = "failed";
    }
    tookMs.value = Date.now() - startedMs.value;
    loop.refresh();
  };
  return { phase, words, startedMs, tookMs, run };
}

const POLL_MS = 400;

/** Asks until the operation has ended. A JobManager that is away for a while is asked again. */
async function outcome<T>(look: () => Promise<{ status: QueueStatus; operation: T | null }>): Promise<T | null> {
  for (;;) {
    try {
      const { status, operation } = await look();
      if (status.id === "COMPLETED") return operation;
    } catch (error) {
      if (error instanceof RestProblem) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function raise(failure: Throwable | undefined): void {
  if (failure !== undefined) throw new RestProblem(200, [failure["stack-trace"].split("\n")[0] ?? failure.class]);
}

async function savepointOutcome(jobid: string, triggerid: string): Promise<string> {
  const result = await outcome(() => read("/jobs/{jobid}/savepoints/{triggerid}", { jobid, triggerid }));
  raise(result?.["failure-cause"]);
  return result?.location ?? "";
}

export async function takeSavepoint(jobid: string, folder: string, isCancel = false): Promise<string> {
  const body = { ...(folder === "" ? {} : { "target-directory": folder }), "cancel-job": isCancel };
  const begun = await change("POST /jobs/{jobid}/savepoints", { jobid }, body);
  return savepointOutcome(jobid, begun["request-id"]);
}

export async function stop(jobid: string, folder: string, isDrained: boolean): Promise<string> {
  const body = { ...(folder === "" ? {} : { targetDirectory: folder }), drain: isDrained };
  const begun = await change("POST /jobs/{jobid}/stop", { jobid }, body);
  return savepointOutcome(jobid, begun["request-id"]);
}

export async function cancel(jobid: string): Promise<string> {
  await change("PATCH /jobs/{jobid}", { jobid }, undefined, { mode: "cancel" });
  return "";
}

export async function takeCheckpoint(jobid: string): Promise<string> {
  const begun = await change("POST /jobs/{jobid}/checkpoints", { jobid }, {});
  const triggerid = begun["request-id"];
  const result = await outcome(() => read("/jobs/{jobid}/checkpoints/{triggerid}", { jobid, triggerid }));
  raise(result?.failureCause);
  return String(result?.checkpointId ?? "");
}

export async function rescale(jobid: string, parallelism: number): Promise<string> {
  const begun = await change("PATCH /jobs/{jobid}/rescaling", { jobid }, undefined, { parallelism });
  const triggerid = begun["request-id"];
  const result = await outcome(() => read("/jobs/{jobid}/rescaling/{triggerid}", { jobid, triggerid }));
  raise(result?.["failure-cause"]);
  return `parallelism ${result?.parallelism ?? parallelism}, resumed from checkpoint ${result?.["checkpoint-id"] ?? "–"}, paused ${result?.["pause-ms"] ?? "–"} ms`;
}
