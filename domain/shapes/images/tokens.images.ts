/** How many tokens an image takes. Never less than the bill: where a provider scales an image down, its most is counted. */
import type { Seer } from "./sight.ts";

interface Size {
  width: number;
  height: number;
}

/** Models, and how their providers count. The first that fits is taken. */
const COUNTS: readonly { family: RegExp; count: (size: Size) => number }[] = [
  // Anthropic's guide to vision: a token for 28 × 28 pixels, up to 1,568, and 4,784 since Opus 4.7.
  {
    family: /\/claude-(?:3|(?:opus|sonnet|haiku)-4(?:$|[:@]|[.-](?:[0-6](?:$|\D)|20\d)))/,
    count: (size) => patches(size, 28, 1_568),
  },
  { family: /\/claude-/, count: (size) => patches(size, 28, 4_784) },
  // OpenAI's guide to images, for high detail: tiles of 512 pixels, or patches of 32 pixels with a factor.
  { family: /gpt-4o-mini/, count: (size) => 2_833 + 5_667 * tiles(size) },
  { family: /openai\/(?:gpt-(?:4\.1|5(?:\.4)?)|o4)-(?:mini|nano)/, count: (size) => 2.46 * patches(size, 32, 1_536) },
  { family: /openai\/(?:chatgpt-4o|gpt-4|gpt-5(?:\.1)?(?:$|-)|o[13])/, count: (size) => 85 + 170 * tiles(size) },
  { family: /openai\//, count: (size) => 1.2 * patches(size, 32, 2_500) },
  // Google's guide to tokens: a fixed number since Gemini 3, tiles before.
  { family: /\/gemini-(?:1\.5|2|1\.0|pro-1\.5|flash-1\.5)/, count: (size) => 258 * crops(size) },
  { family: /\/gemini-/, count: () => 1_120 },
  // Mistral's guide to vision: a token for 28 × 28 pixels of at most 1,540 on a side, and one for each row.
  { family: /\/(?:mi(?:ni)?stral|pixtral)-/, count: (size) => patches(size, 28, 3_025) + 55 },
];

/** The most that open models of the kind take: 28 × 28 pixels for a token. No other family takes more for one image. */
export const MOST_OF_ONE_IMAGE = 16_384;

export function imageTokens({ provider, model }: Seer, size: Size): number {
  const id = `${provider}/${model}`;
  const { count } = COUNTS.find(({ family }) => family.test(id)) ?? {};
  return Math.ceil(count ? count(size) : patches(size, 28, MOST_OF_ONE_IMAGE));
}

function patches({ width, height }: Size, side: number, most: number): number {
  return Math.min(most, Math.ceil(width / side) * Math.ceil(height / side));
}

/** Of 512 pixels, after it is scaled to fit into 2,048 × 2,048 and its shorter side to 768. */
function tiles({ width, height }: Size): number {
  const fit = Math.min(1, 2_048 / Math.max(width, height));
  const scale = fit * Math.min(1, 768 / (Math.min(width, height) * fit));
  return Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512);
}

/** A small image is one. A larger one is cut into squares of two thirds of its shorter side, of 256 to 768 pixels. */
function crops({ width, height }: Size): number {
  if (width <= 384 && height <= 384) return 1;
  const side = Math.min(768, Math.max(256, Math.floor(Math.min(width, height) / 1.5)));
  return Math.ceil(width / side) * Math.ceil(height / side);
}
