/** Is it safe to stop: the four ways to end a job, what each one loses, and how to resume. */

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { go, href } from "../../address";
import { bytes, duration } from "../../format/numbers";
import { ago } from "../../format/times";
import { second } from "../../live/second";
import { useLive } from "../../live/use_live";
import { CommandLine, Note, Outside } from "../../parts/cards";
import { Dialog } from "../../parts/dialog";
import { isStale } from "../../parts/frame";
import { Icon } from "../../parts/icons";
import { mayOperate } from "../../stores/session";
import { useJob } from "../job/job_context";
import { Progress } from "./job_actions";
import { cancel, makeOperation, stop, takeSavepoint } from "./operations";

type Way = "stop" | "drain" | "cancel-savepoint" | "cancel";

export function EndDialog() {
  const { id, details, checkpoints, events } = useJob();
  const operation = useMemo(makeOperation, []);
  const way = useSignal<Way>("stop");
  const folder = useSignal("");
  const typed = useSignal("");
  const config = useLive("/jobs/{jobid}/checkpoints/config", { jobid: id }, {}, 60_000).value.value;
  const settings = useLive("/jobs/{jobid}/jobmanager/config", { jobid: id }, {}, 60_000).value.value;
  const configured = settings?.find((entry) => /savepoint-dir$|savepoints\.dir$/.test(entry.key))?.value ?? "";
  const last = checkpoints?.latest.completed ?? undefined;
  const isLost = config?.externalization.delete_on_cancellation !== false || last === undefined;
  const close = (): void => go(href(["jobs", id]));
  const target = folder.value === "" ? configured : folder.value;
  const program = [...events].reverse().find((event) => event.kind === "SUBMITTED")?.details["program"];
  const isNamed = way.value !== "cancel" || !isLost || typed.value === details.name;
  const needsFolder = way.value !== "cancel" && target === "";
  const isReady = operation.phase.value === "ready" || operation.phase.value === "failed";
  const work: Record<Way, () => Promise<string>> = {
    stop: () => stop(id, folder.value, false),
    drain: () => stop(id, folder.value, true),
    "cancel-savepoint": () => takeSavepoint(id, folder.value, true),
    cancel: () => cancel(id),
  };
  const resume = resumeCommand(
    id,
    typeof program === "string" && program !== "" ? program : "JOB.py",
    way.value === "cancel" ? undefined : operation.words.value || `${target}/savepoint-…`,
  );
  const isDone = operation.phase.value === "done";
  return (
    <Dialog
      title={
        isDone
          ? `${details.name} ${way.value === "cancel" ? "is being canceled" : "has ended with a savepoint"}`
          : `How to end ${details.name}`
      }
      {...(isDone ? {} : { sub: "The job runs until you choose. Each way says what it loses." })}
      mark={
        <span class={isDone ? "ok" : "info"}>
          <Icon glyph={isDone ? "ok" : "info"} />
        </span>
      }
      onClose={close}
      footer={
        isDone ? (
          <>
            <span class="grow faint">The job stays in the list.</span>
            <a class="btn" href={href(["jobs", id, "history"])}>
              History
            </a>
            <a class="btn" href={href([])}>
              All jobs
            </a>
          </>
        ) : (
          <>
            {way.value !== "cancel" && (
              <label class="row muted">
                <span>Savepoint to</span>
                <input
                  class="input mono folder"
                  placeholder={configured}
                  value={folder.value}
                  onInput={(event) => (folder.value = event.currentTarget.value)}
                />
              </label>
            )}
            <span class="grow" />
            <button class="btn" type="button" onClick={close}>
              Keep it running
            </button>
            <button
              class={way.value === "cancel" ? "btn danger" : "btn primary"}
              type="button"
              disabled={!isReady || !isNamed || needsFolder || isStale() || !mayOperate()}
              onClick={() => void operation.run(work[way.value])}
            >
              <Icon glyph="stop" />
              {WORDS[way.value]}
            </button>
          </>
        )
      }
    >
      {!isDone && (
        <>
          <div class="sec">
            <ul class="checks">
              <Check
                isFine={last !== undefined}
                title="Last checkpoint"
                words={
                  last === undefined
                    ? "There is none yet."
                    : `${last.id}, ${ago(last.latest_ack_timestamp, second.value)}, ${bytes(last.state_size)}, took ${duration(last.end_to_end_duration)}.`
                }
              />
              <Check
                isFine={target !== ""}
                title="Savepoint folder"
                words={target === "" ? "None is set: name one below." : target}
              />
            </ul>
          </div>
          <Ways
            chosen={way.value}
            onChoose={(value) => (way.value = value)}
            stateBytes={last?.state_size}
            isLost={isLost}
            checkpoint={last?.id}
          />
          {way.value === "cancel" && isLost && (
            <div class="sec">
              <label class="field">
                <span>
                  All state is lost. To cancel, type the job's name:{" "}
                  <b>
                    <Outside text={details.name} />
                  </b>
                </span>
                <input
                  class="input"
                  value={typed.value}
                  onInput={(event) => (typed.value = event.currentTarget.value)}
                />
              </label>
            </div>
          )}
        </>
      )}
      <Progress
        operation={operation}
        running="The job was asked to end; a savepoint's barrier is on its way through it."
        done={
          operation.words.value === "" ? (
            "The job was asked to end."
          ) : (
            <>
              The savepoint is in <Outside text={operation.words.value} />.
            </>
          )
        }
      />
      <div class="sec commands">
        {!isDone && (
          <>
            <span class="muted">The same here</span>
            <CommandLine text={sameCommand(way.value, id, folder.value)} />
          </>
        )}
        {(way.value !== "cancel" || !isLost) && (
          <>
            <span class="muted">To resume</span>
            <CommandLine text={resume} />
          </>
        )}
      </div>
      {needsFolder && (
        <div class="sec">
          <Note tone="warn">No savepoint folder is set; name one to end the job with a savepoint.</Note>
        </div>
      )}
    </Dialog>
  );
}

