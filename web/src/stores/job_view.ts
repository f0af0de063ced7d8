/** A job as the page shows it: its plan, and what its subtasks report, in one value. */

import { amountOf, numberOf } from "../format/numbers";
import { BUSY_LIMIT, HELD_LIMIT, type TimeSplit } from "../parts/time_bars";
import type { JobDetails, SubtaskColumns } from "../rest/types";

export const METRICS = [
  "busyTimeMsPerSecond",
  "backPressuredTimeMsPerSecond",
  "numRecordsInPerSecond",
  "numRecordsOutPerSecond",
  "currentInputWatermark",
  "pendingRecords",
  "memoryUsed",
  "currentStepTimeMs",
  "currentStepPlace",
  "isIdle",
] as const;
type MetricName = (typeof METRICS)[number];

export interface Subtask {
  readonly index: number;
  readonly split: TimeSplit | undefined;
  readonly inPerS: number | undefined;
  readonly watermarkMs: number | undefined;
  readonly memory: number | undefined;
  readonly stepMs: number | undefined;
  readonly stepPlace: string;
}

export interface Input {
  readonly from: string;
  readonly how: string;
}

export interface Vertex {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly parallelism: number;
  readonly inputs: readonly Input[];
  readonly subtasks: readonly Subtask[];
  readonly inPerS: number | undefined;
  readonly outPerS: number | undefined;
  readonly pending: number | undefined;
  /** The subtask with the greatest share of busy time. */
  readonly busiest: Subtask | undefined;
  /** The mean over all subtasks. */
  readonly mean: TimeSplit | undefined;
}

export interface JobView {
  readonly vertices: readonly Vertex[];
  readonly nowMs: number;
}

// Flink's least and greatest watermark: no watermark yet, and the end of the input.
const LEAST_WATERMARK = -9_200_000_000_000_000_000;
const END_OF_TIME = 9_200_000_000_000_000_000;

export function vertexName(name: string): string {
  return name
    .replace(/^(Source|Sink): /, "")
    .replaceAll(" -> Sink: ", " → ")
    .replaceAll(" -> ", " → ");
}

function total(values: readonly (number | undefined)[]): number | undefined {
  const numbers = values.filter((value) => value !== undefined);
  return numbers.length === 0 ? undefined : numbers.reduce((sum, value) => sum + value, 0);
}

export function jobView(details: JobDetails, columns: SubtaskColumns | undefined): JobView {
  const inputs = new Map(
    details.plan.nodes.map((node) => [
      node.id,
      (node.inputs ?? []).map((one) => ({ from: one.id, how: one.ship_strategy.toLowerCase() })),
    ]),
  );
  const vertices = details.vertices.map((vertex) => {
    const own = (columns?.vertices[vertex.id] ?? {}) as Partial<Record<MetricName, unknown[]>>;
    const at = (metric: MetricName, index: number): unknown => own[metric]?.[index];
    const subtasks = Array.from({ length: vertex.parallelism }, (_, index) =>
      subtaskOf(index, (name) => at(name, index)),
    );
    const splits = subtasks.map((one) => one.split).filter((one) => one !== undefined);
    return {
      id: vertex.id,
      name: vertexName(vertex.name),
      status: vertex.status,
      parallelism: vertex.parallelism,
      inputs: inputs.get(vertex.id) ?? [],
      subtasks,
      inPerS: total(subtasks.map((one) => one.inPerS)),
      outPerS: total(
        Array.from({ length: vertex.parallelism }, (_, index) => numberOf(at("numRecordsOutPerSecond", index))),
      ),
      pending: total(Array.from({ length: vertex.parallelism }, (_, index) => amountOf(at("pendingRecords", index)))),
      busiest: subtasks.reduce<Subtask | undefined>(
        (most, one) => ((one.split?.busy ?? -1) > (most?.split?.busy ?? -1) ? one : most),
        undefined,
      ),
      mean:
        splits.length === 0
          ? undefined
          : {
              busy: splits.reduce((sum, one) => sum + one.busy, 0) / splits.length,
              held: splits.reduce((sum, one) => sum + one.held, 0) / splits.length,
            },
    };
  });
  return { vertices, nowMs: columns?.now ?? details.now };
}

function subtaskOf(index: number, metric: (name: MetricName) => unknown): Subtask {
  const busy = numberOf(metric("busyTimeMsPerSecond"));
  const held = numberOf(metric("backPressuredTimeMsPerSecond"));
  const watermark = numberOf(metric("currentInputWatermark"));
  const isTime = watermark !== undefined && watermark > LEAST_WATERMARK && watermark < END_OF_TIME;
  const place = metric("currentStepPlace");
  return {
    index,
    split: busy === undefined ? undefined : { busy: busy / 1000, held: (held ?? 0) / 1000 },
    inPerS: numberOf(metric("numRecordsInPerSecond")),
    watermarkMs: isTime && metric("isIdle") !== true ? watermark : undefined,
    memory: amountOf(metric("memoryUsed")),
    stepMs: amountOf(metric("currentStepTimeMs")),
    stepPlace: typeof place === "string" ? place : "",
  };
}

/** How far the slowest watermark of these subtasks is behind the clock. */
export function behindMs(subtasks: readonly Subtask[], nowMs: number): number | undefined {
  const watermarks = subtasks.map((one) => one.watermarkMs).filter((one) => one !== undefined);
  return watermarks.length === 0 ? undefined : Math.max(0, nowMs - Math.min(...watermarks));
}

export function isBusy(vertex: Vertex): boolean {
  return (vertex.busiest?.split?.busy ?? 0) >= BUSY_LIMIT;
}

export function isHeld(vertex: Vertex): boolean {
  return (vertex.mean?.held ?? 0) >= HELD_LIMIT;
}

/** The first vertex, from the sinks up, that is busy and not held back itself, if another one is held back by it. */
export function bottleneck(view: JobView): Vertex | undefined {
  const heldFrom = new Set(view.vertices.filter(isHeld).map((vertex) => vertex.id));
  return [...view.vertices]
    .reverse()
    .find((vertex) => isBusy(vertex) && !isHeld(vertex) && vertex.inputs.some(({ from }) => heldFrom.has(from)));
}
