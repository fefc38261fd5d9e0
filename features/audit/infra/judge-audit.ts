/**
 * `npm run judge-audit -- --model provider/model`: measures a judge's biases and errors
 * (docs/design/debate.md#113-judging).
 */
import { EXIT } from "../../../infra/base/exit.ts";
import { onInterrupt } from "../../../infra/running.ts";
import { runAudit } from "./run.audit-command.ts";

const { signal } = onInterrupt(() => process.exit(EXIT.interrupted));
const streams = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
};
process.exitCode = await runAudit(process.argv.slice(2), { streams, env: process.env, signal });
process.stdout.write("", () => process.exit());
