/** Checkpoints: why was one slow, why did one fail. */

import { useEffect, useRef } from "preact/hooks";
import { address, amend, go, href } from "../../address";
import { bytes, count, duration, plural, short, span, subtaskName } from "../../format/numbers";
import { ago, moment, preciseClock, utc } from "../../format/times";
import { bindKey } from "../../keyboard";
import { second } from "../../live/second";
import { useLive } from "../../live/use_live";
import { Card, Chips, Loading, Note, Outside, Problem } from "../../parts/cards";
import { Icon } from "../../parts/icons";
import { StateMark } from "../../parts/states";
import { Table } from "../../parts/table";
import type { CheckpointStatistics } from "../../rest/types";
import { useJob } from "../job/job_context";
import { Gantt, PhaseKeys, useParts } from "./gantt";
import { isSlow, longestPhase, median, slowest } from "./phases";

const NEVER_MS = 2 ** 62;

/** REST lists the last checkpoints; those that were listed before stay while one looks. */
function useHistory(): CheckpointStatistics[] {
  const { checkpoints } = useJob();
  const seen = useRef(new Map<number, CheckpointStatistics>());
  for (const one of checkpoints?.history ?? []) seen.current.set(one.id, one);
  return [...seen.current.values()].sort((one, other) => other.id - one.id);
}

export function CheckpointsPart({ chosen }: { chosen: string | undefined }) {
  const { id, checkpoints } = useJob();
  const history = useHistory();
  const config = useLive("/jobs/{jobid}/checkpoints/config", { jobid: id }, {}, 60_000).value.value;
  const listed = history.find((one) => String(one.id) === chosen);
  const current = chosen === undefined ? (history.find((one) => one.status !== "IN_PROGRESS") ?? history[0]) : listed;
  const neighbor = (step: number): number | undefined => {
    const place = history.findIndex((one) => one.id === (current?.id ?? Number(chosen)));
    return place < 0 ? undefined : history[place + step]?.id;
  };
  useEffect(() => {
    const open = (step: number) => () => {
      const to = neighbor(step);
      if (to !== undefined) go(href(["jobs", id, "checkpoints", to]));
    };
    const release = [
      bindKey("ArrowLeft", "the checkpoint before", open(1)),
      bindKey("ArrowRight", "the next checkpoint", open(-1)),
    ];
    return () => release.forEach((one) => one());
  });
  if (checkpoints === undefined) return <Loading lines={6} />;
  if (config !== undefined && config.interval > NEVER_MS && history.length === 0) {
    return (
      <Note tone="info">
        <b>No checkpoints:</b> <span class="mono">execution.checkpointing.interval</span> is not set.
      </Note>
    );
  }
  if (history.length === 0 && chosen === undefined)
    return <Note tone="info">No checkpoint has been triggered yet.</Note>;
  const number = current?.id ?? Number(chosen);
  return (
    <>
      {current !== undefined && <Sentence one={current} history={history} />}
      <Timeline history={history} current={number} />
      {Number.isFinite(number) && <Details number={number} newer={neighbor(-1)} older={neighbor(1)} />}
      <section class="cols checkpoint-cols">
        <List history={history} current={number} />
        <Sums />
      </section>
    </>
  );
}

// One sentence --------------------------------------------------------------------------------------------------------

