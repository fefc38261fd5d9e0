/** Faults that the operator mends by settings, of this process or of a server that it uses. */
import { ConfigError } from "./base/config.infra-base.ts";
import { NotReady } from "./checks/check.checks.ts";
import { NoTemporal } from "./local/temporal/binary.ts";

const KINDS = [ConfigError, NoTemporal, NotReady];

/** A program that ends with such a fault has the exit code `EXIT.configuration`. */
export function isMisconfigured(error: unknown): boolean {
  return KINDS.some((kind) => error instanceof kind);
}
