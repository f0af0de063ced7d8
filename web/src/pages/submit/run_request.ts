/** What a form asks of a program: as REST's body, and as the same command. */

import type { ProgramFile, RunBody } from "../../rest/types";

export interface Form {
  readonly entry: string;
  readonly words: string;
  readonly parallelism: string;
  readonly jobId: string;
  readonly savepoint: string;
  readonly isPartial: boolean;
}

export const EMPTY: Form = { entry: "", words: "", parallelism: "", jobId: "", savepoint: "", isPartial: false };

/** The words between spaces; those within quotes are one. Undefined: a quote has no end. */
export function wordsOf(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (const character of text) {
    if (quote !== "") {
      if (character === quote) quote = "";
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (word !== undefined) words.push(word);
  return quote === "" ? words : undefined;
}

export function isArchive(program: ProgramFile): boolean {
  return !/\.(py|sql)$/.test(program.name);
}

/** The field that is wrong, and why; REST checks the rest. */
export function mistake(program: ProgramFile, form: Form): string | undefined {
  if (isArchive(program) && form.entry.trim() === "") return "Name the archive's module to run.";
  if (wordsOf(form.words) === undefined) return "A quote in the arguments has no end.";
  if (form.parallelism !== "" && !/^[1-9]\d*$/.test(form.parallelism)) return "The parallelism is a number from 1 on.";
  return undefined;
}

export function bodyOf(program: ProgramFile, form: Form): RunBody {
  const words = wordsOf(form.words) ?? [];
  const savepoint = form.savepoint.trim();
  return {
    ...(isArchive(program) ? { entryClass: form.entry.trim() } : {}),
    ...(words.length === 0 ? {} : { programArgsList: words }),
    ...(form.parallelism === "" ? {} : { parallelism: Number(form.parallelism) }),
    ...(form.jobId.trim() === "" ? {} : { jobId: form.jobId.trim() }),
    ...(savepoint === "" ? {} : { savepointPath: savepoint }),
    ...(savepoint !== "" && form.isPartial ? { allowNonRestoredState: true } : {}),
  };
}

/** The command that does the same with the program's file. */
export function commandOf(host: string, program: ProgramFile, form: Form): string {
  const body = bodyOf(program, form);
  const options: [string, string | number | undefined][] = [
    ["-c", body.entryClass],
    ["-p", body.parallelism],
    ["--job-id", body.jobId],
    ["-s", body.savepointPath],
  ];
  return [
    `pyrite run -d -m ${host}`,
    ...options.flatMap(([option, value]) => (value === undefined ? [] : [option, quoted(String(value))])),
    ...(body.allowNonRestoredState === true ? ["-n"] : []),
    ...[program.name, ...(body.programArgsList ?? [])].map(quoted),
  ].join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}
