/** Addresses: fragments, since REST owns the paths. `#/jobs/1f/v/2c?subtask=3` */

import { signal } from "@preact/signals";

export interface Address {
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

export function parse(hash: string): Address {
  const [path = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const steps = path.split("/").filter((step) => step !== "");
  return { path: steps.map(decode), query: Object.fromEntries(new URLSearchParams(query)) };
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

export function href(
  path: readonly (string | number)[],
  query: Record<string, string | number | undefined> = {},
): string {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") words.set(name, String(value));
  const text = words.toString();
  return `#/${path.map((step) => encodeURIComponent(step)).join("/")}${text ? `?${text}` : ""}`;
}

export const address = signal<Address>(parse(globalThis.location?.hash ?? ""));

export function go(to: string): void {
  location.hash = to;
}

/** Changes a part of the query without a new entry in the browser's history: a filter, a sort, the moment of a cursor. */
export function amend(change: Record<string, string | number | undefined>): void {
  const { path, query } = address.peek();
  history.replaceState(null, "", href(path, { ...query, ...change }));
  address.value = parse(location.hash);
}

export function followAddress(): void {
  addEventListener("hashchange", () => {
    address.value = parse(location.hash);
  });
}
