/** Random ids: `deb-…` of debates, `tpl-…` of templates, `exp-…` of experiments, `sch-…` of schedules, `file-…` of files. */
import { randomBytes } from "node:crypto";
import { ID_BYTES, idAt, textOf } from "../../domain/base/ids.base.ts";

const DEBATE_ID = /^deb-\d{8}-\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/;
const EXPERIMENT_ID = /^exp-\d{8}-\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/;
const SCHEDULE_ID = /^sch-\d{8}-\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/;
const TEMPLATE_ID = /^tpl-\d{8}-\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/;

export function createDebateId(now: Date): string {
  return createId("deb", now);
}

/** Ids sort by creation time, in random order within a second. */
export function createTemplateId(now: Date): string {
  return createId("tpl", now);
}

export function createExperimentId(now: Date): string {
  return createId("exp", now);
}

export function createScheduleId(now: Date): string {
  return createId("sch", now);
}

export function createFileId(now: Date): string {
  return createId("file", now);
}

function createId(kind: string, now: Date): string {
  return idAt(kind, now, randomBytes(ID_BYTES));
}

/** Random characters of an alphabet whose size divides 256. */
export function randomText(alphabet: string, length: number): string {
  return textOf(alphabet, randomBytes(length));
}

export function isDebateId(id: string): boolean {
  return DEBATE_ID.test(id);
}

export function isTemplateId(id: string): boolean {
  return TEMPLATE_ID.test(id);
}

export function isExperimentId(id: string): boolean {
  return EXPERIMENT_ID.test(id);
}

export function isScheduleId(id: string): boolean {
  return SCHEDULE_ID.test(id);
}
