/** What a debate asks of its owner, as forms that a model's program shows to its user; and the answers to them. */

import type { Client, Debate } from "../../../api/client/index.ts";
import { type Ask, openAsk, replyTo } from "../../../domain/show/run/ask.run.ts";

/** A request of the protocol's elicitation. */
export interface Form {
  method: "elicitation/create";
  params: { mode: "form"; message: string; requestedSchema: Ask["schema"] };
}

/** `decline`: the user does not want to answer; `cancel`: the user has closed the form. */
interface FormAnswer {
  action: "accept" | "decline" | "cancel";
  content?: Record<string, unknown>;
}
/** By the form's key. They come from outside, so each may be anything. */
export type FormAnswers = Record<string, FormAnswer | undefined>;

/** The open form by its key; none if the debate waits for nothing. */
export function formsOf(debate: Debate): Record<string, Form> {
  const ask = openAsk(debate);
  if (!ask) return {};
  const { key, message, schema } = ask;
  return { [key]: { method: "elicitation/create", params: { mode: "form", message, requestedSchema: schema } } };
}

/** Gives the answer to the open form to the debate. Answers to other forms have come too late, and are ignored. */
export async function giveAnswers(
  client: Client,
  { debate, answers }: { debate: Debate; answers: FormAnswers },
): Promise<void> {
  const ask = openAsk(debate);
  const answer = ask && Object.hasOwn(answers, ask.key) ? answers[ask.key] : undefined;
  if (answer?.action !== "accept" && answer?.action !== "decline") return;
  // Nobody can decline a decision: it waits, or takes its default.
  if (ask?.about === "decision" && answer.action === "decline") return;
  const reply = replyTo(debate, answer.action === "accept" ? (answer.content ?? {}) : "declined");
  if (reply.command === "submitAnswers") await client.answer(debate.id, reply.input.answers);
  else {
    const { decisionId, ...choice } = reply.input;
    await client.decide(debate.id, decisionId, choice);
  }
}
