/** The conversation of a front end that a debate belongs to: only there can its questions be answered. */
import { kindOfOne } from "../../../domain/play/records/kind.ts";

export interface Thread {
  threadId: string;
}

export const THREAD = kindOfOne<Thread>("thread of AG-UI", "AGUI");
