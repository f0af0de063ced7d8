import { beforeAll, expect, test } from "vitest";
import { ago, clock, dayName, moment, preciseClock, utc, zone, zoneName } from "./times";

const NOW = Date.UTC(2026, 2, 12, 14, 32, 8);
beforeAll(() => {
  zone.value = "utc";
});

test("a moment of today has seconds, one of this week its day, an earlier one its date", () => {
  const moments = [NOW - 9000, NOW - 20 * 3_600_000, NOW - 13 * 86_400_000].map((ms) => moment(ms, NOW));
  expect(moments).toEqual(["14:31:59", "Wed 18:32", "2026-02-27 14:32"]);
});

test("ages end at an hour", () => {
  expect([ago(NOW - 8000, NOW), ago(NOW - 3_700_000, NOW), ago(0, NOW)]).toEqual(["8\u00a0s ago", "13:30:28", "–"]);
});

test("a time says its zone, its milliseconds and its day", () => {
  expect([zoneName(), preciseClock(NOW + 114), clock(NOW)]).toEqual(["UTC", "14:32:08.114", "14:32:08"]);
  expect([dayName(NOW, NOW), dayName(NOW - 86_400_000, NOW)]).toEqual([
    "Today, Thursday 12 March",
    "Yesterday, Wednesday 11 March",
  ]);
  expect(utc(NOW)).toBe(`2026-03-12 14:32:08.000 UTC, ${NOW}`);
});
