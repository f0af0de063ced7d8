/** How subtasks spend their time: busy, held back by their receivers, idle. */

import { share, subtaskName } from "../format/numbers";

/** Shares of one. */
export interface TimeSplit {
  readonly busy: number;
  readonly held: number;
}

export const BUSY_LIMIT = 0.9;
export const HELD_LIMIT = 0.5;
const MOST_CELLS = 48;

const percent = (value: number): string => `${Math.min(100, Math.max(0, value * 100)).toFixed(1)}%`;

function busyClass(busy: number): string {
  return busy >= BUSY_LIMIT ? "h" : "b";
}

function said({ busy, held }: TimeSplit): string {
  return `busy ${share(busy)}, held back ${share(held)}, idle ${share(Math.max(0, 1 - busy - held))}`;
}

/** `isDecorative`: the numbers stand beside it. */
export function TimeBar({ split, isDecorative = false }: { split: TimeSplit; isDecorative?: boolean }) {
  const label = isDecorative ? { "aria-hidden": "true" as const } : { role: "img" as const, "aria-label": said(split) };
  return (
    <span class="bar" {...label}>
      <i class={busyClass(split.busy)} style={{ width: percent(split.busy) }} />
      <i class="p" style={{ width: percent(Math.min(split.held, 1 - split.busy)) }} />
    </span>
  );
}

/** A cell for each subtask; beyond 48, each cell is the worst of its bucket. */
export function SubtaskStrip({
  name,
  splits,
  isThin = false,
}: {
  name: string;
  splits: readonly TimeSplit[];
  isThin?: boolean;
}) {
  const size = Math.ceil(splits.length / MOST_CELLS);
  const cells: { split: TimeSplit; first: number }[] = [];
  for (let first = 0; first < splits.length; first += size) {
    const bucket = splits.slice(first, first + size);
    cells.push({
      first,
      split: bucket.reduce((worst, one) => (one.busy + one.held > worst.busy + worst.held ? one : worst)),
    });
  }
  const busiest = splits.reduce((most, one, index) => (one.busy > (splits[most]?.busy ?? 0) ? index : most), 0);
  const label =
    `${splits.length} subtasks; busiest ${subtaskName(busiest, splits.length)} at ${share(splits[busiest]?.busy)}` +
    (size > 1 ? `; each cell is the worst of ${size}` : "");
  return (
    <span class={isThin ? "strip thin" : "strip"} role="img" aria-label={label}>
      {cells.map(({ split, first }) => (
        <i
          key={first}
          title={`${name} ${subtaskName(first, splits.length)}${size > 1 ? ` and ${size - 1} more` : ""}: ${said(split)}`}
        >
          <u class={busyClass(split.busy)} style={{ bottom: "0", height: percent(split.busy) }} />
          <u class="p" style={{ bottom: percent(split.busy), height: percent(Math.min(split.held, 1 - split.busy)) }} />
        </i>
      ))}
    </span>
  );
}

/** A share of a whole as a bar; the number stands beside it. */
export function Meter({ value, isHot = false }: { value: number; isHot?: boolean }) {
  return (
    <span class="meter" aria-hidden="true">
      <i class={isHot ? "h" : ""} style={{ width: percent(value) }} />
    </span>
  );
}

export function TimeKeys() {
  return (
    <span class="keys">
      <span class="key kb">busy</span>
      <span class="key kh">busy, 90&nbsp;% and more</span>
      <span class="key kp">held back</span>
      <span class="key ki">idle</span>
    </span>
  );
}
