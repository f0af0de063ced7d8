/** Submit a program: upload it, look at its plan, run it. */

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { address, amend } from "../../address";
import { ago, moment, utc } from "../../format/times";
import { second } from "../../live/second";
import { useLive } from "../../live/use_live";
import { Card, Loading, Note, Outside, Problem } from "../../parts/cards";
import { isStale } from "../../parts/frame";
import { Icon } from "../../parts/icons";
import { useTitle } from "../../parts/title";
import { change } from "../../rest/client";
import type { ProgramFile } from "../../rest/types";
import { mayOperate } from "../../stores/session";
import { Progress } from "../end/job_actions";
import { makeOperation } from "../end/operations";
import { ProgramForm } from "./program_form";

/** Why nothing can be changed now. */
function reasonOff(): string | undefined {
  if (!mayOperate()) return "Your token has the role view";
  return isStale() ? "The JobManager does not answer" : undefined;
}

export function SubmitPage() {
  useTitle("Submit");
  const programs = useLive("/jars", {}, {}, 5_000);
  const reason = reasonOff();
  const files = programs.value.value?.files;
  const chosen = files?.find((file) => file.id === address.value.query["program"]);
  return (
    <>
      <div class="jobhead">
        <h1 class="grow">Submit a program</h1>
      </div>
      <div class="stack">
        {reason !== undefined && <Note tone="info">{reason}: programs cannot be uploaded or run.</Note>}
        <Card title="Programs" sub="Files that were uploaded to this JobManager">
          <Problem problem={programs.problem.value} />
          {files === undefined && programs.problem.value === undefined && <Loading />}
          {files !== undefined && (
            <div class="pad stack">
              <Upload isOff={reason !== undefined} />
              {files.length === 0 ? (
                <p class="muted">No program has been uploaded yet.</p>
              ) : (
                <Programs files={files} chosen={chosen} isOff={reason !== undefined} />
              )}
            </div>
          )}
        </Card>
        {chosen !== undefined && <ProgramForm key={chosen.id} program={chosen} isOff={reason !== undefined} />}
      </div>
    </>
  );
}

/** The id of an upload is the name of its file at the JobManager. */
async function upload(file: File): Promise<string> {
  const form = new FormData();
  form.append("jarfile", file, file.name);
  const { filename } = await change("POST /jars/upload", {}, form);
  amend({ program: filename.split("/").at(-1) });
  return file.name;
}

function Upload({ isOff }: { isOff: boolean }) {
  const operation = useMemo(makeOperation, []);
  const isOver = useSignal(false);
  const take = (file: File | undefined): void => {
    isOver.value = false;
    if (file !== undefined && !isOff && operation.phase.value !== "running") void operation.run(() => upload(file));
  };
  return (
    <>
      <label
        class={isOver.value ? "drop over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault();
          isOver.value = true;
        }}
        onDragLeave={() => (isOver.value = false)}
        onDrop={(event) => {
          event.preventDefault();
          take(event.dataTransfer?.files[0]);
        }}
      >
        <span>
          Drop a <span class="mono">.py</span>, <span class="mono">.sql</span>, <span class="mono">.zip</span> or{" "}
          <span class="mono">.whl</span> here, or choose a file
        </span>
        <input
          type="file"
          accept=".py,.sql,.zip,.whl"
          disabled={isOff || operation.phase.value === "running"}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // The same file, changed, can be chosen again.
            event.currentTarget.value = "";
          }}
        />
      </label>
      <Progress
        operation={operation}
        running="The file is on its way."
        done={
          <>
            <Outside text={operation.words.value} /> is uploaded.
          </>
        }
      />
    </>
  );
}

interface ProgramsProps {
  files: readonly ProgramFile[];
  chosen: ProgramFile | undefined;
  isOff: boolean;
}

function Programs({ files, chosen, isOff }: ProgramsProps) {
  const operation = useMemo(makeOperation, []);
  const remove = (jarid: string): void =>
    void operation.run(async () => {
      await change("DELETE /jars/{jarid}", { jarid }, undefined);
      return "";
    });
  return (
    <>
      <div class="scroll" tabindex={0} role="group" aria-label="Uploaded programs">
        <table>
          <thead>
            <tr>
              <th>Program</th>
              <th class="num">Uploaded</th>
              <th class="num">Actions</th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <tr key={file.id}>
                <td class="mono">
                  <Outside text={file.name} />
                </td>
                <td class="num nowrap" title={`${moment(file.uploaded)}, ${utc(file.uploaded)}`}>
                  {ago(file.uploaded, second.value)}
                </td>
                <td class="num nowrap">
                  <button
                    class="btn small"
                    type="button"
                    aria-pressed={file === chosen}
                    aria-label={`Choose ${file.name}`}
                    onClick={() => amend({ program: file.id })}
                  >
                    Choose
                  </button>{" "}
                  <button
                    class="btn small ghost"
                    type="button"
                    disabled={isOff || operation.phase.value === "running"}
                    aria-label={`Delete ${file.name}`}
                    onClick={() => remove(file.id)}
                  >
                    <Icon glyph="close" />
                    Delete
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {operation.phase.value === "failed" && (
        <Note tone="bad">
          <Outside text={operation.words.value} />
        </Note>
      )}
    </>
  );
}
