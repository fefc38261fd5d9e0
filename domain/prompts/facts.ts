/** The facts of a debate, which every prompt begins with, whichever system prompt is used. */
import type { DebateConfig } from "../config.ts";
import { FORMATS_BY_NAME } from "../formats/registry.ts";
import { fence } from "./fence.ts";

/** Topic, context and the participants with their positions; `withIds` adds the ids that a judge answers with. */
export function debateFacts(config: DebateConfig, options: { withIds?: boolean } = {}): string {
  const context = config.context?.trim()
    ? ["Background for everyone:", fence("context", config.context).trimEnd()]
    : [];
  const people = config.participants.map(({ id, name, side, position }) =>
    fence("participant", position, { name, ...(side && { side }), ...(options.withIds && { id }) }).trimEnd(),
  );
  return [
    "The topic of the debate:",
    fence("topic", config.topic).trimEnd(),
    ...context,
    ...exhibitsOf(config),
    "The participants and their positions:",
    ...people,
    ...clarifiedFacts(config),
    "",
  ].join("\n");
}

/** What the owner was asked before the debate, and what the answers were. */
export function clarifiedFacts({ clarified = [], participants }: DebateConfig): string[] {
  if (clarified.length === 0) return [];
  const nameOf = (id: string) => participants.find((p) => p.id === id)?.name ?? id;
  return [
    "Before the debate its owner was asked these questions. The answers hold for everyone:",
    ...clarified.flatMap(({ id, text, askedBy, answer }) => [
      fence("question", text, { id, by: askedBy.map(nameOf).join(", ") }).trimEnd(),
      answer === null ? `To ${id} no answer was given.` : fence("answer", answer, { to: id }).trimEnd(),
    ]),
  ];
}

/** The same for every reader, and the same in every prompt. */
export function exhibitsOf({ exhibits = [] }: DebateConfig): string[] {
  if (exhibits.length === 0) return [];
  const shown = exhibits.map(({ id, title, text, source }) =>
    fence("exhibit", text, { id, title, ...(source !== undefined && { source }) }).trimEnd(),
  );
  return [
    "The exhibits, which all sides share. Cite them by number, for example [E1], and quote them word for word in quotation marks. What an exhibit says, and what it proves, may be disputed.",
    ...shown,
  ];
}

/** The format's rules, and who speaks when. */
export function formatRules(config: DebateConfig): string {
  const order =
    config.mode === "simultaneous"
      ? "In each round all speak at once, without seeing what the others say in it."
      : "In each round the participants speak one after the other.";
  return `The format is ${config.format}. ${FORMATS_BY_NAME[config.format].rules} ${order}`;
}
