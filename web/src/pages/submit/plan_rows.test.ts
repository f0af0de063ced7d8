import { expect, test } from "vitest";
import { planRows } from "./plan_rows";

test("vertices are listed from source to sink, and their operators are text", () => {
  const node = { operator: "", operator_strategy: "", parallelism: 2 };
  const nodes = [
    { ...node, id: "b", description: "sums<br/>", inputs: [{ num: 0, id: "a", ship_strategy: "HASH" }] },
    { ...node, id: "a", description: "numbers<br/>+- x &lt; 3 &amp;amp; y<br/>  +- keys<br/>" },
  ];
  expect(planRows({ jid: "", name: "", type: "STREAMING", nodes })).toEqual([
    { id: "a", operators: "numbers → x < 3 &amp; y → keys", parallelism: 2, senders: [] },
    { id: "b", operators: "sums", parallelism: 2, senders: ["numbers → x < 3 &amp; y → keys (HASH)"] },
  ]);
});
