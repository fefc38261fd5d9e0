/**
 * Which files of a suite a sample plays: those that are always played, those whose turn it is, the own ones of what changed,
 * and some that stand beside it.
 */
import { posix } from "node:path";
import type { Sample } from "./sample.ts";

export interface Suite {
  /** The suite's files, as globs from the root. */
  files: string[];
  /** A sample has one of so many parts of the files. */
  parts: number;
  /** What every sample has. */
  always: string[];
  /** Whether `file` tests what `touched` is. A changed file of the suite tests itself. All of these are played. */
  tests: (touched: string, file: string) => boolean;
  /** Whether `file` stands beside it. Of these no more than `MOST_BESIDE` are played, others with each sample. */
  isBeside?: (touched: string, file: string) => boolean;
}

/** A change of everything must not take the time of `npm run nightly`. */
const MOST_BESIDE = 4;

/** What a user meets first. */
const JOURNEYS = [
  "actions",
  "conclusion",
  "debate",
  "experiment",
  "form",
  "list",
  "looks",
  "report",
  "sign-in",
  "steering",
  "strangers",
];
const PACKAGES = /^(infra\/(lambda|cdk|fargate|kubernetes)\/|Dockerfile$|compose\.yaml$|package-lock\.json$)/;

/** What takes half a minute in few lines, mostly by what it starts. */
export const LONG = [
  "tests/workflows/schedules/killed.processes.test.ts",
  "tests/store/store.processes.test.ts",
  "tests/infra/server.processes.test.ts",
  "tests/infra/cli/exit-code.processes.test.ts",
  "tests/api/files/large.processes.test.ts",
  "tests/infra/cli/complete.processes.test.ts",
];

/** `lock.processes.test.ts` tests `lock.ts` of whatever folder, and what is in a folder `lock/`. */
function tests(touched: string, file: string): boolean {
  const source = sourceOf(file);
  const [name] = posix.basename(touched).split(".");
  return touched.startsWith(`${source}/`) || (isBeside(touched, file) && name === posix.basename(source));
}

/** `infra/local/base/lock.ts` stands beside the tests of `tests/infra/local/`, and `features/mcp/` beside those of `tests/api/mcp/`. */
function isBeside(touched: string, file: string): boolean {
  const source = sourceOf(file);
  const folder = posix.dirname(source);
  if (touched.startsWith(`features/${posix.basename(folder)}/`)) return true;
  return touched.startsWith(folder.includes("/") ? `${folder}/` : `${source}.`);
}

function sourceOf(file: string): string {
  return /^tests\/([^.]*)/.exec(file)?.[1] ?? "";
}

export const SUITES: Record<string, Suite> = {
  durable: {
    files: ["tests/**/*.durable.test.ts"],
    parts: 4,
    // A change that would break running debates.
    always: ["tests/replay/replay.durable.test.ts"],
    // What survives is asked of the workflows' own code first, and what a debate costs of all that writes.
    tests,
    isBeside: (touched, file) =>
      isBeside(touched, file) ||
      (touched.startsWith("workflows/") && file.startsWith("tests/workflows/durability/")) ||
      (/^(store|activities|workflows)\//.test(touched) && file.startsWith("tests/costs/")),
  },
  /** On the real Temporal. */
  played: {
    files: ["tests/**/*.played.test.ts"],
    parts: 8,
    always: [],
    tests: () => false,
  },
  processes: {
    files: ["tests/**/*.processes.test.ts"],
    parts: 4,
    always: [],
    tests,
    isBeside,
  },
  browser: {
    files: ["tests/browser/*.spec.ts"],
    parts: 5,
    always: JOURNEYS.map((name) => `tests/browser/${name}.spec.ts`),
    // `api/pages/browser/keys-page.ts` brings `keys.spec.ts`.
    tests: (touched, file) =>
      /^(api|features\/\w+)\/pages\//.test(touched) &&
      touched.split(/[/.-]/).includes(posix.basename(file, ".spec.ts")),
  },
  docs: {
    files: ["README.md", "docs/**/*.md"],
    parts: 4,
    always: [],
    tests: (touched) => touched.startsWith("infra/cli/") || touched.startsWith("tests/docs/"),
  },
  "infra:check": {
    files: ["tests/infra/aws/check.ts"],
    parts: 4,
    always: [],
    tests: (touched) => PACKAGES.test(touched),
  },
};

export function partOf(suite: Suite, given: { files: string[]; touched: string[]; sample: Sample }): string[] {
  const { touched, sample } = given;
  const files = given.files.toSorted();
  const played = new Set(
    files.filter(
      (file, place) =>
        sample.has(place, suite.parts) ||
        suite.always.includes(file) ||
        touched.some((each) => each === file || suite.tests(each, file)),
    ),
  );
  const beside = files.filter(
    (file) => !played.has(file) && touched.some((each) => suite.isBeside?.(each, file) ?? false),
  );
  const turns = Math.ceil(beside.length / MOST_BESIDE);
  for (const file of beside.filter((_, place) => sample.has(place, turns))) played.add(file);
  return files.filter((file) => played.has(file));
}
