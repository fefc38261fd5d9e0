/** Which commands of the documents `npm run docs` does not run, and why. */
const EXCUSED: [command: RegExp, reason: string][] = [
  [/^(PARLEY_DATA_DIR=\w+ )?npm start$/, "the run has started Parley already"],
  [/(?<!\/)openai\/|OPENAI_API_KEY/, "needs a provider's key"],
  [/^(export AWS|aws )|AWS_REGION|infra:deploy/, "needs an AWS account or its CLI"],
  [
    /temporal\.example|deploy:|^npm run worker|^temporal worker deployment|temporal workflow terminate/,
    "needs a Temporal with versioned workers, or ends what other pages run",
  ],
  [/^claude mcp/, "needs Claude Code"],
  [
    /^(docker|parley) |^npm (install|pack) /,
    "needs containers, or installs on this machine; tests/infra/package.processes.test.ts does the like",
  ],
  [/^kubectl /, "needs a cluster; tests/infra/kubernetes holds what it is given against the code and the schemas"],
  [/phoenix\/bin|OTEL_EXPORTER_OTLP_ENDPOINT=/, "installs a collector, or starts a second Parley that sends to it"],
  [/^git diff /, "needs commits of a repository, and ends with the review's exit code"],
  [/infra:costs|^npm run real$/, "takes ten minutes"],
  [/(?<!\/)ollama\/|REAL_BASE_URL/, "needs a model's server"],
  [/^RECORD_EXAMPLES=/, "changes files of the project; tests/docs/recipes.processes.test.ts runs it on a copy"],
  [/keys revoke/, "names a key of the example"],
];

/** The command as the documents tell readers without jq to write it. */
export function withoutJq(command: string): string {
  return command
    .replaceAll(/(\|\s*)jq -r \.id\b/g, "$1grep -o 'deb-[0-9A-Z-]*' | head -n 1")
    .replaceAll(/ \| jq '[^']*'/g, "");
}

/** null: `npm run docs` runs it. */
export function excuseFor(command: string): string | null {
  return EXCUSED.find(([pattern]) => pattern.test(command))?.[1] ?? null;
}

/** Pages whose blocks are parts of this project's own files. */
const FILES_OF_THE_PROJECT = new Set(["docs/CONTRIBUTING.md"]);

/** The whole programs of a page, in Python and TypeScript. */
export function programsIn(path: string, text: string): { language: "python" | "ts"; code: string }[] {
  if (FILES_OF_THE_PROJECT.has(path)) return [];
  const blocks = [...text.matchAll(/^```(python|ts)\n([\s\S]*?)\n```$/gm)];
  return blocks.map(([, language, code = ""]) => ({ language: language as "python" | "ts", code: `${code}\n` }));
}
