/** The first part of a job's page: graph and charts. */

import { useRef } from "preact/hooks";
import { useLive } from "../../live/use_live";
import { Note } from "../../parts/cards";
import { hasEnded } from "../../parts/states";
import type { CheckpointStatistics } from "../../rest/types";
import { samplesOf } from "../../stores/samples";
import { marksOf } from "../history/event_rows";
import { Charts, type CheckpointBar } from "./charts";
import { Graph } from "./graph";
import { useJob } from "./job_context";

export function GraphPart() {
  const { id, details, view, checkpoints, events } = useJob();
  const last = checkpoints?.latest.completed?.id;
  const bars = useCheckpointBars(checkpoints?.history ?? []);
  const samples = samplesOf(id).value;
  if (view.vertices.length === 0) {
    return <Note tone="info">The job has no graph yet: its program is starting, or it ended before it had one.</Note>;
  }
  return (
    <>
      {last === undefined ? (
        <Graph jobId={id} view={view} stateSizes={new Map()} />
      ) : (
        <GraphWithState jobId={id} checkpoint={last} />
      )}
      {!hasEnded(details.state) && (
        <Charts samples={samples} checkpoints={bars} marks={marksOf(id, events)} nowMs={view.nowMs} />
      )}
    </>
  );
}

function GraphWithState({ jobId, checkpoint }: { jobId: string; checkpoint: number }) {
  const { view } = useJob();
  const path = "/jobs/{jobid}/checkpoints/details/{checkpointid}";
  const sizes = useRef<ReadonlyMap<string, number>>(new Map());
  const tasks = useLive(path, { jobid: jobId, checkpointid: checkpoint }, {}, 60_000).value.value?.tasks;
  if (tasks !== undefined) {
    sizes.current = new Map(Object.entries(tasks).map(([vertex, task]) => [vertex, task.state_size]));
  }
  return <Graph jobId={jobId} view={view} stateSizes={sizes.current} />;
}

/** REST lists the last checkpoints: those that were there before stay in the chart. */
function useCheckpointBars(history: readonly CheckpointStatistics[]): CheckpointBar[] {
  const bars = useRef(new Map<number, CheckpointBar>());
  for (const one of history) {
    if (one.status === "COMPLETED") {
      bars.current.set(one.id, { atMs: one.trigger_timestamp, tookMs: one.end_to_end_duration });
    }
  }
  return [...bars.current.values()].sort((one, other) => one.atMs - other.atMs);
}
