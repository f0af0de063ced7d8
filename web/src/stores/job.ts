/** The job that one looks at. */

import { signal } from "@preact/signals";
import type { JobDetails } from "../rest/types";

export const job = signal<JobDetails | undefined>(undefined);
