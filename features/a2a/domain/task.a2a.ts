/** A debate as a task: its id is the debate's. Its artifacts are the turns, and last the answer. */
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { answerValue } from "../../../domain/show/run/answer.run.ts";
import { type Ask, openAsk } from "../../../domain/show/run/ask.run.ts";
import { type Standing, standingOf } from "../../../domain/show/run/standing.run.ts";
import type { Artifact, Ids, Message, Part, Task, TaskState, TaskStatus } from "./wire.a2a.ts";

/** A debate that is stuck has failed as far as an agent can tell: its owner alone can have it tried again. */
const STATES: Record<Standing, TaskState> = {
  queued: "TASK_STATE_SUBMITTED",
  running: "TASK_STATE_WORKING",
  asking: "TASK_STATE_INPUT_REQUIRED",
  stuck: "TASK_STATE_FAILED",
  failed: "TASK_STATE_FAILED",
  stopped: "TASK_STATE_CANCELED",
  over: "TASK_STATE_COMPLETED",
};

interface Of {
  debate: Debate;
  contextId: string;
  turns: readonly Turn[];
  /** In Markdown; null: there is none yet. */
  answer: string | null;
  /** The key of a question that was answered already, though the debate may still show it. */
  replied: string | null;
}

export function taskOf({ debate, contextId, turns, answer, replied }: Of): Task {
  const ids = { taskId: debate.id, contextId };
  const names = new Map(debate.participants.map(({ id, name }) => [id, name]));
  const spoken = turns.flatMap(({ id, text, participantId }) =>
    text === "" ? [] : [turnArtifact(id, names.get(participantId) ?? participantId, text)],
  );
  const { result } = debate;
  return {
    id: debate.id,
    contextId,
    status: statusOf(debate, { ids, replied }),
    artifacts: [...spoken, ...(result && answer !== null ? [answerArtifact(debate, { result, answer })] : [])],
  };
}

export function statusOf(debate: Debate, { ids, replied = null }: { ids: Ids; replied?: string | null }): TaskStatus {
  const ask = openAsk(debate);
  const isReplied = ask !== null && ask.key === replied;
  const state = STATES[standingOf(isReplied ? { ...debate, pending: null } : debate)];
  const timestamp = debate.completedAt ?? debate.startedAt ?? debate.createdAt;
  if (ask && !isReplied) return { state, timestamp, message: askMessage(ids, ask) };
  const parts = state === "TASK_STATE_FAILED" ? [{ text: debate.error?.message ?? "the debate failed" }] : [];
  return { state, timestamp, ...(parts.length > 0 && { message: messageOf(ids, { id: "error", parts }) }) };
}

/** Nothing more comes until the agent does something. */
export function isSettled({ state }: TaskStatus): boolean {
  return state !== "TASK_STATE_SUBMITTED" && state !== "TASK_STATE_WORKING";
}

/** `id`: of the question, the assessment, or whatever is told, in this debate. */
export function messageOf(ids: Ids, { id, parts }: { id: string; parts: Part[] }): Message {
  return { messageId: `${ids.taskId}/${id}`, ...ids, role: "ROLE_AGENT", parts };
}

/** The words for people, and the form for programs. */
export function askMessage(ids: Ids, { key, about, message, schema, expiresAt }: Ask): Message {
  const titles = Object.values(schema.properties).flatMap(({ title }) => (title ? [`- ${title}`] : []));
  const text = about === "questions" ? [message, ...titles].join("\n") : message;
  const data = { about, schema, ...(expiresAt && { expiresAt }) };
  return messageOf(ids, { id: key, parts: [{ text }, { data, mediaType: "application/json" }] });
}

export function turnArtifact(artifactId: string, name: string, text: string): Artifact {
  return { artifactId, name, parts: [{ text, mediaType: "text/plain" }] };
}

export function answerArtifact(
  { id, links }: Pick<Debate, "id" | "links">,
  { result, answer }: { result: Result; answer: string },
): Artifact {
  const data = { debate: id, watch: links.watch, ...answerValue(result) };
  const parts = [
    { text: answer, mediaType: "text/markdown" },
    { data, mediaType: "application/json" },
  ];
  return { artifactId: "answer", name: "The answer", parts };
}
