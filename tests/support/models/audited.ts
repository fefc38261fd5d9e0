/** Audits over real HTTP, of judges that a test scripts by the two texts that they are shown. */
import { runAudit } from "../../../features/audit/infra/run.audit-command.ts";
import { verdictJson } from "./replies.ts";
import type { ModelReplyScript, ModelRequest, ModelServer } from "./server.ts";

export async function runAuditOf(
  server: ModelServer,
  args: string[],
  options: { env?: NodeJS.ProcessEnv; signal?: AbortSignal } = {},
) {
  let out = "";
  let err = "";
  const code = await runAudit(args, {
    streams: { out: (text) => (out += text), err: (text) => (err += text) },
    env: options.env ?? { OPENAI_API_KEY: "test-key", OPENAI_BASE_URL: `${server.url}/v1` },
    signal: options.signal ?? new AbortController().signal,
    retryBaseMs: 1,
  });
  return { code, out, err };
}

/** The two texts of a request, in the order in which they are shown. */
export function shownIn(request: ModelRequest): string[] {
  const text = request.messages.map(({ content }) => content).join("\n");
  return [...text.matchAll(/<turn-\w+ [^>]*>\n([^]*?)\n<\/turn-\w+>/g)].map((match) => match[1] ?? "");
}

export const verdictFor = (winner: "p1" | "p2" | null): ModelReplyScript => ({
  text: verdictJson(["p1", "p2"], winner),
});

/** A judge that sees the two texts and nothing else. */
export function judgeBy(choose: (first: string, last: string) => "p1" | "p2" | null) {
  return (request: ModelRequest) => {
    const [first = "", last = ""] = shownIn(request);
    return verdictFor(choose(first, last));
  };
}
