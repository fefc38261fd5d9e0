/** Which files of a suite a sample plays: those that are always played, those that a change brings, and those whose turn it is. */
import { posix } from "node:path";
import type { Sample } from "./sample.ts";

export interface Suite {
  /** The suite's files, as globs from the root. */
  files: string[];
  /** A sample has one of so many parts of the files. */
  parts: number;
  /** What every sample has. */
  always: string[];
  /** Whether a change of `touched` brings `file`. A changed file of the suite brings itself. */
  brings: (touched: string, file: string) => boolean;
}

/** What a user meets first. */
const JOURNEYS = [
  "actions",
  "conclusion",
  "debate",
  "experiment",
  "form",
  "list",
  "report",
  "sign-in",
  "steering",
  "strangers",
];
const PACKAGES = /^(infra\/(lambda|cdk|fargate)\/|Dockerfile$|compose\.yaml$|package-lock\.json$)/;

/** What takes half a minute in few lines, mostly by what it starts. */
export const LONG = [
  "tests/workflows/schedules/killed.processes.test.ts",
  "tests/store/store.processes.test.ts",
  "tests/infra/server.processes.test.ts",
  "tests/infra/cli/exit-code.processes.test.ts",
  "tests/api/files/large.processes.test.ts",
  "tests/infra/cli/complete.processes.test.ts",
];

/** `infra/local/base/lock.ts` brings the tests of `tests/infra/local/`; a file of a folder `lock/` brings `lock.processes.test.ts`. */
function isSource(touched: string, file: string): boolean {
  const source = /^tests\/([^.]*)/.exec(file)?.[1] ?? "";
  const folder = posix.dirname(source);
  const beside = folder.includes("/") ? `${folder}/` : `${source}.ts`;
  return touched.startsWith(beside) || touched.startsWith(`${source}/`);
}

export const SUITES: Record<string, Suite> = {
  durable: {
    files: ["tests/**/*.durable.test.ts"],
    parts: 3,
    always: [],
    // What survives is asked of the workflows' own code first, and what a debate costs of all that writes.
    brings: (touched, file) =>
      isSource(touched, file) ||
      (touched.startsWith("workflows/") && file.startsWith("tests/workflows/durability/")) ||
      (/^(store|activities|workflows)\//.test(touched) && file.startsWith("tests/costs/")),
  },
  /** On the real Temporal. */
  played: {
    files: ["tests/**/*.played.test.ts"],
    parts: 8,
    always: [],
    brings: () => false,
  },
  processes: {
    files: ["tests/**/*.processes.test.ts"],
    parts: 3,
    always: [],
    brings: isSource,
  },
  browser: {
    files: ["tests/browser/*.spec.ts"],
    parts: 4,
    always: JOURNEYS.map((name) => `tests/browser/${name}.spec.ts`),
    // `api/pages/browser/keys-page.ts` brings `keys.spec.ts`.
    brings: (touched, file) =>
      touched.startsWith("api/pages/") && touched.split(/[/.-]/).includes(posix.basename(file, ".spec.ts")),
  },
  docs: {
    files: ["README.md", "docs/**/*.md"],
    parts: 4,
    always: [],
    brings: (touched) => touched.startsWith("infra/cli/") || touched.startsWith("tests/docs/"),
  },
  "infra:check": {
    files: ["tests/infra/aws/check.ts"],
    parts: 4,
    always: [],
    brings: (touched) => PACKAGES.test(touched),
  },
};

export function partOf(suite: Suite, given: { files: string[]; touched: string[]; sample: Sample }): string[] {
  const { files, touched, sample } = given;
  return files
    .toSorted()
    .filter(
      (file, place) =>
        sample.has(place, suite.parts) ||
        suite.always.includes(file) ||
        touched.some((each) => each === file || suite.brings(each, file)),
    );
}
