/** The tree of a flame graph as boxes; frames of Pyrite and PySpark around the user's code are folded. */

export interface FlameNode {
  readonly name: string;
  readonly value: number;
  readonly children: readonly FlameNode[];
}

export interface Box {
  readonly name: string;
  readonly depth: number;
  /** Shares of all samples. */
  readonly left: number;
  readonly width: number;
  readonly kind: "user" | "library" | "folded";
}

const FRAMEWORK = /^(pyrite|pyspark|threading|socketserver|runpy|greenlet)\b/;
const LIBRARY =
  /^(numpy|pandas|pyarrow|requests|urllib3|http|ssl|socket|json|asyncio|concurrent|multiprocessing|logging|re|time|queue|random|collections|functools|itertools)\b/;

export function nodeOf(data: unknown): FlameNode | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { name, value, children } = data as Record<string, unknown>;
  if (typeof name !== "string" || typeof value !== "number") return undefined;
  const inner = Array.isArray(children) ? children.map(nodeOf).filter((one) => one !== undefined) : [];
  return { name, value, children: inner };
}

export function kindOf(name: string): Box["kind"] {
  if (FRAMEWORK.test(name)) return "folded";
  return LIBRARY.test(name) ? "library" : "user";
}

/** The boxes, the root first. With `isFolded`, a run of frames of the framework is one box. */
export function boxesOf(root: FlameNode, isFolded: boolean): Box[] {
  const boxes: Box[] = [];
  const total = Math.max(1, root.value);
  const add = (node: FlameNode, depth: number, from: number): void => {
    let run = node;
    let folded = 1;
    while (isFolded && kindOf(run.name) === "folded") {
      const [only] = run.children;
      if (run.children.length !== 1 || only === undefined || kindOf(only.name) !== "folded") break;
      run = only;
      folded += 1;
    }
    const kind = kindOf(node.name);
    const name = folded > 1 ? `${folded} frames of Pyrite and PySpark` : node.name;
    boxes.push({ name, depth, left: from / total, width: node.value / total, kind });
    let at = from;
    for (const child of run.children) {
      add(child, depth + 1, at);
      at += child.value;
    }
  };
  let at = 0;
  for (const child of root.children) {
    add(child, 0, at);
    at += child.value;
  }
  return boxes;
}

export interface OwnLine {
  readonly name: string;
  readonly share: number;
}

/** The user's innermost lines by their share of the samples, the largest first. */
export function ownLines(root: FlameNode): OwnLine[] {
  const values = new Map<string, number>();
  const visit = (node: FlameNode, line: string | undefined): void => {
    const own = kindOf(node.name) === "user" ? node.name : line;
    const inner = node.children.reduce((sum, child) => sum + child.value, 0);
    if (own !== undefined && node.value > inner) values.set(own, (values.get(own) ?? 0) + node.value - inner);
    for (const child of node.children) visit(child, own);
  };
  for (const child of root.children) visit(child, undefined);
  return [...values]
    .map(([name, value]) => ({ name, share: value / Math.max(1, root.value) }))
    .sort((one, other) => other.share - one.share);
}
