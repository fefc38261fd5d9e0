/** Puts the material that a request refers to into its configuration, where it fits. */

import { blindingWarnings } from "../../judge/blind/disguise.ts";
import { numbered } from "../../rules/exhibits/given.ts";
import type { Unnumbered } from "../../rules/exhibits/passage-exhibits.ts";
import type { ImageInfo } from "../../shapes/images/image-info.ts";
import { MOST_IMAGE_BYTES_IN_ALL, MOST_IMAGES } from "../../shapes/images/limits.images.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import { LIMITS } from "../../shapes/schemas/limits.schema.ts";

/** `E999` is the highest that citations can name. */
const MOST_EXHIBITS = 999;

/** The configuration with these exhibits, one list for each that was given, or what is wrong with them. */
export function withGiven(
  config: DebateConfig,
  groups: readonly Unnumbered[][],
): { config: DebateConfig; problems: [] } | { config: null; problems: Problem[] } {
  const exhibits = numbered(groups.flat());
  const problems = sizeProblems(config, groups);
  if (problems.length > 0) return { config: null, problems };
  return { config: withExhibits(config, exhibits), problems: [] };
}

/** Judges are blind as far as the exhibits leave them so. */
export function withExhibits(config: DebateConfig, exhibits: Exhibit[]): DebateConfig {
  const next = { ...config, exhibits };
  const warnings = config.warnings.filter(({ code }) => code !== "partial-blinding");
  return { ...next, warnings: [...warnings, ...blindingWarnings(next)] };
}

const RATHER = "name fewer pages, or take the file with retrieval.from";

/** The first exhibit that does not fit is named. */
function sizeProblems({ context = "" }: DebateConfig, groups: readonly Unnumbered[][]): Problem[] {
  let size = context.length;
  let count = 0;
  const images: ImageInfo[] = [];
  for (const [i, group] of groups.entries()) {
    size += group.reduce((sum, { text }) => sum + text.length, 0);
    count += group.length;
    if (size > LIMITS.background)
      return [
        {
          pointer: `/exhibits/${i}`,
          detail: `context and exhibits together may have ${LIMITS.background} characters, and with it they have ${size}: ${RATHER}`,
        },
      ];
    images.push(...group.flatMap(({ image }) => image ?? []));
    const amiss = imagesProblem(images);
    if (amiss) return [{ pointer: `/exhibits/${i}`, detail: amiss }];
    if (count > MOST_EXHIBITS)
      return [{ pointer: `/exhibits/${i}`, detail: `there may be ${MOST_EXHIBITS} exhibits in all: ${RATHER}` }];
  }
  return [];
}

function imagesProblem(images: readonly ImageInfo[]): string | null {
  if (images.length > MOST_IMAGES) return `there may be ${MOST_IMAGES} images in all`;
  const bytes = images.reduce((sum, image) => sum + image.bytes, 0);
  if (bytes <= MOST_IMAGE_BYTES_IN_ALL) return null;
  return `all images together may have ${MOST_IMAGE_BYTES_IN_ALL} bytes, and with it they have ${bytes}`;
}
