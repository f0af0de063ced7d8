/** Glyphs of 14 x 14 pixels. */

import type { JSX } from "preact";

const SHAPES = {
  running: (
    <>
      <circle cx="7" cy="7" r="3.2" fill="currentColor" />
      <circle cx="7" cy="7" r="5.7" fill="none" stroke="currentColor" stroke-width="1.3" opacity=".45" />
    </>
  ),
  bad: (
    <>
      <path d="M4.4 1h5.2L13 4.4v5.2L9.6 13H4.4L1 9.6V4.4z" fill="currentColor" />
      <path d="M4.8 4.8l4.4 4.4m0-4.4L4.8 9.2" stroke="var(--surface)" stroke-width="1.6" stroke-linecap="round" />
    </>
  ),
  warn: (
    <>
      <path d="M7 1.2 13.4 12.6H.6z" fill="currentColor" stroke="currentColor" stroke-linejoin="round" />
      <path d="M7 5.2v3.4" stroke="var(--surface)" stroke-width="1.5" stroke-linecap="round" />
      <circle cx="7" cy="10.7" r=".9" fill="var(--surface)" />
    </>
  ),
  ok: (
    <>
      <circle cx="7" cy="7" r="6" fill="currentColor" />
      <path
        d="M4.2 7.2l2 2 3.7-4.1"
        fill="none"
        stroke="var(--surface)"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </>
  ),
  done: (
    <>
      <path
        d="M2.4 7.4l3.1 3.1 6.2-6.8"
        fill="none"
        stroke="currentColor"
        stroke-width="1.8"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </>
  ),
  canceled: (
    <>
      <circle cx="7" cy="7" r="5.4" fill="none" stroke="currentColor" stroke-width="1.4" />
      <path d="M3.3 3.3l7.4 7.4" stroke="currentColor" stroke-width="1.4" />
    </>
  ),
  info: (
    <>
      <circle cx="7" cy="7" r="6" fill="none" stroke="currentColor" stroke-width="1.3" />
      <path d="M7 6.4v3.6" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
      <circle cx="7" cy="4.1" r=".9" fill="currentColor" />
    </>
  ),
  restart: (
    <>
      <path d="M11.6 5.4A5 5 0 1 0 12 8" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
      <path
        d="M12.4 1.8v3.8H8.6"
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </>
  ),
  rescale: (
    <>
      <path
        d="M1.5 4.6h10m-2.6-2.6 2.6 2.6-2.6 2.6M12.5 9.6h-10m2.6-2.6L2.5 9.6l2.6 2.6"
        fill="none"
        stroke="currentColor"
        stroke-width="1.4"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </>
  ),
  savepoint: (
    <>
      <path d="M7 1l6 6-6 6-6-6z" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round" />
      <circle cx="7" cy="7" r="1.7" fill="currentColor" />
    </>
  ),
  checkpoint: (
    <>
      <rect x="2" y="2" width="10" height="10" rx="2" fill="none" stroke="currentColor" stroke-width="1.4" />
      <path
        d="M4.6 7.2l1.8 1.8 3-3.6"
        fill="none"
        stroke="currentColor"
        stroke-width="1.4"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </>
  ),
  stop: (
    <>
      <rect x="3" y="3" width="8" height="8" rx="1.5" fill="currentColor" />
    </>
  ),
  play: (
    <>
      <path d="M4 2.3v9.4l7.5-4.7z" fill="currentColor" />
    </>
  ),
  clock: (
    <>
      <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" stroke-width="1.4" />
      <path d="M7 3.8V7l2.2 1.5" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round" />
    </>
  ),
  plug: (
    <>
      <path
        d="M5 1v3m4-3v3M3.5 4h7v3a3.5 3.5 0 0 1-7 0zM7 10.5V13"
        fill="none"
        stroke="currentColor"
        stroke-width="1.4"
        stroke-linecap="round"
      />
    </>
  ),
  copy: (
    <>
      <rect x="4.5" y="4.5" width="8" height="8" rx="1.5" fill="none" stroke="currentColor" stroke-width="1.3" />
      <path
        d="M9.5 2.6A1.5 1.5 0 0 0 8.2 1.5H3A1.5 1.5 0 0 0 1.5 3v5.2a1.5 1.5 0 0 0 1.1 1.3"
        fill="none"
        stroke="currentColor"
        stroke-width="1.3"
      />
    </>
  ),
  find: (
    <>
      <circle cx="6" cy="6" r="4.2" fill="none" stroke="currentColor" stroke-width="1.4" />
      <path d="M9.2 9.2 13 13" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
    </>
  ),
  theme: (
    <>
      <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" stroke-width="1.3" />
      <path d="M7 1.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" />
    </>
  ),
  menu: (
    <>
      <path d="M1.5 3.5h11M1.5 7h11M1.5 10.5h11" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
    </>
  ),
  right: (
    <>
      <path
        d="M5 2.5 9.5 7 5 11.5"
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </>
  ),
  down: (
    <>
      <path
        d="M2.5 5 7 9.5 11.5 5"
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </>
  ),
  more: (
    <>
      <circle cx="2.5" cy="7" r="1.3" fill="currentColor" />
      <circle cx="7" cy="7" r="1.3" fill="currentColor" />
      <circle cx="11.5" cy="7" r="1.3" fill="currentColor" />
    </>
  ),
  close: (
    <>
      <path d="M3 3l8 8m0-8-8 8" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
    </>
  ),
  up: (
    <>
      <path
        d="M7 12V3m-4 3.5L7 2.5l4 4"
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </>
  ),
} satisfies Record<string, JSX.Element>;

export type Glyph = keyof typeof SHAPES;

/** With a title, the glyph says something by itself; without one, a word stands beside it. */
export function Icon({ glyph, title }: { glyph: Glyph; title?: string }) {
  return (
    <svg
      class="i"
      viewBox="0 0 14 14"
      {...(title === undefined ? { "aria-hidden": "true" as const } : { role: "img" as const, "aria-label": title })}
    >
      {SHAPES[glyph]}
    </svg>
  );
}

/** Two cubes that have grown together, as crystals of pyrite do. */
export function Logo() {
  return (
    <svg viewBox="0 0 22 22" aria-hidden="true">
      <g class="logo" stroke-width=".8" stroke-linejoin="round">
        <path d="M9 3.2 15.8 6.6 9 10 2.2 6.6z" />
        <path d="M2.2 6.6 9 10v8L2.2 14.6z" opacity=".72" />
        <path d="M15.8 6.6 9 10v8l6.8-3.4z" opacity=".46" />
        <path d="M16 10.4l4 2-4 2-4-2z" />
        <path d="M12 12.4l4 2v5l-4-2z" opacity=".8" />
        <path d="M20 12.4l-4 2v5l4-2z" opacity=".6" />
      </g>
    </svg>
  );
}
