/** Which commands of the documents `npm run docs` does not run, and why. */
const EXCUSED: [command: RegExp, reason: string][] = [
  [/^npm start$/, "the run has started Parley already"],
  [/^(API|TEMPORAL)=/, "the run has other ports"],
  [/openai\/|OPENAI_API_KEY/, "needs a provider's key"],
  [/^(export AWS|aws )|AWS_REGION|infra:deploy/, "needs an AWS account or its CLI"],
  [/temporal\.example|deploy:|^npm run worker|^temporal worker deployment/, "needs a Temporal with versioned workers"],
  [/infra:costs/, "takes ten minutes"],
  [/upgrade\/record/, "needs a checkout of an earlier version"],
  [/keys revoke/, "names a key of the example"],
];

/** null: `npm run docs` runs it. */
export function excuseFor(command: string): string | null {
  return EXCUSED.find(([pattern]) => pattern.test(command))?.[1] ?? null;
}
