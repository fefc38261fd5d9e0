/**
 * The Tasks extension: a debate is a task, under the debate's id. Every process shows it, after every restart, because
 * nothing but the debate is stored.
 */
import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { type Client, type Debate, ParleyProblem } from "../../../api/client/index.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import { type Standing, standingOf } from "../../../domain/show/run/standing.run.ts";
import { followsTasks, TASKS_EXTENSION } from "./exchange.ts";
import { type Form, type FormAnswers, formsOf, giveAnswers } from "./forms.ts";
import { type ToolOutcome, valueResult } from "./results.mcp.ts";
import { asRpcErrors, invalidParams, missingExtension } from "./rpc-error.ts";
import { outcome } from "./standing.ts";

/** Milliseconds that a program should wait between two looks. */
const POLL_MS = 2_000;

interface Task {
  taskId: string;
  status: "working" | "input_required" | "completed" | "cancelled";
  statusMessage: string;
  createdAt: string;
  lastUpdatedAt: string;
  /** null: a debate stays until its owner deletes it. */
  ttlMs: null;
  pollIntervalMs: number;
}

interface OpenTask extends Task {
  inputRequests?: Record<string, Form>;
  result?: object;
}

export const TaskId = z.string().min(1).max(100);
const Asked = z.looseObject({ taskId: TaskId });
type Asked = z.infer<typeof Asked>;

/** What a tool answers that has started a debate for a program that follows tasks. */
export function startedTask(debate: Debate): ToolOutcome {
  const { inputRequests: _later, ...task } = taskOf(debate);
  return { ...task, resultType: "task" };
}

/** The task as it stands, with its form or its result. */
export async function detailedTask(client: Client, debate: Debate): Promise<OpenTask> {
  const task = taskOf(debate);
  return task.status === "completed" ? { ...task, result: await resultOf(client, debate) } : task;
}

export function registerTasks({ server }: McpServer, find: () => Promise<Client>): void {
  const replying =
    (reply: (client: Client, asked: Asked, ctx: ServerContext) => Promise<object>) =>
    async (asked: Asked, ctx: ServerContext) => {
      if (!followsTasks(ctx, server)) throw missingExtension(TASKS_EXTENSION);
      const client = await find();
      return asRpcErrors(invalidParams(`there is no task ${asked.taskId}`), async () => ({
        ...(await reply(client, asked, ctx)),
      }));
    };
  server.setRequestHandler(
    "tasks/get",
    { params: Asked },
    replying(async (client, { taskId }) => detailedTask(client, await client.get(taskId))),
  );
  server.setRequestHandler("tasks/update", { params: Asked }, replying(update));
  server.setRequestHandler("tasks/cancel", { params: Asked }, replying(cancel));
}

/** The SDK lifts the responses out of the parameters. */
async function update(client: Client, { taskId }: Asked, { mcpReq }: ServerContext): Promise<object> {
  if (!mcpReq.inputResponses) throw invalidParams("inputResponses is missing");
  const answers = mcpReq.inputResponses as FormAnswers;
  const debate = await client.get(taskId);
  await unlessIllegal(() => giveAnswers(client, { debate, answers }));
  return {};
}

async function cancel(client: Client, { taskId }: Asked): Promise<object> {
  const { status } = await client.get(taskId);
  if (!isTerminal(status)) await unlessIllegal(() => client.stop(taskId, { mode: "abandon" }));
  return {};
}

/** The debate went on meanwhile: somebody else has answered or stopped it. The protocol acknowledges that too. */
async function unlessIllegal(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ParleyProblem && error.status === 409)) throw error;
  }
}

/** Without its result. */
function taskOf(debate: Debate): OpenTask {
  const { id, createdAt, startedAt, completedAt } = debate;
  const status = STATUS[standingOf(debate)];
  return {
    taskId: id,
    status,
    statusMessage: messageOf(debate),
    createdAt,
    lastUpdatedAt: completedAt ?? startedAt ?? createdAt,
    ttlMs: null,
    pollIntervalMs: POLL_MS,
    ...(status === "input_required" && { inputRequests: formsOf(debate) }),
  };
}

/** A debate that failed has a result that says so: the protocol's `failed` is for errors of the protocol. */
const STATUS: Record<Standing, Task["status"]> = {
  queued: "working",
  running: "working",
  stuck: "working",
  asking: "input_required",
  over: "completed",
  failed: "completed",
  stopped: "cancelled",
};

async function resultOf(client: Client, debate: Debate): Promise<object> {
  const isError = debate.status === "failed";
  return { ...valueResult(await outcome(client, debate)), resultType: "complete", ...(isError && { isError }) };
}

function messageOf(debate: Debate): string {
  const { status, round, maxRounds, error, problems } = debate;
  if (standingOf(debate) === "asking") return "the debate waits for its owner's answer";
  if (problems.length > 0)
    return `${status}: ${problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join("; ")}`;
  if (error) return `${status}: ${error.message}`;
  return round > 0 ? `${status}, round ${round} of ${maxRounds}` : status;
}
