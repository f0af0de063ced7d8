/** The history of a job: what happened, in which order, and who asked for it. */

import { address, amend } from "../../address";
import { span } from "../../format/numbers";
import { clock, dayName, utc } from "../../format/times";
import { Card, Chips, Note, Outside } from "../../parts/cards";
import { Icon } from "../../parts/icons";
import { hasEnded } from "../../parts/states";
import type { JobEventInfo } from "../../rest/types";
import { useJob } from "../job/job_context";
import { isOfKind, lookOf, type Kind } from "./event_rows";

export function HistoryPart() {
  const { events } = useJob();
  const asked = address.value.query["kind"];
  const kind: Kind = asked === "failures" || asked === "people" ? asked : "all";
  const shown = events.filter((event) => isOfKind(event, kind));
  const counted = (which: Kind): number => events.filter((event) => isOfKind(event, which)).length;
  const tools = (
    <Chips
      label="Kinds"
      chosen={kind}
      onChoose={(value) => amend({ kind: value === "all" ? undefined : value })}
      options={[
        { value: "all", word: "All", count: counted("all") },
        { value: "failures", word: "Failures", count: counted("failures") },
        { value: "people", word: "By people", count: counted("people") },
      ]}
    />
  );
  return (
    <Card title="History" sub="what happened to this job, newest first" tools={tools}>
      <Life />
      {shown.length === 0 ? (
        <div class="pad">
          <Note tone="info">No event of this kind is recorded.</Note>
        </div>
      ) : (
        <Events events={[...shown].reverse()} />
      )}
    </Card>
  );
}

function Events({ events }: { events: readonly JobEventInfo[] }) {
  let day = "";
  return (
    <div class="hist">
      {events.map((event, place) => {
        const name = dayName(event.timestamp);
        const isNewDay = name !== day;
        day = name;
        const [glyph, tone] = lookOf(event);
        return (
          <div key={`${event.timestamp}-${event.kind}-${events.length - place}`}>
            {isNewDay && <div class="day">{name}</div>}
            <div class="ev">
              <span class="t" title={utc(event.timestamp)}>
                {clock(event.timestamp)}
              </span>
              <span class={`g ${tone}`}>
                <Icon glyph={glyph} />
              </span>
              <span class="s">
                <Outside text={sentence(event.text || event.kind.toLowerCase())} />
              </span>
              <span class="w">
                <Outside text={event["requested-by"].replace(/^the command line of /, "")} />
              </span>
              <span class="d" />
            </div>
          </div>
        );
      })}
    </div>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The attempts of the job on the axis of its life. */
function Life() {
  const { events, details, view } = useJob();
  const start = details["start-time"];
  const end = hasEnded(details.state) ? details["end-time"] : view.nowMs;
  const length = Math.max(1, end - start);
  const place = (atMs: number): number => Math.min(100, Math.max(0, ((atMs - start) / length) * 100));
  const attempts = events.filter((event) => event.kind === "ATTEMPT_STARTED");
  const spans = attempts.map((attempt, index) => {
    const until = attempts[index + 1]?.timestamp ?? end;
    const failed = events.find(
      (event) => event.kind === "ATTEMPT_FAILED" && event.timestamp >= attempt.timestamp && event.timestamp <= until,
    );
    return {
      attempt,
      from: place(attempt.timestamp),
      to: place(failed?.timestamp ?? until),
      ms: (failed?.timestamp ?? until) - attempt.timestamp,
    };
  });
  const marks = events.filter((event) =>
    ["ATTEMPT_FAILED", "DRIVER_DIED", "RESCALED", "SAVEPOINT"].includes(event.kind),
  );
  const says = spans.map(({ attempt, ms }) => `attempt ${String(attempt.details["attempt"])}, ${span(ms)}`).join("; ");
  return (
    <div class="life" role="img" aria-label={says === "" ? "No attempt has started" : says}>
      {marks.map((event, index) => {
        const [glyph, tone] = lookOf(event);
        return (
          <span key={index} class={`mk ${tone}`} style={{ left: `${place(event.timestamp)}%` }}>
            <Icon glyph={glyph} />
          </span>
        );
      })}
      {spans.map(({ attempt, from, to, ms }) => (
        <span key={attempt.timestamp} class="at" style={{ left: `${from}%`, width: `${Math.max(0.3, to - from)}%` }}>
          {to - from > 12 ? `attempt ${String(attempt.details["attempt"])} · ${span(ms)}` : ""}
        </span>
      ))}
      <span class="tk first">{clock(start)}</span>
      <span class="tk last">{hasEnded(details.state) ? clock(end) : "now"}</span>
    </div>
  );
}
