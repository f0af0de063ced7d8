/** The flame graph of a subtask, and the lines of the user's own code in it. */

import { useSignal } from "@preact/signals";
import { share, subtaskName } from "../../format/numbers";
import { ago } from "../../format/times";
import { second } from "../../live/second";
import { useLive } from "../../live/use_live";
import { Card, Chips, Loading, Note, Outside } from "../../parts/cards";
import { Table } from "../../parts/table";
import { useJob } from "../job/job_context";
import { boxesOf, nodeOf, ownLines, type Box } from "./flame_tree";

const PATH = "/jobs/{jobid}/vertices/{vertexid}/flamegraph";
const KINDS = [
  { value: "FULL", word: "All" },
  { value: "ON_CPU", word: "On CPU" },
  { value: "OFF_CPU", word: "Off CPU" },
] as const;
const SMALLEST = 0.003;

export function Flame({ vertexId, subtask, parallelism }: { vertexId: string; subtask: number; parallelism: number }) {
  const { id } = useJob();
  const kind = useSignal<"FULL" | "ON_CPU" | "OFF_CPU">("FULL");
  const isFolded = useSignal(true);
  const live = useLive(PATH, { jobid: id, vertexid: vertexId }, { type: kind.value, subtaskindex: subtask }, 5000);
  const graph = live.value.value;
  const root = nodeOf(graph?.data);
  const tools = (
    <>
      <Chips label="Threads" options={KINDS} chosen={kind.value} onChoose={(value) => (kind.value = value)} />
      <button
        class="chip"
        type="button"
        aria-pressed={isFolded.value}
        onClick={() => (isFolded.value = !isFolded.value)}
      >
        Fold Pyrite
      </button>
    </>
  );
  return (
    <Card
      title={`Where the time of ${subtaskName(subtask, parallelism)} goes`}
      {...(graph !== undefined && graph.endTimestamp > 0
        ? { sub: `sampled ${ago(graph.endTimestamp, second.value)}` }
        : {})}
      tools={tools}
    >
      {graph === undefined ? (
        <Loading />
      ) : root === undefined || root.value === 0 ? (
        <div class="pad">
          <Why endTimestamp={graph.endTimestamp} />
        </div>
      ) : (
        <div class="cols flame-cols">
          <div class="pad">
            <Picture boxes={boxesOf(root, isFolded.value)} />
            <div class="keys">
              <span class="kkey fl-user">your code</span>
              <span class="kkey fl-lib">libraries</span>
              <span class="kkey fl-fold">Pyrite and PySpark</span>
            </div>
          </div>
          <Table
            label="Your lines"
            class="tight"
            sort="time"
            sortName="lines"
            rows={ownLines(root).slice(0, 12)}
            keyOf={(line) => line.name}
            columns={[
              { id: "line", title: "Your lines", class: "mono wrap", cell: (line) => <Outside text={line.name} /> },
              {
                id: "time",
                title: "Time",
                isNumber: true,
                order: (line) => line.share,
                cell: (line) => share(line.share),
              },
            ]}
          />
        </div>
      )}
    </Card>
  );
}

function Why({ endTimestamp }: { endTimestamp: number }) {
  if (endTimestamp === -2) {
    return (
      <Note tone="info">
        <b>Flame graphs are off.</b> Start the JobManager with <span class="mono">-D rest.flamegraph.enabled=true</span>
        : it samples only while somebody looks.
      </Note>
    );
  }
  if (endTimestamp === -1) return <Note tone="info">The subtask has ended.</Note>;
  if (endTimestamp === -3)
    return (
      <Note tone="info" glyph="clock">
        Sampling, about 5 s.
      </Note>
    );
  return <Note tone="info">No sample of this kind: its threads were all on the CPU, or all off it.</Note>;
}

function Picture({ boxes }: { boxes: readonly Box[] }) {
  const shown = boxes.filter((box) => box.width >= SMALLEST);
  const depth = Math.max(0, ...shown.map((box) => box.depth)) + 1;
  const widest = shown.find((box) => box.kind === "user");
  const label =
    widest === undefined ? "Flame graph" : `Flame graph; ${share(widest.width)} of the samples are in ${widest.name}`;
  return (
    <div class="flame" role="img" aria-label={label} style={{ height: `${depth * 20}px` }}>
      {shown.map((box, place) => (
        <span
          key={place}
          class={`fr ${{ user: "u", library: "", folded: "f" }[box.kind]}`}
          title={`${box.name}: ${share(box.width)}`}
          style={{ left: `${box.left * 100}%`, width: `${box.width * 100}%`, top: `${box.depth * 20}px` }}
        >
          {box.width > 0.03 && (
            <bdi>
              {box.name}
              {box.width > 0.3 ? ` · ${share(box.width)}` : ""}
            </bdi>
          )}
        </span>
      ))}
    </div>
  );
}
