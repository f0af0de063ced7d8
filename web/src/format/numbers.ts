/** Numbers as the page writes them: at most 4 significant digits, a unit after a space that does not break. */

const NBSP = "\u00a0";
export const MISSING = "–";

/** A number that REST answers: text, a number, NaN, -1 for what is not measured, or nothing. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** As `numberOf`, for amounts, of which -1 says that there is none. */
export function amountOf(value: unknown): number | undefined {
  const number = numberOf(value);
  return number === undefined || number < 0 ? undefined : number;
}

function grouped(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

export function count(value: number | undefined): string {
  return value === undefined ? MISSING : grouped(value);
}

/** 2,140, and from 10,000 on 95.7 k. */
export function short(value: number | undefined): string {
  if (value === undefined) return MISSING;
  if (Math.abs(value) < 10_000) return Math.abs(value) < 10 && value % 1 !== 0 ? value.toFixed(1) : grouped(value);
  return scaled(value, ["", "k", "M", "G", "T"]);
}

/** Records a second, without the unit. */
export function rate(value: number | undefined): string {
  if (value === undefined) return MISSING;
  return value > 0 && value < 0.05 ? "<0.1" : short(value < 10 ? Math.round(value * 10) / 10 : value);
}

export function bytes(value: number | undefined): string {
  if (value === undefined) return MISSING;
  return value < 1000 ? `${grouped(value)}${NBSP}B` : scaled(value, ["B", "KB", "MB", "GB", "TB", "PB"]);
}

function scaled(value: number, units: readonly string[]): string {
  let size = value;
  let step = 0;
  while (Math.abs(size) >= 999.5 && step < units.length - 1) {
    size /= 1000;
    step += 1;
  }
  const text = Math.abs(size) < 9.95 || (units[0] === "" && Math.abs(size) < 99.95) ? size.toFixed(1) : grouped(size);
  return `${text}${NBSP}${units[step] ?? ""}`;
}

/** How long something took: 22 ms, 0.86 s, 9.42 s, 42.1 s, then as `span`. */
export function duration(ms: number | undefined): string {
  if (ms === undefined) return MISSING;
  if (ms < 100) return `${Math.round(ms)}${NBSP}ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(2)}${NBSP}s`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)}${NBSP}s` : span(ms);
}

/** A time that passes: 8 s, 3 min 4 s, 5 h 17 min, 2 d 3 h. */
export function span(ms: number | undefined): string {
  if (ms === undefined) return MISSING;
  const seconds = Math.max(0, Math.round(ms / 1000));
  const parts: [number, string, number, string][] = [
    [86_400, "d", 3600, "h"],
    [3600, "h", 60, "min"],
    [60, "min", 1, "s"],
  ];
  for (const [large, unit, small, part] of parts) {
    if (seconds < large) continue;
    const rest = Math.floor((seconds % large) / small);
    const whole = `${grouped(Math.floor(seconds / large))}${NBSP}${unit}`;
    return rest === 0 ? whole : `${whole} ${rest}${NBSP}${part}`;
  }
  return `${seconds}${NBSP}s`;
}

/** A share of one as whole percent, never more than 100. */
export function share(value: number | undefined): string {
  if (value === undefined) return MISSING;
  const percent = Math.min(100, Math.max(0, value * 100));
  return percent > 0 && percent < 0.5 ? `<1${NBSP}%` : `${Math.round(percent)}${NBSP}%`;
}

/** `3/4` of the subtask 2 of 4: people count from 1. */
export function subtaskName(index: number, parallelism: number): string {
  return `${index + 1}/${parallelism}`;
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}
