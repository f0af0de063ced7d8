/** How a program is to run. Its plan is made by running it up to `execute`. */

import { useSignal, type Signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { go, href } from "../../address";
import { Card, CommandLine, Note, Outside } from "../../parts/cards";
import { Icon } from "../../parts/icons";
import { change } from "../../rest/client";
import type { JobPlan, ProgramFile } from "../../rest/types";
import { Progress } from "../end/job_actions";
import { makeOperation } from "../end/operations";
import { planRows } from "./plan_rows";
import { bodyOf, commandOf, EMPTY, isArchive, mistake, type Form } from "./run_request";

export function ProgramForm({ program, isOff }: { program: ProgramFile; isOff: boolean }) {
  const form = useSignal<Form>({ ...EMPTY, entry: program.entry[0]?.name ?? "" });
  const planned = useSignal<{ form: Form; plan: JobPlan } | undefined>(undefined);
  const planning = useMemo(makeOperation, []);
  const start = useMemo(makeOperation, []);
  const wrong = mistake(program, form.value);
  const isBusy = planning.phase.value === "running" || start.phase.value === "running";
  const off = { disabled: isOff || isBusy || wrong !== undefined };
  // A plan is that of the form with which it was made.
  const plan = planned.value?.form === form.value ? planned.value.plan : undefined;
  const jarid = program.id;
  const showPlan = async (): Promise<string> => {
    const asked = form.value;
    const { plan } = await change("POST /jars/{jarid}/plan", { jarid }, bodyOf(program, asked));
    planned.value = { form: asked, plan };
    return "";
  };
  const run = async (): Promise<string> => {
    const { jobid } = await change("POST /jars/{jarid}/run", { jarid }, bodyOf(program, form.value));
    go(href(["jobs", jobid]));
    return jobid;
  };
  return (
    <Card title={<Outside text={program.name} />} name={`Run ${program.name}`}>
      <div class="pad stack">
        <Fields program={program} form={form} isOff={isBusy} />
        <CommandLine text={commandOf(location.host, program, form.value)} />
        {wrong !== undefined && <Note tone="warn">{wrong}</Note>}
        <div class="row">
          <button class="btn" type="button" {...off} onClick={() => void planning.run(showPlan)}>
            Show the plan
          </button>
          <button class="btn primary" type="button" {...off} onClick={() => void start.run(run)}>
            <Icon glyph="play" />
            Start the job
          </button>
        </div>
        {(planning.phase.value !== "done" || plan !== undefined) && (
          <Progress
            operation={planning}
            running="The program runs up to its first job, which does not start."
            done="This is the plan of its first job."
          />
        )}
        {plan !== undefined && <Plan plan={plan} />}
        <Progress operation={start} running="The JobManager takes the program." done="The job starts." />
      </div>
    </Card>
  );
}

function Fields({ program, form, isOff }: { program: ProgramFile; form: Signal<Form>; isOff: boolean }) {
  const text = (name: Exclude<keyof Form, "isPartial">, label: string) => (
    <label class="field">
      <span>{label}</span>
      <input
        class="input mono"
        disabled={isOff}
        value={form.value[name]}
        onInput={(event) => (form.value = { ...form.value, [name]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <div class="form">
      {isArchive(program) && <div class="full">{text("entry", "Module of the archive, or module:function")}</div>}
      <div class="full">{text("words", "Arguments; quotes hold words together")}</div>
      {text("parallelism", "Parallelism; empty: as configured")}
      {text("jobId", "Job id; that of an interrupted job resumes it")}
      <div class="full">{text("savepoint", "Savepoint or checkpoint to restore; empty: none")}</div>
      {form.value.savepoint.trim() !== "" && (
        <label class="full row">
          <input
            type="checkbox"
            disabled={isOff}
            checked={form.value.isPartial}
            onChange={(event) => (form.value = { ...form.value, isPartial: event.currentTarget.checked })}
          />
          Skip state that belongs to no operator of the program
        </label>
      )}
    </div>
  );
}

function Plan({ plan }: { plan: JobPlan }) {
  return (
    <div class="scroll" tabindex={0} role="group" aria-label="Plan">
      <table>
        <thead>
          <tr>
            <th>Vertex</th>
            <th class="num">Parallelism</th>
            <th>Receives from</th>
          </tr>
        </thead>
        <tbody>
          {planRows(plan).map(({ id, operators, parallelism, senders }) => (
            <tr key={id}>
              <td>
                <Outside text={operators} />
              </td>
              <td class="num">{parallelism}</td>
              <td>
                {senders.map((sender, input) => (
                  <div key={input}>
                    <Outside text={sender} />
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
