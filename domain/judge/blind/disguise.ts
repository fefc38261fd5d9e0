/** Removes the names of participants and models from texts (docs/design/debate.md#113-judging, "Blind"). */

import { allExhibits } from "../../rules/exhibits/found.ts";
import { occursIn, wholeWords } from "../../rules/judges/blind-words.ts";
import type { Label } from "../../rules/judges/labels.ts";
import { modelId } from "../../shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Warning } from "../../shapes/schemas/faults.schema.ts";

/** A name, its replacement, and how often it was replaced. */
interface Replacement {
  text: string;
  by: string;
  count: number;
}

export interface Disguise {
  hide(text: string): string;
  replaced(): Replacement[];
}

type Shown = Pick<DebateConfig, "topic" | "context" | "exhibits" | "found" | "participants" | "judge">;

/** Replaces a debater's model, should it name itself. */
const SOME_MODEL = "a language model";

/** The owner's texts and all exhibits, which judges see unchanged. */
export function ownersTexts({ topic, context = "", exhibits, found, participants, judge }: Shown): string[] {
  return [
    topic,
    context,
    ...allExhibits({ exhibits, found }).flatMap(({ title, text, source = "" }) => [title, text, source]),
    ...participants.flatMap((p) => (p.positionSource === "given" ? [p.position] : [])),
    judge?.systemPrompt ?? "",
    judge?.instructions ?? "",
    ...(judge?.criteria ?? []).flatMap(({ name, description = "" }) => [name, description]),
  ];
}

/** Names that the owner's texts contain. Judges see these, so blinding is partial. */
export function exposedNames(config: Shown): string[] {
  const texts = ownersTexts(config);
  const names = [...config.participants.map((p) => p.name), ...modelNames(config)];
  return names.filter((name) => texts.some((text) => occursIn(text, [name])));
}

/** Without provider names, and without plain words such as "debater", which identify nobody. */
function modelNames({ participants }: Shown): string[] {
  const named = participants.flatMap((p) => [modelId(p), ...(/[\d-]/.test(p.model) ? [p.model] : [])]);
  return [...new Set(named)].filter((name) => name !== "/");
}

export function createDisguise(config: Shown, labels: Label[]): Disguise {
  const exposed = new Set(exposedNames(config));
  const models = modelNames(config).map((name) => [name, SOME_MODEL] as const);
  const own = labels.map(({ name, title }) => [name, title] as const);
  const pairs = [...models, ...own].filter(([name]) => !exposed.has(name));
  const titles = new Map(pairs.map(([name, by]) => [name.normalize("NFC"), by]));
  const pattern = wholeWords(pairs.map(([name]) => name));
  const counts = new Map<string, number>();
  return {
    hide: (text) =>
      text.replaceAll(pattern, (found) => {
        const name = found.normalize("NFC");
        counts.set(name, (counts.get(name) ?? 0) + 1);
        return titles.get(name) ?? found;
      }),
    replaced: () => [...counts].map(([text, count]) => ({ text, by: titles.get(text) ?? "", count })),
  };
}

export function blindingWarnings(config: Shown): Warning[] {
  const names = exposedNames(config);
  if (names.length === 0 || !config.judge) return [];
  const shown = names.map((name) => `"${name}"`).join(", ");
  const detail = `judges will see ${shown} as it is, since the topic, the context, a position, an exhibit or the judge's own instructions have it: blinding is partial`;
  return [{ code: "partial-blinding", detail }];
}
