/** Times as the page writes them, in the browser's zone or in UTC. */

import { signal } from "@preact/signals";
import { MISSING, span } from "./numbers";
import { remembered } from "./remembered";

export type Zone = "local" | "utc";
export const zone = remembered<Zone>("zone", "local", ["local", "utc"]);

/** The server's clock less the browser's, from the `Date` of its last answer. */
export const clockSkewMs = signal(0);

export function nowMs(): number {
  return Date.now() + clockSkewMs.value;
}

function parts(ms: number): Record<"y" | "mo" | "d" | "h" | "mi" | "s" | "ms" | "day", number> {
  const at = new Date(ms);
  return zone.value === "utc"
    ? {
        y: at.getUTCFullYear(),
        mo: at.getUTCMonth() + 1,
        d: at.getUTCDate(),
        h: at.getUTCHours(),
        mi: at.getUTCMinutes(),
        s: at.getUTCSeconds(),
        ms: at.getUTCMilliseconds(),
        day: at.getUTCDay(),
      }
    : {
        y: at.getFullYear(),
        mo: at.getMonth() + 1,
        d: at.getDate(),
        h: at.getHours(),
        mi: at.getMinutes(),
        s: at.getSeconds(),
        ms: at.getMilliseconds(),
        day: at.getDay(),
      };
}

const two = (value: number): string => String(value).padStart(2, "0");
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

function date(ms: number): string {
  const { y, mo, d } = parts(ms);
  return `${y}-${two(mo)}-${two(d)}`;
}

/** 14:31:59 */
export function clock(ms: number): string {
  const { h, mi, s } = parts(ms);
  return `${two(h)}:${two(mi)}:${two(s)}`;
}

/** 14:31:59.114 */
export function preciseClock(ms: number): string {
  return `${clock(ms)}.${String(parts(ms).ms).padStart(3, "0")}`;
}

/** Today 14:31:59, this week Wed 18:02, before 2026-02-27 18:02. */
export function moment(ms: number | undefined, now = nowMs()): string {
  if (ms === undefined || ms <= 0) return MISSING;
  if (date(ms) === date(now)) return clock(ms);
  const { h, mi, day } = parts(ms);
  const time = `${two(h)}:${two(mi)}`;
  return Math.abs(now - ms) < 6 * 86_400_000 ? `${WEEKDAYS[day]} ${time}` : `${date(ms)} ${time}`;
}

/** `8 s ago` up to an hour, then the moment. */
export function ago(ms: number | undefined, now = nowMs()): string {
  if (ms === undefined || ms <= 0) return MISSING;
  return now - ms < 3_600_000 ? `${span(now - ms)} ago` : moment(ms, now);
}

/** Today, Thursday 12 March */
export function dayName(ms: number, now = nowMs()): string {
  const { d, mo, y, day } = parts(ms);
  const name = `${DAYS[day]} ${d} ${MONTHS[mo - 1]}`;
  if (date(ms) === date(now)) return `Today, ${name}`;
  if (date(ms) === date(now - 86_400_000)) return `Yesterday, ${name}`;
  return y === parts(now).y ? name : `${name} ${y}`;
}

/** What hovering says: UTC, and epoch milliseconds. */
export function utc(ms: number): string {
  return ms > 0 ? `${new Date(ms).toISOString().replace("T", " ").replace("Z", " UTC")}, ${ms}` : "not known";
}

/** UTC+1 */
export function zoneName(now = Date.now()): string {
  if (zone.value === "utc") return "UTC";
  const minutes = -new Date(now).getTimezoneOffset();
  const rest = Math.abs(minutes) % 60;
  if (minutes === 0) return "UTC";
  return `UTC${minutes < 0 ? "-" : "+"}${Math.floor(Math.abs(minutes) / 60)}${rest ? `:${two(rest)}` : ""}`;
}

export function zonePlace(): string {
  return zone.value === "utc" ? "UTC" : (Intl.DateTimeFormat().resolvedOptions().timeZone ?? "the browser's zone");
}
