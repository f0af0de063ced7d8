/** A vertex: which subtask, which line. */

import { useEffect } from "preact/hooks";
import { address, amend, go, href } from "../../address";
import { bytes, duration, MISSING, rate, share, span, subtaskName } from "../../format/numbers";
import { moment, utc } from "../../format/times";
import { bindKey } from "../../keyboard";
import { useLive } from "../../live/use_live";
import { Card, Note, Outside, Problem } from "../../parts/cards";
import { Table } from "../../parts/table";
import { BUSY_LIMIT, Meter, TimeBar, TimeKeys } from "../../parts/time_bars";
import type { SubtaskAttempt } from "../../rest/types";
import { isBusy, isHeld, type Subtask, type Vertex } from "../../stores/job_view";
import { useJob } from "../job/job_context";
import { Flame } from "./flame";
import { SubtaskMetrics } from "./subtask_metrics";

interface Row extends Subtask {
  readonly attempt: SubtaskAttempt | undefined;
}

export function VertexPart({ vertexId }: { vertexId: string }) {
  const { id, view } = useJob();
  const details = useLive("/jobs/{jobid}/vertices/{vertexid}", { jobid: id, vertexid: vertexId }, {}, 2000);
  const place = view.vertices.findIndex((one) => one.id === vertexId);
  const vertex = view.vertices[place];
  useEffect(() => {
    const open = (step: number) => () => {
      const to = view.vertices[place + step];
      if (to !== undefined) go(href(["jobs", id, "v", to.id]));
    };
    const release = [
      bindKey("ArrowLeft", "the vertex before", open(-1)),
      bindKey("ArrowRight", "the next vertex", open(1)),
    ];
    return () => release.forEach((one) => one());
  });
  if (vertex === undefined) {
    return (
      <>
        <Problem problem={details.problem.value} />
        <Note tone="info">The job has no such vertex now: its graph changes when it is rescaled or upgraded.</Note>
      </>
    );
  }
  const attempts = details.value.value?.subtasks ?? [];
  const rows = vertex.subtasks.map((one) => ({ ...one, attempt: attempts[one.index] }));
  const asked = Number(address.value.query["subtask"]);
  const chosen = vertex.subtasks[asked - 1] ?? vertex.busiest ?? vertex.subtasks[0];
  const stuck = vertex.subtasks.find((one) => one.stepPlace !== "" && (one.stepMs ?? 0) >= 3000);
  return (
    <>
      <Rail current={vertexId} />
      <div class="row wrap vertex-head">
        <h2>
          <bdi>{vertex.name}</bdi>
        </h2>
        <span class="faint">
          parallelism {vertex.parallelism}
          {vertex.inputs.length > 0 && ` · ${[...new Set(vertex.inputs.map((one) => one.how))].join(", ")}`}
        </span>
      </div>
      {stuck !== undefined && (
        <Note tone="warn">
          <b>
            {subtaskName(stuck.index, vertex.parallelism)} has been in{" "}
            <span class="mono">
              <Outside text={stuck.stepPlace} />
            </span>{" "}
            for {span(stuck.stepMs)}.
          </b>
        </Note>
      )}
      <Subtasks vertex={vertex} rows={rows} chosen={chosen?.index ?? 0} />
      {chosen !== undefined && (
        <>
          <Flame vertexId={vertexId} subtask={chosen.index} parallelism={vertex.parallelism} />
          <section class="cols even vertex-cols">
            <SubtaskMetrics vertexId={vertexId} subtask={chosen.index} parallelism={vertex.parallelism} />
            <EventTime vertex={vertex} />
            <Accumulators vertexId={vertexId} />
          </section>
        </>
      )}
    </>
  );
}

function Rail({ current }: { current: string }) {
  const { id, view } = useJob();
  return (
    <nav class="rail" aria-label="Vertices">
      {view.vertices.map((vertex) => (
        <a
          key={vertex.id}
          href={href(["jobs", id, "v", vertex.id])}
          {...(vertex.id === current ? { "aria-current": "true" as const } : {})}
        >
          <span class="n">
            <b class="trunc">
              <bdi>{vertex.name}</bdi>
            </b>
            <span class={isBusy(vertex) ? "nowrap warn" : "nowrap"}>
              {isHeld(vertex) ? `held ${share(vertex.mean?.held)}` : share(vertex.busiest?.split?.busy)}
            </span>
          </span>
          <TimeBar split={vertex.mean ?? { busy: 0, held: 0 }} isDecorative />
        </a>
      ))}
    </nav>
  );
}

