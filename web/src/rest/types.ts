/** Generated from the declared endpoints by docs/make_rest_types.py: what REST answers, and what it takes. */

export interface AccumulatorDocument {
  type: string;
  value: string;
}

export interface Aggregated {
  metrics: Record<string, Record<string, number>>;
  "status-duration": Record<string, Record<string, number>>;
}

export interface AggregatedMetric {
  id: string;
  min?: number | "NaN";
  max?: number | "NaN";
  avg?: number | "NaN";
  sum?: number | "NaN";
  skew?: number | "NaN";
}

export interface AlignmentSummary {
  buffered: StatsSummary;
  processed: StatsSummary;
  persisted: StatsSummary;
  duration: StatsSummary;
}

export interface AllSubtaskAccumulators {
  id: string;
  parallelism: number;
  subtasks: SubtaskAccumulators[];
}

export interface Application {
  id: string;
  name: string;
  "start-time": number;
  "end-time": number;
  duration: number;
  status: string;
  jobs: Record<string, number>;
}

export interface ApplicationDetails {
  id: string;
  name: string;
  status: string;
  "start-time": number;
  "end-time": number;
  duration: number;
  timestamps: Record<string, number>;
  jobs: JobOverview[];
}

export interface ApplicationException {
  exceptionName: string;
  stacktrace: string;
  timestamp: number;
  jobId?: string;
}

export interface ApplicationExceptionHistory {
  entries: ApplicationException[];
}

export interface ApplicationExceptions {
  exceptionHistory: ApplicationExceptionHistory;
}

export interface ApplicationRun {
  applicationid: string;
}

export interface ApplicationsOverview {
  applications: Application[];
}

export interface AttemptAccumulators {
  subtask: number;
  attempt: number;
  id: string;
  "user-accumulators": UserAccumulator[];
}

export interface BackPressure {
  status: string;
  backpressureLevel?: string;
  "end-timestamp"?: number;
  subtasks?: SubtaskBackPressure[];
  "backpressure-level"?: string;
}

export interface CheckpointAlignment {
  buffered: number;
  processed: number;
  persisted: number;
  duration: number;
}

export interface CheckpointBody {
  checkpointType?: string;
  triggerId?: string;
}

export interface CheckpointConfig {
  mode: string;
  interval: number;
  timeout: number;
  min_pause: number;
  max_concurrent: number;
  externalization: Externalization;
  state_backend: string;
  checkpoint_storage: string;
  unaligned_checkpoints: boolean;
  tolerable_failed_checkpoints: number;
  aligned_checkpoint_timeout: number;
  checkpoints_after_tasks_finish: boolean;
  state_changelog_enabled: boolean;
  changelog_periodic_materialization_interval: number;
  changelog_storage: string;
}

export interface CheckpointCounts {
  restored: number;
  total: number;
  in_progress: number;
  completed: number;
  failed: number;
}

export interface CheckpointDocument {
  id: number;
  kind: string;
  is_savepoint: boolean;
  status: string;
  triggered_ms: number;
  ended_ms: number;
  path: string;
  failure: string;
  unaligned: boolean;
  vertices: Record<string, SubtaskCheckpointDocument[]>;
  subtasks: number;
  waits_for: string;
}

export interface CheckpointDuration {
  sync: number;
  async: number;
}

export interface CheckpointOutcome {
  checkpointId?: number;
  failureCause?: Throwable;
}

export interface CheckpointSettingsDocument {
  interval_ms: number;
  exactly_once: boolean;
  timeout_ms: number;
  min_pause_ms: number;
  max_concurrent: number;
  tolerable_failures: number;
  unaligned: boolean;
  aligned_timeout_ms: number;
  are_retained: boolean;
  delete_on_cancellation: boolean;
  state_backend: string;
  storage: string;
}

export interface CheckpointStatistics {
  className: string;
  id: number;
  status: string;
  is_savepoint: boolean;
  savepointFormat: string | null;
  trigger_timestamp: number;
  latest_ack_timestamp: number;
  checkpointed_size: number;
  state_size: number;
  end_to_end_duration: number;
  alignment_buffered: number;
  processed_data: number;
  persisted_data: number;
  num_subtasks: number;
  num_acknowledged_subtasks: number;
  checkpoint_type: string;
  tasks: Record<string, TaskCheckpoint>;
  external_path?: string;
  discarded?: boolean;
  failure_timestamp?: number;
  failure_message?: string;
}

