/** A choice of the user that outlives the page: theme, zone, keys. */

import { effect, signal, type Signal } from "@preact/signals";

export function remembered<T extends string>(name: string, first: T, values: readonly T[]): Signal<T> {
  const key = `pyrite.${name}`;
  const choice = signal<T>(first);
  const stored = read(key);
  if (values.includes(stored as T)) choice.value = stored as T;
  effect(() => {
    write(key, choice.value);
  });
  return choice;
}

/** A browser may refuse storage to the page; then choices last as long as the page. */
function read(key: string): string | null {
  try {
    return globalThis.localStorage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    globalThis.localStorage?.setItem(key, value);
  } catch {
    // see read
  }
}
