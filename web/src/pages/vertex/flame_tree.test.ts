import { expect, test } from "vitest";
import { boxesOf, nodeOf, ownLines, type FlameNode } from "./flame_tree";

const node = (name: string, value: number, ...children: FlameNode[]): FlameNode => ({ name, value, children });
const ROOT = node(
  "root",
  100,
  node(
    "pyrite.task.run:1",
    100,
    node(
      "pyrite.task.step:2",
      100,
      node("enrich.process:57", 80, node("requests.get:9", 60)),
      node("pyrite.wait:3", 20),
    ),
  ),
);

test("frames of the framework are folded, and opened again", () => {
  expect(boxesOf(ROOT, true).map(({ name, depth, width }) => [name, depth, width])).toEqual([
    ["2 frames of Pyrite and PySpark", 0, 1],
    ["enrich.process:57", 1, 0.8],
    ["requests.get:9", 2, 0.6],
    ["pyrite.wait:3", 1, 0.2],
  ]);
  expect(boxesOf(ROOT, false).length).toBe(5);
});

test("time in a library counts for the line that called it", () => {
  expect(ownLines(ROOT)).toEqual([{ name: "enrich.process:57", share: 0.8 }]);
});

test("what is no tree is none", () => {
  expect([nodeOf(null), nodeOf({ name: "a" }), nodeOf({ name: "a", value: 1 })]).toEqual([
    undefined,
    undefined,
    { name: "a", value: 1, children: [] },
  ]);
});
