/** Who takes part in a debate, as its request has them: participants and judge, with their defaults. */

import { FORMATS_BY_NAME } from "../../rules/formats/registry.format.ts";
import { plainPosition } from "../../rules/positions/assigned-positions.ts";
import type { Seats } from "../../rules/protocols/protocol.ts";
import { protocolOf, takes } from "../../rules/protocols/registry.protocol.ts";
import type { DebateRequest } from "../../rules/request/debate-request.ts";
import { membersOf } from "../../rules/request/judge.request.ts";
import { personaOf } from "../../rules/request/participant.ts";
import { quorumIn } from "../../rules/request/quorum.request.ts";
import { defaultPanel } from "../../rules/seats/default-panel.ts";
import { hasJudge, judgeModel } from "../../rules/seats/judge-model.ts";
import { toolingOf } from "../../rules/tools/tooling.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import { defaultOf } from "../../shapes/options.shape.ts";
import type { JudgeConfig, ParticipantConfig } from "../../shapes/plan/config.plan.ts";
import { chosenFrom, chosenModel, NO_MODEL, settingsOf } from "./chosen-model.ts";

const TEMPERATURE = { debater: 0.7, judge: 0.2 };

/** Tokens. Most of it is room for models that think first: a turn has 2–4 paragraphs, and thoughts count as output. */
export const MAX_OUTPUT = { debater: 4_096, judge: 8_192 };

export function participantOf(
  p: DebateRequest["participants"][number],
  index: number,
  { request, catalogue }: { request: DebateRequest; catalogue: Catalogue },
): ParticipantConfig {
  const chosen = chosenModel(p.model) ?? NO_MODEL;
  const side = p.side ?? FORMATS_BY_NAME[request.format].defaultSide;
  const { seats } = protocolOf(request);
  const seat = seats.fixed?.[p.role ?? ""];
  const { maxOutputTokens } = request.limits ?? {};
  const limited = { ...(maxOutputTokens !== undefined && { maxOutputTokens }), ...chosen };
  const temperature = seat?.temperature ?? TEMPERATURE.debater;
  const { text: persona, inCharacter } = personaOf(p.persona);
  return {
    id: p.id ?? `p${index + 1}`,
    name: p.name,
    ...settingsOf(limited, { catalogue, most: MAX_OUTPUT.debater, temperature }),
    ...(p.fallbacks?.length && { fallbacks: chosenFrom(p.fallbacks, chosen) }),
    ...(side && { side }),
    position: p.position ?? seat?.position ?? seats.position ?? plainPosition(index, side),
    positionSource: p.position === undefined ? "plain" : "given",
    ...(persona && { persona }),
    ...(inCharacter && { inCharacter: true as const }),
    ...(p.instructions && { instructions: p.instructions }),
    ...promptIn(p),
    ...toolingOf(p, request),
    ...roleIn(p, usualRole(seats, index, request.participants)),
  };
}

type JudgedRequest = Pick<DebateRequest, "format" | "judging" | "judge" | "participants" | "tools" | "maxToolCalls">;

/** The judge with its defaults; null where there is none. `most`: members of a panel that the request does not name. */
export function judgeOf(request: JudgedRequest, catalogue: Catalogue, most?: number): JudgeConfig | null {
  const chosen = chosenModel(request.judge?.model ?? judgeModel(request, catalogue) ?? "");
  if (!chosen || !hasJudge(request.format)) return null;
  const settings = settingsOf(chosen, { catalogue, most: MAX_OUTPUT.judge, temperature: TEMPERATURE.judge });
  const protocol = protocolOf(request);
  const { seats } = protocol;
  const usual = defaultPanel(request, catalogue, most)?.voting ?? [];
  const panel = usual.length > 1 ? usual : membersOf(request.judge);
  const hasOrders = takes(protocol, "judge/bothOrders");
  return {
    ...settings,
    ...promptIn(request.judge ?? {}),
    ...toolingOf(request.judge ?? {}, request),
    ...(request.judge?.instructions && { instructions: request.judge.instructions }),
    ...roleIn(request.judge ?? {}, seats.usual),
    ...(request.judge?.criteria && { criteria: request.judge.criteria }),
    ...(panel.length > 0 && { panel: chosenFrom(panel, settings) }),
    ...quorumIn(request.judge),
    ...(hasOrders && { bothOrders: request.judge?.bothOrders ?? defaultOf("judge/bothOrders") }),
    ...(request.judge?.requireIndependent && { requireIndependent: true as const }),
    ...(takes(protocol, "judge/guides") && guides(request) && { guides: true as const }),
  };
}

/** Where the request says nothing, the format does, for a judge who assesses rounds. */
function guides({ judge, judging, format }: JudgedRequest): boolean {
  const rules = FORMATS_BY_NAME[format];
  return judge?.guides ?? (rules.guides === true && (judging ?? rules.judging) === "every-round");
}

function promptIn({
  systemPrompt,
  systemPromptFrom,
}: {
  systemPrompt?: string | undefined;
  systemPromptFrom?: string | undefined;
}) {
  return systemPrompt ? { systemPrompt, ...(systemPromptFrom && { systemPromptFrom }) } : {};
}

type Part = { role?: string | undefined; systemPrompt?: string | undefined };

/** A participant with a system prompt of its own needs no usual role. */
function roleIn(part: Part, usual: string | undefined) {
  const role = part.role ?? (part.systemPrompt === undefined ? usual : undefined);
  return role === undefined ? {} : { role };
}

/** Two generalists would see the same: where nobody names a role, the first participants get different ones. */
function usualRole({ usual, first }: Seats, index: number, participants: Part[]): string | undefined {
  const isNamed = participants.some((part) => part.role !== undefined || part.systemPrompt !== undefined);
  return isNamed ? usual : (first?.[index] ?? usual);
}
