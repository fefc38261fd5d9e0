/** A model that a command is to ask itself, without an API. */

import { missingVariable, providerRow } from "../../../activities/models/base/providers.ts";
import { parseModel } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { ModelRef } from "../../../domain/shapes/catalogue/model-ref.ts";
import { type Config, ConfigError } from "../../base/config.infra-base.ts";
import { UsageError } from "./arguments.cli.ts";

/** Throws if the provider is unknown or not configured. */
export function requireModel(
  id: string,
  { providers, option = "--model" }: Pick<Config, "providers"> & { option?: string },
): ModelRef {
  const ref = parseModel(id);
  if (!ref) throw new UsageError(`"${id}" is not provider/model, for example openai/gpt-5.5`);
  const row = providerRow(ref.provider);
  if (!row) throw new UsageError(`there is no provider "${ref.provider}"`);
  const missing = missingVariable(row, providers[row.id]);
  if (missing) throw new ConfigError([`${missing} is required by ${option} ${id}`]);
  return ref;
}
