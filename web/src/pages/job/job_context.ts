/** What all parts of a job's page share: asked for once. */

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { CheckpointingStatistics, JobDetails, JobEventInfo, RootException } from "../../rest/types";
import type { JobView } from "../../stores/job_view";

export interface JobState {
  readonly id: string;
  readonly details: JobDetails;
  readonly view: JobView;
  readonly checkpoints: CheckpointingStatistics | undefined;
  /** The newest first. */
  readonly failures: readonly RootException[];
  /** The oldest first. */
  readonly events: readonly JobEventInfo[];
}

export const JobContext = createContext<JobState | undefined>(undefined);

export function useJob(): JobState {
  const state = useContext(JobContext);
  if (state === undefined) throw new Error("only parts of a job's page use the job");
  return state;
}
