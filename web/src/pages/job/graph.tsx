/** The graph of a job: where its records go, and where its time goes. */

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { href } from "../../address";
import { bytes, MISSING, plural, rate, share, span, subtaskName } from "../../format/numbers";
import { Card } from "../../parts/cards";
import { SubtaskStrip, TimeBar, TimeKeys } from "../../parts/time_bars";
import { behindMs, bottleneck, isBusy, isHeld, type JobView, type Vertex } from "../../stores/job_view";
import { layOut, type EdgePath, type Layout } from "./graph_layout";

/** In less room than this, the graph is a list from source to sink. */
const LIST_BELOW = 600;

interface GraphProps {
  jobId: string;
  view: JobView;
  /** Bytes of state by vertex, of the last checkpoint. */
  stateSizes: ReadonlyMap<string, number>;
}

export function Graph({ jobId, view, stateSizes }: GraphProps) {
  const room = useSignal(1180);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) room.value = Math.floor(entry.contentRect.width);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const plan = view.vertices.map(({ id, inputs }) => `${id}<${inputs.map((one) => one.from).join()}`).join(";");
  const isList = room.value < LIST_BELOW;
  const layout = useMemo(
    () => layOut(view.vertices, isList ? Number.POSITIVE_INFINITY : room.value),
    [plan, room.value],
  );
  const subtasks = view.vertices.reduce((sum, vertex) => sum + vertex.parallelism, 0);
  const hot = bottleneck(view);
  return (
    <Card
      title="Graph"
      sub={`${plural(view.vertices.length, "vertex", "vertices")}, ${plural(subtasks, "subtask")}, now`}
      tools={<TimeKeys />}
    >
      <div class="graph-scroll" ref={box}>
        <div
          class={layout.isMini ? "graph mini" : "graph"}
          style={isList ? {} : { width: `${layout.width}px`, height: `${layout.height}px` }}
        >
          <Edges layout={layout} view={view} />
          {view.vertices.map((vertex) => (
            <Node
              key={vertex.id}
              jobId={jobId}
              vertex={vertex}
              layout={layout}
              isList={isList}
              view={view}
              isBottleneck={vertex === hot}
              stateSize={stateSizes.get(vertex.id)}
            />
          ))}
        </div>
      </div>
      <p class="graph-words hide-s">
        The bar is the mean of all subtasks; each cell below it is one subtask. An edge is as wide as its rate (log),
        and hatched where its sender is held back.
      </p>
    </Card>
  );
}

/** The rate of an edge: that of its sender, if this is its only one. */
function edgeRate(view: JobView, edge: { from: string }): number | undefined {
  const edges = view.vertices.flatMap((vertex) => vertex.inputs).filter((one) => one.from === edge.from);
  return edges.length === 1 ? view.vertices.find((vertex) => vertex.id === edge.from)?.outPerS : undefined;
}

function howOf(view: JobView, edge: EdgePath): string {
  const input = view.vertices.find((vertex) => vertex.id === edge.to)?.inputs.find((one) => one.from === edge.from);
  return input?.how ?? "";
}

function Edges({ layout, view }: { layout: Layout; view: JobView }) {
  const byId = new Map(view.vertices.map((vertex) => [vertex.id, vertex]));
  return (
    <>
      <svg aria-hidden="true">
        {layout.edges.map((edge) => {
          const sender = byId.get(edge.from);
          const width = 1.5 + 2.1 * Math.log10(1 + (edgeRate(view, edge) ?? sender?.outPerS ?? 0));
          const isHatched = sender !== undefined && isHeld(sender);
          return (
            <g key={`${edge.from}-${edge.to}`}>
              <path
                class={isHatched ? "edge held" : "edge"}
                d={edge.d}
                style={{ strokeWidth: `${width.toFixed(1)}px` }}
              />
              {isHatched && <path class="edge hatch" d={edge.d} style={{ strokeWidth: `${width.toFixed(1)}px` }} />}
            </g>
          );
        })}
      </svg>
      {!layout.isMini &&
        layout.edges.map((edge) => {
          const speed = edgeRate(view, edge);
          return (
            <span
              key={`${edge.from}-${edge.to}`}
              class="elabel-box"
              style={{ left: `${edge.middle.x}px`, top: `${edge.middle.y}px` }}
            >
              {speed !== undefined && <b>{rate(speed)}/s</b>}
              <span>{howOf(view, edge)}</span>
            </span>
          );
        })}
    </>
  );
}

