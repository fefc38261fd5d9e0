/** Types of what the pages read from the API. */
import type { z } from "zod";
import type { ApiKeyList, NewApiKey } from "../../../../domain/around/api-keys.around.ts";
import type { EventPayloads, EventType } from "../../../../domain/play/events/events.ts";
import type { Debate as ApiDebate } from "../../../../domain/shapes/schemas/debate.schema.ts";
import type { ToolUse } from "../../../../domain/shapes/schemas/tool-use.ts";
import type { DebateList } from "../../../base/debate-list.ts";
import type { FormatCatalogue } from "../../../base/format-catalogue.ts";
import type { ModelCatalogue } from "../../../base/model-catalogue.ts";
import type { PageWords } from "./say.ts";

export type { Comparison } from "../../../../domain/around/branches/compare.branch.ts";
export type { Rejudgement } from "../../../../domain/around/rejudgement/rejudgement.ts";
export type { Estimates } from "../../../../domain/play/estimates/schema.estimate.ts";
export type { AcceptedCommand } from "../../../../domain/shapes/schemas/accepted.schema.ts";
export type { Assessment } from "../../../../domain/shapes/schemas/assessment.schema.ts";
export type { Ballot } from "../../../../domain/shapes/schemas/ballot.ts";
export type { Decision } from "../../../../domain/shapes/schemas/decision.ts";
export type { Exhibit } from "../../../../domain/shapes/schemas/exhibit.schema.ts";
export type { FilePage } from "../../../../domain/shapes/schemas/file.schema.ts";
export type { Result } from "../../../../domain/shapes/schemas/result.schema.ts";
export type { Usage } from "../../../../domain/shapes/schemas/spend.schema.ts";
export type { Turn } from "../../../../domain/shapes/schemas/turn.schema.ts";
export type { TranscriptExport } from "../../../../domain/show/export/transcript.export.ts";
export type { DebateSummary } from "../../../base/debate-list.ts";

/** A debate as the views get it: a report adds the words of its language. */
export type Debate = ApiDebate & { words?: PageWords };

/** A call of a tool. Without a status it is under way, since `at`. */
export type Lookup = Pick<ToolUse, "id" | "type" | "server" | "tool" | "input" | "at"> & Partial<ToolUse>;

export type DebatePage = DebateList;
export type Format = z.infer<typeof FormatCatalogue>["items"][number];
export type Models = ModelCatalogue;
export type KeyPage = z.infer<typeof ApiKeyList>;
export type Key = KeyPage["items"][number];
export type NewKey = z.infer<typeof NewApiKey>;

type Payload = EventPayloads[EventType];
type FieldOf<P> = P extends unknown ? keyof P : never;
type TypeOf<P, Field> = P extends unknown ? (Field extends keyof P ? P[Field] : never) : never;

/** An event on the wire, with its payload beside its id: the fields of all events. */
export type WireEvent = { id: number; type: string; at: string } & {
  [Field in FieldOf<Payload>]?: TypeOf<Payload, Field>;
};

export interface EventPage {
  items: WireEvent[];
  nextAfter: number;
  terminal: boolean;
}
