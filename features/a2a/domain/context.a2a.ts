/** The conversation of an agent that a debate belongs to. */
import { kindOfOne } from "../../../domain/play/records/kind.ts";

interface ContextOf {
  contextId: string;
}

export const CONTEXT = kindOfOne<ContextOf>("context of A2A", "A2A");
