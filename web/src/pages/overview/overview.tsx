/** The overview: which job needs me, and is there room. */

import { useComputed } from "@preact/signals";
import { address, amend, href } from "../../address";
import { bytes, duration, MISSING, plural, rate, share, short, span } from "../../format/numbers";
import { ago, moment, utc } from "../../format/times";
import { second } from "../../live/second";
import { useLive } from "../../live/use_live";
import { Card, Chips, Loading, Note, Outside, Problem } from "../../parts/cards";
import { Icon } from "../../parts/icons";
import { hasEnded, JobState, SeverityMark } from "../../parts/states";
import { Table, type Column } from "../../parts/table";
import { BUSY_LIMIT, TimeBar } from "../../parts/time_bars";
import { useTitle } from "../../parts/title";
import { server } from "../../stores/server";
import { Executors } from "../executors/executors";
import { JobManagerCard } from "../jobmanager/jobmanager_card";
import { FirstSteps } from "./first_steps";
import { filterOf, matches, rowsOf, severity, troubled, type Filter, type JobRow } from "./jobs";

export function OverviewPage() {
  useTitle("Jobs");
  const list = useLive("/jobs/overview");
  const figures = useLive("/jobs/figures");
  const rows = useComputed(() => rowsOf(list.value.value?.jobs ?? [], figures.value.value?.jobs ?? [])).value;
  if (list.problem.value !== undefined) return <Problem problem={list.problem.value} />;
  if (list.value.value === undefined) return <Loading lines={6} />;
  if (rows.length === 0 && server.value?.isHistory !== true) return <FirstSteps />;
  const needy = troubled(rows, second.value);
  return (
    <>
      <div class="jobhead">
        <h1 class="grow">{headline(rows.length, needy.length)}</h1>
      </div>
      {needy.length > 0 && <Attention rows={needy} />}
      <Figures rows={rows} />
      <Jobs rows={rows} />
      {server.value?.isHistory !== true && (
        <section class="cols even overview-foot">
          <Executors isBrief />
          <JobManagerCard />
        </section>
      )}
    </>
  );
}

function headline(jobs: number, needy: number): string {
  if (jobs === 0) return "No jobs";
  if (needy === 0) return jobs === 1 ? "The job is fine" : `All ${jobs} jobs are fine`;
  if (jobs === 1) return "The job needs you";
  return `${needy} of ${jobs} jobs ${needy === 1 ? "needs" : "need"} you`;
}

