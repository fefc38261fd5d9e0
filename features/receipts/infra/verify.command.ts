/** `parley verify`: checks an export offline. */

import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { sha256 } from "../../../api/base/sha256.ts";
import { parseBytes } from "../../../api/http/json.http.ts";
import { EXIT } from "../../../infra/base/exit.ts";
import { UsageError } from "../../../infra/cli/base/arguments.cli.ts";
import { type Cli, printJson } from "../../../infra/cli/base/cli.ts";
import { plainLine } from "../../../infra/cli/base/terminal.ts";
import { ReceiptKeys, trustedKeys } from "../api/keys.api.ts";
import { KEYS_PATH } from "../api/receipts.routes.ts";
import type { Check } from "../domain/checks/check.ts";
import type { TrustedKeys } from "../domain/checks/signature.ts";
import { type Verification, verifyExport } from "../domain/checks/verify.check.ts";

interface VerifyOptions {
  keys?: string;
  json?: boolean;
}

/** A server that does not answer must not hold the terminal. */
const KEYS_MS = 10_000;

export function registerVerify(program: Command, cli: Cli): void {
  program
    .command("verify")
    .description("check an export: its chain, signature, prompts and ballots; needs no server")
    .argument("<file>", "a transcript as JSON, signed or not")
    .option(
      "--keys <url or file>",
      "the public keys to trust: of an install by its address, or a file; demands a signature",
    )
    .option("--json", "print JSON, and nothing else, on standard output")
    .action(async (path: string, { keys: source, json }: VerifyOptions) => {
      const body = await readJson(path);
      const keys = source === undefined ? null : await readKeys(source);
      const verification = verifyExport(body, { sha256, keys });
      if (json) printJson(cli, verification);
      else cli.streams.out(textOf(verification));
      cli.exitCode = verification.holds ? EXIT.ok : EXIT.general;
    });
}

const WORDS: Record<Check["outcome"], string> = { holds: "holds", fails: "FAILS", unchecked: "not checked" };

const ORIGINS: Record<Verification["provenance"]["origin"], string> = {
  "ran-here": "RAN AT THE SIGNER",
  imported: "IMPORTED",
  unknown: "ORIGIN UNKNOWN",
};

function textOf({ provenance, checks }: Verification): string {
  const origin = `${ORIGINS[provenance.origin]}: ${plainLine(provenance.detail)}`;
  const lines = checks.map(({ name, outcome, detail }) => `${WORDS[outcome].padEnd(12)}${name}: ${plainLine(detail)}`);
  const first = checks.find(({ outcome }) => outcome === "fails");
  const end = first
    ? `The first thing that does not hold: ${first.name}, ${plainLine(first.detail)}`
    : "All that was checked holds.";
  return `${[origin, "", ...lines, "", end].join("\n")}\n`;
}

/** Stricter than `JSON.parse`: an object that names a field twice would mean two things. */
async function readJson(path: string): Promise<unknown> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code ?? "unknown"})`);
  });
  try {
    return parseBytes(bytes);
  } catch (error) {
    throw new UsageError(`${path} cannot be read as JSON: ${(error as Error).message}`);
  }
}

async function readKeys(source: string): Promise<TrustedKeys> {
  const parsed = ReceiptKeys.safeParse(/^https?:\/\//.test(source) ? await fetchKeys(source) : await readJson(source));
  if (!parsed.success) throw new UsageError(`${source} has no keys for receipts`);
  return trustedKeys(parsed.data.keys);
}

async function fetchKeys(address: string): Promise<unknown> {
  try {
    const response = await fetch(new URL(KEYS_PATH, address), {
      signal: AbortSignal.timeout(KEYS_MS),
      redirect: "error",
    });
    if (response.ok) return await response.json();
    throw new Error(`HTTP ${response.status}`);
  } catch (error) {
    throw new UsageError(`the keys of ${address} cannot be read: ${(error as Error).message}`);
  }
}
