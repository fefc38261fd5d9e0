/** `npm run keys -- create|list|revoke`: the command `keys` as a program of its own. */
import { Command, CommanderError } from "commander";
import { ParleyError } from "../../domain/errors.ts";
import { ConfigError, loadConfig } from "../config.ts";
import { EXIT } from "../exit.ts";
import { withKeys } from "./key-store.ts";
import { registerKeys } from "./keys.ts";

const err = (text: string) => void process.stderr.write(text);

process.exitCode = await main(process.argv.slice(2));

async function main(argv: string[]): Promise<number> {
  const program = new Command("parley").exitOverride();
  registerKeys(program, {
    withKeys: (use) => withKeys({ config: loadConfig(process.env), progress: (line) => err(`${line}\n`) }, use),
    now: () => new Date(),
    out: (text) => void process.stdout.write(text),
    err,
  });
  try {
    await program.parseAsync(["keys", ...argv], { from: "user" });
    return EXIT.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.arguments;
    err(`${messageOf(error)}\n`);
    return exitCodeOf(error);
  }
}

function messageOf(error: unknown): string {
  const faults =
    error instanceof ParleyError ? ((error.details.errors ?? []) as { pointer: string; detail: string }[]) : [];
  const message = error instanceof Error ? error.message : String(error);
  return [message, ...faults.map(({ pointer, detail }) => `  ${pointer.slice(1)} ${detail}`)].join("\n");
}

function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) return EXIT.configuration;
  return error instanceof ParleyError && ["invalid-request", "not-found"].includes(error.code)
    ? EXIT.arguments
    : EXIT.general;
}