function Subtasks({ vertex, rows, chosen }: { vertex: Vertex; rows: readonly Row[]; chosen: number }) {
  const most = Math.max(1, ...rows.map((row) => row.inPerS ?? 0));
  return (
    <Card title="Subtasks" tools={<TimeKeys />}>
      <Table
        label="Table of subtasks"
        sort="time"
        rows={rows}
        keyOf={(row) => row.index}
        rowClass={(row) => ((row.split?.busy ?? 0) >= BUSY_LIMIT ? "mark" : row.index === chosen ? "sel" : "")}
        columns={[
          {
            id: "subtask",
            title: "Subtask",
            order: (row) => -row.index,
            cell: (row) => (
              <button
                class="btn small ghost"
                type="button"
                aria-pressed={row.index === chosen}
                onClick={() => amend({ subtask: row.index + 1 })}
              >
                {subtaskName(row.index, vertex.parallelism)}
              </button>
            ),
          },
          {
            id: "where",
            title: "Where it runs",
            order: (row) => row.attempt?.endpoint ?? "",
            class: "nowrap",
            cell: (row) => {
              const [host, pid] = (row.attempt?.endpoint ?? "").split(":");
              return host === "" || host === undefined ? (
                MISSING
              ) : (
                <>
                  {host} {pid !== undefined && <span class="faint">pid {pid}</span>}
                </>
              );
            },
          },
          {
            id: "state",
            title: "State",
            order: (row) => row.attempt?.status ?? "",
            cell: (row) => (row.attempt?.status ?? "").toLowerCase(),
          },
          {
            id: "time",
            title: "Time",
            order: (row) => Math.max(row.split?.busy ?? -1, row.split?.held ?? -1),
            class: "bar-cell",
            cell: (row) => (row.split === undefined ? MISSING : <TimeBar split={row.split} />),
          },
          {
            id: "busy",
            title: "Busy",
            isNumber: true,
            order: (row) => row.split?.busy ?? -1,
            cell: (row) => share(row.split?.busy),
          },
          {
            id: "held",
            title: "Held back",
            isNumber: true,
            order: (row) => row.split?.held ?? -1,
            cell: (row) => share(row.split?.held),
          },
          {
            id: "share",
            title: <span class="sr">Share of the input</span>,
            class: "bar-cell hide-s",
            cell: (row) => <Meter value={(row.inPerS ?? 0) / most} />,
          },
          {
            id: "in",
            title: vertex.inputs.length === 0 ? "Read" : "Records in",
            isNumber: true,
            order: (row) => row.inPerS ?? -1,
            cell: (row) => (
              <>
                {rate(row.inPerS)}
                <span class="unit">/s</span>
              </>
            ),
          },
          {
            id: "memory",
            title: "Memory",
            isNumber: true,
            order: (row) => row.memory ?? -1,
            cell: (row) => bytes(row.memory),
          },
          {
            id: "now",
            title: "Now in",
            cell: (row) =>
              row.stepPlace === "" ? (
                <span class="faint">{MISSING}</span>
              ) : (
                <span class="mono">
                  <Outside text={row.stepPlace} /> for {span(row.stepMs)}
                </span>
              ),
          },
          {
            id: "since",
            title: "Attempt",
            isNumber: true,
            order: (row) => row.attempt?.attempt ?? 0,
            cell: (row) =>
              row.attempt === undefined ? (
                MISSING
              ) : (
                <span title={utc(row.attempt["start-time"])}>
                  {row.attempt.attempt}, {duration(row.attempt.duration)}
                </span>
              ),
          },
        ]}
      />
    </Card>
  );
}

function EventTime({ vertex }: { vertex: Vertex }) {
  const { view } = useJob();
  const rows = vertex.subtasks.filter((one) => one.watermarkMs !== undefined);
  return (
    <Card title="Event time" sub="watermark of the input">
      {rows.length === 0 ? (
        <div class="pad muted">It has no watermark: its records have no event time, or none has arrived yet.</div>
      ) : (
        <Table
          label="Watermarks"
          class="tight"
          sort="behind"
          sortName="watermarks"
          rows={rows}
          keyOf={(row) => row.index}
          columns={[
            {
              id: "subtask",
              title: "Subtask",
              order: (row) => -row.index,
              cell: (row) => subtaskName(row.index, vertex.parallelism),
            },
            {
              id: "at",
              title: "At",
              isNumber: true,
              cell: (row) => <span title={utc(row.watermarkMs ?? 0)}>{moment(row.watermarkMs)}</span>,
            },
            {
              id: "behind",
              title: "Behind clock",
              isNumber: true,
              order: (row) => view.nowMs - (row.watermarkMs ?? 0),
              cell: (row) => span(view.nowMs - (row.watermarkMs ?? 0)),
            },
          ]}
        />
      )}
    </Card>
  );
}

function Accumulators({ vertexId }: { vertexId: string }) {
  const { id } = useJob();
  const live = useLive("/jobs/{jobid}/vertices/{vertexid}/accumulators", { jobid: id, vertexid: vertexId }, {}, 3000);
  const rows = live.value.value?.["user-accumulators"] ?? [];
  return (
    <Card title="Accumulators" sub="of all subtasks">
      {rows.length === 0 ? (
        <div class="pad muted">Its functions have none.</div>
      ) : (
        <Table
          label="Accumulators"
          class="tight"
          sort="none"
          sortName="accumulators"
          rows={rows}
          keyOf={(row) => row.name}
          columns={[
            { id: "name", title: "Name", class: "mono", cell: (row) => <Outside text={row.name} /> },
            { id: "value", title: "Value", isNumber: true, cell: (row) => <Outside text={row.value} /> },
          ]}
        />
      )}
    </Card>
  );
}
