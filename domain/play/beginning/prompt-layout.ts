/** How prompts show what was said, where the request says nothing (docs/design/debate.md#15-prompts). */

import { protocolOf } from "../../rules/protocols/registry.protocol.ts";
import type { DebateRequest } from "../../rules/request/debate-request.ts";
import { modelId } from "../../shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";

/** A fork's and a twin's prompts are laid out as the original's, unless its request says otherwise. */
export function withLayoutOf({ promptLayout }: DebateConfig, config: DebateConfig, request: Layouted): DebateConfig {
  if (request.promptLayout !== undefined) return config;
  const { promptLayout: _usual, ...rest } = config;
  return { ...rest, ...(promptLayout && { promptLayout }) };
}

interface Layouted {
  promptLayout?: unknown;
}

type Layout = Pick<DebateConfig, "promptLayout">;

/**
 * A layout that shares more is taken only where models are shared, and where no role's own system prompt would move.
 * `blind` is for whoever asks for it: its prompts are longer, and its speakers read the rubric.
 */
export function promptLayoutOf({ promptLayout }: Pick<DebateRequest, "promptLayout">, config: DebateConfig): Layout {
  if (promptLayout === "conversation") return {};
  return promptLayout === undefined ? usual(config) : { promptLayout };
}

function usual(config: DebateConfig): Layout {
  const { participants, judge, demo } = config;
  const protocol = protocolOf(config);
  const [first] = participants;
  const hasOwn = [...participants, ...(judge ? [judge] : [])].some(({ systemPrompt }) => systemPrompt !== undefined);
  if (!protocol.sharesPrompts || !first || demo || hasOwn) return {};
  const isShared = participants.length > 1 && participants.every((p) => modelId(p) === modelId(first));
  return isShared ? { promptLayout: "common" } : {};
}
