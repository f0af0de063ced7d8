/** Executors: where tasks run, what they use, when they were last heard of. */

import { href } from "../../address";
import { bytes, span } from "../../format/numbers";
import { second } from "../../live/second";
import { useLive } from "../../live/use_live";
import { Card, Loading, Note, Problem } from "../../parts/cards";
import { Table, type Column } from "../../parts/table";
import type { TaskManager } from "../../rest/types";

function host(path: string): string {
  return path.split(":")[0] ?? path;
}

const COLUMNS: readonly Column<TaskManager>[] = [
  {
    id: "host",
    title: "Host",
    order: (one) => one.path,
    class: "nowrap",
    cell: (one) => (
      <>
        <a href={href(["executors", one.id])}>{host(one.path)}</a>{" "}
        <span class="faint">
          <bdi>{one.id.replace(/^[0-9a-f]{32}-/, "executor ")}</bdi>
        </span>
      </>
    ),
  },
  {
    id: "job",
    title: "Job",
    class: "mono",
    cell: (one) => {
      const job = /^([0-9a-f]{32})-/.exec(one.id)?.[1];
      return job === undefined ? "" : <a href={href(["jobs", job])}>{job.slice(0, 8)}</a>;
    },
  },
  { id: "tasks", title: "Tasks", isNumber: true, order: (one) => one.assignedTasks, cell: (one) => one.assignedTasks },
  {
    id: "memory",
    title: "Memory of tasks",
    isNumber: true,
    order: (one) => one.memoryConfiguration.taskOffHeap,
    cell: (one) => bytes(one.memoryConfiguration.taskOffHeap),
  },
  {
    id: "cores",
    title: "Cores of the host",
    isNumber: true,
    order: (one) => one.hardware.cpuCores,
    cell: (one) => one.hardware.cpuCores,
  },
  {
    id: "seen",
    title: "Last seen",
    isNumber: true,
    order: (one) => -one.timeSinceLastHeartbeat,
    cell: (one) => span(second.value - one.timeSinceLastHeartbeat),
  },
];

/** All executors, or one. */
export function Executors({ isBrief = false, id }: { isBrief?: boolean; id?: string | undefined }) {
  const live = useLive("/taskmanagers", {}, {}, 2000);
  const executors = live.value.value?.taskmanagers.filter((one) => id === undefined || one.id === id);
  return (
    <Card title="Executors" {...(isBrief ? {} : { sub: "the processes of Spark that run tasks" })}>
      <Problem problem={live.problem.value} />
      {executors === undefined ? (
        <Loading />
      ) : executors.length === 0 ? (
        <div class="pad">
          <Note tone="info">
            {id === undefined ? (
              <>
                <b>No executors:</b> no job runs, and each job brings its own.
              </>
            ) : (
              <>
                <b>This executor has ended,</b> or its job has: <a href={href(["executors"])}>those of now</a>.
              </>
            )}
          </Note>
        </div>
      ) : (
        <Table
          label="Table of executors"
          columns={COLUMNS}
          rows={executors}
          keyOf={(one) => one.id}
          sort="tasks"
          sortName="executors"
        />
      )}
    </Card>
  );
}