export interface CheckpointSummary {
  checkpointed_size: StatsSummary;
  state_size: StatsSummary;
  end_to_end_duration: StatsSummary;
  alignment_buffered: StatsSummary;
  processed_data: StatsSummary;
  persisted_data: StatsSummary;
}

export interface CheckpointTriggerStatus {
  status: QueueStatus;
  operation: CheckpointOutcome | null;
}

export interface CheckpointingStatistics {
  counts: CheckpointCounts;
  summary: CheckpointSummary;
  latest: LatestCheckpoints;
  history: CheckpointStatistics[];
}

export interface CheckpointsDocument {
  completed: number;
  failed: number;
  restores: number;
  restored: RestoredDocument | null;
  history: CheckpointDocument[];
}

export interface ClusterOverview {
  taskmanagers: number;
  "slots-total": number;
  "slots-available": number;
  "jobs-running": number;
  "jobs-finished": number;
  "jobs-cancelled": number;
  "jobs-failed": number;
  "flink-version": string;
  "flink-commit": string;
}

export interface ConcurrentException {
  exceptionName: string;
  stacktrace: string;
  timestamp: number;
  taskName?: string;
  endpoint?: string;
  taskManagerId?: string;
  failureLabels: Record<string, string>;
}

export interface ConfigEntry {
  key: string;
  value: string;
}

export interface DashboardConfig {
  "refresh-interval": number;
  "timezone-name": string;
  "timezone-offset": number;
  "flink-version": string;
  "flink-revision": string;
  features: Features;
}

export interface DataSet {
  id: string;
  isComplete: boolean;
}

export interface DataSets {
  dataSets: DataSet[];
}

export interface DisposalBody {
  "savepoint-path"?: string;
  triggerId?: string;
}

export interface Driver {
  jid: string;
  "job-id": string;
  restarts: number;
  process?: number;
  parallelism?: number;
  "queue-position"?: number;
  "waits-for"?: string;
}

export interface Drivers {
  drivers: Driver[];
}

export interface DurationSummary {
  sync: StatsSummary;
  async: StatsSummary;
}

export interface Environment {
  jvm: Machine;
  classpath: string[];
}

export interface ErrorAnswer {
  errors: string[];
}

export interface EventDocument {
  kind: string;
  at_ms: number;
  requested_by: string;
  writer: string;
  number: number;
  details: Record<string, unknown>;
}

export interface ExceptionDocument {
  name: string;
  stack_trace: string;
  at_ms: number;
  task: string;
  host: string;
  executor: string;
  process: number;
}

export interface ExceptionHistory {
  entries: RootException[];
  truncated: boolean;
}

export interface ExecutionConfig {
  "restart-strategy": string;
  "job-parallelism": number;
  "object-reuse-mode": boolean;
  "user-config": Record<string, string>;
}

export interface ExecutionResult {
  status: QueueStatus;
  "job-execution-result"?: JobResult;
}

export interface Externalization {
  enabled: boolean;
  delete_on_cancellation: boolean;
}

export interface Features {
  "web-submit": boolean;
  "web-cancel": boolean;
  "web-rescale": boolean;
  "web-history": boolean;
}

export interface FiguresOfJob {
  jid: string;
  restarts: number;
  parallelism: number;
  cause: string;
  "waits-for": string;
  figures: JobFigures;
}

export interface FiguresOfJobs {
  now: number;
  jobs: FiguresOfJob[];
}

export interface FlameGraph {
  endTimestamp: number;
  data?: Record<string, unknown>;
}

export interface GarbageCollector {
  name: string;
  count: number;
  time: number;
}

export interface Hardware {
  cpuCores: number;
  physicalMemory: number;
  freeMemory: number;
  managedMemory: number;
}

export interface InputDocument {
  vertex: string;
  ship_strategy: string;
}

export interface IoMetrics {
  "read-bytes": number;
  "read-bytes-complete": boolean;
  "write-bytes": number;
  "write-bytes-complete": boolean;
  "read-records": number;
  "read-records-complete": boolean;
  "write-records": number;
  "write-records-complete": boolean;
  "accumulated-backpressured-time": number;
  "accumulated-idle-time": number;
  "accumulated-busy-time": number | "NaN";
}

