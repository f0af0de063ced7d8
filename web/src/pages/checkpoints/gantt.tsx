/** One checkpoint as a timeline of all subtasks: who waited for whom. */

import { useComputed } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { href } from "../../address";
import { bytes, duration, subtaskName } from "../../format/numbers";
import { loop } from "../../live/loop";
import { Loading, Note } from "../../parts/cards";
import { urlOf } from "../../rest/client";
import type { TaskCheckpointDetails } from "../../rest/types";
import { useJob } from "../job/job_context";
import { partOf, PHASES, phasesOf, slowest, ticks, type Part } from "./phases";

const PATH = "/jobs/{jobid}/checkpoints/details/{checkpointid}/subtasks/{vertexid}";
const MOST_ROWS = 200;

/** The parts of all vertices that have acknowledged the checkpoint. */
export function useParts(number: number, everyMs: number): readonly Part[] {
  const { id, view } = useJob();
  const vertices = view.vertices.map((vertex) => vertex.id).join();
  const lives = useMemo(
    () =>
      view.vertices.map((vertex) => ({
        vertex: { id: vertex.id, name: vertex.name, parallelism: vertex.parallelism },
        live: loop.watch<TaskCheckpointDetails>(
          urlOf(PATH, { jobid: id, checkpointid: number, vertexid: vertex.id }),
          everyMs,
        ),
      })),
    [id, number, vertices, everyMs],
  );
  useEffect(() => () => lives.forEach(({ live }) => live.release()), [lives]);
  const parts = lives.flatMap(({ vertex, live }) =>
    (live.value.value?.subtasks ?? []).map((one) => partOf(one, vertex)).filter((one) => one !== undefined),
  );
  return parts;
}

export function Gantt({
  number,
  isBySlowest,
  isInProgress,
}: {
  number: number;
  isBySlowest: boolean;
  isInProgress: boolean;
}) {
  const { id } = useJob();
  const parts = useParts(number, isInProgress ? 1000 : 60_000);
  const worst = slowest(parts);
  const length = useComputed(() => Math.max(1, worst?.doneMs ?? 1) * 1.02).value;
  if (parts.length === 0) {
    return isInProgress ? (
      <Loading />
    ) : (
      <div class="pad">
        <Note tone="info">No subtask has acknowledged this checkpoint.</Note>
      </div>
    );
  }
  const rows = isBySlowest ? [...parts].sort((one, other) => other.doneMs - one.doneMs) : parts;
  const total = Math.max(1, worst?.doneMs ?? length) * 1.02;
  return (
    <div class="scroll" tabindex={0} role="group" aria-label="Parts by subtask">
      <div class="gantt">
        <div class="g head" aria-hidden="true">
          <span>Vertex</span>
          <span />
          <span class="track">
            {ticks(total).map((ms) => (
              <span key={ms} style={{ left: `${((ms / total) * 100).toFixed(2)}%` }}>
                {ms === 0 ? "0" : duration(ms)}
              </span>
            ))}
          </span>
          <span class="num">Done at</span>
          <span class="num">Aligned</span>
          <span class="num">State</span>
        </div>
        {rows.slice(0, MOST_ROWS).map((part, place) => (
          <Row
            key={`${part.vertex}-${part.index}`}
            jobId={id}
            part={part}
            total={total}
            isFirst={isBySlowest || rows[place - 1]?.vertex !== part.vertex}
            isWorst={part === worst}
          />
        ))}
        {rows.length > MOST_ROWS && (
          <p class="pad faint">{rows.length - MOST_ROWS} more subtasks; the slowest come first in the other order.</p>
        )}
      </div>
    </div>
  );
}

function Row(props: { jobId: string; part: Part; total: number; isFirst: boolean; isWorst: boolean }) {
  const { part, total } = props;
  const name = `${part.vertexName} ${subtaskName(part.index, part.parallelism)}`;
  const phases = phasesOf(part);
  let from = 0;
  return (
    <div class={`g ${props.isFirst ? "first" : ""} ${props.isWorst ? "sel" : ""}`}>
      <span class="trunc">
        {props.isFirst && (
          <a href={href(["jobs", props.jobId, "v", part.vertex])}>
            <bdi>{part.vertexName}</bdi>
          </a>
        )}
      </span>
      <span class="faint">{subtaskName(part.index, part.parallelism)}</span>
      <span
        class="track"
        role="img"
        aria-label={`${name}: ${phases.map((ms, place) => `${PHASES[place]} ${duration(ms)}`).join(", ")}`}
      >
        {phases.map((ms, place) => {
          const left = from;
          from += ms;
          if (ms === 0) return null;
          return (
            <i
              key={place}
              class={`d${place} ${place === 0 && props.isWorst ? "big" : ""}`}
              style={{ left: `${((left / total) * 100).toFixed(2)}%`, width: `${((ms / total) * 100).toFixed(2)}%` }}
            />
          );
        })}
      </span>
      <span class="num">{duration(part.doneMs)}</span>
      <span class="num faint">{duration(part.alignMs)}</span>
      <span class="num faint">{bytes(part.stateBytes)}</span>
    </div>
  );
}

export function PhaseKeys() {
  return (
    <span class="keys">
      {PHASES.map((phase, place) => (
        <span key={phase} class={`kkey kd${place}`}>
          {phase}
        </span>
      ))}
    </span>
  );
}
