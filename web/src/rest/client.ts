/** The client of REST. Its types are generated from REST's own description. */

import { clockSkewMs } from "../format/times";
import type { Answers, Changes } from "./types";

/** REST has answered, with an error in its own words. */
export class RestProblem extends Error {
  constructor(
    readonly status: number,
    readonly errors: readonly string[],
  ) {
    super(errors.join("\n"));
  }
}

export type Parameters = Readonly<Record<string, string | number>>;

export function urlOf(path: string, parameters: Parameters = {}, query: Parameters = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name] ?? "")));
  const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return `${filled.replace(/^\//, "")}${words ? `?${words}` : ""}`;
}

/** Relative to the page: it works below any prefix. */
function absolute(url: string): string {
  return new URL(url, location.href.replace(/[#?].*/, "")).href;
}

export async function read<P extends keyof Answers>(
  path: P,
  parameters: Parameters = {},
  query: Parameters = {},
): Promise<Answers[P]> {
  return readUrl(urlOf(path, parameters, query)) as Promise<Answers[P]>;
}

export async function readUrl(url: string): Promise<unknown> {
  return contentOf(await fetch(absolute(url), { credentials: "same-origin" }));
}

let csrfToken = "";

/** What every change carries from now on: the server takes none from a page that does not know it. */
export function guard(token: string): void {
  csrfToken = token;
}

type Methods = keyof Changes;

export async function change<M extends Methods>(
  what: M,
  parameters: Parameters,
  body: Changes[M]["body"],
  query: Parameters = {},
): Promise<Changes[M]["answer"]> {
  const [method, path] = what.split(" ") as [string, string];
  const isForm = body instanceof FormData;
  const response = await fetch(absolute(urlOf(path, parameters, query)), {
    method,
    credentials: "same-origin",
    headers: {
      ...(isForm || body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(csrfToken === "" ? {} : { "X-XSRF-TOKEN": csrfToken }),
    },
    body: isForm ? body : body === undefined ? null : JSON.stringify(body),
  });
  return contentOf(response) as Promise<Changes[M]["answer"]>;
}

async function contentOf(response: Response): Promise<unknown> {
  const date = Date.parse(response.headers.get("date") ?? "");
  // The header has whole seconds: a difference of less than two says nothing.
  if (Number.isFinite(date)) clockSkewMs.value = Math.abs(date - Date.now()) < 2000 ? 0 : date - Date.now();
  const text = await response.text();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  const content: unknown = isJson ? JSON.parse(text) : text;
  if (response.ok) return content;
  const errors =
    isJson && typeof content === "object" && content !== null ? (content as { errors?: unknown }).errors : null;
  throw new RestProblem(
    response.status,
    Array.isArray(errors) ? errors.map(String) : [`${response.status}: ${text.slice(0, 500)}`],
  );
}
