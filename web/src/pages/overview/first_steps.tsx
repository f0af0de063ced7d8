/** The overview of a JobManager without jobs: what to do first. */

import { href } from "../../address";
import { Card, CommandLine } from "../../parts/cards";
import { server } from "../../stores/server";
import { JobManagerCard } from "../jobmanager/jobmanager_card";

export function FirstSteps() {
  const here = location.host;
  return (
    <>
      <div class="jobhead">
        <h1 class="grow">No jobs yet</h1>
      </div>
      <section class="cols first-steps">
        <Card title="The JobManager is up, and waits for a program" name="First steps">
          <div class="pad">
            <p class="muted">
              Nothing has been submitted to it. A job appears here within a second, also one that you start with{" "}
              <span class="mono">python</span>.
            </p>
            <ol class="steps">
              <li>
                <div>
                  Run the example: transactions are made up, scored, and suspicious ones flagged.
                  <CommandLine text={`pyrite run -d -m ${here} examples/streaming/fraud_detection.py`} />
                </div>
              </li>
              <li>
                <div>
                  Or your own program
                  <CommandLine text={`pyrite run -d -m ${here} JOB.py`} />
                </div>
              </li>
              {server.value?.canSubmit === true && (
                <li>
                  <div>
                    Or <a href={href(["submit"])}>upload a file</a> here.
                  </div>
                </li>
              )}
            </ol>
          </div>
        </Card>
        <JobManagerCard />
      </section>
    </>
  );
}
