/** States of jobs and checkpoints: a glyph and a word, never color alone. */

import { Icon, type Glyph } from "./icons";

type Tone = "ok" | "warn" | "bad" | "info" | "quiet";
const JOB_STATES: Record<string, readonly [Glyph, Tone, string]> = {
  INITIALIZING: ["clock", "info", "Starting"],
  CREATED: ["clock", "info", "Starting"],
  RUNNING: ["running", "ok", "Running"],
  RESTARTING: ["restart", "warn", "Restarting"],
  RECONCILING: ["plug", "warn", "Reconciling"],
  FAILING: ["bad", "bad", "Failing"],
  FAILED: ["bad", "bad", "Failed"],
  CANCELLING: ["canceled", "quiet", "Canceling"],
  CANCELED: ["canceled", "quiet", "Canceled"],
  FINISHED: ["done", "quiet", "Finished"],
  SUSPENDED: ["canceled", "quiet", "Suspended"],
};
const ENDED = new Set(["FINISHED", "CANCELED", "FAILED"]);

export function hasEnded(state: string): boolean {
  return ENDED.has(state);
}

export function isRunning(state: string): boolean {
  return !ENDED.has(state) && state !== "SUSPENDED";
}

export function JobState({ state, isPill = false }: { state: string; isPill?: boolean }) {
  const [glyph, tone, word] = JOB_STATES[state] ?? (["info", "quiet", state.toLowerCase()] as const);
  return <StateMark glyph={glyph} tone={tone} word={word} isPill={isPill} />;
}

export function StateMark(props: { glyph: Glyph; tone: Tone; word: string; isPill?: boolean }) {
  return (
    <span class={`state ${props.isPill === true ? "pill " : ""}${props.tone}`}>
      <Icon glyph={props.glyph} />
      {props.word}
    </span>
  );
}

const SEVERITIES: Record<string, readonly [Glyph, Tone]> = {
  bad: ["bad", "bad"],
  warn: ["warn", "warn"],
  info: ["info", "info"],
  ok: ["ok", "ok"],
};

export function SeverityMark({ severity }: { severity: string }) {
  const [glyph, tone] = SEVERITIES[severity] ?? (["info", "info"] as const);
  return (
    <span class={tone}>
      <Icon glyph={glyph} title={severity} />
    </span>
  );
}
