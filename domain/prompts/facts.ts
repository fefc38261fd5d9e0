/** The facts of a debate, which every prompt begins with, whichever system prompt is used. */
import type { DebateConfig } from "../config.ts";
import { fence } from "./fence.ts";

/** Topic, context and the participants with their positions; `withIds` adds the ids that a judge answers with. */
export function debateFacts(config: DebateConfig, options: { withIds?: boolean } = {}): string {
  const context = config.context?.trim()
    ? ["Background for everyone:", fence("context", config.context).trimEnd()]
    : [];
  const people = config.participants.map(({ id, name, position }) =>
    fence("participant", position, { name, ...(options.withIds && { id }) }).trimEnd(),
  );
  return [
    "The topic of the debate:",
    fence("topic", config.topic).trimEnd(),
    ...context,
    "The participants and their positions:",
    ...people,
    "",
  ].join("\n");
}
