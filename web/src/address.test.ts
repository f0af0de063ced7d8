import { expect, test } from "vitest";
import { href, parse } from "./address";

test("an address comes back as it was", () => {
  const address = { path: ["jobs", "1f", "logs"], query: { task: "enrich 3/4", level: "warn" } };
  expect(parse(href(address.path, address.query))).toEqual(address);
});

test("an empty value is left out, and a broken step stays as it is", () => {
  expect(href(["jobs", "a/b"], { at: 12, q: "" })).toBe("#/jobs/a%2Fb?at=12");
  expect(parse("#/jobs/%E0%A4%A")).toEqual({ path: ["jobs", "%E0%A4%A"], query: {} });
});
