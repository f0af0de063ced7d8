/** One loop for the whole page: it asks for whatever is on it, a second after the last answer; see UI.md, "Live". */

import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { readUrl, RestProblem } from "../rest/client";
import { nowMs } from "../format/times";

const INTERVAL_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
const AT_ONCE = 6;

/** What REST answers at an address, as long as somebody looks at it. */
export interface Live<T> {
  readonly value: ReadonlySignal<T | undefined>;
  readonly problem: ReadonlySignal<RestProblem | undefined>;
}

interface Entry {
  readonly url: string;
  readonly value: Signal<unknown>;
  readonly problem: Signal<RestProblem | undefined>;
  everyMs: number;
  users: number;
  dueMs: number;
}

/** How waiting after failures grows: 1, 2, 4, 8, at most 15 s. */
export function waitMs(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, INTERVAL_MS * 2 ** Math.max(0, failures - 1));
}

export class Loop {
  readonly lastAnswerMs = signal(0);
  readonly nextTryMs = signal(0);
  readonly failures = signal(0);
  readonly isPaused = signal(false);
  readonly needsSignIn = signal(false);
  private readonly entries = new Map<string, Entry>();
  private readonly latest = new Map<Entry, unknown>();
  private isWoken = false;
  private wakeUp: () => void = () => undefined;

  constructor(
    private readonly ask: (url: string) => Promise<unknown> = readUrl,
    private readonly now: () => number = nowMs,
    private readonly isHidden: () => boolean = () => document.hidden,
  ) {}

  /** The answer at an address, the same for all who look; `release` when one no longer does. */
  watch<T>(url: string, everyMs = INTERVAL_MS): Live<T> & { release(): void } {
    let entry = this.entries.get(url);
    if (entry === undefined) {
      entry = { url, value: signal(undefined), problem: signal(undefined), everyMs, users: 0, dueMs: 0 };
      this.entries.set(url, entry);
    }
    entry.users += 1;
    entry.everyMs = Math.min(entry.everyMs, everyMs);
    const watched = entry;
    this.wake();
    const release = (): void => {
      watched.users -= 1;
      if (watched.users === 0) this.entries.delete(url);
    };
    return { value: computed(() => watched.value.value as T | undefined), problem: watched.problem, release };
  }

  /** Everything is due: after an action of the user, or after signing in. */
  refresh(): void {
    this.needsSignIn.value = false;
    for (const entry of this.entries.values()) entry.dueMs = 0;
    this.wake();
  }

  pause(isPaused: boolean): void {
    this.isPaused.value = isPaused;
    if (isPaused) return;
    for (const [entry, value] of this.latest) entry.value.value = value;
    this.latest.clear();
  }

  async run(): Promise<never> {
    for (;;) await this.sleep(await this.step());
  }

  /** Asks for what is due; the time until the next step. */
  async step(): Promise<number> {
    if (this.isHidden() || this.needsSignIn.value) return Number.POSITIVE_INFINITY;
    this.isWoken = false;
    const due = [...this.entries.values()].filter((entry) => entry.dueMs <= this.now());
    const results: boolean[] = [];
    const next = due.values();
    const work = async (): Promise<void> => {
      for (const entry of next) results.push(await this.fetch(entry));
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, due.length) }, work));
    if (results.some((isAnswered) => !isAnswered)) {
      this.failures.value += 1;
      const wait = waitMs(this.failures.value);
      this.nextTryMs.value = this.now() + wait;
      return wait;
    }
    if (results.length > 0) {
      this.failures.value = 0;
      this.lastAnswerMs.value = this.now();
    }
    return INTERVAL_MS;
  }

  private async fetch(entry: Entry): Promise<boolean> {
    try {
      const value = await this.ask(entry.url);
      entry.problem.value = undefined;
      if (this.isPaused.value && entry.value.value !== undefined) this.latest.set(entry, value);
      else entry.value.value = value;
    } catch (error) {
      if (!(error instanceof RestProblem)) return false; // nobody has answered
      if (error.status === 401) this.needsSignIn.value = true;
      // A gateway that answers for a JobManager that is away is no answer.
      if ([502, 503, 504].includes(error.status)) return false;
      entry.problem.value = error;
    }
    entry.dueMs = this.now() + entry.everyMs - INTERVAL_MS / 4;
    return true;
  }

  /** Waits; not if there is something new to ask for, as long as the server answers. */
  private sleep(ms: number): Promise<void> {
    const isAnswering = this.failures.value === 0;
    return new Promise((resolve) => {
      const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(resolve, ms);
      this.wakeUp = () => {
        if (!isAnswering) return;
        clearTimeout(timer);
        setTimeout(resolve, 0);
      };
      if (this.isWoken) this.wakeUp();
      this.isWoken = false;
    });
  }

  private wake(): void {
    this.isWoken = true;
    this.wakeUp();
  }

  /** The tab is visible again, or the machine awake: what it shows is stale, and is asked for at once. */
  resume(): void {
    this.refresh();
  }
}

export const loop = new Loop();
