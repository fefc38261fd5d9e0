/** The tools: their inputs, from the API's own schemas, and what they do with the client. */
import { z } from "zod";
import type { Client, Debate } from "../../api/client/index.ts";
import { isTerminal } from "../../domain/lifecycle.ts";
import { Answer } from "../../domain/questions.ts";
import { DebateRequest } from "../../domain/request.ts";
import { requestOf } from "../cli/debate-request.ts";

export const StartDebate = DebateRequest.pick({
  topic: true,
  context: true,
  format: true,
  maxRounds: true,
  mode: true,
  judge: true,
  clarifications: true,
  tags: true,
}).extend({
  participants: DebateRequest.shape.participants
    .optional()
    .meta({ description: "Two on the server's default model unless given" }),
});

const id = z.string().min(1).meta({ description: "The debate's id, as start_debate answered it" });
export const GetDebate = z.object({ id });
export const AnswerQuestions = z.object({ id, answers: z.array(Answer).min(1) });
export const GetResult = z.object({
  id,
  waitSeconds: z.int().min(0).max(60).default(0).meta({ description: "Wait so many seconds for the end, at most 60" }),
});

export async function startDebate(client: Client, input: z.infer<typeof StartDebate>) {
  return standing(await client.create(await requestOf(input, client)));
}

export async function getDebate(client: Client, input: z.infer<typeof GetDebate>) {
  return standing(await client.get(input.id));
}

export async function answerQuestions(client: Client, input: z.infer<typeof AnswerQuestions>) {
  return standing(await client.answer(input.id, input.answers));
}

export async function getResult(client: Client, { id: debateId, waitSeconds }: z.infer<typeof GetResult>) {
  const debate = await withinSeconds(client, debateId, waitSeconds);
  const { status, result, error, participants } = debate;
  const names = Object.fromEntries(participants.map((participant) => [participant.id, participant.name]));
  return { id: debateId, status, isOver: isTerminal(status), result, error, participants: names };
}

/** The debate at its end, or as it stands when that takes longer. */
async function withinSeconds(client: Client, debateId: string, seconds: number): Promise<Debate> {
  if (seconds === 0) return client.get(debateId);
  return client.waitForResult(debateId, { timeoutMs: seconds * 1000 }).catch((error: Error) => {
    if (error.name === "TimeoutError") return client.get(debateId);
    throw error;
  });
}

/** What a model needs to know of a debate; the whole of it is long. */
function standing(debate: Debate) {
  const { id: debateId, topic, format, status, phase, round, maxRounds, allowed, pending, error, links } = debate;
  return {
    id: debateId,
    topic,
    format,
    status,
    phase,
    round,
    maxRounds,
    allowed,
    pending,
    error,
    participants: debate.participants.map(({ id: participantId, name, model, position, status: state }) => ({
      id: participantId,
      name,
      model,
      position,
      status: state,
    })),
    costUsd: debate.cost.totalUsd,
    hasResult: debate.result !== null,
    transcript: links.transcript,
  };
}
