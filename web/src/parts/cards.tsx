/** Cards, notes, commands, chips, and what stands where something is missing. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { RestProblem } from "../rest/client";
import { Icon, type Glyph } from "./icons";

interface CardProps {
  title: ComponentChildren;
  /** The section's name, if the title is not text. */
  name?: string;
  sub?: ComponentChildren;
  tools?: ComponentChildren;
  children: ComponentChildren;
  class?: string;
}

export function Card({ title, name, sub, tools, children, class: more }: CardProps) {
  const label = name ?? (typeof title === "string" ? title : undefined);
  return (
    <section class={`card ${more ?? ""}`} {...(label === undefined ? {} : { "aria-label": label })}>
      <header>
        <h2>{title}</h2>
        {sub !== undefined && <span class="sub">{sub}</span>}
        <span class="grow" />
        {tools}
      </header>
      {children}
    </section>
  );
}

const NOTE_GLYPHS = { warn: "warn", bad: "bad", info: "info", ok: "ok" } as const satisfies Record<string, Glyph>;

export function Note({
  tone,
  glyph,
  children,
}: {
  tone: keyof typeof NOTE_GLYPHS;
  glyph?: Glyph;
  children: ComponentChildren;
}) {
  return (
    <div class={`note ${tone}`}>
      <Icon glyph={glyph ?? NOTE_GLYPHS[tone]} />
      <div>{children}</div>
    </div>
  );
}

/** What REST says about a failure, in the card that it concerns. */
export function Problem({ problem }: { problem: RestProblem | undefined }) {
  if (problem === undefined) return null;
  return (
    <div class="pad">
      <Note tone="bad">
        {problem.errors.map((error) => (
          <p key={error}>
            <Outside text={error} />
          </p>
        ))}
      </Note>
    </div>
  );
}

/** Gray lines of the final height, from 300 ms on. */
export function Loading({ lines = 3 }: { lines?: number }) {
  return (
    <div class="pad loading" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="sk" style={{ width: `${[58, 92, 74][line % 3]}%` }} />
      ))}
    </div>
  );
}

export function CopyButton({ text, word = "Copy" }: { text: string; word?: string }) {
  const isCopied = useSignal(false);
  const copy = (): void => {
    void navigator.clipboard?.writeText(text).then(() => {
      isCopied.value = true;
      setTimeout(() => (isCopied.value = false), 1500);
    });
  };
  return (
    <button class="btn small" type="button" onClick={copy}>
      <Icon glyph="copy" />
      {isCopied.value ? "Copied" : word}
    </button>
  );
}

/** A command, to run and to copy. */
export function CommandLine({ text }: { text: string }) {
  return (
    <div class="cmd">
      <code>{text}</code>
      <CopyButton text={text} />
    </div>
  );
}

interface ChipsProps<T extends string> {
  label: string;
  options: readonly { value: T; word: ComponentChildren; count?: number | undefined }[];
  chosen: T;
  onChoose: (value: T) => void;
}

export function Chips<T extends string>({ label, options, chosen, onChoose }: ChipsProps<T>) {
  return (
    <div class="chips" role="group" aria-label={label}>
      {options.map(({ value, word, count }) => (
        <button key={value} class="chip" type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {word}
          {count !== undefined && <b>{count}</b>}
        </button>
      ))}
    </div>
  );
}

const LONGEST = 2000;
// Control characters apart from tab and line feed, and characters that turn the direction of text.
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}

/** Text from outside, whatever it contains: records, names, logs, SQL. */
export function Outside({ text }: { text: string }) {
  const isWhole = useSignal(false);
  useEffect(() => {
    isWhole.value = false;
  }, [text]);
  const isCut = text.length > LONGEST && !isWhole.value;
  return (
    <bdi>
      {visible(isCut ? text.slice(0, LONGEST) : text)}
      {isCut && (
        <button class="btn small ghost" type="button" onClick={() => (isWhole.value = true)}>
          show all {text.length.toLocaleString("en-US")} characters
        </button>
      )}
    </bdi>
  );
}
