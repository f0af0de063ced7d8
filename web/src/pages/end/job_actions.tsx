/** The actions on a job, beside its name. They are off, with the reason, while the JobManager does not answer. */

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { href } from "../../address";
import { duration, plural } from "../../format/numbers";
import { CommandLine, Note, Outside } from "../../parts/cards";
import { Dialog } from "../../parts/dialog";
import { isStale } from "../../parts/frame";
import { Icon } from "../../parts/icons";
import { hasEnded } from "../../parts/states";
import { server } from "../../stores/server";
import { mayOperate } from "../../stores/session";
import { useJob } from "../job/job_context";
import { makeOperation, rescale, takeCheckpoint, takeSavepoint, type Operation } from "./operations";

export function JobActions() {
  const { id, details } = useJob();
  const open = useSignal<"savepoint" | "rescale" | "checkpoint" | undefined>(undefined);
  if (server.value === undefined || server.value.isHistory || hasEnded(details.state)) return null;
  const reason = !mayOperate()
    ? "Your token has the role view"
    : isStale()
      ? "The JobManager does not answer"
      : details.state === "RUNNING"
        ? undefined
        : `The job is ${details.state.toLowerCase()}`;
  const off = reason === undefined ? {} : { disabled: true, title: reason };
  const close = (): void => {
    open.value = undefined;
  };
  return (
    <div class="row acts">
      <button class="btn" type="button" {...off} onClick={() => (open.value = "savepoint")}>
        <Icon glyph="savepoint" />
        Savepoint…
      </button>
      <button class="btn hide-s" type="button" {...off} onClick={() => (open.value = "checkpoint")}>
        <Icon glyph="checkpoint" />
        Checkpoint…
      </button>
      {server.value.canRescale && (
        <button class="btn hide-s" type="button" {...off} onClick={() => (open.value = "rescale")}>
          <Icon glyph="rescale" />
          Rescale…
        </button>
      )}
      {server.value.canCancel && (
        <a class="btn" href={href(["jobs", id, "stop"])}>
          <Icon glyph="stop" />
          Stop…
        </a>
      )}
      {open.value === "savepoint" && <SavepointDialog onClose={close} />}
      {open.value === "checkpoint" && <CheckpointDialog onClose={close} />}
      {open.value === "rescale" && <RescaleDialog onClose={close} />}
    </div>
  );
}

/** What an operation does now, and what it has done. */
export function Progress({
  operation,
  running,
  done,
}: {
  operation: Operation;
  running: string;
  done: preact.ComponentChildren;
}) {
  const phase = operation.phase.value;
  if (phase === "ready") return null;
  return (
    <div class="sec" role="status">
      {phase === "running" && (
        <Note tone="info" glyph="clock">
          {running}
        </Note>
      )}
      {phase === "done" && (
        <Note tone="ok">
          {done} It took {duration(operation.tookMs.value)}.
        </Note>
      )}
      {phase === "failed" && (
        <Note tone="bad">
          <Outside text={operation.words.value} />
        </Note>
      )}
    </div>
  );
}

interface ActProps {
  operation: Operation;
  word: string;
  act: () => Promise<string>;
  isOff?: boolean;
  onClose: () => void;
}

function Act({ operation, word, act, isOff = false, onClose }: ActProps) {
  const phase = operation.phase.value;
  return (
    <>
      <span class="grow" />
      <button class="btn" type="button" onClick={onClose}>
        {phase === "done" ? "Close" : "Not now"}
      </button>
      {phase !== "done" && (
        <button
          class="btn primary"
          type="button"
          disabled={isOff || phase === "running"}
          onClick={() => void operation.run(act)}
        >
          {phase === "failed" ? "Try again" : word}
        </button>
      )}
    </>
  );
}

function SavepointDialog({ onClose }: { onClose: () => void }) {
  const { id, details } = useJob();
  const operation = useMemo(makeOperation, []);
  const folder = useSignal("");
  return (
    <Dialog
      title={`Take a savepoint of ${details.name}`}
      sub="The job keeps running. The savepoint is kept until somebody deletes it."
      isNarrow
      onClose={onClose}
      footer={
        <Act
          operation={operation}
          word="Take a savepoint"
          act={() => takeSavepoint(id, folder.value)}
          onClose={onClose}
        />
      }
    >
      <div class="sec stack">
        <label class="field">
          <span>Folder; empty: that of the job's settings</span>
          <input
            class="input mono"
            value={folder.value}
            onInput={(event) => (folder.value = event.currentTarget.value)}
          />
        </label>
        <CommandLine
          text={`pyrite savepoint -m ${location.host} ${id}${folder.value === "" ? "" : ` ${folder.value}`}`}
        />
      </div>
      <Progress
        operation={operation}
        running="Its barrier is on its way through the job."
        done={
          <>
            It is in <Outside text={operation.words.value} />.
          </>
        }
      />
    </Dialog>
  );
}

function CheckpointDialog({ onClose }: { onClose: () => void }) {
  const { id, details } = useJob();
  const operation = useMemo(makeOperation, []);
  return (
    <Dialog
      title={`Take a checkpoint of ${details.name}`}
      sub="The job's next checkpoint begins now, and not only when its interval has passed."
      isNarrow
      onClose={onClose}
      footer={<Act operation={operation} word="Take a checkpoint" act={() => takeCheckpoint(id)} onClose={onClose} />}
    >
      <div class="sec">
        <CommandLine text={`pyrite checkpoint -m ${location.host} ${id}`} />
      </div>
      <Progress
        operation={operation}
        running="Its barrier is on its way through the job."
        done={`Checkpoint ${operation.words.value} is complete.`}
      />
    </Dialog>
  );
}

function RescaleDialog({ onClose }: { onClose: () => void }) {
  const { id, details, view, events } = useJob();
  const operation = useMemo(makeOperation, []);
  const current = Math.max(1, ...view.vertices.map((vertex) => vertex.parallelism));
  const wanted = useSignal(String(current));
  const number = Number(wanted.value);
  const isValid = Number.isInteger(number) && number >= 1;
  const rescales = events.filter((event) => event.kind === "RESCALED").length;
  return (
    <Dialog
      title={`Rescale ${details.name}`}
      sub="The whole job stops at a checkpoint and resumes with the new parallelism; nothing is lost."
      isNarrow
      onClose={onClose}
      footer={
        <Act
          operation={operation}
          word="Rescale the job"
          isOff={!isValid || number === current}
          act={() => rescale(id, number)}
          onClose={onClose}
        />
      }
    >
      <div class="sec stack">
        <label class="field">
          <span>Parallelism, now {current}</span>
          <input
            class="input"
            type="number"
            min="1"
            value={wanted.value}
            onInput={(event) => (wanted.value = event.currentTarget.value)}
          />
        </label>
        <p class="muted">
          {rescales === 0
            ? "It was not rescaled before, so how long it pauses is not known."
            : `It was rescaled ${plural(rescales, "time")} before.`}{" "}
          Operators with a parallelism of their own keep it.
        </p>
        <CommandLine text={`pyrite rescale -m ${location.host} ${id} -p ${isValid ? number : current}`} />
      </div>
      <Progress
        operation={operation}
        running="The job stops at a checkpoint, and starts again."
        done={`Done: ${operation.words.value}.`}
      />
    </Dialog>
  );
}
