/** Takes Pyrite's text of a failure apart: the cause, where it was, on which record, and the frames. See docs/guide/errors.md. */

export interface Frame {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  /** The source line, and the marks below it. */
  readonly source: readonly string[];
}

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

export interface FailureText {
  /** `ValueError: could not convert string to float: 'free'` */
  readonly cause: string;
  readonly operator: string;
  readonly calling: string;
  readonly record: string;
  /** The outermost first. */
  readonly frames: readonly Frame[];
  readonly whole: string;
}

const FRAME = /^ {2}File "(.*)", line (\d+), in (.*)$/;

export function failureText(trace: string): FailureText {
  const lines = trace.split("\n");
  const after = (word: string): string => {
    const line = lines.find((one) => one.startsWith(`  ${word} `));
    return line === undefined ? "" : line.slice(word.length + 3);
  };
  return {
    cause: (lines[0] ?? "").replace(/^pyrite\.[\w.]+: /, ""),
    operator: after("in operator"),
    calling: after("calling"),
    record: after("with record"),
    frames: framesOf(lines),
    whole: trace,
  };
}

function framesOf(lines: readonly string[]): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const match = FRAME.exec(lines[at] ?? "");
    if (match === null) continue;
    const source = [];
    while ((lines[at + 1] ?? "").startsWith("    ")) {
      source.push((lines[at + 1] ?? "").slice(4));
      at += 1;
    }
    frames.push({ file: match[1] ?? "", line: Number(match[2]), name: match[3] ?? "", source });
  }
  return frames;
}

/** Whether a frame is of the user's own files, not of an installed package or of Python itself. */
export function isOwn(frame: Frame): boolean {
  return !/(site-packages|dist-packages|\/lib\/python3|<frozen|\/pyrite\/(runtime|operators|datastream|core)\/)/.test(
    frame.file,
  );
}

export function fileName(path: string): string {
  return path.split("/").slice(-1)[0] ?? path;
}

/** The fields of a record that is a dict or an object, from its text; undefined: it is shown as it is. */
export function fieldsOf(record: string): Field[] | undefined {
  const dict = /^\{(.*)\}$/s.exec(record)?.[1];
  const object = /^([\w.]+)\((.*)\)$/s.exec(record)?.[2];
  const parts = split(dict ?? object ?? "");
  if (parts === undefined || parts.length === 0) return undefined;
  const pattern = dict === undefined ? /^(\w+)=(.*)$/s : /^'([^']*)': (.*)$/s;
  const matches = parts.map((part) => pattern.exec(part));
  if (matches.some((match) => match === null)) return undefined;
  return matches.map((match) => ({ name: match?.[1] ?? "", value: match?.[2] ?? "", type: typeOf(match?.[2] ?? "") }));
}

const PAIRS: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** At the commas that are in no string and no bracket; undefined: the text was cut. */
function split(text: string): string[] | undefined {
  const parts: string[] = [];
  const open: string[] = [];
  let quote = "";
  let part = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    part += character;
    if (quote !== "") {
      if (character === "\\") part += text[(at += 1)] ?? "";
      else if (character === quote) quote = "";
    } else if (character === "'" || character === '"') quote = character;
    else if (character in PAIRS) open.push(PAIRS[character] ?? "");
    else if (character === open.at(-1)) open.pop();
    else if (character === "," && open.length === 0) {
      parts.push(part.slice(0, -1).trim());
      part = "";
    }
  }
  if (quote !== "" || open.length > 0) return undefined;
  return part.trim() === "" ? parts : [...parts, part.trim()];
}

function typeOf(value: string): string {
  if (/^b?['"]/.test(value)) return value.startsWith("b") ? "bytes" : "str";
  if (/^-?\d+$/.test(value)) return "int";
  if (/^-?(\d+\.\d*|\d*\.\d+|\d+)(e[+-]?\d+)?$|^(nan|-?inf)$/.test(value)) return "float";
  if (value === "True" || value === "False") return "bool";
  if (value === "None") return "None";
  return /^(\w+(?:\.\w+)*)\(/.exec(value)?.[1] ?? { "[": "list", "{": "dict", "(": "tuple" }[value[0] ?? ""] ?? "";
}

/** Failures with the same cause at the same place are one, with a count. */
export function fingerprint(text: FailureText): string {
  const last = [...text.frames].reverse().find(isOwn) ?? text.frames.at(-1);
  return `${text.cause} at ${last?.file ?? ""}:${last?.line ?? ""} in ${text.operator.replace(/, subtask.*/, "")}`;
}
