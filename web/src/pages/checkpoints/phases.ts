/** The parts of a checkpoint by subtask: where its time went. */

import type { SubtaskCheckpoint } from "../../rest/types";

/** Milliseconds since the trigger, and the length of each phase. */
export interface Part {
  readonly vertex: string;
  readonly vertexName: string;
  readonly index: number;
  readonly parallelism: number;
  readonly delayMs: number;
  readonly alignMs: number;
  readonly syncMs: number;
  readonly asyncMs: number;
  readonly doneMs: number;
  readonly stateBytes: number;
}

export const PHASES = ["start delay", "alignment", "sync", "async"] as const;

export function partOf(
  one: SubtaskCheckpoint,
  vertex: { id: string; name: string; parallelism: number },
): Part | undefined {
  if (one.end_to_end_duration === undefined) return undefined;
  return {
    vertex: vertex.id,
    vertexName: vertex.name,
    index: one.index,
    parallelism: vertex.parallelism,
    delayMs: Math.max(0, one.start_delay ?? 0),
    alignMs: Math.max(0, one.alignment?.duration ?? 0),
    syncMs: one.checkpoint?.sync ?? 0,
    asyncMs: one.checkpoint?.async ?? 0,
    doneMs: one.end_to_end_duration,
    stateBytes: one.state_size ?? 0,
  };
}

export function phasesOf(part: Part): readonly [number, number, number, number] {
  return [part.delayMs, part.alignMs, part.syncMs, part.asyncMs];
}

/** The phase that took the longest, and how long. */
export function longestPhase(part: Part): readonly [(typeof PHASES)[number], number] {
  const phases = phasesOf(part);
  const place = phases.reduce((most, ms, index) => (ms > (phases[most] ?? 0) ? index : most), 0);
  return [PHASES[place] ?? "async", phases[place] ?? 0];
}

export function slowest(parts: readonly Part[]): Part | undefined {
  return parts.reduce<Part | undefined>((most, one) => (one.doneMs > (most?.doneMs ?? -1) ? one : most), undefined);
}

/** The middle one of the durations; undefined without any. */
export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** A checkpoint is slow from three times the median of the others and one second on. */
export function isSlow(tookMs: number, usualMs: number | undefined): boolean {
  return usualMs !== undefined && tookMs >= 1000 && tookMs >= 3 * usualMs;
}

/** Round ticks of an axis: at most six. */
export function ticks(lengthMs: number): number[] {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, lengthMs / 5)));
  const step = ([1, 2, 5, 10].find((one) => one * size * 6 > lengthMs) ?? 10) * size;
  return Array.from({ length: Math.floor(lengthMs / step) + 1 }, (_, index) => index * step);
}
