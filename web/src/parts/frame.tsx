/** What is around every page: the bar on top with the live mark, the search, the foot. */

import { useComputed, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { address, href } from "../address";
import { remembered } from "../format/remembered";
import { clock, nowMs, zone, zoneName, zonePlace } from "../format/times";
import { span } from "../format/numbers";
import { bindKey } from "../keyboard";
import { loop } from "../live/loop";
import { server } from "../stores/server";
import { session, signOut } from "../stores/session";
import { second } from "../live/second";
import { Icon, Logo } from "./icons";
import { KeyHelp } from "./key_help";
import { Search } from "./search";

export const theme = remembered<"system" | "light" | "dark">("theme", "system", ["system", "light", "dark"]);

function isDark(): boolean {
  return theme.value === "dark" || (theme.value === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
}

export function applyTheme(): void {
  document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
}

export function toggleTheme(): void {
  theme.value = isDark() ? "light" : "dark";
}

const STALE_MS = 5000;

/** Whether what is on the page is older than it looks: numbers dim, and actions say why they are off. */
export function isStale(): boolean {
  return loop.failures.value > 0 && second.value - loop.lastAnswerMs.value > STALE_MS;
}

function LiveMark() {
  const now = second.value;
  const last = loop.lastAnswerMs.value;
  const archive = server.value?.isHistory === true;
  if (loop.isPaused.value) return <LiveText tone="warn" words="Paused" />;
  if (archive) return <LiveText tone="quiet" words="Archive" />;
  if (last === 0)
    return <LiveText tone="quiet" words={loop.failures.value > 0 ? "No answer yet, trying again" : "Loading"} />;
  if (!isStale()) return <LiveText tone="ok" words="Live" time={clock(now)} />;
  const wait = span(Math.max(0, loop.nextTryMs.value - now));
  return <LiveText tone="warn" words={`From ${clock(last)}, trying again in ${wait}`} />;
}

function LiveText({ tone, words, time }: { tone: string; words: string; time?: string }) {
  return (
    <span class={`live ${tone}`}>
      <i />
      <span role="status">{words.replace(/ in .*/, "")}</span>
      <span aria-hidden="true">{words.match(/ in .*/)?.[0]}</span>
      {time !== undefined && (
        <span class="tz faint">
          · {time} {zoneName()}
        </span>
      )}
    </span>
  );
}

const PAGES = [
  { word: "Jobs", path: [] },
  { word: "Executors", path: ["executors"] },
  { word: "JobManager", path: ["jobmanager"] },
  { word: "Submit", path: ["submit"] },
] as const;

function isCurrent(path: readonly string[]): boolean {
  const first = address.value.path[0];
  return path.length === 0 ? first === undefined || first === "jobs" : first === path[0];
}

export function Frame({ children }: { children: ComponentChildren }) {
  const isMenuOpen = useSignal(false);
  const isSearching = useSignal(false);
  const isHelping = useSignal(false);
  const stale = useComputed(isStale);
  useEffect(() => {
    const release = [
      bindKey("/", "search", () => (isSearching.value = true)),
      bindKey("?", "these keys", () => (isHelping.value = true)),
      bindKey("t", "dark or light", toggleTheme),
      bindKey("p", "pause, go on", () => loop.pause(!loop.isPaused.value)),
      bindKey("g o", "overview", () => (location.hash = href([]))),
    ];
    return () => release.forEach((one) => one());
  }, []);
  useEffect(() => {
    isMenuOpen.value = false;
  }, [address.value.path.join("/")]);
  const pages = PAGES.filter(({ word }) => word === "Jobs" || server.value?.isHistory !== true).filter(
    ({ word }) => word !== "Submit" || server.value?.canSubmit !== false,
  );
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <header class="top">
        <div>
          <button
            class="iconbtn menu-btn"
            type="button"
            aria-label="Menu"
            aria-expanded={isMenuOpen.value}
            onClick={() => (isMenuOpen.value = !isMenuOpen.value)}
          >
            <Icon glyph="menu" />
          </button>
          <a class="brand" href={href([])}>
            <Logo />
            Pyrite
          </a>
          <span class="where mono">{location.host}</span>
          <nav class={isMenuOpen.value ? "nav open" : "nav"} aria-label="Main">
            {pages.map(({ word, path }) => (
              <a key={word} href={href(path)} {...(isCurrent(path) ? { "aria-current": "page" as const } : {})}>
                {word}
              </a>
            ))}
          </nav>
          <span class="grow" />
          <button class="find" type="button" aria-keyshortcuts="/" onClick={() => (isSearching.value = true)}>
            <Icon glyph="find" />
            <span class="grow find-words">Jobs, tasks, settings</span>
            <kbd>/</kbd>
          </button>
          <LiveMark />
          <button class="iconbtn" type="button" aria-label="Dark or light" onClick={toggleTheme}>
            <Icon glyph="theme" />
          </button>
        </div>
      </header>
      <main id="main" tabindex={-1} class={stale.value ? "page stale" : "page"}>
        {children}
      </main>
      <footer class="foot">
        <span>{server.value?.version ?? "Pyrite"}</span>
        <button class="foot-btn" type="button" onClick={() => (zone.value = zone.value === "utc" ? "local" : "utc")}>
          Times in {zonePlace()}
          {zonePlace() === zoneName() ? "" : ` (${zoneName()})`};{" "}
          {zone.value === "utc" ? "use the browser's zone" : "use UTC"}
        </button>
        <span>Rates are means of the last minute</span>
        {session.value !== undefined && session.value["csrf-token"] !== "" && (
          <button class="foot-btn" type="button" onClick={() => void signOut()}>
            Signed in to {session.value.role}; sign out
          </button>
        )}
        <span class="grow" />
        <button class="foot-btn" type="button" onClick={() => (isHelping.value = true)}>
          <kbd>?</kbd> keys
        </button>
      </footer>
      {isSearching.value && <Search onClose={() => (isSearching.value = false)} />}
      {isHelping.value && <KeyHelp onClose={() => (isHelping.value = false)} />}
    </>
  );
}

function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** The clock of the server, for ages. */
export function age(ms: number | undefined): string {
  return ms === undefined ? "–" : span(nowMs() - ms);
}
