/** Pictures of pages that are the same on every machine: fonts of the project's own, no movement, times that stand still. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import upng from "upng-js";

const require = createRequire(import.meta.url);

/** Fonts as wide as Georgia, Arial and Courier New, by the names of the style sheet's properties. */
const FONTS = { serif: "gelasio", sans: "arimo", mono: "cousine" };
const FACES = [
  ["400", "normal"],
  ["400", "italic"],
  ["600", "normal"],
];

function faceOf(font: string, [weight, style]: string[]): string {
  const name = font === "cousine" && weight === "600" ? "700" : weight;
  const file = readFileSync(require.resolve(`@fontsource/${font}/files/${font}-latin-${name}-${style}.woff2`));
  const source = `url(data:font/woff2;base64,${file.toString("base64")})`;
  return `@font-face{font-family:${font};font-weight:${weight};font-style:${style};src:${source}}`;
}

const STYLE = [
  ...Object.values(FONTS).flatMap((font) => FACES.map((face) => faceOf(font, face))),
  ...Object.entries(FONTS).map(([name, font]) => `:root{--${name}:${font}!important}`),
  // The reference has a style sheet of its own.
  `#reference *{font-family:${FONTS.sans}!important}`,
].join("\n");

/** What differs from run to run, and what stands there instead. */
const STILL: [RegExp, string][] = [
  [/\b[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d\s[AP]M/g, "Nov 21, 2026, 12:00 PM"],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?/g, "2026-11-21 12:00"],
  [/\b(just now|\d+ (second|minute|hour|day)s? ago)\b/g, "2 minutes ago"],
  [/\bin (\d+ )?(second|minute|hour|day)s?\b/g, "in 3 days"],
  [/\b\d+(\.\d+)? m?s\b/g, "1.5 s"],
  [/\b(deb|exp|sch)-\d{8}-\d{6}-\w{6}/g, "$1-20261121-120000-7K2M9Q"],
  [/\b(under a minute|about \d+ (min|h))\b/g, "under a minute"],
  [/^(?=.*\d)[0-9a-z]{12}$/g, "7k2m9q4x8w1z"],
  // The fonts have what Google Fonts calls latin; for the rest a machine has a font of its own.
  [/[^\0-\u00FF\u2000-\u206F\u20AC\u2122\u2191\u2193\u2212]/gu, "×"],
  [/\b(127\.0\.0\.1|localhost):\d+/g, "$1:4000"],
];

/** Gives a page, opened with `bypassCSP`, the fonts. */
export async function dress(page: Page): Promise<void> {
  await page.addStyleTag({ content: STYLE });
  await page.evaluate("Promise.all([...document.fonts].map((font) => font.load()))");
}

/** The screen as PNG. */
export async function still(page: Page): Promise<Buffer> {
  await page.evaluate(
    `for (const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); texts.nextNode(); ) {
      const node = texts.currentNode;
      const text = [${STILL.map(([found, other]) => `[${found}, ${JSON.stringify(other)}]`).join()}]
        .reduce((text, [found, other]) => text.replace(found, other), node.data);
      if (text !== node.data) node.data = text;
    }`,
  );
  return page.screenshot({ animations: "disabled", caret: "hide" });
}

export interface Pixels {
  width: number;
  height: number;
  /** Four bytes each. */
  rgba: Uint8Array;
}

export function pixelsOf(png: Buffer): Pixels {
  const image = upng.decode(bufferOf(png));
  const [rgba = new ArrayBuffer(0)] = upng.toRGBA8(image);
  return { width: image.width, height: image.height, rgba: new Uint8Array(rgba) };
}

/** A PNG of so few colours. */
export function reduced({ width, height, rgba }: Pixels, colours: number): Buffer {
  return Buffer.from(upng.encode([bufferOf(rgba)], width, height, colours));
}

const bufferOf = (bytes: Uint8Array) => new Uint8Array(bytes).buffer;
