/** The facts that every prompt begins with, whichever system prompt is used. */

import { FORMATS_BY_NAME } from "../../rules/formats/registry.format.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { fencesOf } from "../fences/fences.ts";
import { exhibitsOf } from "./exhibits.prompt-part.ts";

/** Topic, context and the participants with their positions; `withIds` adds the ids that a judge answers with. */
export function debateFacts(config: DebateConfig, options: { withIds?: boolean } = {}): string {
  const { fence } = fencesOf(config);
  const people = config.participants.map(({ id, name, side, position }) =>
    fence("participant", position, { name, ...(side && { side }), ...(options.withIds && { id }) }).trimEnd(),
  );
  if (config.participants.every(({ position }) => position === ""))
    return factsOf(config, "The question:", namesOf(config));
  return factsOf(config, "The topic of the debate:", ["The participants and their positions:", ...people]);
}

/** Of a format without positions. */
function namesOf(config: DebateConfig): string[] {
  const { label } = fencesOf(config);
  return ["The participants:", ...config.participants.map(({ name }) => `- ${label(name)}`)];
}

/** The same for a dialectic debate: the problem, and the agents with their roles. */
export function problemFacts(config: DebateConfig): string {
  const { label } = fencesOf(config);
  const agents = config.participants.map(({ name, role }) => `- ${label(name)}${role ? `, ${label(role)}` : ""}`);
  return factsOf(config, "The problem to solve:", ["The agents:", ...agents]);
}

function factsOf(config: DebateConfig, title: string, people: string[]): string {
  return [...subject(title, config), ...exhibitsOf(config), ...people, ...clarifiedFacts(config), ""].join("\n");
}

/** The topic under a title, and the background if there is one. */
export function subject(title: string, about: Pick<DebateConfig, "topic" | "context" | "fenceKey">): string[] {
  return subjectUnder({ title, background: "Background for everyone:" }, about);
}

/** For a model that answers alone. */
export function subjectAlone(title: string, about: Pick<DebateConfig, "topic" | "context" | "fenceKey">): string[] {
  return subjectUnder({ title, background: "Background:" }, about);
}

function subjectUnder(
  titles: { title: string; background: string },
  about: Pick<DebateConfig, "topic" | "context" | "fenceKey">,
): string[] {
  const { fence } = fencesOf(about);
  const { topic, context } = about;
  const background = context?.trim() ? [titles.background, fence("context", context).trimEnd()] : [];
  return [titles.title, fence("topic", topic).trimEnd(), ...background];
}

/** The owner's answers to the participants' questions. */
export function clarifiedFacts(config: Pick<DebateConfig, "clarified" | "participants" | "fenceKey">): string[] {
  return clarifiedUnder(
    "Before the debate its owner was asked these questions. The answers hold for everyone:",
    config,
  );
}

/** For a model that answers alone: without who asked. */
export function clarifiedAlone(config: Pick<DebateConfig, "clarified" | "fenceKey">): string[] {
  const clarified = config.clarified?.map((question) => ({ ...question, askedBy: [] })) ?? [];
  const title = "Whoever asks the question was asked these first. The answers hold for yours:";
  return clarifiedUnder(title, { ...config, clarified, participants: [] });
}

function clarifiedUnder(title: string, config: Parameters<typeof clarifiedFacts>[0]): string[] {
  const { clarified = [], participants } = config;
  if (clarified.length === 0) return [];
  const { fence, label } = fencesOf(config);
  const nameOf = (id: string) => participants.find((p) => p.id === id)?.name ?? id;
  return [
    title,
    ...clarified.flatMap(({ id, text, askedBy, answer }) => [
      fence("question", text, { id, by: askedBy.map(nameOf).join(", ") }).trimEnd(),
      answer === null ? `To ${label(id)} no answer was given.` : fence("answer", answer, { to: id }).trimEnd(),
    ]),
  ];
}

export function formatRules(config: DebateConfig): string {
  const order =
    config.mode === "simultaneous"
      ? "In each round all speak at once, without seeing what the others say in it."
      : "In each round the participants speak one after the other.";
  return `The format is ${config.format}. ${FORMATS_BY_NAME[config.format].rules} ${order}`;
}
