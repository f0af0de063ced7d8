/** The page of a job: its head, the three answers, and the part that the address names. */

import { useEffect } from "preact/hooks";
import { address, href } from "../../address";
import { plural, share, span } from "../../format/numbers";
import { moment, nowMs, utc } from "../../format/times";
import { bindKey } from "../../keyboard";
import { useLive } from "../../live/use_live";
import { Loading, Note, Outside, Problem } from "../../parts/cards";
import { Icon, type Glyph } from "../../parts/icons";
import { hasEnded, JobState } from "../../parts/states";
import { useTitle } from "../../parts/title";
import { job } from "../../stores/job";
import { jobView, METRICS } from "../../stores/job_view";
import { addSample, sampleOf, samplesOf } from "../../stores/samples";
import { CheckpointsPart } from "../checkpoints/checkpoints";
import { ConfigurationPart } from "../configuration/configuration";
import { EndDialog } from "../end/end_dialog";
import { JobActions } from "../end/job_actions";
import { FailuresPart } from "../failures/failures";
import { HistoryPart } from "../history/history";
import { LogsPart } from "../logs/logs";
import { VertexPart } from "../vertex/vertex";
import { failAnswer, slowAnswer, stopAnswer, type Answer } from "./answers";
import { GraphPart } from "./graph_part";
import { JobContext, useJob, type JobState as Shared } from "./job_context";

export function JobPage({ id }: { id: string }) {
  const details = useLive("/jobs/{jobid}", { jobid: id });
  const columns = useLive("/jobs/{jobid}/subtasks/metrics", { jobid: id }, { get: METRICS.join() });
  const checkpoints = useLive("/jobs/{jobid}/checkpoints", { jobid: id });
  const exceptions = useLive("/jobs/{jobid}/exceptions", { jobid: id }, {}, 2000);
  const events = useLive("/jobs/{jobid}/events", { jobid: id }, {}, 2000);
  const value = details.value.value;
  useTitle(value?.name ?? "Job");
  useEffect(() => {
    job.value = value;
    if (value !== undefined && columns.value.value !== undefined && !hasEnded(value.state)) {
      const samples = samplesOf(id);
      samples.value = addSample(samples.peek(), sampleOf(jobView(value, columns.value.value)));
    }
  }, [value, columns.value.value]);
  if (value === undefined)
    return details.problem.value === undefined ? <Loading lines={8} /> : <Gone id={id} live={details} />;
  const state: Shared = {
    id,
    details: value,
    view: jobView(value, columns.value.value),
    checkpoints: checkpoints.value.value,
    failures: exceptions.value.value?.exceptionHistory.entries ?? [],
    events: events.value.value?.events ?? [],
  };
  return (
    <JobContext.Provider value={state}>
      <Head />
      <Answers />
      <Tabs />
      <Part />
      {address.value.path[2] === "stop" && !hasEnded(value.state) && <EndDialog />}
    </JobContext.Provider>
  );
}

function Gone({ id, live }: { id: string; live: ReturnType<typeof useLive<"/jobs/{jobid}">> }) {
  return (
    <>
      <h1>Job {id.slice(0, 8)}</h1>
      <Problem problem={live.problem.value} />
      <Note tone="info">
        The JobManager does not list this job any more, or not yet. <a href={href([])}>All jobs</a>
      </Note>
    </>
  );
}

function Head() {
  const { id, details, view, events } = useJob();
  const ended = hasEnded(details.state);
  const tasks = view.vertices.reduce((sum, vertex) => sum + vertex.parallelism, 0);
  const parallelism = Math.max(1, ...view.vertices.map((vertex) => vertex.parallelism));
  const attempt = [...events].reverse().find((event) => event.kind === "ATTEMPT_STARTED")?.details["attempt"];
  const submitted = [...events].reverse().find((event) => event.kind === "SUBMITTED");
  const program = submitted?.details["program"];
  const busiest = Math.max(0, ...view.vertices.map((vertex) => vertex.busiest?.split?.busy ?? 0));
  return (
    <div class="jobhead">
      <div class="grow">
        <div class="crumb">
          <a href={href([])}>Jobs</a> /{" "}
          <span class="mono" title={id}>
            {id.slice(0, 8)}
          </span>
        </div>
        <h1>
          <span class="job-name">
            <Outside text={details.name} />
          </span>{" "}
          <JobState state={details.state} isPill />
        </h1>
        <div class="facts">
          {ended ? (
            <Fact
              word={details.state.toLowerCase()}
              value={moment(details["end-time"])}
              title={utc(details["end-time"])}
            />
          ) : (
            <Fact word="since" value={moment(details["start-time"])} title={utc(details["start-time"])} />
          )}
          <Fact
            word={ended ? "ran" : "running"}
            value={span(ended ? details.duration : nowMs() - details["start-time"])}
          />
          {typeof attempt === "number" && <Fact word="attempt" value={String(attempt)} />}
          <Fact word="parallelism" value={String(parallelism)} />
          <Fact word="tasks" value={String(tasks)} />
          {!ended && <Fact word="busiest" value={share(busiest)} />}
          {typeof program === "string" && program !== "" && (
            <span class="mono">
              <Outside text={program} />
            </span>
          )}
        </div>
      </div>
      <JobActions />
    </div>
  );
}

