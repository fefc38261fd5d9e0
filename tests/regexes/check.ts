/**
 * `npm run regexes`: fails when a regular expression of the product takes more than linear time on some text, unless
 * `exceptions.ts` gives the reason why it may.
 */
import { resolve } from "node:path";
import { check } from "recheck";
import { builtIn, type Found, literalsIn, productFiles } from "./collect.ts";
import { EXCEPTIONS } from "./exceptions.ts";

const ROOT = resolve(import.meta.dirname, "../..");
/** Limits by steps, none by time: the verdict is the same on a busy machine. A square of 4,000 is ten times the limit. */
const LIMITS = {
  attackLimit: 1_500_000,
  maxAttackStringSize: 4_000,
  attackTimeout: null,
  incubationTimeout: null,
  timeout: 60_000,
};

const files = await productFiles(ROOT);
const built = await builtIn(ROOT, files);
const found = [...files.flatMap(literalsIn), ...built.found];
const unique = new Map(found.map((regex) => [`/${regex.source}/${regex.flags}`, regex]));
const verdicts: { text: string; regex: Found; fault: string | null }[] = [];
for (const [text, regex] of unique) verdicts.push({ text, regex, fault: await faultOf(regex) });

const slow = verdicts.filter(({ fault }) => fault !== null);
const isMeant = (exception: (typeof EXCEPTIONS)[number], { text, regex }: (typeof verdicts)[number]) =>
  regex.file === exception.file && text.includes(exception.part);
const faults = [
  ...slow
    .filter((verdict) => !EXCEPTIONS.some((exception) => isMeant(exception, verdict)))
    .map(({ text, regex: { file, line }, fault }) => `${file}:${line} ${text}\n  ${fault}`),
  ...built.unseen.map((at) => `${at}: a RegExp is built here that no sample in tests/regexes/samples.ts makes`),
  ...EXCEPTIONS.filter((exception) => !slow.some((verdict) => isMeant(exception, verdict))).map(
    ({ file, part }) => `${file}: the exception for ${part} is not needed any more`,
  ),
];
console.log(faults.length > 0 ? faults.join("\n") : `${unique.size} regular expressions take linear time at most`);
process.exit(faults.length > 0 ? 1 : 0);

/** null: it takes linear time. */
async function faultOf({ source, flags }: Found): Promise<string | null> {
  // A sticky expression tries one place only: the same as one that begins with `^`.
  const sticky = flags.includes("y");
  const verdict = await check(sticky ? `^(?:${source})` : source, flags.replace("y", ""), LIMITS);
  if (verdict.status === "safe") return null;
  if (verdict.status === "unknown") return `could not be checked: ${verdict.error.kind}`;
  return `takes ${verdict.complexity.summary} time, for example on ${verdict.attack.pattern}`;
}
