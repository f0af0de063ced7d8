/** Charts of a job: one time axis and one cursor for all, from now on the right. */

import { useSignal, type Signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { address, amend } from "../../address";
import { bytes, MISSING, rate, share, short, span, duration } from "../../format/numbers";
import { clock } from "../../format/times";
import { loop } from "../../live/loop";
import { Card, Chips } from "../../parts/cards";
import { theme } from "../../parts/frame";
import { Icon, type Glyph } from "../../parts/icons";
import { WINDOW_MS, type Sample } from "../../stores/samples";

export interface Mark {
  readonly atMs: number;
  readonly glyph: Glyph;
  readonly tone: string;
  readonly words: string;
  readonly to: string;
}

export interface CheckpointBar {
  readonly atMs: number;
  readonly tookMs: number;
}

interface Line {
  readonly label: string;
  /** A token of style/tokens.css. */
  readonly color: string;
  readonly isDashed?: boolean;
  readonly isFilled?: boolean;
  readonly isBars?: boolean;
  readonly values: readonly (number | undefined)[];
}

interface ChartProps {
  title: string;
  times: readonly number[];
  lines: readonly Line[];
  /** The least top of the axis. */
  least: number;
  say: (value: number) => string;
  sub?: string;
  from: number;
  to: number;
  cursorMs: Signal<number | undefined>;
}

const HEIGHT = 76;
const RANGES = [
  { value: "15", word: "15 min" },
  { value: "5", word: "5 min" },
] as const;

interface ChartsProps {
  samples: readonly Sample[];
  checkpoints: readonly CheckpointBar[];
  marks: readonly Mark[];
  nowMs: number;
}

export function Charts({ samples, checkpoints, marks, nowMs }: ChartsProps) {
  const range = useSignal<"15" | "5">("15");
  const cursorMs = useSignal<number | undefined>(numberAt());
  const to = nowMs;
  const from = to - (range.value === "15" ? WINDOW_MS : 5 * 60_000);
  const times = samples.map((one) => one.atMs);
  const shared = { times, from, to, cursorMs };
  const of = (value: (sample: Sample) => number | undefined) => samples.map(value);
  const tools = (
    <>
      <Chips label="Range" options={RANGES} chosen={range.value} onChoose={(value) => (range.value = value)} />
      <button
        class="chip"
        type="button"
        aria-pressed={loop.isPaused.value}
        onClick={() => loop.pause(!loop.isPaused.value)}
      >
        Pause
      </button>
    </>
  );
  const hasLag = samples.some((one) => one.pending !== undefined);
  const hasTime = samples.some((one) => one.behindMs !== undefined);
  return (
    <Card
      title={range.value === "15" ? "Last 15 minutes" : "Last 5 minutes"}
      name="Charts"
      sub="one time axis; point at a moment to read all"
      tools={tools}
    >
      <div class="charts">
        <Marks marks={marks} from={from} to={to} />
        <Chart
          {...shared}
          title="Records a second"
          least={10}
          say={(value) => `${rate(value)}/s`}
          lines={[{ label: "read", color: "--c1", isFilled: true, values: of((one) => one.readPerS) }]}
        />
        {hasLag && (
          <Chart
            {...shared}
            title="Lag of the source"
            least={100}
            say={short}
            lines={[{ label: "records to read", color: "--c1", isFilled: true, values: of((one) => one.pending) }]}
          />
        )}
        <Chart
          {...shared}
          title="Time of subtasks"
          least={1}
          say={share}
          lines={[
            { label: "busiest, busy", color: "--hot", values: of((one) => one.busy) },
            { label: "source, held back", color: "--held", isDashed: true, values: of((one) => one.held) },
          ]}
        />
        {hasTime && (
          <Chart
            {...shared}
            title="Event time behind clock"
            least={1000}
            say={span}
            lines={[{ label: "slowest watermark", color: "--c3", isFilled: true, values: of((one) => one.behindMs) }]}
          />
        )}
        {checkpoints.length > 0 && (
          <Chart
            {...shared}
            times={checkpoints.map((one) => one.atMs)}
            title="Checkpoints"
            least={100}
            say={duration}
            lines={[
              {
                label: "duration, at its trigger",
                color: "--c1",
                isBars: true,
                values: checkpoints.map((one) => one.tookMs),
              },
            ]}
          />
        )}
        <Chart
          {...shared}
          title="Memory, largest task"
          least={1e6}
          say={bytes}
          lines={[{ label: "resident", color: "--c4", values: of((one) => one.memory) }]}
        />
        <Axis from={from} to={to} />
      </div>
    </Card>
  );
}

function numberAt(): number | undefined {
  const at = Number(address.peek().query["at"]);
  return Number.isFinite(at) && at > 0 ? at : undefined;
}

const place = (atMs: number, from: number, to: number): string =>
  `${(((atMs - from) / (to - from)) * 100).toFixed(2)}%`;

function Marks({ marks, from, to }: { marks: readonly Mark[]; from: number; to: number }) {
  const shown = marks.filter((mark) => mark.atMs >= from && mark.atMs <= to);
  return (
    <>
      <div class="marks">
        <span class="lab0">What happened</span>
        {shown.map((mark) => (
          <a
            key={`${mark.atMs}-${mark.words}`}
            class={mark.tone}
            href={mark.to}
            aria-label={mark.words}
            style={{ left: place(mark.atMs, from, to) }}
          >
            <Icon glyph={mark.glyph} />
            <span>{mark.words}</span>
          </a>
        ))}
        <span class="val0">now</span>
      </div>
      <div class="vlines" aria-hidden="true">
        {shown.map((mark) => (
          <i key={`${mark.atMs}-${mark.words}`} class={mark.tone} style={{ left: place(mark.atMs, from, to) }} />
        ))}
      </div>
    </>
  );
}

function Axis({ from, to }: { from: number; to: number }) {
  const step = to - from > 6 * 60_000 ? 120_000 : 60_000;
  const ticks = [];
  for (let at = Math.ceil(from / step) * step; at < to - step / 3; at += step) ticks.push(at);
  return (
    <div class="axis" aria-hidden="true">
      {ticks.map((at, index) => (
        <span key={at} class={index % 2 === 1 ? "hide-s" : ""} style={{ left: place(at, from, to) }}>
          {clock(at).slice(0, 5)}
        </span>
      ))}
      <span style={{ left: "100%" }}>now</span>
    </div>
  );
}

/** A round number that is not less. */
export function roundTop(value: number): number {
  if (value <= 0) return 1;
  const size = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * size >= value) ?? 10) * size;
}

