/** All executors, or one with the stacks of its tasks. */

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Card, Outside } from "../../parts/cards";
import { isStale } from "../../parts/frame";
import { useTitle } from "../../parts/title";
import { read } from "../../rest/client";
import type { ThreadInfo } from "../../rest/types";
import { Progress } from "../end/job_actions";
import { makeOperation } from "../end/operations";
import { Executors } from "./executors";

export function ExecutorsPage({ id }: { id: string | undefined }) {
  const title = id === undefined ? "Executors" : `Executor ${id}`;
  useTitle(title);
  return (
    <>
      <div class="jobhead">
        <h1 class="grow">
          <Outside text={title} />
        </h1>
      </div>
      <div class="stack">
        <Executors id={id} />
        {id !== undefined && <Stacks key={id} id={id} />}
      </div>
    </>
  );
}

/** They are asked for by a button, since each task stops for a moment to tell. */
function Stacks({ id }: { id: string }) {
  const operation = useMemo(makeOperation, []);
  const threads = useSignal<readonly ThreadInfo[]>([]);
  const sample = async (): Promise<string> => {
    const dump = await read("/taskmanagers/{taskmanagerid}/thread-dump", { taskmanagerid: id });
    threads.value = dump.threadInfos;
    return String(dump.threadInfos.length);
  };
  return (
    <Card title="Stacks" sub="where the threads of its tasks are; user functions run in MainThread">
      <div class="pad stack">
        <button
          class="btn"
          type="button"
          disabled={operation.phase.value === "running" || isStale()}
          onClick={() => void operation.run(sample)}
        >
          Look at the stacks
        </button>
        <Progress
          operation={operation}
          running="The tasks are asked."
          done={<>The tasks have answered: {operation.words.value} threads.</>}
        />
        {threads.value.map((thread) => (
          <details key={thread.threadName}>
            <summary>
              <Outside text={thread.threadName} />
            </summary>
            <pre class="log plain" tabindex={0} role="region" aria-label={`Stack of ${thread.threadName}`}>
              <Outside text={thread.stringifiedThreadInfo} />
            </pre>
          </details>
        ))}
      </div>
    </Card>
  );
}