function Sentence({ one, history }: { one: CheckpointStatistics; history: readonly CheckpointStatistics[] }) {
  const parts = useParts(one.id, one.status === "IN_PROGRESS" ? 1000 : 60_000);
  if (one.status === "FAILED") {
    return (
      <Say tone="bad" words={`${nameOf(one)} failed`}>
        <Outside text={one.failure_message ?? "It recorded no reason."} />
      </Say>
    );
  }
  const worst = slowest(parts);
  const usual = median(
    history.filter((each) => each.status === "COMPLETED" && !each.is_savepoint).map((each) => each.end_to_end_duration),
  );
  if (one.status !== "COMPLETED" || worst === undefined) return null;
  const [phase, ms] = longestPhase(worst);
  const task = `${worst.vertexName} ${subtaskName(worst.index, worst.parallelism)}`;
  const took = `${nameOf(one)} took ${duration(one.end_to_end_duration)}`;
  if (!isSlow(one.end_to_end_duration, usual)) {
    return (
      <Say
        tone="ok"
        words={took}
      >{`The slowest subtask was ${task}; most of its time was ${phase}: ${duration(ms)}.`}</Say>
    );
  }
  const times = (one.end_to_end_duration / (usual ?? 1)).toFixed(0);
  return (
    <Say tone="warn" words={`${took}, ${times} times the usual ${duration(usual)}`}>
      {EXPLAINED[phase](task, duration(ms))}
    </Say>
  );
}

const EXPLAINED = {
  "start delay": (task: string, ms: string) =>
    `Its barrier waited ${ms} in front of ${task}, behind the records that the subtask had to process first.`,
  alignment: (task: string, ms: string) =>
    `${task} aligned for ${ms}: the barriers of its inputs arrived that far apart.`,
  sync: (task: string, ms: string) => `${task} copied its state for ${ms}, and processed no record meanwhile.`,
  async: (task: string, ms: string) =>
    `${task} wrote its state for ${ms}: storage, or the size of the state, is the cause.`,
} as const;

function Say({
  tone,
  words,
  children,
}: {
  tone: "ok" | "warn" | "bad";
  words: string;
  children: preact.ComponentChildren;
}) {
  return (
    <section class="card" aria-label="Diagnosis">
      <div class="cause">
        <span class={tone}>
          <Icon glyph={tone} />
        </span>
        <div>
          <h2>{words}</h2>
          <p class="why">{children}</p>
        </div>
      </div>
    </section>
  );
}

function nameOf(one: CheckpointStatistics): string {
  return `${one.is_savepoint ? "Savepoint" : "Checkpoint"} ${one.id}`;
}

// The timeline --------------------------------------------------------------------------------------------------------

const MOST_BARS = 90;

function Timeline({ history, current }: { history: readonly CheckpointStatistics[]; current: number }) {
  const { id } = useJob();
  const shown = [...history].slice(0, MOST_BARS).reverse();
  const top = Math.max(100, ...shown.map((one) => one.end_to_end_duration)) * 1.1;
  const place = shown.findIndex((one) => one.id === current);
  const chosen = shown[place];
  const open = (step: number): void => {
    const to = shown[Math.min(shown.length - 1, Math.max(0, place + step))];
    if (to !== undefined) go(href(["jobs", id, "checkpoints", to.id]));
  };
  return (
    <Card title="Timeline" sub={`${plural(shown.length, "checkpoint")}, from the trigger to the end of each`}>
      <div
        class="ckbars"
        role="slider"
        tabindex={0}
        aria-label="Checkpoint"
        aria-valuemin={shown[0]?.id ?? 0}
        aria-valuemax={shown.at(-1)?.id ?? 0}
        aria-valuenow={chosen?.id ?? shown.at(-1)?.id ?? 0}
        aria-valuetext={
          chosen === undefined
            ? ""
            : `${chosen.id}, ${chosen.status.toLowerCase()}, ${duration(chosen.end_to_end_duration)}`
        }
        onKeyDown={(event) => {
          const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          open(step);
        }}
      >
        <span class="gl top" />
        <span class="yl top">{duration(top)}</span>
        <span class="yl bottom">0</span>
        {shown.map((one) => (
          <span
            key={one.id}
            class={one.id === current ? "cb cur" : "cb"}
            title={`${one.id}: ${one.status.toLowerCase()}, ${duration(one.end_to_end_duration)}`}
            onClick={() => go(href(["jobs", id, "checkpoints", one.id]))}
          >
            {one.id === current && <span class="tagn">{one.id}</span>}
            {one.status === "FAILED" ? (
              <span class="fx bad">
                <Icon glyph="bad" />
              </span>
            ) : (
              <u
                class={one.status === "IN_PROGRESS" ? "pending" : one.is_savepoint ? "d2" : "d3"}
                style={{ height: `${Math.max(1, (one.end_to_end_duration / top) * 100).toFixed(1)}%` }}
              />
            )}
          </span>
        ))}
      </div>
      <div class="ckax" aria-hidden="true">
        <span>{moment(shown[0]?.trigger_timestamp)}</span>
        <span class="last">{moment(shown.at(-1)?.trigger_timestamp)}</span>
      </div>
    </Card>
  );
}