function Chart(props: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const state = useRef(props);
  state.current = props;
  const shape = `${props.lines.map((line) => line.label).join()} ${theme.value}`;
  const read = useSignal<string | undefined>(undefined);

  useEffect(() => {
    if (box.current === null) return;
    plot.current = makePlot(box.current, state, read);
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) plot.current?.setSize({ width: Math.floor(entry.contentRect.width), height: HEIGHT });
    });
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      plot.current?.destroy();
    };
  }, [shape]);
  useEffect(() => {
    plot.current?.setData(dataOf(props));
  });

  const current = props.lines[0]?.values.at(-1);
  const now = current === undefined ? MISSING : props.say(current);
  return (
    <div class="crow">
      <div class="l">
        <b>{props.title}</b>
        {props.lines.map((line) => (
          <span key={line.label} class="s">
            <i class={line.isDashed === true ? "dash" : ""} style={{ borderColor: `var(${line.color})` }} />
            {line.label}
          </span>
        ))}
      </div>
      <div class="pl" ref={box} role="img" aria-label={`${props.title}; now ${now}`} />
      <div class="vl">
        <b>{now}</b>
        <span class="faint">{read.value ?? props.sub ?? ""}</span>
      </div>
    </div>
  );
}

function dataOf({ times, lines }: ChartProps): uPlot.AlignedData {
  return [times.map((ms) => ms / 1000), ...lines.map((line) => line.values.map((value) => value ?? null))];
}

function makePlot(box: HTMLElement, state: { current: ChartProps }, read: Signal<string | undefined>): uPlot {
  const css = getComputedStyle(document.documentElement);
  const color = (token: string): string => css.getPropertyValue(token).trim();
  const top = (): number => {
    const { lines, least } = state.current;
    const values = lines.flatMap((line) => line.values).filter((value) => value !== undefined);
    return roundTop(Math.max(least, ...values));
  };
  return new uPlot(
    {
      width: Math.max(50, box.clientWidth),
      height: HEIGHT,
      padding: [8, 0, 6, 0],
      legend: { show: false },
      axes: [{ show: false }, { show: false }],
      scales: {
        x: { range: () => [state.current.from / 1000, state.current.to / 1000] },
        y: { range: () => [0, top()] },
      },
      cursor: { y: false, drag: { x: false, y: false }, sync: { key: "charts" }, points: { size: 7 } },
      series: [
        {},
        ...state.current.lines.map((line) => ({
          stroke: color(line.color),
          width: 1.6,
          spanGaps: false,
          points: { show: false },
          ...(line.isFilled === true ? { fill: `color-mix(in srgb, ${color(line.color)} 12%, transparent)` } : {}),
          ...(line.isDashed === true ? { dash: [4, 3] } : {}),
          ...(line.isBars === true
            ? { fill: color(line.color), paths: uPlot.paths.bars?.({ size: [0.6, 7] }) as uPlot.Series.PathBuilder }
            : {}),
        })),
      ],
      hooks: {
        drawClear: [(plot) => drawGrid(plot, top(), state.current.say, color)],
        setCursor: [
          (plot) => {
            const at = plot.cursor.idx;
            const value = at === null || at === undefined ? undefined : state.current.lines[0]?.values[at];
            read.value =
              at === null || at === undefined || value === undefined
                ? undefined
                : `${state.current.say(value)} at ${clock(state.current.times[at] ?? 0)}`;
          },
        ],
        ready: [
          (plot) => {
            plot.over.addEventListener("click", () => {
              const at = plot.cursor.left;
              if (at !== undefined && at >= 0) amend({ at: Math.round(plot.posToVal(at, "x") * 1000) });
            });
            const at = state.current.cursorMs.peek();
            if (at !== undefined) plot.setCursor({ left: plot.valToPos(at / 1000, "x"), top: 10 });
          },
        ],
      },
    },
    dataOf(state.current),
    box,
  );
}

/** Two lines with their numbers, inside the chart. */
function drawGrid(plot: uPlot, top: number, say: (value: number) => string, color: (token: string) => string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.setLineDash([]);
  ctx.lineWidth = 1;
  ctx.font = `${11 * devicePixelRatio}px ${color("--sans")}`;
  for (const value of [top / 2, top]) {
    const y = Math.round(plot.valToPos(value, "y", true)) + 0.5;
    ctx.strokeStyle = color("--chart-grid");
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.fillStyle = color("--chart-axis");
    ctx.fillText(say(value), bbox.left + 4, y + 11 * devicePixelRatio);
  }
  ctx.restore();
}
