/** Samples of a job over the last 15 minutes: what REST answers, gathered while somebody looks. */

import { signal, type Signal } from "@preact/signals";
import { behindMs, type JobView } from "./job_view";

export interface Sample {
  readonly atMs: number;
  readonly readPerS: number | undefined;
  readonly pending: number | undefined;
  readonly busy: number | undefined;
  readonly held: number | undefined;
  readonly behindMs: number | undefined;
  readonly memory: number | undefined;
}

export const WINDOW_MS = 15 * 60_000;
const gathered = new Map<string, Signal<readonly Sample[]>>();

export function samplesOf(job: string): Signal<readonly Sample[]> {
  let samples = gathered.get(job);
  if (samples === undefined) {
    samples = signal([]);
    gathered.set(job, samples);
  }
  return samples;
}

const greatest = (values: readonly (number | undefined)[]): number | undefined => {
  const numbers = values.filter((value) => value !== undefined);
  return numbers.length === 0 ? undefined : Math.max(...numbers);
};

export function sampleOf(view: JobView): Sample {
  const sources = view.vertices.filter((vertex) => vertex.inputs.length === 0);
  const subtasks = view.vertices.flatMap((vertex) => vertex.subtasks);
  const known = (values: readonly (number | undefined)[]): number | undefined => {
    const numbers = values.filter((value) => value !== undefined);
    return numbers.length === 0 ? undefined : numbers.reduce((sum, value) => sum + value, 0);
  };
  return {
    atMs: view.nowMs,
    readPerS: known(sources.map((vertex) => vertex.inPerS)),
    pending: known(sources.map((vertex) => vertex.pending)),
    busy: greatest(subtasks.map((one) => one.split?.busy)),
    held: greatest(sources.flatMap((vertex) => vertex.subtasks.map((one) => one.split?.held))),
    behindMs: behindMs(subtasks, view.nowMs),
    memory: greatest(subtasks.map((one) => one.memory)),
  };
}

/** Adds a sample, unless it is that of the last answer again. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last !== undefined && sample.atMs <= last.atMs) return samples;
  return [...samples.filter((one) => one.atMs > sample.atMs - WINDOW_MS), sample];
}