// One checkpoint ------------------------------------------------------------------------------------------------------

function Details({ number, newer, older }: { number: number; newer: number | undefined; older: number | undefined }) {
  const { id } = useJob();
  const live = useLive("/jobs/{jobid}/checkpoints/details/{checkpointid}", { jobid: id, checkpointid: number });
  const one = live.value.value;
  const order = address.value.query["order"] === "slowest" ? "slowest" : "vertex";
  const link = (to: number | undefined, word: string) =>
    to !== undefined && (
      <a class="btn small" href={href(["jobs", id, "checkpoints", to])} aria-label={`${word}: ${to}`}>
        {to}
      </a>
    );
  const tools = (
    <>
      <Chips
        label="Order"
        chosen={order}
        onChoose={(value) => amend({ order: value === "vertex" ? undefined : value })}
        options={[
          { value: "vertex", word: "By vertex" },
          { value: "slowest", word: "Slowest first" },
        ]}
      />
      {link(older, "The one before")}
      {link(newer, "The next one")}
    </>
  );
  return (
    <Card
      title={`Checkpoint ${number}`}
      {...(one === undefined ? {} : { sub: <StatusMark one={one} /> })}
      tools={tools}
    >
      <Problem problem={one === undefined ? live.problem.value : undefined} />
      {one === undefined ? (
        live.problem.value === undefined && <Loading />
      ) : (
        <>
          <div class="row wrap checkpoint-facts">
            <Fact word="triggered" value={preciseClock(one.trigger_timestamp)} title={utc(one.trigger_timestamp)} />
            <Fact word="duration" value={duration(one.end_to_end_duration)} />
            <Fact word="state" value={bytes(one.state_size)} />
            <Fact word="written" value={bytes(one.checkpointed_size)} />
            <Fact word="held while aligning" value={bytes(one.alignment_buffered)} />
            <Fact word="acknowledged" value={`${one.num_acknowledged_subtasks} of ${one.num_subtasks}`} />
            <span class="muted">{one.checkpoint_type === "UNALIGNED_CHECKPOINT" ? "unaligned" : "aligned"}</span>
            <span class="grow" />
            <PhaseKeys />
          </div>
          <Gantt number={number} isBySlowest={order === "slowest"} isInProgress={one.status === "IN_PROGRESS"} />
        </>
      )}
    </Card>
  );
}

function Fact({ word, value, title }: { word: string; value: string; title?: string }) {
  return (
    <span class="muted" {...(title === undefined ? {} : { title })}>
      {word} <b>{value}</b>
    </span>
  );
}

function StatusMark({ one }: { one: CheckpointStatistics }) {
  if (one.status === "FAILED") return <StateMark glyph="bad" tone="bad" word="failed" />;
  if (one.status === "IN_PROGRESS") return <StateMark glyph="running" tone="info" word="in progress" />;
  if (one.is_savepoint) return <StateMark glyph="savepoint" tone="info" word="savepoint" />;
  return <StateMark glyph="checkpoint" tone="ok" word="completed" />;
}

// The list ------------------------------------------------------------------------------------------------------------

