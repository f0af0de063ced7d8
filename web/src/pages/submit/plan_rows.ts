/** The vertices of a plan, from source to sink. REST has them from sink to source, with operators as lines of HTML. */

import type { JobPlan } from "../../rest/types";

export interface PlanRow {
  readonly id: string;
  readonly operators: string;
  readonly parallelism: number;
  readonly senders: readonly string[];
}

export function planRows(plan: JobPlan): PlanRow[] {
  const operators = new Map(plan.nodes.map((node) => [node.id, operatorsOf(node.description)]));
  return [...plan.nodes].reverse().map(({ id, parallelism, inputs = [] }) => ({
    id,
    operators: operators.get(id) ?? id,
    parallelism,
    senders: inputs.map((input) => `${operators.get(input.id) ?? input.id} (${input.ship_strategy})`),
  }));
}

function operatorsOf(description: string): string {
  const lines = description.split("<br/>").map((line) => line.replace(/^ *\+- /, "").trim());
  return lines
    .filter((line) => line !== "")
    .join(" → ")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
