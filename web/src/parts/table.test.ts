import { expect, test } from "vitest";
import { visible } from "./cards";
import { arranged } from "./table";

const ROWS = [
  { id: "a", busy: 1 },
  { id: "b", busy: 3 },
  { id: "c", busy: 2 },
];
const ids = (held: string[], isAscending = false): string =>
  arranged(
    ROWS,
    (row) => row.id,
    (row) => row.busy,
    isAscending,
    held,
  )
    .map((row) => row.id)
    .join("");

test("the worst row is first", () => {
  expect([ids([]), ids([], true)]).toEqual(["bca", "acb"]);
});

test("rows keep their place while somebody points at them; new ones follow", () => {
  expect([ids(["a", "c", "b"]), ids(["c", "a"])]).toEqual(["acb", "cab"]);
});

test("characters that hide or turn text are made visible", () => {
  expect(visible("a\u0000\u202eb\tc\nd\u200b")).toBe("a\u2400\\u202eb\tc\nd\\u200b");
});
