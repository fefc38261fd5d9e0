/** From what was thrown to the program's exit code (spec §2.6). */
import { CommanderError } from "commander";
import { ParleyProblem } from "../../api/client/index.ts";
import { type ErrorCode, ParleyError } from "../../domain/errors.ts";
import type { Debate } from "../../domain/schemas/debate.ts";
import { ConfigError } from "../config.ts";
import { EXIT } from "../exit.ts";
import { NoTemporal } from "../local/temporal-binary.ts";
import { UsageError } from "./arguments.ts";

/** Statuses that say that the request was wrong, and not the time or the place for it. */
const WRONG = [400, 404, 405, 406, 413, 415, 422];
const REFUSED = [401, 403];
const MISTAKES: ErrorCode[] = ["invalid-request", "not-found"];

export function exitCodeOfError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.arguments;
  if (error instanceof UsageError) return EXIT.arguments;
  if (error instanceof ConfigError || error instanceof NoTemporal) return EXIT.configuration;
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
  return debate.error ? EXIT.provider : EXIT.general;
}
