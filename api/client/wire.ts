/** What goes over the wire, as the domain defines it. The package `@parley/client` has these types written out. */
import type { Comparison } from "../../domain/branches/compare.ts";
import type { Answer } from "../../domain/clarifications/questions.ts";
import type { Estimates } from "../../domain/estimates/schema.ts";
import type { EventPayloads } from "../../domain/events/events.ts";
import type { NewArms, NewExperiment } from "../../domain/experiments/request.ts";
import type {
  Experiment,
  ExperimentEstimate,
  ExperimentEvent,
  ExperimentSummary,
  ResultRow,
} from "../../domain/experiments/schema.ts";
import type { InspectLog } from "../../domain/export/inspect.ts";
import type { ModelCallLine } from "../../domain/export/model-call.ts";
import type { TranscriptExport } from "../../domain/export/transcript.ts";
import type { KnownOutcome } from "../../domain/known-outcome.ts";
import type { Command, Status } from "../../domain/lifecycle.ts";
import type { NewPreset, NewPresetVersion, Preset, PresetDifference } from "../../domain/presets/preset.ts";
import type { OwnQuota } from "../../domain/quotas/quota.ts";
import type { Rating } from "../../domain/rating.ts";
import type { Ratings } from "../../domain/ratings/schema.ts";
import type { Rejudgement } from "../../domain/rejudgement/rejudgement.ts";
import type { RelatedDebates } from "../../domain/related/schema.ts";
import type { NewDebateRequest } from "../../domain/request/debate-request.ts";
import type {
  NewBackfill,
  NewSchedule,
  Schedule,
  ScheduleRun,
  ScheduleState,
} from "../../domain/schedules/schedule.ts";
import type { Assessment } from "../../domain/schemas/assessment.ts";
import type { Conclusion } from "../../domain/schemas/conclusion.ts";
import type { ControlArm } from "../../domain/schemas/control-arm.ts";
import type { Debate, FormatName } from "../../domain/schemas/debate.ts";
import type { FileInfo, FilePage } from "../../domain/schemas/file.ts";
import type { Result } from "../../domain/schemas/result.ts";
import type { Turn } from "../../domain/schemas/turn.ts";
import type { AudienceResult } from "../../domain/schemas/vote.ts";

export interface Wire {
  Answer: Answer;
  Assessment: Assessment;
  AudienceResult: AudienceResult;
  Command: Command;
  Comparison: Comparison;
  Conclusion: Conclusion;
  ControlArm: ControlArm;
  Debate: Debate;
  Estimates: Estimates;
  EventPayloads: EventPayloads;
  Experiment: Experiment;
  ExperimentEstimate: ExperimentEstimate;
  ExperimentEvent: ExperimentEvent;
  ExperimentResult: ResultRow;
  ExperimentSummary: ExperimentSummary;
  FileInfo: FileInfo;
  FilePage: FilePage;
  FormatName: FormatName;
  InspectLog: InspectLog;
  KnownOutcome: KnownOutcome;
  ModelCallLine: ModelCallLine;
  NewArms: NewArms;
  NewDebateRequest: NewDebateRequest;
  NewExperiment: NewExperiment;
  NewBackfill: NewBackfill;
  NewPreset: NewPreset;
  NewPresetVersion: NewPresetVersion;
  NewSchedule: NewSchedule;
  Preset: Preset;
  PresetDifference: PresetDifference;
  Rating: Rating;
  OwnQuota: OwnQuota;
  Ratings: Ratings;
  Rejudgement: Rejudgement;
  RelatedDebates: RelatedDebates;
  Result: Result;
  Schedule: Schedule;
  ScheduleRun: ScheduleRun;
  ScheduleState: ScheduleState;
  Status: Status;
  TranscriptExport: TranscriptExport;
  Turn: Turn;
}