export interface JobAccumulators {
  "job-accumulators": UserAccumulator[];
  "user-task-accumulators": UserAccumulator[];
  "serialized-user-task-accumulators": Record<string, string>;
}

export interface JobConfig {
  jid: string;
  name: string;
  "execution-config": ExecutionConfig;
}

export interface JobDetails {
  jid: string;
  name: string;
  isStoppable: boolean;
  state: string;
  "job-type": string;
  "start-time": number;
  "end-time": number;
  duration: number;
  maxParallelism: number;
  now: number;
  timestamps: Record<string, number>;
  vertices: JobVertexInfo[];
  "status-counts": Record<string, number>;
  plan: JobPlan;
  schedulerType: string;
  "application-id": string;
  "pending-operators": number;
}

export interface JobDocument {
  id: string;
  name: string;
  status: string;
  is_batch: boolean;
  now_ms: number;
  since_ms: Record<string, number>;
  start_ms: number;
  end_ms: number;
  parallelism: number;
  vertices: VertexDocument[];
  checkpoints: CheckpointsDocument;
  checkpoint_settings: CheckpointSettingsDocument;
  exceptions: ExceptionDocument[];
  configuration: Record<string, string>;
  job_parameters: Record<string, string>;
  restart_strategy: string;
  accumulators: Record<string, AccumulatorDocument>;
  metrics: Record<string, unknown>;
  restarts: number;
  trouble: string;
  process: number;
  host: string;
  events: EventDocument[];
}

export interface JobEventInfo {
  timestamp: number;
  kind: string;
  "requested-by": string;
  text: string;
  details: Record<string, unknown>;
}

export interface JobEventInfos {
  events: JobEventInfo[];
  truncated: boolean;
}

export interface JobExceptions {
  exceptionHistory: ExceptionHistory;
}

export interface JobFigures {
  records_per_s: number | "NaN" | null;
  pending_records: number | null;
  busiest_task: string;
  busiest_vertex: string;
  busy: number | "NaN" | null;
  held: number | "NaN" | null;
  checkpoint: number | null;
  checkpoint_ms: number | null;
  checkpoint_took_ms: number | null;
}

export interface JobList {
  jobs: JobWithStatus[];
}

export interface JobOutput {
  files: LogFile[];
  complete: boolean;
}

export interface JobOverview {
  jid: string;
  name: string;
  "start-time": number;
  "end-time": number;
  duration: number;
  state: string;
  "last-modification": number;
  tasks: Record<string, number>;
  "pending-operators": number;
  jobType: string;
  schedulerType: string;
}

export interface JobPlan {
  jid: string;
  name: string;
  type: string;
  nodes: PlanNode[];
}

export interface JobPlanInfo {
  plan: JobPlan;
}

export interface JobResult {
  id: string;
  name: string;
  "application-status": string;
  "accumulator-results": Record<string, string>;
  "net-runtime": number;
  "application-id": string;
  "start-time": number;
  "end-time": number;
  "failure-cause"?: Throwable;
}

export interface JobStatusInfo {
  status: string;
}

export interface JobVertexInfo {
  id: string;
  slotSharingGroupId: string;
  name: string;
  maxParallelism: number;
  parallelism: number;
  status: string;
  "start-time": number;
  "end-time": number;
  duration: number;
  tasks: Record<string, number>;
  metrics: IoMetrics;
}

export interface JobWithStatus {
  id: string;
  status: string;
}

export interface JobsOverview {
  jobs: JobOverview[];
}

export interface LatestCheckpoints {
  completed: CheckpointStatistics | null;
  savepoint: CheckpointStatistics | null;
  failed: CheckpointStatistics | null;
  restored: RestoredCheckpoint | null;
}

export interface LogFile {
  name: string;
  size: number;
  mtime: number;
}

export interface LogFiles {
  logs: LogFile[];
}

export interface LogUrl {
  url: string;
}

export interface Machine {
  version: string;
  arch: string;
  options: string[];
}

export interface MemoryConfiguration {
  frameworkHeap: number;
  taskHeap: number;
  frameworkOffHeap: number;
  taskOffHeap: number;
  networkMemory: number;
  managedMemory: number;
  jvmMetaspace: number;
  jvmOverhead: number;
  totalFlinkMemory: number;
  totalProcessMemory: number;
}

