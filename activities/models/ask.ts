/** One HTTP request to a model, as the three APIs take it. Each writes what it hears into the draft. */
import type { Draft } from "./draft.ts";
import type { ModelCall } from "./port.ts";
import type { OptionalParameter, ProviderRow } from "./providers.ts";

export interface Ask {
  row: ProviderRow;
  call: ModelCall;
  endpoint: Endpoint;
  /** Parameters that the provider or the model does not take. */
  omit: ReadonlySet<OptionalParameter>;
  signal: AbortSignal;
  draft: Draft;
}

export interface Endpoint {
  baseUrl: string;
  /** null: calls carry no key. */
  apiKey: string | null;
  fetch: typeof fetch;
}

/** The blocks of a message as one text, where an API or an endpoint takes no blocks. */
export function joined(content: string[]): string {
  return content.join("\n\n");
}
