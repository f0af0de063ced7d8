/** Lines of a job's log: all of them, or those around a moment. */

import { useComputed, useSignal } from "@preact/signals";
import { plural } from "../../format/numbers";
import { preciseClock, utc } from "../../format/times";
import { useLive } from "../../live/use_live";
import { Card, Chips, Loading, Note, Outside, Problem } from "../../parts/cards";
import { isAtLeast, logLines, type LogLine } from "./log_lines";

const BEFORE = 20;
const AFTER = 5;
const MOST = 300;

interface LogCardProps {
  jobId: string;
  file?: string;
  aroundMs?: number;
}

export function LogCard({ jobId, file = "job.log", aroundMs }: LogCardProps) {
  const level = useSignal<"INFO" | "WARN" | "ERROR">("INFO");
  const words = useSignal("");
  const live = useLive("/jobs/{jobid}/logs/{filename}", { jobid: jobId, filename: file }, {}, 3000);
  const lines = useComputed(() => logLines(live.value.value ?? "")).value;
  const matching = lines.filter(
    (line) =>
      (line.level === "" || isAtLeast(line, level.value)) &&
      `${line.task} ${line.text}`.toLowerCase().includes(words.value.toLowerCase()),
  );
  const shown = around(matching, aroundMs);
  const tools = (
    <>
      <Chips
        label="Level"
        chosen={level.value}
        onChoose={(value) => (level.value = value)}
        options={[
          { value: "INFO", word: "All" },
          { value: "WARN", word: "Warnings" },
          { value: "ERROR", word: "Errors" },
        ]}
      />
      <input
        class="input small hide-s"
        type="search"
        placeholder="Filter"
        aria-label="Filter lines"
        value={words.value}
        onInput={(event) => (words.value = event.currentTarget.value)}
      />
    </>
  );
  return (
    <Card
      title={aroundMs === undefined ? file : `Log around ${preciseClock(aroundMs)}`}
      name="Log"
      sub={aroundMs === undefined ? "its end" : `${file}, ${BEFORE} lines before, ${AFTER} after`}
      tools={tools}
    >
      <Problem problem={live.problem.value} />
      {live.value.value === undefined && live.problem.value === undefined ? (
        <Loading />
      ) : shown.length === 0 ? (
        <div class="pad">
          <Note tone="info">No line of {file} matches.</Note>
        </div>
      ) : (
        <div class="log" tabindex={0} role="region" aria-label={`Lines of ${file}`}>
          {shown.map((line) => (
            <Line
              key={line.number}
              line={line}
              isHit={aroundMs !== undefined && Math.abs(line.atMs - aroundMs) < 1000 && line.level === "ERROR"}
            />
          ))}
        </div>
      )}
    </Card>
  );
}

function around(lines: readonly LogLine[], atMs: number | undefined): readonly LogLine[] {
  if (atMs === undefined) return lines.slice(-MOST);
  const place = lines.findIndex((line) => line.atMs >= atMs);
  const middle = place < 0 ? lines.length : place;
  return lines.slice(Math.max(0, middle - BEFORE), middle + AFTER);
}

function Line({ line, isHit }: { line: LogLine; isHit: boolean }) {
  const isWhole = useSignal(isHit);
  const first = line.text.split("\n")[0] ?? "";
  return (
    <div class={isHit ? "hit" : ""}>
      <span class="t" title={utc(line.atMs)}>
        {line.atMs > 0 ? preciseClock(line.atMs) : ""}
      </span>
      <span class={`lv-${line.level[0] ?? ""}`}>{line.level}</span>
      <span class="k" title={line.task}>
        <bdi>{line.task}</bdi>
      </span>
      <span class="m">
        <Outside text={isWhole.value ? line.text : first} />
        {first !== line.text && (
          <button class="btn small ghost" type="button" onClick={() => (isWhole.value = !isWhole.value)}>
            {isWhole.value ? "fold" : plural(line.text.split("\n").length - 1, "more line")}
          </button>
        )}
      </span>
    </div>
  );
}