export interface Metric {
  id: string;
  value?: string;
}

export type Nothing = object;

export interface OperatorDocument {
  id: string;
  name: string;
  description: string;
}

export interface OtherOutcome {
  "failure-cause"?: Throwable;
}

export interface OtherStatus {
  status: QueueStatus;
  operation: OtherOutcome | null;
}

export interface OutputPart {
  text: string;
  next: number;
}

export interface ParallelismBounds {
  lowerBound: number;
  upperBound: number;
}

export interface PlanInput {
  num: number;
  id: string;
  ship_strategy: string;
  local_strategy?: string;
  caching?: string;
  exchange?: string;
}

export interface PlanNode {
  id: string;
  parallelism: number;
  operator: string;
  operator_strategy: string;
  description: string;
  inputs?: PlanInput[];
  optimizer_properties?: Record<string, unknown>;
}

export interface ProgramEntry {
  name: string;
  description: string | null;
}

export interface ProgramFile {
  id: string;
  name: string;
  uploaded: number;
  entry: ProgramEntry[];
}

export interface ProgramList {
  address: string;
  files: ProgramFile[];
}

export interface QueueStatus {
  id: string;
}

export interface RescaleOutcome {
  parallelism?: number;
  "checkpoint-id"?: number;
  "pause-ms"?: number;
  "failure-cause"?: Throwable;
}

export interface RescaleStatus {
  status: QueueStatus;
  operation: RescaleOutcome | null;
}

export interface Resources {
  cpuCores: number | "NaN";
  taskHeapMemory: number;
  taskOffHeapMemory: number;
  managedMemory: number;
  networkMemory: number;
  extendedResources: Record<string, number | "NaN">;
}

export interface RestoredCheckpoint {
  id: number;
  restore_timestamp: number;
  is_savepoint: boolean;
  external_path?: string;
}

export interface RestoredDocument {
  id: number;
  restored_ms: number;
}

export interface RootException {
  exceptionName: string;
  stacktrace: string;
  timestamp: number;
  taskName?: string;
  endpoint?: string;
  taskManagerId?: string;
  failureLabels: Record<string, string>;
  concurrentExceptions: ConcurrentException[];
}

export interface Run {
  jobid: string;
  applicationId: string;
}

export interface RunBody {
  entryClass?: string;
  programArgsList?: string[];
  parallelism?: number;
  jobId?: string;
  allowNonRestoredState?: boolean;
  savepointPath?: string;
  claimMode?: string;
  restoreMode?: string;
  flinkConfiguration?: Record<string, string>;
}

export interface SavepointBody {
  "target-directory"?: string;
  "cancel-job"?: boolean;
  formatType?: string;
  triggerId?: string;
}

export interface SavepointOutcome {
  location?: string;
  "failure-cause"?: Throwable;
}

export interface SavepointStatus {
  status: QueueStatus;
  operation: SavepointOutcome | null;
}

export interface SessionInfo {
  client: string;
  role: string;
  "csrf-token": string;
}

export interface SignIn {
  token: string;
}

export interface Slot {
  jobId: string;
  resource: Resources;
  assignedTasks: number;
}

export interface StatsSummary {
  min: number;
  max: number;
  avg: number;
  p50: number | "NaN";
  p90: number | "NaN";
  p95: number | "NaN";
  p99: number | "NaN";
  p999: number | "NaN";
}

export interface StopBody {
  targetDirectory?: string;
  drain?: boolean;
  formatType?: string;
  triggerId?: string;
}

export interface SubtaskAccumulators {
  subtask: number;
  attempt: number;
  endpoint: string;
  "user-accumulators": UserAccumulator[];
}

export interface SubtaskAttempt {
  subtask: number;
  status: string;
  attempt: number;
  endpoint: string;
  "start-time": number;
  "end-time": number;
  duration: number;
  metrics: IoMetrics;
  "taskmanager-id": string;
  "status-duration": Record<string, number>;
  "other-concurrent-attempts"?: unknown[];
  start_time: number;
}

export interface SubtaskBackPressure {
  subtask: number;
  backpressureLevel: string;
  ratio: number | "NaN";
  idleRatio: number | "NaN";
  busyRatio: number | "NaN";
  "backpressure-level": string;
}

