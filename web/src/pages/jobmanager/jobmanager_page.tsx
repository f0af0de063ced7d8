/** The JobManager: its settings and its log. */

import { useLive } from "../../live/use_live";
import { Card, Loading, Outside, Problem } from "../../parts/cards";
import { Table } from "../../parts/table";
import { useTitle } from "../../parts/title";
import { JobManagerCard } from "./jobmanager_card";

export function JobManagerPage() {
  useTitle("JobManager");
  const config = useLive("/jobmanager/config", {}, {}, 60_000);
  const log = useLive("/jobmanager/log", {}, {}, 3000);
  return (
    <>
      <div class="jobhead">
        <h1 class="grow">JobManager</h1>
      </div>
      <section class="cols jobmanager">
        <Card title="Settings" sub="secrets are masked">
          <Problem problem={config.problem.value} />
          {config.value.value === undefined ? (
            <Loading />
          ) : (
            <Table
              label="Settings"
              class="tight"
              sort="-key"
              rows={config.value.value}
              keyOf={(entry) => entry.key}
              columns={[
                { id: "key", title: "Setting", order: (entry) => entry.key, class: "mono", cell: (entry) => entry.key },
                { id: "value", title: "Value", class: "mono", cell: (entry) => <Outside text={entry.value} /> },
              ]}
            />
          )}
        </Card>
        <JobManagerCard />
      </section>
      <Card title="Log" sub="its end">
        <Problem problem={log.problem.value} />
        <pre class="log plain" tabindex={0} role="region" aria-label="Log of the JobManager">
          <bdi>{(log.value.value ?? "").split("\n").slice(-200).join("\n")}</bdi>
        </pre>
      </Card>
    </>
  );
}
