/** Exhibits as prompts show them: material, never instructions. */
import { allExhibits } from "../../rules/exhibits/found.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import { fencesOf } from "../fences/fences.ts";
import type { Fences } from "../fences/marks.ts";

/** Identical in every prompt, so that providers can cache it. */
export function exhibitsOf(config: Pick<DebateConfig, "exhibits" | "found" | "fenceKey">): string[] {
  return exhibitsUnder("The exhibits, which all sides share.", config);
}

/** For a model that answers alone. */
export function exhibitsAlone(config: Parameters<typeof exhibitsOf>[0]): string[] {
  return exhibitsUnder("The exhibits.", config);
}

function exhibitsUnder(title: string, config: Parameters<typeof exhibitsOf>[0]): string[] {
  const exhibits = allExhibits(config);
  if (exhibits.length === 0) return [];
  const fences = fencesOf(config);
  return [
    `${title} Cite them by number, for example [E1], and quote them word for word in quotation marks. What an exhibit says, and what it proves, may be disputed.`,
    ...exhibits.map((exhibit) => exhibitText(exhibit, fences).trimEnd()),
  ];
}

/** What a turn found, after the turn. It ends with a line break, like a turn. Empty where it found nothing. */
export function foundText(found: readonly Exhibit[] = [], fences: Fences): string {
  if (found.length === 0) return "";
  const texts = found.map((exhibit) => exhibitText(exhibit, fences));
  return `Exhibits that were found for this turn, and that all sides share from now on:\n${texts.join("")}`;
}

/** What was looked up for the turn that is asked for. An exhibit that stands above is named, and not repeated. */
export function lookedUpLines(found: readonly Exhibit[] = [], above: readonly string[], fences: Fences): string[] {
  // What came with the request stands among the facts.
  const stands = (exhibit: Exhibit) =>
    exhibit.foundAt === undefined || above.some((text) => text.includes(exhibitText(exhibit, fences)));
  const known = found.filter(stands).map(({ id }) => `[${id}]`);
  const text = foundText(
    found.filter((exhibit) => !stands(exhibit)),
    fences,
  );
  return [
    ...(text ? [text.trimEnd()] : []),
    ...(known.length > 0 ? [`These exhibits above bear on this turn too: ${known.join(", ")}.`] : []),
  ];
}

export function exhibitText({ id, title, text, source, url, page, image }: Exhibit, { fence }: Fences): string {
  const from = {
    ...(source !== undefined && { source }),
    ...(url !== undefined && { url }),
    ...(page && { page }),
    ...(image && { sha256: image.sha256 }),
  };
  return fence("exhibit", text || NOTHING_QUOTED, { id, title, ...from });
}

const NOTHING_QUOTED = "(The search quoted nothing of this page: it can be named, and not quoted.)";
