import { expect, test } from "vitest";
import { RestProblem } from "../rest/client";
import { Loop, waitMs } from "./loop";

function simulated(ask: (url: string) => Promise<unknown>) {
  const world = { now: 1_000_000, isHidden: false };
  const loop = new Loop(
    ask,
    () => world.now,
    () => world.isHidden,
  );
  return { loop, world };
}

test("two who look at the same thing share one request", async () => {
  const asked: string[] = [];
  const { loop } = simulated(async (url) => asked.push(url));
  const one = loop.watch<number>("jobs");
  const other = loop.watch<number>("jobs");
  await loop.step();
  expect([asked, one.value.value, other.value.value]).toEqual([["jobs"], 1, 1]);
});

test("nothing is asked for that nobody looks at, or in a hidden tab", async () => {
  let asked = 0;
  const { loop, world } = simulated(async () => (asked += 1));
  loop.watch("jobs").release();
  await loop.step();
  loop.watch("overview");
  world.isHidden = true;
  expect(await loop.step()).toBe(Number.POSITIVE_INFINITY);
  expect(asked).toBe(0);
});

test("failures are retried later and later, and what was there stays", async () => {
  let isAway = false;
  const { loop, world } = simulated(async () => {
    if (isAway) throw new TypeError("Failed to fetch");
    return "here";
  });
  const jobs = loop.watch<string>("jobs");
  await loop.step();
  isAway = true;
  const waits = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    world.now += 20_000;
    waits.push(await loop.step());
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000]);
  expect([jobs.value.value, loop.lastAnswerMs.value]).toEqual(["here", 1_000_000]);
  isAway = false;
  expect(await loop.step()).toBe(1000);
  expect([loop.failures.value, waitMs(0)]).toEqual([0, 1000]);
});

test("an error of REST belongs to what was asked for; the rest works", async () => {
  const { loop } = simulated(async (url) => {
    if (url === "bad") throw new RestProblem(404, ["Job not found"]);
    return "good";
  });
  const [bad, good] = [loop.watch("bad"), loop.watch("good")];
  await loop.step();
  expect([bad.problem.value?.errors, good.value.value, loop.failures.value]).toEqual([["Job not found"], "good", 0]);
});

test("an expired login stops the loop until the user has signed in again", async () => {
  let isSignedIn = false;
  const { loop } = simulated(async () => {
    if (!isSignedIn) throw new RestProblem(401, ["Sign in"]);
    return 1;
  });
  const jobs = loop.watch<number>("jobs");
  await loop.step();
  expect([loop.needsSignIn.value, await loop.step()]).toEqual([true, Number.POSITIVE_INFINITY]);
  isSignedIn = true;
  loop.refresh();
  await loop.step();
  expect(jobs.value.value).toBe(1);
});

test("a pause stops the picture and not the data", async () => {
  let number = 0;
  const { loop, world } = simulated(async () => (number += 1));
  const jobs = loop.watch<number>("jobs");
  await loop.step();
  loop.pause(true);
  world.now += 5000;
  await loop.step();
  expect([jobs.value.value, number]).toEqual([1, 2]);
  loop.pause(false);
  expect(jobs.value.value).toBe(2);
});