const WORDS: Record<Way, string> = {
  stop: "Stop with a savepoint",
  drain: "Stop and drain",
  "cancel-savepoint": "Cancel after a savepoint",
  cancel: "Cancel",
};

function sameCommand(way: Way, id: string, folder: string): string {
  const to = folder === "" ? "" : ` -p ${folder}`;
  const at = `-m ${location.host}`;
  if (way === "stop") return `pyrite stop ${at}${to} ${id}`;
  if (way === "drain") return `pyrite stop ${at}${to} --drain ${id}`;
  if (way === "cancel-savepoint") return `pyrite cancel ${at} -s${folder === "" ? "" : ` ${folder}`} ${id}`;
  return `pyrite cancel ${at} ${id}`;
}

function resumeCommand(id: string, program: string, savepoint: string | undefined): string {
  const from = savepoint === undefined ? ` --job-id ${id}` : ` -s ${savepoint}`;
  return `pyrite run -d -m ${location.host}${from} ${program}`;
}

function Check({ isFine, title, words }: { isFine: boolean; title: string; words: string }) {
  return (
    <li>
      <span class={isFine ? "ok" : "warn"}>
        <Icon glyph={isFine ? "ok" : "warn"} title={isFine ? "fine" : "to know"} />
      </span>
      <span class="t">{title}</span>
      <span class="x">
        <Outside text={words} />
      </span>
      <span />
    </li>
  );
}

interface WaysProps {
  chosen: Way;
  onChoose: (way: Way) => void;
  stateBytes: number | undefined;
  isLost: boolean;
  checkpoint: number | undefined;
}

function Ways({ chosen, onChoose, stateBytes, isLost, checkpoint }: WaysProps) {
  const upTo = checkpoint === undefined ? "up to the last checkpoint" : `up to checkpoint ${checkpoint}`;
  const lost = isLost
    ? `All state${stateBytes === undefined ? "" : `, ${bytes(stateBytes)}`}: its checkpoints are deleted on cancel`
    : `what came after ${upTo.slice(6)} is read again`;
  const ways: { way: Way; why: string; cells: string[]; isBad?: boolean }[] = [
    {
      way: "stop",
      why: "to upgrade or move it",
      cells: ["yes", "all up to the savepoint", "kept in the savepoint", "nothing"],
    },
    {
      way: "drain",
      why: "to end it for good",
      cells: ["yes", "all", "fire now, with what they have", "nothing; open windows are published early"],
    },
    {
      way: "cancel-savepoint",
      why: "without publishing more",
      cells: ["yes", upTo, "kept in the savepoint", "nothing; sinks without transactions may write again"],
    },
    {
      way: "cancel",
      why: "if it does not matter",
      cells: ["no", upTo, isLost ? "lost" : "as of the checkpoint", lost],
      isBad: isLost,
    },
  ];
  return (
    <div class="sec">
      <div class="scroll" tabindex={0} role="group" aria-label="Ways to end the job">
        <table class="ways">
          <thead>
            <tr>
              <th>How</th>
              <th>Savepoint</th>
              <th>Output published</th>
              <th>Open windows, timers</th>
              <th>Lost</th>
            </tr>
          </thead>
          <tbody>
            {ways.map(({ way, why, cells, isBad }) => (
              <tr key={way} class={way === chosen ? "on" : ""}>
                <td>
                  <label>
                    <input type="radio" name="way" checked={way === chosen} onChange={() => onChoose(way)} />
                    <span>
                      {WORDS[way].replace(" with a savepoint", "")}
                      <span class="second">{why}</span>
                    </span>
                  </label>
                </td>
                {cells.map((cell, place) => (
                  <td key={place}>{isBad === true && place === 3 ? <b class="bad">{cell}</b> : cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
