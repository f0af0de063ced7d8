/** The logs of a job: its own, that of Spark, and what its program has printed. */

import { address, amend } from "../../address";
import { bytes } from "../../format/numbers";
import { useLive } from "../../live/use_live";
import { Chips, Loading, Note, Problem } from "../../parts/cards";
import { useJob } from "../job/job_context";
import { LogCard } from "./log_card";

export function LogsPart() {
  const { id } = useJob();
  const files = useLive("/jobs/{jobid}/logs", { jobid: id }, {}, 5000);
  const logs = files.value.value?.logs;
  if (files.problem.value !== undefined) return <Problem problem={files.problem.value} />;
  if (logs === undefined) return <Loading />;
  const first = logs.find((log) => log.name === "job.log") ?? logs[0];
  const chosen = logs.find((log) => log.name === address.value.query["file"]) ?? first;
  if (chosen === undefined) {
    return (
      <Note tone="info">
        <b>No logs:</b> the JobManager did not start this job, so its log is where the program runs.
      </Note>
    );
  }
  return (
    <div class="stack">
      <Chips
        label="File"
        chosen={chosen.name}
        onChoose={(file) => amend({ file })}
        options={logs.map((log) => ({ value: log.name, word: `${log.name} ${bytes(log.size)}` }))}
      />
      <LogCard key={chosen.name} jobId={id} file={chosen.name} />
    </div>
  );
}
