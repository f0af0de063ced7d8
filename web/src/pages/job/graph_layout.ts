/** Where the vertices of a plan stand: laid out once, left to right; live numbers never move one. */

import dagre from "@dagrejs/dagre";

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly nodeWidth: number;
  readonly nodeHeight: number;
  readonly isMini: boolean;
  /** Left upper corners. */
  readonly nodes: ReadonlyMap<string, Place>;
  readonly edges: readonly EdgePath[];
}

export interface EdgePath {
  readonly from: string;
  readonly to: string;
  readonly d: string;
  /** Where a label stands. */
  readonly middle: Place;
}

interface PlanVertex {
  readonly id: string;
  readonly inputs: readonly { readonly from: string }[];
}

const FULL = { width: 192, height: 148, ranksep: 56, nodesep: 28 };
const MINI = { width: 160, height: 66, ranksep: 44, nodesep: 22 };
export const MOST_FULL = 12;

/** Full nodes if they fit into the room, else small ones. */
export function layOut(vertices: readonly PlanVertex[], room: number): Layout {
  if (vertices.length <= MOST_FULL) {
    const full = arrange(vertices, FULL, false);
    if (full.width <= room) return full;
    const narrow = arrange(vertices, { ...FULL, ranksep: 40, width: 176 }, false);
    if (narrow.width <= room) return narrow;
  }
  return arrange(vertices, MINI, true);
}

function arrange(vertices: readonly PlanVertex[], size: typeof FULL, isMini: boolean): Layout {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", ranksep: size.ranksep, nodesep: size.nodesep, marginx: 0, marginy: 0 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of vertices) graph.setNode(id, { width: size.width, height: size.height });
  for (const { id, inputs } of vertices) for (const { from } of inputs) graph.setEdge(from, id);
  dagre.layout(graph);
  const nodes = new Map<string, Place>();
  for (const { id } of vertices) {
    const { x = 0, y = 0 } = graph.node(id);
    nodes.set(id, { x: x - size.width / 2, y: y - size.height / 2 });
  }
  const edges = graph.edges().map(({ v, w }) => edgePath(v, w, nodes, size, graph.edge(v, w).points ?? []));
  const { width = 0, height = 0 } = graph.graph();
  return { width, height, nodeWidth: size.width, nodeHeight: size.height, isMini, nodes, edges };
}

function edgePath(
  from: string,
  to: string,
  nodes: ReadonlyMap<string, Place>,
  size: { width: number; height: number },
  points: readonly Place[],
): EdgePath {
  const [a, b] = [nodes.get(from) ?? { x: 0, y: 0 }, nodes.get(to) ?? { x: 0, y: 0 }];
  const start = { x: a.x + size.width, y: a.y + size.height / 2 };
  const end = { x: b.x, y: b.y + size.height / 2 };
  // Through the places that the layout has kept free, where an edge passes other vertices.
  const between = points.length > 3 ? points.slice(1, -1) : [];
  const stops = [start, ...between, end];
  let d = `M${start.x} ${start.y}`;
  for (let step = 1; step < stops.length; step += 1) {
    const [one, other] = [stops[step - 1] ?? start, stops[step] ?? end];
    const middle = (one.x + other.x) / 2;
    d += `C${middle} ${one.y} ${middle} ${other.y} ${other.x} ${other.y}`;
  }
  const last = stops.at(-2) ?? start;
  const isStraight = Math.abs(end.y - last.y) < 1;
  // Beside a bend there is no room but below its end.
  const middle = isStraight ? { x: (end.x + last.x) / 2, y: end.y } : { x: end.x - 24, y: end.y + 22 };
  return { from, to, d, middle };
}
