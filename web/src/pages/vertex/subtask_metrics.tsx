/** All metrics of one subtask, by name. */

import { useSignal } from "@preact/signals";
import { subtaskName } from "../../format/numbers";
import { useLive } from "../../live/use_live";
import { Card, Loading, Outside } from "../../parts/cards";
import { Table } from "../../parts/table";
import { useJob } from "../job/job_context";

const PATH = "/jobs/{jobid}/vertices/{vertexid}/subtasks/{subtaskindex}/metrics";
const MOST_NAMES = 200;

export function SubtaskMetrics({
  vertexId,
  subtask,
  parallelism,
}: {
  vertexId: string;
  subtask: number;
  parallelism: number;
}) {
  const { id } = useJob();
  const words = useSignal("");
  const parameters = { jobid: id, vertexid: vertexId, subtaskindex: subtask };
  const names = useLive(PATH, parameters, {}, 10_000).value.value;
  const wanted = (names ?? [])
    .map((one) => one.id)
    .slice(0, MOST_NAMES)
    .join();
  const values = useLive(PATH, parameters, wanted === "" ? {} : { get: wanted }, 2000).value.value;
  const rows = (values ?? []).filter((one) => one.id.toLowerCase().includes(words.value.toLowerCase()));
  return (
    <Card
      title={`Metrics of ${subtaskName(subtask, parallelism)}`}
      tools={
        <input
          class="input small"
          type="search"
          placeholder={`Filter ${names?.length ?? ""}`}
          aria-label="Filter metrics"
          value={words.value}
          onInput={(event) => (words.value = event.currentTarget.value)}
        />
      }
    >
      {values === undefined ? (
        <Loading />
      ) : (
        <div class="metrics">
          <Table
            label="Metrics"
            class="tight"
            sort="-name"
            sortName="metrics"
            rows={rows}
            keyOf={(row) => row.id}
            columns={[
              {
                id: "name",
                title: "Name",
                order: (row) => row.id,
                class: "mono wrap",
                cell: (row) => <Outside text={row.id} />,
              },
              { id: "value", title: "Value", isNumber: true, cell: (row) => <Outside text={row.value ?? ""} /> },
            ]}
          />
        </div>
      )}
    </Card>
  );
}
