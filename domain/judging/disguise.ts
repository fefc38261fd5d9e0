/** Takes the participants' names, and their models', out of texts (spec §1.13, "Blind"). Pure. */
import { modelId } from "../catalogue.ts";
import type { DebateConfig } from "../config.ts";
import { FORMATS_BY_NAME } from "../formats/registry.ts";
import type { Warning } from "../schemas/faults.ts";
import type { Label } from "./labels.ts";
import { occursIn, wholeWords } from "./words.ts";

/** What was put in the place of what, and how often. */
interface Replacement {
  text: string;
  by: string;
  count: number;
}

export interface Disguise {
  hide(text: string): string;
  /** Of all texts so far. */
  replaced(): Replacement[];
}

type Cast = Pick<DebateConfig, "topic" | "context" | "exhibits" | "participants" | "judge">;

/** What stands in the place of a debater's model, should it name itself. */
const SOME_MODEL = "a language model";

/** Texts that the owner wrote, and that judges are shown as they are. */
export function ownersTexts({ topic, context = "", exhibits = [], participants, judge }: Cast): string[] {
  return [
    topic,
    context,
    ...exhibits.flatMap(({ title, text, source = "" }) => [title, text, source]),
    ...participants.flatMap((p) => (p.positionSource === "given" ? [p.position] : [])),
    judge?.systemPrompt ?? "",
    ...(judge?.criteria ?? []).flatMap(({ name, description = "" }) => [name, description]),
  ];
}

/** Names of participants and models that the owner's own words hold: judges see them, so blinding is partial. */
export function exposedNames(config: Cast): string[] {
  const texts = ownersTexts(config);
  const names = [...config.participants.map((p) => p.name), ...modelNames(config)];
  return names.filter((name) => texts.some((text) => occursIn(text, [name])));
}

/** Its provider's name alone, or a plain word such as "debater", says nothing. */
function modelNames({ participants }: Cast): string[] {
  const named = participants.flatMap((p) => [modelId(p), ...(/[\d-]/.test(p.model) ? [p.model] : [])]);
  return [...new Set(named)].filter((name) => name !== "/");
}

export function createDisguise(config: Cast, labels: Label[]): Disguise {
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

/** Where judges will see who is who all the same. */
export function blindingWarnings(config: Cast & Pick<DebateConfig, "format">): Warning[] {
  const names = exposedNames(config);
  if (names.length === 0 || !config.judge || FORMATS_BY_NAME[config.format].protocol === "proposer-skeptic") return [];
  const shown = names.map((name) => `"${name}"`).join(", ");
  const detail = `judges will see ${shown} as it is, since the topic, the context, a position, an exhibit or the judge's own instructions have it: blinding is partial`;
  return [{ code: "partial-blinding", detail }];
}
