/** The JobManager in a few facts. */

import { href } from "../../address";
import { bytes, count } from "../../format/numbers";
import { amountOf } from "../../format/numbers";
import { useLive } from "../../live/use_live";
import { Card, Loading } from "../../parts/cards";
import { StateMark } from "../../parts/states";

const METRICS = "Status.JVM.Memory.NonHeap.Used,Status.JVM.Threads.Count,numRunningJobs";

export function JobManagerCard() {
  const environment = useLive("/jobmanager/environment", {}, {}, 60_000).value.value;
  const metrics = useLive("/jobmanager/metrics", {}, { get: METRICS }, 5000).value.value;
  const value = (id: string): number | undefined => amountOf(metrics?.find((one) => one.id === id)?.value);
  return (
    <Card title="JobManager" tools={<StateMark glyph="running" tone="ok" word="answers" />}>
      {environment === undefined ? (
        <Loading />
      ) : (
        <dl class="kv pad">
          <dt>Address</dt>
          <dd class="mono">{location.host}</dd>
          <dt>Process</dt>
          <dd>
            {bytes(value("Status.JVM.Memory.NonHeap.Used"))}, {count(value("Status.JVM.Threads.Count"))} threads
          </dd>
          <dt>Python</dt>
          <dd>{environment.jvm.version}</dd>
          <dt>More</dt>
          <dd>
            <a class="in" href={href(["jobmanager"])}>
              Settings and logs
            </a>
          </dd>
        </dl>
      )}
    </Card>
  );
}
