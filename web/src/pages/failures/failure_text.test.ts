import { expect, test } from "vitest";
import { failureText, fieldsOf, fingerprint, isOwn } from "./failure_text";

const TRACE = `pyrite.core.errors.UserFunctionError: ValueError: could not convert string to float: 'free'
  in operator 'prices' (uid prices), subtask 1/2
  calling Prices (/home/ann/orders.py:10)
  with record {'currency': 'EUR', 'order_id': 1500, 'price': 'free, or "less"'}

Traceback (most recent call last):
  File "/home/ann/orders.py", line 11, in map
    return order["order_id"], to_amount(order["price"])
                              ^^^^^^^^^^^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/decimal.py", line 7, in to_amount
    return float(text)
ValueError: could not convert string to float: 'free'
`;

test("a failure has a cause, a place, a record and frames", () => {
  const text = failureText(TRACE);
  expect([text.cause, text.operator, text.calling]).toEqual([
    "ValueError: could not convert string to float: 'free'",
    "'prices' (uid prices), subtask 1/2",
    "Prices (/home/ann/orders.py:10)",
  ]);
  expect(text.frames.map((frame) => [frame.line, frame.name, frame.source.length, isOwn(frame)])).toEqual([
    [11, "map", 2, true],
    [7, "to_amount", 1, false],
  ]);
});

test("the fields of a record are found, whatever is in its texts", () => {
  expect(fieldsOf(failureText(TRACE).record)).toEqual([
    { name: "currency", type: "str", value: "'EUR'" },
    { name: "order_id", type: "int", value: "1500" },
    { name: "price", type: "str", value: "'free, or \"less\"'" },
  ]);
  expect(
    fieldsOf("Order(id=1, at=datetime.datetime(2026, 3, 12), tags=['a', 'b'])")?.map(({ name, type }) => [name, type]),
  ).toEqual([
    ["id", "int"],
    ["at", "datetime.datetime"],
    ["tags", "list"],
  ]);
});

test("a record that was cut, or is no dict, is shown as it is", () => {
  expect([fieldsOf("{'a': 'b"), fieldsOf("{'a': [1, 2"), fieldsOf("42"), fieldsOf("{1, 2}")]).toEqual(
    Array(4).fill(undefined),
  );
});

test("failures of two subtasks at the same line are the same", () => {
  const other = TRACE.replace("subtask 1/2", "subtask 2/2");
  expect(fingerprint(failureText(other))).toBe(fingerprint(failureText(TRACE)));
  expect(fingerprint(failureText(TRACE.replaceAll("'free'", "'none'")))).not.toBe(fingerprint(failureText(TRACE)));
});