function Fact({ word, value, title }: { word: string; value: string; title?: string }) {
  return (
    <span {...(title === undefined ? {} : { title })}>
      {word} <b>{value}</b>
    </span>
  );
}

// Answers and tabs ----------------------------------------------------------------------------------------------------

const GLYPHS: Record<Answer["severity"], Glyph> = { ok: "ok", info: "info", warn: "warn", bad: "bad" };

function Answers() {
  const { id, details, view, checkpoints, failures, events } = useJob();
  const restarts = events.filter((event) => event.kind === "RESTARTING").length;
  const now = nowMs();
  const cards = [
    { answer: slowAnswer(details, view), to: href(["jobs", id]), part: undefined },
    { answer: failAnswer(details, failures, restarts, now), to: href(["jobs", id, "failures"]), part: "failures" },
    {
      answer: stopAnswer(details, checkpoints, now),
      to: href(["jobs", id, hasEnded(details.state) ? "checkpoints" : "stop"]),
      part: hasEnded(details.state) ? "checkpoints" : "stop",
    },
  ];
  useEffect(() => {
    const release = cards.map(({ answer, to }, place) =>
      bindKey(String(place + 1), answer.question, () => (location.hash = to)),
    );
    return () => release.forEach((one) => one());
  }, [id, details.state]);
  const current = address.value.path[2];
  return (
    <nav class="answers" aria-label="Questions">
      {cards.map(({ answer, to, part }, place) => (
        <a
          key={answer.question}
          class={`answer ${answer.severity === "warn" || answer.severity === "bad" ? `${answer.severity}-l` : ""}`}
          href={to}
          {...(current === part ? { "aria-current": "page" as const } : {})}
        >
          <span class="q">
            <span class={answer.severity}>
              <Icon glyph={GLYPHS[answer.severity]} title={answer.severity} />
            </span>
            {answer.question}
            <kbd>{place + 1}</kbd>
          </span>
          <span class="a trunc">
            <Outside text={answer.words} />
          </span>
          <span class="d trunc">
            <Outside text={answer.detail} />
          </span>
        </a>
      ))}
    </nav>
  );
}

function Tabs() {
  const { id, failures } = useJob();
  const current = address.value.path[2];
  const tabs = [
    { part: undefined, word: "Graph and charts" },
    { part: "checkpoints", word: "Checkpoints" },
    { part: "history", word: "History" },
    { part: "failures", word: "Failures", count: failures.length },
    { part: "logs", word: "Logs" },
    { part: "configuration", word: "Configuration" },
  ];
  const shown = current === "stop" || current === "v" ? undefined : current;
  return (
    <nav class="tabs" aria-label="Parts of the job">
      {tabs.map(({ part, word, count }) => (
        <a
          key={word}
          href={href(part === undefined ? ["jobs", id] : ["jobs", id, part])}
          {...(shown === part ? { "aria-current": "page" as const } : {})}
        >
          {word}
          {count !== undefined && count > 0 && (
            <span class="count" title={plural(count, "failure")}>
              {count}
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

function Part() {
  const [, , part, item] = address.value.path;
  if (part === "checkpoints") return <CheckpointsPart chosen={item} />;
  if (part === "failures") return <FailuresPart chosen={item} />;
  if (part === "history") return <HistoryPart />;
  if (part === "logs") return <LogsPart />;
  if (part === "configuration") return <ConfigurationPart />;
  if (part === "v" && item !== undefined) return <VertexPart key={item} vertexId={item} />;
  return <GraphPart />;
}