interface NodeProps {
  jobId: string;
  vertex: Vertex;
  layout: Layout;
  view: JobView;
  isList: boolean;
  isBottleneck: boolean;
  stateSize: number | undefined;
}

function Node({ jobId, vertex, layout, isList, view, isBottleneck, stateSize }: NodeProps) {
  const place = layout.nodes.get(vertex.id) ?? { x: 0, y: 0 };
  const splits = vertex.subtasks.map((one) => one.split ?? { busy: 0, held: 0 });
  const style = isList ? {} : { left: `${place.x}px`, top: `${place.y}px`, width: `${layout.nodeWidth}px` };
  const target = href(["jobs", jobId, "v", vertex.id]);
  const classes = ["node", layout.isMini ? "mini" : "", isBusy(vertex) ? "hotn" : ""].join(" ");
  const [words, side] = said(vertex);
  if (layout.isMini) {
    return (
      <a class={classes} href={target} style={style}>
        <From vertex={vertex} view={view} />
        <span class="n">
          <span class="trunc" title={vertex.name}>
            <bdi>{vertex.name}</bdi>
          </span>
          <span class={isBusy(vertex) ? "warn" : ""}>{words.replace("busy ", "").replace("held back", "held")}</span>
        </span>
        {vertex.mean !== undefined && <TimeBar split={vertex.mean} isDecorative />}
        <SubtaskStrip name={vertex.name} splits={splits} isThin />
      </a>
    );
  }
  return (
    <a class={classes} href={target} style={style}>
      <From vertex={vertex} view={view} />
      {isBottleneck && <span class="badge">bottleneck</span>}
      <span class="n">
        <span class="trunc" title={vertex.name}>
          <bdi>{vertex.name}</bdi>
        </span>
        <span>× {vertex.parallelism}</span>
      </span>
      <span class="v">
        <span>{words}</span>
        <em>{side}</em>
      </span>
      <TimeBar split={vertex.mean ?? { busy: 0, held: 0 }} isDecorative={vertex.mean === undefined} />
      <SubtaskStrip name={vertex.name} splits={splits} />
      <dl>
        <div>
          <dt>{vertex.inputs.length === 0 ? "read" : "in"}</dt>
          <dd>
            {rate(vertex.inPerS)}
            {vertex.inPerS !== undefined && <span class="unit">/s</span>}
          </dd>
        </div>
        <div>
          <dt>behind</dt>
          <dd>{span(behindMs(vertex.subtasks, view.nowMs))}</dd>
        </div>
        <div>
          <dt>state</dt>
          <dd>{stateSize === undefined ? MISSING : bytes(stateSize)}</dd>
        </div>
      </dl>
    </a>
  );
}

function said(vertex: Vertex): [string, string] {
  if (vertex.mean === undefined) return [vertex.status.toLowerCase(), ""];
  if (isHeld(vertex)) return [`held back ${share(vertex.mean.held)}`, "mean"];
  const busiest = vertex.busiest;
  return [
    `busy ${share(busiest?.split?.busy)}`,
    vertex.parallelism === 1 || busiest === undefined ? "" : `at ${subtaskName(busiest.index, vertex.parallelism)}`,
  ];
}

/** In the list of a narrow page, the edges stand between the vertices as words. */
function From({ vertex, view }: { vertex: Vertex; view: JobView }) {
  const [input] = vertex.inputs;
  if (input === undefined) return null;
  const sender = view.vertices.find((one) => one.id === input.from);
  const speed = edgeRate(view, input);
  return (
    <span class={sender !== undefined && isHeld(sender) ? "nfrom pp" : "nfrom"}>
      {speed === undefined ? "" : `${rate(speed)}/s, `}
      {input.how} from <bdi>{sender?.name}</bdi>
    </span>
  );
}