function Attention({ rows }: { rows: readonly JobRow[] }) {
  return (
    <section class="card" aria-label="Needs attention">
      <ul class="attn">
        {rows.map((row) => (
          <li key={row.id}>
            <SeverityMark severity={row.state === "FAILED" ? "bad" : "warn"} />
            <div>
              <div class="h">
                <a class="in" href={href(["jobs", row.id])}>
                  <Outside text={row.name} />
                </a>{" "}
                {row.state === "FAILED" ? `failed ${ago(row.endMs, second.value)}` : "restarts"}
              </div>
              <div class="x">
                <Outside text={row.cause || "It recorded no cause."} />
              </div>
            </div>
            <a class="btn" href={href(["jobs", row.id, "failures"])}>
              Why did it fail
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

// Figures -------------------------------------------------------------------------------------------------------------

function Figures({ rows }: { rows: readonly JobRow[] }) {
  const cluster = useLive("/overview").value.value;
  const executors = useLive("/taskmanagers", {}, {}, 2000).value.value?.taskmanagers ?? [];
  const running = rows.filter((row) => !hasEnded(row.state));
  const failed = rows.filter((row) => row.state === "FAILED" && second.value - row.endMs < 86_400_000).length;
  const rates = running.map((row) => row.recordsPerS).filter((one) => one !== undefined);
  const memory = executors.reduce((sum, one) => sum + one.memoryConfiguration.taskOffHeap, 0);
  return (
    <section class="card figs" aria-label="Cluster">
      <Figure label="Jobs" value={String(running.length)} unit="running" sub={`${failed} failed today`} />
      {cluster !== undefined && cluster["slots-available"] > 0 ? (
        <Figure
          label="Slots"
          value={short(cluster["slots-available"])}
          unit={`of ${short(cluster["slots-total"])} free`}
        />
      ) : (
        <Figure
          label="Tasks"
          value={short(cluster?.["slots-total"])}
          unit="running"
          sub="each job brings its own slots"
        />
      )}
      <Figure label="Memory" value={bytes(memory)} unit="" sub="of the tasks of all jobs" />
      <Figure
        label="Read in all"
        value={rates.length === 0 ? MISSING : rate(rates.reduce((sum, one) => sum + one, 0))}
        unit="records/s"
        sub="mean of the last minute"
      />
    </section>
  );
}

function Figure({ label, value, unit, sub }: { label: string; value: string; unit: string; sub?: string }) {
  return (
    <div>
      <div class="lb">{label}</div>
      <div class="big">
        {value} <span class="unit">{unit}</span>
      </div>
      {sub !== undefined && <div class="sx">{sub}</div>}
    </div>
  );
}

// The list ------------------------------------------------------------------------------------------------------------

function Jobs({ rows }: { rows: readonly JobRow[] }) {
  const filter = filterOf(address.value.query["status"]);
  const words = address.value.query["q"] ?? "";
  const shown = rows.filter((row) => matches(row, filter, words));
  const counted = (value: Filter): number => rows.filter((row) => matches(row, value, "")).length;
  const tools = (
    <>
      <Chips
        label="Status"
        chosen={filter}
        onChoose={(status) => amend({ status: status === "all" ? undefined : status })}
        options={[
          { value: "all", word: "All", count: counted("all") },
          { value: "running", word: "Running", count: counted("running") },
          { value: "failed", word: "Failed", count: counted("failed") },
          { value: "ended", word: "Ended", count: counted("ended") },
        ]}
      />
      <input
        class="input small hide-s"
        type="search"
        placeholder="Filter"
        aria-label="Filter by name"
        value={words}
        onInput={(event) => amend({ q: event.currentTarget.value })}
      />
    </>
  );
  return (
    <Card title="Jobs" tools={tools}>
      {shown.length === 0 ? (
        <div class="pad">
          <Note tone="info">
            <b>No job matches.</b> {plural(rows.length, "job is", "jobs are")} hidden by the filter.{" "}
            <a href={href([])}>Show all</a>
          </Note>
        </div>
      ) : (
        <>
          <div class="jobtable">
            <Table label="Jobs" class="two" columns={COLUMNS} rows={shown} keyOf={(row) => row.id} sort="status" />
          </div>
          <div class="jobcards">
            {[...shown]
              .sort((one, other) => severity(other) - severity(one))
              .map((row) => (
                <JobCard key={row.id} row={row} />
              ))}
          </div>
        </>
      )}
    </Card>
  );
}

function subtitle(row: JobRow): string {
  return row.cause || row.waitsFor;
}

const COLUMNS: readonly Column<JobRow>[] = [
  { id: "status", title: "Status", order: severity, cell: (row) => <JobState state={row.state} /> },
  {
    id: "job",
    title: "Job",
    order: (row) => row.name,
    class: "jobcell",
    cell: (row) => (
      <>
        <a href={href(["jobs", row.id])}>
          <b>
            <Outside text={row.name} />
          </b>
        </a>
        <span class="x">
          <Outside text={subtitle(row)} />
        </span>
      </>
    ),
  },
  {
    id: "read",
    title: "Read now",
    isNumber: true,
    order: (row) => row.recordsPerS ?? -1,
    cell: (row) => <Rate row={row} />,
  },
  {
    id: "lag",
    title: "Lag",
    isNumber: true,
    order: (row) => row.pending ?? -1,
    cell: (row) => short(row.pending),
  },
  {
    id: "busy",
    title: "Busiest subtask",
    order: (row) => row.busy ?? -1,
    cell: (row) => <Busiest row={row} />,
  },
  {
    id: "checkpoint",
    title: "Checkpoint",
    order: (row) => row.checkpointMs ?? 0,
    class: "nowrap",
    cell: (row) => <LastCheckpoint row={row} />,
  },
  {
    id: "restarts",
    title: "Restarts",
    isNumber: true,
    order: (row) => row.restarts,
    cell: (row) => <span class={row.restarts > 0 && row.state === "FAILED" ? "bad" : ""}>{row.restarts}</span>,
  },
  { id: "tasks", title: "Tasks", isNumber: true, order: (row) => row.tasks, cell: (row) => short(row.tasks) },
  { id: "time", title: "Time", order: (row) => row.startMs, class: "nowrap", cell: (row) => <Times row={row} /> },
];

function Rate({ row }: { row: JobRow }) {
  const value = row.recordsPerS;
  if (value === undefined) return <span title="Its tasks do not report.">{MISSING}</span>;
  return (
    <>
      {rate(value)}
      <span class="unit">/s</span>
    </>
  );
}

function Busiest({ row }: { row: JobRow }) {
  const busy = row.busy;
  if (busy === undefined) return <span class="faint">{MISSING}</span>;
  return (
    <div class="busiest">
      <TimeBar split={{ busy, held: 0 }} isDecorative />
      <span class={busy >= BUSY_LIMIT ? "warn" : "muted"}>{share(busy)}</span>{" "}
      <span class="faint trunc">
        <bdi>{row.busiest}</bdi>
      </span>
    </div>
  );
}

function LastCheckpoint({ row }: { row: JobRow }) {
  const at = row.checkpointMs;
  if (at === undefined) return <span class="faint">{MISSING}</span>;
  return (
    <span title={utc(at)}>
      {ago(at, second.value)}
      <span class="second">took {duration(row.checkpointTookMs)}</span>
    </span>
  );
}

function Times({ row }: { row: JobRow }) {
  const ended = hasEnded(row.state) && row.endMs > 0;
  return (
    <span title={utc(ended ? row.endMs : row.startMs)}>
      {ended ? moment(row.endMs, second.value) : `since ${moment(row.startMs, second.value)}`}
      <span class="second">{span((ended ? row.endMs : second.value) - row.startMs)}</span>
    </span>
  );
}

function JobCard({ row }: { row: JobRow }) {
  return (
    <a class="jc" href={href(["jobs", row.id])}>
      <span class="row">
        <b class="grow trunc">
          <Outside text={row.name} />
        </b>
        <JobState state={row.state} />
      </span>
      {subtitle(row) !== "" && (
        <div class="x trunc">
          <Outside text={subtitle(row)} />
        </div>
      )}
      <div class="r">
        {row.recordsPerS !== undefined && (
          <span>
            <b>{rate(row.recordsPerS)}</b>/s
          </span>
        )}
        {row.pending !== undefined && (
          <span>
            lag <b>{short(row.pending)}</b>
          </span>
        )}
        {row.busy !== undefined && (
          <span>
            busiest <b class={row.busy >= BUSY_LIMIT ? "warn" : ""}>{share(row.busy)}</b>
          </span>
        )}
        <span>{row.endMs > 0 ? moment(row.endMs, second.value) : `since ${moment(row.startMs, second.value)}`}</span>
      </div>
      <span class="sr">
        <Icon glyph="right" />
      </span>
    </a>
  );
}
