/** Failures: what raised, on which record, and what now. */

import { href } from "../../address";
import { plural, span } from "../../format/numbers";
import { moment, utc } from "../../format/times";
import { useLive } from "../../live/use_live";
import { Card, CommandLine, CopyButton, Note, Outside } from "../../parts/cards";
import { Icon } from "../../parts/icons";
import { hasEnded } from "../../parts/states";
import { Table } from "../../parts/table";
import type { RootException } from "../../rest/types";
import { LogCard } from "../logs/log_card";
import { useJob } from "../job/job_context";
import { failureText, fieldsOf, fileName, fingerprint, isOwn, type FailureText, type Frame } from "./failure_text";

interface Group {
  readonly number: number;
  readonly text: FailureText;
  /** The newest first. */
  readonly failures: readonly RootException[];
}

/** Failures by their cause, the newest first; numbered from the oldest, so that an address keeps its meaning. */
export function grouped(failures: readonly RootException[]): Group[] {
  const groups = new Map<string, { text: FailureText; failures: RootException[] }>();
  for (const failure of failures) {
    const text = failureText(failure.stacktrace);
    const key = fingerprint(text);
    const group = groups.get(key) ?? { text, failures: [] };
    group.failures.push(failure);
    groups.set(key, group);
  }
  return [...groups.values()].map((group, place, all) => ({ ...group, number: all.length - place }));
}

export function FailuresPart({ chosen }: { chosen: string | undefined }) {
  const { id, failures, details } = useJob();
  const groups = grouped(failures);
  const group = groups.find((one) => String(one.number) === chosen) ?? groups[0];
  if (group === undefined) {
    return (
      <Note tone="ok">
        <b>No failure is recorded</b> since the job was started, {span(details.duration)} ago.
      </Note>
    );
  }
  const first = group.failures[0];
  return (
    <>
      <Cause group={group} />
      <section class="cols failure-cols">
        <div class="stack">
          {group.text.record !== "" && <RecordCard record={group.text.record} />}
          <WhatToDo group={group} />
        </div>
        <div class="stack">
          <Code text={group.text} />
          <AllFailures jobId={id} groups={groups} current={group.number} />
        </div>
      </section>
      {first !== undefined && <LogAround jobId={id} atMs={first.timestamp} />}
    </>
  );
}

/** The log of a job that the JobManager has started. */
function LogAround({ jobId, atMs }: { jobId: string; atMs: number }) {
  const files = useLive("/jobs/{jobid}/logs", { jobid: jobId }, {}, 5000).value.value;
  if (files?.logs.some((log) => log.name === "job.log") !== true) return null;
  return <LogCard jobId={jobId} aroundMs={atMs} />;
}

function Cause({ group }: { group: Group }) {
  const { id, events, details } = useJob();
  const { text, failures } = group;
  const [last] = failures;
  const refused = [...events].reverse().find((event) => event.kind === "RESTART_REFUSED");
  const first = failures.at(-1);
  const lasted = last !== undefined && first !== undefined ? last.timestamp - first.timestamp : 0;
  const reason = refused?.details["reason"];
  return (
    <section class="card" aria-label="Cause">
      <div class="cause">
        <span class="bad">
          <Icon glyph="bad" />
        </span>
        <div>
          <h2 class="errtitle mono">
            <Outside text={text.cause} />
          </h2>
          <p class="why">
            {text.operator !== "" && (
              <>
                In operator{" "}
                <b>
                  <Outside text={text.operator} />
                </b>
                {last?.endpoint !== undefined && ` on ${last.endpoint.split(":")[0]}`}
                {text.calling !== "" && (
                  <>
                    , calling{" "}
                    <span class="mono">
                      <Outside text={shortPaths(text.calling)} />
                    </span>
                  </>
                )}
                .{" "}
              </>
            )}
            It failed <b>{failures.length === 1 ? "once" : `${failures.length} times in ${span(lasted)}`}</b>
            {last !== undefined && <span title={utc(last.timestamp)}>, the last time {moment(last.timestamp)}</span>}.
            {details.state === "FAILED" && typeof reason === "string" && (
              <>
                {" "}
                Then the job ended: <Outside text={reason} />.
              </>
            )}
          </p>
        </div>
        <div class="next">
          <CopyButton text={report(id, details.name, text)} word="Copy report" />
        </div>
      </div>
      <Attempts />
    </section>
  );
}

function report(id: string, name: string, text: FailureText): string {
  return `Job ${name} (${id})\n\n${text.whole}`;
}

function shortPaths(text: string): string {
  return text.replace(/\/\S*\/(?=[^/\s]+:\d+)/g, "");
}

/** Attempts, each as wide as the others: their lengths differ by thousands. */
function Attempts() {
  const { events, details, view } = useJob();
  const starts = events.filter((event) => event.kind === "ATTEMPT_STARTED").slice(-6);
  if (starts.length < 2) return null;
  const width = 100 / starts.length;
  const spans = starts.map((start, place) => {
    const until = starts[place + 1]?.timestamp ?? (hasEnded(details.state) ? details["end-time"] : view.nowMs);
    const failed = events.find(
      (event) => event.kind === "ATTEMPT_FAILED" && event.timestamp >= start.timestamp && event.timestamp <= until,
    );
    return { start, failed, ms: (failed?.timestamp ?? until) - start.timestamp };
  });
  const says = spans.map(({ start, ms }) => `attempt ${String(start.details["attempt"])} ran ${span(ms)}`).join("; ");
  return (
    <div class="tries" role="img" aria-label={`Attempts, not to scale: ${says}`}>
      {spans.map(({ start, failed, ms }, place) => (
        <>
          <i style={{ left: `${place * width}%`, width: `${width * 0.72}%` }}>
            <em>
              {String(start.details["attempt"])} · {span(ms)}
            </em>
          </i>
          {failed !== undefined && (
            <>
              <span class="x bad" style={{ left: `${(place + 0.72) * width}%` }}>
                <Icon glyph="bad" />
              </span>
              <span class="tt" style={{ left: `${(place + 0.72) * width}%` }}>
                {moment(failed.timestamp)}
              </span>
            </>
          )}
        </>
      ))}
    </div>
  );
}