export interface SubtaskCheckpoint {
  className: string;
  index: number;
  ack_timestamp?: number;
  end_to_end_duration?: number;
  checkpointed_size?: number;
  state_size?: number;
  checkpoint?: CheckpointDuration;
  alignment?: CheckpointAlignment;
  start_delay?: number;
  unaligned_checkpoint?: boolean;
  aborted?: boolean;
  status: string;
}

export interface SubtaskCheckpointDocument {
  index: number;
  acknowledged_ms: number;
  sync_ms: number | "NaN";
  async_ms: number | "NaN";
  alignment_ms: number | "NaN";
  start_delay_ms: number | "NaN";
  written_bytes: number;
  full_bytes: number;
  held_bytes: number;
  in_flight_bytes: number;
}

export interface SubtaskColumns {
  now: number;
  vertices: Record<string, Record<string, unknown[]>>;
}

export interface SubtaskDocument {
  index: number;
  attempt: number;
  state: string;
  since_ms: Record<string, number>;
  host: string;
  executor: string;
  process: number;
  metrics: Record<string, unknown>;
  accumulators: Record<string, AccumulatorDocument>;
}

export interface SubtaskTimes {
  subtask: number;
  endpoint: string;
  duration: number;
  timestamps: Record<string, number>;
}

export interface TaskCheckpoint {
  id: number;
  status: string;
  latest_ack_timestamp: number;
  checkpointed_size: number;
  state_size: number;
  end_to_end_duration: number;
  alignment_buffered: number;
  processed_data: number;
  persisted_data: number;
  num_subtasks: number;
  num_acknowledged_subtasks: number;
}

export interface TaskCheckpointDetails {
  id: number;
  status: string;
  latest_ack_timestamp: number;
  checkpointed_size: number;
  state_size: number;
  end_to_end_duration: number;
  alignment_buffered: number;
  processed_data: number;
  persisted_data: number;
  num_subtasks: number;
  num_acknowledged_subtasks: number;
  summary: TaskSummary;
  subtasks: SubtaskCheckpoint[];
}

export interface TaskManager {
  id: string;
  path: string;
  dataPort: number;
  jmxPort: number;
  timeSinceLastHeartbeat: number;
  slotsNumber: number;
  freeSlots: number;
  assignedTasks: number;
  totalResource: Resources;
  freeResource: Resources;
  hardware: Hardware;
  memoryConfiguration: MemoryConfiguration;
}

export interface TaskManagerDetails {
  id: string;
  path: string;
  dataPort: number;
  jmxPort: number;
  timeSinceLastHeartbeat: number;
  slotsNumber: number;
  freeSlots: number;
  assignedTasks: number;
  totalResource: Resources;
  freeResource: Resources;
  hardware: Hardware;
  memoryConfiguration: MemoryConfiguration;
  allocatedSlots: Slot[];
  metrics: TaskManagerMetrics;
}

export interface TaskManagerMetrics {
  heapUsed: number;
  heapCommitted: number;
  heapMax: number;
  nonHeapUsed: number;
  nonHeapCommitted: number;
  nonHeapMax: number;
  directCount: number;
  directUsed: number;
  directMax: number;
  mappedCount: number;
  mappedUsed: number;
  mappedMax: number;
  nettyShuffleMemorySegmentsAvailable: number;
  nettyShuffleMemorySegmentsUsed: number;
  nettyShuffleMemorySegmentsTotal: number;
  nettyShuffleMemoryAvailable: number;
  nettyShuffleMemoryUsed: number;
  nettyShuffleMemoryTotal: number;
  garbageCollectors: GarbageCollector[];
}

export interface TaskManagers {
  taskmanagers: TaskManager[];
}

export interface TaskSummary {
  checkpointed_size: StatsSummary;
  state_size: StatsSummary;
  end_to_end_duration: StatsSummary;
  checkpoint_duration: DurationSummary;
  alignment: AlignmentSummary;
  start_delay: StatsSummary;
}

export interface ThreadDump {
  threadInfos: ThreadInfo[];
}

export interface ThreadInfo {
  threadName: string;
  stringifiedThreadInfo: string;
}

export interface Throwable {
  class: string;
  "stack-trace": string;
  "serialized-throwable": string;
}

export interface Triggered {
  "request-id": string;
}

