/** What the server is and may do: asked once, and again after it was away. */

import { signal } from "@preact/signals";
import type { DashboardConfig } from "../rest/types";

export interface Server {
  readonly version: string;
  readonly isHistory: boolean;
  readonly canSubmit: boolean;
  readonly canCancel: boolean;
  readonly canRescale: boolean;
}

export const server = signal<Server | undefined>(undefined);

export function serverOf(config: DashboardConfig): Server {
  const { features } = config;
  return {
    version: `Pyrite ${config["flink-revision"].replace(/^pyrite-/, "").replace(/ @.*/, "")}`,
    isHistory: features["web-history"],
    canSubmit: features["web-submit"],
    canCancel: features["web-cancel"] && !features["web-history"],
    canRescale: features["web-rescale"] && !features["web-history"],
  };
}