function List({ history, current }: { history: readonly CheckpointStatistics[]; current: number }) {
  const { id } = useJob();
  const which = address.value.query["show"] ?? "all";
  const filters: Record<string, (one: CheckpointStatistics) => boolean> = {
    all: () => true,
    failed: (one) => one.status === "FAILED",
    savepoints: (one) => one.is_savepoint,
  };
  const counted = (name: string): number => history.filter(filters[name] ?? (() => true)).length;
  const tools = (
    <Chips
      label="Which"
      chosen={which}
      onChoose={(value) => amend({ show: value === "all" ? undefined : value })}
      options={[
        { value: "all", word: "All", count: counted("all") },
        { value: "failed", word: "Failed", count: counted("failed") },
        { value: "savepoints", word: "Savepoints", count: counted("savepoints") },
      ]}
    />
  );
  return (
    <Card title="List" tools={tools}>
      <Table
        label="Table of checkpoints"
        sort="id"
        sortName="checkpoints"
        rows={history.filter(filters[which] ?? (() => true))}
        keyOf={(one) => one.id}
        rowClass={(one) => (one.id === current ? "sel" : "")}
        columns={[
          {
            id: "id",
            title: "No.",
            order: (one) => one.id,
            cell: (one) => <a href={href(["jobs", id, "checkpoints", one.id])}>{one.id}</a>,
          },
          { id: "status", title: "Status", order: (one) => one.status, cell: (one) => <StatusMark one={one} /> },
          {
            id: "triggered",
            title: "Triggered",
            order: (one) => one.trigger_timestamp,
            cell: (one) => <span title={utc(one.trigger_timestamp)}>{moment(one.trigger_timestamp)}</span>,
          },
          {
            id: "took",
            title: "Took",
            isNumber: true,
            order: (one) => one.end_to_end_duration,
            cell: (one) => duration(one.end_to_end_duration),
          },
          {
            id: "state",
            title: "State",
            isNumber: true,
            order: (one) => one.state_size,
            cell: (one) => bytes(one.state_size),
          },
          {
            id: "reason",
            title: "Reason, or place",
            class: "muted wrap",
            cell: (one) => (
              <Outside text={one.failure_message ?? (one.is_savepoint ? (one.external_path ?? "") : "")} />
            ),
          },
        ]}
      />
    </Card>
  );
}

function Sums() {
  const { id, checkpoints } = useJob();
  const config = useLive("/jobs/{jobid}/checkpoints/config", { jobid: id }, {}, 60_000).value.value;
  if (checkpoints === undefined) return null;
  const { counts, summary, latest } = checkpoints;
  const took = summary.end_to_end_duration;
  return (
    <Card title="Since the start">
      <dl class="kv pad">
        <dt>Completed</dt>
        <dd>{count(counts.completed)}</dd>
        <dt>Failed</dt>
        <dd>
          {count(counts.failed)}
          {latest.failed !== null && `, the last ${ago(latest.failed.trigger_timestamp, second.value)}`}
        </dd>
        <dt>Took</dt>
        <dd>
          {duration(took.avg)} on average, {duration(took.max)} at most, of the last {short(checkpoints.history.length)}
        </dd>
        <dt>Restored from</dt>
        <dd>
          {latest.restored === null
            ? "nothing"
            : `${latest.restored.id}, at ${moment(latest.restored.restore_timestamp)}`}
        </dd>
        {config !== undefined && (
          <>
            <dt>Interval</dt>
            <dd>
              {config.interval > NEVER_MS ? "none" : span(config.interval)}, {config.mode.replaceAll("_", " ")},{" "}
              {config.unaligned_checkpoints ? "unaligned" : "aligned"}
            </dd>
            <dt>Timeout</dt>
            <dd>
              {span(config.timeout)}; {plural(config.tolerable_failed_checkpoints, "failure")} tolerated in a row
            </dd>
            <dt>Kept</dt>
            <dd>
              {config.externalization.delete_on_cancellation
                ? "deleted when the job is canceled"
                : "kept when the job is canceled"}
            </dd>
          </>
        )}
      </dl>
    </Card>
  );
}
