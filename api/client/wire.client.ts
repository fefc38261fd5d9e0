/** What goes over the wire, as the domain defines it. The package `@parley-debates/client` has these types written out. */
import type { z } from "zod";
import type { Comparison } from "../../domain/around/branches/compare.branch.ts";
import type { OwnQuota } from "../../domain/around/quotas/quota.ts";
import type { Rejudgement } from "../../domain/around/rejudgement/rejudgement.ts";
import type { Estimates } from "../../domain/play/estimates/schema.estimate.ts";
import type { EventPayloads } from "../../domain/play/events/events.ts";
import type { NewDebateRequest } from "../../domain/rules/request/debate-request.ts";
import type { Command, Status } from "../../domain/shapes/lifecycle.shape.ts";
import type { AcceptedCommand } from "../../domain/shapes/schemas/accepted.schema.ts";
import type { Assessment } from "../../domain/shapes/schemas/assessment.schema.ts";
import type { Conclusion } from "../../domain/shapes/schemas/conclusion.schema.ts";
import type { ControlArm } from "../../domain/shapes/schemas/control-arm.schema.ts";
import type { Debate, FormatName } from "../../domain/shapes/schemas/debate.schema.ts";
import type { DecideRequest } from "../../domain/shapes/schemas/decision.ts";
import type { FileInfo, FilePage } from "../../domain/shapes/schemas/file.schema.ts";
import type { KnownOutcome, KnownOutcomeRequest } from "../../domain/shapes/schemas/known-outcome.ts";
import type { NewPreset, NewPresetVersion, Preset, PresetDifference } from "../../domain/shapes/schemas/preset.ts";
import type { Answer } from "../../domain/shapes/schemas/questions.schema.ts";
import type { Rating } from "../../domain/shapes/schemas/rating.schema.ts";
import type { Result } from "../../domain/shapes/schemas/result.schema.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import type { AudienceResult } from "../../domain/shapes/schemas/vote.schema.ts";
import type { InspectLog } from "../../domain/show/export/inspect.ts";
import type { ModelCallLine } from "../../domain/show/export/model-call.export.ts";
import type { TranscriptExport } from "../../domain/show/export/transcript.export.ts";
import type { NewArms, NewExperiment } from "../../features/experiments/domain/request.experiment.ts";
import type {
  Experiment,
  ExperimentEstimate,
  ExperimentEvent,
  ExperimentItem,
  ExperimentSummary,
  ResultRow,
} from "../../features/experiments/domain/schema.experiment.ts";
import type { Calibration, EarnedLevels } from "../../features/ratings/domain/schema.earned.ts";
import type { Ratings } from "../../features/ratings/domain/schema.rating.ts";
import type { RelatedDebates } from "../../features/related/domain/schema.related.ts";
import type {
  NewBackfill,
  NewSchedule,
  Schedule,
  ScheduleRun,
  ScheduleState,
} from "../../features/schedules/domain/schedule.ts";
import type { Share, ShareRequest } from "../../features/shares/domain/share.ts";
import type { DebateList, DebateSummary, debateFilter } from "../base/debate-list.ts";
import type { ModelCatalogue } from "../base/model-catalogue.ts";
import type { ForkRequest, InterjectionRequest } from "../base/owner-requests.ts";

export interface Wire {
  AcceptedCommand: AcceptedCommand;
  Answer: Answer;
  Assessment: Assessment;
  AudienceResult: AudienceResult;
  Calibration: Calibration;
  Command: Command;
  Comparison: Comparison;
  Conclusion: Conclusion;
  ControlArm: ControlArm;
  Debate: Debate;
  DebateFilter: z.output<z.ZodObject<typeof debateFilter>>;
  DebateList: DebateList;
  DebateSummary: DebateSummary;
  EarnedLevels: EarnedLevels;
  Estimates: Estimates;
  EventPayloads: EventPayloads;
  Experiment: Experiment;
  ExperimentEstimate: ExperimentEstimate;
  ExperimentEvent: ExperimentEvent;
  ExperimentItem: ExperimentItem;
  ExperimentResult: ResultRow;
  ExperimentSummary: ExperimentSummary;
  FileInfo: FileInfo;
  FilePage: FilePage;
  FormatName: FormatName;
  InspectLog: InspectLog;
  KnownOutcome: KnownOutcome;
  ModelCatalogue: ModelCatalogue;
  ModelCallLine: ModelCallLine;
  NewArms: NewArms;
  NewDebateRequest: NewDebateRequest;
  NewExperiment: NewExperiment;
  NewBackfill: NewBackfill;
  NewChoice: z.input<typeof DecideRequest>;
  NewFork: z.input<typeof ForkRequest>;
  NewInterjection: z.input<typeof InterjectionRequest>;
  NewOutcome: z.input<typeof KnownOutcomeRequest>;
  NewPreset: NewPreset;
  NewPresetVersion: NewPresetVersion;
  NewSchedule: NewSchedule;
  NewShare: z.input<typeof ShareRequest>;
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
  Share: Share;
  Status: Status;
  TranscriptExport: TranscriptExport;
  Turn: Turn;
}
