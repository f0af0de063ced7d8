import { expect, test } from "vitest";
import { bodyOf, commandOf, EMPTY, mistake, wordsOf } from "./run_request";

const file = (name: string) => ({ id: `1_${name}`, name, uploaded: 0, entry: [] });

test("words are between spaces, and quotes hold spaces", () => {
  expect(wordsOf(` --topic orders  --name "a b" --empty '' `)).toEqual([
    "--topic",
    "orders",
    "--name",
    "a b",
    "--empty",
    "",
  ]);
  expect(wordsOf("--name 'a b")).toBe(undefined);
});

test("fields that are empty are not sent", () => {
  expect(bodyOf(file("job.py"), { ...EMPTY, entry: "left", isPartial: true })).toEqual({});
  expect(bodyOf(file("job.py"), { ...EMPTY, parallelism: "4", savepoint: " /s/1 ", isPartial: true })).toEqual({
    parallelism: 4,
    savepointPath: "/s/1",
    allowNonRestoredState: true,
  });
});

test("a form that cannot run says why", () => {
  expect(mistake(file("job.zip"), EMPTY)).toMatch(/module/);
  expect(mistake(file("job.zip"), { ...EMPTY, entry: "app" })).toBe(undefined);
  expect(mistake(file("job.py"), { ...EMPTY, parallelism: "0" })).toMatch(/parallelism/);
  expect(mistake(file("job.py"), { ...EMPTY, words: "'" })).toMatch(/quote/);
});

test("the command does the same", () => {
  const form = { ...EMPTY, words: "--name \"it's mine\"", parallelism: "2", jobId: "sums", savepoint: "/s" };
  expect(commandOf("host:8081", file("job.py"), { ...form, isPartial: true })).toBe(
    `pyrite run -d -m host:8081 -p 2 --job-id sums -s /s -n job.py --name 'it'"'"'s mine'`,
  );
  expect(commandOf("host:8081", file("job.zip"), { ...EMPTY, entry: "app:main" })).toBe(
    "pyrite run -d -m host:8081 -c app:main job.zip",
  );
});