export interface Uploaded {
  filename: string;
  status: string;
}

export interface UserAccumulator {
  name: string;
  type: string;
  value: string;
}

export interface VertexAccumulators {
  id: string;
  "user-accumulators": UserAccumulator[];
}

export interface VertexDetails {
  id: string;
  name: string;
  parallelism: number;
  maxParallelism: number;
  now: number;
  subtasks: SubtaskAttempt[];
  aggregated: Aggregated;
}

export interface VertexDocument {
  id: string;
  name: string;
  parallelism: number;
  max_parallelism: number;
  slot_sharing_group: string;
  operators: OperatorDocument[];
  inputs: InputDocument[];
  subtasks: SubtaskDocument[];
  former: SubtaskDocument[];
}

export interface VertexRequirements {
  parallelism: ParallelismBounds;
}

export interface VertexTaskManager {
  endpoint: string;
  status: string;
  "start-time": number;
  "end-time": number;
  duration: number;
  metrics: IoMetrics;
  "status-counts": Record<string, number>;
  "taskmanager-id": string;
  aggregated: Aggregated;
}

export interface VertexTaskManagers {
  id: string;
  name: string;
  now: number;
  taskmanagers: VertexTaskManager[];
}

export interface VertexTimes {
  id: string;
  name: string;
  now: number;
  subtasks: SubtaskTimes[];
}

/** The answer to GET, by path. */
export interface Answers {
  "/session": SessionInfo;
  "/overview": ClusterOverview;
  "/config": DashboardConfig;
  "/applications/overview": ApplicationsOverview;
  "/applications/{applicationid}": ApplicationDetails;
  "/applications/{applicationid}/exceptions": ApplicationExceptions;
  "/applications/{applicationid}/jobmanager/config": ConfigEntry[];
  "/datasets": DataSets;
  "/jobs": JobList;
  "/jobs/overview": JobsOverview;
  "/jobs/{jobid}": JobDetails;
  "/jobs/{jobid}/plan": JobPlanInfo;
  "/jobs/{jobid}/status": JobStatusInfo;
  "/jobs/{jobid}/config": JobConfig;
  "/jobs/{jobid}/exceptions": JobExceptions;
  "/jobs/{jobid}/accumulators": JobAccumulators;
  "/jobs/{jobid}/execution-result": ExecutionResult;
  "/drivers": Drivers;
  "/jobs/{jobid}/document": JobDocument;
  "/jobs/{jobid}/events": JobEventInfos;
  "/jobs/figures": FiguresOfJobs;
  "/jobs/{jobid}/subtasks/metrics": SubtaskColumns;
  "/jobs/{jobid}/output": JobOutput;
  "/jobs/{jobid}/output/{filename}": OutputPart;
  "/jobs/{jobid}/logs": LogFiles;
  "/jobs/{jobid}/logs/{filename}": string;
  "/jobs/{jobid}/checkpoints": CheckpointingStatistics;
  "/jobs/{jobid}/checkpoints/config": CheckpointConfig;
  "/jobs/{jobid}/checkpoints/details/{checkpointid}": CheckpointStatistics;
  "/jobs/{jobid}/checkpoints/details/{checkpointid}/subtasks/{vertexid}": TaskCheckpointDetails;
  "/jobs/{jobid}/savepoints/{triggerid}": SavepointStatus;
  "/jobs/{jobid}/checkpoints/{triggerid}": CheckpointTriggerStatus;
  "/savepoint-disposal/{triggerid}": OtherStatus;
  "/jobs/{jobid}/yarn-cancel": Nothing;
  "/jobs/{jobid}/rescaling/{triggerid}": RescaleStatus;
  "/jobs/{jobid}/resource-requirements": Record<string, VertexRequirements>;
  "/jobs/{jobid}/vertices/{vertexid}": VertexDetails;
  "/jobs/{jobid}/vertices/{vertexid}/taskmanagers": VertexTaskManagers;
  "/jobs/{jobid}/vertices/{vertexid}/subtasktimes": VertexTimes;
  "/jobs/{jobid}/vertices/{vertexid}/watermarks": Metric[];
  "/jobs/{jobid}/vertices/{vertexid}/backpressure": BackPressure;
  "/jobs/{jobid}/vertices/{vertexid}/flamegraph": FlameGraph;
  "/jobs/{jobid}/vertices/{vertexid}/accumulators": VertexAccumulators;
  "/jobs/{jobid}/vertices/{vertexid}/subtasks/accumulators": AllSubtaskAccumulators;
  "/jobs/{jobid}/vertices/{vertexid}/subtasks/{subtaskindex}": SubtaskAttempt;
  "/jobs/{jobid}/vertices/{vertexid}/subtasks/{subtaskindex}/attempts/{attempt}": SubtaskAttempt;
  "/jobs/{jobid}/vertices/{vertexid}/subtasks/{subtaskindex}/attempts/{attempt}/accumulators": AttemptAccumulators;
  "/jobs/metrics": (Metric | AggregatedMetric)[];
  "/jobs/{jobid}/metrics": Metric[];
  "/jobs/{jobid}/vertices/{vertexid}/metrics": Metric[];
  "/jobs/{jobid}/vertices/{vertexid}/subtasks/metrics": (Metric | AggregatedMetric)[];
  "/jobs/{jobid}/vertices/{vertexid}/subtasks/{subtaskindex}/metrics": Metric[];
  "/jobs/{jobid}/vertices/{vertexid}/jm-operator-metrics": Metric[];
  "/taskmanagers": TaskManagers;
  "/taskmanagers/metrics": (Metric | AggregatedMetric)[];
  "/taskmanagers/{taskmanagerid}": TaskManagerDetails;
  "/taskmanagers/{taskmanagerid}/metrics": Metric[];
  "/taskmanagers/{taskmanagerid}/logs": LogFiles;
  "/taskmanagers/{taskmanagerid}/logs/{filename}": string;
  "/taskmanagers/{taskmanagerid}/log": string;
  "/taskmanagers/{taskmanagerid}/stdout": string;
  "/jobs/{jobid}/taskmanagers/{taskmanagerid}/log-url": LogUrl;
  "/jobs/{jobid}/jobmanager/log-url": LogUrl;
  "/taskmanagers/{taskmanagerid}/thread-dump": ThreadDump;
  "/jobmanager/config": ConfigEntry[];
  "/jobmanager/environment": Environment;
  "/jobmanager/metrics": Metric[];
  "/jobmanager/logs": LogFiles;
  "/jobmanager/logs/{filename}": string;
  "/jobmanager/log": string;
  "/jobmanager/stdout": string;
  "/jobmanager/thread-dump": ThreadDump;
  "/jobs/{jobid}/jobmanager/config": ConfigEntry[];
  "/jobs/{jobid}/jobmanager/environment": Environment;
  "/jars": ProgramList;
  "/jars/{jarid}/plan": JobPlanInfo;
}

