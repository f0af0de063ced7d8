/** The search: jobs, and the vertices and pages of the job that one looks at. */

import { useSignal } from "@preact/signals";
import { href } from "../address";
import { useLive } from "../live/use_live";
import { job } from "../stores/job";
import { Dialog } from "./dialog";
import { JobState } from "./states";

interface Hit {
  readonly words: string;
  readonly kind: string;
  readonly to: string;
  readonly state?: string;
}

const MOST_HITS = 12;

export function Search({ onClose }: { onClose: () => void }) {
  const words = useSignal("");
  const jobs = useLive("/jobs/overview").value.value?.jobs ?? [];
  const hits: Hit[] = [
    ...jobs.map(({ jid, name, state }) => ({ words: name, kind: jid.slice(0, 8), to: href(["jobs", jid]), state })),
    ...(job.value?.vertices ?? []).map(({ id, name }) => ({
      words: name,
      kind: "vertex",
      to: href(["jobs", job.value?.jid ?? "", "v", id]),
    })),
  ].filter((hit) => `${hit.words} ${hit.kind}`.toLowerCase().includes(words.value.toLowerCase()));
  return (
    <Dialog title="Search" isNarrow onClose={onClose}>
      <div class="sec">
        <input
          class="input"
          type="search"
          autofocus
          aria-label="Jobs, tasks"
          value={words.value}
          onInput={(event) => (words.value = event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && hits[0] !== undefined) {
              location.hash = hits[0].to;
              onClose();
            }
          }}
        />
        <ul class="hits">
          {hits.slice(0, MOST_HITS).map((hit) => (
            <li key={hit.to}>
              <a href={hit.to} onClick={onClose}>
                <bdi>{hit.words}</bdi>
              </a>
              <span class="faint">{hit.kind}</span>
              {hit.state !== undefined && <JobState state={hit.state} />}
            </li>
          ))}
          {hits.length === 0 && <li class="faint">Nothing has this name.</li>}
        </ul>
      </div>
    </Dialog>
  );
}
