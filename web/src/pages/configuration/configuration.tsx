/** The settings of a job, those that differ from the JobManager's first. */

import { useSignal } from "@preact/signals";
import { useLive } from "../../live/use_live";
import { Card, Chips, Loading, Outside, Problem } from "../../parts/cards";
import { Table } from "../../parts/table";
import { useJob } from "../job/job_context";

export function ConfigurationPart() {
  const { id } = useJob();
  const words = useSignal("");
  const which = useSignal<"all" | "own">("all");
  const live = useLive("/jobs/{jobid}/jobmanager/config", { jobid: id }, {}, 60_000);
  const cluster = useLive("/jobmanager/config", {}, {}, 60_000).value.value ?? [];
  const shared = new Map(cluster.map(({ key, value }) => [key, value]));
  const isOwn = (entry: { key: string; value: string }): boolean => shared.get(entry.key) !== entry.value;
  const rows = (live.value.value ?? []).filter(
    (entry) => (which.value === "all" || isOwn(entry)) && `${entry.key} ${entry.value}`.includes(words.value),
  );
  const tools = (
    <>
      <Chips
        label="Which"
        chosen={which.value}
        onChoose={(value) => (which.value = value)}
        options={[
          { value: "all", word: "All" },
          { value: "own", word: "Of this job" },
        ]}
      />
      <input
        class="input small hide-s"
        type="search"
        placeholder="Filter"
        aria-label="Filter settings"
        value={words.value}
        onInput={(event) => (words.value = event.currentTarget.value)}
      />
    </>
  );
  return (
    <Card title="Configuration" sub="secrets are masked" tools={tools}>
      <Problem problem={live.problem.value} />
      {live.value.value === undefined ? (
        <Loading />
      ) : (
        <Table
          label="Settings of the job"
          class="tight"
          sort="-key"
          rows={rows}
          keyOf={(entry) => entry.key}
          columns={[
            { id: "key", title: "Setting", order: (entry) => entry.key, class: "mono", cell: (entry) => entry.key },
            { id: "value", title: "Value", class: "mono wrap", cell: (entry) => <Outside text={entry.value} /> },
            {
              id: "from",
              title: "From",
              order: (entry) => (isOwn(entry) ? "a" : "b"),
              cell: (entry) => (isOwn(entry) ? "the job" : "the JobManager"),
            },
          ]}
        />
      )}
    </Card>
  );
}
