/** The pages' style sheet: few sizes of text, spaces and colours, contrast that everybody can read, and motion for who likes it. */
import postcss, { type Container, type Declaration } from "postcss";
import { expect, test } from "vitest";
import { pageStyle } from "../../../api/pages/assets.ts";

const SHEET = postcss.parse(pageStyle());
const SPACES = /^(margin|padding)(-|$)|^((row|column)-)?gap$/;
const COLOUR = /#[0-9a-f]{3,8}\b|\b(rgb|hsl|oklch|light-dark)\(/i;

const declarations = (of: (declaration: Declaration) => boolean) => {
  const found: Declaration[] = [];
  SHEET.walkDecls((each) => void (of(each) && found.push(each)));
  return found;
};
const isProperty = ({ prop }: Declaration) => prop.startsWith("--");
const placeOf = (node: Declaration) =>
  `${(node.parent as Container & { selector?: string }).selector}: ${node.toString()}`;

const isOfAll = ({ parent }: Declaration) => parent?.parent?.type === "root";

/** The steps of a scale by their name, which begins with `letter`. */
const steps = (letter: string) => {
  const named = new RegExp(`^--${letter}\\d$`);
  const found = declarations((node) => named.test(node.prop) && isOfAll(node));
  return Object.fromEntries(found.map(({ prop, value }) => [prop, Number.parseFloat(value)]));
};

/** The step nearest to a length that is none. */
function nearest(value: string, scale: Record<string, number>): string {
  const length = Math.abs(Number.parseFloat(value));
  const [name] = Object.entries(scale).toSorted(([, a], [, b]) => Math.abs(a - length) - Math.abs(b - length))[0] ?? [];
  return `var(${name})`;
}

test("A text has one of seven sizes.", () => {
  const scale = steps("f");
  expect(Object.values(scale)).toEqual([0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.9]);
  // The root's size scales all; a drawing has its own units; code is a little smaller than the text around it.
  const isOwn = (node: Declaration) => /:root|^figure text/.test(placeOf(node)) || node.value === "0.9em";
  const sizes = declarations((node) => /^font(-size)?$/.test(node.prop) && !isProperty(node) && !isOwn(node));
  expect(sizes.length).toBeGreaterThan(20);
  const others = sizes.filter(({ value }) => !/var\(--f\d\)|^inherit$/.test(value));
  expect(
    others.map((node) => `${placeOf(node)} → ${nearest(/[\d.]+r?em/.exec(node.value)?.[0] ?? "", scale)}`),
  ).toEqual([]);
});

test("A space is one of eight.", () => {
  const scale = steps("s");
  expect(Object.values(scale)).toEqual([0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5]);
  const spaces = declarations(({ prop }) => SPACES.test(prop));
  expect(spaces.length).toBeGreaterThan(100);
  const isStep = (value: string) =>
    /^(0|auto|-1px|inherit|-?0\.5em|var\(--(s\d|gutter)\)|calc\(-1 \* var\(--(s\d|gutter)\)\))$/.test(value);
  const others = spaces.flatMap((node) =>
    postcss.list
      .space(node.value)
      .flatMap((part) => (isStep(part) ? [] : [`${placeOf(node)} → ${nearest(part, scale)}`])),
  );
  expect(others).toEqual([]);
});

test("A colour is a property of the palette.", () => {
  const others = declarations(
    (node) => COLOUR.test(node.value) && !placeOf(node).startsWith(":root") && node.prop !== "mask",
  );
  expect(others.map(placeOf)).toEqual([]);
});

type Scheme = "light" | "dark";
const PALETTE = new Map(
  declarations((node) => isProperty(node) && isOfAll(node)).map(({ prop, value }) => [prop, value]),
);

/** The colour of a property in a scheme, as `#rrggbb`. */
function colourOf(name: string, scheme: Scheme): string {
  const value = PALETTE.get(name) ?? "";
  const other = /^var\((.+)\)$/.exec(value)?.[1];
  if (other) return colourOf(other, scheme);
  const [light = "", dark = ""] = value.match(/#[0-9a-f]{6}/g) ?? [];
  return scheme === "light" ? light : dark;
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const INKS = ["--text", "--quiet", "--link", "--amiss", ...Array.from({ length: 9 }, (_, i) => `--v${i}`)];
const PAIRS = [
  ...INKS.flatMap((ink) => [
    [ink, "--page"],
    [ink, "--tint"],
  ]),
  ["--on-act", "--act"],
  ["--text", "--mark"],
];

test.each(["light", "dark"] as const)(
  "Every ink is readable on every ground: at least 4.5 (WCAG AA), %s.",
  (scheme) => {
    expect(contrast("#000000", "#ffffff")).toBe(21);
    const weak = PAIRS.map(([ink = "", ground = ""]) => {
      const ratio = contrast(colourOf(ink, scheme), colourOf(ground, scheme));
      return { pair: `${ink} on ${ground}`, ratio };
    }).filter(({ ratio }) => !(ratio >= 4.5));
    expect(weak).toEqual([]);
  },
);

test("Nothing moves for a reader who prefers that.", () => {
  const moving = declarations(
    ({ prop, value }) => /^(animation|transition|scroll-behavior)/.test(prop) && value !== "auto",
  );
  const others = moving.filter((node) => {
    const media = node.parent?.parent as Container & { params?: string };
    return media.params !== "(prefers-reduced-motion: no-preference)";
  });
  expect([moving.length > 0, others.map(placeOf)]).toEqual([true, []]);
});

test("What the pointer is on keeps its place and size: it would move away from under it.", () => {
  const ofHover = declarations(
    (node) => placeOf(node).includes(":hover") && !/color|decoration|background|opacity/.test(node.prop),
  );
  expect(ofHover.map(placeOf)).toEqual([]);
});
