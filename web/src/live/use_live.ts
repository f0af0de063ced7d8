/** Looks at an address of REST for as long as a component is on the page. */

import { useEffect, useMemo } from "preact/hooks";
import { urlOf, type Parameters } from "../rest/client";
import type { Answers } from "../rest/types";
import { loop, type Live } from "./loop";

export function useLive<P extends keyof Answers>(
  path: P,
  parameters: Parameters = {},
  query: Parameters = {},
  everyMs?: number,
): Live<Answers[P]> {
  const url = urlOf(path, parameters, query);
  const live = useMemo(() => loop.watch<Answers[P]>(url, everyMs), [url, everyMs]);
  useEffect(() => live.release, [live]);
  return live;
}