function RecordCard({ record }: { record: string }) {
  const fields = fieldsOf(record);
  return (
    <Card title="The record" tools={<CopyButton text={record} />}>
      {fields === undefined ? (
        <div class="pad">
          <pre class="code outside" tabindex={0} role="region" aria-label="The record">
            <Outside text={record} />
          </pre>
        </div>
      ) : (
        <Table
          label="Fields of the record"
          class="tight"
          sort="none"
          rows={fields}
          keyOf={(field) => field.name}
          columns={[
            { id: "name", title: "Field", class: "mono", cell: (field) => <Outside text={field.name} /> },
            { id: "type", title: "Type", class: "hide-s faint", cell: (field) => field.type },
            { id: "value", title: "Value", class: "mono wrap", cell: (field) => <Outside text={field.value} /> },
          ]}
        />
      )}
    </Card>
  );
}

function WhatToDo({ group }: { group: Group }) {
  const { id, details, checkpoints, events } = useJob();
  const last = checkpoints?.latest.completed ?? undefined;
  const program = [...events].reverse().find((event) => event.kind === "SUBMITTED")?.details["program"];
  const own = [...group.text.frames].reverse().find(isOwn);
  const name = typeof program === "string" && program !== "" ? program : "JOB.py";
  return (
    <Card title="What to do">
      <div class="pad stack">
        <p>
          {last === undefined ? (
            <>
              <b>There is no checkpoint:</b> started again, the job begins with empty state.
            </>
          ) : (
            <>
              <b>Nothing is lost.</b> Checkpoint {last.id} of {moment(last.trigger_timestamp)} is whole: with the same
              id, the job resumes there.
            </>
          )}
        </p>
        {own !== undefined && group.failures.length > 1 && (
          <p class="muted">
            As it is, it fails again. Change <span class="mono">{`${fileName(own.file)}:${own.line}`}</span>, or send
            what cannot be read to a side output, then:
          </p>
        )}
        {hasEnded(details.state) ? (
          <CommandLine text={`pyrite run -d -m ${location.host} --job-id ${id} ${name}`} />
        ) : (
          <p class="muted">The job {details.state === "RUNNING" ? "runs" : "restarts"} by itself.</p>
        )}
      </div>
    </Card>
  );
}

function Code({ text }: { text: FailureText }) {
  const own = text.frames.filter(isOwn).reverse();
  const others = text.frames.length - own.length;
  return (
    <Card title="Your code" sub="innermost first">
      {own.map((frame, place) => (
        <CodeFrame key={place} frame={frame} />
      ))}
      {own.length === 0 && <p class="pad muted">No frame of the traceback is in a file of your program.</p>}
      <details class="trace">
        <summary class="fold">
          Whole traceback{others > 0 ? `, with ${plural(others, "frame")} of Pyrite and libraries` : ""}
        </summary>
        <pre class="log plain" tabindex={0} role="region" aria-label="Traceback">
          <Outside text={text.whole} />
        </pre>
      </details>
    </Card>
  );
}

function CodeFrame({ frame }: { frame: Frame }) {
  const [source, marks] = frame.source;
  return (
    <div class="frame">
      <div class="fh">
        <b class="mono" title={frame.file}>
          {fileName(frame.file)}:{frame.line}
        </b>
        <span class="muted">
          in <span class="mono">{frame.name}</span>
        </span>
      </div>
      {source !== undefined && (
        <div
          class="code"
          tabindex={0}
          role="region"
          aria-label={`Source of ${fileName(frame.file)}, line ${frame.line}`}
        >
          <div class="hit">
            <span>{frame.line}</span>
            <span>{source}</span>
          </div>
          {marks !== undefined && (
            <div class="caret">
              <span />
              <span>{marks}</span>
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function AllFailures({ jobId, groups, current }: { jobId: string; groups: readonly Group[]; current: number }) {
  return (
    <Card title="All failures of this job">
      <Table
        label="Failures by cause"
        class="tight"
        sort="last"
        sortName="failures"
        rows={groups}
        keyOf={(group) => group.number}
        rowClass={(group) => (group.number === current ? "sel" : "")}
        columns={[
          {
            id: "last",
            title: "Last",
            order: (group) => group.failures[0]?.timestamp ?? 0,
            class: "nowrap",
            cell: (group) => (
              <a href={href(["jobs", jobId, "failures", group.number])}>{moment(group.failures[0]?.timestamp)}</a>
            ),
          },
          { id: "cause", title: "Cause", class: "wrap", cell: (group) => <Outside text={group.text.cause} /> },
          {
            id: "task",
            title: "Task",
            cell: (group) => <Outside text={group.failures[0]?.taskName?.replace(/ - execution.*/, "") ?? "the job"} />,
          },
          {
            id: "times",
            title: "Times",
            isNumber: true,
            order: (group) => group.failures.length,
            cell: (group) => group.failures.length,
          },
        ]}
      />
    </Card>
  );
}
