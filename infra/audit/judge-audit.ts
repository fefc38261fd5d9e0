/** `npm run judge-audit -- --model provider/model`: how far a judge is led by order and length (spec §1.13). */
import { EXIT } from "../exit.ts";
import { onInterrupt } from "../running.ts";
import { runAudit } from "./run.ts";

const { signal } = onInterrupt(() => process.exit(EXIT.interrupted));
const streams = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
};
process.exitCode = await runAudit(process.argv.slice(2), { streams, env: process.env, signal });
process.stdout.write("", () => process.exit());
