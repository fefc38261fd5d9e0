/** Which first answers of a debate are those that an experiment buys once, for all its arms. */

import { promptText } from "../../../domain/prompts/parts/prompt.prompt-part.ts";
import { buildAlonePrompt } from "../../../domain/prompts/question/alone.question-prompt.ts";
import { leastBought } from "../../../domain/rules/answers/vote.answers.ts";
import type { DebateConfig, ParticipantConfig } from "../../../domain/shapes/plan/config.plan.ts";
import type { VotePlan } from "../../../domain/shapes/plan/plan.ts";
import { TEXT } from "../../../domain/shapes/schemas/answer-form.ts";
import { voterOf } from "./configure.experiment.ts";
import type { Item } from "./experiment.ts";

interface Shared {
  config: DebateConfig;
  /** Of the base alone, whose participants give the answers. */
  base: DebateConfig;
  item: Pick<Item, "answers">;
}

type Asking = Pick<ParticipantConfig, "provider" | "model" | "temperature" | "topP" | "maxOutputTokens">;

/**
 * Places of participants, from 1: the participant at place n takes the answer of number n if the same model would be asked
 * the same with the same settings. Empty for formats whose first turns are no answers alone.
 */
export function sharedPlaces({ config, base, item }: Shared): number[] {
  const { answers: form, participants, clarifications } = config;
  const isAsked = form && config.question && !clarifications && sameJson(form, item.answers ?? TEXT);
  if (!isAsked) return [];
  const asked = (about: DebateConfig, by?: ParticipantConfig) =>
    promptText(buildAlonePrompt(about, { form, ...(by && { by }) }));
  const alone = asked(base);
  const places = participants.flatMap((participant, i) => {
    const isShared = isAskedAlike(participant, voterOf(base, i + 1)) && asked(config, participant) === alone;
    return isShared ? [i + 1] : [];
  });
  const { vote } = config.question ?? {};
  return vote ? boughtFirst(vote, places) : places;
}

/** A vote asks for so many answers whatever they are, one after the other: none may be missing before one that is shared. */
function boughtFirst(vote: VotePlan, places: number[]): number[] {
  return places.filter((place, i) => place === i + 1).slice(0, leastBought(vote));
}

function isAskedAlike(one: Asking, other: Asking): boolean {
  return sameJson(settingsOf(one), settingsOf(other));
}

function settingsOf({ provider, model, temperature, topP, maxOutputTokens }: Asking): Asking {
  return { provider, model, temperature, ...(topP !== undefined && { topP }), maxOutputTokens };
}

/** Both are made by the same code, so their fields are in the same order. */
function sameJson(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
