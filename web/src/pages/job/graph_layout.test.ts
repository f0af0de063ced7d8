import { expect, test } from "vitest";
import { layOut } from "./graph_layout";

const chain = (length: number) =>
  Array.from({ length }, (_, index) => ({ id: `v${index}`, inputs: index === 0 ? [] : [{ from: `v${index - 1}` }] }));

test("vertices stand from left to right, and do not cover each other", () => {
  const { nodes, nodeWidth } = layOut(chain(4), 2000);
  const lefts = [...nodes.values()].map(({ x }) => x);
  expect(lefts.every((x, place) => place === 0 || x >= (lefts[place - 1] ?? 0) + nodeWidth)).toBe(true);
});

test("a plan that is too wide or has many vertices has small ones", () => {
  expect([layOut(chain(4), 2000).isMini, layOut(chain(8), 1000).isMini, layOut(chain(20), 9000).isMini]).toEqual([
    false,
    true,
    true,
  ]);
});

test("a loop is laid out too", () => {
  const vertices = [
    { id: "a", inputs: [{ from: "b" }] },
    { id: "b", inputs: [{ from: "a" }] },
  ];
  expect(layOut(vertices, 2000).edges.length).toBe(2);
});