/** Body and answer of other methods. */
export interface Changes {
  "POST /session": { body: SignIn; answer: SessionInfo };
  "DELETE /session": { body: undefined; answer: SessionInfo };
  "DELETE /cluster": { body: undefined; answer: Nothing };
  "POST /applications/{applicationid}/cancel": { body: undefined; answer: Nothing };
  "DELETE /datasets/{datasetid}": { body: undefined; answer: Triggered };
  "PATCH /jobs/{jobid}": { body: undefined; answer: Nothing };
  "POST /jobs/{jobid}/checkpoints": { body: CheckpointBody; answer: Triggered };
  "POST /jobs/{jobid}/savepoints": { body: SavepointBody; answer: Triggered };
  "POST /jobs/{jobid}/stop": { body: StopBody; answer: Triggered };
  "POST /savepoint-disposal": { body: DisposalBody; answer: Triggered };
  "PATCH /jobs/{jobid}/clientHeartbeat": { body: undefined; answer: Nothing };
  "PATCH /jobs/{jobid}/rescaling": { body: undefined; answer: Triggered };
  "PUT /jobs/{jobid}/resource-requirements": { body: Record<string, unknown>; answer: Nothing };
  "POST /jars/upload": { body: FormData; answer: Uploaded };
  "DELETE /jars/{jarid}": { body: undefined; answer: Nothing };
  "POST /jars/{jarid}/run": { body: RunBody; answer: Run };
  "POST /jars/{jarid}/run-application": { body: RunBody; answer: ApplicationRun };
  "POST /jars/{jarid}/plan": { body: RunBody; answer: JobPlanInfo };
}
