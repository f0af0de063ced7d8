/** The time, in whole seconds: what shows ages looks at it. It stands still in a hidden tab. */

import { signal } from "@preact/signals";
import { nowMs } from "../format/times";

export const second = signal(nowMs());

export function followTime(): void {
  setInterval(() => {
    if (!document.hidden) second.value = nowMs();
  }, 1000);
}
