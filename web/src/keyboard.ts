/** Keys of the page. Every one has a button; single keys do nothing while one types, and can be turned off. */

import { remembered } from "./format/remembered";

export const singleKeys = remembered<"on" | "off">("keys", "on", ["on", "off"]);

interface KeyAction {
  readonly keys: string;
  readonly says: string;
  readonly act: () => void;
}

const actions = new Map<string, KeyAction>();
let prefix = "";

/** Binds a key, or two in a row (`g o`); returns what releases it. */
export function bindKey(keys: string, says: string, act: () => void): () => void {
  const action = { keys, says, act };
  actions.set(keys, action);
  return () => {
    if (actions.get(keys) === action) actions.delete(keys);
  };
}

export function boundKeys(): readonly KeyAction[] {
  return [...actions.values()];
}

export function listenToKeys(): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (singleKeys.value === "off" && event.key.length === 1) return;
    const keys = prefix === "" ? event.key : `${prefix} ${event.key}`;
    prefix = event.key === "g" && prefix === "" ? "g" : "";
    const action = actions.get(keys);
    if (action === undefined) return;
    event.preventDefault();
    action.act();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, select, [role=slider], dialog") !== null;
}
