/** Exit codes of errors and debates (docs/design/api.md#26-clients). */
import { CommanderError } from "commander";
import { ParleyProblem } from "../../../api/client/index.ts";
import { type ErrorCode, ParleyError } from "../../../domain/base/errors.base.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";
import { EXIT } from "../../base/exit.ts";
import { isMisconfigured } from "../../misconfigured.ts";
import { UsageError } from "./arguments.cli.ts";
import { plain } from "./terminal.ts";

/** Statuses of requests that are wrong in themselves. */
const WRONG = [400, 404, 405, 406, 413, 415, 422];
const REFUSED = [401, 403];
const MISTAKES: ErrorCode[] = ["invalid-request", "not-found"];

/** The work's exit code. Prints the message if it throws, unless commander has printed it already. */
export async function exitCodeAfter(work: () => Promise<number>, err: (text: string) => void): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CommanderError)) err(`${plain(messageOf(error))}\n`);
    return exitCodeOfError(error);
  }
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const faults = error instanceof ParleyError ? ((error.details.errors ?? []) as Problem[]) : [];
  return [message, ...faults.map(({ pointer, detail }) => `  ${pointer.slice(1)} ${detail}`)].join("\n");
}

export function exitCodeOfError(error: unknown): number {
  // A command may have a code of its own for wrong arguments; commander's is 1.
  if (error instanceof CommanderError) return error.exitCode === 1 ? EXIT.arguments : error.exitCode;
  if (error instanceof UsageError) return EXIT.arguments;
  if (isMisconfigured(error)) return EXIT.configuration;
  if (error instanceof ParleyError) return MISTAKES.includes(error.code) ? EXIT.arguments : EXIT.general;
  return error instanceof ParleyProblem ? exitCodeOfProblem(error) : EXIT.general;
}

function exitCodeOfProblem({ status, errors }: ParleyProblem): number {
  if (REFUSED.includes(status) || errors.some(({ detail }) => detail.startsWith("no key for "))) {
    return EXIT.configuration;
  }
  return WRONG.includes(status) ? EXIT.arguments : EXIT.general;
}

export function exitCodeOf(debate: Debate): number {
  if (debate.status === "completed") return EXIT.ok;
  if (debate.status === "configuring") return EXIT.configuration;
  return debate.error ? EXIT.provider : EXIT.general;
}
